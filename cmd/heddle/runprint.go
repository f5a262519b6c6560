package main

import (
	"bufio"
	"bytes"
	"io"

	"heddle/sim/host"
)

// printing is what kernels print. It goes to standard output, in its place between the lines of a
// trace, or with --json into the document.
type printing struct {
	out  *bufio.Writer
	kept *bytes.Buffer // nil without --json
	err  io.Writer
}

func (s *streams) printing(asJSON bool) *printing {
	p := &printing{err: s.err}
	var to = s.out
	if asJSON {
		p.kept = &bytes.Buffer{}
		to = p.kept
	}
	p.out = bufio.NewWriterSize(to, 64<<10)
	return p
}

// streams are those for the simulator and the interpreter.
func (p *printing) streams() host.Streams { return host.Streams{Out: p.out, Err: p.err} }

// text is what a document keeps.
func (p *printing) text() string {
	if p.kept == nil {
		return ""
	}
	return p.kept.String()
}
