package tile

import (
	"runtime"
	"strings"

	"heddle/ir"
)

// lines are the places of a kernel's author, by the program counter of a call; nil for calls inside
// of this package.
type lines map[uintptr]*ir.FileLoc

// deepest bounds the calls that are looked at: authors' helpers stand between these and the test or
// main function.
const deepest = 64

// author returns the innermost line of code outside of this package that is being executed, nil if
// there is none. The file is named without its directory, so that the same program makes the same
// bytes everywhere.
func (p lines) author() *ir.FileLoc {
	var pcs [deepest]uintptr
	for _, pc := range pcs[:runtime.Callers(2, pcs[:])] {
		at, known := p[pc]
		if !known {
			at = lineOf(pc)
			p[pc] = at
		}
		if at != nil {
			return at
		}
	}
	return nil
}

// lineOf returns the innermost line outside of this package of the functions, inlined into each
// other, that a program counter belongs to. Files tell what is inside: the compiler names closures
// that it inlines after the functions that call them.
func lineOf(pc uintptr) *ir.FileLoc {
	_, here, _, _ := runtime.Caller(0)
	directory := here[:strings.LastIndexByte(here, '/')+1]
	frames := runtime.CallersFrames([]uintptr{pc})
	for {
		f, more := frames.Next()
		name, inside := strings.CutPrefix(f.File, directory)
		inside = inside && !strings.Contains(name, "/") && !strings.HasSuffix(name, "_test.go")
		if f.File != "" && !inside {
			return &ir.FileLoc{File: f.File[strings.LastIndexByte(f.File, '/')+1:], Line: f.Line}
		}
		if !more {
			return nil
		}
	}
}
