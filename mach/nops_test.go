package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// hazardCase is a pair of instructions that a rule of the hazard table is
// about, and no other rule that asks for as much.
type hazardCase struct {
	rule string
	chip *arch.Chip // nil: both
	code string
}

var hazardCases = []hazardCase{
	{"sgpr-const", nil, "v_readfirstlane_b32 s20, v10\nv_add_u32 v11, s20, v12"},
	{"sgpr-mask", nil, "v_cmp_eq_u32 s[20:21], v10, v11\nv_cndmask_b32 v11, v12, v13, s[20:21]"},
	{"vcc-other-half", nil, "v_readfirstlane_b32 vcc_lo, v10\nv_mov_b32 v11, vcc_hi"},
	{"sgpr-lane-select", nil, "v_readfirstlane_b32 s20, v10\nv_readlane_b32 s21, v11, s20"},
	{"sgpr-vmem", nil, "v_readfirstlane_b32 s4, v4\nglobal_load_dword v11, v1, s[4:5]"},
	{"vcc-div-fmas", nil, "v_div_scale_f32 v10, vcc, v11, v11, v11\nv_div_fmas_f32 v12, v13, v13, v13"},
	{"vccz-execz-data", nil, "v_cmp_eq_u32 vcc, v10, v10\nv_mov_b32 v11, src_vccz"},
	{"exec-lane-access", nil, "v_cmpx_le_u32 exec, 0, v0\nv_readfirstlane_b32 s20, v10"},
	{"exec-dpp", nil, "v_cmpx_le_u32 exec, 0, v0\nv_mov_b32_dpp v10, v11 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
	{"vgpr-dpp-other", nil, "v_mov_b32 v11, v12\nv_mul_f32_dpp v10, v13, v11 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
	{"exec-vmem", nil, "v_cmpx_le_u32 exec, 0, v0\nglobal_load_dword v11, v1, s[4:5]"},
	{"exec-mfma", nil, "v_cmpx_le_u32 exec, 0, v0\nv_mfma_f32_4x4x4_16b_f16 v[20:23], v[10:11], v[12:13], v[20:23]"},
	{"exec-other-permlane-swap", &arch.GFX950, "v_readfirstlane_b32 exec_lo, v5\nv_permlane32_swap_b32 v10, v11"},
	{"exec-permlane-swap", &arch.GFX950, "v_cmpx_le_u32 exec, 0, v0\nv_permlane32_swap_b32 v10, v11"},
	{"vgpr-dpp", nil, "v_mov_b32 v11, v12\nv_mov_b32_dpp v10, v11 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
	{"dpp-old", nil, "v_mov_b32 v10, v12\nv_mov_b32_dpp v10, v11 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
	{"load-dpp", nil, "ds_read_b32 v11, v1\nv_mov_b32_dpp v10, v11 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"},
	{"vgpr-lane-read", nil, "v_mov_b32 v11, v12\nv_readlane_b32 s20, v11, 3"},
	{"vgpr-permlane-swap", &arch.GFX950, "v_mov_b32 v11, v12\nv_permlane16_swap_b32 v10, v11"},
	{"vgpr-mfma", nil, "v_mov_b32 v11, v12\nv_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]"},
	{"trans-use", nil, "v_exp_f32 v11, v12\nv_mul_f32 v13, v11, v14"},
	{"trans-kept", nil, "v_exp_f32 v11, v12\nv_fma_f16 v11, v13, v14, v15 op_sel:[0,0,0,1]"},
	{"trans-kept", nil, "v_exp_f32 v11, v12\nv_div_fixup_f16 v11, v13, v14, v15"},
	{"late-lds-dma", nil, "v_exp_f32 v10, v12\nbuffer_load_dword v10, s[12:15], 0 offen lds"},
	{"partial-use", nil, "v_fma_f16 v11, v13, v14, v15 op_sel:[0,0,0,1]\nv_add_u32 v12, v11, v13"},
	{"partial-overwrite", nil, "v_fma_f16 v11, v13, v14, v15 op_sel:[0,0,0,1]\nv_mov_b32 v11, v12"},
	{"late-lds-dma", nil, "v_add_u32_sdwa v10, v11, v12 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD\nbuffer_load_dword v10, s[12:15], 0 offen lds"},
	{"fp4-use", &arch.GFX950, "v_cvt_scalef32_sr_pk_fp4_f32 v11, v[12:13], v14, v15\nv_add_u32 v12, v11, v13"},
	{"fp4-overwrite", &arch.GFX950, "v_cvt_scalef32_sr_pk_fp4_f32 v11, v[12:13], v14, v15\nv_mov_b32 v11, v12"},
	{"fp4-lds-dma", &arch.GFX950, "v_cvt_scalef32_sr_pk_fp4_f32 v10, v[12:13], v14, v15\nbuffer_load_dword v10, s[12:15], 0 offen lds"},
	{"narrow-narrow", nil, "v_cvt_pk_fp8_f32 v11, v12, v13\nv_cvt_pk_fp8_f32 v11, v12, v13 op_sel:[0,0,1]"},
	{"store-data-valu", nil, "global_store_dwordx4 v1, v[20:23], s[4:5]\nv_mov_b32 v22, v10"},
	{"store-data-load", nil, "global_store_dwordx4 v1, v[20:23], s[4:5]\nds_read_b32 v22, v1"},
	{"m0-use", nil, "s_mov_b32 m0, 64\nbuffer_load_dword v1, s[12:15], 0 offen lds"},
	{"setreg-same", nil, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0\ns_getreg_b32 s20, hwreg(HW_REG_MODE)"},
	{"dot-use", nil, "v_dot2_f32_f16 v11, v12, v13, v14\nv_add_u32 v15, v11, v12"},
	{"dot-same-op-ab", nil, "v_dot2_f32_f16 v11, v12, v13, v14\nv_dot2_f32_f16 v15, v11, v13, v14"},
	{"dot-mfma", nil, "v_dot2_f32_f16 v11, v12, v13, v14\nv_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]"},
	{"dgemm-fma-f64", nil, "v_mfma_f64_4x4x4_4b_f64 v[20:21], v[10:11], v[12:13], v[20:21]\nv_fma_f64 v[30:31], v[32:33], v[32:33], v[32:33]"},
	{"xdl-c-exact", nil, "v_mfma_f32_4x4x4_16b_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_4x4x4_16b_f16 v[20:23], v[10:11], v[12:13], v[20:23]"},
	{"xdl-c-exact-xdl-passes", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_4x4x4_16b_f16 v[20:23], v[10:11], v[12:13], v[20:23]"},
	{"xdl-c-exact-sgemm-passes", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]"},
	{"xdl-c-overlap-xdl", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_16x16x16_f16 v[26:29], v[10:11], v[12:13], v[22:25]"},
	{"xdl-c-overlap-gemm", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_16x16x4_f32 v[26:29], v10, v12, v[22:25]"},
	{"xdl-ab", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_mfma_f32_16x16x16_f16 v[26:29], v[20:21], v[12:13], v[26:29]"},
	{"xdl-valu", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nv_add_f32 v24, v20, v10"},
	{"xdl-memory", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[20:23]\nglobal_store_dwordx4 v1, v[20:23], s[4:5]"},
	{"xdl-c-war-valu", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[24:27]\nv_mov_b32 v24, v10"},
	{"xdl-c-war-memory", nil, "v_mfma_f32_16x16x16_f16 v[20:23], v[10:11], v[12:13], v[24:27]\nds_read_b32 v24, v1"},
	{"sgemm-c-exact", nil, "v_mfma_f32_4x4x1_16b_f32 v[20:23], v10, v12, v[20:23]\nv_mfma_f32_4x4x1_16b_f32 v[20:23], v10, v12, v[20:23]"},
	{"sgemm-c-exact-passes", nil, "v_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]\nv_mfma_f32_4x4x1_16b_f32 v[20:23], v10, v12, v[20:23]"},
	{"sgemm-c-overlap", nil, "v_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]\nv_mfma_f32_16x16x4_f32 v[26:29], v10, v12, v[22:25]"},
	{"sgemm-ab", nil, "v_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]\nv_mfma_f32_16x16x4_f32 v[26:29], v20, v12, v[26:29]"},
	{"sgemm-valu", nil, "v_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]\nv_add_f32 v24, v20, v10"},
	{"sgemm-memory", nil, "v_mfma_f32_16x16x4_f32 v[20:23], v10, v12, v[20:23]\nds_write_b32 v1, v20"},
	{"dgemm-c-exact", nil, "v_mfma_f64_4x4x4_4b_f64 v[20:21], v[10:11], v[12:13], v[20:21]\nv_mfma_f64_4x4x4_4b_f64 v[20:21], v[10:11], v[12:13], v[20:21]"},
	{"dgemm-c-overlap", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nv_mfma_f64_4x4x4_4b_f64 v[30:31], v[10:11], v[12:13], v[22:23]"},
	{"dgemm-ab", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nv_mfma_f64_4x4x4_4b_f64 v[30:31], v[22:23], v[12:13], v[30:31]"},
	{"dgemm-valu-read", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nv_add_f64 v[30:31], v[20:21], v[32:33]"},
	{"dgemm-valu-write", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nv_mov_b32 v20, v10"},
	{"dgemm-memory-read", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nglobal_store_dwordx2 v1, v[20:21], s[4:5]"},
	{"dgemm-memory-write", nil, "v_mfma_f64_16x16x4_f64 v[20:27], v[10:11], v[12:13], v[20:27]\nds_read_b32 v20, v1"},
}

// hazardsBeyond are rules about instructions that compute code has no use for
// and the simulator does not execute.
var hazardsBeyond = map[string]string{
	"setvskip-getreg":     "s_setvskip",
	"vskip-vector":        "MODE.vskip",
	"trapsts-rfe":         "s_rfe_b64, of trap handlers",
	"trapsts-rfe-restore": "s_rfe_restore_b64, of trap handlers",
}

// waysBetween are ways from the first instruction of a pair to the second,
// with a hole for each.
var waysBetween = []string{
	"%s\n%s",
	"s_cmp_eq_u32 s16, 0\ns_cbranch_scc0 other\n%s\nother:\n%s",
	"s_mov_b32 s61, 0\nloop:\n%[2]s\ns_add_u32 s61, s61, 1\ns_cmp_lt_u32 s61, 2\n%[1]s\ns_cbranch_scc1 loop",
}

// TestHazardRules: with all rules no check finds anything, and with one
// hidden from the pass the checks find the pair.
func TestHazardRules(t *testing.T) {
	const setup = randomSetup + "\tv_mov_b32 v5, -1\n\tv_mov_b32 v10, 0\n\ts_nop 15\n\ts_nop 15\n"
	seen := map[string]bool{}
	for _, h := range hazardCases {
		seen[h.rule] = true
		for _, chip := range arch.Chips {
			if h.chip != nil && h.chip != chip {
				continue
			}
			first, second, _ := strings.Cut(h.code, "\n")
			for k, way := range waysBetween {
				text := setup + fmt.Sprintf(way, first, second) + "\ns_endpgm"
				f := parseFunc(t, chip, text)
				physicalPasses(t, f, pass.Options{})
				if found := findings(t, chip, f.Emit(), orderChecks, 0); len(found) > 0 {
					t.Errorf("%s on %s, way %d: %s\n%s", h.rule, chip.Name, k, show(found), listing(f))
				}
				whole := listing(f)
				f = parseFunc(t, chip, text)
				physicalPasses(t, f, pass.Options{HideRule: func(name string) bool { return name == h.rule }})
				if k > 0 && listing(f) == whole {
					continue // the branch on the way is enough
				}
				if found := show(findings(t, chip, f.Emit(), orderChecks, 0)); !strings.Contains(found, "(rule "+h.rule+")") {
					t.Errorf("%s on %s, way %d: hidden, and not found: %s\n%s", h.rule, chip.Name, k, found, listing(f))
				}
			}
		}
	}
	for _, target := range isa.Targets() {
		for _, h := range target.Hazards() {
			if !seen[h.Name] && hazardsBeyond[h.Name] == "" {
				t.Errorf("no pair for rule %s", h.Name)
			}
		}
	}
}
