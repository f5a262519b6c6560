package timing

import "math"

// slot is the time between two instructions of a wave: a SIMD's turn. All issue times are multiples of it.
const slot Cycle = 4

// never is a time that is not known yet, or does not come.
const never Cycle = math.MaxInt64

// slotUp is the first slot at or after t.
func slotUp(t Cycle) Cycle {
	if t == never {
		return t
	}
	return (t + slot - 1) &^ (slot - 1)
}

// wave is a wave on a SIMD.
type wave struct {
	id     int // index of Result.Waves
	stream *Stream
	pc     int // index of stream.Ops
	home   *resident
	cu     *unit
	simd   int
	age    int64
	prio   uint8

	ready Cycle // when it left the instruction before
	next  Cycle // before which it cannot issue; never: until an event
	cause Cause // what it waits for
	by    int32 // Seq of the instruction waited for, -1

	blocked bool // next depends on an access that was not served yet
	arrived bool // at a barrier
	half    bool // the scale half of its matrix instruction has issued
	ended   bool

	// until has the time before which instructions of a kind cannot issue, untilBy the Seq because of
	// which.
	until   [numKinds]Cycle
	untilBy [numKinds]int32

	pending  [8]result // results that instructions are not free to use yet
	pendings int

	vm, lgkm         counter
	servedVM, lastDS Cycle // when the last access in that order is done that was served

	// Instruction fetch: blocks up to fetched were requested, and are there at avail[block%4].
	avail    [4]Cycle
	fetched  uint64
	block    uint64 // of the next instruction
	line     uint64
	lineDone Cycle
	taken    Cycle // the wave's fetch waits for a branch until then

	loopAt []Cycle // by loop: when the branch back was taken last, -1
}

// result is a result that is not ready for all.
type result struct {
	inst, seq int32
	at, until Cycle
}

// counter is what s_waitcnt waits for: accesses under way, in the order in which they will be done, as far as
// that is known.
type counter struct {
	list [72]access
	n    int
}

// access is an access under way.
type access struct {
	done Cycle // never: not known yet
	seq  int32
}

// add counts an access.
func (c *counter) add(a access) {
	if c.n == len(c.list) {
		c.n-- // more than any counter counts: cannot be
	}
	i := c.n
	for i > 0 && c.list[i-1].done > a.done {
		c.list[i] = c.list[i-1]
		i--
	}
	c.list[i] = a
	c.n++
}

// retire forgets what is done at t.
func (c *counter) retire(t Cycle) {
	k := 0
	for k < c.n && c.list[k].done <= t {
		k++
	}
	if k > 0 {
		copy(c.list[:], c.list[k:c.n])
		c.n -= k
	}
}

// set says when the access of seq is done.
func (c *counter) set(seq int32, done Cycle) {
	kept, found := 0, 0
	for i := range c.n {
		if c.list[i].seq == seq {
			found++
			continue
		}
		c.list[kept] = c.list[i]
		kept++
	}
	c.n = kept
	for range found {
		c.add(access{done, seq})
	}
}

// until returns when at most limit accesses are under way, and because of which.
func (c *counter) until(limit int) (Cycle, int32) {
	if c.n <= limit {
		return 0, -1
	}
	a := c.list[c.n-max(limit, 0)-1]
	return a.done, a.seq
}

// latest raises the time before which the wave cannot issue.
func (w *wave) latest(t Cycle, cause Cause, by int32) {
	if t > w.next {
		w.next, w.cause, w.by = t, cause, by
	}
}

// plan finds the first slot in which the wave could issue its next instruction if no other wave were in its
// way.
func (c *core) plan(w *wave) {
	w.next, w.cause, w.by = w.ready, NoCause, -1
	w.blocked = false
	if w.pc >= len(w.stream.Ops) {
		c.planEnd(w)
		return
	}
	op := w.stream.Ops[w.pc]
	f := &c.facts[op.Inst]
	if t := max(w.avail[f.half%4], w.avail[f.last%4]-f.early); t > w.next {
		cause := Fetch
		if t <= w.taken {
			cause = Branch
		}
		w.latest(t, cause, -1)
	}
	if len(w.stream.Held) > w.pc && w.stream.Held[w.pc] > 0 {
		cause := Fetch
		if f.category == catVMEM {
			cause = VMEMBusy
		}
		w.latest(w.ready+w.stream.Held[w.pc], cause, -1)
	}
	w.latest(w.until[f.kind], Dependency, w.untilBy[f.kind])
	if w.pendings > 0 {
		c.planResults(w, op.Inst, f)
	}
	switch f.control {
	case controlWait:
		c.planWait(w, f)
	case controlEnd:
		c.planEnd(w)
	}
	if f.vm > 0 {
		w.vm.retire(w.next)
		t, by := w.vm.until(c.maxVM - int(f.vm))
		w.latest(t, CounterFull, by)
	}
	if f.lgkm > 0 {
		w.lgkm.retire(w.next)
		t, by := w.lgkm.until(c.maxLGKM - int(f.lgkm))
		w.latest(t, CounterFull, by)
	}
	w.blocked = w.next == never
	w.next = slotUp(w.next)
}

// planWait: an s_waitcnt takes a slot, and ends when the data are there.
func (c *core) planWait(w *wave, f *fact) {
	if t, by := w.vm.until(f.waitVM); t == never || t-slot > w.next {
		w.latest(early(t), WaitVM, by)
	}
	if t, by := w.lgkm.until(f.waitLG); t == never || t-slot > w.next {
		w.latest(early(t), WaitLGKM, by)
	}
}

// early is a slot before t.
func early(t Cycle) Cycle {
	if t == never {
		return t
	}
	return t - slot
}

// planEnd: a wave ends when its accesses are done.
func (c *core) planEnd(w *wave) {
	for _, k := range [...]*counter{&w.vm, &w.lgkm} {
		if k.n > 0 {
			t := k.list[k.n-1].done
			if t != never {
				t -= cycles(c.model.End)
			}
			w.latest(t, Ending, k.list[k.n-1].seq)
		}
	}
	w.blocked = w.next == never
	w.next = slotUp(w.next)
}

// planResults waits for results of instructions that take longer than to the next one.
func (c *core) planResults(w *wave, inst int32, f *fact) {
	kept := 0
	for i := range w.pendings {
		p := w.pending[i]
		if p.until <= w.ready {
			continue
		}
		w.pending[kept] = p
		kept++
		producer := &c.facts[p.inst]
		if !f.reads.overlaps(&producer.writes) && !(producer.matrix && f.writes.overlaps(&producer.writes)) {
			continue
		}
		switch {
		case producer.matrix:
			w.latest(p.at+c.matrixWait(p.inst, inst), Dependency, p.seq)
		case f.category == catVALU && !f.sdwa:
			w.latest(p.until, Dependency, p.seq)
		}
	}
	w.pendings = kept
}

// matrixWait is the time that must pass from a matrix instruction to one that depends on it.
func (c *core) matrixWait(producer, consumer int32) Cycle {
	key := [2]int32{producer, consumer}
	t, ok := c.waits[key]
	if !ok {
		waits, _, _ := c.program.Target.RequiredWaits(&c.program.Insts[producer].Inst, &c.program.Insts[consumer].Inst)
		t = slot * Cycle(waits+1)
		c.waits[key] = t
	}
	return t
}

// remember keeps a result until all may use it.
func (w *wave) remember(r result) {
	if w.pendings == len(w.pending) {
		copy(w.pending[:], w.pending[1:])
		w.pendings--
	}
	w.pending[w.pendings] = r
	w.pendings++
}

// jump starts to fetch at a block, which is there at t at the earliest. The one after it follows.
func (c *core) jump(w *wave, t Cycle, f *fact) {
	w.line, w.lineDone = ^uint64(0), 0
	w.fetched, w.block = f.first-1, f.first-1
	for range blocksAhead + 1 {
		w.fetched++
		t = max(t, c.lineAt(w, w.fetched))
		w.avail[w.fetched%4] = t
		t += cycles(c.model.FetchSecond)
	}
}

// again fetches anew what follows a branch that was not taken at t.
func (c *core) again(w *wave, t Cycle, f *fact) {
	t += cycles(c.model.FetchAgain)
	for b := f.last + 1; b <= w.fetched; b++ {
		w.avail[b%4] = max(w.avail[b%4], t)
		t += cycles(c.model.FetchInterval)
	}
}

// lineAt asks for the line of a block.
func (c *core) lineAt(w *wave, block uint64) Cycle {
	line := block * c.blockBytes &^ (c.lineBytes - 1)
	if line != w.line {
		w.line = line
		w.lineDone = c.memory.Fetch(c.now, w.cu.id, line)
	}
	return w.lineDone
}

// blocksAhead is how many blocks a wave has beside the one of its next instruction.
const blocksAhead = 1

// fetch requests the next block when one is used up: the one after what the wave has.
func (c *core) fetch(w *wave, now Cycle, f *fact) {
	if w.block == f.done {
		return
	}
	w.block = f.done
	for w.fetched < f.done+blocksAhead {
		w.fetched++
		w.avail[w.fetched%4] = max(now, c.lineAt(w, w.fetched)) + cycles(c.model.FetchInterval)
	}
}
