package vet

import (
	"fmt"
	"slices"

	"heddle/isa"
)

// checkLate finds accesses to the LDS that can still be under way when the waves have passed a barrier, and
// what is read behind it.
func (r *races) checkLate() {
	if r.apart {
		return
	}
	for _, id := range r.v.g.order {
		x := &r.v.g.blocks[id]
		for i := x.first; i < x.last; i++ {
			if p, ok := r.places[i]; ok && p.write && !p.atomic && r.v.g.nodes[i].waits.mem.order != isa.OrderNone {
				r.late(i, &p)
			}
		}
	}
}

// underWay is a place that a write to the LDS gets to before it is complete.
type underWay struct {
	node    int32
	turn    turn
	done    bool  // the wave has waited, behind a barrier that others have passed
	age     int   // younger operations of its order
	barrier int32 // the last that was passed, -1
	parent  int32
}

// late follows the code from a write until it is complete.
func (r *races) late(from int32, p *ldsPlaces) {
	g := r.v.g
	m := g.nodes[from].waits.mem
	mine := r.print(instance{from, firstTurn}, p)
	if mine == nil || mine.most || mine.base.x != 0 || r.uncertain(from) {
		return
	}
	most := isa.MaxVMCount
	if m.order == isa.OrderDS {
		most = isa.MaxLGKMCount
	}
	list := []underWay{{node: from, turn: firstTurn, age: -1, barrier: -1, parent: -1}}
	type key struct {
		node    int32
		turn    turn
		barrier int32
		done    bool
	}
	best := map[key]int{}
	var next []int32
	for i := 0; i < len(list) && len(list) < mostSearchSteps && r.steps < r.limit; i++ {
		at := list[i]
		n := &g.nodes[at.node]
		if r.steps++; i > 0 {
			if q, ok := r.places[at.node]; ok && q.read && !q.write && (at.barrier >= 0 || p.late) {
				r.lateRead(from, &list[i], list, mine, &q, p)
			}
			switch {
			case n.waits.isWait:
				if w := n.inst.Waitcnt(); m.order == isa.OrderVM && w.VM <= at.age || m.order == isa.OrderDS && w.LGKM <= at.age {
					if at.done = true; at.barrier < 0 {
						continue
					}
				}
			case n.inst.Row.Op == isa.S_BARRIER && !r.without[at.node]:
				if at.barrier = at.node; at.done {
					continue
				}
			}
		}
		if x := n.waits.mem; x != nil && x.order == m.order {
			at.age++
		}
		if at.age >= most && at.barrier < 0 {
			continue
		}
		at.done = at.done || at.age >= most
		next = g.after(at.node, next[:0])
		for _, to := range next {
			t, block := at.turn, g.nodes[to].block
			if at.node == g.blocks[n.block].last-1 && r.avoids(n.block, block) {
				continue
			}
			if l := r.u.loops[block]; l != nil && to == g.blocks[block].first && l.has(n.block) && at.node == g.blocks[n.block].last-1 {
				if t.loop >= 0 && t.loop != block || t.n == mostTurns {
					continue
				}
				t = turn{block, t.n + 1}
			}
			k := key{to, t, at.barrier, at.done}
			if old, ok := best[k]; ok && old <= at.age {
				continue
			}
			best[k] = at.age
			list = append(list, underWay{to, t, at.done, at.age, at.barrier, int32(i)})
		}
	}
}

// lateRead reports a read of what is not complete.
func (r *races) lateRead(from int32, at *underWay, list []underWay, mine *footprint, q, p *ldsPlaces) {
	if r.uncertain(at.node) {
		return
	}
	theirs := r.print(instance{at.node, at.turn}, q)
	key := [2]int32{-1 - r.v.g.copyOf(from), r.v.g.copyOf(at.node)}
	if theirs == nil || theirs.most || theirs.base != mine.base || r.said[key] {
		return
	}
	none := &bytesSet{}
	for w := range mine.waves {
		for u := range theirs.waves {
			if w == u && (!p.late || at.done) || w != u && at.barrier < 0 {
				continue // its own are in order; without a barrier others' are a race
			}
			b := mine.waves[w].common(&theirs.waves[u], none)
			if b < 0 {
				continue
			}
			r.said[key] = true
			wait := isa.NoWait()
			if r.v.g.nodes[from].waits.mem.order == isa.OrderVM {
				wait.VM = at.age
			} else {
				wait.LGKM = at.age
			}
			place := at.node
			if at.barrier >= 0 {
				place = at.barrier
				wait = r.ageAt(list, at, wait)
			}
			f := Finding{Rule: ruleRace, Rank: RankError, Place: r.place(place), Other: ptr(r.place(from))}
			f.Other.Note = "the write is here"
			f.Message = fmt.Sprintf("does not wait for a write to byte %#x of the LDS by wave %d, which wave %d reads at %#x", b, w, u, r.v.g.nodes[at.node].addr)
			f.Required, f.Found = waitText(wait), "no wait that covers it"
			f.Advice = fmt.Sprintf("insert s_waitcnt %s before", f.Required)
			f.Fix = newFix(wait, 0)
			var path []int32
			for k := at.parent; k > 0; k = list[k].parent {
				path = append(path, list[k].node)
			}
			slices.Reverse(path)
			if k := slices.Index(path, place); k >= 0 {
				path = path[:k]
			}
			f.Path = r.path(from, path, place)
			r.found(f)
			return
		}
	}
}

// ageAt is the wait that would have been enough at the last barrier on the way.
func (r *races) ageAt(list []underWay, at *underWay, wait isa.Waitcnt) isa.Waitcnt {
	for k := at.parent; k > 0; k = list[k].parent {
		if list[k].node != at.barrier {
			continue
		}
		if wait.VM < isa.MaxVMCount {
			wait.VM = list[k].age
		} else {
			wait.LGKM = list[k].age
		}
		break
	}
	return wait
}
