package sanitize

import (
	"fmt"
	"math/bits"

	"heddle/sim"
	simd "heddle/sim/lanes"
)

// torn looks for reads of the LDS that begin in the middle of one value that a lane stored and end
// in the middle of the next: they get the high half of one number and the low half of another. The
// usual cause is an offset, of the read or of the store, that is wrong by less than an element.
//
// It proves that no read did so among those whose address in the first active lane is not aligned
// to their size, and among all reads once a store with such an address has been executed in the
// workgroup. It does not see offsets that are wrong by whole elements, or elements that were stored
// dword by dword.
type torn struct {
	s      *Sanitizer
	groups map[int]*tornGroup
	group  *tornGroup // of the last event
}

// tornGroup is a workgroup.
type tornGroup struct {
	id    int
	waves int // that have not ended
	// at has for each byte of what a lane stored at once how many dwords that
	// were, in the upper half, and which of them it is in; 0 if it was not more
	// than one. nil: no such store yet.
	at      *shadowBytes
	crooked bool // there was a store that is not aligned to its size
	stores  []tornStore
}

// tornStore is a store instruction, and between which addresses it has written.
type tornStore struct {
	origin
	lo, hi uint64
}

func newTorn(s *Sanitizer) check { return &torn{s: s, groups: map[int]*tornGroup{}} }

func (c *torn) waveStarted(workgroup, _ int) {
	g := c.groups[workgroup]
	if g == nil {
		g = &tornGroup{id: workgroup}
		c.groups[workgroup] = g
	}
	g.waves++
}

func (c *torn) waveEnded(workgroup, _ int) {
	g := c.groups[workgroup]
	if g.waves--; g.waves == 0 {
		delete(c.groups, workgroup)
		c.group = nil
		if g.at != nil {
			c.s.torn = append(c.s.torn, g.at)
		}
	}
}

func (c *torn) executed(e *sim.Event, _ *facts) {
	if len(e.Accesses) > 0 {
		c.accesses(e)
	}
}

func (c *torn) landed(e *sim.Event, _ *facts) {
	if len(e.Accesses) > 0 {
		c.accesses(e)
	}
}

func (c *torn) accesses(e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Space != sim.SpaceLDS || a.Scalar {
			continue
		}
		if c.group == nil || c.group.id != e.Workgroup {
			c.group = c.groups[e.Workgroup]
		}
		g := c.group
		switch {
		case a.Write:
			c.stored(g, e, a)
		case g.at != nil && a.Size > 4 && (g.crooked || unaligned(a)):
			c.read(g, e, a)
		}
	}
}

// unaligned reports whether the first lane's address is not a multiple of the size, or of 16 for 12
// bytes.
func unaligned(a *sim.Access) bool {
	size := a.Size
	if size == 12 {
		size = 16
	}
	return a.Addr(bits.TrailingZeros64(a.Lanes))&uint64(size-1) != 0
}

// stored notes what was stored together.
func (c *torn) stored(g *tornGroup, e *sim.Event, a *sim.Access) {
	if g.at == nil {
		if a.Size <= 4 {
			return
		}
		g.at = c.s.takeBytes(&c.s.torn, e.Registers.LDSBytes(), 0)
	}
	if !c.s.within(a, uint64(g.at.size)) {
		return // beyond the LDS nothing is written
	}
	if a.Size > 4 {
		g.crooked = g.crooked || unaligned(a)
		g.remember(c.s, e, a)
	}
	g.at.setRows(a, &placesInStore[dwords(a)])
}

// placesInStore are tornGroup.at after stores of that many dwords.
var placesInStore = func() (stores [5][4]simd.Row) {
	for n := 2; n < len(stores); n++ {
		for i := range n {
			for l := range stores[n][i] {
				stores[n][i][l] = uint32(n<<4|i) * everyByte
			}
		}
	}
	return stores
}()

// remember notes where a store writes.
func (g *tornGroup) remember(s *Sanitizer, e *sim.Event, a *sim.Access) {
	addr := a.Inst - (e.Addr - e.CodeAddr)
	lo, hi := span(a)
	for i := range g.stores {
		if x := &g.stores[i]; x.addr == addr {
			x.lo, x.hi = min(x.lo, lo), max(x.hi, hi+uint64(a.Size))
			return
		}
	}
	x := tornStore{originOf(e, bits.TrailingZeros64(a.Lanes)), lo, hi + uint64(a.Size)}
	x.addr, x.inst = addr, s.facts.byAddr[a.Inst].inst
	g.stores = append(g.stores, x)
}

// read looks at what lanes read.
func (c *torn) read(g *tornGroup, e *sim.Event, a *sim.Access) {
	for m := a.Lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		from := a.Addr(l)
		to := from + uint64(a.Size)
		if from%4 != 0 || from == 0 || to >= uint64(g.at.size) || !g.tears(from, to) {
			continue
		}
		at := originOf(e, l)
		at.addr, at.inst = a.Inst-(e.Addr-e.CodeAddr), c.s.facts.byAddr[a.Inst].inst
		store := g.storeAround(from, to)
		c.s.report("lds-torn", at, store, ldsScope(from, a.Size), func() detail {
			return detail{rule: ruleTorn, message: fmt.Sprintf("reads %d bytes of %s, from the middle of one stored value to the middle of the next", a.Size, c.s.ldsAt(from)),
				note: "one of the two stores is here", advice: "correct the offset of the read or of the store",
				roots: []rootKey{{kind: rootLater, at: at.addr}, {kind: rootEarlier, at: store.addr}}}
		})
		return
	}
}

// tears reports whether the bytes begin and end inside different stores.
func (g *tornGroup) tears(from, to uint64) bool {
	if !g.joined(from) || !g.joined(to) {
		return false
	}
	for at := from + 4; at < to; at += 4 {
		if !g.joined(at) {
			return true
		}
	}
	return false
}

// joined reports whether the dword at an address was stored together with the
// one before.
func (g *tornGroup) joined(at uint64) bool {
	here := g.at.bytes[at]
	return here&15 != 0 && g.at.bytes[at-4] == here-1
}

// storeAround returns an instruction that stores there; none if all stores that
// are known are elsewhere.
func (g *tornGroup) storeAround(from, to uint64) origin {
	for i := range g.stores {
		if x := &g.stores[i]; x.lo < to && from < x.hi {
			return x.origin
		}
	}
	return origin{}
}
