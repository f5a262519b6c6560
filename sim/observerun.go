package sim

import "heddle/isa"

// Skipper is an Observer that can do without the events of instructions that
// only touch registers.
type Skipper interface {
	// Skips is called before the first instruction of a run. If it returns
	// true there are no events for the run. The event is as for
	// Preparer.Executing.
	Skips(*Event, *Run) bool
}

// Run is a number of instructions, one behind the other and executed in this
// order, that touch nothing but registers of their wave: no memory, counters
// or MODE, and no branches.
type Run struct {
	Number int // small, and not that of another run of the device
	Insts  []*isa.Inst
	Sites  []int // their Event.Site
}

// maxRun bounds the instructions of a run.
const maxRun = 256

// runFrom returns the run that begins with in, nil if there is none worth the
// asking.
func (w *wave) runFrom(in *instr) *Run {
	if in.runKnown {
		return in.runs
	}
	in.runKnown = true
	if !in.runsOn() {
		return nil
	}
	run := &Run{}
	for next := in; len(run.Insts) < maxRun && next != nil && next.runsOn(); {
		run.Insts, run.Sites = append(run.Insts, &next.Inst), append(run.Sites, next.site)
		next = w.after(next)
	}
	if len(run.Insts) > 1 {
		run.Number = int(w.wg.device.runs.Add(1))
		in.runs = run
	}
	return in.runs
}

// after returns the instruction behind in, nil if there is none.
func (w *wave) after(in *instr) *instr {
	c, pc := w.code, w.pc
	w.pc = in.addr + in.size
	next := w.cached()
	if next == nil && c != nil && w.pc-c.base < uint64(len(c.bytes)) {
		next, _ = w.fetch()
	}
	w.code, w.pc = c, pc
	return next
}

// runsOn reports whether an instruction may be in a Run.
func (in *instr) runsOn() bool {
	switch in.Row.Unit {
	case isa.UnitSALU, isa.UnitVALU, isa.UnitTrans, isa.UnitDot, isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
	case isa.UnitBranch:
		return in.Row.Op == isa.S_NOP
	default:
		return false
	}
	return in.Row.Counters == 0 && !in.writes.Has(isa.Mode) && !leavesStraight(in.Row.Op)
}

// leavesStraight reports whether a scalar ALU instruction may jump or changes
// how others work.
func leavesStraight(op isa.Op) bool {
	switch op {
	case isa.S_SETPC_B64, isa.S_SWAPPC_B64, isa.S_CALL_B64, isa.S_RFE_B64, isa.S_CBRANCH_I_FORK, isa.S_CBRANCH_G_FORK, isa.S_CBRANCH_JOIN,
		isa.S_SETREG_B32, isa.S_SETREG_IMM32_B32, isa.S_SETVSKIP,
		isa.S_SET_GPR_IDX_ON, isa.S_SET_GPR_IDX_OFF, isa.S_SET_GPR_IDX_IDX, isa.S_SET_GPR_IDX_MODE:
		return true
	}
	return false
}

// unobserved reports whether the observer does without the event of in, which
// w is about to execute.
func (wg *workgroup) unobserved(w *wave, in *instr) bool {
	if w.count <= w.unseen {
		return true
	}
	if wg.skipper == nil || w.count <= w.seen || w.mode.gprIdx || w.mode.bits&modeVSkip != 0 || wg.schedule == ScheduleRandom || len(w.unreported.list) > 0 {
		return false
	}
	run := w.runFrom(in)
	if run == nil {
		return false
	}
	e := &wg.event
	wg.fill(w, in.addr)
	e.Inst, e.Seq, e.Lanes, e.Reads, e.Writes, e.Site = &in.Inst, w.count, w.exec(), &in.reads, &in.writes, in.site
	e.Accesses, e.Dropped, e.ToLDS = nil, nil, nil
	last := w.count + uint64(len(run.Insts)) - 1
	if last > wg.run.maxInstructions || !wg.skipper.Skips(e, run) {
		w.seen = last
		return false
	}
	w.unseen = last
	return true
}
