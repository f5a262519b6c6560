	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function __printf_alloc
	.type	__printf_alloc,@function
__printf_alloc:                         ; @__printf_alloc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dwordx2 s[0:1], s[8:9], 0x48
	s_mov_b64 s[2:3], 0
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr8_sgpr9
                                        ; implicit-def: $sgpr6_sgpr7
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[2:3], s[0:1]
	v_mov_b64_e32 v[6:7], s[0:1]
	flat_load_dword v1, v[2:3] offset:4
	flat_load_dword v4, v[6:7] sc1
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v3, v4
	v_add_u32_e32 v2, v3, v0
	v_cmp_le_u32_e32 vcc, v2, v1
	s_or_b64 s[6:7], s[6:7], exec
	s_or_b64 s[8:9], s[8:9], exec
                                        ; implicit-def: $vgpr4
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_3
; %bb.2:                                ;   in Loop: Header=BB0_1 Depth=1
	v_mov_b64_e32 v[4:5], s[0:1]
	flat_atomic_cmpswap v4, v[4:5], v[2:3] sc0
	s_andn2_b64 s[8:9], s[8:9], exec
	s_andn2_b64 s[6:7], s[6:7], exec
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u32_e32 vcc, v4, v3
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
	.set .L__printf_alloc.num_vgpr, 8
	.set .L__printf_alloc.num_agpr, 0
	.set .L__printf_alloc.numbered_sgpr, 32
	.set .L__printf_alloc.num_named_barrier, 0
	.set .L__printf_alloc.private_seg_size, 0
	.set .L__printf_alloc.uses_vcc, 1
	.set .L__printf_alloc.uses_flat_scratch, 0
	.set .L__printf_alloc.has_dyn_sized_stack, 0
	.set .L__printf_alloc.has_recursion, 0
	.set .L__printf_alloc.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 196
; TotalNumSgprs: 38
; NumVgprs: 8
; NumAgprs: 0
; TotalNumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	print                   ; -- Begin function print
	.globl	print
	.p2align	8
	.type	print,@function
print:                                  ; @print
; %bb.0:
	s_mov_b64 s[14:15], s[0:1]
	v_lshl_add_u32 v10, s2, 7, v0
	s_mov_b32 s0, 0x51eb851f
	v_mul_hi_i32 v0, v10, s0
	v_lshrrev_b32_e32 v1, 31, v0
	v_ashrrev_i32_e32 v0, 5, v0
	v_add_u32_e32 v0, v0, v1
	s_movk_i32 s0, 0x64
	v_mul_lo_u32 v0, v0, s0
	v_sub_u32_e32 v0, v10, v0
	v_cmp_eq_u32_e32 vcc, 3, v0
	s_mov_b32 s32, 0
	s_and_saveexec_b64 s[20:21], vcc
	s_cbranch_execz .LBB1_4
; %bb.1:
	s_load_dwordx4 s[16:19], s[14:15], 0x0
	s_load_dwordx2 s[22:23], s[14:15], 0x10
	s_add_u32 s8, s14, 24
	s_addc_u32 s9, s15, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __printf_alloc@rel32@lo+4
	s_addc_u32 s1, s1, __printf_alloc@rel32@hi+12
	v_mov_b32_e32 v0, 0xac
	s_swappc_b64 s[30:31], s[0:1]
	v_cmp_eq_u64_e32 vcc, 0, v[0:1]
	v_cmp_ne_u64_e64 s[0:1], 0, v[0:1]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB1_3
; %bb.2:
	v_mov_b32_e32 v2, 0x2b2
	global_store_dword v[0:1], v2, off
	v_mov_b32_e32 v2, 0x74732061
	v_mov_b32_e32 v3, 0x676e6972
	v_mov_b32_e32 v4, 0x20666f20
	v_mov_b32_e32 v5, 0x65726f6d
	global_store_dwordx4 v[0:1], v[2:5], off offset:20
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v9, 0xff171ddf
	v_mov_b32_e32 v2, 0x61687420
	v_mov_b32_e32 v3, 0x6966206e
	v_mov_b32_e32 v4, 0x2d797466
	v_mov_b32_e32 v5, 0x20786973
	global_store_dwordx4 v[0:1], v[2:5], off offset:36
	v_mov_b32_e32 v8, 0x9b015e5c
	s_mov_b32 s0, 0
	v_mov_b32_e32 v2, 0x65747962
	v_mov_b32_e32 v3, 0x73202c73
	v_mov_b32_e32 v4, 0x6874206f
	v_mov_b32_e32 v5, 0x61207461
	global_store_dwordx4 v[0:1], v[2:5], off offset:52
	global_store_dwordx4 v[0:1], v[8:11], off offset:4
	s_nop 0
	v_mov_b32_e32 v2, 0x63617020
	v_mov_b32_e32 v3, 0x2074656b
	v_mov_b32_e32 v4, 0x74207369
	v_mov_b32_e32 v5, 0x73206f6f
	global_store_dwordx4 v[0:1], v[2:5], off offset:68
	v_mov_b32_e32 v8, 6
	v_mov_b32_e32 v9, s0
	v_mov_b32_e32 v2, 0x6c6c616d
	v_mov_b32_e32 v3, 0x726f6620
	v_mov_b32_e32 v4, 0x746920
	v_mov_b32_e32 v5, v11
	global_store_dwordx4 v[0:1], v[2:5], off offset:84
	global_store_dwordx4 v[0:1], v[8:11], off offset:156
	s_nop 0
	v_mov_b32_e32 v2, 0x6261
	v_mov_b32_e32 v3, v11
	global_store_dwordx2 v[0:1], v[2:3], off offset:100
	v_mov_b32_e32 v2, s18
	v_mov_b32_e32 v3, s19
	v_mov_b32_e32 v5, 0x100
	v_mov_b32_e32 v4, v11
	global_store_dwordx4 v[0:1], v[2:5], off offset:108
	s_nop 1
	v_mov_b32_e32 v2, 0xff
	v_mov_b32_e32 v3, v11
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v5, v11
	global_store_dwordx4 v[0:1], v[2:5], off offset:124
	s_nop 1
	v_mov_b32_e32 v2, s22
	v_mov_b32_e32 v3, s23
	v_mov_b32_e32 v4, 0x63
	global_store_dwordx4 v[0:1], v[2:5], off offset:140
.LBB1_3:
	s_or_b64 exec, exec, s[2:3]
	v_mov_b32_e32 v0, s16
	v_mov_b32_e32 v1, s17
	v_ashrrev_i32_e32 v11, 31, v10
	v_cndmask_b32_e64 v2, 0, -1, vcc
	v_lshl_add_u64 v[0:1], v[10:11], 2, v[0:1]
	global_store_dword v[0:1], v2, off
.LBB1_4:
	s_or_b64 exec, exec, s[20:21]
	v_and_b32_e32 v0, 0x8000007f, v10
	s_movk_i32 s0, 0x7f
	v_cmp_eq_u32_e32 vcc, s0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_7
; %bb.5:
	s_add_u32 s8, s14, 24
	s_addc_u32 s9, s15, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __printf_alloc@rel32@lo+4
	s_addc_u32 s1, s1, __printf_alloc@rel32@hi+12
	v_mov_b32_e32 v0, 20
	s_swappc_b64 s[30:31], s[0:1]
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_7
; %bb.6:
	v_mov_b32_e32 v2, 0x52
	v_lshrrev_b32_e32 v4, 6, v10
	v_mov_b32_e32 v5, 0
	global_store_dword v[0:1], v2, off
	v_mov_b32_e32 v3, 0x717bfd71
	v_mov_b32_e32 v2, 0x7589c8f7
	global_store_dwordx4 v[0:1], v[2:5], off offset:4
.LBB1_7:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel print
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 280
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
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 33
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
	.set print.num_vgpr, max(12, .L__printf_alloc.num_vgpr)
	.set print.num_agpr, max(0, .L__printf_alloc.num_agpr)
	.set print.numbered_sgpr, max(33, .L__printf_alloc.numbered_sgpr)
	.set print.num_named_barrier, max(0, .L__printf_alloc.num_named_barrier)
	.set print.private_seg_size, 0+max(.L__printf_alloc.private_seg_size)
	.set print.uses_vcc, or(1, .L__printf_alloc.uses_vcc)
	.set print.uses_flat_scratch, or(0, .L__printf_alloc.uses_flat_scratch)
	.set print.has_dyn_sized_stack, or(0, .L__printf_alloc.has_dyn_sized_stack)
	.set print.has_recursion, or(0, .L__printf_alloc.has_recursion)
	.set print.has_indirect_call, or(0, .L__printf_alloc.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 692
; TotalNumSgprs: 39
; NumVgprs: 12
; NumAgprs: 0
; TotalNumVgprs: 12
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 39
; NumVGPRsForWavesPerEU: 12
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
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 8
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
        .size:           8
        .value_kind:     by_value
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_printf_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 1024
    .name:           print
    .private_segment_fixed_size: 0
    .sgpr_count:     39
    .sgpr_spill_count: 0
    .symbol:         print.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - "0:0:ff171ddf9b015e5c,item %d: %s|%-8s|%.3f %lld %hhd %#x %p %c %*d %%\n"
  - "0:0:717bfd717589c8f7,wave %d\n"
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
