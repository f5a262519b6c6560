package sanitize

import (
	"fmt"

	"heddle/sim"
)

// unused looks for stores to the LDS that nobody reads: neither before another
// store to the same bytes nor before the workgroup ends. Stores that go to the
// wrong place, and reads that miss their place, leave such bytes, also where
// everything is defined and ordered. So do kernels on purpose, with the rest of
// a tile or the last step of a reduction: it has to be asked for, and is
// compared best with what it says of the kernel when that was right.
//
// It proves that in the workgroups that ended each byte of each store was read.
type unused struct {
	s      *Sanitizer
	groups map[int]*unusedGroup
	stores map[uint64]uint32 // index in sites plus 1, by guest address
	sites  []origin
}

// unusedGroup is a workgroup.
type unusedGroup struct {
	waves int // that have not ended
	bytes []unusedByte
}

// unusedByte says who stored a byte that was not read since.
type unusedByte struct {
	site uint32 // 0: nobody
	wave uint8
	lane uint8
}

func newUnused(s *Sanitizer) check {
	return &unused{s: s, groups: map[int]*unusedGroup{}, stores: map[uint64]uint32{}}
}

func (c *unused) waveStarted(workgroup, _ int) {
	if c.groups[workgroup] == nil {
		c.groups[workgroup] = &unusedGroup{}
	}
	c.groups[workgroup].waves++
}

func (c *unused) waveEnded(workgroup, _ int) {
	g := c.groups[workgroup]
	if g.waves--; g.waves > 0 {
		return
	}
	delete(c.groups, workgroup)
	for at := range g.bytes {
		c.lost(workgroup, g, at, origin{})
	}
}

func (c *unused) executed(e *sim.Event, _ *facts) { c.accesses(e) }
func (c *unused) landed(e *sim.Event, _ *facts)   { c.accesses(e) }

func (c *unused) accesses(e *sim.Event) {
	for i := range e.Accesses {
		if e.Accesses[i].Space != sim.SpaceLDS {
			continue
		}
		g := c.groups[e.Workgroup]
		if g.bytes == nil {
			g.bytes = make([]unusedByte, e.Registers.LDSBytes())
		}
		break
	}
	eachLane(e.Accesses, func(a *sim.Access, l int) {
		g, from := c.groups[e.Workgroup], a.Addr(l)
		if a.Space != sim.SpaceLDS || from+uint64(a.Size) > uint64(len(g.bytes)) {
			return
		}
		for k := range a.Size {
			b := &g.bytes[from+uint64(k)]
			if !a.Write {
				*b = unusedByte{}
				continue
			}
			site := c.site(e, a)
			if b.site != 0 {
				c.lost(e.Workgroup, g, int(from)+k, c.sites[site-1])
			}
			*b = unusedByte{site, uint8(e.Wave), uint8(l)}
		}
	})
}

// site is the number of the store that an access belongs to.
func (c *unused) site(e *sim.Event, a *sim.Access) uint32 {
	n := c.stores[a.Inst]
	if n == 0 {
		o := originOf(e, -1)
		o.addr, o.inst = a.Inst-(e.Addr-e.CodeAddr), c.s.facts.byAddr[a.Inst].inst
		c.sites = append(c.sites, o)
		n = uint32(len(c.sites))
		c.stores[a.Inst] = n
	}
	return n
}

// lost reports a byte that nobody has read, if somebody has stored it. by is
// the store that overwrites it.
func (c *unused) lost(workgroup int, g *unusedGroup, at int, by origin) {
	b := g.bytes[at]
	if b.site == 0 {
		return
	}
	from := c.sites[b.site-1]
	from.workgroup, from.wave, from.lane = int32(workgroup), int8(b.wave), int8(b.lane)
	c.s.report("lds-unused", from, by, ldsScope(uint64(at), 1), func() detail {
		rule, until := ruleUnread, "before its workgroup ended"
		if by.inst != nil {
			rule, until = ruleOverwrite, "before it was overwritten"
		}
		return detail{rule: rule, message: fmt.Sprintf("stores %s, which was not read %s%s", c.s.ldsAt(uint64(at)), until, g.near(at)),
			note: "the store that overwrites it is here", advice: "if it should have been read, compare its offset with those of the reads",
			roots: []rootKey{{kind: rootLater, at: from.addr}}}
	})
}

// near says what lies beside a byte that was not read: often a shift shows
// there.
func (g *unusedGroup) near(at int) string {
	run := 1
	for at+run < len(g.bytes) && g.bytes[at+run].site == g.bytes[at].site {
		run++
	}
	if run == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d bytes from there on)", run)
}
