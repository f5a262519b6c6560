package vet

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

// TestMemoryRaces: bytes that two workgroups or waves write, or one writes and another reads.
func TestMemoryRaces(t *testing.T) {
	const (
		own    = "\ts_lshl_b32 s6, s2, 8\n\tv_lshl_add_u32 v1, v0, 2, s6\n" // 64 dwords for each workgroup
		same   = "\tv_lshlrev_b32 v1, 2, v0\n"
		store  = "\tglobal_store_dword v1, v0, s[4:5]\n"
		own512 = "\ts_lshl_b32 s6, s2, 9\n\tv_lshl_add_u32 v1, v0, 2, s6\n"
		call   = "\ts_cmp_lg_u32 s2, 99\n\ts_cbranch_scc0 B\n\ts_call_b64 s[30:31], F\nB:\ts_waitcnt vmcnt(0)\n%s\tv_xor_b32 v1, 0x100, v1\n" + store + "\ts_endpgm\nF:" + store + "\ts_setpc_b64 s[30:31]\n"
		shared = "\tv_and_b32 v1, 0xfc, v1\n"
	)
	for _, c := range []struct {
		name  string
		code  string
		items uint32
		want  string // of the messages, "" for none
	}{
		{"bytes of their own", own + store, 64, ""},
		{"the same bytes", same + store, 64, "writes byte 0 of arg@0 in workgroup 1,0,0 (work-item 0,0,0), which workgroup 0,0,0 writes (work-item 0,0,0)"},
		{"all a dword too far", own + "\tglobal_store_dword v1, v0, s[4:5] offset:4\n", 64, ""},
		{"and another store", own + store + "\tglobal_store_byte v1, v0, s[4:5] offset:259\n", 64, "writes byte 259"},
		{"by one workgroup only", same + "\ts_cmp_lg_u32 s2, 1\n\ts_cbranch_scc1 E\n" + store + "E:\n", 64, ""},
		{"by some lanes only", own + "\tv_cmp_gt_u32 vcc, 64, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n" + store, 128, ""},
		{"by all lanes", own + store, 128, "writes byte 256 of arg@0 in workgroup 1,0,0"},
		{"lanes that two comparisons choose", own + "\tv_cmp_gt_u32 vcc, 64, v0\n\tv_mov_b32 v2, 70\n\tv_cmp_lt_u32 s[10:11], v2, v0\n\ts_or_b64 vcc, vcc, s[10:11]\n\ts_and_saveexec_b64 s[8:9], vcc\n" + store, 128, "writes byte 288"},
		{"two waves of a workgroup", same + shared + "\tv_mov_b32 v2, s2\n\tv_lshl_add_u32 v1, v2, 8, v1\n" + store, 128, "in workgroup 0,0,0 (work-item 64,0,0), which workgroup 0,0,0 writes (work-item 0,0,0)"},
		{"with a barrier between", own + "\tv_cmp_gt_u32 vcc, 64, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n" + store + "\ts_mov_b64 exec, s[8:9]\n\ts_waitcnt vmcnt(0)\n\ts_barrier\n\tv_cmp_le_u32 vcc, 64, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n\tglobal_store_dword v1, v0, s[4:5] offset:-256\n", 128, ""},
		{"with none", own + "\tv_cmp_gt_u32 vcc, 64, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n" + store + "\ts_mov_b64 exec, s[8:9]\n\tv_cmp_le_u32 vcc, 64, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n\tglobal_store_dword v1, v0, s[4:5] offset:-256\n", 128, "in workgroup 0,0,0"},
		{"by a function, a barrier behind", own512 + fmt.Sprintf(call, "\ts_barrier\n"), 128, ""},
		{"by a function, no barrier behind", own512 + fmt.Sprintf(call, ""), 128, "in workgroup 0,0,0"},
		{"what is read in place", own + "\tglobal_load_dword v2, v1, s[4:5] offset:4\n" + store, 64, "writes byte 256 of arg@0 in workgroup 1,0,0 (work-item 0,0,0), which workgroup 0,0,0 accesses (work-item 63,0,0)"},
		{"what nobody writes", same + "\tglobal_load_dword v2, v1, s[4:5]\n", 64, ""},
		{"atomics", same + "\tglobal_atomic_add v1, v0, s[4:5]\n" + store, 64, ""},
		{"a select", own + "\tv_cmp_gt_u32 vcc, 32, v0\n\tv_cmp_lt_u32 s[10:11], 40, v0\n\ts_or_b64 vcc, vcc, s[10:11]\n\tv_cndmask_b32 v1, 0, v1, vcc\n" + store, 64, "writes byte 0 of arg@0 in workgroup 1,0,0 (work-item 32,0,0), which workgroup 0,0,0 writes (work-item 0,0,0)"},
		{"in a loop", own + "\ts_mov_b32 s6, 0\nL:\n" + store + "\tv_add_u32 v1, 0x100, v1\n\ts_add_u32 s6, s6, 1\n\ts_cmp_lt_u32 s6, 4\n\ts_cbranch_scc1 L\n", 64, "writes byte 768"},
		{"in a loop, own", "\ts_lshl_b32 s6, s2, 10\n\tv_lshl_add_u32 v1, v0, 2, s6\n\ts_mov_b32 s6, 0\nL:\n" + store + "\tv_add_u32 v1, 0x100, v1\n\ts_add_u32 s6, s6, 1\n\ts_cmp_lt_u32 s6, 4\n\ts_cbranch_scc1 L\n", 64, ""},
		{"what a resource stops", own + "\ts_movk_i32 s6, 256\n\ts_mov_b32 s7, 0x20000\n\tbuffer_store_dword v0, v1, s[4:7], 0 offen offset:4\n", 64, ""},
	} {
		launch := Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{c.items, 1, 1}, LDS: 0, Args: []Argument{{Memory: true, Bytes: 4096}}}
		for _, chip := range arch.Chips {
			r, err := ObjectWith(assembled(t, chip, given64+c.code+"\ts_endpgm\n"), Options{Launches: []Launch{launch}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range r.Kernels[0].Findings {
				if f.Rule == ruleMemoryRace {
					got = append(got, f.Message)
				}
			}
			if text := fmt.Sprint(got); (c.want == "") != (len(got) == 0) || !strings.Contains(text, c.want) {
				t.Errorf("%s, %s: %q, not %q", chip.Name, c.name, got, c.want)
			}
		}
	}
}
