// option version=4
.file 0 "/cd" "sub/a.c" md5 0x0123456789abcdef0123456789abcdef
.file 1 "/cd" "b.h" md5 0x1
.file 2 "/cd/sub" "a.c" md5 0xffffffffffffffffffffffffffffffff
.file 3 "/cd/sub" "b.h" md5 340282366920938463463374607431768211455
.file 4 "sub/c.h" md5 0
.file 5 "/usr/include" "b.h" md5 2
.loc 0 1 2
s_nop 0
.loc 1 1 2
s_nop 0
.loc 5 1 2
s_nop 0
