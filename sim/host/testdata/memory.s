	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function _ZL4calljPKm
	.type	_ZL4calljPKm,@function
_ZL4calljPKm:                           ; @_ZL4calljPKm
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dwordx2 s[2:3], s[8:9], 0x50
	v_mbcnt_lo_u32_b32 v2, -1, 0
	v_mbcnt_hi_u32_b32 v10, -1, v2
	s_mov_b64 s[6:7], exec
	v_readfirstlane_b32 s0, v10
	v_mov_b64_e32 v[4:5], 0
	s_nop 0
	v_cmp_eq_u32_e64 s[0:1], s0, v10
	s_and_saveexec_b64 s[4:5], s[0:1]
	s_cbranch_execz .LBB0_9
; %bb.1:
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[6:7], s[2:3]
	flat_load_dwordx2 v[8:9], v[6:7] offset:24 sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc0 sc1
	s_add_u32 s8, s2, 24
	s_mov_b64 s[10:11], src_private_base
	s_addc_u32 s9, s3, 0
	s_cmp_lg_u32 s9, s11
	s_cselect_b64 s[12:13], -1, 0
	s_cmp_lg_u64 s[8:9], 0
	s_mov_b64 s[10:11], 0
	s_cselect_b32 s18, s8, -1
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dwordx2 v[2:3], v[6:7] offset:40
	flat_load_dwordx2 v[12:13], v[6:7]
	v_mov_b64_e32 v[4:5], v[8:9]
	s_and_b64 vcc, exec, s[12:13]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_and_b32_e32 v2, v2, v4
	v_and_b32_e32 v9, v3, v5
	v_mad_u64_u32 v[2:3], s[14:15], v2, 24, v[12:13]
	v_mov_b32_e32 v8, v3
	v_mad_u64_u32 v[8:9], s[14:15], v9, 24, v[8:9]
	v_mov_b32_e32 v3, v8
	flat_load_dwordx2 v[2:3], v[2:3] sc0 sc1
	s_cbranch_vccz .LBB0_4
; %bb.3:                                ;   in Loop: Header=BB0_2 Depth=1
	v_mov_b64_e32 v[8:9], s[8:9]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_atomic_cmpswap_x2 v[8:9], v[8:9], v[2:5] sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc0 sc1
	s_mov_b64 s[16:17], 0
	v_cmp_eq_u64_e64 s[14:15], v[8:9], v[4:5]
	s_branch .LBB0_5
.LBB0_4:                                ;   in Loop: Header=BB0_2 Depth=1
	s_mov_b64 s[16:17], -1
                                        ; implicit-def: $sgpr14_sgpr15
                                        ; implicit-def: $vgpr8_vgpr9
.LBB0_5:                                ;   in Loop: Header=BB0_2 Depth=1
	s_andn2_b64 vcc, exec, s[16:17]
	s_cbranch_vccnz .LBB0_7
; %bb.6:                                ;   in Loop: Header=BB0_2 Depth=1
	scratch_load_dwordx2 v[8:9], off, s18
	s_andn2_b64 s[14:15], s[14:15], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u64_e32 vcc, v[8:9], v[4:5]
	s_and_b64 s[16:17], vcc, exec
	s_waitcnt lgkmcnt(0)
	v_cndmask_b32_e32 v3, v9, v3, vcc
	v_cndmask_b32_e32 v2, v8, v2, vcc
	s_or_b64 s[14:15], s[14:15], s[16:17]
	scratch_store_dwordx2 off, v[2:3], s18
.LBB0_7:                                ;   in Loop: Header=BB0_2 Depth=1
	s_and_b64 s[14:15], exec, s[14:15]
	s_or_b64 s[10:11], s[14:15], s[10:11]
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_2
; %bb.8:
	s_or_b64 exec, exec, s[10:11]
.LBB0_9:
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b64_e32 v[2:3], s[2:3]
	flat_load_dwordx2 v[12:13], v[2:3] offset:40
	flat_load_dwordx4 v[6:9], v[2:3]
	v_readfirstlane_b32 s4, v4
	v_readfirstlane_b32 s9, v5
	s_mov_b32 s8, 0
	s_bfe_i64 s[4:5], s[4:5], 0x200000
	s_or_b64 s[4:5], s[4:5], s[8:9]
	v_lshlrev_b32_e32 v4, 6, v10
	v_mov_b32_e32 v5, 0
	s_mov_b64 s[8:9], 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_and_b32_e32 v3, s5, v13
	v_and_b32_e32 v2, s4, v12
	v_lshlrev_b64 v[10:11], 12, v[2:3]
	v_lshl_add_u64 v[8:9], v[8:9], 0, v[10:11]
	v_lshl_add_u64 v[4:5], v[8:9], 0, v[4:5]
.LBB0_10:                               ; =>This Inner Loop Header: Depth=1
	v_lshl_add_u64 v[8:9], v[0:1], 0, s[8:9]
	flat_load_dwordx2 v[10:11], v[8:9]
	v_lshl_add_u64 v[8:9], v[4:5], 0, s[8:9]
	s_add_u32 s8, s8, 8
	s_addc_u32 s9, s9, 0
	s_cmp_eq_u32 s8, 64
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[8:9], v[10:11]
	s_cbranch_scc0 .LBB0_10
; %bb.11:
	v_mad_u64_u32 v[6:7], s[8:9], v2, 24, v[6:7]
	v_mov_b32_e32 v0, v7
	v_mad_u64_u32 v[0:1], s[8:9], v3, 24, v[0:1]
	v_mov_b32_e32 v7, v0
	s_and_saveexec_b64 s[8:9], s[0:1]
	s_cbranch_execz .LBB0_26
; %bb.12:
	v_mov_b64_e32 v[0:1], s[6:7]
	v_mov_b32_e32 v2, 3
	v_mov_b32_e32 v3, 1
	flat_store_dwordx4 v[6:7], v[0:3] offset:8
	s_add_u32 s6, s2, 32
	s_mov_b64 s[10:11], src_private_base
	v_mov_b64_e32 v[0:1], s[2:3]
	flat_load_dwordx2 v[2:3], v[0:1] offset:32 sc0 sc1
	s_addc_u32 s7, s3, 0
	s_cmp_lg_u32 s7, s11
	s_cselect_b64 s[12:13], -1, 0
	s_cmp_lg_u64 s[6:7], 0
	s_mov_b64 s[10:11], 0
	s_cselect_b32 s18, s6, -1
.LBB0_13:                               ; =>This Inner Loop Header: Depth=1
	s_and_b64 vcc, exec, s[12:13]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[6:7], v[2:3]
	s_cbranch_vccz .LBB0_15
; %bb.14:                               ;   in Loop: Header=BB0_13 Depth=1
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	v_mov_b64_e32 v[8:9], s[6:7]
	buffer_wbl2 sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_atomic_cmpswap_x2 v[0:1], v[8:9], v[0:3] sc0 sc1
	s_mov_b64 s[16:17], 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u64_e64 s[14:15], v[0:1], v[2:3]
	s_branch .LBB0_16
.LBB0_15:                               ;   in Loop: Header=BB0_13 Depth=1
	s_mov_b64 s[16:17], -1
                                        ; implicit-def: $sgpr14_sgpr15
                                        ; implicit-def: $vgpr0_vgpr1
.LBB0_16:                               ;   in Loop: Header=BB0_13 Depth=1
	s_andn2_b64 vcc, exec, s[16:17]
	s_cbranch_vccnz .LBB0_18
; %bb.17:                               ;   in Loop: Header=BB0_13 Depth=1
	scratch_load_dwordx2 v[0:1], off, s18
	v_mov_b32_e32 v8, s5
	v_mov_b32_e32 v9, s4
	s_andn2_b64 s[14:15], s[14:15], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u64_e32 vcc, v[0:1], v[2:3]
	s_and_b64 s[16:17], vcc, exec
	s_nop 0
	v_cndmask_b32_e32 v3, v1, v8, vcc
	v_cndmask_b32_e32 v2, v0, v9, vcc
	s_or_b64 s[14:15], s[14:15], s[16:17]
	scratch_store_dwordx2 off, v[2:3], s18
.LBB0_18:                               ;   in Loop: Header=BB0_13 Depth=1
	s_and_b64 s[14:15], exec, s[14:15]
	s_or_b64 s[10:11], s[14:15], s[10:11]
	v_mov_b64_e32 v[2:3], v[0:1]
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_13
; %bb.19:
	s_or_b64 exec, exec, s[10:11]
	v_mov_b64_e32 v[0:1], s[2:3]
	flat_load_dwordx2 v[0:1], v[0:1] offset:16
	s_mov_b64 s[6:7], src_private_base
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[0:1], v[0:1], 0, 8
	v_cmp_ne_u32_e32 vcc, s7, v1
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_21
; %bb.20:
	v_mov_b64_e32 v[2:3], 1
	buffer_wbl2 sc0 sc1
	flat_atomic_add_x2 v[0:1], v[2:3] sc1
                                        ; implicit-def: $vgpr0_vgpr1
.LBB0_21:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_23
; %bb.22:
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_nop 1
	v_cndmask_b32_e32 v2, -1, v0, vcc
	scratch_load_dwordx2 v[0:1], v2, off
	s_waitcnt vmcnt(0)
	v_lshl_add_u64 v[0:1], v[0:1], 0, 1
	scratch_store_dwordx2 v2, v[0:1], off
.LBB0_23:
	s_or_b64 exec, exec, s[6:7]
	flat_load_dword v0, v[6:7] offset:20 sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc0 sc1
	v_and_b32_e32 v0, 1, v0
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_26
; %bb.24:
	s_mov_b64 s[6:7], 0
.LBB0_25:                               ; =>This Inner Loop Header: Depth=1
	s_sleep 1
	flat_load_dword v0, v[6:7] offset:20 sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc0 sc1
	v_and_b32_e32 v0, 1, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB0_25
.LBB0_26:
	s_or_b64 exec, exec, s[8:9]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc0 sc1
	flat_load_dwordx2 v[0:1], v[4:5]
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_cbranch_execz .LBB0_34
; %bb.27:
	v_mov_b64_e32 v[2:3], s[2:3]
	flat_load_dwordx2 v[4:5], v[2:3] offset:24 sc0 sc1
	flat_load_dwordx2 v[8:9], v[2:3] offset:40
	s_add_u32 s0, s2, 24
	s_addc_u32 s1, s3, 0
	s_add_u32 s4, s4, 1
	s_mov_b64 s[10:11], src_private_base
	s_addc_u32 s5, s5, 0
	s_cmp_lg_u32 s1, s11
	s_cselect_b64 s[2:3], -1, 0
	s_cmp_lg_u64 s[0:1], 0
	s_mov_b64 s[8:9], 0
	s_cselect_b32 s12, s0, -1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[2:3], s[4:5], 0, v[8:9]
.LBB0_28:                               ; =>This Inner Loop Header: Depth=1
	s_and_b64 vcc, exec, s[2:3]
	flat_store_dwordx2 v[6:7], v[4:5]
	s_cbranch_vccz .LBB0_30
; %bb.29:                               ;   in Loop: Header=BB0_28 Depth=1
	v_mov_b64_e32 v[8:9], s[0:1]
	buffer_wbl2 sc0 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_atomic_cmpswap_x2 v[8:9], v[8:9], v[2:5] sc0 sc1
	s_mov_b64 s[10:11], 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u64_e64 s[4:5], v[8:9], v[4:5]
	s_branch .LBB0_31
.LBB0_30:                               ;   in Loop: Header=BB0_28 Depth=1
	s_mov_b64 s[10:11], -1
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $vgpr8_vgpr9
.LBB0_31:                               ;   in Loop: Header=BB0_28 Depth=1
	s_andn2_b64 vcc, exec, s[10:11]
	s_cbranch_vccnz .LBB0_33
; %bb.32:                               ;   in Loop: Header=BB0_28 Depth=1
	scratch_load_dwordx2 v[8:9], off, s12
	s_andn2_b64 s[4:5], s[4:5], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u64_e32 vcc, v[8:9], v[4:5]
	s_and_b64 s[10:11], vcc, exec
	s_nop 0
	v_cndmask_b32_e32 v5, v9, v3, vcc
	v_cndmask_b32_e32 v4, v8, v2, vcc
	s_or_b64 s[4:5], s[4:5], s[10:11]
	scratch_store_dwordx2 off, v[4:5], s12
.LBB0_33:                               ;   in Loop: Header=BB0_28 Depth=1
	s_and_b64 s[4:5], exec, s[4:5]
	s_or_b64 s[8:9], s[4:5], s[8:9]
	v_mov_b64_e32 v[4:5], v[8:9]
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz .LBB0_28
.LBB0_34:
	s_or_b64 exec, exec, s[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	_ZL4calljPKm, .Lfunc_end0-_ZL4calljPKm
                                        ; -- End function
	.set .L_ZL4calljPKm.num_vgpr, 14
	.set .L_ZL4calljPKm.num_agpr, 0
	.set .L_ZL4calljPKm.numbered_sgpr, 32
	.set .L_ZL4calljPKm.num_named_barrier, 0
	.set .L_ZL4calljPKm.private_seg_size, 0
	.set .L_ZL4calljPKm.uses_vcc, 1
	.set .L_ZL4calljPKm.uses_flat_scratch, 0
	.set .L_ZL4calljPKm.has_dyn_sized_stack, 0
	.set .L_ZL4calljPKm.has_recursion, 0
	.set .L_ZL4calljPKm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1188
; TotalNumSgprs: 38
; NumVgprs: 14
; NumAgprs: 0
; TotalNumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	allocate                ; -- Begin function allocate
	.globl	allocate
	.p2align	8
	.type	allocate,@function
allocate:                               ; @allocate
; %bb.0:
	s_mov_b32 s4, 0
	s_load_dwordx2 s[20:21], s[0:1], 0x0
	s_mov_b32 s5, s4
	s_mov_b32 s6, s4
	s_mov_b32 s7, s4
	v_mov_b64_e32 v[0:1], s[4:5]
	s_add_u32 s8, s0, 8
	s_mov_b64 s[2:3], src_private_base
	v_mov_b64_e32 v[2:3], s[6:7]
	s_addc_u32 s9, s1, 0
	v_mov_b32_e32 v15, 0
	scratch_store_dwordx4 off, v[0:3], off
	scratch_store_dwordx4 off, v[0:3], off offset:48
	scratch_store_dwordx4 off, v[0:3], off offset:32
	scratch_store_dwordx4 off, v[0:3], off offset:16
	v_mov_b32_e32 v14, 0x100000
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL4calljPKm@rel32@lo+4
	s_addc_u32 s1, s1, _ZL4calljPKm@rel32@hi+12
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, s3
	s_movk_i32 s32, 0x50
	scratch_store_dwordx2 off, v[14:15], off offset:8
	s_swappc_b64 s[30:31], s[0:1]
	global_store_dwordx2 v15, v[0:1], s[20:21]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel allocate
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 80
		.amdhsa_kernarg_size 264
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 33
		.amdhsa_accum_offset 16
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	allocate, .Lfunc_end1-allocate
                                        ; -- End function
	.set allocate.num_vgpr, max(16, .L_ZL4calljPKm.num_vgpr)
	.set allocate.num_agpr, max(0, .L_ZL4calljPKm.num_agpr)
	.set allocate.numbered_sgpr, max(33, .L_ZL4calljPKm.numbered_sgpr)
	.set allocate.num_named_barrier, max(0, .L_ZL4calljPKm.num_named_barrier)
	.set allocate.private_seg_size, 80+max(.L_ZL4calljPKm.private_seg_size)
	.set allocate.uses_vcc, or(1, .L_ZL4calljPKm.uses_vcc)
	.set allocate.uses_flat_scratch, or(0, .L_ZL4calljPKm.uses_flat_scratch)
	.set allocate.has_dyn_sized_stack, or(0, .L_ZL4calljPKm.has_dyn_sized_stack)
	.set allocate.has_recursion, or(0, .L_ZL4calljPKm.has_recursion)
	.set allocate.has_indirect_call, or(0, .L_ZL4calljPKm.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 144
; TotalNumSgprs: 39
; NumVgprs: 16
; NumAgprs: 0
; TotalNumVgprs: 16
; ScratchSize: 80
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 39
; NumVGPRsForWavesPerEU: 16
; AccumOffset: 16
; Occupancy: 8
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 3
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 14
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
	.set amdgpu.max_num_named_barrier, 0
	.text
	.type	__hip_cuid_,@object             ; @__hip_cuid_
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_
__hip_cuid_:
	.byte	0                               ; 0x0
	.size	__hip_cuid_, 1

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         12
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         20
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         22
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         24
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         26
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         28
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         30
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         48
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         72
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         88
        .size:           8
        .value_kind:     hidden_hostcall_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 264
    .max_flat_workgroup_size: 1024
    .name:           allocate
    .private_segment_fixed_size: 80
    .sgpr_count:     39
    .sgpr_spill_count: 0
    .symbol:         allocate.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     16
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
