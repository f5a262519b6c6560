package hsaco

import (
	"cmp"
	"debug/elf"
	"slices"
)

const (
	pageSize     = 0x1000
	gotEntrySize = 8
	dynamicSize  = 16 // of an entry of .dynamic
)

// segment is a program header.
type segment struct {
	typ         elf.ProgType
	flags       elf.ProgFlag
	align       uint64
	first, last *outSection
}

func (p *segment) add(out *outSection) {
	if p.first == nil {
		p.first = out
	}
	p.last = out
	p.align = max(p.align, out.align)
}

// span returns the memory occupied by the segment's sections.
func (p *segment) span() uint64 {
	if p.first == nil {
		return 0
	}
	return p.last.addr + p.last.size - p.first.addr
}

// fileSpan returns the part of span that is in the file.
func (p *segment) fileSpan() uint64 {
	if p.first == nil {
		return 0
	}
	n := p.last.offset - p.first.offset
	if p.last.typ != elf.SHT_NOBITS {
		n += p.last.size
	}
	return n
}

func (out *outSection) segmentFlags() elf.ProgFlag {
	f := elf.PF_R
	if out.flags&elf.SHF_WRITE != 0 {
		f |= elf.PF_W
	}
	if out.flags&elf.SHF_EXECINSTR != 0 {
		f |= elf.PF_X
	}
	return f
}

// The classes of output sections, in file order; within a class, sections without contents come
// last.
const (
	rankNote      = iota // so that tools find them in a truncated file
	rankTable            // .dynsym, .hash, …
	rankReadOnly         // .rodata, near .text
	rankExec             //
	rankWriteExec        //
	rankRelro            // writable until dynamic relocations are applied
	rankWrite            //
	rankFile             // not loaded
)

// relroNames are the sections that are written only while the code object is loaded.
var relroNames = []string{
	".got", ".relro_padding", ".dynamic", ".data.rel.ro", ".bss.rel.ro", ".ctors", ".dtors", ".jcr",
	".eh_frame", ".fini_array", ".init_array", ".preinit_array", ".toc",
}

func (out *outSection) isRelro() bool {
	const need = elf.SHF_ALLOC | elf.SHF_WRITE
	if out.flags&need != need {
		return false
	}
	switch out.typ {
	case elf.SHT_INIT_ARRAY, elf.SHT_FINI_ARRAY, elf.SHT_PREINIT_ARRAY:
		return true
	}
	return slices.Contains(relroNames, out.name)
}

func (out *outSection) sortRank() uint32 {
	write, exec := out.flags&elf.SHF_WRITE != 0, out.flags&elf.SHF_EXECINSTR != 0
	class := uint32(rankTable)
	switch {
	case out.flags&elf.SHF_ALLOC == 0:
		return rankFile << 1
	case exec && write:
		class = rankWriteExec
	case exec:
		class = rankExec
	case write && out.isRelro():
		class = rankRelro
	case write:
		class = rankWrite
	case out.typ == elf.SHT_NOTE:
		class = rankNote
	case out.typ == elf.SHT_PROGBITS:
		class = rankReadOnly
	}
	rank := class << 1
	if out.typ == elf.SHT_NOBITS {
		rank |= 1
	}
	return rank
}

// sortOutputs orders the output sections, and numbers and names them.
func (l *linker) sortOutputs() {
	for _, out := range l.outputs {
		out.rank = out.sortRank()
		out.relro = out.isRelro()
	}
	slices.SortStableFunc(l.outputs, func(a, b *outSection) int { return cmp.Compare(a.rank, b.rank) })
	names := []byte{0}
	for i, out := range l.outputs {
		out.index = i + 1
		names, out.nameRef = addName(names, out.name)
	}
	l.shstrtab.data, l.shstrtab.size = names, uint64(len(names))
	if n := len(l.outputs) + 1; n >= sectionLimit {
		l.failf(nil, "%d sections are too many; a code object can have at most %d", n, sectionLimit-1)
	}
}

// makeSegments decides on the program headers. The sections of a PT_LOAD have the same access
// rights, those that become read-only are separate, and those without contents come last.
func (l *linker) makeSegments() {
	l.ehdr = &outSection{align: 1, size: elfHeaderSize, index: 1}
	l.phdrs = &outSection{align: 8, addr: elfHeaderSize, offset: elfHeaderSize}
	add := func(typ elf.ProgType, flags elf.ProgFlag, align uint64) *segment {
		p := &segment{typ: typ, flags: flags, align: align}
		l.segments = append(l.segments, p)
		return p
	}
	add(elf.PT_PHDR, elf.PF_R, 0).add(l.phdrs)
	load := add(elf.PT_LOAD, elf.PF_R, pageSize)
	load.add(l.ehdr)
	load.add(l.phdrs)

	relros, afterRelro := l.relroSegments()
	for _, out := range l.outputs {
		if out.flags&elf.SHF_ALLOC == 0 {
			continue
		}
		flags := out.segmentFlags()
		if flags != load.flags || out == afterRelro ||
			load.last.typ == elf.SHT_NOBITS && out.typ != elf.SHT_NOBITS {
			load = add(elf.PT_LOAD, flags, pageSize)
		}
		load.add(out)
		out.load = load
	}
	add(elf.PT_DYNAMIC, l.dynamic.out.segmentFlags(), 0).add(l.dynamic.out)
	l.segments = append(l.segments, relros)
	add(elf.PT_GNU_STACK, elf.PF_R|elf.PF_W, 0)
	l.addNoteSegments(add)
	l.phdrs.size = uint64(len(l.segments)) * programHdrSize
}

// relroSegments makes the PT_GNU_RELRO segment, and finds the section after it. There is exactly
// one such segment: .dynamic is in it, and sorting puts its sections together.
func (l *linker) relroSegments() (relro *segment, after *outSection) {
	relro = &segment{typ: elf.PT_GNU_RELRO, flags: elf.PF_R}
	for _, out := range l.outputs {
		switch {
		case out.relro:
			relro.add(out)
		case relro.first != nil && after == nil && out.flags&elf.SHF_ALLOC != 0:
			after = out
		}
	}
	relro.align = 1
	return relro, after
}

// addNoteSegments adds a PT_NOTE for each run of notes of the same alignment.
func (l *linker) addNoteSegments(add func(elf.ProgType, elf.ProgFlag, uint64) *segment) {
	var note *segment
	for _, out := range l.outputs {
		if out.typ != elf.SHT_NOTE || out.flags&elf.SHF_ALLOC == 0 {
			note = nil
			continue
		}
		if note == nil || note.last.align != out.align {
			note = add(elf.PT_NOTE, elf.PF_R, 0)
		}
		note.add(out)
	}
}

// sizeTables sets the sizes of the linker's tables, which addresses depend on.
func (l *linker) sizeTables() {
	n := uint64(len(l.dynsymOrder)) + 1
	hashed := uint64(len(l.dynsymOrder) - l.firstHashed)
	l.dynsym.size = n * symbolSize
	l.symtab.size = (uint64(len(l.symtabOrder)) + 1) * symbolSize
	l.sysvHash.size = (2 + 2*n) * 4
	l.gnuHash.size = 16 + 8*bloomWords(hashed) + 4*uint64(gnuHashBuckets(int(hashed))) + 4*hashed
	l.rela.size = uint64(len(l.dynamics)) * relaSize
	l.dynamic.size = uint64(len(l.dynamicEntries())) * dynamicSize
}

// assignAddresses places the inputs in the output sections, and the output sections in memory. A
// new segment starts on a new page, at the same offset in the page, so that the file needs no
// padding.
func (l *linker) assignAddresses() {
	dot := l.phdrs.addr + l.phdrs.size
	for _, out := range l.outputs {
		alloc := out.flags&elf.SHF_ALLOC != 0
		at := uint64(0)
		if alloc {
			at = dot
			if out.load.first == out {
				at = alignClamped(at, pageSize) + at%pageSize
			}
			at = alignClamped(at, out.align)
		}
		out.addr = at
		for _, in := range out.inputs {
			at = alignClamped(at, in.align)
			in.offset = at - out.addr
			at = addClamped(at, in.size)
		}
		end := at
		if out == l.relroPadding.out {
			// The section after it is on a new page anyway, and does not move.
			end = alignClamped(at, pageSize)
		}
		out.size = end - out.addr
		if end > addressLimit {
			l.failf(nil, "section %s of size %#x, aligned to %#x, does not fit into %d bits of address space",
				out.name, out.size, out.align, addressBits)
			return
		}
		if alloc {
			dot = at
		}
	}
	l.dropEmptyLoads()
}

// dropEmptyLoads drops PT_LOADs without bytes, such as that of an empty .text. Addresses have been
// assigned as if they existed.
func (l *linker) dropEmptyLoads() {
	l.segments = slices.DeleteFunc(l.segments, func(p *segment) bool {
		if p.typ != elf.PT_LOAD || p.span() != 0 {
			return false
		}
		for _, out := range l.outputs {
			if out.load == p {
				out.load = nil
			}
		}
		return true
	})
}

// assignOffsets places the sections in the file: loaded sections where the loader can map them as
// pages, then those that are not loaded.
func (l *linker) assignOffsets() {
	off := l.phdrs.offset + l.phdrs.size
	for _, out := range l.outputs {
		if out.flags&elf.SHF_ALLOC == 0 {
			continue
		}
		off = out.fileOffset(off)
		out.offset = off
		if out.typ != elf.SHT_NOBITS {
			off = addClamped(off, out.size)
		}
	}
	for _, out := range l.outputs {
		if out.flags&elf.SHF_ALLOC != 0 {
			continue
		}
		off = alignClamped(off, out.align)
		out.offset = off
		off = addClamped(off, out.size)
	}
	l.shdrOffset = alignClamped(off, 8)
	l.fileSize = addClamped(l.shdrOffset, uint64(len(l.outputs)+1)*sectionHdrSize)
	if l.fileSize > l.sizeLimit {
		l.failf(nil, "the file would have %d bytes, nearly all of it alignment padding or zeros for a section without contents between others", l.fileSize)
	}
}

// fileOffset returns the first file offset, at or after off, that suits a loaded section.
func (out *outSection) fileOffset(off uint64) uint64 {
	switch {
	case out.load != nil && out.load.first == out:
		mask := out.load.align - 1
		return addClamped(off, (out.addr-off)&mask)
	case out.typ == elf.SHT_NOBITS:
		return off
	case out.load == nil:
		return alignClamped(off, out.align)
	}
	first := out.load.first
	return first.offset + (out.addr - first.addr)
}
