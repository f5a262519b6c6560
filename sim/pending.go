package sim

import "heddle/isa"

// pending is the memory operations of a wave that have not landed, in the
// order in which they were issued.
type pending struct {
	ops []*memOp

	// Of all ops, if there are any: what they count, what those that retire
	// in order count, and whether all have touched memory.
	vm, lgkm              int
	orderedVM, orderedLDS int
	performed             bool

	due  uint64           // wave.clock at which the next data arrive, never if none do
	regs [numWords]uint64 // destinations of ops, and maybe others
}

// add appends an operation.
func (w *wave) add(op *memOp) {
	p := &w.pending
	if len(p.ops) == 0 {
		p.vm, p.lgkm, p.orderedVM, p.orderedLDS, p.performed, p.due = 0, 0, 0, 0, true, never
		p.regs = [numWords]uint64{}
	}
	w.schedule(op)
	p.ops = append(p.ops, op)
	p.count(op, 1)
	p.enter(op)
	p.performed = p.performed && op.performed
}

// count adds n times what op counts.
func (p *pending) count(op *memOp, n int) {
	p.vm += n * op.vm
	p.lgkm += n * op.lgkm
	switch op.order {
	case isa.OrderVM:
		p.orderedVM += n * op.vm
	case isa.OrderDS:
		p.orderedLDS += n * op.lgkm
	}
}

// issue hands over a memory operation. By default memory is read and written
// at once and registers are written when the data arrive, no later than at the
// wait that covers the operation; ScheduleLate leaves both to that wait.
func (w *wave) issue(op *memOp) {
	op.vm, op.lgkm, op.order = int(op.in.counts.VM), int(op.in.counts.LGKM), op.in.order
	if op.in.flat {
		op.resolve()
		w.lookEarlyFlat(op)
	}
	if w.wg.observes() {
		w.wg.event.Order = op.order
		w.reportDropped(op)
	}
	w.makeRoom(op)
	if w.wg.schedule < ScheduleLate {
		w.perform(op)
	}
	if op.vm == 0 && op.lgkm == 0 {
		op.due = 0
		w.perform(op)
		w.land(op)
		return
	}
	w.add(op)
}

// retire lands what a wait for the given counts guarantees to have landed. Operations of one order
// retire in sequence, so all but the last n of them are done; about the others nothing is known
// until the count is 0.
//
// Source: facts isa/hazards.md §1; the orders are isa's counter rules.
func (w *wave) retire(vm, lgkm int) {
	p := &w.pending
	if len(p.ops) == 0 || p.vm <= vm && p.lgkm <= lgkm {
		return
	}
	if !p.performed {
		w.performFlat(vm, lgkm)
	} else if (vm == 0 || p.vm == 0) && (lgkm == 0 || p.lgkm == 0) {
		w.landAll()
		return
	}
	kept := p.ops[:0]
	p.regs = [numWords]uint64{}
	orderedVM, orderedLDS := p.orderedVM, p.orderedLDS // from op on
	for _, op := range p.ops {
		switch op.order {
		case isa.OrderVM:
			orderedVM -= op.vm
			op.vmDone = orderedVM >= vm
		case isa.OrderDS:
			orderedLDS -= op.lgkm
			op.dsDone = orderedLDS >= lgkm
		default:
			op.vmDone = op.vmDone || op.vm > 0 && vm == 0
			op.dsDone = op.dsDone || op.lgkm > 0 && lgkm == 0
		}
		if !op.covered() {
			kept = append(kept, op)
			p.enter(op)
			continue
		}
		if !op.performed {
			w.perform(op)
		}
		p.count(op, -1)
		w.land(op)
	}
	p.ops = kept
}

// landAll lands all operations, which have touched memory.
func (w *wave) landAll() {
	p := &w.pending
	p.due = never
	if !w.wg.observes() {
		for _, op := range p.ops {
			if !op.landed {
				w.write(op)
			}
			w.waitFor(op)
		}
		w.wg.freeOps = append(w.wg.freeOps, p.ops...)
	} else {
		for _, op := range p.ops {
			w.land(op)
		}
	}
	p.ops = p.ops[:0]
}

// performFlat does the memory part of FLAT accesses that a wait for the given
// counts covers by half: the LDS part is done with lgkmcnt, that of global
// memory with vmcnt; the registers may come later.
func (w *wave) performFlat(vm, lgkm int) {
	for i := len(w.pending.ops) - 1; i >= 0; i-- {
		op := w.pending.ops[i]
		if op.vm > 0 && op.lgkm > 0 && (op.vmDone || op.dsDone || vm == 0 || lgkm == 0) {
			w.perform(op)
		}
	}
}

func (op *memOp) covered() bool { return (op.vm == 0 || op.vmDone) && (op.lgkm == 0 || op.dsDone) }

// makeRoom lands the oldest operations until the counters have room for next: a
// full counter holds the issue back.
func (w *wave) makeRoom(next *memOp) {
	vm, lgkm := isa.MaxVMCount-next.vm, isa.MaxLGKMCount-next.lgkm
	for p := &w.pending; len(p.ops) > 0 && (p.vm > vm || p.lgkm > lgkm); {
		w.landOldest(p.vm > vm, p.lgkm > lgkm)
	}
}

// landOldest lands the first operation that bumps one of the given counters.
func (w *wave) landOldest(vm, lgkm bool) {
	for i, op := range w.pending.ops {
		if vm && op.vm > 0 || lgkm && op.lgkm > 0 {
			w.perform(op) // while it is in its place: what was issued earlier goes first
			w.pending.ops = append(w.pending.ops[:i], w.pending.ops[i+1:]...)
			w.pending.count(op, -1)
			w.land(op)
			return
		}
	}
	panic("BUG: counter above its limit with nothing outstanding")
}

// perform does the memory part of op, after that of all earlier operations of
// the wave that go through the same path: a wave sees its own accesses in
// order.
func (w *wave) perform(op *memOp) {
	if op.performed {
		return
	}
	for _, earlier := range w.pending.ops {
		if earlier == op {
			break
		}
		if !earlier.performed && samePath(earlier, op) {
			w.perform(earlier)
		}
	}
	w.performOne(op)
}

func (w *wave) performOne(op *memOp) {
	op.performed = true
	if op.perform != nil {
		op.perform(w, op)
	}
}

// samePath reports whether two operations go through the same unit. A FLAT
// access with lanes in both memories goes through two.
func samePath(a, b *memOp) bool {
	ua, ub := a.unit(), b.unit()
	if ua == isa.UnitFlat || ub == isa.UnitFlat {
		return ua != isa.UnitSMEM && ub != isa.UnitSMEM
	}
	return ua == ub
}

// unit is the one that op goes through.
func (op *memOp) unit() isa.Unit {
	switch {
	case !op.in.flat || op.order == isa.OrderNone:
		return op.in.Row.Unit
	case op.order == isa.OrderDS:
		return isa.UnitLDS
	}
	return isa.UnitVMEM
}

// write writes what op read to its registers.
func (w *wave) write(op *memOp) {
	switch {
	case op.move != nil:
		op.move(w.row(op.reg), op.row(0), op.many, op.exec)
	case op.land != nil:
		op.land(w, op)
	}
}

// deliver writes what op read to its registers and tells the observer.
func (w *wave) deliver(op *memOp) {
	w.write(op)
	op.landed = true
	if w.wg.observes() {
		w.wg.landed(w, op)
	}
}

// land ends op, for which the wave has waited: its data are in the registers then.
func (w *wave) land(op *memOp) {
	w.waitFor(op)
	if !op.landed {
		w.deliver(op)
	}
	w.wg.freeOps = append(w.wg.freeOps, op)
}

// performAll does the memory part of everything outstanding: at the end of a
// wave, and before its workgroup gives up its turn.
func (w *wave) performAll() {
	for _, op := range w.pending.ops {
		if !op.performed {
			w.performOne(op)
		}
	}
}
