// Mergeable strings and constants, with labels in them.
	.section	.rodata.str1.1,"aMS",@progbits,1
one:	.asciz	"one"
.Ltwo:	.asciz	"two"
	.asciz	"one"
	.asciz	""
	.asciz	"a string of more than sixteen bytes"
.Llong:	.asciz	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
	.section	.rodata.str1.16,"aMS",@progbits,1
	.p2align	4
	.asciz	"aligned"
	.p2align	4
.Lone:	.asciz	"one"
	.section	.rodata.str2.2,"aMS",@progbits,2
	.p2align	1
.Lwide:	.short	'a', 'b', 0
	.short	'b', 0
	.short	'a', 'b', 0
	.section	.rodata.cst4,"aM",@progbits,4
	.long	1, 2, 1, 3, 2
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3
.Lc:	.quad	1, 2, 1
	.globl	shared_constant
	.protected	shared_constant
shared_constant:
	.quad	3
	.section	.rodata.cst4.x,"aM",@progbits,4
	.long	9, 1
	.section	.debug_str,"MS",@progbits,1
.Ls:	.asciz	"producer"
	.asciz	"one"
.Lt:	.asciz	"producer"
	.section	.debug_info,"",@progbits
	.long	.Ls
	.long	.Lt
	.long	.Lt+3
	.quad	one
	.section	.comment,"MS",@progbits,1
	.asciz	"somebody"
	.section	.data.rel.ro,"aw",@progbits
	.quad	one
	.quad	.Ltwo+1
	.quad	.Llong
	.quad	.Lone
	.quad	.Lwide
	.quad	.Lc+16
	.quad	shared_constant
	.text
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, .Llong@rel32@lo+4
	s_addc_u32 s1, s1, .Llong@rel32@hi+12
