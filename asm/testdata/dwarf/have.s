// option version=4
.file 1 "x.c"
.section .debug_line,"",@progbits
.long 5
.loc_label lab
.section .debug_frame,"",@progbits
.long 0
.text
.cfi_sections .debug_frame
.cfi_startproc
.loc 1 1
s_nop 0
.cfi_label inframe
.cfi_endproc
