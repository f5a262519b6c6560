package codegen

import (
	"math"

	"heddle/ir"
	"heddle/mach"
)

// Elements of a mask compare numbers that differ by constants with the same other number: columns
// x, x+1, x+2 … with a row y. x + c < y is c < y - x, which is one instruction for each c, and one
// for the distance y - x.

// scalarSource returns the value of ir that element i of another value is; nil if it is not known.
func scalarSource(v *ir.Value, i int) *ir.Value {
	for v != nil {
		t, isVector := v.Type.(*ir.VectorType)
		if v.Op == nil {
			if isVector {
				return nil
			}
			return v
		}
		switch name := v.Op.Name(); {
		case !isVector && name == "vector.extract" && len(v.Op.Operands) == 1 && len(ir.VectorShape(v.Op.Operands[0].Type)) == 1:
			v, i = v.Op.Operands[0], int(v.Op.Ints("static_position")[0])
		case !isVector:
			return v
		case name == "vector.from_elements":
			v, i = v.Op.Operands[i], 0
		case name == "vector.broadcast" && ir.SameType(v.Op.Operands[0].Type, t.Elem):
			v, i = v.Op.Operands[0], 0
		case name == "vector.shape_cast":
			v = v.Op.Operands[0]
		default:
			return nil
		}
	}
	return nil
}

// offsetOf returns x and c of a sum x + c that nothing else reads.
func (k *kernel) offsetOf(v *ir.Value) (x *ir.Value, c int64, ok bool) {
	if v == nil || v.Op == nil || v.Op.Name() != "arith.addi" || v.Type != ir.I32 {
		return nil, 0, false
	}
	n, ok := constantOf(k.value(v.Op.Operands[1]))
	return v.Op.Operands[0], int64(int32(n)), ok && len(k.uses[v]) == 1
}

// farApart compares element i of two vectors of i32 through their distance, where one of them is a
// sum with a constant; ok is false for others, and where a sum or the distance may overflow.
func (k *kernel) farApart(op *ir.Operation, c *comparison, i int) (cond, bool) {
	a, b := scalarSource(op.Operands[0], i), scalarSource(op.Operands[1], i)
	if a == nil || b == nil || a.Type != ir.I32 || b.Type != ir.I32 {
		return cond{}, false
	}
	x, n, left := k.offsetOf(a)
	y := b
	if !left {
		var ok bool
		if x, n, ok = k.offsetOf(b); !ok {
			return cond{}, false
		}
		y = a
	}
	from, to := k.flow.RangeAt(x, op), k.flow.RangeAt(y, op)
	within := func(lo, hi int64) bool { return lo >= math.MinInt32 && hi <= math.MaxInt32 }
	if !within(from.SMin+n, from.SMax+n) || !within(to.SMin-from.SMax, to.SMax-from.SMin) {
		return cond{}, false
	}
	if !c.signed && c != equal && c != notEqual && (from.SMin+min(n, 0) < 0 || to.SMin < 0) {
		return cond{}, false
	}
	if c != equal && c != notEqual {
		c = signedOf(c)
	}
	first, second := k.value(x), k.value(y)
	if k.allScalar(first) && k.allScalar(second) {
		return cond{}, false // a scalar comparison takes a sum as well
	}
	d := k.once("distance", 0, []term{{v: first, coef: -1, src: x}, {v: second, coef: 1, src: y}}, func() []mach.Operand {
		return []mach.Operand{k.sub(second.dw[0], first.dw[0])}
	})[0]
	if left {
		return k.compareDwords(c, constDword(uint32(n)), d), true // n op y - x
	}
	return k.compareDwords(c, d, constDword(uint32(n))), true
}

// signedOf returns an unsigned predicate for signed numbers.
func signedOf(c *comparison) *comparison {
	for i := 6; i < 10; i++ {
		if c == &comparisons[i] {
			return &comparisons[i-4]
		}
	}
	return c
}
