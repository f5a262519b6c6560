package vet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/vet"
)

// TestResources: registers beyond those that a kernel is given, and addresses that nothing writes. The
// kernel is given s[0:1] (arguments), s2 (workgroup), v0, and, unless a case says otherwise, 16 VGPRs of
// which a0 is the ninth, and 16 SGPRs, to which 6 are added for VCC and the like: 32 in all.
func TestResources(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"given", "v_mov_b32 v15, v0; s_mov_b32 s31, 0; v_accvgpr_write_b32 a7, v0", ""},
		{"VGPR", "v_mov_b32 v16, v0; v_mov_b32 v1, 0", "v_mov_b32_e32 uses v16, required 17 of v, found 16"},
		{"VGPR tuple", "v_mov_b64 v[14:15], 0; v_mov_b64 v[16:17], 0", "v_mov_b64_e32 uses v17, required 18 of v, found 16"},
		{"source", "v_mov_b32 v1, v20", "v_mov_b32_e32 uses v20, required 21 of v, found 16"},
		{"SGPR", "s_mov_b32 s32, 0", "s_mov_b32 uses s32, required 33 of s, found 32"},
		{"AGPR", "v_accvgpr_write_b32 a8, v0", "v_accvgpr_write_b32 uses a8, required 9 of a, found 8"},
		{"VCC", "s_mov_b64 vcc, 0; s_mov_b32 m0, 0", ""},
		{"address", "v_mov_b32 v2, 0; global_load_dword v1, v[2:3], off", "global_load_dword takes its address from v3"},
		{"both", "global_load_dword v1, v[2:3], off; global_load_dword v1, v[2:3], off", "global_load_dword takes its address from v2, v3"},
		{"written", "v_mov_b32 v2, 0; v_mov_b32 v3, 0; global_load_dword v1, v[2:3], off", ""},
		{"written later", "global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); v_mov_b32 v2, 0; v_mov_b32 v3, 0", ""},
		{"data", "global_store_dword v0, v1, s[0:1]", "note: global_store_dword writes v1 to memory"},
		{"operand", "v_add_f32 v1, v0, v5; v_add_f32 v2, v5, v6", "note: v_add_f32_e32 reads v5; note: v_add_f32_e32 reads v6"},
		{"what is kept", "v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD; v_writelane_b32 v6, s2, 0", ""},
		{"branch", "s_cbranch_scc1 4; s_cbranch_vccz 4; s_nop 0", "s_cbranch_scc1 depends on scc; s_cbranch_vccz depends on vcc_lo"},
		{"branch behind a comparison", "s_cmp_eq_u32 s2, 0; s_cbranch_scc1 4; v_cmp_eq_u32 vcc, 0, v0; s_nop 4; s_cbranch_vccz 4; s_nop 0", ""},
		{"saddr", "global_load_dword v1, v0, s[4:5]", "global_load_dword takes its address from s4, s5"},
		{"arguments", "global_load_dword v1, v0, s[0:1]; s_load_dword s6, s[0:1], 0x0", ""},
		{"workgroup", "s_load_dword s6, s[2:3], 0x0", "s_load_dword takes its address from s3"},
		{"scalar offset", "s_load_dword s6, s[0:1], s7", "s_load_dword takes its address from s7"},
		{"scalar store", "s_dcache_wb", ""},
		{"resource", "s_mov_b64 s[4:5], 0; s_mov_b32 s6, 0; buffer_load_dword v1, v0, s[4:7], 0 offen", "buffer_load_dword takes its address from s7"},
		{"soffset", "s_mov_b64 s[4:5], 0; s_mov_b64 s[6:7], 0; buffer_load_dword v1, v0, s[4:7], s8 offen", "buffer_load_dword takes its address from s8"},
		{"LDS", "ds_read_b32 v1, v4", "ds_read_b32 takes its address from v4"},
		{"lanes", "ds_bpermute_b32 v1, v4, v0", "note: ds_bpermute_b32 reads v4"},
		{"one file", "v_accvgpr_write_b32 a0, v0; v_accvgpr_write_b32 a1, v0; global_load_dword v1, v[8:9], off", ""},
		{"indexing", "s_set_gpr_idx_on s2, gpr_idx(DST); v_mov_b32 v1, v0; s_set_gpr_idx_off; global_load_dword v1, v[2:3], off", ""},
		{"movrel", "s_mov_b32 m0, 0; s_nop 0; s_movreld_b32 s4, s2; s_load_dword s6, s[4:5], 0x0", ""},
		{"unknown call", "s_swappc_b64 s[30:31], s[0:1]; global_load_dword v1, v[2:3], off", ""},
	} {
		for _, target := range isa.Targets() {
			var got []string
			for _, f := range resources(t, target.Chip.Name, strings.Split(c.code, "; ")) {
				name, _, _ := strings.Cut(f.Text, " ")
				message, _, _ := strings.Cut(f.Message, ", which")
				text := name + " " + message
				if f.Required != "" {
					found, _, _ := strings.Cut(f.Found, " in ")
					text += fmt.Sprintf(", required %s, found %s", f.Required, found)
				}
				if f.Rank != vet.RankError {
					text = f.Rank.String() + ": " + text
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s %s: %q, not %q", target.Chip.Name, c.name, text, c.want)
			}
		}
	}
}

// resources checks a kernel and returns what that rule finds.
func resources(t *testing.T, chip string, lines []string) []vet.Finding {
	t.Helper()
	return slices.DeleteFunc(check(t, object(t, chip, lines)).Kernels[0].Findings, func(f vet.Finding) bool { return f.Rule != "resources" })
}

// object is a code object with a kernel of these lines.
func object(t testing.TB, chip string, lines []string) []byte {
	t.Helper()
	text := ".amdgcn_target \"amdgcn-amd-amdhsa--" + chip + "\"\n.text\n.globl k\n.type k,@function\nk:\n" + strings.Join(lines, "\n") + `
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
.Lend:
	.size k, .Lend-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 26
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
`
	res, err := asm.Assemble([]byte(text), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
