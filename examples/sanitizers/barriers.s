// The second wave ends before the barrier at which the first one waits.
//
//	heddle run examples/sanitizers/barriers.s --mcpu gfx950 --grid 1 --block 128 --check barriers
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	barriers
	.p2align	8
	.type	barriers,@function
barriers:
	v_readfirstlane_b32	s4, v0
	s_cmp_eq_u32	s4, 0
	s_cbranch_scc0	.Lsecond
	s_barrier
	s_endpgm
.Lsecond:
	.if FIXED
	s_barrier
	.endif
	s_endpgm
.Lend:
	.size	barriers, .Lend-barriers

	.rodata
	.p2align	6
	.amdhsa_kernel barriers
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 0
	.end_amdhsa_kernel
