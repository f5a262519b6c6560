package tile

import (
	"runtime"
	"strings"

	"heddle/ir"
)

// lines are the places that calls come from, by program counter.
type lines map[uintptr]line

// line is the innermost line outside of this package of the functions, inlined into each other, that
// a program counter belongs to, nil if there is none; and the outermost of those inside of it that
// the line calls.
type line struct {
	at     *ir.FileLoc
	inside string
}

// deepest bounds the calls that are looked at: authors' helpers stand between these and the test or
// main function.
const deepest = 64

// author returns the innermost line of code outside of this package that is being executed, nil if
// there is none, and the method that it calls. The file is named without its directory, so that the
// same program makes the same bytes everywhere.
func (p lines) author() (at *ir.FileLoc, calls string) {
	var pcs [deepest]uintptr
	for _, pc := range pcs[:runtime.Callers(2, pcs[:])] {
		here, known := p[pc]
		if !known {
			here = lineOf(pc)
			p[pc] = here
		}
		if here.inside != "" {
			calls = here.inside
		}
		if here.at != nil {
			return here.at, calls[strings.LastIndexByte(calls, '.')+1:]
		}
	}
	return nil, calls
}

// lineOf looks up a program counter. Files tell what is inside: the compiler names closures that it
// inlines after the functions that call them.
func lineOf(pc uintptr) (out line) {
	_, here, _, _ := runtime.Caller(0)
	directory := here[:strings.LastIndexByte(here, '/')+1]
	frames := runtime.CallersFrames([]uintptr{pc})
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		name, inside := strings.CutPrefix(f.File, directory)
		switch inside = inside && !strings.Contains(name, "/") && !strings.HasSuffix(name, "_test.go"); {
		case inside:
			out.inside = f.Function
		case f.File != "":
			out.at = &ir.FileLoc{File: f.File[strings.LastIndexByte(f.File, '/')+1:], Line: f.Line}
			return out
		}
	}
	return out
}
