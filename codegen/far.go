package codegen

import (
	"heddle/isa"
	"heddle/mach"
)

// windowBytes is the part of a far buffer that one resource serves.
const windowBytes = 1 << 30

// farOffset is an offset of 64 bits in each lane, at most the number of valid bytes: offsets beyond
// the end are set to the end.
type farOffset struct {
	lo, hi mach.Operand
	// kept: lanes that do not load keep what their registers hold.
	kept bool
}

// farPlace returns a place whose offset is not known to fit 32 bits, however much of it is in the
// base. If one resource covers all valid bytes, larger offsets are clamped; otherwise the access
// goes window by window: see eachPlace.
func (k *kernel) farPlace(r *ref, at linear, span int64) place {
	lo, hi := k.sum64(at.c, at.terms)
	lo, hi = mach.P(k.inVector(lo)), mach.P(k.inVector(hi))
	valid := r.buffer.valid
	inside := k.vcmp(isa.V_CMP_LT_U64, k.vectorPair(lo, hi), k.scalarWide(valid))
	if r.mask != nil {
		inside = k.combine(&condAnd, inside, *r.mask)
	}
	p := k.farFrom(r, k.selectDwords(inside, []mach.Operand{lo, hi}, valid))
	k.explainFar(r, at, &p, span)
	return p
}

// scalarWide returns a 64-bit number as a source of a vector comparison.
func (k *kernel) scalarWide(dw []mach.Operand) mach.Operand {
	return mach.P(k.tuple(mach.FileS, dw))
}

// farFrom returns the place at an offset that is at most the number of valid bytes.
func (k *kernel) farFrom(r *ref, at []mach.Operand) place {
	p := place{ref: r, space: refBuffer, soff: constDword(0)}
	if r.buffer.most <= r.mostRecords() {
		p.base, _ = k.resourceAt(r, linear{})
		p.voff = mach.P(k.inVector(at[0]))
		return p
	}
	p.far = &farOffset{lo: mach.P(k.inVector(at[0])), hi: mach.P(k.inVector(at[1]))}
	return p
}

// eachPlace calls f once for a place of one instruction, and in a loop for one that is far: each
// iteration serves the lanes whose offsets are in the window of the first remaining lane. The code
// from f is then partial.
func (k *kernel) eachPlace(p *place, f func(q *place, flags mach.InstrFlags)) {
	if p.far == nil {
		f(p, 0)
		return
	}
	r := p.ref
	start := k.vop1(isa.V_AND_B32, constDword(^uint32(windowBytes-1)), p.far.lo)
	within := k.vop1(isa.V_AND_B32, constDword(windowBytes-1), p.far.lo)
	saved := k.reg(mach.FileS, 2)
	k.b.Emit(isa.S_MOV_B64, mach.P(saved), mach.Exec())
	header, exit := k.f.NewBlock("window"), k.f.NewBlock("after windows")
	header.LoopHeader, header.LoopPos = true, k.b.Pos
	leave := k.enterLoop()
	k.goTo(header)
	k.depth++
	outer := k.masked
	k.masked = true
	k.start(header)
	wLo, wHi := k.toScalar(start), k.toScalar(p.far.hi)
	here := k.vcmp(isa.V_CMP_EQ_U64, k.scalarWide([]mach.Operand{wLo, wHi}), k.vectorPair(start, p.far.hi))
	all := k.reg(mach.FileS, 2)
	k.b.Emit(isa.S_AND_SAVEEXEC_B64, mach.P(all), mach.P(here.mask))
	q := *p
	q.far, q.voff = nil, mach.P(within.Part)
	valid := r.buffer.valid
	left := k.recordsFrom(r, valid, wLo, wHi)
	bLo, bHi := k.plus64(k.toScalar(r.base[0]), k.toScalar(r.base[1]), wLo, wHi)
	q.base = k.tuple(mach.FileS, k.newResource([]mach.Operand{bLo, bHi}, r.buffer.stride, left))
	f(&q, mach.Partial)
	k.writeExec(isa.S_ANDN2_B64, mach.P(all), mach.P(here.mask))
	k.branch(mach.CondEXECNZ, 0, header, exit)
	k.depth--
	k.masked = outer
	leave()
	k.start(exit)
	k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(saved))
}

// recordsFrom returns the number of records of a window that begins within or at the end of the
// valid bytes.
func (k *kernel) recordsFrom(r *ref, valid []mach.Operand, lo, hi mach.Operand) mach.Operand {
	cap := constDword(uint32(r.mostRecords()))
	rLo, rHi := k.minus64(k.toScalar(valid[0]), k.toScalar(valid[1]), lo, hi)
	left := k.selectDword(cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: rHi, b: constDword(0)}, rLo, cap)
	return k.op32(&minUOp, left, cap)
}

// checkedFar is checkedPlace for a far place.
func (k *kernel) checkedFar(p place, delta, size int64) place {
	valid := p.ref.buffer.valid
	lo, hi := k.plus64(p.far.lo, p.far.hi, constDword(uint32(p.imm+delta)), constDword(0))
	endLo, endHi := k.plus64(lo, hi, constDword(uint32(size)), constDword(0))
	inside := k.vcmp(isa.V_CMP_GE_U64, k.scalarWide(valid), k.vectorPair(endLo, endHi))
	q := k.farFrom(p.ref, k.selectDwords(inside, []mach.Operand{lo, hi}, valid))
	q.imm = -delta
	return q
}
