// option version=4 gen dir=/cd file=a//b.s
s_nop 0
