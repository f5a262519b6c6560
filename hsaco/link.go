package hsaco

import (
	"errors"
	"fmt"
	"math"
)

// linkerIdent is the string that Link adds to .comment, where LLD puts "Linker: Debian LLD 22.1.8".
// It has the same length, so that the sections after .comment have the same file offsets.
const linkerIdent = "Linker: Heddle, as LLD 22"

// Limits that keep a few bytes of assembly from asking for a huge file.
const (
	// addressBits is the size of the chips' virtual addresses; a code object must stay below that
	// limit.
	addressBits  = 48
	addressLimit = 1 << addressBits
	// paddingLimit is the number of bytes of a file, beyond a few times the size of the Module,
	// that may be alignment padding or sections without contents between others with contents.
	paddingLimit = 16 << 20
	// sectionLimit is SHN_LORESERVE: larger section numbers need the extended
	// tables of the ELF format, which loaders of code objects do not read.
	sectionLimit = 0xff00
	// errorLimit is the number of errors reported, not counting undefined symbols.
	errorLimit = 100
)

// Link lays out m as a shared object that the HSA loader accepts. The file is byte for byte the
// output of "ld.lld --no-undefined -shared" of LLVM 22, as clang invokes it for amdgcn-amd-amdhsa,
// for the relocatable object that m represents, except for one string in .comment that names the
// linker.
//
// The order of m.Sections and of m.Symbols is that of the relocatable object. Sections keep it
// within an output section and within a class of output sections (read-only, executable, …). Symbol
// tables list the STB_LOCAL symbols of m.Symbols first and then the others, keeping the order
// within each group. Sections that a relocatable object always has, such as an empty .text, are in
// the output if they are in m. Section symbols (STT_SECTION) may be left out of m.Symbols even if
// relocations use them; all others must be present. A relocation without a symbol is relative to 0.
//
// The error joins one *LinkError per fault, including one per undefined symbol.
func Link(m *Module) ([]byte, error) { return link(m, linkerIdent) }

// LinkError is a reason why Link refuses a Module.
type LinkError struct {
	Section *Section // where the fault is, or nil
	Offset  uint64   // of the relocation at fault, in Section
	Reloc   *Reloc   // the relocation at fault, or nil
	Symbol  *Symbol  // the symbol at fault, or nil
	Msg     string
}

// Error returns the place of the fault, unless only a symbol is at fault.
func (e *LinkError) Error() string {
	switch {
	case e.Section == nil:
		return e.Msg
	case e.Reloc == nil:
		return fmt.Sprintf("section %s: %s", e.Section.Name, e.Msg)
	}
	return fmt.Sprintf("section %s, offset %#x: %s", e.Section.Name, e.Offset, e.Msg)
}

// linker is the state of one call of Link.
type linker struct {
	m       *Module
	errs    []error
	dropped int // errors beyond errorLimit

	inputs  []*inSection // in LLD's order: the Module's, then the linker's own
	outputs []*outSection
	of      map[*Section]*inSection
	commons map[*Symbol]*inSection

	// Sections of the linker. Those that stay empty are dropped.
	dynsym, gnuHash, sysvHash, dynamic, dynstr, rela *inSection
	got, relroPadding, symtab, shstrtab, strtab      *inSection

	// The file header and the program headers, as sections of the first segment.
	ehdr, phdrs *outSection
	segments    []*segment

	symbols map[*Symbol]*linkSymbol
	null    linkSymbol    // what a relocation without a symbol refers to
	locals  []*linkSymbol // STB_LOCAL in the Module
	globals []*linkSymbol
	// sectionSymbols are used without being listed in the Module.
	sectionSymbols []*linkSymbol

	gotSlots []*linkSymbol
	dynamics []dynReloc

	symtabOrder []*linkSymbol // of .symtab and .dynsym, without the null symbol
	dynsymOrder []*linkSymbol
	firstHashed int // in dynsymOrder: .gnu.hash has the defined symbols only

	shdrOffset uint64 // of the section headers in the file
	fileSize   uint64
	sizeLimit  uint64 // of the file
}

// link is Link with the linker's string in .comment.
func link(m *Module, ident string) ([]byte, error) {
	l := &linker{m: m}
	stages := []func(){
		l.check,
		func() { l.addInputs(ident) },
		l.groupInputs,
		l.addSymbols,
		l.scanRelocs,
		l.fillGOT,
		l.listSymbols,
		l.dropUnneeded,
		l.sortOutputs,
		l.makeSegments,
		l.placeReserved,
		l.sizeTables,
		l.assignAddresses,
		l.assignOffsets,
	}
	for _, stage := range stages {
		if stage(); len(l.errs) > 0 {
			return nil, l.failure()
		}
	}
	b := l.write()
	if len(l.errs) > 0 {
		return nil, l.failure()
	}
	return b, nil
}

func (l *linker) failure() error {
	if l.dropped > 0 {
		l.errs = append(l.errs, fmt.Errorf("and %d more errors", l.dropped))
	}
	return errors.Join(l.errs...)
}

func (l *linker) fail(e *LinkError) {
	if len(l.errs) >= errorLimit {
		l.dropped++
		return
	}
	l.errs = append(l.errs, e)
}

// failf reports a fault not caused by a relocation.
func (l *linker) failf(sec *Section, format string, args ...any) {
	l.fail(&LinkError{Section: sec, Msg: fmt.Sprintf(format, args...)})
}

// addClamped adds without wrapping around, so that a sum that is too large exceeds every limit.
func addClamped(a, b uint64) uint64 {
	if s := a + b; s >= a {
		return s
	}
	return math.MaxUint64
}

// alignClamped rounds v up to a power of two, without wrapping around.
func alignClamped(v, align uint64) uint64 {
	s := addClamped(v, align-1)
	if s == math.MaxUint64 {
		return s
	}
	return s &^ (align - 1)
}
