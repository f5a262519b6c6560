package sanitize_test

import (
	"testing"
)

func TestHazards(t *testing.T) {
	testSamples(t, "hazards", []sample{
		{"mask", source{body: `
	v_cmp_eq_u32 vcc, v0, v1
	s_nop 0
	v_cndmask_b32 v2, v3, v4, vcc`},
			nil},
		{"a constant", source{body: `
	v_readlane_b32 s3, v0, 0
	v_mov_b32 v2, s3`},
			[]string{"hazards: v_mov_b32_e32 v2, s3: needs 2 wait states after v_readlane_b32, not 0 (rule sgpr-const) | add s_nop 1 before | v_readlane_b32 s3, v0, 0"}},
		{"a constant in time", source{body: `
	v_readlane_b32 s3, v0, 0
	s_nop 1
	v_mov_b32 v2, s3`}, nil},
		{"a constant that the scalar unit wrote since", source{body: `
	v_readlane_b32 s3, v0, 0
	s_mov_b32 s3, 1
	v_mov_b32 v2, s3`}, nil},
		{"transcendental", source{body: `
	v_exp_f32 v1, v0
	v_mul_f32 v2, v1, v1`},
			[]string{"hazards: v_mul_f32_e32 v2, v1, v1: needs 1 wait state after v_exp_f32_e32, not 0 (rule trans-use) | add s_nop 0 before | v_exp_f32_e32 v1, v0"}},
		{"transcendental in time", source{body: `
	v_exp_f32 v1, v0
	s_mov_b32 s3, 0
	v_mul_f32 v2, v1, v1`}, nil},
		{"matrix result", source{chip: "gfx950", body: `
	v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0
	s_nop 15
	v_add_f32 v2, v16, v16`},
			[]string{"hazards: v_add_f32_e32 v2, v16, v16: needs 18 wait states after v_mfma_f32_32x32x2_f32, not 16 (rule sgemm-valu) | add s_nop 1 before | v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0"}},
		{"matrix result at once", source{chip: "gfx950", body: `
	v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0
	v_add_f32 v2, v16, v16`},
			[]string{"hazards: v_add_f32_e32 v2, v16, v16: needs 18 wait states after v_mfma_f32_32x32x2_f32, not 0 (rule sgemm-valu) | add s_nop 15 and s_nop 1 before | v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0"}},
		{"matrix result in time", source{chip: "gfx950", body: `
	v_mfma_f32_32x32x2_f32 v[16:31], v0, v1, 0
	s_nop 15
	s_nop 1
	v_add_f32 v2, v16, v16`}, nil},
		{"across a taken branch", source{body: setup + `
	v_mov_b32 v5, s4
	s_mov_b32 s9, s5
	v_exp_f32 v2, v0
	s_branch .Lthere
	s_nop 0
	s_nop 0
.Lthere:
	v_mul_f32 v2, v2, v2
	v_readfirstlane_b32 s8, v5
	s_branch .Lnext
	s_nop 8
.Lnext:
	global_load_dword v9, v1, s[8:9]`},
			[]string{"hazards: global_load_dword v9, v1, s[8:9]: needs 5 wait states after v_readfirstlane_b32, not 1 (rule sgpr-vmem) | add s_nop 3 before | v_readfirstlane_b32 s8, v5"}},
		{"a destination that is chosen", source{body: `
	s_mov_b32 s3, 2
	s_set_gpr_idx_on s3, 8
	v_exp_f32 v1, v0
	v_mul_f32 v4, v3, v3
	v_exp_f32 v1, v0
	v_mul_f32 v4, v1, v1
	s_set_gpr_idx_off`},
			[]string{"hazards: v_mul_f32_e32 v4, v3, v3: needs 1 wait state after v_exp_f32_e32, not 0 (rule trans-use) | add s_nop 0 before | v_exp_f32_e32 v1, v0"}},
		{"a source that is chosen", source{body: `
	s_mov_b32 s3, 2
	s_set_gpr_idx_on s3, 1
	v_exp_f32 v5, v0
	v_mul_f32 v4, v3, v2
	v_exp_f32 v5, v0
	v_mul_f32 v4, v5, v2
	s_set_gpr_idx_off`},
			[]string{"hazards: v_mul_f32_e32 v4, v3, v2: needs 1 wait state after v_exp_f32_e32, not 0 (rule trans-use) | add s_nop 0 before | v_exp_f32_e32 v5, v0"}},
		{"m0", source{body: setup + `
	s_mov_b32 m0, 0
	global_load_lds_dword v1, s[4:5]
	s_waitcnt vmcnt(0)`},
			nil},
		{"m0 of other instructions", source{body: `
	s_mov_b32 m0, 0
	ds_read_addtid_b32 v1
	s_waitcnt lgkmcnt(0)`},
			[]string{"hazards: ds_read_addtid_b32 v1: needs 1 wait state after s_mov_b32, not 0 (rule m0-use) | add s_nop 0 before | s_mov_b32 m0, 0"}},
		{"an accumulator of which a later product wrote the part that is read", source{chip: "gfx950", body: `
	v_mfma_f32_16x16x32_bf16 v[34:37], v[0:3], v[4:7], 0
	v_mfma_f32_16x16x32_bf16 v[32:35], v[0:3], v[4:7], 0
	v_mfma_f32_16x16x32_bf16 v[40:43], v[0:3], v[4:7], v[32:35]`}, nil},
		{"an accumulator of which a later product wrote the other part", source{chip: "gfx950", body: `
	v_mfma_f32_16x16x32_bf16 v[34:37], v[0:3], v[4:7], 0
	v_mfma_f32_16x16x32_bf16 v[32:35], v[0:3], v[4:7], 0
	v_mfma_f32_16x16x32_bf16 v[40:43], v[0:3], v[4:7], v[36:39]`},
			[]string{"hazards: v_mfma_f32_16x16x32_bf16 v[40:43], v[0:3], v[4:7], v[36:39]: needs 6 wait states after v_mfma_f32_16x16x32_bf16, not 1 (rule xdl-c-overlap-xdl) | add s_nop 4 before | v_mfma_f32_16x16x32_bf16 v[34:37], v[0:3], v[4:7], 0"}},
		{"an accumulator that a shorter product went on with", source{body: `
	v_mfma_f32_16x16x4_f32 v[8:11], v0, v1, 0
	v_mfma_f32_4x4x1_16b_f32 v[8:11], v0, v1, v[8:11]
	s_nop 3
	v_add_f32 v2, v8, v8`}, nil},
		{"a result that other lanes keep", source{chip: "gfx950", body: `
	v_rcp_f32 v2, v0
	s_mov_b64 exec, 1
	v_mov_b32 v3, v2
	v_mfma_f32_4x4x4_16b_f16 v[8:11], v[0:1], v[4:5], 0
	s_nop 1
	v_mov_b32 v8, 0
	s_mov_b64 exec, -1
	v_mov_b32 v12, v8`},
			[]string{
				"hazards: v_mov_b32_e32 v8, 0: needs 5 wait states after v_mfma_f32_4x4x4_16b_f16, not 2 (rule xdl-valu) | add s_nop 2 before | v_mfma_f32_4x4x4_16b_f16 v[8:11], v[0:1], v[4:5], 0",
				"hazards: v_mov_b32_e32 v12, v8: needs 5 wait states after v_mfma_f32_4x4x4_16b_f16, not 4 (rule xdl-valu) | add s_nop 0 before | v_mfma_f32_4x4x4_16b_f16 v[8:11], v[0:1], v[4:5], 0"}},
		{"the old value that a DPP instruction may keep", source{body: `
	v_mov_b32 v2, v0
	v_mov_b32_dpp v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf`}, nil},
		{"what the manual alone asks for", source{body: `
	v_cmp_eq_u32 vcc, v0, v1
	v_mov_b32 v2, src_vccz`}, nil},
		{"store data is the other check's", source{body: setup + `
	v_lshlrev_b32 v1, 2, v1
	global_store_dwordx4 v1, v[4:7], s[4:5]
	v_mov_b32 v7, 0`}, nil},
	})
}

func TestHazardsManual(t *testing.T) {
	testSamples(t, "hazards-manual", []sample{
		{"flag as data", source{body: `
	v_cmp_eq_u32 vcc, v0, v1
	v_mov_b32 v2, src_vccz`},
			[]string{"hazards-manual: v_mov_b32_e32 v2, src_vccz: needs 5 wait states after v_cmp_eq_u32_e32, not 0, according to the manual (rule vccz-execz-data) | add s_nop 4 before | v_cmp_eq_u32_e32 vcc, v0, v1"}},
		{"what LLVM alone asks for", source{body: `
	v_cmp_eq_u32 vcc, v0, v1
	s_nop 0
	v_cndmask_b32 v2, v3, v4, vcc`},
			[]string{"hazards-manual: v_cndmask_b32_e32 v2, v3, v4, vcc: needs 2 wait states after v_cmp_eq_u32_e32, not 1, according to LLVM (rule sgpr-mask) | add s_nop 0 before | v_cmp_eq_u32_e32 vcc, v0, v1"}},
		{"what both ask for and many do without", source{body: setup + `
	s_mov_b32 m0, 0
	global_load_lds_dword v1, s[4:5]
	s_waitcnt vmcnt(0)`},
			[]string{"hazards-manual: global_load_lds_dword v1, s[4:5]: needs 1 wait state after s_mov_b32, not 0, although kernels in the field do without (rule m0-use) | add s_nop 0 before | s_mov_b32 m0, 0"}},
		{"what both ask for", source{body: `
	v_readlane_b32 s3, v0, 0
	v_mov_b32 v2, s3`}, nil},
	})
	// All of them at once share one look at the pairs.
	testSamples(t, "waits,hazards,hazards-manual", []sample{
		{"three checks", source{body: setup + `
	v_lshlrev_b32 v1, 2, v1
	global_store_dwordx4 v1, v[4:7], s[4:5]
	v_mov_b32 v7, 0
	v_exp_f32 v8, v0
	v_cmp_eq_u32 vcc, v0, v8
	v_mov_b32 v2, src_vccz`},
			[]string{
				"waits: v_mov_b32_e32 v7, 0: needs 2 wait states after global_store_dwordx4, not 0 (rule store-data-valu) | add s_nop 1 before | global_store_dwordx4 v1, v[4:7], s[4:5]",
				"hazards: v_cmp_eq_u32_e32 vcc, v0, v8: needs 1 wait state after v_exp_f32_e32, not 0 (rule trans-use) | add s_nop 0 before | v_exp_f32_e32 v8, v0",
				"hazards-manual: v_mov_b32_e32 v2, src_vccz: needs 5 wait states after v_cmp_eq_u32_e32, not 0, according to the manual (rule vccz-execz-data) | add s_nop 4 before | v_cmp_eq_u32_e32 vcc, v0, v8",
			}},
	})
}
