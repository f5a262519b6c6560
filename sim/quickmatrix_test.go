package sim

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/long"
	"heddle/num"
	simd "heddle/sim/lanes"
)

var quickTrials = flag.Int("quicktrials", 4, "random inputs for each matrix instruction with a kernel, its level and kind of numbers")

// quickMatrixCase is an instruction with a kernel.
type quickMatrixCase struct {
	target     *isa.Target
	name, mods string
}

// quickMatrixCases are all instructions with kernels.
func quickMatrixCases() (all []quickMatrixCase) {
	for _, target := range []*isa.Target{isa.GFX942, isa.GFX950} {
		for _, row := range target.Rows() {
			m := row.Op.Matrix()
			switch {
			case m == nil:
			case m.A == "":
				for f := range 25 {
					mods := fmt.Sprintf("cbsz:%d blgp:%d", f/5, f%5)
					if m.Scaled {
						mods = fmt.Sprintf("op_sel:[%d,%d,0] op_sel_hi:[%d,%d,0] %s", f&1, f>>1&1, f>>2&1, f>>3&1, mods)
					}
					all = append(all, quickMatrixCase{target, row.Mnemonic, mods})
				}
			case !m.Sparse && m.D != "f64" && m.M > 4 && (m.Blocks == 1 || m.D == "f32" && m.A != "f32"):
				all = append(all, quickMatrixCase{target, row.Mnemonic, ""})
				if m.Blocks > 1 {
					all = append(all, quickMatrixCase{target, row.Mnemonic, "cbsz:1 abid:1 blgp:2"})
				}
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
			if f := m.in.format; f.IntBits == 0 {
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
	// Scales near 1, or of a wide range, or any; of one factor often larger than the kernels take, and of the other less.
	spread, apart := 4, 0
	if kind > 0 {
		spread = []int{4, 30, 120, 128}[rng.IntN(4)]
	}
	if rng.IntN(3) == 0 {
		spread, apart = rng.IntN(4), rng.IntN(81)-40
	}
	for l := range r.w.vgpr[rigScaleA] {
		for byte := range 4 {
			for i, reg := range [...]int{rigScaleA, rigScaleB} {
				v := uint32(127 + rng.IntN(2*spread+1) - spread + apart*(1-2*i))
				r.w.vgpr[reg][l] = r.w.vgpr[reg][l]&^(255<<(8*byte)) | min(v, 255)<<(8*byte)
			}
		}
	}
}

// opposeC makes C of the products' sums: opposite to them, or so much larger or
// smaller that what is lost of either matters.
func (r *matrixRig) opposeC(rng *rand.Rand) {
	r.run()
	shift := rng.IntN(2) * (rng.IntN(66) - 33)
	for i := range r.in.dst.dwords {
		for l := range r.w.vgpr[rigC+i] {
			v := -math.Float32frombits(r.w.vgpr[rigD+i][l])
			switch rng.IntN(4) {
			case 0:
				v = float32(math.Ldexp(float64(v), shift))
			case 1:
				v = float32(math.Ldexp(rng.Float64()-0.5, math.Ilogb(float64(v))+rng.IntN(70)-35))
			}
			r.w.vgpr[rigC+i][l] = math.Float32bits(v) + uint32(rng.IntN(3)-1)
		}
	}
}

// accumulateC makes C the sum of n times the products.
func (r *matrixRig) accumulateC(n int) {
	c := r.w.vgpr[rigC:][:r.in.dst.dwords]
	clear(c)
	for range n {
		r.run()
		copy(c, r.w.vgpr[rigD:])
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
// TestMatrixKernels: dense instructions with one block have a kernel at every
// level, but for f64, xf32 and the formats of less than 8 bits.
func TestMatrixKernels(t *testing.T) {
	for _, level := range matrixLevels() {
		kernels := 0
		for _, c := range quickMatrixCases() {
			in := bindText(t, c.target, matrixText(t, c.target, c.name, c.mods))
			x := in.matrix
			want := !x.Scaled && x.Blocks == 1 && x.a.width >= 8 && x.b.width >= 8 && x.a.format != num.XF32
			if got := x.kernel(level, &in.Mods) != nil; got != want {
				t.Errorf("%s %s on %s, %v: there is a kernel: %v", c.name, c.mods, c.target.Chip.Name, level, got)
			} else if got {
				kernels++
			}
		}
		if kernels < 40 {
			t.Errorf("%v: %d instructions have kernels", level, kernels)
		}
	}
}

func TestQuickMatrix(t *testing.T) {
	const seed = 1
	levels, count, done := matrixLevels(), 0, map[string]int{}
	for n, c := range quickMatrixCases() {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		plain := newMatrixRig(t, c.target, c.name, c.mods)
		for trial := range *quickTrials * len(matrixNumbers) {
			if !long.Some(n+trial, 6) {
				continue
			}
			kind := trial % len(matrixNumbers)
			kindC := kind
			if trial/len(matrixNumbers)%2 == 1 {
				kindC = rng.IntN(len(matrixNumbers))
			}
			plain.fill(rng, kind, kindC)
			if trial/len(matrixNumbers)%3 == 2 {
				plain.opposeC(rng)
			}
			if trial/len(matrixNumbers)%4 == 1 {
				plain.accumulateC(1 + rng.IntN(3))
			}
			for _, level := range levels {
				r := newMatrixRig(t, c.target, c.name, c.mods)
				r.w.vgpr = plain.w.vgpr
				run := r.in.run
				used := true
				r.in.run = func(w *wave, in *instr) { used = false; run(w, in) }
				quick := r.in.quickMatrix(level)
				quick.execute(r.w, r.in)
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
				r.t.Errorf("%s: element (%d, %d) is %#08x, want %#08x, c %#08x", what, i/r.x.N, i%r.x.N, got, want, r.w.vgpr[rigC+int(p.item)][p.lane])
			}
		}
	}
	if bad > 0 {
		r.t.Errorf("%d differ", bad)
	}
}

// quickMatrixRig is a rig that executes by the kernel of a level.
func quickMatrixRig(t testing.TB, c quickMatrixCase, level simd.Level) *matrixRig {
	r := newMatrixRig(t, c.target, c.name, c.mods)
	quick, plain := r.in.quickMatrix(level), r.in.run
	r.in.run = func(w *wave, in *instr) {
		if w.mode.bits&quick.demand.care == quick.demand.want {
			quick.run(w, in)
		} else {
			plain(w, in)
		}
	}
	return r
}

// TestQuickMatrixVectors puts the vectors of facts mfma_numerics.md through the
// kernels.
func TestQuickMatrixVectors(t *testing.T) {
	batches := map[string][]numericsVector{}
	for _, v := range readNumericsVectors(t) {
		for _, name := range numericsKinds[v.kind].ops[len(v.a)] {
			batches[name] = append(batches[name], v)
		}
	}
	seen := 0
	for _, c := range quickMatrixCases() {
		if c.target != isa.GFX942 || strings.Contains(c.mods, "abid") {
			continue
		}
		for _, level := range matrixLevels() {
			r := quickMatrixRig(t, c, level)
			for todo := batches[c.name]; len(todo) > 0; {
				n := min(len(todo), r.x.M)
				r.checkDiagonal(todo[:n])
				todo = todo[n:]
				seen += n
			}
		}
	}
	t.Log(seen, "vectors")
}

// TestQuickMatrixOverlap: D may overlap A, B and C.
func TestQuickMatrixOverlap(t *testing.T) {
	const seed, there = 7, 160
	for n, c := range quickMatrixCases() {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		if strings.Contains(c.mods, "cbsz:") && n%6 != 0 {
			continue // formats differ in nothing that matters here
		}
		for i, level := range matrixLevels() {
			for k := range 3 {
				if !long.Some(n+i+k, 3) {
					continue
				}
				plain := newMatrixRig(t, c.target, c.name, c.mods)
				for offset := -plain.in.src[k].dwords; offset <= plain.in.dst.dwords; offset++ {
					plain.fill(rng, 2, 0)
					for i := range plain.in.src[k].dwords {
						plain.w.vgpr[there+offset+i] = plain.w.vgpr[plain.in.src[k].reg+i]
					}
					// The plain engine reads all before it writes; here it has D apart.
					r := newMatrixRig(t, c.target, c.name, c.mods)
					r.w.vgpr = plain.w.vgpr
					plain.run()
					r.in.src[k].reg, r.in.dst.reg = there+offset, there
					quick := r.in.quickMatrix(level)
					if quick.run == nil {
						if k != 2 {
							t.Fatalf("%s has no kernel on %v", c.name, level)
						}
						continue
					}
					quick.execute(r.w, r.in)
					sameRegisters(t, fmt.Sprintf("%s on %v, D over source %d%+d", c.name, level, k, -offset),
						r.w.vgpr[there:there+r.in.dst.dwords], plain.w.vgpr[rigD:rigD+r.in.dst.dwords])
				}
			}
		}
	}
}

// TestQuickMatrixConstant: C is a constant.
func TestQuickMatrixConstant(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, c := range quickMatrixCases() {
		text := matrixText(t, c.target, c.name, c.mods)
		c32 := regexp.MustCompile(`v\[32:\d+\]`)
		for _, constant := range []string{"0", "1.0", "-4.0", "17"} {
			text := c32.ReplaceAllString(text, constant)
			in := bindText(t, c.target, text)
			for _, level := range matrixLevels() {
				r := newMatrixRig(t, c.target, c.name, c.mods)
				r.fill(rng, 0, 0)
				want := *r.w
				in.run(&want, in)
				quick := in.quickMatrix(level)
				quick.execute(r.w, in)
				sameRegisters(t, fmt.Sprint(text, " on ", level), r.result(), want.vgpr[rigD:rigD+in.dst.dwords])
			}
		}
	}
}

// TestQuickMatrixTinyC: a C below 0 that is far too small to matter still makes
// the sum one unit less.
func TestQuickMatrixTinyC(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, c := range quickMatrixCases() {
		for _, level := range matrixLevels() {
			for trial := range long.Count(3, 20) {
				plain, r := newMatrixRig(t, c.target, c.name, c.mods), quickMatrixRig(t, c, level)
				plain.fill(rng, 0, 0)
				for _, m := range []struct {
					base int
					in   *matrixInput
				}{{rigA, &plain.x.a}, {rigB, &plain.x.b}} {
					for _, p := range m.in.places {
						if f := m.in.format; f.IntBits == 0 {
							plain.put(m.base, int(p.lane), int(p.item), m.in.width, uint64(encode(f, math.Ldexp(rng.NormFloat64(), 13*(trial&3)))))
						}
					}
				}
				for i := range plain.in.dst.dwords {
					for l := range plain.w.vgpr[rigC+i] {
						plain.w.vgpr[rigC+i][l] = rng.Uint32()&(1<<31) | rng.Uint32()&0x3ffffff>>rng.IntN(27)
					}
				}
				r.w.vgpr = plain.w.vgpr
				r.run()
				plain.run()
				r.compare(plain, fmt.Sprintf("%s %s on %v, trial %d", c.name, c.mods, level, trial))
				if t.Failed() {
					return
				}
			}
		}
	}
}

// TestQuickMatrixNearC: products of the largest significands and one exponent,
// with a C that is opposite to their sum and up to eight times as large, so that
// much of it is lost and every bit of the difference matters.
func TestQuickMatrixNearC(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for _, c := range quickMatrixCases() {
		plain := newMatrixRig(t, c.target, c.name, c.mods)
		for trial := range long.Count(2, 8) {
			plain.fill(rng, 0, 0)
			for _, m := range []struct {
				base int
				in   *matrixInput
			}{{rigA, &plain.x.a}, {rigB, &plain.x.b}} {
				for _, p := range m.in.places {
					if f := m.in.format; f.IntBits == 0 {
						sig := 2 - math.Ldexp(1, -min(f.FracBits, 10)) // the largest
						if rng.IntN(16) == 0 {
							sig = -rng.Float64() // or something else now and then
						}
						plain.put(m.base, int(p.lane), int(p.item), m.in.width, uint64(encode(f, sig)))
					}
				}
			}
			for i := range plain.in.dst.dwords {
				clear(plain.w.vgpr[rigC+i][:])
			}
			plain.run()
			for i := range plain.in.dst.dwords {
				for l, v := range plain.w.vgpr[rigD+i] {
					scale := -1 - rng.Float64()*float64(int(1)<<(trial&3)-1)
					plain.w.vgpr[rigC+i][l] = math.Float32bits(float32(scale * float64(math.Float32frombits(v))))
				}
			}
			for _, level := range matrixLevels() {
				r := quickMatrixRig(t, c, level)
				r.w.vgpr = plain.w.vgpr
				r.run()
				if level == matrixLevels()[0] {
					plain.run()
				}
				r.compare(plain, fmt.Sprintf("%s %s on %v, trial %d", c.name, c.mods, level, trial))
				if t.Failed() {
					return
				}
			}
		}
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
						quick.execute(r.w, r.in)
					}
				})
			}
		}
	}
}
