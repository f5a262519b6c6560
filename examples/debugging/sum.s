// Each workgroup of 256 adds up 256 numbers: in each turn, half of the lanes add what the other half
// has. docs/debugging.md looks for the mistake in it.
//
//	heddle run examples/debugging/sum.s --mcpu gfx950 --grid 4 --block 256 --arg rand:f32[1024]:lo=1:hi=1 --arg zero:f32[4] --expect 1=examples/debugging/sums.npy
	.set	LAST, 1				// 0: the repaired kernel
	.text
	.globl	sum
	.p2align	8
	.type	sum,@function
sum:
	s_load_dwordx4	s[4:7], s[0:1], 0x0
	v_lshl_add_u32	v1, s2, 8, v0
	v_lshlrev_b32	v1, 2, v1
	v_lshlrev_b32	v3, 2, v0			// the lane's place in the LDS
	s_waitcnt	lgkmcnt(0)
	global_load_dword	v2, v1, s[4:5]
	s_movk_i32	s8, 128				// how many lanes add
	s_waitcnt	vmcnt(0)
	ds_write_b32	v3, v2
	s_waitcnt	lgkmcnt(0)
	s_barrier
half:
	s_lshl_b32	s9, s8, 2
	v_add_u32	v4, s9, v3			// the place of the other half
	v_cmp_gt_u32	vcc, s8, v0
	s_and_saveexec_b64	s[10:11], vcc
	ds_read_b32	v5, v4
	s_waitcnt	lgkmcnt(0)
	v_add_f32	v2, v2, v5
	ds_write_b32	v3, v2
	s_waitcnt	lgkmcnt(0)
	s_mov_b64	exec, s[10:11]
	s_barrier
	s_lshr_b32	s8, s8, 1
	s_cmp_gt_u32	s8, LAST
	s_cbranch_scc1	half
store:
	v_cmp_eq_u32	vcc, 0, v0
	s_and_saveexec_b64	s[10:11], vcc
	s_lshl_b32	s12, s2, 2
	v_mov_b32	v6, s12
	global_store_dword	v6, v2, s[6:7]
	s_endpgm
.Lend:
	.size	sum, .Lend-sum

	.rodata
	.p2align	6
	.amdhsa_kernel sum
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_kernarg_size 16
		.amdhsa_group_segment_fixed_size 1024
	.end_amdhsa_kernel
