// Two chains of packed FMA, four FMA a lane and iteration. Arguments: iterations (u32).
	.text
	.globl	fp32
	.p2align	8
	.type	fp32,@function
fp32:
	s_load_dword	s4, s[0:1], 0x0
	v_cvt_f32_u32	v1, v0
	v_mov_b32	v2, v1
	v_mov_b32	v3, v1
	v_mov_b32	v4, v1
	v_mov_b32	v6, 1.0
	v_mov_b32	v7, 1.0
	v_mov_b32	v8, 0.5
	v_mov_b32	v9, 0.5
	v_mov_b32	v5, v4
	v_mov_b32	v4, v3
	v_mov_b32	v3, v2
	v_mov_b32	v2, v1
	s_mov_b32	s5, 0
	s_waitcnt	lgkmcnt(0)
	.p2align	6
.Lloop:
	v_pk_fma_f32	v[2:3], v[2:3], v[6:7], v[8:9]
	v_pk_fma_f32	v[4:5], v[4:5], v[6:7], v[8:9]
	s_add_i32	s5, s5, 1
	s_cmp_lt_u32	s5, s4
	s_cbranch_scc1	.Lloop
	s_endpgm
.Lend:
	.size	fp32, .Lend-fp32
	.rodata
	.p2align	6
	.amdhsa_kernel fp32
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 12
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 4
	.end_amdhsa_kernel
