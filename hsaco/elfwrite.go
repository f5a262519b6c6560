package hsaco

import (
	"debug/elf"
	"math/bits"
)

// write produces the file.
func (l *linker) write() []byte {
	l.linkHeaders()
	b := make([]byte, l.fileSize)
	for _, out := range l.outputs {
		for _, in := range out.inputs {
			if out.typ == elf.SHT_NOBITS {
				continue
			}
			to := b[out.offset+in.offset:][:in.size]
			copy(to, in.data)
			l.relocate(in, to)
		}
	}
	contents := func(in *inSection) []byte { return b[in.out.offset+in.offset:][:in.size] }
	l.writeDynsym(contents(l.dynsym))
	l.writeGNUHash(contents(l.gnuHash))
	l.writeSysvHash(contents(l.sysvHash))
	l.writeDynamic(contents(l.dynamic))
	l.writeSymtab(contents(l.symtab))
	if l.rela.size > 0 {
		l.writeRela(contents(l.rela))
	}
	if l.got.size > 0 {
		l.writeGOT(contents(l.got))
	}
	l.writeHeaders(b)
	return b
}

// linkHeaders sets the references between sections.
func (l *linker) linkHeaders() {
	set := func(in *inSection, to *outSection, info int) {
		in.out.link, in.out.info = uint32(to.index), uint32(info)
	}
	locals := 1
	for _, s := range l.symtabOrder {
		if s.local() {
			locals++
		}
	}
	set(l.dynsym, l.dynstr.out, 1)
	set(l.gnuHash, l.dynsym.out, 0)
	set(l.sysvHash, l.dynsym.out, 0)
	set(l.dynamic, l.dynstr.out, 0)
	set(l.symtab, l.strtab.out, locals)
	if l.rela.size > 0 {
		set(l.rela, l.dynsym.out, 0)
	}
}

// The e_flags of code object versions 4 to 6: the chip in the low byte, then
// two bits each for xnack and sramecc (1 any, 2 off, 3 on).
const (
	flagsXNACKShift   = 8
	flagsSRAMECCShift = 10
)

func (m *Module) elfFlags() uint32 {
	return m.Chip.Mach | (uint32(m.XNACK)+1)<<flagsXNACKShift | (uint32(m.SRAMECC)+1)<<flagsSRAMECCShift
}

func (l *linker) writeHeaders(b []byte) {
	copy(b, elf.ELFMAG)
	b[elf.EI_CLASS] = byte(elf.ELFCLASS64)
	b[elf.EI_DATA] = byte(elf.ELFDATA2LSB)
	b[elf.EI_VERSION] = byte(elf.EV_CURRENT)
	b[elf.EI_OSABI] = byte(osABIHSA)
	b[elf.EI_ABIVERSION] = byte(l.m.Version - 2)
	le.PutUint16(b[16:], uint16(elf.ET_DYN))
	le.PutUint16(b[18:], uint16(machineAMDGPU))
	le.PutUint32(b[20:], uint32(elf.EV_CURRENT))
	le.PutUint64(b[24:], l.entry())
	le.PutUint64(b[32:], l.phdrs.offset)
	le.PutUint64(b[40:], l.shdrOffset)
	le.PutUint32(b[48:], l.m.elfFlags())
	le.PutUint16(b[52:], elfHeaderSize)
	le.PutUint16(b[54:], programHdrSize)
	le.PutUint16(b[56:], uint16(len(l.segments)))
	le.PutUint16(b[58:], sectionHdrSize)
	le.PutUint16(b[60:], uint16(len(l.outputs)+1))
	le.PutUint16(b[62:], uint16(l.shstrtab.out.index))
	for i, p := range l.segments {
		p.put(b[l.phdrs.offset+uint64(i)*programHdrSize:])
	}
	for i, out := range l.outputs {
		out.put(b[l.shdrOffset+uint64(i+1)*sectionHdrSize:])
	}
}

// entry returns the address of _start, if there is one. Kernels do not need it.
func (l *linker) entry() uint64 {
	for _, s := range l.globals {
		if s.name == "_start" {
			return s.address(0)
		}
	}
	return 0
}

func (p *segment) put(b []byte) {
	le.PutUint32(b[0:], uint32(p.typ))
	le.PutUint32(b[4:], uint32(p.flags))
	if p.first != nil {
		le.PutUint64(b[8:], p.first.offset)
		le.PutUint64(b[16:], p.first.addr)
		le.PutUint64(b[24:], p.first.addr)
	}
	le.PutUint64(b[32:], p.fileSpan())
	le.PutUint64(b[40:], p.span())
	le.PutUint64(b[48:], p.align)
}

func (out *outSection) put(b []byte) {
	le.PutUint32(b[0:], out.nameRef)
	le.PutUint32(b[4:], uint32(out.typ))
	le.PutUint64(b[8:], uint64(out.flags))
	le.PutUint64(b[16:], out.addr)
	le.PutUint64(b[24:], out.offset)
	le.PutUint64(b[32:], out.size)
	le.PutUint32(b[40:], out.link)
	le.PutUint32(b[44:], out.info)
	le.PutUint64(b[48:], out.align)
	le.PutUint64(b[56:], out.entSize)
}

// put writes a symbol table entry.
func (s *linkSymbol) put(b []byte, name uint32, bind elf.SymBind) {
	le.PutUint32(b[0:], name)
	b[4] = elf.ST_INFO(bind, s.typ)
	b[5] = byte(s.vis)
	if !s.defined {
		return
	}
	shndx := uint16(elf.SHN_ABS)
	if out := s.section(); out != nil {
		shndx = uint16(out.index)
	}
	le.PutUint16(b[6:], shndx)
	le.PutUint64(b[8:], s.address(0))
	le.PutUint64(b[16:], s.size)
}

func (l *linker) writeSymtab(b []byte) {
	for i, s := range l.symtabOrder {
		bind := s.bind
		if s.local() {
			bind = elf.STB_LOCAL
		}
		s.put(b[(i+1)*symbolSize:], s.nameRef, bind)
	}
}

func (l *linker) writeDynsym(b []byte) {
	for i, s := range l.dynsymOrder {
		s.put(b[(i+1)*symbolSize:], s.dynNameRef, s.bind)
	}
}

func (l *linker) writeSysvHash(b []byte) {
	n := uint32(len(l.dynsymOrder) + 1)
	le.PutUint32(b[0:], n)
	le.PutUint32(b[4:], n)
	buckets, chains := b[8:8+4*n], b[8+4*n:]
	for _, s := range l.dynsymOrder {
		head := buckets[4*(hashSysV(s.name)%n):]
		copy(chains[4*s.dynIndex:][:4], head)
		le.PutUint32(head, s.dynIndex)
	}
}

// bloomWords returns the number of 64-bit words of the Bloom filter of .gnu.hash: 12 bits per
// symbol, rounded to a power of two.
func bloomWords(symbols uint64) uint64 {
	if symbols == 0 {
		return 1
	}
	return 1 << bits.Len64(symbols*12/64)
}

func (l *linker) writeGNUHash(b []byte) {
	const shift = 26 // of the second bit in the filter
	hashed := l.dynsymOrder[l.firstHashed:]
	words, buckets := bloomWords(uint64(len(hashed))), gnuHashBuckets(len(hashed))
	le.PutUint32(b[0:], buckets)
	le.PutUint32(b[4:], uint32(l.firstHashed)+1)
	le.PutUint32(b[8:], uint32(words))
	le.PutUint32(b[12:], shift)
	filter, heads, chain := b[16:16+8*words], b[16+8*words:], b[16+8*words+4*uint64(buckets):]
	for i, s := range hashed {
		h := hashGNU(s.name)
		word := filter[8*(uint64(h/64)%words):]
		le.PutUint64(word, le.Uint64(word)|1<<(h%64)|1<<(h>>shift%64))
		last := i+1 == len(hashed) || hashGNU(hashed[i+1].name)%buckets != h%buckets
		link := h &^ 1
		if last {
			link |= 1
		}
		le.PutUint32(chain[4*i:], link)
		if head := heads[4*(h%buckets):]; le.Uint32(head) == 0 {
			le.PutUint32(head, s.dynIndex)
		}
	}
}

func (l *linker) writeRela(b []byte) {
	l.sortDynamics()
	for i := range l.dynamics {
		d, e := &l.dynamics[i], b[i*relaSize:]
		le.PutUint64(e[0:], d.address())
		if d.relative {
			le.PutUint64(e[8:], uint64(RelRelative64))
			le.PutUint64(e[16:], d.symbol.address(d.addend))
			continue
		}
		le.PutUint64(e[8:], uint64(d.symbol.dynIndex)<<32|uint64(RelAbs64))
		le.PutUint64(e[16:], d.addend)
	}
}

// writeGOT fills the entries that are not left to the loader.
func (l *linker) writeGOT(b []byte) {
	for _, s := range l.gotSlots {
		if !s.preemptible && s.absolute() {
			le.PutUint64(b[s.gotOffset:], s.address(0))
		}
	}
}

// dynamicEntry is an entry of .dynamic.
type dynamicEntry struct {
	tag   elf.DynTag
	value uint64
}

// dtRelaCount is DT_RELACOUNT, the number of relative relocations.
const dtRelaCount elf.DynTag = 0x6ffffff9

// dynamicEntries returns the contents of .dynamic; before addresses are assigned, only its length
// is correct.
func (l *linker) dynamicEntries() []dynamicEntry {
	var list []dynamicEntry
	add := func(tag elf.DynTag, v uint64) { list = append(list, dynamicEntry{tag, v}) }
	if n := len(l.dynamics); n > 0 {
		add(elf.DT_RELA, l.rela.address(0))
		add(elf.DT_RELASZ, l.rela.size)
		add(elf.DT_RELAENT, relaSize)
		relative := uint64(0)
		for i := range l.dynamics {
			if l.dynamics[i].relative {
				relative++
			}
		}
		if relative > 0 {
			add(dtRelaCount, relative)
		}
	}
	add(elf.DT_SYMTAB, l.dynsym.address(0))
	add(elf.DT_SYMENT, symbolSize)
	add(elf.DT_STRTAB, l.dynstr.address(0))
	add(elf.DT_STRSZ, l.dynstr.size)
	add(elf.DT_GNU_HASH, l.gnuHash.address(0))
	add(elf.DT_HASH, l.sysvHash.address(0))
	for _, a := range arraySections {
		if out := l.output("." + a.name); out != nil {
			add(a.tag, out.addr)
			add(a.sizeTag, out.size)
		}
	}
	for _, s := range l.globals {
		if s.name == "_init" && s.defined {
			add(elf.DT_INIT, s.address(0))
		}
	}
	for _, s := range l.globals {
		if s.name == "_fini" && s.defined {
			add(elf.DT_FINI, s.address(0))
		}
	}
	add(elf.DT_NULL, 0)
	return list
}

func (l *linker) writeDynamic(b []byte) {
	for i, e := range l.dynamicEntries() {
		le.PutUint64(b[i*dynamicSize:], uint64(e.tag))
		le.PutUint64(b[i*dynamicSize+8:], e.value)
	}
}
