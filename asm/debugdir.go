package asm

import (
	"debug/elf"

	"heddle/hsaco"
	"heddle/isa"
)

// dbgIndirect marks a dbgPos whose offset is an index in assembler.dbgAt.
const dbgIndirect = 1 << 63

// dbgHere returns the current place for the line table.
func (a *assembler) dbgHere() dbgPos {
	st := a.cur
	if off, ok := st.known(); ok {
		return dbgPos{st.sec.id, uint64(off)}
	}
	a.dbgAt = append(a.dbgAt, st.place())
	return dbgPos{st.sec.id, dbgIndirect | uint64(len(a.dbgAt)-1)}
}

// dbgAddr returns the final offset of a place of the line table.
func (a *assembler) dbgAddr(p dbgPos) uint64 {
	if p.off&dbgIndirect == 0 {
		return p.off
	}
	pl := a.dbgAt[p.off&^dbgIndirect]
	return uint64(a.streams[pl.stream].offset(pl))
}

// dbgLine returns the line of the file that the line table of -g names; unused without -g.
func (a *assembler) dbgLine(at pos) int {
	if !a.opt.Debug {
		return 0
	}
	return a.line(at)
}

// debugDirective passes a .file, .loc or .cfi_* directive to dbg.
func (a *assembler) debugDirective(c *call) {
	operands := c.s[c.i:]
	base := c.base.add(c.i)
	fault := a.dbg.directive(c.name, operands, a.dbgHere(), c.at, func(s string, i int) (int64, int, *isa.SyntaxError) {
		v, end, err := a.exprIn(s, i, base)
		if err == nil && !v.Absolute {
			err = &isa.SyntaxError{Pos: i, End: end, Msg: "the expression must have a known value here"}
			if why := a.whyNotAbs(exprID(v.Handle)); why != "" {
				err.Notes = []string{why}
			}
		}
		return v.Val, end, err
	})
	if fault == nil {
		return
	}
	at := base.add(fault.Pos).span(fault.End - fault.Pos)
	if fault.Pos == 0 && fault.End == 0 {
		at = c.at
	}
	a.report(at, fault.Notes, "%s", fault.Msg)
}

// debugFixups are the addresses in a section created by dbg.
type debugFixups struct {
	sec    *section
	base   int64 // where its bytes begin
	fixups []dbgFixup
}

// debugSections appends the debug sections to the laid out file.
func (a *assembler) debugSections() []debugFixups {
	sections, faults := a.dbg.finish(dbgLayout{
		addr: a.dbgAddr,
		size: func(sec int) uint64 { return uint64(a.sections[sec].size) },
		have: a.sizeOfNamed,
	})
	for _, f := range faults {
		if f.warning {
			a.warn(f.where, "%s", f.err.Msg)
		} else {
			a.report(f.where, f.err.Notes, "%s", f.err.Msg)
		}
	}
	var out []debugFixups
	bases := make(map[string]int64)
	for _, d := range sections {
		s, _ := a.useSection(sectionKey{name: d.name, unique: -1}, d.typ, d.flags, d.entSize)
		if s.typ == elf.SHT_NOBITS {
			a.errorAt(nowhere, "section %s has no contents, but it must hold the line table", s.name)
			continue
		}
		s.align = max(s.align, d.align)
		out = append(out, debugFixups{s, s.size, d.fixups})
		if _, ok := bases[d.name]; !ok {
			bases[d.name] = s.size
		}
		st := s.streams[len(s.streams)-1]
		st.data = append(st.data, d.data...)
		s.size += int64(len(d.data))
	}
	a.debugLabels(bases)
	a.gen++
	return out
}

// sizeOfNamed returns the number of bytes that the file put into a section.
func (a *assembler) sizeOfNamed(name string) uint64 {
	if s := a.byKey[sectionKey{name: name, unique: -1}]; s != nil {
		return uint64(s.size)
	}
	return 0
}

// debugLabels defines the labels that .loc_label and .cfi_label put into the
// debug sections.
func (a *assembler) debugLabels(bases map[string]int64) {
	for _, l := range a.dbg.labels() {
		s := a.byKey[sectionKey{name: l.section, unique: -1}]
		if s == nil {
			continue
		}
		p := s.streams[len(s.streams)-1].place()
		p.off += bases[l.section] + int64(l.off) - s.size
		id := a.lookup(l.name)
		sym := &a.syms[id]
		if sym.kind != symUndefined || sym.section {
			a.redefined(sym, l.where)
			continue
		}
		sym.kind, sym.place = symLabel, p
		a.enlist(id)
	}
}

// debugRelocs turns fixups of dbg into relocations.
func (a *assembler) debugRelocs(d debugFixups) []reloc {
	types := map[bool][2]hsaco.RelocType{false: {hsaco.RelAbs32, hsaco.RelAbs64}, true: {hsaco.RelRel32, hsaco.RelRel64}}
	out := make([]reloc, 0, len(d.fixups))
	for _, f := range d.fixups {
		r := reloc{off: d.base + int64(f.offset), typ: types[f.pcrel][f.size/8], addend: f.addend, where: nowhere}
		switch {
		case f.sec >= 0:
			r.sym = a.sections[f.sec].sym
		case f.symbol != "":
			r.sym = a.lookup(f.symbol)
			a.enlist(r.sym)
		default:
			s := a.byKey[sectionKey{name: f.name, unique: -1}]
			if s == nil {
				panic("BUG: debug section " + f.name + " is referred to but missing")
			}
			r.sym = s.sym
		}
		a.useSymbol(&r, f.addend)
		out = append(out, r)
	}
	return out
}
