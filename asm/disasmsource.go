package asm

import (
	"bufio"
	"cmp"
	"debug/elf"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
)

// WriteSource writes an assembly file that Assemble and hsaco.Link turn back into o: the same code,
// data, kernel descriptors and metadata.
//
// References between sections are written with symbols. They are found by the relocations that o
// has, and by the instructions with which compilers compute them: s_getpc_b64, s_add_u32,
// s_addc_u32. If the sections of o are where Link would place them, the new object has the same
// bytes; otherwise the distances follow the new addresses of the sections.
//
// Sections made by the linker (dynamic symbols, hash tables, the global offset table) and sections
// that are not loaded (debug information, compiler notes) are omitted.
func WriteSource(w io.Writer, o *hsaco.Object) error {
	s := &sourceWriter{
		o: o, t: isa.For(o.Chip), out: bufio.NewWriter(w),
		bySection: map[*hsaco.ObjectSection]*part{}, taken: map[string]int{}, operands: map[string]bool{},
	}
	s.chooseParts()
	s.names = 1 << 20
	for _, p := range s.parts {
		s.names += 64 * len(p.sec.Data)
	}
	s.placeSymbols()
	s.placeDescriptors()
	s.findReferences()
	if s.err != nil {
		return s.err
	}
	s.header()
	for _, p := range s.parts {
		p.sortStops()
		s.part(p)
	}
	s.looseSymbols()
	s.metadata()
	return s.out.Flush()
}

// sourceWriter is the state of WriteSource.
type sourceWriter struct {
	o         *hsaco.Object
	t         *isa.Target
	out       *bufio.Writer
	parts     []*part // the sections to write, by address
	bySection map[*hsaco.ObjectSection]*part
	got       gotSlots
	taken     map[string]int  // names of symbols, and how often they were asked for
	operands  map[string]bool // whether a name can be an operand
	names     int             // bytes of names that references may still take: any number can name one long symbol
	yaml      []byte          // the metadata, if it is written as directives
	buf       []byte
	err       error // why the object cannot be written as source
}

// part is a section that is written.
type part struct {
	sec        *hsaco.ObjectSection
	symbols    []placedSymbol              // by offset
	kernels    map[uint64]*descriptorBlock // by offset of the descriptor
	blocks     []uint64                    // their offsets, ascending
	refs       []reference                 // by offset
	pairs      []reference                 // found in code, not yet in refs
	local      map[uint64]string           // labels without a symbol
	usable     map[usableAt]string         // answers of symbolFor
	entries    []uint64                    // of kernels with preloaded arguments, behind the code that loads them
	stops      []uint64                    // offsets of all labels, ascending
	boundaries []uint64                    // bit i: an instruction begins at dword i
}

// descriptorBlock is a kernel descriptor that is written as directives.
type descriptorBlock struct {
	name  string
	scope *hsaco.Symbol // binding and visibility that the kernel has before the block
	lines []hsaco.Directive
}

// placedSymbol is a symbol with a label.
type placedSymbol struct {
	*hsaco.Symbol
	name string // unlike Name, unique
	off  uint64
	// told means that binding and visibility are written before the symbol's descriptor, which
	// inherits them.
	told bool
}

func (p *part) code() bool { return p.sec.Flags&elf.SHF_EXECINSTR != 0 && p.sec.Data != nil }

// size returns the size of the section in memory.
func (p *part) size() uint64 { return p.sec.Size }

// linkerTypes are the types of sections that the linker makes.
var linkerTypes = []elf.SectionType{
	elf.SHT_DYNSYM, elf.SHT_STRTAB, elf.SHT_HASH, elf.SHT_GNU_HASH, elf.SHT_RELA, elf.SHT_REL, elf.SHT_DYNAMIC,
}

// linkerNames are the names of other sections that the linker makes.
var linkerNames = []string{gotName, ".got.plt", ".relro_padding"}

const gotName = ".got"

// chooseParts picks the sections to write.
func (s *sourceWriter) chooseParts() {
	note := s.metadataSection()
	for _, sec := range s.o.Sections {
		linkers := s.o.Type == elf.ET_DYN && slices.Contains(linkerNames, sec.Name) || slices.Contains(linkerTypes, sec.Type)
		if sec.Index == 0 || sec.Flags&elf.SHF_ALLOC == 0 || linkers || sec == note {
			continue
		}
		p := &part{
			sec: sec, kernels: map[uint64]*descriptorBlock{}, local: map[uint64]string{},
			usable: map[usableAt]string{},
		}
		s.parts = append(s.parts, p)
		s.bySection[sec] = p
	}
	slices.SortStableFunc(s.parts, func(a, b *part) int { return cmp.Compare(a.sec.Addr, b.sec.Addr) })
}

// metadataSection returns the section that the metadata directives will create, nil if the metadata
// is written as data, or if there is none.
func (s *sourceWriter) metadataSection() *hsaco.ObjectSection {
	if s.o.Document == nil {
		return nil
	}
	var found *hsaco.ObjectSection
	for _, sec := range s.o.Sections {
		if sec.Type != elf.SHT_NOTE {
			continue
		}
		notes, err := hsaco.ParseNotes(sec.Data)
		if err != nil || len(notes) != 1 || notes[0].Type != hsaco.NoteTypeMetadata || notes[0].Name != "AMDGPU" {
			continue
		}
		if found != nil {
			return nil // linked from several objects: one directive cannot express that
		}
		found = sec
	}
	yaml, err := s.o.Document.YAML()
	if err != nil || len(s.o.Metadata.Kernels) != metadataKernels(s.o.Document) {
		return nil
	}
	if found != nil {
		s.yaml = yaml
	}
	return found
}

// metadataKernels returns the number of kernels in d; an object may have more in further notes.
func metadataKernels(d *hsaco.Document) int {
	if kernels := d.Root.Get("amdhsa.kernels"); kernels != nil {
		return len(kernels.Items)
	}
	return 0
}

// placeSymbols finds the labels of the parts, and gives different names to symbols with the same
// name.
func (s *sourceWriter) placeSymbols() {
	symbols := s.symbols()
	for _, sym := range symbols {
		if sym.Bind != elf.STB_LOCAL {
			s.taken[sym.Name]++
		}
	}
	for _, sym := range symbols {
		p := s.partOf(sym)
		if p == nil {
			continue
		}
		name := sym.Name
		if sym.Bind == elf.STB_LOCAL {
			name = s.freeName(name)
		}
		p.symbols = append(p.symbols, placedSymbol{Symbol: sym, name: name, off: sym.Value})
	}
	for _, p := range s.parts {
		slices.SortStableFunc(p.symbols, func(a, b placedSymbol) int { return cmp.Compare(a.off, b.off) })
		p.sortStops()
	}
}

// placeDescriptors finds the descriptors that directives can create.
func (s *sourceWriter) placeDescriptors() {
	for _, k := range s.o.Kernels {
		if code := s.bySection[k.Section]; code != nil && k.Descriptor.Prologue() > 0 {
			if off := k.Addr - k.Section.Addr + uint64(k.Descriptor.Prologue()); off < code.size() {
				code.entries = append(code.entries, off)
			}
		}
		p := s.partOf(k.Symbol)
		if p == nil || p.kernels[k.Symbol.Value] != nil {
			continue
		}
		entry := s.entryOfBlock(p, k)
		if entry == nil {
			continue
		}
		if lines, err := k.Descriptor.Directives(s.o.Chip); err == nil {
			scope := *entry.Symbol
			scope.Visibility = k.Symbol.Visibility
			p.kernels[k.Symbol.Value] = &descriptorBlock{blockName(k), &scope, lines}
			p.blocks = append(p.blocks, k.Symbol.Value)
			entry.told = true
		}
	}
	for _, p := range s.parts {
		slices.Sort(p.blocks)
	}
}

// meetsBlock reports whether one of the descriptors that are written as
// directives has bytes from off up to end.
func (p *part) meetsBlock(off, end uint64) bool {
	i, _ := slices.BinarySearch(p.blocks, end)
	return i > 0 && p.blocks[i-1]+hsaco.DescriptorSize > off
}

// blockName returns the name that .amdhsa_kernel must have for k.
func blockName(k *hsaco.Kernel) string { return strings.TrimSuffix(k.Symbol.Name, descriptorSuffix) }

const descriptorSuffix = ".kd"

// entryOfBlock returns the symbol at the entry of k if .amdhsa_kernel can create the descriptor:
// the entry has the right name, and the attributes of the descriptor.
func (s *sourceWriter) entryOfBlock(p *part, k *hsaco.Kernel) *placedSymbol {
	off, name := k.Symbol.Value, blockName(k)
	if quoteName(name) != name || p.nextStop(off, p.size()) < min(off+hsaco.DescriptorSize, p.size()) {
		return nil
	}
	code := s.bySection[k.Section]
	if code == nil {
		return nil
	}
	descriptor, entry := p.named(off, k.Symbol.Name), code.named(k.Addr-k.Section.Addr, name)
	if descriptor == nil || entry == nil || !entry.reachable(labelAny) ||
		descriptor.Bind != entry.Bind || entry.Bind != elf.STB_LOCAL && descriptor.Visibility != entry.Visibility && !protectedByBlock(descriptor, entry) {
		return nil
	}
	return entry
}

// protectedByBlock: a kernel without an explicit visibility becomes protected through its
// .amdhsa_kernel block, while its descriptor keeps the default.
func protectedByBlock(descriptor, entry *placedSymbol) bool {
	return descriptor.Visibility == elf.STV_DEFAULT && entry.Visibility == elf.STV_PROTECTED
}

// named returns the symbol at off that is written with its own name, name.
func (p *part) named(off uint64, name string) *placedSymbol {
	at := p.symbolsAt(off)
	for i := range at {
		if at[i].name == name && at[i].Name == name {
			return &at[i]
		}
	}
	return nil
}

// isBlock reports whether .amdhsa_kernel defines sym.
func (p *part) isBlock(sym placedSymbol) bool {
	b := p.kernels[sym.off]
	return b != nil && sym.name == b.name+descriptorSuffix
}

// symbols lists the symbols that source can express.
func (s *sourceWriter) symbols() []*hsaco.Symbol {
	all := s.o.Symbols
	if len(all) == 0 {
		all = s.o.DynSymbols
	}
	var out []*hsaco.Symbol
	for _, sym := range all {
		if sym.Name != "" && sym.Type != elf.STT_SECTION && sym.Type != elf.STT_FILE {
			out = append(out, sym)
		}
	}
	return out
}

// partOf returns the part that sym is in, or nil.
func (s *sourceWriter) partOf(sym *hsaco.Symbol) *part {
	sec := s.o.SectionOf(sym)
	if sec == nil {
		return nil
	}
	return s.bySection[sec]
}

// freeName returns name, changed if it is taken, and reserves it.
func (s *sourceWriter) freeName(name string) string {
	free := name
	for s.taken[free] > 0 {
		free = fmt.Sprintf("%s.%d", name, s.taken[name])
		s.taken[name]++
	}
	s.taken[free]++
	return free
}

// sortStops collects the offsets of all labels.
func (p *part) sortStops() {
	p.stops = p.stops[:0]
	for _, l := range p.symbols {
		p.stops = append(p.stops, l.off)
	}
	for off := range p.local {
		p.stops = append(p.stops, off)
	}
	slices.Sort(p.stops)
	p.stops = slices.Compact(p.stops)
}

// nextStop returns the first label after off, or limit.
func (p *part) nextStop(off, limit uint64) uint64 {
	i, _ := slices.BinarySearch(p.stops, off+1)
	if i < len(p.stops) {
		return min(p.stops[i], limit)
	}
	return limit
}

// symbolsAt returns the symbols at off.
func (p *part) symbolsAt(off uint64) []placedSymbol {
	i, _ := slices.BinarySearchFunc(p.symbols, off, func(l placedSymbol, off uint64) int { return cmp.Compare(l.off, off) })
	n := i
	for n < len(p.symbols) && p.symbols[n].off == off {
		n++
	}
	return p.symbols[i:n]
}

// header writes the target.
func (s *sourceWriter) header() {
	version := s.o.Version
	if version < oldestVersion {
		fmt.Fprintf(s.out, "// The code object had version %d, which is no longer written.\n", version)
		version = oldestVersion
	}
	fmt.Fprintf(s.out, "\t.amdgcn_target %q\n", targetID{s.o.Chip, s.o.XNACK, s.o.SRAMECC}.text())
	fmt.Fprintf(s.out, "\t.amdhsa_code_object_version %d\n", version)
}

// oldestVersion is the oldest code object version that Link writes.
const oldestVersion = 4

// part writes a section.
func (s *sourceWriter) part(p *part) {
	s.sectionDirective(p.sec)
	if p.code() {
		s.code(p)
	} else {
		s.data(p, 0, p.size())
	}
	s.labels(p, p.size())
	for _, sym := range p.symbols {
		if sym.off > p.size() {
			s.attributes(p, sym)
			fmt.Fprintf(s.out, "\t.set %s, %s\n", quoteName(sym.name), s.address(p, sym.off))
		}
	}
}

// sectionDirective begins a section. Strings that the linker has merged must not be merged again:
// the order would change.
func (s *sourceWriter) sectionDirective(sec *hsaco.ObjectSection) {
	const plain = elf.SHF_WRITE | elf.SHF_ALLOC | elf.SHF_EXECINSTR
	flags := "a"
	if sec.Flags&elf.SHF_WRITE != 0 {
		flags += "w"
	}
	if sec.Flags&elf.SHF_EXECINSTR != 0 {
		flags += "x"
	}
	name := quoteName(sec.Name)
	fmt.Fprintln(s.out)
	switch typ := sectionTypes[sec.Type]; {
	case sec.Name == ".text" && sec.Flags&plain == elf.SHF_ALLOC|elf.SHF_EXECINSTR && sec.Type == elf.SHT_PROGBITS:
		fmt.Fprintln(s.out, "\t.text")
	case typ != "":
		fmt.Fprintf(s.out, "\t.section %s,%q,@%s\n", name, flags, typ)
	default:
		fmt.Fprintf(s.out, "\t.section %s,%q,@%#x\n", name, flags, uint32(sec.Type))
	}
	if k := bits.TrailingZeros64(sec.Align); k > 0 {
		fmt.Fprintf(s.out, "\t.p2align %d\n", k)
	}
}

var sectionTypes = map[elf.SectionType]string{
	elf.SHT_PROGBITS: "progbits", elf.SHT_NOBITS: "nobits", elf.SHT_NOTE: "note",
	elf.SHT_INIT_ARRAY: "init_array", elf.SHT_FINI_ARRAY: "fini_array", elf.SHT_PREINIT_ARRAY: "preinit_array",
}

// labels writes the labels at off.
func (s *sourceWriter) labels(p *part, off uint64) {
	for _, sym := range p.symbolsAt(off) {
		if p.isBlock(sym) {
			continue // .amdhsa_kernel defines it
		}
		if sym.Type == elf.STT_FUNC && off > 0 {
			fmt.Fprintln(s.out)
		}
		s.attributes(p, sym)
		fmt.Fprintf(s.out, "%s:\n", quoteName(sym.name))
	}
	if name, ok := p.local[off]; ok {
		fmt.Fprintf(s.out, "%s:\n", name)
	}
}

// attributes writes the directives for the attributes of a symbol.
func (s *sourceWriter) attributes(p *part, sym placedSymbol) {
	name := quoteName(sym.name)
	if !sym.told {
		s.scope(sym.Symbol, name)
	}
	switch sym.Type {
	case elf.STT_FUNC:
		fmt.Fprintf(s.out, "\t.type %s,@function\n", name)
	case elf.STT_OBJECT:
		fmt.Fprintf(s.out, "\t.type %s,@object\n", name)
	}
	if sym.Size != 0 {
		fmt.Fprintf(s.out, "\t.size %s, %s\n", name, s.sizeOf(p, sym))
	}
}

// sizeOf returns the size of a symbol. That of a function is a difference of labels, so that instructions
// can be added to it.
func (s *sourceWriter) sizeOf(p *part, sym placedSymbol) string {
	if end := sym.off + sym.Size; p != nil && p.code() && sym.Type == elf.STT_FUNC && sym.Size > 0 && sym.Size <= p.size() && end <= p.size() {
		if name, more := s.label(p, end, labelBranch); more == 0 {
			return name + "-" + quoteName(sym.name)
		}
	}
	return fmt.Sprint(sym.Size)
}

// scope writes binding and visibility of a symbol.
func (s *sourceWriter) scope(sym *hsaco.Symbol, name string) {
	switch sym.Bind {
	case elf.STB_LOCAL:
	case elf.STB_WEAK:
		fmt.Fprintf(s.out, "\t.weak %s\n", name)
	default:
		fmt.Fprintf(s.out, "\t.globl %s\n", name)
	}
	if sym.Bind != elf.STB_LOCAL {
		switch sym.Visibility {
		case elf.STV_PROTECTED:
			fmt.Fprintf(s.out, "\t.protected %s\n", name)
		case elf.STV_HIDDEN:
			fmt.Fprintf(s.out, "\t.hidden %s\n", name)
		case elf.STV_INTERNAL:
			fmt.Fprintf(s.out, "\t.internal %s\n", name)
		}
	}
}

// looseSymbols writes the symbols that are in no section: common ones, those in LDS, undefined
// ones, and global symbols that are numbers.
func (s *sourceWriter) looseSymbols() {
	first := true
	symbols := s.symbols()
	slices.SortStableFunc(symbols, func(a, b *hsaco.Symbol) int { return cmp.Compare(a.Name, b.Name) })
	for _, sym := range symbols {
		var text string
		name := quoteName(sym.Name)
		switch {
		case sym.Place == hsaco.PlaceCommon:
			text = fmt.Sprintf("\t.comm %s, %d, %d\n", name, sym.Size, sym.Value)
		case sym.Place == hsaco.PlaceLDS:
			text = fmt.Sprintf("\t.amdgpu_lds %s, %d, %d\n", name, sym.Size, sym.Value)
		case sym.Place == hsaco.PlaceAbsolute && sym.Bind != elf.STB_LOCAL:
			text = fmt.Sprintf("\t.set %s, %#x\n", name, sym.Value)
		case sym.Place == hsaco.PlaceUndefined:
			// Weak, or referred to by debug information only.
		default:
			continue
		}
		if first {
			fmt.Fprintln(s.out)
			first = false
		}
		s.attributes(nil, placedSymbol{Symbol: sym, name: sym.Name})
		s.out.WriteString(text)
	}
}

// metadata writes the metadata note.
func (s *sourceWriter) metadata() {
	if s.yaml == nil {
		return
	}
	fmt.Fprintf(s.out, "\n\t.amdgpu_metadata\n%s\t.end_amdgpu_metadata\n", s.yaml)
}

// quoteName spells a name so that a directive or label can have it.
func quoteName(name string) string {
	plain := name != "" && nameEnd(name, 0) == len(name) && !strings.Contains(name, "?")
	if plain {
		return name
	}
	return string(appendQuotedName(nil, name))
}
