// Enough exported symbols for several hash buckets and Bloom filter words, and
// a GOT of several kinds.
	.text
	.macro	def prefix, n
	.globl	\prefix\n
	.type	\prefix\n,@function
\prefix\n:	s_nop	0
	.size	\prefix\n, 4
	.endm
	.macro	use name
	s_add_u32	s0, s0, \name@gotpcrel32@lo+4
	.endm
	.irp	n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39
	def	function_,\n
	.endr
	.irp	n,0,7,14,21,28,35,42,49,56,63,70,77,84,91,98,105,112,119,126,133,140,147,154,161,168,175,182,189,196,203
	def	a,\n
	.protected	a\n
	.endr
	.irp	n,0,3,6,9,12,15,18,21,24,27,30,33,36,39,42,45,48,51,54,57
	.weak	undefined_\n
	.quad	0
	.endr
	.irp	name,function_7,function_3,a7,undefined_6,function_7,a0,undefined_0,.text
	use	\name
	.endr
	.data
	.irp	name,function_39,a21,undefined_3,function_1,a14,undefined_3,function_1
	.quad	\name+8
	.endr
