package tile_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestRowSums: the sums of rows of a factor, by products with ones, are those of its elements: small whole numbers, whose sums
// are exact.
func TestRowSums(t *testing.T) {
	type shape struct {
		elem                           ir.Type
		size, depth, rows, cols, waves int
	}
	const steps, begin = 3, 5
	list := map[string][]shape{
		"gfx950": {
			{ir.F8E4M3FN, 32, 64, 32, 64, 1}, {ir.F8E4M3FN, 32, 64, 128, 128, 2}, {ir.F8E4M3FN, 16, 128, 32, 256, 1}, {ir.F8E5M2, 32, 64, 64, 64, 1},
			{ir.F8E4M3FN, 32, 16, 64, 64, 2}, {ir.BF16, 32, 16, 64, 32, 1}, {ir.F16, 16, 32, 32, 64, 2},
		},
		"gfx942": {{ir.F8E4M3FNUZ, 32, 16, 64, 64, 1}, {ir.BF16, 32, 8, 64, 32, 2}, {ir.F16, 16, 16, 32, 64, 1}},
	}
	for _, chip := range arch.Chips {
		for _, x := range list[chip.Name] {
			r, want := rand.New(rand.NewPCG(7, uint64(x.rows*x.cols))), slices.Repeat([]float32{begin}, x.rows)
			var codes []byte
			for row := range steps * x.rows {
				for range x.cols {
					v := r.IntN(15) - 7
					want[row%x.rows] += float32(v)
					codes = append(codes, encode(x.elem, float64(v))...)
				}
			}
			got := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(x.waves)}.run(t, func(k *tile.Kernel) {
				mma, zero := k.MMAOf(x.elem, x.elem, x.size, x.depth, x.waves, 1), tile.I(0)
				a, out := k.Tensor("a", x.elem, steps*int64(x.rows), int64(x.cols)), k.Tensor("out", ir.F32, int64(x.rows), 1)
				rest := k.Tensor("rest", ir.F32, int64(32*x.waves), 1)
				l := mma.A(x.rows, x.cols)
				column := mma.Result(l, mma.B(x.size, x.cols)).ColVector()
				sums := k.For(zero, tile.I(steps), tile.I(1), tile.Values{mma.SumsOf(l, k.Fill(column, ir.F32, begin))}, func(i tile.Index, c tile.Values) tile.Values {
					return tile.Values{mma.RowSums(k.Load(a, l, i.Times(int64(x.rows)), zero), c.Tile(0))}
				})
				if other := tile.Instructions(chip, x.elem, x.elem, 48-x.size); len(other) > 0 { // ones of its own
					o := k.MMAOf(x.elem, x.elem, 48-x.size, other[len(other)-1].Depth, x.waves, 1)
					lo := o.A(32*x.waves, o.Step())
					k.Store(rest, o.RowSums(k.Fill(lo, x.elem, 0), nil).Reorder(o.Result(lo, o.B(32, o.Step())).ColVector()), zero, zero)
				}
				k.Store(out, mma.RowSums(k.Fill(l, x.elem, 0), sums.Tile(0)).Reorder(column), zero, zero)
			}, buffer("a", codes), buffer("out", make([]byte, 4*x.rows)), buffer("rest", make([]byte, 128*x.waves)))
			if sums := asFloats(got[1]); !slices.Equal(sums, want) {
				t.Errorf("%s, %s, %d x %d x %d, a tile of %d x %d: %v, want %v", chip.Name, x.elem, x.size, x.size, x.depth, x.rows, x.cols, sums, want)
			}
		}
	}
}
