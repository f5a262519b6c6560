package tile_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// ints are numbers as memory has them.
func ints(x ...int32) (b []byte) {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

func asInts(b []byte) (x []int32) {
	for ; len(b) > 0; b = b[4:] {
		x = append(x, int32(binary.LittleEndian.Uint32(b)))
	}
	return x
}

// TestPackedSequences: sequences of any length, packed one after the other, whose beginnings are in
// memory: each workgroup sums the rows of its own.
func TestPackedSequences(t *testing.T) {
	const cols, most = 64, 100
	starts := []int32{0, 7, 7, 40, 41, 90}
	for _, chip := range arch.Chips {
		x := random(rand.New(rand.NewPCG(5, 6)), most*cols)
		rig := rig{chip: chip, grid: [3]uint32{5, 1, 1}, waves: 2, near: 1e-6}
		got := asFloats(rig.run(t, func(k *tile.Kernel) {
			starts := k.Tensor("starts", ir.I32, 6)
			x, y := k.Tensor("x", ir.F32, most, cols), k.Tensor("y", ir.F32, 5, cols)
			n := k.WorkgroupID(0)
			first := k.LoadIndex(starts, n).Below(most)
			end := k.LoadIndex(starts, n.Plus(tile.I(1))).Below(most).Min(tile.I(95))
			l := k.Spread(8, cols, 2)
			sum := k.For(first, end, tile.I(8), tile.Values{k.Fill(l, ir.F32, 0)}, func(i tile.Index, c tile.Values) tile.Values {
				in := k.Compare(k.RowNumbers(l, i), tile.Less, k.Repeat(l.ColVector(), end))
				return tile.Values{k.Add(c.Tile(0), k.Select(in, k.Load(x, l, i.MayLeave(), tile.I(0)), k.Fill(l, ir.F32, 0)))}
			}).Tile(0)
			k.Store(y, k.Reduce(tile.Sum, sum, tile.OverRows), n, tile.I(0))
		}, buffer("starts", ints(starts...)), buffer("x", floats(x...)), buffer("y", make([]byte, 4*5*cols)))[2])
		for n := range 5 {
			for col := range cols {
				want := 0.0
				for row := starts[n]; row < starts[n+1]; row++ {
					want += float64(x[int(row)*cols+col])
				}
				if d := float64(got[n*cols+col]) - want; math.Abs(d) > 1e-5 {
					t.Fatalf("%s: sequence %d, column %d: %g, want %g", chip.Name, n, col, got[n*cols+col], want)
				}
			}
		}
	}
}

// TestIndexArithmetic: arithmetic on indices from memory, which a kernel stores.
func TestIndexArithmetic(t *testing.T) {
	type op struct {
		on   func(k *tile.Kernel, a, b tile.Index) tile.Index
		want func(a, b int32) int32
	}
	ops := []op{
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index { return a.Min(b) }, func(a, b int32) int32 { return min(a, b) }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index { return a.Max(b) }, func(a, b int32) int32 { return max(a, b) }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index { return a.Max(tile.I(5)).Min(tile.I(9)) }, func(a, b int32) int32 { return min(max(a, 5), 9) }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index { return a.TimesIndex(b) }, func(a, b int32) int32 { return a * b }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index {
			return a.Max(tile.I(0)).DivIndex(b.Max(tile.I(1)))
		}, func(a, b int32) int32 { return max(a, 0) / max(b, 1) }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index {
			return a.Equal(b).Or(b.Equal(tile.I(3))).Select(a, tile.I(77))
		},
			func(a, b int32) int32 { return choose(a == b || b == 3, a, 77) }},
		{func(_ *tile.Kernel, a, b tile.Index) tile.Index { return a.Equal(b).Not().Select(a.Plus(b), b) }, func(a, b int32) int32 { return choose(a != b, a+b, b) }},
		{func(k *tile.Kernel, a, b tile.Index) tile.Index {
			v := k.IfElse(a.Equal(b), func() tile.Values { return tile.Values{tile.I(4)} }, func() tile.Values { return tile.Values{b.Times(8)} })
			return v.Index(0)
		}, func(a, b int32) int32 { return choose(a == b, 4, b*8) }},
		{func(k *tile.Kernel, a, b tile.Index) tile.Index {
			return k.Repeat(k.Spread(1, 1, 1), a.Minus(b)).Index()
		}, func(a, b int32) int32 { return a - b }},
	}
	for i, in := range [][2]int32{{3, 5}, {-7, 3}, {12, 12}, {100, 3}} {
		rig := rig{chip: arch.Chips[i%len(arch.Chips)], grid: [3]uint32{1, 1, 1}, waves: 2}
		got := asInts(rig.run(t, func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.I32, 2), k.Tensor("y", ir.I32, int64(len(ops)))
			a, b := k.LoadIndex(x, tile.I(0)), k.LoadIndex(x, tile.I(1))
			for n, op := range ops {
				k.Store(y, k.Repeat(k.Spread(1, 1, 1), op.on(k, a, b)), tile.I(int64(n)))
			}
		}, buffer("x", ints(in[0], in[1])), buffer("y", make([]byte, 4*len(ops))))[1])
		for n, op := range ops {
			if want := op.want(in[0], in[1]); got[n] != want {
				t.Errorf("operation %d of %d and %d: %d, want %d", n, in[0], in[1], got[n], want)
			}
		}
	}
}

// TestLazyRescale: the accumulator of an online sum of exponentials is rescaled only in the steps, and
// by the waves, whose maximum grows by much.
func TestLazyRescale(t *testing.T) {
	const rows, cols, steps = 64, 64, 6
	for _, chip := range arch.Chips {
		r := rand.New(rand.NewPCG(7, 8))
		x := random(r, rows*cols*steps)
		for i := range x {
			x[i] = 10*x[i] + float32(i%(cols*steps)/cols)*3
		}
		body := func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.F32, rows, cols*steps), k.Tensor("y", ir.F32, rows, 1)
			l := k.Spread(rows, cols, 4)
			lazy := k.Fill(l.ColVector(), ir.F32, 0)
			init := tile.Values{lazy, lazy}
			out := k.For(tile.I(0), tile.I(steps), tile.I(1), init, func(i tile.Index, c tile.Values) tile.Values {
				at, sum := c.Tile(0), c.Tile(1)
				t := k.Load(x, l, tile.I(0), i.Times(cols))
				top := k.Max(at, k.Reduce(tile.Greatest, t, tile.OverCols))
				near := k.Compare(k.Sub(top, at), tile.LessEqual, k.Like(at, 8))
				v := k.IfElse(k.All(near), func() tile.Values { return tile.Values{at, sum} }, func() tile.Values {
					return tile.Values{top, k.Mul(sum, k.Exp2(k.Sub(at, top)))}
				})
				at, sum = v.Tile(0), v.Tile(1)
				return tile.Values{at, k.Add(sum, k.Reduce(tile.Sum, k.Exp2(k.Sub(t, at)), tile.OverCols))}
			})
			k.Store(y, k.Add(k.Map("log2", out.Tile(1)), out.Tile(0)), tile.I(0), tile.I(0))
		}
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4, near: 1e-5}
		got := asFloats(rig.run(t, body, buffer("x", floats(x...)), buffer("y", make([]byte, 4*rows)))[1])
		for row := range rows {
			sum := 0.0
			for _, v := range x[row*cols*steps : (row+1)*cols*steps] {
				sum += math.Exp2(float64(v))
			}
			if want := math.Log2(sum); math.Abs(float64(got[row])-want) > 1e-4 {
				t.Fatalf("%s: row %d: %g, want %g", chip.Name, row, got[row], want)
			}
		}
		if list := assembly(t, chip, 4, body); counted(list, "s_cbranch") < 2 {
			t.Errorf("%s: the rescaling is not jumped over:\n%s", chip.Name, strings.Join(list, "\n"))
		}
	}
}

// TestVotes: conditions of waves and of the workgroup.
func TestVotes(t *testing.T) {
	for _, waves := range []tile.Waves{1, 4} {
		for _, chip := range arch.Chips {
			rows := 8 * int(waves)
			x := make([]float32, rows*64)
			for i := range x {
				x[i] = float32(i / (64 * 8)) // the wave
			}
			x[5*64+3] = 9
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: waves}
			got := asInts(rig.run(t, func(k *tile.Kernel) {
				x, y := k.Tensor("x", ir.F32, int64(rows), 64), k.Tensor("y", ir.I32, 5, int64(waves))
				l := k.Spread(rows, 64, 8)
				t := k.Load(x, l, tile.I(0), tile.I(0))
				for n, c := range []tile.Condition{
					k.All(k.Compare(t, tile.Less, k.Like(t, 3))),
					k.Any(k.Compare(t, tile.Equal, k.Like(t, 9))),
					k.All(k.Compare(t, tile.Less, k.Like(t, 10))).AllWaves(),
					k.All(k.Compare(t, tile.Less, k.Like(t, 3))).AllWaves(),
					k.Any(k.Compare(t, tile.Equal, k.Like(t, 9))).AnyWave(),
				} {
					v := c.Select(tile.I(1), tile.I(0))
					k.Store(y, k.Repeat(k.Spread(1, 1, 1), v), tile.I(int64(n)), k.Wave())
				}
			}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*5*waves)))[1])
			for w := range int(waves) {
				want := []int32{choose[int32](w != 0 && w != 3, 1, 0), choose[int32](w == 0, 1, 0), 1, 0, 1}
				for n := range want {
					if got[n*int(waves)+w] != want[n] {
						t.Errorf("%s, %d waves: vote %d of wave %d is %d, want %d", chip.Name, waves, n, w, got[n*int(waves)+w], want[n])
					}
				}
			}
		}
	}
}

// TestSizeBelow: a loop to a size that is known to be small counts in 32 bits.
func TestSizeBelow(t *testing.T) {
	for _, chip := range arch.Chips {
		body := func(below bool) func(k *tile.Kernel) {
			return func(k *tile.Kernel) {
				x, l := k.Tensor("x", ir.F32, 8, tile.Dyn), k.Spread(8, 64, 2)
				if below {
					x.AtMost(1, 1<<20)
				}
				sum := k.For(tile.I(0), x.Dim(1), tile.I(64), tile.Values{k.Fill(l, ir.F32, 0)}, func(i tile.Index, c tile.Values) tile.Values {
					return tile.Values{k.Add(c.Tile(0), k.Load(x, l, tile.I(0), i))}
				}).Tile(0)
				k.Store(k.Tensor("y", ir.F32, 8, 1), k.Reduce(tile.Sum, sum, tile.OverCols), tile.I(0), tile.I(0))
			}
		}
		long, short := assembly(t, chip, 1, body(false)), assembly(t, chip, 1, body(true))
		if wide := counted(short, "s_addc") + counted(short, "v_cmp_gt_u64") + counted(short, "v_cmp_lt_u64"); len(short) >= len(long) || wide > 0 {
			t.Errorf("%s: %d instructions, %d of 64 bits; %d without a bound\n%s", chip.Name, len(short), wide, len(long), strings.Join(short, "\n"))
		}
	}
}
