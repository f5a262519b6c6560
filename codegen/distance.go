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

// apart is a comparison of a constant with a distance: n op d.
type apart struct {
	c *comparison
	n int64
	d mach.Operand
	// low bounds the distance.
	low int64
}

// farApart compares element i of two vectors of i32 through their distance, where one of them is a
// sum with a constant; ok is false for others.
func (k *kernel) farApart(op *ir.Operation, c *comparison, i int) (cond, bool) {
	far, ok := k.distanceOf(op, c, i, false)
	if !ok {
		return cond{}, false
	}
	return k.compareDwords(far.c, constDword(uint32(far.n)), far.d), true
}

// distanceOf divides a comparison of two elements, also of ones that are no sum if zero. ok is
// false where a sum or the distance may overflow.
func (k *kernel) distanceOf(op *ir.Operation, c *comparison, i int, zero bool) (far apart, ok bool) {
	a, b := scalarSource(op.Operands[0], i), scalarSource(op.Operands[1], i)
	if a == nil || b == nil || a.Type != ir.I32 || b.Type != ir.I32 {
		return far, false
	}
	x, n, left := k.offsetOf(a)
	y := b
	if !left {
		if x, n, ok = k.offsetOf(b); ok {
			y, c = a, turned(c)
		} else if x, n = a, 0; !zero {
			return far, false
		}
	}
	from, to := k.flow.RangeAt(x, op), k.flow.RangeAt(y, op)
	within := func(lo, hi int64) bool { return lo >= math.MinInt32 && hi <= math.MaxInt32 }
	far.low = to.SMin - from.SMax
	if !within(from.SMin+n, from.SMax+n) || !within(far.low, to.SMax-from.SMin) {
		return far, false
	}
	if c != equal && c != notEqual {
		if !c.signed && (from.SMin+min(n, 0) < 0 || to.SMin < 0) {
			return far, false
		}
		c = signedOf(c)
	}
	first, second := k.value(x), k.value(y)
	if k.allScalar(first) && k.allScalar(second) {
		return far, false // a scalar comparison takes a sum as well
	}
	far.c, far.n = c, n
	far.d = k.once("distance", 0, []term{{v: first, coef: -1, src: x}, {v: second, coef: 1, src: y}}, func() []mach.Operand {
		return []mach.Operand{k.sub(second.dw[0], first.dw[0])}
	})[0]
	return far, true
}

// bothBelow is the condition that element i of two comparisons holds, where one constant is below
// two distances: it is below the smaller one.
func (k *kernel) bothBelow(a, b *ir.Value, i int) (cond, bool) {
	var d [2]mach.Operand
	var n [2]int64
	for j, v := range []*ir.Value{a, b} {
		far, ok := k.belowDistance(v, i)
		if !ok || k.isScalar(far.d) {
			return cond{}, false
		}
		switch {
		case far.c == lessS && far.low > math.MinInt32: // n < d is n <= d-1
			far.d = k.once("less", 0, []term{{v: value{dw: []mach.Operand{far.d}}}}, func() []mach.Operand { return []mach.Operand{k.sub(far.d, constDword(1))} })[0]
		case far.c == atMostS:
		default:
			return cond{}, false
		}
		d[j], n[j] = far.d, far.n
	}
	if n[0] != n[1] {
		return cond{}, false
	}
	least := k.once("least", 0, []term{{v: value{dw: d[:1]}}, {v: value{dw: d[1:]}}}, func() []mach.Operand { return []mach.Operand{k.op32(&minIOp, d[0], d[1])} })[0]
	return k.compareDwords(atMostS, constDword(uint32(n[0])), least), true
}

// belowDistance divides element i of a value that is a comparison with a distance, or of a distance
// with a constant, and has no other use.
func (k *kernel) belowDistance(v *ir.Value, i int) (far apart, ok bool) {
	if x := scalarSource(v, i); x != nil {
		v, i = x, 0
	}
	if v.Op == nil || v.Op.Name() != "arith.cmpi" || len(k.uses[v]) != 1 {
		return far, false
	}
	p := v.Op.IntAttr("predicate")
	if p < 0 || p >= int64(len(comparisons)) {
		return far, false
	}
	c := &comparisons[p]
	d := v.Op.Operands[0]
	if n, isConst := constantOf(k.value(v.Op.Operands[1])); isConst && d.Type == ir.I32 && c.signed {
		return apart{c: turned(c), n: int64(int32(n)), d: k.value(d).dw[0], low: k.flow.RangeAt(d, v.Op).SMin}, true
	}
	return k.distanceOf(v.Op, c, i, true)
}

// turned returns the predicate for the operands in the other order.
func turned(c *comparison) *comparison {
	for i := range comparisons {
		if c == &comparisons[i] {
			return &comparisons[[...]int{0, 1, 4, 5, 2, 3, 8, 9, 6, 7}[i]]
		}
	}
	return c
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
