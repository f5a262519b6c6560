package gemm

import (
	"math"

	"heddle/kernels/reference"
)

// How far a result may differ from the exact value.
//
// The sum over K. Facts mfma_numerics.md states what a matrix instruction does. For
// f16 and bf16 the accumulator c takes up groups of g = 8 products; let P be the
// largest of their magnitudes where each factor counts as at least its type's
// smallest normal number (the exponent that a subnormal number or a zero is
// aligned with is that one's or less). Then each of the g products is truncated by
// at most 2^-24·P, their sum and c are floored by at most (2^-31 + 2^-24) of the
// larger of P and |c|, and the result is rounded by at most 2^-24 of itself. The
// formats of 8 bits and less have groups of 16, whose halves are floored once more
// by 2^-24·P each, and c is dropped where it is less than 2^-24·P. f32 and f64
// are sums by fma: one rounding for each product. i8 is exact.
//
// So with M no less than any partial sum, and S no less than the sum of |a||b|,
//
//	error <= product·S + step·groups·M.
//
// Both are taken for each block of 128 of K: S is the product of the norms of the row
// of A and the column of B (Cauchy and Schwarz), and M what the sum was before the
// block, plus S, plus the error so far. This holds for any order within the
// blocks, and for blocks in ascending order. A sum in several parts of K begins
// again with each: its partial sums are differences of those, and adding the parts
// in f32 rounds once for each.
//
// Where all products are multiples of a power of two, and no partial sum is 2^24 of it
// or more, nothing is ever cut off, and the sum is exact: of small integers, or fp4.
//
// What follows the sum. Each sum, product and conversion rounds by 2^-24 of its
// result (2^-53 in f64), in whatever order: the bound takes the sum of the magnitudes
// for each. An activation passes on the error of its argument times its largest
// slope, and adds its own: relative to |x|, 0.5·(1 + tanh u) and 1/(1 + exp(-v)) are
// off by at most 8·2^-24, of which 2.5 units of 2^-23 are the stated error of exp and tanh
// (codegen.MathErrors) and the rest is the rounding of their argument times the slope
// there, of the sum, the quotient and the products. Rounding into the result's type
// is at most half a unit in its last place.

// sumError describes the hardware's errors in sums.
type sumError struct {
	group    int     // products added at a time
	product  float64 // of the sum of the products' magnitudes
	step     float64 // of the largest partial sum, for each group
	tiny     float64 // that much a partial sum counts at least: for subnormal ones
	limit    float64 // larger partial sums may overflow
	exact    float64 // multiples of a power of two up to so many are exact
	least    float64 // the least number
	restarts bool    // the sum has several parts
	products bool    // products are exact in float64
}

func (p *Problem) sumError() sumError {
	// The factor covers second-order errors, and those of float64.
	const u = 0x1p-24 * (1 + 0x1p-10)
	e := sumError{tiny: 0x1p-125, limit: 0x1p127, exact: 1 << 24, least: 0x1p-149, restarts: p.partialSums() > 1, products: p.A.kind != kindF64}
	switch p.A.kind {
	case kindF16, kindBF16:
		e.group, e.product, e.step = 8, 8*u, (2+0x1p-7)*u
	case kindF8, kindMX:
		e.group, e.product, e.step = 16, 19*u, (2+0x1p-7)*u
	case kindF32:
		e.group, e.step = 1, u
	case kindF64:
		// Three more for the reference: product, sum, and sum of the blocks.
		e.group, e.step, e.tiny, e.limit = 1, 4*0x1p-53*(1+0x1p-10), 0x1p-1020, 0x1p1023
		e.exact, e.least = 1<<53, 0x1p-1022
	case kindInt:
		e.group, e.limit = 1, math.MaxFloat64
	}
	return e
}

// leastNormal is the smallest normal number of a type; 0 if the bound does not need it.
func (p *Problem) leastNormal(t *Type) float64 {
	switch t.kind {
	case kindF16, kindBF16, kindF8, kindMX:
		return math.Ldexp(1, 1-t.Format(p.Chip).Bias)
	}
	return 0
}

// finish computes the results and bounds from the sums of a tile.
func (p *Problem) finish(t *refTile) {
	var c, bias []float64
	if t.readBias != nil {
		bias = t.readBias.row(0, 0, t.Col, t.Cols)
	}
	model, end := p.sumError(), p.newEpilogue()
	for i := range t.Rows {
		if t.readC != nil {
			c = t.readC.row(t.Batch, t.Row+i, t.Col, t.Cols)
		}
		for j := range t.Cols {
			at := i*t.Cols + j
			var cv, bv float64
			if c != nil {
				cv = c[j]
			}
			if bias != nil {
				bv = bias[j]
			}
			sum := &t.sums[at]
			err := sum.err
			if model.restarts {
				err += float64(float64(p.partialSums()-1) * model.step * 2 * sum.mag)
			}
			if unit := math.Ldexp(1, t.unitA[i]+t.unitB[j]); sum.mag+err >= model.limit {
				err = math.Inf(1)
			} else if sum.mag <= model.exact*unit && unit >= model.least {
				err = 0
			}
			t.want[at], t.bound[at] = end.apply(sum.value, err, cv, bv)
		}
	}
}

// epilogue is the operations after the sum.
type epilogue struct {
	*Problem
	integers  bool
	unit      float64 // half a unit in the last place of 1
	roundings float64 // of the sum of alpha·A·B, beta·C and bias
	limit     float64
	// The smallest normal number, and half a unit in the last place of those
	// below.
	normal, least float64
	out           rounder
}

func (p *Problem) newEpilogue() *epilogue {
	e := &epilogue{Problem: p, integers: p.Integers(), unit: 0x1p-24 * (1 + 0x1p-10), limit: 0x1p127, normal: 0x1p-126, least: 0x1p-150, out: p.rounder()}
	if p.A.kind == kindF64 {
		e.normal, e.least = 0x1p-1022, 2*0x1p-1074
		e.unit, e.limit = 2*0x1p-53, 0x1p1023 // and as much for the reference
	}
	if p.Beta != 0 {
		e.roundings++
	}
	if p.Bias {
		e.roundings++
	}
	return e
}

// apply returns the result for a sum that may be off by err, and its bound.
func (e *epilogue) apply(sum, err, c, bias float64) (want, bound float64) {
	if e.A.kind == kindInt {
		sum = float64(int32(int64(sum)))
	}
	if e.integers {
		return e.applyIntegers(int64(sum), int64(c), int64(bias)), 0
	}
	ab, bc := float64(e.Alpha*sum), 0.0
	if e.Beta != 0 {
		bc = float64(e.Beta * c)
	}
	x := ab + bc + bias
	size := math.Abs(ab) + math.Abs(bc) + math.Abs(bias)
	if math.IsInf(err, 0) {
		return x, err
	}
	err = float64(math.Abs(e.Alpha)*err) + float64(e.unit*e.roundings*size)
	if e.Alpha != 1 {
		err += e.rounding(ab)
	}
	if e.Beta != 0 && e.Beta != 1 {
		err += e.rounding(bc)
	}
	if e.A.kind == kindInt {
		err += e.conversion(e.Alpha, sum) + e.conversion(e.Beta, c) + e.conversion(1, bias)
	}
	if !math.IsInf(size, 0) && size+err >= e.limit {
		err = math.Inf(1)
	}
	x, err = e.activate(x, err)
	if e.Scale != 1 {
		x = float64(x * e.Scale)
		err = float64(math.Abs(e.Scale)*err) + e.rounding(x)
		if !math.IsInf(x, 0) && math.Abs(x) >= e.limit {
			err = math.Inf(1)
		}
	}
	if math.IsNaN(err) || math.IsInf(x, 0) && !math.IsInf(err, 0) {
		err = 0
	}
	return e.out.round(x, err)
}

// rounding is the error of a product.
func (e *epilogue) rounding(x float64) float64 {
	if x = math.Abs(x); x < e.normal {
		return e.least
	}
	return e.unit * x
}

// conversion is the error of an integer that becomes an f32, times a factor; f32
// has the integers up to 2^24.
func (e *epilogue) conversion(factor, x float64) float64 {
	if math.Abs(x) <= 1<<24 {
		return 0
	}
	return math.Abs(factor*x) * e.unit
}

func (e *epilogue) applyIntegers(sum, c, bias int64) float64 {
	x := int32(int64(e.Alpha)*sum + int64(e.Beta)*c + bias)
	if e.Act == ReLU {
		x = max(x, 0)
	}
	return float64(x)
}

// activate applies the activation to x, which may be off by err.
func (e *epilogue) activate(x, err float64) (float64, float64) {
	// The largest slopes of gelu (either) and silu are 1.13 and 1.1.
	const slope, tiny = 1.13, 0x1p-118
	switch e.Act {
	case None:
		return x, err
	case ReLU:
		if x < 0 {
			return 0, max(0, err+x) // NaN stays
		}
		return x, err
	}
	if math.IsInf(x, -1) {
		return 0, math.Inf(1) // 0 or, out of inf·0, NaN
	}
	y := e.Act.value(x)
	own := float64(8 * e.unit * math.Abs(x))
	if math.IsInf(x, 0) {
		own = 0
	}
	return y, float64(slope*err) + own + tiny
}

// rounder bounds the error of rounding to a type.
type rounder struct {
	fracBits, leastExp int // of the unit in the last place: of 1, and the least one
	largest            float64
	saturates, integer bool
	exact              bool // the type is that of the arithmetic
}

func (p *Problem) rounder() rounder {
	switch f := p.Out.Format(p.Chip); {
	case p.Out.IsInt():
		return rounder{integer: true}
	case p.Out.kind == kindF8:
		return rounder{fracBits: f.FracBits, leastExp: 1 - f.Bias - f.FracBits, largest: reference.Largest(f), saturates: true}
	case p.Out.Bits == 16:
		return rounder{fracBits: f.FracBits, leastExp: 1 - f.Bias - f.FracBits}
	default:
		// f32 and f64: of the type that the epilogue computes in. Numbers that
		// are subnormal are off by the least unit.
		return rounder{fracBits: 1 << 20, leastExp: 1 - f.Bias - f.FracBits, exact: true}
	}
}

// round returns the result for a number that may be off by err, and its bound.
func (r *rounder) round(x, err float64) (want, bound float64) {
	if r.saturates {
		x = clamp(x, -r.largest, r.largest)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) || math.IsInf(err, 0) {
		return x, err
	}
	if r.integer {
		// f32 has no number between 2^31-128 and 2^31.
		if math.Abs(x)+err >= 1<<31-128 {
			err += 128
		}
		return clamp(x, -1<<31, 1<<31-1), err + 0.5
	}
	if r.exact && err == 0 {
		return x, 0
	}
	// The unit of the last place of the largest number that x may be.
	_, exp := math.Frexp(math.Abs(x) + err)
	exp = max(exp-1-r.fracBits, r.leastExp)
	return x, err + math.Ldexp(0.5, exp)
}

// clamp keeps NaN.
func clamp(x, least, most float64) float64 {
	switch {
	case x < least:
		return least
	case x > most:
		return most
	}
	return x
}
