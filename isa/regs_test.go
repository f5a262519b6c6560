package isa_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// TestRegisters: what instructions read and write, after the ISA manual's
// pseudo-code. Registers are listed by name; EXEC, VCC and the like as their
// low halves.
func TestRegisters(t *testing.T) {
	for _, tt := range []struct{ text, reads, writes string }{
		{"s_mov_b32 s0, s1", "s1", "s0"},
		{"s_mov_b64 s[0:1], vcc", "vcc_lo vcc_hi", "s0 s1"},
		{"s_add_u32 s0, s1, 5", "s1", "s0 src_scc"},
		{"s_addc_u32 s0, s1, s2", "s1 s2 src_scc", "s0 src_scc"},
		{"s_cmp_eq_u32 s0, s1", "s0 s1", "src_scc"},
		{"s_cselect_b32 s0, s1, s2", "s1 s2 src_scc", "s0"},
		{"s_cmov_b32 s0, s1", "s0 s1 src_scc", "s0"},
		{"s_movk_i32 s0, 0x5", "", "s0"},
		{"s_addk_i32 s0, 0x5", "s0", "s0 src_scc"},
		{"s_cmpk_eq_i32 s0, 0x5", "s0", "src_scc"},
		{"s_and_saveexec_b64 s[0:1], s[2:3]", "s2 s3 exec_lo exec_hi", "s0 s1 exec_lo exec_hi src_scc"},
		{"s_getpc_b64 s[0:1]", "", "s0 s1"},
		{"s_setreg_b32 hwreg(HW_REG_MODE), s0", "s0 mode", "mode"},
		{"s_cbranch_scc0 1", "src_scc", ""},
		{"s_cbranch_vccz 1", "vcc_lo vcc_hi", ""},
		{"s_cbranch_execz 1", "exec_lo exec_hi", ""},
		{"s_load_dwordx2 s[0:1], s[2:3], s4", "s2 s3 s4", "s0 s1"},
		{"s_store_dword s0, s[2:3], 0x0", "s0 s2 s3", ""},
		{"s_atomic_add s0, s[2:3], 0x0 glc", "s0 s2 s3", "s0"},
		{"s_atomic_add s0, s[2:3], 0x0", "s0 s2 s3", ""},
		{"v_mov_b32_e32 v0, s1", "s1 exec_lo exec_hi", "v0"},
		{"v_add_f32_e32 v0, v1, v2", "v1 v2 exec_lo exec_hi mode", "v0"},
		{"v_fmac_f32_e32 v0, v1, v2", "v0 v1 v2 exec_lo exec_hi mode", "v0"},
		{"v_pk_fmac_f16_e32 v0, v1, v2", "v0 v1 v2 exec_lo exec_hi mode", "v0"},
		{"v_add_co_u32_e32 v0, vcc, v1, v2", "v1 v2 exec_lo exec_hi", "v0 vcc_lo vcc_hi"},
		{"v_addc_co_u32_e64 v0, s[0:1], v1, v2, s[4:5]", "v1 v2 s4 s5 exec_lo exec_hi", "v0 s0 s1"},
		{"v_cndmask_b32_e32 v0, v1, v2, vcc", "v1 v2 vcc_lo vcc_hi exec_lo exec_hi", "v0"},
		{"v_cmp_eq_u32_e64 s[0:1], v0, v1", "v0 v1 exec_lo exec_hi", "s0 s1"},
		{"v_cmpx_eq_u32_e32 vcc, v0, v1", "v0 v1 exec_lo exec_hi", "vcc_lo vcc_hi exec_lo exec_hi"},
		{"v_cmpx_eq_u32_e64 s[0:1], v0, v1", "v0 v1 exec_lo exec_hi", "s0 s1 exec_lo exec_hi"},
		{"v_div_fmas_f32 v0, v1, v2, v3", "v1 v2 v3 vcc_lo vcc_hi exec_lo exec_hi mode", "v0"},
		{"v_readlane_b32 s0, v1, s2", "v1 s2", "s0"},
		{"v_writelane_b32 v0, s1, 3", "v0 s1", "v0"},
		{"v_readfirstlane_b32 s0, v1", "v1 exec_lo exec_hi", "s0"},
		{"v_swap_b32 v0, v1", "v0 v1 exec_lo exec_hi", "v0 v1"},
		{"v_permlane32_swap_b32_e32 v0, v1", "v0 v1 exec_lo exec_hi", "v0 v1"},
		{"v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf", "v0 v1 exec_lo exec_hi", "v0"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD", "v0 v1 exec_lo exec_hi", "v0"},
		{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD", "v1 exec_lo exec_hi", "v0"},
		{"v_fma_f16 v0, v1, v2, v3", "v0 v1 v2 v3 exec_lo exec_hi mode", "v0"},
		{"v_fma_legacy_f16 v0, v1, v2, v3", "v1 v2 v3 exec_lo exec_hi mode", "v0"},
		{"v_mad_u16 v0, v1, v2, v3", "v0 v1 v2 v3 exec_lo exec_hi", "v0"},
		{"v_fma_f16 v0, v1, v2, v3 op_sel:[0,0,0,1]", "v0 v1 v2 v3 exec_lo exec_hi mode", "v0"},
		{"v_cvt_pk_fp8_f32 v0, v1, v2", "v0 v1 v2 exec_lo exec_hi mode", "v0"},
		{"v_accvgpr_read_b32 v0, a1", "a1 exec_lo exec_hi", "v0"},
		{"v_mfma_f32_4x4x4_16b_f16 a[0:3], v[4:5], a[6:7], a[8:11]", "v4 v5 a6 a7 a8 a9 a10 a11 mode", "a0 a1 a2 a3"},
		{"v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[12:15], 0 cbsz:2 blgp:4", "v4 v5 v6 v7 v8 v9 v12 v13 v14 v15 mode", "v0 v1 v2 v3"},
		{"v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10", "v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 mode", "v0 v1 v2 v3"},
		{"ds_read_b128 v[0:3], v4", "v4 exec_lo exec_hi", "v0 v1 v2 v3"},
		{"ds_write_b64 v0, v[2:3] offset:8", "v0 v2 v3 exec_lo exec_hi", ""},
		{"ds_add_rtn_u32 v0, v1, v2", "v1 v2 exec_lo exec_hi", "v0"},
		{"ds_read_u8_d16_hi v0, v1", "v0 v1 exec_lo exec_hi", "v0"},
		{"ds_read_addtid_b32 v0", "m0 exec_lo exec_hi", "v0"},
		{"global_load_dwordx2 v[0:1], v[2:3], off", "v2 v3 exec_lo exec_hi", "v0 v1"},
		{"global_load_short_d16 v0, v[2:3], off", "v0 v2 v3 exec_lo exec_hi", "v0"},
		{"global_load_dword v0, v1, s[2:3]", "v1 s2 s3 exec_lo exec_hi", "v0"},
		{"global_load_lds_dwordx4 v[0:1], off", "v0 v1 m0 exec_lo exec_hi", ""},
		{"global_store_dword v[0:1], v2, off", "v0 v1 v2 exec_lo exec_hi", ""},
		{"global_atomic_add v0, v[2:3], v4, off sc0", "v2 v3 v4 exec_lo exec_hi", "v0"},
		{"global_atomic_cmpswap v[2:3], v[4:5], off", "v2 v3 v4 v5 exec_lo exec_hi", ""},
		{"buffer_load_dwordx4 v[0:3], v4, s[8:11], s12 offen", "v4 s8 s9 s10 s11 s12 exec_lo exec_hi", "v0 v1 v2 v3"},
		{"buffer_load_dword v0, s[8:11], s12 offen lds", "v0 s8 s9 s10 s11 s12 m0 exec_lo exec_hi", ""},
		{"buffer_atomic_add v0, off, s[8:11], 0 sc0", "v0 s8 s9 s10 s11 exec_lo exec_hi", "v0"},
		{"buffer_atomic_add v0, off, s[8:11], 0", "v0 s8 s9 s10 s11 exec_lo exec_hi", ""},
		{"s_endpgm", "", ""},
	} {
		inst, fault := isa.GFX950.Parse(tt.text, nil)
		if fault != nil {
			t.Errorf("%s: %v", tt.text, fault)
			continue
		}
		reads, writes := inst.Reads(), inst.Writes()
		if got, want := regNames(&reads), sorted(tt.reads); got != want {
			t.Errorf("%s reads %s, want %s", tt.text, got, want)
		}
		if got, want := regNames(&writes), sorted(tt.writes); got != want {
			t.Errorf("%s writes %s, want %s", tt.text, got, want)
		}
	}
}

func regNames(s *isa.RegSet) string {
	var out []string
	for r := isa.Reg(0); r < isa.A0+256; r++ {
		if s.Has(r) {
			out = append(out, r.String())
		}
	}
	return sorted(strings.Join(out, " "))
}

func sorted(list string) string {
	s := strings.Fields(list)
	slices.Sort(s)
	return strings.Join(s, " ")
}
