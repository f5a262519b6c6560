// Package tiling chooses how a matrix multiplication or contraction is cut into tiles, and says why.
//
// There are three modes. IREE is the algorithm of a public compiler, step by step (facts tiling.md §1
// and §2); Seed is the same with the changes that seed 001 proposes; Auto is our own: it tries all
// tiles that fit the chip and ranks them by an estimate of their time, which the caller may replace
// by a better one. Each step of a choice is recorded (Step) with the section of the facts that it
// follows and the values that it used.
//
//	target.go      what IREE knows of chips; data/ has the tables
//	problem.go     contractions: loops, element types, transposes
//	conv.go        convolutions as contractions
//	iree.go        the modes IREE and Seed from end to end
//	class.go       size classes and seeds (§1, §2.4)
//	intrinsics.go  the order of matrix instructions and which can be used (§2.2)
//	distribute.go  tiles and subgroups over M, N and K (§2.5, §2.6)
//	fit.go         what is valid, and how tiles shrink until they are (§2.8)
//	direct.go      direct-to-LDS loads and swizzles (§2.9, §6.2)
//	result.go      the choice, as loops want it (§2.10)
//	trace.go       the reasons
//	number.go      products of sizes that do not overflow
//	tile.go        the choice, as our GEMM wants it
//	auto.go        the mode Auto: candidates and their limits
//	cost.go        a plain estimate of a candidate's time
package tiling
