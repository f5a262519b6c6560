package tile_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/sim"
	"heddle/tile"
)

// double adds a tensor of Dyn sizes to itself.
func double(elem ir.Type) func(*tile.Kernel) {
	return func(k *tile.Kernel) {
		x, y := k.Tensor("x", elem, tile.Dyn, tile.Dyn), k.Tensor("y", elem, tile.Dyn, tile.Dyn)
		row := k.WorkgroupID(0).Times(4)
		t := k.Load(x, k.Spread(4, 64, 1), row, tile.I(0))
		k.Store(y, k.Add(t, t), row, tile.I(0))
	}
}

func TestRun(t *testing.T) {
	for _, chip := range arch.Chips {
		x, y := make([]float32, 8*64), make([]float32, 8*64)
		for i := range x {
			x[i] = float32(i) + 0.3
		}
		before := append([]float32{}, x...)
		r, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Grid: [3]uint32{2}, Timed: true}, double(ir.BF16), tile.Array(x, 8, 64), tile.Out(y, 8, 64))
		if err != nil {
			t.Fatal(err)
		}
		for i := range y {
			bits := math.Float32bits(x[i])
			bits += 0x7fff + bits>>16&1
			if want := 2 * math.Float32frombits(bits&^0xffff); y[i] != want {
				t.Fatalf("%s: y[%d] = %g, want %g", chip.Name, i, y[i], want)
			}
			if x[i] != before[i] {
				t.Fatalf("%s: x[%d], which the kernel does not write, changed from %g to %g", chip.Name, i, before[i], x[i])
			}
		}
		if r.VGPRs < 1 || r.Instructions == 0 || r.Occupancy.WavesPerSIMD < 1 || r.Microseconds() <= 0 || !strings.Contains(r.String(), "0 findings; modelled on") {
			t.Errorf("report: %s", r)
		}
	}
}

// TestRunArguments: numbers, codes, and elements that the kernel leaves alone.
func TestRunArguments(t *testing.T) {
	kernel := func(k *tile.Kernel) {
		x := k.Tensor("x", ir.I16, 64)
		y := k.Tensor("y", ir.F16, 130)
		factor, turns := k.Scalar(ir.F32), k.Size()
		l := k.Spread(1, 64, 1)
		v := k.Mul(k.Convert(k.Load(x, l, tile.I(0)), ir.F32), factor)
		sum := k.For(tile.I(0), turns, tile.I(1), tile.Values{v}, func(_ tile.Index, c tile.Values) tile.Values {
			return tile.Values{k.Add(c.Tile(0), v)}
		})
		k.Store(y, k.Convert(sum.Tile(0), ir.F16), tile.I(66))
	}
	x, y := make([]int16, 64), make([]uint16, 130)
	for i := range x {
		x[i] = int16(i - 32)
	}
	if _, err := tile.Run(tile.Launch{Chip: arch.Chips[0], Waves: 1, Grid: [3]uint32{1}}, kernel, x, y, 0.5, 3); err != nil {
		t.Fatal(err)
	}
	// (2 - 32) · 0.5 · 4 = -60, in f16 0xd380.
	if y[68] != 0xd380 || y[65] != 0 {
		t.Errorf("y[68] = %#x, y[65] = %#x", y[68], y[65])
	}
}

func TestRunMistakes(t *testing.T) {
	chip := arch.Chips[0]
	f32 := make([]float32, 256)
	two := func(k *tile.Kernel) { k.Tensor("x", ir.F32, 256); k.Size() }
	gaps := func(k *tile.Kernel) { k.Strided("x", ir.F32, []int64{4, 4}, []int64{64, 1}) }
	for _, c := range []struct {
		name   string
		kernel func(*tile.Kernel)
		args   []any
		want   string
	}{
		{"too few", two, []any{f32}, "the kernel has 2 tensors, scalars and sizes, 1 arguments are given"},
		{"no slice", two, []any{3, 3}, "tensor x: int given; accepted: a slice"},
		{"other elements", two, []any{make([]int16, 256), 3}, "[]int16 given; accepted: floats, or integers of 32 bits, their codes"},
		{"short", two, []any{f32[:255], 3}, "a slice of 255 elements; the sizes 256 need 256"},
		{"a float as a size", two, []any{f32, 3.5}, "floats are given as floats"},
		{"no sizes", double(ir.F32), []any{f32, f32}, "1 sizes given; the tensor has 2: see tile.Array"},
		{"other sizes", double(ir.F32), []any{tile.Array(f32, 256, 0), f32}, "tensor x: size 1 is 0"},
		{"not what MultipleOf states", func(k *tile.Kernel) { k.Tensor("x", ir.F32, tile.Dyn).MultipleOf(0, 3) }, []any{f32}, "tensor x: size 0 is 256, not a multiple of 3, which MultipleOf states"},
		{"more than AtMost", func(k *tile.Kernel) { k.Tensor("x", ir.F32, tile.Dyn).AtMost(0, 255) }, []any{f32}, "tensor x: size 0 is 256, more than 255, which AtMost states"},
		{"short for its strides", gaps, []any{f32[:195]}, "tensor x: a slice of 195 elements; the sizes 4 4 with the strides 64 1 need 196"},
		{"sizes of its own", gaps, []any{tile.Array(f32, 4, 64)}, "tensor x: the sizes 4 64 are given, the kernel has 4 4"},
		{"a negative size", func(k *tile.Kernel) { k.Size() }, []any{-3}, "argument 1, for index: -3 given; Kernel.Size is not negative"},
		{"two grids", func(k *tile.Kernel) { k.Grid(1, 1, 1) }, nil, "the kernel states its grid"},
		{"wrong sizes", double(ir.F32), []any{tile.Array(f32, 4, 60), f32}, "a slice of 256 elements; the sizes 4 60 need 240"},
	} {
		_, err := tile.Run(tile.Launch{Chip: chip, Waves: 1, Grid: [3]uint32{1}}, c.kernel, c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
	for _, slice := range [][]float32{f32[:196], f32} {
		if _, err := tile.Run(tile.Launch{Chip: chip, Waves: 1, Grid: [3]uint32{1}}, gaps, slice); err != nil {
			t.Errorf("a slice of %d elements for rows with gaps: %v", len(slice), err)
		}
	}
	if _, err := tile.Run(tile.Launch{Chip: chip, Waves: 1, Grid: [3]uint32{1}}, nil); err == nil {
		t.Error("no kernel is accepted")
	}
	if _, err := tile.Run(tile.Launch{Waves: 1}, two); err == nil {
		t.Error("no chip is accepted")
	}
	if _, err := tile.Run(tile.Launch{Chip: chip, Waves: 1}, two, f32, 3); err == nil || !strings.Contains(err.Error(), "Launch.Grid") {
		t.Errorf("without a grid: %v", err)
	}
}

// TestRunOutside: launches some of whose workgroups begin a tile outside of its tensor are refused, of fixed
// sizes and of those that the launch sets; but not where the kernel says that it may, or does not get there.
func TestRunOutside(t *testing.T) {
	x, y := make([]float32, 8*64), make([]float32, 8*64)
	at := 0
	copies := func(size int64, place func(id tile.Index) tile.Index) func(k *tile.Kernel) {
		return func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.F32, size, 64), k.Tensor("y", ir.F32, size, 64)
			row := place(k.WorkgroupID(0))
			v := k.Load(x, k.Spread(4, 64, 4), row, tile.I(0))
			at = line() - 1
			k.Store(y, v, row, tile.I(0))
		}
	}
	rows := func(id tile.Index) tile.Index { return id.Times(4) }
	for _, c := range []struct {
		name   string
		kernel func(*tile.Kernel)
		grid   uint32
		want   string
	}{
		{"all of it", copies(8, rows), 2, ""},
		{"one more", copies(8, rows), 3, `kernel "kernel": in workgroup (2, 0, 0), a tile at index 8 of dimension 0 of tensor x, which has 8 there`},
		{"sizes of the launch", copies(tile.Dyn, rows), 3, "in workgroup (2, 0, 0), a tile at index 8 of dimension 0"},
		{"one row before", copies(8, func(id tile.Index) tile.Index { return id.Times(4).Minus(tile.I(1)) }), 3, ""},
		{"above the tensor", copies(8, func(id tile.Index) tile.Index { return id.Times(4).Minus(tile.I(4)) }), 4, ""},
		{"in another order", copies(8, func(id tile.Index) tile.Index { return id.Xor(tile.I(3)).Times(4) }), 2, "in workgroup (0, 0, 0), a tile at index 12"},
		{"may leave", copies(8, func(id tile.Index) tile.Index { return id.Times(4).MayLeave() }), 3, ""},
		{"a constant that may leave", copies(8, func(tile.Index) tile.Index { return tile.I(4).MayLeave().Plus(tile.I(4)) }), 1, ""},
		{"limited", copies(8, func(id tile.Index) tile.Index { return id.Times(4).Min(tile.I(4)) }), 1, ""},
		{"a branch", func(k *tile.Kernel) {
			k.If(k.WorkgroupID(0).Less(tile.I(2)), func() { copies(8, rows)(k) })
		}, 3, ""},
		{"a grid of the kernel's", func(k *tile.Kernel) { k.Grid(3, 1, 1); copies(8, rows)(k) }, 0, "in workgroup (2, 0, 0)"},
	} {
		_, err := tile.Run(tile.Launch{Chip: arch.Chips[0], Waves: 1, Grid: [3]uint32{c.grid}}, c.kernel, tile.Array(x, 8, 64), tile.Array(y, 8, 64))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), fmt.Sprintf("run_test.go:%d: ", at))):
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// TestRunFindings: what sanitizers find is an error, and the results are there.
func TestRunFindings(t *testing.T) {
	race := func(k *tile.Kernel) { // no barrier between the waves' store to LDS and the others' load
		y := k.Tensor("y", ir.F32, 64, 64)
		l := k.Spread(64, 64, 4)
		lds := k.LDS(ir.F32, 64, 64, 1, tile.Stored(l))
		lds.Store(k.Fill(l, ir.F32, 1), tile.I(0), 0, 0)
		k.Store(y, lds.Load(k.Spread(64, 64, 1), tile.I(0), 0, 0), tile.I(0), tile.I(0))
	}
	y := make([]float32, 64*64)
	on := tile.Launch{Chip: arch.Chips[0], Waves: 4, Grid: [3]uint32{1}}
	_, err := tile.Run(on, race, y)
	var found *tile.FindingsError
	if !errors.As(err, &found) || !strings.Contains(err.Error(), "races") || !strings.Contains(err.Error(), "run_test.go:") || y[0] != 1 {
		t.Errorf("a race: %v, y[0] = %g", err, y[0])
	}
	on.Checks = []string{}
	if r, err := tile.Run(on, race, y); err != nil || len(r.Findings) > 0 {
		t.Errorf("without checks: %v", err)
	}
	on.Schedules = []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun}
	if _, err := tile.Run(on, race, y); err == nil || !strings.Contains(err.Error(), "results depend on the order") {
		t.Errorf("results that depend on the order: %v", err)
	}
}
