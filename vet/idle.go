package vet

import "heddle/isa"

// mostIdle is how many barriers of a kernel are tried.
const mostIdle = 64

// checkIdle reports barriers that order nothing: without them, and without those that were found before,
// no waves can meet in the LDS, and around them no memory is written that another wave could read. It asks
// the lds-race rule, so nothing may be unknown about any access to the LDS.
func (s *shared) checkIdle() {
	if s.apart || s.v.g.calls() || s.v.g.alike != nil {
		return
	}
	g := s.v.g
	without := map[int32]bool{}
	tried := 0
	limit := s.steps + stepsFor(len(g.nodes))
	for _, id := range g.order {
		for i := g.blocks[id].first; i < g.blocks[id].last; i++ {
			if g.nodes[i].inst.Row.Op != isa.S_BARRIER {
				continue
			}
			if tried++; tried > mostIdle || s.steps > limit {
				return
			}
			without[i] = true
			if !s.orderless(without, i) {
				delete(without, i)
				continue
			}
			s.add(Finding{
				Rule: RuleTooStrong, Rank: RankNote, Place: s.place(i), Depth: s.depthOf(i),
				Message: "orders nothing: between the barriers around it no wave writes what another one accesses", Advice: "remove it", Fix: newReplacement(isa.NoWait(), 0),
			})
		}
	}
}

// orderless reports whether nothing has to be ordered without some barriers, one of which is looked at.
func (s *shared) orderless(without map[int32]bool, barrier int32) bool {
	trial := *s
	silent := *s.checker
	silent.findings, silent.first, silent.kept, silent.more = nil, nil, [numRanks]int{}, 0
	trial.checker = &silent
	r := trial.newRaces(without)
	defer func() { s.steps = silent.steps + (mostPairs-max(r.left, 0))/8 }()
	if r.writesAround(barrier) {
		return false
	}
	r.check()
	return len(silent.findings) == 0 && r.left >= 0 && r.steps < r.limit && s.left >= 0 && s.words >= 0
}

// writesAround reports whether memory is written, or something else happens that a barrier may order, in
// the phases that a barrier would be in the middle of, or waves may not come there together.
func (r *races) writesAround(barrier int32) bool {
	g := r.v.g
	mine := int32(-1)
	for k := range r.list {
		if seg := &r.list[k]; seg.first <= barrier && barrier < seg.last {
			mine = int32(k)
		}
	}
	before := make([][]int32, len(r.list))
	for k := range r.list {
		for _, n := range r.list[k].next {
			before[n] = append(before[n], int32(k))
		}
	}
	seen := map[int32]bool{}
	follow := func(next func(k int32) []int32) {
		todo := []int32{mine}
		for len(todo) > 0 {
			k := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			seen[k] = true
			for _, n := range next(k) {
				if !seen[n] {
					seen[n] = true
					todo = append(todo, n)
				}
			}
		}
	}
	follow(func(k int32) []int32 { return r.list[k].next })
	follow(func(k int32) []int32 { return before[k] })
	for k := range seen {
		seg := &r.list[k]
		if r.unsure[seg.block] {
			return true
		}
		for i := seg.first; i < seg.last; i++ {
			e := effectsOf(&g.nodes[i])
			if e.writes || e.registry || e.class == classSync || e.class == classOdd {
				return true
			}
		}
	}
	return false
}
