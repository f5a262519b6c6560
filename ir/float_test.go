package ir

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"heddle/long"
	"heddle/num"
)

// TestFloatCodes prints every code of the types of at most 16 bits, and random
// ones of the others, and reads it back.
func TestFloatCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, typ := range genFloats {
		width := typ.Width()
		n := 1 << min(width, 16)
		for i := range n {
			if !long.Some(i, 4) {
				continue
			}
			code := uint64(i)
			if width > 16 {
				code = r.Uint64() & (1<<(width-1)<<1 - 1)
			}
			a := Float(typ, code)
			back, err := ParseAttr(a.String())
			if err != nil {
				t.Fatalf("%s %#x: %v", typ, code, err)
			}
			if got := back.(*FloatAttr).Bits; got != code {
				t.Fatalf("%s: %#x is printed as %s and read as %#x", typ, code, a, got)
			}
		}
	}
}

// valueOf is the exact value of a finite code.
func valueOf(typ FloatType, code uint64) *big.Float {
	neg, sig, exp, class := decodeFloat(typ, code)
	if class != num.Finite && class != num.Zero {
		return nil
	}
	v := new(big.Float).SetMantExp(new(big.Float).SetUint64(sig), exp)
	if neg {
		v.Neg(v)
	}
	return v
}

// TestEncodeFloat rounds random numbers and compares with the nearest of all
// codes, found by trying them.
func TestEncodeFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, typ := range genFloats {
		if typ.Width() > 8 {
			continue
		}
		most := largest(typ)
		values := make([]*big.Float, 1<<typ.Width())
		for c := range values {
			values[c] = valueOf(typ, uint64(c))
		}
		for range long.Count(300, 1000) {
			x := math.Ldexp(r.Float64()*2-1, r.IntN(40)-24)
			if r.IntN(4) == 0 { // a number, or the middle of two
				c := uint64(r.IntN(1 << typ.Width()))
				a, b := valueOf(typ, c), valueOf(typ, (c+1)&(1<<typ.Width()-1))
				if a == nil || b == nil {
					continue
				}
				x, _ = new(big.Float).Quo(new(big.Float).Add(a, b), big.NewFloat(2)).Float64()
			}
			if typ == F8E8M0FNU {
				x = math.Abs(x)
			}
			got := encodeFloat(typ, x)
			v := valueOf(typ, got)
			if v == nil {
				if math.Abs(x) <= most {
					t.Fatalf("%s: %g became %#x", typ, x, got)
				}
				continue
			}
			distance := func(v *big.Float) *big.Float {
				return new(big.Float).Abs(new(big.Float).Sub(v, big.NewFloat(x)))
			}
			for c, w := range values {
				if w == nil {
					continue
				}
				switch distance(w).Cmp(distance(v)) {
				case -1:
					t.Fatalf("%s: %g became %#x (%v), but %#x (%v) is nearer", typ, x, got, v, c, w)
				case 0:
					if typ != F8E8M0FNU && w.Cmp(v) != 0 && got&1 == 1 && c&1 == 0 && math.Abs(x) < most {
						t.Fatalf("%s: %g became %#x (%v), the even neighbour is %#x (%v)", typ, x, got, v, c, w)
					}
				}
			}
		}
	}
}

func largest(typ FloatType) float64 {
	m := 0.0
	for c := range uint64(1) << typ.Width() {
		if v := valueOf(typ, c); v != nil {
			f, _ := v.Float64()
			m = max(m, f)
		}
	}
	return m
}

// TestFloatText compares short forms with strconv where both round the same.
func TestFloatText(t *testing.T) {
	for _, c := range []struct {
		typ  FloatType
		text string // as MLIR prints the number
	}{
		{F32, "1.000000e+00"}, {F32, "1.000000e-01"}, {F32, "0.333333343"}, {F32, "3.40282347E+38"}, {F32, "1.401300e-45"}, {F32, "16777.2168"},
		{F64, "0.33333333333333331"}, {F64, "1.7976931348623157E+308"}, {F64, "4.940660e-324"}, {F64, "1234.56789"}, {F64, "1.2345678899999999E-5"},
		{F16, "6.550400e+04"}, {BF16, "3.389530e+38"}, {F8E8M0FNU, "5.877470e-39"}, {F6E3M2FN, "2.800000e+01"},
	} {
		x, _ := strconv.ParseFloat(c.text, 64)
		if got := Float(c.typ, encodeFloat(c.typ, x)).String(); got != c.text+" : "+c.typ.String() {
			t.Errorf("%s prints as %s", c.text, got)
		}
	}
	for code, want := range map[uint64]string{0x7f800000: "0x7F800000", 0x4b800001: "0x4B800001", 0xffc00000: "0xFFC00000"} {
		if got := Float(F32, code).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%#x prints as %s", code, got)
		}
	}
}
