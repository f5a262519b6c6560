package sim

import (
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// smallCase is a conversion with values that were worked out by hand: from the
// value tables of ISA manual §7.3 and the pseudo-code of the instructions.
type smallCase struct {
	text string
	src  []uint32 // v1, v2, …
	old  uint32   // v0 before
	want []uint32 // v0, v1, …
	mode uint32   // bits to set
}

// Patterns used below.
const (
	one32, two32, three32, half32 = 0x3f800000, 0x40000000, 0x40400000, 0x3f000000
	eight32                       = 0x41000000
)

// smallCases run on gfx950.
var smallCases = []smallCase{
	// fp8: 1 = 0x38, 2 = 0x40, 448 = 0x7e; bf8: 1 = 0x3c, 2 = 0x40. The other half stays.
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{one32, 0xc0000000}, 0xaaaabbbb, []uint32{0xaaaac038}, 0},
	{"v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", []uint32{one32, 0xc0000000}, 0xaaaabbbb, []uint32{0xc038bbbb}, 0},
	{"v_cvt_pk_fp8_f32 v0, -v1, |v2|", []uint32{one32, 0xc0000000}, 0, []uint32{0x40b8}, 0},
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{0x43e80000, 0x43e80001}, 0, []uint32{0x7f7e}, 0},            // 464, and above
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{0xff800000, 0x43e80001}, 0, []uint32{0x7efe}, modeFP16Ovfl}, // -inf
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{0xffc00000, 0x7f800000}, 0, []uint32{0x7fff}, 0},            // NaN, inf
	{"v_cvt_pk_bf8_f32 v0, v1, v2", []uint32{one32, 0xc0000000}, 0xaaaabbbb, []uint32{0xaaaac03c}, 0},
	{"v_cvt_pk_bf8_f32 v0, v1, v2 op_sel:[0,0,1]", []uint32{0x476fffff, 0x47700000}, 5, []uint32{0x7c7b0005}, 0}, // around 61440
	{"v_cvt_pk_bf8_f32 v0, v1, v2", []uint32{0xff800000, 0x47700000}, 0, []uint32{0x7bfb}, modeFP16Ovfl},
	{"v_cvt_sr_fp8_f32 v0, v1, v2", []uint32{0x3f8fffff, 0x00000fff}, 0x11223344, []uint32{0x11223338}, 0}, // 1.125 less 1 ulp
	{"v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", []uint32{0x3f8fffff, 0x00001000}, 0x11223344, []uint32{0x11223944}, 0},
	{"v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,0,1]", []uint32{0x3fffffff, 0xfffff000}, 0x11223344, []uint32{0x11403344}, 0}, // carry to 2
	{"v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,1,1]", []uint32{0xbf900000, 0x80000000}, 0x11223344, []uint32{0xbd223344}, 0}, // -1.125 and a half
	{"v_cvt_sr_bf8_f32 v0, v1, v2", []uint32{0xbf900000, 0x7ffff800}, 0x11223344, []uint32{0x112233bc}, 0},
	{"v_cvt_sr_f16_f32 v0, v1, v2 op_sel:[0,0,1]", []uint32{0x3f801000, 0x80000000}, 0x11223344, []uint32{0x3c013344}, 0}, // 1 + 2^-11
	{"v_cvt_sr_bf16_f32 v0, v1, v2", []uint32{0x3f808000, 0x7fff0000}, 0x11223344, []uint32{0x11223f80}, 0},               // 1 + 2^-8
	{"v_cvt_f32_fp8_e32 v0, v1", []uint32{0x7e}, 9, []uint32{0x43e00000}, 0},                                              // 448
	{"v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_3", []uint32{0xff000000}, 9, []uint32{0xffc00000}, 0},                       // NaN
	{"v_cvt_f32_bf8_e32 v0, v1", []uint32{0x7b}, 9, []uint32{0x47600000}, 0},                                              // 57344
	{"v_cvt_f32_bf8_sdwa v0, v1 src0_sel:BYTE_1", []uint32{0xfc00}, 9, []uint32{0xff800000}, 0},                           // -inf
	{"v_cvt_pk_f32_fp8_e32 v[0:1], v1", []uint32{0x01c0}, 9, []uint32{0xc0000000, 0x3b000000}, 0},                         // -2, 2^-9
	{"v_cvt_pk_f32_bf8_sdwa v[0:1], v1 src0_sel:WORD_1", []uint32{0x01c00000}, 9, []uint32{0xc0000000, 0x37800000}, 0},    // -2, 2^-16

	// Narrowing divides: by 2.
	{"v_cvt_scalef32_pk_fp8_f32 v0, v1, v2, v3", []uint32{two32, 0xc0800000, two32}, 0xaaaabbbb, []uint32{0xaaaac038}, 0},
	{"v_cvt_scalef32_pk_fp8_f32 v0, v1, v2, 2.0 op_sel:[0,0,0,1]", []uint32{two32, 0xc0800000}, 0xaaaabbbb, []uint32{0xc038bbbb}, 0},
	{"v_cvt_scalef32_pk_fp8_f32 v0, v1, v2, v3", []uint32{one32, one32, 0x7f800000}, 0, []uint32{0x7f7f}, 0}, // a scale of NaN
	{"v_cvt_scalef32_pk_bf8_f32 v0, -v1, v2, -v3", []uint32{two32, 0xc0800000, 0x407fffff}, 0xaaaabbbb, []uint32{0xaaaac0bc}, 0},
	{"v_cvt_scalef32_pk_fp8_f16 v0, v1, v2", []uint32{0xc4004000, two32}, 0xaaaabbbb, []uint32{0xaaaac038}, 0},
	{"v_cvt_scalef32_pk_fp8_f16 v0, -v1, v2 op_sel:[0,0,1]", []uint32{0xc4004000, two32}, 0xaaaabbbb, []uint32{0x40b8bbbb}, 0},
	{"v_cvt_scalef32_pk_bf8_f16 v0, v1, v2", []uint32{0xc4004000, two32}, 0xaaaabbbb, []uint32{0xaaaac03c}, 0},
	{"v_cvt_scalef32_pk_fp8_bf16 v0, |v1|, v2", []uint32{0xc0804000, two32}, 0xaaaabbbb, []uint32{0xaaaa4038}, 0},
	{"v_cvt_scalef32_pk_bf8_bf16 v0, v1, v2 op_sel:[0,0,1]", []uint32{0xc0804000, two32}, 0xaaaabbbb, []uint32{0xc03cbbbb}, 0},
	{"v_cvt_scalef32_sr_fp8_f32 v0, v1, v2, v3 op_sel:[0,0,1,0]", []uint32{0x400fffff, 0x00001000, two32}, 0x11223344, []uint32{0x11223944}, 0},
	{"v_cvt_scalef32_sr_bf8_f32 v0, v1, v2, v3 op_sel:[0,0,1,1]", []uint32{0xc0100000, 0x80000000, two32}, 0x11223344, []uint32{0xbd223344}, 0},
	{"v_cvt_scalef32_sr_fp8_f16 v0, v1, v2, v3 op_sel:[0,0,0,1]", []uint32{0x77774040, 0x80000000, two32}, 0x11223344, []uint32{0x11393344}, 0}, // 2.125/2
	{"v_cvt_scalef32_sr_fp8_f16 v0, v1, v2, v3 op_sel:[1,0,0,0]", []uint32{0x40407777, 0x7fffffff, two32}, 0x11223344, []uint32{0x11223338}, 0},
	{"v_cvt_scalef32_sr_bf8_f16 v0, v1, v2, v3", []uint32{0x77774080, 0x80000000, two32}, 0x11223344, []uint32{0x1122333d}, 0}, // 2.25/2
	{"v_cvt_scalef32_sr_fp8_bf16 v0, v1, v2, v3", []uint32{0x77774008, 0x80000000, two32}, 0x11223344, []uint32{0x11223339}, 0},
	{"v_cvt_scalef32_sr_bf8_bf16 v0, -v1, v2, v3", []uint32{0x77774010, 0x7fffffff, two32}, 0x11223344, []uint32{0x112233bc}, 0},

	// fp4: 0, .5, 1, 1.5, 2, 3, 4, 6. Ties to even: 2.5 gives 2, 5 gives 4.
	{"v_cvt_scalef32_pk_fp4_f32 v0, v1, v2, v3", []uint32{three32, 0xc1000000, half32}, 0x11223344, []uint32{0x112233f7}, 0}, // 6, -16
	{"v_cvt_scalef32_pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,0,1]", []uint32{0x40200000, 0xc0a00000, one32}, 0x11223344, []uint32{0x11e43344}, 0},
	{"v_cvt_scalef32_pk_fp4_f16 v0, v1, v2 op_sel:[0,0,1,1]", []uint32{0xc2004200, two32}, 0x11223344, []uint32{0xb3223344}, 0},          // ±1.5
	{"v_cvt_scalef32_pk_fp4_bf16 v0, v1, v2 op_sel:[0,0,1,0]", []uint32{0xc0404040, two32}, 0x11223344, []uint32{0x1122b344}, 0},         // ±1.5
	{"v_cvt_scalef32_sr_pk_fp4_f32 v0, v[2:3], v4, v5", []uint32{0, 0x40a00000, 0x40a00000, 0x80000000, one32}, 0, []uint32{0x67}, 0},    // 5 with random 0x80000000, then 197
	{"v_cvt_scalef32_sr_pk_fp4_f32 v0, -v[2:3], v4, v5", []uint32{0, 0x40a00000, 0x40a00000, 0x40000000, one32}, 0, []uint32{0xfe}, 0},   // with 0x40000000, then 0x80000000
	{"v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3 op_sel:[0,0,1,0]", []uint32{0x45004500, 0x80000000, one32}, 0, []uint32{0x6700}, 0},    // 5
	{"v_cvt_scalef32_sr_pk_fp4_bf16 v0, v1, v2, v3 op_sel:[0,0,0,1]", []uint32{0xc0a040a0, 0x40000000, one32}, 0, []uint32{0xf60000}, 0}, // ±5

	// Widening multiplies: by 8.
	{"v_cvt_scalef32_f32_fp8 v0, v1, v2 op_sel:[1,1,0]", []uint32{0x38000000, 0x41234567}, 9, []uint32{eight32}, 0},
	{"v_cvt_scalef32_f32_bf8 v0, v1, v2 op_sel:[0,1,0]", []uint32{0x003c0000, eight32}, 9, []uint32{eight32}, 0},
	{"v_cvt_scalef32_f16_fp8 v0, v1, v2 op_sel:[1,0,1]", []uint32{0x3800, eight32}, 0x11223344, []uint32{0x48003344}, 0},
	{"v_cvt_scalef32_f16_bf8 v0, v1, v2", []uint32{0x3c, 0x40ffffff}, 0x11223344, []uint32{0x11224400}, 0},
	{"v_cvt_scalef32_f16_bf8 v0, v1, v2", []uint32{0x7b, eight32}, 0, []uint32{0x7c00}, 0}, // 57344*8
	{"v_cvt_scalef32_f16_bf8 v0, v1, v2", []uint32{0x7b, eight32}, 0, []uint32{0x7bff}, modeFP16Ovfl},
	{"v_cvt_scalef32_f16_bf8 v0, v1, v2", []uint32{0x7c, eight32}, 0, []uint32{0x7c00}, modeFP16Ovfl}, // inf
	{"v_cvt_scalef32_pk_f32_fp8 v[0:1], v1, v2 op_sel:[1,0,0]", []uint32{0xb8400000, eight32}, 9, []uint32{0x41800000, 0xc1000000}, 0},
	{"v_cvt_scalef32_pk_f32_bf8 v[0:1], v1, v2", []uint32{0xbc40, eight32}, 9, []uint32{0x41800000, 0xc1000000}, 0},
	{"v_cvt_scalef32_pk_f32_fp4 v[0:1], v1, v2 op_sel:[0,1,0]", []uint32{0x00f10000, eight32}, 9, []uint32{0x40800000, 0xc2400000}, 0}, // 4, -48
	{"v_cvt_scalef32_pk_f16_fp8 v0, v1, v2", []uint32{0xb840, eight32}, 9, []uint32{0xc8004c00}, 0},
	{"v_cvt_scalef32_pk_f16_bf8 v0, v1, v2 op_sel:[1,0,0]", []uint32{0xbc400000, eight32}, 9, []uint32{0xc8004c00}, 0},
	{"v_cvt_scalef32_pk_f16_fp4 v0, v1, v2 op_sel:[1,0,0]", []uint32{0xf100, eight32}, 9, []uint32{0xd2004400}, 0},
	{"v_cvt_scalef32_pk_bf16_fp8 v0, v1, v2 op_sel:[1,0,0]", []uint32{0xb8400000, eight32}, 9, []uint32{0xc1004180}, 0},
	{"v_cvt_scalef32_pk_bf16_bf8 v0, v1, v2", []uint32{0xbc40, eight32}, 9, []uint32{0xc1004180}, 0},
	{"v_cvt_scalef32_pk_bf16_fp4 v0, v1, v2 op_sel:[1,1,0]", []uint32{0xf1000000, eight32}, 9, []uint32{0xc2404080}, 0},
	{"v_cvt_scalef32_pk_bf16_fp8 v0, v1, v2", []uint32{0xb840, 0xff800000}, 9, []uint32{0x7fc07fc0}, 0}, // a scale of NaN
}

// fnuzCases run on gfx942: 1 is 0x40 in both formats, 0x80 is NaN, there is no
// negative zero.
var fnuzCases = []smallCase{
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{one32, 0xc0000000}, 0xaaaabbbb, []uint32{0xaaaac840}, 0},
	{"v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", []uint32{0x80000000, 0x43780000}, 5, []uint32{0x80000005}, 0}, // -0, 248
	{"v_cvt_pk_fp8_f32 v0, v1, v2", []uint32{0xc3780000, 0x7fc00000}, 0, []uint32{0x80ff}, modeFP16Ovfl},
	{"v_cvt_pk_bf8_f32 v0, v1, v2", []uint32{0xbf800000, 0x47700000}, 0, []uint32{0x80c0}, 0},
	{"v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", []uint32{0x3f8fffff, 0x00001000}, 0x11223344, []uint32{0x11224144}, 0},
	{"v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,1,1]", []uint32{0xbf900000, 0x80000000}, 0x11223344, []uint32{0xc1223344}, 0},
	{"v_cvt_f32_fp8_e32 v0, v1", []uint32{0x7f}, 9, []uint32{0x43700000}, 0}, // 240
	{"v_cvt_f32_bf8_sdwa v0, v1 src0_sel:BYTE_2", []uint32{0x800000}, 9, []uint32{0x7fc00000}, 0},
	{"v_cvt_pk_f32_fp8_sdwa v[0:1], v1 src0_sel:WORD_1", []uint32{0x01c00000}, 9, []uint32{0xbf800000, 0x3a800000}, 0}, // -1, 2^-10
	{"v_cvt_pk_f32_bf8_e32 v[0:1], v1", []uint32{0x7fc0}, 9, []uint32{0xbf800000, 0x47600000}, 0},
}

// fp6Values and bf6Values are the magnitudes of the codes 0 to 31; sixBits are
// these codes packed.
var (
	fp6Values = [32]float32{0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875,
		2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5}
	bf6Values = [32]float32{0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.625, 0.75, 0.875, 1, 1.25, 1.5, 1.75,
		2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28}
	sixBits = []uint32{0x440c2040, 0xa2481c61, 0x3ce34c2c, 0x544d2450, 0xa6585d65, 0x7de75c6d}
)

// wideCases are the conversions of 32 numbers; the registers are those of
// scaleForm.text.
var wideCases = []string{
	"v_cvt_scalef32_2xpk16_fp6_f32", "v_cvt_scalef32_2xpk16_bf6_f32",
	"v_cvt_scalef32_pk32_fp6_f16", "v_cvt_scalef32_pk32_bf6_f16",
	"v_cvt_scalef32_pk32_fp6_bf16", "v_cvt_scalef32_pk32_bf6_bf16",
	"v_cvt_scalef32_sr_pk32_fp6_f32", "v_cvt_scalef32_sr_pk32_bf6_f32",
	"v_cvt_scalef32_sr_pk32_fp6_f16", "v_cvt_scalef32_sr_pk32_bf6_f16",
	"v_cvt_scalef32_sr_pk32_fp6_bf16", "v_cvt_scalef32_sr_pk32_bf6_bf16",
	"v_cvt_scalef32_pk32_f32_fp6", "v_cvt_scalef32_pk32_f32_bf6",
	"v_cvt_scalef32_pk32_f16_fp6", "v_cvt_scalef32_pk32_f16_bf6",
	"v_cvt_scalef32_pk32_bf16_fp6", "v_cvt_scalef32_pk32_bf16_bf6",
}

// smallPattern is the pattern of a value that the type holds exactly.
func smallPattern(typ string, v float32) uint32 {
	p := math.Float32bits(v)
	switch {
	case typ == "bf16":
		return p >> 16
	case typ == "f16" && v != 0:
		return p>>16&0x8000 | (p>>23&0xff-112)<<10 | p>>13&0x3ff
	}
	return p
}

func (c *smallCase) run(t *testing.T, target string) {
	w := exec1(t, target, c.text, func(w *wave) {
		w.mode.set(rocmMode | c.mode)
		w.setExec(^uint64(4))
		w.setV(0, c.old)
		for i, v := range c.src {
			w.setV(1+i, v)
		}
	})
	for _, l := range []int{0, 1, 63} {
		for i, v := range c.want {
			if got := w.vgpr[i][l]; got != v {
				t.Errorf("%s: %s of %#x: v%d is %#x, want %#x", target, c.text, c.src, i, got, v)
			}
		}
	}
	if w.vgpr[0][2] != c.old {
		t.Errorf("%s: %s writes a lane that is off", target, c.text)
	}
}

func TestScaleCases(t *testing.T) {
	for i := range smallCases {
		smallCases[i].run(t, "gfx950")
	}
	for i := range fnuzCases {
		fnuzCases[i].run(t, "gfx942")
	}
}

// The codes 0 to 31 in order, with a scale of 4, both ways; a random number
// does not change what needs no rounding.
func TestScaleWideCases(t *testing.T) {
	for _, name := range wideCases {
		f := scaleFormOf(name)
		values := &fp6Values
		if f.small == "bf6" {
			values = &bf6Values
		}
		want := sixBits
		if !f.narrow {
			want = make([]uint32, f.dstDwords())
			for i, v := range values {
				want[i*f.wideBits()/32] |= smallPattern(f.wide, v*4) << (i * f.wideBits() % 32)
			}
		}
		w := exec1(t, "gfx950", f.text(0, 0), func(w *wave) {
			w.setV(scaleScale, 129<<23)
			w.setV(scaleRandom, 0xffffffff)
			for l := range waveSize {
				for i, v := range values {
					if f.narrow {
						f.setWide(w, i, l, smallPattern(f.wide, v*4))
					}
				}
			}
			if !f.narrow {
				for d, v := range sixBits {
					w.setV(scaleSrc0+d, v)
				}
			}
		})
		var got []uint32
		for d := range want {
			got = append(got, w.vgpr[scaleDst+d][17])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s gives %#x, want %#x", f.text(0, 0), got, want)
		}
	}
}

// Every conversion of small formats has a case above.
func TestScaleCasesComplete(t *testing.T) {
	cased := func(cases []smallCase, more []string) map[string]bool {
		m := map[string]bool{}
		for i := range cases {
			m[smallName(strings.Fields(cases[i].text)[0])] = true
		}
		for _, name := range more {
			m[name] = true
		}
		return m
	}
	for target, names := range map[string]map[string]bool{"gfx950": cased(smallCases, wideCases), "gfx942": cased(fnuzCases, nil)} {
		rows := targetNamed(t, target).Rows()
		for i := range rows {
			name := smallName(rows[i].Mnemonic)
			if (scaleMnemonic.MatchString(name) || strings.HasPrefix(name, "v_cvt_sr_")) && !names[name] {
				t.Errorf("%s: %s has no case", target, name)
			}
		}
	}
}

func smallName(mnemonic string) string {
	for _, suffix := range []string{"_e32", "_e64", "_sdwa", "_dpp"} {
		mnemonic = strings.TrimSuffix(mnemonic, suffix)
	}
	return mnemonic
}

// What is a model says why; what has random bits, a scale of NaN or NaN without
// a code for it is one.
func TestScaleModels(t *testing.T) {
	target := targetNamed(t, "gfx950")
	rows := target.Rows()
	for i := range rows {
		name := smallName(rows[i].Mnemonic)
		if !scaleMnemonic.MatchString(name) {
			continue
		}
		level, reason := Fidelity(target, rows[i].Op)
		want := Exact
		if strings.Contains(name, "_sr_") || strings.Contains(name, "_scalef32_") || name == "v_cvt_pk_bf8_f32" {
			want = Model
		}
		if level != want || (reason == "") != (want == Exact) {
			t.Errorf("%s is %v, because %q", name, level, reason)
		}
	}
	if level, _ := Fidelity(target, isa.V_CVT_SR_F16_F32); level != Model {
		t.Errorf("v_cvt_sr_f16_f32 is %v", level)
	}
}
