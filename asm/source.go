package asm

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// pos is a place in the source: a byte of one of the assembler's sources.
type pos struct{ src, off int32 }

// span is a place with an extent: n bytes from pos on.
type span struct {
	pos
	n int32
}

func (p pos) span(n int) span { return span{p, int32(n)} }

// add returns the place n bytes later.
func (p pos) add(n int) pos { return pos{p.src, p.off + int32(n)} }

// nowhere is the place of messages about the file as a whole.
var nowhere = span{pos{-1, 0}, 0}

// source is a text that contains statements: the file (always the first source), or the expansion
// of a macro or loop.
type source struct {
	what  string // of an expansion, for messages: "macro 'm'"
	file  string // if it is an included file
	from  pos    // of an expansion: the statement that caused it
	text  string
	lines []int32 // starts of the lines, made when first asked for
}

// place finds the line number, start and text of the line with byte off.
func (s *source) place(off int32) (line int, start int32, text string) {
	if s.lines == nil {
		s.lines = lineStarts(s.text)
	}
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > off }) - 1
	start = s.lines[i]
	text = s.text[start:]
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		text = text[:n]
	}
	return i + 1, start, strings.TrimSuffix(text, "\r")
}

func lineStarts(text string) []int32 {
	starts := make([]int32, 1, 1+strings.Count(text, "\n"))
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, int32(i))
	}
}

// line returns the line of the file that p is on, or whose expansion contains p.
func (a *assembler) line(p pos) int {
	for p.src > 0 {
		p = a.sources[p.src].from
	}
	n, _, _ := a.sources[0].place(p.off)
	return n
}

// diagnostic makes a message about at.
func (a *assembler) diagnostic(at span, msg string, notes []string) Diagnostic {
	d := Diagnostic{File: a.opt.File, Msg: msg, Notes: notes}
	if at.src < 0 {
		return d
	}
	s := &a.sources[at.src]
	line, start, text := s.place(at.off)
	d.Line, d.Source = line, text
	d.Start = min(int(at.off-start), len(text))
	d.End = min(d.Start+int(at.n), len(text))
	d.Col = 1 + utf8.RuneCountInString(text[:d.Start])
	d.File = a.fileName(at.src)
	d.Trace = a.trace(at.src)
	return d
}

// trace leads from an expansion back to the file. Of a long trace only both ends are shown.
func (a *assembler) trace(src int32) []Frame {
	const head, tail = 6, 3
	var way []int32
	for ; src > 0; src = a.sources[src].from.src {
		way = append(way, src)
	}
	var out []Frame
	for i, src := range way {
		if len(way) > head+tail && i >= head && i < len(way)-tail {
			continue
		}
		s := &a.sources[src]
		line, _, _ := a.sources[s.from.src].place(s.from.off)
		f := Frame{File: a.fileName(s.from.src), Line: line, What: "in " + s.what}
		if i == head-1 && len(way) > head+tail {
			f.What += fmt.Sprintf(", in %d more expansions", len(way)-head-tail)
		}
		out = append(out, f)
	}
	return out
}

// fileName returns the text before the line number in messages about a source.
func (a *assembler) fileName(src int32) string {
	switch {
	case src == 0:
		return a.opt.File
	case a.sources[src].file != "":
		return a.sources[src].file
	}
	return "<" + a.sources[src].what + ">"
}

// errorAt records an error.
func (a *assembler) errorAt(at span, format string, args ...any) {
	a.report(at, nil, format, args...)
}

// fatal records an error after which nothing more is read.
func (a *assembler) fatal(at span, format string, args ...any) {
	a.report(at, nil, format, args...)
	a.stopReading()
}

// stopReading skips the rest of all sources.
func (a *assembler) stopReading() {
	for i := range a.frames {
		a.frames[i].off, a.frames[i].left = a.frames[i].end, 0
	}
}

// report records an error with notes.
func (a *assembler) report(at span, notes []string, format string, args ...any) {
	if a.errs.Full() {
		if a.errs.Count++; a.errs.Count >= maxErrors {
			a.errs.Stopped = true
			a.stopReading()
		}
		return
	}
	a.errs.Add(a.diagnostic(at, fmt.Sprintf(format, args...), notes))
}

// warn records a warning.
func (a *assembler) warn(at span, format string, args ...any) {
	if a.warnings.Full() {
		a.warnings.Count++
		return
	}
	d := a.diagnostic(at, fmt.Sprintf(format, args...), nil)
	d.Warning = true
	a.warnings.Add(d)
}
