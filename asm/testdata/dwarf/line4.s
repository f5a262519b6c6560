// option version=4
.text
.file "unit.cl"
.file 1 "/d" "a.c"
.file 2 "/d" "inc/b.h"
.file 3 "/d/inc/c.h"
.file 4 "d.h"
.file 5 "/" "x"
.file 6 "/x"
.file 7 "x/" 
.file 8 "//y"
.file 9 "//net/share/z"
.file 10 "a//b///c"
.file 11 ""
.file 12 "/d" ""
.file 13 "tab\tquote\"back\\oct\101hex\x41"
.file 14 "."
.file 15 "a/.."
.file 16 "/"
.file 17 "//"
.file 0x12 "hex"
.file 023 "octal" md5 0x3 source "not in DWARF 4"
.loc 1 1 0
s_nop 0
.loc 1 1 0
s_nop 0
.loc 2 10 3
s_nop 0
.loc 2 9 3 is_stmt 0
s_nop 0
.loc 2 5 3 prologue_end
s_nop 0
.loc 2 4 65535 is_stmt 1 epilogue_begin
s_nop 0
.loc 2 13 1 basic_block prologue_end epilogue_begin
s_nop 0
.loc 2 14 1 isa 5
s_nop 0
.loc 2 15 1 isa 7 discriminator 300
s_nop 0
.loc 2 16 1 discriminator 300
s_nop 0
.loc 2 17
s_nop 0
.loc 2
s_nop 0
.loc 19 4294967295 7
s_nop 0
.loc 1 0
s_nop 0
.loc 1 3 4
.loc 1 4 4 is_stmt 0
.loc 1 5 4
s_nop 0
s_nop 0
.loc 1 6 is_stmt 0+1
s_endpgm
