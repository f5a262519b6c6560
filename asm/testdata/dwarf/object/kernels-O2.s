	.file	0 "/cd" "kernels.cl" md5 0xf0de7698d63b4783e1bb14a9186f3301
	.text
	.p2align	2
	.loc	0 5 0
	.cfi_sections .debug_frame
	.cfi_startproc
	s_nop 0
	.loc	0 5 64 prologue_end
	s_nop 0
	s_nop 0
	.loc	0 5 51 is_stmt 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	8
	.cfi_startproc
	.loc	0 8 11 prologue_end is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 8 50 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 9 9 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 8 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 11 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 10 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 10 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 10 21
	s_nop 0
	s_nop 0
	.loc	0 10 10
	s_nop 0
	s_nop 0
	.loc	0 11 1 is_stmt 1
	s_nop 0
	.text
	.cfi_endproc
	.text
	.p2align	2
	.loc	0 7 0
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 8 50 prologue_end
	s_nop 0
	s_nop 0
	.loc	0 9 9
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 9 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 10 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 10 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 10 21
	s_nop 0
	s_nop 0
	.loc	0 10 10
	s_nop 0
	s_nop 0
	.loc	0 0 10
	s_nop 0
	.loc	0 11 1 is_stmt 1
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	8
	.loc	0 13 0
	.cfi_startproc
	s_nop 0
	.loc	0 15 11 prologue_end
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 11 is_stmt 0
	s_nop 0
	.loc	0 17 21 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 17 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 18 19 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 18 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 17 28 is_stmt 1
	s_nop 0
	.loc	0 17 21 is_stmt 0
	s_nop 0
	.loc	0 18 9 is_stmt 1
	s_nop 0
	.loc	0 17 3
	s_nop 0
	.loc	0 17 21 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 17 3
	s_nop 0
	s_nop 0
	.loc	0 0 3
	s_nop 0
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 19 11
	s_nop 0
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 15
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 15 11
	s_nop 0
	.loc	0 26 14
	s_nop 0
	s_nop 0
	.loc	0 26 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 27 1 is_stmt 1
	s_nop 0
	.text
	.cfi_endproc
	.text
	.p2align	2
	.loc	0 13 0
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 17 21 prologue_end
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 17 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 3
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 18 19 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 18 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 17 28 is_stmt 1
	s_nop 0
	.loc	0 17 21 is_stmt 0
	s_nop 0
	.loc	0 18 9 is_stmt 1
	s_nop 0
	.loc	0 17 3
	s_nop 0
	.loc	0 17 21 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 17 3
	s_nop 0
	s_nop 0
	.loc	0 0 3
	s_nop 0
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 19 3
	s_nop 0
	.loc	0 19 11 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 21 5 is_stmt 1
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 0
	s_nop 0
	s_nop 0
	.loc	0 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 15
	s_nop 0
	.loc	0 22 11 is_stmt 1
	s_nop 0
	.loc	0 21 5
	s_nop 0
	.loc	0 22 11
	s_nop 0
	s_nop 0
	.loc	0 23 15
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 26 14
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 26 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 12
	s_nop 0
	.loc	0 27 1 is_stmt 1
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
	.p2align	8
	.cfi_startproc
	.loc	0 30 3 prologue_end
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
	.loc	0 0 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 46 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 55 is_stmt 0
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
	.loc	0 34 11
	s_nop 0
	s_nop 0
	s_nop 0
	.file	1 "twist.inc"
	.loc	1 1000 10 is_stmt 1
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
	s_nop 0
	.loc	1 1000 5 is_stmt 0
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
	.loc	1 1001 5 is_stmt 1
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 46
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 11 is_stmt 0
	s_nop 0
	.loc	0 0 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 16
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 16
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 32 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 32 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	0 32 16
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 16
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
	.loc	0 37 1 is_stmt 1
	s_nop 0
	.loc	0 35 12
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 35 17 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 31 16 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 37 1
	s_nop 0
	.text
	.cfi_endproc
	.file	2 "." "kernels.h" md5 0x43899b092bc3c17fdcb863aa8f215131
	.text
	.p2align	2
	.loc	0 29 0
	.cfi_startproc
	.loc	0 29 0 prologue_end
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 46
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 55 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 11
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 1000 10 is_stmt 1
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 1000 5 is_stmt 0
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
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 1001 5 is_stmt 1
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 46
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 34 11 is_stmt 0
	s_nop 0
	.loc	0 0 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 33 16
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 16
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 32 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 32 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 32 16
	s_nop 0
	s_nop 0
	.loc	0 0 16
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
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 35 12 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 35 17 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 0 17
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	0 31 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	0 0 16 is_stmt 0
	s_nop 0
	.loc	0 37 1 is_stmt 1
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.text
