package hsaco

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
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
