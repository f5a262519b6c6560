// Stores whether no lane's element is zero: the flag is read too early by
// the manual, but late enough for LLVM.
//
//	heddle run examples/sanitizers/hazards-manual.s --mcpu gfx950 --grid 1 --block 64 --arg zero:u32[64] --check hazards-manual
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	hazards_manual
	.p2align	8
	.type	hazards_manual,@function
hazards_manual:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	s_waitcnt	lgkmcnt(0)
	global_load_dword	v2, v1, s[4:5]
	s_waitcnt	vmcnt(0)
	v_cmp_eq_u32	vcc, 0, v2
	.if FIXED
	s_nop	4
	.endif
	v_mov_b32	v2, src_vccz
	global_store_dword	v1, v2, s[4:5]
	s_endpgm
.Lend:
	.size	hazards_manual, .Lend-hazards_manual

	.rodata
	.p2align	6
	.amdhsa_kernel hazards_manual
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
