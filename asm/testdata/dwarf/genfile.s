// option version=5 gen dir=/cd file=b.s
s_nop 0
x:
.file 1 "/cd" "x"
s_nop 1
.loc 1 3
.byte 1
.section .text.y,"ax"
s_nop 2
