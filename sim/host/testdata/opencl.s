	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.hidden	__printf_alloc                  ; -- Begin function __printf_alloc
	.globl	__printf_alloc
	.p2align	2
	.type	__printf_alloc,@function
__printf_alloc:                         ; @__printf_alloc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dwordx2 s[0:1], s[8:9], 0x48
	v_mov_b32_e32 v1, 0
	s_mov_b64 s[2:3], 0
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr8_sgpr9
                                        ; implicit-def: $sgpr6_sgpr7
	s_waitcnt lgkmcnt(0)
	global_load_dword v4, v1, s[0:1] offset:4
	global_load_dword v5, v1, s[0:1] sc1
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v5
	v_add_u32_e32 v2, v3, v0
	v_cmp_le_u32_e32 vcc, v2, v4
	s_or_b64 s[6:7], s[6:7], exec
	s_or_b64 s[8:9], s[8:9], exec
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_3
; %bb.2:                                ;   in Loop: Header=BB0_1 Depth=1
	global_atomic_cmpswap v5, v1, v[2:3], s[0:1] sc0
	s_andn2_b64 s[8:9], s[8:9], exec
	s_andn2_b64 s[6:7], s[6:7], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v5, v3
	s_and_b64 s[12:13], vcc, exec
	s_or_b64 s[8:9], s[8:9], s[12:13]
.LBB0_3:                                ;   in Loop: Header=BB0_1 Depth=1
	s_or_b64 exec, exec, s[10:11]
	s_and_b64 s[10:11], exec, s[8:9]
	s_or_b64 s[2:3], s[10:11], s[2:3]
	s_andn2_b64 s[4:5], s[4:5], exec
	s_and_b64 s[10:11], s[6:7], exec
	s_or_b64 s[4:5], s[4:5], s[10:11]
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz .LBB0_1
; %bb.4:
	s_or_b64 exec, exec, s[2:3]
	s_xor_b64 s[2:3], s[4:5], -1
	v_mov_b64_e32 v[0:1], 0
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_xor_b64 s[2:3], exec, s[4:5]
; %bb.5:
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v0, v3
	v_lshl_add_u64 v[0:1], s[0:1], 0, v[0:1]
	v_lshl_add_u64 v[0:1], v[0:1], 0, 8
; %bb.6:
	s_or_b64 exec, exec, s[2:3]
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	__printf_alloc, .Lfunc_end0-__printf_alloc
                                        ; -- End function
	.set __printf_alloc.num_vgpr, 6
	.set __printf_alloc.num_agpr, 0
	.set __printf_alloc.numbered_sgpr, 32
	.set __printf_alloc.num_named_barrier, 0
	.set __printf_alloc.private_seg_size, 0
	.set __printf_alloc.uses_vcc, 1
	.set __printf_alloc.uses_flat_scratch, 0
	.set __printf_alloc.has_dyn_sized_stack, 0
	.set __printf_alloc.has_recursion, 0
	.set __printf_alloc.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 188
; TotalNumSgprs: 38
; NumVgprs: 6
; NumAgprs: 0
; TotalNumVgprs: 6
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	print                   ; -- Begin function print
	.globl	print
	.p2align	8
	.type	print,@function
print:                                  ; @print
; %bb.0:
	v_lshl_add_u32 v0, s2, 6, v0
	s_mov_b32 s2, 0x51eb851f
	v_mul_hi_i32 v1, v0, s2
	v_lshrrev_b32_e32 v2, 31, v1
	v_ashrrev_i32_e32 v1, 4, v1
	v_add_u32_e32 v1, v1, v2
	v_mul_lo_u32 v1, v1, 50
	v_sub_u32_e32 v1, v0, v1
	v_cmp_eq_u32_e32 vcc, 1, v1
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_17
; %bb.1:
	s_load_dwordx2 s[4:5], s[0:1], 0x58
	s_load_dword s16, s[0:1], 0x8
	v_mov_b32_e32 v1, 0
	s_mov_b64 s[6:7], 0
                                        ; implicit-def: $sgpr8_sgpr9
                                        ; implicit-def: $sgpr12_sgpr13
                                        ; implicit-def: $sgpr10_sgpr11
	s_waitcnt lgkmcnt(0)
	s_load_dword s17, s[4:5], 0x4
	global_load_dword v4, v1, s[4:5] sc1
.LBB1_2:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v4
	v_add_u32_e32 v2, 0x44, v3
	s_waitcnt lgkmcnt(0)
	v_cmp_ge_u32_e32 vcc, s17, v2
	s_or_b64 s[10:11], s[10:11], exec
	s_or_b64 s[12:13], s[12:13], exec
                                        ; implicit-def: $vgpr4
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB1_4
; %bb.3:                                ;   in Loop: Header=BB1_2 Depth=1
	global_atomic_cmpswap v4, v1, v[2:3], s[4:5] sc0
	s_andn2_b64 s[12:13], s[12:13], exec
	s_andn2_b64 s[10:11], s[10:11], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v4, v3
	s_and_b64 s[18:19], vcc, exec
	s_or_b64 s[12:13], s[12:13], s[18:19]
.LBB1_4:                                ;   in Loop: Header=BB1_2 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_b64 s[14:15], exec, s[12:13]
	s_or_b64 s[6:7], s[14:15], s[6:7]
	s_andn2_b64 s[8:9], s[8:9], exec
	s_and_b64 s[14:15], s[10:11], exec
	s_or_b64 s[8:9], s[8:9], s[14:15]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB1_2
; %bb.5:
	s_or_b64 exec, exec, s[6:7]
	s_xor_b64 s[6:7], s[8:9], -1
	v_mov_b64_e32 v[4:5], 0
	s_and_saveexec_b64 s[8:9], s[6:7]
	s_xor_b64 s[6:7], exec, s[8:9]
; %bb.6:
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, v3
	v_lshl_add_u64 v[2:3], s[4:5], 0, v[4:5]
	v_lshl_add_u64 v[4:5], v[2:3], 0, 8
; %bb.7:
	s_or_b64 exec, exec, s[6:7]
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	s_mov_b64 s[6:7], 0
	v_cmp_ne_u64_e32 vcc, 0, v[4:5]
	v_mov_b32_e32 v6, s17
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB1_9
; %bb.8:
	v_mov_b32_e32 v2, s16
	global_store_dword v[4:5], v2, off offset:16
	v_mov_b32_e32 v2, 0xfffe0001
	v_mov_b32_e32 v1, -1
	v_mov_b32_e32 v9, 0x73
	v_mov_b32_e32 v8, 0x64726f77
	v_mov_b32_e32 v6, 3
	v_mov_b32_e32 v7, v0
	global_store_dword v[4:5], v2, off offset:36
	v_mov_b32_e32 v2, 0x403fe01
	v_mov_b32_e32 v3, 0x61
	global_store_dwordx4 v[4:5], v[6:9], off
	global_store_dwordx4 v[4:5], v[0:3], off offset:44
	s_nop 0
	v_mov_b32_e32 v6, s16
	v_mov_b32_e32 v7, 2.0
	v_mov_b32_e32 v8, 0x40400000
	v_mov_b32_e32 v9, 4.0
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[2:3], s[8:9]
	global_store_dwordx4 v[4:5], v[6:9], off offset:20
	global_store_short v[4:5], v0, off offset:40
	global_store_dwordx2 v[4:5], v[2:3], off offset:60
	v_mov_b32_e32 v1, 0
	global_load_dword v6, v1, s[4:5] offset:4
.LBB1_9:
	s_or_b64 exec, exec, s[10:11]
	v_ashrrev_i32_e32 v1, 31, v0
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[0:1], 2, s[8:9]
	v_mov_b32_e32 v4, 0
	global_load_dword v1, v[2:3], off
	global_load_dword v5, v4, s[4:5] sc1
                                        ; implicit-def: $sgpr8_sgpr9
                                        ; implicit-def: $sgpr12_sgpr13
                                        ; implicit-def: $sgpr10_sgpr11
.LBB1_10:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v5
	v_add_u32_e32 v2, 24, v3
	v_cmp_le_u32_e32 vcc, v2, v6
	s_or_b64 s[10:11], s[10:11], exec
	s_or_b64 s[12:13], s[12:13], exec
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB1_12
; %bb.11:                               ;   in Loop: Header=BB1_10 Depth=1
	global_atomic_cmpswap v5, v4, v[2:3], s[4:5] sc0
	s_andn2_b64 s[12:13], s[12:13], exec
	s_andn2_b64 s[10:11], s[10:11], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v5, v3
	s_and_b64 s[16:17], vcc, exec
	s_or_b64 s[12:13], s[12:13], s[16:17]
.LBB1_12:                               ;   in Loop: Header=BB1_10 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_b64 s[14:15], exec, s[12:13]
	s_or_b64 s[6:7], s[14:15], s[6:7]
	s_andn2_b64 s[8:9], s[8:9], exec
	s_and_b64 s[14:15], s[10:11], exec
	s_or_b64 s[8:9], s[8:9], s[14:15]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB1_10
; %bb.13:
	s_or_b64 exec, exec, s[6:7]
	s_xor_b64 s[6:7], s[8:9], -1
	v_mov_b64_e32 v[4:5], 0
	s_and_saveexec_b64 s[8:9], s[6:7]
	s_xor_b64 s[6:7], exec, s[8:9]
; %bb.14:
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, v3
	v_lshl_add_u64 v[2:3], s[4:5], 0, v[4:5]
	v_lshl_add_u64 v[4:5], v[2:3], 0, 8
; %bb.15:
	s_or_b64 exec, exec, s[6:7]
	v_cmp_ne_u64_e32 vcc, 0, v[4:5]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_17
; %bb.16:
	v_cvt_f32_i32_e32 v1, v1
	v_frexp_mant_f32_e32 v2, v1
	v_frexp_mant_f32_e64 v6, -v1
	v_rcp_f32_e32 v2, v2
	v_rcp_f32_e32 v6, v6
	v_frexp_exp_i32_f32_e32 v3, v1
	v_sub_u32_e32 v7, 0, v3
	v_ldexp_f32 v3, v2, v7
	v_ldexp_f32 v2, v6, v7
	v_mul_f32_e32 v1, 0x7f800000, v1
	v_cvt_f64_f32_e32 v[6:7], v2
	v_mov_b32_e32 v2, 2
	v_cvt_f64_f32_e32 v[8:9], v1
	global_store_dwordx2 v[4:5], v[2:3], off
	global_store_dwordx4 v[4:5], v[6:9], off offset:8
.LBB1_17:
	s_or_b64 exec, exec, s[2:3]
	v_cmp_eq_u32_e32 vcc, 51, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_26
; %bb.18:
	s_load_dwordx2 s[0:1], s[0:1], 0x58
	v_mov_b32_e32 v2, 0
	s_mov_b64 s[2:3], 0
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr8_sgpr9
                                        ; implicit-def: $sgpr6_sgpr7
	s_waitcnt lgkmcnt(0)
	global_load_dword v3, v2, s[0:1] offset:4
	global_load_dword v4, v2, s[0:1] sc1
.LBB1_19:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v4
	v_add_u32_e32 v0, 12, v1
	v_cmp_le_u32_e32 vcc, v0, v3
	s_or_b64 s[6:7], s[6:7], exec
	s_or_b64 s[8:9], s[8:9], exec
                                        ; implicit-def: $vgpr4
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB1_21
; %bb.20:                               ;   in Loop: Header=BB1_19 Depth=1
	global_atomic_cmpswap v4, v2, v[0:1], s[0:1] sc0
	s_andn2_b64 s[8:9], s[8:9], exec
	s_andn2_b64 s[6:7], s[6:7], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v4, v1
	s_and_b64 s[12:13], vcc, exec
	s_or_b64 s[8:9], s[8:9], s[12:13]
.LBB1_21:                               ;   in Loop: Header=BB1_19 Depth=1
	s_or_b64 exec, exec, s[10:11]
	s_and_b64 s[10:11], exec, s[8:9]
	s_or_b64 s[2:3], s[10:11], s[2:3]
	s_andn2_b64 s[4:5], s[4:5], exec
	s_and_b64 s[10:11], s[6:7], exec
	s_or_b64 s[4:5], s[4:5], s[10:11]
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz .LBB1_19
; %bb.22:
	s_or_b64 exec, exec, s[2:3]
	s_xor_b64 s[2:3], s[4:5], -1
	v_mov_b64_e32 v[2:3], 0
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_xor_b64 s[2:3], exec, s[4:5]
; %bb.23:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, v1
	v_lshl_add_u64 v[0:1], s[0:1], 0, v[2:3]
	v_lshl_add_u64 v[2:3], v[0:1], 0, 8
; %bb.24:
	s_or_b64 exec, exec, s[2:3]
	v_cmp_ne_u64_e32 vcc, 0, v[2:3]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_26
; %bb.25:
	v_mov_b32_e32 v1, 0x100
	v_mov_b32_e32 v0, 51
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v4, 1
	v_mov_b32_e32 v5, v0
	global_store_dwordx3 v[2:3], v[4:6], off
.LBB1_26:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel print
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 20
		.amdhsa_accum_offset 12
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
	.size	print, .Lfunc_end1-print
                                        ; -- End function
	.set print.num_vgpr, 10
	.set print.num_agpr, 0
	.set print.numbered_sgpr, 20
	.set print.num_named_barrier, 0
	.set print.private_seg_size, 0
	.set print.uses_vcc, 1
	.set print.uses_flat_scratch, 0
	.set print.has_dyn_sized_stack, 0
	.set print.has_recursion, 0
	.set print.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 964
; TotalNumSgprs: 26
; NumVgprs: 10
; NumAgprs: 0
; TotalNumVgprs: 10
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 26
; NumVGPRsForWavesPerEU: 10
; AccumOffset: 12
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 2
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.protected	__clang_ocl_kern_imp_print ; -- Begin function __clang_ocl_kern_imp_print
	.globl	__clang_ocl_kern_imp_print
	.p2align	2
	.type	__clang_ocl_kern_imp_print,@function
__clang_ocl_kern_imp_print:             ; @__clang_ocl_kern_imp_print
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v3, 0x3ff, v31
	v_lshl_add_u32 v6, s12, 6, v3
	s_mov_b32 s0, 0x51eb851f
	v_mul_hi_i32 v3, v6, s0
	v_lshrrev_b32_e32 v4, 31, v3
	v_ashrrev_i32_e32 v3, 4, v3
	v_add_u32_e32 v3, v3, v4
	v_mul_lo_u32 v3, v3, 50
	v_sub_u32_e32 v3, v6, v3
	v_cmp_eq_u32_e32 vcc, 1, v3
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_17
; %bb.1:
	s_load_dwordx2 s[2:3], s[8:9], 0x48
	v_mov_b32_e32 v7, 0
	s_mov_b64 s[4:5], 0
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr12_sgpr13
                                        ; implicit-def: $sgpr10_sgpr11
	s_waitcnt lgkmcnt(0)
	global_load_dword v3, v7, s[2:3] offset:4
	global_load_dword v8, v7, s[2:3] sc1
.LBB2_2:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v5, v8
	v_add_u32_e32 v4, 0x44, v5
	v_cmp_le_u32_e32 vcc, v4, v3
	s_or_b64 s[10:11], s[10:11], exec
	s_or_b64 s[12:13], s[12:13], exec
                                        ; implicit-def: $vgpr8
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB2_4
; %bb.3:                                ;   in Loop: Header=BB2_2 Depth=1
	global_atomic_cmpswap v8, v7, v[4:5], s[2:3] sc0
	s_andn2_b64 s[12:13], s[12:13], exec
	s_andn2_b64 s[10:11], s[10:11], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v8, v5
	s_and_b64 s[16:17], vcc, exec
	s_or_b64 s[12:13], s[12:13], s[16:17]
.LBB2_4:                                ;   in Loop: Header=BB2_2 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_b64 s[14:15], exec, s[12:13]
	s_or_b64 s[4:5], s[14:15], s[4:5]
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[14:15], s[10:11], exec
	s_or_b64 s[6:7], s[6:7], s[14:15]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB2_2
; %bb.5:
	s_or_b64 exec, exec, s[4:5]
	s_xor_b64 s[4:5], s[6:7], -1
	v_mov_b64_e32 v[10:11], 0
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[4:5], exec, s[6:7]
; %bb.6:
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v8, v5
	v_lshl_add_u64 v[4:5], s[2:3], 0, v[8:9]
	v_lshl_add_u64 v[10:11], v[4:5], 0, 8
; %bb.7:
	s_or_b64 exec, exec, s[4:5]
	s_mov_b64 s[4:5], 0
	v_cmp_ne_u64_e32 vcc, 0, v[10:11]
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB2_9
; %bb.8:
	v_mov_b32_e32 v15, 0x73
	v_mov_b32_e32 v14, 0x64726f77
	v_mov_b32_e32 v12, 3
	v_mov_b32_e32 v13, v6
	v_mov_b32_e32 v5, 4.0
	v_mov_b32_e32 v4, 0x40400000
	v_mov_b32_e32 v3, 2.0
	v_mov_b32_e32 v7, -1
	global_store_dwordx4 v[10:11], v[12:15], off
	global_store_dword v[10:11], v2, off offset:16
	global_store_dwordx4 v[10:11], v[2:5], off offset:20
	global_store_short v[10:11], v6, off offset:40
	v_mov_b32_e32 v8, 0x403fe01
	v_mov_b32_e32 v2, 0xfffe0001
	v_mov_b32_e32 v9, 0x61
	global_store_dword v[10:11], v2, off offset:36
	global_store_dwordx4 v[10:11], v[6:9], off offset:44
	global_store_dwordx2 v[10:11], v[0:1], off offset:60
	v_mov_b32_e32 v2, 0
	global_load_dword v3, v2, s[2:3] offset:4
.LBB2_9:
	s_or_b64 exec, exec, s[6:7]
	v_ashrrev_i32_e32 v7, 31, v6
	v_lshl_add_u64 v[0:1], v[6:7], 2, v[0:1]
	v_mov_b32_e32 v2, 0
	global_load_dword v4, v[0:1], off
	global_load_dword v5, v2, s[2:3] sc1
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr12_sgpr13
                                        ; implicit-def: $sgpr10_sgpr11
.LBB2_10:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v5
	v_add_u32_e32 v0, 24, v1
	v_cmp_le_u32_e32 vcc, v0, v3
	s_or_b64 s[10:11], s[10:11], exec
	s_or_b64 s[12:13], s[12:13], exec
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB2_12
; %bb.11:                               ;   in Loop: Header=BB2_10 Depth=1
	global_atomic_cmpswap v5, v2, v[0:1], s[2:3] sc0
	s_andn2_b64 s[12:13], s[12:13], exec
	s_andn2_b64 s[10:11], s[10:11], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v5, v1
	s_and_b64 s[16:17], vcc, exec
	s_or_b64 s[12:13], s[12:13], s[16:17]
.LBB2_12:                               ;   in Loop: Header=BB2_10 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_b64 s[14:15], exec, s[12:13]
	s_or_b64 s[4:5], s[14:15], s[4:5]
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[14:15], s[10:11], exec
	s_or_b64 s[6:7], s[6:7], s[14:15]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB2_10
; %bb.13:
	s_or_b64 exec, exec, s[4:5]
	s_xor_b64 s[4:5], s[6:7], -1
	v_mov_b64_e32 v[2:3], 0
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[4:5], exec, s[6:7]
; %bb.14:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, v1
	v_lshl_add_u64 v[0:1], s[2:3], 0, v[2:3]
	v_lshl_add_u64 v[2:3], v[0:1], 0, 8
; %bb.15:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_ne_u64_e32 vcc, 0, v[2:3]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB2_17
; %bb.16:
	v_cvt_f32_i32_e32 v0, v4
	v_frexp_mant_f32_e32 v1, v0
	v_frexp_mant_f32_e64 v5, -v0
	v_rcp_f32_e32 v1, v1
	v_rcp_f32_e32 v5, v5
	v_frexp_exp_i32_f32_e32 v4, v0
	v_mul_f32_e32 v0, 0x7f800000, v0
	v_sub_u32_e32 v4, 0, v4
	v_ldexp_f32 v1, v1, v4
	v_ldexp_f32 v4, v5, v4
	v_cvt_f64_f32_e32 v[10:11], v0
	v_mov_b32_e32 v0, 2
	v_cvt_f64_f32_e32 v[8:9], v4
	global_store_dwordx2 v[2:3], v[0:1], off
	global_store_dwordx4 v[2:3], v[8:11], off offset:8
.LBB2_17:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e32 vcc, 51, v6
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_26
; %bb.18:
	s_load_dwordx2 s[2:3], s[8:9], 0x48
	v_mov_b32_e32 v2, 0
	s_mov_b64 s[4:5], 0
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr10_sgpr11
                                        ; implicit-def: $sgpr8_sgpr9
	s_waitcnt lgkmcnt(0)
	global_load_dword v3, v2, s[2:3] offset:4
	global_load_dword v4, v2, s[2:3] sc1
.LBB2_19:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v4
	v_add_u32_e32 v0, 12, v1
	v_cmp_le_u32_e32 vcc, v0, v3
	s_or_b64 s[8:9], s[8:9], exec
	s_or_b64 s[10:11], s[10:11], exec
                                        ; implicit-def: $vgpr4
	s_and_saveexec_b64 s[12:13], vcc
	s_cbranch_execz .LBB2_21
; %bb.20:                               ;   in Loop: Header=BB2_19 Depth=1
	global_atomic_cmpswap v4, v2, v[0:1], s[2:3] sc0
	s_andn2_b64 s[10:11], s[10:11], exec
	s_andn2_b64 s[8:9], s[8:9], exec
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v4, v1
	s_and_b64 s[14:15], vcc, exec
	s_or_b64 s[10:11], s[10:11], s[14:15]
.LBB2_21:                               ;   in Loop: Header=BB2_19 Depth=1
	s_or_b64 exec, exec, s[12:13]
	s_and_b64 s[12:13], exec, s[10:11]
	s_or_b64 s[4:5], s[12:13], s[4:5]
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[12:13], s[8:9], exec
	s_or_b64 s[6:7], s[6:7], s[12:13]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB2_19
; %bb.22:
	s_or_b64 exec, exec, s[4:5]
	s_xor_b64 s[4:5], s[6:7], -1
	v_mov_b64_e32 v[2:3], 0
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[4:5], exec, s[6:7]
; %bb.23:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, v1
	v_lshl_add_u64 v[0:1], s[2:3], 0, v[2:3]
	v_lshl_add_u64 v[2:3], v[0:1], 0, 8
; %bb.24:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_ne_u64_e32 vcc, 0, v[2:3]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB2_26
; %bb.25:
	v_mov_b32_e32 v1, 0x100
	v_mov_b32_e32 v0, 51
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v4, 1
	v_mov_b32_e32 v5, v0
	global_store_dwordx3 v[2:3], v[4:6], off
.LBB2_26:
	s_or_b64 exec, exec, s[0:1]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	__clang_ocl_kern_imp_print, .Lfunc_end2-__clang_ocl_kern_imp_print
                                        ; -- End function
	.set __clang_ocl_kern_imp_print.num_vgpr, 32
	.set __clang_ocl_kern_imp_print.num_agpr, 0
	.set __clang_ocl_kern_imp_print.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_print.num_named_barrier, 0
	.set __clang_ocl_kern_imp_print.private_seg_size, 0
	.set __clang_ocl_kern_imp_print.uses_vcc, 1
	.set __clang_ocl_kern_imp_print.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_print.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_print.has_recursion, 0
	.set __clang_ocl_kern_imp_print.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 936
; TotalNumSgprs: 38
; NumVgprs: 32
; NumAgprs: 0
; TotalNumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
	.set amdgpu.max_num_named_barrier, 0
	.text
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .type_name:      float
        .value_kind:     by_value
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         88
        .size:           8
        .value_kind:     hidden_printf_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           print
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         print.kd
    .uses_dynamic_stack: false
    .vgpr_count:     10
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - '1:1:8:100%% of %lx\n'
  - '2:3:4:8:8:a\72b	%f %e %g\n'
  - '3:9:4:8:4:16:8:8:4:4:8:%d\72 %s %5.2f %.1v4f|%v3hd|%v2hlx|%v4hhd %c %p\n'
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
