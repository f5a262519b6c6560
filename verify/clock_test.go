package verify_test

import (
	"heddle/arch"
	"heddle/isa"
	"heddle/sim"
	"heddle/verify/corpus"
)

// clock is a rough model of the time that one wave takes, in clocks: it issues
// in order, results come after their latency, and waits wait. Only the first
// wave of the first workgroup is looked at; others of its SIMD would hide more.
type clock struct {
	target *isa.Target
	t      *arch.Timing

	now          int
	states       int // executed wait states
	waits        int // executed s_waitcnt
	instructions int
	corpus.Resources

	ready      [1024]int
	matrix     int // when the matrix core takes the next instruction
	vm, lgkm   []int
	lastLDS    int
	lastMemory int
}

func newClock(chip *arch.Chip) *clock {
	return &clock{target: isa.For(chip), t: &chip.Timing}
}

func (*clock) Landed(*sim.Event)         {}
func (*clock) WaveStarted(group, n int)  {}
func (*clock) WaveEnded(group, wave int) {}

func (c *clock) Executed(e *sim.Event) {
	if e.Workgroup != 0 || e.Wave != 0 {
		return
	}
	c.instructions++
	c.wait(e)
	unit, issue, result := e.Inst.Row.Unit, c.t.Issue, c.t.VALU
	switch unit {
	case isa.UnitTrans:
		issue, result = c.t.TransIssue, c.t.TransIssue+c.t.VALU
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		c.now = max(c.now, c.matrix)
		result = e.Inst.Passes() * c.t.Pass
		c.matrix, issue = c.now+result, c.t.MatrixIssue
	case isa.UnitSALU:
		result = c.t.SALU
	case isa.UnitLDS:
		result = max(c.t.LDS, c.lastLDS+c.t.LDSWide-c.now)
		c.lastLDS = c.now + result
	case isa.UnitVMEM, isa.UnitFlat:
		result = max(c.t.VMEM, c.lastMemory+c.t.VMEMWide-c.now)
		c.lastMemory = c.now + result
	case isa.UnitSMEM:
		result = c.t.SMEM
	}
	c.outstanding(e, result)
	if unit != isa.UnitLDS && unit != isa.UnitVMEM && unit != isa.UnitFlat && unit != isa.UnitSMEM {
		registers(e.Writes, func(r int) { c.ready[r] = c.now + result })
	}
	switch e.Inst.Row.Op {
	case isa.S_NOP:
		n := e.Inst.WaitStates()
		c.states += n
		issue = n * c.t.Issue
	case isa.S_BARRIER:
		issue = c.t.Barrier
	}
	c.now += issue
}

// outstanding notes a memory operation.
func (c *clock) outstanding(e *sim.Event, result int) {
	n := c.target.CounterIncrements(e.Inst)
	for range n.VM {
		c.vm = append(c.vm, c.now+result)
	}
	for range n.LGKM {
		c.lgkm = append(c.lgkm, c.now+result)
	}
}

// wait lets time pass until an instruction can be issued.
func (c *clock) wait(e *sim.Event) {
	if e.Inst.Row.Op == isa.S_WAITCNT {
		c.waits++
		bits := int(uint16(e.Inst.Args[0].Val))
		c.vm = c.upTo(c.vm, bits&15|bits>>14<<4)
		c.lgkm = c.upTo(c.lgkm, bits>>8&15)
	}
	registers(e.Reads, func(r int) { c.now = max(c.now, c.ready[r]) })
}

// upTo waits until no more than n of the operations are left.
func (c *clock) upTo(list []int, n int) []int {
	for len(list) > n {
		c.now = max(c.now, list[0])
		list = list[1:]
	}
	return list
}

func registers(s *isa.RegSet, f func(r int)) {
	for w, word := range s {
		for b := 0; word != 0; b++ {
			if word&1 != 0 {
				f(w*64 + b)
			}
			word >>= 1
		}
	}
}
