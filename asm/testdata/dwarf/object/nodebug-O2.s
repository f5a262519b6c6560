	.text
	.p2align	2
	.file	0 "/cd" "nodebug.cl" md5 0xba9a586ddf94674cdb144c217da57180
	.loc	0 1 0
	.cfi_sections .debug_frame
	.cfi_startproc
	s_nop 0
	.loc	0 1 59 prologue_end
	s_nop 0
	s_nop 0
	.loc	0 1 46 is_stmt 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	2
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	2
	.loc	0 3 0 is_stmt 1
	.cfi_startproc
	s_nop 0
	.loc	0 3 59 prologue_end
	s_nop 0
	s_nop 0
	.loc	0 3 46 is_stmt 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	8
	.cfi_startproc
	.loc	0 4 43 prologue_end is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 4 41 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 43
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 41
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 51
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 49
	s_nop 0
	.loc	0 4 61
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 59
	s_nop 0
	.loc	0 4 39
	s_nop 0
	s_nop 0
	.loc	0 4 70
	s_nop 0
	.text
	.cfi_endproc
	.text
	.p2align	2
	.loc	0 4 0 is_stmt 1
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 43 prologue_end
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 41 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 51
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 49
	s_nop 0
	.loc	0 4 61
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 4 59
	s_nop 0
	.loc	0 4 39
	s_nop 0
	s_nop 0
	.loc	0 4 70
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	2
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	2
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.text
