// Symbols of all types at one place and another, padding, data among code,
// and bytes that are no instructions: what llvm-objdump names and passes over.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.macro symbol name, type
	.type \name, \type
\name:
	.endm

	.text
	s_nop 3
	s_branch f1
	symbol f2, @function
	symbol f1, @function
	s_branch f2
	symbol n2, @notype
	symbol n1, @notype
	s_branch n1
	s_branch n2
	s_call_b64 s[4:5], n1
	s_cbranch_i_fork s[0:1], n2
	symbol o1, @object
	.ascii "data among the code is printed as such\n"
	.byte 0, 127, 128, 255, 0
	symbol n3, @notype
	symbol o2, @object
	s_nop 1
	symbol o3, @object
	symbol f3, @function
	s_branch o1
	s_branch o2
	s_branch o3
	s_branch n3
	symbol o4, @object
	symbol n4, @notype
	symbol f4, @function
	s_nop 2
	symbol f5, @function
	symbol n5, @notype
	symbol o5, @object
	s_branch f5
	s_branch f4
	s_branch 65000
	s_branch 3000
	s_cbranch_g_fork s[0:1], s[2:3]
	s_cbranch_cdbgsys 60
	.zero 7
	.byte 1
	.zero 8
	s_nop 4
	.zero 12
	.long 0xffffffff, 0xd1ff0000, 0xcc000000
	.type half, @function
half:
	.byte 1, 2
	.zero 13
	.type odd, @function
odd:
	.zero 1
"odd name":
	.zero 4
	s_branch "odd name"
	s_branch 1f
1:
dollar$and.dot:
	s_branch dollar$and.dot
	.byte 1, 2, 3
	symbol end, @function

	.section .text.more, "ax"
	s_branch 65000
	s_branch 20
	s_branch 65534
	.zero 400
lab:
	s_branch lab
	.zero 3

	.section .fini, "ax"
	.short 0x7e00

	.section .empty, "ax"

	.data
d1:
	.quad f1
	.bss
	.zero 5000
b1:
	.zero 40

	.globl absolute
	.set absolute, 0x1000
	.set local_absolute, 0x50
	.globl undefined
