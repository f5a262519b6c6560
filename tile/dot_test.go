package tile_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/long"
	"heddle/tile"
)

// chain is a product that is a factor of the next one, as in attention.
type chain struct {
	chip         *arch.Chip
	elem, next   ir.Type
	size, waves  int
	rows, n, out int // queries, keys, columns of the result
	like         bool
}

// limit is the greatest number of the first product, limited to what all types have.
const limit = 8

// masked is the number of the first key that does not count.
const masked = 37

// kernel writes the chain: the keys are brought into the order that the next product wants, or its
// values into that of the keys.
func (c *chain) kernel(k *tile.Kernel) {
	qk, pv := k.MMA(c.elem, c.elem, c.size, c.waves, 1), k.MMA(c.next, c.next, c.size, c.waves, 1)
	depth := qk.Step()
	tensor := func(name string, elem ir.Type, rows, cols int) *tile.Tensor {
		return k.Tensor(name, elem, int64(rows), int64(cols))
	}
	q, keys := tensor("q", c.elem, c.rows, depth), tensor("k", c.elem, c.n, depth)
	v, o := tensor("v", c.next, c.out, c.n), tensor("o", pv.Accumulator(), c.rows, c.out)
	zero := tile.I(0)
	lk := qk.BFor(pv, c.n, depth)
	if c.like {
		lk = qk.B(c.n, depth)
	}
	s := qk.Dot(k.Load(q, qk.A(c.rows, depth), zero, zero), k.Load(keys, lk, zero, zero), nil)
	s = k.Clamp(s, -limit, limit)
	col := k.Broadcast(k.ColNumbers(s.Layout, zero), s.Layout)
	s = k.Select(k.Compare(col, tile.Less, k.Like(col, masked)), s, k.Like(s, 0))
	p := k.Convert(s, c.next)
	lv := pv.B(c.out, c.n)
	if c.like {
		lv = pv.BLike(p.Layout, c.out)
	}
	k.Store(o, pv.Dot(p, k.Load(v, lv, zero, zero), nil), zero, zero)
}

// TestChain: a product is a factor of the next one without LDS, on both chips, for all
// types and sizes, with masks by the numbers of keys.
func TestChain(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for _, chip := range arch.Chips {
		fp8 := ir.TypeOf(chip.FP8)
		for i, p := range [][2]ir.Type{{ir.BF16, ir.BF16}, {ir.F16, ir.F16}, {fp8, fp8}, {ir.BF16, fp8}, {ir.F32, ir.F32}} {
			for _, size := range []int{16, 32} {
				c := &chain{chip: chip, elem: p[0], next: p[1], size: size, waves: 1 + i%2, n: 128, out: 2 * size, like: (i+size/16)%2 == 0}
				c.rows = size * c.waves * (2 - i%2)
				c.check(t, r)
			}
		}
	}
}

// check compares with products of integers.
func (c *chain) check(t *testing.T, r *rand.Rand) {
	depth := 0
	sums := ir.Type(nil)
	m := tile.NewModule(c.chip)
	m.Kernel("k", tile.Waves(c.waves), func(k *tile.Kernel) {
		mma := k.MMA(c.elem, c.elem, c.size, c.waves, 1)
		depth, sums = mma.Step(), mma.Accumulator()
		c.kernel(k)
	})
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(module.Print(ir.PrintOptions{})); strings.Contains(text, "workgroup>") || strings.Contains(text, "barrier") {
		t.Errorf("%s, %s to %s, %d: LDS is used", c.chip.Name, c.elem, c.next, c.size)
	}
	fill := func(elem ir.Type, n int) (code []byte, numbers []int) {
		for range n {
			v := r.IntN(2) * r.IntN(2) * (r.IntN(5) - 2)
			code, numbers = append(code, encode(elem, float64(v))...), append(numbers, v)
		}
		return code, numbers
	}
	q, x := fill(c.elem, c.rows*depth)
	keys, y := fill(c.elem, c.n*depth)
	v, z := fill(c.next, c.out*c.n)
	got := (rig{chip: c.chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(c.waves)}).run(t, c.kernel,
		buffer("q", q), buffer("k", keys), buffer("v", v), buffer("o", make([]byte, 4*c.rows*c.out)))[3]
	for row := range c.rows {
		for col := range c.out {
			want := 0
			for key := range masked {
				s := 0
				for n := range depth {
					s += x[row*depth+n] * y[key*depth+n]
				}
				want += min(max(s, -limit), limit) * z[col*c.n+key]
			}
			if code := encode(sums, float64(want)); !bytes.Equal(got[(row*c.out+col)*4:][:4], code) {
				t.Fatalf("%s, %s to %s, %d: (%d, %d) is not %d", c.chip.Name, c.elem, c.next, c.size, row, col, want)
			}
		}
	}
}

// TestSeeds: accumulators begin with any tile: a row, a column, or one of another layout.
func TestSeeds(t *testing.T) {
	const rows, cols = 32, 64
	for _, chip := range arch.Chips {
		for _, permute := range []bool{false, true} {
			x := make([]float32, rows*cols)
			for i := range x {
				x[i] = float32(i)
			}
			bias, factor := x[:cols], x[cols:][:rows]
			got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, func(k *tile.Kernel) {
				mma := k.MMA(ir.F32, ir.F32, 16, 1, 2)
				depth, zero := mma.Step(), tile.I(0)
				la, lb := mma.A(rows, depth), mma.B(cols, depth)
				if permute {
					la, lb = la.PermuteRows(4, 2, 0, 1, 3), lb.PermuteRows(1, 2, 3, 4, 5, 0)
				}
				a, b := k.Fill(la, ir.F32, 0), k.Fill(lb, ir.F32, 0)
				l := mma.Result(la, lb)
				tensor := func(name string, r, c int64) *tile.Tensor { return k.Tensor(name, ir.F32, r, c) }
				full, row, col := tensor("x", rows, cols), tensor("bias", 1, cols), tensor("factor", rows, 1)
				d := tensor("d", 3*rows, cols)
				for i, seed := range []*tile.Tile{k.Load(full, k.Spread(rows, cols, 4), zero, zero), k.Load(row, l.RowVector(), zero, zero), k.Load(col, l.ColVector(), zero, zero)} {
					sum := mma.Dot(a, b, seed)
					k.Store(d, sum, tile.I(int64(i*rows)), zero)
				}
			}, buffer("x", floats(x...)), buffer("bias", floats(bias...)), buffer("factor", floats(factor...)), buffer("d", make([]byte, 3*4*rows*cols)))[3]
			for i, v := range asFloats(got) {
				row, col := i/cols%rows, i%cols
				if want := []float32{x[i%(rows*cols)], bias[col], factor[row]}[i/cols/rows]; v != want {
					t.Fatalf("%s, rows permuted %v: seed %d at (%d, %d) is %g, want %g", chip.Name, permute, i/cols/rows, row, col, v, want)
				}
			}
		}
	}
}

// TestFactorMistakes: what no instruction can take is refused, with the bits that are wrong.
func TestFactorMistakes(t *testing.T) {
	for i, c := range []struct {
		body func(k *tile.Kernel, mma *tile.MMA)
		want string
	}{
		{func(k *tile.Kernel, mma *tile.MMA) {
			mma.Dot(k.Fill(k.Spread(32, 64, 8), ir.BF16, 1), k.Fill(mma.B(32, 64), ir.BF16, 1), nil)
		}, "lane[3:0] must go along rows, lane[5:4] along k, but lane[0] is (0, 8); use Relayout"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			mma.Dot(k.Fill(mma.C(32, 64), ir.BF16, 1), k.Fill(mma.B(32, 64), ir.BF16, 1), nil)
		}, "lane[4] goes to element 8 along k in B"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			mma.Dot(k.Fill(mma.A(32, 32), ir.BF16, 1), k.Fill(mma.B(32, 64), ir.BF16, 1), nil)
		}, "32 elements along k of A, 64 of B"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			mma.Dot(k.Fill(mma.A(32, 64).PermuteRows(0, 1, 2, 3), ir.BF16, 1), nil, nil)
		}, "the bits of 32 rows are permuted by [0 1 2 3]; it has to have each of 0 to 4 once"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			k.MMA(ir.BF16, ir.BF16, 16, 1, 2).BFor(mma, 32, 64)
		}, "shared by 2 waves, but as A each wave needs all of a row; use an MMA of 2 x 1"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			k.MMA(ir.BF16, ir.BF16, 32, 2, 1).BFor(mma, 64, 64)
		}, "lanes go along 32 rows in one, along 16 in the other"},
		{func(k *tile.Kernel, mma *tile.MMA) {
			other := k.MMA(ir.BF16, ir.BF16, 16, 1, 2)
			mma.Dot(k.Fill(other.C(32, 64), ir.BF16, 1), k.Fill(mma.B(32, 64), ir.BF16, 1), nil)
		}, "wave[0] goes along k, but each wave needs all of it"},
	} {
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", 2, func(k *tile.Kernel) { c.body(k, k.MMA(ir.BF16, ir.BF16, 16, 2, 1)) })
		_, err := m.IR()
		var e *tile.Error
		if !errors.As(err, &e) || e.File != "dot_test.go" || !strings.Contains(e.Message, c.want) {
			t.Errorf("%d: got %v, want %q", i, err, c.want)
		}
	}
}

// compiled returns the assembly of a kernel.
func compiled(t *testing.T, chip *arch.Chip, waves tile.Waves, body func(*tile.Kernel)) string {
	t.Helper()
	m := tile.NewModule(chip)
	m.Kernel("k", waves, body)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(module, build.Options{Chip: chip})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Assembly())
}

// count returns how many instructions begin like this.
func count(assembly, mnemonic string) int {
	return len(regexp.MustCompile(`(?m)^\s+`+mnemonic).FindAllString(assembly, -1))
}

// TestDotRandom: factors with any order of rows, and any order of k that both have, with items in any
// order, give the product in the order that Result says.
func TestDotRandom(t *testing.T) {
	for seed := range uint64(long.Count(6, 200)) {
		r := rand.New(rand.NewPCG(seed, 91))
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		elem := []ir.Type{ir.BF16, ir.F16, ir.TypeOf(chip.FP8), ir.F32, ir.I8}[r.IntN(5)]
		size, wavesM, wavesN := power(r, 4, 5), power(r, 0, 1), power(r, 0, 1)
		rows, cols := size*wavesM*power(r, 0, 1), size*wavesN*power(r, 0, 1)
		through := r.IntN(2) == 0 // LDS, one factor transposed
		var depth int
		var sums ir.Type
		orders := r.Uint64()
		kernel := func(k *tile.Kernel) {
			r := rand.New(rand.NewPCG(orders, 1))
			mma := k.MMA(elem, elem, size, wavesM, wavesN)
			depth, sums = 2*mma.Step(), mma.Accumulator()
			alongK := r.Perm(log2(depth))
			la := mma.A(rows, depth).PermuteCols(alongK...).PermuteRows(r.Perm(log2(rows))...)
			lb := mma.BLike(mma.A(rows, depth).PermuteCols(alongK...), cols).PermuteRows(r.Perm(log2(cols))...)
			a, b := k.Tensor("a", elem, int64(rows), int64(depth)), k.Tensor("b", elem, int64(cols), int64(depth))
			zero := tile.I(0)
			ta, tb := k.Load(a, la, zero, zero), k.Load(b, lb, zero, zero)
			if through {
				l := k.Spread(rows, depth, 4)
				sa, sb := k.LDS(elem, rows, depth, 1, tile.Stored(l), tile.Loaded(la)), k.LDS(elem, depth, cols, 1, tile.Stored(lb.T()), tile.LoadedTransposed(lb))
				sa.Store(k.Load(a, l, zero, zero), zero, 0, 0)
				sb.Store(tb.T(), zero, 0, 0)
				k.Barrier()
				ta, tb = sa.Load(la, zero, 0, 0), sb.LoadTransposed(lb, zero, 0, 0)
			}
			sum := mma.Dot(ta, tb, k.Fill(mma.Result(la, lb), sums, 1))
			k.Store(k.Tensor("d", sums, int64(rows), int64(cols)), sum, zero, zero)
		}
		compiled(t, chip, tile.Waves(wavesM*wavesN), kernel) // for depth and sums
		fill := func(n int) (code []byte, numbers []int) {
			for range n * depth {
				v := r.IntN(5) - 2
				code, numbers = append(code, encode(elem, float64(v))...), append(numbers, v)
			}
			return code, numbers
		}
		a, x := fill(rows)
		b, y := fill(cols)
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(wavesM * wavesN)}).run(t, kernel, buffer("a", a), buffer("b", b), buffer("d", make([]byte, 4*rows*cols)))[2]
		for i := range rows * cols {
			want := 1
			for n := range depth {
				want += x[i/cols*depth+n] * y[i%cols*depth+n]
			}
			if !bytes.Equal(got[4*i:][:4], encode(sums, float64(want))) {
				t.Fatalf("seed %d: %s, %s, %d: (%d, %d) is not %d", seed, chip.Name, elem, size, i/cols, i%cols, want)
			}
		}
	}
}
