package vet

import (
	"slices"

	"heddle/isa"
)

// A branch may depend on data, or on other lanes. Whatever way the wave takes, it comes to where all ways meet: there the
// work-item goes on, with what holds on all of them.

// mostBetween limits the blocks between a branch and where its ways meet, and those of all branches together.
const (
	mostBetween    = 1000
	mostBetweenAll = 1 << 18
)

// between is what lies between a branch and where its ways meet.
type between struct {
	end    int32 // -1 if there is no such place, or the wave may not come there
	blocks []int32
}

// meeting goes on where the ways from a block meet.
func (w *witness) meeting(block int32) (int32, bool) {
	b, ok := w.skipped[block]
	if !ok {
		b = w.waysFrom(block)
		w.skipped[block] = b
	}
	if b.end < 0 {
		return 0, false
	}
	for _, id := range b.blocks { // what they leave, only the run tells
		w.forget(id)
		w.steps -= 1 + len(w.phis[id])
	}
	w.forget(b.end)
	w.turn++
	w.keep(b.end)
	return b.end, true
}

// forget drops what is known of a block's phis and turns.
func (w *witness) forget(block int32) {
	for _, x := range w.phis[block] {
		delete(w.now, x)
		delete(w.bits, x)
	}
}

// keep notes the phis of a block that are the same on all ways to it. No loop begins there.
func (w *witness) keep(block int32) {
	var changes []change
	for _, x := range w.phis[block] {
		d := w.list[x]
		c := change{x: x}
		if c.n, c.ok = agreed(w, &d, w.eval); !c.ok && isa.Reg(d.k) < isa.V0 {
			c.bit, c.has = agreed(w, &d, func(arg valueID) (bool, bool) { return w.bit(arg, mostNested) })
		}
		changes = append(changes, c)
	}
	w.set(changes)
}

// waysFrom finds where the ways from a block with a branch meet.
func (w *witness) waysFrom(block int32) (b between) {
	g := w.g
	if w.after == nil {
		w.after = postdominators(g)
	}
	b.end = -1
	end := w.after[block]
	if end < 0 || len(g.blocks[block].succs) != 2 || g.blocks[end].order <= g.blocks[block].order || w.lost[end] {
		return b
	}
	todo, seen := slices.Clone(g.blocks[block].succs), map[int32]bool{end: true}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		x := &g.blocks[id]
		if b.blocks = append(b.blocks, id); x.blind || len(b.blocks) > mostBetween || w.after[id] < 0 || w.traps(x) {
			return b
		}
		todo = append(todo, x.succs...)
	}
	for _, p := range g.blocks[end].preds { // a loop that begins there counts its turns
		if g.blocks[p].order >= g.blocks[end].order {
			return b
		}
	}
	if w.left -= len(b.blocks); w.left >= 0 {
		b.end = end
	}
	return b
}

// traps reports whether a wave may end in a block.
func (w *witness) traps(x *block) bool {
	return slices.ContainsFunc(w.g.nodes[x.first:x.last], func(n node) bool { return n.inst.Row.Op == isa.S_TRAP })
}
