package ir

import (
	"fmt"
)

// arithDialect is all of arith that LLVM 22 registers.
var arithDialect = Dialect{
	Name:  "arith",
	Ops:   onDemand(arithOps),
	Attrs: []DialectAttr{fastmathAttr, overflowAttr},
}

// fastmathAttr is #arith.fastmath<nnan,ninf>.
var fastmathAttr = DialectAttr{
	Name:  "fastmath",
	Words: []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"},
	Sep:   ",", None: "none", All: "fast",
}

// overflowAttr is #arith.overflow<nsw, nuw>.
var overflowAttr = DialectAttr{Name: "overflow", Words: []string{"nsw", "nuw"}, Sep: ", ", None: "none"}

// The attributes of arithmetic.
var (
	fastmath         = AttrDecl{Name: "fastmath", Kind: enumKind("arith", &fastmathAttr), Default: fastmathAttr.attr("arith", "none")}
	optionalFastmath = AttrDecl{Name: "fastmath", Kind: fastmath.Kind, Optional: true}
	overflow         = AttrDecl{Name: "overflowFlags", Kind: enumKind("arith", &overflowAttr), Default: overflowAttr.attr("arith", "none")}
	exact            = AttrDecl{Name: "isExact", Kind: unitKind, Optional: true}
	// roundingMode: 0 to nearest even, 1 down, 2 up, 3 toward zero, 4 to nearest, ties away.
	roundingMode = AttrDecl{Name: "roundingmode", Kind: intRange(I32, 0, 4), Optional: true}
)

// CmpIPredicates are the names of arith.cmpi's predicate, by number.
var CmpIPredicates = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}

// CmpFPredicates are the names of arith.cmpf's predicate, by number.
var CmpFPredicates = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
	"ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}

const pureElementwise = Pure | Elementwise

func arithOps() []OpDecl {
	indexOrMemRef := anyOf("signless-integer-like or memref of signless-integer", integerLike, memrefOf(integerOrIndex))
	bitcastable := anyOf("signless-integer-or-float-like or memref of signless-integer or float",
		integerFloatLike, memrefOf(anyOf("", signlessInteger, anyFloat)))
	return []OpDecl{
		{Name: "arith.constant", Results: []ValueDecl{{Name: "result", Type: anyType}},
			Attrs: []AttrDecl{{Name: "value", Kind: typedKind}}, Traits: Pure | Constant, Infer: inferConstant, Verify: verifyConstant},

		binaryOp("arith.addi", integerLike, Pure|Commutative, overflow),
		binaryOp("arith.subi", integerLike, Pure, overflow),
		binaryOp("arith.muli", integerLike, Pure|Commutative, overflow),
		binaryOp("arith.divui", integerLike, NoEffect, exact),
		binaryOp("arith.divsi", integerLike, NoEffect, exact),
		binaryOp("arith.ceildivui", integerLike, NoEffect),
		binaryOp("arith.ceildivsi", integerLike, NoEffect),
		binaryOp("arith.floordivsi", integerLike, Pure),
		binaryOp("arith.remui", integerLike, Pure),
		binaryOp("arith.remsi", integerLike, Pure),
		binaryOp("arith.andi", integerLike, Pure|Commutative),
		binaryOp("arith.ori", integerLike, Pure|Commutative),
		binaryOp("arith.xori", integerLike, Pure|Commutative),
		binaryOp("arith.shli", integerLike, Pure, overflow),
		binaryOp("arith.shrui", integerLike, Pure, exact),
		binaryOp("arith.shrsi", integerLike, Pure, exact),
		binaryOp("arith.maxsi", integerLike, Pure|Commutative),
		binaryOp("arith.maxui", integerLike, Pure|Commutative),
		binaryOp("arith.minsi", integerLike, Pure|Commutative),
		binaryOp("arith.minui", integerLike, Pure|Commutative),
		{Name: "arith.addui_extended", Operands: lhsRhs(integerLike),
			Results: []ValueDecl{{Name: "sum", Type: integerLike}, {Name: "overflow", Type: boolLike}},
			Traits:  pureElementwise | Commutative, Rules: []Rule{sameType("lhs", "rhs", "sum")}, Infer: inferAddExtended},
		mulExtended("arith.mulsi_extended"),
		mulExtended("arith.mului_extended"),

		unary("arith.negf", floatLike, fastmath),
		binaryOp("arith.addf", floatLike, Pure|Commutative, fastmath),
		binaryOp("arith.subf", floatLike, Pure, fastmath),
		binaryOp("arith.mulf", floatLike, Pure|Commutative, fastmath),
		binaryOp("arith.divf", floatLike, Pure, fastmath),
		binaryOp("arith.remf", floatLike, Pure, fastmath),
		binaryOp("arith.maximumf", floatLike, Pure|Commutative, fastmath),
		binaryOp("arith.minimumf", floatLike, Pure|Commutative, fastmath),
		binaryOp("arith.maxnumf", floatLike, Pure|Commutative, fastmath),
		binaryOp("arith.minnumf", floatLike, Pure|Commutative, fastmath),

		cast("arith.extui", fixedIntegerLike, fixedIntegerLike, verifyWider),
		cast("arith.extsi", fixedIntegerLike, fixedIntegerLike, verifyWider),
		cast("arith.trunci", fixedIntegerLike, fixedIntegerLike, verifyNarrower, overflow),
		cast("arith.extf", floatLike, floatLike, verifyWider, optionalFastmath),
		cast("arith.truncf", floatLike, floatLike, verifyNarrower, roundingMode, optionalFastmath),
		scaling("arith.scaling_extf", verifyWider, optionalFastmath),
		scaling("arith.scaling_truncf", verifyNarrower, roundingMode, optionalFastmath),
		cast("arith.uitofp", fixedIntegerLike, floatLike, nil),
		cast("arith.sitofp", fixedIntegerLike, floatLike, nil),
		cast("arith.fptoui", floatLike, fixedIntegerLike, nil),
		cast("arith.fptosi", floatLike, fixedIntegerLike, nil),
		cast("arith.index_cast", indexOrMemRef, indexOrMemRef, verifyIndexCast),
		cast("arith.index_castui", indexOrMemRef, indexOrMemRef, verifyIndexCast),
		cast("arith.bitcast", bitcastable, bitcastable, verifyBitcast),

		compare("arith.cmpi", integerLike, AttrDecl{Name: "predicate", Kind: predicateKind(CmpIPredicates)}),
		compare("arith.cmpf", floatLike, AttrDecl{Name: "predicate", Kind: predicateKind(CmpFPredicates)}, fastmath),
		{Name: "arith.select", Operands: []ValueDecl{{Name: "condition", Type: boolLike}, {Name: "true_value", Type: anyType}, {Name: "false_value", Type: anyType}},
			Results: []ValueDecl{{Name: "result", Type: anyType}}, Traits: pureElementwise,
			Rules: []Rule{sameType("true_value", "false_value", "result")},
			Infer: func(op *Operation) ([]Type, error) { return []Type{op.Operands[1].Type}, nil }, Verify: verifySelect},
	}
}

func lhsRhs(c *Constraint) []ValueDecl {
	return []ValueDecl{{Name: "lhs", Type: c}, {Name: "rhs", Type: c}}
}

// unary returns an elementwise operation of one operand.
func unary(name string, c *Constraint, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Operands: []ValueDecl{{Name: "operand", Type: c}}, Results: []ValueDecl{{Name: "result", Type: c}},
		Attrs: attrs, Traits: pureElementwise | SameTypes, Infer: inferSame}
}

// binary is an elementwise operation of two operands.
func binaryOp(name string, c *Constraint, traits Traits, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Operands: lhsRhs(c), Results: []ValueDecl{{Name: "result", Type: c}},
		Attrs: attrs, Traits: traits | Elementwise | SameTypes, Infer: inferSame}
}

func mulExtended(name string) OpDecl {
	return OpDecl{Name: name, Operands: lhsRhs(integerLike),
		Results: []ValueDecl{{Name: "low", Type: integerLike}, {Name: "high", Type: integerLike}},
		Traits:  pureElementwise | Commutative, Rules: []Rule{sameType("lhs", "rhs", "low", "high")},
		Infer: func(op *Operation) ([]Type, error) {
			return []Type{op.Operands[0].Type, op.Operands[0].Type}, nil
		}}
}

// cast returns an elementwise conversion.
func cast(name string, from, to *Constraint, verify func(*Operation) error, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Operands: []ValueDecl{{Name: "in", Type: from}}, Results: []ValueDecl{{Name: "out", Type: to}},
		Attrs: attrs, Traits: pureElementwise | SameShapes, Rules: []Rule{sameTensorDims("in", "out")}, Verify: verify}
}

func scaling(name string, verify func(*Operation) error, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Operands: []ValueDecl{{Name: "in", Type: floatLike}, {Name: "scale", Type: floatLike}},
		Results: []ValueDecl{{Name: "out", Type: floatLike}}, Attrs: attrs, Traits: pureElementwise,
		Rules: []Rule{sameShape("in", "out"), sameTensorDims("in", "out")}, Verify: verify}
}

func compare(name string, c *Constraint, attrs ...AttrDecl) OpDecl {
	return OpDecl{Name: name, Operands: lhsRhs(c), Results: []ValueDecl{{Name: "result", Type: boolLike}},
		Attrs: attrs, Traits: pureElementwise | SameOperandTypes, Rules: []Rule{boolShapeOf("result", "lhs")},
		Infer: func(op *Operation) ([]Type, error) {
			return []Type{WithElem(op.Operands[0].Type, I1)}, nil
		}}
}

// AttrType returns the type that an attribute carries, nil if none.
func AttrType(a Attr) Type {
	switch a := a.(type) {
	case *IntegerAttr:
		return a.Type
	case *FloatAttr:
		return a.Type
	case *DenseAttr:
		return a.Type
	case *StringAttr:
		return a.Type
	case *OpaqueAttr:
		return a.Type
	}
	return nil
}

var typedKind = &AttrKind{"attribute with a type", func(a Attr) bool { return AttrType(a) != nil },
	[]string{"1 : i32", "true", "-7 : index", "1.000000e-01 : f32", "-1.500000e+00 : f64", "dense<2> : vector<4xi8>", "dense<[1.000000e+00, 2.500000e+00]> : vector<2xf16>"}}

func inferConstant(op *Operation) ([]Type, error) { return []Type{AttrType(op.Attr("value"))}, nil }

func verifyConstant(op *Operation) error {
	t := op.Results[0].Type
	if it, ok := t.(IntegerType); ok && it.Sign() != Signless {
		return fmt.Errorf("result of an integer type must be signless, not %s", t)
	}
	switch op.Attr("value").(type) {
	case *IntegerAttr, *FloatAttr, *DenseAttr:
	default:
		return fmt.Errorf("value must be an integer, float, or elements attribute, not %s", op.Attr("value"))
	}
	if v, ok := t.(*VectorType); ok && v.Scalable != nil && !op.Attr("value").(*DenseAttr).Splat {
		return fmt.Errorf("a constant of scalable type %s must be a splat", t)
	}
	return nil
}

func inferAddExtended(op *Operation) ([]Type, error) {
	t := op.Operands[0].Type
	return []Type{t, WithElem(t, I1)}, nil
}

func castTypes(op *Operation) (from, to Type) {
	return ElemType(op.Operands[0].Type), ElemType(op.Results[0].Type)
}

func verifyWider(op *Operation) error {
	from, to := castTypes(op)
	a, _ := BitWidth(from)
	b, _ := BitWidth(to)
	if b <= a {
		return fmt.Errorf("result element type %s must be wider than operand element type %s", to, from)
	}
	return nil
}

func verifyNarrower(op *Operation) error {
	from, to := castTypes(op)
	a, _ := BitWidth(from)
	b, _ := BitWidth(to)
	if b >= a {
		return fmt.Errorf("result element type %s must be narrower than operand element type %s", to, from)
	}
	return nil
}

func verifyIndexCast(op *Operation) error {
	from, to := castTypes(op)
	if (from == Index) == (to == Index) {
		return fmt.Errorf("converts between index and an integer type, not %s to %s", op.Operands[0].Type, op.Results[0].Type)
	}
	return nil
}

func verifyBitcast(op *Operation) error {
	from, to := castTypes(op)
	a, _ := BitWidth(from)
	b, _ := BitWidth(to)
	if from == Index || to == Index || a != b {
		return fmt.Errorf("needs types of the same width, not %s and %s", from, to)
	}
	return nil
}

func verifySelect(op *Operation) error {
	cond, result := op.Operands[0].Type, op.Results[0].Type
	if cond == I1 || sameShapes(cond, result) && ElemType(cond) == I1 {
		if _, shaped := ShapeOf(result); cond == I1 || shaped {
			return nil
		}
	}
	return fmt.Errorf("condition must be i1 or have the shape of the result, not %s for %s", cond, result)
}
