// Package hsaco reads and writes AMD GPU code objects: the ELF container, its
// kernel descriptors, the metadata note, offload bundles and line tables.
package hsaco

import (
	"debug/elf"

	"heddle/arch"
)

// Feature is the setting of a target feature (xnack, sramecc) in e_flags and
// in the target id.
type Feature uint8

const (
	FeatureAny Feature = iota // the code runs with the feature on or off
	FeatureOff                // "-"
	FeatureOn                 // "+"
)

// Module is what an assembler or a compiler passes to Link: sections with their bytes, symbols, and
// unresolved relocations. It corresponds to a relocatable object.
type Module struct {
	Chip           *arch.Chip
	XNACK, SRAMECC Feature
	// Version is the code object version: 4, 5 or 6.
	Version  int
	Sections []*Section
	Symbols  []*Symbol
}

// Section is one section of a Module.
type Section struct {
	Name    string
	Type    elf.SectionType
	Flags   elf.SectionFlag
	Align   uint64 // power of two, at least 1
	EntSize uint64 // element size of mergeable sections, else 0
	Data    []byte // nil for SHT_NOBITS
	Size    uint64 // bytes in memory; len(Data) unless SHT_NOBITS
	Relocs  []Reloc
}

// Symbol is one symbol of a Module. Value is the offset in its section, or
// the value of an absolute symbol.
type Symbol struct {
	Name       string
	Place      Place
	Section    *Section // for PlaceSection
	Value      uint64
	Size       uint64
	Type       elf.SymType
	Bind       elf.SymBind
	Visibility elf.SymVis
}

// Place is what the value of a symbol is relative to.
type Place uint8

const (
	PlaceUndefined Place = iota
	PlaceSection         // an offset in Symbol.Section
	PlaceAbsolute        // a number
	PlaceCommon          // Value is the alignment, Size the size; Link allocates it in .bss
)

// RelocType is the kind of a relocation; values are the ELF numbers.
type RelocType uint32

// The relocations of AMDGPU ELF (LLVM AMDGPUUsage, "Relocation Records").
const (
	RelNone         RelocType = 0
	RelAbs32Lo      RelocType = 1
	RelAbs32Hi      RelocType = 2
	RelAbs64        RelocType = 3
	RelRel32        RelocType = 4
	RelRel64        RelocType = 5
	RelAbs32        RelocType = 6
	RelGotPCRel     RelocType = 7
	RelGotPCRel32Lo RelocType = 8
	RelGotPCRel32Hi RelocType = 9
	RelRel32Lo      RelocType = 10
	RelRel32Hi      RelocType = 11
	RelRelative64   RelocType = 13
	RelRel16        RelocType = 14
)

// Reloc asks Link to write the address of Symbol, plus Addend, at Offset of the section, in the
// form given by Type.
type Reloc struct {
	Offset uint64
	Type   RelocType
	Symbol *Symbol
	Addend int64
}
