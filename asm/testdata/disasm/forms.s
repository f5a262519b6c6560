// Every kind of relocation that an object can have.
	.text
	.globl g
	.protected g
g:
	s_nop 0
	s_mov_b32 s0, loc
	s_mov_b32 s0, dat@rel32@lo+7
	v_mov_b32 v0, dat@rel32@lo+4
	s_mov_b32 s1, absy
	s_add_u32 s0, 5, g@rel32@lo
	s_cmp_eq_u32 s0, dat+4
	v_add_u32 v1, dat@gotpcrel32@lo+4, v2
	v_fmamk_f32 v0, v1, 0x3, v2
loc:
	s_branch other
	s_branch g
	s_cbranch_scc0 g
	.data
dat:
	.quad g
	.quad dat+3
	.long dat-.
	.long dat@gotpcrel
	.quad g-.
	.quad g-dat
	.quad "q n"
	.weak wf
	.section .text.b,"ax"
	.p2align 4
other:
	s_branch loc
	s_branch wild
"q n":
	s_endpgm
	.long 7
wild:
	s_nop 1
	.bss
	.zero 8
	.set absy, 0x12345678
