package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// packedCases, dotCases and mixCases are worked out by hand: their numbers are
// small whole ones and powers of two (f16 1, 2, 4, 8: 3c00, 4000, 4400, 4800).
var packedCases = []laneCase{
	{"v_pk_add_f16", "", 0x40003c00, 0x48004400, 0, 0x49004500},
	{"v_pk_add_f16", "op_sel:[1,0] op_sel_hi:[0,1]", 0x40003c00, 0x48004400, 0, 0x48804600},
	{"v_pk_add_f16", "neg_lo:[1,0] neg_hi:[0,1]", 0x40003c00, 0x48004400, 0, 0xc6004200},
	{"v_pk_add_f16", "clamp", 0x40003c00, 0x48004400, 0, 0x3c003c00},
	{"v_pk_add_f16", "neg_hi:[0,1] clamp", 0x40003c00, 0x48004400, 0, 0x00003c00},
	{"v_pk_add_f16", "clamp", 0x7e003800, 0, 0, 0x00003800},
	{"v_pk_mul_f16", "", 0x40003c00, 0x48004400, 0, 0x4c004400},
	{"v_pk_fma_f16", "", 0x40003c00, 0x48004400, 0xbc004200, 0x4b804700},
	{"v_pk_fma_f16", "", 0x3c013c01, 0x3c013c01, 0xbc02bc02, 0x00100010},
	{"v_pk_fmac_f16", "", 0x00003c00, 0x3c0043c3, 0, 0xc3c30000},
	{"v_pk_min_f16", "", 0x40003c00, 0x3c008000, 0, 0x3c008000},
	{"v_pk_max_f16", "", 0x40003c00, 0x3c008000, 0, 0x40003c00},
	{"v_pk_max_f16", "", 0x7e003c00, 0x3c007e00, 0, 0x3c003c00},
	{"v_pk_minimum3_f16", "", 0x40003c00, 0x3c008000, 0x42000000, 0x3c008000},
	{"v_pk_minimum3_f16", "", 0x40003c00, 0x3c008000, 0x7d000000, 0x7f008000},
	{"v_pk_minimum3_f16", "", 0xc400c000, 0xc000c400, 0xbc00bc00, 0xc400c400},
	{"v_pk_maximum3_f16", "", 0x40003c00, 0x3c008000, 0x42000000, 0x42003c00},
	{"v_pk_maximum3_f16", "", 0x80008000, 0x0000fd00, 0x80007e00, 0x0000ff00},
	{"v_pk_maximum3_f16", "", 0xc400c000, 0xc000c400, 0xc200fc00, 0xc000c000},
	{"v_pk_add_u16", "", 0xffff0001, 0x00020003, 0, 0x00010004},
	{"v_pk_add_u16", "clamp", 0xffff0001, 0x00020003, 0, 0xffff0004},
	{"v_pk_add_u16", "neg_lo:[1,1] neg_hi:[1,1]", 0xffff0001, 0x00020003, 0, 0x00010004},
	{"v_pk_add_u16", "op_sel:[1,1] op_sel_hi:[0,0]", 0xffff0001, 0x00020003, 0, 0x00040001},
	{"v_pk_sub_u16", "", 0x00010005, 0x00020003, 0, 0xffff0002},
	{"v_pk_sub_u16", "clamp", 0x00010005, 0x00020003, 0, 0x00000002},
	{"v_pk_add_i16", "", 0x7fff0001, 0x00010002, 0, 0x80000003},
	{"v_pk_add_i16", "clamp", 0x7fff0001, 0x00010002, 0, 0x7fff0003},
	{"v_pk_sub_i16", "", 0x80000005, 0x00010002, 0, 0x7fff0003},
	{"v_pk_sub_i16", "clamp", 0x80000005, 0x00010002, 0, 0x80000003},
	{"v_pk_mul_lo_u16", "", 0x01010003, 0x01010005, 0, 0x0201000f},
	{"v_pk_mad_u16", "", 0x01010003, 0x01010005, 0x00010002, 0x02020011},
	{"v_pk_mad_u16", "clamp", 0x01010003, 0x01010005, 0x00010002, 0xffff0011},
	{"v_pk_mad_i16", "", 0xffff0003, 0x00050005, 0x0001fff0, 0xfffcffff},
	{"v_pk_mad_i16", "clamp", 0x7fff8000, 0x7fff7fff, 0, 0x7fff8000},
	{"v_pk_min_u16", "", 0x80000001, 0x00017fff, 0, 0x00010001},
	{"v_pk_max_u16", "", 0x80000001, 0x00017fff, 0, 0x80007fff},
	{"v_pk_min_i16", "", 0x80000001, 0x00017fff, 0, 0x80000001},
	{"v_pk_max_i16", "", 0x80000001, 0x00017fff, 0, 0x00017fff},
	{"v_pk_lshlrev_b16", "", 0x00110004, 0x80010001, 0, 0x00020010},
	{"v_pk_lshrrev_b16", "", 0x00110004, 0x80010010, 0, 0x40000001},
	{"v_pk_ashrrev_i16", "", 0x00110004, 0x80018010, 0, 0xc000f801},

	{"v_pk_add_f32", "", 0x400000003f800000, 0x4100000040800000, 0, 0x4120000040a00000},
	{"v_pk_add_f32", "op_sel:[1,0] op_sel_hi:[0,1]", 0x400000003f800000, 0x4100000040800000, 0, 0x4110000040c00000},
	{"v_pk_add_f32", "neg_lo:[0,1]", 0x400000003f800000, 0x4100000040800000, 0, 0x41200000c0400000},
	{"v_pk_add_f32", "clamp", 0x400000003f800000, 0x4100000040800000, 0, 0x3f8000003f800000},
	{"v_pk_mul_f32", "", 0x400000003f800000, 0x4100000040800000, 0, 0x4180000040800000},
	{"v_pk_fma_f32", "", 0x400000003f800000, 0x4100000040800000, 0xbf80000040400000, 0x4170000040e00000},
	{"v_pk_fma_f32", "", 0x3f8000013f800001, 0x3f8000013f800001, 0xbf800002bf800002, 0x2880000028800000},
	{"v_pk_mov_b32", "", 0x1111111122222222, 0x3333333344444444, 0, 0x4444444422222222},
	{"v_pk_mov_b32", "op_sel:[1,0]", 0x1111111122222222, 0x3333333344444444, 0, 0x4444444411111111},
	{"v_pk_mov_b32", "op_sel:[0,1]", 0x1111111122222222, 0x3333333344444444, 0, 0x3333333322222222},
	{"v_pk_mov_b32", "op_sel:[1,1]", 0x1111111122222222, 0x3333333344444444, 0, 0x3333333311111111},
}

// Accumulating ones add to oldDst: as f32 that is -391.5…, where 1 is 2^15
// units of the last place.
var dotCases = []laneCase{
	{"v_dot2_f32_f16", "", 0x40003c00, 0x45004400, 0x40400000, 0x41880000},
	{"v_dot2_f32_f16", "neg_lo:[1,0,0]", 0x40003c00, 0x45004400, 0x40400000, 0x41100000},
	{"v_dot2_f32_f16", "neg_hi:[0,1,0]", 0x40003c00, 0x45004400, 0x40400000, 0xc0400000},
	{"v_dot2_f32_f16", "neg_lo:[0,0,1]", 0x40003c00, 0x45004400, 0x40400000, 0x41300000},
	{"v_dot2_f32_f16", "clamp", 0x40003c00, 0x45004400, 0x40400000, 0x3f800000},
	{"v_dot2_f32_f16", "", 0, 0, 1, 0},                            // f32 subnormals are flushed,
	{"v_dot2_f32_f16", "", 0x00010001, 0x3c003c00, 0, 0x34000000}, // those of f16 are not
	{"v_dot2c_f32_f16", "", 0x40003c00, 0x45004400, 0, 0xc3bcc3c3},
	{"v_dot2_f32_bf16", "", 0x40003f80, 0x40a04080, 0x40400000, 0x41880000},
	{"v_dot2_f32_bf16", "neg_lo:[1,0,0]", 0x40003f80, 0x40a04080, 0x40400000, 0x41100000},
	{"v_dot2_f32_bf16", "neg_lo:[0,0,1]", 0x40003f80, 0x40a04080, 0x40400000, 0x41880000},
	{"v_dot2c_f32_bf16", "", 0x40003f80, 0x40a04080, 0, 0xc3bcc3c3},
	{"v_dot2_i32_i16", "", 0xffff0003, 0x00050007, 10, 26},
	{"v_dot2_i32_i16", "", 0x80008000, 0x80008000, 0, 0x80000000},
	{"v_dot2_i32_i16", "clamp", 0x80008000, 0x80008000, 0, 0x7fffffff},
	{"v_dot2_i32_i16", "neg_lo:[1,0,0]", 0xffff0003, 0x00050007, 10, 26},
	{"v_dot2c_i32_i16", "", 0xffff0003, 0x00050007, 0, 0xc3c3c3d3},
	{"v_dot2_u32_u16", "", 0xffff0003, 0x00050007, 10, 327706},
	{"v_dot2_u32_u16", "clamp", 1, 1, 0xffffffff, 0xffffffff},
	{"v_dot4_i32_i8", "", 0xff020304, 0x05060708, 1, 61},
	{"v_dot4_i32_i8", "clamp", 1, 1, 0x7fffffff, 0x7fffffff},
	{"v_dot4_i32_i8", "neg_lo:[1,1,0]", 0xff020304, 0x05060708, 1, 61},
	{"v_dot4c_i32_i8", "", 0xff020304, 0x05060708, 0, 0xc3c3c3ff},
	{"v_dot4_u32_u8", "", 0xff020304, 0x05060708, 1, 1341},
	{"v_dot4_u32_u8", "clamp", 1, 1, 0xffffffff, 0xffffffff},
	{"v_dot8_i32_i4", "", 0xf1111111, 0x51111111, 1, 3},
	{"v_dot8_i32_i4", "clamp", 0x88888888, 0x88888888, 0x7fffffff, 0x7fffffff},
	{"v_dot8c_i32_i4", "", 0xf1111111, 0x51111111, 0, 0xc3c3c3c5},
	{"v_dot8_u32_u4", "", 0xf1111111, 0x51111111, 1, 83},
	{"v_dot8_u32_u4", "clamp", 1, 1, 0xffffffff, 0xffffffff},
}

var mixCases = []laneCase{
	{"v_fma_mix_f32", "", 0x40000000, 0x40400000, 0x3f800000, 0x40e00000},
	{"v_fma_mix_f32", "op_sel_hi:[1,1,0]", 0x40003c00, 0x45004400, 0x40400000, 0x40e00000},
	{"v_fma_mix_f32", "op_sel:[1,0,0] op_sel_hi:[1,1,0]", 0x40003c00, 0x45004400, 0x40400000, 0x41300000},
	{"v_fma_mix_f32", "op_sel:[1,0,0]", 0x40000000, 0x40400000, 0x3f800000, 0x40e00000},
	{"v_fma_mix_f32", "", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000}, // fused
	{"v_fma_mix_f32", "clamp", 0x40000000, 0x40400000, 0x3f800000, 0x3f800000},
	{"v_fma_mixlo_f16", "", 0x40000000, 0x40400000, 0x3f800000, 0xc3c34700},
	{"v_fma_mixlo_f16", "clamp", 0x40000000, 0x40400000, 0x3f800000, 0xc3c33c00},
	{"v_fma_mixhi_f16", "", 0x40000000, 0x40400000, 0x3f800000, 0x4700c3c3},
	{"v_fma_mixhi_f16", "op_sel:[0,0,1] op_sel_hi:[0,0,1]", 0x40000000, 0x40400000, 0xbc000000, 0x4500c3c3},
}

// TestPackedModifiers has the cases with modifiers on the operands.
func TestPackedModifiers(t *testing.T) {
	cases := []struct {
		text string
		laneCase
	}{
		{"v_fma_mix_f32 v0, -v2, v4, v6", laneCase{a: 0x40000000, b: 0x40400000, c: 0x3f800000, want: 0xc0a00000}},
		{"v_fma_mix_f32 v0, |v2|, v4, -|v6|", laneCase{a: 0xc0000000, b: 0x40400000, c: 0x3f800000, want: 0x40a00000}},
		{"v_fma_mix_f32 v0, -|v2|, v4, v6 op_sel_hi:[1,0,0]", laneCase{a: 0xc000, b: 0x40400000, c: 0x3f800000, want: 0xc0a00000}},
		{"v_fma_mix_f32 v0, v2, 1.0, v6 op_sel_hi:[1,1,0]", laneCase{a: 0x4000, c: 0x3f800000, want: 0x40400000}}, // as LLVM writes an addition
		{"v_fma_mix_f32 v0, s4, v4, v6", laneCase{b: 0x40400000, c: 0x3f800000, want: 0x3f800000}},
		// On encodings without neg_lo and neg_hi, neg and abs stand for them.
		{"v_dot2c_f32_f16_e64 v0, -v2, v4", laneCase{a: 0x40003c00, b: 0x45004400, want: 0xc3c0c3c3}},
		{"v_dot2c_f32_f16_e64 v0, |v2|, v4", laneCase{a: 0x40003c00, b: 0x45004400, want: 0xc3c6c3c3}},
		{"v_pk_add_f16 v0, v2, 1.0", laneCase{a: 0x40003c00, want: 0x40004000}},
		{"v_pk_add_f16 v0, v2, 1.0 op_sel_hi:[1,0]", laneCase{a: 0x40003c00, want: 0x42004000}},
		{"v_pk_add_u16 v0, v2, -1", laneCase{a: 0x00050003, want: 0x00040002}},
		{"v_pk_add_f32 v[0:1], v[2:3], 1.0", laneCase{a: 0x400000003f800000, want: 0x4040000040000000}},
		{"v_pk_fmac_f16_dpp v0, v2, v4 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf", laneCase{a: 0x3c003c00, b: 0x43c343c3, want: 0}},
	}
	for i := range cases {
		c := &cases[i]
		if got := c.run(t, targetNamed(t, "gfx950"), c.text); got != c.want {
			t.Errorf("%s with %#x, %#x, %#x = %#x, want %#x", c.text, c.a, c.b, c.c, got, c.want)
		}
	}
}

// TestMixModes checks what MODE does to v_fma_mix: rounding of the addition
// and of the conversion, flushing, FP16_OVFL.
func TestMixModes(t *testing.T) {
	cases := []struct {
		text    string
		mode    uint32
		a, b, c uint32
		want    uint32
	}{
		{"v_fma_mix_f32 v0, v2, v4, v6", rocmMode, 0x3f800000, 0x3f800000, 0x33000000, 0x3f800000},
		{"v_fma_mix_f32 v0, v2, v4, v6", rocmMode | 1, 0x3f800000, 0x3f800000, 0x33000000, 0x3f800001},
		{"v_fma_mix_f32 v0, v2, v4, v6", rocmMode &^ 0x30, 0x3f800000, 0, 0x00000001, 0},
		{"v_fma_mixlo_f16 v0, v2, v4, v6", rocmMode, 0x3f801000, 0x3f800000, 0, 0x3c00},
		{"v_fma_mixlo_f16 v0, v2, v4, v6", rocmMode | 1<<2, 0x3f801000, 0x3f800000, 0, 0x3c01},
		{"v_fma_mixlo_f16 v0, v2, v4, v6", rocmMode, 0x48000000, 0x3f800000, 0, 0x7c00},
		{"v_fma_mixlo_f16 v0, v2, v4, v6", rocmMode | modeFP16Ovfl, 0xc8000000, 0x3f800000, 0, 0xfbff},
		{"v_fma_mixlo_f16 v0, v2, v4, v6", rocmMode | modeFP16Ovfl, 0x7f800000, 0x3f800000, 0, 0x7c00},
		{"v_fma_mix_f32 v0, v2, v4, v6 op_sel_hi:[1,0,0]", rocmMode, 0x0001, 0x3f800000, 0, 0x33800000},
		{"v_fma_mix_f32 v0, v2, v4, v6 op_sel_hi:[1,0,0]", rocmMode &^ 0xc0, 0x0001, 0x3f800000, 0, 0},
	}
	for _, c := range cases {
		w := exec1(t, "gfx942", c.text, func(w *wave) {
			w.mode.set(c.mode)
			w.setV(2, c.a)
			w.setV(4, c.b)
			w.setV(6, c.c)
		})
		if got := w.vgpr[0][7]; got != c.want {
			t.Errorf("%s, MODE %#x, of %#x, %#x, %#x = %#x, want %#x", c.text, c.mode, c.a, c.b, c.c, got, c.want)
		}
	}
}

// TestPackedHalves compares every op_sel and op_sel_hi of a packed addition
// with the addition of the chosen halves; lanes that are off keep the
// destination.
func TestPackedHalves(t *testing.T) {
	const a, b, exec = 0x00010002, 0x01000200, 0xfffffffffffffffe
	half := func(x, high uint32) uint32 { return x >> (16 * high) & 0xffff }
	for bits := range uint32(16) {
		s0, s1, h0, h1 := bits&1, bits>>1&1, bits>>2&1, bits>>3&1
		text := fmt.Sprintf("v_pk_add_u16 v0, v2, v4 op_sel:[%d,%d] op_sel_hi:[%d,%d]", s0, s1, h0, h1)
		w := exec1(t, "gfx950", text, func(w *wave) {
			w.setExec(exec)
			w.setV(0, 77)
			w.setV(2, a)
			w.setV(4, b)
		})
		want := half(a, s0) + half(b, s1) | (half(a, h0)+half(b, h1))<<16
		if w.vgpr[0][0] != 77 || w.vgpr[0][63] != want {
			t.Errorf("%s = %#x, want %#x; lane 0 has %d", text, w.vgpr[0][63], want, w.vgpr[0][0])
		}
	}
}

// TestMinimumF16 compares all pairs of a sample of f16 numbers with Go's
// minimum and maximum, which are IEEE 754-2019's.
func TestMinimumF16(t *testing.T) {
	const seed = 2
	r := rand.New(rand.NewPCG(seed, 0))
	value := func(x uint16) float64 { // by the definition of the format
		mantissa, exp := float64(x&0x3ff), int(x>>10&31)
		sign := 1 - 2*float64(x>>15)
		switch exp {
		case 0:
			return math.Copysign(math.Ldexp(mantissa, -24), sign)
		case 31:
			if mantissa != 0 {
				return math.NaN()
			}
			return math.Inf(int(sign))
		}
		return sign * math.Ldexp(1024+mantissa, exp-25)
	}
	same := func(x uint16, v float64) bool {
		return math.IsNaN(v) && math.IsNaN(value(x)) || math.Float64bits(value(x)) == math.Float64bits(v)
	}
	m := &testWave(targetNamed(t, "gfx950")).mode
	for range 100000 {
		x, y, z := uint16(r.Uint32()), uint16(r.Uint32()), uint16(r.Uint32())&0x83ff
		lo := uint16(minimum3F16(m, uint64(x), uint64(y), uint64(z)))
		hi := uint16(maximum3F16(m, uint64(x), uint64(y), uint64(z)))
		if !same(lo, min(value(x), value(y), value(z))) || !same(hi, max(value(x), value(y), value(z))) {
			t.Fatalf("minimum and maximum of %#x, %#x, %#x: %#x, %#x", x, y, z, lo, hi)
		}
	}
}

// TestDotIntegers compares the integer dot products on random operands with
// sums of products of the elements.
func TestDotIntegers(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	forms := []struct {
		name   string
		size   int
		signed bool
	}{
		{"v_dot2_i32_i16", 16, true}, {"v_dot4_i32_i8", 8, true}, {"v_dot8_i32_i4", 4, true},
		{"v_dot2_u32_u16", 16, false}, {"v_dot4_u32_u8", 8, false}, {"v_dot8_u32_u4", 4, false},
	}
	target := targetNamed(t, "gfx950")
	for _, f := range forms {
		for _, clamp := range []string{"", "clamp"} {
			in, w := bindText(t, target, laneText(target, f.name, clamp)), testWave(target)
			for _, reg := range []int{2, 4, 6} {
				for l := range waveSize {
					w.vgpr[reg][l] = uint32(interesting(r))
				}
			}
			in.run(w, in)
			for l := range waveSize {
				a, b := uint64(w.vgpr[2][l]), uint64(w.vgpr[4][l])
				sum := toBig(uint64(w.vgpr[6][l]), 32, f.signed)
				for i := 0; i < 32; i += f.size {
					sum = bigMad(toBig(a>>i, f.size, f.signed), toBig(b>>i, f.size, f.signed), sum)
				}
				if want := fromBig(sum, 32, f.signed, clamp != ""); uint64(w.vgpr[0][l]) != want {
					t.Fatalf("%s %s of %#x, %#x, %#x = %#x, want %#x", f.name, clamp, a, b, w.vgpr[6][l], w.vgpr[0][l], want)
				}
			}
		}
	}
}

// TestIntegerModels checks that each remark is on an instruction of these
// tables, once.
func TestIntegerModels(t *testing.T) {
	seen := map[isa.Op]bool{}
	for _, note := range integerModels {
		if !vectorTable(note.op) || seen[note.op] || note.reason == "" {
			t.Errorf("%s: not in the tables, twice, or without a reason", note.op)
		}
		seen[note.op] = true
	}
}
