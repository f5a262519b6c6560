package ir

// PrintOptions say how to print.
type PrintOptions struct {
	Locations bool // print loc(...) behind operations and block arguments that have one
}

// Print gives the generic form, with values named and lines laid out as
// mlir-opt --mlir-print-op-generic does, without aliases.
func (m *Module) Print(opt PrintOptions) []byte { return nil }

func appendDense(b []byte, a *DenseAttr) []byte { return b }
