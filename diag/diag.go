// Package diag reports faults in a file: a message, its position, the source line, a caret, and
// what is accepted instead.
package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Max is the number of messages that a List keeps with their text; further ones are only counted.
const Max = 20

// Diagnostic is one message about a place in the source.
type Diagnostic struct {
	File string
	// Line and Col start at 1; Col counts characters. Both are 0 for a message about the file as a
	// whole, or about something that is in no file.
	Line, Col int
	// Start and End are the byte range in Source that the message is about.
	Start, End int
	Source     string // the source line, without its end
	Msg        string
	Warning    bool
	// Notes follow the message: accepted forms, suggestions.
	Notes []string
	// Trace leads from the line (in a macro, say) to the line of the file that
	// brought it about, innermost first.
	Trace []Frame
}

// Frame is one step from an expanded line back to the source file.
type Frame struct {
	File string
	Line int
	What string // "in instantiation of macro 'm'"
}

// Error gives the message as compilers print it: place, source line, caret.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	d.write(&b)
	return strings.TrimSuffix(b.String(), "\n")
}

func (d *Diagnostic) write(b *strings.Builder) {
	kind := "error"
	if d.Warning {
		kind = "warning"
	}
	if d.Line == 0 {
		fmt.Fprintf(b, "%s: %s: %s\n", d.File, kind, d.Msg)
	} else {
		fmt.Fprintf(b, "%s:%d:%d: %s: %s\n", d.File, d.Line, d.Col, kind, d.Msg)
		writeCaret(b, d.Source, d.Start, d.End)
	}
	for _, f := range d.Trace {
		fmt.Fprintf(b, "%s:%d: note: %s\n", f.File, f.Line, f.What)
	}
	for _, n := range d.Notes {
		fmt.Fprintf(b, "%s: note: %s\n", d.File, n)
	}
}

// writeCaret prints the source line and a caret under bytes start to end of
// it. Tabs of the line are repeated so that the caret stays in place.
func writeCaret(b *strings.Builder, line string, start, end int) {
	const longest = 400 // a generated line can be megabytes long
	if start > len(line) {
		start = len(line)
	}
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

// visible replaces characters that would control a terminal instead of being displayed.
func visible(r rune) rune {
	if r == '\t' || unicode.IsPrint(r) && r != utf8.RuneError {
		return r
	}
	return '.'
}

// List is the errors, or the warnings, of a file.
type List struct {
	List    []Diagnostic
	Count   int  // all of them, up to the point where reading stopped
	Stopped bool // there may be more than Count
}

// Error gives all messages, one after the other.
func (l List) Error() string {
	var b strings.Builder
	for i := range l.List {
		l.List[i].write(&b)
	}
	if n := l.Count - len(l.List); n > 0 {
		fmt.Fprintf(&b, "and %d more", n)
		if l.Stopped {
			b.WriteString(" or beyond")
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Add counts a message, and keeps it if the list is not full.
func (l *List) Add(d Diagnostic) {
	l.Count++
	if !l.Full() {
		l.List = append(l.List, d)
	}
}

// Full reports whether another message would only be counted.
func (l *List) Full() bool { return len(l.List) >= Max }

// DidYouMean is the end of a message about a name that is not known.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, ", ") + "?"
}

// Count is a number with its noun, in the plural unless it is 1.
func Count[N ~int | ~int64 | ~uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
