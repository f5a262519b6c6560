// option version=4 gen dir=/cd file=b.s
s_nop 0
.loc 1 7 3 is_stmt 0
s_nop 0
.loc 1 8
.long 1
.loc 1 9 9
