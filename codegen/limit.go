package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// A mask that says that an index is below a bound says the same as a range check, if the rest of
// the offset stays within the index's stride: row < n exactly if stride·row + rest < stride·n, for
// rest from 0 to below the stride. In a loop that moves the index the mask is then no instruction.

// limited returns the ref for an access to span bytes whose mask, or a part of it, the resource's
// range takes over, and what is left of the mask; nil if that is not possible or saves nothing.
func (k *kernel) limited(op *ir.Operation, r *ref, holds *ir.Value, span int64) *ref {
	if len(k.loops) == 0 || holds == nil || r.buffer == nil || r.buffer.ready != nil {
		return nil
	}
	if op.Name() == "vector.maskedload" && !allZero(k.value(op.Operand("pass_thru"))) {
		return nil // needs the mask anyway
	}
	parts := conjuncts(holds, nil)
	for i, part := range parts {
		own := k.limitedBy(op, r, part, span)
		if own == nil {
			continue
		}
		for j, other := range parts {
			if j == i {
				continue
			}
			on := k.value(other).bit[0]
			if own.mask != nil {
				on = k.combine(&condAnd, *own.mask, on)
			}
			own.mask = &on
		}
		return own
	}
	return nil
}

// conjuncts adds the i1s that all hold where v holds to a list.
func conjuncts(v *ir.Value, list []*ir.Value) []*ir.Value {
	if v.Op != nil && v.Op.Name() == "arith.andi" {
		return conjuncts(v.Op.Operands[1], conjuncts(v.Op.Operands[0], list))
	}
	return append(list, v)
}

// upperBound returns x and n of a comparison x < n.
func upperBound(v *ir.Value) (x, n *ir.Value, signed bool) {
	if v.Op == nil || v.Op.Name() != "arith.cmpi" || v.Op.Operands[0].Type != ir.Index {
		return nil, nil, false
	}
	predicate := ir.CmpIPredicates[v.Op.IntAttr("predicate")]
	switch a, b := v.Op.Operands[0], v.Op.Operands[1]; predicate {
	case "slt", "ult":
		return a, b, predicate == "slt"
	case "sgt", "ugt":
		return b, a, predicate == "sgt"
	}
	return nil, nil, false
}

// limitedBy is limited for one condition, without a mask.
func (k *kernel) limitedBy(op *ir.Operation, r *ref, holds *ir.Value, span int64) *ref {
	x, n, signed := upperBound(holds)
	unit, err := ir.StorageBits(r.typ.Elem)
	if x == nil || err != nil || unit%8 != 0 || !k.uniform(n) {
		return nil
	}
	// Below 0 the two disagree.
	if !k.flow.RangeAt(x, op).NonNegative() || signed && !k.flow.RangeAt(n, op).NonNegative() {
		return nil
	}
	indices := op.OperandGroup("indices")
	dim := -1
	for i, v := range indices {
		if v == x && r.strides[i].constant() && r.strides[i].c > 0 {
			dim = i
		}
	}
	if dim < 0 {
		return nil
	}
	stride, ok := mulSmall(r.strides[dim].c, unit/8)
	if _, moving := k.invariant(k.linearOf(x).terms); !ok || len(moving) == 0 {
		return nil
	}
	rest := k.elementAt(r, indices, dim)
	bytes, _ := k.byteAt(r, rest, unit)
	before, ok := k.withinStride(bytes, stride-span)
	if !ok {
		return nil
	}
	count, ok := k.countOf(op, n, stride)
	if _, moving := k.invariant([]term{count}); !ok || len(moving) > 0 {
		return nil
	}
	own, b := *k.knowing(r, indices, nil), *r.buffer
	b.valid = k.smallerEnd(r.buffer.valid, append(before, count))
	own.buffer = &b
	return &own
}

// withinStride divides an offset into uniform terms that the innermost loop does not change, which
// are not negative, and a rest from 0 to most.
func (k *kernel) withinStride(at linear, most int64) (before []term, ok bool) {
	fits := func(terms []term) bool {
		lo, hi, ok := k.rangeOf(terms)
		const sane = 1 << 60
		return ok && at.c > -sane && at.c < sane && lo+at.c >= 0 && hi+at.c <= most
	}
	if fits(at.terms) {
		return nil, true
	}
	scalar, rest := k.parts(at.terms)
	fixed, moving := k.invariant(scalar)
	if !fits(append(rest, moving...)) || !k.notNegative(fixed) {
		return nil, false
	}
	return fixed, true
}

// countOf returns an unsigned bound in strides as a term in bytes. One that is beyond all memory
// anyway is cut, so that the product stays below 2^61.
func (k *kernel) countOf(op *ir.Operation, n *ir.Value, stride int64) (term, bool) {
	v := k.value(n)
	if !k.allScalar(v) {
		v = k.scalarValue(v)
	}
	t := term{v: v, coef: stride, src: n}
	r := k.flow.RangeAt(n, op)
	if _, ok := mulSmall(r.SMax, stride); ok && r.NonNegative() {
		return t, true
	}
	most := int64(1<<60) / stride >> 32
	if most == 0 || len(v.dw) != 2 {
		return t, false
	}
	dw := k.once("count", most, []term{t}, func() []mach.Operand {
		return []mach.Operand{v.dw[0], k.op32(&minUOp, v.dw[1], constDword(uint32(most)))}
	})
	return term{v: value{typ: ir.Index, dw: dw}, coef: stride, forward: true, most: (most + 1) << 32}, true
}

// smallerEnd returns the smaller one of a number of valid bytes and a sum of terms.
func (k *kernel) smallerEnd(valid []mach.Operand, end []term) []mach.Operand {
	v := []mach.Operand{k.toScalar(valid[0]), k.toScalar(valid[1])}
	return k.once("end", 0, append(end[:len(end):len(end)], term{v: value{dw: v}, coef: 1}), func() []mach.Operand {
		lo, hi := k.sum64(0, end)
		less := cond{kind: condScalar, op: isa.S_SUBB_U32, a: lo, aHi: hi, b: v[0], bHi: v[1]}
		return k.selectDwords(less, []mach.Operand{lo, hi}, v)
	})
}
