// 2/x of an array: the multiplication follows the transcendental too closely.
//
//	heddle run examples/sanitizers/hazards.s --mcpu gfx950 --grid 1 --block 64 --arg rand:f32[64] --check hazards
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	hazards
	.p2align	8
	.type	hazards,@function
hazards:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	s_waitcnt	lgkmcnt(0)
	global_load_dword	v2, v1, s[4:5]
	s_waitcnt	vmcnt(0)
	v_rcp_f32	v2, v2
	.if FIXED
	s_nop	0
	.endif
	v_mul_f32	v2, 2.0, v2
	global_store_dword	v1, v2, s[4:5]
	s_endpgm
.Lend:
	.size	hazards, .Lend-hazards

	.rodata
	.p2align	6
	.amdhsa_kernel hazards
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
