// option version=4
.file 0 "/cd" "a.c" source "kernel void f() {\n\t\"x\" // not a comment\n}\n"
.file 1 "b.h" md5 0x1
.file 2 "c.h" source ""
.file 3 "d.h" source "one line"
.loc 3 1
.loc_label one
s_nop 0
.loc_label two
.loc_label three
s_nop 0
.loc 0 3
s_nop 0
.loc 0 4
.loc_label four
s_nop 0
.data
.loc_label five
.long 1
.loc 0 8
.long 1
