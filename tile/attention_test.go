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

// attention is a tile of queries over all keys, 32 queries a wave, with K and V from memory directly
// to LDS, P in registers, and V read transposed.
type attention struct {
	seq, m, n, d int
}

func (a attention) kernel(k *tile.Kernel) {
	tensor := func(name string, rows int) *tile.Tensor { return k.Tensor(name, ir.BF16, int64(rows), int64(a.d)) }
	q, keys, values, out := tensor("q", a.m), tensor("k", a.seq), tensor("v", a.seq), k.Tensor("o", ir.F32, int64(a.m), int64(a.d))
	mma := k.MMA(ir.BF16, ir.BF16, 32, 4, 1)
	zero, stored := tile.I(0), k.Spread(a.n, a.d, 8)
	lk, lv := mma.BFor(mma, a.n, a.d), mma.BTransposed(a.d, a.n)
	bk := k.LDS(ir.BF16, a.n, a.d, 1, tile.Direct(), tile.Stored(stored), tile.Loaded(lk))
	bv := k.LDS(ir.BF16, a.n, a.d, 1, tile.Direct(), tile.Stored(stored), tile.LoadedTransposed(lv))
	tq := k.Load(q, mma.A(a.m, a.d), zero, zero)
	scale := math.Log2E / math.Sqrt(float64(a.d))
	acc := k.Fill(mma.Result(mma.A(a.m, a.n), lv), ir.F32, 0)
	rows := acc.Layout.ColVector()
	init := tile.Values{acc, k.Fill(rows, ir.F32, math.Inf(-1)), k.Fill(rows, ir.F32, 0)}
	r := k.For(zero, tile.I(int64(a.seq)), tile.I(int64(a.n)), init, func(at tile.Index, c tile.Values) tile.Values {
		acc, top, sum := c.Tile(0), c.Tile(1), c.Tile(2)
		bk.Copy(keys, zero, at, zero)
		bv.Copy(values, zero, at, zero)
		k.Barrier()
		s := mma.Dot(tq, bk.Load(lk, zero, 0, 0), nil)
		var next *tile.Tile
		k.Fast(tile.NoNaN, func() { next = k.Max(top, k.Scale(k.Reduce(tile.Greatest, s, tile.OverCols), scale)) })
		p := k.Exp2(k.FMA(s, k.Like(s, scale), k.Neg(next)))
		change := k.Exp2(k.Sub(top, next))
		sum = k.FMA(sum, change, k.Reduce(tile.Sum, p, tile.OverCols))
		acc = mma.Dot(k.Convert(p, ir.BF16), bv.LoadTransposed(lv, zero, 0, 0), k.Mul(acc, change))
		k.Barrier()
		return tile.Values{acc, next, sum}
	})
	o := k.Div(r.Tile(0), r.Tile(2))
	k.Store(out, k.Relayout(o, o.Layout.Wide(4)), zero, zero)
}

// TestAttention: the whole chain is near float64 on both chips; on gfx950 its loop has no LDS access
// but the reads of K and V.
func TestAttention(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 1))
	a := attention{seq: 192, m: 128, n: 64, d: 64}
	numbers := func(n int) (x []float64, code []byte) {
		for range n {
			v := float64(r.IntN(257)-128) / 64
			x, code = append(x, v), append(code, encode(ir.BF16, v)...)
		}
		return x, code
	}
	q, cq := numbers(a.m * a.d)
	keys, ck := numbers(a.seq * a.d)
	values, cv := numbers(a.seq * a.d)
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4, near: 1e-2}).run(t, a.kernel,
			buffer("q", cq), buffer("k", ck), buffer("v", cv), buffer("o", make([]byte, 4*a.m*a.d)))[3]
		for row := range a.m {
			want := a.reference(q[row*a.d:][:a.d], keys, values)
			for col, w := range want {
				g := float64(math.Float32frombits(binary.LittleEndian.Uint32(got[4*(row*a.d+col):])))
				if !(math.Abs(g-w) <= 1e-2) {
					t.Fatalf("%s: (%d, %d) is %g, want %g", chip.Name, row, col, g, w)
				}
			}
		}
	}
	text := compiled(t, &arch.GFX950, 4, attention{seq: 1024, m: 128, n: 64, d: 128}.kernel)
	loop := text[strings.Index(text, "; loop: loop"):]
	loop = loop[:strings.Index(loop, "s_cbranch")]
	for _, c := range []struct {
		mnemonic string
		want     int
	}{{"v_mfma", 32}, {"ds_read_b128", 16}, {"ds_read_b64_tr_b16", 32}, {"ds_", 48}, {"buffer_load_dwordx4", 8}, {"s_barrier", 2}, {"v_perm_b32", 0}} {
		if n := count(loop, c.mnemonic); n != c.want {
			t.Errorf("the loop has %d %s, want %d", n, c.mnemonic, c.want)
		}
	}
	if n := count(loop, "[a-z]+_"); n > 420 {
		t.Errorf("the loop has %d instructions", n)
	}
}

// reference is one row of attention.
func (a attention) reference(q, keys, values []float64) []float64 {
	out, total := make([]float64, a.d), 0.0
	for key := range a.seq {
		s := 0.0
		for i, x := range q {
			s += x * keys[key*a.d+i]
		}
		p := math.Exp(s / math.Sqrt(float64(a.d)))
		total += p
		for i := range out {
			out[i] += p * values[key*a.d+i]
		}
	}
	for i := range out {
		out[i] /= total
	}
	return out
}
