// option version=4
.cfi_sections
.cfi_startproc
.cfi_endproc
.file 1 "a"
