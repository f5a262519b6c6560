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
	"heddle/launch"
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
	in, want := &launch.Array{Descr: "f4", Shape: []int{19, 5}}, &launch.Array{Descr: "f4", Shape: []int{19, 5}}
	for i := range 19 * 5 {
		in.Data = binary.LittleEndian.AppendUint32(in.Data, math.Float32bits(float32(i)))
		want.Data = binary.LittleEndian.AppendUint32(want.Data, math.Float32bits(float32(2*i)))
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
		{"--kernel any --grid 2 --arg in:X --arg zero:f32[19,6]", "parameter 1 is memref<?x5xf32", exitUsage},
		{"--kernel any --grid 2 --arg in:X --arg zero:f32[95]", "but the array is f32[95]", exitUsage},
	} {
		if code, out, errs := run(c.flags); code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q\n%s%s", c.flags, code, c.code, c.want, out, errs)
		}
	}
}

// TestRunDynamicLDS: --lds is memory of the compiled kernel and of the interpreter.
func TestRunDynamicLDS(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.mlir")
	const text = `"func.func"() <{function_type = (memref<64xi32>) -> (), sym_name = "k"}> ({
^bb0(%out: memref<64xi32>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c63 = "arith.constant"() <{value = 63 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %v = "arith.index_cast"(%t) : (index) -> i32
  %m = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
  %a = "memref.view"(%m, %c0) : (memref<?xi8, #gpu.address_space<workgroup>>, index) -> memref<64xi32, #gpu.address_space<workgroup>>
  "memref.store"(%v, %a, %t) : (i32, memref<64xi32, #gpu.address_space<workgroup>>, index) -> ()
  "gpu.barrier"() : () -> ()
  %i = "arith.subi"(%c63, %t) : (index, index) -> index
  %w = "memref.load"(%a, %i) : (memref<64xi32, #gpu.address_space<workgroup>>, index) -> i32
  "memref.store"(%w, %out, %t) : (i32, memref<64xi32>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"--lds 256 --check all --against interp", "--lds 256 --interp"} {
		args := []string{"run", file, "--mcpu", "gfx950", "--grid", "1", "--block", "64", "--arg", "zero:i32[64]"}
		if code, out, errs := heddle(append(args, strings.Fields(flags)...)...); code != exitOK {
			t.Errorf("%s: code %d\n%s%s", flags, code, out, errs)
		}
	}
}

// TestRunWorkload runs a kernel of Wave whose grid depends on a number of the dispatch.
func TestRunWorkload(t *testing.T) {
	const kernel = "run ../../verify/testdata/others/wave_executable.mlir --mcpu gfx942 --arg rand:f32[640] --arg zero:f32[5] --arg i64:5"
	for _, c := range []struct{ flags, want string }{
		{" --workload 5 --against interp", "against interp: ok"},
		{" --workload 5 --interp", "5 workgroups"},
		{" --grid 4", "4 workgroups"},
		{"", "the grid of kernel sums::sums depends on 1 number of the dispatch: give --workload N,..., or --grid X,Y,Z workgroups"},
		{" --workload 5,6", "depends on a workload of 1 number, not 2"},
		{" --workload 0", "would have 0 workgroups"},
		{" --workload five", `--workload "five" is not a list of numbers`},
		{" --launch none", "cannot be combined with --launch"},
		{" --workload 5 --grid 5", "the workload determines the grid"},
	} {
		_, out, errs := heddle(strings.Fields(kernel + c.flags)...)
		if !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: %s%s, want %s", c.flags, out, errs, c.want)
		}
	}
}
