package asm

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"heddle/isa"
)

// WriteEncodings assembles a file and writes each instruction with its encoding, as llvm-mc
// -show-encoding does: in the canonical spelling, with bytes that depend on a symbol shown as A and
// explained on a separate line. Labels and directives are repeated as they were written; macros,
// loops and conditionals appear expanded.
//
// It does not resolve branches, nor anything else that is known only at the end of the file. The
// error is of type Diagnostics.
func WriteEncodings(w io.Writer, src []byte, opt Options) (Diagnostics, error) {
	opt.Listing = false
	a := newAssembler(src, opt)
	e := encodingWriter{a: a, out: bufio.NewWriter(w)}
	if a.target != nil {
		fmt.Fprintf(e.out, "\t.amdgcn_target %q\n", targetID{a.chip, a.xnack, a.sram}.text())
	}
	for a.errs.Count == 0 || a.target != nil {
		text, at, ok := a.nextStatement()
		if !ok {
			break
		}
		e.statement(text, at)
	}
	if err := e.out.Flush(); err != nil {
		return a.warnings, err
	}
	if a.errs.Count > 0 {
		return a.warnings, a.errs
	}
	return a.warnings, nil
}

// encodingWriter is the state of WriteEncodings.
type encodingWriter struct {
	a   *assembler
	out *bufio.Writer
	buf []byte
}

// encodingColumn is where the comment with the bytes begins, not counting the tab before the
// instruction.
const encodingColumn = 40

func (e *encodingWriter) statement(text string, at pos) {
	a := e.a
	skipped, errs := a.skipping, a.errs.Count
	st := a.cur
	var size, fixups int
	if st != nil {
		size, fixups = len(st.data), len(st.fixups)
	}
	expansions := len(a.sources)
	a.statement(text, at)
	if skipped || a.errs.Count > errs {
		return
	}
	labels, rest := cutLabels(text)
	for _, l := range labels {
		fmt.Fprintf(e.out, "%s:\n", l)
	}
	switch name := rest[:nameEnd(rest, 0)]; {
	case rest == "" || len(a.sources) > expansions || a.macros[name] != nil:
	case strings.HasPrefix(rest, "."):
		e.directive(lower(name), rest)
	case a.cur == st && len(st.data) > size:
		e.instruction(rest, st.data[size:], st.fixups[fixups:])
	default:
		fmt.Fprintf(e.out, "%s\n", rest) // an assignment
	}
}

// directive repeats a directive that remains after macros, loops and conditionals are gone.
func (e *encodingWriter) directive(name, text string) {
	switch d := directives[name]; {
	case name == ".set":
		fmt.Fprintf(e.out, "%s\n", text)
	case d.conditional || d.control || name == ".amdgcn_target":
	default:
		operands := text[len(name):]
		if operands = operands[skipBlank(operands, 0):]; operands != "" {
			operands = "\t" + operands
		}
		fmt.Fprintf(e.out, "\t%s%s\n", text[:len(name)], operands)
	}
}

// cutLabels separates the labels of a statement from what follows them.
func cutLabels(s string) (labels []string, rest string) {
	for {
		s = s[skipBlank(s, 0):]
		if s == "" {
			return labels, s
		}
		end := headEnd(s, 0)
		next := skipBlank(s, end)
		if end == 0 || next >= len(s) || s[next] != ':' {
			return labels, s
		}
		labels = append(labels, s[:end])
		s = s[next+1:]
	}
}

// instruction writes an instruction that became code, and its fixups.
func (e *encodingWriter) instruction(text string, code []byte, fixups []fixup) {
	e.buf = append(e.buf[:0], '\t')
	if inst, err := e.a.target.Decode(code); err == nil && len(fixups) == 0 {
		e.buf = inst.AppendText(e.buf)
	} else {
		e.buf = e.appendSymbolic(e.buf, text)
	}
	e.buf = append(padTo(e.buf, 1, encodingColumn-1), " ; encoding: ["...)
	open := openBytes(len(code), fixups)
	for i, c := range code {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		if open[i] {
			e.buf = append(e.buf, 'A')
		} else {
			e.buf = append(append(e.buf, "0x"...), lowerDigits[c>>4], lowerDigits[c&15])
		}
	}
	e.buf = append(e.buf, ']', '\n')
	if len(fixups) > 0 {
		e.buf = append(e.buf, bytes.Repeat([]byte{' '}, encodingColumn)...)
		offset, kind := fixupTitle(len(code), &fixups[0])
		e.buf = fmt.Appendf(e.buf, ";   fixup A - offset: %d, value: %s, kind: %s\n", offset, e.symbolic(text), kind)
	}
	e.out.Write(e.buf)
}

// openBytes marks the bytes of an instruction that depend on a symbol.
func openBytes(size int, fixups []fixup) [20]bool {
	var open [20]bool
	for i := range fixups {
		from, _ := fixupTitle(size, &fixups[i])
		for k := range fixSize[fixups[i].kind] {
			open[from+k] = true
		}
	}
	return open
}

// fixupTitle returns the place of a fixup in an instruction of size bytes, and LLVM's name for its
// kind.
func fixupTitle(size int, f *fixup) (offset int, kind string) {
	switch f.kind {
	case fixBranch:
		return 0, "fixup_si_sopp_br"
	case fixLiteralPC:
		return size - 4, "FK_PCRel_4"
	}
	return size - 4, "FK_Data_4"
}

// appendSymbolic appends the instruction in LLVM's spelling, with an expression operand as it was
// written.
func (e *encodingWriter) appendSymbolic(b []byte, text string) []byte {
	inst, fault := e.a.target.Parse(text, e.a.expr)
	if fault != nil {
		panic("BUG: an instruction that was assembled cannot be parsed again: " + fault.Msg)
	}
	return bytes.Replace(inst.AppendText(b), []byte(" expr"), []byte(" "+e.symbolic(text)), 1)
}

// symbolic returns the expression that is an operand of the instruction, without blanks.
func (e *encodingWriter) symbolic(text string) string {
	found := ""
	_, _ = e.a.target.Parse(text, func(s string, i int) (isa.ExprValue, int, *isa.SyntaxError) {
		v, end, fault := e.a.expr(s, i)
		if fault == nil && !v.Absolute && found == "" {
			found = withoutBlanks(s[i:end])
		}
		return v, end, fault
	})
	return found
}

// withoutBlanks removes unquoted blanks.
func withoutBlanks(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i + 1
		if s[i] == '"' {
			end = quotedEnd(s, i)
		}
		if class[s[i]] != chBlank {
			b.WriteString(s[i:end])
		}
		i = end
	}
	return b.String()
}
