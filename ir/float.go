package ir

import (
	"bytes"
	"math"
	"math/big"
	"math/bits"
	"strconv"

	"heddle/num"
)

// decodeFloat takes a code of at most 64 bits apart: a finite number is
// (-1)^neg * sig * 2^exp.
func decodeFloat(t FloatType, code uint64) (neg bool, sig uint64, exp int, class num.Class) {
	f := t.Format()
	if t == F8E8M0FNU {
		if code == 0xff {
			return false, 0, 0, num.NaN
		}
		return false, 1, int(code) - 127, num.Finite
	}
	neg = code>>(f.ExpBits+f.FracBits)&1 == 1
	frac := code & (1<<f.FracBits - 1)
	field := int(code >> f.FracBits & (1<<f.ExpBits - 1))
	top := field == 1<<f.ExpBits-1
	exp = max(field, 1) - f.Bias - f.FracBits
	switch {
	case f.Specials == num.SpecialsIEEE && top && frac == 0:
		return neg, 0, 0, num.Inf
	case f.Specials == num.SpecialsIEEE && top,
		f.Specials == num.SpecialsNaN && top && frac == 1<<f.FracBits-1,
		f.Specials == num.SpecialsFNUZ && neg && frac == 0 && field == 0:
		return neg, 0, 0, num.NaN
	case field != 0:
		return neg, frac | 1<<f.FracBits, exp, num.Finite
	case frac == 0:
		return neg, 0, exp, num.Zero
	}
	return neg, frac, exp, num.Finite
}

// encodeFloat rounds a float64 to nearest even, as MLIR does with a literal.
// What is too large becomes infinity, else NaN, else the largest number,
// whichever the type has first.
func encodeFloat(t FloatType, x float64) uint64 {
	f := t.Format()
	switch t {
	case F64:
		return math.Float64bits(x)
	case F32:
		return uint64(math.Float32bits(float32(x)))
	case F8E8M0FNU:
		return encodeE8M0(x)
	}
	sign := uint64(0)
	if math.Signbit(x) {
		sign = 1 << (f.ExpBits + f.FracBits)
	}
	if x == 0 {
		return signedZero(f, sign)
	}
	if math.IsInf(x, 0) {
		return overflowCode(f, sign)
	}
	frac, e := math.Frexp(math.Abs(x)) // x = frac * 2^e, frac in [0.5, 1)
	sig := uint64(frac * (1 << 53))    // exact; x = sig * 2^(e-53)
	exp := max(e-1, 1-f.Bias)          // of the leading digit, not below the smallest normal
	shift := exp - f.FracBits - (e - 53)
	code := uint64(0)
	if shift <= 54 {
		code = sig >> shift
		rest, half := sig&(1<<shift-1), uint64(1)<<(shift-1)
		if rest > half || rest == half && code&1 == 1 {
			code++
		}
	}
	// A carry out of the fraction moves the exponent on by itself.
	code += uint64(exp+f.Bias-1) << f.FracBits
	if code > maxFinite(f) {
		return overflowCode(f, sign)
	}
	if code == 0 {
		return signedZero(f, sign)
	}
	return code | sign
}

func signedZero(f *num.Format, sign uint64) uint64 {
	if f.Specials == num.SpecialsFNUZ {
		return 0
	}
	return sign
}

func maxFinite(f *num.Format) uint64 {
	all := uint64(1)<<(f.ExpBits+f.FracBits) - 1
	switch f.Specials {
	case num.SpecialsIEEE:
		return all - 1<<f.FracBits
	case num.SpecialsNaN:
		return all - 1
	}
	return all
}

func overflowCode(f *num.Format, sign uint64) uint64 {
	switch f.Specials {
	case num.SpecialsIEEE:
		return sign | (maxFinite(f) + 1)
	case num.SpecialsNaN:
		return sign | (maxFinite(f) + 1)
	case num.SpecialsFNUZ:
		return 1 << (f.ExpBits + f.FracBits)
	}
	return sign | maxFinite(f)
}

// encodeE8M0 rounds to a power of two, to nearest and ties to the larger
// significand's even neighbour, which is the larger power.
func encodeE8M0(x float64) uint64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0xff
	}
	frac, e := math.Frexp(math.Abs(x))
	e--
	if frac > 0.75 || frac == 0.75 {
		e++
	}
	if x == 0 || e < -127 {
		return 0
	}
	if e > 127 {
		return 0xff
	}
	return uint64(e + 127)
}

// appendFloat appends a number as MLIR prints it: with six digits if those read back as the number,
// with enough digits if that has a point, and as the hex digits of its code otherwise.
func appendFloat(b []byte, t FloatType, code uint64) []byte {
	if s, ok := shortFloat(t, code); ok {
		return append(b, s...)
	}
	return append(append(b, "0x"...), bytes.ToUpper(strconv.AppendUint(nil, code, 16))...)
}

// hexFloat reports whether appendFloat prints the code's hex digits.
func hexFloat(t FloatType, code uint64) bool {
	_, ok := shortFloat(t, code)
	return !ok
}

// shortFloat returns the decimal form, if MLIR prints one.
func shortFloat(t FloatType, code uint64) (s []byte, ok bool) {
	neg, sig, exp, class := decodeFloat(t, code)
	switch class {
	case num.Inf, num.NaN:
		return nil, false
	case num.Zero:
		if neg {
			return []byte("-0.000000e+00"), true
		}
		return []byte("0.000000e+00"), true
	}
	d := decimalOf(sig, exp, shortDigits)
	s = d.scientific(neg, shortDigits)
	if x, err := strconv.ParseFloat(string(s), parseBits(t)); err == nil && encodeFloat(t, x) == code {
		return s, true
	}
	digits := 2 + (significantBits(t) * 59 / 196)
	return decimalOf(sig, exp, digits).plain(neg, digits)
}

// parseBits keeps a decimal from being rounded twice.
func parseBits(t FloatType) int {
	if t == F32 {
		return 32
	}
	return 64
}

func significantBits(t FloatType) int {
	if t == F8E8M0FNU {
		return 1
	}
	return t.Format().FracBits + 1
}

const shortDigits = 6

// decimal is 0.d1d2d3... without trailing zeros: digits * 10^exp.
type decimal struct {
	digits []byte // most significant first
	exp    int    // power of ten of the last digit
}

// decimalOf rounds sig * 2^exp to at most n digits, half up. Like LLVM's APFloat::toString it first
// cuts off digits far to the right.
func decimalOf(sig uint64, exp, n int) decimal {
	z := bits.TrailingZeros64(sig)
	v := new(big.Int).SetUint64(sig >> z)
	exp += z
	ten := 0
	if exp >= 0 {
		v.Lsh(v, uint(exp))
	} else {
		v.Mul(v, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
		ten = exp
	}
	if need := (n*196 + 58) / 59; v.BitLen() > need {
		if cut := (v.BitLen() - need) * 59 / 196; cut > 0 {
			v.Quo(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(cut)), nil))
			ten += cut
		}
	}
	d := decimal{v.Append(nil, 10), ten}
	d.trim()
	if len(d.digits) > n {
		up := d.digits[n] >= '5'
		d.exp += len(d.digits) - n
		d.digits = d.digits[:n]
		if up {
			d.increment()
		}
		d.trim()
	}
	return d
}

// trim removes trailing zeros.
func (d *decimal) trim() {
	for n := len(d.digits); n > 1 && d.digits[n-1] == '0'; n-- {
		d.digits = d.digits[:n-1]
		d.exp++
	}
}

func (d *decimal) increment() {
	for i := len(d.digits) - 1; i >= 0; i-- {
		if d.digits[i] != '9' {
			d.digits[i]++
			return
		}
		d.digits[i] = '0'
	}
	d.exp += len(d.digits)
	d.digits = []byte{'1'}
}

// scientific returns 1.500000e+00 with n digits after the point.
func (d decimal) scientific(neg bool, n int) []byte {
	var b []byte
	if neg {
		b = append(b, '-')
	}
	b = append(append(b, d.digits[0], '.'), d.digits[1:]...)
	for i := len(d.digits) - 1; i < n; i++ {
		b = append(b, '0')
	}
	e := d.exp + len(d.digits) - 1
	if e < 0 {
		b, e = append(b, "e-"...), -e
	} else {
		b = append(b, "e+"...)
	}
	if e < 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, int64(e), 10)
}

// plain returns 123.456, or 1.5E-10 where more than three zeros would be needed to place the point;
// ok is false if there would be no point.
func (d decimal) plain(neg bool, precision int) (s []byte, ok bool) {
	const maxPadding = 3
	var b []byte
	if neg {
		b = append(b, '-')
	}
	n := len(d.digits)
	top := d.exp + n - 1
	switch {
	case d.exp >= 0 && (d.exp > maxPadding || d.exp+n > precision), d.exp < 0 && top < -maxPadding:
		b = append(b, d.digits[0], '.')
		if n == 1 {
			b = append(b, '0')
		}
		b = append(b, d.digits[1:]...)
		b = append(b, 'E')
		if top >= 0 {
			b = append(b, '+')
		}
		return strconv.AppendInt(b, int64(top), 10), true
	case d.exp >= 0:
		return nil, false
	case top >= 0:
		b = append(b, d.digits[:top+1]...)
		b = append(b, '.')
		return append(b, d.digits[top+1:]...), true
	}
	b = append(b, "0."...)
	for range -top - 1 {
		b = append(b, '0')
	}
	return append(b, d.digits...), true
}
