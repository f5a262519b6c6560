package sim

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/num"
	simd "heddle/sim/lanes"
)

var quickTrials = flag.Int("quicktrials", 12, "random inputs for each matrix instruction with a kernel, its level and kind of numbers")

// quickMatrixCase is an instruction with a kernel.
type quickMatrixCase struct {
	target     *isa.Target
	name, mods string
}

// quickMatrixCases are all instructions with kernels.
func quickMatrixCases() (all []quickMatrixCase) {
	for _, target := range []*isa.Target{isa.GFX942, isa.GFX950} {
		for _, row := range target.Rows() {
			switch op := row.Op; {
			case op == isa.V_MFMA_F32_32X32X64_F8F6F4 || op == isa.V_MFMA_F32_16X16X128_F8F6F4:
				for f := range 4 {
					all = append(all, quickMatrixCase{target, row.Mnemonic, fmt.Sprintf("cbsz:%d blgp:%d", f/2, f%2)})
				}
			case int(op) < len(quickMatrices) && quickMatrices[op][0] != simd.NoMatrix:
				all = append(all, quickMatrixCase{target, row.Mnemonic, ""})
			}
		}
	}
	return all
}

// matrixNumbers are kinds of random numbers: a code of a format.
var matrixNumbers = []struct {
	name string
	draw func(f *num.Format, rng *rand.Rand) uint32
}{
	{"normal", func(f *num.Format, rng *rand.Rand) uint32 { return encode(f, rng.NormFloat64()) }},
	{"large", func(f *num.Format, rng *rand.Rand) uint32 { return encode(f, rng.NormFloat64()*60) }},
	{"wide", func(f *num.Format, rng *rand.Rand) uint32 {
		return encode(f, math.Ldexp(rng.Float64()-0.5, rng.IntN(40)-20))
	}},
	{"wider", func(f *num.Format, rng *rand.Rand) uint32 {
		return encode(f, math.Ldexp(rng.Float64()-0.5, rng.IntN(100)-80))
	}},
	{"finite", finite},
	{"small", func(f *num.Format, rng *rand.Rand) uint32 { // subnormals and zeros
		v := rng.Uint32() & (1<<(f.FracBits+1) - 1)
		return (v | rng.Uint32()<<(f.Bits()-1)) & (1<<f.Bits() - 1) * (rng.Uint32() & 1)
	}},
	{"sparse", func(f *num.Format, rng *rand.Rand) uint32 {
		if rng.IntN(8) != 0 {
			return 0
		}
		return encode(f, math.Ldexp(rng.Float64()-0.5, rng.IntN(30)-15))
	}},
	{"ties", func(f *num.Format, rng *rand.Rand) uint32 { // powers of two
		v := math.Ldexp(1, rng.IntN(36)-24)
		if rng.IntN(2) == 0 {
			v = -v
		}
		return encode(f, v)
	}},
	{"any", func(f *num.Format, rng *rand.Rand) uint32 { return rng.Uint32() & (1<<f.Bits() - 1) }},
}

func encode(f *num.Format, v float64) uint32 {
	if f == num.F32 {
		return math.Float32bits(float32(v))
	}
	return f.FromF32(math.Float32bits(float32(v)), true)
}

// finite is any finite number.
func finite(f *num.Format, rng *rand.Rand) uint32 {
	for {
		code := rng.Uint32() >> (32 - f.Bits())
		if _, _, _, class := f.Split(code); class == num.Zero || class == num.Finite {
			return code
		}
	}
}

// fill gives A, B and C numbers of some kinds.
func (r *matrixRig) fill(rng *rand.Rand, kind, kindC int) {
	for _, m := range []struct {
		base, kind int
		in         *matrixInput
	}{{rigA, kind, &r.x.a}, {rigB, kind, &r.x.b}} {
		for _, p := range m.in.places {
			v := rng.Uint32()
			if f := m.in.format; f != nil {
				v = matrixNumbers[m.kind].draw(f, rng)
			}
			r.put(m.base, int(p.lane), int(p.item), m.in.width, uint64(v))
		}
	}
	for i := range r.in.dst.dwords {
		for l := range r.w.vgpr[rigC+i] {
			r.w.vgpr[rigC+i][l] = matrixNumbers[kindC].draw(num.F32, rng)
		}
	}
}

// matrixLevels are the levels that the CPU has, maybe none.
func matrixLevels() (all []simd.Level) {
	for l := simd.AVX2; l <= simd.Best(); l++ {
		all = append(all, l)
	}
	return all
}

// TestQuickMatrix compares the kernels with the plain engine.
func TestQuickMatrix(t *testing.T) {
	const seed = 1
	levels, count, done := matrixLevels(), 0, map[string]int{}
	for n, c := range quickMatrixCases() {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		plain := newMatrixRig(t, c.target, c.name, c.mods)
		for trial := range *quickTrials * len(matrixNumbers) {
			kind := trial % len(matrixNumbers)
			kindC := kind
			if trial/len(matrixNumbers)%2 == 1 {
				kindC = rng.IntN(len(matrixNumbers))
			}
			plain.fill(rng, kind, kindC)
			for _, level := range levels {
				r := newMatrixRig(t, c.target, c.name, c.mods)
				r.w.vgpr = plain.w.vgpr
				run := r.in.run
				used := true
				r.in.run = func(w *wave, in *instr) { used = false; run(w, in) }
				quick := r.in.quickMatrix(level)
				quick(r.w, r.in)
				if used {
					done[fmt.Sprint(level, " ", matrixNumbers[kind].name)]++
				}
				count++
				if level == levels[0] {
					plain.run()
				}
				r.compare(plain, fmt.Sprintf("%s %s on %v, %s numbers, c %s, trial %d", c.name, c.mods, level, matrixNumbers[kind].name, matrixNumbers[kindC].name, trial))
				if t.Failed() {
					return
				}
			}
		}
	}
	t.Log(count, "instructions, seed", seed, "by kernels:", done)
}

// compare tells of the first element of D that differs.
func (r *matrixRig) compare(want *matrixRig, what string) {
	bad := 0
	for i, p := range r.x.d {
		got, want := r.get(int(p.lane), int(p.item), 32), want.get(int(p.lane), int(p.item), 32)
		if got != want {
			if bad++; bad < 4 {
				r.t.Errorf("%s: element (%d, %d) is %#08x, want %#08x, c %#08x", what, i/r.x.n, i%r.x.n, got, want, r.w.vgpr[rigC+int(p.item)][p.lane])
			}
		}
	}
	if bad > 0 {
		r.t.Errorf("%d differ", bad)
	}
}

func BenchmarkQuickMatrix(b *testing.B) {
	for _, c := range quickMatrixCases() {
		for kind, n := range matrixNumbers {
			if n.name != "normal" && n.name != "any" && n.name != "finite" || c.target == isa.GFX950 && strings.Contains(c.name, "32x32x8") {
				continue
			}
			for _, level := range matrixLevels() {
				b.Run(fmt.Sprintf("%s/%s/%s/%v", c.target.Chip.Name, c.name, n.name, level), func(b *testing.B) {
					r := newMatrixRig(b, c.target, c.name, c.mods)
					r.fill(rand.New(rand.NewPCG(1, 2)), kind, kind)
					quick := r.in.quickMatrix(level)
					for b.Loop() {
						quick(r.w, r.in)
					}
				})
			}
		}
	}
}
