package ir

import "fmt"

// NewModule returns an empty module.
func NewModule() *Module {
	op := &Operation{Decl: mustDecl("builtin.module")}
	op.AddRegion().AddBlock()
	return &Module{Op: op}
}

func mustDecl(name string) *OpDecl {
	d := Declared(name)
	if d == nil {
		panic("BUG: no operation " + name)
	}
	return d
}

// NewOp makes an operation that is in no block yet. Attributes with a default are added. If types
// is nil the result types are inferred; an operation without inference then has no results. It
// panics if there is no such operation or nothing can be inferred: callers are expected to know
// their operations. The operation is not verified.
func NewOp(name string, operands []*Value, types []Type, attrs ...NamedAttr) *Operation {
	op := &Operation{Decl: mustDecl(name), Operands: operands}
	op.Attrs = append(op.Attrs, attrs...)
	sortAttrs(op.Attrs)
	op.addDefaults()
	if types == nil && op.Decl.Infer != nil {
		var err error
		if types, err = op.Decl.Infer(op); err != nil {
			panic(fmt.Sprintf("BUG: %s: %v", name, err))
		}
	}
	op.setResults(types)
	return op
}

func (op *Operation) addDefaults() {
	for i := range op.Decl.Attrs {
		if d := &op.Decl.Attrs[i]; d.Default != nil && op.Attr(d.Name) == nil {
			op.SetAttr(d.Name, d.Default)
		}
	}
}

func (op *Operation) setResults(types []Type) {
	if len(types) == 0 {
		return
	}
	values := make([]Value, len(types))
	op.Results = make([]*Value, len(types))
	for i, t := range types {
		values[i] = Value{Type: t, Op: op, Index: i}
		op.Results[i] = &values[i]
	}
}

// AddRegion appends an empty region.
func (op *Operation) AddRegion() *Region {
	r := &Region{Op: op}
	op.Regions = append(op.Regions, r)
	return r
}

// AddBlock appends a block with arguments of these types.
func (r *Region) AddBlock(args ...Type) *Block {
	b := &Block{Region: r}
	r.Blocks = append(r.Blocks, b)
	for _, t := range args {
		b.AddArg(t)
	}
	return b
}

// AddArg appends an argument.
func (b *Block) AddArg(t Type) *Value {
	v := &Value{Type: t, Block: b, Index: len(b.Args)}
	b.Args = append(b.Args, v)
	return v
}

// Append puts an operation at the end of the block and returns it.
func (b *Block) Append(op *Operation) *Operation {
	op.Block = b
	b.Ops = append(b.Ops, op)
	return op
}
