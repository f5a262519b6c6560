// Sections in unusual order and of unusual types; an empty .text.
	.file	"odd.cl"
	.section	zeros,"aw",@nobits
	.zero	100
	.section	late,"a",@progbits
	.p2align	7
	.byte	1
	.section	.note,"a",@note
	.p2align	2
	.long	4, 4, 32
	.asciz	"abc"
	.long	5
	.section	.note.second,"a",@note
	.p2align	3
	.long	4, 4, 33
	.asciz	"def"
	.long	5
	.section	.rodata,"a",@progbits
	.byte	1, 2, 3
	.section	.rodata.zero,"a",@nobits
	.zero	9
	.section	.data.x,"aw",@progbits
	.byte	1
	.section	.bss.x,"aw",@progbits
	.byte	1
	.bss
	.p2align	14
	.zero	5
	.section	.bss.rel.ro,"aw",@nobits
	.zero	50
	.section	plain,"",@progbits
	.p2align	6
	.byte	1
	.section	dropped,"e",@progbits
	.byte	1
	.section	.note.GNU-stack,"",@progbits
	.section	wx,"awx",@progbits
	.byte	1
	.globl	unused
	.weak	unused_weak
	.protected	unused_weak
	.type	unused_weak,@function
