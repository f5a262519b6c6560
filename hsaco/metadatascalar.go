package hsaco

import (
	"math"
	"strconv"
	"strings"
)

// parseScalar returns an untagged scalar the type that LLVM's YAML reader gives it: the first of
// unsigned integer, signed integer, boolean, float and string that matches all of it.
func parseScalar(s string) Node {
	if n, ok := parseInteger(s); ok {
		return n
	}
	if n, ok := parseBool(s); ok {
		return n
	}
	if n, ok := parseFloat(s); ok {
		return n
	}
	return Node{Kind: NodeString, Str: s}
}

// parseBool reads a boolean.
func parseBool(s string) (Node, bool) {
	switch s {
	case "true":
		return Node{Kind: NodeBool, Num: 1}, true
	case "false":
		return Node{Kind: NodeBool}, true
	}
	return Node{}, false
}

// parseInteger reads a decimal, hexadecimal (0x), binary (0b) or octal (0o or 0) integer of 64
// bits, signed or unsigned. With a plus sign it is a float.
func parseInteger(s string) (Node, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	base := 10
	switch {
	case hasPrefixFold(digits, "0x"):
		digits, base = digits[2:], 16
	case hasPrefixFold(digits, "0b"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0o"):
		digits, base = digits[2:], 8
	case len(digits) > 1 && digits[0] == '0' && isDigit(digits[1]):
		digits, base = digits[1:], 8
	}
	if digits == "" || digits[0] == '+' || digits[0] == '-' {
		return Node{}, false
	}
	v, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err != nil, negative && v > 1<<63:
		return Node{}, false
	case negative:
		return intNode(-int64(v)), true
	}
	return Node{Kind: NodeUint, Num: v}, true
}

// hasPrefixFold is strings.HasPrefix for a lower case ASCII prefix in any case.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// isDigit reports whether c is a decimal digit.
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isHexDigit reports whether c is a hexadecimal digit.
func isHexDigit(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// Bits of a float64 NaN as C's strtod returns it.
const (
	quietNaN = 0x7ff8000000000000
	signBit  = 1 << 63
)

// parseFloat reads what C's strtod reads up to the end or a zero byte: after white space a decimal
// or hexadecimal number, inf, infinity or nan in any case. An empty string is 0. (A NaN with a
// payload, "nan(1)", remains a string.)
func parseFloat(s string) (Node, bool) {
	s, _, _ = strings.Cut(s, "\x00")
	if s == "" {
		return Node{Kind: NodeFloat}, true
	}
	body := strings.TrimLeft(s, " \t\n\v\f\r")
	sign := uint64(0)
	if body != "" && (body[0] == '-' || body[0] == '+') {
		if body[0] == '-' {
			sign = signBit
		}
		body = body[1:]
	}
	if strings.EqualFold(body, "nan") {
		return Node{Kind: NodeFloat, Num: sign | quietNaN}, true
	}
	if strings.EqualFold(body, "inf") || strings.EqualFold(body, "infinity") {
		return Node{Kind: NodeFloat, Num: sign | math.Float64bits(math.Inf(1))}, true
	}
	number, ok := goFloat(body)
	if !ok {
		return Node{}, false
	}
	// Out of range gives an infinity or zero, as in C.
	v, _ := strconv.ParseFloat(number, 64)
	n := floatNode(v)
	n.Num |= sign
	return n, true
}

// goFloat checks an unsigned decimal or hexadecimal floating-point number in C syntax and returns
// it in Go syntax.
func goFloat(s string) (string, bool) {
	digit, exponent := isDigit, byte('e')
	rest := s
	if hasPrefixFold(s, "0x") {
		digit, exponent, rest = isHexDigit, 'p', s[2:]
	}
	whole := countPrefix(rest, digit)
	rest = rest[whole:]
	fraction := 0
	if strings.HasPrefix(rest, ".") {
		fraction = countPrefix(rest[1:], digit)
		rest = rest[1+fraction:]
	}
	switch {
	case whole+fraction == 0:
		return "", false
	case rest == "" && exponent == 'p':
		return s + "p0", true
	case rest == "":
		return s, true
	case rest[0]|0x20 != exponent:
		return "", false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	return s, rest != "" && countPrefix(rest, isDigit) == len(rest)
}

// countPrefix returns the number of bytes at the start of s that are in set.
func countPrefix(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}
