package hsaco

import (
	"debug/elf"
	"fmt"
	"math"
	"slices"

	"heddle/arch"
)

// Object is a code object that has been read. Its data points into the bytes passed to Open (or
// decompressed by it).
type Object struct {
	Chip           *arch.Chip
	XNACK, SRAMECC Feature
	Version        int      // code object version, 3 to 6
	Type           elf.Type // ET_DYN, ET_EXEC, or ET_REL for a relocatable object
	Flags          uint32   // e_flags

	Sections []*ObjectSection // by section index; the first is the null section
	Segments []Segment        // none in relocatable objects

	// Symbols is the symbol table, DynSymbols the dynamic one, both by symbol
	// index. Their Value is an offset in their section; Address gives the
	// address.
	Symbols, DynSymbols []*Symbol
	// DynRelocs are applied by the loader; their Offset is an address.
	DynRelocs []Reloc

	Notes []Note
	// MetadataNote is the descriptor of the first NT_AMDGPU_METADATA note,
	// Document and Metadata its content; all nil if there is no such note.
	// Linking several objects concatenates their notes: the Kernels of the
	// later ones are appended to those of Metadata.
	MetadataNote []byte
	Document     *Document
	Metadata     *Metadata

	Kernels []*Kernel // by address of the code, then by name

	owner map[*Section]*ObjectSection
}

// PlaceLDS marks a symbol of the pseudo section SHN_AMDGPU_LDS: a variable in
// LDS that the linker is to place. Value is its alignment, Size its size.
const PlaceLDS = PlaceCommon + 1

const (
	machineAMDGPU = elf.Machine(224)
	osABIHSA      = elf.OSABI(64)
	shnLDS        = 0xff00
)

// Open reads a code object of versions 3 to 6. b is an ELF file, a clang offload bundle, plain or
// compressed, or a host program with one in its .hip_fatbin section.
//
// mcpu selects the entry of a bundle, and is checked against the code object: a processor such as
// "gfx950", or a target id such as "gfx950:xnack+". An empty mcpu accepts any code object, if there
// is only one.
func Open(b []byte, mcpu string) (*Object, error) {
	var want targetID
	if mcpu != "" {
		var err error
		if want, err = parseTargetID(mcpu); err != nil {
			return nil, err
		}
	}
	code, err := selectCode(b, want)
	if err != nil {
		return nil, err
	}
	o, err := readObject(code)
	if err != nil {
		return nil, err
	}
	if have := o.target(); mcpu != "" && !want.accepts(have) {
		return nil, fmt.Errorf("code object is for %v, not for %v", have, want)
	}
	return o, nil
}

// target returns the target id of o.
func (o *Object) target() targetID {
	return targetID{processor: o.Chip.Name, xnack: o.XNACK, sramecc: o.SRAMECC}
}

// readObject reads an ELF file that should be a code object.
func readObject(b []byte) (*Object, error) {
	f, err := parseELF(b)
	if err != nil {
		return nil, err
	}
	o := &Object{Type: f.typ, Flags: f.flags, Sections: f.sections, Segments: f.segments}
	if o.Version, err = f.codeObjectVersion(); err != nil {
		return nil, err
	}
	if o.Chip, err = chipOf(f.flags); err != nil {
		return nil, err
	}
	o.XNACK, o.SRAMECC = featuresOf(f.flags, o.Version)
	o.owner = make(map[*Section]*ObjectSection, len(o.Sections))
	for _, s := range o.Sections {
		if o.Type == elf.ET_REL && s.Addr != 0 {
			return nil, fmt.Errorf("%v has the address %#x; sections of relocatable objects have none", s, s.Addr)
		}
		o.owner[&s.Section] = s
	}
	if o.Symbols, err = f.readSymbols(elf.SHT_SYMTAB); err != nil {
		return nil, err
	}
	if o.DynSymbols, err = f.readSymbols(elf.SHT_DYNSYM); err != nil {
		return nil, err
	}
	if err := o.readRelocs(); err != nil {
		return nil, err
	}
	if err := o.readNotes(); err != nil {
		return nil, err
	}
	if err := o.findKernels(); err != nil {
		return nil, err
	}
	return o, nil
}

// codeObjectVersion checks that f is a code object that Open can read, and returns its version.
func (f *elfFile) codeObjectVersion() (int, error) {
	if f.machine != machineAMDGPU {
		return 0, fmt.Errorf("ELF file is for %v, not for AMDGPU", f.machine)
	}
	if f.osABI != osABIHSA {
		return 0, fmt.Errorf("code object has OS ABI %d; only amdhsa (%d) is read", f.osABI, osABIHSA)
	}
	if f.typ != elf.ET_DYN && f.typ != elf.ET_EXEC && f.typ != elf.ET_REL {
		return 0, fmt.Errorf("code object is of type %v; ET_DYN, ET_EXEC and ET_REL are read", f.typ)
	}
	if len(f.sections) == 0 {
		return 0, fmt.Errorf("code object has no section headers; they are needed to find its symbols")
	}
	switch v := int(f.abiVersion) + 2; {
	case v == 2:
		return 0, fmt.Errorf("code object has version 2, which lacks the kernel descriptors and metadata needed here; recompile it with -mcode-object-version=4, 5 or 6")
	case v > 6:
		return 0, fmt.Errorf("code object has version %d (ABI version %d); versions 3 to 6 are read", v, f.abiVersion)
	default:
		return v, nil
	}
}

// SectionOf returns the section that s is in, or nil.
func (o *Object) SectionOf(s *Symbol) *ObjectSection { return o.owner[s.Section] }

// Address returns the address of s: its offset in a relocatable object, its
// value if it is absolute.
func (o *Object) Address(s *Symbol) uint64 {
	if sec := o.SectionOf(s); sec != nil {
		return sec.Addr + s.Value
	}
	return s.Value
}

// readNotes collects the notes and decodes the metadata among them.
func (o *Object) readNotes() error {
	for _, s := range o.Sections {
		if s.Type != elf.SHT_NOTE {
			continue
		}
		notes, err := ParseNotes(s.Data)
		if err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
		o.Notes = append(o.Notes, notes...)
	}
	for _, n := range o.Notes {
		if n.Name != "AMDGPU" || n.Type != NoteTypeMetadata {
			continue
		}
		doc, err := ParseMetadataNote(n.Desc)
		if err != nil {
			return fmt.Errorf("metadata: %w", err)
		}
		meta, err := doc.Metadata()
		if err != nil {
			return fmt.Errorf("metadata: %w", err)
		}
		if o.Metadata == nil {
			o.MetadataNote, o.Document, o.Metadata = n.Desc, doc, meta
		} else {
			o.Metadata.Kernels = append(o.Metadata.Kernels, meta.Kernels...)
		}
	}
	return nil
}

// readSymbols reads the symbol table of type t; nil if there is none.
func (f *elfFile) readSymbols(t elf.SectionType) ([]*Symbol, error) {
	table, err := f.only(t)
	if err != nil || table == nil {
		return nil, err
	}
	n, err := table.records(symbolSize)
	if err != nil {
		return nil, err
	}
	text, err := f.section(table.Link)
	if err != nil {
		return nil, fmt.Errorf("%v: its strings are in %w", table, err)
	}
	names := newStringTable(text.Data, len(table.Data))
	wide := f.wideIndices(table)
	symbols := make([]*Symbol, n)
	for i := range symbols {
		if symbols[i], err = f.readSymbol(table.Data[i*symbolSize:], names, wide, i); err != nil {
			return nil, fmt.Errorf("%v: symbol %d: %w", table, i, err)
		}
	}
	return symbols, nil
}

// wideIndices returns the section indices that do not fit in the symbols of
// table: four bytes for each.
func (f *elfFile) wideIndices(table *ObjectSection) []byte {
	i := slices.IndexFunc(f.sections, func(s *ObjectSection) bool {
		return s.Type == elf.SHT_SYMTAB_SHNDX && s.Link == uint32(table.Index)
	})
	if i < 0 {
		return nil
	}
	return f.sections[i].Data
}

func (f *elfFile) readSymbol(b []byte, names *stringTable, wide []byte, i int) (*Symbol, error) {
	name, err := names.at(uint64(le.Uint32(b)))
	if err != nil {
		return nil, err
	}
	s := &Symbol{
		Name:       name,
		Type:       elf.ST_TYPE(b[4]),
		Bind:       elf.ST_BIND(b[4]),
		Visibility: elf.ST_VISIBILITY(b[5]),
		Value:      le.Uint64(b[8:]),
		Size:       le.Uint64(b[16:]),
	}
	index := uint32(le.Uint16(b[6:]))
	switch elf.SectionIndex(index) {
	case elf.SHN_UNDEF:
		s.Place = PlaceUndefined
		return s, nil
	case elf.SHN_ABS:
		s.Place = PlaceAbsolute
		return s, nil
	case elf.SHN_COMMON:
		s.Place = PlaceCommon
		return s, nil
	case shnLDS:
		s.Place = PlaceLDS
		return s, nil
	case elf.SHN_XINDEX:
		if 4*i+4 > len(wide) {
			return nil, fmt.Errorf("%q has its section index in a table that lacks it", name)
		}
		index = le.Uint32(wide[4*i:])
	}
	sec, err := f.section(index)
	if err != nil {
		return nil, fmt.Errorf("%q is in %w", name, err)
	}
	s.Place, s.Section = PlaceSection, &sec.Section
	s.Value -= sec.Addr
	return s, nil
}

// readRelocs assigns the relocations to the sections they apply to, or to DynRelocs if the loader
// applies them.
func (o *Object) readRelocs() error {
	for _, s := range o.Sections {
		switch s.Type {
		case elf.SHT_RELA:
		case elf.SHT_REL, sectionRELR, sectionCREL:
			return fmt.Errorf("%v: relocations of type %v; AMDGPU has only %v", s, s.Type, elf.SHT_RELA)
		default:
			continue
		}
		relocs, err := o.readRelas(s)
		if err != nil {
			return err
		}
		if o.Type != elf.ET_REL && s.Flags&elf.SHF_ALLOC != 0 {
			o.DynRelocs = append(o.DynRelocs, relocs...)
			continue
		}
		if s.Info == 0 || uint64(s.Info) >= uint64(len(o.Sections)) {
			return fmt.Errorf("%v: relocates section %d of %d", s, s.Info, len(o.Sections))
		}
		target := o.Sections[s.Info]
		for i := range relocs {
			relocs[i].Offset -= target.Addr
		}
		target.Relocs = append(target.Relocs, relocs...)
	}
	return nil
}

// Relative relocations packed as bitmaps, and compact ones: newer than the AMDGPU loaders.
const (
	sectionRELR = elf.SectionType(19)
	sectionCREL = elf.SectionType(0x40000014)
)

func (o *Object) readRelas(s *ObjectSection) ([]Reloc, error) {
	n, err := s.records(relaSize)
	if err != nil {
		return nil, err
	}
	symbols, err := o.symbolsOf(s)
	if err != nil {
		return nil, err
	}
	relocs := make([]Reloc, n)
	for i := range relocs {
		b := s.Data[i*relaSize:]
		info := le.Uint64(b[8:])
		r := Reloc{Offset: le.Uint64(b), Type: RelocType(info & math.MaxUint32), Addend: int64(le.Uint64(b[16:]))}
		if index := info >> 32; index != 0 {
			if index >= uint64(len(symbols)) {
				return nil, fmt.Errorf("%v: relocation %d: symbol %d of %d", s, i, index, len(symbols))
			}
			r.Symbol = symbols[index]
		}
		relocs[i] = r
	}
	return relocs, nil
}

// symbolsOf returns the symbol table that the relocations in s index.
func (o *Object) symbolsOf(s *ObjectSection) ([]*Symbol, error) {
	if s.Link == 0 {
		return nil, nil
	}
	if uint64(s.Link) < uint64(len(o.Sections)) {
		switch o.Sections[s.Link].Type {
		case elf.SHT_SYMTAB:
			return o.Symbols, nil
		case elf.SHT_DYNSYM:
			return o.DynSymbols, nil
		}
	}
	return nil, fmt.Errorf("%v: section %d is not a symbol table", s, s.Link)
}
