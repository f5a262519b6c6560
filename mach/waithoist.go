package mach

import (
	"slices"

	"heddle/isa"
)

// hoist looks for waits in loops that are strong only because of operations from before
// the loop, which are complete in later iterations. It waits for those before the loop
// if that makes the loop's waits fewer or weaker.
func (w *waitInserter) hoist() {
	loops := w.f.findLoops()
	before := make([]int, len(loops.loops))
	if !w.findFlushes(loops, before) {
		return
	}
	w.solve()
	after := make([]int, len(loops.loops))
	w.loopCosts(loops, after)
	useless := false
	for i, l := range loops.loops {
		if after[i] >= before[i] {
			for _, p := range l.header.Preds {
				if x := &w.blocks[p.ID]; !loops.contains(l, p) && len(x.flush) > 0 {
					x.flush, useless = nil, true
				}
			}
		}
	}
	if useless {
		w.solve()
	}
}

// loopCosts sums up the waits of each loop, including inner loops: first their number,
// then how much they wait for.
func (w *waitInserter) loopCosts(loops *loopForest, costs []int) {
	number := map[*loop]int{}
	for i, l := range loops.loops {
		number[l] = i
	}
	var b board
	for _, block := range w.order {
		if loops.of[block.ID] == nil {
			continue
		}
		cost := 0
		b.copyFrom(&w.blocks[block.ID].in)
		w.walk(&b, block, func(_ int, c isa.Waitcnt, _ []reason) {
			cost += 1000 + isa.MaxVMCount - c.VM + isa.MaxLGKMCount - c.LGKM
		})
		for l := loops.of[block.ID]; l != nil; l = l.parent {
			costs[number[l]] += cost
		}
	}
}

// findFlushes finds the events to wait for before loops and reports whether there are any.
func (w *waitInserter) findFlushes(loops *loopForest, costs []int) bool {
	if len(loops.loops) == 0 {
		return false
	}
	w.loopCosts(loops, costs)
	home := make([]*Block, len(w.events))
	for _, b := range w.order {
		for i := range w.blocks[b.ID].infos {
			if e := w.blocks[b.ID].infos[i].event; e >= 0 {
				home[e] = b
			}
		}
	}
	found := false
	var b board
	for _, block := range w.order {
		if loops.of[block.ID] == nil {
			continue
		}
		b.copyFrom(&w.blocks[block.ID].in)
		w.walk(&b, block, func(_ int, _ isa.Waitcnt, reasons []reason) {
			for _, r := range reasons {
				l := loops.outermostWithout(block, home[r.event])
				if l != nil && stricter(r, reasons, l, loops, home) && w.flushBefore(l, loops, r.event) {
					found = true
				}
			}
		})
	}
	return found
}

// outermostWithout returns the outermost loop around b that x is not in.
func (t *loopForest) outermostWithout(b, x *Block) *loop {
	var found *loop
	for l := t.of[b.ID]; l != nil && !t.contains(l, x); l = l.parent {
		found = l
	}
	return found
}

// stricter reports whether r needs a stronger wait than all reasons within the loop.
func stricter(r reason, reasons []reason, l *loop, loops *loopForest, home []*Block) bool {
	inside := isa.NoWait()
	for _, other := range reasons {
		if loops.contains(l, home[other.event]) {
			inside = inside.Min(other.wait)
		}
	}
	return !inside.Covers(r.wait)
}

// flushBefore makes the blocks before a loop wait for an event, if they have no other
// successor.
func (w *waitInserter) flushBefore(l *loop, loops *loopForest, event int32) bool {
	for _, p := range l.header.Preds {
		if !loops.contains(l, p) && len(p.Term.Succs()) != 1 {
			return false
		}
	}
	added := false
	for _, p := range l.header.Preds {
		x := &w.blocks[p.ID]
		if !loops.contains(l, p) && x.reached && !slices.Contains(x.flush, event) {
			x.flush = append(x.flush, event)
			added = true
		}
	}
	return added
}
