// Reads and triads of global memory.
//
// read: every workgroup reads from base + workgroup * apart on, 16 bytes a lane and load, again and
// again the bytes of a window (a power of two). Arguments: base (u64), iterations of 8 loads,
// window in bytes, apart in bytes, bytes of a workgroup's load (u32 each).
// triad: a[i] = b[i] * d[i] + c[i] in double precision, one element a lane. init: a[i] = x. load:
// reads b[i]. Arguments: a, b, c, d (u64), bytes of a workgroup's elements (u32).
	.text
	.globl	read
	.p2align	8
	.type	read,@function
read:
	s_load_dwordx4	s[4:7], s[0:1], 0x0		// base, iterations, window
	s_load_dwordx2	s[8:9], s[0:1], 0x10		// apart, step
	v_lshlrev_b32	v0, 4, v0
	.irp	n,40,41,42,43,44,45,46,47
	v_mov_b32	v\n, 0
	.endr
	s_waitcnt	lgkmcnt(0)
	s_mul_hi_u32	s11, s2, s8
	s_mul_i32	s10, s2, s8
	s_add_u32	s4, s4, s10
	s_addc_u32	s5, s5, s11
	s_sub_u32	s7, s7, 1
	s_mov_b32	s12, 0
	.p2align	6
.Lread:
	.irp	n,0,1,2,3,4,5,6,7
	s_add_u32	s14, s4, s12
	s_addc_u32	s15, s5, 0
	global_load_dwordx4	v[8+4*\n:11+4*\n], v0, s[14:15]
	s_add_u32	s12, s12, s9
	s_and_b32	s12, s12, s7
	.endr
	s_sub_u32	s6, s6, 1
	s_cmp_lg_u32	s6, 0
	.irp	n,0,1,2,3,4,5,6,7
	s_waitcnt	vmcnt(7-\n)
	v_add_f32	v[40+\n], v[40+\n], v[8+4*\n]
	.endr
	s_cbranch_scc1	.Lread
	s_endpgm
.Lread_end:
	.size	read, .Lread_end-read

	.macro element name
	.globl	\name
	.p2align	8
	.type	\name,@function
\name:
	s_load_dwordx8	s[4:11], s[0:1], 0x0
	s_load_dword	s14, s[0:1], 0x20
	v_lshlrev_b32	v0, 3, v0
	s_waitcnt	lgkmcnt(0)
	s_mul_i32	s12, s2, s14
	s_mul_hi_u32	s13, s2, s14
	.irp	n,4,6,8,10
	s_add_u32	s\n, s\n, s12
	s_addc_u32	s[\n+1], s[\n+1], s13
	.endr
	.endm

	element triad
	global_load_dwordx2	v[2:3], v0, s[6:7]
	global_load_dwordx2	v[4:5], v0, s[10:11]
	global_load_dwordx2	v[6:7], v0, s[8:9]
	s_waitcnt	vmcnt(0)
	v_fma_f64	v[2:3], v[2:3], v[4:5], v[6:7]
	global_store_dwordx2	v0, v[2:3], s[4:5]
	s_endpgm
.Ltriad_end:
	.size	triad, .Ltriad_end-triad

	element init
	v_mov_b32	v2, 0
	v_mov_b32	v3, 1.0
	global_store_dwordx2	v0, v[2:3], s[4:5]
	s_endpgm
.Linit_end:
	.size	init, .Linit_end-init

	element load
	global_load_dwordx2	v[2:3], v0, s[6:7]
	s_waitcnt	vmcnt(0)
	v_cmp_eq_f64	vcc, 1.0, v[2:3]
	s_and_saveexec_b64	s[2:3], vcc
	s_cbranch_execz	.Lload_done
	global_store_dwordx2	v0, v[2:3], s[4:5]
.Lload_done:
	s_endpgm
.Lload_end:
	.size	load, .Lload_end-load

	.macro descriptor name, vgprs
	.amdhsa_kernel \name
		.amdhsa_next_free_vgpr \vgprs
		.amdhsa_next_free_sgpr 24
		.amdhsa_accum_offset \vgprs
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 40
	.end_amdhsa_kernel
	.endm
	.rodata
	.p2align	6
	descriptor read, 48
	descriptor triad, 8
	descriptor init, 8
	descriptor load, 8
