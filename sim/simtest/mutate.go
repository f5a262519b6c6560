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
	if _, err := l.Run(r, sim.Options{Observers: []sim.Observer{c}}, nil); err != nil {
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

// Waitcnts returns the ways to remove an s_waitcnt, or to weaken one of its
// counters by one.
func Waitcnts(s Site) []Mutation {
	none, is := isa.NoWait(), s.Inst.Waitcnt()
	mutation := func(what string, wait isa.Waitcnt) Mutation {
		return s.word(what, 0xbf8c0000|uint32(wait.Pack()))
	}
	out := []Mutation{mutation("removed", none)}
	vm, lgkm := is.VM < none.VM, is.LGKM < none.LGKM
	if vm && lgkm { // else weakening the only counter may be removing it
		out = append(out, mutation("without vmcnt", isa.Waitcnt{VM: none.VM, LGKM: is.LGKM, EXP: is.EXP}),
			mutation("without lgkmcnt", isa.Waitcnt{VM: is.VM, LGKM: none.LGKM, EXP: is.EXP}))
	}
	if vm {
		out = append(out, mutation("with vmcnt + 1", isa.Waitcnt{VM: is.VM + 1, LGKM: is.LGKM, EXP: is.EXP}))
	}
	if lgkm {
		out = append(out, mutation("with lgkmcnt + 1", isa.Waitcnt{VM: is.VM, LGKM: is.LGKM + 1, EXP: is.EXP}))
	}
	return out
}

// Barriers returns the way to remove an s_barrier.
func Barriers(s Site) []Mutation { return []Mutation{s.word("removed", 0xbf800000)} }

// Nops returns the ways to remove an s_nop, or to shorten it by one. Code
// cannot be taken out, so what is removed goes after the next instruction
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
