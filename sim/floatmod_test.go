package sim

import "testing"

// TestFloatModifiers runs instructions with the modifiers of floating-point
// operands and results. v2 is 3, v3 -1, v4 a subnormal, v5 a quiet NaN, v6 the
// f16 halves 3 and -1; v0 was 0x12345678.
func TestFloatModifiers(t *testing.T) {
	const old = 0x12345678
	for _, c := range []struct {
		text string
		mode uint32
		want uint64
	}{
		// abs, then neg, on the bits: NaN changes its sign too.
		{"v_add_f32 v0, -v2, |v3|", 0, 0xc0000000},
		{"v_add_f32 v0, -|v3|, v3", 0, 0xc0000000},
		{"v_add_f32 v0, -v5, v2", 0, 0xffc00001},
		{"v_mul_f32 v0, -|v5|, v2", 0, 0xffc00001},
		{"v_max_f32 v0, -v4, 0", 0, 0},
		// Clamp to [0, 1]; NaN is 0 with dx10_clamp.
		{"v_add_f32 v0, v2, v2 clamp", 0, f32One},
		{"v_add_f32 v0, v3, v3 clamp", 0, 0},
		{"v_mul_f32 v0, v2, 0.5 clamp", 0, f32One},
		{"v_mul_f32 v0, -v3, 0.5 clamp", 0, f32Half},
		{"v_mul_f32 v0, v3, 0 clamp", 0, 0},
		{"v_add_f32 v0, v5, v2 clamp", 0, 0},
		{"v_add_f32 v0, v5, v2 clamp", modeDX10Clamp, f32Qnan},
		{"v_max_f32 v0, v5, v5 clamp", 0, 0},
		{"v_minimum3_f32 v0, v5, v2, v3 clamp", 0, 0},
		{"v_minimum3_f32 v0, v5, v2, v3 clamp", modeDX10Clamp, f32Qnan},
		// The output modifier acts only without IEEE mode and without
		// subnormal results of its type.
		{"v_add_f32 v0, v2, v2 mul:2", 0, 0x40c00000},
		{"v_add_f32 v0, v2, v2 mul:2", ieeeOff, 0x40c00000},
		{"v_add_f32 v0, v2, v2 mul:2", f32KeepOut, 0x40c00000},
		{"v_add_f32 v0, v2, v2 mul:2", ieeeOff | f16KeepOut, 0x40c00000},
		{"v_add_f32 v0, v2, v2 mul:2", ieeeOff | f32KeepOut, 0x41400000},
		{"v_add_f32 v0, v2, v2 mul:4", ieeeOff | f32KeepOut, 0x41c00000},
		{"v_add_f32 v0, v2, v2 div:2", ieeeOff | f32KeepOut, f32Three},
		{"v_mul_f32 v0, v3, 0 mul:2", ieeeOff | f32KeepOut, 0}, // not -0
		{"v_mul_f32 v0, v3, 0", ieeeOff | f32KeepOut, f32MinusZero},
		{"v_mul_f32 v0, 0.5, v2 div:2 clamp", ieeeOff | f32KeepOut, 0x3f400000}, // omod before clamp
		{"v_add_f16 v0, v6, v6 mul:2", ieeeOff | f16KeepOut, 0x4a00},
		{"v_add_f16 v0, v6, v6 mul:2", ieeeOff | f32KeepOut, 0x4600},
		{"v_cvt_f16_f32 v0, v2 mul:2", ieeeOff | f16KeepOut, 0x4600},
		{"v_cvt_f32_f16 v0, v6 mul:2", ieeeOff | f32KeepOut, 0x40c00000},
		// Inline constants.
		{"v_add_f64 v[0:1], 0.15915494309189532, 0", 0, 0x3fc45f306dc9c882},
		{"v_mul_f32 v0, 0.15915494309189532, 1.0", 0, 0x3e22f983},
		{"v_mul_f16 v0, 0.15915494309189532, 1.0", 0, 0x3118},
		{"v_ldexp_f32 v0, v2, -1", 0, 0x3fc00000},
		{"v_ldexp_f16 v0, v6, -1", 0, 0x3e00},
		{"v_mul_f64 v[0:1], 0.5, -4.0", 0, 0xc000000000000000},
		// Halves: op_sel picks them, and the destination keeps its other one.
		{"v_fma_f16 v0, v6, v6, v6", 0, 0x1234<<16 | 0x4a00},                  // 9 + 3
		{"v_fma_f16 v0, v6, v6, v6 op_sel:[1,0,0,0]", 0, 0x1234 << 16},        // -3 + 3
		{"v_fma_f16 v0, v6, v6, v6 op_sel:[1,1,0,1]", 0, 0x4400<<16 | 0x5678}, // 1 + 3
		{"v_med3_f16 v0, v6, v6, 1.0 op_sel:[0,1,0,1]", 0, 0x3c00<<16 | 0x5678},
		{"v_cvt_pknorm_i16_f16 v0, v6, v6 op_sel:[1,0,0]", 0, 0x7fff8001},
		// SDWA.
		{"v_add_f16_sdwa v0, v6, v6 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0", 0, 0x4000<<16 | 0x5678},
		{"v_add_f16_sdwa v0, -v6, |v6| dst_sel:WORD_0 dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_1", 0, 0x4000},
		{"v_cvt_f32_f16_sdwa v0, v6 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", 0, f32MinusOne},
		{"v_cvt_f32_ubyte0_sdwa v0, v6 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1", 0, 0x42840000}, // 0x42
		{"v_cvt_f16_f32_sdwa v0, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD", 0, 0x4200<<16 | 0x5678},
	} {
		w := exec1(t, "gfx950", c.text, func(w *wave) {
			w.mode.set(rocmMode ^ c.mode)
			w.setV(0, old)
			w.setV(2, f32Three)
			w.setV(3, f32MinusOne)
			w.setV(4, f32Sub)
			w.setV(5, f32Qnan)
			w.setV(6, 0xbc004200)
		})
		if got := w.v64(0, 17); got != c.want {
			t.Errorf("%s, MODE %#x: got %#x, want %#x", c.text, rocmMode^c.mode, got, c.want)
		}
	}
}

// TestFloatDPP: a row shift reads the neighbour's value, lanes without one are
// not written.
func TestFloatDPP(t *testing.T) {
	w := exec1(t, "gfx942", "v_add_f32_dpp v0, -v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf", func(w *wave) {
		w.setV(0, 0x55)
		for l := range waveSize {
			w.vgpr[2][l] = uint32(byteToF32(uint64(l)))
			w.vgpr[3][l] = f32One
		}
	})
	for l, got := range w.vgpr[0] {
		want := uint32(0x55)
		if l%16 != 0 {
			want = uint32(subF32(&w.mode, f32One, byteToF32(uint64(l-1)), 0))
		}
		if got != want {
			t.Errorf("lane %d: got %#x, want %#x", l, got, want)
		}
	}
}
