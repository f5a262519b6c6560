package mach

import "heddle/isa"

// memoryEvent is a memory instruction that bumps a counter, and what of it
// others may have to wait for.
type memoryEvent struct {
	in        *Instr
	writes    isa.RegSet // destinations
	sources   isa.RegSet // reads without what is only read by keeping a part of the destination
	order     isa.Order
	vm, lgkm  bool // bumps the counter
	loads     bool // into registers
	toLDS     bool // direct to LDS
	readsLDS  bool // may read or write the LDS at the time of its own
	writesLDS bool
	fences    Fence // the fences that wait for it
	ldsRoot   int32 // root of the LDS that it touches, 0 if unknown
}

// pendingOp is an event that may be outstanding on some way here.
type pendingOp struct {
	event    int32
	score    int32 // board.vm or board.ds when it was issued, for those in order
	vm, lgkm bool  // the counter still counts it
}

// board is what may be outstanding at a point of the code: the union over all
// ways there, each event with the smallest number of younger events of its
// order on any way.
type board struct {
	ops    []pendingOp
	vm, ds int32      // events issued in order so far
	regs   isa.RegSet // destinations of ops
	lds    int        // ops that touch the LDS
	kinds  Fence      // fences that would wait for something
}

// counts are those of s_waitcnt.
type counts struct{ vm, lgkm int32 }

// Counters hold this much; an instruction that would count beyond it waits
// (facts isa/hazards.md §1).
var noWait = counts{63, 15}

func (c counts) waits() bool { return c.vm < noWait.vm || c.lgkm < noWait.lgkm }

// both is the weakest wait that does what c and d do.
func (c counts) both(d counts) counts { return counts{min(c.vm, d.vm), min(c.lgkm, d.lgkm)} }

// younger returns how many events of its order were issued after op.
func (b *board) younger(op *pendingOp, order isa.Order) int32 {
	switch order {
	case isa.OrderVM:
		return b.vm - op.score
	case isa.OrderDS:
		return b.ds - op.score
	}
	return 0
}

// need returns the weakest wait after which op is complete.
func (b *board) need(op *pendingOp, order isa.Order) counts {
	n, c := b.younger(op, order), noWait
	if op.vm {
		c.vm = min(n, c.vm)
	}
	if op.lgkm {
		c.lgkm = min(n, c.lgkm)
	}
	return c
}

// issue adds an event as the youngest of its order; an older execution of it is
// done when this one is.
func (w *waiter) issue(b *board, event int32) {
	e := &w.events[event]
	op := pendingOp{event: event, vm: e.vm, lgkm: e.lgkm}
	switch e.order {
	case isa.OrderVM:
		b.vm++
		op.score = b.vm
	case isa.OrderDS:
		b.ds++
		op.score = b.ds
	}
	kept := b.ops[:0]
	for _, old := range b.ops {
		if old.event != event && !w.events[old.event].sameButUnordered(e) {
			kept = append(kept, old)
		}
	}
	b.ops = append(kept, op)
	b.note(e)
	if len(b.ops) > int(noWait.lgkm) {
		w.retire(b, noWait)
	}
}

// sameButUnordered reports whether nothing can wait for the one but not for the
// other: FLAT stores, of which there may be many.
func (e *memoryEvent) sameButUnordered(x *memoryEvent) bool {
	return e.order == isa.OrderNone && x.order == isa.OrderNone && !e.loads && !x.loads && e.vm == x.vm && e.lgkm == x.lgkm &&
		e.fences == x.fences && e.ldsRoot == x.ldsRoot && e.readsLDS == x.readsLDS && e.writesLDS == x.writesLDS
}

// note adds what others may ask of an event to the summary.
func (b *board) note(e *memoryEvent) {
	if e.loads {
		b.regs.Union(&e.writes)
	}
	if e.touchesLDS() {
		b.lds++
	}
	b.kinds |= e.fences
}

// retire drops what is done once the counters are at most c: of those in
// order all but the youngest, of the others all when the count is 0.
func (w *waiter) retire(b *board, c counts) {
	kept := b.ops[:0]
	gone := false
	for _, op := range b.ops {
		order := w.events[op.event].order
		n := b.younger(&op, order)
		if order == isa.OrderNone {
			op.vm = op.vm && c.vm > 0
			op.lgkm = op.lgkm && c.lgkm > 0
		} else {
			op.vm = op.vm && n < c.vm
			op.lgkm = op.lgkm && n < c.lgkm
		}
		if op.vm || op.lgkm {
			kept = append(kept, op)
		} else {
			gone = true
		}
	}
	b.ops = kept
	if !gone {
		return
	}
	b.regs, b.lds, b.kinds = isa.RegSet{}, 0, 0
	for i := range b.ops {
		b.note(&w.events[b.ops[i].event])
	}
}

// merge adds another way to the point that b is about.
func (w *waiter) merge(b, from *board) {
	for i := range b.ops {
		w.place[b.ops[i].event] = int32(i + 1)
	}
	for _, op := range from.ops {
		e := &w.events[op.event]
		n := from.younger(&op, e.order)
		switch e.order {
		case isa.OrderVM:
			op.score = b.vm - n
		case isa.OrderDS:
			op.score = b.ds - n
		}
		if at := w.place[op.event]; at != 0 {
			have := &b.ops[at-1]
			have.vm, have.lgkm = have.vm || op.vm, have.lgkm || op.lgkm
			have.score = max(have.score, op.score)
			continue
		}
		b.ops = append(b.ops, op)
		b.note(e)
	}
	for i := range b.ops {
		w.place[b.ops[i].event] = 0
	}
}

// same reports whether two boards say the same.
func (w *waiter) same(a, b *board) bool {
	if len(a.ops) != len(b.ops) {
		return false
	}
	for i := range a.ops {
		w.place[a.ops[i].event] = int32(i + 1)
	}
	same := true
	for i := range b.ops {
		op := &b.ops[i]
		at := w.place[op.event]
		if at == 0 {
			same = false
			break
		}
		order := w.events[op.event].order
		x := &a.ops[at-1]
		if x.vm != op.vm || x.lgkm != op.lgkm || a.younger(x, order) != b.younger(op, order) {
			same = false
			break
		}
	}
	for i := range a.ops {
		w.place[a.ops[i].event] = 0
	}
	return same
}

func (b *board) copyFrom(a *board) {
	ops := append(b.ops[:0], a.ops...)
	*b = *a
	b.ops = ops
}
