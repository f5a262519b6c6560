package ir

// The values that may be used as dimensions or symbols of an affine map: values computed from data
// known at function entry are symbols, the counters of affine loops are dimensions.

// symbolScope returns the region of the nearest operation around op that defines the symbols of
// affine maps (a function); nil if there is none.
func symbolScope(op *Operation) *Region {
	for op.Block != nil && op.Block.Region != nil {
		r := op.Block.Region
		if r.Op == nil || r.Op.Decl.Is(AffineScope) {
			return r
		}
		op = r.Op
	}
	return nil
}

// isTopLevel reports whether v is defined directly in the scope.
func isTopLevel(v *Value, scope *Region) bool {
	b := v.Block
	if v.Op != nil {
		b = v.Op.Block
	}
	return scope != nil && b != nil && b.Region == scope
}

// maxSymbolSteps bounds how many operations are looked at to find out whether a
// value is a dimension or symbol.
const maxSymbolSteps = 1000

// symbolCheck determines what values may be used as in a scope. It caches the results: values are
// used more than once, and, before that has been verified, maybe by operations before them.
type symbolCheck struct {
	scope      *Region
	syms, dims map[*Value]bool
	steps      int
}

func newSymbolCheck(op *Operation) *symbolCheck {
	return &symbolCheck{scope: symbolScope(op), syms: map[*Value]bool{}, dims: map[*Value]bool{}}
}

// dim reports whether v can be used as a dimension.
func (c *symbolCheck) dim(v *Value) bool {
	switch {
	case v.Type != Index:
		return false
	case c.symbol(v):
		return true
	case v.Op == nil:
		loop := v.Block.Region.Op
		return loop != nil && loop.Name() == "affine.for" && v.Index == 0
	}
	switch v.Op.Name() {
	case "affine.apply", "affine.delinearize_index", "affine.linearize_index":
		return c.remember(c.dims, v, func() bool { return all(v.Op.Operands, c.dim) })
	case "memref.dim":
		return len(v.Op.Operands) == 2 && isTopLevel(v.Op.Operands[0], c.scope)
	}
	return false
}

// symbol reports whether v can be used as a symbol.
func (c *symbolCheck) symbol(v *Value) bool {
	switch {
	case v.Type != Index:
		return false
	case isTopLevel(v, c.scope):
		return true
	case v.Op == nil:
		return false
	}
	return c.remember(c.syms, v, func() bool {
		if v.Op.Name() == "memref.dim" {
			return c.sizeKnown(v.Op)
		}
		return c.speculatable(v.Op) && all(v.Op.Operands, c.symbol)
	})
}

func (c *symbolCheck) remember(found map[*Value]bool, v *Value, find func() bool) bool {
	if is, ok := found[v]; ok {
		return is
	}
	if c.steps++; c.steps > maxSymbolSteps {
		return false
	}
	found[v] = false // for a value that is computed from itself
	found[v] = find()
	return found[v]
}

func all(vs []*Value, is func(*Value) bool) bool {
	for _, v := range vs {
		if !is(v) {
			return false
		}
	}
	return true
}

// speculatable reports whether the operation can be executed anywhere: it is
// pure, or cannot fail for the constants that it has, or all of that is inside.
// The operation may not have been verified.
func (c *symbolCheck) speculatable(op *Operation) bool {
	if c.steps++; c.steps > maxSymbolSteps {
		return false
	}
	// The constant that the last operand is: a divisor or a dimension.
	n, constant := int64(0), false
	if last := len(op.Operands) - 1; last >= 0 {
		n, constant = constantIndex(op.Operands[last])
	}
	switch op.Name() {
	case "arith.divui", "arith.ceildivui":
		return constant && n != 0
	case "arith.divsi", "arith.ceildivsi":
		return constant && n != 0 && n != -1
	case "memref.dim":
		s, ranked := ShapeOf(op.Operands[0].Type)
		return constant && ranked && n >= 0 && n < int64(len(s))
	case "affine.if", "scf.if":
		return c.speculatableBody(op)
	case "affine.for":
		return op.IntAttr("step") > 0 && c.speculatableBody(op)
	case "scf.for":
		if len(op.Operands) > 2 {
			n, constant = constantIndex(op.Operands[2])
		}
		return constant && n == 1 && c.speculatableBody(op)
	}
	return op.Decl.Is(Pure)
}

func (c *symbolCheck) speculatableBody(op *Operation) bool {
	for _, r := range op.Regions {
		for _, b := range r.Blocks {
			for _, o := range b.Ops {
				if !c.speculatable(o) {
					return false
				}
			}
		}
	}
	return true
}

func constantIndex(v *Value) (n int64, ok bool) {
	if v.Op == nil || v.Op.Name() != "arith.constant" {
		return 0, false
	}
	a, ok := v.Op.Attr("value").(*IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}

// sizeKnown reports whether the size that a memref.dim asks for is known when
// the scope is entered.
func (c *symbolCheck) sizeKnown(dim *Operation) bool {
	if len(dim.Operands) != 2 {
		return false
	}
	source := dim.Operands[0]
	if isTopLevel(source, c.scope) {
		return true
	}
	i, ok := constantIndex(dim.Operands[1])
	m, ranked := source.Type.(*MemRefType)
	if !ok || !ranked || m.Unranked || source.Op == nil || i < 0 || i >= int64(len(m.Shape)) {
		return false
	}
	group := "sizes"
	switch source.Op.Name() {
	case "memref.alloc", "memref.alloca":
		group = "dynamicSizes"
	case "memref.view", "memref.subview":
	default:
		return false
	}
	if m.Shape[i] != Dynamic {
		return true
	}
	size := dynamicSize(source.Op.OperandGroup(group), m.Shape[:i])
	return size != nil && c.symbol(size)
}

// dynamicSize returns the first of the operands for dynamic sizes that no preceding size needs; nil
// if there is none.
func dynamicSize(sizes []*Value, before Shape) *Value {
	n := 0
	for _, d := range before {
		if d == Dynamic {
			n++
		}
	}
	if n < len(sizes) {
		return sizes[n]
	}
	return nil
}
