package tile_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestMasks: comparisons of the numbers of rows and columns, each with its condition; the place of
// the tile is a kernel value.
func TestMasks(t *testing.T) {
	const rows, cols, first = 32, 64, 7
	type mask struct {
		of   func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile
		want func(row, col int) bool
	}
	masks := []mask{
		{(*tile.Kernel).Causal, func(row, col int) bool { return col <= row }},
		{func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile { // a sliding window
			q := k.RowNumbers(l, row.Minus(tile.I(5)))
			return k.And(k.Causal(l, row, col), k.Compare(q, tile.Less, k.ColNumbers(l, col)))
		}, func(row, col int) bool { return col <= row && row-5 < col }},
		{func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile { // ragged
			return k.Compare(k.ColNumbers(l, col), tile.Less, k.Like(k.RowNumbers(l, row), 21))
		}, func(_, col int) bool { return col < 21 }},
		{func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile {
			return k.Compare(k.RowNumbers(l, row), tile.NotEqual, k.Repeat(l.ColVector(), col.Plus(tile.I(11))))
		}, func(row, _ int) bool { return row != first*3+11 }},
		{func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile {
			return k.Compare(k.Repeat(l, row), tile.Less, k.Repeat(l, col))
		}, func(int, int) bool { return first < first*3 }},
		{func(k *tile.Kernel, l tile.Layout, row, col tile.Index) *tile.Tile { // an outer comparison of loaded numbers
			return k.Compare(k.Add(k.RowNumbers(l, row), k.Like(k.RowNumbers(l, row), 1)), tile.Greater, k.Mul(k.ColNumbers(l, col), k.Like(k.ColNumbers(l, col), 2)))
		}, func(row, col int) bool { return row+1 > 2*col }},
	}
	for _, chip := range arch.Chips {
		for _, spread := range []func(k *tile.Kernel) tile.Layout{
			func(k *tile.Kernel) tile.Layout { return k.Spread(rows, cols, 4) },
			func(k *tile.Kernel) tile.Layout { return k.SpreadDown(rows, cols, 2) },
			func(k *tile.Kernel) tile.Layout { return k.MMA(ir.BF16, ir.BF16, 16, 2, 2).C(rows, cols) },
			func(k *tile.Kernel) tile.Layout { return k.MMA(ir.BF16, ir.BF16, 32, 1, 4).B(4*cols/2, rows*2).T() },
		} {
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}
			var l tile.Layout
			got := asInts(rig.run(t, func(k *tile.Kernel) {
				l = spread(k)
				y := k.Tensor("y", ir.I32, int64(len(masks)), int64(l.Rows), int64(l.Cols))
				row := k.LoadIndex(k.Tensor("x", ir.I32, 1), tile.I(0)).Below(1 << 20)
				for n, m := range masks {
					v := k.Select(m.of(k, l, row, row.Times(3)), k.Fill(l, ir.I32, 1), k.Fill(l, ir.I32, 0))
					k.Store(y, v, tile.I(int64(n)), tile.I(0), tile.I(0))
				}
			}, buffer("y", make([]byte, 4*len(masks)*128*64)), buffer("x", ints(first)))[0])
			for n, m := range masks {
				for i, v := range got[n*l.Rows*l.Cols : (n+1)*l.Rows*l.Cols] {
					if row, col := first+i/l.Cols, 3*first+i%l.Cols; (v == 1) != m.want(row, col) {
						t.Fatalf("%s: mask %d of %s at row %d, column %d: %d", chip.Name, n, l, row, col, v)
					}
				}
			}
		}
	}
}

// TestCausalCost: a causal mask of scores in the layout of a matrix product is a comparison with a
// constant and a selection for each item, and little more for all of them.
func TestCausalCost(t *testing.T) {
	for _, chip := range arch.Chips {
		list := assembly(t, chip, 4, func(k *tile.Kernel) {
			l := k.MMA(ir.BF16, ir.BF16, 32, 4, 1).C(128, 64)
			x := k.Tensor("x", ir.F32, 1024, 1024)
			row, col := k.WorkgroupID(0).Times(128).Below(1024), k.WorkgroupID(1).Times(64).Below(1024)
			t := k.Load(x, l, row, col)
			k.Store(x, k.Select(k.Causal(l, row, col), t, k.Like(t, -1)), row, col)
		})
		if adds, cmps := counted(list, "v_add")+counted(list, "v_sub"), counted(list, "v_cmp"); adds > 4 || cmps > 32 || len(list) > 118 {
			t.Errorf("%s: %d additions, %d comparisons in %d instructions; want 4, 32, 118\n%s", chip.Name, adds, cmps, len(list), strings.Join(list, "\n"))
		}
	}
}

// TestOuterEdges: a tile above the first image, below the last, and in images that are not there reads
// as Outside; nothing is stored there.
func TestOuterEdges(t *testing.T) {
	const images, height, width, channels = 3, 5, 8, 16
	r := rand.New(rand.NewPCG(5, 9))
	for _, chip := range arch.Chips {
		x := random(r, images*height*width*channels)
		rig := rig{chip: chip, grid: [3]uint32{height + 2, images + 1, 1}, waves: 1}
		out := rig.run(t, func(k *tile.Kernel) {
			k.Grid(height+2, images+1, 1)
			x, y := k.Tensor("x", ir.F32, images, height, width, channels), k.Tensor("y", ir.F32, images+1, height+2, width, channels)
			z := k.Tensor("z", ir.F32, images, height, width, channels)
			row, image := k.WorkgroupID(0), k.WorkgroupID(1)
			l := k.Spread(width, channels, 2)
			above := row.Minus(tile.I(1))
			v := k.Load(x.Outside(9), l, image.MayLeave(), above, tile.I(0), tile.I(0))
			k.Store(y, v, image, row, tile.I(0), tile.I(0))
			k.Store(z, v, image.MayLeave(), above, tile.I(0), tile.I(0))
		}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*(images+1)*(height+2)*width*channels)), buffer("z", make([]byte, 4*len(x))))
		y, z := asFloats(out[1]), asFloats(out[2])
		for i, got := range y {
			want := float32(9)
			rest := i % (width * channels)
			row, image := i/(width*channels)%(height+2)-1, i/(width*channels)/(height+2)
			if row >= 0 && row < height && image < images {
				want = x[(image*height+row)*width*channels+rest]
			}
			if got != want {
				t.Fatalf("%s: element %d of row %d of image %d is %g, want %g", chip.Name, rest, row, image, got, want)
			}
		}
		for i := range z {
			if z[i] != x[i] {
				t.Fatalf("%s: element %d is stored as %g, want %g", chip.Name, i, z[i], x[i])
			}
		}
	}
}
