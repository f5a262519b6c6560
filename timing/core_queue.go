package timing

// request is an instruction in the queue of vector memory.
type request struct {
	w   *wave
	seq int32
	at  Cycle
	a   *Access
}

// issueVMEM issues at most one vector memory instruction of the compute unit, of the SIMDs in turn.
func (c *core) issueVMEM(u *unit, t Cycle) {
	last, taken := u.lastVMEM, false
	for k := range u.simds {
		s := (last + 1 + k) % len(u.simds)
		d := &u.simds[s]
		w := d.vmem
		if w == nil {
			continue
		}
		waiting := len(u.fifo) - u.head
		switch {
		case d.memory > t:
			w.retry(d.memory, MatrixBusy)
			continue
		case taken:
			w.retry(t+slot, VMEMBusy)
			continue
		case waiting >= max(c.model.VMEMQueue.Int(), 1):
			w.retry(max(u.serveAt, t+slot), VMEMBusy)
			continue
		}
		taken, u.lastVMEM = true, s
		c.vectorAccess(u, w, t)
	}
}

// vectorAccess issues a vector memory instruction.
func (c *core) vectorAccess(u *unit, w *wave, t Cycle) {
	f := &c.facts[w.stream.Ops[w.pc].Inst]
	a := w.access()
	if a.Space == LDS { // a flat access
		done := c.ldsAccess(u, w.simd/2, f, a, t)
		c.count(w, f, done, t)
		c.issued(w, f, t, f.length, done)
		return
	}
	c.count(w, f, never, t)
	r := request{w, int32(w.pc), t, a}
	if u.serveAt == never && u.pathFree <= t {
		c.served(u, r, t)
	} else {
		u.fifo = append(u.fifo, r)
		if u.serveAt == never {
			u.serveAt = u.pathFree
		}
	}
	c.issued(w, f, t, f.length, 0)
}

// serve takes the access at the head of a compute unit's queue.
func (c *core) serve(u *unit, now Cycle) {
	r := u.fifo[u.head]
	u.head++
	if u.head == len(u.fifo) {
		u.fifo, u.head = u.fifo[:0], 0
	} else if u.head > 64 {
		u.fifo, u.head = append(u.fifo[:0], u.fifo[u.head:]...), 0
	}
	c.served(u, r, now)
	u.serveAt = never
	if u.head < len(u.fifo) {
		u.serveAt = u.pathFree
	}
	if r.w.blocked {
		c.plan(r.w)
		c.wakeUp(r.w)
	}
}

// served asks the memory, and counts.
func (c *core) served(u *unit, r request, now Cycle) {
	inst := r.w.stream.Ops[r.seq].Inst
	f := &c.facts[inst]
	taken, done := now+slot, now+slot
	if r.a.Space != NoSpace {
		taken, done = c.memory.Vector(now, u.id, r.a)
	}
	u.pathFree = max(taken, now+1)
	if c.given && r.a.Latency > 0 {
		done = r.at + r.a.Latency
	}
	if f.vm > 0 {
		done = c.inOrder(r.w, f, done)
		r.w.vm.set(r.seq, done)
	}
	if f.lgkm > 0 {
		r.w.lgkm.set(r.seq, done)
	}
	c.result.Sites[inst].Latency += int64(done - r.at)
	if c.launch.Served != nil {
		c.launch.Served(r.w.id, int(r.seq), done)
	}
}

// inOrder keeps the order in which accesses are done. They are served in the order of their issue.
func (c *core) inOrder(w *wave, f *fact, done Cycle) Cycle {
	if f.order == 0 {
		return done
	}
	if w.servedVM > done {
		done = w.servedVM
	}
	w.servedVM = done
	return done
}

// pipe is the LDS's pipe of a pair of SIMDs.
type pipe struct {
	free    Cycle // when it can move the next data
	port    Cycle // when it takes the next instruction
	last    int   // SIMD of the pair that issued last
	waiting []entry
	head    int
}

// entry is an instruction in the pipe's queue, which leaves it when its data begin to move.
type entry struct {
	leaves Cycle
	slots  int
}

// issueLDS issues at most one LDS instruction of a pair of SIMDs.
func (c *core) issueLDS(u *unit, pair int, t Cycle) {
	p := &u.pairs[pair]
	taken := false
	last := p.last
	for k := range 2 {
		s := 2*pair + (last+1+k)%2
		if s >= len(u.simds) {
			continue
		}
		d := &u.simds[s]
		w := d.lds
		if w == nil {
			continue
		}
		f := &c.facts[w.stream.Ops[w.pc].Inst]
		room := p.room(c, f, t)
		switch {
		case d.memory > t:
			w.retry(d.memory, MatrixBusy)
			continue
		case taken:
			w.retry(t+slot, LDSBusy)
			continue
		case p.port > t:
			w.retry(p.port, LDSBusy)
			continue
		case room > t:
			w.retry(room, LDSBusy)
			continue
		}
		taken = true
		p.last = s % 2
		p.port = t + f.length
		a := w.access()
		done := c.ldsAccess(u, pair, f, a, t)
		if f.order != 0 {
			done = max(done, w.lastDS)
			w.lastDS = done
		}
		c.count(w, f, done, t)
		c.result.Sites[w.stream.Ops[w.pc].Inst].Conflicts += int64(a.Conflicts)
		c.issued(w, f, t, f.length, done)
	}
}

// room returns when the queue has room for an instruction.
func (p *pipe) room(c *core, f *fact, t Cycle) Cycle {
	for p.head < len(p.waiting) && p.waiting[p.head].leaves <= t {
		p.head++
	}
	if p.head == len(p.waiting) {
		p.waiting, p.head = p.waiting[:0], 0
	}
	slots := 0
	for _, e := range p.waiting[p.head:] {
		slots += e.slots
	}
	n, most := len(p.waiting)-p.head, max(c.model.LDSQueue.Int(), 1)
	free := max(c.model.LDSSlots.Int(), f.ldsSlots) - f.ldsSlots
	at := t
	for _, e := range p.waiting[p.head:] {
		if n < most && slots <= free {
			break
		}
		at, n, slots = e.leaves, n-1, slots-e.slots
	}
	return at
}

// ldsAccess puts an access into the pipe, and returns when it is done. Writes take the banks from both pairs
// (timing_rules.md §2, LDS).
func (c *core) ldsAccess(u *unit, pair int, f *fact, a *Access, t Cycle) Cycle {
	p := &u.pairs[pair]
	data := f.ldsData
	if a.Data > 0 {
		data = max(Cycle(a.Data), cycles(c.model.LeastData))
	}
	start := t
	if f.ldsWrite {
		start = t + f.length
	}
	start = max(start, p.free)
	if f.ldsStore {
		for k := range u.pairs {
			start = max(start, u.pairs[k].free)
		}
		for k := range u.pairs {
			u.pairs[k].free = start + data
		}
		c.result.LDSBusy += int64(data)
	} else {
		p.free = start + data
		c.result.LDSBusy += int64(data) / int64(len(u.pairs))
	}
	p.waiting = append(p.waiting, entry{start, f.ldsSlots})
	return start + data + cycles(c.model.LDSLatency)
}
