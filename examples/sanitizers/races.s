// Two waves exchange their numbers through the LDS, without a barrier.
//
//	heddle run examples/sanitizers/races.s --mcpu gfx950 --grid 1 --block 128 --arg zero:u32[128] --check races
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	races
	.p2align	8
	.type	races,@function
races:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	v_xor_b32	v2, 0x100, v1			// the other wave's
	ds_write_b32	v1, v0
	s_waitcnt	lgkmcnt(0)
	.if FIXED
	s_barrier
	.endif
	ds_read_b32	v3, v2
	s_waitcnt	lgkmcnt(0)
	global_store_dword	v1, v3, s[4:5]
	s_endpgm
.Lend:
	.size	races, .Lend-races

	.rodata
	.p2align	6
	.amdhsa_kernel races
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 512
	.end_amdhsa_kernel
