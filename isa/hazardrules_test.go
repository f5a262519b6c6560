package isa_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// beyondProbe are pairs that testdata/hazards_probe.tsv does not have. The
// LLVM figures were measured in the same way, the others are those of
// hazards.md §2 and §3.
var beyondProbe = []struct {
	targets            string // "": both
	producer, consumer string
	llvm, manual       int
	rule               string // one that must be among those that apply; "": none applies
}{
	// EXEC and VCC written by vector ALU in other ways, read in other ways.
	{"", "v_cmp_eq_u32_e64 exec, v0, v1", "v_mov_b32_dpp v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf", 5, 5, "exec-dpp"},
	{"gfx950", "v_readfirstlane_b32 exec_lo, v0", "v_permlane32_swap_b32_e32 v1, v2", 0, 4, "exec-other-permlane-swap"},
	{"gfx950", "v_cmp_eq_u32_e64 exec, v0, v1", "v_permlane32_swap_b32_e32 v1, v2", 4, 4, "exec-permlane-swap"},
	{"", "v_readfirstlane_b32 exec_lo, v0", "v_mov_b32_e32 v1, exec_hi", 0, 0, ""},
	{"", "v_readfirstlane_b32 exec_lo, v0", "v_mov_b32_e32 v1, exec_lo", 2, 2, "sgpr-const"},
	{"", "v_readfirstlane_b32 exec_lo, v0", "v_mfma_f64_4x4x4_4b_f64 v[10:11], v[2:3], v[4:5], v[6:7]", 4, 4, "exec-mfma"},
	{"", "v_cmpx_eq_u32_e32 vcc, v0, v1", "v_cndmask_b32_e64 v2, v3, v4, exec", 2, 0, "sgpr-mask"},
	{"", "v_cmpx_eq_u32_e32 vcc, v0, v1", "flat_store_dword v[2:3], v1", 5, 0, "exec-vmem"},
	{"", "v_cmpx_eq_u32_e32 vcc, v0, v1", "buffer_inv sc1", 5, 0, "exec-vmem"},
	{"", "v_cmpx_eq_u32_e64 s[4:5], v0, v1", "v_readlane_b32 s6, v1, s4", 4, 4, "sgpr-lane-select"},
	{"", "v_cmpx_eq_u32_e32 vcc, v0, v1", "v_accvgpr_write_b32 a0, v0", 0, 0, ""},
	{"", "v_cmp_eq_u32_e32 vcc, v0, v1", "v_mov_b32_e32 v2, src_vccz", 0, 5, "vccz-execz-data"},
	{"", "v_cmp_eq_u32_e32 vcc, v0, v1", "v_mov_b32_e32 v2, src_execz", 0, 0, ""},
	{"", "v_cmpx_eq_u32_e32 vcc, v0, v1", "v_mov_b32_e32 v2, src_execz", 0, 5, "vccz-execz-data"},
	{"", "s_mov_b64 vcc, 0", "v_mov_b32_e32 v2, src_vccz", 0, 0, ""},
	{"", "v_cmp_eq_u32_e32 vcc, v0, v1", "v_cndmask_b32_sdwa v2, v3, v4, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD", 2, 0, "sgpr-mask"},
	{"", "v_cmp_eq_u32_e32 vcc, v0, v1", "global_load_dword v1, v0, vcc", 5, 5, "sgpr-vmem"},
	{"", "v_cmp_eq_u32_e32 vcc, v0, v1", "v_readlane_b32 s1, v1, vcc_lo", 4, 4, "sgpr-lane-select"},
	{"", "v_readlane_b32 vcc_hi, v0, 0", "v_div_fmas_f64 v[10:11], v[12:13], v[14:15], v[10:11]", 4, 4, "vcc-div-fmas"},
	{"", "v_readfirstlane_b32 flat_scratch_lo, v0", "scratch_store_dword off, v1, s0", 5, 5, "sgpr-vmem"},
	{"", "v_readfirstlane_b32 flat_scratch_lo, v0", "flat_store_dword v[2:3], v1", 5, 5, "sgpr-vmem"},
	{"", "v_readfirstlane_b32 flat_scratch_lo, v0", "global_store_dword v[2:3], v1, off", 0, 0, ""},
	{"", "v_cmp_eq_u32_sdwa s[4:5], v0, v1 src0_sel:BYTE_0 src1_sel:DWORD", "v_cndmask_b32_e64 v1, v2, v3, s[4:5]", 2, 0, "sgpr-mask"},
	{"", "v_add_co_u32_e64 v0, s[4:5], v1, v2", "v_addc_co_u32_e64 v3, s[6:7], v4, v5, s[4:5]", 2, 0, "sgpr-mask"},
	{"", "v_readlane_b32 s5, v0, 0", "v_fma_f64 v[0:1], s[4:5], v[2:3], v[4:5]", 2, 2, "sgpr-const"},

	{"", "v_readfirstlane_b32 vcc_lo, v0", "v_mov_b32_e32 v1, vcc_hi", 2, 0, "vcc-other-half"},
	{"", "v_readfirstlane_b32 vcc_lo, v0", "v_readlane_b32 s1, v1, vcc_hi", 2, 0, "vcc-other-half"},
	{"", "v_readfirstlane_b32 vcc_lo, v0", "buffer_load_dword v0, off, s[4:7], vcc_hi", 0, 0, ""},

	// VGPRs of vector ALU.
	{"", "global_load_dword v0, v[2:3], off", "v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 0, "load-dpp"},
	{"", "ds_read_b32 v0, v2", "v_mov_b32_dpp v0, v2 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 0, "load-dpp"},
	{"", "v_exp_f32_e32 v0, v4", "global_load_lds_dword v[0:1], off", 1, 0, "late-lds-dma"},
	{"", "v_exp_f32_e32 v0, v4", "buffer_load_dword v0, s[4:7], 0 offen lds", 1, 0, "late-lds-dma"},
	{"", "v_mov_b32_sdwa v0, v1 dst_sel:WORD_0 dst_unused:UNUSED_PAD src0_sel:DWORD", "global_load_lds_dword v[0:1], off", 1, 0, "late-lds-dma"},
	{"", "v_swap_b32 v0, v1", "v_readlane_b32 s0, v1, 0", 1, 1, "vgpr-lane-read"},
	{"", "v_mov_b32_e32 v0, 1", "v_writelane_b32 v0, s0, 0", 0, 0, ""},
	// The old value of the destination, which only some lanes keep, is LLVM's alone; an accumulator is read.
	{"", "v_mov_b32_e32 v0, v1", "v_mov_b32_dpp v0, v2 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 0, "dpp-old"},
	{"", "v_mov_b32_e32 v0, v1", "v_fmac_f32_dpp v0, v2, v3 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 2, "vgpr-dpp-other"},
	{"", "v_mov_b32_e32 v0, v1", "v_mul_f32_dpp v3, v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 2, "vgpr-dpp-other"},
	{"gfx950", "v_permlane32_swap_b32_e32 v0, v1", "v_mov_b32_dpp v12, v1 row_shr:1 row_mask:0xf bank_mask:0xf", 2, 2, "vgpr-dpp"},
	{"gfx950", "v_mov_b32_e32 v0, 1", "v_permlane32_swap_b32_e64 v0, v1", 2, 2, "vgpr-permlane-swap"},
	{"", "v_mov_b32_e32 v12, 1", "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v12", 2, 2, "vgpr-mfma"},
	{"", "v_mov_b32_e32 v0, 1", "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v12", 2, 2, "vgpr-mfma"},
	{"gfx950", "v_mov_b32_e32 v40, 1", "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v40, v41", 2, 2, "vgpr-mfma"},
	{"", "v_mov_b32_e32 v0, 1", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[8:9], v[8:9], v[12:15]", 0, 0, ""},
	{"", "v_exp_f32_e32 v0, v4", "v_fmac_f32_e32 v0, v1, v2", 1, 1, "trans-use"},
	{"", "v_exp_f32_e32 v0, v4", "v_writelane_b32 v0, s0, 0", 1, 1, "trans-use"},
	{"", "v_rcp_f64_e32 v[0:1], v[4:5]", "v_mov_b32_e32 v7, v1", 1, 1, "trans-use"},
	{"", "v_exp_f32_e32 v0, v4", "v_mov_b32_sdwa v0, v1 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD", 0, 1, "trans-kept"},
	{"", "v_exp_f32_e32 v0, v4", "v_add_i16 v0, v1, v2 op_sel:[0,0,1]", 0, 1, "trans-kept"},
	{"", "v_exp_f32_e32 v0, v4", "v_fma_f16 v0, v1, v2, v3", 0, 1, "trans-kept"},
	{"", "v_exp_f32_e32 v0, v4", "v_fma_legacy_f16 v0, v1, v2, v3", 0, 0, ""},

	// Parts of a register.
	{"", "v_mov_b32_sdwa v0, v1 dst_sel:WORD_0 dst_unused:UNUSED_PAD src0_sel:DWORD", "v_mov_b32_e32 v2, v0", 1, 1, "partial-use"},
	{"", "v_mov_b32_sdwa v0, v1 dst_sel:WORD_0 dst_unused:UNUSED_PAD src0_sel:DWORD", "v_mov_b32_e32 v0, 1", 1, 0, "partial-overwrite"},
	{"", "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", 1, 0, "partial-overwrite"},
	{"", "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", "ds_read_b32 v0, v1", 0, 0, ""},
	{"", "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", "v_readfirstlane_b32 s5, v0", 1, 1, "partial-use"},
	{"", "v_add_i16 v0, v1, v2 op_sel:[0,0,1]", "v_mov_b32_e32 v5, v0", 1, 1, "partial-use"},
	{"", "v_fma_f16 v0, v1, v2, v3 op_sel:[1,1,1,0]", "v_mov_b32_e32 v5, v0", 0, 0, ""},
	{"", "v_fma_mixhi_f16 v0, v1, v2, v3", "v_mov_b32_e32 v5, v0", 0, 0, ""},
	{"", "v_cvt_pk_fp8_f32 v0, v1, v2", "v_cvt_pk_fp8_f32 v0, v3, v4 op_sel:[0,0,1]", 0, 1, "narrow-narrow"},
	{"", "v_cvt_sr_bf8_f32 v0, v1, v2 op_sel:[0,0,1,1]", "v_cvt_sr_bf8_f32 v0, v3, v4", 1, 1, "partial-use"},
	{"", "v_cvt_pk_fp8_f32 v0, v1, v2", "v_cvt_pk_fp8_f32 v1, v0, v4 op_sel:[0,0,1]", 0, 0, ""},

	{"gfx950", "v_cvt_scalef32_sr_fp8_f32 v0, v1, v2, v3 op_sel:[0,0,1,0]", "v_mov_b32_e32 v5, v0", 1, 1, "partial-use"},
	{"gfx950", "v_cvt_scalef32_pk_fp8_f32 v0, v1, v2, v3 op_sel:[1,0,1,0]", "v_mov_b32_e32 v5, v0", 0, 0, ""},
	{"gfx950", "v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3", "v_mov_b32_e32 v5, v0", 1, 0, "fp4-use"},
	{"gfx950", "v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3 op_sel:[0,0,1,0]", "v_mov_b32_e32 v5, v0", 1, 1, "partial-use"},
	{"gfx950", "v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3", "v_mov_b32_e32 v0, 0", 1, 0, "fp4-overwrite"},
	{"gfx950", "v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3", "global_load_lds_dword v[0:1], off", 1, 0, "fp4-lds-dma"},
	{"gfx950", "v_cvt_scalef32_sr_pk_fp4_f16 v0, v1, v2, v3", "global_store_dword v[4:5], v0, off", 0, 0, ""},

	// Store data.
	{"", "global_store_dwordx4 v[8:9], a[0:3], off", "v_accvgpr_write_b32 a1, v0", 2, 2, "store-data-valu"},
	{"", "global_store_dwordx4 v[8:9], v[0:3], off", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", 2, 2, "store-data-valu"},
	{"", "flat_store_dwordx3 v[8:9], v[0:2]", "v_mov_b32_e32 v2, 1", 2, 2, "store-data-valu"},
	{"", "scratch_store_dwordx4 off, v[0:3], s0", "v_mov_b32_e32 v3, 1", 2, 2, "store-data-valu"},
	{"", "tbuffer_store_format_xyz v[0:2], off, s[4:7], 0 format:1", "v_mov_b32_e32 v2, 1", 2, 2, "store-data-valu"},
	{"", "tbuffer_store_format_xyz v[0:2], off, s[4:7], s8 format:1", "v_mov_b32_e32 v2, 1", 0, 0, ""},
	{"", "tbuffer_store_format_d16_xyzw v[0:1], off, s[4:7], 0 format:1", "v_mov_b32_e32 v1, 1", 0, 0, ""},
	{"", "buffer_store_dwordx4 v[0:3], off, s[4:7], 4", "v_mov_b32_e32 v1, 1", 2, 2, "store-data-valu"},
	{"", "buffer_store_dwordx4 v[0:3], off, s[4:7], m0", "v_mov_b32_e32 v1, 1", 0, 0, ""},
	{"", "buffer_atomic_cmpswap_x2 v[0:3], off, s[4:7], 0", "v_mov_b32_e32 v3, 1", 2, 2, "store-data-valu"},
	{"", "flat_atomic_cmpswap_x2 v[10:11], v[8:9], v[0:3] sc0", "v_mov_b32_e32 v3, 1", 2, 2, "store-data-valu"},
	{"", "global_atomic_cmpswap v[8:9], v[0:1], off", "v_mov_b32_e32 v1, 1", 0, 0, ""},
	{"", "global_store_dwordx4 v[8:9], v[0:3], off", "ds_read_b32 v0, v6", 0, 1, "store-data-load"},
	{"", "global_store_dwordx4 v[8:9], v[0:3], off", "global_load_dword v3, v[8:9], off", 0, 1, "store-data-load"},
	{"", "global_load_dwordx4 v[0:3], v[8:9], off", "v_mov_b32_e32 v8, 1", 0, 0, ""},

	// M0 and hardware registers.
	{"", "s_mov_b32 m0, 0", "s_ttracedata", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "s_sendmsghalt sendmsg(MSG_INTERRUPT)", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "s_movreld_b64 s[0:1], s[2:3]", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "ds_write_addtid_b32 v0", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "ds_gws_init v0 gds", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "buffer_load_ubyte v0, s[4:7], 0 offen lds", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "buffer_load_ubyte v0, v0, s[4:7], 0 offen", 0, 0, ""},
	{"", "s_mov_b32 m0, 0", "scratch_load_lds_dword off, s0", 1, 1, "m0-use"},
	{"", "s_set_gpr_idx_idx s0", "s_movrels_b32 s0, s1", 1, 1, "m0-use"},
	{"", "s_mov_b32 m0, 0", "ds_read_b32 v0, v1", 0, 0, ""},
	{"", "s_mov_b32 m0, 0", "ds_append v0", 0, 0, ""},
	{"", "s_mov_b32 m0, 0", "buffer_load_dword v0, off, s[4:7], m0", 0, 0, ""},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0", "s_getreg_b32 s1, hwreg(HW_REG_MODE, 8, 4)", 2, 2, "setreg-same"},
	{"", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3", "s_getreg_b32 s1, hwreg(HW_REG_MODE)", 2, 2, "setreg-same"},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE), s0", "s_setreg_imm32_b32 hwreg(HW_REG_MODE), 3", 2, 2, "setreg-same"},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE), s0", "s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS)", 0, 0, ""},
	{"", "s_getreg_b32 s1, hwreg(HW_REG_MODE)", "s_setreg_b32 hwreg(HW_REG_MODE), s0", 0, 0, ""},
	{"", "s_setvskip s0, s1", "s_getreg_b32 s1, hwreg(HW_REG_MODE)", 0, 2, "setvskip-getreg"},
	{"", "s_setvskip s0, s1", "s_getreg_b32 s1, hwreg(HW_REG_STATUS)", 0, 0, ""},
	{"", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1", "v_mov_b32_e32 v1, 1", 0, 2, "vskip-vector"},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE), s0", "ds_read_b32 v0, v1", 0, 2, "vskip-vector"},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE, 27, 1), s0", "v_mov_b32_e32 v1, 1", 0, 0, ""},
	{"", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1", "s_mov_b32 s0, 0", 0, 0, ""},
	{"", "s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0", "s_rfe_restore_b64 s[2:3], s4", 0, 1, "trapsts-rfe-restore"},
	{"", "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS), 0", "s_rfe_b64 s[2:3]", 1, 1, "trapsts-rfe"},
	{"", "s_setreg_b32 hwreg(HW_REG_MODE), s0", "s_rfe_b64 s[2:3]", 0, 0, ""},

	// Dot products.
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_dot4_i32_i8 v0, v5, v6, v7", 0, 0, ""},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_dot4_i32_i8 v8, v0, v6, v0", 3, 3, "dot-same-op-ab"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_dot2_f32_f16 v0, v5, v6, v7", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_readfirstlane_b32 s5, v0", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_writelane_b32 v0, s5, 0", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "flat_store_dword v[2:3], v0", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "global_load_dword v6, v[0:1], off", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "ds_read_b32 v0, v1", 3, 3, "dot-use"},
	{"", "v_dot2c_f32_f16_e32 v0, v1, v2", "v_dot2c_f32_f16_e64 v0, v1, v2", 3, 3, "dot-use"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_mfma_f32_4x4x4_16b_f16 v[8:11], v[4:5], v[6:7], v[0:3]", 0, 3, "dot-mfma"},
	{"", "v_dot4_i32_i8 v0, v1, v2, v3", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", 0, 3, "dot-mfma"},

	// Matrix instructions.
	{"", "v_mfma_f64_4x4x4_4b_f64 v[0:1], v[2:3], v[4:5], v[6:7]", "v_fmac_f64_e32 v[10:11], v[12:13], v[14:15]", 2, 2, "dgemm-fma-f64"},
	{"", "v_mfma_f64_4x4x4_4b_f64 v[0:1], v[2:3], v[4:5], v[6:7]", "v_mul_f64 v[10:11], v[12:13], v[14:15]", 0, 0, ""},
	{"", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", "flat_load_dword v16, v[0:1]", 5, 5, "xdl-memory"},
	{"", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", "v_mov_b32_dpp v0, v10 row_shr:1 row_mask:0xf bank_mask:0xf", 5, 5, "xdl-valu"},
	{"", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], v[8:11]", "ds_read_b32 v8, v16", 1, 0, "xdl-c-war-memory"},
	{"", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[8:9], v[8:9], v[8:11]", "v_mov_b32_e32 v8, 1", 1, 1, "xdl-c-war-valu"},
	{"", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], v[8:11]", "v_mfma_f32_4x4x4_16b_f16 v[8:11], v[4:5], v[6:7], 0", 0, 0, ""},
	{"", "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v12", "v_mov_b32_e32 v12, 1", 0, 0, ""},
	{"gfx942", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]", 2, 3, "xdl-c-exact-xdl-passes"},
	{"gfx950", "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]", 2, 4, "xdl-c-exact-xdl-passes"},
	{"gfx950", "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], 0", "v_mfma_f32_16x16x4_f32 v[0:3], v4, v5, v[0:3]", 0, 6, "xdl-c-exact-sgemm-passes"},
	{"", "v_mfma_f32_16x16x4_f32 v[0:3], v4, v5, 0", "v_mfma_f32_4x4x1_16b_f32 v[0:3], v4, v5, v[0:3]", 0, 8, "sgemm-c-exact-passes"},
	{"", "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]", "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]", 0, 0, "xdl-c-exact"},
	{"gfx942", "v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 0", "v_mov_b32_e32 v0, 0", 11, 11, "dgemm-valu-write"},
	{"gfx950", "v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 0", "v_mov_b32_e32 v0, 0", 11, 19, "dgemm-valu-write"},
	{"gfx950", "v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 0", "v_add_i16 v0, v20, v20 op_sel:[0,0,1]", 11, 19, "dgemm-valu-write"},
	{"gfx950", "v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 0", "ds_read_b32 v0, v12", 11, 19, "dgemm-memory-write"},
	{"gfx950", "v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:27], 0 cbsz:1 blgp:4", "v_mov_b32_e32 v0, 0", 20, 20, "xdl-valu"},
	{"gfx950", "v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:21], v[24:27], 0 cbsz:3 blgp:4", "v_mov_b32_e32 v0, 0", 12, 12, "xdl-valu"},
	{"gfx950", "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v40, v41", "v_mov_b32_e32 v1, v0", 12, 12, "xdl-valu"},
	{"", "v_mfma_f32_16x16x16_f16 a[0:3], v[4:5], v[6:7], 0", "v_mov_b32_e32 v1, v0", 0, 0, ""},
}

func TestBeyondProbe(t *testing.T) {
	for _, c := range beyondProbe {
		for _, target := range isa.Targets() {
			if c.targets != "" && c.targets != target.Chip.Name {
				continue
			}
			producer, consumer := parse(t, target, c.producer), parse(t, target, c.consumer)
			llvm, manual, rules := target.RequiredWaits(&producer, &consumer)
			if llvm != c.llvm || manual != c.manual {
				t.Errorf("%s: %s; %s: %d by LLVM, %d by the manual, from %v; want %d, %d", target.Chip.Name, c.producer, c.consumer, llvm, manual, names(rules), c.llvm, c.manual)
			}
			if c.rule == "" && len(rules) > 0 || c.rule != "" && !slices.Contains(names(rules), c.rule) {
				t.Errorf("%s: %s; %s: rules %v, want %q", target.Chip.Name, c.producer, c.consumer, names(rules), c.rule)
			}
		}
	}
}

// TestEveryRuleApplies: no rule is out of reach of the pairs above and the probe.
func TestEveryRuleApplies(t *testing.T) {
	probes := readProbe(t)
	for _, c := range beyondProbe {
		probes = append(probes, probe{producer: c.producer, consumer: c.consumer})
	}
	for _, target := range isa.Targets() {
		seen := map[string]bool{}
		for _, p := range probes {
			producer, err1 := target.Parse(p.producer, nil)
			consumer, err2 := target.Parse(p.consumer, nil)
			if err1 != nil || err2 != nil {
				continue
			}
			_, _, rules := target.RequiredWaits(&producer, &consumer)
			for _, r := range rules {
				seen[r.Name] = true
			}
		}
		for _, h := range target.Hazards() {
			if !seen[h.Name] {
				t.Errorf("%s: no pair reaches %s", target.Chip.Name, h.Name)
			}
		}
	}
}

// classesOf returns the classes that a target's rules use, and those that its
// rows are in before operands are looked at.
func classesOf(t *testing.T, target *isa.Target) (used, rows isa.ClassSet) {
	for _, h := range target.Hazards() {
		used |= h.Producer | h.Consumer
	}
	for _, r := range target.CounterRules() {
		used |= 1 << r.Class
	}
	for _, p := range readProbe(t) {
		for _, s := range []string{p.producer, p.consumer} {
			if inst, err := target.Parse(s, nil); err == nil {
				rows |= target.Classes(&inst)
			}
		}
	}
	for i := range target.Rows() {
		inst := target.Rows()[i].NewInst()
		rows |= target.Classes(&inst)
	}
	return used, rows
}

func TestHazardTable(t *testing.T) {
	for _, target := range isa.Targets() {
		most := 0
		var last []string
		for _, h := range target.Hazards() {
			if slices.Contains(last, h.Name) {
				t.Errorf("%s: %s is there twice", target.Chip.Name, h.Name)
			}
			last = append(last, h.Name)
			if h.Producer == 0 || h.Consumer == 0 || h.Dep == 0 || !strings.HasPrefix(h.Source, "hazards.md §") {
				t.Errorf("%s: %s: incomplete: %+v", target.Chip.Name, h.Name, h)
			}
			some := false
			for _, passes := range []int{2, 4, 8, 16} {
				llvm, manual := h.LLVM.For(passes), h.Manual.For(passes)
				some = some || llvm > 0 || manual > 0
				most = max(most, llvm, manual)
				if llvm != manual && h.Note == "" {
					t.Errorf("%s: %s: LLVM has %d, the manual %d, and no note says why", target.Chip.Name, h.Name, llvm, manual)
				}
			}
			if !some {
				t.Errorf("%s: %s asks for nothing", target.Chip.Name, h.Name)
			}
		}
		if most != target.MaxWaits() {
			t.Errorf("%s: MaxWaits %d, the largest figure is %d", target.Chip.Name, target.MaxWaits(), most)
		}
		used, rows := classesOf(t, target)
		for c := isa.ClassID(0); used>>c != 0; c++ {
			if used.Has(c) && !rows.Has(c) {
				t.Errorf("%s: no instruction is in class %s", target.Chip.Name, c)
			}
		}
	}
	if a, b := isa.GFX942.MaxWaits(), isa.GFX950.MaxWaits(); a != 19 || b != 20 {
		t.Errorf("MaxWaits %d and %d; hazards.md says at most 20 (P+4 on gfx950, P+3 on gfx942)", a, b)
	}
}
