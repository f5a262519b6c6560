package ir

import "strings"

// tokenKind is the kind of a token; punctuation is its own character.
type tokenKind byte

const (
	tokEOF     tokenKind = iota
	tokBad               // lexError says why
	tokBare              // name, arith.addi
	tokAt                // @name, @"name"
	tokHash              // #name
	tokBang              // !name
	tokPercent           // %name
	tokCaret             // ^name
	tokInt               // 12, 0x1f
	tokFloat             // 1.5e+3
	tokString            // "text"
	tokArrow             // ->
	tokColons            // ::
	tokEllipsis
	tokGE       // >= (in integer sets)
	tokEQ       // ==
	tokResource // {-#
)

// token is a piece of the text, start to end.
type token struct {
	kind       tokenKind
	start, end int
}

// byteClass sorts bytes for the lexer.
type byteClass uint8

const (
	classIdent  byteClass = 1 << iota // letter, digit, _ $ .
	classSuffix                       // the same and -
	classSpace
	classDigit
	classHex
)

var classes = func() (t [256]byteClass) {
	for c := range t {
		b := byte(c)
		switch {
		case isDigit(b):
			t[c] = classIdent | classSuffix | classDigit | classHex
		case isLetter(b):
			t[c] = classIdent | classSuffix
			if b|0x20 <= 'f' {
				t[c] |= classHex
			}
		case b == '_' || b == '$' || b == '.':
			t[c] = classIdent | classSuffix
		case b == '-':
			t[c] = classSuffix
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			t[c] = classSpace
		}
	}
	return t
}()

// lexAt reads the token at or after position i. lexFault explains a bad token from its text.
func lexAt(s string, i int) token {
	for {
		for i < len(s) && classes[s[i]]&classSpace != 0 {
			i++
		}
		if i+1 >= len(s) || s[i] != '/' || s[i+1] != '/' {
			break
		}
		n := strings.IndexByte(s[i:], '\n')
		if n < 0 {
			i = len(s)
			break
		}
		i += n
	}
	if i >= len(s) {
		return token{tokEOF, len(s), len(s)}
	}
	switch c := s[i]; {
	case isLetter(c) || c == '_':
		return token{tokBare, i, skip(s, i+1, classIdent)}
	case isDigit(c):
		return lexNumber(s, i)
	case c == '%' || c == '#' || c == '!' || c == '^':
		return lexPrefixed(s, i)
	case c == '"':
		return lexString(s, i, i, tokString)
	case c == '@':
		return lexAtName(s, i)
	}
	return lexPunctuation(s, i)
}

func skip(s string, i int, class byteClass) int {
	for i < len(s) && classes[s[i]]&class != 0 {
		i++
	}
	return i
}

func lexNumber(s string, start int) token {
	i := start
	if s[i] == '0' && i+2 < len(s) && s[i+1] == 'x' && classes[s[i+2]]&classHex != 0 {
		return token{tokInt, start, skip(s, i+2, classHex)}
	}
	i = skip(s, i, classDigit)
	if i >= len(s) || s[i] != '.' {
		return token{tokInt, start, i}
	}
	i = skip(s, i+1, classDigit)
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			i = skip(s, j, classDigit)
		}
	}
	return token{tokFloat, start, i}
}

func lexPrefixed(s string, start int) token {
	kind := tokHash
	switch s[start] {
	case '%':
		kind = tokPercent
	case '!':
		kind = tokBang
	case '^':
		kind = tokCaret
	}
	i := start + 1
	if i < len(s) && isDigit(s[i]) {
		i = skip(s, i, classDigit)
	} else {
		i = skip(s, i, classSuffix)
	}
	if i == start+1 && kind != tokHash && kind != tokBang {
		kind = tokBad
	}
	return token{kind, start, i}
}

// lexString reads the string that begins at open; the token begins at start.
func lexString(s string, start, open int, kind tokenKind) token {
	for i := open + 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return token{kind, start, i + 1}
		case '\n', '\v', '\f', 0:
			return token{tokBad, start, i}
		case '\\':
			i++
			if i < len(s) && strings.IndexByte(`"\nt`, s[i]) >= 0 {
				break
			}
			if i+1 >= len(s) || classes[s[i]]&classes[s[i+1]]&classHex == 0 {
				return token{tokBad, start, min(i+1, len(s))}
			}
			i++
		}
	}
	return token{tokBad, start, len(s)}
}

func lexAtName(s string, start int) token {
	i := start + 1
	if i < len(s) && s[i] == '"' {
		return lexString(s, start, i, tokAt)
	}
	if i >= len(s) || !isLetter(s[i]) && s[i] != '_' {
		return token{tokBad, start, i}
	}
	return token{tokAt, start, skip(s, i, classIdent)}
}

var longPunctuation = []struct {
	text string
	kind tokenKind
}{{"->", tokArrow}, {"::", tokColons}, {"...", tokEllipsis}, {">=", tokGE}, {"==", tokEQ}, {"{-#", tokResource}}

func lexPunctuation(s string, i int) token {
	switch s[i] {
	case '(', ')', '}', '[', ']', '<', ',', '+', '*', '?', '/', '|':
		return token{tokenKind(s[i]), i, i + 1}
	}
	for _, p := range longPunctuation {
		if s[i] == p.text[0] && strings.HasPrefix(s[i:], p.text) {
			return token{p.kind, i, i + len(p.text)}
		}
	}
	if strings.IndexByte("{>:=-", s[i]) >= 0 {
		return token{tokenKind(s[i]), i, i + 1}
	}
	return token{tokBad, i, i + 1}
}

// lexFault returns the fault in the text of a bad token.
func lexFault(text string) string {
	switch {
	case text[0] == '"' || strings.HasPrefix(text, `@"`):
		if i := strings.LastIndexByte(text, '\\'); i >= 0 && i+3 >= len(text) {
			return `unknown escape in a string; accepted are \" \\ \n \t and two hex digits`
		}
		return "the string does not end on its line"
	case text[0] == '@':
		return "expected a name after @"
	case text[0] == '%', text[0] == '^':
		return "expected a name after " + text[:1]
	}
	return "unexpected character"
}

// unquote returns the value of a string token, quotes included.
func unquote(s string) string {
	s = s[1 : len(s)-1]
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		c := s[i]
		if c == '\\' {
			i++
			switch c = s[i]; {
			case c == '"' || c == '\\':
			case c == 'n':
				c = '\n'
			case c == 't':
				c = '\t'
			default:
				c = hexValue(s[i])<<4 | hexValue(s[i+1])
				i++
			}
		}
		b = append(b, c)
	}
	return string(b)
}

func hexValue(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
