package difftest

import (
	"fmt"
	"math"
	"strconv"

	"heddle/isa"
)

// constant returns a number as a source operand: an inline constant of the
// type, or mostly none if literal is set.
func (g *Gen) constant(t isa.Type, literal bool) string {
	if literal {
		return g.literal(t)
	}
	if t == isa.TypeNone {
		t = isa.TypeI32
	}
	if g.chance(60) || t == isa.TypeI16 || t == isa.TypeV2I16 {
		return g.integer(one(g, 0, 1, 64, 63, -1, -16, -15, int64(g.rng.IntN(65)), -int64(1+g.rng.IntN(16))))
	}
	i := g.rng.IntN(9)
	if g.chance(20) && !(t == isa.TypeV2F16 || t == isa.TypeV2BF16) {
		return fmt.Sprintf("%#x", inlineBits(t, i))
	}
	return inlineText(g, t, i)
}

// inlineValues are the float constants without a literal; the last is 1/(2*pi).
var inlineValues = [9]float64{0.5, -0.5, 1, -1, 2, -2, 4, -4, 1 / (2 * math.Pi)}

func inlineText(g *Gen, t isa.Type, i int) string {
	if i == 8 {
		if t == isa.TypeI64 || t == isa.TypeF64 {
			return "0.15915494309189532"
		}
		return one(g, "0.15915494", "0.15915494309189532")
	}
	v := inlineValues[i]
	return one(g, strconv.FormatFloat(v, 'f', 1, 64), strconv.FormatFloat(v, 'f', 1, 64), strconv.FormatFloat(v, 'f', 3, 64), strconv.FormatFloat(v, 'e', 1, 64))
}

// inlineBits returns the bits of an inline float constant in an operand of
// the type.
func inlineBits(t isa.Type, i int) uint64 {
	v := inlineValues[i]
	switch t {
	case isa.TypeI64, isa.TypeF64:
		return math.Float64bits(v)
	case isa.TypeF16, isa.TypeV2F16, isa.TypeI16:
		return []uint64{0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118}[i]
	case isa.TypeBF16, isa.TypeV2BF16:
		return uint64(math.Float32bits(float32(v)) >> 16)
	}
	return uint64(math.Float32bits(float32(v)))
}

// integer spells an integer in one of the bases.
func (g *Gen) integer(v int64) string {
	switch g.rng.IntN(12) {
	case 0:
		if v >= 0 {
			return fmt.Sprintf("%#x", v)
		}
		return fmt.Sprintf("-%#x", -v)
	case 1:
		if v >= 0 {
			return fmt.Sprintf("0%o", v)
		}
	case 2:
		if v >= 0 {
			return fmt.Sprintf("0b%b", v)
		}
	case 3:
		if v < 0 {
			return fmt.Sprintf("%#x", uint64(v)) // all 64 bits
		}
		return fmt.Sprintf("0X%X", v)
	case 4:
		if g.mood != clean {
			return g.expression(v)
		}
	}
	return strconv.FormatInt(v, 10)
}

// expression spells an integer as a constant expression.
func (g *Gen) expression(v int64) string {
	k := int64(1 + g.rng.IntN(9))
	switch g.rng.IntN(8) {
	case 0:
		return fmt.Sprintf("%d+%d", v-k, k)
	case 1:
		return fmt.Sprintf("%d - %d", v+k, k)
	case 2:
		return fmt.Sprintf("(%d)", v)
	case 3:
		return fmt.Sprintf("~%d", ^v)
	case 4:
		return fmt.Sprintf("(%d*%d)/%d", v, k, k)
	case 5:
		return fmt.Sprintf("%d|%d", v&^k, v&k)
	case 6:
		return fmt.Sprintf("-(%d)", -v)
	}
	return fmt.Sprintf("%d*2/2", v)
}

// literal returns a number for an operand of the type: most do not have an
// inline constant, some do not fit.
func (g *Gen) literal(t isa.Type) string {
	bits := 32
	switch t {
	case isa.TypeI16, isa.TypeF16, isa.TypeBF16:
		bits = 16
	}
	switch k := g.rng.IntN(100); {
	case k < 50:
		return g.integer(g.bounded(bits))
	case k < 75:
		if t == isa.TypeI64 && g.mood == clean {
			return g.integer(g.bounded(bits))
		}
		return g.float()
	case k < 80:
		return fmt.Sprintf("lit(%s)", one(g, "0", "1", "-1", "0x3f800000", "64", "65", "1.0", "0x3c00", "-16", "lit(1)", "0.5"))
	case k < 90 && g.mood != clean:
		return g.integer(one[int64](g, 1<<32, 1<<32-1, 1<<31, -1<<31, -1<<31-1, -1<<32, 1<<33, 1<<63-1, -1<<63, 1<<16, 1<<16-1, -1<<15, -1<<15-1, 1<<15))
	case k < 95 && g.mood != clean:
		return one(g, "0x10000000000000000", "0xfffffffffffffff0", "18446744073709551615", "-9223372036854775808", "0xg", "1_0", "0b2", "1.5.5",
			"1e400", "1e-400", "0x1p3", "0x1.8p1", ".5", "1.", "1e5", "1E5", "1e+5", "-.5", "0.0", "-0.0", "+1", "+1.0", "inf", "nan", "'a'", "1.0e", "0e0")
	}
	return fmt.Sprintf("%#x", inlineBits(one(g, isa.TypeF16, isa.TypeBF16, isa.TypeF32, isa.TypeF64), g.rng.IntN(9)))
}

// bounded returns a number that fits n bits, signed or unsigned.
func (g *Gen) bounded(n int) int64 {
	span := int64(1) << n
	return one(g, span-1, span/2, span/2-1, -span/2, -span/2+1, -17, 65, 66, 100, -100, span-16, span-17, span-1, 255, 256,
		g.rng.Int64N(span), g.rng.Int64N(span), g.rng.Int64N(span), -g.rng.Int64N(span/2), g.rng.Int64N(1000))
}

// float returns a decimal fraction.
func (g *Gen) float() string {
	switch g.rng.IntN(8) {
	case 0:
		return one(g, "0.1", "-0.1", "3.14159265358979", "65504.0", "1.5", "-1.5", "0.15915494309189535", "0.159154943", "1.00000001", "0.999999999", "1.0e10", "10.0", "100.0", "0.25")
	case 1:
		return one(g, "65519.9", "65520.0", "-65520.0", "6.103515625e-05", "6.1e-05", "5.9604644775390625e-08", "1.0e-8", "3.4028235e38", "3.5e38", "-3.4028236e38",
			"1.17549435e-38", "1.4e-45", "1.0e-46", "1.0e39", "-1.0e300", "1.0e308", "4.9e-324", "1.0e-310", "3.3895314e38", "0.0", "-0.0")
	}
	exp := one(g, 4, 4, 4, 30, 300)
	v := (g.rng.Float64() - 0.5) * math.Pow(10, float64(g.rng.IntN(2*exp)-exp))
	s := strconv.FormatFloat(v, one(g, byte('f'), 'e'), g.rng.IntN(8), 64)
	for i := range len(s) {
		if s[i] == '.' || s[i] == 'e' {
			return s
		}
	}
	return s + ".0"
}
