package hsaco

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"heddle/arch"
)

// moduleOf reads a relocatable object with package debug/elf, not with our
// reader, so that the tests of Link do not depend on it.
func moduleOf(tb testing.TB, object []byte) *Module {
	tb.Helper()
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		tb.Fatal(err)
	}
	flags := binary.LittleEndian.Uint32(object[48:])
	chip, ok := arch.ByMach(flags & 0xff)
	if !ok {
		tb.Fatalf("unknown chip in e_flags %#x", flags)
	}
	feature := func(shift uint) Feature { return Feature(flags>>shift&3 - 1) }
	m := &Module{Chip: chip, XNACK: feature(8), SRAMECC: feature(10), Version: int(f.ABIVersion) + 2}
	sections := make([]*Section, len(f.Sections))
	for i, s := range f.Sections {
		switch s.Type {
		case elf.SHT_NULL, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_RELA, elf.SHT_GROUP:
			continue
		}
		sec := &Section{Name: s.Name, Type: s.Type, Flags: s.Flags, Align: max(s.Addralign, 1), EntSize: s.Entsize, Size: s.Size}
		if s.Type != elf.SHT_NOBITS {
			if sec.Data, err = s.Data(); err != nil {
				tb.Fatal(err)
			}
		}
		sections[i] = sec
		m.Sections = append(m.Sections, sec)
	}
	list, err := f.Symbols()
	if err != nil {
		tb.Fatal(err)
	}
	symbols := []*Symbol{nil}
	for _, s := range list {
		sym := &Symbol{
			Name: s.Name, Value: s.Value, Size: s.Size,
			Type: elf.ST_TYPE(s.Info), Bind: elf.ST_BIND(s.Info), Visibility: elf.ST_VISIBILITY(s.Other),
		}
		switch s.Section {
		case elf.SHN_UNDEF:
		case elf.SHN_ABS:
			sym.Place = PlaceAbsolute
		case elf.SHN_COMMON:
			sym.Place = PlaceCommon
		default:
			sym.Place, sym.Section = PlaceSection, sections[s.Section]
		}
		symbols = append(symbols, sym)
		m.Symbols = append(m.Symbols, sym)
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA {
			continue
		}
		data, err := s.Data()
		if err != nil {
			tb.Fatal(err)
		}
		sec := sections[s.Info]
		for ; len(data) > 0; data = data[24:] {
			info := binary.LittleEndian.Uint64(data[8:])
			sec.Relocs = append(sec.Relocs, Reloc{
				Offset: binary.LittleEndian.Uint64(data),
				Type:   RelocType(info & 0xffffffff),
				Symbol: symbols[info>>32],
				Addend: int64(binary.LittleEndian.Uint64(data[16:])),
			})
		}
	}
	return m
}

// describeDiff says where two files differ: the byte, and the section headers
// that differ.
func describeDiff(got, want []byte) string {
	var w bytes.Buffer
	n := min(len(got), len(want))
	at := n
	for i := range n {
		if got[i] != want[i] {
			at = i
			break
		}
	}
	fmt.Fprintf(&w, "%d bytes, want %d; first difference at %#x", len(got), len(want), at)
	gf, err := elf.NewFile(bytes.NewReader(got))
	if err != nil {
		fmt.Fprintf(&w, "\nunreadable: %v", err)
		return w.String()
	}
	wf, err := elf.NewFile(bytes.NewReader(want))
	if err != nil {
		fmt.Fprintf(&w, "\nunreadable: %v", err)
		return w.String()
	}
	for i := range max(len(gf.Sections), len(wf.Sections)) {
		var g, x elf.SectionHeader
		if i < len(gf.Sections) {
			g = gf.Sections[i].SectionHeader
		}
		if i < len(wf.Sections) {
			x = wf.Sections[i].SectionHeader
			if uint64(at) >= x.Offset && uint64(at) < x.Offset+x.FileSize {
				fmt.Fprintf(&w, " (%s+%#x)", x.Name, uint64(at)-x.Offset)
			}
		}
		if g != x {
			fmt.Fprintf(&w, "\nsection %d\n got  %+v\n want %+v", i, g, x)
		}
	}
	return w.String()
}

// smallModule has a function that refers to a variable by symbol.
func smallModule() *Module {
	text := &Section{Name: ".text", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, Align: 4, Data: make([]byte, 64), Size: 64}
	data := &Section{Name: ".data", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_WRITE, Align: 8, Data: make([]byte, 64), Size: 64}
	f := &Symbol{Name: "f", Place: PlaceSection, Section: text, Type: elf.STT_FUNC, Bind: elf.STB_GLOBAL, Visibility: elf.STV_PROTECTED}
	v := &Symbol{Name: "v", Place: PlaceSection, Section: data, Value: 8, Bind: elf.STB_LOCAL}
	text.Relocs = []Reloc{{Offset: 4, Type: RelRel32Lo, Symbol: v, Addend: 4}, {Offset: 12, Type: RelRel32Hi, Symbol: v, Addend: 12}}
	return &Module{Chip: &arch.GFX950, Version: 6, Sections: []*Section{text, data}, Symbols: []*Symbol{f, v}}
}

func TestLinkErrors(t *testing.T) {
	const huge = 1 << 60
	text := func(m *Module) *Section { return m.Sections[0] }
	data := func(m *Module) *Section { return m.Sections[1] }
	addReloc := func(s *Section, typ RelocType, offset uint64, sym *Symbol) {
		s.Relocs = append(s.Relocs, Reloc{Type: typ, Offset: offset, Symbol: sym})
	}
	addSymbol := func(m *Module, s Symbol) *Symbol {
		m.Symbols = append(m.Symbols, &s)
		return &s
	}
	addSection := func(m *Module, s Section) *Section {
		s.Align = max(s.Align, 1)
		s.Size = max(s.Size, uint64(len(s.Data)))
		m.Sections = append(m.Sections, &s)
		return &s
	}
	const alloc, write = elf.SHF_ALLOC, elf.SHF_ALLOC | elf.SHF_WRITE
	for _, c := range []struct {
		name   string
		change func(m *Module)
		want   []string
	}{
		{"undefined symbols", func(m *Module) {
			for i, name := range []string{"one", "two", "one", "three"} {
				s := m.Symbols[0]
				for _, have := range m.Symbols {
					if s = have; s.Name == name {
						break
					}
				}
				if s.Name != name {
					s = addSymbol(m, Symbol{Name: name, Bind: elf.STB_GLOBAL})
				}
				addReloc(data(m), RelAbs64, uint64(8*i), s)
			}
		}, []string{
			"section .data, offset 0x0: undefined symbol one",
			"section .data, offset 0x8: undefined symbol two",
			"section .data, offset 0x18: undefined symbol three",
		}},
		{"undefined through the GOT", func(m *Module) {
			addReloc(text(m), RelGotPCRel32Lo, 20, addSymbol(m, Symbol{Name: "g", Bind: elf.STB_GLOBAL}))
		}, []string{"section .text, offset 0x14: undefined symbol g"}},
		{"symbol in a discarded section", func(m *Module) {
			s := addSection(m, Section{Name: ".note.GNU-stack", Type: elf.SHT_PROGBITS})
			addReloc(data(m), RelAbs64, 0, addSymbol(m, Symbol{Name: "gone", Place: PlaceSection, Section: s}))
		}, []string{"undefined symbol gone"}},
		{"distance to a preemptible symbol", func(m *Module) {
			m.Symbols[0].Visibility = elf.STV_DEFAULT
			addReloc(text(m), RelRel32, 20, m.Symbols[0])
		}, []string{"section .text, offset 0x14: R_AMDGPU_REL32 cannot refer to f, which another object may redefine"}},
		{"address in code", func(m *Module) { addReloc(text(m), RelAbs64, 24, m.Symbols[1]) },
			[]string{"R_AMDGPU_ABS64 cannot refer to v from a read-only section"}},
		{"half of an address", func(m *Module) { addReloc(data(m), RelAbs32Lo, 0, m.Symbols[1]) },
			[]string{"R_AMDGPU_ABS32_LO cannot refer to v, whose address is known only when"}},
		{"address in 32 bits", func(m *Module) { addReloc(data(m), RelAbs32, 0, m.Symbols[1]) },
			[]string{"R_AMDGPU_ABS32 cannot refer to v"}},
		{"distance to a number", func(m *Module) {
			addReloc(data(m), RelRel64, 0, addSymbol(m, Symbol{Name: "n", Place: PlaceAbsolute, Value: 5}))
		}, []string{"R_AMDGPU_REL64 cannot refer to n, which is a number"}},
		{"number in 32 bits", func(m *Module) {
			addReloc(data(m), RelAbs32, 0, addSymbol(m, Symbol{Name: "n", Place: PlaceAbsolute, Value: 1 << 32}))
		}, []string{"R_AMDGPU_ABS32 against n: 0x100000000 does not fit in 32 bits"}},
		{"distance in 32 bits", func(m *Module) {
			s := addSection(m, Section{Name: ".bss", Type: elf.SHT_NOBITS, Flags: write, Size: 1 << 33})
			addReloc(text(m), RelRel32, 20, addSymbol(m, Symbol{Name: "far", Place: PlaceSection, Section: s, Value: 1 << 32}))
		}, []string{"R_AMDGPU_REL32 against far: a distance of 4294975712 does not fit in 32 bits"}},
		{"far branch", func(m *Module) { addReloc(text(m), RelRel16, 20, m.Symbols[1]); m.Symbols[1].Value = 1 << 18 },
			[]string{"R_AMDGPU_REL16 against v: a distance of 67", "dwords does not fit in 16 bits"}},
		{"crooked branch", func(m *Module) { addReloc(text(m), RelRel16, 20, m.Symbols[1]); m.Symbols[1].Value = 3 },
			[]string{"bytes is not a whole number of dwords"}},
		{"GOT in a section that is not loaded", func(m *Module) {
			s := addSection(m, Section{Name: "note", Type: elf.SHT_PROGBITS, Data: make([]byte, 8)})
			addReloc(s, RelGotPCRel, 0, m.Symbols[1])
		}, []string{"section note, offset 0x0: R_AMDGPU_GOTPCREL needs a section that is loaded"}},
		{"GOT entry of nothing", func(m *Module) { addReloc(text(m), RelGotPCRel, 20, nil) },
			[]string{"R_AMDGPU_GOTPCREL needs a symbol"}},
		{"reloc outside", func(m *Module) { addReloc(data(m), RelAbs64, 57, m.Symbols[1]) },
			[]string{"section .data, offset 0x39: R_AMDGPU_ABS64 is outside of the section, which has 64 bytes"}},
		{"reloc far outside", func(m *Module) { addReloc(data(m), RelAbs64, 1<<64-1, m.Symbols[1]) },
			[]string{"is outside of the section"}},
		{"overlap", func(m *Module) {
			addReloc(data(m), RelAbs64, 8, m.Symbols[1])
			addReloc(data(m), RelAbs64, 4, m.Symbols[1])
		}, []string{"section .data, offset 0x8: R_AMDGPU_ABS64 overlaps the relocation before it"}},
		{"reloc type", func(m *Module) { addReloc(data(m), RelRelative64, 8, m.Symbols[1]) },
			[]string{"relocation type 13 cannot be applied"}},
		{"reloc type out of the table", func(m *Module) { addReloc(data(m), 1<<31, 8, m.Symbols[1]) },
			[]string{"relocation type 2147483648 cannot be applied"}},
		{"reloc in .bss", func(m *Module) {
			s := addSection(m, Section{Name: ".bss", Type: elf.SHT_NOBITS, Flags: write, Size: 100})
			addReloc(s, RelAbs64, 8, m.Symbols[1])
		}, []string{"section .bss: relocations in a section without contents"}},
		{"unlisted symbol", func(m *Module) { addReloc(data(m), RelAbs64, 8, &Symbol{Name: "stranger"}) },
			[]string{"symbol stranger is used, but not listed"}},
		{"symbol listed twice", func(m *Module) { m.Symbols = append(m.Symbols, m.Symbols[1]) },
			[]string{"symbol v is listed twice"}},
		{"symbol defined twice", func(m *Module) { addSymbol(m, *m.Symbols[0]) }, []string{"symbol f is listed twice"}},
		{"section listed twice", func(m *Module) { m.Sections = append(m.Sections, text(m)) }, []string{"section .text: listed twice"}},
		{"section elsewhere", func(m *Module) {
			addSymbol(m, Symbol{Name: "s", Place: PlaceSection, Section: &Section{}})
		}, []string{"symbol s: its section is not in the module"}},
		{"huge .bss", func(m *Module) {
			addSection(m, Section{Name: ".bss", Type: elf.SHT_NOBITS, Flags: write, Size: huge})
		}, []string{"section .bss of size 0x1000000000000000, aligned to 0x1, does not fit into 48 bits of address space"}},
		{"two .bss that wrap around", func(m *Module) {
			addSection(m, Section{Name: ".bss.a", Type: elf.SHT_NOBITS, Flags: write, Size: 1 << 63})
			addSection(m, Section{Name: ".bss.b", Type: elf.SHT_NOBITS, Flags: write, Size: 1<<63 + 16})
		}, []string{"does not fit into 48 bits of address space"}},
		{"huge common symbol", func(m *Module) {
			addSymbol(m, Symbol{Name: "c", Place: PlaceCommon, Value: 8, Size: huge, Bind: elf.STB_GLOBAL})
		}, []string{"does not fit into 48 bits"}},
		{"huge alignment", func(m *Module) { text(m).Align = 1 << 63 }, []string{"does not fit into 48 bits"}},
		{"large alignment", func(m *Module) { text(m).Align = 1 << 40 }, []string{"the file would have 1099511629"}},
		{"large alignment of a section that is not loaded", func(m *Module) {
			addSection(m, Section{Name: "note", Type: elf.SHT_PROGBITS, Align: 1 << 40})
		}, []string{"the file would have 1099511628"}},
		{"zeros amid contents", func(m *Module) {
			addSection(m, Section{Name: ".data.zero", Type: elf.SHT_NOBITS, Flags: write, Size: 1 << 40})
		}, []string{"nearly all of it alignment padding"}},
		{"alignment of strings", func(m *Module) {
			addSection(m, Section{Name: ".rodata.str", Type: elf.SHT_PROGBITS, Flags: alloc | elf.SHF_MERGE | elf.SHF_STRINGS,
				Align: 1 << 40, EntSize: 1, Data: []byte("a\x00b\x00c\x00d\x00")})
		}, []string{"section .rodata.str: aligning each of its elements to 1099511627776 takes too much space"}},
		{"odd alignment", func(m *Module) { text(m).Align = 3 }, []string{"section .text: alignment 3 is not a power of two"}},
		{"no alignment", func(m *Module) { text(m).Align = 0 }, []string{"section .text: alignment 0 is not a power of two"}},
		{"size", func(m *Module) { text(m).Size = huge }, []string{"section .text: size is 1152921504606846976, but there are 64 bytes"}},
		{"contents of zeros", func(m *Module) { text(m).Type = elf.SHT_NOBITS }, []string{"64 bytes of contents in a section without contents"}},
		{"flags", func(m *Module) { text(m).Flags |= elf.SHF_TLS }, []string{"section .text: flags SHF_TLS are not supported"}},
		{"type", func(m *Module) { text(m).Type = elf.SHT_SYMTAB }, []string{"section .text: type SHT_SYMTAB is reserved for tables that the linker makes"}},
		{"types that do not mix", func(m *Module) {
			addSection(m, Section{Name: ".data.x", Type: elf.SHT_LOUSER, Flags: write})
		}, []string{"section .data.x: .data.x of type SHT_LOUSER cannot be joined with the contents of .data, which have type SHT_PROGBITS"}},
		{"name of a table", func(m *Module) {
			addSection(m, Section{Name: ".dynsym", Type: elf.SHT_PROGBITS, Flags: alloc})
		}, []string{".dynsym of type SHT_DYNSYM cannot be joined with the contents of .dynsym, which have type SHT_PROGBITS"}},
		{"writable strings", func(m *Module) {
			addSection(m, Section{Name: "s", Type: elf.SHT_PROGBITS, Flags: write | elf.SHF_MERGE, EntSize: 1, Data: []byte("a")})
		}, []string{"section s: a mergeable section cannot be writable"}},
		{"open string", func(m *Module) {
			addSection(m, Section{Name: "s", Type: elf.SHT_PROGBITS, Flags: elf.SHF_MERGE | elf.SHF_STRINGS, EntSize: 1, Data: []byte("a")})
		}, []string{"section s: the last string has no terminator"}},
		{"part of a constant", func(m *Module) {
			addSection(m, Section{Name: "s", Type: elf.SHT_PROGBITS, Flags: elf.SHF_MERGE, EntSize: 4, Data: []byte("abcde")})
		}, []string{"section s: size 5 is not a multiple of the size of an element, 4"}},
		{"mergeable zeros", func(m *Module) {
			addSection(m, Section{Name: "s", Type: elf.SHT_NOBITS, Flags: elf.SHF_MERGE, EntSize: 4, Size: 8})
		}, []string{"section s: a mergeable section needs contents"}},
		{"symbol after the last string", func(m *Module) {
			s := addSection(m, Section{Name: "s", Type: elf.SHT_PROGBITS, Flags: elf.SHF_MERGE | elf.SHF_STRINGS, EntSize: 1, Data: []byte("a\x00")})
			addSymbol(m, Symbol{Name: "end", Place: PlaceSection, Section: s, Value: 2})
		}, []string{"symbol end: offset 0x2 is outside of mergeable section s"}},
		{"reference after the last string", func(m *Module) {
			s := addSection(m, Section{Name: "s", Type: elf.SHT_PROGBITS, Flags: alloc | elf.SHF_MERGE | elf.SHF_STRINGS, EntSize: 1, Data: []byte("a\x00")})
			addReloc(text(m), RelRel32, 20, &Symbol{Place: PlaceSection, Section: s, Type: elf.STT_SECTION})
			text(m).Relocs[2].Addend = 2
		}, []string{"section .text, offset 0x14: offset 0x2 is outside of mergeable section s"}},
		{"frames", func(m *Module) {
			addSection(m, Section{Name: ".eh_frame", Type: elf.SHT_PROGBITS, Flags: alloc, Data: []byte{9, 0, 0, 0, 0, 0, 0, 0}})
		}, []string{"section .eh_frame: its contents are not frame descriptions"}},
		{"frames without contents", func(m *Module) {
			addSection(m, Section{Name: ".eh_frame", Type: elf.SHT_NOBITS, Flags: alloc, Size: 16})
		}, []string{"section .eh_frame: its contents are not frame descriptions"}},
		{"frame without CIE", func(m *Module) {
			addSection(m, Section{Name: ".eh_frame", Type: elf.SHT_PROGBITS, Flags: alloc, Data: []byte{4, 0, 0, 0, 4, 0, 0, 0}})
		}, []string{"section .eh_frame: the frame description at 0x0 does not refer to a CIE"}},
		{"symbol in frames", func(m *Module) {
			s := addSection(m, Section{Name: ".eh_frame", Type: elf.SHT_PROGBITS, Flags: alloc})
			addSymbol(m, Symbol{Name: "s", Place: PlaceSection, Section: s})
		}, []string{"symbol s: symbols in .eh_frame are not supported"}},
		{"alignment of a common symbol", func(m *Module) {
			addSymbol(m, Symbol{Name: "c", Place: PlaceCommon, Value: 12, Size: 8, Bind: elf.STB_GLOBAL})
		}, []string{"symbol c: alignment 12 of a common symbol"}},
		{"symbol in LDS", func(m *Module) { addSymbol(m, Symbol{Name: "c", Place: 77}) }, []string{"symbol c: a symbol in LDS cannot be linked"}},
		{"symbol type", func(m *Module) { m.Symbols[0].Type = elf.STT_TLS }, []string{"symbol f: type STT_TLS is not supported"}},
		{"symbol visibility", func(m *Module) { m.Symbols[0].Visibility = 4 }, []string{"symbol f: type 2, binding 1, visibility 4: not valid in an ELF symbol"}},
		{"name", func(m *Module) { m.Symbols[0].Name = "a\x00b" }, []string{`name "a\x00b": a name cannot have a zero byte`}},
		{"version", func(m *Module) { m.Version = 3 }, []string{"code object version 3 cannot be written; 4, 5 and 6 can"}},
		{"chip", func(m *Module) { m.Chip = nil }, []string{"no chip is given"}},
		{"feature", func(m *Module) { m.XNACK = 9 }, []string{"xnack 9, sramecc 0: not valid settings"}},
		{"many sections", func(m *Module) {
			for i := range sectionLimit {
				addSection(m, Section{Name: fmt.Sprint("s", i), Type: elf.SHT_PROGBITS})
			}
		}, []string{"sections are too many; a code object can have at most 65279"}},
		{"many errors", func(m *Module) {
			data(m).Data, data(m).Size = make([]byte, 800), 800
			for i := range 200 {
				addReloc(data(m), RelAbs32, uint64(4*i), m.Symbols[1])
			}
		}, []string{"offset 0x18c: R_AMDGPU_ABS32", "and 100 more errors"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := smallModule()
			c.change(m)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b, err := Link(m)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Fatalf("no error, but %d bytes", len(b))
			}
			if b != nil {
				t.Errorf("%d bytes beside the error", len(b))
			}
			rest := err.Error()
			for _, want := range c.want {
				_, after, ok := strings.Cut(rest, want)
				if !ok {
					t.Fatalf("error is\n%v\nwithout (or too early) %q", err, want)
				}
				rest = after
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
				t.Errorf("%d bytes allocated", n)
			}
		})
	}
}

// TestLinkErrorPlace checks that an error leads back to the Module.
func TestLinkErrorPlace(t *testing.T) {
	m := smallModule()
	s := &Symbol{Name: "missing", Bind: elf.STB_GLOBAL}
	m.Symbols = append(m.Symbols, s)
	m.Sections[1].Relocs = []Reloc{{Offset: 16, Type: RelAbs64, Symbol: s}}
	_, err := Link(m)
	var e *LinkError
	if !errors.As(err, &e) {
		t.Fatalf("%v is not a LinkError", err)
	}
	if e.Section != m.Sections[1] || e.Offset != 16 || e.Reloc != &m.Sections[1].Relocs[0] || e.Symbol != s {
		t.Errorf("%+v", e)
	}
}

// TestLinkSmall checks a link by hand, beyond what the goldens show: all chips,
// features and versions, and relocations that LLVM's assembler does not write.
func TestLinkSmall(t *testing.T) {
	for _, c := range []struct {
		chip           *arch.Chip
		xnack, sramecc Feature
		version        int
		flags          uint32
		abi            byte
	}{
		{&arch.GFX942, FeatureAny, FeatureAny, 4, 0x54c, 2},
		{&arch.GFX950, FeatureAny, FeatureAny, 5, 0x54f, 3},
		{&arch.GFX950, FeatureOff, FeatureAny, 6, 0x64f, 4},
		{&arch.GFX950, FeatureOn, FeatureAny, 6, 0x74f, 4},
		{&arch.GFX950, FeatureAny, FeatureOff, 6, 0x94f, 4},
		{&arch.GFX942, FeatureOn, FeatureOn, 6, 0xf4c, 4},
	} {
		m := smallModule()
		m.Chip, m.XNACK, m.SRAMECC, m.Version = c.chip, c.xnack, c.sramecc, c.version
		b, err := Link(m)
		if err != nil {
			t.Fatal(err)
		}
		if flags := binary.LittleEndian.Uint32(b[48:]); flags != c.flags || b[8] != c.abi {
			t.Errorf("%+v: flags %#x, ABI version %d", c, flags, b[8])
		}
	}

	m := smallModule()
	number := &Symbol{Name: "number", Place: PlaceAbsolute, Value: 0x123456789abcdef0}
	weak := &Symbol{Name: "weak", Bind: elf.STB_WEAK, Visibility: elf.STV_HIDDEN}
	m.Symbols = append(m.Symbols, number, weak)
	m.Sections[1].Relocs = []Reloc{
		{Offset: 0, Type: RelAbs32Lo, Symbol: number, Addend: 1},
		{Offset: 4, Type: RelAbs32Hi, Symbol: number},
		{Offset: 8, Type: RelAbs64, Symbol: number, Addend: -1},
		{Offset: 16, Type: RelAbs32, Symbol: weak, Addend: -1},
		{Offset: 16, Type: RelNone, Symbol: weak},
		{Offset: 20, Type: RelRel32, Symbol: m.Symbols[0]},
		{Offset: 24, Type: RelRel64, Symbol: m.Symbols[0], Addend: 16},
		{Offset: 32, Type: RelGotPCRel, Symbol: number},
		{Offset: 36, Type: RelRel16, Symbol: m.Symbols[1], Addend: 64},
	}
	b, err := Link(m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	data, _ := f.Section(".data").Data()
	got, _ := f.Section(".got").Data()
	text, at, gotAt := f.Section(".text").Addr, f.Section(".data").Addr, f.Section(".got").Addr
	var want []byte
	le := binary.LittleEndian
	want = le.AppendUint32(want, 0x9abcdef1)
	want = le.AppendUint32(want, 0x12345678)
	want = le.AppendUint64(want, number.Value-1)
	want = le.AppendUint32(want, 0xffffffff)
	want = le.AppendUint32(want, uint32(text-(at+20)))
	want = le.AppendUint64(want, text+16-(at+24))
	want = le.AppendUint32(want, uint32(gotAt-(at+32)))
	want = le.AppendUint16(want, (8+64-36-4)/4)
	if !bytes.Equal(data[:len(want)], want) {
		t.Errorf(".data is\n%x, want\n%x", data[:len(want)], want)
	}
	if le.Uint64(got) != number.Value {
		t.Errorf(".got is %x", got)
	}
}

// TestLinkSymbolOrder checks that only the order among local and among other
// symbols counts, and that Link leaves the Module alone.
func TestLinkSymbolOrder(t *testing.T) {
	file := goldens(t)["asm.o"]
	m := moduleOf(t, file)
	want, err := Link(m)
	if err != nil {
		t.Fatal(err)
	}
	var locals, globals []*Symbol
	for _, s := range m.Symbols {
		if s.Bind == elf.STB_LOCAL {
			locals = append(locals, s)
		} else {
			globals = append(globals, s)
		}
	}
	m.Symbols = nil
	for len(locals)+len(globals) > 0 {
		if len(globals) > 0 {
			m.Symbols, globals = append(m.Symbols, globals[0]), globals[1:]
		}
		if len(locals) > 0 {
			if locals[0].Type != elf.STT_SECTION { // these need not be listed
				m.Symbols = append(m.Symbols, locals[0])
			}
			locals = locals[1:]
		}
	}
	for range 2 {
		got, err := Link(m)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Error(describeDiff(got, want))
		}
	}
}

func TestXXH3(t *testing.T) {
	alphabet := []byte(strings.Repeat("abcdefghijklmnopqrstuvwxyz", 100))
	for _, c := range []struct {
		n    int
		want uint64 // XXH3_64bits of the xxHash library
	}{
		{0, 0x2d06800538d394c2}, {1, 0xe6c632b61e964e1f}, {2, 0xa873719c24d5735c}, {3, 0x78af5f94892f3950},
		{4, 0x6497a96f53a89890}, {7, 0x5a40dc3fd44c052f}, {8, 0x6f45a76842a96483}, {9, 0xe0dde4fc174590a0},
		{15, 0xa8edaf6dc2724d85}, {16, 0x3d3ccac9af14d8a8}, {17, 0xca7f3571df47cacf}, {32, 0x721f9b13256c3123},
		{33, 0x58046b5385c21f9}, {64, 0x101fc40ce7f1f785}, {65, 0x1035caa3cab1636f}, {96, 0xdd382c734addd887},
		{97, 0x997d5af28f0816ff}, {128, 0x3e99edc6c76f21c6}, {129, 0x852cb20608c9d2c7}, {144, 0x1b673535414321d9},
		{239, 0x7a82bb3630514cb}, {240, 0xea0e0f78188232ed}, {241, 0xbb0a906af5b5c211}, {256, 0x81c9c1c2f95365a6},
		{1023, 0x72071fc15ab79164}, {1024, 0x5e6a406e127165a8}, {1025, 0xc180534771fac3f5}, {1088, 0x94de54c04a05382f},
		{1089, 0xd88606cbd792c62f}, {2048, 0x98938f19774cafef}, {2049, 0xa8593caffc7bb0b4}, {2500, 0x1783fbd81ac1c91a},
	} {
		if got := xxh3(alphabet[:c.n]); got != c.want {
			t.Errorf("xxh3 of %d bytes is %#x, want %#x", c.n, got, c.want)
		}
	}
}

func TestOutputName(t *testing.T) {
	for name, want := range map[string]string{
		".text": ".text", ".text.f": ".text", ".textual": ".textual", ".data.rel.ro.local": ".data.rel.ro",
		".data.rel": ".data", ".rodata.str1.1": ".rodata", ".bss.rel.ro.x": ".bss.rel.ro", "COMMON": ".bss",
		".debug_info": ".debug_info", "data": "data", "": "", ".init_array.3": ".init_array",
	} {
		if got := outputName(name); got != want {
			t.Errorf("%s goes to %s, want %s", name, got, want)
		}
	}
}

func BenchmarkLink(b *testing.B) {
	m := moduleOf(b, goldens(b)["kernels-O3-g.o"])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Link(m); err != nil {
			b.Fatal(err)
		}
	}
}
