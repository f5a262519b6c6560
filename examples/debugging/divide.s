// Each lane divides 1 by 3 + its number, in f64: a seed, and Newton steps that double its good bits.
// docs/debugging.md looks for the mistake in it.
//
//	heddle run examples/debugging/divide.s --mcpu gfx950 --grid 1 --block 64 --arg zero:f64[64] --approx worst
	.set	STEPS, 1			// 2: the repaired kernel
	.text
	.globl	divide
	.p2align	8
	.type	divide,@function
divide:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_add_u32	v1, 3, v0
	v_cvt_f64_u32	v[2:3], v1
	v_rcp_f64	v[4:5], v[2:3]
	s_nop	1
	.rept	STEPS
	v_fma_f64	v[6:7], -v[2:3], v[4:5], 1.0	// what is missing
	v_fma_f64	v[4:5], v[4:5], v[6:7], v[4:5]
	.endr
	v_lshlrev_b32	v0, 3, v0
	s_waitcnt	lgkmcnt(0)
	global_store_dwordx2	v0, v[4:5], s[4:5]
	s_endpgm
	.rodata
	.p2align	6
	.amdhsa_kernel divide
		.amdhsa_next_free_vgpr	8
		.amdhsa_next_free_sgpr	8
		.amdhsa_accum_offset	8
		.amdhsa_kernarg_size	8
		.amdhsa_user_sgpr_kernarg_segment_ptr	1
	.end_amdhsa_kernel
