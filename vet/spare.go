package vet

import (
	"fmt"

	"heddle/diag"
	"heddle/isa"
)

// spareNops finds s_nop of which no pair of instructions around needs all wait states. What LLVM alone or
// the manual alone asks for counts as needed.
type spareNops struct {
	stateSearch
	lack int // how many wait states the worst pair after a producer lacks
}

// checkNops reports s_nop that nothing asks for. One after the other is shortened as far as it can be, so
// that what is reported can be done at once.
func (c *checker) checkNops() {
	s := spareNops{stateSearch: stateSearch{c: c, seen: map[int32]reached{}}}
	s.visit = s.measure
	limit := c.steps + stepsFor(len(c.g.nodes))
	var shortened []int32
	for _, id := range c.g.order {
		for i := c.g.blocks[id].first; i < c.g.blocks[id].last; i++ {
			n := &c.g.nodes[i]
			if n.inst.Row.Op != isa.S_NOP || n.indexed || c.g.pads(i) || c.g.breaksClause(i) {
				continue
			}
			is := n.states.states
			if need, sure := s.needed(i); sure && need < int(is) {
				n.states.states = uint8(need)
				shortened = append(shortened, i)
				c.spareNop(i, int(is), need)
			}
		}
		if c.steps > limit {
			c.giveUp(RuleTooStrong)
			break
		}
	}
	for _, i := range shortened {
		n := &c.g.nodes[i]
		n.states.states = uint8(n.inst.WaitStates())
	}
}

// alignment is that of loops, which compilers fill up with s_nop 0.
const alignment = 32

// pads reports whether an s_nop is in front of an aligned place that branches go to.
func (g *graph) pads(i int32) bool {
	n := &g.nodes[i]
	last := g.blocks[n.block].last
	for k := i; k < last; k++ {
		if to := &g.nodes[k]; to.inst.Row.Op != isa.S_NOP || to.inst.WaitStates() > 1 {
			return false
		}
	}
	return g.nodes[last-1].next()%alignment == 0
}

// breaksClause reports whether an s_nop is between two memory instructions of a kind. Where memory faults
// are replayed (XNACK), the second may not overwrite what the first reads, unless something is between.
func (g *graph) breaksClause(i int32) bool {
	x := &g.blocks[g.nodes[i].block]
	if i == x.first || i+1 == x.last {
		return false
	}
	before, after := g.nodes[i-1].inst.Row, g.nodes[i+1].inst.Row
	return before.Counters != 0 && after.Counters != 0 && before.Unit == after.Unit
}

// needed returns how many wait states of an s_nop the instructions around need. It is not sure where
// there are too many of them.
func (s *spareNops) needed(nop int32) (states int, sure bool) {
	g := s.c.g
	n := &g.nodes[nop]
	is := n.states.states
	n.states.states = 0
	defer func() { n.states.states = is }()
	type step struct {
		node  int32
		since int
	}
	const mostProducers = 64
	most := g.target.MaxWaits()
	near := map[int32]int{nop: 0}
	todo := []step{{nop, 0}}
	var preds []int32
	for producers := 0; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		preds = g.before(at.node, preds[:0])
		for _, p := range preds {
			if old, ok := near[p]; ok && old <= at.since {
				continue
			}
			near[p] = at.since
			from := &g.nodes[p]
			if from.indexed {
				return 0, false
			}
			if !from.states.producer.Empty() && at.since < int(from.states.reach) {
				if producers++; producers > mostProducers {
					return 0, false
				}
				s.lack = 0
				s.from(p)
				states = max(states, s.lack)
			}
			if since := at.since + int(from.states.states); since < most {
				todo = append(todo, step{p, since})
			}
		}
	}
	return states, true
}

// measure notes how many wait states a pair lacks.
func (s *spareNops) measure(p, i int32) {
	at := &s.list[i]
	from, to := &s.c.g.nodes[p], &s.c.g.nodes[at.node]
	if to.indexed {
		s.lack = from.inst.WaitStates() + s.c.g.target.MaxWaits() // which register it is about is not known
	}
	if s.related(from, at, to) {
		s.lack = max(s.lack, s.c.requires(from, &at.left, to).lone-at.since)
	}
}

// spareNop reports an s_nop that can be shorter.
func (c *checker) spareNop(i int32, is, need int) {
	f := Finding{Rule: RuleTooStrong, Rank: RankNote, Place: c.place(i), Depth: c.depthOf(i), Found: diag.Count(is, "wait state"), Fix: newReplacement(isa.NoWait(), need)}
	if need == 0 {
		f.Message, f.Required, f.Advice = "no instructions around need wait states here", "none", "remove it"
	} else {
		f.Message = fmt.Sprintf("the instructions around need %s here, not %d", diag.Count(need, "wait state"), is)
		f.Required, f.Advice = diag.Count(need, "wait state"), "use "+f.Fix.Insert[0]+" instead"
	}
	c.add(f)
}
