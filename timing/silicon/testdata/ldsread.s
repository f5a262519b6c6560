// Eight independent reads of the LDS an iteration, each into a sum of its own. Arguments: iterations
// (u32), work-items of a workgroup (u32).
//
// step: reads a word, adds it to a sum, and writes the sum there, 12 times an iteration; lane t at float
// (t&31)*32 + t/32 + 32*i: 32 lanes in one bank.
//
// plain: lane t reads float (t + (u+i)*block) & 2047: no conflicts.
// conflict: lane t reads float (t&31)*32 + ((u+i)&31): 32 lanes in one bank.
	.text
	.macro sums
	.irp	n,0,1,2,3,4,5,6,7
	s_waitcnt	lgkmcnt(7-\n)
	v_add_f32	v[\n+24], v[\n+24], v[\n+16]
	.endr
	.endm
	.macro start
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	.irp	n,24,25,26,27,28,29,30,31
	v_mov_b32	v\n, 0
	.endr
	s_mov_b32	s6, 0
	s_movk_i32	s9, 0x1ffc
	s_waitcnt	lgkmcnt(0)
	.endm

	.globl	plain
	.p2align	8
	.type	plain,@function
plain:
	start
	s_lshl_b32	s7, s5, 2
	v_lshlrev_b32	v1, 2, v0
	s_mul_i32	s10, s7, 1
	s_mul_i32	s11, s7, 2
	s_mul_i32	s12, s7, 3
	s_mul_i32	s13, s7, 4
	s_mul_i32	s14, s7, 5
	s_mul_i32	s15, s7, 6
	s_mul_i32	s16, s7, 7
	.p2align	6
.Lplain:
	v_and_b32	v8, s9, v1
	v_add_u32	v9, s10, v1
	v_and_b32	v9, s9, v9
	v_add_u32	v10, s11, v1
	v_and_b32	v10, s9, v10
	v_add_u32	v11, s12, v1
	v_and_b32	v11, s9, v11
	v_add_u32	v12, s13, v1
	v_and_b32	v12, s9, v12
	v_add_u32	v13, s14, v1
	v_and_b32	v13, s9, v13
	v_add_u32	v14, s15, v1
	v_and_b32	v14, s9, v14
	v_add_u32	v15, s16, v1
	v_and_b32	v15, s9, v15
	v_add_u32	v1, s7, v1
	ds_read_b32	v16, v8
	ds_read_b32	v17, v9
	ds_read_b32	v18, v10
	ds_read_b32	v19, v11
	ds_read_b32	v20, v12
	ds_read_b32	v21, v13
	ds_read_b32	v22, v14
	ds_read_b32	v23, v15
	s_add_i32	s6, s6, 1
	s_cmp_lt_u32	s6, s4
	sums
	s_cbranch_scc1	.Lplain
	s_endpgm
.Lplain_end:
	.size	plain, .Lplain_end-plain

	.globl	conflict
	.p2align	8
	.type	conflict,@function
conflict:
	start
	v_and_b32	v0, 31, v0
	v_lshlrev_b32	v1, 7, v0
	.p2align	6
.Lconflict:
	.irp	u,0,1,2,3,4,5,6,7
	s_add_i32	s10, s6, \u
	s_and_b32	s10, s10, 31
	s_lshl_b32	s10, s10, 2
	v_add_u32	v[\u+8], s10, v1
	ds_read_b32	v[\u+16], v[\u+8]
	.endr
	s_add_i32	s6, s6, 1
	s_cmp_lt_u32	s6, s4
	sums
	s_cbranch_scc1	.Lconflict
	s_endpgm
.Lconflict_end:
	.size	conflict, .Lconflict_end-conflict

	.globl	step
	.p2align	8
	.type	step,@function
step:
	start
	v_and_b32	v1, 31, v0
	v_lshlrev_b32	v1, 7, v1
	v_lshrrev_b32	v2, 5, v0
	v_lshl_add_u32	v1, v2, 2, v1
	s_lshr_b32	s8, s5, 5		// half waves
	s_lshl_b32	s8, s8, 2
	s_mov_b32	s11, 0xc000		// bytes of the buffer
	.p2align	6
.Lstep:
	v_mov_b32	v3, v1
	s_mov_b32	s10, 0
.Linner:
	v_cmp_le_u32	vcc, s11, v3
	v_subrev_u32	v4, s11, v3
	v_cndmask_b32	v3, v3, v4, vcc
	ds_read_b32	v16, v3
	s_add_i32	s10, s10, 1
	s_cmp_lt_u32	s10, 12
	s_waitcnt	lgkmcnt(0)
	v_add_f32	v24, v24, v16
	ds_write_b32	v3, v24
	v_add_u32	v3, s8, v3
	s_cbranch_scc1	.Linner
	s_add_i32	s6, s6, 1
	s_cmp_lt_u32	s6, s4
	s_cbranch_scc1	.Lstep
	s_endpgm
.Lstep_end:
	.size	step, .Lstep_end-step

	.macro descriptor name, lds
	.amdhsa_kernel \name
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
		.amdhsa_accum_offset 32
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size \lds
	.end_amdhsa_kernel
	.endm
	.rodata
	.p2align	6
	descriptor plain, 8192
	descriptor conflict, 8192
	descriptor step, 0xc000
