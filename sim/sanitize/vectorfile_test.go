package sanitize_test

import (
	"strings"
	"testing"
)

// The kernels of these tests have 128 VGPRs and 128 AGPRs: v130 is a2.

// TestTwoNames: what happens to a register under one of its names is seen under
// the other one, and messages call it what the instruction does.
func TestTwoNames(t *testing.T) {
	for _, c := range []struct{ check, body, want string }{
		// Written as one, used as the other.
		{"undefined", "v_mov_b32 v130, 7\nv_accvgpr_read_b32 v2, a2\nglobal_store_dword v1, v2, s[4:5]", ""},
		{"undefined", "v_accvgpr_write_b32 a2, 7\nv_mov_b32 v2, v130\nglobal_store_dword v1, v2, s[4:5]", ""},
		{"undefined", "v_accvgpr_write_b32 a1, 7\nv_accvgpr_write_b32 a2, 7\nglobal_store_dword v1, v129, s[4:5]\nglobal_store_dword v1, a2, s[4:5]", ""},
		{"undefined", "v_mov_b64 v[126:127], v[0:1]\nv_mov_b64 v[128:129], v[126:127]\nglobal_store_dwordx4 v1, v[126:129], s[4:5]", ""},
		{"undefined", "v_mov_b32 v126, 1\nv_mov_b32 v127, 1\nv_accvgpr_write_b32 a0, 1\nv_accvgpr_write_b32 a1, 1\nglobal_store_dwordx4 v1, v[126:129], s[4:5]", ""},
		{"undefined", "v_mov_b32 v130, 7\nds_write_b32 v1, a2\nds_read_b32 a3, v1\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v131, s[4:5]", ""},
		{"undefined", "v_accvgpr_write_b32 a2, 7\nglobal_store_dword v1, v131, s[4:5]", "global_store_dword v1, v131, s[4:5]: stores v131,"},
		{"undefined", "v_mov_b32 v131, 7\nglobal_store_dword v1, a2, s[4:5]", "global_store_dword v1, a2, s[4:5]: stores a2,"},
		{"undefined", "global_load_dword v2, v130, s[4:5]", "global_load_dword v2, v130, s[4:5]: takes its address from v130,"},
		{"undefined", "v_mov_b32 v126, 1\nv_mov_b32 v127, 1\nv_accvgpr_write_b32 a0, 1\nglobal_store_dwordx4 v1, v[126:129], s[4:5]", "global_store_dwordx4 v1, v[126:129], s[4:5]: stores v129,"},
		{"undefined", "v_mov_b32 v2, 1\nv_accvgpr_write_b32 a0, v2\nv_accvgpr_write_b32 a1, v2\nv_accvgpr_write_b32 a2, v2\nv_accvgpr_write_b32 a3, v2\nv_mfma_f32_4x4x1_16b_f32 v[124:127], v2, v2, v[128:131]\ns_nop 15\nglobal_store_dwordx4 v1, v[124:127], s[4:5]", ""},

		{"waits", "global_load_dword v130, v1, s[4:5]\nv_accvgpr_read_b32 v2, a2", "v_accvgpr_read_b32 v2, a2: reads a2 while a load"},
		{"waits", "global_load_dword a2, v1, s[4:5]\nv_mov_b32 v2, v130", "v_mov_b32_e32 v2, v130: reads v130 while a load"},
		{"waits", "global_load_dword a2, v1, s[4:5]\nv_mov_b32 v130, v0", "v_mov_b32_e32 v130, v0: writes v130 while a load"},
		{"waits", "global_load_dwordx4 v[126:129], v1, s[4:5]\nv_accvgpr_read_b32 v2, a1", "v_accvgpr_read_b32 v2, a1: reads a1 while a load"},
		{"waits", "global_load_dwordx4 v[126:129], v1, s[4:5]\nv_accvgpr_read_b32 v2, a2", ""},
		{"waits", "global_load_dword a2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_mov_b32 v130, v0", ""},
		{"waits", "s_movk_i32 s6, 3\nglobal_load_dword a2, v1, s[4:5]\ns_set_gpr_idx_on s6, gpr_idx(SRC0)\nv_mov_b32 v2, v127\ns_set_gpr_idx_off", "v_mov_b32_e32 v2, v127: reads a2 while a load"},

		{"hazards", "v_mfma_f32_32x32x2_f32 a[0:15], v0, v3, 0\nv_add_f32 v2, v140, v1", "v_add_f32_e32 v2, v140, v1: needs"},
		{"hazards", "v_mfma_f32_32x32x2_f32 v[128:143], v0, v3, 0\nv_accvgpr_read_b32 v2, a15", "v_accvgpr_read_b32 v2, a15: needs"},
		{"hazards", "v_mfma_f32_32x32x2_f32 v[128:143], v0, v3, 0\nv_accvgpr_read_b32 v2, a16", ""},
		{"hazards", "v_mfma_f32_32x32x2_f32 v[120:135], v0, v3, 0\nv_accvgpr_read_b32 v2, a7", "v_accvgpr_read_b32 v2, a7: needs"},
		{"hazards", "s_movk_i32 s6, 1\nv_exp_f32 v130, v0\ns_set_gpr_idx_on s6, gpr_idx(SRC0)\nv_accvgpr_read_b32 v2, a1\ns_set_gpr_idx_off", ""},
		{"hazards", "s_movk_i32 s6, 1\ns_set_gpr_idx_on s6, gpr_idx(SRC0)\nv_exp_f32 v130, v0\nv_accvgpr_read_b32 v2, a1\ns_set_gpr_idx_off", "v_accvgpr_read_b32 v2, a1: needs"},
	} {
		for _, chip := range []string{"gfx942", "gfx950"} {
			k := source{chip: chip, body: undefinedPrologue + c.body + "\ns_waitcnt vmcnt(0)"}
			found, err := k.run(t, c.check, nil)
			if err != nil {
				t.Errorf("%s: %v", c.body, err)
				continue
			}
			var got []string
			for i := range found {
				got = append(got, found[i].Text+": "+found[i].Message)
			}
			if (c.want == "") != (got == nil) || len(got) > 1 || len(got) == 1 && !strings.HasPrefix(got[0], c.want) {
				t.Errorf("%s, %s:\n%s\nfound %q, want %q", chip, c.check, c.body, got, c.want)
			}
		}
	}
}
