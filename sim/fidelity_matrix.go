package sim

import (
	"fmt"

	"heddle/arch"
	"heddle/isa"
)

// Why a matrix instruction is a model of the hardware and not known to equal
// it. Source: facts mfma_numerics.md and mfma_layouts.json.
const (
	matrixModelSum    = "no public source says how this chip sums products; %s, in groups of ascending k"
	matrixModelF8F6F4 = "no public source says how this chip sums products and applies block scales; %s, in groups of 16 ascending k, and a scale adds to the exponents of its products"
	matrixModelSparse = "no public source says how sparse products are summed; the rules of dense ones are used for the stored values of A, in ascending k"
	matrixModelHalves = "where A is in the registers is inferred from a kernel in use that multiplies fp8"
)

// matrixFidelity says why a matrix instruction is a model on a target, "" if it
// is exact: integers by definition, dense floating point if the chip's sums were
// measured.
func matrixFidelity(target *isa.Target, op isa.Op) string {
	x, sums := op.Matrix(), &target.Chip.MatrixSums
	switch {
	case x == nil:
		return ""
	case x.D == "i32" && x.Doubled:
		return matrixModelHalves
	case x.D == "i32":
		return ""
	case x.Sparse:
		return matrixModelSparse
	case sums.Evidence != arch.Inferred:
		return ""
	case x.A == "":
		return fmt.Sprintf(matrixModelF8F6F4, sums.Source)
	}
	return fmt.Sprintf(matrixModelSum, sums.Source)
}
