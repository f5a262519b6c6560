package vet

import (
	"math/bits"
	"slices"

	"heddle/isa"
)

// search looks back from an instruction for the operations that it does not wait for.
type search struct {
	*searchSpace
	c     *checker
	order isa.Order
	flags unordered  // of loads without an order
	regs  isa.RegSet // registers to which one is looked for; empty: the LDS
	most  int        // of the counter
}

// searchSpace is the memory of searches, one after the other.
type searchSpace struct {
	list  []searchStep
	lefts []isa.RegSet // registers whose load has not been met
	todo  timeHeap
	best  []passed // by node
	run   int32    // the number of the search
}

// passed is the largest room that a node was passed with, in a search.
type passed struct{ run, room int32 }

// searchStep is an instruction on the way back.
type searchStep struct {
	node   int32
	parent int32 // in searchSpace.list: the instruction behind it, -1 for the one that was begun with
	room   int32 // how many operations of the order may still come before, for a load to be under way
	left   int32 // in searchSpace.lefts
	time   backward
}

// timed is a step that is to be followed.
type timed struct{ time, step int32 }

// timeHeap has the least time at the top, and of those the step that was found first.
type timeHeap []timed

func (a timed) before(b timed) bool { return a.time < b.time || a.time == b.time && a.step < b.step }

func (h *timeHeap) push(t timed) {
	l := append(*h, t)
	for i := len(l) - 1; i > 0 && l[i].before(l[(i-1)/2]); i = (i - 1) / 2 {
		l[i], l[(i-1)/2] = l[(i-1)/2], l[i]
	}
	*h = l
}

func (h *timeHeap) pop() timed {
	l := *h
	top, last := l[0], len(l)-1
	l[0] = l[last]
	l = l[:last]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if l[k].before(l[least]) {
				least = k
			}
		}
		if least == i {
			break
		}
		l[i], l[least] = l[least], l[i]
		i = least
	}
	*h = l
	return top
}

// mostSearchSteps limits one search; what it is for is found near by in all but odd code.
const mostSearchSteps = 1 << 16

// origin is an operation that is under way.
type origin struct {
	node int32
	step int32     // in searchSpace.list: where it was found from
	time int       // slots from it to the instruction that needs it, at the least
	open unordered // of an operation without an order: the counters that are not waited for
	reg  isa.Reg   // where it loads to, of the registers that were looked for
}

// path returns the nodes between an operation and the instruction that needs it, in the order of
// execution.
func (s *searchSpace) path(o origin) (list []int32) {
	for i := o.step; i > 0; i = s.list[i].parent {
		list = append(list, s.list[i].node)
	}
	return list
}

// matches reports whether an instruction is what is looked for.
func (s *search) matches(m *memFacts, left *isa.RegSet) bool {
	if m.order != s.order || m.unordered() != s.flags {
		return false
	}
	if s.regs.Empty() {
		return s.order == isa.OrderVM && m.toLDS || s.order == isa.OrderDS && m.readsLDS
	}
	return m.writes.Overlaps(left)
}

// covered returns the room that is left before an s_waitcnt. Room for a load without an order is
// the set of counters that have not been waited for.
func (s *search) covered(room int, w isa.Waitcnt) int {
	switch s.order {
	case isa.OrderVM:
		return min(room, w.VM)
	case isa.OrderDS:
		return min(room, w.LGKM)
	}
	open := unordered(room)
	if w.VM == 0 {
		open &^= flatVM
	}
	if w.LGKM == 0 {
		open &^= scalarLGKM | flatLGKM
	}
	return int(open)
}

// find returns the operations, those that are nearest in time first.
func (s *search) find(from int32) (found []origin) {
	s.run++
	room := int32(s.most)
	if s.order == isa.OrderNone {
		room = int32(s.flags)
	}
	s.lefts = append(s.lefts[:0], s.regs)
	s.list = append(s.list[:0], searchStep{node: from, parent: -1, room: room, time: toEnd(&s.c.g.nodes[from].inst)})
	s.todo = append(s.todo[:0], timed{})
	var preds []int32
	for done := 0; len(s.todo) > 0 && done < mostSearchSteps; done++ {
		i := s.todo.pop().step
		preds = s.c.g.before(s.list[i].node, preds[:0])
		for _, p := range preds {
			found = s.pass(i, p, found)
		}
	}
	return found
}

// pass goes from a step back to an instruction, and notes it if it is looked for.
func (s *search) pass(i, p int32, found []origin) []origin {
	n, m := &s.c.g.nodes[p], s.c.g.nodes[p].waits.mem
	next := s.list[i]
	next.node, next.parent = p, i
	next.time = next.time.before(&n.inst, s.c.slots(&n.inst))
	if m != nil && s.matches(m, &s.lefts[next.left]) {
		left := s.lefts[next.left]
		found = s.note(found, p, &next, &left)
		for k := range left {
			left[k] &^= m.writes[k]
		}
		if !s.regs.Empty() {
			if left.Empty() {
				return found // all are met; of the LDS, older loads are under way as well
			}
			next.left = int32(len(s.lefts))
			s.lefts = append(s.lefts, left)
		}
	}
	switch {
	case n.waits.isWait:
		next.room = int32(s.covered(int(next.room), n.inst.Waitcnt()))
	case m != nil && m.order == s.order && s.order != isa.OrderNone:
		next.room--
	}
	old := int32(0)
	if s.best[p].run == s.run {
		old = s.best[p].room
	}
	best := max(old, next.room)
	if s.order == isa.OrderNone {
		best = old | next.room // a set of counters
	}
	if best != old {
		s.best[p] = passed{s.run, best}
		s.todo.push(timed{int32(next.time.left), int32(len(s.list))})
		s.list = append(s.list, next)
	}
	return found
}

// note adds an operation, unless it has been found on a path that takes less time.
func (s *search) note(found []origin, p int32, at *searchStep, left *isa.RegSet) []origin {
	if slices.ContainsFunc(found, func(o origin) bool { return o.node == p }) {
		return found
	}
	o := origin{node: p, step: at.parent, time: at.time.left}
	if s.order == isa.OrderNone {
		o.open = unordered(at.room)
	}
	for i, word := range s.c.g.nodes[p].waits.mem.writes {
		if both := word & left[i]; both != 0 {
			o.reg = isa.Reg(64*i + bits.TrailingZeros64(both))
			break
		}
	}
	return append(found, o)
}
