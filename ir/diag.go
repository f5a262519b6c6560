package ir

import (
	"strings"
	"unicode/utf8"

	"heddle/diag"
)

// Diagnostic is one error about a place in the source, or about the file as a
// whole.
type Diagnostic = diag.Diagnostic

// Diagnostics are the errors of a file, in the order they were found.
type Diagnostics = diag.List

// errorOf returns ds as an error, nil if it is empty.
func errorOf(ds *Diagnostics) error {
	if ds.Count == 0 {
		return nil
	}
	return ds
}

// Source is a file that has been read.
type Source struct {
	File string
	Text string
}

// diagnostic makes a message about a byte range of the text.
func (s *Source) diagnostic(p Pos, msg string, notes ...string) Diagnostic {
	d := Diagnostic{File: s.File, Msg: msg, Notes: notes}
	start := min(int(p.Start), len(s.Text))
	line := strings.LastIndexByte(s.Text[:start], '\n') + 1
	text := s.Text[line:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	d.Source = strings.TrimSuffix(text, "\r")
	d.Line = 1 + strings.Count(s.Text[:line], "\n")
	d.Start = min(start-line, len(d.Source))
	d.End = min(max(int(p.End)-line, d.Start), len(d.Source))
	d.Col = 1 + utf8.RuneCountInString(d.Source[:d.Start])
	return d
}
