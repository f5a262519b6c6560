package asm

import (
	"cmp"
	"debug/elf"
	"slices"

	"heddle/hsaco"
)

// dumpSymbol is a symbol that code may be named after.
type dumpSymbol struct {
	addr   uint64
	name   string
	typ    elf.SymType
	kernel *hsaco.Kernel // the kernel of a descriptor symbol, or nil
}

func compareDumpSymbols(a, b dumpSymbol) int {
	return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(a.name, b.name))
}

// symbolTable finds symbols by section and address.
type symbolTable struct {
	o        *hsaco.Object
	symbols  map[*hsaco.ObjectSection][]dumpSymbol
	absolute []dumpSymbol   // in no section
	groups   []addressGroup // by address
}

// addressGroup is the sections at one address that have, or will get, symbols: usually one or none;
// all sections without an address are at 0.
type addressGroup struct {
	addr     uint64
	sections []*hsaco.ObjectSection // the last one first
}

// maxGroup limits the sections of a group, so that searching them is fast even in a hostile object.
const maxGroup = 64

func newSymbolTable(o *hsaco.Object) *symbolTable {
	t := &symbolTable{o: o, symbols: map[*hsaco.ObjectSection][]dumpSymbol{}}
	kernels := map[string]*hsaco.Kernel{}
	for _, k := range o.Kernels {
		kernels[k.Symbol.Name] = k
	}
	add := func(s *hsaco.Symbol) {
		if s.Name == "" || s.Type == elf.STT_SECTION || s.Type == elf.STT_FILE {
			return
		}
		sym := dumpSymbol{addr: o.Address(s), name: s.Name, typ: s.Type}
		if s.Type == elf.STT_OBJECT {
			sym.kernel = kernels[s.Name]
		}
		if sec := o.SectionOf(s); sec != nil {
			t.symbols[sec] = append(t.symbols[sec], sym)
		} else {
			t.absolute = append(t.absolute, sym)
		}
	}
	for _, s := range o.Symbols {
		add(s)
	}
	if len(t.symbols) == 0 { // a stripped object
		for _, s := range o.DynSymbols {
			add(s)
		}
	}
	for _, symbols := range t.symbols {
		slices.SortStableFunc(symbols, compareDumpSymbols)
	}
	slices.SortStableFunc(t.absolute, compareDumpSymbols)
	t.groupSections()
	return t
}

func (t *symbolTable) groupSections() {
	if len(t.o.Sections) == 0 {
		return
	}
	sections := slices.Clone(t.o.Sections[1:])
	slices.SortStableFunc(sections, func(a, b *hsaco.ObjectSection) int { return cmp.Compare(a.Addr, b.Addr) })
	for _, s := range sections {
		if n := len(t.groups); n == 0 || t.groups[n-1].addr != s.Addr {
			t.groups = append(t.groups, addressGroup{addr: s.Addr})
		}
		if g := &t.groups[len(t.groups)-1]; t.symbols[s] != nil || s.Flags&elf.SHF_EXECINSTR != 0 {
			g.sections = append(g.sections, s)
		}
	}
	for i := range t.groups {
		g := &t.groups[i]
		slices.Reverse(g.sections)
		g.sections = g.sections[:min(len(g.sections), maxGroup)]
	}
}

// nameStart returns the symbols of s, by address. If there is none at its start, one with the
// section's name is added.
func (t *symbolTable) nameStart(s *hsaco.ObjectSection) []dumpSymbol {
	symbols := t.symbols[s]
	if len(symbols) == 0 || symbols[0].addr != s.Addr {
		symbols = slices.Insert(symbols, 0, dumpSymbol{addr: s.Addr, name: s.Name, typ: elf.STT_FUNC})
		t.symbols[s] = symbols
	}
	return symbols
}

// upTo returns how many of the symbols have addresses up to addr.
func upTo(symbols []dumpSymbol, addr uint64) int {
	n, _ := slices.BinarySearchFunc(symbols, addr, func(s dumpSymbol, addr uint64) int {
		if s.addr <= addr {
			return -1
		}
		return 1
	})
	return n
}

// before returns the symbol to name addr by, for code in section s: the last one up to addr in the
// section that contains or precedes addr, otherwise among those in no section.
func (t *symbolTable) before(s *hsaco.ObjectSection, addr uint64) (dumpSymbol, bool) {
	candidates := []*hsaco.ObjectSection{s}
	if t.o.Type != elf.ET_REL {
		candidates = t.sectionsBefore(addr)
	}
	for _, c := range candidates {
		if n := upTo(t.symbols[c], addr); n > 0 {
			return t.symbols[c][n-1], true
		}
	}
	if n := upTo(t.absolute, addr); n > 0 {
		return t.absolute[n-1], true
	}
	return dumpSymbol{}, false
}

// sectionsBefore returns the sections with the highest address that is not
// above addr.
func (t *symbolTable) sectionsBefore(addr uint64) []*hsaco.ObjectSection {
	n, _ := slices.BinarySearchFunc(t.groups, addr, func(g addressGroup, addr uint64) int {
		if g.addr <= addr {
			return -1
		}
		return 1
	})
	if n == 0 {
		return nil
	}
	return t.groups[n-1].sections
}
