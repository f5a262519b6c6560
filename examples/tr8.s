// What ds_read_b64_tr_b8 reads from two layouts of a tile of 32 rows of 128 bytes in LDS, and what a plain
// read does. Each kernel writes the number of the row (argument 0) or of the column (1) of every byte to
// LDS, reads 8 bytes a lane as one wave, and stores what each lane got.
//
//	heddle run examples/tr8.s --kernel tr_row_major --mcpu gfx950 --grid 1 --block 64 --arg out:got.npy:u8[64,8] --arg u32:0

// tile NAME, INTERLEAVED fills LDS. v0 is the lane; it leaves v1 free for the lane's address.
	.macro	begin name, interleaved
	.text
	.globl	\name
	.p2align	8
	.type	\name,@function
\name:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	s_load_dword	s6, s[0:1], 0x8			// rows or columns
	v_mov_b32	v2, v0				// the offset: lane, lane + 64, …
	s_movk_i32	s7, 64
	s_waitcnt	lgkmcnt(0)
.Lfill_\name:
	.if \interleaved				// row%8 + row/8*1024 + col*8
	v_and_b32	v3, 7, v2
	v_lshrrev_b32	v4, 10, v2
	v_lshl_or_b32	v3, v4, 3, v3			// row
	v_bfe_u32	v4, v2, 3, 7			// column
	.else						// row*128 + col
	v_lshrrev_b32	v3, 7, v2
	v_and_b32	v4, 127, v2
	.endif
	s_cmp_eq_u32	s6, 0
	s_cselect_b64	vcc, -1, 0
	v_cndmask_b32	v3, v4, v3, vcc
	ds_write_b8	v2, v3
	v_add_u32	v2, 64, v2
	s_sub_u32	s7, s7, 1
	s_cmp_lg_u32	s7, 0
	s_cbranch_scc1	.Lfill_\name
	s_waitcnt	lgkmcnt(0)
	.endm

// end NAME stores v[2:3] of each lane.
	.macro	end name
	s_waitcnt	lgkmcnt(0)
	v_lshlrev_b32	v0, 3, v0
	global_store_dwordx2	v0, v[2:3], s[4:5]
	s_endpgm
.Lend_\name:
	.size	\name, .Lend_\name-\name
	.rodata
	.p2align	6
	.amdhsa_kernel \name
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 12
		.amdhsa_group_segment_fixed_size 4096
	.end_amdhsa_kernel
	.endm

// Rows are k, columns those of the operand: 16 lanes address 8 rows of 16 bytes.
	begin	tr_row_major, 0
	v_bfe_u32	v1, v0, 1, 3			// row: lane/2%8
	v_lshrrev_b32	v2, 5, v0
	v_lshl_or_b32	v1, v2, 3, v1			// and lane/32*8
	v_and_b32	v2, 1, v0
	v_lshlrev_b32	v2, 3, v2			// column: lane%2*8
	v_bfe_u32	v3, v0, 4, 1
	v_lshl_or_b32	v2, v3, 4, v2			// and lane/16%2*16
	v_lshl_or_b32	v1, v1, 7, v2
	ds_read_b64_tr_b8	v[2:3], v1
	end	tr_row_major

// Lane l addresses bytes 8*l to 8*l+7: columns l of rows 0 to 7.
	begin	tr_interleaved, 1
	v_lshlrev_b32	v1, 3, v0
	ds_read_b64_tr_b8	v[2:3], v1
	end	tr_interleaved

// Columns are k: lane l reads 8 neighbours of row l%32, as the operand of a 32x32x16 instruction has them.
	begin	plain_row_major, 0
	v_and_b32	v1, 31, v0
	v_lshrrev_b32	v2, 5, v0
	v_lshlrev_b32	v2, 3, v2
	v_lshl_or_b32	v1, v1, 7, v2
	ds_read_b64	v[2:3], v1
	end	plain_row_major

// The address of the seed: row%8 + row/8*1024 + k*8 for row l%32 and k l/32*8, no multiple of 8.
	begin	tr_unaligned, 1
	v_and_b32	v1, 7, v0
	v_bfe_u32	v2, v0, 3, 2
	v_lshl_or_b32	v1, v2, 10, v1
	v_lshrrev_b32	v2, 5, v0
	v_lshl_or_b32	v1, v2, 6, v1
	ds_read_b64_tr_b8	v[2:3], v1
	end	tr_unaligned
