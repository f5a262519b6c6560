package gemm

import "heddle/arch"

// Problem is a matrix multiplication with operations on its result:
//
//	D = act(alpha·A·B + beta·C + bias)·scale
//
// for each of Batch independent products. Matrices are row-major; sizes, leading
// dimensions and strides count elements. Fill in the defaults with Normalize
// before use.
//
// Operations after the sum over K are computed in f32 (f64 for f64; see Integers for
// i32), and alpha, beta and scale are numbers of that type: Normalize rounds
// them. A result is rounded to nearest even into Out; fp8 saturates, infinities
// too, and NaN stays NaN.
type Problem struct {
	Chip *arch.Chip
	// M, N, K: D is M x N, and K is summed over; each at least 1.
	M, N, K int64
	Batch   int64  // 0 is 1
	Layout  Layout // of A and B
	// Out is also the type of C; nil for the default.
	A, B, Out *Type
	// Leading dimensions, from one stored row to the next; 0 for rows without gaps
	// (for scaled types: K rounded up to 32).
	LDA, LDB, LDC, LDD int64
	// Strides from one batch to the next; 0 for matrices without gaps, and
	// SharedStride for one matrix that all batches use.
	StrideA, StrideB, StrideC, StrideD int64

	Alpha, Beta, Scale float64 // C is read if Beta is not 0; Scale 0 is 1
	Bias               bool    // a vector of N, added to each row
	Act                Activation
	// SplitK is the number of parts that the sum over K is divided into, which are added in order (Config.Reduce);
	// 0 is what Choose finds.
	SplitK       int64
	CacheSwizzle CacheSwizzle

	// sums is the number of sums over parts of K that the planned kernels add up; 0 before Plan.
	sums int64
}

// partialSums is the number of sums over parts of K that make one of D.
func (p *Problem) partialSums() int64 { return max(1, p.SplitK, p.sums) }

// SharedStride is the batch stride of one matrix that all batches use.
const SharedStride = -1

// Activation is the function applied before the result is scaled.
type Activation string

// Activations: gelu is the approximation by tanh, gelu-erf the exact one.
const (
	None    Activation = "none"
	ReLU    Activation = "relu"
	GELU    Activation = "gelu"
	GELUErf Activation = "gelu-erf"
	SiLU    Activation = "silu"
)

// Activations are all of them.
var Activations = []Activation{None, ReLU, GELU, GELUErf, SiLU}

// CacheSwizzle says when buffer resources get a cache swizzle.
type CacheSwizzle string

// Settings of the cache swizzle.
const (
	SwizzleAuto CacheSwizzle = "auto"
	SwizzleOn   CacheSwizzle = "on"
	SwizzleOff  CacheSwizzle = "off"
)
