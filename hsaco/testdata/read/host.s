// A host program's object: an offload bundle in .hip_fatbin, and the wrapper
// that the runtime is given.
	.section .hip_fatbin,"a",@progbits
	.p2align 12
	.globl __hip_fatbin
__hip_fatbin:
	.incbin "plain.bundle"
	.p2align 12
	.incbin "other.bundle"

	.section .hipFatBinSegment,"aw",@progbits
	.p2align 3
	.long 0x48495046, 1
	.quad __hip_fatbin, 0
