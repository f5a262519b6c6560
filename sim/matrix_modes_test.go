package sim

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/num"
)

// randomize fills the registers of a rig with bits from rng under a mask.
func (r *matrixRig) randomize(rng *rand.Rand, mask uint32) {
	for reg := range rigIndex {
		for l := range r.w.vgpr[reg] {
			r.w.vgpr[reg][l] = rng.Uint32() & mask
		}
	}
}

// result returns a copy of D.
func (r *matrixRig) result() []lanes {
	return append([]lanes(nil), r.w.vgpr[rigD:rigD+r.in.dst.dwords]...)
}

func sameRegisters(t *testing.T, what string, got, want []lanes) {
	t.Helper()
	for i := range want {
		for l := range want[i] {
			if got[i][l] != want[i][l] {
				t.Errorf("%s: register %d, lane %d is %#x, want %#x", what, i, l, got[i][l], want[i][l])
				return
			}
		}
	}
}

// smallMask leaves numbers that are finite and not large in every format.
const smallMask = 0x3b3b3b3b

// TestMatrixOverlap: D may be in the registers of A, B or C. The result is what
// comes of the same values in registers apart.
func TestMatrixOverlap(t *testing.T) {
	for _, c := range []struct {
		target *isa.Target
		name   string
	}{
		{isa.GFX942, "v_mfma_f32_32x32x8_f16"},
		{isa.GFX942, "v_mfma_f32_32x32x1_2b_f32"},
		{isa.GFX942, "v_mfma_i32_16x16x32_i8"},
		{isa.GFX942, "v_mfma_f64_16x16x4_f64"},
		{isa.GFX942, "v_smfmac_f32_32x32x32_fp8_bf8"},
		{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4"},
	} {
		r := newMatrixRig(t, c.target, c.name, "")
		rng := rand.New(rand.NewPCG(3, 4))
		const there = 160
		for k, src := range r.in.src {
			for offset := -3; offset < r.in.dst.dwords; offset++ {
				for reg := range r.w.vgpr {
					for l := range 64 {
						r.w.vgpr[reg][l] = rng.Uint32() & smallMask
					}
				}
				apart := *r.w
				for i := range 40 {
					apart.vgpr[src.reg+i%max(src.dwords, 1)] = r.w.vgpr[there+offset+i%max(src.dwords, 1)]
				}
				if r.x.Sparse {
					copy(apart.vgpr[rigD:], r.w.vgpr[there:there+r.in.dst.dwords])
				}
				r.in.run(&apart, r.in)
				home := src.reg
				src.reg, r.in.dst.reg = there+offset, there
				r.run()
				src.reg, r.in.dst.reg = home, rigD
				sameRegisters(t, fmt.Sprintf("%s, D over source %d%+d", c.name, k, -offset),
					r.w.vgpr[there:there+r.in.dst.dwords], apart.vgpr[rigD:rigD+r.in.dst.dwords])
			}
		}
	}
}

// TestMatrixOperands: AGPRs in place of VGPRs, and a constant C.
func TestMatrixOperands(t *testing.T) {
	for _, c := range []struct{ vgprs, other string }{
		{"v_mfma_f32_16x16x16_f16 v[0:3], v[64:65], v[80:81], v[32:35]", "v_mfma_f32_16x16x16_f16 a[0:3], a[64:65], v[80:81], a[32:35]"},
		{"v_mfma_f32_16x16x16_f16 v[0:3], v[64:65], v[80:81], v[32:35]", "v_mfma_f32_16x16x16_f16 a[0:3], v[64:65], a[80:81], a[32:35]"},
		{"v_mfma_f64_16x16x4_f64 v[0:7], v[64:65], v[80:81], v[32:39]", "v_mfma_f64_16x16x4_f64 a[0:7], a[64:65], a[80:81], a[32:39]"},
		{"v_smfmac_i32_16x16x64_i8 v[0:3], v[64:65], v[80:83], v100", "v_smfmac_i32_16x16x64_i8 a[0:3], a[64:65], a[80:83], v100"},
	} {
		in, other := bindText(t, isa.GFX942, c.vgprs), bindText(t, isa.GFX942, c.other)
		w := testWave(isa.GFX942)
		rng := rand.New(rand.NewPCG(5, 6))
		for reg := range 256 {
			for l := range 64 {
				w.vgpr[reg][l] = rng.Uint32() & smallMask
			}
		}
		copy(w.vgpr[256:], w.vgpr[:256])
		in.run(w, in)
		other.run(w, other)
		sameRegisters(t, c.other, w.vgpr[256:256+other.dst.dwords], w.vgpr[:in.dst.dwords])
	}
	for _, c := range []struct {
		name, c string
		want    uint64
	}{
		{"v_mfma_f32_16x16x16_f16", "0", 0},
		{"v_mfma_f32_16x16x16_f16", "-2.0", uint64(math.Float32bits(-2))},
		{"v_mfma_f32_32x32x1_2b_f32", "4.0", uint64(math.Float32bits(4))},
		{"v_mfma_i32_16x16x32_i8", "-7", 0xfffffff9},
		{"v_mfma_i32_16x16x32_i8", "1.0", 0x3f800000},
		{"v_mfma_f64_16x16x4_f64", "0.5", math.Float64bits(0.5)},
		{"v_mfma_f64_4x4x4_4b_f64", "-4.0", math.Float64bits(-4)},
	} {
		text := matrixText(t, isa.GFX942, c.name, "")
		in := bindText(t, isa.GFX942, text[:strings.LastIndex(text, ",")+1]+" "+c.c)
		r := &matrixRig{t: t, in: in, w: testWave(isa.GFX942)}
		r.run() // A and B are zero
		width := 32
		if strings.Contains(c.name, "f64") {
			width = 64
		}
		for item := range in.dst.dwords * 32 / width {
			for l := range 64 {
				if got := r.get(l, item, width); got != c.want {
					t.Fatalf("%s with C = %s: item %d of lane %d is %#x, want %#x", c.name, c.c, item, l, got, c.want)
				}
			}
		}
	}
}

// TestMatrixBroadcast compares cbsz, abid and blgp with lanes that were moved
// beforehand: ISA manual §7.1.6, restated as tables, and for cbsz its table of
// the fields of VOP3P-MAI.
func TestMatrixBroadcast(t *testing.T) {
	moved := func(w *wave, base, n int, from func(lane int) int) {
		for reg := base; reg < base+n; reg++ {
			old := w.vgpr[reg]
			for l := range 64 {
				w.vgpr[reg][l] = old[from(l)]
			}
		}
	}
	blgp := [8]func(l int) int{
		func(l int) int { return l },
		func(l int) int { return l & 31 },
		func(l int) int { return l | 32 },
		func(l int) int { return (l + 16) & 63 },
		func(l int) int { return l & 15 },
		func(l int) int { return l&15 | 16 },
		func(l int) int { return l&15 | 32 },
		func(l int) int { return l&15 | 48 },
	}
	for _, name := range []string{
		"v_mfma_f32_32x32x1_2b_f32", "v_mfma_f32_16x16x4_4b_f16", "v_mfma_f32_4x4x4_16b_bf16", "v_mfma_i32_4x4x4_16b_i8",
		"v_mfma_f32_32x32x8_f16", "v_mfma_f32_16x16x32_fp8_fp8",
	} {
		plain := newMatrixRig(t, isa.GFX942, name, "")
		for cbsz := 0; 1<<cbsz <= plain.x.Blocks; cbsz++ {
			for abid := range 1 << cbsz {
				for g, from := range blgp {
					mods := fmt.Sprintf("cbsz:%d abid:%d blgp:%d", cbsz, abid, g)
					r := newMatrixRig(t, isa.GFX942, name, mods)
					r.randomize(rand.New(rand.NewPCG(uint64(abid), uint64(g))), smallMask)
					plain.w.vgpr = r.w.vgpr
					rows, sets := plain.x.M, 1<<cbsz
					moved(plain.w, rigA, 8, func(l int) int {
						block := l / rows
						return l%rows + rows*(block-block%sets+abid)
					})
					moved(plain.w, rigB, 8, from)
					plain.run()
					r.run()
					sameRegisters(t, name+" "+mods, r.result(), plain.result())
				}
			}
		}
	}
}

// TestMatrixUndefined: what the manual calls undefined or illegal ends the run
// with an error that says what is accepted.
func TestMatrixUndefined(t *testing.T) {
	for _, c := range []struct {
		target           *isa.Target
		name             string
		cbsz, abid, blgp uint8
		want             string
	}{
		{isa.GFX942, "v_mfma_f32_32x32x1_2b_f32", 2, 0, 0, "the instruction has 2"},
		{isa.GFX942, "v_mfma_f32_32x32x8_f16", 7, 15, 0, "the instruction has 1"},
		{isa.GFX942, "v_mfma_f32_4x4x4_16b_f16", 3, 8, 0, "it must be 0 to 7"},
		{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", 5, 0, 0, "both must be 0 to 4"},
		{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", 0, 0, 7, "both must be 0 to 4"},
	} {
		inst := bindText(t, c.target, matrixText(t, c.target, c.name, "")).Inst
		inst.Mods.CBSZ, inst.Mods.ABID, inst.Mods.BLGP = c.cbsz, c.abid, c.blgp
		in, err := bind(c.target, inst, 0, inst.Size())
		if err != nil {
			t.Fatal(err)
		}
		w := testWave(c.target)
		in.run(w, in)
		var failed *waveError
		if !errors.As(w.wg.err, &failed) || !strings.Contains(failed.err.Error(), c.want) {
			t.Errorf("%s cbsz:%d abid:%d blgp:%d: error %v, want one with %q", c.name, c.cbsz, c.abid, c.blgp, w.wg.err, c.want)
		}
	}
}

// TestMatrixNegate: the blgp bits of f64 instructions.
func TestMatrixNegate(t *testing.T) {
	for _, name := range []string{"v_mfma_f64_16x16x4_f64", "v_mfma_f64_4x4x4_4b_f64"} {
		plain := newMatrixRig(t, isa.GFX942, name, "")
		for bits := range 8 {
			mods := fmt.Sprintf("neg:[%d,%d,%d]", bits&1, bits>>1&1, bits>>2)
			r := newMatrixRig(t, isa.GFX942, name, mods)
			r.randomize(rand.New(rand.NewPCG(1, uint64(bits))), ^uint32(0)>>2)
			plain.w.vgpr = r.w.vgpr
			for k, base := range []int{rigA, rigB, rigC} {
				for reg := base + 1; reg < base+8 && bits>>k&1 != 0; reg += 2 {
					for l := range 64 {
						plain.w.vgpr[reg][l] ^= 1 << 31
					}
				}
			}
			plain.run()
			r.run()
			sameRegisters(t, name+" "+mods, r.result(), plain.result())
		}
	}
}

// TestMatrixChain compares the f32 and f64 instructions with one rounding a
// step in big arithmetic.
func TestMatrixChain(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	number := func() float64 {
		return math.Ldexp(rng.Float64()+0.5, rng.IntN(60)-30) * float64(1-2*rng.IntN(2))
	}
	for _, name := range []string{
		"v_mfma_f32_32x32x1_2b_f32", "v_mfma_f32_16x16x1_4b_f32", "v_mfma_f32_4x4x1_16b_f32", "v_mfma_f32_32x32x2_f32", "v_mfma_f32_16x16x4_f32",
		"v_mfma_f64_16x16x4_f64", "v_mfma_f64_4x4x4_4b_f64",
	} {
		r := newMatrixRig(t, isa.GFX942, name, "")
		wide := strings.Contains(name, "f64")
		code, value, width := func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) },
			func(c uint64) float64 { return float64(math.Float32frombits(uint32(c))) }, 32
		if wide {
			code, value, width = math.Float64bits, math.Float64frombits, 64
		}
		fill := func(base int, p []place) (v []float64) {
			for _, p := range p {
				c := code(number())
				r.put(base, int(p.lane), int(p.item), width, c)
				v = append(v, value(c))
			}
			return v
		}
		a, b, c := fill(rigA, r.x.a.places), fill(rigB, r.x.b.places), fill(rigC, r.x.d)
		r.run()
		for i, p := range r.x.d {
			block, row, col := i/(r.x.M*r.x.N), i/r.x.N%r.x.M, i%r.x.N
			d := c[i]
			for k := range r.x.K {
				exact := new(big.Float).SetPrec(4000).SetFloat64(a[(block*r.x.M+row)*r.x.K+k])
				exact.Mul(exact, big.NewFloat(b[(block*r.x.N+col)*r.x.K+k]))
				exact.Add(exact, big.NewFloat(d))
				if d, _ = exact.Float64(); !wide {
					f, _ := exact.Float32()
					d = float64(f)
				}
			}
			if got := r.get(int(p.lane), int(p.item), width); got != code(d) {
				t.Fatalf("%s: element (%d, %d) of block %d is %v, want %v", name, row, col, block, value(got), d)
			}
		}
	}
}

// setAll gives every element of A, of B and of C the same code.
func (r *matrixRig) setAll(a, b, c uint64) {
	for _, m := range []struct {
		base, width int
		places      []place
		code        uint64
	}{{rigA, r.x.a.width, r.x.a.places, a}, {rigB, r.x.b.width, r.x.b.places, b}, {rigC, 32, r.x.d, c}} {
		for _, p := range m.places {
			r.put(m.base, int(p.lane), int(p.item), m.width, m.code)
		}
	}
}

// TestMatrixModes: what MODE.fp16_ovfl and MODE.denorm change, and infinities
// and NaN.
func TestMatrixModes(t *testing.T) {
	const (
		ovfl    = rocmMode | modeFP16Ovfl
		flush   = rocmMode &^ 0xf0
		inf     = 0x7f800000
		negInf  = 0xff800000
		largest = 0x7f7fffff
		nan     = num.QNaN32
		huge16  = 0x7f00 // bf16 2^127
		minHuge = 0xff00
	)
	f32 := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	for _, c := range []struct {
		name    string
		mode    uint32
		a, b, c uint64
		want    uint32
	}{
		{"v_mfma_f32_32x32x8_bf16", rocmMode, huge16, 0x4000, 0, inf},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, huge16, 0xc000, 0, negInf},
		{"v_mfma_f32_32x32x8_bf16", ovfl, huge16, 0x4000, 0, largest},
		{"v_mfma_f32_32x32x8_bf16", ovfl, huge16, 0xc000, 0, largest | 1<<31},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, huge16, 0x3f80, 0, inf}, // the sum overflows, no product does
		{"v_mfma_f32_32x32x8_bf16", ovfl, huge16, 0x3f80, 0, largest},
		{"v_mfma_f32_32x32x8_bf16", ovfl, 0x7f80, 0x3f80, 0, inf}, // an infinite input is no overflow
		{"v_mfma_f32_32x32x8_bf16", ovfl, 0x3f80, 0x3f80, negInf, negInf},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, 0x7f80, 0x3f80, negInf, nan},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, 0x7f80, 0, 0, nan},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, 0x7f81, 0, 0, nan},
		{"v_mfma_f32_32x32x8_bf16", rocmMode, 0x3f80, 0, 0xffc12345, nan},
		{"v_mfma_f32_32x32x8_f16", rocmMode, 0x7c00, 0xbc00, 0, negInf},
		{"v_mfma_f32_32x32x8_f16", rocmMode, 0, 0, 1 << 31, 0},
		{"v_mfma_f32_32x32x8_f16", flush, 0x0001, 0x3c00, 0, math.Float32bits(8 * 0x1p-24)},
		{"v_mfma_f32_32x32x8_f16", flush, 0, 0x3c00, 0x00000123, 0x00000123},
		{"v_mfma_f32_32x32x4_xf32", rocmMode, 0x3f801fff, 0x3f800000, 0, math.Float32bits(4)},
		{"v_mfma_f32_32x32x4_xf32", rocmMode, 0x7f801fff, 0x3f800000, 0, inf},
		{"v_mfma_f32_32x32x4_xf32", rocmMode, 0x7f802000, 0x3f800000, 0, nan},
		{"v_mfma_f32_32x32x16_fp8_fp8", rocmMode, 0x80, 0, 0, nan},
		{"v_mfma_f32_32x32x16_fp8_fp8", rocmMode, 0x40, 0x40, 0, math.Float32bits(16)}, // FNUZ: 0x40 is 1
		{"v_mfma_f32_32x32x16_bf8_fp8", rocmMode, 0x80, 0x40, 0, nan},

		{"v_mfma_f32_32x32x2_f32", rocmMode, f32(0x1p127), f32(2), 0, inf},
		{"v_mfma_f32_32x32x2_f32", ovfl, f32(0x1p127), f32(2), 0, largest},
		{"v_mfma_f32_32x32x2_f32", ovfl, f32(-0x1p127), f32(2), 0, largest | 1<<31},
		{"v_mfma_f32_32x32x2_f32", ovfl, inf, f32(2), 0, inf},
		{"v_mfma_f32_32x32x2_f32", ovfl, f32(2), negInf, 0, negInf},
		{"v_mfma_f32_32x32x2_f32", ovfl, f32(2), f32(2), inf, inf},
		{"v_mfma_f32_32x32x2_f32", rocmMode, 0x00400000, f32(1), 0, 0x00800000},
		{"v_mfma_f32_32x32x2_f32", flush, 0x00400000, f32(1), 0, 0},
		{"v_mfma_f32_32x32x2_f32", flush, f32(1), 0x80400000, f32(1), math.Float32bits(1)},
		{"v_mfma_f32_32x32x2_f32", flush, 0, f32(1), 0x00000123, 0x00000123},
		{"v_mfma_f32_32x32x2_f32", flush, f32(0x1p-100), f32(0x1p-40), 0, 0x00000400},

		{"v_mfma_i32_32x32x16_i8", rocmMode, 0x80, 0x80, 0x7ffffff0, 0x7ffffff0 + 16<<14},
		{"v_mfma_i32_32x32x16_i8", ovfl, 0x80, 0x80, 0x7ffffff0, 0x7fffffff},
		{"v_mfma_i32_32x32x16_i8", ovfl, 0x80, 0x7f, 0x80000010, 0x80000000},
		{"v_mfma_i32_32x32x16_i8", ovfl, 0x80, 0x7f, 5, 0xfffc0805},
	} {
		r := newMatrixRig(t, isa.GFX942, c.name, "")
		r.w.mode.set(c.mode)
		r.setAll(c.a, c.b, c.c)
		r.run()
		for _, p := range r.x.d {
			if got := uint32(r.get(int(p.lane), int(p.item), 32)); got != c.want {
				t.Errorf("%s of %#x, %#x and %#x in mode %#x is %#x, want %#x", c.name, c.a, c.b, c.c, c.mode, got, c.want)
				break
			}
		}
	}
}
