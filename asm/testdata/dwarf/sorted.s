// option version=4
// Frames are sorted by what they want of their CIE.
.cfi_startproc
.cfi_lsda 0x1b,x
.cfi_endproc
.cfi_startproc
.cfi_endproc
.cfi_startproc
.cfi_personality 0x1b,aa
s_nop 0
.cfi_endproc
.cfi_startproc
.cfi_personality 0x1b,zz
.cfi_lsda 0,x
.cfi_endproc
.cfi_startproc
.cfi_personality 0x1b,mm
.cfi_endproc
.cfi_startproc
.cfi_personality 0x1b,aa
.cfi_endproc
.cfi_startproc
.cfi_personality 0x80,aa
.cfi_endproc
.cfi_startproc simple
.cfi_endproc
.cfi_startproc
.cfi_return_column 4
.cfi_endproc
.cfi_startproc
.cfi_lsda 0x10, x
.cfi_endproc
.cfi_startproc
.cfi_lsda 0xff
.cfi_personality 0xff
s_nop 0
.cfi_endproc
.cfi_startproc
.cfi_lsda 0x18,x
.cfi_personality 0x94, undefined
.cfi_endproc
.data
x:
.long 1
aa:
.cfi_startproc
.text
.cfi_startproc
s_nop 0
.cfi_def_cfa_offset 4
.cfi_endproc
.data
.long 1
mm: zz:
.cfi_def_cfa_offset 4
.cfi_endproc
