package timing

import (
	"math"

	"heddle/arch"
	"heddle/isa"
)

// ldsUnit is the LDS of a compute unit: each pair of SIMDs has a queue and a port, and all share the banks.
type ldsUnit struct {
	pairs []ldsPair
	banks Cycle // when they are free
	last  int   // pair that was served last
}

// ldsPair is what a pair of SIMDs has of the LDS.
type ldsPair struct {
	issue Cycle // when it takes the next instruction: data pass the port as they issue
	port  Cycle // when its port is free to serve
	last  int   // SIMD of the pair that issued last

	queue  []ldsRequest
	head   int // queue[head:] are in the queue
	served int // queue[:served] were served
	slots  int // registers in the data queue
}

// ldsRequest is an instruction in the queue of a pair of SIMDs. It leaves when its data have moved.
type ldsRequest struct {
	w           *wave
	f           *fact
	seq         int32
	at, ready   Cycle // when it issued, and when it can be served
	port, banks Cycle
	leaves      Cycle
	followed    bool // by the wave's next instruction, before its data have passed the port
}

// issueLDS issues at most one LDS instruction of a pair of SIMDs, of the two in turn.
func (c *core) issueLDS(u *unit, pair int, t Cycle) {
	p := &u.lds.pairs[pair]
	last, taken := p.last, false
	for k := range 2 {
		s := 2*pair + (last+1+k)%2
		if s >= len(u.simds) || u.simds[s].lds == nil {
			continue
		}
		d := &u.simds[s]
		w := d.lds
		f := &c.facts[w.stream.Ops[w.pc].Inst]
		switch {
		case d.memoryFree(t) > t:
			w.retry(d.memoryFree(t), MatrixBusy)
			continue
		case p.issue > t:
			w.retry(p.issue, LDSBusy)
			continue
		case taken || !c.ldsRoom(p, f, t):
			w.retry(t+slot, LDSBusy)
			continue
		}
		taken, p.last = true, s%2
		c.result.Sites[w.stream.Ops[w.pc].Inst].Conflicts += int64(w.access().Conflicts)
		c.ldsAccess(u, pair, w, f, t)
		c.issued(w, f, t, f.length, 0)
	}
}

// ldsRoom reports whether the queue has room for an instruction.
func (c *core) ldsRoom(p *ldsPair, f *fact, t Cycle) bool {
	for p.head < p.served && p.queue[p.head].leaves <= t {
		p.slots -= p.queue[p.head].f.slots
		p.head++
	}
	if p.head > 64 {
		n := copy(p.queue, p.queue[p.head:])
		p.queue, p.served, p.head = p.queue[:n], p.served-p.head, 0
	}
	m := &c.program.Chip.Model.LDS
	n := len(p.queue) - p.head
	return n == 0 || n < m.Queue.Int() && p.slots+f.slots <= m.DataSlots.Int()
}

// ldsAccess puts an instruction into the queue of a pair.
func (c *core) ldsAccess(u *unit, pair int, w *wave, f *fact, t Cycle) {
	p := &u.lds.pairs[pair]
	r := ldsRequest{w: w, f: f, seq: int32(w.pc), at: t, ready: t}
	r.port, r.banks = c.ldsCycles(w, f)
	if f.sends {
		r.ready = t + f.length
	}
	if w.pc+1 < len(w.stream.Ops) {
		next := &c.facts[w.stream.Ops[w.pc+1].Inst]
		r.followed = next.category == catLDS && !f.sends && !next.sends && f.length < r.port
	}
	p.issue = t + f.length
	if f.kind == kindLanes { // the other SIMD's comes 4 later in 68 cases (thread traces of an MI350X: topk_gating_softmax, pa_mqa_logits)
		p.issue = t + slot
	}
	p.slots += f.slots
	p.queue = append(p.queue, r)
	c.count(w, f, never, t)
	c.serveLDS(u, t)
}

// ldsCycles are those for which the next instruction of a wave keeps its port and the banks. Only conflicts
// depend on addresses: the data pass the port at its width, and lane moves use no banks.
func (c *core) ldsCycles(w *wave, f *fact) (port, banks Cycle) {
	a := w.access()
	switch {
	case a.Space == NoSpace:
		return 0, 0
	case a.Data == 0 || f.kind == kindLanes:
		return f.port, f.banks
	}
	const most = 1 << 40
	conflicts := math.Ceil(float64(float64(a.Conflicts) * c.program.Chip.Model.LDS.Conflict.Value))
	return f.port, Cycle(a.Data-a.Conflicts) + Cycle(min(conflicts, most))
}

// ldsNext returns when the next instruction is served, and of which pair; never if none waits.
func (l *ldsUnit) next() (at Cycle, pair int) {
	at = never
	for k := range l.pairs {
		i := (l.last + 1 + k) % len(l.pairs)
		p := &l.pairs[i]
		if p.served == len(p.queue) {
			continue
		}
		r := &p.queue[p.served]
		if t := max(r.ready, p.port, l.banksFor(r)); t < at {
			at, pair = t, i
		}
	}
	return at, pair
}

// banksFor is when the banks are free for an instruction.
func (l *ldsUnit) banksFor(r *ldsRequest) Cycle {
	if r.banks == 0 {
		return 0
	}
	return l.banks
}

// serveLDS serves what comes to the heads of the queues until t.
func (c *core) serveLDS(u *unit, t Cycle) {
	l := &u.lds
	for {
		at, pair := l.next()
		if at > t {
			return
		}
		p := &l.pairs[pair]
		r := &p.queue[p.served]
		p.served++
		l.last = pair
		busy := r.f.ldsBusy(r.port, r.banks)
		p.port = at + busy
		if r.banks > 0 {
			l.banks = at + r.banks
			c.result.LDSBusy += int64(r.banks)
		}
		r.leaves = at + busy
		done := at + ldsLatency(&c.program.Chip.Model.LDS, r.w.simd, busy)
		if r.followed {
			done += cycles(c.program.Chip.Model.LDS.Follow)
		}
		c.ldsDone(r, slotUp(done))
	}
}

// ldsBusy is how long an instruction keeps its port when it is served.
func (f *fact) ldsBusy(port, banks Cycle) Cycle {
	if f.sends && f.stores { // its data passed the port when it issued
		return banks
	}
	return max(port, banks)
}

// ldsLatency is from when an instruction is served to when its data are there.
func ldsLatency(m *arch.LDSModel, simd int, busy Cycle) Cycle {
	busy += cycles(m.Fixed)
	if simd == 0 {
		busy += cycles(m.FirstSIMD)
	}
	return busy
}

// ldsDone says when the data of an instruction are there: in the order of issue of a wave.
func (c *core) ldsDone(r *ldsRequest, done Cycle) {
	w := r.w
	if r.f.order != 0 {
		done = max(done, w.lastDS)
		w.lastDS = done
	}
	if r.f.lgkm > 0 {
		w.lgkm.set(r.seq, done)
	}
	if r.f.vm > 0 {
		w.vm.set(r.seq, done)
	}
	c.result.Sites[w.stream.Ops[r.seq].Inst].Latency += int64(done - r.at)
	if c.launch.Served != nil {
		c.launch.Served(w.id, int(r.seq), done)
	}
	if w.blocked {
		c.plan(w)
		c.wakeUp(w)
	}
}

// LDSAlone returns for how many cycles an LDS instruction without conflicts keeps the banks, and how long
// after its issue its data are there if no other is under way.
func LDSAlone(p *Program, inst *isa.Inst, simd int) (banks int, latency Cycle) {
	var f fact
	f.lds(p, inst)
	ready := Cycle(0)
	if f.sends {
		ready = f.length
	}
	return int(f.banks), slotUp(ready + ldsLatency(&p.Chip.Model.LDS, simd, f.ldsBusy(f.port, f.banks)))
}
