package hsaco

import (
	"debug/elf"
	"fmt"
)

// Module returns a relocatable object in the form that Link takes: sections, symbols and
// relocations, without the tables that the linker rebuilds. It shares them with o. For other
// objects it returns nil.
func (o *Object) Module() *Module {
	if o.Type != elf.ET_REL {
		return nil
	}
	m := &Module{Chip: o.Chip, XNACK: o.XNACK, SRAMECC: o.SRAMECC, Version: o.Version}
	listed := make(map[*Section]bool, len(o.Sections))
	for _, s := range o.Sections {
		switch s.Type {
		case elf.SHT_NULL, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_RELA, elf.SHT_GROUP, elf.SHT_SYMTAB_SHNDX:
			continue
		}
		listed[&s.Section] = true
		m.Sections = append(m.Sections, &s.Section)
	}
	for i, s := range o.Symbols {
		if i == 0 || s.Place == PlaceSection && s.Bind == elf.STB_LOCAL && !listed[s.Section] {
			continue // the null symbol, or the name of a table or a group
		}
		m.Symbols = append(m.Symbols, s)
	}
	return m
}

// Linked returns the code object that a loader accepts: o itself, or for a relocatable object the
// result of Link, as with ld.lld. The error names all undefined symbols.
func (o *Object) Linked() (*Object, error) {
	m := o.Module()
	if m == nil {
		return o, nil
	}
	b, err := Link(m)
	if err != nil {
		return nil, fmt.Errorf("relocatable object: %w", err)
	}
	return readObject(b)
}
