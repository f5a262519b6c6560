package asm

import (
	"bytes"
	"fmt"
)

// Open reads a file that a directive names: .include and .incbin. It gets the name of the file with
// the directive, and returns the path that it has read.
type Open func(from, name string) (path string, text []byte, err error)

// openFile reads the file that the next operand names.
func (a *assembler) openFile(c *call) (path string, text []byte, ok bool) {
	c.skip()
	start := c.i
	name, ok := c.quoted()
	at := c.span(start, c.i)
	switch {
	case !ok:
		return "", nil, false
	case a.opt.Open == nil:
		a.errorAt(c.at, "%s is not supported here: only one file can be read", c.name)
		return "", nil, false
	}
	from := a.opt.File
	for src := c.at.src; src > 0; src = a.sources[src].from.src {
		if a.sources[src].file != "" {
			from = a.sources[src].file
			break
		}
	}
	path, text, err := a.opt.Open(from, name)
	if err != nil {
		a.errorAt(at, "%v", err)
		return "", nil, false
	}
	return path, text, true
}

// include is .include "file": its statements stand in place of the directive.
func include(a *assembler, c *call) {
	path, text, ok := a.openFile(c)
	if !ok || !c.end() {
		return
	}
	text, err := withoutMark(text)
	if err != nil {
		a.errorAt(c.at, "%s: %v", path, err)
		return
	}
	n := len(a.sources)
	if a.pushText(string(text), path); len(a.sources) > n {
		a.sources[n].file = path
	}
}

// incbin is .incbin "file", skip, count: its bytes.
func incbin(a *assembler, c *call) {
	_, data, ok := a.openFile(c)
	if !ok {
		return
	}
	for _, part := range []func(n int64){func(n int64) { data = data[n:] }, func(n int64) { data = data[:n] }} {
		if !c.eat(',') || c.is(',') {
			continue
		}
		c.skip()
		start := c.i
		n, ok := c.abs()
		if !ok {
			return
		}
		if n < 0 || n > int64(len(data)) {
			a.errorAt(c.span(start, c.i), "%d is not a number of bytes of the file; %d are left", n, len(data))
			return
		}
		part(n)
	}
	if !c.end() {
		return
	}
	if a.generated += int64(len(data)); a.generated > maxGenerated {
		a.errorAt(c.at, "the included bytes are more than %d MiB", maxGenerated>>20)
		return
	}
	a.emit(data, c.at)
}

// withoutMark returns a source without the byte-order mark of UTF-8. Other encodings are an error.
func withoutMark(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil, fmt.Errorf("the text is in UTF-16: it has to be in UTF-8")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}
