package record

import (
	"math/bits"
	"slices"

	"heddle/sim"
	"heddle/timing"
)

// ldsPattern is how the addresses of an execution of an LDS instruction lie to each other. How long
// the banks are busy does not depend on the word in which they begin.
type ldsPattern struct {
	parts  []ldsPart
	access timing.Access
}

// ldsPart is one of its accesses: the addresses of the lanes from the first word of the first lane of
// the first part on.
type ldsPart struct {
	size  int
	lanes uint64
	at    [64]uint32
}

// maxPatterns bounds what is remembered of an instruction.
const maxPatterns = 16

// ldsAccess adds the access of an instruction to the LDS, and returns its index.
func (g *group) ldsAccess(e *sim.Event, s *timing.Stream, x *site) int32 {
	if e.Lanes == 0 {
		return g.noLines(e, x, s)
	}
	g.ldsParts(e)
	for _, id := range x.patterns {
		if equal(g.known.patterns[id].parts, g.parts) {
			return g.sharedAccess(e.Wave, s, id)
		}
	}
	a := g.ldsCycles(e, x)
	if len(x.patterns) == maxPatterns {
		s.Accesses = append(s.Accesses, a)
		return int32(len(s.Accesses) - 1)
	}
	id := len(g.known.patterns)
	g.known.patterns = append(g.known.patterns, ldsPattern{slices.Clone(g.parts), a})
	x.patterns = append(x.patterns, id)
	return g.sharedAccess(e.Wave, s, id)
}

// sharedAccess returns the index of the access of a wave with that pattern.
func (g *group) sharedAccess(wave int, s *timing.Stream, id int) int32 {
	m := &g.memory[wave]
	if id >= len(m.lds) {
		m.lds = append(m.lds, make([]int32, max(id+1-len(m.lds), 32))...)
	}
	if m.lds[id] == 0 {
		s.Accesses = append(s.Accesses, g.known.patterns[id].access)
		m.lds[id] = int32(len(s.Accesses))
	}
	return m.lds[id] - 1
}

// ldsParts sets g.parts to those of the event.
func (g *group) ldsParts(e *sim.Event) {
	g.parts = g.parts[:0]
	base := uint32(0)
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Seq != e.Seq || a.Space != sim.SpaceLDS {
			continue
		}
		if len(g.parts) == 0 {
			base = uint32(a.Addr(bits.TrailingZeros64(a.Lanes)))
			base -= base % 4
		}
		g.parts = append(g.parts, ldsPart{size: a.Size, lanes: a.Lanes})
		p := &g.parts[len(g.parts)-1]
		shift := uint32(a.Base) + a.Offset - base
		for l := range p.at {
			p.at[l] = a.Places[l] + shift
		}
	}
}

// equal reports whether two executions touch the same bytes in the same lanes, but for where they begin.
func equal(a, b []ldsPart) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].equal(&b[i]) {
			return false
		}
	}
	return true
}

func (p *ldsPart) equal(q *ldsPart) bool {
	if p.lanes != q.lanes || p.size != q.size {
		return false
	}
	if p.lanes == ^uint64(0) {
		return p.at == q.at
	}
	for m := p.lanes; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros64(m) & 63; p.at[l] != q.at[l] {
			return false
		}
	}
	return true
}

// ldsCycles says how long the LDS is busy with the parts of an event.
func (g *group) ldsCycles(e *sim.Event, x *site) timing.Access {
	a := timing.Access{Space: timing.LDS, Write: x.write, Atomic: x.atomic}
	for i := range g.parts {
		p := &g.parts[i]
		a.Bytes += p.size * bits.OnesCount64(p.lanes)
		a.Data += 4 * max(p.size/4, 1) // STAND-IN until layout counts conflicts
	}
	return a
}
