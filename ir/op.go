package ir

// Operation is one operation. Names of operands, results, attributes and
// regions are those of its declaration.
type Operation struct {
	Decl     *OpDecl // never nil
	Operands []*Value
	Results  []*Value
	// Attrs are the attributes, inherent (declared, printed in <{...}>) and
	// discardable (printed in {...}), sorted by name.
	Attrs      []NamedAttr
	Regions    []*Region
	Successors []*Block
	Block      *Block   // the block that holds it; nil for a module
	Loc        Location // nil if the file said nothing
	Pos        Pos      // the place in the file that was read

	symbols map[string]*Operation // of a symbol table that is being verified
}

// Name returns the full name, such as "arith.addi".
func (op *Operation) Name() string { return op.Decl.Name }

// Value is a result of an operation or an argument of a block.
type Value struct {
	Type  Type
	Op    *Operation // nil for a block argument
	Block *Block     // of a block argument, nil for a result
	Index int        // number of the result or argument
	Loc   Location   // of a block argument; nil if the file said nothing
}

// Block is a list of operations with arguments.
type Block struct {
	Args   []*Value
	Ops    []*Operation
	Region *Region
	Pos    Pos
}

// Region is a list of blocks; control enters at the first.
type Region struct {
	Blocks []*Block
	Op     *Operation
}

// Pos is a byte range of a module's source; the zero Pos is no place.
type Pos struct{ Start, End int32 }

// Entry returns the first block, nil if the region is empty.
func (r *Region) Entry() *Block {
	if len(r.Blocks) == 0 {
		return nil
	}
	return r.Blocks[0]
}

// Terminator returns the last operation if that is a terminator, else nil.
func (b *Block) Terminator() *Operation {
	if n := len(b.Ops); n > 0 && b.Ops[n-1].Decl.Is(Terminator) {
		return b.Ops[n-1]
	}
	return nil
}

// Parent returns the operation that contains op, nil for a module.
func (op *Operation) Parent() *Operation {
	if op.Block == nil || op.Block.Region == nil {
		return nil
	}
	return op.Block.Region.Op
}

// Owner returns the operation that defines the value, or for a block argument the one that holds
// the block.
func (v *Value) Owner() *Operation {
	if v.Op != nil {
		return v.Op
	}
	return v.Block.Region.Op
}

// Attr returns an attribute, nil if it is absent. Attributes with a default are always present.
func (op *Operation) Attr(name string) Attr { return getAttr(op.Attrs, name) }

// SetAttr sets an attribute, or removes it if a is nil.
func (op *Operation) SetAttr(name string, a Attr) {
	i := 0
	for i < len(op.Attrs) && op.Attrs[i].Name < name {
		i++
	}
	here := i < len(op.Attrs) && op.Attrs[i].Name == name
	switch {
	case here && a == nil:
		op.Attrs = append(op.Attrs[:i:i], op.Attrs[i+1:]...)
	case here:
		op.Attrs[i].Attr = a
	case a != nil:
		attrs := make([]NamedAttr, 0, len(op.Attrs)+1)
		attrs = append(append(attrs, op.Attrs[:i]...), NamedAttr{name, a})
		op.Attrs = append(attrs, op.Attrs[i:]...)
	}
}

// IntAttr returns the value of an integer attribute, 0 if it is absent.
func (op *Operation) IntAttr(name string) int64 {
	if a, ok := op.Attr(name).(*IntegerAttr); ok {
		return a.Int64()
	}
	return 0
}

// HasAttr reports whether the attribute is present, as for unit attributes. An i1 attribute is
// present if it is true.
func (op *Operation) HasAttr(name string) bool {
	switch a := op.Attr(name).(type) {
	case nil:
		return false
	case *IntegerAttr:
		return a.Type != I1 || a.IsTrue()
	}
	return true
}

// StringAttr returns the value of a string attribute or the root of a symbol reference, "" if it is
// absent.
func (op *Operation) StringAttr(name string) string {
	switch a := op.Attr(name).(type) {
	case *StringAttr:
		return a.Value
	case *SymbolRefAttr:
		return a.Root
	}
	return ""
}

// Ints returns the numbers of a dense array attribute, or of an array attribute of integers; nil if
// it is absent.
func (op *Operation) Ints(name string) []int64 {
	switch a := op.Attr(name).(type) {
	case *DenseArrayAttr:
		return a.Nums
	case *ArrayAttr:
		nums := make([]int64, len(a.Elems))
		for i, e := range a.Elems {
			if n, ok := e.(*IntegerAttr); ok {
				nums[i] = n.Int64()
			}
		}
		return nums
	}
	return nil
}

// EnumAttr returns the text in the brackets of a dialect attribute: "fast" for fastmath =
// #arith.fastmath<fast>, "x" for dimension = #gpu<dim x>; "" if it is absent.
func (op *Operation) EnumAttr(name string) string {
	a, ok := op.Attr(name).(*OpaqueAttr)
	if !ok {
		return ""
	}
	for i := 0; i < len(a.Body); i++ {
		if a.Body[i] == '<' || a.Body[i] == ' ' {
			return a.Param(a.Body[:i])
		}
	}
	return ""
}

// Operand returns the operand of that name; nil if it is optional and absent. An unknown name is a
// bug.
func (op *Operation) Operand(name string) *Value {
	if g := op.OperandGroup(name); len(g) > 0 {
		return g[0]
	}
	return nil
}

// OperandGroup returns the operands that belong to a variadic (or any) operand of the declaration.
func (op *Operation) OperandGroup(name string) []*Value {
	for i := range op.Decl.Operands {
		if op.Decl.Operands[i].Name == name {
			from, to := op.OperandRange(i)
			return op.Operands[from:to]
		}
	}
	panic("BUG: " + op.Decl.Name + " has no operand " + name)
}

// OperandRange returns the range of Operands that belongs to row i of the declaration's operands.
// It is only meaningful for an operation whose segments have been verified; for others it is some
// valid range.
func (op *Operation) OperandRange(i int) (from, to int) {
	return groupRange(op.Decl.Operands, op.Ints(segmentsAttr(op.Decl)), len(op.Operands), i)
}

func segmentsAttr(d *OpDecl) string {
	if d.segments {
		return operandSegments
	}
	return ""
}

// ResultGroup returns the results that belong to a row of the declaration.
func (op *Operation) ResultGroup(name string) []*Value {
	for i := range op.Decl.Results {
		if op.Decl.Results[i].Name == name {
			from, to := groupRange(op.Decl.Results, nil, len(op.Results), i)
			return op.Results[from:to]
		}
	}
	panic("BUG: " + op.Decl.Name + " has no result " + name)
}

// Result returns the first result.
func (op *Operation) Result() *Value { return op.Results[0] }

// groupRange finds the values of row i among n: with segments their sizes are
// given; otherwise the rows that are not One have the same size each.
func groupRange(rows []ValueDecl, segments []int64, n, i int) (from, to int) {
	if segments != nil {
		for k := 0; k <= i && k < len(segments); k++ {
			from, to = to, min(n, to+int(max(0, min(segments[k], int64(n)))))
		}
		return from, to
	}
	others := groups(rows) // they share the rest evenly
	spare := n - (len(rows) - others)
	for k := 0; k <= i; k++ {
		size := 1
		if rows[k].Count != One {
			size = max(0, spare/others)
		}
		from, to = to, min(n, to+size)
	}
	return from, to
}

// Walk calls f for op and every operation inside, outer ones first, in program order. If f returns
// false, operations inside that one are skipped.
func (op *Operation) Walk(f func(*Operation) bool) {
	if !f(op) {
		return
	}
	for _, r := range op.Regions {
		for _, b := range r.Blocks {
			for _, o := range b.Ops {
				o.Walk(f)
			}
		}
	}
}

// Use is one operand of an operation.
type Use struct {
	Op    *Operation
	Index int
}

// Uses returns the uses of every value inside root, in program order.
func Uses(root *Operation) map[*Value][]Use {
	uses := map[*Value][]Use{}
	root.Walk(func(op *Operation) bool {
		for i, v := range op.Operands {
			uses[v] = append(uses[v], Use{op, i})
		}
		return true
	})
	return uses
}
