package hsaco

import (
	"bytes"
	"debug/elf"
	"testing"

	"heddle/arch"
)

// moduleMaker builds a Module of bytes: any bytes give one, most of them bad.
type moduleMaker struct{ b []byte }

func (f *moduleMaker) byte() byte {
	if len(f.b) == 0 {
		return 0
	}
	c := f.b[0]
	f.b = f.b[1:]
	return c
}

// number is small, or anything.
func (f *moduleMaker) number() uint64 {
	c := f.byte()
	if c < 0xf0 {
		return uint64(c)
	}
	n := uint64(0)
	for range c & 7 {
		n = n<<8 | uint64(f.byte())
	}
	return n << (c & 8 * 5)
}

func (f *moduleMaker) bytes(n uint64) []byte {
	n = min(n, uint64(len(f.b)))
	b := f.b[:n:n]
	f.b = f.b[n:]
	return b
}

var (
	fuzzSections = []string{
		".text", ".text.x", ".rodata", ".rodata.str1.1", ".data", ".data.rel.ro", ".bss", ".bss.x", "id", ".note", ".eh_frame",
		".init_array.5", ".fini_array", ".comment", ".debug_info", ".debug_str", ".got", ".dynamic", ".relro_padding", ".symtab",
		".note.GNU-stack", "COMMON", ".interp", "",
	}
	fuzzTypes = []elf.SectionType{
		elf.SHT_PROGBITS, elf.SHT_PROGBITS, elf.SHT_PROGBITS, elf.SHT_NOBITS, elf.SHT_NOTE, elf.SHT_INIT_ARRAY, elf.SHT_STRTAB,
	}
	fuzzFlags = []elf.SectionFlag{
		elf.SHF_ALLOC, elf.SHF_ALLOC | elf.SHF_WRITE, elf.SHF_ALLOC | elf.SHF_EXECINSTR, 0, elf.SHF_ALLOC | elf.SHF_MERGE | elf.SHF_STRINGS,
		elf.SHF_ALLOC | elf.SHF_MERGE, elf.SHF_MERGE | elf.SHF_STRINGS, elf.SHF_ALLOC | elf.SHF_WRITE | elf.SHF_EXECINSTR, shfExclude,
	}
	fuzzSymbols = []string{
		"a", "b", "c", "d", ".Lx", "_start", "_init", "_DYNAMIC", "__start_id", "__stop_id", "_end", "edata", "etext", "__ehdr_start",
		"__bss_start", "__init_array_end", "",
	}
)

func (f *moduleMaker) module() *Module {
	m := &Module{Chip: arch.Chips[f.byte()%2], Version: 4 + int(f.byte()%4), XNACK: Feature(f.byte() % 4)}
	for range f.byte() % 16 {
		s := &Section{
			Name: fuzzSections[int(f.byte())%len(fuzzSections)], Type: fuzzTypes[int(f.byte())%len(fuzzTypes)],
			Flags: fuzzFlags[int(f.byte())%len(fuzzFlags)], EntSize: f.number(), Align: 1 << (f.byte() % 64),
		}
		s.Size = f.number()
		if s.Type != elf.SHT_NOBITS {
			s.Data = f.bytes(s.Size)
			s.Size = uint64(len(s.Data))
		}
		m.Sections = append(m.Sections, s)
	}
	symbols := []*Symbol{nil}
	for range f.byte() % 32 {
		s := &Symbol{
			Name: fuzzSymbols[int(f.byte())%len(fuzzSymbols)], Place: Place(f.byte() % 5), Value: f.number(), Size: f.number(),
			Type: elf.SymType(f.byte() % 12), Bind: elf.SymBind(f.byte() % 3), Visibility: elf.SymVis(f.byte() % 4),
		}
		if n := len(m.Sections); s.Place == PlaceSection && n > 0 {
			s.Section = m.Sections[int(f.byte())%n]
		}
		symbols = append(symbols, s)
		if s.Type != elf.STT_SECTION || f.byte()%2 == 0 {
			m.Symbols = append(m.Symbols, s)
		}
	}
	for len(m.Sections) > 0 && len(f.b) > 0 {
		s := m.Sections[int(f.byte())%len(m.Sections)]
		s.Relocs = append(s.Relocs, Reloc{
			Offset: f.number(), Type: RelocType(f.byte() % 16), Symbol: symbols[int(f.byte())%len(symbols)], Addend: int64(f.number()),
		})
	}
	return m
}

func FuzzLink(f *testing.F) {
	f.Add([]byte{})
	// One .text with a reference to .data, and a symbol in each.
	f.Add([]byte{
		1, 2, 0, 2,
		0, 0, 2, 0, 2, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
		4, 0, 1, 0, 3, 8, 1, 2, 3, 4, 5, 6, 7, 8,
		2, 0, 1, 0, 4, 2, 1, 3, 0, 1, 1, 0, 0, 1, 1, 0, 1,
		0, 4, 10, 2, 4, 1, 0, 3, 1, 0,
	})
	// Strings, twice, .bss, a common symbol and reserved ones.
	f.Add([]byte{
		0, 0, 1, 4,
		3, 0, 4, 1, 0, 6, 'a', 0, 'b', 0, 'a', 0, 3, 0, 4, 1, 0, 2, 'b', 0, 6, 3, 1, 0, 6, 200, 8, 0, 1, 0, 2, 4, 0, 0, 0, 0,
		4, 0, 3, 8, 9, 1, 1, 0, 8, 0, 0, 0, 0, 1, 0, 10, 0, 0, 0, 0, 2, 0, 4, 1, 2, 0, 0, 0, 0, 0,
		3, 0, 4, 2, 0,
	})
	// A frame description.
	f.Add([]byte{
		1, 1, 0, 2, 10, 0, 0, 0, 3, 16, 4, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 12, 0, 0, 0, 0, 0, 2, 0, 2, 4, 1, 2, 3, 4,
		1, 0, 1, 0, 0, 2, 0, 0, 1, 0, 12, 4, 1, 0,
	})
	f.Fuzz(func(t *testing.T, b []byte) {
		m := (&moduleMaker{b}).module()
		out, err := Link(m)
		if err != nil {
			return
		}
		if limit := paddingLimit + 4*m.footprint(); uint64(len(out)) > limit {
			t.Errorf("%d bytes, more than %d", len(out), limit)
		}
		if _, err := elf.NewFile(bytes.NewReader(out)); err != nil {
			t.Error(err)
		}
		again, err := Link((&moduleMaker{b}).module())
		if err != nil || !bytes.Equal(out, again) {
			t.Errorf("another output the second time (%v)", err)
		}
	})
}
