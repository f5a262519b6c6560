package cformat

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// AppendInt appends the lowest bits of v by the verbs d, i, o, u, x, X, c and p.
func (p Piece) AppendInt(b []byte, v uint64, bits int) []byte {
	shift := 64 - bits
	switch p.Verb {
	case 'c':
		return p.pad(b, "", string([]byte{byte(v)}), false)
	case 'd', 'i':
		s := int64(v) << shift >> shift
		sign := p.sign(s < 0)
		return p.digits(b, sign, strconv.FormatUint(magnitude(s), 10))
	case 'p':
		if v == 0 {
			return p.pad(b, "", "(nil)", false)
		}
		p.alt, p.Verb = true, 'x'
		return p.digits(b, p.sign(false)+"0x", strconv.FormatUint(v, 16))
	}
	v = v << shift >> shift
	prefix, text := "", ""
	switch p.Verb {
	case 'o':
		text = strconv.FormatUint(v, 8)
		switch { // the flag # makes the first digit a zero
		case !p.alt, p.Prec > len(text):
		case v != 0:
			text = "0" + text
		case p.Prec == 0:
			p.Prec = 1
		}
	case 'x', 'X':
		text = strconv.FormatUint(v, 16)
		if p.alt && v != 0 {
			prefix = "0x"
		}
		if p.Verb == 'X' {
			text, prefix = strings.ToUpper(text), strings.ToUpper(prefix)
		}
	default:
		text = strconv.FormatUint(v, 10)
	}
	return p.digits(b, prefix, text)
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// sign is what stands before a signed number.
func (p Piece) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case p.plus:
		return "+"
	case p.space:
		return " "
	}
	return ""
}

// digits appends the digits of an integer. A precision is the least number of them, and turns the
// flag 0 off.
func (p Piece) digits(b []byte, prefix, text string) []byte {
	if p.Prec == None {
		return p.pad(b, prefix, text, p.zero)
	}
	if p.Prec == 0 && text == "0" {
		text = ""
	}
	if n := p.Prec - len(text); n > 0 {
		text = strings.Repeat("0", n) + text
	}
	return p.pad(b, prefix, text, false)
}

// pad appends a field.
func (p Piece) pad(b []byte, prefix, text string, zeros bool) []byte {
	n := max(p.Width-len(prefix)-len(text), 0)
	switch {
	case p.minus:
		b = append(append(b, prefix...), text...)
		return append(b, bytes.Repeat([]byte{' '}, n)...)
	case zeros:
		b = append(b, prefix...)
		b = append(b, bytes.Repeat([]byte{'0'}, n)...)
		return append(b, text...)
	}
	b = append(b, bytes.Repeat([]byte{' '}, n)...)
	return append(append(b, prefix...), text...)
}

// AppendString appends by the verb s.
func (p Piece) AppendString(b []byte, s string) []byte {
	if p.Prec >= 0 && p.Prec < len(s) {
		s = s[:p.Prec]
	}
	return p.pad(b, "", s, false)
}

// AppendFloat appends by the verbs f, F, e, E, g, G, a and A, correctly rounded.
func (p Piece) AppendFloat(b []byte, v float64) []byte {
	sign := p.sign(math.Signbit(v))
	v = math.Abs(v)
	lower := p.Verb | 0x20
	var text string
	switch {
	case math.IsInf(v, 0):
		text = "inf"
	case math.IsNaN(v):
		text = "nan"
	case lower == 'a':
		sign, text = sign+"0x", p.hex(v)
	case lower == 'e':
		text = p.exponential(v, p.precision())
	case lower == 'f':
		text = p.point(strconv.FormatFloat(v, 'f', p.precision(), 64))
	default:
		text = p.general(v)
	}
	if p.Verb != lower {
		text, sign = strings.ToUpper(text), strings.ToUpper(sign)
	}
	return p.pad(b, sign, text, p.zero && !math.IsInf(v, 0) && !math.IsNaN(v))
}

// precision is the number of digits after the point, 6 if none is given.
func (p Piece) precision() int {
	if p.Prec == None {
		return 6
	}
	return p.Prec
}

// point adds a decimal point at the end if the flag # wants one where there is none.
func (p Piece) point(text string) string {
	if p.alt && !strings.Contains(text, ".") {
		return text + "."
	}
	return text
}

// exponential is a number with an exponent.
func (p Piece) exponential(v float64, prec int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', prec, 64), "e")
	return p.point(mantissa) + "e" + exponent
}

// general is the shorter of the forms with and without an exponent, as %g says.
func (p Piece) general(v float64) string {
	prec := max(p.precision(), 1)
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', prec-1, 64), "e")
	x, err := strconv.Atoi(exponent)
	if err != nil {
		panic("BUG: exponent " + exponent)
	}
	if x < -4 || x >= prec {
		mantissa, exponent, _ := strings.Cut(p.exponential(v, prec-1), "e")
		return p.trim(mantissa) + "e" + exponent
	}
	return p.trim(p.point(strconv.FormatFloat(v, 'f', prec-1-x, 64)))
}

// trim removes zeros at the end of a fraction unless the flag # keeps them.
func (p Piece) trim(text string) string {
	if p.alt || !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// hex is a number in base 16 without 0x. glibc, which prints for a card, begins subnormal ones
// with 0 and has no leading zeros in the exponent.
func (p Piece) hex(v float64) string {
	const fraction, bias = 52, 1023
	raw := math.Float64bits(v)
	exponent, mantissa := int(raw>>fraction), raw&(1<<fraction-1)
	switch {
	case exponent == 0 && mantissa == 0:
		exponent = 0
	case exponent == 0:
		exponent = 1 - bias
	default:
		mantissa |= 1 << fraction
		exponent -= bias
	}
	digits := 13
	if p.Prec >= 0 && p.Prec < digits {
		mantissa = roundEven(mantissa, uint(4*(digits-p.Prec)))
		digits = p.Prec
	}
	text := ""
	if digits > 0 {
		text = strconv.FormatUint(mantissa&(1<<(4*digits)-1), 16)
		text = strings.Repeat("0", digits-len(text)) + text
	}
	switch {
	case p.Prec == None:
		text = strings.TrimRight(text, "0")
	case p.Prec > digits:
		text += strings.Repeat("0", p.Prec-digits)
	}
	if text != "" || p.alt {
		text = "." + text
	}
	sign := "+"
	if exponent < 0 {
		sign, exponent = "-", -exponent
	}
	return strconv.FormatUint(mantissa>>(4*digits), 16) + text + "p" + sign + strconv.Itoa(exponent)
}

// roundEven drops the lowest bits, to nearest even.
func roundEven(v uint64, bits uint) uint64 {
	half := uint64(1) << (bits - 1)
	rest := v & (1<<bits - 1)
	v >>= bits
	if rest > half || rest == half && v&1 != 0 {
		v++
	}
	return v
}
