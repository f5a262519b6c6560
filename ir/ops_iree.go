package ir

// The operations around and in IREE's kernels. No MLIR tool of LLVM registers them: their forms are
// those that IREE 3.9 to 3.13 and Wave print. Attributes meant for other parts of IREE are kept
// unchanged, so all of them accept attributes that are not listed here. [Unwrap] replaces the
// meaningful ones.

var (
	halDialect           = Dialect{Name: "hal", Ops: onDemand(halOps), Few: true}
	utilDialect          = Dialect{Name: "util", Ops: onDemand(utilOps), Few: true}
	ireeCodegenDialect   = Dialect{Name: "iree_codegen", Ops: onDemand(ireeCodegenOps), Few: true}
	ireeTensorExtDialect = Dialect{Name: "iree_tensor_ext", Ops: onDemand(ireeTensorExtOps), Few: true}
)

// Rows that several of the tables have.
var (
	symName = AttrDecl{Name: "sym_name", Kind: stringKind}
	// countRegion computes the number of workgroups in three dimensions.
	countRegion = RegionDecl{Name: "workgroup_count", Blocks: AtMostOneBlock, Args: -1}
	threeCounts = []ValueDecl{{Name: "counts", Type: indexType, Count: Variadic}}
)

// wrapping is the traits of an operation that holds modules of kernels.
const wrapping = HasSymbols | IsSymbol | Isolated | NoTerminator

func halOps() []OpDecl {
	layout := AttrDecl{Name: "layout", Kind: opaqueKind("hal", "pipeline.layout")}
	number := func(name string) AttrDecl { return AttrDecl{Name: name, Kind: intKind(Index)} }
	position := func(name string) OpDecl {
		return OpDecl{Name: "hal.interface.workgroup." + name, Results: []ValueDecl{{Name: "result", Type: indexType}},
			Attrs: []AttrDecl{{Name: "dimension", Kind: intRange(Index, 0, 2)}, {Name: "upper_bound", Kind: intKind(Index), Optional: true}}, Traits: Pure, Loose: true}
	}
	return []OpDecl{
		{Name: "hal.executable", Attrs: []AttrDecl{symName}, Regions: []RegionDecl{{Name: "body", Blocks: OneBlock}}, Traits: wrapping, Loose: true},
		{Name: "hal.executable.variant", Attrs: []AttrDecl{symName}, Regions: []RegionDecl{{Name: "body", Blocks: OneBlock}},
			Traits: wrapping, Parents: []string{"hal.executable"}, Loose: true},
		{Name: "hal.executable.export", Attrs: []AttrDecl{symName, layout},
			Regions: []RegionDecl{countRegion, {Name: "condition", Blocks: AtMostOneBlock, Args: -1}}, Traits: IsSymbol | Isolated | AffineScope, Loose: true},
		{Name: "hal.executable.variant_end", Traits: Terminator},
		{Name: "hal.executable_end", Traits: Terminator},
		{Name: "hal.return", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}}, Traits: Pure | Terminator},

		{Name: "hal.interface.binding.subspan",
			Operands: []ValueDecl{{Name: "byte_offset", Type: indexType, Count: Optional}, {Name: "dynamic_dims", Type: indexType, Count: Variadic}},
			Results:  []ValueDecl{{Name: "result", Type: anyMemRef}},
			Attrs:    []AttrDecl{layout, number("binding")}, Traits: Pure | Segments, Verify: verifyHALSubspan, Loose: true},
		{Name: "hal.interface.constant.load", Results: []ValueDecl{{Name: "result", Type: oneOf(I32)}},
			Attrs: []AttrDecl{layout, number("ordinal")}, Traits: Pure, Verify: verifyHALConstant, Loose: true},
		position("id"), position("count"), position("size"),
	}
}

func utilOps() []OpDecl {
	return []OpDecl{
		{Name: "util.assume.int", Operands: []ValueDecl{{Name: "operands", Type: integerOrIndex, Count: Variadic}},
			Results: []ValueDecl{{Name: "results", Type: integerOrIndex, Count: Variadic}}, Attrs: []AttrDecl{{Name: "assumptions", Kind: arrayOf(anyKind)}},
			Traits: Pure, Verify: verifyAssume, Loose: true},
	}
}

func ireeCodegenOps() []OpDecl {
	return []OpDecl{
		{Name: "iree_codegen.dispatch_config", Attrs: []AttrDecl{{Name: "function_ref", Kind: flatSymbolKind}},
			Regions: []RegionDecl{countRegion}, Traits: Isolated | AffineScope, Loose: true},
		{Name: "iree_codegen.yield", Operands: threeCounts, Traits: Pure | Terminator},
	}
}

func ireeTensorExtOps() []OpDecl {
	var ops []OpDecl
	for _, from := range []string{"slice", "dag_root"} {
		ops = append(ops, OpDecl{Name: "iree_tensor_ext.dispatch.workgroup_count_from_" + from,
			Operands: []ValueDecl{{Name: "workload", Type: indexType, Count: Variadic}}, Results: threeCounts, Traits: Pure, Loose: true})
	}
	return ops
}

// opaqueKind returns an attribute of a dialect by the beginning of its text.
func opaqueKind(dialect, name string) *AttrKind {
	return &AttrKind{Text: "#" + dialect + "." + name + "<...>", Has: func(a Attr) bool {
		o, ok := a.(*OpaqueAttr)
		return ok && o.Dialect == dialect && o.Param(name) != ""
	}}
}
