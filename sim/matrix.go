package sim

import (
	"heddle/isa"
	"heddle/num"
)

// elemType is the type of a matrix element.
type elemType uint8

const (
	elemF16 elemType = iota + 1
	elemBF16
	elemF32
	elemXF32 // f32 of which 10 mantissa bits are used
	elemF64
	elemI8
	elemI32
	elemFP8
	elemBF8
	elemFP6
	elemBF6
	elemFP4
	elemByField // A: chosen by cbsz, B: by blgp
)

// xf32Frac is the number of mantissa bits of xf32.
const xf32Frac = 10

// matrixOp is a matrix instruction: blocks times D[m,n] = A[m,k]*B[k,n] + C[m,n].
type matrixOp struct {
	m, n, k, blocks int
	a, b, d         elemType // C has the type of D
	form            matrixForm
}

// matrixForm says what a matrix instruction has besides the usual.
type matrixForm uint8

const (
	dense  matrixForm = iota
	scaled            // block scales for A and B
	sparse            // A has two of every four values, and C is D
	// Sparse, with the k of a lane in two halves (ISA manual §7.5.1.3; for A
	// inferred from B).
	sparseHalves
)

func (op *matrixOp) sparse() bool { return op.form >= sparse }

// matrixOps are the matrix instructions of both targets.
var matrixOps = [...]matrixOp{
	isa.V_MFMA_F32_32X32X1_2B_F32: {32, 32, 1, 2, elemF32, elemF32, elemF32, dense},
	isa.V_MFMA_F32_16X16X1_4B_F32: {16, 16, 1, 4, elemF32, elemF32, elemF32, dense},
	isa.V_MFMA_F32_4X4X1_16B_F32:  {4, 4, 1, 16, elemF32, elemF32, elemF32, dense},
	isa.V_MFMA_F32_32X32X2_F32:    {32, 32, 2, 1, elemF32, elemF32, elemF32, dense},
	isa.V_MFMA_F32_16X16X4_F32:    {16, 16, 4, 1, elemF32, elemF32, elemF32, dense},

	isa.V_MFMA_F32_32X32X4_XF32: {32, 32, 4, 1, elemXF32, elemXF32, elemF32, dense},
	isa.V_MFMA_F32_16X16X8_XF32: {16, 16, 8, 1, elemXF32, elemXF32, elemF32, dense},

	isa.V_MFMA_F64_16X16X4_F64:  {16, 16, 4, 1, elemF64, elemF64, elemF64, dense},
	isa.V_MFMA_F64_4X4X4_4B_F64: {4, 4, 4, 4, elemF64, elemF64, elemF64, dense},

	isa.V_MFMA_F32_32X32X4_2B_F16: {32, 32, 4, 2, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X4_4B_F16: {16, 16, 4, 4, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_4X4X4_16B_F16:  {4, 4, 4, 16, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_32X32X8_F16:    {32, 32, 8, 1, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X16_F16:   {16, 16, 16, 1, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_32X32X16_F16:   {32, 32, 16, 1, elemF16, elemF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_F16:   {16, 16, 32, 1, elemF16, elemF16, elemF32, dense},

	isa.V_MFMA_F32_32X32X4_2B_BF16: {32, 32, 4, 2, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X4_4B_BF16: {16, 16, 4, 4, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_4X4X4_16B_BF16:  {4, 4, 4, 16, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_32X32X8_BF16:    {32, 32, 8, 1, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X16_BF16:   {16, 16, 16, 1, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_32X32X16_BF16:   {32, 32, 16, 1, elemBF16, elemBF16, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_BF16:   {16, 16, 32, 1, elemBF16, elemBF16, elemF32, dense},

	isa.V_MFMA_I32_32X32X4_2B_I8: {32, 32, 4, 2, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_16X16X4_4B_I8: {16, 16, 4, 4, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_4X4X4_16B_I8:  {4, 4, 4, 16, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_32X32X16_I8:   {32, 32, 16, 1, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_16X16X32_I8:   {16, 16, 32, 1, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_32X32X32_I8:   {32, 32, 32, 1, elemI8, elemI8, elemI32, dense},
	isa.V_MFMA_I32_16X16X64_I8:   {16, 16, 64, 1, elemI8, elemI8, elemI32, dense},

	isa.V_MFMA_F32_32X32X16_FP8_FP8: {32, 32, 16, 1, elemFP8, elemFP8, elemF32, dense},
	isa.V_MFMA_F32_32X32X16_FP8_BF8: {32, 32, 16, 1, elemFP8, elemBF8, elemF32, dense},
	isa.V_MFMA_F32_32X32X16_BF8_FP8: {32, 32, 16, 1, elemBF8, elemFP8, elemF32, dense},
	isa.V_MFMA_F32_32X32X16_BF8_BF8: {32, 32, 16, 1, elemBF8, elemBF8, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_FP8_FP8: {16, 16, 32, 1, elemFP8, elemFP8, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_FP8_BF8: {16, 16, 32, 1, elemFP8, elemBF8, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_BF8_FP8: {16, 16, 32, 1, elemBF8, elemFP8, elemF32, dense},
	isa.V_MFMA_F32_16X16X32_BF8_BF8: {16, 16, 32, 1, elemBF8, elemBF8, elemF32, dense},

	isa.V_MFMA_F32_32X32X64_F8F6F4:        {32, 32, 64, 1, elemByField, elemByField, elemF32, dense},
	isa.V_MFMA_F32_16X16X128_F8F6F4:       {16, 16, 128, 1, elemByField, elemByField, elemF32, dense},
	isa.V_MFMA_SCALE_F32_32X32X64_F8F6F4:  {32, 32, 64, 1, elemByField, elemByField, elemF32, scaled},
	isa.V_MFMA_SCALE_F32_16X16X128_F8F6F4: {16, 16, 128, 1, elemByField, elemByField, elemF32, scaled},

	isa.V_SMFMAC_F32_32X32X16_F16:  {32, 32, 16, 1, elemF16, elemF16, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X32_F16:  {16, 16, 32, 1, elemF16, elemF16, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X32_F16:  {32, 32, 32, 1, elemF16, elemF16, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X64_F16:  {16, 16, 64, 1, elemF16, elemF16, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_32X32X16_BF16: {32, 32, 16, 1, elemBF16, elemBF16, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X32_BF16: {16, 16, 32, 1, elemBF16, elemBF16, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X32_BF16: {32, 32, 32, 1, elemBF16, elemBF16, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X64_BF16: {16, 16, 64, 1, elemBF16, elemBF16, elemF32, sparseHalves},

	isa.V_SMFMAC_I32_32X32X32_I8:  {32, 32, 32, 1, elemI8, elemI8, elemI32, sparse},
	isa.V_SMFMAC_I32_16X16X64_I8:  {16, 16, 64, 1, elemI8, elemI8, elemI32, sparse},
	isa.V_SMFMAC_I32_32X32X64_I8:  {32, 32, 64, 1, elemI8, elemI8, elemI32, sparseHalves},
	isa.V_SMFMAC_I32_16X16X128_I8: {16, 16, 128, 1, elemI8, elemI8, elemI32, sparseHalves},

	isa.V_SMFMAC_F32_32X32X32_FP8_FP8:  {32, 32, 32, 1, elemFP8, elemFP8, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X32_FP8_BF8:  {32, 32, 32, 1, elemFP8, elemBF8, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X32_BF8_FP8:  {32, 32, 32, 1, elemBF8, elemFP8, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X32_BF8_BF8:  {32, 32, 32, 1, elemBF8, elemBF8, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X64_FP8_FP8:  {16, 16, 64, 1, elemFP8, elemFP8, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X64_FP8_BF8:  {16, 16, 64, 1, elemFP8, elemBF8, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X64_BF8_FP8:  {16, 16, 64, 1, elemBF8, elemFP8, elemF32, sparse},
	isa.V_SMFMAC_F32_16X16X64_BF8_BF8:  {16, 16, 64, 1, elemBF8, elemBF8, elemF32, sparse},
	isa.V_SMFMAC_F32_32X32X64_FP8_FP8:  {32, 32, 64, 1, elemFP8, elemFP8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_32X32X64_FP8_BF8:  {32, 32, 64, 1, elemFP8, elemBF8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_32X32X64_BF8_FP8:  {32, 32, 64, 1, elemBF8, elemFP8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_32X32X64_BF8_BF8:  {32, 32, 64, 1, elemBF8, elemBF8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X128_FP8_FP8: {16, 16, 128, 1, elemFP8, elemFP8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X128_FP8_BF8: {16, 16, 128, 1, elemFP8, elemBF8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X128_BF8_FP8: {16, 16, 128, 1, elemBF8, elemFP8, elemF32, sparseHalves},
	isa.V_SMFMAC_F32_16X16X128_BF8_BF8: {16, 16, 128, 1, elemBF8, elemBF8, elemF32, sparseHalves},
}

// fieldTypes are the formats that cbsz and blgp choose (ISA manual §7.1.5).
var fieldTypes = [...]elemType{elemFP8, elemBF8, elemFP6, elemBF6, elemFP4}

// bits is the width of an element.
func (t elemType) bits() int {
	switch t {
	case elemF64:
		return 64
	case elemF32, elemXF32, elemI32:
		return 32
	case elemF16, elemBF16:
		return 16
	case elemFP6, elemBF6:
		return 6
	case elemFP4:
		return 4
	}
	return 8
}

// format is the floating-point format of an element type; fp8 and bf8 differ
// between the targets. It is nil for integers and f64.
func (t elemType) format(target *isa.Target) *num.Format {
	fnuz := target == isa.GFX942
	switch t {
	case elemF16:
		return num.F16
	case elemBF16:
		return num.BF16
	case elemF32, elemXF32:
		return num.F32
	case elemFP6:
		return num.FP6
	case elemBF6:
		return num.BF6
	case elemFP4:
		return num.FP4
	case elemFP8:
		if fnuz {
			return num.FP8FNUZ
		}
		return num.FP8
	case elemBF8:
		if fnuz {
			return num.BF8FNUZ
		}
		return num.BF8
	}
	return nil
}

// fracBits is the number of fraction bits of the significand that elemType.split
// makes.
func (t elemType) fracBits(f *num.Format) int {
	if t == elemXF32 {
		return xf32Frac
	}
	return f.FracBits
}

// groupSize is how many products are summed at a time (facts mfma_numerics.md).
func (t elemType) groupSize() int {
	switch t {
	case elemXF32:
		return 4
	case elemF16, elemBF16:
		return 8
	}
	return 16
}
