package tile_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// oneTile is one tile of attention with a head dimension that may be no power of two: keys and
// values go through LDS, P from the layout of a result to that of a factor.
func oneTile(k *tile.Kernel, queries, keys, depth int) {
	q, ks := k.Tensor("q", ir.BF16, int64(queries), int64(depth)), k.Tensor("k", ir.BF16, int64(keys), int64(depth))
	v, y := k.Tensor("v", ir.BF16, int64(depth), int64(keys)), k.Tensor("y", ir.F32, int64(queries), int64(depth))
	o := []tile.Index{tile.I(0), tile.I(0)}
	mma := k.MMA(ir.BF16, ir.BF16, 16, 4, 1)
	load, loadV := k.Spread(keys, depth, 8), k.Spread(depth, keys, 8)
	lk := k.LDS(ir.BF16, keys, depth, 1, tile.Stored(load), tile.Loaded(mma.B(keys, depth)))
	lv := k.LDS(ir.BF16, depth, keys, 2, tile.Stored(loadV), tile.Loaded(mma.B(depth, keys)))
	lk.Store(k.Load(ks, load, o...), tile.I(0), 0, 0)
	lv.Store(k.Load(v, loadV, o...), tile.I(1), 0, 0)
	k.Barrier()
	s := mma.Dot(k.Load(q, mma.A(queries, depth), o...), lk.Load(mma.B(keys, depth), tile.I(0), 0, 0), mma.Zero(queries, keys))
	p := k.Exp2(k.Sub(s, k.Reduce(tile.Greatest, s, tile.OverCols)))
	sum := k.Reduce(tile.Sum, p, tile.OverCols)
	a := k.Relayout(k.Convert(p, ir.BF16), mma.A(queries, keys))
	out := mma.Dot(a, lv.Load(mma.B(depth, keys), tile.I(1), 0, 0), mma.Zero(queries, depth))
	k.Store(y, k.Div(out, sum), o...)
}

// TestHeadDimensions: attention with heads of 96 and 192, with 96 queries or keys.
func TestHeadDimensions(t *testing.T) {
	for i, size := range [][3]int{{64, 64, 96}, {64, 32, 192}, {192, 64, 64}, {64, 96, 64}} {
		queries, keys, depth := size[0], size[1], size[2]
		chip := arch.Chips[i%len(arch.Chips)]
		r := rand.New(rand.NewPCG(6, uint64(i)))
		numbers := func(n int) (x []float64, b []byte) {
			for range n {
				v := float64(r.IntN(17)-8) / 8
				x, b = append(x, v), append(b, encode(ir.BF16, v)...)
			}
			return x, b
		}
		q, qb := numbers(queries * depth)
		ks, kb := numbers(keys * depth)
		v, vb := numbers(depth * keys)
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4, near: 1e-2}
		got := asFloats(rig.run(t, func(k *tile.Kernel) { oneTile(k, queries, keys, depth) },
			buffer("q", qb), buffer("k", kb), buffer("v", vb), buffer("y", make([]byte, 4*queries*depth)))[3])
		for row := range queries {
			p, sum, top := make([]float64, keys), 0.0, math.Inf(-1)
			for key := range keys {
				for d := range depth {
					p[key] += q[row*depth+d] * ks[key*depth+d]
				}
				top = max(top, p[key])
			}
			for key := range keys {
				p[key] = math.Exp2(p[key] - top)
				sum += p[key]
			}
			for d := range depth {
				want := 0.0
				for key := range keys {
					want += p[key] / sum * v[d*keys+key]
				}
				if g := float64(got[row*depth+d]); math.Abs(g-want) > 2e-2 {
					t.Fatalf("%s, %v: (%d, %d) is %g, want %g", chip.Name, size, row, d, g, want)
				}
			}
		}
	}
}

// TestBlocksOfTiles: tiles of blocks in both directions: loads with edges, reductions, repetition, masks,
// carried by a loop, and parts of LDS of blocks.
func TestBlocksOfTiles(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, size := range [][2]int{{96, 32}, {16, 192}, {8, 80}} {
			rows, cols := size[0], size[1]
			x := random(rand.New(rand.NewPCG(8, 9)), rows*cols)
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2, near: 1e-6}
			out := rig.run(t, func(k *tile.Kernel) {
				x, y := k.Tensor("x", ir.F32, int64(rows-1), int64(cols-3)), k.Tensor("y", ir.F32, int64(rows), int64(cols))
				sums, part := k.Tensor("sums", ir.F32, int64(rows), 1), k.Tensor("part", ir.F32, int64(8), 16)
				o := []tile.Index{tile.I(0), tile.I(0)}
				l := k.Spread(rows, cols, 4)
				v := k.Load(x.Outside(2), l, o...)
				v = k.For(tile.I(0), tile.I(2), tile.I(1), tile.Values{v}, func(_ tile.Index, c tile.Values) tile.Values {
					return tile.Values{k.Add(c.Tile(0), k.Reduce(tile.Greatest, c.Tile(0), tile.OverRows))}
				}).Tile(0)
				k.Store(sums, k.Reduce(tile.Sum, v, tile.OverCols), o...)
				k.Store(y, k.Select(k.Causal(l, tile.I(0), k.WorkgroupID(0)), v, k.Like(v, 0)), o...)
				lds := k.LDS(ir.F32, rows, cols, 1, tile.Stored(l), tile.Loaded(k.Spread(8, 16, 1)))
				lds.Store(v, tile.I(0), 0, 0)
				k.Barrier()
				k.Store(part, lds.Load(k.Spread(8, 16, 1), tile.I(0), rows-8, cols-16), o...)
			}, buffer("x", floats(x[:(rows-1)*(cols-3)]...)), buffer("y", make([]byte, 4*rows*cols)), buffer("sums", make([]byte, 4*rows)), buffer("part", make([]byte, 4*8*16)))
			want := make([]float64, rows*cols)
			for i := range want {
				want[i] = 2
				if row, col := i/cols, i%cols; row < rows-1 && col < cols-3 {
					want[i] = float64(x[row*(cols-3)+col])
				}
			}
			for range 2 {
				for col := range cols {
					top := math.Inf(-1)
					for row := range rows {
						top = max(top, want[row*cols+col])
					}
					for row := range rows {
						want[row*cols+col] += top
					}
				}
			}
			y, sums, part := asFloats(out[1]), asFloats(out[2]), asFloats(out[3])
			for row := range rows {
				sum := 0.0
				for col := range cols {
					w := want[row*cols+col]
					sum += w
					if row >= rows-8 && col >= cols-16 {
						if g := part[(row-rows+8)*16+col-cols+16]; math.Abs(float64(g)-w) > 1e-5 {
							t.Fatalf("%s %v: (%d, %d) in LDS is %g, want %g", chip.Name, size, row, col, g, w)
						}
					}
					if col > row {
						w = 0
					}
					if g := y[row*cols+col]; math.Abs(float64(g)-w) > 1e-5 {
						t.Fatalf("%s %v: (%d, %d) is %g, want %g", chip.Name, size, row, col, g, w)
					}
				}
				if math.Abs(float64(sums[row])-sum) > 1e-3 {
					t.Fatalf("%s %v: sum of row %d is %g, want %g", chip.Name, size, row, sums[row], sum)
				}
			}
		}
	}
}

// TestCopyBlocks: tiles of blocks that go from memory to LDS directly, with an edge.
func TestCopyBlocks(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, size := range [][2]int{{96, 32}, {32, 192}} {
			rows, cols := size[0], size[1]
			x := random(rand.New(rand.NewPCG(8, 10)), 2*(rows-1)*cols)
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}
			got := asFloats(rig.run(t, func(k *tile.Kernel) {
				x, y := k.Tensor("x", ir.F32, 2, int64(rows-1), int64(cols)), k.Tensor("y", ir.F32, int64(rows), int64(cols))
				l := k.Spread(rows, cols, 4)
				lds := k.LDS(ir.F32, rows, cols, 2, tile.Direct(), tile.Loaded(l))
				lds.Copy(x, tile.I(1), tile.I(1), tile.I(0), tile.I(0))
				k.Barrier()
				k.Store(y, lds.Load(l, tile.I(1), 0, 0), tile.I(0), tile.I(0))
			}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*rows*cols)))[1])
			for i := range got {
				want := float32(0)
				if i/cols < rows-1 {
					want = x[(rows-1)*cols+i]
				}
				if got[i] != want {
					t.Fatalf("%s %v: (%d, %d) is %g, want %g", chip.Name, size, i/cols, i%cols, got[i], want)
				}
			}
		}
	}
}
