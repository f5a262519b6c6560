// Symbols of every binding and visibility, references of every kind.
	.text
	.globl	plain
	.p2align	8
	.type	plain,@function
plain:
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, helper@rel32@lo+4
	s_addc_u32 s5, s5, helper@rel32@hi+12
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, variable@gotpcrel32@lo+4
	s_addc_u32 s7, s7, variable@gotpcrel32@hi+12
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, hidden_variable@gotpcrel32@lo+4
	s_addc_u32 s9, s9, hidden_variable@gotpcrel32@hi+12
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, constant@gotpcrel32@lo+4
	s_addc_u32 s9, s9, constant@gotpcrel32@hi+12
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, missing@gotpcrel32@lo+4
	s_addc_u32 s11, s11, missing@gotpcrel32@hi+12
	s_add_u32 s12, s12, local_variable@gotpcrel32@lo+4
	s_add_u32 s12, s12, __start_bag@rel32@lo+4
	s_add_u32 s12, s12, __stop_bag@rel32@lo+4
	s_add_u32 s12, s12, __ehdr_start@rel32@lo+4
	s_add_u32 s12, s12, _DYNAMIC@rel32@lo+4
	s_branch helper
	s_endpgm
.Lend:
	.size	plain, .Lend-plain
	.weak	missing
	.section	.text.unlikely,"ax",@progbits
	.hidden	helper
	.globl	helper
	.type	helper,@function
helper:
	s_nop 0
	s_setpc_b64 s[30:31]
	.size	helper, .-helper
	.set	alias, helper
	.globl	alias
	.protected	alias
	.type	alias,@function

	.data
	.globl	variable
	.type	variable,@object
	.size	variable, 8
	.p2align	3
variable:
	.quad	plain
	.quad	helper
	.quad	alias+4
	.quad	missing
	.quad	variable+16
	.quad	.Lend
	.long	variable-.
	.globl	hidden_variable
	.internal	hidden_variable
hidden_variable:
	.long	5
local_variable:
	.quad	common
	.quad	hidden_common
	.comm	common,24,3
	.comm	hidden_common,40,4
	.hidden	hidden_common
	.globl	constant
constant = 0x123456789
	.globl	hidden_constant
	.hidden	hidden_constant
hidden_constant = 99
	.section	bag,"aw",@progbits
	.quad	hidden_constant
	.quad	constant
	.section	.init_array.5,"aw",@init_array
	.quad	helper
	.section	.init_array,"aw",@init_array
	.quad	plain
	.section	.init_array.4,"aw",@init_array
	.quad	alias
	.section	.fini_array,"aw",@fini_array
	.quad	helper
	.section	.data.rel.ro,"aw",@progbits
	.quad	helper
	.section	.rodata,"a",@progbits
	.quad	helper-.
	.long	hidden_variable-.+8
	.bss
	.globl	buffer
	.weak	buffer
	.protected	buffer
	.p2align	6
buffer:
	.zero	1000
	.size	buffer,1000
	.section	.debug_info,"",@progbits
	.quad	helper
	.quad	missing
	.quad	variable+5
	.long	0
	.section	.debug_ranges,"",@progbits
	.quad	missing
	.quad	helper
	.globl	_start
	.text
_start:
	s_endpgm
	.globl	_init
	.globl	_fini
	.protected	_init
_init:
_fini:
	s_endpgm
	.cfi_startproc
	s_nop 0
	.cfi_endproc
	.section	.text.second,"ax",@progbits
	.cfi_startproc
	s_nop 0
	.cfi_def_cfa_offset 16
	s_nop 0
	.cfi_endproc
