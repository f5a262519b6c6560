package num

// Default NaNs: what an invalid add, mul or fma gives. Facts: ISA semantics 1.
const (
	QNaN16   uint16 = 0x7e00
	QNaNBF16 uint16 = 0x7fc0
	QNaN32   uint32 = 0x7fc00000
	QNaN64   uint64 = 0x7ff8000000000000
)

// Negative default NaNs: what sqrt, log, rsq and the division helpers give.
const (
	NegQNaN16   uint16 = 0xfe00
	NegQNaNBF16 uint16 = 0xffc0
	NegQNaN32   uint32 = 0xffc00000
	NegQNaN64   uint64 = 0xfff8000000000000
)

// Magnitudes that separate the classes: infinity is the all-ones exponent, and
// minNormal the first magnitude that is not subnormal.
const (
	infMag16, minNormal16     uint16 = 0x7c00, 1 << 10
	infMagBF16, minNormalBF16 uint16 = 0x7f80, 1 << 7
	infMag32, minNormal32     uint32 = 0x7f800000, 1 << 23
	infMag64, minNormal64     uint64 = 0x7ff0000000000000, 1 << 52
)

const (
	signBit16 uint16 = 1 << 15
	signBit32 uint32 = 1 << 31
	signBit64 uint64 = 1 << 63
)

// IsNaN16 reports whether an f16 is a NaN of either kind.
func IsNaN16(x uint16) bool { return x&^signBit16 > infMag16 }

// IsNaNBF16 reports whether a bf16 is a NaN of either kind.
func IsNaNBF16(x uint16) bool { return x&^signBit16 > infMagBF16 }

// IsNaN32 reports whether an f32 is a NaN of either kind.
func IsNaN32(x uint32) bool { return x&^signBit32 > infMag32 }

// IsNaN64 reports whether an f64 is a NaN of either kind.
func IsNaN64(x uint64) bool { return x&^signBit64 > infMag64 }

// IsSNaN16 reports whether an f16 is a signalling NaN.
func IsSNaN16(x uint16) bool { return IsNaN16(x) && x&(minNormal16>>1) == 0 }

// IsSNaNBF16 reports whether a bf16 is a signalling NaN.
func IsSNaNBF16(x uint16) bool { return IsNaNBF16(x) && x&(minNormalBF16>>1) == 0 }

// IsSNaN32 reports whether an f32 is a signalling NaN.
func IsSNaN32(x uint32) bool { return IsNaN32(x) && x&(minNormal32>>1) == 0 }

// IsSNaN64 reports whether an f64 is a signalling NaN.
func IsSNaN64(x uint64) bool { return IsNaN64(x) && x&(minNormal64>>1) == 0 }

// IsInf16 reports whether an f16 is infinite, of either sign.
func IsInf16(x uint16) bool { return x&^signBit16 == infMag16 }

// IsInfBF16 reports whether a bf16 is infinite, of either sign.
func IsInfBF16(x uint16) bool { return x&^signBit16 == infMagBF16 }

// IsInf32 reports whether an f32 is infinite, of either sign.
func IsInf32(x uint32) bool { return x&^signBit32 == infMag32 }

// IsInf64 reports whether an f64 is infinite, of either sign.
func IsInf64(x uint64) bool { return x&^signBit64 == infMag64 }

// IsSubnormal16 reports whether an f16 is subnormal; zero is not.
func IsSubnormal16(x uint16) bool { return x&^signBit16-1 < minNormal16-1 }

// IsSubnormalBF16 reports whether a bf16 is subnormal; zero is not.
func IsSubnormalBF16(x uint16) bool { return x&^signBit16-1 < minNormalBF16-1 }

// IsSubnormal32 reports whether an f32 is subnormal; zero is not.
func IsSubnormal32(x uint32) bool { return x&^signBit32-1 < minNormal32-1 }

// IsSubnormal64 reports whether an f64 is subnormal; zero is not.
func IsSubnormal64(x uint64) bool { return x&^signBit64-1 < minNormal64-1 }

// Quiet16 sets the quiet bit of an f16 NaN and returns anything else unchanged.
func Quiet16(x uint16) uint16 {
	if IsNaN16(x) {
		x |= minNormal16 >> 1
	}
	return x
}

// QuietBF16 sets the quiet bit of a bf16 NaN and returns anything else unchanged.
func QuietBF16(x uint16) uint16 {
	if IsNaNBF16(x) {
		x |= minNormalBF16 >> 1
	}
	return x
}

// Quiet32 sets the quiet bit of an f32 NaN and returns anything else unchanged.
func Quiet32(x uint32) uint32 {
	if IsNaN32(x) {
		x |= minNormal32 >> 1
	}
	return x
}

// Quiet64 sets the quiet bit of an f64 NaN and returns anything else unchanged.
func Quiet64(x uint64) uint64 {
	if IsNaN64(x) {
		x |= minNormal64 >> 1
	}
	return x
}

// Flush16 turns a subnormal f16 into the zero of the same sign.
func Flush16(x uint16) uint16 {
	if IsSubnormal16(x) {
		x &= signBit16
	}
	return x
}

// FlushBF16 turns a subnormal bf16 into the zero of the same sign.
func FlushBF16(x uint16) uint16 {
	if IsSubnormalBF16(x) {
		x &= signBit16
	}
	return x
}

// Flush32 turns a subnormal f32 into the zero of the same sign.
func Flush32(x uint32) uint32 {
	if IsSubnormal32(x) {
		x &= signBit32
	}
	return x
}

// Flush64 turns a subnormal f64 into the zero of the same sign.
func Flush64(x uint64) uint64 {
	if IsSubnormal64(x) {
		x &= signBit64
	}
	return x
}
