package ir

// What may stand for a dimension or symbol of an affine map: values that are
// computed from what is known when a function is entered are symbols, the
// counters of affine loops are dimensions.

// symbolScope is the region of the nearest operation around op that makes the
// symbols of affine maps (a function); nil if there is none.
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

func isAffineDim(v *Value, scope *Region) bool {
	switch {
	case v.Type != Index:
		return false
	case isAffineSymbol(v, scope):
		return true
	case v.Op == nil:
		loop := v.Block.Region.Op
		return loop != nil && loop.Name() == "affine.for" && v.Index == 0
	}
	switch v.Op.Name() {
	case "affine.apply", "affine.delinearize_index", "affine.linearize_index":
		return allOf(v.Op.Operands, scope, isAffineDim)
	case "memref.dim":
		return isTopLevel(v.Op.Operands[0], scope)
	}
	return false
}

func isAffineSymbol(v *Value, scope *Region) bool {
	switch {
	case v.Type != Index:
		return false
	case isTopLevel(v, scope):
		return true
	case v.Op == nil:
		return false
	case v.Op.Name() == "memref.dim":
		return isSizeKnown(v.Op, scope)
	}
	return isSpeculatable(v.Op) && allOf(v.Op.Operands, scope, isAffineSymbol)
}

// isSpeculatable reports whether the operation can be executed anywhere: it is
// pure, or a division by a constant that never fails.
func isSpeculatable(op *Operation) bool {
	switch op.Name() {
	case "arith.divui", "arith.ceildivui":
		n, ok := constantIndex(op.Operands[1])
		return ok && n != 0
	case "arith.divsi", "arith.ceildivsi":
		n, ok := constantIndex(op.Operands[1])
		return ok && n != 0 && n != -1
	}
	return op.Decl.Is(Pure)
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

func allOf(vs []*Value, scope *Region, is func(*Value, *Region) bool) bool {
	for _, v := range vs {
		if !is(v, scope) {
			return false
		}
	}
	return true
}

// isSizeKnown reports whether the size that a memref.dim asks for is known when
// the scope is entered.
func isSizeKnown(dim *Operation, scope *Region) bool {
	source := dim.Operands[0]
	if isTopLevel(source, scope) {
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
	return size != nil && isAffineSymbol(size, scope)
}

// dynamicSize is the first of the operands for dynamic sizes that no size
// before needs; nil if there is none.
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
