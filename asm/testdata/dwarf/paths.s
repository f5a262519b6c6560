// option version=4
.file 1 "//net"
.file 2 "//net/"
.file 3 "//net//x"
.file 4 "///x"
.file 5 "///x//y//"
.file 6 "a//"
.file 7 "a/b//"
.file 8 "."
.file 9 "./x"
.file 10 "../x/"
.file 11 "///"
.file 12 "//ab/c/d"
.file 13 "//a"
.file 14 "//a/"
.file 15 "a\\b"
.loc 15 1
.loc 1 1 1 "is_stmt" 0
s_nop 0
.cfi_startproc
.cfi_personality 0, "quoted name"
s_nop 0
.cfi_def_cfa s[3], 0+8
.cfi_register v[12],a7
.cfi_endproc
