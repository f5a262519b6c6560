// option version=4
// Steps of the address and the line at the borders of special opcodes.
.file 1 "a.c"
.loc 1 10
.zero 64
.loc 1 19
.zero 64
.loc 1 14
.zero 64
.loc 1 23
s_nop 0
.zero 60
.loc 1 22
s_nop 0
.loc 1 22
s_nop 0
.zero 64
.loc 1 22
s_nop 0
.zero 64
.loc 1 24
s_nop 0
.zero 64
.loc 1 26
s_nop 0
.zero 64
.loc 1 26
s_nop 0
.zero 68
.loc 1 26
s_nop 0
.zero 128
.loc 1 26
s_nop 0
.zero 132
.loc 1 25
s_nop 0
.zero 136
.loc 1 32
s_nop 0
.zero 140
.loc 1 31
s_nop 0
.zero 132
.loc 1 35
s_nop 0
.zero 1000
.loc 1 33
s_nop 0
.zero 1000
.loc 1 1000
s_nop 0
.zero 100000
.loc 1 3
s_nop 0
.zero 1
.loc 1 4
.byte 1
.zero 5
.loc 1 5
.byte 1
.zero 64
.section .text.a,"ax",@progbits
.loc 1 8
s_nop 0
.zero 64
.section .text.b,"ax",@progbits
.loc 1 8
s_nop 0
.section .text.c,"ax",@progbits
.loc 1 8
.zero 4
.data
.loc 1 9
.zero 4
.long 1
.text
.loc 1 10
.text
s_nop 0
.loc 1 11
.data
.byte 1
.text
s_nop 0
.pushsection .text.d,"ax",@progbits
.loc 1 12
s_nop 0
.popsection
.loc 1 13
.fill 4
.loc 1 14
