// A buffer resource with half of the bytes that the wave stores to.
//
//	heddle run examples/sanitizers/bounds-buffer.s --mcpu gfx950 --grid 1 --block 64 --arg zero:u32[64] --check bounds-buffer
	.set	FIXED, 0			// 1: the repaired kernel
	.text
	.globl	bounds_buffer
	.p2align	8
	.type	bounds_buffer,@function
bounds_buffer:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	v_lshlrev_b32	v1, 2, v0
	.if FIXED
	s_movk_i32	s6, 256				// num_records
	.else
	s_movk_i32	s6, 128
	.endif
	s_mov_b32	s7, 0x20000			// 32-bit elements
	s_waitcnt	lgkmcnt(0)
	buffer_store_dword	v0, v1, s[4:7], 0 offen
	s_endpgm
.Lend:
	.size	bounds_buffer, .Lend-bounds_buffer

	.rodata
	.p2align	6
	.amdhsa_kernel bounds_buffer
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
