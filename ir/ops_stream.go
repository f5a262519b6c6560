package ir

import "fmt"

// streamDialect and ireeInputDialect are the operations through which IREE's
// kernels reach their arguments, and what Wave puts around them. (No MLIR tool of
// LLVM registers them; their forms are those that Wave emits.)
var (
	streamDialect    = Dialect{Name: "stream", Ops: onDemand(streamOps), Few: true}
	ireeInputDialect = Dialect{Name: "iree_input", Ops: onDemand(func() []OpDecl { return []OpDecl{bindingSubspan("iree_input")} }), Few: true}
)

func streamOps() []OpDecl {
	return []OpDecl{
		bindingSubspan("stream"),
		{Name: "stream.executable", Attrs: []AttrDecl{symName}, Regions: []RegionDecl{{Name: "body", Blocks: OneBlock}}, Traits: wrapping, Loose: true},
		{Name: "stream.executable.export", Attrs: []AttrDecl{symName, {Name: "function_ref", Kind: flatSymbolKind}},
			Regions: []RegionDecl{countRegion}, Traits: IsSymbol | Isolated | AffineScope, Parents: []string{"stream.executable"}, Loose: true},
		{Name: "stream.executable.end", Traits: Terminator, Parents: []string{"stream.executable"}},
		{Name: "stream.return", Operands: []ValueDecl{{Name: "operands", Type: anyType, Count: Variadic}}, Traits: Pure | Terminator},
	}
}

// bindingSubspan returns the memory of a binding starting at a byte offset, as a memref. The sizes
// are those of the memref's dynamic dimensions.
func bindingSubspan(dialect string) OpDecl {
	return OpDecl{Name: dialect + ".binding.subspan",
		Operands: []ValueDecl{{Name: "binding", Type: anyOf("", opaqueOf("stream", "binding"), opaqueOf(dialect, "binding"))},
			{Name: "byte_offset", Type: indexType}, {Name: "dynamic_dims", Type: indexType, Count: Variadic}},
		Results: []ValueDecl{{Name: "result", Type: anyMemRef}},
		Traits:  Pure, Verify: verifyBindingSubspan}
}

func verifyBindingSubspan(op *Operation) error {
	t, dynamic := op.Results[0].Type.(*MemRefType), 0
	for _, d := range t.Shape {
		if d == Dynamic {
			dynamic++
		}
	}
	if n := len(op.OperandGroup("dynamic_dims")); n != 0 && n != dynamic {
		return fmt.Errorf("expected the %d dynamic sizes of %s, or none, got %d", dynamic, t, n)
	}
	return nil
}
