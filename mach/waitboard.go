package mach

import "heddle/isa"

// memoryEvent is a memory instruction that increments a counter, and the effects that
// others may have to wait for.
type memoryEvent struct {
	in        *Instr
	writes    isa.RegSet // destinations
	sources   isa.RegSet // reads, except of preserved parts of the destination
	order     isa.Order
	vm, lgkm  bool // increments the counter
	loads     bool // into registers
	toLDS     bool // direct to LDS
	readsLDS  bool // may access the LDS out of order
	writesLDS bool
	fences    Fence // the fences that wait for it
	ldsRoot   int32 // root of the LDS array that it accesses, 0 if unknown
}

// pendingOp is an event that may be outstanding on some path here.
type pendingOp struct {
	event    int32
	score    int32 // board.vm or board.ds when it was issued, for those in order
	vm, lgkm bool  // the counter still counts it
}

// board is the set of events that may be outstanding at a point of the code: the union
// over all paths there, each event with the smallest number of younger events of its
// order on any path.
type board struct {
	ops    []pendingOp
	vm, ds int32      // events issued in order so far
	regs   isa.RegSet // destinations of ops
	lds    int        // ops that touch the LDS
	kinds  Fence      // fences that would have to wait
	// marked are the values of vm at the ends of the newest groups of asynchronous loads, of which
	// there are marks, the newest first. A path that has seen fewer asks for nothing.
	marked [MostAsyncGroups]int32
	marks  int
}

// MostAsyncGroups is the number of groups of asynchronous loads that are kept apart: one more than
// AwaitAsync can leave under way.
const MostAsyncGroups = 16

// mark ends a group of asynchronous loads.
func (b *board) mark() {
	copy(b.marked[1:], b.marked[:])
	b.marked[0] = b.vm
	b.marks = min(b.marks+1, len(b.marked))
}

// mergeMarks makes each group as young as on any path.
func (b *board) mergeMarks(from *board) {
	for i := range from.marked[:from.marks] {
		at := b.vm - (from.vm - from.marked[i])
		if i >= b.marks {
			b.marked[i] = at
		}
		b.marked[i] = max(b.marked[i], at)
	}
	b.marks = max(b.marks, from.marks)
}

// sameMarks reports whether the groups of two boards are equally old.
func (b *board) sameMarks(a *board) bool {
	for i := range b.marked[:b.marks] {
		if b.vm-b.marked[i] != a.vm-a.marked[i] {
			return false
		}
	}
	return b.marks == a.marks
}

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
func (b *board) need(op *pendingOp, order isa.Order) isa.Waitcnt {
	n, c := int(b.younger(op, order)), isa.NoWait()
	if op.vm {
		c.VM = min(n, c.VM)
	}
	if op.lgkm {
		c.LGKM = min(n, c.LGKM)
	}
	return c
}

// issue adds an event as the youngest of its order; an older execution of it is
// done when this one is.
func (w *waitInserter) issue(b *board, event int32) {
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
	if len(b.ops) > min(isa.MaxVMCount, isa.MaxLGKMCount) { // a full counter delays the issue
		w.retire(b, isa.NoWait())
	}
}

// sameButUnordered reports whether nothing can wait for the one but not for the
// other: FLAT stores, of which there may be many.
func (e *memoryEvent) sameButUnordered(x *memoryEvent) bool {
	return e.order == isa.OrderNone && x.order == isa.OrderNone && !e.loads && !x.loads && e.vm == x.vm && e.lgkm == x.lgkm &&
		e.fences == x.fences && e.ldsRoot == x.ldsRoot && e.readsLDS == x.readsLDS && e.writesLDS == x.writesLDS
}

// note adds an event to the summary.
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
func (w *waitInserter) retire(b *board, c isa.Waitcnt) {
	kept := b.ops[:0]
	gone := false
	for _, op := range b.ops {
		order := w.events[op.event].order
		n := int(b.younger(&op, order))
		if order == isa.OrderNone {
			op.vm = op.vm && c.VM > 0
			op.lgkm = op.lgkm && c.LGKM > 0
		} else {
			op.vm = op.vm && n < c.VM
			op.lgkm = op.lgkm && n < c.LGKM
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

// merge adds another path to the point of b.
func (w *waitInserter) merge(b, from *board) {
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
	b.mergeMarks(from)
}

// same reports whether two boards are equal.
func (w *waitInserter) same(a, b *board) bool {
	if len(a.ops) != len(b.ops) || !a.sameMarks(b) {
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
