package vet_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/vet"
)

// TestFP8: numbers that are converted to fp8 are limited to the largest of the chip's own format: 240 is that
// of gfx942, 448 that of gfx950.
func TestFP8(t *testing.T) {
	const low, high = "0x43700000", "0x43e00000"
	for _, c := range []struct{ name, code, gfx942, gfx950 string }{
		{"no limit", "v_cvt_pk_fp8_f32 v2, v0, v1", "", ""},
		{"240", "s_mov_b32 s4, " + low + "; s_mov_b32 s5, 0xc3700000; v_mov_b32 v3, s5; v_med3_f32 v1, v0, s4, v3; v_cvt_pk_fp8_f32 v2, v1, v0", "", "note 4 3"},
		{"448", "s_mov_b32 s4, " + high + "; v_mov_b32 v3, 0; v_med3_f32 v1, v0, v3, s4; v_cvt_pk_fp8_f32 v2, v0, v1", "error 3 2", ""},
		{"literal", "v_min_f32 v1, " + high + ", v0; v_cvt_sr_fp8_f32 v2, v1, v0", "error 1 0", ""},
		{"in two steps", "v_min_f32 v1, " + high + ", v0; v_max_f32 v1, 0xc3e00000, v1; v_cvt_pk_fp8_f32 v2, v1, v1", "error 2 1", ""},
		{"in front of a loop", "s_mov_b32 s4, " + high + "; v_min_f32 v1, s4, v0; s_nop 0; v_cvt_pk_fp8_f32 v2, v1, v1; s_sub_u32 s2, s2, 1; s_cmp_eq_u32 s2, 0; s_cbranch_scc0 @1", "error 3 1", ""},
		{"of two callers", "v_min_f32 v1, " + high + ", v0; s_call_b64 s[30:31], @5; v_min_f32 v1, " + low + ", v0; s_call_b64 s[30:31], @5; s_endpgm; v_cvt_pk_fp8_f32 v2, v1, v1; s_setpc_b64 s[30:31]", "error 5 0", "note 5 2"},
		{"bf8", "v_min_f32 v1, 0x47600000, v0; v_cvt_pk_bf8_f32 v2, v1, v1", "", ""},
		{"saturating", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1; v_min_f32 v1, " + high + ", v0; v_cvt_pk_fp8_f32 v2, v1, v1", "note 2 1", ""},
		{"something else", "v_min_f32 v1, 0x44000000, v0; v_cvt_pk_fp8_f32 v2, v1, v1", "", ""},
	} {
		for i, chip := range []*arch.Chip{&arch.GFX942, &arch.GFX950} {
			o := workgroupKernel(t, chip.Name, strings.Split(c.code+"; s_endpgm", "; "))
			r, err := vet.Object(o)
			if err != nil {
				t.Fatal(err)
			}
			got, line := "", linesOf(t, o)
			for _, f := range r.Kernels[0].Findings {
				if f.Rule == "fp8" {
					got += " " + strings.Join([]string{f.Rank.String(), fmt.Sprint(line[f.Addr]), fmt.Sprint(line[f.Other.Addr])}, " ")
				}
			}
			if want := []string{c.gfx942, c.gfx950}[i]; strings.TrimSpace(got) != want {
				t.Errorf("%s %s: %q, not %q", chip.Name, c.name, got, want)
			}
		}
	}
}
