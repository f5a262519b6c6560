// References between sections in all their forms.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.text
	.globl k
	.protected k
	.p2align 8
	.type k,@function
k:
	s_getpc_b64 s[0:1]
	s_add_u32 s2, s0, gdata@gotpcrel32@lo+4
	s_addc_u32 s3, s1, gdata@gotpcrel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, gfunc@gotpcrel32@lo+4
	s_addc_u32 s1, s1, gfunc@gotpcrel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, k@gotpcrel32@lo+4
	s_addc_u32 s1, s1, k@gotpcrel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, ro@rel32@lo+4+8
	s_addc_u32 s1, s1, ro@rel32@hi+12+8
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, lab@rel32@lo+4
	s_addc_u32 s1, s1, lab@rel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, inside@rel32@lo+4+4
	s_addc_u32 s1, s1, inside@rel32@hi+12+4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, 0x77777
	s_addc_u32 s1, s1, 0x77777
	s_cbranch_scc0 lab
	s_branch 5
	s_endpgm
lab:
	s_nop 0
	s_nop 0
	.p2align 4
	.globl gfunc
	.type gfunc,@function
gfunc:
	s_setpc_b64 s[0:1]
	s_branch lab2
lab2:
inside:
	s_mov_b32 s0, 0x12345
	.type dt,@object
dt:
	.long 1,2,3
	.size dt,12
	.type v0,@function
v0:
	s_nop 1
	.type "odd name",@function
"odd name":
	s_branch "odd name"
	.data
	.globl gdata
gdata:
	.quad k
data:
	.quad ro+4
	.quad gdata
	.quad gdata+8
	.quad data+8
	.quad gfunc+16
	.quad lab
	.quad v0
	.quad "odd name"
	.quad b
	.asciz "some \"text\"\twith \\ escapes\n"
	.byte 1
	.p2align 3
x:
	.long 5
	.section .rodata,"a"
ro:
	.long 1,2,3,4
	.quad lab-.
	.quad k-ro
	.long lab-lab2
	.p2align 6
	.amdhsa_kernel k
	.amdhsa_next_free_vgpr 300
	.amdhsa_next_free_sgpr 20
	.amdhsa_accum_offset 40
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_kernarg_size 16
	.amdhsa_user_sgpr_kernarg_preload_length 2
	.end_amdhsa_kernel
	.section .init_array,"aw",@init_array
	.quad gfunc
	.section .mysec,"a"
	.asciz "mine"
	.section ".my sec","aw"
"d d":
	.quad "d d"
	.bss
	.zero 5
b:
	.zero 3
	.weak wk
	.quad 0
	.section .tail,"ax"
	.long 0xffffffff
tl:
	s_nop 0
	.byte 1,2,3
	.zero 20
	.byte 4
	.globl number
	.set number, 0x123456789
