// option version=4
.file 1 "/cd" "a.c" md5 3
.loc 1 1
s_nop 0
.file 0 "/cd" "a.c" md5 1
.file 2 "/cd/x.c" md5 2
.file 0 "/ce" "b.c" md5 5
.file 3 "/ce" "b.c" md5 5
.file 3 "/cd" "y" md5 4
.loc 0 2
s_nop 0
