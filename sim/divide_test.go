package sim

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// v_div_fixup: quotient, denominator, numerator.
var fixupCases = []opCase{
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32Half, f32Two, f32One}, f32Half},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32Half, 0xc0000000, f32One}, 0xbf000000}, // the sign is made from the operands
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{0xbf000000, 0xc0000000, f32MinusOne}, f32Half},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, 0x7f800002, f32Snan}, f32Qnan}, // the numerator's NaN first
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, 0xff800002, f32One}, 0xffc00002},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32MinusZero, 0}, f32NegDefault},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32Inf, f32Inf}, f32NegDefault},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32MinusZero, f32One}, f32MinusInf},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32MinusOne, f32Inf}, f32MinusInf},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32Inf, f32MinusOne}, f32MinusZero},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32Three, 0}, 0},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32Largest, 0x80000001}, f32MinusZero}, // underflow, whatever the quotient
	{isa.V_DIV_FIXUP_F32, f32RoundDown, [3]uint64{f32One, f32Largest, 0x80000001}, 0x80000001},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32One, f32Sub, f32Largest}, f32Inf}, // overflow
	{isa.V_DIV_FIXUP_F32, f32RoundZero, [3]uint64{f32One, f32Sub, f32Largest}, f32Largest},
	{isa.V_DIV_FIXUP_F32, f32KeepIn, [3]uint64{f32One, f32Sub, f32One}, f32Inf},
	{isa.V_DIV_FIXUP_F32, 0, [3]uint64{f32Two, 0x00400000, 0x00800000}, f32Two},
	{isa.V_DIV_FIXUP_F32, f32KeepIn, [3]uint64{f32Two, 0x00400000, 0x00800000}, f32Inf},
	{isa.V_DIV_FIXUP_F64, 0, [3]uint64{f64Half, 0xc000000000000000, f64One}, 0xbfe0000000000000},
	{isa.V_DIV_FIXUP_F64, 0, [3]uint64{f64Half, f64Snan, f64One}, f64Qnan},
	{isa.V_DIV_FIXUP_F64, 0, [3]uint64{f64Half, 0, f64MinusZero}, f64NegDefault},
	{isa.V_DIV_FIXUP_F64, 0, [3]uint64{f64Half, f64Largest, 1}, 0},
	{isa.V_DIV_FIXUP_F64, f16KeepIn, [3]uint64{f64Half, 1, f64One}, f64Inf},
	{isa.V_DIV_FIXUP_F64, f16KeepIn, [3]uint64{f64Half, f64One, 1}, 0},
	{isa.V_DIV_FIXUP_F64, f16KeepIn, [3]uint64{1, f64One, f64One}, 0},
	{isa.V_DIV_FIXUP_F64, f16KeepOut, [3]uint64{1, f64One, f64One}, 0},
	{isa.V_DIV_FIXUP_F64, f32Flush, [3]uint64{1, f64One, f64One}, 1},
	{isa.V_DIV_FIXUP_F64, f16RoundUp, [3]uint64{f64Half, f64Largest, 1}, 1},
	{isa.V_DIV_FIXUP_F64, 0, [3]uint64{f64Half, f64MinusZero | 1, f64Largest}, 0xfff0000000000000},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{0x3800, 0xc000, f16One}, 0xb800},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{f16One, f16One, f16Snan}, f16Qnan},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{f16One, 0, 0}, f16NegDefault},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{f16One, 0xfc00, f16Inf}, f16NegDefault},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{f16One, f16MinusZero, f16One}, 0xfc00},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{f16One, f16Inf, 0xbc00}, f16MinusZero},
	{isa.V_DIV_FIXUP_F16, 0, [3]uint64{0x8001, f16One, f16One}, f16Sub},
	{isa.V_DIV_FIXUP_F16, f16KeepOut, [3]uint64{0x8001, f16One, f16One}, 0},
	{isa.V_DIV_FIXUP_F16, f16KeepIn, [3]uint64{0x3800, f16Sub, f16One}, f16Inf},
	{isa.V_DIV_FIXUP_F16, f16KeepIn, [3]uint64{0x3800, f16One, f16Sub}, 0},
	{isa.V_DIV_FIXUP_F32, f32KeepOut, [3]uint64{f32Sub, f32One, f32MinusOne}, f32MinusZero},
	{isa.V_DIV_FIXUP_LEGACY_F16, 0, [3]uint64{0x3800, 0xc000, f16One}, 0xb800},
}

func TestDivFixup(t *testing.T) { testCases(t, fixupCases) }

// scaleCases are directed cases of v_div_scale: x, denominator, numerator.
var scaleCases = []struct {
	op      isa.Op
	x, d, n uint64
	want    uint64
	post    bool
}{
	{isa.V_DIV_SCALE_F32, 0, 0, f32One, f32NegDefault, false},
	{isa.V_DIV_SCALE_F32, f32MinusZero, f32One, f32MinusZero, f32NegDefault, false},
	{isa.V_DIV_SCALE_F32, f32Three, f32Three, f32One, f32Three, false},
	{isa.V_DIV_SCALE_F32, f32One, f32Three, f32One, f32One, false},
	{isa.V_DIV_SCALE_F32, f32One, f32One, 0x6f800000, 0x5f800000, true}, // n = 2^96
	{isa.V_DIV_SCALE_F32, 0x6f800000, f32One, 0x6f800000, 0x6f800000, true},
	{isa.V_DIV_SCALE_F32, f32One, f32One, 0x6f000000, f32One, false},                    // 2^95
	{isa.V_DIV_SCALE_F32, 0x00400000, 0x00400000, 0x00400001, 0x20000000, false},        // subnormal: 2^-127 * 2^64
	{isa.V_DIV_SCALE_F32, 0x00400001, 0x00400000, 0x00400001, 0x20000002, false},        // the numerator too
	{isa.V_DIV_SCALE_F32, 0x7e800000, 0x7e800000, 0x7e800001, 0x5e800000, false},        // 1/den is subnormal
	{isa.V_DIV_SCALE_F32, 0x7e800001, 0x7e800000, 0x7e800001, 0x5e800001, false},        //
	{isa.V_DIV_SCALE_F32, 0x7e800000, 0x7e800000, f32One, 0x5e800000, true},             // n/den is near underflow too
	{isa.V_DIV_SCALE_F32, f32One, 0x7e800000, f32One, f32One, true},                     //
	{isa.V_DIV_SCALE_F32, 0x6f800000, 0x6f800000, f32One, 0x6f800000, true},             // n/den = 2^-96
	{isa.V_DIV_SCALE_F32, f32One, 0x6f800000, f32One, 0x5f800000, true},                 //
	{isa.V_DIV_SCALE_F32, 0x0c000000, 0x0c000000, 0x0c000001, 0x2c000000, false},        // a tiny numerator: exponent 24
	{isa.V_DIV_SCALE_F32, 0x0c000001, 0x0c000000, 0x0c000001, 0x2c000001, false},        //
	{isa.V_DIV_SCALE_F32, 0x0c800000, 0x0c800000, 0x0c800001, 0x0c800000, false},        // exponent 25
	{isa.V_DIV_SCALE_F64, 0, 0, f64One, f64NegDefault, false},                           //
	{isa.V_DIV_SCALE_F64, f64One, f64One, 0x6ff0000000000000, 0x47f0000000000000, true}, // 2^768
	{isa.V_DIV_SCALE_F64, f64One, f64One, 0x6fe0000000000000, f64One, false},            // 2^767
	{isa.V_DIV_SCALE_F64, 1, 1, 2, 0x04d0000000000000, false},                           // 2^-1074 * 2^128
	{isa.V_DIV_SCALE_F64, f64One, 0x7fd0000000000000, f64One, f64One, true},             //
	{isa.V_DIV_SCALE_F64, 0x7fd0000000000000, 0x7fd0000000000000, f64One, 0x77d0000000000000, true},
	{isa.V_DIV_SCALE_F64, 0x0350000000000000, 0x0350000000000001, 0x0350000000000000, 0x0b50000000000000, false}, // exponent 53
	{isa.V_DIV_SCALE_F64, 0x0360000000000000, 0x0360000000000001, 0x0360000000000000, 0x0360000000000000, false}, // 54
}

func TestDivScale(t *testing.T) {
	for _, target := range isa.Targets() {
		for _, c := range scaleCases {
			text := "v_div_scale_f32 v0, s[20:21], v2, v4, v6"
			if c.op == isa.V_DIV_SCALE_F64 {
				text = "v_div_scale_f64 v[0:1], s[20:21], v[2:3], v[4:5], v[6:7]"
			}
			w := exec1(t, target.Chip.Name, text, func(w *wave) {
				w.setV64(2, c.x)
				w.setV64(4, c.d)
				w.setV64(6, c.n)
				w.setSGPR64(20, 0x123456789abcdef)
				w.setExec(^uint64(1 << 7))
			})
			post := uint64(0)
			if c.post {
				post = ^uint64(1 << 7)
			}
			if got := w.v64(0, 63); got != c.want || w.sgpr64(20) != post || w.vgpr[0][7] != 0 {
				t.Errorf("%s: %s of %#x, %#x, %#x: got %#x, flags %#x; want %#x, %#x", target.Chip.Name, c.op, c.x, c.d, c.n, got, w.sgpr64(20), c.want, post)
			}
		}
	}
}

// fmasCases are directed cases of v_div_fmas with VCC set.
var fmasCases = []struct {
	op      isa.Op
	mode    uint32
	a, b, c uint64
	want    uint64
}{
	{isa.V_DIV_FMAS_F32, 0, f32One, f32One, f32One, 0x20000000}, // 2 * 2^-64: c is below 2
	{isa.V_DIV_FMAS_F32, 0, f32One, f32One, f32Two, 0x60400000}, // 3 * 2^64
	{isa.V_DIV_FMAS_F32, 0, f32One, f32One, 0x7f000000, f32Inf},
	{isa.V_DIV_FMAS_F32, f32KeepIn, f32Sub, 0x71800000, 0, 0x07000000}, // inputs are not flushed
	// Subnormal results are rounded once: the sum rounded to f32 would be a tie.
	{isa.V_DIV_FMAS_F32, 0, 0, 0, 0x15000003, 1},                   // 2^-85 * (1 + 3 * 2^-23)
	{isa.V_DIV_FMAS_F32, 0, 0, 0, 0x15400000, 2},                   // 1.5 * 2^-85
	{isa.V_DIV_FMAS_F32, 0, 0x9a800000, 0x0c000000, 0x15400000, 1}, // 1.5 * 2^-85 less a little
	{isa.V_DIV_FMAS_F32, 0, 0x9a800000, 0x0c000000, 0x15a00000, 2}, // 2.5 * 2^-85 less a little
	{isa.V_DIV_FMAS_F32, 0, 0x1a800000, 0x0c000000, 0x15a00000, 3}, // 2.5 * 2^-85 and a little
	{isa.V_DIV_FMAS_F32, 0, 0, 0, 0x15a00000, 2},                   // the tie
	{isa.V_DIV_FMAS_F32, f32RoundUp, 0, 0, 0x15200000, 2},
	{isa.V_DIV_FMAS_F32, f32RoundUp, 0x0c000000, 0x0c000000, 0x15000000, 2},
	{isa.V_DIV_FMAS_F32, f32RoundZero, 0x0c000000, 0x0c000000, 0x15000000, 1},
	{isa.V_DIV_FMAS_F32, f32KeepOut, 0, 0, 0x95000000, f32MinusZero},
	{isa.V_DIV_FMAS_F64, 0, f64One, f64One, f64Two, 0x4808000000000000},
	{isa.V_DIV_FMAS_F64, 0, f64One, f64One, f64One, 0x3800000000000000},
	{isa.V_DIV_FMAS_F64, 0, 0, 0, 0x0554000000000000, 0x140}, // 1.25 * 2^-1066, exact
	{isa.V_DIV_FMAS_F64, 0, 0, 0, 0x04d4000000000000, 1},     // 1.25 * 2^-1074
	{isa.V_DIV_FMAS_F64, 0, 0, 0, 0x04e4000000000000, 2},     // 2.5 * 2^-1074, the tie
	{isa.V_DIV_FMAS_F64, 0, 0x1ff0000000000000, 0x1ff0000000000000, 0x04e4000000000000, 3},
	{isa.V_DIV_FMAS_F64, f16KeepOut, 0, 0, 0x04d4000000000000, 0},
}

func TestDivFmas(t *testing.T) {
	for _, target := range isa.Targets() {
		for _, c := range fmasCases {
			text := "v_div_fmas_f32 v0, v2, v4, v6"
			if c.op == isa.V_DIV_FMAS_F64 {
				text = "v_div_fmas_f64 v[0:1], v[2:3], v[4:5], v[6:7]"
			}
			w := exec1(t, target.Chip.Name, text, func(w *wave) {
				w.setV64(2, c.a)
				w.setV64(4, c.b)
				w.setV64(6, c.c)
				w.mode.set(rocmMode ^ c.mode)
				w.setVCC(1 << 5)
			})
			if got := w.v64(0, 5); got != c.want {
				t.Errorf("%s: %s of %#x, %#x, %#x: got %#x, want %#x", target.Chip.Name, c.op, c.a, c.b, c.c, got, c.want)
			}
		}
	}
}

// TestDivFmasPlain: without VCC it is an fma.
func TestDivFmasPlain(t *testing.T) {
	w := exec1(t, "gfx950", "v_div_fmas_f32 v0, v2, v4, v6", func(w *wave) {
		w.setV(2, f32Two)
		w.setV(4, f32Three)
		w.setV(6, f32One)
		w.setVCC(1)
	})
	if w.vgpr[0][1] != 0x40e00000 || w.vgpr[0][0] != 0x20e00000 {
		t.Errorf("got %#x with VCC clear, %#x with VCC set", w.vgpr[0][1], w.vgpr[0][0])
	}
}

// The division of LLVM: n in v2, d in v4, the quotient in v0. All its steps
// are correctly rounded, and so must the quotient be.
var (
	divide32Steps = []string{
		"v_div_scale_f32 v6, s[20:21], v4, v4, v2",
		"v_div_scale_f32 v8, vcc, v2, v4, v2",
		"v_rcp_f32 v10, v6",
		"v_fma_f32 v12, -v6, v10, 1.0",
		"v_fma_f32 v10, v12, v10, v10",
		"v_mul_f32 v14, v8, v10",
		"v_fma_f32 v16, -v6, v14, v8",
		"v_fma_f32 v14, v16, v10, v14",
		"v_fma_f32 v16, -v6, v14, v8",
		"v_div_fmas_f32 v16, v16, v10, v14",
		"v_div_fixup_f32 v0, v16, v4, v2",
	}
	divide64Steps = []string{
		"v_div_scale_f64 v[6:7], s[20:21], v[4:5], v[4:5], v[2:3]",
		"v_rcp_f64 v[10:11], v[6:7]",
		"v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0",
		"v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
		"v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0",
		"v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
		"v_div_scale_f64 v[8:9], vcc, v[2:3], v[4:5], v[2:3]",
		"v_mul_f64 v[14:15], v[8:9], v[10:11]",
		"v_fma_f64 v[16:17], -v[6:7], v[14:15], v[8:9]",
		"v_div_fmas_f64 v[16:17], v[16:17], v[10:11], v[14:15]",
		"v_div_fixup_f64 v[0:1], v[16:17], v[4:5], v[2:3]",
	}
)

func TestDivision32(t *testing.T) {
	target := targetNamed(t, "gfx950")
	var steps []*instr
	for _, text := range divide32Steps {
		steps = append(steps, bindText(t, target, text))
	}
	special := []uint32{0, 1, 2, 3, 0x007fffff, 0x00800000, 0x00800001, 0x0c000000, 0x0c7fffff, 0x3f7fffff, f32One, 0x3f800001,
		0x5f800000, 0x6f800000, 0x7e7fffff, 0x7e800000, 0x7e800001, 0x7f7fffff, f32Inf, 0x80000001, 0xbf800000, 0xff7fffff, 0x80000000}
	rng := rand.New(rand.NewPCG(3, 1))
	operand := func() uint32 {
		switch rng.IntN(4) {
		case 0:
			return special[rng.IntN(len(special))]
		case 1:
			return rng.Uint32()&0x807fffff | uint32(rng.IntN(8))<<23
		case 2:
			return rng.Uint32()&0x807fffff | uint32(0xf7+rng.IntN(8))<<23
		}
		return rng.Uint32()
	}
	w := testWave(target)
	for range 3000 {
		for l := range waveSize {
			w.vgpr[2][l], w.vgpr[4][l] = operand(), operand()
		}
		for _, in := range steps {
			in.run(w, in)
		}
		for l := range waveSize {
			n, d := math.Float32frombits(w.vgpr[2][l]), math.Float32frombits(w.vgpr[4][l])
			got, want := math.Float32frombits(w.vgpr[0][l]), n/d
			if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
				t.Fatalf("%x / %x (%#x / %#x): got %x, want %x", n, d, w.vgpr[2][l], w.vgpr[4][l], got, want)
			}
		}
	}
}

func TestDivision64(t *testing.T) {
	target := targetNamed(t, "gfx942")
	var steps []*instr
	for _, text := range divide64Steps {
		steps = append(steps, bindText(t, target, text))
	}
	rng := rand.New(rand.NewPCG(3, 2))
	exponents := []uint64{0, 0, 1, 2, 20, 53, 54, 900, 1023, 1024, 1500, 1791, 2043, 2044, 2045, 2046, 2047}
	operand := func() uint64 {
		x := rng.Uint64() & 0x800fffffffffffff
		if rng.IntN(8) == 0 {
			x &^= 0x000fffffffffffff
		}
		return x | exponents[rng.IntN(len(exponents))]<<52
	}
	w := testWave(target)
	for range 2000 {
		for l := range waveSize {
			n, d := operand(), operand()
			w.vgpr[2][l], w.vgpr[3][l] = uint32(n), uint32(n>>32)
			w.vgpr[4][l], w.vgpr[5][l] = uint32(d), uint32(d>>32)
		}
		for _, in := range steps {
			in.run(w, in)
		}
		for l := range waveSize {
			n, d := math.Float64frombits(w.v64(2, l)), math.Float64frombits(w.v64(4, l))
			got, want := math.Float64frombits(w.v64(0, l)), n/d
			if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
				t.Fatalf("%x / %x: got %x, want %x", n, d, got, want)
			}
		}
	}
}

// TestDivFmasRandom compares the scaled-back sum of f64 with exact arithmetic,
// in all rounding modes, where it is subnormal.
func TestDivFmasRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var m mode
	for range 20000 {
		exp := 60 + rng.IntN(68) // of c; the product's is up to this one
		exponent := func(e int) uint64 { return rng.Uint64()&0x800fffffffffffff | uint64(e)<<52 }
		ea := 500 + rng.IntN(40)
		a, b, c := exponent(ea), exponent(1023+exp-rng.IntN(120)-ea), exponent(exp)
		if rng.IntN(3) == 0 { // close to a tie
			c &^= 1<<uint(rng.IntN(52)) - 1
			a &^= 0x000fffffffffffff
		}
		round := uint32(rng.IntN(4))
		m.set(rocmMode ^ round<<2)
		got := divider64.scaledBack(a, b, c, m.f16)
		if want := exactScaledFMA(a, b, c, -128, round); got != want {
			t.Fatalf("(%#x * %#x + %#x) * 2^-128, mode %d: got %#x, want %#x", a, b, c, round, got, want)
		}
	}
}

// exactScaledFMA rounds (a*b + c) * 2^n, which is below 2^-1021, to a multiple
// of the least subnormal.
func exactScaledFMA(a, b, c uint64, n int, round uint32) uint64 {
	f := func(x uint64) *big.Float { return new(big.Float).SetPrec(4000).SetFloat64(math.Float64frombits(x)) }
	sum := f(a)
	sum.Mul(sum, f(b))
	sum.Add(sum, f(c))
	sum.SetMantExp(sum, n+1074)
	neg := sum.Signbit()
	sum.Abs(sum)
	whole, _ := sum.Int(nil)
	rest := new(big.Float).SetPrec(4000).Sub(sum, new(big.Float).SetPrec(4000).SetInt(whole))
	v := whole.Uint64()
	half := rest.Cmp(big.NewFloat(0.5))
	if round == 0 && (half > 0 || half == 0 && v&1 != 0) || rest.Sign() != 0 && (round == 1 && !neg || round == 2 && neg) {
		v++
	}
	if neg {
		v |= 1 << 63
	}
	return v
}
