// option version=4
.text
f:
.cfi_sections .eh_frame, .debug_frame
.cfi_startproc
s_nop 0
.cfi_def_cfa s32, 0
.cfi_def_cfa_offset 16
.cfi_def_cfa_register s33
.cfi_def_cfa 64, 4
s_nop 0
s_nop 0
.cfi_offset v40, 4
.cfi_offset v41, -4
.cfi_offset a41, -4
.cfi_offset s5, 8
.cfi_offset s31, 8
.cfi_offset s32, 8
.cfi_offset s101, 8
.cfi_offset 5, -8
.cfi_offset 5, 0
.cfi_rel_offset s34, 8
.cfi_rel_offset s34, -8
.cfi_adjust_cfa_offset 12
.cfi_rel_offset s34, 8
.cfi_adjust_cfa_offset -8
.fill 400
.cfi_escape 0x0f, 3, 4, -1
.cfi_undefined s[4]
.cfi_same_value exec
.cfi_same_value exec_lo
.cfi_register pc, s5
.cfi_restore s4
.cfi_restore s31
.cfi_restore s32
.cfi_restore v4
.fill 70000
.cfi_remember_state
.cfi_restore_state
.cfi_return_column 70
.cfi_signal_frame
.fill 262144
.cfi_llvm_def_aspace_cfa s32, 8, 6
.cfi_val_offset s4, 8
.cfi_val_offset s4, -8
.cfi_val_offset s70, 8
.cfi_window_save
.cfi_endproc
g:
.cfi_startproc simple
.cfi_personality 0x9b, pers
.cfi_lsda 0x1b, lsda
s_nop 0
.cfi_endproc
.cfi_startproc
.fill 252
.cfi_def_cfa 1, 1
.fill 256
.cfi_def_cfa 1, 1
.fill 1020
.cfi_def_cfa 1, 1
.fill 1024
.cfi_def_cfa 1, 1
.fill 262140
.cfi_def_cfa 1, 1
.byte 1
.cfi_def_cfa 1, 1
.byte 1, 2, 3, 4
.cfi_def_cfa 1, 1
.cfi_endproc
