package sanitize

import (
	"slices"

	"heddle/isa"
	"heddle/sim"
)

// facts holds what the checks ask about an instruction again and again.
type facts struct {
	id            int32     // index in factTable.all
	inst          *isa.Inst // as it is written
	placed        *isa.Inst // with vector registers as sim.Registers.Place gives them, and as VGPR indexing chose them
	addr          uint64    // in the code object
	classes       isa.ClassSet
	reads, writes isa.RegSet
	writeWords    [2]uint8   // of writes: the first that is not 0, and the one after the last
	words         [2]uint8   // of reads and writes together
	sources       isa.RegSet // reads, without destinations that are read only because a part of them is kept
	counts        isa.Increments
	waitStates    int
	everyLane     bool // touches VGPRs of lanes that are not active

	// By index in Target.Hazards: the rules that it can be the producer or
	// the consumer of, as far as one can tell without the other.
	producer, consumer uint64
	reach              int // the most wait states after it that a rule requires

	follows []required // what it needs after others that it has met

	simple bool  // it touches no memory, and neither waits nor ends the wave
	memory bool  // it touches memory
	waits  bool  // it is s_waitcnt
	race   int   // index in Sanitizer.raceOps, plus 1
	plan   *plan // of the undefined check, once that needs it
}

// factTable has the facts of each instruction that was executed.
type factTable struct {
	all    []*facts
	bySite []*facts
	byAddr map[uint64]*facts // by guest address
}

// factsOf returns the facts of the instruction of an event.
func (s *Sanitizer) factsOf(e *sim.Event) *facts {
	if i := e.Site; i < len(s.facts.bySite) {
		if f := s.facts.bySite[i]; f != nil && f.inst == e.Inst {
			return f
		}
	}
	placed := e.Registers.Placed(e.Inst)
	return s.addFacts(e.Site, s.newFacts(e.Inst, &placed, e.CodeAddr), e.Addr)
}

// addFacts adds the facts of an instruction.
func (s *Sanitizer) addFacts(site int, f *facts, addr uint64) *facts {
	if n := len(s.facts.bySite); n <= site {
		s.facts.bySite = append(s.facts.bySite, make([]*facts, max(site+1-n, n))...)
	}
	s.facts.bySite[site], s.facts.byAddr[addr] = f, f
	return f
}

// newFacts works out the facts of an instruction.
func (s *Sanitizer) newFacts(written, inst *isa.Inst, addr uint64) *facts {
	f := &facts{id: int32(len(s.facts.all)), inst: written, placed: inst, addr: addr, classes: s.target.Classes(inst), reads: inst.Reads(), writes: inst.Writes(), sources: inst.Sources(),
		counts: s.target.CounterIncrements(inst), waitStates: inst.WaitStates()}
	both := f.reads
	both.Union(&f.writes)
	f.writeWords, f.words = wordsOf(&f.writes), wordsOf(&both)
	f.everyLane = f.classes&(1<<isa.HazMFMA|1<<isa.HazDPP|1<<isa.HazLaneAccess|1<<isa.HazPermlaneSwap) != 0
	f.simple = inst.Row.Counters == 0 && !slices.Contains(special[:], inst.Row.Op)
	f.memory, f.waits = inst.Row.Counters != 0 && inst.Row.Unit != isa.UnitMsg, inst.Row.Op == isa.S_WAITCNT
	f.findRules(s.target)
	s.facts.all = append(s.facts.all, f)
	return f
}

// called returns the name that an instruction has for a register, or one that it
// could have.
func called(inst *isa.Inst, registers sim.Registers, reg isa.Reg) isa.Reg {
	for i := range inst.Row.Operands {
		a := &inst.Args[i]
		if a.Kind != isa.KindReg || a.Reg() < isa.V0 {
			continue
		}
		if n := int(reg) - int(registers.Place(a.Reg())); n >= 0 && n < int(a.Dwords) {
			return a.Reg() + isa.Reg(n)
		}
	}
	return registers.Name(reg)
}

// wordsOf returns the first word of a set that is not 0, and the one after the last.
func wordsOf(set *isa.RegSet) (words [2]uint8) {
	for i, word := range set {
		if word != 0 {
			if words[1] == 0 {
				words[0] = uint8(i)
			}
			words[1] = uint8(i + 1)
		}
	}
	return words
}

// touches reports whether the instruction reads or writes a register of a set.
func (f *facts) touches(set *isa.RegSet) bool {
	var any uint64
	for i := f.words[0]; i < f.words[1]; i++ {
		any |= set[i] & (f.reads[i] | f.writes[i])
	}
	return any != 0
}

// special are the instructions without memory that all checks look at.
var special = [...]isa.Op{isa.S_WAITCNT, isa.S_BARRIER, isa.S_ENDPGM, isa.S_SETKILL}

// Dependences by what the producer must have done, or the consumer must do.
const (
	scalarDeps    = isa.DepConst | isa.DepMask | isa.DepLaneSelect | isa.DepScalarAddr | isa.DepZFlag | isa.DepVCCHalf
	vectorDeps    = isa.DepVGPR | isa.DepAcc | isa.DepOld | isa.DepKept | isa.DepSrcAB | isa.DepIndex | isa.DepScale | isa.DepSrcCExact | isa.DepSrcCOverlap | isa.DepVAddr | isa.DepVData
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
		if h.Producer&f.classes != 0 && h.Dep&gives != 0 {
			if waits := max(h.LLVM.For(passes), h.Manual.For(passes)); waits > 0 {
				f.producer |= 1 << i
				f.reach = max(f.reach, waits)
			}
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
	if w[0]|w[1] != 0 { // SGPRs and registers named like them
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
		if arg := &f.placed.Args[k]; arg.Kind == isa.KindReg {
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
		deps |= overwriteDeps | isa.DepAcc | isa.DepOld | isa.DepKept
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
