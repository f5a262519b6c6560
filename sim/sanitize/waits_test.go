package sanitize_test

import "testing"

// setup loads the buffer's address to s[4:5] and makes v1 = 4 * lane.
const setup = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
`

func TestWaits(t *testing.T) {
	testSamples(t, "waits", []sample{
		{"load then use", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	v_add_u32 v3, 1, v2`},
			[]string{"waits: v_add_u32_e32 v3, 1, v2: reads v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v2, v1, s[4:5]"}},
		{"load then atomic with it, whose result goes there", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	global_atomic_add v2, v1, v2, s[4:5] sc0
	buffer_load_dword v3, v1, s[8:11], 0 offen
	buffer_atomic_add v3, v1, s[8:11], 0 offen sc0
	s_waitcnt vmcnt(0)`},
			[]string{"waits: global_atomic_add v2, v1, v2, s[4:5] sc0: reads v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v2, v1, s[4:5]",
				"waits: buffer_atomic_add v3, v1, s[8:11], 0 offen sc0: reads v3 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | buffer_load_dword v3, v1, s[8:11], 0 offen"}},
		{"an index leads to another register", source{body: setup + `
	v_mov_b32 v4, 0
	global_load_dword v2, v1, s[4:5]
	s_set_gpr_idx_on 2, gpr_idx(SRC0)
	v_mov_b32 v3, v2
	s_set_gpr_idx_off
	s_set_gpr_idx_on 2, gpr_idx(DST)
	v_mov_b32 v2, v3
	s_set_gpr_idx_off`}, nil},
		{"an index leads there", source{body: setup + `
	v_mov_b32 v4, 0
	global_load_dword v4, v1, s[4:5]
	s_set_gpr_idx_on 2, gpr_idx(SRC0)
	v_mov_b32 v3, v2
	s_set_gpr_idx_off
	s_waitcnt vmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v3, v2: reads v4 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v4, v1, s[4:5]"}},
		{"load, wait, use", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_u32 v3, 1, v2`}, nil},
		{"write under a load", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	v_mov_b32 v2, 0
	s_waitcnt vmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v2, 0: writes v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v2, v1, s[4:5]"}},
		{"in order: one of two", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5] offset:256
	global_store_dword v1, v1, s[4:5] offset:512
	s_waitcnt vmcnt(2)
	v_add_u32 v2, 1, v2
	s_waitcnt vmcnt(1)
	v_add_u32 v3, 1, v3`}, nil},
		{"one too few", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5] offset:256
	global_store_dword v1, v1, s[4:5] offset:512
	s_waitcnt vmcnt(2)
	v_add_u32 v3, 1, v3`},
			[]string{"waits: v_add_u32_e32 v3, 1, v3: reads v3 while a load into it is outstanding | add s_waitcnt vmcnt(1) before | global_load_dword v3, v1, s[4:5] offset:256"}},
		{"scalar loads arrive in any order", source{body: `
	s_load_dword s8, s[0:1], 0x0
	s_load_dword s9, s[0:1], 0x4
	s_waitcnt lgkmcnt(1)
	s_add_u32 s10, s8, 1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s10, s9, 1`},
			[]string{"waits: s_add_u32 s10, s8, 1: reads s8 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | s_load_dword s8, s[0:1], 0x0"}},
		{"a scalar load over another", source{body: `
	s_load_dword s8, s[0:1], 0x0
	s_load_dword s8, s[0:1], 0x4
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: s_load_dword s8, s[0:1], 0x4: writes s8 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | s_load_dword s8, s[0:1], 0x0"}},
		{"a vector load over another is in order", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	global_load_dword v2, v1, s[4:5] offset:256
	s_waitcnt vmcnt(0)`}, nil},
		{"LDS over a global load is not", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	ds_read_b32 v2, v1
	s_waitcnt vmcnt(0) lgkmcnt(0)`},
			[]string{"waits: ds_read_b32 v2, v1: writes v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v2, v1, s[4:5]"}},
		{"LDS in order, scalar loads beside it", source{body: `
	s_load_dword s8, s[0:1], 0x0
	ds_read_b32 v2, v0
	ds_read_b32 v3, v0 offset:8
	s_waitcnt lgkmcnt(1)
	v_mov_b32 v4, v2
	v_mov_b32 v4, v3
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v4, v3: reads v3 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | ds_read_b32 v3, v0 offset:8"}},
		{"flat in global memory counts in vmcnt", source{body: setup + `
	v_mov_b32 v3, s5
	v_add_co_u32_e32 v2, vcc, s4, v1
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	flat_load_dword v4, v[2:3]
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v5, v4
	s_waitcnt vmcnt(0)
	v_mov_b32 v5, v4
	flat_load_dword v4, v[2:3]
	global_load_dword v6, v1, s[4:5]
	s_waitcnt vmcnt(1)
	v_mov_b32 v5, v4
	s_waitcnt vmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v5, v4: reads v4 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | flat_load_dword v4, v[2:3]"}},
		{"flat in the LDS counts in lgkmcnt", source{body: setup + `
	s_mov_b64 s[6:7], src_shared_base
	v_mov_b32 v3, s7
	v_mov_b32 v2, v1
	flat_load_dword v4, v[2:3]
	s_waitcnt vmcnt(0)
	v_mov_b32 v5, v4
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v5, v4`},
			[]string{"waits: v_mov_b32_e32 v5, v4: reads v4 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | flat_load_dword v4, v[2:3]"}},
		{"flat in both counts twice", source{body: setup + `
	s_mov_b64 s[6:7], src_shared_base
	v_mov_b32 v3, s5
	v_mov_b32 v2, s4
	v_mov_b32 v6, s7
	v_cmp_gt_u32 vcc, 8, v0
	v_cndmask_b32 v3, v3, v6, vcc
	v_cndmask_b32 v2, v2, v1, vcc
	flat_load_dword v4, v[2:3]
	s_waitcnt vmcnt(0)
	v_mov_b32 v5, v4
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v5, v4`},
			[]string{"waits: v_mov_b32_e32 v5, v4: reads v4 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | flat_load_dword v4, v[2:3]"}},
		{"what has arrived by the time is not waited for", source{body: setup + `
	ds_read_b32 v2, v1
	s_sleep 20
	v_mov_b32 v3, v2
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v3, v2: reads v2 while a load into it is outstanding | add s_waitcnt lgkmcnt(0) before | ds_read_b32 v2, v1"}},
		{"other lanes", source{body: setup + `
	s_mov_b64 exec, 0xff
	global_load_dword v2, v1, s[4:5]
	s_mov_b64 exec, 0xff00
	v_mov_b32 v3, v2
	s_mov_b64 exec, -1
	s_waitcnt vmcnt(0)`}, nil},
		{"an instruction that looks at other lanes", source{body: setup + `
	s_mov_b64 exec, 0xff
	global_load_dword v2, v1, s[4:5]
	s_mov_b64 exec, 0xff00
	v_readfirstlane_b32 s8, v2
	s_mov_b64 exec, -1
	s_waitcnt vmcnt(0)`},
			[]string{"waits: v_readfirstlane_b32 s8, v2: reads v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_load_dword v2, v1, s[4:5]"}},
		{"an atomic's old value", source{body: setup + `
	v_mov_b32 v3, 1
	global_atomic_add v2, v1, v3, s[4:5] sc0
	v_mov_b32 v4, v3
	v_mov_b32 v4, v2
	s_waitcnt vmcnt(0)`},
			[]string{"waits: v_mov_b32_e32 v4, v2: reads v2 while a load into it is outstanding | add s_waitcnt vmcnt(0) before | global_atomic_add v2, v1, v3, s[4:5] sc0"}},
		{"a full counter has the oldest", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	.rept 63
	global_store_dword v1, v1, s[4:5] offset:512
	.endr
	v_mov_b32 v3, v2`}, nil},
		{"a counter that is not full", source{body: setup + `
	global_load_dword v2, v1, s[4:5]
	.rept 62
	global_store_dword v1, v1, s[4:5] offset:512
	.endr
	v_mov_b32 v3, v2`},
			[]string{"waits: v_mov_b32_e32 v3, v2: reads v2 while a load into it is outstanding | add s_waitcnt vmcnt(62) before | global_load_dword v2, v1, s[4:5]"}},
		{"direct to LDS", source{body: setup + `
	s_movk_i32 m0, 0x100
	s_nop 0
	global_load_lds_dword v1, s[4:5]
	ds_read_b32 v2, v1
	ds_read_b32 v3, v1 offset:256
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_read_b32 v4, v1 offset:256
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: ds_read_b32 v3, v1 offset:256: reads LDS at 0x100 while a direct-to-LDS load of the same bytes is outstanding | add s_waitcnt vmcnt(0) before | global_load_lds_dword v1, s[4:5]"}},
		{"direct to LDS over a read", source{body: setup + `
	s_movk_i32 m0, 0x100
	ds_read_b32 v2, v1
	ds_read_b32 v3, v1 offset:256
	ds_read_b32 v4, v1 offset:512
	global_load_lds_dword v1, s[4:5]
	s_waitcnt vmcnt(0)
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: global_load_lds_dword v1, s[4:5]: loads into LDS at 0x100 while a read of the same bytes is outstanding | add s_waitcnt lgkmcnt(1) before | ds_read_b32 v3, v1 offset:256"}},
		{"direct to LDS when the read is done", source{body: setup + `
	s_movk_i32 m0, 0x100
	ds_read_b32 v3, v1 offset:256
	ds_read_b32 v4, v1 offset:512
	s_waitcnt lgkmcnt(1)
	global_load_lds_dword v1, s[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)`}, nil},
		{"two loads to the same LDS, one of them done", source{body: setup + `
	s_movk_i32 m0, 0x100
	s_nop 0
	global_load_lds_dword v1, s[4:5]
	s_movk_i32 m0, 0x180
	s_nop 0
	global_load_lds_dword v1, s[4:5]
	ds_read_b32 v2, v1
	s_waitcnt vmcnt(1)
	ds_read_b32 v3, v1 offset:132
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_read_b32 v4, v1 offset:132
	s_waitcnt lgkmcnt(0)`},
			[]string{"waits: ds_read_b32 v3, v1 offset:132: reads LDS at 0x180 while a direct-to-LDS load of the same bytes is outstanding | add s_waitcnt vmcnt(0) before | global_load_lds_dword v1, s[4:5]"}},
		{"store data", source{body: setup + `
	v_lshlrev_b32 v1, 2, v1
	global_store_dwordx4 v1, v[4:7], s[4:5]
	s_nop 0
	v_mov_b32 v7, 0`},
			[]string{"waits: v_mov_b32_e32 v7, 0: needs 2 wait states after global_store_dwordx4, not 1 (rule store-data-valu) | add s_nop 0 before | global_store_dwordx4 v1, v[4:7], s[4:5]"}},
		{"store data in time", source{body: setup + `
	v_lshlrev_b32 v1, 2, v1
	global_store_dwordx4 v1, v[4:7], s[4:5]
	s_nop 1
	v_mov_b32 v7, 0`}, nil},
	})
}
