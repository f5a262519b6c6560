// Two waves use LDS; the kernel asks for enough for one.
//
//	heddle run examples/sanitizers/bounds.s --mcpu gfx950 --grid 1 --block 128 --arg zero:u32[128] --check bounds
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	bounds
	.p2align	8
	.type	bounds,@function
bounds:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	ds_write_b32	v1, v0
	ds_read_b32	v2, v1
	s_waitcnt	lgkmcnt(0)
	global_store_dword	v1, v2, s[4:5]
	s_endpgm
.Lend:
	.size	bounds, .Lend-bounds

	.rodata
	.p2align	6
	.amdhsa_kernel bounds
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.if FIXED
		.amdhsa_group_segment_fixed_size 512
	.else
		.amdhsa_group_segment_fixed_size 256
	.endif
	.end_amdhsa_kernel
