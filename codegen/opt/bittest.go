package opt

import (
	"math/bits"

	"heddle/ir"
)

// A bit test is a comparison that says x & mask == want. Several of the same x that all have to
// hold are one: such as that a lane's number has a 0 in each of some places.

// bitTest divides an i1 into its parts; ok is false for another condition.
func (s *simplifier) bitTest(v *ir.Value) (x *ir.Value, mask, want uint64, ok bool) {
	op := defined(v, "arith.cmpi")
	if op == nil || !isInteger(op.Operands[0].Type) {
		return nil, 0, 0, false
	}
	if _, vector := v.Type.(*ir.VectorType); vector {
		return nil, 0, 0, false
	}
	c, ok := splatOf(op.Operands[1])
	if !ok {
		return nil, 0, 0, false
	}
	x = op.Operands[0]
	mask = s.mayBeSet(x)
	switch ir.CmpIPredicates[op.IntAttr("predicate")] {
	case "eq":
		if want = c; want&^mask != 0 {
			return nil, 0, 0, false
		}
	case "ult":
		if bits.OnesCount64(c) != 1 {
			return nil, 0, 0, false
		}
		mask &^= c - 1
	default:
		return nil, 0, 0, false
	}
	for {
		if in := defined(x, "arith.andi"); in != nil {
			m, ok := splatOf(in.Operands[1])
			if !ok || want&^m != 0 {
				return x, mask, want, true
			}
			x, mask = in.Operands[0], mask&m
			continue
		}
		in := defined(x, "arith.shrui")
		if in == nil {
			return x, mask, want, true
		}
		n, ok := splatOf(in.Operands[1])
		if !ok || n >= 64 || mask<<n>>n != mask {
			return x, mask, want, true
		}
		x, mask, want = in.Operands[0], mask<<n, want<<n
	}
}

// bothTests is the test that says what two conditions say together; nil if there is none.
func (s *simplifier) bothTests(m maker, a, b *ir.Value) *ir.Value {
	x, p, u, ok1 := s.bitTest(a)
	y, q, v, ok2 := s.bitTest(b)
	if !ok1 || !ok2 || x != y {
		return nil
	}
	if (u^v)&p&q != 0 {
		return m.truth(false)
	}
	if (p|q)&s.mayBeSet(x) != s.mayBeSet(x) {
		x = m.two("andi", x, m.constant(x.Type, p|q))
	}
	return m.compare("eq", x, m.constant(x.Type, u|v))
}
