package ir

import "fmt"

// streamDialect and ireeInputDialect are the operations through which IREE's
// kernels reach their arguments. (No MLIR tool of LLVM registers them; their
// forms are those that Wave emits.)
var (
	streamDialect    = Dialect{Name: "stream", Ops: onDemand(bindingSubspan("stream"))}
	ireeInputDialect = Dialect{Name: "iree_input", Ops: onDemand(bindingSubspan("iree_input"))}
)

// bindingSubspan is the memory behind a binding from a byte offset on, as a
// memref. The sizes are those of the memref's dynamic dimensions.
func bindingSubspan(dialect string) func() []OpDecl {
	return func() []OpDecl {
		return []OpDecl{{Name: dialect + ".binding.subspan",
			Operands: []ValueDecl{{Name: "binding", Type: anyOf("", opaqueOf("stream", "binding"), opaqueOf(dialect, "binding"))},
				{Name: "byte_offset", Type: indexType}, {Name: "dynamic_dims", Type: indexType, Count: Variadic}},
			Results: []ValueDecl{{Name: "result", Type: anyMemRef}},
			Traits:  Pure, Verify: verifyBindingSubspan}}
	}
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
