package vet_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/vet"
)

// TestTooStrong: small programs, and the waits and s_nop in them that are too strong: their line, what is
// enough, and the line of an operation that is waited for without need, in the order in which they are
// reported. A wait that is asked about is followed by what it is for.
func TestTooStrong(t *testing.T) {
	const load, other, use, use2 = "global_load_dword v1, v[2:3], off; ", "global_load_dword v4, v[2:3], off; ", "v_mov_b32 v5, v1; ", "v_mov_b32 v6, v4; "
	const store, barrier, end = "global_store_dword v[2:3], v7, off; ", "s_barrier; ", "s_endpgm"
	const vm0, lgkm0 = "s_waitcnt vmcnt(0); ", "s_waitcnt lgkmcnt(0); "
	const toLDS = "s_mov_b32 m0, 0; s_nop 0; global_load_lds_dword v[2:3], off; "
	for _, c := range []struct{ name, code, want string }{
		{"needed", load + vm0 + use + end, ""},
		{"one of two", load + other + vm0 + use + vm0 + use2 + end, "2 vmcnt(1) 1"},
		{"both", load + other + vm0 + use + use2 + end, ""},
		{"nothing under way", "v_mov_b32 v5, 0; " + vm0 + end, "1 no wait"},
		{"before the end", store + vm0 + end, "1 no wait 0"},
		{"never used", load + vm0 + end, "1 no wait 0"},
		{"covered twice", load + vm0 + "s_nop 0; s_nop 0; " + vm0 + use + end, "1 no wait 0; 2 none; 3 none"},
		{"overwritten", load + vm0 + "v_mov_b32 v1, 0; " + end, ""},
		{"loaded again", load + vm0 + load + vm0 + use + end, "1 no wait 0"},
		{"one counter", load + "ds_read_b32 v8, v9; s_waitcnt vmcnt(0) lgkmcnt(0); " + use + lgkm0 + "v_mov_b32 v6, v8; " + end, "2 vmcnt(0) 1"},
		{"one path", load + vm0 + "s_cbranch_scc0 @4; " + use + end, ""},
		{"no path", load + vm0 + "s_cbranch_scc0 @5; s_waitcnt vmcnt(0); " + use + end, "1 no wait 0"},
		{"a path that does not load", "s_cbranch_scc0 @2; " + load + vm0 + use + end, ""},
		{"round a loop", load + vm0 + other + use + "s_cbranch_scc0 @1; " + end, ""},
		{"prefetch", load + other + vm0 + use + load + vm0 + use2 + other + "s_cbranch_scc0 @2; " + end, "2 vmcnt(1) 1; 5 vmcnt(1) 4"},
		{"scalar", "s_load_dword s4, s[0:1], 0x0; s_load_dword s5, s[0:1], 0x4; " + lgkm0 + "s_mov_b32 s6, s4; " + lgkm0 + "s_mov_b32 s6, s5; " + end, "4 no wait"},
		{"data share beside scalar", "ds_read_b32 v1, v9; s_load_dword s4, s[0:1], 0x0; " + lgkm0 + use + "s_mov_b32 s6, s4; " + end, ""},
		{"flat", "flat_load_dword v1, v[2:3]; s_waitcnt vmcnt(0) lgkmcnt(0); " + use + end, ""},
		{"store before a barrier", store + vm0 + barrier + end, ""},
		{"store before a loop with a barrier", store + vm0 + "s_nop 0; s_cbranch_scc0 @2; " + barrier + end, "2 none"},
		{"store before an atomic", store + vm0 + "global_atomic_add v[2:3], v7, off; " + end, ""},
		{"store before a signal", store + vm0 + "global_store_dword v[2:3], v7, off sc1; " + end, ""},
		{"store before a store", store + vm0 + store + end, "1 no wait 0"},
		{"store before write-back", store + vm0 + "buffer_wbl2 sc1; " + end, ""},
		{"store before a scalar load", store + vm0 + "s_load_dword s4, s[0:1], 0x0; " + end, ""},
		{"store before a flat load", store + vm0 + "flat_load_dword v1, v[2:3]; " + end, ""},
		{"older stores", store + store + load + "s_waitcnt vmcnt(1); " + barrier + vm0 + use + end, ""},
		{"a signal before a load", "global_load_dword v1, v[2:3], off sc1; " + vm0 + other + vm0 + use + use2 + end, ""},
		{"a load before a barrier", load + vm0 + barrier + vm0 + use + end, "1 no wait 0"},
		{"a load before a barrier and a store", load + vm0 + barrier + store + end, ""},
		{"a load before two barriers and a store", load + vm0 + barrier + vm0 + use + barrier + store + end, "1 no wait 0"},
		{"data share before a barrier", "ds_write_b32 v1, v2; " + lgkm0 + barrier + end, ""},
		{"data share in order", "ds_write_b32 v1, v2; " + lgkm0 + "ds_read_b32 v3, v1; " + end, "1 no wait 0"},
		{"data share before direct to LDS", "s_mov_b32 m0, 0; ds_read_b32 v3, v1; " + lgkm0 + "global_load_lds_dword v[2:3], off; " + vm0 + barrier + end, ""},
		{"direct to LDS before a barrier", toLDS + vm0 + barrier + end, ""},
		{"direct to LDS before a read", toLDS + vm0 + "ds_read_b32 v3, v1; " + end, ""},
		{"direct to LDS before the end", toLDS + vm0 + end, ""},
		{"lanes", "ds_bpermute_b32 v1, v2, v3; " + lgkm0 + barrier + lgkm0 + use + end, "1 no wait 0"},
		{"clock", load + vm0 + "s_memtime s[4:5]; " + end, ""},
		{"indexing", "s_set_gpr_idx_on s0, gpr_idx(SRC0); " + load + vm0 + "v_mov_b32 v4, v5; s_set_gpr_idx_off; " + end, ""},
		{"unknown jump", load + vm0 + "s_setpc_b64 s[4:5]", ""},
		{"nop", "v_readfirstlane_b32 s4, v0; s_nop 4; buffer_load_dword v1, off, s[4:7], 0; " + end, ""},
		{"long nop", "v_readfirstlane_b32 s4, v0; s_nop 7; buffer_load_dword v1, off, s[4:7], 0; " + end, "1 5 wait states"},
		{"two nops", "v_readfirstlane_b32 s4, v0; s_nop 3; s_nop 3; buffer_load_dword v1, off, s[4:7], 0; " + end, "1 1 wait state"},
		{"nop on one path", "v_readfirstlane_b32 s4, v0; s_cbranch_scc0 @3; s_nop 3; s_nop 3; buffer_load_dword v1, off, s[4:7], 0; " + end, "2 none"},
		{"LLVM alone", "v_cmp_eq_u32 vcc, 0, v0; s_nop 1; v_cndmask_b32 v1, 0, v2, vcc; " + end, ""},
		{"in a clause", load + "s_nop 0; " + other + vm0 + use + use2 + end, ""},
		{"inner loop first", "s_nop 0; s_nop 1; s_cbranch_scc0 @1; s_nop 2; s_cbranch_scc0 @0; " + end, "1 none; 0 none; 3 none"},
	} {
		for _, target := range isa.Targets() {
			lines := strings.Split(c.code, "; ")
			code := assemble(t, target, lines)
			line := map[uint64]int{}
			for addr := 0; addr < len(code); {
				line[uint64(addr)] = len(line)
				inst, err := target.Decode(code[addr:])
				if err != nil {
					t.Fatal(err)
				}
				addr += inst.Size()
			}
			var got []string
			for _, f := range vet.Code(target, code).Findings {
				if f.Rule != "too-strong" {
					continue
				}
				text := fmt.Sprintf("%d %s", line[f.Addr], f.Required)
				if f.Other != nil {
					text += fmt.Sprintf(" %d", line[f.Other.Addr])
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s %s: %q, not %q", target.Chip.Name, c.name, text, c.want)
			}
		}
	}
}
