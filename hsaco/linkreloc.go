package hsaco

import (
	"cmp"
	"debug/elf"
	"fmt"
	"math"
	"slices"
	"strings"
)

// relocValue is what a relocation computes from the symbol S, the addend A and
// the place P.
type relocValue uint8

const (
	valueNone relocValue = iota
	valueAbs             // S + A
	valuePC              // S + A - P
	valueGOT             // GOT entry of S, + A - P
)

// relocField is the part of the value that is written, and the range that it must fit.
type relocField uint8

const (
	field64     relocField = iota
	fieldLo                // the low half
	fieldHi                // the high half
	fieldAny32             // 32 bits, signed or unsigned
	fieldSigned            // 32 bits, signed
	fieldBranch            // 16 bits: dwords from the next instruction
)

type relocKind struct {
	name  string
	value relocValue
	field relocField
	width uint64 // bytes
}

// relocKinds lists the relocations of relocatable objects by type. GOTPCREL32 is LLVM's name for
// the low and high half.
var relocKinds = [...]relocKind{
	RelNone:         {"R_AMDGPU_NONE", valueNone, field64, 0},
	RelAbs32Lo:      {"R_AMDGPU_ABS32_LO", valueAbs, fieldLo, 4},
	RelAbs32Hi:      {"R_AMDGPU_ABS32_HI", valueAbs, fieldHi, 4},
	RelAbs64:        {"R_AMDGPU_ABS64", valueAbs, field64, 8},
	RelRel32:        {"R_AMDGPU_REL32", valuePC, fieldSigned, 4},
	RelRel64:        {"R_AMDGPU_REL64", valuePC, field64, 8},
	RelAbs32:        {"R_AMDGPU_ABS32", valueAbs, fieldAny32, 4},
	RelGotPCRel:     {"R_AMDGPU_GOTPCREL", valueGOT, fieldSigned, 4},
	RelGotPCRel32Lo: {"R_AMDGPU_GOTPCREL32_LO", valueGOT, fieldLo, 4},
	RelGotPCRel32Hi: {"R_AMDGPU_GOTPCREL32_HI", valueGOT, fieldHi, 4},
	RelRel32Lo:      {"R_AMDGPU_REL32_LO", valuePC, fieldLo, 4},
	RelRel32Hi:      {"R_AMDGPU_REL32_HI", valuePC, fieldHi, 4},
	RelRel16:        {"R_AMDGPU_REL16", valuePC, fieldBranch, 2},
}

func relocKindOf(t RelocType) (relocKind, bool) {
	if t >= RelocType(len(relocKinds)) || relocKinds[t].name == "" {
		return relocKind{}, false
	}
	return relocKinds[t], true
}

// dynReloc is a relocation left to the loader. A relative one adds the load address to the address
// of the symbol, others use the symbol in .dynsym.
type dynReloc struct {
	in       *inSection
	offset   uint64
	symbol   *linkSymbol
	addend   uint64
	relative bool
}

func (d *dynReloc) address() uint64 { return d.in.address(d.offset) }

// scanRelocs determines what the relocations of the loaded sections need: GOT entries, dynamic
// relocations, or only the final addresses.
func (l *linker) scanRelocs() {
	undefined := make(map[*linkSymbol]bool)
	for _, in := range l.inputs {
		if in.flags&elf.SHF_ALLOC == 0 {
			continue
		}
		for i := range in.relocs {
			r := &in.relocs[i]
			s := l.symbolOf(r)
			if !s.defined && s.bind != elf.STB_WEAK && s != &l.null {
				if !undefined[s] {
					undefined[s] = true
					l.errs = append(l.errs, &LinkError{in.src, r.Offset, r, r.Symbol, "undefined symbol " + s.name})
				}
				continue
			}
			l.scanReloc(in, r, s)
		}
	}
}

func (l *linker) failReloc(in *inSection, r *Reloc, msg string) {
	l.fail(&LinkError{Section: in.src, Offset: r.Offset, Reloc: r, Symbol: r.Symbol, Msg: msg})
}

func (l *linker) scanReloc(in *inSection, r *Reloc, s *linkSymbol) {
	k, _ := relocKindOf(r.Type)
	if k.value == valueNone {
		return
	}
	if !l.checkPiece(in, r, s) {
		return
	}
	if k.value == valueGOT {
		if s == &l.null {
			l.failReloc(in, r, k.name+" needs a symbol")
		}
		s.wantsGOT = true
		return
	}
	if !s.preemptible {
		switch pc := k.value == valuePC; {
		case pc && s.absolute() && s.defined:
			l.failReloc(in, r, fmt.Sprintf("%s cannot refer to %s, which is a number and not a place in the file", k.name, s.name))
			return
		case pc || s.absolute():
			return // known once addresses are assigned
		}
	}
	if r.Type == RelAbs64 && in.flags&elf.SHF_WRITE != 0 {
		l.dynamics = append(l.dynamics, dynReloc{in, r.Offset, s, uint64(r.Addend), !s.preemptible})
		return
	}
	l.failReloc(in, r, whyNotConstant(k, s))
}

// checkPiece checks that a relocation against a mergeable section through its section symbol hits a
// piece.
func (l *linker) checkPiece(in *inSection, r *Reloc, s *linkSymbol) bool {
	if s.in == nil || s.in.merged == nil || s.typ != elf.STT_SECTION {
		return true
	}
	if at := s.value + uint64(r.Addend); at >= s.in.size {
		l.failReloc(in, r, fmt.Sprintf("offset %#x is outside of mergeable section %s", at, s.in.name))
		return false
	}
	return true
}

// whyNotConstant explains why neither the linker nor the loader can apply a
// relocation.
func whyNotConstant(k relocKind, s *linkSymbol) string {
	name := s.name
	if name == "" {
		name = "a local symbol"
	}
	if k.value == valuePC {
		return fmt.Sprintf("%s cannot refer to %s, which another object may redefine when this one is loaded; "+
			"declare it .hidden or .protected, or go through the GOT (@gotpcrel32)", k.name, name)
	}
	if k.field != field64 {
		return fmt.Sprintf("%s cannot refer to %s, whose address is known only when the code object is loaded; "+
			"use a pc-relative reference (@rel32) or 64 bits of a writable section", k.name, name)
	}
	return fmt.Sprintf("%s cannot refer to %s from a read-only section: its address is known only when the code object is loaded; "+
		"put the reference into a writable section such as .data.rel.ro", k.name, name)
}

// fillGOT gives each symbol that needs one a GOT entry, globals first.
func (l *linker) fillGOT() {
	for _, s := range slices.Concat(l.globals, l.locals, l.sectionSymbols) {
		if !s.wantsGOT {
			continue
		}
		s.gotOffset = uint64(len(l.gotSlots)) * gotEntrySize
		l.gotSlots = append(l.gotSlots, s)
		if s.preemptible || !s.absolute() {
			l.dynamics = append(l.dynamics, dynReloc{l.got, s.gotOffset, s, 0, !s.preemptible})
		}
	}
	l.got.size = uint64(len(l.gotSlots)) * gotEntrySize
}

// sortDynamics puts the relative relocations first, as DT_RELACOUNT requires, then the others
// grouped by symbol.
func (l *linker) sortDynamics() {
	slices.SortFunc(l.dynamics, func(a, b dynReloc) int {
		if a.relative != b.relative {
			if a.relative {
				return -1
			}
			return 1
		}
		c := 0
		if !a.relative {
			c = cmp.Compare(a.symbol.dynIndex, b.symbol.dynIndex)
		}
		return cmp.Or(c, cmp.Compare(a.address(), b.address()))
	})
}

// relocate applies the relocations of in to b, the bytes of in in the file.
func (l *linker) relocate(in *inSection, b []byte) {
	alloc := in.flags&elf.SHF_ALLOC != 0
	for i := range in.relocs {
		r := &in.relocs[i]
		k, _ := relocKindOf(r.Type)
		s := l.symbolOf(r)
		var v uint64
		switch {
		case k.value == valueNone:
			continue
		case alloc && r.Type == RelAbs64 && (s.preemptible || !s.absolute()):
			continue // the loader's
		case !alloc && k.value == valueAbs && !s.defined && strings.HasPrefix(in.name, ".debug"):
			v = tombstone(in.name)
		case !alloc && !l.checkPiece(in, r, s):
			continue
		case k.value == valueAbs:
			v = s.address(uint64(r.Addend))
		case k.value == valuePC:
			v = s.address(uint64(r.Addend)) - in.address(r.Offset)
		case alloc:
			v = l.got.address(s.gotOffset) + uint64(r.Addend) - in.address(r.Offset)
		default:
			l.failReloc(in, r, k.name+" needs a section that is loaded (SHF_ALLOC)")
			continue
		}
		if why := k.field.put(b[r.Offset:], v); why != "" {
			l.failReloc(in, r, fmt.Sprintf("%s against %s: %s", k.name, s.name, why))
		}
	}
}

// tombstone returns the address that DWARF readers take to mean "not in the file". In .debug_loc
// and .debug_ranges, 0 would end a list.
func tombstone(section string) uint64 {
	switch section {
	case ".debug_loc", ".debug_ranges":
		return 1
	case ".debug_names":
		return math.MaxUint64
	}
	return 0
}

// put writes v, or returns why v does not fit.
func (f relocField) put(b []byte, v uint64) string {
	const instruction = 4
	n := int64(v)
	switch f {
	case field64:
		le.PutUint64(b, v)
	case fieldLo:
		le.PutUint32(b, uint32(v))
	case fieldHi:
		le.PutUint32(b, uint32(v>>32))
	case fieldAny32:
		if n < math.MinInt32 || n > math.MaxUint32 {
			return fmt.Sprintf("%#x does not fit in 32 bits", v)
		}
		le.PutUint32(b, uint32(v))
	case fieldSigned:
		if n < math.MinInt32 || n > math.MaxInt32 {
			return fmt.Sprintf("a distance of %d does not fit in 32 bits", n)
		}
		le.PutUint32(b, uint32(v))
	case fieldBranch:
		n -= instruction
		if n%instruction != 0 {
			return fmt.Sprintf("a distance of %d bytes is not a whole number of dwords", n)
		}
		if n /= instruction; n < math.MinInt16 || n > math.MaxInt16 {
			return fmt.Sprintf("a distance of %d dwords does not fit in 16 bits", n)
		}
		le.PutUint16(b, uint16(n))
	}
	return ""
}
