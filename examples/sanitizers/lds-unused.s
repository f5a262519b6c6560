// Each lane stores two dwords to the LDS and adds them up, but reads the second
// from the place of the first.
//
//	heddle run examples/sanitizers/lds-unused.s --mcpu gfx950 --grid 1 --block 64 --arg zero:u32[64] --check lds-unused
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	lds_unused
	.p2align	8
	.type	lds_unused,@function
lds_unused:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 3, v0
	v_lshlrev_b32	v6, 2, v0
	ds_write_b32	v1, v0
	ds_write_b32	v1, v6 offset:4
	ds_read_b32	v2, v1
	.if FIXED
	ds_read_b32	v3, v1 offset:4
	.else
	ds_read_b32	v3, v1
	.endif
	s_waitcnt	lgkmcnt(0)
	v_add_u32	v2, v2, v3
	global_store_dword	v6, v2, s[4:5]
	s_endpgm
.Lend:
	.size	lds_unused, .Lend-lds_unused

	.rodata
	.p2align	6
	.amdhsa_kernel lds_unused
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
