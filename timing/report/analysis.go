package report

import (
	"cmp"
	"slices"

	"heddle/isa"
	"heddle/timing"
)

// stallsOf returns the cycles that waves stalled at a site.
func stallsOf(s *timing.Site) (sum int64) {
	for _, n := range s.Stalls {
		sum += n
	}
	return sum
}

// cyclesOf returns the cycles that waves spent at a site: until its issue, and until it let them go.
func cyclesOf(s *timing.Site) int64 { return stallsOf(s) + s.Length }

// allCycles is that of all sites.
func allCycles(sites []timing.Site) (sum int64) {
	for i := range sites {
		sum += cyclesOf(&sites[i])
	}
	return sum
}

// causeCycles is how long something stalled for a cause.
type causeCycles struct {
	cause  timing.Cause
	cycles int64
}

// causes lists the causes that there were, the longest first.
func causes(stalls *[timing.NumCauses]int64) (list []causeCycles) {
	for c, n := range stalls {
		if n > 0 {
			list = append(list, causeCycles{timing.Cause(c), n})
		}
	}
	slices.SortStableFunc(list, func(a, b causeCycles) int { return cmp.Compare(b.cycles, a.cycles) })
	return list
}

// causeName is the name of a cause; stalls without a cause have one, too.
func causeName(c timing.Cause) string {
	if c == timing.NoCause {
		return "other"
	}
	return c.String()
}

// causeTexts say what waves wait for.
var causeTexts = [timing.NumCauses]string{
	timing.NoCause:     "no cause known",
	timing.WaitVM:      "vector memory (s_waitcnt vmcnt)",
	timing.WaitLGKM:    "the LDS or scalar memory (s_waitcnt lgkmcnt)",
	timing.WaitBarrier: "other waves at a barrier",
	timing.Dependency:  "the result of an earlier instruction",
	timing.ALUBusy:     "the vector ALU, taken by other waves",
	timing.ALURamp:     "the vector ALU, slow to start after a pause",
	timing.MatrixBusy:  "the matrix core",
	timing.LDSBusy:     "the queue of the LDS",
	timing.VMEMBusy:    "the queue of vector memory",
	timing.ScalarBusy:  "the scalar unit, taken by other waves",
	timing.CounterFull: "a counter at its limit",
	timing.Fetch:       "instructions to be fetched",
	timing.Branch:      "the target of a branch",
	timing.Sleep:       "s_nop and s_sleep",
	timing.Ending:      "the end of the wave, and its last stores",
}

// totalStalls sums the stalls of all sites by cause.
func totalStalls(sites []timing.Site) (sum [timing.NumCauses]int64) {
	for i := range sites {
		for c, n := range sites[i].Stalls {
			sum[c] += n
		}
	}
	return sum
}

// loopView is a loop and what follows from its sites.
type loopView struct {
	*timing.Loop
	index      int     // of Result.Loops
	cycles     int64   // of all waves, in its instructions
	own        int64   // the same without those of loops inside it
	share      float64 // of cycles in all cycles
	iterations float64
	mean       float64 // cycles of an iteration
	matrix     float64 // cycles of an iteration for which its matrix instructions take the matrix core
	conflicts  float64 // cycles of the LDS that conflicts cost an iteration
}

// fullBusy is the share of its steady state in which the matrix core is busy.
func (l *loopView) fullBusy() float64 { return share(l.Full.MatrixBusy, l.Full.Cycles) }

// loopViews looks at each loop of the result. Loops with indexes that the program does not have are left
// out.
func loopViews(r *timing.Result) (list []loopView) {
	all := allCycles(r.Sites)
	for i := range r.Loops {
		l := &r.Loops[i]
		if l.Begin < 0 || l.End < l.Begin || l.End >= len(r.Sites) {
			continue
		}
		v := loopView{Loop: l, index: i, iterations: float64(r.Sites[l.End].Issues)}
		if v.iterations == 0 {
			continue
		}
		for n := l.Begin; n <= l.End; n++ {
			s, in := &r.Sites[n], &r.Program.Insts[n].Inst
			v.cycles += cyclesOf(s)
			v.conflicts += float64(s.Conflicts) / v.iterations
			v.matrix += float64(in.Passes()*r.Program.Chip.Timing.Pass) * float64(s.Issues) / v.iterations
			if inner := innermost(r.Loops, n); inner == i {
				v.own += cyclesOf(s)
			}
		}
		v.mean = float64(v.cycles) / v.iterations
		v.share = share(v.cycles, all)
		list = append(list, v)
	}
	return list
}

// isIn reports whether an instruction is in a loop. A loop that begins nowhere has none.
func isIn(inst int, l *timing.Loop) bool { return 0 <= l.Begin && l.Begin <= inst && inst <= l.End }

// innermost returns the index of the shortest loop around the instruction, -1 for none.
func innermost(loops []timing.Loop, inst int) int {
	best := -1
	for i := range loops {
		l := &loops[i]
		if isIn(inst, l) && (best < 0 || l.End-l.Begin < loops[best].End-loops[best].Begin) {
			best = i
		}
	}
	return best
}

// hottest returns the loop in which waves spend most time, without that in loops inside it; nil if there
// is none.
func hottest(views []loopView) *loopView {
	var best *loopView
	for i := range views {
		if best == nil || views[i].own > best.own {
			best = &views[i]
		}
	}
	return best
}

// wait is a wait of a loop for an earlier instruction.
type wait struct {
	cause   timing.Cause
	cycles  float64 // of an iteration, at all waits of that cause
	at, by  int     // the instructions of which most of it is: where waves wait, and for what
	part    float64 // of cycles, that this pair is
	latency float64 // from the issue of by to its data
	lead    float64 // from the issue of by until waves begin to wait
	inLoop  bool    // by is in the loop, too
}

// longestWait returns the longest wait of the loop at s_waitcnt, nil if there is none.
func (l *loopView) longestWait(r *timing.Result) *wait {
	var w *wait
	for _, cause := range []timing.Cause{timing.WaitVM, timing.WaitLGKM} {
		if v := l.waitFor(r, cause); v != nil && (w == nil || v.cycles > w.cycles) {
			w = v
		}
	}
	return w
}

// waitFor looks at the waits of one cause.
func (l *loopView) waitFor(r *timing.Result, cause timing.Cause) *wait {
	var all, most int64
	w := &wait{cause: cause, at: -1}
	for n := l.Begin; n <= l.End; n++ {
		s := &r.Sites[n]
		if s.Stalls[cause] == 0 {
			continue
		}
		all += s.Stalls[cause]
		for _, by := range producers(s, len(r.Sites)) {
			if cycles := s.By[by]; cycles > most {
				most, w.at, w.by = cycles, n, int(by)
			}
		}
	}
	if w.at < 0 {
		return nil
	}
	w.cycles, w.part = float64(all)/l.iterations, share(most, all)
	w.inLoop = l.Begin <= w.by && w.by <= l.End
	at, by := &r.Sites[w.at], &r.Sites[w.by]
	if by.Issues > 0 && at.Issues > 0 {
		w.latency = float64(by.Latency) / float64(by.Issues)
		w.lead = max(0, w.latency-float64(at.Stalls[cause])/float64(at.Issues))
	}
	return w
}

// producers lists the keys of By, in order, that are sites.
func producers(s *timing.Site, sites int) []int32 {
	list := make([]int32, 0, len(s.By))
	for n := range s.By {
		if 0 <= n && int(n) < sites {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// together is how many waves were on a SIMD at a time, in the mean.
func together(r *timing.Result) float64 {
	lived := int64(0)
	for i := range r.Waves {
		lived += int64(r.Waves[i].End - r.Waves[i].Begin)
	}
	return share(lived, int64(r.SIMDs)*int64(r.Cycles))
}

// instNoun says what an instruction is, in the words of a sentence.
func instNoun(in *isa.Inst) string {
	row := in.Row
	store := row.Traits&isa.MayStore != 0
	load := row.Traits&isa.MayLoad != 0
	switch row.Unit {
	case isa.UnitVMEM, isa.UnitFlat:
		switch {
		case load && !store:
			return "load"
		case store && !load:
			return "store"
		}
		return "memory access"
	case isa.UnitLDS:
		switch {
		case load && !store:
			return "LDS read"
		case store && !load:
			return "LDS write"
		}
		return "LDS access"
	case isa.UnitSMEM:
		return "scalar load"
	}
	return row.Mnemonic
}
