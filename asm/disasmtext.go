package asm

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"heddle/hsaco"
)

// textColumn is where the address and the bytes of an instruction begin, dataColumn the one where
// the characters of a data line begin.
const (
	textColumn = 60
	dataColumn = 42
	dataRow    = 8 // bytes on a line of data
)

// WriteDisassembly writes what llvm-objdump-22 -d prints for o, read from a file called name.
func WriteDisassembly(w io.Writer, o *hsaco.Object, name string) error {
	return WriteDisassemblyLines(w, o, name, nil)
}

// WriteDisassemblyLines writes the same with each source line before the instructions generated
// from it, as llvm-objdump-22 -d -l does; lines may be nil.
func WriteDisassemblyLines(w io.Writer, o *hsaco.Object, name string, lines *hsaco.LineTable) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\n%s:\tfile format elf64-amdgpu\n", name)
	var b []byte
	places := sourceLines{table: lines}
	for l := range Disassemble(o) {
		b = l.append(places.append(b[:0], o, l))
		if _, err := out.Write(b); err != nil {
			return err
		}
	}
	return out.Flush()
}

// sourceLines tracks where the source line changes.
type sourceLines struct {
	table   *hsaco.LineTable
	section *hsaco.ObjectSection
	symbol  string
	at      hsaco.Position
}

func (s *sourceLines) append(b []byte, o *hsaco.Object, l *Line) []byte {
	switch {
	case s.table == nil:
	case l.Kind == LineSection:
		i := slices.IndexFunc(o.Sections, func(sec *hsaco.ObjectSection) bool { return sec.Name == l.Name && sec.Addr == l.Addr })
		s.section = o.Sections[i]
	case l.Kind == LineSymbol:
		s.symbol = l.Name
		s.at = hsaco.Position{}
	case l.Kind == LineInst:
		at, ok := s.table.Lookup(s.section, l.Addr)
		if !ok || at.Line == 0 || at.File == s.at.File && at.Line == s.at.Line {
			return b
		}
		if s.at == (hsaco.Position{}) {
			b = fmt.Appendf(b, "; %s():\n", s.symbol)
		}
		s.at = at
		b = fmt.Appendf(b, "; %s:%d\n", at.File, at.Line)
	}
	return b
}

// append appends the line as llvm-objdump prints it.
func (l *Line) append(b []byte) []byte {
	switch l.Kind {
	case LineSection:
		return fmt.Appendf(b, "\nDisassembly of section %s:\n", l.Name)
	case LineSymbol:
		return fmt.Appendf(b, "\n%016x <%s>:\n", l.Addr, l.Name)
	case LineZeros:
		return append(b, "\t\t...\n"...)
	case LineData:
		return appendDataRows(b, l.Addr, l.Bytes)
	case LineDescriptor:
		return l.appendDescriptor(b)
	}
	start := len(b)
	b = append(b, '\t')
	b = append(b, l.Text...)
	b = padTo(b, start, textColumn)
	b = append(b, "// "...)
	b = appendDigits(b, l.Addr, 12, upperDigits)
	b = append(b, ':')
	b = appendWords(b, l.Bytes)
	if l.Target != "" {
		b = append(append(append(b, " <"...), l.Target...), '>')
	}
	return append(b, '\n')
}

// appendWords appends the dwords of an instruction, or the bytes of a piece
// that is too short for one.
func appendWords(b, code []byte) []byte {
	if len(code) < 4 {
		for _, c := range code {
			b = appendDigits(append(b, ' '), uint64(c), 2, upperDigits)
		}
		return b
	}
	for ; len(code) >= 4; code = code[4:] {
		w := uint64(code[0]) | uint64(code[1])<<8 | uint64(code[2])<<16 | uint64(code[3])<<24
		b = appendDigits(append(b, ' '), w, 8, upperDigits)
	}
	return b
}

const (
	upperDigits = "0123456789ABCDEF"
	lowerDigits = "0123456789abcdef"
)

// appendDigits appends v with at least width digits.
func appendDigits(b []byte, v uint64, width int, digits string) []byte {
	for width < 16 && v>>(4*width) != 0 {
		width++
	}
	for i := width - 1; i >= 0; i-- {
		b = append(b, digits[v>>(4*i)&15])
	}
	return b
}

// padTo fills the line that begins at b[start] with blanks up to a column.
func padTo(b []byte, start, column int) []byte {
	for len(b)-start < column {
		b = append(b, ' ')
	}
	return b
}

func appendDataRows(b []byte, addr uint64, data []byte) []byte {
	for ; len(data) > 0; addr += dataRow {
		row := data[:min(dataRow, len(data))]
		data = data[len(row):]
		start := len(b)
		b = fmt.Appendf(b, "%8x:", addr)
		for _, c := range row {
			b = appendDigits(append(b, ' '), uint64(c), 2, lowerDigits)
		}
		b = padTo(b, start, dataColumn)
		for _, c := range row {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b = append(b, c)
		}
		b = append(b, '\n')
	}
	return b
}

// appendDescriptor appends a descriptor among code; those elsewhere are not
// disassembled.
func (l *Line) appendDescriptor(b []byte) []byte {
	if l.Fault == "" {
		return append(b, l.Descriptor...)
	}
	b = fmt.Appendf(b, "; error decoding %s.kd: %s\n; decoding failed region as bytes\n", l.Name, l.Fault)
	for _, c := range l.Bytes {
		b = fmt.Appendf(b, "\t.byte\t 0x%X\n", c)
	}
	return b
}
