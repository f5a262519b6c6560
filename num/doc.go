// Package num is the arithmetic of the machines' number formats, on bit patterns: f64, f32, f16,
// bf16 and the small formats of matrix instructions (fp8 and bf8, both OCP and FNUZ, fp6, bf6, fp4,
// and the block scale e8m0).
//
// Every function is a thin layer over one core. A pattern is decoded into a class, a sign, an
// integer significand of up to 128 bits and an exponent; sums and products are computed in
// integers, with one sticky bit for whatever is shifted out at the low end; one routine,
// [Format.round], turns the result into a pattern of any format, in any rounding mode, with or
// without flushing. So each result is the exact one, rounded once. Shortcuts through Go's float32
// and float64 exist where they are provably equivalent; the tests compare them with the core, and
// the core with math/big.
//
// The functions of the machines' transcendental unit (Exp2F32 and its like) are fast;
// [Format.Elementary] and [Format.Pow] compute all the others for every format, also rounded once,
// with as many bits of math/big as that takes.
//
// # Rules common to all arithmetic
//
// A NaN operand takes precedence, the first one in operand order; the result is that NaN with its
// quiet bit set, sign and payload kept. An invalid operation (inf-inf, 0*inf) gives the default
// NaN, which is positive ([QNaN32] and its like). A zero that comes from cancellation is positive,
// or negative when rounding toward minus infinity. Overflow follows the rounding mode. Exceptions
// and their flags are not modelled.
//
// # What is a model
//
// "Model" in a function's comment marks behaviour that neither the manual nor a public test
// confirms. The important cases are the payload of NaN results, NaN converted to a format that has
// none, and the bits that a stochastic conversion takes from its random operand.
package num
