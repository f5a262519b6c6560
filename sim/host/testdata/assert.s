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
	v_mov_b32_e32 v2, 2
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
	.p2align	2                               ; -- Begin function _ZL4partmPKmjj
	.type	_ZL4partmPKmjj,@function
_ZL4partmPKmjj:                         ; @_ZL4partmPKmjj
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s19, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v14, s33 offset:64 ; 4-byte Folded Spill
	s_mov_b64 exec, s[0:1]
	s_mov_b32 s0, 0
	s_mov_b32 s2, s0
	s_mov_b32 s3, s0
	s_mov_b32 s1, s0
	v_mov_b64_e32 v[8:9], s[2:3]
	v_mov_b64_e32 v[6:7], s[0:1]
	scratch_store_dwordx4 off, v[6:9], s33
	scratch_store_dwordx4 off, v[6:9], s33 offset:48
	scratch_store_dwordx4 off, v[6:9], s33 offset:32
	scratch_store_dwordx4 off, v[6:9], s33 offset:16
	v_and_b32_e32 v0, 0xffffff1d, v0
	v_lshlrev_b32_e32 v5, 1, v5
	v_lshlrev_b32_e32 v6, 5, v4
	v_or3_b32 v0, v0, v6, v5
	v_writelane_b32 v14, s30, 0
	scratch_store_dwordx2 off, v[0:1], s33
	v_lshlrev_b32_e32 v0, 3, v4
	s_mov_b64 s[2:3], 0
	s_addk_i32 s32, 0x50
	v_writelane_b32 v14, s31, 1
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	flat_load_dwordx2 v[4:5], v[2:3]
	s_add_i32 s1, s33, s0
	s_add_i32 s0, s0, 8
	s_add_i32 s1, s1, 8
	v_cmp_eq_u32_e32 vcc, s0, v0
	v_lshl_add_u64 v[2:3], v[2:3], 0, 8
	s_or_b64 s[2:3], vcc, s[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	scratch_store_dwordx2 off, v[4:5], s1
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz .LBB1_1
; %bb.2:
	s_or_b64 exec, exec, s[2:3]
	s_mov_b64 s[0:1], src_private_base
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, _ZL4calljPKm@rel32@lo+4
	s_addc_u32 s3, s3, _ZL4calljPKm@rel32@hi+12
	v_mov_b32_e32 v0, s33
	v_mov_b32_e32 v1, s1
	s_swappc_b64 s[30:31], s[2:3]
	v_readlane_b32 s31, v14, 1
	v_readlane_b32 s30, v14, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v14, off, s33 offset:64 ; 4-byte Folded Reload
	s_mov_b64 exec, s[0:1]
	s_mov_b32 s33, s19
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	_ZL4partmPKmjj, .Lfunc_end1-_ZL4partmPKmjj
                                        ; -- End function
	.set .L_ZL4partmPKmjj.num_vgpr, max(15, .L_ZL4calljPKm.num_vgpr)
	.set .L_ZL4partmPKmjj.num_agpr, max(0, .L_ZL4calljPKm.num_agpr)
	.set .L_ZL4partmPKmjj.numbered_sgpr, max(34, .L_ZL4calljPKm.numbered_sgpr)
	.set .L_ZL4partmPKmjj.num_named_barrier, max(0, .L_ZL4calljPKm.num_named_barrier)
	.set .L_ZL4partmPKmjj.private_seg_size, 80+max(.L_ZL4calljPKm.private_seg_size)
	.set .L_ZL4partmPKmjj.uses_vcc, or(1, .L_ZL4calljPKm.uses_vcc)
	.set .L_ZL4partmPKmjj.uses_flat_scratch, or(0, .L_ZL4calljPKm.uses_flat_scratch)
	.set .L_ZL4partmPKmjj.has_dyn_sized_stack, or(0, .L_ZL4calljPKm.has_dyn_sized_stack)
	.set .L_ZL4partmPKmjj.has_recursion, or(0, .L_ZL4calljPKm.has_recursion)
	.set .L_ZL4partmPKmjj.has_indirect_call, or(0, .L_ZL4calljPKm.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 288
; TotalNumSgprs: 40
; NumVgprs: 15
; NumAgprs: 0
; TotalNumVgprs: 15
; ScratchSize: 80
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function __ockl_fprintf_stderr_begin
	.type	__ockl_fprintf_stderr_begin,@function
__ockl_fprintf_stderr_begin:            ; @__ockl_fprintf_stderr_begin
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s20, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v15, s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 16
	s_mov_b64 s[0:1], src_private_base
	v_mov_b32_e32 v0, 1
	v_mov_b32_e32 v1, 0
	v_writelane_b32 v15, s30, 0
	scratch_store_dwordx2 off, v[0:1], s33
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, _ZL4partmPKmjj@rel32@lo+4
	s_addc_u32 s3, s3, _ZL4partmPKmjj@rel32@hi+12
	v_mov_b32_e32 v0, 1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, s33
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v4, 1
	v_mov_b32_e32 v5, 0
	v_writelane_b32 v15, s31, 1
	s_swappc_b64 s[30:31], s[2:3]
	v_readlane_b32 s31, v15, 1
	v_readlane_b32 s30, v15, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v15, off, s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[0:1]
	s_mov_b32 s33, s20
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	__ockl_fprintf_stderr_begin, .Lfunc_end2-__ockl_fprintf_stderr_begin
                                        ; -- End function
	.set .L__ockl_fprintf_stderr_begin.num_vgpr, max(16, .L_ZL4partmPKmjj.num_vgpr)
	.set .L__ockl_fprintf_stderr_begin.num_agpr, max(0, .L_ZL4partmPKmjj.num_agpr)
	.set .L__ockl_fprintf_stderr_begin.numbered_sgpr, max(34, .L_ZL4partmPKmjj.numbered_sgpr)
	.set .L__ockl_fprintf_stderr_begin.num_named_barrier, max(0, .L_ZL4partmPKmjj.num_named_barrier)
	.set .L__ockl_fprintf_stderr_begin.private_seg_size, 16+max(.L_ZL4partmPKmjj.private_seg_size)
	.set .L__ockl_fprintf_stderr_begin.uses_vcc, or(1, .L_ZL4partmPKmjj.uses_vcc)
	.set .L__ockl_fprintf_stderr_begin.uses_flat_scratch, or(0, .L_ZL4partmPKmjj.uses_flat_scratch)
	.set .L__ockl_fprintf_stderr_begin.has_dyn_sized_stack, or(0, .L_ZL4partmPKmjj.has_dyn_sized_stack)
	.set .L__ockl_fprintf_stderr_begin.has_recursion, or(0, .L_ZL4partmPKmjj.has_recursion)
	.set .L__ockl_fprintf_stderr_begin.has_indirect_call, or(0, .L_ZL4partmPKmjj.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 164
; TotalNumSgprs: 40
; NumVgprs: 16
; NumAgprs: 0
; TotalNumVgprs: 16
; ScratchSize: 96
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function __ockl_printf_append_string_n
	.type	__ockl_printf_append_string_n,@function
__ockl_printf_append_string_n:          ; @__ockl_printf_append_string_n
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s20, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v15, s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[0:1]
	s_mov_b32 s0, 0
	s_mov_b32 s2, s0
	s_mov_b32 s3, s0
	s_mov_b32 s1, s0
	v_mov_b64_e32 v[4:5], s[2:3]
	v_mov_b64_e32 v[2:3], s[0:1]
	v_writelane_b32 v15, s30, 0
	scratch_store_dwordx4 off, v[2:5], s33 offset:40
	scratch_store_dwordx4 off, v[2:5], s33 offset:32
	scratch_store_dwordx4 off, v[2:5], s33 offset:16
	scratch_store_dwordx4 off, v[2:5], s33
	s_mov_b64 s[0:1], 0
	s_mov_b64 s[2:3], 0
	v_mov_b32_e32 v3, 0
	s_add_i32 s32, s32, 64
	v_writelane_b32 v15, s31, 1
.LBB3_1:                                ; =>This Inner Loop Header: Depth=1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, .L.str@rel32@lo+4
	s_addc_u32 s5, s5, .L.str@rel32@hi+12
	s_add_u32 s4, s4, s2
	s_addc_u32 s5, s5, s3
	s_and_b32 s6, s2, -8
	global_load_ubyte v2, v3, s[4:5]
	s_add_i32 s4, s33, s6
	scratch_load_dwordx2 v[4:5], off, s4
	s_and_b32 s5, s0, 56
	s_add_u32 s2, s2, 1
	s_addc_u32 s3, s3, 0
	s_add_u32 s0, s0, 8
	s_addc_u32 s1, s1, 0
	s_cmp_eq_u64 s[2:3], 16
	s_waitcnt vmcnt(1)
	v_and_b32_e32 v2, 0xffff, v2
	v_lshlrev_b64 v[6:7], s5, v[2:3]
	s_waitcnt vmcnt(0)
	v_or_b32_e32 v5, v7, v5
	v_or_b32_e32 v4, v6, v4
	scratch_store_dwordx2 off, v[4:5], s4
	s_cbranch_scc0 .LBB3_1
; %bb.2:
	s_mov_b64 s[0:1], src_private_base
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, _ZL4partmPKmjj@rel32@lo+4
	s_addc_u32 s3, s3, _ZL4partmPKmjj@rel32@hi+12
	v_mov_b32_e32 v2, s33
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v4, 2
	v_mov_b32_e32 v5, 1
	s_swappc_b64 s[30:31], s[2:3]
	v_readlane_b32 s31, v15, 1
	v_readlane_b32 s30, v15, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v15, off, s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[0:1]
	s_mov_b32 s33, s20
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__ockl_printf_append_string_n, .Lfunc_end3-__ockl_printf_append_string_n
                                        ; -- End function
	.set .L__ockl_printf_append_string_n.num_vgpr, max(16, .L_ZL4partmPKmjj.num_vgpr)
	.set .L__ockl_printf_append_string_n.num_agpr, max(0, .L_ZL4partmPKmjj.num_agpr)
	.set .L__ockl_printf_append_string_n.numbered_sgpr, max(34, .L_ZL4partmPKmjj.numbered_sgpr)
	.set .L__ockl_printf_append_string_n.num_named_barrier, max(0, .L_ZL4partmPKmjj.num_named_barrier)
	.set .L__ockl_printf_append_string_n.private_seg_size, 64+max(.L_ZL4partmPKmjj.private_seg_size)
	.set .L__ockl_printf_append_string_n.uses_vcc, or(1, .L_ZL4partmPKmjj.uses_vcc)
	.set .L__ockl_printf_append_string_n.uses_flat_scratch, or(0, .L_ZL4partmPKmjj.uses_flat_scratch)
	.set .L__ockl_printf_append_string_n.has_dyn_sized_stack, or(0, .L_ZL4partmPKmjj.has_dyn_sized_stack)
	.set .L__ockl_printf_append_string_n.has_recursion, or(0, .L_ZL4partmPKmjj.has_recursion)
	.set .L__ockl_printf_append_string_n.has_indirect_call, or(0, .L_ZL4partmPKmjj.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 328
; TotalNumSgprs: 40
; NumVgprs: 16
; NumAgprs: 0
; TotalNumVgprs: 16
; ScratchSize: 144
; MemoryBound: 0
	.text
	.protected	check                   ; -- Begin function check
	.globl	check
	.p2align	8
	.type	check,@function
check:                                  ; @check
; %bb.0:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshl_add_u32 v0, s2, 6, v0
	v_ashrrev_i32_e32 v1, 31, v0
	s_movk_i32 s2, 0x65
	s_mov_b32 s32, 0
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[0:1], v[0:1], 2, s[4:5]
	global_load_dword v2, v[0:1], off
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, s2, v2
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB4_2
; %bb.1:
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off
.LBB4_2:
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execnz .LBB4_4
; %bb.3:
	s_endpgm
.LBB4_4:
	s_add_u32 s22, s0, 8
	s_addc_u32 s23, s1, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __ockl_fprintf_stderr_begin@rel32@lo+4
	s_addc_u32 s1, s1, __ockl_fprintf_stderr_begin@rel32@hi+12
	s_mov_b64 s[8:9], s[22:23]
	s_swappc_b64 s[30:31], s[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __ockl_printf_append_string_n@rel32@lo+4
	s_addc_u32 s1, s1, __ockl_printf_append_string_n@rel32@hi+12
	s_mov_b64 s[8:9], s[22:23]
	s_swappc_b64 s[30:31], s[0:1]
	s_trap 2
	; divergent unreachable
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel check
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 144
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
		.amdhsa_next_free_sgpr 34
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
.Lfunc_end4:
	.size	check, .Lfunc_end4-check
                                        ; -- End function
	.set check.num_vgpr, max(3, .L__ockl_fprintf_stderr_begin.num_vgpr, .L__ockl_printf_append_string_n.num_vgpr)
	.set check.num_agpr, max(0, .L__ockl_fprintf_stderr_begin.num_agpr, .L__ockl_printf_append_string_n.num_agpr)
	.set check.numbered_sgpr, max(33, .L__ockl_fprintf_stderr_begin.numbered_sgpr, .L__ockl_printf_append_string_n.numbered_sgpr)
	.set check.num_named_barrier, max(0, .L__ockl_fprintf_stderr_begin.num_named_barrier, .L__ockl_printf_append_string_n.num_named_barrier)
	.set check.private_seg_size, 0+max(.L__ockl_fprintf_stderr_begin.private_seg_size, .L__ockl_printf_append_string_n.private_seg_size)
	.set check.uses_vcc, or(1, .L__ockl_fprintf_stderr_begin.uses_vcc, .L__ockl_printf_append_string_n.uses_vcc)
	.set check.uses_flat_scratch, or(0, .L__ockl_fprintf_stderr_begin.uses_flat_scratch, .L__ockl_printf_append_string_n.uses_flat_scratch)
	.set check.has_dyn_sized_stack, or(0, .L__ockl_fprintf_stderr_begin.has_dyn_sized_stack, .L__ockl_printf_append_string_n.has_dyn_sized_stack)
	.set check.has_recursion, or(0, .L__ockl_fprintf_stderr_begin.has_recursion, .L__ockl_printf_append_string_n.has_recursion)
	.set check.has_indirect_call, or(0, .L__ockl_fprintf_stderr_begin.has_indirect_call, .L__ockl_printf_append_string_n.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 164
; TotalNumSgprs: 40
; NumVgprs: 16
; NumAgprs: 0
; TotalNumVgprs: 16
; ScratchSize: 144
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 40
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
	.set amdgpu.max_num_vgpr, 16
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 34
	.set amdgpu.max_num_named_barrier, 0
	.text
	.type	.L.str,@object                  ; @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"x is too large\n"
	.size	.L.str, 16

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
    .name:           check
    .private_segment_fixed_size: 144
    .sgpr_count:     40
    .sgpr_spill_count: 0
    .symbol:         check.kd
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
