package asm

import (
	"debug/elf"
	"fmt"
	"strings"

	"heddle/hsaco"
)

// dumpModule prints a module for comparison: everything that Link looks at.
func dumpModule(m *hsaco.Module) string {
	var b strings.Builder
	chip := "?"
	if m.Chip != nil {
		chip = m.Chip.Name
	}
	fmt.Fprintf(&b, "%s v%d xnack=%d sramecc=%d\n", chip, m.Version, m.XNACK, m.SRAMECC)
	for _, s := range m.Sections {
		dumpSection(&b, s)
	}
	for _, s := range m.Symbols {
		fmt.Fprintf(&b, "symbol %s\n", symbolText(s))
	}
	return b.String()
}

func dumpSection(b *strings.Builder, s *hsaco.Section) {
	fmt.Fprintf(b, "section %q type=%#x flags=%#x align=%d entsize=%d size=%d\n",
		s.Name, uint32(s.Type), uint32(s.Flags&^elf.SHF_GROUP), s.Align, s.EntSize, s.Size)
	for i := 0; i < len(s.Data); i += 16 {
		fmt.Fprintf(b, "  %04x: % x\n", i, s.Data[i:min(i+16, len(s.Data))])
	}
	for _, r := range s.Relocs {
		name := "-"
		if r.Symbol != nil {
			name = symbolName(r.Symbol)
		}
		fmt.Fprintf(b, "  reloc %#x type %d %s%+d\n", r.Offset, r.Type, name, r.Addend)
	}
}

func symbolName(s *hsaco.Symbol) string {
	if s.Type == elf.STT_SECTION {
		return "section " + s.Section.Name
	}
	return fmt.Sprintf("%q", s.Name)
}

func symbolText(s *hsaco.Symbol) string {
	where := ""
	switch s.Place {
	case hsaco.PlaceUndefined:
		where = "undefined"
	case hsaco.PlaceAbsolute:
		where = "absolute"
	case hsaco.PlaceCommon:
		where = "common"
	case hsaco.PlaceSection:
		where = "in " + s.Section.Name
	}
	return fmt.Sprintf("%s %s value=%#x size=%d type=%d bind=%d vis=%d",
		symbolName(s), where, s.Value, s.Size, s.Type, s.Bind, s.Visibility)
}
