package inspect

import (
	"fmt"
	"strings"
	"unicode"

	"heddle/hsaco"
)

// Source is a place in a source file. The zero value is that of code without one.
type Source struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// String is "file:line", "" if there is none. What cannot be printed becomes a "?": the name comes
// from a file.
func (s Source) String() string {
	if s.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", printable(s.File), s.Line)
}

// printable is text without what a terminal would obey.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return '?'
		}
		return c
	}, text)
}

// linesOf returns the line table of an object, nil if it has none: the lines are an extra.
func linesOf(o *hsaco.Object) *hsaco.LineTable {
	lines, err := o.Lines()
	if err != nil {
		return nil
	}
	return lines
}

// sourceAt looks up the code at an address of a linked object.
func sourceAt(lines *hsaco.LineTable, addr uint64) Source {
	if lines == nil {
		return Source{}
	}
	p, ok := lines.Lookup(nil, addr)
	if !ok || p.Line == 0 {
		return Source{}
	}
	return Source{p.File, p.Line}
}
