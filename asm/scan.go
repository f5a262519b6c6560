package asm

import "strings"

// Bytes that matter when looking for the end of a statement.
const (
	chLine  = 1 + iota // ends a line
	chStop             // may start a comment or quoted text
	chBlank            // white space inside a line
	chName             // continues a name
	chDigit            // continues a name, but does not start one
)

var class = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = chName, chName
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = chDigit
	}
	for _, c := range "_.$?" {
		t[c] = chName
	}
	for _, c := range " \t\v\f\x00" {
		t[c] = chBlank
	}
	t['\n'], t['\r'] = chLine, chLine
	t[';'], t['/'], t['"'], t['\''] = chStop, chStop, chStop, chStop
	return t
}()

// nameStart reports whether c can begin a name.
func nameStart(c byte) bool { return class[c] == chName && c != '$' && c != '?' }

// nameEnd returns the end of the name that s has at i (i if there is none). It can begin with one
// $.
func nameEnd(s string, i int) int {
	if i+1 < len(s) && s[i] == '$' && nameStart(s[i+1]) {
		i++
	}
	if i >= len(s) || !nameStart(s[i]) {
		return i
	}
	for i++; i < len(s) && class[s[i]] >= chName; i++ {
	}
	return i
}

// skipBlank returns the first place from i on that is not white space.
func skipBlank(s string, i int) int {
	for i < len(s) && class[s[i]] == chBlank {
		i++
	}
	return i
}

// scanLine finds the end of the statement that begins at i, and the start of the next line. plain
// is false if the statement has a block comment, which may hide ends of lines: then use cleanLine.
func scanLine(s string, i int) (end, next int, plain bool) {
	for i < len(s) {
		switch class[s[i]] {
		case chLine:
			return i, i + lineBreak(s[i:]), true
		case chStop:
			switch s[i] {
			case ';':
				return i, nextLine(s, i), true
			case '/':
				if strings.HasPrefix(s[i:], "//") {
					return i, nextLine(s, i), true
				}
				if strings.HasPrefix(s[i:], "/*") {
					return i, i, false
				}
			default:
				i = quotedEnd(s, i)
				continue
			}
		}
		i++
	}
	return i, i, true
}

// lineBreak returns the length of the line end at the start of s: \n, \r\n or \r.
func lineBreak(s string) int {
	if strings.HasPrefix(s, "\r\n") {
		return 2
	}
	return 1
}

// nextLine returns the start of the line after the one that contains byte i.
func nextLine(s string, i int) int {
	end := len(s)
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		end = i + n + 1
	}
	if n := strings.IndexByte(s[i:end], '\r'); n >= 0 {
		return i + n + lineBreak(s[i+n:])
	}
	return end
}

// quotedEnd returns the end of the string or character constant that begins at i, or the end of the
// line if the closing quote is missing.
func quotedEnd(s string, i int) int {
	quote := s[i]
	if quote == '\'' {
		// 'a' and '\n' are characters; any other quote is a single character.
		if i+2 < len(s) && s[i+1] == '\\' && i+3 < len(s) && s[i+3] == '\'' {
			return i + 4
		}
		if i+2 < len(s) && class[s[i+1]] != chLine && s[i+2] == '\'' {
			return i + 3
		}
		return i + 1
	}
	for i++; i < len(s); i++ {
		switch s[i] {
		case quote:
			return i + 1
		case '\\':
			if i+1 < len(s) && class[s[i+1]] != chLine {
				i++
			}
		case '\n', '\r':
			return i
		}
	}
	return i
}

// cleanLine is scanLine for a statement with block comments: it gives the statement's text with the
// comments (and the line ends in them) turned into blanks, so that columns do not change. ok is
// false if a comment is not terminated.
func cleanLine(s string, start int) (text string, next int, ok bool) {
	b := []byte{}
	for i := start; ; {
		end, after, plain := scanLine(s, i)
		b = append(b, s[i:end]...)
		if plain {
			return string(b), after, true
		}
		n := strings.Index(s[end+2:], "*/")
		if n < 0 {
			return string(b), len(s), false
		}
		i = end + 2 + n + 2
		for range i - end {
			b = append(b, ' ')
		}
	}
}
