package hsaco

import (
	"cmp"
	"debug/elf"
	"slices"
	"strconv"
	"strings"
)

// inSection is an input of an output section: a section of the Module, a common symbol, a merge of
// sections, or a table that the linker fills.
type inSection struct {
	name    string
	typ     elf.SectionType
	flags   elf.SectionFlag
	align   uint64
	entSize uint64
	size    uint64
	data    []byte // nil if there are no contents, or not yet
	relocs  []Reloc

	src    *Section // nil for the linker's own
	out    *outSection
	offset uint64 // in out

	pieces []piece    // of a mergeable section
	merged *inSection // where the pieces are
}

// address returns the address of the byte at offset of s. In mergeable sections that byte must
// exist.
func (s *inSection) address(offset uint64) uint64 {
	if s.merged != nil {
		return s.merged.address(s.mergedOffset(offset))
	}
	return s.out.addr + s.offset + offset
}

// outSection is a section of the file.
type outSection struct {
	name    string
	typ     elf.SectionType
	flags   elf.SectionFlag
	align   uint64
	entSize uint64
	addr    uint64
	size    uint64
	offset  uint64 // in the file
	link    uint32
	info    uint32
	index   int
	nameRef uint32 // in .shstrtab

	inputs  []*inSection
	started bool // has had inputs
	rank    uint32
	relro   bool     // read-only once dynamic relocations are applied
	load    *segment // the PT_LOAD it is in
}

// addInputs lists the inputs in the order in which LLD meets them: common
// symbols, the sections of the object, then its own.
func (l *linker) addInputs(ident string) {
	l.of = make(map[*Section]*inSection, len(l.m.Sections))
	l.commons = make(map[*Symbol]*inSection)
	for _, s := range l.m.Symbols {
		if s.Place == PlaceCommon {
			in := &inSection{name: "COMMON", typ: elf.SHT_NOBITS, flags: elf.SHF_ALLOC | elf.SHF_WRITE, align: s.Value, size: s.Size}
			l.inputs = append(l.inputs, in)
			l.commons[s] = in
		}
	}
	var eh ehFrames
	for _, s := range l.m.Sections {
		if discarded(s) {
			continue
		}
		if isEHFrame(s) {
			l.addEHFrame(&eh, s)
			continue
		}
		in := &inSection{
			name: s.Name, typ: s.Type, flags: s.Flags &^ elf.SHF_GROUP, align: s.Align, entSize: s.EntSize,
			size: s.Size, data: s.Data, relocs: s.Relocs, src: s,
		}
		if mergeable(s) {
			in.split()
		}
		l.inputs = append(l.inputs, in)
		l.of[s] = in
	}
	if eh.input != nil {
		l.inputs = append(l.inputs, eh.finish())
	}
	l.addOwnInputs(ident)
}

// discarded reports whether s is only for the linker.
func discarded(s *Section) bool {
	return s.Flags&shfExclude != 0 || s.Name == ".note.GNU-stack"
}

// addOwnInputs adds the sections that LLD makes, in its order. Even those that are dropped because
// they stay empty give their flags and type to a section of the Module with the same name.
func (l *linker) addOwnInputs(ident string) {
	const alloc, write = elf.SHF_ALLOC, elf.SHF_ALLOC | elf.SHF_WRITE
	add := func(name string, typ elf.SectionType, flags elf.SectionFlag, align, entSize uint64) *inSection {
		in := &inSection{name: name, typ: typ, flags: flags, align: align, entSize: entSize}
		l.inputs = append(l.inputs, in)
		return in
	}
	comment := add(".comment", elf.SHT_PROGBITS, elf.SHF_MERGE|elf.SHF_STRINGS, 1, 1)
	comment.data = append([]byte(ident), 0)
	comment.size = uint64(len(comment.data))
	comment.split()

	add(".bss", elf.SHT_NOBITS, write, 1, 0)
	add(".bss.rel.ro", elf.SHT_NOBITS, write, 1, 0)
	l.dynsym = add(".dynsym", elf.SHT_DYNSYM, alloc, 8, symbolSize)
	l.gnuHash = add(".gnu.hash", elf.SHT_GNU_HASH, alloc, 8, 0)
	l.sysvHash = add(".hash", elf.SHT_HASH, alloc, 4, 4)
	l.dynamic = add(".dynamic", elf.SHT_DYNAMIC, write, 8, dynamicSize)
	l.dynstr = add(".dynstr", elf.SHT_STRTAB, alloc, 1, 0)
	l.rela = add(".rela.dyn", elf.SHT_RELA, alloc, 8, relaSize)
	l.got = add(".got", elf.SHT_PROGBITS, write, 8, 0)
	l.relroPadding = add(".relro_padding", elf.SHT_NOBITS, write, 1, 0)
	l.symtab = add(".symtab", elf.SHT_SYMTAB, 0, 8, symbolSize)
	l.shstrtab = add(".shstrtab", elf.SHT_STRTAB, 0, 1, 0)
	l.strtab = add(".strtab", elf.SHT_STRTAB, 0, 1, 0)
}

// dropUnneeded drops the linker's own sections that stayed empty, and output sections without
// inputs.
func (l *linker) dropUnneeded() {
	needed := map[*inSection]bool{
		l.dynsym: true, l.gnuHash: true, l.sysvHash: true, l.dynamic: true, l.dynstr: true,
		l.rela: len(l.dynamics) > 0, l.got: len(l.gotSlots) > 0,
		l.relroPadding: true, l.symtab: true, l.shstrtab: true, l.strtab: true,
	}
	for _, out := range l.outputs {
		out.inputs = slices.DeleteFunc(out.inputs, func(in *inSection) bool {
			own := in.src == nil && in.size == 0 && in.name != "COMMON"
			return own && !needed[in]
		})
	}
	l.outputs = slices.DeleteFunc(l.outputs, func(out *outSection) bool { return len(out.inputs) == 0 })
}

// groupPrefixes are the output sections that collect sections with their name and a suffix.
var groupPrefixes = []string{
	".text", ".ltext", ".data.rel.ro", ".data", ".rodata", ".bss.rel.ro", ".bss", ".ldata", ".lrodata",
	".lbss", ".gcc_except_table", ".init_array", ".fini_array", ".tbss", ".tdata", ".ARM.exidx",
	".ARM.extab", ".ctors", ".dtors", ".sbss", ".sdata", ".srodata",
}

// outputName returns the name of the output section for an input section.
func outputName(name string) string {
	if name == "COMMON" {
		return ".bss"
	}
	for _, prefix := range groupPrefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && (rest == "" || rest[0] == '.') {
			return prefix
		}
	}
	return name
}

// groupInputs distributes the inputs over output sections, and merges the
// mergeable ones.
func (l *linker) groupInputs() {
	byName := make(map[string]*outSection)
	for _, in := range l.inputs {
		name := outputName(in.name)
		out := byName[name]
		if out == nil {
			out = &outSection{name: name, align: 1}
			byName[name] = out
			l.outputs = append(l.outputs, out)
		}
		out.inputs = append(out.inputs, in)
	}
	for _, out := range l.outputs {
		out.inputs = l.mergeInputs(out.inputs)
		for _, in := range out.inputs {
			l.commit(out, in)
		}
		if name := out.name; name == ".init_array" || name == ".fini_array" {
			slices.SortStableFunc(out.inputs, func(a, b *inSection) int {
				return cmp.Compare(initPriority(a.name), initPriority(b.name))
			})
		}
	}
}

// commit makes in a part of out, which inherits its properties.
func (l *linker) commit(out *outSection, in *inSection) {
	switch {
	case !out.started:
		out.started = true
		out.typ, out.entSize = in.typ, in.entSize
	case out.typ != in.typ:
		if out.typ != elf.SHT_NOBITS && !(plainType(out.typ) && plainType(in.typ)) {
			l.failf(in.src, "%s of type %v cannot be joined with the contents of %s, which have type %v", in.name, in.typ, out.name, out.typ)
		}
		out.typ = elf.SHT_PROGBITS
	}
	if out.entSize != in.entSize {
		out.entSize = 0
	}
	out.flags |= in.flags
	out.align = max(out.align, in.align)
	in.out = out
}

// plainType reports whether sections of type t can be joined with SHT_PROGBITS.
func plainType(t elf.SectionType) bool {
	switch t {
	case elf.SHT_NOBITS, elf.SHT_PROGBITS, elf.SHT_INIT_ARRAY, elf.SHT_PREINIT_ARRAY, elf.SHT_FINI_ARRAY, elf.SHT_NOTE:
		return true
	}
	return false
}

// initPriority is N of .init_array.N; without one it is the lowest priority.
func initPriority(name string) int64 {
	suffix := name[strings.LastIndexByte(name, '.')+1:]
	if n, err := strconv.ParseInt(suffix, 10, 32); err == nil {
		return n
	}
	return 1 << 16
}
