package hsaco

import (
	"debug/elf"
	"fmt"
	"strings"
	"testing"
	"time"
)

// rawSection is a section of an ELF file to build. Its size is that of the
// data unless given.
type rawSection struct {
	name       string
	typ        elf.SectionType
	flags      elf.SectionFlag
	link, info uint32
	entSize    uint64
	data       string
	size       uint64
}

// Indices of the sections that buildELF puts in front; more follow.
const (
	rawNames = iota + 1
	rawText
	rawRodata
	rawStrings
	rawSymbols
	rawFirst
)

// buildELF writes a relocatable code object for gfx950 with 256 bytes of
// code, the given .rodata, string table, symbols, and further sections.
func buildELF(rodata, text, symbols string, more ...rawSection) []byte {
	sections := []rawSection{
		{},
		{name: ".shstrtab", typ: elf.SHT_STRTAB},
		{name: ".text", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, data: strings.Repeat("\x00\x00\x80\xbf", 64)},
		{name: ".rodata", typ: elf.SHT_PROGBITS, flags: elf.SHF_ALLOC, data: rodata},
		{name: ".strtab", typ: elf.SHT_STRTAB, data: text},
		{name: ".symtab", typ: elf.SHT_SYMTAB, link: rawStrings, info: 1, entSize: symbolSize, data: symbols},
	}
	sections = append(sections, more...)
	var nameAt []int
	var names strings.Builder
	for _, s := range sections {
		nameAt = append(nameAt, names.Len())
		names.WriteString(s.name + "\x00")
	}
	sections[rawNames].data = names.String()

	b := make([]byte, elfHeaderSize)
	copy(b, elf.ELFMAG)
	b[elf.EI_CLASS], b[elf.EI_DATA], b[elf.EI_VERSION], b[elf.EI_OSABI], b[elf.EI_ABIVERSION] = 2, 1, 1, byte(osABIHSA), 4
	le.PutUint16(b[16:], uint16(elf.ET_REL))
	le.PutUint16(b[18:], uint16(machineAMDGPU))
	le.PutUint32(b[48:], 0x54f)
	le.PutUint16(b[58:], sectionHdrSize)
	if len(sections) < 0xff00 {
		le.PutUint16(b[60:], uint16(len(sections)))
	}
	le.PutUint16(b[62:], rawNames)
	var offsets []int
	for _, s := range sections {
		offsets = append(offsets, len(b))
		b = append(b, s.data...)
	}
	le.PutUint64(b[40:], uint64(len(b)))
	for i, s := range sections {
		h := make([]byte, sectionHdrSize)
		if s.size == 0 {
			s.size = uint64(len(s.data))
		}
		if i == 0 {
			s.size = uint64(len(sections)) // where the header does not hold it
		}
		le.PutUint32(h, uint32(nameAt[i]))
		le.PutUint32(h[4:], uint32(s.typ))
		le.PutUint64(h[8:], uint64(s.flags))
		le.PutUint64(h[24:], uint64(offsets[i]))
		le.PutUint64(h[32:], s.size)
		le.PutUint32(h[40:], s.link)
		le.PutUint32(h[44:], s.info)
		le.PutUint64(h[48:], 1)
		le.PutUint64(h[56:], s.entSize)
		b = append(b, h...)
	}
	return b
}

// rawSymbol is an entry of a symbol table.
func rawSymbol(name int, typ elf.SymType, section int, value, size uint64) string {
	b := le.AppendUint32(nil, uint32(name))
	b = append(b, byte(elf.STB_GLOBAL)<<4|byte(typ), 0)
	b = le.AppendUint16(b, uint16(section))
	b = le.AppendUint64(b, value)
	return string(le.AppendUint64(b, size))
}

// rawReloc is an entry of a relocation table.
func rawReloc(offset uint64, typ RelocType, symbol uint32, addend uint64) string {
	b := le.AppendUint64(nil, offset)
	b = le.AppendUint64(b, uint64(symbol)<<32|uint64(typ))
	return string(le.AppendUint64(b, addend))
}

var nullSymbol = strings.Repeat("\x00", symbolSize)

func rela(target uint32, relocs string) rawSection {
	return rawSection{name: ".rela", typ: elf.SHT_RELA, link: rawSymbols, info: target, entSize: relaSize, data: relocs}
}

// TestRawObjects reads objects that no tool here writes.
func TestRawObjects(t *testing.T) {
	kd := rawSymbol(1, elf.STT_OBJECT, rawRodata, 0, DescriptorSize)
	descriptor := strings.Repeat("\x00", DescriptorSize)
	const names = "\x00k.kd\x00k\x00late\x00"
	code := func(value, size uint64) string { return rawSymbol(6, elf.STT_FUNC, rawText, value, size) }
	late := rawSymbol(8, elf.STT_FUNC, rawText, 0x40, 0)
	entry := rela(rawRodata, rawReloc(16, RelRel64, 2, 16))
	notes := func(samples ...string) rawSection {
		s := rawSection{name: ".note", typ: elf.SHT_NOTE}
		for _, name := range samples {
			s.data += string(openSample(t, name).Sections[1].Data)
		}
		return s
	}
	for _, c := range []struct {
		name string
		b    []byte
		want string // the kernels, or a part of the error
	}{
		{"no kernels", buildELF("", "", nullSymbol), ""},
		{"kernel", buildELF(descriptor, names, nullSymbol+kd+code(0, 0x20), entry), "k k.kd 0x0 code .text+0x0 32 bytes of k kernarg 0\n"},
		{"size clipped", buildELF(descriptor, names, nullSymbol+kd+code(0x80, 1<<63), entry), "k k.kd 0x0 code .text+0x80 128 bytes of k kernarg 0\n"},
		{"no size", buildELF(descriptor, names, nullSymbol+kd+code(0, 0)+late, entry), "k k.kd 0x0 code .text+0x0 64 bytes of k kernarg 0\n"},
		{"entry by section", buildELF(descriptor, names, nullSymbol+kd+rawSymbol(0, elf.STT_SECTION, rawText, 0, 0)+late, rela(rawRodata, rawReloc(16, RelRel64, 2, 16+8))),
			"k k.kd 0x0 code .text+0x8 56 bytes kernarg 0\n"},
		{"wide section index", buildELF(descriptor, names, nullSymbol+rawSymbol(1, elf.STT_OBJECT, 0xffff, 0, DescriptorSize)+code(0, 4), entry,
			rawSection{name: ".symtab_shndx", typ: elf.SHT_SYMTAB_SHNDX, link: rawSymbols, entSize: 4, data: word(0) + word(rawRodata) + word(0)}),
			"k k.kd 0x0 code .text+0x0 4 bytes of k kernarg 0\n"},
		{"many sections", buildELF(descriptor, names, nullSymbol+kd+code(0, 4), append([]rawSection{entry}, make([]rawSection, 0xff00)...)...),
			"k k.kd 0x0 code .text+0x0 4 bytes of k kernarg 0\n"},

		{"no wide index", buildELF(descriptor, names, nullSymbol+rawSymbol(1, elf.STT_OBJECT, 0xffff, 0, DescriptorSize)), "in a table that lacks it"},
		{"two symbol tables", buildELF("", "", nullSymbol, rawSection{name: ".more", typ: elf.SHT_SYMTAB, entSize: symbolSize}), "section 5 (.symtab) and section 6 (.more) are both of type SHT_SYMTAB"},
		{"REL", buildELF("", "", nullSymbol, rawSection{name: ".rel", typ: elf.SHT_REL}), "relocations of type SHT_REL"},
		{"relocations of nothing", buildELF("", "", nullSymbol, rela(77, "")), "relocates section 77 of 7"},
		{"relocations by no symbols", buildELF("", "", nullSymbol, rawSection{name: ".rela", typ: elf.SHT_RELA, link: rawText, info: rawText, entSize: relaSize}), "section 2 is not a symbol table"},
		{"relocation size", buildELF("", "", nullSymbol, rawSection{name: ".rela", typ: elf.SHT_RELA, entSize: 16}), "entries of 24"},
		{"symbols cut", buildELF("", "", nullSymbol+"\x00"), "entries of 24"},
		{"no string table", buildELF("", "", nullSymbol, rawSection{name: ".dynsym", typ: elf.SHT_DYNSYM, link: 99, entSize: symbolSize}), "its strings are in section 99 of 7"},
		{"name without end", buildELF("", "\x00k", nullSymbol+rawSymbol(1, elf.STT_NOTYPE, rawText, 0, 0)), "has no terminator"},
		{"two entries", buildELF(descriptor, names, nullSymbol+kd+code(0, 4), entry, entry), "only one R_AMDGPU_REL64"},
		{"relocated size", buildELF(descriptor, names, nullSymbol+kd+code(0, 4), entry, rela(rawRodata, rawReloc(0, RelAbs32, 2, 0))), "relocation of type 6 at byte 0"},
		{"entry undefined", buildELF(descriptor, names, nullSymbol+kd+rawSymbol(6, elf.STT_NOTYPE, 0, 0, 0), entry), `entry is the symbol "k", which the object does not define`},
		{"entry in data", buildELF(descriptor, names, nullSymbol+kd+rawSymbol(6, elf.STT_FUNC, rawRodata, 0, 0), entry), "section 3 (.rodata) is not code"},
		{"entry after the code", buildELF(descriptor, names, nullSymbol+kd+code(0x100, 4), entry), "is not code"},
		{"descriptor cut", buildELF(descriptor[1:], names, nullSymbol+kd+code(0, 4), entry), "which has 0x3f bytes"},
		{"descriptor by metadata", buildELF(descriptor+descriptor, "\x00scale.kd\x00twice.kd\x00", nullSymbol+rawSymbol(1, elf.STT_NOTYPE, rawRodata, 0, 0)+
			rawSymbol(0, elf.STT_SECTION, rawText, 0, 0)+rawSymbol(10, elf.STT_OBJECT, rawRodata, DescriptorSize, 0),
			rela(rawRodata, rawReloc(16, RelRel64, 2, 16)+rawReloc(DescriptorSize+16, RelRel64, 2, 16+0x80)), notes("v4.hsaco")),
			"scale scale.kd 0x0 code .text+0x0 128 bytes kernarg 0 metadata scale.kd with 9 arguments\n" +
				"twice twice.kd 0x40 code .text+0x80 128 bytes kernarg 0 metadata twice.kd with 3 arguments\n"},
		{"metadata without kernel", buildELF("", "", nullSymbol, notes("v4.hsaco")), `kernel "scale" has the descriptor "scale.kd", which the code object does not define`},
		{"metadata twice", buildELF("", "", nullSymbol, notes("v4.hsaco", "v5.hsaco")), `two kernels have the descriptor "scale.kd"`},
		{"note cut", buildELF("", "", nullSymbol, rawSection{name: ".note", typ: elf.SHT_NOTE, data: "\x07\x00\x00\x00"}), "section 6 (.note)"},
	} {
		o, err := Open(c.b, "")
		if err != nil {
			if !strings.Contains(err.Error(), c.want) || c.want == "" {
				t.Errorf("%s: error %v, want %q", c.name, err, c.want)
			}
			continue
		}
		if have := dumpKernels(o); have != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, have, c.want)
		}
	}
}

// TestHostileObjects reads objects made to cost time or memory that grows
// with the square of their size.
func TestHostileObjects(t *testing.T) {
	const n = 20_000
	descriptor := strings.Repeat("\x00", DescriptorSize)
	entry := rela(rawRodata, rawReloc(16, RelRel64, 1, 16))
	code := rawSymbol(0, elf.STT_FUNC, rawText, 0, 0)
	// Every symbol is a kernel with the same descriptor and entry. Names end
	// alike, so that the longest holds all the others.
	shared := func(step int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(rawSymbol(i*step, elf.STT_OBJECT, rawRodata, 0, DescriptorSize))
		}
		return nullSymbol + code + b.String()
	}
	var numbered, names strings.Builder
	for i := range n {
		numbered.WriteString(rawSymbol(names.Len(), elf.STT_OBJECT, rawRodata, 0, DescriptorSize))
		fmt.Fprintf(&names, "%d.kd\x00", i)
	}
	var overlapping []rawSection
	for range n {
		overlapping = append(overlapping, rawSection{name: ".rela", typ: elf.SHT_RELA, info: rawText, entSize: relaSize, size: 4800})
	}
	overlapping = append(overlapping, rawSection{name: ".data", typ: elf.SHT_PROGBITS, data: strings.Repeat("\x00", 4800)})
	for _, c := range []struct {
		name string
		b    []byte
		want string // of the error
	}{
		{"suffixes of one name", buildELF(descriptor, strings.Repeat("a", 50*n)+".kd\x00", shared(50), entry), "far longer than the string table"},
		{"suffixes of a shorter name", buildELF(descriptor, strings.Repeat("a", n)+".kd\x00", shared(1), entry), "far longer than the string table"},
		{"kernels with one entry", buildELF(descriptor, names.String(), nullSymbol+code+numbered.String(), entry), ""},
		{"functions at one place", buildELF(descriptor, names.String(), nullSymbol+code+numbered.String()+strings.Repeat(code, n), entry), ""},
		{"overlapping relocations", buildELF("", "", nullSymbol, overlapping...), "sections overlap"},
	} {
		start := time.Now()
		used := allocated(func() {
			o, err := Open(c.b, "")
			if c.want == "" && (err != nil || len(o.Kernels) != n) {
				t.Errorf("%s: %v", c.name, err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
			}
		})
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %d bytes take %v", c.name, len(c.b), d)
		}
		if limit := uint64(4<<20 + 64*len(c.b)); used > limit {
			t.Errorf("%s: %d bytes take %d bytes of memory, more than %d", c.name, len(c.b), used, limit)
		}
		t.Logf("%s: %d bytes take %v and %d bytes of memory", c.name, len(c.b), time.Since(start), used)
	}
}
