package hsaco

import (
	"cmp"
	"debug/elf"
	"slices"
	"strings"
)

// linkSymbol is a symbol during a link. It is defined in an input section, in an output section (by
// the linker), or as a number; or it is undefined.
type linkSymbol struct {
	sym   *Symbol // nil if the Module has no such symbol
	name  string
	typ   elf.SymType
	bind  elf.SymBind
	vis   elf.SymVis
	value uint64 // in its section, or the number
	size  uint64

	defined bool
	in      *inSection
	out     *outSection
	atEnd   bool // of out
	// reserved symbols are defined by the linker, which places them last.
	reserved *reservedSymbol

	// A preemptible symbol may resolve to another object's definition when the code object is
	// loaded, so its address is left to the loader.
	preemptible bool
	wantsGOT    bool
	gotOffset   uint64
	dynIndex    uint32
	nameRef     uint32 // in .strtab
	dynNameRef  uint32 // in .dynstr
}

// address returns the address of the symbol plus addend, 0 for an undefined symbol. The addend of a
// section symbol selects the piece of a mergeable section.
func (s *linkSymbol) address(addend uint64) uint64 {
	switch {
	case s.in != nil && s.typ == elf.STT_SECTION:
		return s.in.address(s.value + addend)
	case s.in != nil:
		return s.in.address(s.value) + addend
	case s.out != nil && s.atEnd:
		return s.out.addr + s.out.size + addend
	case s.out != nil:
		return s.out.addr + addend
	}
	return s.value + addend
}

// absolute reports whether the symbol is the same wherever the code object is loaded: a number, or
// undefined (0).
func (s *linkSymbol) absolute() bool {
	if s.defined {
		return s.in == nil && s.out == nil && s.reserved == nil
	}
	return s.bind == elf.STB_WEAK
}

// section returns the output section of the symbol, or nil.
func (s *linkSymbol) section() *outSection {
	switch {
	case s.in == nil:
		return s.out
	case s.in.merged != nil:
		return s.in.merged.out
	}
	return s.in.out
}

// local reports whether other objects cannot see the symbol.
func (s *linkSymbol) local() bool {
	return s.bind == elf.STB_LOCAL || s.vis == elf.STV_HIDDEN || s.vis == elf.STV_INTERNAL
}

// addSymbols adds the symbols of the Module and defines the reserved ones that it needs.
func (l *linker) addSymbols() {
	l.symbols = make(map[*Symbol]*linkSymbol, len(l.m.Symbols))
	for _, s := range l.m.Symbols {
		ls := l.addSymbol(s)
		if s.Bind == elf.STB_LOCAL {
			l.locals = append(l.locals, ls)
		} else {
			l.globals = append(l.globals, ls)
		}
	}
	l.addReserved()
	for _, s := range l.globals {
		s.preemptible = s.vis == elf.STV_DEFAULT
	}
}

func (l *linker) addSymbol(s *Symbol) *linkSymbol {
	ls := &linkSymbol{sym: s, name: s.Name, typ: s.Type, bind: s.Bind, vis: s.Visibility}
	switch s.Place {
	case PlaceSection:
		ls.in = l.of[s.Section]
		if ls.in == nil {
			break // the section is discarded, so the symbol is undefined
		}
		ls.value, ls.size = s.Value, s.Size
		ls.defined = true
	case PlaceAbsolute:
		ls.value, ls.size = s.Value, s.Size
		ls.defined = true
	case PlaceCommon:
		ls.in = l.commons[s]
		ls.size = s.Size
		ls.defined = true
	}
	l.symbols[s] = ls
	return ls
}

// symbolOf returns the symbol that r refers to.
func (l *linker) symbolOf(r *Reloc) *linkSymbol {
	if r.Symbol == nil {
		return &l.null
	}
	if s := l.symbols[r.Symbol]; s != nil {
		return s
	}
	s := l.addSymbol(r.Symbol)
	l.sectionSymbols = append(l.sectionSymbols, s)
	return s
}

// listSymbols decides which symbols are in .symtab and .dynsym, and in which
// order, and fills the string tables.
func (l *linker) listSymbols() {
	strs, dynstrs := []byte{0}, []byte{0}
	list := func(s *linkSymbol) {
		strs, s.nameRef = addName(strs, s.name)
		l.symtabOrder = append(l.symtabOrder, s)
	}
	for _, s := range l.locals {
		if s.defined && s.typ != elf.STT_SECTION && !s.isPrivate() {
			list(s)
		}
	}
	for _, s := range l.globals {
		list(s)
		if s.local() || !s.defined && !s.preemptible {
			continue
		}
		dynstrs, s.dynNameRef = addName(dynstrs, s.name)
		l.dynsymOrder = append(l.dynsymOrder, s)
	}
	l.strtab.data, l.dynstr.data = strs, dynstrs
	l.strtab.size, l.dynstr.size = uint64(len(strs)), uint64(len(dynstrs))
	l.sortSymtab()
	l.sortDynsym()
}

// addName adds name to a string table, and returns its offset.
func addName(table []byte, name string) ([]byte, uint32) {
	if name == "" {
		return table, 0
	}
	return append(append(table, name...), 0), uint32(len(table))
}

// isPrivate reports whether a local symbol is an assembler label in a mergeable section, which is
// meaningless after merging.
func (s *linkSymbol) isPrivate() bool {
	return strings.HasPrefix(s.name, ".L") && s.in != nil && s.in.flags&elf.SHF_MERGE != 0
}

// sortSymtab puts local symbols first, and among them those of the object and those of the linker
// together: the group that occurs first goes first.
func (l *linker) sortSymtab() {
	own := 1 // the place of the linker's group
	if i := slices.IndexFunc(l.symtabOrder, (*linkSymbol).local); i >= 0 && l.symtabOrder[i].reserved != nil {
		own = -1
	}
	class := func(s *linkSymbol) int {
		switch {
		case !s.local():
			return 2
		case s.reserved != nil:
			return own
		}
		return 0
	}
	slices.SortStableFunc(l.symtabOrder, func(a, b *linkSymbol) int { return cmp.Compare(class(a), class(b)) })
}

// gnuHashBuckets returns the number of buckets for n symbols.
func gnuHashBuckets(n int) uint32 { return uint32(max(n/4, 1)) }

// sortDynsym puts the undefined symbols first and the others in the order of the buckets of
// .gnu.hash, as required.
func (l *linker) sortDynsym() {
	undefined := 0
	for _, s := range l.dynsymOrder {
		if !s.defined {
			undefined++
		}
	}
	buckets := gnuHashBuckets(len(l.dynsymOrder) - undefined)
	rank := func(s *linkSymbol) int64 {
		if !s.defined {
			return -1
		}
		return int64(hashGNU(s.name) % buckets)
	}
	slices.SortStableFunc(l.dynsymOrder, func(a, b *linkSymbol) int { return cmp.Compare(rank(a), rank(b)) })
	l.firstHashed = undefined
	for i, s := range l.dynsymOrder {
		s.dynIndex = uint32(i + 1)
	}
}

// reservedSymbol is a symbol that the linker defines if the Module refers to it but does not define
// it.
type reservedSymbol struct {
	name string
	vis  elf.SymVis
	at   place
}

// place is the location of a reserved symbol.
type place uint8

const (
	atHeader      place = iota // the start of the file
	atDynamic                  // .dynamic
	atBSS                      // the start of .bss
	atReadOnlyEnd              // the end of the last segment that is not writable
	atDataEnd                  // the end of the contents of the last segment
	atEnd                      // the end of the last segment
	atStart                    // the start of the section that the name ends with
	atStop                     // its end
)

// reservedSymbols are the symbols with a fixed name that LLD defines in a shared object. _DYNAMIC
// exists even if nothing refers to it.
var reservedSymbols = []reservedSymbol{
	{"__ehdr_start", elf.STV_HIDDEN, atHeader},
	{"__executable_start", elf.STV_HIDDEN, atHeader},
	{"__dso_handle", elf.STV_HIDDEN, atHeader},
	{"__bss_start", elf.STV_DEFAULT, atBSS},
	{"end", elf.STV_DEFAULT, atEnd},
	{"_end", elf.STV_DEFAULT, atEnd},
	{"etext", elf.STV_DEFAULT, atReadOnlyEnd},
	{"_etext", elf.STV_DEFAULT, atReadOnlyEnd},
	{"edata", elf.STV_DEFAULT, atDataEnd},
	{"_edata", elf.STV_DEFAULT, atDataEnd},
	{"_DYNAMIC", elf.STV_HIDDEN, atDynamic},
}

// arraySections are the arrays of functions that a loader calls: sections with
// entries in .dynamic and the symbols __NAME_start and __NAME_end.
var arraySections = []struct {
	name         string
	tag, sizeTag elf.DynTag
}{
	{"preinit_array", elf.DT_PREINIT_ARRAY, elf.DT_PREINIT_ARRAYSZ},
	{"init_array", elf.DT_INIT_ARRAY, elf.DT_INIT_ARRAYSZ},
	{"fini_array", elf.DT_FINI_ARRAY, elf.DT_FINI_ARRAYSZ},
}

// addReserved defines the reserved symbols.
func (l *linker) addReserved() {
	byName := make(map[string]*linkSymbol, len(l.globals))
	for _, s := range l.globals {
		byName[s.name] = s
	}
	define := func(r reservedSymbol, out *outSection) {
		s := byName[r.name]
		if s == nil || s.defined {
			return
		}
		s.reserved, s.out, s.atEnd = &r, out, r.at == atStop
		s.defined, s.typ, s.bind, s.vis = true, elf.STT_NOTYPE, elf.STB_GLOBAL, narrower(s.vis, r.vis)
	}
	for _, r := range reservedSymbols {
		define(r, nil)
	}
	for _, a := range arraySections {
		out, start, stop := l.output("."+a.name), atStart, atStop
		if out == nil {
			start, stop = atHeader, atHeader
		}
		define(reservedSymbol{"__" + a.name + "_start", elf.STV_HIDDEN, start}, out)
		define(reservedSymbol{"__" + a.name + "_end", elf.STV_HIDDEN, stop}, out)
	}
	for _, out := range l.outputs {
		if isIdentifier(out.name) {
			define(reservedSymbol{"__start_" + out.name, elf.STV_PROTECTED, atStart}, out)
			define(reservedSymbol{"__stop_" + out.name, elf.STV_PROTECTED, atStop}, out)
		}
	}
	if byName["_DYNAMIC"] == nil {
		s := l.addSymbol(&Symbol{Name: "_DYNAMIC", Bind: elf.STB_GLOBAL})
		l.globals = append(l.globals, s)
		byName["_DYNAMIC"] = s
		define(reservedSymbol{"_DYNAMIC", elf.STV_HIDDEN, atDynamic}, nil)
	}
}

// narrower returns the visibility of a symbol declared with both.
func narrower(a, b elf.SymVis) elf.SymVis {
	switch {
	case a == elf.STV_DEFAULT:
		return b
	case b == elf.STV_DEFAULT:
		return a
	}
	return min(a, b) // internal, hidden, protected
}

// isIdentifier reports whether name is a C identifier.
func isIdentifier(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || '9' < c) {
			return false
		}
	}
	return name != ""
}

// output returns the output section called name, or nil.
func (l *linker) output(name string) *outSection {
	for _, out := range l.outputs {
		if out.name == name {
			return out
		}
	}
	return nil
}

// placeReserved finds the sections of reserved symbols, now that output sections and segments are
// known. A symbol whose section is missing is at 0.
func (l *linker) placeReserved() {
	var last *segment
	var readOnly, data *outSection
	for _, p := range l.segments {
		if p.typ != elf.PT_LOAD {
			continue
		}
		last = p
		if p.flags&elf.PF_W == 0 {
			readOnly = p.last
		}
	}
	for _, out := range l.outputs {
		if out.typ != elf.SHT_NOBITS {
			data = out
		}
		if out == last.last {
			break
		}
	}
	for _, s := range l.globals {
		if s.reserved == nil {
			continue
		}
		switch s.reserved.at {
		case atHeader:
			s.out = l.ehdr
		case atDynamic:
			s.in = l.dynamic
		case atBSS:
			s.out = l.output(".bss")
		case atReadOnlyEnd:
			s.out, s.atEnd = readOnly, true
		case atDataEnd:
			s.out, s.atEnd = data, true
		case atEnd:
			s.out, s.atEnd = last.last, true
		}
	}
}
