// Each of two waves loads 256 bytes directly to LDS and reads those that the other
// has loaded. It waits only for its own load.
//
//	heddle run examples/sanitizers/lds-dma.s --mcpu gfx950 --grid 1 --block 128 --arg rand:f32[128] --check lds-dma
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	lds_dma
	.p2align	8
	.type	lds_dma,@function
lds_dma:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	v_xor_b32	v2, 0x100, v1			// the other wave's
	v_readfirstlane_b32	s6, v1
	s_mov_b32	m0, s6				// where the wave's data goes
	s_waitcnt	lgkmcnt(0)
	global_load_lds_dword	v1, s[4:5]
	s_waitcnt	vmcnt(0)
	.if FIXED
	s_barrier
	.endif
	ds_read_b32	v3, v2
	s_waitcnt	lgkmcnt(0)
	global_store_dword	v1, v3, s[4:5]
	s_endpgm
.Lend:
	.size	lds_dma, .Lend-lds_dma

	.rodata
	.p2align	6
	.amdhsa_kernel lds_dma
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 512
	.end_amdhsa_kernel
