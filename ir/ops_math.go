package ir

// mathDialect is all of math that LLVM 22 registers.
var mathDialect = Dialect{Name: "math", Ops: onDemand(mathOps)}

func mathOps() []OpDecl {
	var ops []OpDecl
	for _, name := range []string{
		"absf", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "erf", "erfc", "exp", "exp2",
		"expm1", "floor", "log", "log10", "log1p", "log2", "round", "roundeven", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
	} {
		ops = append(ops, unary("math."+name, floatLike, fastmath))
	}
	for _, name := range []string{"absi", "ctlz", "ctpop", "cttz"} {
		ops = append(ops, unary("math."+name, integerLike))
	}
	for _, name := range []string{"atan2", "copysign", "powf"} {
		ops = append(ops, binaryOp("math."+name, floatLike, Pure, fastmath))
	}
	for _, name := range []string{"isfinite", "isinf", "isnan", "isnormal"} {
		ops = append(ops, classify("math."+name))
	}
	return append(ops,
		binaryOp("math.ipowi", integerLike, Pure),
		ternary("math.fma", "a", "b", "c"),
		ternary("math.clampf", "value", "min", "max"),
		OpDecl{Name: "math.fpowi", Operands: []ValueDecl{{Name: "lhs", Type: floatLike}, {Name: "rhs", Type: integerLike}},
			Results: []ValueDecl{{Name: "result", Type: floatLike}}, Attrs: []AttrDecl{fastmath},
			Traits: pureElementwise | SameShapes, Rules: []Rule{sameType("lhs", "result")}, Infer: inferSame},
		OpDecl{Name: "math.sincos", Operands: []ValueDecl{{Name: "operand", Type: floatLike}},
			Results: []ValueDecl{{Name: "sin", Type: floatLike}, {Name: "cos", Type: floatLike}}, Attrs: []AttrDecl{fastmath},
			Traits: pureElementwise, Rules: []Rule{sameType("operand", "sin", "cos")},
			Infer: func(op *Operation) ([]Type, error) {
				return []Type{op.Operands[0].Type, op.Operands[0].Type}, nil
			}},
	)
}

// classify returns an elementwise question about a float.
func classify(name string) OpDecl {
	return OpDecl{Name: name, Operands: []ValueDecl{{Name: "operand", Type: floatLike}}, Results: []ValueDecl{{Name: "result", Type: boolLike}},
		Attrs: []AttrDecl{fastmath}, Traits: pureElementwise, Rules: []Rule{boolShapeOf("result", "operand")},
		Infer: func(op *Operation) ([]Type, error) {
			return []Type{WithElem(op.Operands[0].Type, I1)}, nil
		}}
}

// ternary returns an elementwise operation of three floats.
func ternary(name, a, b, c string) OpDecl {
	return OpDecl{Name: name, Operands: []ValueDecl{{Name: a, Type: floatLike}, {Name: b, Type: floatLike}, {Name: c, Type: floatLike}},
		Results: []ValueDecl{{Name: "result", Type: floatLike}}, Attrs: []AttrDecl{fastmath},
		Traits: pureElementwise | SameTypes, Infer: inferSame}
}
