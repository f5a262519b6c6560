package sanitize

import (
	"heddle/isa"
	"heddle/sim"
)

// facts is what checks ask about an instruction again and again.
type facts struct {
	inst          *isa.Inst
	addr          uint64 // in the code object
	classes       isa.ClassSet
	reads, writes isa.RegSet
	sources       isa.RegSet // reads without what is only read by keeping a part of the destination
	counts        isa.Increments
	order         isa.Order
	waitStates    int
	everyLane     bool // touches VGPRs of lanes that are not active

	// By index in Target.Hazards: the rules that it can be the producer or
	// the consumer of, as far as one can tell without the other.
	producer, consumer uint64
	reach              int // the most wait states after it that a rule asks for

	behind []required // what it needs behind others that it has met
}

// factTable has the facts of each instruction that was executed.
type factTable struct {
	last   *facts // asked for last: by another check, most likely
	byAddr map[*isa.Inst]*facts
	near   []*facts // by address in the code object / 4
}

// nearLimit bounds factTable.near.
const nearLimit = 1 << 18

// factsOf returns the facts of the instruction of an event.
func (s *Sanitizer) factsOf(e *sim.Event) *facts {
	if f := s.facts.last; f != nil && f.inst == e.Inst {
		return f
	}
	i := e.CodeAddr / 4
	if i < uint64(len(s.facts.near)) {
		if f := s.facts.near[i]; f != nil && f.inst == e.Inst {
			s.facts.last = f
			return f
		}
	}
	f := s.facts.byAddr[e.Inst]
	if f == nil {
		f = s.newFacts(e.Inst, e.CodeAddr)
		s.facts.byAddr[e.Inst] = f
	}
	if i < nearLimit {
		if n := uint64(len(s.facts.near)); n <= i {
			s.facts.near = append(s.facts.near, make([]*facts, max(i+1-n, n))...)
		}
		s.facts.near[i] = f
	}
	s.facts.last = f
	return f
}

func (s *Sanitizer) newFacts(inst *isa.Inst, addr uint64) *facts {
	f := &facts{inst: inst, addr: addr, classes: s.target.Classes(inst), reads: inst.Reads(), writes: inst.Writes(),
		counts: s.target.CounterIncrements(inst), waitStates: inst.WaitStates()}
	for _, r := range s.target.CounterRules() {
		if f.classes.Has(r.Class) {
			f.order = r.Order
		}
	}
	f.everyLane = f.classes&(1<<isa.HazMFMA|1<<isa.HazDPP|1<<isa.HazLaneAccess|1<<isa.HazPermlaneSwap) != 0
	f.sources = f.reads
	for i := range f.sources {
		f.sources[i] &^= f.writes[i]
	}
	for k := range inst.Row.Operands {
		if a := &inst.Args[k]; a.Kind == isa.KindReg && inst.Row.Operands[k].Access == isa.Read {
			f.sources.Add(a.Reg(), max(int(a.Dwords), 1))
		}
	}
	f.findRules(s.target)
	return f
}

// Dependences by what the producer must have done, or the consumer must do.
const (
	scalarDeps    = isa.DepConst | isa.DepMask | isa.DepLaneSelect | isa.DepScalarAddr | isa.DepZFlag | isa.DepVCCHalf
	vectorDeps    = isa.DepVGPR | isa.DepAcc | isa.DepKept | isa.DepSrcAB | isa.DepIndex | isa.DepScale | isa.DepSrcCExact | isa.DepSrcCOverlap | isa.DepVAddr | isa.DepVData
	overwriteDeps = isa.DepOverwrite | isa.DepOverwriteSrcC | isa.DepOverwriteData
	stateDeps     = isa.DepExec | isa.DepM0 | isa.DepHWReg
)

// findRules works out producer, consumer and reach.
func (f *facts) findRules(t *isa.Target) {
	hazards := t.Hazards()
	if len(hazards) > 64 {
		panic("BUG: more hazard rules than bits")
	}
	gives, takes := f.gives(), f.takes()
	passes := f.inst.Passes()
	for i := range hazards {
		h := &hazards[i]
		waits := max(h.LLVM.For(passes), h.Manual.For(passes))
		if h.Producer&f.classes != 0 && h.Dep&gives != 0 && waits > 0 {
			f.producer |= 1 << i
			f.reach = max(f.reach, waits)
		}
		if h.Consumer&f.classes != 0 && h.Dep&takes != 0 {
			f.consumer |= 1 << i
		}
	}
}

// gives returns the ways in which a later instruction could depend on this one.
func (f *facts) gives() isa.DepSet {
	deps := isa.DepAny | isa.DepHWReg | isa.DepOverwriteSrcC | isa.DepOverwriteData
	w := &f.writes
	if w[0]|w[1] != 0 { // SGPRs and what is named like them
		deps |= scalarDeps
	}
	if w.Has(isa.ExecLo) || w.Has(isa.ExecHi) {
		deps |= isa.DepExec
	}
	if w.Has(isa.M0) {
		deps |= isa.DepM0
	}
	if hasVector(w) {
		deps |= vectorDeps | isa.DepOverwrite
	}
	return deps
}

// takes returns the ways in which this instruction could depend on an earlier one.
func (f *facts) takes() isa.DepSet {
	deps := isa.DepAny | stateDeps | isa.DepMask | isa.DepScalarAddr
	row := f.inst.Row
	for k := range row.Operands {
		if arg := &f.inst.Args[k]; arg.Kind == isa.KindReg {
			dep := row.OperandDep(k)
			if arg.Reg() >= isa.V0 {
				dep &= vectorDeps
			} else if dep &= scalarDeps; dep != 0 {
				dep |= isa.DepZFlag | isa.DepVCCHalf
			}
			deps |= dep
		}
	}
	if hasVector(&f.writes) {
		deps |= overwriteDeps | isa.DepAcc | isa.DepKept
	}
	return deps
}

// hasVector reports whether a VGPR or AGPR is in the set.
func hasVector(s *isa.RegSet) bool {
	for _, word := range s[isa.V0/64:] {
		if word != 0 {
			return true
		}
	}
	return false
}
