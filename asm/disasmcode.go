package asm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"heddle/hsaco"
	"heddle/isa"
)

// chunk is a piece of code written as one line.
type chunk struct {
	kind     chunkKind
	off, end uint64
	inst     isa.Inst
}

type chunkKind uint8

const (
	chunkInst  chunkKind = iota
	chunkRaw             // not an instruction
	chunkZeros           // padding
	chunkData            // data among code
)

// chunks iterates over the code of p. Instructions do not extend past labels.
func (s *sourceWriter) chunks(p *part) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		var c chunk
		code := p.sec.Data
		for off := uint64(0); off < p.size(); off = c.end {
			stop := p.nextStop(off, p.size())
			c.kind, c.off, c.end = chunkData, off, 0
			if end := p.dataEnd(off); end > off {
				c.end = min(end, p.size())
			} else if n := zeroRun(code[off:p.zerosEnd(off, stop)]); n > 0 {
				c.kind, c.end = chunkZeros, off+uint64(n)
			} else {
				s.decodeChunk(&c, p, stop)
			}
			if !yield(&c) {
				return
			}
		}
	}
}

// dataEnd returns where the data at off ends; 0 if there is no data: a descriptor, an object, or a
// field that is a reference.
func (p *part) dataEnd(off uint64) uint64 {
	if p.kernels[off] != nil {
		return off + hsaco.DescriptorSize
	}
	if r := p.refIn(off, off+1); r != nil && r.use != labelBranch {
		return off + r.size
	}
	for _, sym := range p.symbolsAt(off) {
		if sym.Type == elf.STT_OBJECT && sym.Size > 0 && sym.Size <= p.size()-off {
			return off + sym.Size
		}
	}
	return 0
}

// zerosEnd limits padding at off: it does not extend into a field that is a reference.
func (p *part) zerosEnd(off, stop uint64) uint64 {
	if r := p.refIn(off, stop); r != nil {
		return r.off
	}
	return stop
}

// decodeChunk sets c to the instruction at c.off, if there is one that encodes back to the same
// bytes and has an operand for each reference.
func (s *sourceWriter) decodeChunk(c *chunk, p *part, stop uint64) {
	c.kind, c.end = chunkRaw, min(c.off+4, stop)
	b := p.sec.Data[c.off:stop]
	if s.t.DecodeInto(&c.inst, b) == nil {
		end := c.off + uint64(c.inst.Size())
		if r := p.refIn(c.off, end); r == nil || r.isOperandOf(c, end) {
			c.kind, c.end = chunkInst, end
		}
	}
	if r := p.refIn(c.off+1, c.end); r != nil && c.kind == chunkRaw {
		c.end = r.off
	}
}

// isOperandOf reports whether the reference is an operand of the instruction:
// its literal, or the distance of a branch.
func (r *reference) isOperandOf(c *chunk, end uint64) bool {
	if r.use == labelBranch {
		_, ok := c.inst.BranchTarget(c.off)
		return ok && r.off == c.off
	}
	return r.size == 4 && r.off == end-4 && literals(&c.inst) == 1
}

// literals returns the number of operands that are the literal dword.
func literals(inst *isa.Inst) int {
	n := 0
	for i := range inst.Row.Operands {
		if inst.Args[i].Kind == isa.KindLiteral {
			n++
		}
	}
	return n
}

// code writes a section with code.
func (s *sourceWriter) code(p *part) {
	skipTo := uint64(0)
	for c := range s.chunks(p) {
		if c.off < skipTo {
			continue
		}
		if c.kind == chunkData {
			s.data(p, c.off, c.end)
			continue
		}
		s.labels(p, c.off)
		if end, k := p.nopsUntilFunction(c); k > 0 {
			fmt.Fprintf(s.out, "\t.p2align %d\n", k)
			skipTo = end
			continue
		}
		switch c.kind {
		case chunkZeros:
			fmt.Fprintf(s.out, "\t.zero %d\n", c.end-c.off)
		case chunkRaw:
			s.raw(p.sec.Data[c.off:c.end])
		case chunkInst:
			s.instruction(p, c)
		}
	}
}

func (s *sourceWriter) raw(b []byte) {
	s.buf = append(appendRaw(append(s.buf[:0], '\t'), b), '\n')
	s.out.Write(s.buf)
}

// nopWord is s_nop 0, with which .p2align pads code.
const nopWord = 0xbf800000

// mostPadding limits the padding that is examined.
const mostPadding = 4096

// nopsUntilFunction reports whether c begins padding that aligns the function after it, to 1<<k.
// The padding ends at end.
func (p *part) nopsUntilFunction(c *chunk) (end uint64, k int) {
	code := p.sec.Data
	isNop := func(off uint64) bool {
		return off+4 <= p.size() && binary.LittleEndian.Uint32(code[off:]) == nopWord
	}
	if c.kind != chunkInst || !isNop(c.off) {
		return 0, 0
	}
	stop := p.nextStop(c.off, p.size())
	if stop-c.off >= min(p.sec.Align, mostPadding) || stop == p.size() || !p.isEntry(stop) {
		return 0, 0
	}
	for off := c.off; off < stop; off += 4 {
		if !isNop(off) {
			return 0, 0
		}
	}
	return stop, alignmentThatPads(c.off, stop, p.sec.Align)
}

// isEntry reports whether a function begins at off, or a kernel behind the code that loads its arguments.
func (p *part) isEntry(off uint64) bool {
	if slices.Contains(p.entries, off) {
		return true
	}
	for _, sym := range p.symbolsAt(off) {
		if sym.Type == elf.STT_FUNC {
			return true
		}
	}
	return false
}

// kernelAlign is how compilers align kernels.
const kernelAlign = 8

// alignmentThatPads returns k such that aligning to 1<<k pads from off to end, 0 if there is none.
// The section itself is aligned to align.
func alignmentThatPads(off, end, align uint64) int {
	most := bits.TrailingZeros64(align)
	pads := func(k int) bool { return k <= most && alignUp(int64(off), 1<<k) == int64(end) }
	if pads(kernelAlign) {
		return kernelAlign
	}
	for k := 1; k <= most; k++ {
		if pads(k) {
			return k
		}
	}
	return 0
}

// instruction writes the instruction of c.
func (s *sourceWriter) instruction(p *part, c *chunk) {
	b := p.sec.Data[c.off:c.end]
	s.buf = append(s.buf[:0], '\t')
	s.buf = c.inst.AppendText(s.buf)
	if !s.assemblesTo(string(s.buf[1:]), b) {
		// Fields that the instruction ignores are set.
		for ; len(b) > 0; b = b[4:] {
			s.raw(b[:4])
		}
		return
	}
	if r := p.refIn(c.off, c.end); r != nil {
		s.symbolize(c, b, r.operandText(c.off))
	} else if to, ok := c.inst.BranchTarget(c.off); ok && s.hasBranchLabel(p, to) {
		if name, _ := s.label(p, to, labelBranch); s.spend(name) {
			s.buf = append(withoutLastOperand(s.buf), name...)
		}
	}
	s.buf = append(s.buf, '\n')
	s.out.Write(s.buf)
}

// hasBranchLabel reports whether a branch can target off by name.
func (s *sourceWriter) hasBranchLabel(p *part, off uint64) bool {
	_, local := p.local[off]
	_, named := s.symbolFor(p, off, labelBranch)
	return local || named
}

// assemblesTo reports whether an instruction without symbols assembles to b.
func (s *sourceWriter) assemblesTo(text string, b []byte) bool {
	inst, err := s.t.Parse(text, symbolicOperand)
	if err != nil {
		return false
	}
	var code [20]byte
	n := inst.Encode(&code)
	return bytes.Equal(code[:n], b)
}

// symbolize replaces the operand in s.buf that is the literal dword, or the distance of a branch,
// with an expression.
func (s *sourceWriter) symbolize(c *chunk, b []byte, expr string) {
	if _, ok := c.inst.BranchTarget(c.off); ok {
		s.buf = append(withoutLastOperand(s.buf), expr...)
		return
	}
	const operand = " expr" // how isa prints a symbolic operand
	inst := c.inst
	for i := range inst.Row.Operands {
		if inst.Args[i].Kind == isa.KindLiteral {
			inst.Args[i].Kind = isa.KindExpr
		}
	}
	text := inst.AppendText([]byte{'\t'})
	before, after, ok := bytes.Cut(text, []byte(operand))
	if !ok {
		return
	}
	symbolic := append(append(before[:len(before):len(before)], ' '), expr...)
	symbolic = append(symbolic, after...)
	without := bytes.Clone(b)
	binary.LittleEndian.PutUint32(without[len(b)-4:], 0)
	if s.assemblesTo(string(symbolic[1:]), without) {
		s.buf = append(s.buf[:0], symbolic...)
	}
}
