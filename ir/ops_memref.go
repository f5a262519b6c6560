package ir

import "fmt"

// memrefDialect is memref without its DMA, reshapes to run-time shapes and
// nested allocation scopes.
var memrefDialect = Dialect{Name: "memref", Ops: onDemand(memrefOps)}

// AtomicKinds are the names of memref.atomic_rmw's kind, by number.
var AtomicKinds = []string{"addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu",
	"minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"}

// Attributes of accesses to memory.
var (
	alignment   = AttrDecl{Name: "alignment", Kind: powerOfTwoKind(I64, 1, 16, 64), Optional: true}
	nontemporal = AttrDecl{Name: "nontemporal", Kind: boolKind, Optional: true}
	// invariant promises that nothing writes the loaded memory.
	invariant = AttrDecl{Name: "invariant", Kind: boolKind, Optional: true, Newer: true}
)

// stridedMemRef is the memrefs whose layout is strides and an offset.
var stridedMemRef = &Constraint{"strided memref of any type", func(t Type) bool {
	m, ok := t.(*MemRefType)
	if !ok {
		return false
	}
	_, _, ok = m.Strides()
	return ok
}}

func memrefOps() []OpDecl {
	anyRank := anyMemRefOf(anyType)
	number := anyOf("signless integer or floating-point", signlessInteger, anyFloat)
	mem := func(e Effect) ValueDecl { return ValueDecl{Name: "memref", Type: anyMemRef, Effect: e} }
	at := ValueDecl{Name: "indices", Type: indexType, Count: Variadic}
	staticMemRef := &Constraint{"memref with static sizes", func(t Type) bool {
		s, ok := ShapeOf(t)
		return anyMemRef.Has(t) && ok && s.Static()
	}}
	withSizes := &Constraint{"unranked memref or memref of rank 1 or more", func(t Type) bool {
		m, ok := t.(*MemRefType)
		return ok && (m.Unranked || len(m.Shape) > 0)
	}}
	slice := []ValueDecl{{Name: "source", Type: anyMemRef}, {Name: "offsets", Type: indexType, Count: Variadic},
		{Name: "sizes", Type: indexType, Count: Variadic}, {Name: "strides", Type: indexType, Count: Variadic}}
	recast := append([]ValueDecl{{Name: "source", Type: anyRank}}, slice[1:]...)
	static := []AttrDecl{{Name: "static_offsets", Kind: denseArrayKind(I64)}, {Name: "static_sizes", Kind: denseArrayKind(I64)},
		{Name: "static_strides", Kind: denseArrayKind(I64)}}
	groups := AttrDecl{Name: "reassociation", Kind: arrayOf(arrayOf(intKind(I64)))}
	return []OpDecl{
		allocation("memref.alloc", nil),
		allocation("memref.alloca", verifyAllocaPlace),
		{Name: "memref.dealloc", Operands: []ValueDecl{{Name: "memref", Type: anyRank, Effect: Free}}},
		{Name: "memref.global", Attrs: []AttrDecl{{Name: "sym_name", Kind: stringKind}, {Name: "sym_visibility", Kind: stringKind, Optional: true},
			{Name: "type", Kind: memrefTypeKind}, {Name: "initial_value", Kind: anyKind, Optional: true},
			{Name: "constant", Kind: unitKind, Optional: true}, alignment}, Traits: IsSymbol, Verify: verifyGlobal},
		{Name: "memref.get_global", Results: []ValueDecl{{Name: "result", Type: staticMemRef}},
			Attrs: []AttrDecl{{Name: "name", Kind: flatSymbolKind}}, Traits: Pure, Verify: verifyGetGlobal},

		{Name: "memref.load", Operands: []ValueDecl{mem(Read), at}, Results: []ValueDecl{{Name: "result", Type: anyType}},
			Attrs: []AttrDecl{nontemporal, alignment, invariant}, Infer: inferElem, Verify: verifyAccess},
		{Name: "memref.store", Operands: []ValueDecl{{Name: "value", Type: anyType}, mem(Write), at},
			Attrs: []AttrDecl{nontemporal, alignment}, Rules: []Rule{elemTypeIs("value", "memref")}, Verify: verifyAccess},
		{Name: "memref.atomic_rmw", Operands: []ValueDecl{{Name: "value", Type: number},
			{Name: "memref", Type: memrefOf(number), Effect: Read | Write}, at},
			Results: []ValueDecl{{Name: "result", Type: number}}, Attrs: []AttrDecl{{Name: "kind", Kind: predicateKind(AtomicKinds)}},
			Rules: []Rule{elemTypeIs("value", "memref")}, Infer: inferSame, Verify: verifyAtomic},
		{Name: "memref.copy", Operands: []ValueDecl{{Name: "source", Type: anyRank, Effect: Read}, {Name: "target", Type: anyRank, Effect: Write}},
			Rules: []Rule{sameElem("source", "target"), sameShape("source", "target")}},

		{Name: "memref.dim", Operands: []ValueDecl{{Name: "source", Type: withSizes}, {Name: "index", Type: indexType}},
			Results: []ValueDecl{{Name: "result", Type: indexType}}, Traits: NoEffect, Infer: inferIndex},
		{Name: "memref.extract_strided_metadata", Operands: []ValueDecl{{Name: "source", Type: stridedMemRef}},
			Results: []ValueDecl{{Name: "base_buffer", Type: anyMemRef}, {Name: "offset", Type: indexType},
				{Name: "sizes", Type: indexType, Count: Variadic}, {Name: "strides", Type: indexType, Count: Variadic}},
			Traits: Pure, Infer: inferMetadata},
		{Name: "memref.extract_aligned_pointer_as_index", Operands: []ValueDecl{{Name: "source", Type: anyRank}},
			Results: []ValueDecl{{Name: "aligned_pointer", Type: indexType}}, Traits: Pure, Infer: inferIndex},
		{Name: "memref.assume_alignment", Operands: []ValueDecl{mem(0)}, Results: []ValueDecl{{Name: "result", Type: anyMemRef}},
			Attrs: []AttrDecl{{Name: "alignment", Kind: powerOfTwoKind(I32, 1, 16)}}, Traits: Pure | SameTypes, Infer: inferSame},

		{Name: "memref.cast", Operands: []ValueDecl{{Name: "source", Type: anyRank}}, Results: []ValueDecl{{Name: "dest", Type: anyRank}},
			Traits: Pure, Verify: verifyMemRefCast},
		{Name: "memref.memory_space_cast", Operands: []ValueDecl{{Name: "source", Type: anyRank}}, Results: []ValueDecl{{Name: "dest", Type: anyRank}},
			Traits: Pure, Verify: verifySpaceCast},
		{Name: "memref.view", Operands: append([]ValueDecl{{Name: "source", Type: memrefOfRank(oneOf(I8), 1)}, {Name: "byte_shift", Type: indexType}}, indices("sizes")...),
			Results: []ValueDecl{{Name: "result", Type: anyMemRef}}, Traits: Pure, Verify: verifyView},
		{Name: "memref.subview", Operands: slice, Results: []ValueDecl{{Name: "result", Type: anyMemRef}}, Attrs: static, Traits: Pure, Verify: verifySubview},
		{Name: "memref.reinterpret_cast", Operands: recast, Results: []ValueDecl{{Name: "result", Type: stridedMemRef}},
			Attrs: static, Traits: Pure, Verify: verifyReinterpret},
		{Name: "memref.collapse_shape", Operands: []ValueDecl{{Name: "src", Type: stridedMemRef}}, Results: []ValueDecl{{Name: "result", Type: stridedMemRef}},
			Attrs: []AttrDecl{groups}, Traits: Pure, Verify: verifyCollapse},
		{Name: "memref.expand_shape", Operands: append([]ValueDecl{{Name: "src", Type: stridedMemRef}}, indices("output_shape")...),
			Results: []ValueDecl{{Name: "result", Type: stridedMemRef}},
			Attrs:   []AttrDecl{groups, {Name: "static_output_shape", Kind: denseArrayKind(I64)}}, Traits: Pure, Verify: verifyExpand},
	}
}

var memrefTypeKind = &AttrKind{Text: "type attribute of memref type", Has: func(a Attr) bool {
	t, ok := a.(*TypeAttr)
	return ok && anyMemRef.Has(t.Type)
}, Samples: []string{"memref<4xf32>", "memref<2x3xi32, 3>"}}

// allocation is alloc or alloca; place checks its position.
func allocation(name string, place func(*Operation) error) OpDecl {
	return OpDecl{Name: name, Operands: append(indices("dynamicSizes"), indices("symbolOperands")...),
		Results: []ValueDecl{{Name: "memref", Type: anyMemRef, Effect: Alloc}}, Attrs: []AttrDecl{alignment},
		Verify: func(op *Operation) error {
			if place != nil {
				if err := place(op); err != nil {
					return err
				}
			}
			return verifyAlloc(op)
		}}
}

func verifyAlloc(op *Operation) error {
	t := op.Results[0].Type.(*MemRefType)
	if err := checkSizes(op, "dynamicSizes", t); err != nil {
		return err
	}
	if got, want := len(op.OperandGroup("symbolOperands")), layoutSymbols(t.Layout); got != want {
		return fmt.Errorf("the layout of %s has %d symbols, but there are %d operands for them", t, want, got)
	}
	return nil
}

// checkSizes: there is an operand for every dynamic size of the type.
func checkSizes(op *Operation, group string, t *MemRefType) error {
	want := 0
	for _, d := range t.Shape {
		if d == Dynamic {
			want++
		}
	}
	if got := len(op.OperandGroup(group)); got != want {
		return fmt.Errorf("%s has %d dynamic sizes, but there are %d operands for them", t, want, got)
	}
	return nil
}

// layoutSymbols returns the number of values that the layout leaves open.
func layoutSymbols(layout Attr) int {
	n := 0
	switch l := layout.(type) {
	case *AffineMapAttr:
		return l.Map.Syms
	case *StridedAttr:
		for _, s := range append([]int64{l.Offset}, l.Strides...) {
			if s == Dynamic {
				n++
			}
		}
	}
	return n
}

func verifyAllocaPlace(op *Operation) error {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Decl.Is(AllocaScope) {
			return nil
		}
	}
	return fmt.Errorf("must be inside a function or loop, which frees it")
}

func verifyGlobal(op *Operation) error {
	t := op.Attr("type").(*TypeAttr).Type.(*MemRefType)
	if !t.Shape.Static() {
		return fmt.Errorf("type must be a memref with static sizes, not %s", t)
	}
	switch v := op.Attr("initial_value").(type) {
	case nil, UnitAttr:
	case *DenseAttr:
		tensor, ok := v.Type.(*TensorType)
		if !ok || !tensor.Shape.Equal(t.Shape) || !SameType(tensor.Elem, t.Elem) {
			return fmt.Errorf("initial_value must be a tensor with the shape and element type of %s, not %s", t, v.Type)
		}
	default:
		return fmt.Errorf("initial_value must be unit or dense<...>, not %s", v)
	}
	return nil
}

func verifyGetGlobal(op *Operation) error {
	ref := op.Attr("name").(*SymbolRefAttr)
	g := Lookup(op, ref)
	if g == nil || g.Name() != "memref.global" {
		return fmt.Errorf("%s is not a memref.global", ref)
	}
	if t, ok := g.Attr("type").(*TypeAttr); !ok || !SameType(t.Type, op.Results[0].Type) {
		return fmt.Errorf("the result must be of the type of global %s, not %s", ref, op.Results[0].Type)
	}
	return nil
}

// checkRank: there is an index for every dimension.
func checkRank(op *Operation, memref, group string) error {
	t := op.Operand(memref).Type
	s, _ := ShapeOf(t)
	if got := len(op.OperandGroup(group)); got != len(s) {
		return fmt.Errorf("needs %d indices for %s, not %d", len(s), t, got)
	}
	return nil
}

func verifyAccess(op *Operation) error { return checkRank(op, "memref", "indices") }

func verifyAtomic(op *Operation) error {
	if err := verifyAccess(op); err != nil {
		return err
	}
	kind, t := AtomicKinds[op.IntAttr("kind")], op.Operands[0].Type
	switch kind {
	case "addf", "maximumf", "minimumf", "mulf":
		if !anyFloat.Has(t) {
			return fmt.Errorf("%s needs a floating-point type, not %s", kind, t)
		}
	case "addi", "andi", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori":
		if !anyInteger.Has(t) {
			return fmt.Errorf("%s needs an integer type, not %s", kind, t)
		}
	}
	return nil
}

func inferMetadata(op *Operation) ([]Type, error) {
	t := op.Operands[0].Type.(*MemRefType)
	types := []Type{MemRef(t.Elem, nil, nil, t.Space), Index}
	for range 2 * len(t.Shape) {
		types = append(types, Index)
	}
	return types, nil
}
