package asm

import (
	"debug/elf"
	"fmt"

	"heddle/hsaco"
)

// data writes bytes off to end of p as data, with the labels among them.
func (s *sourceWriter) data(p *part, off, end uint64) {
	covered := off // symbols with a size reach this far
	for off < end {
		s.labels(p, off)
		for _, sym := range p.symbolsAt(off) {
			if sym.Size <= p.size()-off {
				covered = max(covered, off+sym.Size)
			}
		}
		next := p.nextStop(off, end)
		if b := p.kernels[off]; b != nil {
			s.kernel(b)
			off += hsaco.DescriptorSize
			continue
		}
		if r := p.refIn(off, next); r != nil && r.off == off && r.size <= end-off {
			s.field(r)
			s.labelsInside(p, off, off+r.size)
			off += r.size
			continue
		} else if r != nil && r.off > off {
			next = r.off
		}
		b := p.bytes(off, next)
		if k := p.paddingBefore(off, next, covered); k > 0 {
			fmt.Fprintf(s.out, "\t.p2align %d\n", k)
		} else if b == nil {
			fmt.Fprintf(s.out, "\t.zero %d\n", next-off)
		} else {
			s.bytes(b, off)
		}
		off = next
	}
}

// bytes returns the bytes from off to end, nil if the section has no contents.
func (p *part) bytes(off, end uint64) []byte {
	if p.sec.Type == elf.SHT_NOBITS {
		return nil
	}
	return p.sec.Data[off:end]
}

// field writes a reference.
func (s *sourceWriter) field(r *reference) {
	directive := map[uint64]string{2: ".short", 4: ".long", 8: ".quad"}[r.size]
	fmt.Fprintf(s.out, "\t%s %s\n", directive, r.dataText())
}

// labelsInside writes the labels after from and before to, which is here.
func (s *sourceWriter) labelsInside(p *part, from, to uint64) {
	for off := p.nextStop(from, to); off < to; off = p.nextStop(off, to) {
		names := []string{}
		for _, sym := range p.symbolsAt(off) {
			s.attributes(p, sym)
			names = append(names, sym.name)
		}
		if l, ok := p.local[off]; ok {
			names = append(names, l)
		}
		for _, n := range names {
			fmt.Fprintf(s.out, "\t.set %s, .-%d\n", quoteName(n), to-off)
		}
	}
}

// kernel writes a kernel descriptor.
func (s *sourceWriter) kernel(b *descriptorBlock) {
	s.scope(b.scope, b.name)
	fmt.Fprintf(s.out, "\t.amdhsa_kernel %s\n", b.name)
	for _, l := range b.lines {
		fmt.Fprintf(s.out, "\t\t%s %d\n", l.Name, l.Value)
	}
	fmt.Fprintln(s.out, "\t.end_amdhsa_kernel")
}

// paddingBefore returns k if the zeros from off to the label at end are padding that aligns it to
// 1<<k, and belong to no symbol; otherwise 0.
func (p *part) paddingBefore(off, end, covered uint64) int {
	if covered > off || end == p.size() || end-off >= p.sec.Align {
		return 0
	}
	for _, c := range p.bytes(off, end) {
		if c != 0 {
			return 0
		}
	}
	if _, labelled := p.local[end]; !labelled && len(p.symbolsAt(end)) == 0 {
		return 0
	}
	return alignmentThatPads(off, end, p.sec.Align)
}

// Data is written in rows of this many values.
const (
	longsInRow = 4
	bytesInRow = 16
	minString  = 4 // shorter ones may be numbers
)

// bytes writes the data at off as text, zeros or numbers.
func (s *sourceWriter) bytes(b []byte, off uint64) {
	noString := 0 // no string begins before this
	for i := 0; i < len(b); {
		if n := zeroRun(b[i:]); n > 0 {
			fmt.Fprintf(s.out, "\t.zero %d\n", n)
			i += n
			continue
		}
		if i >= noString {
			n, terminated := printable(b[i:])
			if terminated && n >= minString {
				s.text(b[i : i+n])
				i += n + 1
				continue
			}
			noString = i + n + 1
		}
		size := 4
		if (off+uint64(i))%4 != 0 || len(b)-i < 4 {
			size = 1
		}
		i += s.row(b[i:], size, off+uint64(i))
	}
}

// printable returns how many bytes at the start of b are text, and whether a
// zero ends it.
func printable(b []byte) (n int, terminated bool) {
	for n < len(b) && (b[n] >= ' ' && b[n] <= '~' || b[n] == '\n' || b[n] == '\t') {
		n++
	}
	return n, n < len(b) && b[n] == 0
}

func (s *sourceWriter) text(b []byte) {
	s.buf = append(s.buf[:0], "\t.asciz "...)
	s.buf = append(s.buf, '"')
	for _, c := range b {
		switch c {
		case '\n':
			s.buf = append(s.buf, `\n`...)
		case '\t':
			s.buf = append(s.buf, `\t`...)
		case '"', '\\':
			s.buf = append(s.buf, '\\', c)
		default:
			s.buf = append(s.buf, c)
		}
	}
	s.buf = append(s.buf, '"', '\n')
	s.out.Write(s.buf)
}

// row writes a line of numbers of size 1 or 4 from the start of b, which is at off, and returns how
// many bytes it took.
func (s *sourceWriter) row(b []byte, size int, off uint64) int {
	s.buf = append(s.buf[:0], "\t.long "...)
	most := longsInRow
	if size == 1 {
		s.buf = append(s.buf[:0], "\t.byte "...)
		most = bytesInRow
		if len(b) > 3 {
			most = int(-off & 3) // up to the next dword
		}
	}
	i := 0
	for n := 0; n < most && len(b)-i >= size; n++ {
		if n > 0 {
			if zeroRun(b[i:]) > 0 {
				break
			}
			s.buf = append(s.buf, ", "...)
		}
		s.buf = append(s.buf, "0x"...)
		for k := size - 1; k >= 0; k-- {
			s.buf = appendDigits(s.buf, uint64(b[i+k]), 2, lowerDigits)
		}
		i += size
	}
	s.buf = append(s.buf, '\n')
	s.out.Write(s.buf)
	return i
}
