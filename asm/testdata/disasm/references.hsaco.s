	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5

	.section .rodata,"a",@progbits
	.p2align 6
ro:
	.long 0x00000001
.L1:
	.long 0x00000002
.L2:
	.long 0x00000003, 0x00000004, 0x000011c8, 0x00000000
	.long 0x00001140, 0x00000000, 0xfffffff0
	.zero 28
	.globl k
	.protected k
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
		.amdhsa_user_sgpr_count 4
		.amdhsa_accum_offset 40
		.amdhsa_tg_split 0
		.amdhsa_next_free_vgpr 304
		.amdhsa_reserve_vcc 0
		.amdhsa_next_free_sgpr 26
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_user_sgpr_kernarg_preload_length 2
	.end_amdhsa_kernel

	.section .mysec,"a",@progbits
	.asciz "mine"

	.text
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
	s_add_u32 s0, s0, .L2@rel32@lo+4
	s_addc_u32 s1, s1, .L2@rel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, lab@rel32@lo+4
	s_addc_u32 s1, s1, lab@rel32@hi+12
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, .L3@rel32@lo+8
	s_addc_u32 s1, s1, .L3@rel32@hi+16
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, 0x77777
	s_addc_u32 s1, s1, 0x77777
	s_cbranch_scc0 lab
	s_branch inside
	s_endpgm
lab:
	.p2align 4

	.globl gfunc
	.type gfunc,@function
gfunc:
	s_setpc_b64 s[0:1]
	s_branch inside
inside:
lab2:
.L3:
	s_mov_b32 s0, 0x12345
	.type dt,@object
	.size dt, 12
dt:
	.long 0x00000001, 0x00000002, 0x00000003

	.type v0,@function
v0:
.L4:
	s_nop 1

	.type "odd name",@function
"odd name":
.L5:
	s_branch .L5

	.section .tail,"ax",@progbits
	.long 0xffffffff
tl:
	s_nop 0
	.long 0x00030201
	.zero 16
	v_sub_f32_e32 v0, s0, v0

	.section .init_array,"aw",@init_array
	.quad gfunc

	.section .data,"aw",@progbits
	.p2align 3
	.globl gdata
gdata:
	.quad k
data:
	.quad .L1
.L6:
	.quad gdata
	.quad gdata+8
	.quad .L6
	.quad gfunc+16
	.quad lab
	.quad .L4
	.quad .L5
	.quad b
	.asciz "some \"text\"\twith \\ escapes\n"
	.long 0x00000001
x:
	.long 0x00000005

	.section ".my sec","aw",@progbits
"d d":
.L7:
	.quad .L7

	.section .bss,"aw",@nobits
	.zero 5
b:
	.zero 11

	.globl number
	.set number, 0x123456789
	.weak wk
