package att

import (
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
	endWithStores = 16 // s_endpgm after the last store was acknowledged
)

// pending is an access that no wait has covered yet.
type pending struct {
	access int32 // -1 for cache control
	issued timing.Cycle
}

// giver walks a wave and gives latencies.
type giver struct {
	stream         *timing.Stream
	vector, scalar []pending // in order of issue
}

// give sets the latency of each access to memory from the wait that covered it, and Held if stalls
// are given. It returns what the time of each step depends on.
func (r *Replay) give(w *Wave, s *timing.Stream, stalls bool) []Kind {
	kinds := make([]Kind, len(w.Steps))
	if stalls {
		s.Held = make([]timing.Cycle, len(w.Steps))
	}
	g := giver{stream: s}
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
			g.vector = append(g.vector, pending{op.Access, step.At})
		case op.Access >= 0 && s.Accesses[op.Access].Space == timing.Scalar:
			g.scalar = append(g.scalar, pending{op.Access, step.At})
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
	return kinds
}

func isVectorMemory(inst *isa.Inst) bool {
	return inst.Row.Unit == isa.UnitVMEM || inst.Row.Unit == isa.UnitFlat
}

// wait gives latencies to the accesses that a wait covers, which was over in cycle at. If it stalled, it
// waited for the last of them. It reports whether it covered any.
func (g *giver) wait(counts isa.Waitcnt, at timing.Cycle, stalled bool) bool {
	covered := max(len(g.vector)-counts.VM, 0)
	g.cover(g.vector[:covered], at, stalled)
	g.vector = g.vector[covered:]
	if counts.LGKM == 0 && len(g.scalar) > 0 {
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
		if !stalled || i < len(list)-1 {
			latency = min(timing.Cycle(hiddenShare*float64(bound)), hiddenMost)
		}
		g.stream.Accesses[p.access].Latency = max(latency/issueSlot*issueSlot, issueSlot)
	}
}
