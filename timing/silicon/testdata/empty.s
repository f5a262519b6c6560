// A kernel that does nothing.
	.text
	.globl	empty
	.p2align	8
	.type	empty,@function
empty:
	s_endpgm
.Lend:
	.size	empty, .Lend-empty
	.rodata
	.p2align	6
	.amdhsa_kernel empty
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
