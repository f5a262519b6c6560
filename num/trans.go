package num

// The transcendental functions of the vector ALU on bit patterns. Every result is the exact value
// rounded once, to nearest even, and subnormal operands and results are kept: the hardware's
// guarantee (1 ULP or less) allows this value, and it is the same on every host. A NaN operand is
// returned quieted with sign and payload kept; an invalid operand gives the negative default NaN
// (ISA manual, the instructions' special values).
//
// The method is the usual one (Muller, Elementary Functions, on argument reduction, Taylor series
// in fixed point and Ziv's test): 64-bit arithmetic decides all but a few cases, 128-bit arithmetic
// the others. All of it is integer arithmetic, so that no host can differ; the algebraic functions
// use math.Sqrt, which is correctly rounded everywhere.

//go:generate go run heddle/num/gen/trans ztrans_tables.go

// Exp2F32 returns 2^x; x <= -150 gives 0.
func Exp2F32(x uint32) uint32 { return uint32(transF32.exp2(uint64(x))) }

// Exp2F16 returns 2^x; x <= -25 gives 0.
func Exp2F16(x uint16) uint16 { return uint16(transF16.exp2(uint64(x))) }

// Log2F32 returns the base 2 logarithm: -Inf for both zeros, the default NaN
// 0xffc00000 for x < 0, +0 for 1.
func Log2F32(x uint32) uint32 { return uint32(transF32.log2(uint64(x))) }

// Log2F16 is Log2F32 for f16; its default NaN is 0xfe00.
func Log2F16(x uint16) uint16 { return uint16(transF16.log2(uint64(x))) }

// RcpF32 returns 1/x: an infinity for a zero and a zero for an infinity, with
// the sign of x.
func RcpF32(x uint32) uint32 { return uint32(transF32.rcp(uint64(x))) }

// RcpF16 is RcpF32 for f16.
func RcpF16(x uint16) uint16 { return uint16(transF16.rcp(uint64(x))) }

// RcpF64 is RcpF32 for f64.
func RcpF64(x uint64) uint64 { return transF64.rcp(x) }

// RsqF32 returns 1/sqrt(x): an infinity with the sign of x for a zero, the
// default NaN 0xffc00000 for x < 0.
func RsqF32(x uint32) uint32 { return uint32(transF32.rsq(uint64(x))) }

// RsqF16 is RsqF32 for f16; its default NaN is 0xfe00.
func RsqF16(x uint16) uint16 { return uint16(transF16.rsq(uint64(x))) }

// RsqF64 is RsqF32 for f64; its default NaN is 0xfff8000000000000.
func RsqF64(x uint64) uint64 { return transF64.rsq(x) }

// SqrtF32 returns the square root: -0 for -0, the default NaN 0xffc00000 for
// x < 0.
func SqrtF32(x uint32) uint32 { return uint32(transF32.sqrt(uint64(x))) }

// SqrtF16 is SqrtF32 for f16; its default NaN is 0xfe00.
func SqrtF16(x uint16) uint16 { return uint16(transF16.sqrt(uint64(x))) }

// SqrtF64 is SqrtF32 for f64; its default NaN is 0xfff8000000000000.
func SqrtF64(x uint64) uint64 { return transF64.sqrt(x) }

// SinTurnsF32 returns sin(2*pi*x), x in revolutions, for every finite x. The
// zeros at the multiples of 1/2 have the sign of x (as sinPi of IEEE 754-2019);
// an infinite x gives the default NaN 0xffc00000.
func SinTurnsF32(x uint32) uint32 { return uint32(transF32.sinTurns(uint64(x))) }

// SinTurnsF16 is SinTurnsF32 for f16; its default NaN is 0xfe00.
func SinTurnsF16(x uint16) uint16 { return uint16(transF16.sinTurns(uint64(x))) }

// CosTurnsF32 returns cos(2*pi*x), x in revolutions, for every finite x. Its
// zeros are +0 (as cosPi of IEEE 754-2019); an infinite x gives the default
// NaN 0xffc00000.
func CosTurnsF32(x uint32) uint32 { return uint32(transF32.cosTurns(uint64(x))) }

// CosTurnsF16 is CosTurnsF32 for f16; its default NaN is 0xfe00.
func CosTurnsF16(x uint16) uint16 { return uint16(transF16.cosTurns(uint64(x))) }
