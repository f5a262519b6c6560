package ir

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxDiagnostics is how many errors are kept with their text; the rest are only
// counted.
const MaxDiagnostics = 20

// Diagnostic is one error about a place in the source, or about the file as a
// whole.
type Diagnostic struct {
	File string
	// Line and Col start at 1; Col counts characters. Both are 0 for a message
	// about the file as a whole, or about an operation that no file holds.
	Line, Col int
	// Start and End are the byte range in Source that the message is about.
	Start, End int
	Source     string // the source line, without its end
	Msg        string
	// Notes follow the message: accepted forms, suggestions.
	Notes []string
}

// Error gives the message as compilers print it: place, source line, caret.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	d.write(&b)
	return strings.TrimSuffix(b.String(), "\n")
}

func (d *Diagnostic) write(b *strings.Builder) {
	if d.Line == 0 {
		fmt.Fprintf(b, "%s: error: %s\n", d.File, d.Msg)
	} else {
		fmt.Fprintf(b, "%s:%d:%d: error: %s\n", d.File, d.Line, d.Col, d.Msg)
		writeCaret(b, d.Source, d.Start, d.End)
	}
	for _, n := range d.Notes {
		fmt.Fprintf(b, "%s: note: %s\n", d.File, n)
	}
}

// writeCaret prints the source line and a caret under bytes start to end of
// it. Tabs of the line are repeated so that the caret stays in place.
func writeCaret(b *strings.Builder, line string, start, end int) {
	const longest = 400 // a generated line can be megabytes long
	start = min(start, len(line))
	end = min(max(end, start), len(line))
	if len(line) > longest {
		from := max(0, start-longest/2)
		for from < start && !utf8.RuneStart(line[from]) {
			from++
		}
		to := min(len(line), from+longest)
		line, start, end = line[from:to], start-from, min(end, to)-from
	}
	b.WriteString(strings.Map(visible, line))
	b.WriteByte('\n')
	for _, r := range line[:start] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
	if n := utf8.RuneCountInString(line[start:end]); n > 1 {
		b.WriteString(strings.Repeat("~", n-1))
	}
	b.WriteByte('\n')
}

// visible replaces what would do something to a terminal instead of being
// shown there.
func visible(r rune) rune {
	if r == '\t' || unicode.IsPrint(r) && r != utf8.RuneError {
		return r
	}
	return '.'
}

// Diagnostics are the errors of a file, in the order they were found.
type Diagnostics struct {
	List  []Diagnostic
	Count int // all of them
}

// Error gives all messages, one after the other.
func (ds *Diagnostics) Error() string {
	var b strings.Builder
	for i := range ds.List {
		ds.List[i].write(&b)
	}
	if n := ds.Count - len(ds.List); n > 0 {
		fmt.Fprintf(&b, "and %d more\n", n)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (ds *Diagnostics) add(d Diagnostic) {
	ds.Count++
	if len(ds.List) < MaxDiagnostics {
		ds.List = append(ds.List, d)
	}
}

// err is ds as an error, nil if there is none.
func (ds *Diagnostics) err() error {
	if ds.Count == 0 {
		return nil
	}
	return ds
}

// Source is a file that was read.
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
