package hsaco

import (
	"cmp"
	"debug/elf"
	"fmt"
	"math"
	"slices"
	"strings"
)

const (
	// shfExclude is SHF_EXCLUDE: the section is for the linker only.
	shfExclude elf.SectionFlag = 0x80000000

	// The allowed section flags; SHF_TLS, SHF_LINK_ORDER, SHF_COMPRESSED and SHF_INFO_LINK describe
	// things that a Module does not carry.
	allowedFlags = elf.SHF_WRITE | elf.SHF_ALLOC | elf.SHF_EXECINSTR | elf.SHF_MERGE | elf.SHF_STRINGS |
		elf.SHF_GROUP | elf.SHF_OS_NONCONFORMING | elf.SHF_MASKOS | elf.SHF_MASKPROC
)

// tableTypes are the section types that a relocatable object uses for the
// parts of a Module that are not in its Sections.
var tableTypes = []elf.SectionType{
	elf.SHT_NULL, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_RELA, elf.SHT_REL, elf.SHT_HASH,
	elf.SHT_DYNAMIC, elf.SHT_DYNSYM, elf.SHT_GROUP, elf.SHT_SYMTAB_SHNDX, elf.SHT_GNU_HASH,
}

// check refuses Modules that do not correspond to any relocatable object, so that later stages can
// rely on offsets and sizes.
func (l *linker) check() {
	m := l.m
	l.sizeLimit = paddingLimit + 4*m.footprint()
	if m.Chip == nil {
		l.failf(nil, "no chip is given")
	}
	if m.Version < 4 || m.Version > 6 {
		l.failf(nil, "code object version %d cannot be written; 4, 5 and 6 can", m.Version)
	}
	if m.XNACK > FeatureOn || m.SRAMECC > FeatureOn {
		l.failf(nil, "xnack %d, sramecc %d: not valid settings", m.XNACK, m.SRAMECC)
	}
	known := make(map[*Section]bool, len(m.Sections))
	for _, s := range m.Sections {
		if known[s] {
			l.failf(s, "listed twice")
		}
		known[s] = true
		l.checkSection(s)
	}
	l.checkSymbols(known)
}

// footprint returns roughly the size in bytes of a file with m.
func (m *Module) footprint() uint64 {
	n := uint64(0)
	for _, s := range m.Sections {
		n += sectionHdrSize + uint64(len(s.Name)) + uint64(len(s.Data)) + relaSize*uint64(len(s.Relocs))
	}
	for _, s := range m.Symbols {
		n += symbolSize + uint64(len(s.Name))
	}
	return n
}

func (l *linker) checkSection(s *Section) {
	l.checkName(s.Name)
	if odd := s.Flags &^ allowedFlags; odd != 0 {
		l.failf(s, "flags %v are not supported", odd)
	}
	if slices.Contains(tableTypes, s.Type) {
		l.failf(s, "type %v is reserved for tables that the linker makes", s.Type)
	}
	if s.Align == 0 || s.Align&(s.Align-1) != 0 {
		l.failf(s, "alignment %d is not a power of two", s.Align)
	}
	if s.Type == elf.SHT_NOBITS && len(s.Data) != 0 {
		l.failf(s, "%d bytes of contents in a section without contents", len(s.Data))
	}
	if s.Type != elf.SHT_NOBITS && s.Size != uint64(len(s.Data)) {
		l.failf(s, "size is %d, but there are %d bytes", s.Size, len(s.Data))
	}
	if mergeable(s) {
		l.checkMergeable(s)
	}
	if len(s.Relocs) > 0 {
		l.checkRelocs(s)
	}
}

// checkName refuses names that would be cut short in a string table.
func (l *linker) checkName(name string) {
	if strings.IndexByte(name, 0) >= 0 {
		l.failf(nil, "name %q: a name cannot have a zero byte", name)
	}
}

// mergeable reports whether equal elements of s are merged. As in LLD, elements of a section with
// relocations are not, since their targets could differ.
func mergeable(s *Section) bool {
	return s.Flags&elf.SHF_MERGE != 0 && s.Size > 0 && s.EntSize > 0 && len(s.Relocs) == 0
}

func (l *linker) checkMergeable(s *Section) {
	switch {
	case s.Flags&elf.SHF_WRITE != 0:
		l.failf(s, "a mergeable section cannot be writable")
	case s.Type == elf.SHT_NOBITS:
		l.failf(s, "a mergeable section needs contents")
	case s.Size%s.EntSize != 0:
		l.failf(s, "size %d is not a multiple of the size of an element, %d", s.Size, s.EntSize)
	case s.Size > math.MaxUint32:
		l.failf(s, "%d bytes are too many for a mergeable section", s.Size)
	case s.Flags&elf.SHF_STRINGS != 0 && !isZero(s.Data[s.Size-s.EntSize:]):
		l.failf(s, "the last string has no terminator")
	}
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// checkRelocs checks that relocations stay in the section, and that no two
// write the same byte.
func (l *linker) checkRelocs(s *Section) {
	if s.Type == elf.SHT_NOBITS {
		l.failf(s, "relocations in a section without contents")
		return
	}
	ok := true
	fault := func(r *Reloc, format string, args ...any) {
		ok = false
		l.fail(&LinkError{Section: s, Offset: r.Offset, Reloc: r, Symbol: r.Symbol, Msg: fmt.Sprintf(format, args...)})
	}
	order := make([]*Reloc, len(s.Relocs))
	for i := range s.Relocs {
		r := &s.Relocs[i]
		order[i] = r
		switch k, known := relocKindOf(r.Type); {
		case !known:
			fault(r, "relocation type %d cannot be applied", r.Type)
		case r.Offset > s.Size || s.Size-r.Offset < k.width:
			fault(r, "%s is outside of the section, which has %d bytes", k.name, s.Size)
		}
	}
	if !ok {
		return
	}
	byOffset := func(a, b *Reloc) int { return cmp.Compare(a.Offset, b.Offset) }
	if !slices.IsSortedFunc(order, byOffset) {
		slices.SortStableFunc(order, byOffset)
	}
	end := uint64(0)
	for _, r := range order {
		k, _ := relocKindOf(r.Type)
		if k.width == 0 {
			continue
		}
		if r.Offset < end {
			fault(r, "%s overlaps the relocation before it", k.name)
		}
		end = r.Offset + k.width
	}
}

func (l *linker) checkSymbols(known map[*Section]bool) {
	listed := make(map[*Symbol]bool, len(l.m.Symbols))
	names := make(map[string]bool)
	for _, s := range l.m.Symbols {
		if listed[s] {
			l.fail(&LinkError{Symbol: s, Msg: fmt.Sprintf("symbol %s is listed twice", s.Name)})
		}
		listed[s] = true
		l.checkSymbol(s, known)
		if s.Bind == elf.STB_LOCAL {
			continue
		}
		if names[s.Name] {
			l.fail(&LinkError{Symbol: s, Msg: fmt.Sprintf("symbol %s is listed twice", s.Name)})
		}
		names[s.Name] = true
	}
	for _, sec := range l.m.Sections {
		for i := range sec.Relocs {
			s := sec.Relocs[i].Symbol
			if s == nil || listed[s] {
				continue
			}
			listed[s] = true
			if s.Type != elf.STT_SECTION || s.Bind != elf.STB_LOCAL {
				l.fail(&LinkError{Symbol: s, Msg: fmt.Sprintf("symbol %s is used, but not listed", s.Name)})
			}
			l.checkSymbol(s, known)
		}
	}
}

func (l *linker) checkSymbol(s *Symbol, known map[*Section]bool) {
	fault := func(format string, args ...any) {
		l.fail(&LinkError{Symbol: s, Msg: fmt.Sprintf("symbol %s: %s", s.Name, fmt.Sprintf(format, args...))})
	}
	l.checkName(s.Name)
	switch s.Place {
	case PlaceUndefined, PlaceAbsolute:
	case PlaceSection:
		if !known[s.Section] {
			fault("its section is not in the module")
		} else if isEHFrame(s.Section) && s.Type != elf.STT_SECTION {
			fault("symbols in %s are not supported", ehFrame)
		} else if mergeable(s.Section) && s.Value >= s.Section.Size && s.Type != elf.STT_SECTION {
			fault("offset %#x is outside of mergeable section %s", s.Value, s.Section.Name)
		}
	case PlaceCommon:
		if s.Value == 0 || s.Value&(s.Value-1) != 0 || s.Value > math.MaxUint32 {
			fault("alignment %d of a common symbol is not a power of two below 2^32", s.Value)
		}
	default:
		fault("a symbol in LDS cannot be linked")
	}
	switch s.Type {
	case elf.STT_TLS, elf.STT_GNU_IFUNC:
		fault("type %v is not supported", s.Type)
	}
	if s.Type > 15 || s.Bind > 15 || s.Visibility > elf.STV_PROTECTED {
		fault("type %d, binding %d, visibility %d: not valid in an ELF symbol", s.Type, s.Bind, s.Visibility)
	}
}
