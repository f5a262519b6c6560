// option version=5 dir=/comp/dir
.file 1 "/comp/dir" "a.c" md5 1
.file 2 "/comp" "b.c" md5 2
.loc 0 7
s_nop 0
.loc 2 7
s_nop 0
