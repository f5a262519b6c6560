package ir

// vectorDialect is vector without contractions and scans.
var vectorDialect = Dialect{Name: "vector", Ops: onDemand(vectorOps), Attrs: []DialectAttr{combiningKind}}

// combiningKind is #vector.kind<add>.
var combiningKind = DialectAttr{Name: "kind", Words: allReduceAttr.Words}

// The sets of vectors.
var (
	anyVector   = vectorOf(anyType)
	someVector  = nonZeroRank(anyType) // not of rank 0
	fixedAny    = fixedOf(anyType)
	someMask    = nonZeroRank(oneOf(I1))
	floatVector = vectorOf(anyFloat)
)

func nonZeroRank(elem *Constraint) *Constraint {
	return &Constraint{"vector of rank 1 or more of " + elem.Text, func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && len(v.Shape) > 0 && elem.Has(v.Elem)
	}}
}

// fixedOf returns the vectors of any rank without scalable dimensions.
func fixedOf(elem *Constraint) *Constraint {
	return &Constraint{"fixed-length vector of " + elem.Text, func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && v.Scalable == nil && elem.Has(v.Elem)
	}}
}

// rankedShaped is the memrefs and tensors of known rank.
var rankedShaped = &Constraint{"memref or ranked tensor of any type", func(t Type) bool {
	_, ok := ShapeOf(t)
	_, vector := t.(*VectorType)
	return ok && !vector
}}

func vectorOps() []OpDecl {
	at := ValueDecl{Name: "indices", Type: indexType, Count: Variadic}
	mask := ValueDecl{Name: "mask", Type: someMask}
	passThru := ValueDecl{Name: "pass_thru", Type: someVector}
	base := func(c *Constraint, e Effect) ValueDecl { return ValueDecl{Name: "base", Type: c, Effect: e} }
	result := func(c *Constraint) []ValueDecl { return []ValueDecl{{Name: "result", Type: c}} }
	position := []AttrDecl{{Name: "static_position", Kind: denseArrayKind(I64)}}
	dynamicPosition := ValueDecl{Name: "dynamic_position", Type: indexType, Count: Variadic}
	transfer := []AttrDecl{{Name: "permutation_map", Kind: affineMapKind}, {Name: "in_bounds", Kind: arrayOf(boolKind)}}
	optionalMask := ValueDecl{Name: "mask", Type: someMask, Count: Optional}
	kind := AttrDecl{Name: "kind", Kind: enumKind("vector", &combiningKind)}
	ints := func(name string) AttrDecl {
		return AttrDecl{Name: name, Kind: arrayOf(intKind(I64), "[0]", "[1]", "[0, 0]", "[1, 1]")}
	}
	return []OpDecl{
		{Name: "vector.load", Operands: []ValueDecl{base(anyMemRef, Read), at}, Results: result(anyVector),
			Attrs: []AttrDecl{nontemporal, alignment}, Verify: verifyVectorAccess},
		{Name: "vector.store", Operands: []ValueDecl{{Name: "valueToStore", Type: anyVector}, base(anyMemRef, Write), at},
			Attrs: []AttrDecl{nontemporal, alignment}, Verify: verifyVectorAccess},
		{Name: "vector.maskedload", Operands: []ValueDecl{base(anyMemRef, Read), at, mask, passThru}, Results: result(someVector),
			Attrs: []AttrDecl{alignment}, Rules: []Rule{sameType("pass_thru", "result"), sameShape("mask", "result"), sameElem("base", "result")},
			Infer: inferLast, Verify: verifyMasked},
		{Name: "vector.maskedstore", Operands: []ValueDecl{base(anyMemRef, Write), at, mask, {Name: "valueToStore", Type: someVector}},
			Attrs: []AttrDecl{alignment}, Rules: []Rule{sameShape("mask", "valueToStore"), sameElem("base", "valueToStore")}, Verify: verifyMasked},
		{Name: "vector.gather", Operands: []ValueDecl{base(rankedShaped, Read), {Name: "offsets", Type: indexType, Count: Variadic},
			{Name: "indices", Type: nonZeroRank(anyOf("", anyInteger, indexType))}, mask, passThru}, Results: result(someVector),
			Attrs: []AttrDecl{alignment},
			Rules: []Rule{sameType("pass_thru", "result"), sameShape("indices", "result"), sameShape("mask", "result"), sameElem("base", "result")},
			Infer: inferLast, Verify: verifyGather},
		{Name: "vector.scatter", Operands: []ValueDecl{base(anyMemRef, Write), {Name: "offsets", Type: indexType, Count: Variadic},
			{Name: "indices", Type: nonZeroRank(anyOf("", anyInteger, indexType))}, mask, {Name: "valueToStore", Type: someVector}},
			Attrs: []AttrDecl{alignment},
			Rules: []Rule{sameShape("indices", "valueToStore"), sameShape("mask", "valueToStore"), sameElem("base", "valueToStore")}, Verify: verifyGather},
		{Name: "vector.transfer_read", Operands: []ValueDecl{base(rankedShaped, Read), at, {Name: "padding", Type: anyType}, optionalMask},
			Results: []ValueDecl{{Name: "vector", Type: anyVector}}, Attrs: transfer, Traits: Segments,
			Rules: []Rule{elemTypeIs("padding", "base")}, Verify: verifyTransferRead},
		{Name: "vector.transfer_write", Operands: []ValueDecl{{Name: "valueToStore", Type: anyVector}, base(rankedShaped, Write), at, optionalMask},
			Results: []ValueDecl{{Name: "result", Type: tensorOf(anyType), Count: Optional}}, Attrs: transfer, Traits: Segments, Verify: verifyTransferWrite},

		{Name: "vector.extract", Operands: []ValueDecl{{Name: "source", Type: anyVector}, dynamicPosition}, Results: result(anyType),
			Attrs: position, Traits: Pure, Rules: []Rule{sameElem("source", "result")}, Verify: verifyExtract},
		{Name: "vector.insert", Operands: []ValueDecl{{Name: "valueToStore", Type: anyType}, {Name: "dest", Type: anyVector}, dynamicPosition},
			Results: result(anyVector), Attrs: position, Traits: Pure, Rules: []Rule{sameElem("valueToStore", "result"), sameType("dest", "result")},
			Infer: inferDest, Verify: verifyInsert},
		{Name: "vector.extract_strided_slice", Operands: []ValueDecl{{Name: "source", Type: someVector}}, Results: result(someVector),
			Attrs: []AttrDecl{ints("offsets"), ints("sizes"), ints("strides")}, Traits: Pure, Infer: inferSlice, Verify: verifyExtractSlice},
		{Name: "vector.insert_strided_slice", Operands: []ValueDecl{{Name: "valueToStore", Type: someVector}, {Name: "dest", Type: someVector}},
			Results: result(someVector), Attrs: []AttrDecl{ints("offsets"), ints("strides")}, Traits: Pure,
			Rules: []Rule{sameElem("valueToStore", "result"), sameType("dest", "result")}, Infer: inferDest, Verify: verifyInsertSlice},
		{Name: "vector.from_elements", Operands: []ValueDecl{{Name: "elements", Type: anyType, Count: Variadic}},
			Results: []ValueDecl{{Name: "dest", Type: fixedAny}}, Traits: Pure, Verify: verifyFromElements},
		{Name: "vector.to_elements", Operands: []ValueDecl{{Name: "source", Type: fixedAny}},
			Results: []ValueDecl{{Name: "elements", Type: anyType, Count: Variadic}}, Traits: Pure, Infer: inferElements},

		{Name: "vector.shuffle", Operands: []ValueDecl{{Name: "v1", Type: fixedAny}, {Name: "v2", Type: fixedAny}},
			Results: []ValueDecl{{Name: "vector", Type: someVector}}, Attrs: []AttrDecl{{Name: "mask", Kind: denseArrayKind(I64, "array<i64: 0, 1>", "array<i64: 1, -1, 0>")}},
			Traits: Pure, Infer: inferShuffle, Verify: verifyShuffle},
		{Name: "vector.interleave", Operands: []ValueDecl{{Name: "lhs", Type: anyVector}, {Name: "rhs", Type: anyVector}}, Results: result(someVector),
			Traits: Pure | SameOperandTypes, Infer: inferInterleave},
		{Name: "vector.deinterleave", Operands: []ValueDecl{{Name: "source", Type: someVector}},
			Results: []ValueDecl{{Name: "res1", Type: someVector}, {Name: "res2", Type: someVector}}, Traits: Pure, Infer: inferDeinterleave},
		{Name: "vector.broadcast", Operands: []ValueDecl{{Name: "source", Type: anyType}}, Results: []ValueDecl{{Name: "vector", Type: anyVector}},
			Traits: Pure, Rules: []Rule{sameElem("source", "vector")}, Verify: verifyBroadcast},
		{Name: "vector.bitcast", Operands: []ValueDecl{{Name: "source", Type: anyVector}}, Results: result(anyVector), Traits: Pure, Verify: verifyVectorBitcast},
		{Name: "vector.shape_cast", Operands: []ValueDecl{{Name: "source", Type: anyVector}}, Results: result(anyVector), Traits: Pure,
			Rules: []Rule{sameElem("source", "result")}, Verify: verifyShapeCast},
		{Name: "vector.transpose", Operands: []ValueDecl{{Name: "vector", Type: anyVector}}, Results: result(anyVector),
			Attrs:  []AttrDecl{{Name: "permutation", Kind: denseArrayKind(I64, "array<i64>", "array<i64: 0>", "array<i64: 1, 0>", "array<i64: 1, 2, 0>")}},
			Traits: Pure, Infer: inferTranspose},

		{Name: "vector.fma", Operands: []ValueDecl{{Name: "lhs", Type: floatVector}, {Name: "rhs", Type: floatVector}, {Name: "acc", Type: floatVector}},
			Results: result(floatVector), Traits: pureElementwise | SameTypes, Infer: inferSame},
		{Name: "vector.reduction", Operands: []ValueDecl{{Name: "vector", Type: anyVector}, {Name: "acc", Type: anyType, Count: Optional}},
			Results: []ValueDecl{{Name: "dest", Type: anyType}}, Attrs: []AttrDecl{kind, fastmath}, Traits: Pure,
			Rules: []Rule{elemTypeIs("dest", "vector"), sameType("dest", "acc")}, Infer: inferElem, Verify: verifyReduction},
		{Name: "vector.multi_reduction", Operands: []ValueDecl{{Name: "source", Type: someVector}, {Name: "acc", Type: anyType}},
			Results: []ValueDecl{{Name: "dest", Type: anyType}},
			Attrs:   []AttrDecl{kind, {Name: "reduction_dims", Kind: denseArrayKind(I64, "array<i64>", "array<i64: 0>", "array<i64: 1>", "array<i64: 0, 1>")}},
			Traits:  Pure, Rules: []Rule{sameType("dest", "acc")}, Infer: inferMultiReduction},

		{Name: "vector.step", Results: result(vectorOfRank(indexType, 1, 1)), Traits: Pure},
		{Name: "vector.create_mask", Operands: indices("operands"), Results: result(vectorOf(oneOf(I1))), Traits: Pure, Verify: verifyCreateMask},
		{Name: "vector.constant_mask", Results: result(vectorOf(oneOf(I1))),
			Attrs:  []AttrDecl{{Name: "mask_dim_sizes", Kind: denseArrayKind(I64, "array<i64: 1>", "array<i64: 2>", "array<i64: 1, 2>", "array<i64: 0, 0>")}},
			Traits: Pure, Verify: verifyConstantMask},
	}
}

// inferDest infers one result of the type of the operand dest.
func inferDest(op *Operation) ([]Type, error) { return []Type{op.Operand("dest").Type}, nil }

// inferLast infers one result of the type of the last operand.
func inferLast(op *Operation) ([]Type, error) {
	return []Type{op.Operands[len(op.Operands)-1].Type}, nil
}
