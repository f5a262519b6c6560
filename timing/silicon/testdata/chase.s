// Pointer chases by one lane: each load gives the address of the next one. Arguments: the first
// address (u64; for lds a byte offset), 32 steps an iteration (u32). vector loads 8 bytes from global
// memory, scalar through the scalar cache, lds 4 bytes from the LDS.
	.text
	.macro begin name
	.globl	\name
	.p2align	8
	.type	\name,@function
\name:
	s_load_dwordx2	s[4:5], s[0:1], 0x0
	s_load_dword	s6, s[0:1], 0x8
	v_cmp_eq_u32	vcc, 0, v0
	s_and_saveexec_b64	s[2:3], vcc
	s_waitcnt	lgkmcnt(0)
	.endm
	.macro finish name
	s_sub_u32	s6, s6, 1
	s_cmp_lg_u32	s6, 0
	s_cbranch_scc1	.L\name
	s_endpgm
.L\name\()_end:
	.size	\name, .L\name\()_end-\name
	.endm

	begin vector
	v_mov_b32	v2, s4
	v_mov_b32	v3, s5
.Lvector:
	.rept	32
	global_load_dwordx2	v[2:3], v[2:3], off
	s_waitcnt	vmcnt(0)
	.endr
	finish vector

	begin scalar
.Lscalar:
	.rept	32
	s_load_dwordx2	s[4:5], s[4:5], 0x0
	s_waitcnt	lgkmcnt(0)
	.endr
	finish scalar

	begin lds
	v_mov_b32	v2, s4
	v_mov_b32	v3, s4
	ds_write_b32	v2, v3
	s_waitcnt	lgkmcnt(0)
.Llds:
	.rept	32
	ds_read_b32	v2, v2
	s_waitcnt	lgkmcnt(0)
	.endr
	finish lds

	.macro descriptor name
	.amdhsa_kernel \name
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 12
		.amdhsa_group_segment_fixed_size 4096
	.end_amdhsa_kernel
	.endm
	.rodata
	.p2align	6
	descriptor vector
	descriptor scalar
	descriptor lds
