// option version=4 gen dir=/cd file=b.s
.data
.Lx:
s_nop 0
