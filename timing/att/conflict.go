package att

import (
	"slices"

	"heddle/isa"
	"heddle/timing"
)

// Which accesses to the LDS show their conflicts.
const (
	// aloneAfter is the time after which the wave's access before it, if it has no conflicts, is out of the way: a
	// ds_write_b128 keeps its wave for 20 cycles and the banks for 8.
	aloneAfter = 28
	// enoughAlone is how many of a mnemonic must be seen: the fastest met no access of another wave.
	enoughAlone = 16
)

// fastest is the least time that a mnemonic took beyond that without conflicts, of how many.
type fastest struct {
	excess timing.Cycle
	count  int
}

// conflicts gives accesses to the LDS the bank conflicts that the waits for them show: what the fastest with a
// mnemonic took longer than it takes alone without conflicts. Conflicts that only some have stay unknown.
func (r *Replay) conflicts() {
	shown := map[string]fastest{}
	for w := range r.Streams {
		r.showConflicts(w, shown)
	}
	for _, s := range r.Streams {
		for _, op := range s.Ops {
			inst := &r.Program.Insts[op.Inst].Inst
			if op.Access < 0 || inst.Row.Unit != isa.UnitLDS {
				continue
			}
			f := shown[inst.Row.Mnemonic]
			if f.count < enoughAlone || f.excess <= 0 {
				continue
			}
			a := &s.Accesses[op.Access]
			data, _ := timing.LDSAlone(r.Program, inst, 1)
			a.Conflicts = int(float64(f.excess) / max(r.Program.Chip.Model.LDS.Conflict.Value, 1))
			a.Data = data + a.Conflicts
		}
	}
}

// showConflicts looks for waits of a wave that ended when the data of an access to the LDS came that was alone.
func (r *Replay) showConflicts(w int, shown map[string]fastest) {
	tw := &r.Trace.Waves[w]
	var pending []int // steps
	before := timing.Cycle(-aloneAfter)
	alone := map[int]bool{}
	for i, op := range r.Streams[w].Ops {
		inst, step := &r.Program.Insts[op.Inst].Inst, &tw.Steps[i]
		counted := r.Program.Target.CounterIncrements(inst).LGKM
		switch {
		case counted > 0 && inst.Row.Unit != isa.UnitLDS:
			pending = append(pending, slices.Repeat([]int{-1}, int(counted))...)
		case counted > 0:
			pending = append(pending, i)
			alone[i] = step.At-before >= aloneAfter
			before = step.At
		case inst.Row.Op == isa.S_WAITCNT:
			counts := inst.Waitcnt()
			covered := max(len(pending)-counts.LGKM, 0)
			if covered == 0 {
				continue
			}
			last := pending[covered-1]
			pending = pending[covered:]
			if last < 0 || !alone[last] || step.Stall == 0 {
				continue
			}
			access := &r.Program.Insts[r.Streams[w].Ops[last].Inst].Inst
			_, latency := timing.LDSAlone(r.Program, access, tw.SIMD)
			f := shown[access.Row.Mnemonic]
			if e := step.End() - tw.Steps[last].At - latency; f.count == 0 || e < f.excess {
				f.excess = e
			}
			f.count++
			shown[access.Row.Mnemonic] = f
		}
	}
}
