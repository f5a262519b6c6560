// option version=4 gen dir=/cd file=b.s
s_nop 0
.file 0 "/ce" "x"
.file 1 "/cd" "y"
s_nop 1
.loc 1 3
.byte 1
