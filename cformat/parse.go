// Package cformat prints as C's printf does, with the vectors of OpenCL: what
// kernels print. Format strings come from code objects, so nothing in them is
// trusted: widths are bounded, %n writes nothing, and what is not a conversion is
// printed as it stands.
package cformat

import "strings"

// MaxWidth bounds field widths and precisions; larger ones are cut to it.
const MaxWidth = 4096

// A Piece is text, and the conversion that follows it.
type Piece struct {
	Text string
	// Verb is the conversion's letter, one of diouxXcsfFeEgGaApn; 0 after the last text.
	Verb byte
	// Width and Prec are numbers, or none, or star: the next argument says it.
	Width, Prec int
	// Vector is the number of elements of an OpenCL vector; 0 for a scalar.
	Vector int
	// Length is the modifier: hh, h, hl, l, ll, j, z, t, L or nothing.
	Length string

	minus, plus, space, alt, zero bool
}

const (
	None = -1
	Star = -2
)

const verbs = "diouxXcsfFeEgGaApn"

// lengths are the modifiers, the longer ones first.
var lengths = [...]string{"hh", "hl", "h", "ll", "l", "j", "z", "t", "L"}

// Parse splits a format string. The last piece has no conversion.
func Parse(format string) (list []Piece) {
	text := ""
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			return append(list, Piece{Text: text + format})
		}
		text, format = text+format[:at], format[at:]
		switch p, n := conversion(format); {
		case n == 0:
			text, format = text+"%", format[1:]
		case p.Verb == '%':
			text, format = text+"%", format[n:]
		default:
			p.Text = text
			list = append(list, p)
			text, format = "", format[n:]
		}
	}
}

// conversion reads a conversion, which begins with %, and its length; 0 if it is none.
func conversion(s string) (p Piece, n int) {
	i := 1
	for ; i < len(s) && strings.IndexByte("-+ #0", s[i]) >= 0; i++ {
		switch s[i] {
		case '-':
			p.minus = true
		case '+':
			p.plus = true
		case ' ':
			p.space = true
		case '#':
			p.alt = true
		case '0':
			p.zero = true
		}
	}
	p.Width, i = number(s, i, None)
	p.Prec = None
	if i < len(s) && s[i] == '.' {
		p.Prec, i = number(s, i+1, 0)
	}
	if i < len(s) && s[i] == 'v' {
		p.Vector, i = number(s, i+1, 0)
		switch p.Vector {
		case 2, 3, 4, 8, 16:
		default:
			return p, 0
		}
	}
	for _, l := range lengths {
		if strings.HasPrefix(s[i:], l) {
			p.Length, i = l, i+len(l)
			break
		}
	}
	if i == len(s) || strings.IndexByte(verbs+"%", s[i]) < 0 {
		return p, 0
	}
	p.Verb = s[i]
	return p, i + 1
}

// number reads a number or * at i; without one it is other.
func number(s string, i, other int) (v, end int) {
	if i < len(s) && s[i] == '*' {
		return Star, i + 1
	}
	for v = other; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		v = min(max(v, 0)*10+int(s[i]-'0'), MaxWidth)
	}
	return v, i
}

// With returns the piece with a width or precision that an argument gives: a negative
// width is the flag -, a negative precision is none.
func (p Piece) With(width, prec int64) Piece {
	if p.Width == Star {
		if width < 0 {
			p.minus, width = true, -max(width, -MaxWidth)
		}
		p.Width = int(min(width, MaxWidth))
	}
	if p.Prec == Star {
		p.Prec = int(min(max(prec, None), MaxWidth))
	}
	return p
}

// IsFloat reports whether the conversion is of a floating-point number.
func (p Piece) IsFloat() bool { return p.Verb != 0 && strings.IndexByte("fFeEgGaA", p.Verb) >= 0 }

// Bits is how many bits of an integer the modifier leaves, int without one.
func (p Piece) Bits() int {
	switch p.Length {
	case "hh":
		return 8
	case "h":
		return 16
	case "", "hl":
		return 32
	}
	return 64
}
