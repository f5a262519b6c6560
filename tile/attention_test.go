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
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/tile"
	"heddle/verify"
)

// attention is a tile of queries over all keys, 32 queries a wave, with K and V from memory directly
// to LDS, P in registers, and V read transposed.
type attention struct {
	elem         func(chip *arch.Chip) ir.Type
	seq, m, n, d int
	wavesPerSIMD int
	// lazy: sums are rescaled only where a maximum passes the one they are scaled by by more than this.
	lazy float64
}

func (a attention) kernel(k *tile.Kernel) {
	elem := a.elem(k.Chip)
	if a.wavesPerSIMD > 0 {
		k.WavesPerSIMD(a.wavesPerSIMD)
	}
	tensor := func(name string, rows int) *tile.Tensor { return k.Tensor(name, elem, int64(rows), int64(a.d)) }
	q, keys, values, out := tensor("q", a.m), tensor("k", a.seq), tensor("v", a.seq), k.Tensor("o", ir.F32, int64(a.m), int64(a.d))
	mma := k.MMA(elem, elem, 32, 4, 1)
	zero := tile.I(0)
	lk, lv := mma.BFor(mma, a.n, a.d), mma.BTransposed(a.d, a.n)
	direct := tile.Padded()
	if bits, _ := ir.BitWidth(elem); 4*a.n*a.d*bits/8 == k.Chip.LDSBytes { // no room for pads
		direct = tile.Direct()
	}
	bk := k.LDS(elem, a.n, a.d, 2, direct, tile.Loaded(lk))
	bv := k.LDS(elem, a.n, a.d, 2, direct, tile.LoadedTransposed(lv))
	stream := func(t *tile.Tensor, lds *tile.LDS) tile.Stream {
		return tile.Stream{Direct: func(step, buffer tile.Index) { lds.Copy(t, buffer, step.Times(int64(a.n)), zero) }}
	}
	tq := k.Load(q, mma.A(a.m, a.d), zero, zero)
	scale := math.Log2E / math.Sqrt(float64(a.d))
	acc := mma.ZeroFor(mma.A(a.m, a.n), lv)
	rows := acc.Layout.ColVector()
	k.Fast(tile.NoNaN, func() {
		r := k.Run(tile.Pipeline{
			Steps: tile.I(int64(a.seq / a.n)), Streams: []tile.Stream{stream(keys, bk), stream(values, bv)},
			Compute: func(at tile.Stage, c tile.Values) tile.Values {
				acc, top, sum := c.Tile(0), c.Tile(1), c.Tile(2)
				s := mma.Dot(tq, bk.Load(lk, at.Buffers[0], 0, 0), nil)
				greatest := k.Scale(k.Reduce(tile.Greatest, s, tile.OverCols), scale)
				weights := func(top *tile.Tile) *tile.Tile { return k.Exp2(k.FMA(s, k.Like(s, scale), k.Neg(top))) }
				product := func(p, acc *tile.Tile) *tile.Tile {
					return mma.Dot(k.Convert(p, elem), bv.LoadTransposed(lv, at.Buffers[1], 0, 0), acc)
				}
				if a.lazy > 0 {
					small := k.All(k.Compare(greatest, tile.LessEqual, k.Add(top, k.Like(top, a.lazy))))
					c := k.IfElse(small, func() tile.Values { return tile.Values{acc, top, sum} }, func() tile.Values {
						next := k.Max(top, greatest)
						change := k.Exp2(k.Sub(top, next))
						return tile.Values{k.Mul(acc, change), next, k.Mul(sum, change)}
					})
					p := weights(c.Tile(1))
					return tile.Values{product(p, c.Tile(0)), c.Tile(1), k.Add(c.Tile(2), k.Reduce(tile.Sum, p, tile.OverCols))}
				}
				next := k.Max(top, greatest)
				p := weights(next)
				change := k.Exp2(k.Sub(top, next))
				sum = k.FMA(sum, change, k.Reduce(tile.Sum, p, tile.OverCols))
				return tile.Values{product(p, k.Mul(acc, change)), next, sum}
			},
		}, tile.Values{acc, k.Fill(rows, ir.F32, -1e30), k.Fill(rows, ir.F32, 0)})
		k.Store(out, k.Div(r.Tile(0), r.Tile(2)), zero, zero)
	})
}

// TestAttention: the whole chain is near float64 on both chips.
func TestAttention(t *testing.T) {
	attention{elem: bf16, seq: 320, m: 128, n: 64, d: 64}.check(t, 1e-2)
	attention{elem: bf16, seq: 192, m: 128, n: 64, d: 128}.check(t, 1e-2)
	attention{elem: fp8, seq: 320, m: 128, n: 64, d: 64}.check(t, 4e-2)
	attention{elem: bf16, seq: 320, m: 128, n: 64, d: 64, lazy: 0.25}.check(t, 1e-2)
}

// TestAttentionLazy: of bf16 on gfx950, head dimension 128, a wave executes at most 9 instructions for an MFMA in
// steps of 64 keys that rescale nothing, two waves fit a SIMD, and no LDS is needed but for K and V.
func TestAttentionLazy(t *testing.T) {
	chip := &arch.GFX950
	executed := func(seq int) uint64 {
		a := attention{elem: bf16, seq: seq, m: 128, n: 64, d: 128, wavesPerSIMD: 2, lazy: 8}
		m := tile.NewModule(chip)
		m.Kernel("k", 4, a.kernel)
		module, err := m.IR()
		if err != nil {
			t.Fatal(err)
		}
		zeros := func(name string, rows, bytes int) interp.Arg { return buffer(name, make([]byte, rows*a.d*bytes)) }
		c := verify.Case{Name: "k.mlir", Text: string(module.Print(ir.PrintOptions{})), Chip: chip, Grid: [3]uint32{1, 1, 1},
			Args: []interp.Arg{zeros("q", a.m, 2), zeros("k", seq, 2), zeros("v", seq, 2), zeros("o", a.m, 4)}}
		r, err := verify.Run(c, verify.Options{NoInterpreter: true, Sim: sim.Options{SoffsetUnchecked: true}})
		if err != nil {
			t.Fatal(err)
		}
		k := r.Built.Kernels[0]
		if waves := k.Func.Waves(k.Code.VGPRs + k.Code.AGPRs); waves < 2 || k.Func.ScratchBytes > 0 || k.Func.LDSBytes > 4*64*(a.d+16)*2 {
			t.Errorf("%d waves fit a SIMD, want 2; %d bytes of scratch, %d of LDS", waves, k.Func.ScratchBytes, k.Func.LDSBytes)
		}
		return r.Report.Executed
	}
	const waves, steps, matrix = 4, 16, 32
	each := float64(executed(2*steps*64)-executed(steps*64)) / (waves * steps * matrix)
	t.Logf("%.2f instructions for an MFMA", each)
	if each > 9 {
		t.Errorf("a step has %.2f instructions for an MFMA, at most 9 are wanted", each)
	}
}

func bf16(*arch.Chip) ir.Type     { return ir.BF16 }
func fp8(chip *arch.Chip) ir.Type { return ir.TypeOf(chip.FP8) }

// TestAttentionLoop: what the loop executes in a step of 64 keys, head dimension 128. On gfx950 it is at
// most 10 instructions for an MFMA of bf16, 300 in all for the 8 of fp8 (no f32 is packed beside MFMAs), one
// barrier, no LDS access but the reads of K and V, and two workgroups fit a compute unit.
func TestAttentionLoop(t *testing.T) {
	for _, c := range []struct {
		chip *arch.Chip
		attention
		most int // instructions
		step map[string]int
	}{
		{&arch.GFX950, attention{bf16, 1024, 128, 64, 128, 2, 0}, 321, map[string]int{"v_mfma": 32, "ds_read_b128": 16, "ds_read_b64_tr_b16": 32, "ds_": 48, "buffer_load_dwordx4": 8, "s_barrier": 1, "v_perm_b32": 0, "v_accvgpr": 0}},
		{&arch.GFX950, attention{fp8, 1024, 128, 64, 128, 2, 0}, 264, map[string]int{"v_mfma": 8, "ds_read_b128": 8, "ds_read_b64_tr_b8": 16, "ds_": 24, "buffer_load_dwordx4": 4, "s_barrier": 1, "v_perm_b32": 0, "v_accvgpr": 0}},
		{&arch.GFX942, attention{bf16, 1024, 128, 64, 128, 1, 0}, 538, map[string]int{"v_mfma": 64, "ds_read_b128": 16, "ds_read_b64": 32, "s_barrier": 1}},
		{&arch.GFX942, attention{fp8, 1024, 128, 64, 128, 1, 0}, 395, map[string]int{"v_mfma": 32, "ds_read_b128": 8, "ds_read_b32": 32, "s_barrier": 1}},
	} {
		m := tile.NewModule(c.chip)
		m.Kernel("k", 4, c.kernel)
		module, err := m.IR()
		if err != nil {
			t.Fatal(err)
		}
		built, err := build.MLIR(module, build.Options{Chip: c.chip})
		if err != nil {
			t.Fatal(err)
		}
		elem := c.elem(c.chip)
		k := built.Kernels[0]
		if waves := k.Func.Waves(k.Code.VGPRs + k.Code.AGPRs); waves < c.wavesPerSIMD || k.Func.ScratchBytes > 0 {
			t.Errorf("%s, %s: %d waves fit a SIMD, want %d; %d bytes of scratch", c.chip.Name, elem, waves, c.wavesPerSIMD, k.Func.ScratchBytes)
		}
		if n := count(string(built.Assembly()), `(buffer|global)_store_(short|dword|dwordx2)\b`); n > 0 {
			t.Errorf("%s, %s: %d stores are narrow", c.chip.Name, elem, n)
		}
		const steps = 2 // of a turn: one for each buffer
		loop := string(built.Assembly())
		loop = loop[strings.Index(loop, "; loop: loop"):]
		loop = loop[:strings.Index(loop, "s_cbranch")]
		for _, m := range slices.Sorted(maps.Keys(c.step)) {
			if n := count(loop, m); n != steps*c.step[m] {
				t.Errorf("%s, %s: the loop has %d %s, want %d", c.chip.Name, elem, n, m, steps*c.step[m])
			}
		}
		// One register has the addresses of all reads of a tile, where they are sums.
		bases := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^\s+ds_read\S* v\S+, (v\d+)`).FindAllStringSubmatch(loop, -1) {
			bases[m[1]] = true
		}
		if len(bases) != 2 && c.wavesPerSIMD == 2 {
			t.Errorf("%s, %s: the reads have addresses in %d registers, want 2", c.chip.Name, elem, len(bases))
		}
		if n := count(loop, "[a-z]+_") + 1; n > steps*c.most {
			t.Errorf("%s, %s: the loop has %d instructions, want at most %d", c.chip.Name, elem, n, steps*c.most)
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
