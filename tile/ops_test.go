package tile_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
)

// opsRows and opsCols are the size of the tensors of tests of operations, and of
// the tile that they are loaded in.
const opsRows, opsCols = 8, 32

type tiles = []*tile.Tile

// floatOps are operations on tiles of f32, and what they are on numbers.
var floatOps = []struct {
	name string
	on   func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile
	want func(a, b, c float32) float32
}{
	{"Add", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Add(a, b) }, func(a, b, _ float32) float32 { return a + b }},
	{"Sub", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Sub(a, b) }, func(a, b, _ float32) float32 { return a - b }},
	{"Mul", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Mul(a, b) }, func(a, b, _ float32) float32 { return a * b }},
	{"Div", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Div(a, b) }, func(a, b, _ float32) float32 { return a / b }},
	{"Max", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Max(a, b) }, func(a, b, _ float32) float32 { return max(a, b) }},
	{"Min", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Min(a, b) }, func(a, b, _ float32) float32 { return min(a, b) }},
	{"FMA", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile { return k.FMA(a, b, c) },
		func(a, b, c float32) float32 { return float32(float64(a)*float64(b) + float64(c)) }},
	{"Neg", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Neg(a) }, func(a, _, _ float32) float32 { return -a }},
	{"Scale", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Scale(a, 0.3) }, func(a, _, _ float32) float32 { return a * 0.3 }},
	{"Scale by 1", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Scale(a, 1) }, func(a, _, _ float32) float32 { return a }},
	{"Clamp", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Clamp(a, -0.5, 0.25) },
		func(a, _, _ float32) float32 { return min(max(a, -0.5), 0.25) }},
	{"Like", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Like(a, 7.25) }, func(_, _, _ float32) float32 { return 7.25 }},
	{"Fill", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Fill(a.Layout, ir.F32, 0.1) }, func(_, _, _ float32) float32 { return 0.1 }},
	{"absf", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Map("absf", a) }, func(a, _, _ float32) float32 { return float32(math.Abs(float64(a))) }},
	{"sqrt", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Map("sqrt", k.Mul(a, a)) },
		func(a, _, _ float32) float32 { return float32(math.Sqrt(float64(a * a))) }},
	{"Compare <", selected(tile.Less), func(a, b, c float32) float32 { return choose(a < b, b, c) }},
	{"Compare <=", selected(tile.LessEqual), func(a, b, c float32) float32 { return choose(a <= b, b, c) }},
	{"Compare >", selected(tile.Greater), func(a, b, c float32) float32 { return choose(a > b, b, c) }},
	{"Compare >=", selected(tile.GreaterEqual), func(a, b, c float32) float32 { return choose(a >= b, b, c) }},
	{"Compare ==", selected(tile.Equal), func(a, b, c float32) float32 { return choose(a == b, b, c) }},
	{"Compare !=", selected(tile.NotEqual), func(a, b, c float32) float32 { return choose(a != b, b, c) }},
	{"And of conditions", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.And(k.Compare(a, tile.Less, b), k.Compare(k.Broadcast(a, k.Spread(opsRows, opsCols, 2)), tile.Less, c)), a, c)
	}, func(a, b, c float32) float32 { return choose(a < b && a < c, a, c) }},
	{"to f16", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Convert(k.Scale(a, 1.0/256), ir.F16), ir.F32)
	},
		func(a, _, _ float32) float32 { return a / 256 }},
	{"to bf16 and f16", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Convert(k.Convert(k.Map("roundeven", a), ir.BF16), ir.F16), ir.F32)
	}, func(a, _, _ float32) float32 { return float32(math.RoundToEven(float64(a))) }},
	{"to f64", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Add(k.Convert(a, ir.F64), k.Convert(b, ir.F64)), ir.F32)
	}, func(a, b, _ float32) float32 { return float32(float64(a) + float64(b)) }},
	{"to i32", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Convert(k.Convert(a, ir.I32), ir.F32) },
		func(a, _, _ float32) float32 { return float32(math.RoundToEven(float64(a))) + 0 }},
	{"to f32", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Convert(a, ir.F32) }, func(a, _, _ float32) float32 { return a }},
}

func selected(p tile.Predicate) func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
	return func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile { return k.Select(k.Compare(a, p, b), b, c) }
}

func choose[T any](which bool, a, b T) T {
	if which {
		return a
	}
	return b
}

// TestFloatOps: each operation, on tiles of which some are repeated.
func TestFloatOps(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i, op := range floatOps {
		chip := arch.Chips[i%len(arch.Chips)]
		// What is repeated: a row, a column, one element, or nothing.
		forms := [3]int{0, r.IntN(4), r.IntN(4)}
		if i%3 == 1 {
			forms[0], forms[1] = forms[1], 0
		}
		var data [3][]float32
		for j := range data {
			data[j] = random(r, opsRows*opsCols)
			for n := range data[j] { // with few bits, and equals
				data[j][n] = float32(math.Round(float64(data[j][n]*256))) / 64
			}
		}
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}
		out := buffer("out", make([]byte, 4*opsRows*opsCols))
		got := asFloats(rig.run(t, func(k *tile.Kernel) {
			l := k.Spread(opsRows, opsCols, 2)
			var in tiles
			for j, name := range []string{"a", "b", "c"} {
				x := k.Tensor(name, ir.F32, opsRows, opsCols)
				in = append(in, k.Load(x, []tile.Layout{l, l.RowVector(), l.ColVector(), l.RowVector().ColVector()}[forms[j]], tile.I(0), tile.I(0)))
			}
			y := k.Tensor("out", ir.F32, opsRows, opsCols)
			k.Store(y, k.Broadcast(op.on(k, in[0], in[1], in[2]), l), tile.I(0), tile.I(0))
		}, buffer("a", floats(data[0]...)), buffer("b", floats(data[1]...)), buffer("c", floats(data[2]...)), out)[3])
		at := func(j, row, col int) float32 {
			if forms[j]&1 != 0 {
				row = 0
			}
			if forms[j]&2 != 0 {
				col = 0
			}
			return data[j][row*opsCols+col]
		}
		for row := range opsRows {
			for col := range opsCols {
				a, b, c := at(0, row, col), at(1, row, col), at(2, row, col)
				if want, got := op.want(a, b, c), got[row*opsCols+col]; want != got && (want == want || got == got) {
					t.Fatalf("%s of %g, %g, %g at (%d, %d), forms %v: %g, want %g", op.name, a, b, c, row, col, forms, got, want)
				}
			}
		}
	}
}

// integerOps are operations on tiles of i32; b and c are from 0 to 31.
var integerOps = []struct {
	name string
	on   func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile
	want func(a, b, c int32) int32
}{
	{"Add", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Add(a, b) }, func(a, b, _ int32) int32 { return a + b }},
	{"Sub", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Sub(a, b) }, func(a, b, _ int32) int32 { return a - b }},
	{"Mul", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Mul(a, b) }, func(a, b, _ int32) int32 { return a * b }},
	{"Max", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Max(a, b) }, func(a, b, _ int32) int32 { return max(a, b) }},
	{"Min", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Min(a, b) }, func(a, b, _ int32) int32 { return min(a, b) }},
	{"And", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.And(a, b) }, func(a, b, _ int32) int32 { return a & b }},
	{"Or", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Or(a, b) }, func(a, b, _ int32) int32 { return a | b }},
	{"Xor", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.Xor(a, b) }, func(a, b, _ int32) int32 { return a ^ b }},
	{"ShiftLeft", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.ShiftLeft(a, b) }, func(a, b, _ int32) int32 { return a << b }},
	{"ShiftRight", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile { return k.ShiftRight(a, b) }, func(a, b, _ int32) int32 { return a >> b }},
	{"Clamp", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Clamp(a, -100, 100) }, func(a, _, _ int32) int32 { return min(max(a, -100), 100) }},
	{"Compare <", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile { return k.Select(k.Compare(a, tile.Less, b), a, c) },
		func(a, b, c int32) int32 { return choose(a < b, a, c) }},
	{"Compare <=", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.Compare(b, tile.LessEqual, c), a, c)
	},
		func(a, b, c int32) int32 { return choose(b <= c, a, c) }},
	{"Compare >", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.Compare(a, tile.Greater, b), a, c)
	},
		func(a, b, c int32) int32 { return choose(a > b, a, c) }},
	{"Compare >=", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.Compare(b, tile.GreaterEqual, c), a, c)
	},
		func(a, b, c int32) int32 { return choose(b >= c, a, c) }},
	{"Compare ==", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.Compare(b, tile.Equal, c), a, c)
	},
		func(a, b, c int32) int32 { return choose(b == c, a, c) }},
	{"Compare !=", func(k *tile.Kernel, a, b, c *tile.Tile) *tile.Tile {
		return k.Select(k.Compare(b, tile.NotEqual, c), a, c)
	},
		func(a, b, c int32) int32 { return choose(b != c, a, c) }},
	{"to i8", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.Convert(k.Convert(a, ir.I8), ir.I32) }, func(a, _, _ int32) int32 { return int32(int8(a)) }},
	{"to i64", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		wide := k.Convert(a, ir.I64)
		return k.Convert(k.ShiftRight(k.Mul(wide, wide), k.Like(wide, 33)), ir.I32)
	}, func(a, _, _ int32) int32 { return int32(int64(a) * int64(a) >> 33) }},
	{"condition to i32", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Compare(a, tile.Less, b), ir.I32)
	},
		func(a, b, _ int32) int32 { return choose[int32](a < b, 1, 0) }},
	{"condition to f32", func(k *tile.Kernel, a, b, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Convert(k.Compare(a, tile.Less, b), ir.F32), ir.I32)
	}, func(a, b, _ int32) int32 { return choose[int32](a < b, 1, 0) }},
	{"to f64", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Convert(k.Scale(k.Convert(a, ir.F64), 0.25), ir.I32)
	}, func(a, _, _ int32) int32 { return int32(math.RoundToEven(float64(a) / 4)) }},
	{"RowNumbers", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Add(k.RowNumbers(a.Layout, tile.I(3)), k.Like(a, 0))
	}, nil},
	{"ColNumbers", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Add(k.ColNumbers(a.Layout, k.WorkgroupID(0).Plus(tile.I(5))), k.Like(a, 0))
	}, nil},
	{"Repeat", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile {
		return k.Add(a, k.Repeat(a.Layout, k.WorkgroupID(0).Plus(tile.I(9))))
	}, func(a, _, _ int32) int32 { return a + 9 }},
	{"AndColumn", func(k *tile.Kernel, a, _, _ *tile.Tile) *tile.Tile { return k.AndColumn(a, tile.I(2), tile.I(7), 0xff) }, nil},
}

// special are those whose results depend on the place.
var special = map[string]func(a int32, row, col int) int32{
	"RowNumbers": func(_ int32, row, _ int) int32 { return int32(row + 3) },
	"ColNumbers": func(_ int32, _, col int) int32 { return int32(col + 5) },
	"AndColumn":  func(a int32, _, col int) int32 { return choose(col == 5, a&0xff, a) },
}

func TestIntegerOps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i, op := range integerOps {
		chip := arch.Chips[i%len(arch.Chips)]
		var data [3][]int32
		var args []interp.Arg
		for j := range data {
			var b []byte
			for range opsRows * opsCols {
				x := int32(r.Uint32())
				if j > 0 {
					x &= 31
				}
				data[j] = append(data[j], x)
				b = binary.LittleEndian.AppendUint32(b, uint32(x))
			}
			args = append(args, buffer("abc"[j:j+1], b))
		}
		args = append(args, buffer("out", make([]byte, 4*opsRows*opsCols)))
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			l := k.SpreadDown(opsRows, opsCols, 4)
			var in tiles
			for _, name := range []string{"a", "b", "c"} {
				in = append(in, k.Load(k.Tensor(name, ir.I32, opsRows, opsCols), l, tile.I(0), tile.I(0)))
			}
			k.Store(k.Tensor("out", ir.I32, opsRows, opsCols), op.on(k, in[0], in[1], in[2]), tile.I(0), tile.I(0))
		}, args...)[3]
		for n := range data[0] {
			want := int32(0)
			if f := special[op.name]; f != nil {
				want = f(data[0][n], n/opsCols, n%opsCols)
			} else {
				want = op.want(data[0][n], data[1][n], data[2][n])
			}
			if got := int32(binary.LittleEndian.Uint32(got[4*n:])); got != want {
				t.Fatalf("%s of %d, %d, %d at %d: %d, want %d", op.name, data[0][n], data[1][n], data[2][n], n, got, want)
			}
		}
	}
}

// TestArguments: numbers and sizes that the launch gives.
func TestArguments(t *testing.T) {
	for _, chip := range arch.Chips {
		x := random(rand.New(rand.NewPCG(7, 8)), 64)
		args := []interp.Arg{buffer("x", floats(x...)), interp.Bytes(floats(1.5)), number(3), buffer("y", make([]byte, 4*64))}
		got := asFloats((rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			x := k.Tensor("x", ir.F32, 8, 8)
			factor, turns := k.Scalar(ir.F32), k.Size()
			y := k.Tensor("y", ir.F32, 8, 8)
			l := k.Spread(8, 8, 1)
			first := k.Load(x, l, tile.I(0), tile.I(0))
			out := k.For(tile.I(0), turns, tile.I(1), tile.Values{first}, func(_ tile.Index, c tile.Values) tile.Values {
				return tile.Values{k.Mul(factor, c.Tile(0))}
			})
			k.Store(y, out.Tile(0), tile.I(0), tile.I(0))
		}, args...)[1])
		for i := range x {
			if want := x[i] * 1.5 * 1.5 * 1.5; got[i] != want {
				t.Fatalf("%d: %g, want %g", i, got[i], want)
			}
		}
	}
}

// TestAtomicAdd: workgroups add to the same elements.
func TestAtomicAdd(t *testing.T) {
	const rows, groups = 7, 5
	for _, chip := range arch.Chips {
		for i, elem := range []ir.Type{ir.I32, ir.F32} {
			cols := []int{13, 12}[i]
			var y, want []byte
			for i := range rows * cols {
				y = append(y, encode(elem, float64(i))...)
				want = append(want, encode(elem, float64(i+groups*3))...)
			}
			got := (rig{chip: chip, grid: [3]uint32{groups, 1, 1}, waves: 2}).run(t, func(k *tile.Kernel) {
				l := k.Spread(8, 16, 2)
				k.AtomicAdd(k.Tensor("y", elem, rows, int64(cols)), k.Fill(l, elem, 3), tile.I(0), tile.I(0))
			}, buffer("y", y))[0]
			if !bytes.Equal(got, want) {
				t.Fatalf("%s, %s: got % x, want % x", chip.Name, elem, got, want)
			}
		}
	}
}
