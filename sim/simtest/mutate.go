package simtest

import (
	"encoding/binary"
	"fmt"
	"slices"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Site is an instruction that a run executed.
type Site struct {
	Addr uint64 // in the code object
	Inst isa.Inst
}

// Coverage is an observer that notes which instructions are executed.
type Coverage struct {
	seen map[uint64]isa.Inst
}

func (c *Coverage) Executed(e *sim.Event) {
	if _, ok := c.seen[e.CodeAddr]; !ok {
		c.seen[e.CodeAddr] = *e.Inst
	}
}
func (c *Coverage) Landed(*sim.Event)    {}
func (c *Coverage) WaveStarted(_, _ int) {}
func (c *Coverage) WaveEnded(_, _ int)   {}

// Covered runs a row and returns what it executes, by address.
func (l *Loaded) Covered(r Row) ([]Site, error) {
	c := &Coverage{seen: map[uint64]isa.Inst{}}
	if _, err := l.Run(r, sim.Options{Observer: c}, nil); err != nil {
		return nil, err
	}
	var sites []Site
	for addr, inst := range c.seen {
		sites = append(sites, Site{addr, inst})
	}
	slices.SortFunc(sites, func(a, b Site) int { return int(int64(a.Addr) - int64(b.Addr)) })
	return sites, nil
}

// Mutation is a change of one instruction of a code object.
type Mutation struct {
	Addr uint64
	What string // what was done to which instruction
	Code []byte // what stands at Addr then
}

// noWait is an s_waitcnt that waits for nothing.
const noWait = 0xbf8c0000 | 0xcf7f

// Waitcnts returns the ways to remove an s_waitcnt, or to weaken one of its
// counters by one.
func Waitcnts(s Site) []Mutation {
	v := s.Inst.Args[0].Val & 0xffff
	vm, lgkm := v&15|v>>14&3<<4, v>>8&15
	out := []Mutation{s.word("removed", noWait)}
	if vm < 63 && lgkm < 15 { // else weakening the only counter may be removing it
		out = append(out, s.word("without vmcnt", 0xbf8c0000|v|0xc00f), s.word("without lgkmcnt", 0xbf8c0000|v|0xf00))
	}
	if vm < 63 {
		n := vm + 1
		out = append(out, s.word("with vmcnt + 1", 0xbf8c0000|v&^0xc00f|n&15|n>>4<<14))
	}
	if lgkm < 15 {
		out = append(out, s.word("with lgkmcnt + 1", 0xbf8c0000|v&^0xf00|(lgkm+1)<<8))
	}
	return out
}

// Barriers returns the way to remove an s_barrier.
func Barriers(s Site) []Mutation { return []Mutation{s.word("removed", 0xbf800000)} }

// Nops returns the ways to remove an s_nop, or to shorten it by one. Code
// cannot be taken out, so what is removed goes behind the next instruction
// that is no s_nop; there is no way where that is a jump.
func Nops(s Site, object *hsaco.Object) []Mutation {
	var out []Mutation
	if n := s.Inst.Args[0].Val & 15; n > 0 {
		out = append(out, s.word("shortened", 0xbf800000|(n-1)))
	}
	target := isa.For(object.Chip)
	size := 4
	for {
		b := CodeAt(object, s.Addr+uint64(size))
		inst, err := target.Decode(b)
		if err != nil || inst.Row.Unit == isa.UnitBranch && inst.Row.Op != isa.S_NOP {
			return out
		}
		size += inst.Size()
		if inst.Row.Op == isa.S_NOP {
			continue
		}
		code := slices.Clone(CodeAt(object, s.Addr)[4:size])
		code = binary.LittleEndian.AppendUint32(code, 0xbf800000|s.Inst.Args[0].Val&15)
		return append(out, Mutation{s.Addr, fmt.Sprintf("%s at %#x removed", &s.Inst, s.Addr), code})
	}
}

// word is a mutation that replaces the instruction by a word.
func (s Site) word(what string, w uint32) Mutation {
	return Mutation{s.Addr, fmt.Sprintf("%s at %#x %s", &s.Inst, s.Addr, what), binary.LittleEndian.AppendUint32(nil, w)}
}

// CodeAt returns the bytes of a section from an address on, nil if there are
// none.
func CodeAt(object *hsaco.Object, addr uint64) []byte {
	for _, s := range object.Sections {
		if s.Addr != 0 && addr >= s.Addr && addr-s.Addr < uint64(len(s.Data)) {
			return s.Data[addr-s.Addr:]
		}
	}
	return nil
}

// Apply returns a copy of the file that an object was read from, with the
// mutation in it.
func (m *Mutation) Apply(raw []byte, object *hsaco.Object) []byte {
	for _, s := range object.Sections {
		if s.Addr != 0 && m.Addr >= s.Addr && m.Addr-s.Addr < uint64(len(s.Data)) {
			b := slices.Clone(raw)
			copy(b[s.Offset+m.Addr-s.Addr:], m.Code)
			return b
		}
	}
	panic(fmt.Sprintf("BUG: no section at %#x", m.Addr))
}
