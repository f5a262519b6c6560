package sanitize

import (
	"heddle/isa"
	"heddle/sim"
)

// Most of what a kernel executes are runs of ALU instructions that are known to be correct before
// they are executed: all registers that they read are defined, no load into any of them is
// outstanding, and the instructions that they depend on are far enough back. The sanitizer skips
// the events of such runs. If a check cannot tell, it gets the events and finds what it would have
// found.

// skipper is a check that looks at every instruction.
type skipper interface {
	// quiet reports whether the check needs no events of a run that the wave
	// of the event is about to execute: there will be nothing to report, and
	// pass can do what the events would have.
	quiet(*sim.Event, *runFacts) bool
	pass(*sim.Event, *runFacts)
}

// runFacts is what checks ask about a run.
type runFacts struct {
	list      []*facts
	touched   isa.RegSet // read or written
	undefined *undefinedRun
	windows   []windowRun
}

// Skips reports whether no check needs the events of a run.
func (s *Sanitizer) Skips(e *sim.Event, run *sim.Run) bool {
	r := s.runOf(e, run)
	for _, c := range s.skippers {
		if !c.quiet(e, r) {
			return false
		}
	}
	for _, c := range s.skippers {
		c.pass(e, r)
	}
	return true
}

// runOf returns the facts of a run.
func (s *Sanitizer) runOf(e *sim.Event, run *sim.Run) *runFacts {
	if n := len(s.runs); n <= run.Number {
		s.runs = append(s.runs, make([]*runFacts, max(run.Number+1-n, n))...)
	}
	if r := s.runs[run.Number]; r != nil {
		return r
	}
	r := &runFacts{}
	addr, codeAddr := e.Addr, e.CodeAddr
	for i, inst := range run.Insts {
		f := s.factsOf(&sim.Event{Site: run.Sites[i], Inst: inst, Addr: addr, CodeAddr: codeAddr, Registers: e.Registers})
		r.list = append(r.list, f)
		r.touched.Union(&f.reads)
		r.touched.Union(&f.writes)
		size := uint64(inst.Size())
		addr, codeAddr = addr+size, codeAddr+size
	}
	s.runs[run.Number] = r
	return r
}

// The bounds check has nothing to check.

func (c *boundsCheck) quiet(*sim.Event, *runFacts) bool { return true }

func (c *boundsCheck) pass(*sim.Event, *runFacts) {}

func (c *waits) quiet(e *sim.Event, r *runFacts) bool {
	w := c.waves.of(e)
	if len(w.ops) > 0 && overlap(&w.regs, &r.touched) {
		return false
	}
	return c.window == nil || c.window.quiet(e, r)
}

func (c *waits) pass(e *sim.Event, r *runFacts) {
	if c.window != nil {
		c.window.pass(e, r)
	}
}

// windowRun is the effect of a run on the producers that are near when it begins.
type windowRun struct {
	before, after []producer // with ends relative to recent.now
	states        int        // wait states of the run
	quiet         bool
}

// maxWindowRuns is the maximum number of windowRuns kept for a run.
const maxWindowRuns = 8

func (c *window) quiet(e *sim.Event, r *runFacts) bool {
	w := c.waves.of(e)
	w.forget()
	for i := range r.windows {
		if m := &r.windows[i]; w.isAt(m.before) {
			w.entered = m
			return m.quiet
		}
	}
	m := windowRun{before: relative(w.producers, w.now)}
	m.after, m.states, m.quiet = c.through(r, m.before)
	if len(r.windows) >= maxWindowRuns {
		r.windows = r.windows[:0]
	}
	r.windows = append(r.windows, m)
	w.entered = &r.windows[len(r.windows)-1]
	return m.quiet
}

func (c *window) pass(e *sim.Event, r *runFacts) {
	w := c.waves.of(e)
	began := w.now
	w.now += w.entered.states
	w.producers = w.producers[:0]
	for _, p := range w.entered.after {
		p.end += w.now
		w.producers = append(w.producers, p)
	}
	if len(w.producers) > 0 {
		w.past.addRun(r.list, began, e.Lanes)
	}
}

// forget drops the producers that are too far away to matter.
func (w *recent) forget() {
	kept := w.producers[:0]
	for _, p := range w.producers {
		if w.now-p.end < int(p.reach) {
			kept = append(kept, p)
		}
	}
	w.producers = kept
}

// isAt reports whether the producers are these.
func (w *recent) isAt(list []producer) bool {
	if len(list) != len(w.producers) {
		return false
	}
	for i, p := range w.producers {
		if p.facts != list[i].facts || p.end-w.now != list[i].end {
			return false
		}
	}
	return true
}

func relative(list []producer, now int) []producer {
	var out []producer
	for _, p := range list {
		p.end -= now
		out = append(out, p)
	}
	return out
}

// through executes a run from a state of the window. It returns the state after it, its wait
// states, and whether there is nothing to report.
func (c *window) through(r *runFacts, before []producer) (after []producer, states int, quiet bool) {
	w := recent{producers: append([]producer(nil), before...)}
	for _, f := range r.list {
		w.forget()
		for i := range w.producers {
			p := &w.producers[i]
			if p.rules&f.consumer == 0 {
				continue
			}
			if check, _, _ := c.missing(c.require(c.s.facts.all[p.facts], f), w.now-p.end); check != "" {
				return nil, 0, false
			}
		}
		w.now += f.waitStates
		if f.producer != 0 {
			w.producers = append(w.producers, producerOf(f, w.now))
		}
	}
	w.forget()
	return relative(w.producers, w.now), w.now, true
}

// undefinedRun says which registers a run needs to be defined, and which it defines.
type undefinedRun struct {
	touched isa.RegSet // all of them
	// whole must be defined, lanewise in the active lanes.
	whole, lanewise isa.RegSet
	// writes are defined in the active lanes, everywhere in all.
	writes, everywhere isa.RegSet
	never              bool // only if all of touched are defined
	chosen             bool // registers are chosen when it is executed
}

func (u *undefined) quiet(e *sim.Event, r *runFacts) bool {
	x := r.undefined
	if x == nil {
		x = u.planRun(r)
		r.undefined = x
	}
	w := u.wave(e)
	u.walked = false
	switch {
	case x.chosen:
		return false
	case !overlap(&w.undefined, &x.touched):
		return true
	case !x.never && !overlap(&w.undefined, &x.whole) && w.definedIn(&x.lanewise, e.Lanes):
		return true
	}
	u.walked = u.walk(w, e, r)
	return u.walked
}

func (u *undefined) pass(e *sim.Event, r *runFacts) {
	x, w := r.undefined, u.last
	if !u.walked && overlap(&w.undefined, &x.touched) {
		w.define(&x.writes, e.Lanes)
		w.define(&x.everywhere, allLanes)
	}
}

// planRun works out the undefinedRun of a run.
func (u *undefined) planRun(r *runFacts) *undefinedRun {
	x := &undefinedRun{}
	for _, f := range r.list {
		p := u.plan(f)
		if p.run == nil {
			continue
		}
		x.touched.Union(&f.reads)
		x.touched.Union(&f.writes)
		for i := range f.reads {
			reads := f.reads[i]
			switch {
			case i < int(isa.V0)/64: // what the run has written is defined
				x.whole[i] |= reads &^ x.writes[i]
			case p.lanewise:
				x.lanewise[i] |= reads &^ (x.writes[i] | x.everywhere[i])
			default:
				x.whole[i] |= reads &^ x.everywhere[i]
			}
		}
		if p.always {
			x.needVCC()
			x.chosen = x.chosen || chooses(f.inst.Row.Op)
		}
		x.never = x.never || p.always || f.writes.Has(isa.ExecLo) || f.writes.Has(isa.ExecHi)
		if p.allLanes {
			x.everywhere.Union(&f.writes)
		} else {
			x.writes.Union(&f.writes)
		}
	}
	return x
}

// chooses reports whether M0 chooses a scalar register of the instruction.
func chooses(op isa.Op) bool {
	switch op {
	case isa.S_MOVRELS_B32, isa.S_MOVRELS_B64, isa.S_MOVRELD_B32, isa.S_MOVRELD_B64:
		return true
	}
	return false
}

// needVCC: instructions that are always looked at may read it by its flag.
func (x *undefinedRun) needVCC() { x.touched.Add(isa.VCCLo, 2) }
