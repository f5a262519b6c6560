package asm

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/isa"
)

// dbgExpr reads an absolute expression in s from byte pos on and stops at the
// first byte that cannot continue it.
type dbgExpr func(s string, pos int) (v int64, end int, err *isa.SyntaxError)

// dbgScan reads the operands of a debug directive from left to right.
type dbgScan struct {
	s     string
	pos   int
	expr  dbgExpr
	where span
}

func (s *dbgScan) space() { s.pos = skipBlank(s.s, s.pos) }

// peek returns the first byte of the next token, 0 at the end.
func (s *dbgScan) peek() byte {
	s.space()
	if s.pos == len(s.s) {
		return 0
	}
	return s.s[s.pos]
}

func (s *dbgScan) atEnd() bool { return s.peek() == 0 && s.pos == len(s.s) }

// wrong returns an error about the bytes from start to the current position, or about the next
// token if there are none.
func (s *dbgScan) wrong(start int, format string, args ...any) *isa.SyntaxError {
	end := s.pos
	if end <= start {
		end = s.tokenEnd(start)
	}
	return s.about(start, end, format, args...)
}

// tokenEnd returns the end of the token at start, for messages.
func (s *dbgScan) tokenEnd(start int) int {
	switch {
	case start == len(s.s):
		return start
	case s.s[start] == '"':
		return quotedEnd(s.s, start)
	case s.s[start] == ',':
		return start + 1
	}
	end := start
	for end < len(s.s) && class[s.s[end]] != chBlank && s.s[end] != ',' {
		end++
	}
	return end
}

func (s *dbgScan) about(start, end int, format string, args ...any) *isa.SyntaxError {
	return &isa.SyntaxError{Pos: start, End: end, Msg: fmt.Sprintf(format, args...)}
}

// expected returns an error about the next token.
func (s *dbgScan) expected(what string) *isa.SyntaxError {
	if s.atEnd() {
		return s.wrong(s.pos, "%s expected at the end of the line", what)
	}
	return s.wrong(s.pos, "%s expected", what)
}

// done returns an error if operands are left.
func (s *dbgScan) done() *isa.SyntaxError {
	if s.atEnd() {
		return nil
	}
	return s.wrong(s.pos, "no more operands expected in this directive")
}

func (s *dbgScan) comma() *isa.SyntaxError {
	if s.peek() != ',' {
		return s.expected("a comma")
	}
	s.pos++
	return nil
}

// word reads an identifier, or a quoted one; "" if there is none.
func (s *dbgScan) word() string {
	start := s.pos
	if s.peek() == '"' {
		w, err := s.text()
		if err != nil {
			s.pos = start
			return ""
		}
		return w
	}
	start, s.pos = s.pos, nameEnd(s.s, s.pos)
	return s.s[start:s.pos]
}

// number reads a plain unsigned number of up to 128 bits, not an expression.
func (s *dbgScan) number() (hi, lo uint64, err *isa.SyntaxError) {
	if digitOf(s.peek()) > 9 {
		return 0, 0, s.expected("a number")
	}
	start := s.pos
	for s.pos < len(s.s) && class[s.s[s.pos]] >= chName {
		s.pos++
	}
	digits, base := s.s[start:s.pos], uint64(10)
	if len(digits) > 1 && digits[0] == '0' {
		switch digits[1] {
		case 'x', 'X':
			digits, base = digits[2:], 16
		case 'b', 'B':
			digits, base = digits[2:], 2
		default:
			digits, base = digits[1:], 8
		}
	}
	if digits == "" {
		return 0, 0, s.wrong(start, "%s is not a number", s.s[start:s.pos])
	}
	for i := range len(digits) {
		v := uint64(digitOf(digits[i]))
		if v >= base {
			return 0, 0, s.wrong(start, "%s is not a number", s.s[start:s.pos])
		}
		over, low := bits.Mul64(hi, base)
		up, rest := bits.Mul64(lo, base)
		var c1, c2 uint64
		lo, c1 = bits.Add64(rest, v, 0)
		hi, c2 = bits.Add64(low, up, c1)
		if over != 0 || c2 != 0 {
			return 0, 0, s.wrong(start, "the number has more than 128 bits")
		}
	}
	return hi, lo, nil
}

// count reads a plain number of at most max.
func (s *dbgScan) count(what string, max uint64) (uint64, *isa.SyntaxError) {
	s.space()
	start := s.pos
	hi, lo, err := s.number()
	if err != nil {
		return 0, err
	}
	if hi != 0 || lo > max {
		return 0, s.wrong(start, "%s is larger than %d", what, max)
	}
	return lo, nil
}

// value reads an absolute expression between min and max.
func (s *dbgScan) value(what string, min, max int64) (int64, *isa.SyntaxError) {
	if s.atEnd() {
		return 0, s.expected(what)
	}
	start := s.pos
	v, end, err := s.expr(s.s, s.pos)
	if err != nil {
		return 0, err
	}
	s.pos = end
	if v < min || v > max {
		return 0, s.wrong(start, "%s is %d; accepted: %d to %d", what, v, min, max)
	}
	return v, nil
}

// text reads a quoted string with LLVM's escapes.
func (s *dbgScan) text() (string, *isa.SyntaxError) {
	if s.peek() != '"' {
		return "", s.expected("a string in double quotes")
	}
	start := s.pos
	i := s.pos + 1
	var b []byte
	for i < len(s.s) {
		switch c := s.s[i]; c {
		case '"':
			s.pos = i + 1
			return string(b), nil
		case '\\':
			v, n, msg := unescape(s.s[i:])
			if msg != "" {
				s.pos = i + n
				return "", s.wrong(i, "%s", msg)
			}
			b = append(b, v)
			i += n
		default:
			b = append(b, c)
			i++
		}
	}
	s.pos = len(s.s)
	return "", s.wrong(start, "the string has no closing quote")
}

// fileText reads a string that ends up zero-terminated in a table.
func (s *dbgScan) fileText() (string, *isa.SyntaxError) {
	s.space()
	start := s.pos
	t, err := s.text()
	if err == nil && strings.IndexByte(t, 0) >= 0 {
		err = s.wrong(start, "a zero byte in the string would end it")
	}
	return t, err
}
