package sanitize

import (
	"fmt"

	"heddle/isa"
	"heddle/sim"
)

// source says what nobody wrote that undefined bits come from: a kind in the top byte, then a register
// and the mask of its bits, or the address of memory. The zero value means that it is not known.
type source uint64

// sources numbers the sources that were met, so that origins stay small.
type sources struct {
	list  []source // by number, the first for none
	known map[source]sourceNumber
}

// sourceNumber is the number of a source, 0 for one that is not known.
type sourceNumber uint16

// number returns the number of a source, or if there are too many, of its root.
func (s *sources) number(x source) sourceNumber {
	if n, is := s.known[x]; is {
		return n
	}
	if s.known == nil {
		s.known, s.list = map[source]sourceNumber{}, make([]source, 1)
	}
	var root sourceNumber
	if r := source(x.root()); r != x {
		root = s.number(r)
	}
	n := sourceNumber(len(s.list))
	if n == 0 { // all numbers are taken
		return root
	}
	s.list, s.known[x] = append(s.list, x), n
	return n
}

// of returns a source by its number.
func (s *sources) of(n sourceNumber) source {
	if n == 0 {
		return 0
	}
	return s.list[n]
}

// Kinds of sources.
const (
	sourceRegister source = (iota + 1) << 56
	sourceLDS
	sourceScratch
	sourceBuffer
	sourceSurplus        // what a scalar load gets from beyond an allocation
	sourceKind    source = 0xff << 56
)

// registerSource is a register of which bits are undefined.
func registerSource(r isa.Reg, mask uint32) source {
	return sourceRegister | source(r)<<32 | source(mask)
}

// bufferSource is global memory.
func bufferSource(r sim.Registers, addr uint64) source {
	if a, ok := r.Allocation(addr); ok {
		addr = a.Addr
	}
	return sourceBuffer | source(addr)&^sourceKind
}

// memorySource is the memory that an access reads.
func memorySource(e *sim.Event, a *touch) source {
	switch a.Space {
	case sim.SpaceLDS:
		return sourceLDS | source(a.addr)
	case sim.SpacePrivate:
		return sourceScratch
	}
	return bufferSource(e.Registers, a.addr)
}

// root is what findings about the same source have in common.
func (x source) root() uint64 {
	switch x & sourceKind {
	case sourceRegister:
		x &^= source(allBits) // whichever bits of it
	case sourceLDS:
		x = sourceLDS // wherever
	}
	return uint64(x)
}

// firstRead says what the first instruction that reads the source reads.
func (x source) firstRead(s *Sanitizer, inst *isa.Inst, r sim.Registers) string {
	switch x & sourceKind {
	case sourceRegister:
		reg, mask := isa.Reg(x>>32&0xffff), uint32(x)
		if name := regName(called(inst, r, reg)); reg == isa.SCC || mask == allBits {
			return name + ", which nothing has written, is read here first"
		} else {
			return fmt.Sprintf("bits %#x of %s, which nothing has written, are read here first", mask, name)
		}
	case sourceLDS:
		return s.ldsAt(uint64(x&^sourceKind)) + ", which nothing has written, is read here"
	case sourceScratch:
		return "scratch that nothing has written is read here"
	case sourceSurplus:
		return "what lies beyond the end of an allocation is read here"
	case sourceBuffer:
		if a, ok := r.Allocation(uint64(x &^ sourceKind)); ok {
			return "what nothing has written of " + a.Name + " is read here"
		}
		return "memory that is in no allocation is read here"
	}
	return "the undefined value is read here first"
}

// globalScope is what a lane stores to memory.
func globalScope(a *touch) scope { return scope{addr: a.addr, size: uint8(a.Size)} }
