package tile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/long"
	"heddle/tile"
)

// beyond copies a tile of 64 x 64 at an edge of two matrices, directly to LDS or through registers, as it
// is in memory or transposed, at once or ahead of its use.
func beyond(rows, cols int64, dim int, direct, flipped, ahead bool) func(*tile.Kernel) {
	return func(k *tile.Kernel) {
		x, y := k.Tensor("x", ir.BF16, 2, rows, cols).AnyBeyond(dim), k.Tensor("y", ir.BF16, 2, rows, cols)
		if flipped {
			x, y = x.T(), y.T()
		}
		l := k.Spread(64, 64, 8)
		batch := k.WorkgroupID(2)
		row, col := k.WorkgroupID(1).Times(64), k.WorkgroupID(0).Times(64)
		if ahead {
			v := k.LoadAhead(x, l, batch, row, col)
			k.Store(y, k.InPlace(v, x, batch, row, col), batch, row, col)
			return
		}
		if !direct {
			k.Store(y, k.Load(x, l, batch, row, col), batch, row, col)
			return
		}
		s := k.LDS(ir.BF16, 64, 64, 1, tile.Direct(), tile.Loaded(l))
		s.Copy(x, tile.I(0), batch, row, col)
		k.Barrier()
		k.Store(y, s.Load(l, tile.I(0), 0, 0), batch, row, col)
	}
}

// TestAnyBeyond: what is inside of the tensor is loaded, without a check of the edge, and no load leaves
// the buffer; stores are refused.
func TestAnyBeyond(t *testing.T) {
	for i, c := range []struct {
		rows, cols int64
		dim        int
	}{{80, 128, 1}, {128, 104, 2}, {81, 70, 1}, {128, 101, 2}, {81, 71, 1}, {81, 9, 2}} {
		in := make([]byte, 2*c.rows*c.cols*2)
		for i := range in {
			in[i] = byte(i*7 + i>>8)
		}
		for n, chip := range arch.Chips {
			for way := range 5 {
				if !long.Some(i+n+way, 2) {
					continue
				}
				direct, flipped, ahead := way == 1, way == 2 || way == 4, way >= 3
				grid := [3]uint32{uint32((c.cols + 63) / 64), uint32((c.rows + 63) / 64), 2}
				if flipped {
					grid[0], grid[1] = grid[1], grid[0]
				}
				if direct && c.cols%4 != 0 {
					continue
				}
				name := fmt.Sprintf("%s: %+v, way %d", chip.Name, c, way)
				body := beyond(c.rows, c.cols, c.dim, direct, flipped, ahead)
				if got := (rig{chip: chip, grid: grid, waves: 4}).run(t, body, buffer("x", in), buffer("y", make([]byte, len(in))))[1]; !bytes.Equal(got, in) {
					t.Errorf("%s: other data", name)
				}
				if text := compiled(t, chip, 4, body); c.cols%8 == 0 && !flipped && strings.Count(text, "v_min") == 0 {
					t.Errorf("%s: places are not kept inside", name)
				}
			}
		}
	}
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 4, func(k *tile.Kernel) {
		x := k.Tensor("x", ir.BF16, 64, 64).AnyBeyond(0)
		k.Store(x, k.Load(x, k.Spread(64, 64, 8), tile.I(0), tile.I(0)), tile.I(0), tile.I(0))
	})
	if _, err := m.IR(); err == nil || !strings.Contains(err.Error(), "is written; use the tensor itself") {
		t.Error(err)
	}
}
