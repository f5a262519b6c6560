package sim

import (
	"testing"

	"heddle/isa"
)

var packCases = []opCase{
	{isa.V_CVT_PKRTZ_F16_F32, 0, [3]uint64{0x3f8ccccd, 0xbf8ccccd}, 0xbc663c66}, // 1.1, -1.1
	{isa.V_CVT_PKRTZ_F16_F32, f16RoundUp, [3]uint64{0x3f8ccccd, 0xbf8ccccd}, 0xbc663c66},
	{isa.V_CVT_PKRTZ_F16_F32, 0, [3]uint64{0x47800000, f32Inf}, 0x7c007bff},
	{isa.V_CVT_PKRTZ_F16_F32, 0, [3]uint64{0x33ffffff, f32Snan}, 0x7e000001},
	{isa.V_CVT_PKRTZ_F16_F32, f16KeepOut, [3]uint64{0x33ffffff, 0xb3ffffff}, 0x80000000},
	{isa.V_CVT_PK_F16_F32, 0, [3]uint64{0x3f8ccccd, 0x3f803000}, 0x3c023c66},
	{isa.V_CVT_PK_F16_F32, f16RoundZero, [3]uint64{0x3f8ccccd, 0x3f803000}, 0x3c023c66},
	{isa.V_CVT_PK_F16_F32, 0, [3]uint64{0x47800000, f32Inf}, 0x7c007c00},
	{isa.V_CVT_PK_F16_F32, ovflOn, [3]uint64{0x47800000, f32Inf}, 0x7c007bff},
	{isa.V_CVT_PK_BF16_F32, 0, [3]uint64{0x3f808000, 0x3f818000}, 0x3f823f80}, // ties
	{isa.V_CVT_PK_BF16_F32, f16RoundUp | f32RoundUp, [3]uint64{0x3f808000, 0x3f818000}, 0x3f823f80},
	{isa.V_CVT_PK_BF16_F32, 0, [3]uint64{f32Largest, 0xff800001}, 0xffc07f80},
	{isa.V_CVT_PK_BF16_F32, ovflOn, [3]uint64{f32Largest, 0x7f7f0000}, 0x7f7f7f80},
	{isa.V_CVT_PK_BF16_F32, 0, [3]uint64{0x00400000, 0x80010000}, 0x80010040},
	{isa.V_CVT_PK_BF16_F32, f16KeepOut, [3]uint64{0x00400000, 0x80010000}, 0x80000000},
	{isa.V_CVT_PK_BF16_F32, f32Flush, [3]uint64{0x00400000, 0x80010000}, 0x80010040},
}

func TestPackTwo(t *testing.T) { testCases(t, packCases) }

// Clamp and output modifier act on both halves.
func TestPackTwoClamp(t *testing.T) {
	for _, c := range []struct {
		text string
		mode uint32
		want uint32
	}{
		{"v_cvt_pkrtz_f16_f32 v0, v2, v3 clamp", 0, 0x00003c00},
		{"v_cvt_pk_f16_f32 v0, v2, v3 clamp", 0, 0x00003c00},
		{"v_cvt_pk_bf16_f32 v0, v2, v3 clamp", 0, 0x00003f80},
		{"v_cvt_pkrtz_f16_f32 v0, v2, v3 mul:2", 0, 0xbc004200},
		{"v_cvt_pkrtz_f16_f32 v0, v2, v3 mul:2", ieeeOff | f16KeepOut, 0xc0004600},
		{"v_cvt_pkrtz_f16_f32 v0, |v3|, -v3 div:2", ieeeOff | f16KeepOut, 0x38003800},
	} {
		w := exec1(t, "gfx950", c.text, func(w *wave) {
			w.mode.set(rocmMode ^ c.mode)
			w.setV(2, f32Three)
			w.setV(3, f32MinusOne)
		})
		if got := w.vgpr[0][0]; got != c.want {
			t.Errorf("%s, MODE %#x: got %#x, want %#x", c.text, rocmMode^c.mode, got, c.want)
		}
	}
}

// stochasticCases: v2 is converted with the random number v3 into v0, which
// was 0x12345678.
var stochasticCases = []struct {
	op        isa.Op
	high      bool
	mode      uint32
	x, random uint32
	want      uint32
}{
	// 1.5 units of the last place: the bits that are dropped are half of one.
	{isa.V_CVT_SR_F16_F32, false, 0, 0x3f803000, 0, 0x12343c01},
	{isa.V_CVT_SR_F16_F32, false, 0, 0x3f803000, 0x7fffffff, 0x12343c01},
	{isa.V_CVT_SR_F16_F32, false, 0, 0x3f803000, 0x80000000, 0x12343c02},
	{isa.V_CVT_SR_F16_F32, true, 0, 0xbf803000, 0x80000000, 0xbc025678},
	{isa.V_CVT_SR_F16_F32, false, 0, 0x3f7fffff, 0xffffffff, 0x12343c00}, // the carry reaches the exponent
	{isa.V_CVT_SR_F16_F32, false, 0, 0x477fffff, 0xffffffff, 0x12347c00},
	{isa.V_CVT_SR_F16_F32, false, ovflOn, 0x477fffff, 0xffffffff, 0x12347bff},
	{isa.V_CVT_SR_F16_F32, false, ovflOn, f32MinusInf, 0, 0x1234fc00},
	{isa.V_CVT_SR_F16_F32, false, 0, 0x33800000, 0, 0x12340001},
	{isa.V_CVT_SR_F16_F32, false, f16KeepOut, 0x33800000, 0, 0x12340000},
	{isa.V_CVT_SR_F16_F32, false, f16KeepIn, 0x33800000, 0, 0x12340001}, // a normal f32
	{isa.V_CVT_SR_F16_F32, false, f32Flush, 0x33800000, 0, 0x12340001},
	{isa.V_CVT_SR_F16_F32, false, 0, f32Snan, 0, 0x12347e00},
	{isa.V_CVT_SR_BF16_F32, false, 0, 0x3f818000, 0x7fff0000, 0x12343f81},
	{isa.V_CVT_SR_BF16_F32, false, 0, 0x3f818000, 0x80000000, 0x12343f82},
	{isa.V_CVT_SR_BF16_F32, true, 0, 0x3f818000, 0x80000000, 0x3f825678},
	{isa.V_CVT_SR_BF16_F32, false, f16KeepOut, 0x80400000, 0, 0x12348000},
	{isa.V_CVT_SR_BF16_F32, false, f16KeepIn, 0x80400000, 0, 0x12348000},
}

func TestStochastic(t *testing.T) {
	for _, c := range stochasticCases {
		text := c.op.String() + " v0, v2, v3"
		if c.high {
			text += " op_sel:[0,0,1]"
		}
		w := exec1(t, "gfx950", text, func(w *wave) {
			w.mode.set(rocmMode ^ c.mode)
			w.setV(0, 0x12345678)
			w.setV(2, c.x)
			w.setV(3, c.random)
			w.setExec(^uint64(1))
		})
		if got := w.vgpr[0][1]; got != c.want || w.vgpr[0][0] != 0x12345678 {
			t.Errorf("%s of %#x, %#x, MODE %#x: got %#x, want %#x", text, c.x, c.random, rocmMode^c.mode, got, c.want)
		}
	}
}
