// Kernels in sections of their own, with line tables, and every place that a
// symbol can have.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950:xnack+"
	.amdhsa_code_object_version 6
	.file 1 "/src/lib" "one.h"

	.section .text.b,"ax",@progbits
	.globl b
	.p2align 8
	.type b,@function
b:
	.loc 1 7 3
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, far@rel32@lo+4
	s_addc_u32 s1, s1, far@rel32@hi+12
	.loc 1 8 5
	s_load_dword s2, s[0:1], 0x0
	s_endpgm
.Lb_end:
	.size b, .Lb_end-b

	.section .text.a,"ax",@progbits
	.globl a
	.p2align 8
	s_nop 0
	.p2align 8
	.type a,@function
a:
	.loc 1 20 1
	s_mov_b32 s0, one
	.loc 1 0 0
	s_nop 1
	.loc 1 21 1
	s_endpgm

	.text
	.loc 1 30
	s_nop 2

	.data
	.globl far
	.protected far
	.type far,@object
far:
	.quad b
	.size far, 8
	.weak maybe
	.quad maybe

	.globl one
	.set one, 1
	.comm pool,64,4
	.globl tile
	.amdgpu_lds tile, 256, 32
	.hidden deep
deep:
	.local deep

	.rodata
	.amdhsa_kernel b
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
	.amdhsa_kernel a
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
