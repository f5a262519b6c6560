package hsaco

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"
	"strings"
)

// Kernel is one kernel of a code object.
type Kernel struct {
	// Name is the kernel's name in its metadata; without metadata, the name of the descriptor
	// symbol without ".kd".
	Name string
	// Symbol is the descriptor symbol, Func the function symbol at the entry
	// (nil if the object has none).
	Symbol, Func *Symbol

	DescriptorAddr  uint64
	DescriptorBytes []byte // as in the file
	Descriptor      Descriptor
	Metadata        *KernelMetadata // nil if there is none

	// Section holds the code, which begins at Addr. In a relocatable object Addr is an offset in
	// Section, and comes from the relocation of the descriptor's entry offset, a field that is
	// still 0.
	Section *ObjectSection
	Addr    uint64
	// Code runs from the entry to the end of the function symbol, or, if there is no such symbol or
	// it has no size, to the next function or the section's end.
	Code []byte

	// LDS are arrays in the LDS that somebody else knows of, such as the compiler. No file says it.
	LDS []LDSArray
}

// LDSArray is an array in the LDS of a kernel.
type LDSArray struct {
	Name          string
	Offset, Bytes int
}

// codeMap lists the sections with instructions, by address.
type codeMap []*ObjectSection

func (o *Object) code() codeMap {
	var m codeMap
	for _, s := range o.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 && s.Data != nil {
			m = append(m, s)
		}
	}
	slices.SortStableFunc(m, func(a, b *ObjectSection) int { return cmp.Compare(a.Addr, b.Addr) })
	return m
}

// at returns the section that addr is in, or nil; for linked objects.
func (m codeMap) at(addr uint64) *ObjectSection {
	i, _ := slices.BinarySearchFunc(m, addr, func(s *ObjectSection, addr uint64) int {
		return orBefore(s.Addr, addr)
	})
	if i == 0 || !m[i-1].contains(addr) {
		return nil
	}
	return m[i-1]
}

// orBefore compares for a binary search for the first start after addr.
func orBefore(start, addr uint64) int {
	if start <= addr {
		return -1
	}
	return 1
}

// kernelFinder holds the lookup tables for finding the kernels of an object.
type kernelFinder struct {
	o        *Object
	metadata map[string]*KernelMetadata // by descriptor symbol
	code     codeMap
	funcs    []*Symbol                  // in these; by section, offset, name
	relocs   map[*ObjectSection][]Reloc // by offset
}

// findKernels finds the kernels: one for each descriptor symbol.
func (o *Object) findKernels() error {
	f := &kernelFinder{o: o, relocs: map[*ObjectSection][]Reloc{}}
	if err := f.indexMetadata(); err != nil {
		return err
	}
	f.indexCode()
	seen := map[string]bool{}
	for _, s := range slices.Concat(o.DynSymbols, o.Symbols) {
		// The dynamic symbols are repeated among the others.
		if !f.isDescriptor(s) || seen[s.Name] {
			continue
		}
		seen[s.Name] = true
		k, err := f.kernel(s)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", strings.TrimSuffix(s.Name, descriptorSuffix), err)
		}
		o.Kernels = append(o.Kernels, k)
	}
	if o.Metadata != nil {
		for _, m := range o.Metadata.Kernels {
			if !seen[m.Symbol] {
				return fmt.Errorf("metadata: kernel %q has the descriptor %q, which the code object does not define", m.Name, m.Symbol)
			}
		}
	}
	slices.SortFunc(o.Kernels, func(a, b *Kernel) int {
		return cmp.Or(
			cmp.Compare(a.Section.Addr, b.Section.Addr),
			cmp.Compare(a.Section.Index, b.Section.Index),
			cmp.Compare(a.Addr, b.Addr),
			cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Symbol.Name, b.Symbol.Name))
	})
	f.cutCode()
	return nil
}

const descriptorSuffix = ".kd"

// isDescriptor reports whether s is a kernel descriptor: by its type, size and name, or because the
// metadata says so.
func (f *kernelFinder) isDescriptor(s *Symbol) bool {
	if s.Place != PlaceSection {
		return false
	}
	return f.metadata[s.Name] != nil ||
		s.Type == elf.STT_OBJECT && s.Size == DescriptorSize && strings.HasSuffix(s.Name, descriptorSuffix)
}

func (f *kernelFinder) indexMetadata() error {
	f.metadata = map[string]*KernelMetadata{}
	if f.o.Metadata == nil {
		return nil
	}
	for i := range f.o.Metadata.Kernels {
		m := &f.o.Metadata.Kernels[i]
		if f.metadata[m.Symbol] != nil {
			return fmt.Errorf("metadata: two kernels have the descriptor %q", m.Symbol)
		}
		f.metadata[m.Symbol] = m
	}
	return nil
}

// indexCode lists the sections with code and the functions in them.
func (f *kernelFinder) indexCode() {
	f.code = f.o.code()
	for _, s := range slices.Concat(f.o.DynSymbols, f.o.Symbols) {
		if s.Type == elf.STT_FUNC && s.Place == PlaceSection {
			f.funcs = append(f.funcs, s)
		}
	}
	slices.SortStableFunc(f.funcs, func(a, b *Symbol) int {
		return cmp.Or(f.compareFunc(a, f.o.SectionOf(b), b.Value), cmp.Compare(a.Name, b.Name))
	})
}

// compareFunc orders function s against an offset in a section.
func (f *kernelFinder) compareFunc(s *Symbol, sec *ObjectSection, offset uint64) int {
	return cmp.Or(cmp.Compare(f.o.SectionOf(s).Index, sec.Index), cmp.Compare(s.Value, offset))
}

// kernel reads the kernel with descriptor symbol s, up to its Code.
func (f *kernelFinder) kernel(s *Symbol) (*Kernel, error) {
	sec := f.o.SectionOf(s)
	if s.Value > uint64(len(sec.Data)) || uint64(len(sec.Data))-s.Value < DescriptorSize {
		return nil, fmt.Errorf("descriptor at offset %#x of %v, which has %#x bytes", s.Value, sec, len(sec.Data))
	}
	k := &Kernel{
		Symbol:          s,
		Name:            strings.TrimSuffix(s.Name, descriptorSuffix),
		DescriptorAddr:  f.o.Address(s),
		DescriptorBytes: sec.Data[s.Value : s.Value+DescriptorSize : s.Value+DescriptorSize],
		Metadata:        f.metadata[s.Name],
	}
	if k.Metadata != nil {
		k.Name = k.Metadata.Name
	}
	var err error
	if k.Descriptor, err = ParseDescriptor(k.DescriptorBytes); err != nil {
		return nil, err
	}
	if f.o.Type == elf.ET_REL {
		err = f.entryByReloc(k, sec)
	} else {
		err = f.entryByAddress(k)
	}
	return k, err
}

// entryByAddress finds the code of a linked kernel.
func (f *kernelFinder) entryByAddress(k *Kernel) error {
	k.Addr = k.DescriptorAddr + uint64(k.Descriptor.EntryByteOffset)
	if k.Section = f.code.at(k.Addr); k.Section == nil {
		return fmt.Errorf("entry %#x is in no section with code", k.Addr)
	}
	return nil
}

// entryByReloc finds the code of a kernel in a relocatable object: the field at descriptor + 16
// will become "symbol + addend - address of the field".
func (f *kernelFinder) entryByReloc(k *Kernel, sec *ObjectSection) error {
	const field = 16
	var entry *Reloc
	for _, r := range f.relocsIn(sec, k.Symbol.Value, DescriptorSize) {
		at := r.Offset - k.Symbol.Value
		if at != field || r.Type != RelRel64 || r.Symbol == nil || entry != nil {
			return fmt.Errorf("descriptor has a relocation of type %d at byte %d; only one R_AMDGPU_REL64 (%d) at byte %d is read",
				r.Type, at, RelRel64, field)
		}
		entry = &r
	}
	if entry == nil {
		return fmt.Errorf("descriptor has no relocation of its entry offset at byte %d", field)
	}
	if entry.Symbol.Place != PlaceSection {
		return fmt.Errorf("entry is the symbol %q, which the object does not define", entry.Symbol.Name)
	}
	k.Section = f.o.SectionOf(entry.Symbol)
	k.Addr = entry.Symbol.Value + uint64(entry.Addend) - field
	if k.Section.Flags&elf.SHF_EXECINSTR == 0 || k.Addr >= uint64(len(k.Section.Data)) {
		return fmt.Errorf("entry %#x of %v is not code", k.Addr, k.Section)
	}
	return nil
}

// relocsIn returns the relocations in the size bytes of s at offset.
func (f *kernelFinder) relocsIn(s *ObjectSection, offset, size uint64) []Reloc {
	sorted, ok := f.relocs[s]
	if !ok {
		sorted = slices.Clone(s.Relocs)
		slices.SortStableFunc(sorted, func(a, b Reloc) int { return cmp.Compare(a.Offset, b.Offset) })
		f.relocs[s] = sorted
	}
	byOffset := func(r Reloc, o uint64) int { return cmp.Compare(r.Offset, o) }
	from, _ := slices.BinarySearchFunc(sorted, offset, byOffset)
	to, _ := slices.BinarySearchFunc(sorted, offset+size, byOffset)
	return sorted[from:to]
}

// cutCode finds the function and the code bytes of each kernel.
func (f *kernelFinder) cutCode() {
	for i, k := range f.o.Kernels {
		offset := k.Addr - k.Section.Addr
		limit := uint64(len(k.Section.Data))
		k.Func = f.funcAt(k.Section, offset, strings.TrimSuffix(k.Symbol.Name, descriptorSuffix))
		end := limit
		if k.Func != nil && k.Func.Size > 0 {
			if k.Func.Size < limit-offset {
				end = offset + k.Func.Size
			}
		} else if next := f.nextCode(i); next > offset {
			end = min(limit, next)
		}
		k.Code = k.Section.Data[offset:end:end]
	}
}

// funcAt returns the function at an offset in s: the one called name, otherwise the first by name,
// otherwise nil.
func (f *kernelFinder) funcAt(s *ObjectSection, offset uint64, name string) *Symbol {
	i, ok := slices.BinarySearchFunc(f.funcs, name, func(fn *Symbol, name string) int {
		return cmp.Or(f.compareFunc(fn, s, offset), cmp.Compare(fn.Name, name))
	})
	if ok {
		return f.funcs[i]
	}
	i = f.funcFrom(s, offset)
	if i < len(f.funcs) && f.compareFunc(f.funcs[i], s, offset) == 0 {
		return f.funcs[i]
	}
	return nil
}

// funcFrom returns the index of the first function at or after an offset in s.
func (f *kernelFinder) funcFrom(s *ObjectSection, offset uint64) int {
	i, _ := slices.BinarySearchFunc(f.funcs, offset, func(fn *Symbol, offset uint64) int {
		return f.compareFunc(fn, s, offset)
	})
	return i
}

// nextCode returns the offset of the first kernel or function after the entry of kernel i in the
// same section, or 0.
func (f *kernelFinder) nextCode(i int) uint64 {
	k := f.o.Kernels[i]
	next := uint64(0)
	later, _ := slices.BinarySearchFunc(f.o.Kernels[i:], k, func(other, k *Kernel) int {
		if other.Section == k.Section && other.Addr == k.Addr {
			return -1
		}
		return 1
	})
	if j := i + later; j < len(f.o.Kernels) && f.o.Kernels[j].Section == k.Section {
		next = f.o.Kernels[j].Addr - k.Section.Addr
	}
	if j := f.funcFrom(k.Section, k.Addr-k.Section.Addr+1); j < len(f.funcs) && f.o.SectionOf(f.funcs[j]) == k.Section {
		if next == 0 || f.funcs[j].Value < next {
			next = f.funcs[j].Value
		}
	}
	return next
}
