package tile_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
	"heddle/verify"
)

// TestOuterBeyond: a number of a page that memory holds and the tensor has not would write other pages. No
// sanitizer can tell; the interpreter does.
func TestOuterBeyond(t *testing.T) {
	for _, c := range []struct {
		page uint32
		want string
	}{{3, ""}, {4, "operand #0 is 4, and the assumption is that it is from 0 to 3"}} {
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", 1, func(k *tile.Kernel) {
			pages := k.Tensor("pages", ir.I32, 2, 4, 2, 8)
			page := k.LoadIndex(k.Tensor("page", ir.I32, 1), tile.I(0))
			k.Store(pages, k.Fill(k.Spread(2, 8, 1), ir.I32, -1), tile.I(0), page, tile.I(0), tile.I(0))
		})
		module, err := m.IR()
		if err != nil {
			t.Fatal(err)
		}
		v := verify.Case{Name: "k.mlir", Text: string(module.Print(ir.PrintOptions{})), Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1},
			Args: []interp.Arg{buffer("pages", make([]byte, 512)), buffer("page", le(c.page))}}
		if _, err := verify.Run(v, verify.Options{}); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("page %d: %v, want %q", c.page, err, c.want)
		}
	}
}

// TestInPlace: lanes beyond those that a small tile needs load what others store; a MemoryBarrier orders them.
func TestInPlace(t *testing.T) {
	for _, apart := range []bool{false, true} {
		_, err := tile.Run(tile.Launch{Chip: &arch.GFX942, Waves: 4, Grid: [3]uint32{1}}, func(k *tile.Kernel) {
			x := k.Tensor("x", ir.F32, 8, 8)
			v := k.Load(x, k.Spread(8, 8, 1), tile.I(0), tile.I(0))
			if apart {
				k.MemoryBarrier()
			}
			k.Store(x, k.Add(v, v), tile.I(0), tile.I(0))
		}, make([]float32, 64))
		if (err == nil) != apart || err != nil && !strings.Contains(err.Error(), "call Kernel.MemoryBarrier between the two") {
			t.Errorf("barrier %v: %v", apart, err)
		}
	}
}
