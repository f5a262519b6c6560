package ir

import "heddle/num"

// FloatType is one of the floating-point types.
type FloatType uint8

// The floating-point types.
const (
	F16 FloatType = iota
	BF16
	F32
	F64
	TF32
	F80
	F128
	F8E4M3FN
	F8E5M2
	F8E4M3FNUZ
	F8E5M2FNUZ
	F8E4M3B11FNUZ
	F8E4M3
	F8E3M4
	F8E8M0FNU
	F6E2M3FN
	F6E3M2FN
	F4E2M1FN
	numFloatTypes
)

// floatInfo describes a floating-point type. The value of a code is that of
// format, except for f8E8M0FNU (a power of two) and for the types that are too
// wide, which appear in types only.
type floatInfo struct {
	name   string
	width  int
	format *num.Format
}

var floatTypes = [numFloatTypes]floatInfo{
	F16:           {"f16", 16, num.F16},
	BF16:          {"bf16", 16, num.BF16},
	F32:           {"f32", 32, num.F32},
	F64:           {"f64", 64, num.F64},
	TF32:          {"tf32", 19, &num.Format{Name: "tf32", ExpBits: 8, FracBits: 10, Bias: 127}},
	F80:           {"f80", 80, nil},
	F128:          {"f128", 128, nil},
	F8E4M3FN:      {"f8E4M3FN", 8, num.FP8},
	F8E5M2:        {"f8E5M2", 8, num.BF8},
	F8E4M3FNUZ:    {"f8E4M3FNUZ", 8, num.FP8FNUZ},
	F8E5M2FNUZ:    {"f8E5M2FNUZ", 8, num.BF8FNUZ},
	F8E4M3B11FNUZ: {"f8E4M3B11FNUZ", 8, &num.Format{Name: "f8E4M3B11FNUZ", ExpBits: 4, FracBits: 3, Bias: 11, Specials: num.SpecialsFNUZ}},
	F8E4M3:        {"f8E4M3", 8, &num.Format{Name: "f8E4M3", ExpBits: 4, FracBits: 3, Bias: 7}},
	F8E3M4:        {"f8E3M4", 8, &num.Format{Name: "f8E3M4", ExpBits: 3, FracBits: 4, Bias: 3}},
	F8E8M0FNU:     {"f8E8M0FNU", 8, nil},
	F6E2M3FN:      {"f6E2M3FN", 6, num.FP6},
	F6E3M2FN:      {"f6E3M2FN", 6, num.BF6},
	F4E2M1FN:      {"f4E2M1FN", 4, num.FP4},
}

func (FloatType) isType() {}

func (t FloatType) String() string { return floatTypes[t].name }

// Width returns the number of bits of a value.
func (t FloatType) Width() int { return floatTypes[t].width }

// Format describes the type's codes; nil for f8E8M0FNU (see num.E8M0ToExp), f80
// and f128.
func (t FloatType) Format() *num.Format { return floatTypes[t].format }
