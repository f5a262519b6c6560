package mach

import "heddle/isa"

// InstrClass is the class of an instruction in statistics.
type InstrClass uint8

const (
	ClassSALU InstrClass = iota
	ClassSMEM
	ClassVALU
	ClassTrans
	ClassMatrix
	ClassLoad   // vector memory into registers, including atomics
	ClassStore  // vector memory
	ClassDirect // vector memory to the LDS
	ClassLDS
	ClassBranch
	ClassBarrier
	ClassWait // s_waitcnt
	ClassNop
	ClassOther
	numInstrClasses
)

var instrClassNames = [numInstrClasses]string{"salu", "smem", "valu", "trans", "matrix", "load", "store", "direct-to-lds", "lds", "branch", "barrier", "wait", "nop", "other"}

// String is the name of the class in --stats; empty after the last class.
func (c InstrClass) String() string {
	if c >= numInstrClasses {
		return ""
	}
	return instrClassNames[c]
}

// InstrCounts are numbers of instructions by class.
type InstrCounts [numInstrClasses]int

// Total is the number of all.
func (n *InstrCounts) Total() int {
	sum := 0
	for _, x := range n {
		sum += x
	}
	return sum
}

// Stats count the instructions of a kernel.
type Stats struct {
	All   InstrCounts
	Loops []LoopStats // outer loops before those within
	// NopStates are the wait states of the s_nops.
	NopStates int
}

// LoopStats count the instructions of a loop, without those of inner loops.
type LoopStats struct {
	Name  string
	Pos   Position
	Depth int // 1 for an outermost loop
	InstrCounts
}

// stats counts instructions, including those of the terminators.
func (f *Func) stats(forest *loopForest) Stats {
	var s Stats
	number := map[*loop]int{}
	for i, l := range forest.loops {
		number[l] = i
		s.Loops = append(s.Loops, LoopStats{Name: l.header.Name, Pos: f.Positions[l.header.LoopPos], Depth: l.depth})
	}
	for i, b := range f.Blocks {
		var n InstrCounts
		for _, in := range b.Instrs {
			n[in.class()]++
			if in.Row.Op == isa.S_NOP {
				machine := in.Machine()
				s.NopStates += machine.WaitStates()
			}
		}
		cond, _, other := b.Term.branches(f.following(i))
		switch {
		case cond == CondEnd:
			n[ClassOther]++
		case cond != CondNone:
			n[ClassBranch]++
		}
		if other != nil {
			n[ClassBranch]++
		}
		for c, x := range n {
			s.All[c] += x
			if l := forest.of[b.ID]; l != nil {
				s.Loops[number[l]].InstrCounts[c] += x
			}
		}
	}
	return s
}

func (in *Instr) class() InstrClass {
	switch in.Row.Op {
	case isa.S_WAITCNT:
		return ClassWait
	case isa.S_NOP:
		return ClassNop
	case isa.S_BARRIER:
		return ClassBarrier
	}
	switch in.Row.Unit {
	case isa.UnitSALU:
		return ClassSALU
	case isa.UnitSMEM:
		return ClassSMEM
	case isa.UnitVALU, isa.UnitDot:
		return ClassVALU
	case isa.UnitTrans:
		return ClassTrans
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return ClassMatrix
	case isa.UnitLDS:
		return ClassLDS
	case isa.UnitVMEM, isa.UnitFlat:
		return in.memoryClass()
	}
	return ClassOther
}

func (in *Instr) memoryClass() InstrClass {
	writes := false
	for i := range in.Row.Operands {
		writes = writes || in.Row.Operands[i].Access&isa.Write != 0
	}
	switch {
	case writes:
		return ClassLoad
	case in.Row.Traits&isa.MayStore != 0 && in.Row.Traits&isa.MayLoad == 0:
		return ClassStore
	case in.Row.Traits&isa.MayLoad != 0 && in.Row.Reads&isa.ImpM0 != 0:
		return ClassDirect
	case in.Row.Traits&isa.MayStore != 0:
		return ClassStore
	}
	return ClassOther
}
