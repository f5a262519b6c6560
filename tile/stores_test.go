package tile_test

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// requests returns what a store of a lane's first items takes: adjacent bytes of a lane, and the pieces
// of 64 bytes of rows that all lanes have places in.
func requests(l tile.Layout, bytes int) (each, pieces int) {
	run := min(l.Run(), 16/bytes)
	seen := map[[2]int]bool{}
	lin := l.Linear()
	for lane := range 64 {
		at := lin.At(0, lane, 0) // column and row
		seen[[2]int{at[1], at[0] * bytes / 64}] = true
	}
	return run * bytes, len(seen)
}

// TestStoreLayout: whatever the type of the results, a lane stores 16 bytes, and the 1024 bytes of a
// wave are 16 whole requests; lanes exchange what the order of the columns does not bring.
func TestStoreLayout(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, x := range []struct {
			in, out ir.Type
			bytes   int
		}{{ir.BF16, ir.F32, 4}, {ir.BF16, ir.BF16, 2}, {ir.I8, ir.I32, 4}, {ir.I8, ir.I8, 1}, {ir.F64, ir.F64, 8}} {
			for _, size := range []int{16, 32} {
				if x.in == ir.F64 && size == 32 {
					continue
				}
				for _, waves := range [][2]int{{1, 1}, {2, 1}, {1, 4}, {2, 2}} {
					name := fmt.Sprintf("%s: %v -> %v, %d, %v waves", chip.Name, x.in, x.out, size, waves)
					mod := tile.NewModule(chip)
					mod.Kernel("k", tile.Waves(waves[0]*waves[1]), func(k *tile.Kernel) {
						m := k.MMA(x.in, x.in, size, waves[0], waves[1])
						rows, cols, depth := 64*waves[0], 64*waves[1], m.Step()
						l := m.Result(m.A(rows, depth), m.ForStores(cols, depth, 16/x.bytes))
						if each, _ := requests(l, x.bytes); each != 16 {
							t.Errorf("%s: a lane has %d bytes", name, each)
						}
						s := k.StoreLayout(x.out, l)
						if each, n := requests(s, x.bytes); each != 16 || n != 16 {
							t.Errorf("%s: %d bytes a lane, %d requests: %s", name, each, n, s)
						}
						if !k.InRegisters(x.out, l, s) {
							t.Errorf("%s: through LDS", name)
						}
						again := k.StoreLayout(x.out, s)
						if each, n := requests(again, x.bytes); each != 16 || n != 16 {
							t.Errorf("%s: what is well placed moves", name)
						}
						// B's own order: the chip with exchanges of lanes needs no other one.
						own := k.StoreLayout(x.out, m.C(rows, cols))
						if each, n := requests(own, x.bytes); chip == &arch.GFX950 && x.bytes < 8 && (each != 16 || n != 16) {
							t.Errorf("%s: %d bytes a lane and %d requests of the order of C", name, each, n)
						}
					})
					if _, err := mod.IR(); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
		}
	}
}

// TestStoreLayoutNarrow: tiles that have no 64 bytes of a row, or too few elements to exchange, stay as
// they are rather than go through LDS.
func TestStoreLayoutNarrow(t *testing.T) {
	for _, chip := range arch.Chips {
		mod := tile.NewModule(chip)
		mod.Kernel("k", 1, func(k *tile.Kernel) {
			m := k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
			for _, l := range []tile.Layout{m.C(16, 16), m.C(64, 16), k.Spread(64, 8, 1), k.Spread(1, 64, 1)} {
				for _, elem := range []ir.Type{ir.F32, ir.BF16, ir.I8} {
					if s := k.StoreLayout(elem, l); !k.InRegisters(elem, l, s) {
						t.Errorf("%s: %s of %v to %s needs LDS", chip.Name, l, elem, s)
					}
				}
			}
		})
		if _, err := mod.IR(); err != nil {
			t.Error(err)
		}
	}
}
