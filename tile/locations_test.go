package tile_test

import (
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/tile"
)

// TestLines: operations carry the lines that made them, in this file, also through helpers of this
// package and closures.
func TestLines(t *testing.T) {
	first := line()
	m := tile.NewModule(arch.Chips[0])
	m.Kernel("k", 1, func(k *tile.Kernel) {
		x := k.Tensor("x", ir.F32, 64)
		v := k.Load(x, k.Spread(1, 64, 1), tile.I(0))
		v = k.For(tile.I(0), tile.I(4), tile.I(1), tile.Values{v}, func(i tile.Index, c tile.Values) tile.Values {
			return tile.Values{k.Mul(c.Tile(0), c.Tile(0))}
		}).Tile(0)
		k.Store(x, k.Reduce(tile.Sum, v, tile.OverCols), tile.I(0))
	})
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	text := string(module.Print(ir.PrintOptions{Locations: true}))
	for op, at := range map[string]int{"vector.load": 4, "arith.mulf": 6, "gpu.subgroup_reduce": 8, "vector.maskedstore": 8} {
		want := `loc("locations_test.go":` + strconv.Itoa(first+at) + `:0)`
		for l := range strings.Lines(text) {
			if strings.Contains(l, `"`+op+`"`) && !strings.Contains(l, want) {
				t.Errorf("%s, want %s", strings.TrimSpace(l), want)
			}
		}
	}
	back, err := ir.Parse("k.mlir", text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(back, build.Options{Chip: arch.Chips[0], Debug: true})
	if err != nil || !strings.Contains(string(r.Assembly()), "; locations_test.go:") {
		t.Errorf("the assembly does not name the lines: %v", err)
	}
}

// TestLDSDoesNotFit: LDS that is too large is refused where it is asked for; several that are too
// large together when the kernel is compiled, which knows which of them are in use at once: with the
// lines that asked for them.
func TestLDSDoesNotFit(t *testing.T) {
	chip := arch.Chips[0]
	half := chip.LDSBytes / 2 / 4 / 64
	m := tile.NewModule(chip)
	m.Kernel("k", 1, func(k *tile.Kernel) {
		x := k.Tensor("x", ir.F32, int64(half), 64)
		l := k.Spread(half, 64, 4)
		a, b := k.LDS(ir.F32, half, 64, 1), k.LDS(ir.F32, half, 64, 1)
		a.Store(k.Load(x, l, tile.I(0), tile.I(0)), tile.I(0), 0, 0)
		b.Store(k.Load(x, l, tile.I(0), tile.I(0)), tile.I(0), 0, 0)
		v := k.Relayout(a.Load(l, tile.I(0), 0, 0), k.SpreadDown(half, 64, 4))
		k.Store(x, v, tile.I(0), tile.I(0))
		k.Store(x, b.Load(l, tile.I(0), 0, 0), tile.I(0), tile.I(0))
	})
	at := line() - 7
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	_, err = build.MLIR(module, build.Options{Chip: chip})
	if err == nil {
		t.Fatal("it fits")
	}
	for _, want := range []string{"the LDS of " + chip.Name + " has", "LDS of 1x", `"locations_test.go":` + strconv.Itoa(at), "Relayout of 1x"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %q", err, want)
		}
	}
}
