package main

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestRunTile runs kernels of package tile on data: a memref with dynamic sizes is
// one argument, whose sizes are those of the array, and the grid that the kernel
// says is the grid.
func TestRunTile(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	m := tile.NewModule(&arch.GFX942)
	double := func(k *tile.Kernel, rows int64, stated bool) {
		const cols, width = 5, 8
		if stated {
			k.Grid(2, 1, 1)
		}
		x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
		row := k.WorkgroupID(0).Times(16)
		v := k.Load(x, k.Spread(16, width, 1), row, tile.I(0))
		k.Store(y, k.Add(v, v), row, tile.I(0))
	}
	m.Kernel("any", 1, func(k *tile.Kernel) { double(k, tile.Dyn, false) })
	m.Kernel("stated", 1, func(k *tile.Kernel) { double(k, 19, true) })
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("k.mlir"), module.Print(ir.PrintOptions{}), 0o666); err != nil {
		t.Fatal(err)
	}
	in, want := &array{descr: "f4", shape: []int{19, 5}}, &array{descr: "f4", shape: []int{19, 5}}
	for i := range 19 * 5 {
		in.data = binary.LittleEndian.AppendUint32(in.data, math.Float32bits(float32(i)))
		want.data = binary.LittleEndian.AppendUint32(want.data, math.Float32bits(float32(2*i)))
	}
	writeNPY(t, file("x.npy"), in)
	writeNPY(t, file("want.npy"), want)
	run := func(flags string) (code int, out, errs string) {
		flags = strings.NewReplacer("X", file("x.npy"), "Y", file("y.npy")+":f32[19,5]", "WANT", file("want.npy")).Replace(flags)
		return heddle(append([]string{"run", file("k.mlir"), "--mcpu", "gfx942"}, strings.Fields(flags)...)...)
	}
	for _, c := range []struct {
		flags, want string // part of what is printed
		code        int
	}{
		{"--kernel any --grid 2 --arg in:X --arg out:Y --expect 1=WANT --check all --against interp", "expect 1 = ", exitOK},
		{"--kernel any --grid 2 --arg in:X --arg out:Y --expect 1=WANT --interp", "expect 1 = ", exitOK},
		{"--kernel any --grid 2 --arg i64:0 --arg in:X --arg i64:0 --arg i64:19 --arg i64:5 --arg i64:5 --arg i64:1" +
			" --arg i64:0 --arg out:Y --arg i64:0 --arg i64:19 --arg i64:5 --arg i64:5 --arg i64:1 --expect 8=WANT", "expect 8 = ", exitOK},
		{"--kernel stated --arg in:X --arg out:Y --expect 1=WANT", "2 workgroups", exitOK},
		{"--kernel stated --arg in:X --arg out:Y --expect 1=WANT --interp", "2 workgroups", exitOK},
		{"--kernel stated --grid 1 --arg in:X --arg out:Y --workgroups 0", "1 workgroup", exitOK},
		{"--kernel any --arg in:X --arg out:Y", "the size of the grid is missing", exitUsage},
		{"--kernel any --grid 2 --arg in:X", "takes an --arg for each of its 2 parameters, or 14 with the descriptors of its memrefs written out; 1 given", exitUsage},
		{"--kernel any --grid 2 --arg in:X --arg zero:f32[19,6]", "the parameter is memref<?x5xf32", exitUsage},
		{"--kernel any --grid 2 --arg in:X --arg zero:f32[95]", "the array's shape is 95", exitUsage},
	} {
		if code, out, errs := run(c.flags); code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q\n%s%s", c.flags, code, c.code, c.want, out, errs)
		}
	}
}
