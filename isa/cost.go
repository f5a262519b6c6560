package isa

import "heddle/arch"

// Pipe is a part of the machine that executes one instruction at a time. An instruction
// without one costs only its issue.
type Pipe uint8

const (
	PipeNone   Pipe = iota
	PipeMatrix      // the matrix core of a SIMD
	PipeLDS         // the data share of a compute unit
	PipeVMEM        // the vector memory path of a compute unit
	NumPipes
)

// Cost is how long an instruction takes, in clocks, for one wave. It is an
// estimate that no result may rely on; arch.Timing has the sources.
type Cost struct {
	Issue  int // until the wave can issue its next instruction
	Pipe   Pipe
	Busy   int // for which it occupies its pipe
	Result int // from its issue until an instruction can use its result
}

// Cost returns the cost of the instruction on a chip with that timing. It uses only row
// and modifiers, so a compiler can call it before it has assigned registers.
func (inst *Inst) Cost(t *arch.Timing) Cost {
	row := inst.Row
	c := Cost{Issue: t.Issue, Result: t.VALU}
	switch row.Unit {
	case UnitTrans:
		c.Issue, c.Result = t.TransIssue, t.TransIssue+t.VALU-t.Issue
	case UnitXDL, UnitSGEMM, UnitDGEMM:
		clocks := inst.Passes() * t.Pass
		c = Cost{Issue: t.MatrixIssue, Pipe: PipeMatrix, Busy: clocks, Result: clocks}
	case UnitLDS:
		c.Pipe, c.Busy, c.Result = PipeLDS, t.LDSQueue, t.LDS
		if row.wide() {
			c.Busy = t.LDSWide
		}
		if row.Traits&MayStore != 0 {
			c.Issue += t.LDSStoreDword * row.dataDwords()
		}
	case UnitVMEM, UnitFlat:
		c.Pipe, c.Busy, c.Result = PipeVMEM, t.VMEMQueue, t.VMEM
		if row.wide() {
			c.Busy = t.VMEMWide
		}
	case UnitSMEM:
		c.Result = t.SMEM
	case UnitSALU:
		c.Result = t.SALU
	}
	return c
}

// wide reports whether an operand has more than two dwords. The resource of a
// buffer access is one.
func (row *Row) wide() bool {
	for i := range row.Operands {
		if row.Operands[i].Dwords > 2 {
			return true
		}
	}
	return false
}

// dataDwords is how many dwords of data a lane gives to a memory instruction.
func (row *Row) dataDwords() int {
	n := 0
	if m := row.Memory; m != nil {
		for _, k := range [...]int{m.Data, m.Data1} {
			if k >= 0 {
				n += int(row.Operands[k].Dwords)
			}
		}
	}
	return n
}
