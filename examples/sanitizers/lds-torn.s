// Each lane reads the double that it has stored to the LDS, but with an offset
// of half a double.
//
//	heddle run examples/sanitizers/lds-torn.s --mcpu gfx950 --grid 1 --block 64 --arg zero:f64[64] --check lds-torn
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	lds_torn
	.p2align	8
	.type	lds_torn,@function
lds_torn:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 3, v0
	v_cvt_f64_u32	v[2:3], v0
	ds_write_b64	v1, v[2:3]
	.if FIXED
	ds_read_b64	v[4:5], v1
	.else
	ds_read_b64	v[4:5], v1 offset:4
	.endif
	s_waitcnt	lgkmcnt(0)
	global_store_dwordx2	v1, v[4:5], s[4:5]
	s_endpgm
.Lend:
	.size	lds_torn, .Lend-lds_torn

	.rodata
	.p2align	6
	.amdhsa_kernel lds_torn
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_group_segment_fixed_size 516
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
