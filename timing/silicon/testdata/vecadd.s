// c[i] = a[i] + b[i] for f32, four elements a lane, 256 lanes. Arguments: a, b, c (u64), n (u32, a
// multiple of 1024).
	.text
	.globl	vecadd
	.p2align	8
	.type	vecadd,@function
vecadd:
	s_load_dwordx4	s[4:7], s[0:1], 0x0
	s_load_dwordx2	s[8:9], s[0:1], 0x10
	s_lshl_b32	s10, s2, 12
	v_lshlrev_b32	v0, 4, v0
	v_or_b32	v0, s10, v0
	s_waitcnt	lgkmcnt(0)
	global_load_dwordx4	v[4:7], v0, s[4:5]
	global_load_dwordx4	v[8:11], v0, s[6:7]
	s_waitcnt	vmcnt(0)
	v_pk_add_f32	v[4:5], v[4:5], v[8:9]
	v_pk_add_f32	v[6:7], v[6:7], v[10:11]
	global_store_dwordx4	v0, v[4:7], s[8:9]
	s_endpgm
.Lend:
	.size	vecadd, .Lend-vecadd
	.rodata
	.p2align	6
	.amdhsa_kernel vecadd
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 12
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 32
	.end_amdhsa_kernel
