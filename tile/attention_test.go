package tile_test

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// attention is a tile of queries over all keys, 32 queries a wave, with K and V from memory directly
// to LDS, P in registers, and V read transposed.
type attention struct {
	elem         func(chip *arch.Chip) ir.Type
	seq, m, n, d int
}

func (a attention) kernel(k *tile.Kernel) {
	elem := a.elem(k.Chip)
	tensor := func(name string, rows int) *tile.Tensor { return k.Tensor(name, elem, int64(rows), int64(a.d)) }
	q, keys, values, out := tensor("q", a.m), tensor("k", a.seq), tensor("v", a.seq), k.Tensor("o", ir.F32, int64(a.m), int64(a.d))
	mma := k.MMA(elem, elem, 32, 4, 1)
	zero := tile.I(0)
	lk, lv := mma.BFor(mma, a.n, a.d), mma.BTransposed(a.d, a.n)
	bk := k.LDS(elem, a.n, a.d, 1, tile.Padded(), tile.Loaded(lk))
	bv := k.LDS(elem, a.n, a.d, 1, tile.Padded(), tile.LoadedTransposed(lv))
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
		acc = mma.Dot(k.Convert(p, elem), bv.LoadTransposed(lv, zero, 0, 0), k.Mul(acc, change))
		k.Barrier()
		return tile.Values{acc, next, sum}
	})
	o := k.Div(r.Tile(0), r.Tile(2))
	k.Store(out, k.Relayout(o, o.Layout.Wide(4)), zero, zero)
}

// TestAttention: the whole chain is near float64 on both chips; on gfx950 its loop has no LDS access
// but the reads of K and V.
func TestAttention(t *testing.T) {
	bf16 := func(*arch.Chip) ir.Type { return ir.BF16 }
	fp8 := func(chip *arch.Chip) ir.Type { return ir.TypeOf(chip.FP8) }
	attention{bf16, 192, 128, 64, 64}.check(t, 1e-2)
	attention{fp8, 192, 128, 64, 64}.check(t, 4e-2)
	for _, c := range []struct {
		attention
		most int // instructions
		loop map[string]int
	}{
		{attention{bf16, 1024, 128, 64, 128}, 420, map[string]int{"v_mfma": 32, "ds_read_b128": 16, "ds_read_b64_tr_b16": 32, "ds_": 48, "buffer_load_dwordx4": 8, "s_barrier": 2, "v_perm_b32": 0}},
		{attention{fp8, 1024, 128, 64, 128}, 350, map[string]int{"v_mfma": 8, "ds_read_b128": 8, "ds_read_b64_tr_b8": 16, "ds_": 24, "buffer_load_dwordx4": 4, "s_barrier": 2, "v_perm_b32": 0}},
	} {
		loop := compiled(t, &arch.GFX950, 4, c.kernel)
		loop = loop[strings.Index(loop, "; loop: loop"):]
		loop = loop[:strings.Index(loop, "s_cbranch")]
		for _, m := range slices.Sorted(maps.Keys(c.loop)) {
			if n := count(loop, m); n != c.loop[m] {
				t.Errorf("the loop has %d %s, want %d", n, m, c.loop[m])
			}
		}
		// One register has the addresses of all reads of a tile.
		bases := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^\s+ds_read\S* v\S+, (v\d+)`).FindAllStringSubmatch(loop, -1) {
			bases[m[1]] = true
		}
		if len(bases) != 2 {
			t.Errorf("the reads have addresses in %d registers, want 2", len(bases))
		}
		if n := count(loop, "[a-z]+_"); n > c.most {
			t.Errorf("the loop has %d instructions, want at most %d", n, c.most)
		}
	}
}

// check compares with float64.
func (a attention) check(t *testing.T, within float64) {
	r := rand.New(rand.NewPCG(61, 1))
	for _, chip := range arch.Chips {
		elem := a.elem(chip)
		bits, _ := ir.BitWidth(elem)
		numbers := func(n int) (x []float64, code []byte) {
			for range n {
				v := float64(r.IntN(17)-8) / 8
				x, code = append(x, v), append(code, encode(elem, v)...)
			}
			return x, code
		}
		q, cq := numbers(a.m * a.d)
		keys, ck := numbers(a.seq * a.d)
		values, cv := numbers(a.seq * a.d)
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4, near: within}).run(t, a.kernel,
			buffer("q", cq), buffer("k", ck), buffer("v", cv), buffer("o", make([]byte, 4*a.m*a.d)))[3]
		for row := range a.m {
			for col, w := range a.reference(q[row*a.d:][:a.d], keys, values) {
				g := float64(math.Float32frombits(binary.LittleEndian.Uint32(got[4*(row*a.d+col):])))
				if !(math.Abs(g-w) <= within) {
					t.Fatalf("%s, %d bits: (%d, %d) is %g, want %g", chip.Name, bits, row, col, g, w)
				}
			}
		}
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
