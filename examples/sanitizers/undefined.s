// x*x added to a sum that is never initialised.
//
//	heddle run examples/sanitizers/undefined.s --mcpu gfx950 --grid 1 --block 64 --arg rand:f32[64] --check undefined
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	undefined
	.p2align	8
	.type	undefined,@function
undefined:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	.if FIXED
	v_mov_b32	v3, 0
	.endif
	s_waitcnt	lgkmcnt(0)
	global_load_dword	v2, v1, s[4:5]
	s_waitcnt	vmcnt(0)
	v_fmac_f32	v3, v2, v2
	global_store_dword	v1, v3, s[4:5]
	s_endpgm
.Lend:
	.size	undefined, .Lend-undefined

	.rodata
	.p2align	6
	.amdhsa_kernel undefined
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
