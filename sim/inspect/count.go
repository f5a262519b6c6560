package inspect

import (
	"math/bits"
	"sync"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/layout"
	"heddle/sim"
)

// Counter counts what dispatches execute, by instruction. Their kernels must be on one device.
type Counter struct {
	kernels []*kernelCounter // in the order of their first dispatch
}

// Observe makes the counter count a dispatch of a kernel of the object. If nobody else observes the
// launch, the run goes on using all cores. It is called once for each dispatch, after all others who
// observe it.
func (c *Counter) Observe(object *hsaco.Object, l *sim.Launch) {
	k := c.of(object, l.Kernel.Name())
	k.dispatches++
	if len(l.Observers) == 0 {
		l.Observers = []sim.Observer{divided{c: k}}
		return
	}
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], k.take())
}

// of returns the counter of a kernel.
func (c *Counter) of(object *hsaco.Object, name string) *kernelCounter {
	for _, k := range c.kernels {
		if k.object == object && k.name == name {
			return k
		}
	}
	k := &kernelCounter{object: object, name: name}
	c.kernels = append(c.kernels, k)
	return k
}

// kernelCounter counts the dispatches of a kernel.
type kernelCounter struct {
	object     *hsaco.Object
	name       string
	dispatches int

	mu          sync.Mutex
	tally, free []*tally // all there are, and those that no workgroup uses
}

// take returns a tally for a workgroup, or for all of them.
func (k *kernelCounter) take() *tally {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := len(k.free); n > 0 {
		t := k.free[n-1]
		k.free = k.free[:n-1]
		return t
	}
	t := &tally{counter: k, chip: k.object.Chip, siteAt: map[uint64]int{}}
	k.tally = append(k.tally, t)
	return t
}

// divided gives each workgroup a tally, so that they can be executed at the same time.
type divided struct {
	sim.Observer // nothing comes to it
	c            *kernelCounter
}

// Of returns the tally of a workgroup.
func (d divided) Of(int) sim.Observer { return d.c.take() }

// tally is what workgroups executed, one after the other.
type tally struct {
	counter *kernelCounter
	chip    *arch.Chip
	sites   []siteTally // by sim.Event.Site
	runs    []runTally  // by sim.Run.Number
	siteAt  map[uint64]int
	waves   int // that have not ended
	lds     layout.LDSAddresses
}

// siteTally counts an instruction.
type siteTally struct {
	inst  *isa.Inst // nil if it has not been executed
	addr  uint64    // in the code object
	lanes bool      // it has some: it is not scalar
	banks *layout.BankCounter

	executed, active, conflicts uint64
	bytes                       [sim.SpacePrivate + 1][2]uint64 // read, written
}

// runTally counts a sequence of instructions of which there are no events.
type runTally struct {
	run             *sim.Run // nil if nobody has looked at it
	addr            uint64   // of its first instruction, in the code object
	skips           bool
	executed, lanes uint64
}

// WaveStarted counts a wave.
func (t *tally) WaveStarted(int, int) { t.waves++ }

// WaveEnded makes room for another workgroup when the last wave has ended.
func (t *tally) WaveEnded(int, int) {
	if t.waves--; t.waves == 0 {
		t.counter.mu.Lock()
		defer t.counter.mu.Unlock()
		t.counter.free = append(t.counter.free, t)
	}
}

// Skips counts a run as a whole, unless it changes EXEC: its instructions have different lanes then.
func (t *tally) Skips(e *sim.Event, run *sim.Run) bool {
	for run.Number >= len(t.runs) {
		t.runs = append(t.runs, make([]runTally, len(t.runs)+64)...)
	}
	r := &t.runs[run.Number]
	if r.run == nil {
		*r = runTally{run: run, addr: e.CodeAddr, skips: !changesExec(run)}
	}
	if r.skips {
		r.executed++
		r.lanes += uint64(bits.OnesCount64(e.Lanes))
	}
	return r.skips
}

// changesExec reports whether an instruction of a run, but for the last, writes EXEC.
func changesExec(run *sim.Run) bool {
	for _, inst := range run.Insts[:len(run.Insts)-1] {
		if writes := inst.Writes(); writes.Has(isa.ExecLo) || writes.Has(isa.ExecHi) {
			return true
		}
	}
	return false
}

// Executed counts an instruction.
func (t *tally) Executed(e *sim.Event) {
	s := t.site(e)
	s.executed++
	if s.lanes && !e.Registers.Skipping() {
		s.active += uint64(bits.OnesCount64(e.Lanes))
	}
	if len(e.Accesses) > 0 {
		t.touched(e)
	}
}

// Landed counts the memory that a schedule lets an instruction touch later.
func (t *tally) Landed(e *sim.Event) {
	if len(e.Accesses) > 0 {
		t.touched(e)
	}
}

// site returns the tally of the event's instruction.
func (t *tally) site(e *sim.Event) *siteTally {
	for e.Site >= len(t.sites) {
		t.sites = append(t.sites, make([]siteTally, len(t.sites)+64)...)
	}
	s := &t.sites[e.Site]
	if s.inst == nil {
		s.inst, s.addr, s.lanes = e.Inst, e.CodeAddr, hasLanes(e.Inst)
		if c, err := layout.NewBankCounter(t.chip, e.Inst.Row); err == nil {
			s.banks = c
		}
		t.siteAt[e.Addr] = e.Site
	}
	return s
}

// hasLanes reports whether EXEC says for which lanes an instruction is executed.
func hasLanes(inst *isa.Inst) bool {
	switch inst.Row.Unit {
	case isa.UnitSALU, isa.UnitSMEM, isa.UnitBranch, isa.UnitMsg, isa.UnitNone:
		return false
	}
	return true
}

// touched counts the accesses of an event, which may be of instructions before it.
func (t *tally) touched(e *sim.Event) {
	for list := e.Accesses; len(list) > 0; {
		first, n := &list[0], 1
		for n < len(list) && list[n].Seq == first.Seq {
			n++
		}
		site, ok := e.Site, first.Inst == e.Addr // mostly
		if !ok {
			site, ok = t.siteAt[first.Inst]
		}
		if !ok {
			panic("BUG: memory was touched by an instruction that was not executed")
		}
		t.sites[site].access(&t.lds, list[:n])
		list = list[n:]
	}
}

// access counts accesses of one execution.
func (s *siteTally) access(at *layout.LDSAddresses, list []sim.Access) {
	at.Reset()
	for i := range list {
		a := &list[i]
		write := 0
		if a.Write {
			write = 1
		}
		s.bytes[a.Space][write] += uint64(a.Size * bits.OnesCount64(a.Lanes))
		if a.Space == sim.SpaceLDS {
			at.Add(a.Lanes, a.Places, uint32(a.Base)+a.Offset)
		}
	}
	if s.banks != nil && at.Lanes[0] != 0 {
		n := s.banks.Count(at)
		s.conflicts += uint64(n.Conflicts)
	}
}
