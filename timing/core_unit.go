package timing

import "slices"

// unit is a compute unit.
type unit struct {
	id    int
	simds []simd
	wake  Cycle // the next slot in which something can happen
	used  bool

	residents int // workgroups
	nextSIMD  int // that gets the next wave

	doneVMEM  Cycle // when the last of its accesses is done, of those that were served
	wakesVMEM Cycle // when vector memory, after a time without accesses, takes the next one; never: it is awake
	lastVMEM  int   // SIMD that issued vector memory last
	waveVMEM  *wave // and its wave,
	pcVMEM    int   // whose next instruction is this one
	fifo      []request
	head      int
	pathFree  Cycle // when the path takes the next access
	serveAt   Cycle // when the head of the queue is served, never if it is empty

	lds ldsUnit

	lastVALU           Cycle
	rampBegin, rampEnd Cycle // it issues one vector instruction a slot
	rampSIMD           int
	rampTurn           Cycle // when its turn began
	rampSlot           Cycle // in which it issued a vector instruction last
}

// simd is a SIMD of a compute unit.
type simd struct {
	waves  []*wave // priority before age
	turn   int64   // age of the wave that issued a scalar or branch instruction last
	places int     // taken, of waves that the dispatcher placed
	used   bool
	dirty  bool // the order of waves has changed

	next Cycle // the least next of its waves

	scalarSlot, branchSlot Cycle
	valuSlot               Cycle    // in which it issued a vector instruction last
	valuFirst              *fact    // the one that it issued first in it, nil if no other joins
	valuFree               Cycle    // taken by a transcendental
	shadow                 Cycle    // operands of a matrix instruction are read until then
	memory                 Cycle    // no LDS and vector memory instruction before
	packed                 Cycle    // no packed instruction before
	matrix                 Cycle    // when the matrix core takes the next instruction
	stored                 Cycle    // no matrix instruction before: a store reads its registers
	ahead                  Cycle    // when the instruction is due whose scale half has gone ahead
	matrixBusy             int64    // cycles of the matrix core, of those that it took
	inside                 []inside // by loop

	valu, scalar []*wave // candidates of the slot
	lds          *wave
	vmem         *wave
}

// step lets the waves of a compute unit issue in the slot at t.
func (c *core) step(u *unit, t Cycle) error {
	c.serveLDS(u, t)
	for s := range u.simds {
		d := &u.simds[s]
		d.valu, d.scalar, d.lds, d.vmem = d.valu[:0], d.scalar[:0], nil, nil
		if d.next > t {
			continue
		}
		for _, w := range d.waves {
			if w.next <= t {
				if err := c.consider(u, d, w, t); err != nil {
					return err
				}
			}
		}
		c.issueScalar(d, t)
	}
	c.issueVALU(u, t) // first: a matrix instruction goes before memory instructions of the slot
	c.issueVMEM(u, t)
	for p := range u.lds.pairs {
		c.issueLDS(u, p, t)
	}
	at, _ := u.lds.next()
	u.wake = slotUp(at)
	for s := range u.simds {
		d := &u.simds[s]
		if d.dirty {
			d.tidy()
		}
		d.next = never
		for _, w := range d.waves {
			d.next = min(d.next, w.next)
		}
		u.wake = min(u.wake, d.next)
	}
	return nil
}

// consider issues what only waves of the same SIMD contend for, and notes who wants the rest.
func (c *core) consider(u *unit, d *simd, w *wave, t Cycle) error {
	if w.pc >= len(w.stream.Ops) {
		c.end(w, t)
		return nil
	}
	f := &c.facts[w.stream.Ops[w.pc].Inst]
	switch f.category {
	case catVALU:
		d.valu = append(d.valu, w)
	case catLDS:
		if d.lds == nil {
			d.lds = w
		} else {
			w.retry(t+slot, LDSBusy)
		}
	case catVMEM:
		if d.vmem == nil {
			d.vmem = w
		} else {
			w.retry(t+slot, VMEMBusy)
		}
	case catScalar, catBranch:
		d.scalar = append(d.scalar, w)
	default:
		return c.control(d, w, f, t)
	}
	return nil
}

// issueScalar issues at most one scalar and one branch instruction of a SIMD.
func (c *core) issueScalar(d *simd, t Cycle) {
	if len(d.scalar) > 1 && c.model.ScalarFair.Value != 0 {
		rotate(d.scalar, d.turn)
	}
	for _, w := range d.scalar {
		f := &c.facts[w.stream.Ops[w.pc].Inst]
		mine, other := &d.scalarSlot, d.branchSlot
		if f.category == catBranch {
			mine, other = &d.branchSlot, d.scalarSlot
		}
		if *mine == t || other == t && c.model.ScalarWithBranch.Value == 0 {
			w.retry(t+slot, ScalarBusy)
			continue
		}
		*mine, d.turn = t, w.age
		if f.kind == kindSMEM {
			c.scalarLoad(w, f, t)
			continue
		}
		c.issued(w, f, t, f.length, 0)
	}
}

// rotate lets the waves that are younger than turn go first.
func rotate(waves []*wave, turn int64) {
	slices.SortStableFunc(waves, func(a, b *wave) int {
		switch {
		case a.age > turn && b.age <= turn:
			return -1
		case a.age <= turn && b.age > turn:
			return 1
		}
		return 0
	})
}

// retry lets a wave wait for another slot.
func (w *wave) retry(t Cycle, cause Cause) {
	w.next, w.cause, w.by = slotUp(t), cause, -1
}

// control executes what takes no unit.
func (c *core) control(d *simd, w *wave, f *fact, t Cycle) error {
	switch f.control {
	case controlBarrier:
		c.arrive(w, t)
		return nil
	case controlEnd:
		c.end(w, t)
		return nil
	case controlPriority:
		if w.prio != f.priority {
			w.prio, d.dirty = f.priority, true
		}
	}
	site := &c.result.Sites[w.stream.Ops[w.pc].Inst]
	site.Stalls[Sleep] += int64(f.amount)
	site.Length -= int64(f.amount) // the issue counts all of it
	c.issued(w, f, t, slot+f.amount, 0)
	return nil
}

// scalarLoad issues a scalar memory instruction.
func (c *core) scalarLoad(w *wave, f *fact, t Cycle) {
	a := w.access()
	done := c.memory.Scalar(t, w.cu.id, a)
	if c.given != nil && a.Latency > 0 {
		done = t + a.Latency
	}
	c.count(w, f, done, t)
	c.issued(w, f, t, f.length, done)
}

// access is what the wave's next instruction touches.
func (w *wave) access() *Access {
	if k := w.stream.Ops[w.pc].Access; k >= 0 && int(k) < len(w.stream.Accesses) {
		return &w.stream.Accesses[k]
	}
	return &noAccess
}

var noAccess = Access{Space: NoSpace}

// count counts an access whose end is known.
func (c *core) count(w *wave, f *fact, done, t Cycle) {
	seq := int32(w.pc)
	w.lgkm.retire(t)
	w.vm.retire(t)
	for range f.lgkm {
		w.lgkm.add(access{done, seq})
	}
	for range f.vm {
		w.vm.add(access{done, seq})
	}
}

// issueVALU issues vector instructions: two of a SIMD in a slot where they pair, and one of the compute unit
// while the vector ALU starts up (timing_rules.md §2, VALU ramp).
func (c *core) issueVALU(u *unit, t Cycle) {
	first := 0
	if t >= u.rampBegin && t < u.rampEnd { // who issued last goes on until its turn is over, then the next one
		first = u.rampSIMD
		if t-u.rampTurn >= cycles(c.model.RampTurn) {
			first++
		}
	}
	for k := range u.simds {
		s := (first + k) % len(u.simds)
		d := &u.simds[s]
		if c.model.MatrixFirst.Value != 0 {
			c.matrixFirst(d, t)
		}
		for _, w := range d.valu {
			c.tryVALU(u, d, s, w, t)
		}
	}
}

// matrixFirst lets the first wave that has a matrix instruction for a free matrix core go before all others of
// its priority.
func (c *core) matrixFirst(d *simd, t Cycle) {
	if len(d.valu) < 2 || d.matrix > t {
		return
	}
	for k, w := range d.valu {
		if !c.facts[w.stream.Ops[w.pc].Inst].matrix {
			continue
		}
		for k > 0 && d.valu[k-1].prio == w.prio {
			d.valu[k] = d.valu[k-1]
			k--
		}
		d.valu[k] = w
		return
	}
}

func (c *core) tryVALU(u *unit, d *simd, s int, w *wave, t Cycle) {
	f := &c.facts[w.stream.Ops[w.pc].Inst]
	second := d.valuSlot == t
	switch {
	case second && (d.valuFirst == nil || !d.valuFirst.pairs(f)):
		w.retry(t+slot, ALUBusy)
		return
	case d.shadow > t:
		w.retry(d.shadow, MatrixBusy)
		return
	case d.valuFree > t && !second:
		w.retry(d.valuFree, ALUBusy)
		return
	case f.pack32 && d.packed > t:
		w.retry(d.packed, MatrixBusy)
		return
	case t >= u.rampBegin && t < u.rampEnd && u.rampSlot == t && u.rampSIMD != s:
		w.retry(t+slot, ALURamp)
		return
	}
	start, length := t, f.length
	if f.matrix {
		early := cycles(c.model.Scale)
		if !f.scaled || w.half {
			early = 0
		}
		free := max(d.matrix, d.stored)
		// The scale half goes ahead of one that waits; it does not end with the wait (thread traces of an MI350X: 1,055 of 1,055 after a store).
		if waits := d.stored > t || w.cause == ALUBusy || w.cause == ALURamp; free > t+early || free > t && waits {
			if w.half = f.scaled; w.half {
				d.ahead = free
			}
			w.retry(free, MatrixBusy)
			return
		}
		start, length = t+early, slot+early
		c.startMatrix(d, f, start)
		w.half = false
	}
	if t-u.lastVALU > cycles(c.model.RampIdle) {
		u.rampBegin, u.rampEnd = t+cycles(c.model.RampDelay), t+cycles(c.model.RampLength)
	}
	if u.rampSIMD != s || t-u.rampTurn >= cycles(c.model.RampTurn) {
		u.rampTurn = t
	}
	u.lastVALU, u.rampSlot, u.rampSIMD = t, t, s
	if second {
		d.valuFirst = nil
	} else {
		d.valuSlot, d.valuFirst = t, f
		c.result.VALUBusy += int64(slot)
		if !f.matrix && f.busy > slot {
			d.valuFree = t + f.busy
			c.result.VALUBusy += int64(f.busy - slot)
		}
	}
	if f.result > 0 {
		w.remember(result{w.stream.Ops[w.pc].Inst, int32(w.pc), start, start + f.result})
	}
	c.issued(w, f, t, length, 0)
}

// memoryFree is when the SIMD issues an LDS or vector memory instruction, from t on: not in the slot of a matrix
// instruction's scale half, which is that before the rest, and not while operands are read.
func (d *simd) memoryFree(t Cycle) Cycle {
	if d.ahead == t+slot {
		return d.ahead
	}
	return d.memory
}

// startMatrix takes the matrix core.
func (c *core) startMatrix(d *simd, f *fact, t Cycle) {
	d.matrix = t + f.busy
	d.shadow = max(d.shadow, t+f.shadow)
	d.memory = max(d.memory, t+f.memory)
	d.packed = max(d.packed, d.matrix+f.packed)
	c.result.MatrixBusy += int64(f.busy)
	d.matrixBusy += int64(f.busy)
}

// issued reports that a wave has issued its next instruction, and goes on to the one after it.
func (c *core) issued(w *wave, f *fact, t, length Cycle, done Cycle) {
	ops := w.stream.Ops
	op := ops[w.pc]
	c.report(w, f, op.Inst, t, length, done)
	if f.hasDist {
		for k := range f.dist {
			if at := t + f.dist[k]; f.dist[k] > 0 && at > w.until[k] {
				w.until[k], w.untilBy[k] = at, int32(w.pc)
			}
		}
	}
	c.fetch(w, t, f)
	w.ready = max(slotUp(t+length), t+slot)
	w.pc++
	if w.pc < len(ops) {
		next := ops[w.pc].Inst
		if next != op.Inst+1 {
			taken := t + cycles(c.model.Taken)
			c.jump(w, taken, &c.facts[next])
			w.taken = taken
			if next <= op.Inst {
				c.loopBack(w, op.Inst, next, t)
			}
		} else if f.branch {
			c.again(w, t, f)
			c.leaveLoop(w, op.Inst, t)
		}
	}
	c.plan(w)
}

// tidy sorts the waves by priority and age, and forgets those that ended.
func (d *simd) tidy() {
	kept := d.waves[:0]
	for _, w := range d.waves {
		if w.ended {
			continue
		}
		kept = append(kept, w)
		for i := len(kept) - 1; i > 0 && kept[i].before(kept[i-1]); i-- {
			kept[i], kept[i-1] = kept[i-1], kept[i]
		}
	}
	d.waves, d.dirty = kept, false
}

// before reports whether a wave issues before another that could, too.
func (w *wave) before(v *wave) bool {
	if w.prio != v.prio {
		return w.prio > v.prio
	}
	return w.age < v.age
}
