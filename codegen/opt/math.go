package opt

import (
	"heddle/ir"
)

// lowerMath replaces operations of arith and math that consist of several simpler ones: divisions
// that round up or down, extended sums and products, float classification, and others that only use
// the sign.
func lowerMath(c *Context) error {
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		if rule := mathRules[op.Name()]; rule != nil {
			if results, done := rule(maker{w}, op); done {
				return w.ReplaceOp(op, results...)
			}
		}
		return true
	})
	return nil
}

var mathRules = map[string]vectorRule{
	"arith.floordivsi":     func(m maker, op *ir.Operation) ([]*ir.Value, bool) { return m.rounded(op, false), true },
	"arith.ceildivsi":      func(m maker, op *ir.Operation) ([]*ir.Value, bool) { return m.rounded(op, true), true },
	"arith.ceildivui":      lowerCeilDivUnsigned,
	"arith.addui_extended": lowerAddExtended,
	"arith.mului_extended": func(m maker, op *ir.Operation) ([]*ir.Value, bool) { return m.product(op, "extui") },
	"arith.mulsi_extended": func(m maker, op *ir.Operation) ([]*ir.Value, bool) { return m.product(op, "extsi") },
	"math.absi":            lowerAbsolute,
	"math.isnan":           classify("ugt"),
	"math.isinf":           classify("eq"),
	"math.isfinite":        classify("ult"),
	"math.isnormal":        lowerIsNormal,
	"math.copysign":        lowerCopySign,
	"math.sincos":          lowerSinCos,
	"ub.poison":            lowerPoison,
}

// lowerPoison: 0 is as good as any other value.
func lowerPoison(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	t := op.Result().Type
	elem := t
	if v, ok := t.(*ir.VectorType); ok {
		if elem = v.Elem; v.Scalable != nil || v.Len() > MaxVector {
			return nil, false
		}
	}
	switch elem.(type) {
	case ir.IntegerType, ir.IndexType, ir.FloatType:
		return []*ir.Value{m.zero(t)}, true
	}
	return nil, false
}

// rounded returns a signed division that rounds up or down.
func (m maker) rounded(op *ir.Operation, up bool) []*ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	c, ok := signedCode(b)
	switch {
	case !ok || c <= 0:
		return []*ir.Value{m.signedDivision(a, b, up)}
	case up:
		return []*ir.Value{m.ceilDivConst(a, c)}
	}
	return []*ir.Value{m.floorDivConst(a, c)}
}

// lowerCeilDivUnsigned is (a-1)/b + 1, and 0 for 0.
func lowerCeilDivUnsigned(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	a, b := op.Operands[0], op.Operands[1]
	zero, one := m.integer(a.Type, 0), m.integer(a.Type, 1)
	q := m.add(m.two("divui", m.two("subi", a, one), b), one)
	return []*ir.Value{m.choose(m.compare("eq", a, zero), zero, q)}, true
}

func lowerAddExtended(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	sum := m.add(op.Operands[0], op.Operands[1])
	return []*ir.Value{sum, m.compare("ult", sum, op.Operands[0])}, true
}

// product multiplies at twice the width.
func (m maker) product(op *ir.Operation, extend string) ([]*ir.Value, bool) {
	t := op.Results[0].Type
	w := widthOf(ir.ElemType(t))
	if w > 32 {
		return nil, false
	}
	wide := ir.WithElem(t, ir.Integer(2*w, ir.Signless))
	p := m.mul(m.retyped(extend, op.Operands[0], wide), m.retyped(extend, op.Operands[1], wide))
	high := m.two("shrui", p, m.integer(wide, int64(w)))
	return []*ir.Value{m.retyped("trunci", p, t), m.retyped("trunci", high, t)}, true
}

func lowerAbsolute(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	v := op.Operands[0]
	return []*ir.Value{m.two("maxsi", v, m.two("subi", m.integer(v.Type, 0), v))}, true
}

// bitsOf returns a float's code as an integer; ok is false for a type whose sign and infinities are
// not where IEEE 754 has them.
func (m maker) bitsOf(v *ir.Value) (code *ir.Value, t ir.FloatType, ok bool) {
	t, _ = ir.ElemType(v.Type).(ir.FloatType)
	if !ordinary(t) {
		return nil, t, false
	}
	return m.retyped("bitcast", v, ir.WithElem(v.Type, ir.Integer(t.Width(), ir.Signless))), t, true
}

// infinity returns the code of +infinity.
func infinity(t ir.FloatType) uint64 {
	return map[ir.FloatType]uint64{ir.F16: 0x7c00, ir.BF16: 0x7f80, ir.F32: 0x7f800000, ir.F64: 0x7ff0000000000000}[t]
}

// classify compares the code without the sign with that of infinity.
func classify(pred string) vectorRule {
	return func(m maker, op *ir.Operation) ([]*ir.Value, bool) {
		code, t, ok := m.bitsOf(op.Operands[0])
		if !ok {
			return nil, false
		}
		size := m.two("andi", code, m.constant(code.Type, signBit(t)-1))
		return []*ir.Value{m.compare(pred, size, m.constant(code.Type, infinity(t)))}, true
	}
}

// lowerIsNormal asks for an exponent between those of subnormal numbers and of
// infinity.
func lowerIsNormal(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	code, t, ok := m.bitsOf(op.Operands[0])
	if !ok {
		return nil, false
	}
	size := m.two("andi", code, m.constant(code.Type, signBit(t)-1))
	least := infinity(t) & -infinity(t) // the last bit of the exponent
	return []*ir.Value{m.compare("ult", m.two("subi", size, m.constant(code.Type, least)), m.constant(code.Type, infinity(t)-least))}, true
}

func lowerCopySign(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	a, t, ok := m.bitsOf(op.Operands[0])
	if !ok {
		return nil, false
	}
	b, _, _ := m.bitsOf(op.Operands[1])
	code := m.two("ori", m.two("andi", a, m.constant(a.Type, signBit(t)-1)), m.two("andi", b, m.constant(a.Type, signBit(t))))
	return []*ir.Value{m.retyped("bitcast", code, op.Results[0].Type)}, true
}

func lowerSinCos(m maker, op *ir.Operation) ([]*ir.Value, bool) {
	f := ir.NamedAttr{Name: "fastmath", Attr: op.Attr("fastmath")}
	return []*ir.Value{m.Op("math.sin", op.Operands, nil, f), m.Op("math.cos", op.Operands, nil, f)}, true
}
