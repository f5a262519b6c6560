package sim

import "heddle/isa"

// pending is the memory operations of a wave that have not landed, in the
// order in which they were issued.
type pending struct {
	ops []*memOp
}

// Counters hold this much (facts isa/hazards.md §1).
const (
	maxVM   = 63
	maxLGKM = 15
)

// issue hands over a memory operation. By default memory is read and written
// at once and registers are written at the wait that covers the operation;
// ScheduleLate leaves the former to that wait too.
func (w *wave) issue(op *memOp) {
	op.vm, op.lgkm = int(op.in.counts.VM), int(op.in.counts.LGKM)
	if w.wg.observer != nil {
		w.reportDropped(op)
	}
	w.makeRoom(maxVM-op.vm, maxLGKM-op.lgkm)
	if w.wg.schedule != ScheduleLate && w.wg.schedule != ScheduleRandom {
		w.perform(op)
	}
	if op.vm == 0 && op.lgkm == 0 {
		w.perform(op)
		w.land(op)
		return
	}
	w.pending.ops = append(w.pending.ops, op)
}

// retire lands what a wait for the given counts guarantees to have landed.
// Operations of one order retire one after the other, so all but the last n
// of them are done; of the others nothing is known until the count is 0.
//
// Source: facts isa/hazards.md §1; the orders are isa's counter rules.
func (w *wave) retire(vm, lgkm int) {
	if len(w.pending.ops) == 0 {
		return
	}
	orderedVM, orderedDS := 0, 0
	total, totalLGKM := 0, 0
	for i := len(w.pending.ops) - 1; i >= 0; i-- {
		op := w.pending.ops[i]
		total += op.vm
		totalLGKM += op.lgkm
		switch op.in.order {
		case isa.OrderVM:
			op.vmDone = orderedVM >= vm
			orderedVM += op.vm
		case isa.OrderDS:
			op.dsDone = orderedDS >= lgkm
			orderedDS += op.lgkm
		default:
			op.vmDone = op.vmDone || op.vm > 0 && vm == 0
			op.dsDone = op.dsDone || op.lgkm > 0 && lgkm == 0
			if op.vm > 0 && op.lgkm > 0 && (op.vmDone || op.dsDone) {
				// The LDS part of a FLAT access is done with lgkmcnt, that of
				// global memory with vmcnt; the registers may come later.
				w.perform(op)
			}
		}
	}
	if total > vm || totalLGKM > lgkm {
		w.landDone()
	}
}

// landDone lands the operations whose counters are all covered.
func (w *wave) landDone() {
	kept := w.pending.ops[:0]
	for _, op := range w.pending.ops {
		if op.covered() {
			w.perform(op)
			w.land(op)
		} else {
			kept = append(kept, op)
		}
	}
	w.pending.ops = kept
}

func (op *memOp) covered() bool { return (op.vm == 0 || op.vmDone) && (op.lgkm == 0 || op.dsDone) }

// makeRoom lands the oldest operations until the counters are not above the
// given counts: a full counter holds the next issue back.
func (w *wave) makeRoom(vm, lgkm int) {
	for len(w.pending.ops) > 0 {
		total, totalLGKM := 0, 0
		for _, op := range w.pending.ops {
			total += op.vm
			totalLGKM += op.lgkm
		}
		if total <= vm && totalLGKM <= lgkm {
			return
		}
		w.landOldest(total > vm, totalLGKM > lgkm)
	}
}

// landOldest lands the first operation that bumps one of the given counters.
func (w *wave) landOldest(vm, lgkm bool) {
	for i, op := range w.pending.ops {
		if vm && op.vm > 0 || lgkm && op.lgkm > 0 {
			w.perform(op) // while it is in its place: what was issued earlier goes first
			w.pending.ops = append(w.pending.ops[:i], w.pending.ops[i+1:]...)
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
			w.performOne(earlier)
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

// samePath reports whether two operations go through the same unit. A flat
// access may take either.
func samePath(a, b *memOp) bool {
	ua, ub := a.in.Row.Unit, b.in.Row.Unit
	if ua == isa.UnitFlat || ub == isa.UnitFlat {
		return ua != isa.UnitSMEM && ub != isa.UnitSMEM
	}
	return ua == ub
}

// land writes what op read to its registers.
func (w *wave) land(op *memOp) {
	if op.land != nil {
		op.land(w, op)
	}
	if w.wg.observer != nil {
		w.wg.landed(w, op)
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
