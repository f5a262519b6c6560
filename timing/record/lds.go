package record

import (
	"cmp"
	"math/bits"

	"heddle/isa"
	"heddle/layout"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/report"
)

// ldsPattern is an access to the LDS of which there may be many. How long it takes does not depend on
// the row of banks in which it begins.
type ldsPattern struct {
	addresses layout.LDSAddresses // from the row of the first active lane on
	access    timing.Access
}

// ldsRow divides the rows of banks of all chips, in bytes, and is a multiple of the bytes of a lane.
const ldsRow = 128

// maxPatterns bounds what is remembered of an instruction.
const maxPatterns = 16

// ldsAccess adds the access of an instruction to the LDS, and returns its index.
func (g *group) ldsAccess(e *sim.Event, s *timing.Stream, x *site) int32 {
	if e.Lanes == 0 {
		return g.noLines(e, x, s)
	}
	size := g.ldsAddresses(e)
	for _, id := range x.patterns {
		if equal(&g.known.patterns[id].addresses, &g.lds) {
			return g.sharedAccess(e.Wave, s, id)
		}
	}
	a := timing.Access{Space: timing.LDS, Write: x.write, Atomic: x.atomic,
		Bytes: size * (bits.OnesCount64(g.lds.Lanes[0]) + bits.OnesCount64(g.lds.Lanes[1]))}
	if x.banks != nil {
		n := x.banks.Count(&g.lds)
		a.Data, a.Conflicts = n.Banks-n.Repeated, n.Conflicts-n.Repeated
		g.known.worst.consider(x.inst, x.banks, &g.lds, &n)
	}
	if len(x.patterns) == maxPatterns {
		s.Accesses = append(s.Accesses, a)
		return int32(len(s.Accesses) - 1)
	}
	id := len(g.known.patterns)
	g.known.patterns = append(g.known.patterns, ldsPattern{g.lds, a})
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

// ldsAddresses sets g.lds to the addresses of the event, and returns the bytes at each.
func (g *group) ldsAddresses(e *sim.Event) (size int) {
	g.lds.Reset()
	base := uint32(0)
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Seq != e.Seq || a.Space != sim.SpaceLDS {
			continue
		}
		if size == 0 {
			base = uint32(a.Addr(bits.TrailingZeros64(a.Lanes))) / ldsRow * ldsRow
		}
		size = a.Size
		g.lds.Add(a.Lanes, a.Places, uint32(a.Base)+a.Offset-base)
	}
	if size == 0 { // lanes move data, or were dropped
		g.lds.At[0] = [64]uint32{}
		if m := e.Inst.Row.Memory; m != nil && m.Kind == isa.MemoryLanes {
			g.lds.Lanes[0] = e.Lanes
		}
	}
	return size
}

// equal reports whether the same lanes access the same addresses.
func equal(a, b *layout.LDSAddresses) bool {
	if a.Lanes != b.Lanes {
		return false
	}
	for p, lanes := range a.Lanes {
		if lanes == ^uint64(0) {
			if a.At[p] != b.At[p] {
				return false
			}
			continue
		}
		for ; lanes != 0; lanes &= lanes - 1 {
			if l := bits.TrailingZeros64(lanes) & 63; a.At[p][l] != b.At[p][l] {
				return false
			}
		}
	}
	return true
}

// worstLDS is the access of the LDS with the most conflicts.
type worstLDS struct {
	inst      int32
	banks     *layout.BankCounter // of the instruction, nil for none
	addresses layout.LDSAddresses
	count     layout.LDSCount
}

// consider takes the access if it is worse; of equal ones, that of the first instruction, and of these
// that with the lower addresses, so that the order in which they come does not matter.
func (w *worstLDS) consider(inst int32, c *layout.BankCounter, a *layout.LDSAddresses, n *layout.LDSCount) {
	if n.Conflicts == 0 {
		return
	}
	if w.banks != nil {
		order := cmp.Or(cmp.Compare(w.count.Conflicts, n.Conflicts), cmp.Compare(inst, w.inst))
		for p := 0; p < len(a.At) && order == 0; p++ {
			order = cmp.Compare(a.Lanes[p], w.addresses.Lanes[p])
			for m := a.Lanes[p]; m != 0 && order == 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				order = cmp.Compare(a.At[p][l], w.addresses.At[p][l])
			}
		}
		if order >= 0 {
			return
		}
	}
	w.inst, w.banks, w.addresses, w.count = inst, c, *a, *n
}

// worstLDS returns the access of the LDS with the most conflicts of all workgroups, nil if there is
// none. No run must be under way.
func (r *Recorder) worstLDS() *report.LDSAccess {
	var w worstLDS
	for _, k := range r.free {
		w.consider(k.worst.inst, k.worst.banks, &k.worst.addresses, &k.worst.count)
	}
	c := w.banks
	if c == nil {
		return nil
	}
	a := &report.LDSAccess{Inst: int(w.inst), Banks: c.Banks, Data: w.count.Banks, Conflicts: w.count.Conflicts}
	for place := range max(c.Places, 1) {
		for _, lanes := range c.Phases {
			phase := []report.LDSLane{}
			for _, l := range lanes {
				if w.addresses.Lanes[place]>>l&1 != 0 {
					phase = append(phase, report.LDSLane{Lane: l, Addr: w.addresses.At[place][l], Bytes: c.Bytes})
				}
			}
			a.Phases = append(a.Phases, phase)
		}
	}
	return a
}
