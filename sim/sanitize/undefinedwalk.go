package sanitize

import (
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// Functions that clang compiled keep SGPRs in lanes of VGPRs, of which most
// lanes stay undefined, and turn on all lanes to move such VGPRs about. Runs that
// do so are followed instruction by instruction before they are executed. That
// is possible as long as where undefined bits go hangs on no values but those of
// EXEC that are known beforehand.

// walker follows a run.
type walker struct {
	event  sim.Event
	lanes  uint64 // EXEC, if known
	known  bool
	values []pairValue // what the run has put in SGPRs, as far as it matters and is known
	got    pairValue   // of them by the instruction at hand
	gets   bool
	wrote  isa.RegSet // what it has written so far
	// What is needed to undo it all.
	before isa.RegSet // shadow.undefined
	undo   []undoMask
}

// pairValue is what is in a pair of SGPRs.
type pairValue struct {
	reg   isa.Reg
	value uint64
}

// undoMask is what a register had before the run.
type undoMask struct {
	reg    isa.Reg
	from   origin
	scalar uint32
	bad    uint64
	row    *row // nil: it had none
}

// walkKind says how a walker goes past an instruction that reads undefined
// registers.
type walkKind uint8

const (
	walkNot  walkKind = iota // not at all
	walkAny                  // plan.run needs no values
	walkExec                 // it does not if EXEC is known
)

// walkKindOf returns what a plan's instruction is to a walker.
func walkKindOf(p *plan) walkKind {
	constant := func(i int) bool { return p.arg(i).Kind != isa.KindReg }
	switch p.inst.Row.Op {
	case isa.S_MOV_B32, isa.S_MOV_B64:
		return walkAny
	case isa.V_WRITELANE_B32:
		if constant(p.src[1]) {
			return walkAny
		}
	case isa.V_READLANE_B32:
		if constant(p.src[1]) {
			return walkAny
		}
	case isa.V_MOV_B32, isa.V_ACCVGPR_READ_B32, isa.V_ACCVGPR_WRITE_B32, isa.V_ACCVGPR_MOV_B32:
		if p.movesRegister() {
			return walkExec
		}
	case isa.V_READFIRSTLANE_B32:
		return walkExec
	}
	return walkNot
}

// walk follows a run that the wave of an event is about to execute. If that is
// not possible it reports false, and nothing has happened.
func (u *undefined) walk(w *shadowWave, e *sim.Event, r *runFacts) bool {
	k := &u.walker
	if w.undefined.Has(isa.ExecLo) || w.undefined.Has(isa.ExecHi) {
		return false
	}
	k.event.Workgroup, k.event.Wave, k.event.Registers = e.Workgroup, e.Wave, e.Registers
	k.lanes, k.known, k.values, k.gets, k.wrote = e.Lanes, true, k.values[:0], false, isa.RegSet{}
	k.before, k.undo = w.undefined, k.undo[:0]
	for _, f := range r.list {
		if p := u.plan(f); p.run != nil && !p.idle && !u.step(w, f, p) {
			k.rollBack(w)
			return false
		}
		k.passed(f)
	}
	for i := range k.undo {
		if row := k.undo[i].row; row != nil {
			w.spare = append(w.spare, row)
		}
	}
	return true
}

// step follows an instruction.
func (u *undefined) step(w *shadowWave, f *facts, p *plan) bool {
	k := &u.walker
	reads, writes := overlap(&f.reads, &w.undefined), overlap(&f.writes, &w.undefined)
	switch {
	case f.writes.Has(isa.ExecLo) || f.writes.Has(isa.ExecHi):
		if p.always || reads && !(p.lanewise && k.known && w.definedIn(&f.reads, k.lanes)) {
			return false
		}
		if !k.define(w, f, p, writes) {
			return false
		}
		k.setExec(p)
		return true
	case !reads && !p.always:
		if !k.define(w, f, p, writes) {
			return false
		}
	case p.lanewise && k.known && w.definedIn(&f.reads, k.lanes):
		return k.define(w, f, p, writes)
	case p.walk == walkAny || p.walk == walkExec && k.known:
		if reads || writes {
			k.run(u, w, f, p)
		}
	default: // an instruction that is always looked at, but finds nothing
		return p.always && !reads && !writes && !chooses(p.inst.Row.Op) && !w.undefined.Has(isa.VCCLo) && !w.undefined.Has(isa.VCCHi)
	}
	if p.inst.Row.Op == isa.S_MOV_B64 {
		k.got.reg = p.arg(p.dst).Reg()
		k.got.value, k.gets = k.value(p, p.src[0], k.lanes, k.known)
	}
	return true
}

// define says that what an instruction writes is defined. It needs EXEC if that
// makes a difference.
func (k *walker) define(w *shadowWave, f *facts, p *plan, undefined bool) bool {
	if !undefined || p.memory {
		return true
	}
	if p.vector && !p.allLanes && !k.known {
		return false
	}
	k.save(w, &f.writes)
	lanes := k.lanes
	if p.allLanes || !p.vector {
		lanes = allLanes
	}
	w.define(&f.writes, lanes)
	return true
}

// run lets an instruction's plan do it.
func (k *walker) run(u *undefined, w *shadowWave, f *facts, p *plan) {
	k.saveAll(w, &f.writes)
	e := &k.event
	e.CodeAddr, e.Inst, e.Reads, e.Writes, e.Lanes = f.addr, f.inst, &f.reads, &f.writes, allLanes
	if p.vector {
		e.Lanes = k.lanes
	}
	p.run(u, w, e, p)
}

// save notes what registers have that are going to be defined.
func (k *walker) save(w *shadowWave, set *isa.RegSet) {
	for i := range set {
		for m := set[i] & w.undefined[i]; m != 0; m &= m - 1 {
			k.saveOne(w, isa.Reg(i*64+bits.TrailingZeros64(m)))
		}
	}
}

// saveAll notes what registers have that are going to be changed.
func (k *walker) saveAll(w *shadowWave, set *isa.RegSet) {
	for i := range set {
		for m := set[i]; m != 0; m &= m - 1 {
			k.saveOne(w, isa.Reg(i*64+bits.TrailingZeros64(m)))
		}
	}
}

func (k *walker) saveOne(w *shadowWave, r isa.Reg) {
	x := undoMask{reg: r, from: w.from[r]}
	if !isVector(r) {
		x.scalar = w.scalar[r&127]
	} else {
		x.bad = w.bad[r-isa.V0]
		if p := w.vector[r-isa.V0]; p != nil {
			x.row = w.newRow()
			*x.row = *p
		}
	}
	k.undo = append(k.undo, x)
}

// rollBack undoes what was done.
func (k *walker) rollBack(w *shadowWave) {
	for i := len(k.undo) - 1; i >= 0; i-- {
		x := &k.undo[i]
		w.from[x.reg] = x.from
		if !isVector(x.reg) {
			w.scalar[x.reg&127] = x.scalar
			continue
		}
		to := &w.vector[x.reg-isa.V0]
		w.bad[x.reg-isa.V0] = x.bad
		if *to != nil {
			w.spare = append(w.spare, *to)
		}
		*to = x.row
	}
	w.undefined = k.before
}

// setExec works out the EXEC that an instruction writes.
func (k *walker) setExec(p *plan) {
	old, wasKnown := k.lanes, k.known
	k.known = false
	op := p.inst.Row.Op
	switch op {
	case isa.S_MOV_B64:
		if p.arg(p.dst).Reg() == isa.ExecLo {
			k.lanes, k.known = k.value(p, p.src[0], old, wasKnown)
		}
	case isa.S_OR_SAVEEXEC_B64, isa.S_AND_SAVEEXEC_B64:
		v, ok := k.value(p, p.src[0], old, wasKnown)
		switch {
		case op == isa.S_OR_SAVEEXEC_B64 && ok && v == allLanes:
			k.lanes, k.known = v, true
		case op == isa.S_OR_SAVEEXEC_B64:
			k.lanes, k.known = old|v, ok && wasKnown
		default:
			k.lanes, k.known = old&v, ok && wasKnown
		}
		k.got, k.gets = pairValue{p.arg(p.dst).Reg(), old}, wasKnown
	case isa.S_OR_B64, isa.S_AND_B64, isa.S_ANDN2_B64, isa.S_XOR_B64:
		if p.arg(p.dst).Reg() != isa.ExecLo {
			return
		}
		a, knownA := k.value(p, p.src[0], old, wasKnown)
		b, knownB := k.value(p, p.src[1], old, wasKnown)
		k.known = knownA && knownB
		switch op {
		case isa.S_OR_B64:
			k.lanes = a | b
		case isa.S_AND_B64:
			k.lanes = a & b
		case isa.S_ANDN2_B64:
			k.lanes = a &^ b
		case isa.S_XOR_B64:
			k.lanes = a ^ b
		}
	}
}

// value returns operand i of an instruction, a pair of scalar registers or a
// constant, if it is known.
func (k *walker) value(p *plan, i int, exec uint64, known bool) (v uint64, ok bool) {
	a := p.arg(i)
	if a.Kind != isa.KindReg {
		return k.event.Registers.OperandValue(p.inst, i), true
	}
	r := a.Reg()
	if r == isa.ExecLo {
		return exec, known
	}
	for n := range k.values {
		if x := &k.values[n]; x.reg == r {
			return x.value, true
		}
	}
	if r >= isa.ExecLo || k.wrote.Has(r) || k.wrote.Has(r+1) {
		return 0, false
	}
	return k.event.Registers.OperandValue(p.inst, i), true
}

// passed is called after an instruction.
func (k *walker) passed(f *facts) {
	kept := k.values[:0]
	for _, x := range k.values {
		if !f.writes.Has(x.reg) && !f.writes.Has(x.reg+1) {
			kept = append(kept, x)
		}
	}
	k.values = kept
	if k.gets {
		k.values, k.gets = append(k.values, k.got), false
	}
	k.wrote[0] |= f.writes[0]
	k.wrote[1] |= f.writes[1]
}
