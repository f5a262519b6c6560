	s_load_dwordx4 s[4:7], s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s8, s2, 7
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	v_lshlrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 0x3ff, v0
	v_add_u32_e32 v3, v1, v2 ; address
	v_lshl_add_u64 v[4:5], s[4:5], 0, v[2:3]
	global_load_dwordx4 v[8:11], v[4:5], off
	global_load_dwordx4 v[12:15], v[4:5], off offset:4080
	buffer_load_dwordx4 v[16:19], v3, s[8:11], 0 offen offset:512
	buffer_load_dword v20, s[8:11], s31 offen lds
	s_mov_b32 m0, 0x8000
	ds_read_b128 v[24:27], v3 offset:1024
	ds_write_b64 v3, v[24:25] offset:64
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	v_mfma_f32_32x32x16_fp8_fp8 v[32:47], v[8:9], v[24:25], v[32:47]
	v_mfma_f32_16x16x32_bf16 a[0:3], v[8:11], v[12:15], a[0:3]
	v_accvgpr_read_b32 v6, a3
	v_pk_fma_f32 v[6:7], v[8:9], v[10:11], v[6:7] op_sel_hi:[1,0,1]
	v_fma_f32 v9, -v8, |v7|, 1.0
	v_cvt_pk_bf16_f32 v9, v8, v7
	v_cndmask_b32_e32 v9, v8, v7, vcc
	v_cmp_gt_i32_e32 vcc, 64, v9
	s_and_saveexec_b64 s[12:13], vcc
	s_cbranch_execz .LBB%[1]d_2
.LBB%[1]d_1:                              ; =>This Inner Loop Header: Depth=1
	v_mov_b32_dpp v9, v8 row_shr:1 row_mask:0xf bank_mask:0xf
	v_exp_f32_e32 v9, v9
	v_mul_f32_e32 v9, 0x3fb8aa3b, v9
	v_max3_f32 v9, v8, v9, s20
	s_add_i32 s14, s14, -1
	s_cmp_lg_u32 s14, 0
	s_cbranch_scc1 .LBB%[1]d_1
.LBB%[1]d_2:
	s_or_b64 exec, exec, s[12:13]
	global_store_dwordx2 v[4:5], v[32:33], off sc0 nt
	; a comment of its own line
