package timing

// request is an instruction in the queue of vector memory.
type request struct {
	w   *wave
	seq int32
	at  Cycle
	a   *Access
}

// issueVMEM issues at most one vector memory instruction of the compute unit. The wave that issued last goes on
// if its next instruction is of vector memory, too; else the SIMDs take turns (thread traces of an MI350X:
// 16,023 times the same wave, 355 of 18,425 times another one of the same SIMD).
func (c *core) issueVMEM(u *unit, t Cycle) {
	last, taken := u.lastVMEM, false
	first := last + 1
	if w := u.simds[last].vmem; w != nil && w == u.waveVMEM && w.pc == u.pcVMEM {
		first = last
	}
	for k := range u.simds {
		s := (first + k) % len(u.simds)
		d := &u.simds[s]
		w := d.vmem
		if w == nil {
			continue
		}
		waiting := len(u.fifo) - u.head
		if waiting == 0 && u.doneVMEM <= t && u.wakesVMEM == never {
			u.wakesVMEM = t + cycles(c.model.VMEMWake)
		}
		switch {
		case d.memoryFree(t) > t:
			w.retry(d.memoryFree(t), MatrixBusy)
			continue
		case u.wakesVMEM > t && u.wakesVMEM != never:
			w.retry(u.wakesVMEM, VMEMBusy)
			continue
		case taken:
			w.retry(t+slot, VMEMBusy)
			continue
		case waiting >= max(c.model.VMEMQueue.Int(), 1):
			w.retry(max(u.serveAt, t+slot), VMEMBusy)
			continue
		}
		taken, u.lastVMEM, u.waveVMEM, u.pcVMEM = true, s, w, w.pc+1
		u.wakesVMEM = never
		c.vectorAccess(u, w, t)
	}
}

// vectorAccess issues a vector memory instruction.
func (c *core) vectorAccess(u *unit, w *wave, t Cycle) {
	f := &c.facts[w.stream.Ops[w.pc].Inst]
	if f.sends && f.stores { // its registers are read meanwhile
		d := &u.simds[w.simd]
		d.stored = t + cycles(c.model.StoreToMatrix)
	}
	a := w.access()
	if a.Space == LDS { // a flat access
		c.ldsAccess(u, w.simd/2, w, f, t)
		c.issued(w, f, t, f.length, 0)
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
	if c.given != nil && r.a.Space != NoSpace {
		if r.a.Latency > 0 {
			done = r.at + r.a.Latency
		}
		until := done
		if f.order != 0 {
			until = max(done, r.w.servedVM)
		}
		taken += c.given.reserve(now, until, u.id, r.a)
	}
	u.pathFree = max(taken, now+1)
	u.doneVMEM = max(u.doneVMEM, done)
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
