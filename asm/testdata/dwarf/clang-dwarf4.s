	.file	1 "/cd" "kernels.cl"
	.text
	.p2align	2
	.loc	1 5 0
	.cfi_sections .debug_frame
	.cfi_startproc
	s_nop 0
	.loc	1 5 64 prologue_end
	s_nop 0
	s_nop 0
	.loc	1 5 51 is_stmt 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	8
	.cfi_startproc
	.loc	1 8 11 prologue_end is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 8 50 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 9 9 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 8 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 11 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 10 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 10 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 10 21
	s_nop 0
	s_nop 0
	.loc	1 10 10
	s_nop 0
	s_nop 0
	.loc	1 11 1 is_stmt 1
	s_nop 0
	.text
	.cfi_endproc
	.text
	.p2align	2
	.loc	1 7 0
	.cfi_startproc
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 8 50 prologue_end
	s_nop 0
	s_nop 0
	.loc	1 9 9
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 9 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 10 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 10 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 10 21
	s_nop 0
	s_nop 0
	.loc	1 10 10
	s_nop 0
	s_nop 0
	.loc	1 0 10
	s_nop 0
	.loc	1 11 1 is_stmt 1
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.p2align	8
	.loc	1 13 0
	.cfi_startproc
	s_nop 0
	.loc	1 15 11 prologue_end
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 11 is_stmt 0
	s_nop 0
	.loc	1 17 21 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 17 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 18 19 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 18 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 17 28 is_stmt 1
	s_nop 0
	.loc	1 17 21 is_stmt 0
	s_nop 0
	.loc	1 18 9 is_stmt 1
	s_nop 0
	.loc	1 17 3
	s_nop 0
	.loc	1 17 21 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 17 3
	s_nop 0
	s_nop 0
	.loc	1 0 3
	s_nop 0
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 19 11
	s_nop 0
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 15
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 15 11
	s_nop 0
	.loc	1 26 14
	s_nop 0
	s_nop 0
	.loc	1 26 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 27 1 is_stmt 1
	s_nop 0
	.text
	.cfi_endproc
	.text
	.p2align	2
	.loc	1 13 0
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
	.loc	1 17 21 prologue_end
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 17 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 3
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 18 19 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 18 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 17 28 is_stmt 1
	s_nop 0
	.loc	1 17 21 is_stmt 0
	s_nop 0
	.loc	1 18 9 is_stmt 1
	s_nop 0
	.loc	1 17 3
	s_nop 0
	.loc	1 17 21 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 17 3
	s_nop 0
	s_nop 0
	.loc	1 0 3
	s_nop 0
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 19 3
	s_nop 0
	.loc	1 19 11 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 21 5 is_stmt 1
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 0
	s_nop 0
	s_nop 0
	.loc	1 23 15 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 15
	s_nop 0
	.loc	1 22 11 is_stmt 1
	s_nop 0
	.loc	1 21 5
	s_nop 0
	.loc	1 22 11
	s_nop 0
	s_nop 0
	.loc	1 23 15
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 26 14
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 26 12 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 12
	s_nop 0
	.loc	1 27 1 is_stmt 1
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
	.loc	1 30 3 prologue_end
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
	.loc	1 0 3 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 34 46 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 34 55 is_stmt 0
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
	.loc	1 34 11
	s_nop 0
	s_nop 0
	s_nop 0
	.file	2 "/cd" "twist.inc"
	.loc	2 1000 10 is_stmt 1
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
	.loc	2 1000 5 is_stmt 0
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
	.loc	2 1001 5 is_stmt 1
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
	.loc	1 34 46
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
	.loc	1 34 11 is_stmt 0
	s_nop 0
	.loc	1 0 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 16
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 16
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 32 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 32 23 is_stmt 0
	s_nop 0
	s_nop 0
	.loc	1 32 16
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 16
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
	.loc	1 37 1 is_stmt 1
	s_nop 0
	.loc	1 35 12
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 35 17 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 31 16 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 37 1
	s_nop 0
	.text
	.cfi_endproc
	.file	3 "/cd" "./kernels.h"
	.text
	.p2align	2
	.loc	1 29 0
	.cfi_startproc
	.loc	1 29 0 prologue_end
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
	.loc	1 34 46
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 34 55 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 34 11
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	2 1000 10 is_stmt 1
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
	.loc	2 1000 5 is_stmt 0
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
	.loc	2 1001 5 is_stmt 1
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
	.loc	1 34 46
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
	.loc	1 34 11 is_stmt 0
	s_nop 0
	.loc	1 0 11
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 33 16
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 16
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
	.loc	1 32 18 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 32 23 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 32 16
	s_nop 0
	s_nop 0
	.loc	1 0 16
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
	.loc	1 35 12 is_stmt 1
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 35 17 is_stmt 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 0 17
	s_nop 0
	s_nop 0
	s_nop 0
	s_nop 0
	.loc	1 31 16 is_stmt 1
	s_nop 0
	s_nop 0
	.loc	1 0 16 is_stmt 0
	s_nop 0
	.loc	1 37 1 is_stmt 1
	s_nop 0
	s_nop 0
	.cfi_endproc
	.text
	.text
