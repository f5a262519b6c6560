package ir

var cfDialect = Dialect{Name: "cf", Ops: onDemand(cfOps)}

func cfOps() []OpDecl {
	return []OpDecl{
		{Name: "cf.assert", Operands: []ValueDecl{{Name: "arg", Type: oneOf(I1)}}, Attrs: []AttrDecl{{Name: "msg", Kind: stringKind}}},
		{Name: "cf.br", Operands: []ValueDecl{{Name: "destOperands", Type: anyType, Count: Variadic}},
			Successors: []SuccessorDecl{{"dest", "destOperands"}}, Traits: Pure | Terminator},
		{Name: "cf.cond_br", Operands: []ValueDecl{
			{Name: "condition", Type: oneOf(I1)},
			{Name: "trueDestOperands", Type: anyType, Count: Variadic},
			{Name: "falseDestOperands", Type: anyType, Count: Variadic}},
			Attrs:      []AttrDecl{{Name: "branch_weights", Kind: denseArrayKind(I32, "array<i32: 1, 2>"), Optional: true}},
			Successors: []SuccessorDecl{{"trueDest", "trueDestOperands"}, {"falseDest", "falseDestOperands"}},
			Traits:     Pure | Terminator, Verify: verifyWeights},
	}
}

func verifyWeights(op *Operation) error {
	if w := op.Ints("branch_weights"); op.Attr("branch_weights") != nil && len(w) != 2 {
		return &OpError{Msg: "branch_weights needs 2 numbers"}
	}
	return nil
}
