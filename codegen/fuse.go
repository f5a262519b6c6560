package codegen

import (
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// fusion is an instruction that does two integer operations: root, whose operand is the result of
// inner. Only the low dwords matter: all of these operations are modular.
type fusion struct {
	root, inner string
	op          isa.Op
	// order places the inner operation's operands a, b and root's other one, c.
	order [3]int
	// shift: the inner operation's second operand, or root's if it is the outer
	// one, is an amount below 32.
	innerShift, rootShift bool
	// small: factors must fit into 24 bits.
	small bool
	// left: only root's first operand can be the inner operation.
	left bool
	// disjoint: root's operands must have no bit in common.
	disjoint bool
}

const (
	innerA = iota
	innerB
	rootC
)

var fusions = []fusion{
	{root: "arith.addi", inner: "arith.shli", op: isa.V_LSHL_ADD_U32, order: [3]int{innerA, innerB, rootC}, innerShift: true},
	{root: "arith.addi", inner: "arith.muli", op: isa.V_MAD_U32_U24, order: [3]int{innerA, innerB, rootC}, small: true},
	{root: "arith.addi", inner: "arith.addi", op: isa.V_ADD3_U32, order: [3]int{innerA, innerB, rootC}},
	{root: "arith.addi", inner: "arith.xori", op: isa.V_XAD_U32, order: [3]int{innerA, innerB, rootC}},
	{root: "arith.shli", inner: "arith.addi", op: isa.V_ADD_LSHL_U32, order: [3]int{innerA, innerB, rootC}, rootShift: true, left: true},
	{root: "arith.xori", inner: "arith.shli", op: isa.V_LSHL_OR_B32, order: [3]int{innerA, innerB, rootC}, innerShift: true, disjoint: true},
	{root: "arith.ori", inner: "arith.shli", op: isa.V_LSHL_OR_B32, order: [3]int{innerA, innerB, rootC}, innerShift: true},
	{root: "arith.ori", inner: "arith.andi", op: isa.V_AND_OR_B32, order: [3]int{innerA, innerB, rootC}},
	{root: "arith.ori", inner: "arith.ori", op: isa.V_OR3_B32, order: [3]int{innerA, innerB, rootC}},
}

// fused selects one instruction for an operation and the one that makes an operand of it, if there
// is such an instruction. The other one's own instruction is then dead unless it has another use,
// and is removed later.
func (k *kernel) fused(op *ir.Operation) bool {
	ext := extNone
	switch t := op.Result().Type; {
	case t == ir.I32:
	case isWide(t):
		if ext = k.resultExt(op.Result()); ext == extNone {
			return false
		}
	default:
		return false
	}
	if d, ok := k.bitField(op); ok {
		k.set(op, value{typ: op.Result().Type, dw: []mach.Operand{d}, ext: ext})
		return true
	}
	for i := range fusions {
		f := &fusions[i]
		if f.root != op.Name() {
			continue
		}
		for side := range 2 {
			if side == 1 && f.left {
				break
			}
			if d, ok := k.fuse(f, op, side); ok {
				k.set(op, value{typ: op.Result().Type, dw: []mach.Operand{d}, ext: ext})
				return true
			}
		}
	}
	return false
}

// bitField selects one instruction for the low bits of what is only shifted to the right for them.
func (k *kernel) bitField(op *ir.Operation) (mach.Operand, bool) {
	if op.Name() != "arith.andi" {
		return mach.Operand{}, false
	}
	inner := op.Operands[0].Op
	if inner == nil || inner.Name() != "arith.shrui" || len(k.uses[inner.Result()]) != 1 {
		return mach.Operand{}, false
	}
	from, isFrom := isConst(k.value(inner.Operands[1]).dw[0])
	mask, isMask := isConst(k.value(op.Operands[1]).dw[0])
	width := bits.Len32(mask)
	if !isFrom || !isMask || mask != 1<<width-1 || from > uint32(32-width) {
		return mach.Operand{}, false
	}
	return k.field(k.value(inner.Operands[0]).dw[0], int(from), width, false), true
}

// fuse tries one row with root's operand side as the inner operation.
func (k *kernel) fuse(f *fusion, op *ir.Operation, side int) (mach.Operand, bool) {
	inner := op.Operands[side].Op
	if inner == nil || inner.Name() != f.inner {
		return mach.Operand{}, false
	}
	done := k.value(inner.Result())
	if k.isScalar(done.dw[0]) {
		return mach.Operand{}, false
	}
	leaves := [3]*ir.Value{innerA: inner.Operands[0], innerB: inner.Operands[1], rootC: op.Operands[1-side]}
	if f.innerShift && !k.below32(leaves[innerB]) || f.rootShift && !k.below32(leaves[rootC]) {
		return mach.Operand{}, false
	}
	if f.small && !(k.below24(leaves[innerA]) && k.below24(leaves[innerB])) {
		return mach.Operand{}, false
	}
	if f.disjoint && !k.disjoint(op.Operands[0], op.Operands[1]) {
		return mach.Operand{}, false
	}
	var args [3]mach.Operand
	for i, leaf := range f.order {
		args[i] = k.value(leaves[leaf]).dw[0]
	}
	if !k.oneScalar(args[:]) {
		return mach.Operand{}, false
	}
	return k.vop1(f.op, args[:]...), true
}

// disjoint reports whether one value is below the lowest bit of the other.
func (k *kernel) disjoint(a, b *ir.Value) bool {
	return k.flow.Range(a).UMax < k.flow.Divisor(b) || k.flow.Range(b).UMax < k.flow.Divisor(a)
}

// oneScalar reports whether an instruction of three sources can take these
// without copies: at most one scalar register, and inline constants.
func (k *kernel) oneScalar(args []mach.Operand) bool {
	var scalar mach.Operand
	for _, a := range args {
		c, isC := isConst(a)
		switch {
		case isC && !inlineDword(c):
			return false
		case isC || !k.isScalar(a):
		case scalar.Kind != mach.OperandNone && scalar != a:
			return false
		default:
			scalar = a
		}
	}
	return true
}
