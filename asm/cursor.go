package asm

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"heddle/isa"
)

// cursor walks over the operands of a directive, or of an expression within
// an instruction. The first fault is kept; whoever called the directive
// reports it.
type cursor struct {
	a     *assembler
	s     string
	i     int
	base  pos // position of s in the source
	depth int // of parentheses and unary operators
	fault isa.SyntaxError
}

// failed reports whether there was a fault.
func (c *cursor) failed() bool { return c.fault.Msg != "" }

// fail records a fault for the bytes start to end of s.
func (c *cursor) fail(start, end int, format string, args ...any) bool {
	if !c.failed() {
		c.fault = isa.SyntaxError{Pos: start, End: max(start, end), Msg: fmt.Sprintf(format, args...)}
	}
	return false
}

// note adds a note to the fault just recorded.
func (c *cursor) note(format string, args ...any) {
	c.fault.Notes = append(c.fault.Notes, fmt.Sprintf(format, args...))
}

// skip goes to the next byte that is not white space; it reports whether
// there is one.
func (c *cursor) skip() bool {
	c.i = skipBlank(c.s, c.i)
	return c.i < len(c.s)
}

// is reports whether the next byte is b; peek and eat are for one byte each.
func (c *cursor) is(b byte) bool { return c.skip() && c.s[c.i] == b }

// eat takes the next byte if it is b.
func (c *cursor) eat(b byte) bool {
	if c.is(b) {
		c.i++
		return true
	}
	return false
}

// comma takes the required comma between operands.
func (c *cursor) comma() bool {
	if c.eat(',') {
		return true
	}
	return c.fail(c.i, c.tokenEnd(), "expected a comma")
}

// end checks that no input is left.
func (c *cursor) end() bool {
	if !c.skip() {
		return true
	}
	return c.fail(c.i, c.tokenEnd(), "unexpected %s at the end of the statement", c.token())
}

// token describes the next token for messages.
func (c *cursor) token() string {
	if !c.skip() {
		return "end of line"
	}
	return fmt.Sprintf("%q", c.s[c.i:c.tokenEnd()])
}

// tokenEnd returns the end of the word, string or single byte at the cursor.
func (c *cursor) tokenEnd() int {
	if !c.skip() {
		return c.i
	}
	if c.s[c.i] == '"' {
		return quotedEnd(c.s, c.i)
	}
	j := c.i
	for j < len(c.s) && class[c.s[j]] >= chName {
		j++
	}
	if j == c.i {
		_, n := utf8.DecodeRuneInString(c.s[j:])
		j += n
	}
	return j
}

// span returns the place of bytes start to end of s.
func (c *cursor) span(start, end int) span { return c.base.add(start).span(end - start) }

// word takes a name without quotes; it returns "" if there is none.
func (c *cursor) word() string {
	c.skip()
	start := c.i
	c.i = nameEnd(c.s, c.i)
	return c.s[start:c.i]
}

// symbolName takes the name of a symbol, which may be quoted.
func (c *cursor) symbolName() (string, bool) {
	if !c.skip() {
		return "", c.fail(c.i, c.i, "expected a symbol name")
	}
	if c.s[c.i] == '"' {
		text, ok := c.quoted()
		if ok && text == "" {
			return "", c.fail(c.i-2, c.i, "a symbol name cannot be empty")
		}
		return text, ok
	}
	start := c.i
	c.i = nameEnd(c.s, c.i)
	for c.i < len(c.s) && c.i > start && c.s[c.i] == '@' { // names of versions, as in a@V1
		c.i++
		for c.i < len(c.s) && class[c.s[c.i]] >= chName {
			c.i++
		}
	}
	if c.i == start {
		return "", c.fail(start, c.tokenEnd(), "expected a symbol name, not %s", c.token())
	}
	return c.s[start:c.i], true
}

// symbol takes the name of a symbol and finds or creates it.
func (c *cursor) symbol() (symID, bool) {
	start := c.i
	name, ok := c.symbolName()
	if !ok {
		return 0, false
	}
	if !c.mayName(start) {
		return 0, false
	}
	return c.a.lookup(name), true
}

// quoted takes a string in double quotes.
func (c *cursor) quoted() (string, bool) {
	b, ok := c.appendQuoted(nil)
	return string(b), ok
}

// appendQuoted takes a string in double quotes and appends its bytes to b.
func (c *cursor) appendQuoted(b []byte) ([]byte, bool) {
	if !c.is('"') {
		return b, c.fail(c.i, c.tokenEnd(), "expected a string in double quotes, not %s", c.token())
	}
	start, end := c.i, quotedEnd(c.s, c.i)
	if end < start+2 || c.s[end-1] != '"' || !closedQuote(c.s[start:end]) {
		return b, c.fail(start, end, "string without closing quote")
	}
	c.i = end
	body := c.s[start+1 : end-1]
	for i := 0; i < len(body); {
		n := strings.IndexByte(body[i:], '\\')
		if n < 0 {
			return append(b, body[i:]...), true
		}
		b = append(b, body[i:i+n]...)
		i += n
		v, size, msg := unescape(body[i:])
		if msg != "" {
			return b, c.fail(start+1+i, start+1+i+size, "%s", msg)
		}
		b = append(b, v)
		i += size
	}
	return b, true
}

// closedQuote reports whether the quote that ends s is not an escaped one.
func closedQuote(s string) bool {
	n := 0
	for i := len(s) - 2; i > 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 0
}

// unescape returns the byte encoded by the escape sequence at the start of s, and the length of the
// sequence.
func unescape(s string) (v byte, size int, msg string) {
	if len(s) < 2 {
		return 0, len(s), "backslash at the end of a string"
	}
	switch c := s[1]; {
	case c == 'x' || c == 'X':
		// Any number of digits; the last two count.
		i := 2
		for ; i < len(s) && digitOf(s[i]) < 16; i++ {
			v = v<<4 | byte(digitOf(s[i]))
		}
		if i == 2 {
			return 0, 2, "\\x needs hexadecimal digits"
		}
		return v, i, ""
	case c >= '0' && c <= '7':
		n, i := 0, 1
		for ; i < len(s) && i < 4 && digitOf(s[i]) < 8; i++ {
			n = n<<3 | digitOf(s[i])
		}
		if n > 255 {
			return 0, i, "octal escape is larger than a byte"
		}
		return byte(n), i, ""
	default:
		const from, to = `bfnrt"\`, "\b\f\n\r\t\"\\"
		if k := strings.IndexByte(from, c); k >= 0 {
			return to[k], 2, ""
		}
		return 0, 2, fmt.Sprintf("unknown escape sequence \\%c (accepted: \\b \\f \\n \\r \\t \\\" \\\\, octal and \\x)", c)
	}
}

// digitOf returns the value of a digit, or 255.
func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 255
}

// rest takes the rest of the input.
func (c *cursor) rest() string {
	c.skip()
	s := c.s[c.i:]
	c.i = len(c.s)
	return s
}
