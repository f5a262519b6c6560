package asm

import (
	"debug/elf"
	"encoding/binary"

	"heddle/hsaco"
	"heddle/isa"
)

// fixup is a place in a stream's data whose value depends on an unresolved expression.
type fixup struct {
	kind  fixKind
	at    int64 // in the data
	expr  exprID
	where span
}

type fixKind uint8

const (
	fixData1     fixKind = iota // .byte
	fixData2                    // .short
	fixData4                    // .long
	fixData8                    // .quad
	fixLiteral                  // literal dword of an instruction
	fixLiteralPC                // likewise, relative to its own place
	fixBranch                   // the 16-bit distance of a branch, in dwords
	fixEntry                    // kernel descriptor: distance from it to the code
)

var fixSize = [...]int{1, 2, 4, 8, 4, 4, 2, 8}

// reloc is a relocation before symbols have become hsaco.Symbols.
type reloc struct {
	off    int64
	typ    hsaco.RelocType
	sym    symID
	addend int64
	where  span
}

// resolve writes known values into the contents of a section, and returns the relocations for the
// rest.
func (a *assembler) resolve(s *section) []reloc {
	var relocs []reloc
	for _, st := range s.streams {
		plain := len(st.pieces) == 0
		for i := range st.fixups {
			f := &st.fixups[i]
			off := st.base + f.at
			if !plain {
				off += st.shift(f.at)
			}
			if r, open := a.resolveFixup(s, f, off); open {
				relocs = append(relocs, r)
			}
		}
	}
	return relocs
}

// resolveFixup writes the value of f at off, or returns its relocation.
func (a *assembler) resolveFixup(s *section, f *fixup, off int64) (r reloc, open bool) {
	a.evalFault = ""
	v, ok := a.eval(f.expr, false, 0)
	if !ok {
		why := a.evalFault
		if why == "" {
			why = "this cannot be expressed as a relocation"
		}
		a.errorAt(f.where, "%s", why)
		return r, false
	}
	v, ok = a.dropUndefinedPair(v, f)
	if !ok {
		return r, false
	}
	sum := v.c + a.offsetOf(v.add) - a.offsetOf(v.sub)
	if v.spec == specNone {
		switch {
		case v.absolute():
			a.writeNumber(s, f, off, v.c)
			return r, false
		case v.sub == 0 && (f.kind == fixLiteralPC || f.kind == fixBranch) && a.resolvesHere(v.add, s):
			a.write(s, f, off, sum-off)
			return r, false
		}
	}
	if f.kind == fixBranch {
		a.write(s, f, off, 0)
	}
	return a.relocation(s, f, off, v)
}

// dropUndefinedPair reports an expression that no relocation can represent.
func (a *assembler) dropUndefinedPair(v value, f *fixup) (value, bool) {
	if v.sub == 0 {
		return v, true
	}
	if s := &a.syms[v.sub]; a.homeOf(v.sub, 0).kind != homeSection {
		a.errorAt(f.where, "symbol %s is subtracted, but is not defined", s.title())
		return v, false
	}
	return v, true
}

// offsetOf returns the offset of a symbol in its section, 0 for one elsewhere.
func (a *assembler) offsetOf(id symID) int64 {
	if id == 0 {
		return 0
	}
	p, more, ok := a.placeOf(id, 0)
	if !ok {
		return 0
	}
	return a.streams[p.stream].offset(p) + more
}

// resolvesHere reports whether a reference from section s to the symbol does
// not need the linker: a local symbol of the same section.
func (a *assembler) resolvesHere(id symID, s *section) bool {
	h := a.homeOf(id, 0)
	return h.kind == homeSection && h.sec == s && a.binding(&a.syms[id]) == elf.STB_LOCAL
}

// writeNumber writes a number at off. A literal or a branch distance that is a symbol set to a
// number later in the file uses that number, as if it had been set earlier. (llvm-mc 22 leaves a
// relocation that no linker resolves to the number, or crashes.)
func (a *assembler) writeNumber(s *section, f *fixup, off, v int64) {
	if f.kind != fixBranch {
		a.write(s, f, off, v)
	} else if a.fits(f, v, 16) {
		binary.LittleEndian.PutUint16(s.final[off:], uint16(v))
	}
}

// write puts v at off.
func (a *assembler) write(s *section, f *fixup, off, v int64) {
	b := s.final[off:]
	switch f.kind {
	case fixData1:
		if a.fits(f, v, 8) {
			b[0] = byte(v)
		}
	case fixData2:
		if a.fits(f, v, 16) {
			binary.LittleEndian.PutUint16(b, uint16(v))
		}
	case fixData4, fixLiteral, fixLiteralPC:
		if a.fits(f, v, 32) {
			binary.LittleEndian.PutUint32(b, uint32(v))
		}
	case fixData8, fixEntry:
		binary.LittleEndian.PutUint64(b, uint64(v))
	case fixBranch:
		if d, ok := isa.BranchOffset(v); ok {
			binary.LittleEndian.PutUint16(b, uint16(d))
		} else if v%4 != 0 {
			a.errorAt(f.where, "the branch target is not on an instruction boundary (%d bytes away)", v)
		} else {
			a.errorAt(f.where, "the branch target is %d dwords away; s_branch and s_cbranch_* reach 32767", d)
		}
	}
}

// fits checks that v is a signed or unsigned number of that many bits.
func (a *assembler) fits(f *fixup, v int64, bits uint) bool {
	if v >= -(1<<(bits-1)) && v < 1<<bits {
		return true
	}
	a.errorAt(f.where, "the value %d does not fit into %d bits", v, bits)
	return false
}

// relocation makes the relocation for a fixup that the assembler cannot
// resolve.
func (a *assembler) relocation(s *section, f *fixup, off int64, v value) (r reloc, open bool) {
	pcrel := f.kind == fixLiteralPC || f.kind == fixBranch
	addend := v.c
	if v.sub != 0 {
		if h := a.homeOf(v.sub, 0); h.sec != s {
			a.errorAt(f.where, "the distance from %s to %s is not known before linking: they are in different sections",
				a.syms[v.sub].title(), a.titleOr(v.add, "0"))
			return r, false
		}
		pcrel = true
		addend += off - a.offsetOf(v.sub)
	}
	typ, msg := a.relocType(f, v, pcrel)
	if msg != "" {
		a.errorAt(f.where, "%s", msg)
		return r, false
	}
	r = reloc{off: off, typ: typ, sym: v.add, addend: addend, where: f.where}
	a.useSymbol(&r, v.c)
	return r, true
}

// useSymbol marks the symbol of r as used. A local one is replaced by its
// section; c is the number added to the symbol in the source.
func (a *assembler) useSymbol(r *reloc, c int64) {
	if r.sym == 0 {
		return
	}
	h := a.homeOf(r.sym, 0)
	if h.kind == homeSection && a.binding(&a.syms[r.sym]) == elf.STB_LOCAL && !a.mustName(h.sec, c) {
		r.addend += a.offsetOf(r.sym)
		r.sym = h.sec.sym
	}
	a.syms[r.sym].inReloc = true
}

func (a *assembler) titleOr(id symID, other string) string {
	if id == 0 {
		return other
	}
	return a.syms[id].title()
}

// mustName reports whether a relocation with addend c must name a local symbol of section s, rather
// than the section: a linker that merges equal strings looks at the target of the relocation.
func (a *assembler) mustName(s *section, c int64) bool {
	return s.flags&elf.SHF_MERGE != 0 && c != 0 || s.flags&elf.SHF_TLS != 0
}

var specifierRelocs = [...]hsaco.RelocType{
	specGotPCRel: hsaco.RelGotPCRel, specGotPCRel32Lo: hsaco.RelGotPCRel32Lo, specGotPCRel32Hi: hsaco.RelGotPCRel32Hi,
	specRel32Lo: hsaco.RelRel32Lo, specRel32Hi: hsaco.RelRel32Hi, specRel64: hsaco.RelRel64,
	specAbs32Lo: hsaco.RelAbs32Lo, specAbs32Hi: hsaco.RelAbs32Hi, specAbs64: hsaco.RelAbs64,
}

// relocType chooses the type of a relocation, or reports why there is none.
func (a *assembler) relocType(f *fixup, v value, pcrel bool) (hsaco.RelocType, string) {
	if f.kind == fixBranch && (v.add == 0 || v.sub != 0) {
		return 0, "a branch needs a label or a number of dwords"
	}
	if f.kind == fixBranch && a.homeOf(v.add, 0).kind == homeNone {
		return 0, "undefined label " + a.syms[v.add].title()
	}
	if v.spec != specNone {
		return specifierRelocs[v.spec], ""
	}
	switch size := fixSize[f.kind]; {
	case f.kind == fixBranch:
		return hsaco.RelRel16, ""
	case size == 4 && pcrel:
		return hsaco.RelRel32, ""
	case size == 4:
		return hsaco.RelAbs32, ""
	case size == 8 && pcrel:
		return hsaco.RelRel64, ""
	case size == 8:
		return hsaco.RelAbs64, ""
	}
	return 0, "an address does not fit here: it needs 4 or 8 bytes"
}
