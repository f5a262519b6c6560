package att

import (
	"cmp"
	"math"
	"slices"

	"heddle/arch"
	"heddle/isa"
	"heddle/timing"
)

// Kind is what the time of a step depends on.
type Kind uint8

const (
	Core    Kind = iota // what happens inside of the compute unit
	Memory              // an s_waitcnt for vector memory or scalar loads
	Barrier             // s_barrier
	Stalled             // held back by memory: at the queue of vector memory, or by a cold instruction cache
	Started             // the first of a wave
	Ended               // s_endpgm
)

// Which stalls are not of the compute unit, in cycles, and what latency a load has that no wait shows
// (facts silicon/timing_rules.md, "Given in all runs").
const (
	queueStall    = 28  // a stall of vector memory from this on
	fetchGap      = 24  // a gap between two instructions from this on
	startGap      = 36  // the same before a wave's first
	hiddenShare   = 0.8 // of the time within which the load was done
	hiddenMost    = 400
	ldsMost       = 192 // what an access to the LDS takes at most: with 192 no load of a compute unit overtakes another in 9,400 pairs of 16 traces, with 128 87 do, if every wait is for memory 1,071
	endWithStores = 16  // s_endpgm after the last store was acknowledged
)

// pending is an access that no wait has covered yet.
type pending struct {
	access int32 // -1 for cache control
	issued timing.Cycle
	queued bool // it had to wait for the queue of vector memory
}

// giver walks a wave and gives latencies.
type giver struct {
	stream         *timing.Stream
	vector, scalar []pending // in order of issue
	loads          []vectorLoad
	lds            timing.Cycle // when the last access to the LDS issued
}

// vectorLoad is a load of vector memory, of which a wait said how long it took at the most.
type vectorLoad struct {
	access *timing.Access
	issued timing.Cycle
	bound  timing.Cycle // when it was done at the latest
	exact  bool         // it was done then
	queued bool         // it had to wait for the queue of vector memory
}

// give sets the latency of each access to memory from the wait that covered it, and Held if stalls
// are given. It returns what the time of each step depends on.
func (r *Replay) give(w *Wave, s *timing.Stream, stalls bool) ([]Kind, []vectorLoad) {
	kinds := make([]Kind, len(w.Steps))
	if stalls {
		s.Held = make([]timing.Cycle, len(w.Steps))
	}
	g := giver{stream: s, lds: -ldsMost}
	left := w.Begin
	for i := range w.Steps {
		step := &w.Steps[i]
		op := s.Ops[i]
		inst := &r.Program.Insts[op.Inst].Inst
		memory := false
		switch {
		case inst.Row.Op == isa.S_WAITCNT:
			memory = g.wait(inst.Waitcnt(), step.At, step.Stall > 0)
		case inst.Row.Op == isa.S_ENDPGM:
			g.wait(isa.Waitcnt{}, step.End()-endWithStores, step.Length > endWithStores+issueSlot)
		case isVectorMemory(inst) && inst.Row.Counters&isa.CountVM != 0:
			g.vector = append(g.vector, pending{op.Access, step.At, step.Stall >= queueStall})
		case op.Access >= 0 && s.Accesses[op.Access].Space == timing.Scalar:
			g.scalar = append(g.scalar, pending{op.Access, step.At, false})
		case inst.Row.Unit == isa.UnitLDS:
			g.lds = step.At
		}
		gap := step.At - step.Stall - left
		if r.Trace.Apart && !stays(inst) && step.Stall >= fetchGap {
			gap = step.At - left // tables have a wait for instructions as a stall
		}
		queued := isVectorMemory(inst) && step.Stall >= queueStall
		switch {
		case i == 0:
			kinds[i] = Started
		case memory:
			kinds[i] = Memory
		case inst.Row.Op == isa.S_BARRIER:
			kinds[i] = Barrier
		case inst.Row.Op == isa.S_ENDPGM:
			kinds[i] = Ended
		case queued || gap >= fetchGap:
			kinds[i] = Stalled
		}
		if stalls {
			switch {
			case queued:
				s.Held[i] = step.At - left
			case gap >= fetchGap && i > 0, gap >= startGap:
				s.Held[i] = gap
			}
		}
		left = step.End()
	}
	g.wait(isa.Waitcnt{}, max(w.End, left), false)
	return kinds, g.loads
}

// inOrder says how long loads of a compute unit took that no wait shows: as long as the one before that a wait shows,
// or else the first of these. They return in the order of their issue (arch.MemoryModel.L1InOrder).
func inOrder(chip *arch.Chip, loads []vectorLoad) {
	slices.SortStableFunc(loads, func(a, b vectorLoad) int { return cmp.Compare(a.issued, b.issued) })
	full(chip, loads)
	latest := make([]timing.Cycle, len(loads))
	next, latency := timing.Cycle(math.MaxInt64), timing.Cycle(0)
	for i := len(loads) - 1; i >= 0; i-- {
		if l := &loads[i]; l.exact {
			next, latency = min(next, l.bound), l.access.Latency
		}
		latest[i] = min(next, loads[i].bound)
	}
	before := timing.Cycle(0)
	for i := range loads {
		l := &loads[i]
		done := l.bound
		if l.exact {
			latency = l.access.Latency
		} else {
			done = l.issued + cmp.Or(latency, l.access.Latency)
			done = min(max(done, before), latest[i])
			l.access.Latency = max(done-l.issued, issueSlot)
		}
		before = max(before, done)
	}
}

// full lowers the bounds of loads by the stalls at the queue: when it takes another load, the one at its other end
// has got its places in the L1, so that those loads are done that would leave none.
func full(chip *arch.Chip, loads []vectorLoad) {
	queue := max(chip.Model.Core.VMEMQueue.Int(), 0)
	places := min(float64(chip.Model.Memory.L1Sets.Value*chip.Model.Memory.L1Ways.Value), 1<<12) // users can set both
	doneBy := make([]timing.Cycle, len(loads)+1)
	for i := range doneBy {
		doneBy[i] = math.MaxInt64
	}
	for i := queue; i < len(loads); i++ {
		if !loads[i].queued {
			continue
		}
		k := i - queue
		for held := 0.0; k >= 0; k-- {
			if held += float64(max(loads[k].lines(), 1)); held > places {
				doneBy[k] = min(doneBy[k], loads[i].issued+timing.Cycle(chip.Model.Memory.L1WideLatency.Int()))
				break
			}
		}
	}
	for k := len(loads) - 1; k >= 0; k-- {
		doneBy[k] = min(doneBy[k], doneBy[k+1])
		if !loads[k].exact {
			loads[k].bound = min(loads[k].bound, doneBy[k])
		}
	}
}

// lines is how many lines a load takes if the addresses of its lanes follow each other.
func (l *vectorLoad) lines() int { return (l.access.Bytes + arch.CacheLine - 1) / arch.CacheLine }

func isVectorMemory(inst *isa.Inst) bool {
	return inst.Row.Unit == isa.UnitVMEM || inst.Row.Unit == isa.UnitFlat
}

// wait gives latencies to the accesses that a wait covers, which was over in cycle at. If it stalled, it
// waited for the last of them. It reports whether it covered any.
func (g *giver) wait(counts isa.Waitcnt, at timing.Cycle, stalled bool) bool {
	covered := max(len(g.vector)-counts.VM, 0)
	scalar := counts.LGKM == 0 && len(g.scalar) > 0
	other := scalar || counts.LGKM < isa.MaxLGKMCount && at < g.lds+ldsMost
	g.cover(g.vector[:covered], at, stalled && !other)
	g.vector = g.vector[covered:]
	if scalar {
		covered += len(g.scalar)
		g.cover(g.scalar, at, stalled)
		g.scalar = nil
	}
	return covered > 0
}

// cover gives latencies to accesses that were all done in cycle at.
func (g *giver) cover(list []pending, at timing.Cycle, stalled bool) {
	for i, p := range list {
		if p.access < 0 {
			continue
		}
		bound := max(at-p.issued, issueSlot)
		latency := bound
		exact := stalled && i == len(list)-1
		if a := &g.stream.Accesses[p.access]; a.Space == timing.Global && !a.Write && !a.Atomic {
			g.loads = append(g.loads, vectorLoad{a, p.issued, p.issued + bound, exact, p.queued})
		}
		if !exact {
			latency = min(timing.Cycle(hiddenShare*float64(bound)), hiddenMost)
		}
		g.stream.Accesses[p.access].Latency = max(latency/issueSlot*issueSlot, issueSlot)
	}
}
