package opt

import (
	"heddle/ir"
)

// Simplification of comparisons, selects and changes of width.

var swapped = map[string]string{"eq": "eq", "ne": "ne", "slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle",
	"ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule"}

// reflexive are the predicates that hold for two equal numbers.
var reflexive = map[string]bool{"eq": true, "sle": true, "sge": true, "ule": true, "uge": true}

func simpleCompare(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	pred := ir.CmpIPredicates[op.IntAttr("predicate")]
	t := op.Results[0].Type
	if a == b {
		return m.constant(t, truth(reflexive[pred]))
	}
	if isConstant(a) && !isConstant(b) {
		return m.compare(swapped[pred], b, a)
	}
	c, ok := splatOf(b)
	if !ok {
		return nil
	}
	// Numbers that are not negative are compared as unsigned ones.
	if pred[0] == 's' && s.Range(a).NonNegative() && s.Range(b).NonNegative() {
		return m.compare("u"+pred[1:], a, b)
	}
	equality := pred == "eq" || pred == "ne"
	switch {
	case equality && ir.ElemType(a.Type) == ir.I1:
		if (c == 1) == (pred == "eq") {
			return a
		}
		return m.two("xori", a, m.integer(a.Type, -1))
	case equality && c == 0 && defined(a, "arith.extui") != nil && ir.ElemType(a.Op.Operands[0].Type) == ir.I1:
		if pred == "ne" {
			return a.Op.Operands[0]
		}
		return m.two("xori", a.Op.Operands[0], m.integer(t, -1))
	case defined(a, "arith.select") != nil && ir.SameType(a.Op.Operands[0].Type, t):
		return m.compareChoice(a.Op, pred, c, t)
	case pred == "ult" && c == 1:
		return m.compare("eq", a, m.integer(a.Type, 0))
	case pred == "ugt" && c == 0:
		return m.compare("ne", a, b)
	}
	return nil
}

// compareChoice compares one of two constants with another.
func (m maker) compareChoice(choice *ir.Operation, pred string, c uint64, t ir.Type) *ir.Value {
	x, ok1 := splatOf(choice.Operands[1])
	y, ok2 := splatOf(choice.Operands[2])
	if !ok1 || !ok2 {
		return nil
	}
	w := widthOf(ir.ElemType(choice.Results[0].Type))
	yes, no := compareInts(pred, w, x, c), compareInts(pred, w, y, c)
	switch {
	case yes == no:
		return m.constant(t, truth(yes))
	case yes:
		return choice.Operands[0]
	}
	return m.two("xori", choice.Operands[0], m.integer(t, -1))
}

func simpleSelect(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	c, a, b := op.Operands[0], op.Operands[1], op.Operands[2]
	if a == b {
		return a
	}
	if k, ok := splatOf(c); ok {
		if k == 1 {
			return a
		}
		return b
	}
	// Not of the condition.
	if in := defined(c, "arith.xori"); in != nil && isCode(in.Operands[1], -1) {
		return m.choose(in.Operands[0], b, a)
	}
	if ir.SameType(c.Type, op.Results[0].Type) {
		x, ok1 := splatOf(a)
		y, ok2 := splatOf(b)
		switch {
		case ok1 && ok2 && x == 1 && y == 0:
			return c
		case ok1 && ok2 && x == 0 && y == 1:
			return m.two("xori", c, m.integer(c.Type, -1))
		}
	}
	return nil
}

// retyped inserts a cast to type t.
func (m maker) retyped(name string, v *ir.Value, t ir.Type) *ir.Value {
	return m.Op("arith."+name, []*ir.Value{v}, []ir.Type{t})
}

// fits reports whether the low w bits of a value are all of it: its zero-extension,
// or with sign its sign-extension.
func (s *simplifier) fits(v *ir.Value, w int, sign bool) bool {
	r := s.Range(v)
	if !isInteger(v.Type) || widthOf(ir.ElemType(v.Type)) > 64 {
		return false
	}
	if sign {
		return r.SMin >= -1<<(w-1) && r.SMax <= 1<<(w-1)-1
	}
	return r.UMax <= lowMask(w)
}

func simpleExtend(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	v, t := op.Operands[0], op.Results[0].Type
	sign := op.Name() == "arith.extsi"
	if sign && isInteger(v.Type) && widthOf(ir.ElemType(v.Type)) <= 64 && s.Range(v).NonNegative() {
		return m.retyped("extui", v, t)
	}
	in := v.Op
	if in == nil {
		return nil
	}
	switch in.Name() {
	case "arith.extui":
		return m.retyped("extui", in.Operands[0], t)
	case "arith.extsi":
		if sign {
			return m.retyped("extsi", in.Operands[0], t)
		}
	case "arith.trunci":
		x := in.Operands[0]
		narrow := widthOf(ir.ElemType(v.Type))
		if !ir.SameType(x.Type, t) {
			return nil
		}
		if s.fits(x, narrow, sign) {
			return x
		}
		if !sign && widthOf(ir.ElemType(t)) <= 64 {
			return m.two("andi", x, m.constant(t, lowMask(narrow)))
		}
	}
	return nil
}

func simpleTruncate(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	v, t := op.Operands[0], op.Results[0].Type
	in := v.Op
	if in == nil {
		return nil
	}
	to := widthOf(ir.ElemType(t))
	switch in.Name() {
	case "arith.trunci":
		return m.retyped("trunci", in.Operands[0], t)
	case "arith.extui", "arith.extsi":
		x := in.Operands[0]
		switch w := widthOf(ir.ElemType(x.Type)); {
		case w == to:
			return x
		case w > to:
			return m.retyped("trunci", x, t)
		}
		return m.Op(in.Name(), []*ir.Value{x}, []ir.Type{t})
	case "arith.index_cast", "arith.index_castui":
		if ir.ElemType(in.Operands[0].Type) == ir.Index && to <= 64 {
			return m.retyped("index_cast", in.Operands[0], t)
		}
	}
	return nil
}

func simpleIndexCast(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	v, t := op.Operands[0], op.Results[0].Type
	if _, memref := v.Type.(*ir.MemRefType); memref {
		return nil
	}
	from, to := widthOf(ir.ElemType(v.Type)), widthOf(ir.ElemType(t))
	sign := op.Name() == "arith.index_cast"
	toIndex := ir.ElemType(t) == ir.Index
	if from > 64 || to > 64 {
		return nil
	}
	// The extension of what is not negative is that with zeros; other casts have only one form.
	if sign && to > from && s.Range(v).NonNegative() {
		return m.retyped("index_castui", v, t)
	}
	if !sign && to <= from {
		return m.retyped("index_cast", v, t)
	}
	in := v.Op
	if in == nil {
		return nil
	}
	switch in.Name() {
	case "arith.index_cast", "arith.index_castui":
		x := in.Operands[0]
		if !ir.SameType(x.Type, t) {
			return nil
		}
		if !toIndex { // iN, index, iN
			return x
		}
		if from == 64 || s.fits(x, from, sign) {
			return x
		}
	case "arith.extsi", "arith.extui":
		if toIndex && (in.Name() == "arith.extui" || sign) {
			name := "index_cast"
			if in.Name() == "arith.extui" {
				name = "index_castui"
			}
			return m.retyped(name, in.Operands[0], t)
		}
	}
	return nil
}

func simpleBitcast(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	v, t := op.Operands[0], op.Results[0].Type
	if ir.SameType(v.Type, t) {
		return v
	}
	if in := defined(v, "arith.bitcast"); in != nil {
		if _, memref := t.(*ir.MemRefType); !memref {
			return m.retyped("bitcast", in.Operands[0], t)
		}
	}
	return nil
}
