package ir

import "fmt"

// affineDialect is affine without its parallel loops and DMA.
var affineDialect = Dialect{Name: "affine", Ops: onDemand(affineTable)}

// disjointKind is a flag that MLIR prints where it is not set, too.
var disjointKind = &AttrKind{Text: "unit attribute or bool", Has: func(a Attr) bool {
	_, unit := a.(UnitAttr)
	return unit || boolKind.Has(a)
}, Samples: []string{"unit", "false"}}

func affineTable() []OpDecl {
	mapAttr := []AttrDecl{{Name: "map", Kind: affineMapKind}}
	basis := AttrDecl{Name: "static_basis", Kind: denseArrayKind(I64)}
	subscripts := ValueDecl{Name: "indices", Type: indexType, Count: Variadic}
	return []OpDecl{
		{Name: "affine.apply", Operands: indices("mapOperands"), Results: []ValueDecl{{Name: "result", Type: indexType}},
			Attrs: mapAttr, Traits: Pure, Infer: inferIndex, Verify: verifyApply},
		{Name: "affine.min", Operands: indices("operands"), Results: []ValueDecl{{Name: "result", Type: indexType}},
			Attrs: mapAttr, Traits: Pure, Infer: inferIndex, Verify: verifyMinMax},
		{Name: "affine.max", Operands: indices("operands"), Results: []ValueDecl{{Name: "result", Type: indexType}},
			Attrs: mapAttr, Traits: Pure, Infer: inferIndex, Verify: verifyMinMax},
		{Name: "affine.delinearize_index", Operands: append([]ValueDecl{{Name: "linear_index", Type: indexType}}, indices("dynamic_basis")...),
			Results: indices("multi_index"), Attrs: []AttrDecl{basis}, Traits: Pure, Verify: verifyDelinearize},
		{Name: "affine.linearize_index", Operands: append(indices("multi_index"), indices("dynamic_basis")...),
			Results: []ValueDecl{{Name: "linear_index", Type: indexType}},
			Attrs:   []AttrDecl{basis, {Name: "disjoint", Kind: disjointKind, Default: Bool(false)}},
			Traits:  Pure, Infer: inferIndex, Verify: verifyLinearize},

		{Name: "affine.for", Operands: []ValueDecl{{Name: "lowerBoundOperands", Type: indexType, Count: Variadic},
			{Name: "upperBoundOperands", Type: indexType, Count: Variadic}, {Name: "inits", Type: anyType, Count: Variadic}},
			Results: []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Attrs: []AttrDecl{{Name: "lowerBoundMap", Kind: affineMapKind}, {Name: "upperBoundMap", Kind: affineMapKind},
				{Name: "step", Kind: intKind(Index, 1, 4)}},
			Regions: []RegionDecl{{Name: "region", Blocks: OneBlock, Args: -1}},
			Traits:  BodyEffects | AllocaScope, Verify: verifyAffineFor, VerifyBody: verifyAffineYields},
		{Name: "affine.if", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}},
			Results: []ValueDecl{{Name: "results", Type: anyType, Count: Variadic}},
			Attrs:   []AttrDecl{{Name: "condition", Kind: setKind}},
			Regions: []RegionDecl{{Name: "thenRegion", Blocks: OneBlock}, {Name: "elseRegion", Blocks: AtMostOneBlock}},
			Traits:  BodyEffects, Verify: verifyAffineIf, VerifyBody: verifyAffineYields},
		{Name: "affine.yield", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}},
			Traits: Terminator | Pure | Return, Parents: []string{"affine.for", "affine.if"}},

		{Name: "affine.load", Operands: []ValueDecl{{Name: "memref", Type: anyMemRef, Effect: Read}, subscripts},
			Results: []ValueDecl{{Name: "result", Type: anyType}}, Attrs: mapAttr,
			Infer: inferElem, Verify: verifyAffineAccess},
		{Name: "affine.store", Operands: []ValueDecl{{Name: "value", Type: anyType}, {Name: "memref", Type: anyMemRef, Effect: Write}, subscripts},
			Attrs: mapAttr, Rules: []Rule{elemTypeIs("value", "memref")}, Verify: verifyAffineAccess},
	}
}

// indices returns a row for any number of indices.
func indices(name string) []ValueDecl {
	return []ValueDecl{{Name: name, Type: indexType, Count: Variadic}}
}

// inferElem infers one result of the element type of the first operand.
func inferElem(op *Operation) ([]Type, error) { return []Type{ElemType(op.Operands[0].Type)}, nil }

// checkMapOperands checks the number of operands of a map or set.
func checkMapOperands(what string, dims, syms, n int) error {
	if n != dims+syms {
		return fmt.Errorf("%s has %d dimensions and %d symbols, but there are %d operands for them", what, dims, syms, n)
	}
	return nil
}

// checkSpace checks the operands of a map or set: dimensions, then symbols.
func checkSpace(op *Operation, what string, dims, syms int, vs []*Value) error {
	if err := checkMapOperands(what, dims, syms, len(vs)); err != nil {
		return err
	}
	c := newSymbolCheck(op)
	for i, v := range vs {
		switch {
		case i < dims && !c.dim(v):
			return fmt.Errorf("operand %d of %s cannot be used as a dimension: it is no loop counter and not computed from such", i, what)
		case i >= dims && !c.symbol(v):
			return fmt.Errorf("operand %d of %s cannot be used as a symbol: it changes within the function", i, what)
		}
	}
	return nil
}

// checkSymbols checks the operands of a map that is evaluated in place: a dimension must not be
// used as a symbol.
func checkSymbols(op *Operation, m *AffineMap, vs []*Value) error {
	if err := checkMapOperands("the map", m.Dims, m.Syms, len(vs)); err != nil {
		return err
	}
	c := newSymbolCheck(op)
	for i, v := range vs[m.Dims:] {
		if c.dim(v) && !c.symbol(v) {
			return fmt.Errorf("operand %d, a dimension, cannot be used as a symbol", m.Dims+i)
		}
	}
	return nil
}

func (op *Operation) mapAttr(name string) *AffineMap { return op.Attr(name).(*AffineMapAttr).Map }

func verifyApply(op *Operation) error {
	m := op.mapAttr("map")
	if err := checkSymbols(op, m, op.Operands); err != nil {
		return err
	}
	if len(m.Results) != 1 {
		return fmt.Errorf("the map must give one value, not %d", len(m.Results))
	}
	return nil
}

func verifyMinMax(op *Operation) error {
	m := op.mapAttr("map")
	if len(m.Results) == 0 {
		return fmt.Errorf("the map must give at least one value")
	}
	return checkMapOperands("the map", m.Dims, m.Syms, len(op.Operands))
}

// verifyBasis: there are as many indices as sizes, or one more.
func verifyBasis(op *Operation, n int) error {
	basis := op.Ints("static_basis")
	if err := checkDynamic(op, "static_basis", "dynamic_basis"); err != nil {
		return err
	}
	if n != len(basis) && n != len(basis)+1 {
		return fmt.Errorf("a basis of %d sizes has %d indices, or one more; not %d", len(basis), len(basis), n)
	}
	return nil
}

func verifyDelinearize(op *Operation) error {
	for _, b := range op.Ints("static_basis") {
		if b != Dynamic && b <= 0 {
			return fmt.Errorf("size %d of the basis must be positive", b)
		}
	}
	return verifyBasis(op, len(op.Results))
}

func verifyLinearize(op *Operation) error {
	return verifyBasis(op, len(op.OperandGroup("multi_index")))
}

func verifyAffineFor(op *Operation) error {
	inits, args := op.OperandGroup("inits"), op.Regions[0].Entry().Args
	if len(args) == 0 || args[0].Type != Index {
		return fmt.Errorf("the body's first argument, the loop counter, must be an index")
	}
	if err := sameTypes("the arguments of the body after the loop counter", args[1:], "the initial values", inits); err != nil {
		return err
	}
	if err := sameTypes("the results", op.Results, "the initial values", inits); err != nil {
		return err
	}
	for _, b := range []string{"lower", "upper"} {
		m := op.mapAttr(b + "BoundMap")
		if len(m.Results) == 0 {
			return fmt.Errorf("the map of the %s bound must give at least one value", b)
		}
		if err := checkSpace(op, "the "+b+" bound", m.Dims, m.Syms, op.OperandGroup(b+"BoundOperands")); err != nil {
			return err
		}
	}
	return nil
}

func verifyAffineIf(op *Operation) error {
	s := op.Attr("condition").(*IntegerSetAttr).Set
	if len(op.Results) > 0 && op.Regions[1].Entry() == nil {
		return fmt.Errorf("needs an else region, since it has results")
	}
	return checkSpace(op, "the condition", s.Dims, s.Syms, op.Operands)
}

// verifyAffineYields: what the regions yield are the results.
func verifyAffineYields(op *Operation) error {
	for _, r := range op.Regions {
		if r.Entry() == nil {
			continue
		}
		y, err := terminatorOf(r, "affine.yield")
		if err != nil {
			return err
		}
		if err := sameTypes("what the region yields", y.Operands, "the results", op.Results); err != nil {
			return err
		}
	}
	return nil
}

func verifyAffineAccess(op *Operation) error {
	mem, m, at := op.Operand("memref").Type.(*MemRefType), op.mapAttr("map"), op.OperandGroup("indices")
	if len(m.Results) != len(mem.Shape) {
		return fmt.Errorf("the map gives %d subscripts, but the memref has rank %d", len(m.Results), len(mem.Shape))
	}
	return checkSpace(op, "the map", m.Dims, m.Syms, at)
}
