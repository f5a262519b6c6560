// option version=2 gen dir=/cd file=sub/in.s
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
