package codegen

import (
	"heddle/isa"
	"heddle/mach"
)

// allLanes is the mask of every lane.
const allLanes = -1

// constCond returns a condition that is known.
func constCond(is bool) cond { return cond{kind: condConst, is: is} }

// boolCond returns the condition that a dword, 0 or 1, stands for.
func (k *kernel) boolCond(d mach.Operand) cond {
	if c, ok := isConst(d); ok {
		return constCond(c != 0)
	}
	if k.isScalar(d) {
		return cond{kind: condBool, a: d}
	}
	return k.vcmp(isa.V_CMP_NE_U32, constDword(0), d)
}

// scc emits the comparison of a scalar condition; the condition is SCC after it, or its opposite.
func (k *kernel) scc(c cond) (scc mach.Reg, inverted bool) {
	scc = k.f.NewReg(mach.FileSCC, 1, "")
	switch {
	case c.kind == condBool:
		k.emitCompare(isa.S_CMP_LG_U32, c.a, constDword(0)).SCCDef = scc
		return scc, false
	case c.kind != condScalar:
		panic("BUG: a condition that is not scalar has no SCC")
	case c.op == isa.S_SUBB_U32:
		// 64-bit scalars have no ordered comparison; the borrow of the difference decides.
		a, b := []mach.Operand{c.a, c.aHi}, []mach.Operand{c.b, c.bHi}
		for i := range a {
			a[i], b[i] = k.oneLiteral(a[i], b[i])
		}
		borrow := k.f.NewReg(mach.FileSCC, 1, "")
		k.emitScalar(isa.S_SUB_U32, k.reg(mach.FileS, 1), []mach.Operand{a[0], b[0]}).SCCDef = borrow
		in := k.emitScalar(isa.S_SUBB_U32, k.reg(mach.FileS, 1), []mach.Operand{a[1], b[1]})
		in.SCCUse, in.SCCDef = borrow, scc
		return scc, c.not
	}
	k.emitCompare(c.op, c.a, c.b).SCCDef = scc
	return scc, c.not
}

// emitCompare emits an instruction with two scalar sources whose only result
// is SCC.
func (k *kernel) emitCompare(op isa.Op, a, b mach.Operand) *mach.Instr {
	args := []mach.Operand{a, b}
	for i := 0; k.f.FindRow(op, args) == nil; i++ {
		if i == len(args) {
			panic("BUG: " + op.String() + " takes none of its forms' operands")
		}
		if args[i].Kind == mach.OperandConst {
			args[i] = k.constTuple(args[i], srcDwords(k, op, i))
		}
	}
	return k.b.Emit(op, args...)
}

// branchSCC makes a condition that is the same for all lanes testable by a
// scalar branch, right before it.
func (k *kernel) branchSCC(c cond) (scc mach.Reg, inverted bool) {
	switch c.kind {
	case condConst:
		bit := constDword(0)
		if c.is {
			bit = constDword(1)
		}
		scc = k.f.NewReg(mach.FileSCC, 1, "")
		k.emitCompare(isa.S_CMP_LG_U32, k.literal(uint32(bit.Value)), constDword(0)).SCCDef = scc
		return scc, false
	case condMask:
		scc = k.f.NewReg(mach.FileSCC, 1, "")
		k.emitScalar(isa.S_AND_B64, k.reg(mach.FileS, 2), []mach.Operand{mach.P(c.mask), mach.Exec()}).SCCDef = scc
		return scc, false
	}
	return k.scc(c)
}

// mask returns a lane mask: a bit for each lane in EXEC. The bits of other lanes may be anything.
func (k *kernel) mask(c cond) mach.Part {
	switch c.kind {
	case condMask:
		return c.mask
	case condConst:
		dst := k.reg(mach.FileS, 2)
		v := constDword(0)
		if c.is {
			v = constDword(0xffffffff)
		}
		k.b.Copy(dst, v).Flags |= mach.Rematerialisable
		return dst
	}
	scc, inverted := k.scc(c)
	yes, no := mach.Const(allLanes), mach.Const(0)
	if inverted {
		yes, no = no, yes
	}
	return k.selectSCC(isa.S_CSELECT_B64, 2, scc, yes, no)
}

// selectSCC is s_cselect of scalar operands.
func (k *kernel) selectSCC(op isa.Op, n int, scc mach.Reg, yes, no mach.Operand) mach.Part {
	dst := k.reg(mach.FileS, n)
	k.emitScalar(op, dst, []mach.Operand{yes, no}).SCCUse = scc
	return dst
}

// boolDword returns a condition that is the same for all lanes as a scalar 0 or 1.
func (k *kernel) boolDword(c cond) mach.Operand {
	switch c.kind {
	case condConst:
		if c.is {
			return constDword(1)
		}
		return constDword(0)
	case condBool:
		return c.a
	}
	scc, inverted := k.branchSCC(c)
	yes, no := constDword(1), constDword(0)
	if inverted {
		yes, no = no, yes
	}
	return mach.P(k.selectSCC(isa.S_CSELECT_B32, 1, scc, yes, no))
}

// laneBool returns a condition as a dword, 0 or 1, in a scalar or, for a mask, a vector register.
func (k *kernel) laneBool(c cond) mach.Operand {
	if c.kind != condMask {
		return k.boolDword(c)
	}
	return k.vop1(isa.V_CNDMASK_B32, constDword(0), constDword(1), mach.P(c.mask))
}

// selectDword returns a where c holds and b elsewhere.
func (k *kernel) selectDword(c cond, a, b mach.Operand) mach.Operand {
	return k.selectDwords(c, []mach.Operand{a}, []mach.Operand{b})[0]
}

// selectDwords selects each of some dwords by one condition.
func (k *kernel) selectDwords(c cond, a, b []mach.Operand) []mach.Operand {
	out := make([]mach.Operand, len(a))
	switch {
	case c.kind == condConst && c.is:
		return a
	case c.kind == condConst:
		return b
	case c.kind == condMask:
		for i := range a {
			out[i] = k.selectLanes(c.mask, a[i], b[i])
		}
		return out
	}
	scalar := true
	for i := range a {
		scalar = scalar && k.isScalar(a[i]) && k.isScalar(b[i])
	}
	if !scalar {
		return k.selectDwords(cond{kind: condMask, mask: k.mask(c)}, a, b)
	}
	if len(a) == 1 && c.kind == condBool && a[0] == constDword(1) && isZero(b[0]) {
		return []mach.Operand{c.a}
	}
	// Literals that need a register are moved before SCC is set.
	yes, no := make([]mach.Operand, len(a)), make([]mach.Operand, len(a))
	for i := range a {
		yes[i], no[i] = k.oneLiteral(a[i], b[i])
	}
	scc, inverted := k.scc(c)
	if inverted {
		yes, no = no, yes
	}
	for i := range a {
		if a[i] == b[i] {
			out[i] = a[i]
			continue
		}
		out[i] = mach.P(k.selectSCC(isa.S_CSELECT_B32, 1, scc, yes[i], no[i]))
	}
	return out
}

// selectLanes is v_cndmask_b32: where the mask has a bit a, elsewhere b.
func (k *kernel) selectLanes(mask mach.Part, a, b mach.Operand) mach.Operand {
	if a == b {
		return a
	}
	return k.vop1(isa.V_CNDMASK_B32, k.bare(b), k.bare(a), mach.P(mask))
}

// bare puts a constant that takes a literal into a VGPR, for instructions that
// read another scalar anyway.
func (k *kernel) bare(a mach.Operand) mach.Operand {
	if a.Kind == mach.OperandConst && !inlineDword(uint32(a.Value)) {
		return mach.P(k.toVector(a, 1))
	}
	return a
}

// inlineDword reports whether a dword is an inline constant of any
// 32-bit operand (ISA manual, "Scalar operands").
func inlineDword(c uint32) bool {
	if n := int32(c); n >= -16 && n <= 64 {
		return true
	}
	switch c {
	case 0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983:
		return true
	}
	return false
}

// not returns the opposite of a condition.
func (k *kernel) not(c cond) cond {
	switch c.kind {
	case condConst:
		return constCond(!c.is)
	case condScalar:
		c.not = !c.not
		return c
	case condBool:
		return cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: c.a, b: constDword(0)}
	}
	return cond{kind: condMask, mask: k.sop(isa.S_ANDN2_B64, 2, mach.Exec(), mach.P(c.mask)), clean: true}
}

// bitwise is an operation on conditions: of lane masks, of scalar bits, with rules for a constant
// operand.
type bitwise struct {
	mask, dword isa.Op
	fold        func(a, b bool) bool
}

var (
	condAnd = bitwise{isa.S_AND_B64, isa.S_AND_B32, func(a, b bool) bool { return a && b }}
	condOr  = bitwise{isa.S_OR_B64, isa.S_OR_B32, func(a, b bool) bool { return a || b }}
	condXor = bitwise{isa.S_XOR_B64, isa.S_XOR_B32, func(a, b bool) bool { return a != b }}
)

func (k *kernel) combine(op *bitwise, a, b cond) cond {
	if a.kind == condConst {
		a, b = b, a
	}
	if b.kind == condConst {
		zero, one := op.fold(false, b.is), op.fold(true, b.is)
		switch {
		case zero == one:
			return constCond(zero)
		case one:
			return a
		}
		return k.not(a)
	}
	if a.kind == condMask || b.kind == condMask {
		clean := a.clean && b.clean || op == &condAnd && (a.clean || b.clean)
		return cond{kind: condMask, mask: k.sop(op.mask, 2, mach.P(k.mask(a)), mach.P(k.mask(b))), clean: clean}
	}
	return cond{kind: condBool, a: k.sop1(op.dword, k.boolDword(a), k.boolDword(b))}
}

// selectCond returns a where c holds and b elsewhere.
func (k *kernel) selectCond(c, a, b cond) cond {
	switch {
	case c.kind == condConst && c.is:
		return a
	case c.kind == condConst:
		return b
	case a.kind == condConst && a.is:
		return k.combine(&condOr, c, b)
	case a.kind == condConst:
		return k.combine(&condAnd, k.not(c), b)
	case b.kind == condConst && b.is:
		return k.combine(&condOr, k.not(c), a)
	case b.kind == condConst:
		return k.combine(&condAnd, c, a)
	case c.kind != condMask && a.kind != condMask && b.kind != condMask:
		return cond{kind: condBool, a: k.selectDword(c, k.boolDword(a), k.boolDword(b))}
	}
	return k.combine(&condOr, k.combine(&condAnd, c, a), k.combine(&condAnd, k.not(c), b))
}
