// Four chains of packed half-precision additions, four instructions an iteration. Arguments:
// iterations (u32).
	.text
	.globl	fp16
	.p2align	8
	.type	fp16,@function
fp16:
	s_load_dword	s4, s[0:1], 0x0
	v_mov_b32	v1, 0x3c003c00
	v_mov_b32	v2, v1
	v_mov_b32	v3, v1
	v_mov_b32	v4, v1
	v_mov_b32	v5, v1
	s_mov_b32	s5, 0
	s_waitcnt	lgkmcnt(0)
	.p2align	6
.Lloop:
	s_add_i32	s5, s5, 1
	v_pk_add_f16	v1, v1, v5
	v_pk_add_f16	v2, v2, v5
	v_pk_add_f16	v3, v3, v5
	s_cmp_lt_u32	s5, s4
	v_pk_add_f16	v4, v4, v5
	s_cbranch_scc1	.Lloop
	s_endpgm
.Lend:
	.size	fp16, .Lend-fp16
	.rodata
	.p2align	6
	.amdhsa_kernel fp16
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 4
	.end_amdhsa_kernel
