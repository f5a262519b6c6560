// option version=5 gen dir=/cd file=sub/in.s
.data
data:
.long 1
.text
foo:
_bar: __x:
.Lx:
s_nop 0
$loc:
1:
s_nop 0
.long 4
.section .text.a,"ax",@progbits
la:
s_nop 0
.byte 1, 2, 3, 4
.section .nothing,"ax",@progbits
le:
.long 4
.section .nothing2,"ax",@progbits
.section .zz,"a"
q:
s_nop 1
.section .text.a,"ax",@progbits
s_nop 4
.zero 200
.pushsection .text.d,"ax"
s_nop 6
.popsection
end:
.cfi_startproc
.cfi_endproc
