package asm

import (
	"debug/elf"

	"heddle/hsaco"
)

// finish lays out the file and builds the module, unless there are errors.
func (a *assembler) finish(r *Result) {
	a.checkClosed()
	if a.errs.Count > 0 {
		return
	}
	a.layout()
	if a.errs.Count > 0 || !a.checkPadding() {
		return
	}
	debug := a.debugSections()
	if a.errs.Count > 0 {
		return
	}
	relocs := make([][]reloc, len(a.sections))
	for _, s := range a.sections {
		if s.typ != elf.SHT_NOBITS {
			s.final = a.contents(s)
		}
	}
	for i, s := range a.sections {
		relocs[i] = a.resolve(s)
	}
	for _, d := range debug {
		relocs[d.sec.id] = append(relocs[d.sec.id], a.debugRelocs(d)...)
	}
	a.fillKernels()
	if a.errs.Count > 0 {
		return
	}
	r.Module = a.module(relocs)
	r.relocs = make(map[*hsaco.Section][]reloc)
	for i, list := range relocs {
		if len(list) > 0 {
			r.relocs[r.Module.Sections[i]] = list
		}
	}
}

// checkClosed reports blocks that were opened but not closed.
func (a *assembler) checkClosed() {
	for _, k := range a.conds {
		a.errorAt(k.at, "this conditional has no .endif")
	}
	if a.inKernel {
		a.errorAt(a.kernels[len(a.kernels)-1].at, ".amdhsa_kernel without .end_amdhsa_kernel")
	}
	for id := range a.syms {
		s := &a.syms[id]
		if id > 0 && s.name == "" && s.kind == symUndefined {
			a.errorAt(s.def, "there is no such numbered label after this line")
		}
	}
}

// checkPadding checks that the pieces of variable size are not huge.
func (a *assembler) checkPadding() bool {
	for _, st := range a.streams {
		if st.nobits() {
			continue
		}
		for i := range st.pieces {
			if p := &st.pieces[i]; !a.generate(p.size, p.where) {
				return false
			}
		}
	}
	return true
}

// module makes the result.
func (a *assembler) module(relocs [][]reloc) *hsaco.Module {
	m := &hsaco.Module{Chip: a.chip, XNACK: a.xnack, SRAMECC: a.sram, Version: a.version}
	if m.Version == 0 {
		m.Version = DefaultVersion
	}
	sections := make([]*hsaco.Section, len(a.sections))
	for i, s := range a.sections {
		sections[i] = &hsaco.Section{
			Name: s.name, Type: s.typ, Flags: s.flags, Align: s.align, EntSize: s.entSize,
			Data: s.final, Size: uint64(s.size),
		}
	}
	m.Sections = sections
	for i, id := range a.addrsigs {
		if s := &a.syms[id]; s.temporary() && a.homeOf(id, 0).kind == homeSection {
			a.addrsigs[i] = a.homeOf(id, 0).sec.sym
			a.syms[a.addrsigs[i]].inReloc = true
		}
	}
	made := make([]*hsaco.Symbol, len(a.syms))
	a.symbolTable(m, made)
	for i, list := range relocs {
		out := make([]hsaco.Reloc, len(list))
		for k, r := range list {
			out[k] = hsaco.Reloc{Offset: uint64(r.off), Type: r.typ, Addend: r.addend}
			if r.sym != 0 {
				out[k].Symbol = made[r.sym]
			}
		}
		if len(out) > 0 {
			sections[i].Relocs = out
		}
	}
	if a.addrsig {
		m.Sections = append(m.Sections, a.addrsigSection(m, made))
	}
	return m
}

// symbolTable fills m.Symbols: local symbols, then the others. (For this target llvm-mc does not
// make STT_FILE symbols from .file.)
func (a *assembler) symbolTable(m *hsaco.Module, made []*hsaco.Symbol) {
	for _, local := range []bool{true, false} {
		for _, id := range a.order {
			s := &a.syms[id]
			if (a.binding(s) == elf.STB_LOCAL) != local || !a.inTable(id) {
				continue
			}
			made[id] = a.moduleSymbol(m, id)
			m.Symbols = append(m.Symbols, made[id])
		}
	}
}

// inTable reports whether the symbol table has the symbol.
func (a *assembler) inTable(id symID) bool {
	s := &a.syms[id]
	switch {
	case s.inReloc:
		if s.temporary() && s.kind == symUndefined && !s.section {
			a.errorAt(a.firstUse(id), "label %s is not defined", s.title())
		}
		return true
	case s.hidden || s.temporary():
		return false
	case s.kind == symAssigned && a.homeOf(id, 0).kind == homeNone:
		// Another name of an undefined symbol; relocations use that one.
		if _, ok := a.symbolValue(id, false, 0); !ok {
			a.errorAt(s.def, "%s has no value: %s", s.title(), a.evalFault)
		}
		return false
	}
	return true
}

// firstUse returns the first place where a fixup refers to the symbol.
func (a *assembler) firstUse(id symID) span {
	if a.errs.Full() {
		return nowhere // the message will not be shown
	}
	for _, st := range a.streams {
		for i := range st.fixups {
			if f := &st.fixups[i]; a.mentions(f.expr, id) {
				return f.where
			}
		}
	}
	return nowhere
}

func (a *assembler) mentions(e exprID, id symID) bool {
	n := &a.nodes[e]
	switch n.op {
	case opConst:
		return false
	case opSym:
		return symID(n.l) == id
	}
	return n.l != 0 && a.mentions(exprID(n.l), id) || n.r != 0 && a.mentions(exprID(n.r), id)
}

// moduleSymbol makes the symbol as the module has it.
func (a *assembler) moduleSymbol(m *hsaco.Module, id symID) *hsaco.Symbol {
	s := &a.syms[id]
	out := &hsaco.Symbol{Name: s.name, Type: s.typ, Bind: a.binding(s), Visibility: s.vis}
	base := a.baseOf(id)
	if base != id {
		out.Type = strongerType(s.typ, a.syms[base].typ)
	}
	switch s.kind {
	case symCommon:
		out.Place, out.Value = hsaco.PlaceCommon, uint64(a.commons[id].align)
	case symLDS:
		// The ELF object has section SHN_AMDGPU_LDS and the alignment as value, which linkers treat
		// as an absolute symbol.
		out.Place, out.Value = hsaco.PlaceAbsolute, uint64(a.commons[id].align)
	case symLabel, symAssigned:
		if p, more, ok := a.placeOf(id, 0); ok {
			st := a.streams[p.stream]
			out.Place, out.Section = hsaco.PlaceSection, m.Sections[st.sec.id]
			out.Value = uint64(st.offset(p) + more)
			if s.section {
				out.Name = ""
			}
			break
		}
		a.evalFault = ""
		v, ok := a.eval(s.expr, true, 0)
		if !ok || !v.absolute() {
			why := a.evalFault
			if why == "" {
				why = "it is not a number or a place in a section"
			}
			a.errorAt(s.def, "%s has no value: %s", s.title(), why)
		}
		out.Place, out.Value = hsaco.PlaceAbsolute, uint64(v.c)
	}
	out.Size = a.sizeOf(id, base)
	return out
}

// baseOf returns the symbol of which an assigned symbol is another name, or the symbol itself.
func (a *assembler) baseOf(id symID) symID {
	if a.syms[id].kind != symAssigned {
		return id
	}
	v, ok := a.eval(a.syms[id].expr, true, 0)
	if !ok || v.add == 0 || v.sub != 0 {
		return id
	}
	return v.add
}

// sizeOf returns the size of a symbol: its own, or that of the symbol it is set to.
func (a *assembler) sizeOf(id, base symID) uint64 {
	e := a.syms[id].size
	if e == 0 && base != id {
		e = a.syms[base].size
		for k, n := id, 0; a.syms[k].kind == symAssigned && n < maxChain; n++ {
			d := &a.nodes[a.syms[k].expr]
			if d.op != opSym {
				break
			}
			k = symID(d.l)
			if a.syms[k].size != 0 {
				e = a.syms[k].size
				break
			}
		}
	}
	if e == 0 {
		return 0
	}
	a.evalFault = ""
	v, ok := a.eval(e, true, 0)
	if !ok || !v.absolute() {
		why := a.evalFault
		if why == "" {
			why = "it is not a number"
		}
		a.errorAt(a.sizeAt[id], "the size of %s has no value: %s", a.syms[id].title(), why)
	}
	return uint64(v.c)
}

// addrsigSection makes .llvm_addrsig: the numbers of the symbols whose
// addresses matter.
func (a *assembler) addrsigSection(m *hsaco.Module, made []*hsaco.Symbol) *hsaco.Section {
	number := make(map[*hsaco.Symbol]int, len(m.Symbols))
	for i, s := range m.Symbols {
		number[s] = i + 1
	}
	s := &hsaco.Section{Name: ".llvm_addrsig", Type: shtAddrsig, Flags: shfExclude, Align: 1}
	for _, id := range a.addrsigs {
		if made[id] != nil {
			v := uint64(number[made[id]])
			s.Data = appendULEB(s.Data, v, ulebSize(v))
		}
	}
	s.Size = uint64(len(s.Data))
	return s
}
