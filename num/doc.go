// Package num is the arithmetic of the machines' number formats, on bit
// patterns: f64, f32, f16, bf16 and the small formats of matrix instructions
// (fp8 and bf8 as OCP and as FNUZ, fp6, bf6, fp4, and the block scale e8m0).
//
// Everything is a thin function on one core. A pattern is taken apart into a
// class, a sign, an integer significand of up to 128 bits and an exponent; sums
// and products are formed in integers, with one sticky bit for what falls off
// the low end; and one routine, [Format.round], turns the result into a pattern
// of any format, in any rounding mode, with or without flushing. So each result
// is the exact one, rounded once. Shortcuts through Go's float32 and float64
// exist where they are provably the same thing; the tests compare them with the
// core, and the core with math/big.
//
// The functions of the machines' transcendental unit (Exp2F32 and its like) are
// fast; [Format.Elementary] and [Format.Pow] have all the others for every format,
// rounded once like them, with as many bits of math/big as that takes.
//
// # Rules common to all arithmetic
//
// A NaN operand wins over everything, the first one in operand order; the
// result is that NaN with its quiet bit set, sign and payload kept. An invalid
// operation (inf-inf, 0*inf) gives the default NaN, which is positive
// ([QNaN32] and its like). A zero that comes from cancellation is positive,
// or negative when rounding toward minus infinity. Overflow follows the
// rounding mode. Exceptions and their flags are not modelled.
//
// # What is a model
//
// Where neither the manual nor a public test says what the silicon does, a
// function's comment says "model". The important ones are the payload of NaN
// results, NaN converted to a format that has none, and the bits that a
// stochastic conversion takes from its random operand.
package num
