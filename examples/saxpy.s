// y = a*x + y for n elements of f32, one work-item for each element.
//
//	heddle run examples/saxpy.s --mcpu gfx950 --global 1000 --block 256 \
//		--arg rand:f32[1000] --arg zero:f32[1000] --arg f32:2 --arg i32:1000
	.text
	.globl	saxpy
	.p2align	8
	.type	saxpy,@function
saxpy:
	s_load_dwordx4	s[4:7], s[0:1], 0x0	// x, y
	s_load_dwordx2	s[8:9], s[0:1], 0x10	// a, n
	v_mov_b32	v1, s2
	v_lshl_add_u32	v0, v1, 8, v0		// 256 work-items in a workgroup
	s_waitcnt	lgkmcnt(0)
	v_cmp_gt_u32	vcc, s9, v0
	s_and_saveexec_b64	s[2:3], vcc
	s_cbranch_execz	.Ldone
	v_lshlrev_b32	v0, 2, v0
	global_load_dword	v1, v0, s[4:5]
	global_load_dword	v2, v0, s[6:7]
	s_waitcnt	vmcnt(0)
	v_fmac_f32	v2, s8, v1
	global_store_dword	v0, v2, s[6:7]
.Ldone:
	s_endpgm
.Lend:
	.size	saxpy, .Lend-saxpy

	.rodata
	.p2align	6
	.amdhsa_kernel saxpy
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 24
	.end_amdhsa_kernel

	.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: saxpy
    .symbol: saxpy.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 4
    .max_flat_workgroup_size: 256
    .args:
      - {.name: x, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: y, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: a, .offset: 16, .size: 4, .value_kind: by_value}
      - {.name: n, .offset: 20, .size: 4, .value_kind: by_value}
	.end_amdgpu_metadata
