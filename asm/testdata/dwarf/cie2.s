// option version=2
.cfi_startproc
.cfi_return_column s31
.cfi_endproc
.cfi_sections .debug_frame
.cfi_startproc
s_nop 0
.cfi_restore_state
.cfi_label lab2
s_nop 0
.cfi_def_cfa_offset 8
.cfi_endproc
