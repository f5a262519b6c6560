package sim

import "heddle/isa"

// Skipper is an Observer that can do without the events of instructions that
// only touch registers.
type Skipper interface {
	// Skips is called before the first instruction of a run. If it returns
	// true it gets no events of the run's instructions; a Landed may still come.
	// The event is as for Preparer.Executing.
	Skips(*Event, *Run) bool
}

// Run is a sequence of consecutive instructions, executed in order, that touch only registers of
// their wave, and not MODE.
type Run struct {
	Number int // small, and not that of another run of the device
	Insts  []*isa.Inst
	Sites  []int // their Event.Site
}

// skips reports whether the observer does without the events of a straight.
func (wg *workgroup) skips(w *wave, s *straight) bool {
	if w.count < w.seen || w.mode.gprIdx || len(w.unreported.list) > 0 {
		return false
	}
	run := s.run.Load()
	if run == nil {
		run = &Run{Number: int(wg.device.runs.Add(1))}
		for i := range s.steps {
			run.Insts, run.Sites = append(run.Insts, &s.steps[i].in.Inst), append(run.Sites, int(s.steps[i].in.site))
		}
		if !s.run.CompareAndSwap(nil, run) {
			run = s.run.Load()
		}
	}
	e, in := &wg.event, s.steps[0].in
	e.fill(w, in.addr)
	e.Inst, e.Seq, e.Lanes, e.Reads, e.Writes, e.Site = &in.Inst, w.count+1, w.exec(), &in.reads, &in.writes, int(in.site)
	e.Accesses, e.Dropped, e.ToLDS, e.Surplus = nil, nil, nil, 0
	if wg.skipper.Skips(e, run) {
		return true
	}
	w.seen = w.count + uint64(len(s.steps))
	return false
}
