package sim

import "heddle/isa"

// Why a matrix instruction is a model of the hardware and not known to equal
// it. Source: facts mfma_numerics.md and mfma_layouts.json.
const (
	matrixModelSum    = "no public source says how this chip sums products; gfx942's rules are used, in groups of ascending k"
	matrixModelF8F6F4 = "no public source says how this chip sums products and applies block scales; gfx942's rules are used, in groups of 16 ascending k, and a scale adds to the exponents of its products"
	matrixModelSparse = "no public source says how sparse products are summed; the rules of dense ones are used for the stored values of A, in ascending k"
	matrixModelHalves = "where A is in the registers is inferred from where B is"
)

// matrixFidelity says whether a matrix instruction is a model on a target, and
// why. What is no model is exact: integers by definition, dense floating point
// of gfx942 by comparison with MI300X.
func matrixFidelity(target *isa.Target, op isa.Op) (model bool, reason string) {
	if int(op) >= len(matrixOps) || matrixOps[op].m == 0 {
		return false, ""
	}
	x := &matrixOps[op]
	switch {
	case x.d == elemI32 && x.form == sparseHalves:
		return true, matrixModelHalves
	case x.d == elemI32:
		return false, ""
	case x.sparse():
		return true, matrixModelSparse
	case target == isa.GFX942:
		return false, ""
	case x.a == elemByField:
		return true, matrixModelF8F6F4
	}
	return true, matrixModelSum
}
