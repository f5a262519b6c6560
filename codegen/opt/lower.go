package opt

import (
	"heddle/ir"
)

// maker inserts operations through a rewriter, with short names for the usual
// ones.
type maker struct{ *ir.Rewriter }

func (m maker) integer(t ir.Type, v int64) *ir.Value {
	if vt, ok := t.(*ir.VectorType); ok {
		w, _ := ir.BitWidth(vt.Elem)
		return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Dense(vt, uint64(v)&lowMask(w))})
	}
	return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Int(t, v)})
}

func (m maker) index(v int64) *ir.Value { return m.integer(ir.Index, v) }

// truth returns an i1 constant.
func (m maker) truth(v bool) *ir.Value {
	return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Bool(v)})
}

// zero returns the number 0 of an integer, index or float type, or a vector of them.
func (m maker) zero(t ir.Type) *ir.Value {
	switch t := t.(type) {
	case ir.FloatType:
		return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Float(t, 0)})
	case *ir.VectorType:
		return m.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Dense(t, 0)})
	}
	return m.integer(t, 0)
}

// two inserts arith.name of two operands.
func (m maker) two(name string, a, b *ir.Value) *ir.Value {
	return m.Op("arith."+name, []*ir.Value{a, b}, nil)
}

func (m maker) add(a, b *ir.Value) *ir.Value { return m.two("addi", a, b) }
func (m maker) mul(a, b *ir.Value) *ir.Value { return m.two("muli", a, b) }

func (m maker) choose(c, a, b *ir.Value) *ir.Value {
	return m.Op("arith.select", []*ir.Value{c, a, b}, nil)
}

func (m maker) compare(pred string, a, b *ir.Value) *ir.Value {
	return m.Op("arith.cmpi", []*ir.Value{a, b}, nil, ir.NamedAttr{Name: "predicate", Attr: ir.Int(ir.I64, predicate(pred))})
}

func predicate(name string) int64 {
	for i, p := range ir.CmpIPredicates {
		if p == name {
			return int64(i)
		}
	}
	panic("BUG: no predicate " + name)
}

func lowMask(w int) uint64 {
	if w >= 64 {
		return 1<<64 - 1
	}
	return 1<<w - 1
}

// floorDiv and similar operations with a known positive divisor go through the one's complement of
// a negative dividend: floor(a/b) = ^(^a/b) for a < 0. That is one unsigned division of a number
// that is not negative, and where a is known not to be negative the rest disappears.
func (m maker) floorDivConst(a *ir.Value, b int64) *ir.Value {
	switch {
	case b == 1:
		return a
	case b&(b-1) == 0:
		return m.two("shrsi", a, m.integer(a.Type, int64(log2(uint64(b)))))
	}
	w, _ := ir.BitWidth(ir.ElemType(a.Type))
	sign := m.two("shrsi", a, m.integer(a.Type, int64(w-1)))
	return m.two("xori", m.two("divui", m.two("xori", a, sign), m.integer(a.Type, b)), sign)
}

func (m maker) floorModConst(a *ir.Value, b int64) *ir.Value {
	if b&(b-1) == 0 {
		return m.two("andi", a, m.integer(a.Type, b-1))
	}
	return m.two("subi", a, m.mul(m.floorDivConst(a, b), m.integer(a.Type, b)))
}

// ceilDivConst returns the floor, and one more where there is a remainder.
func (m maker) ceilDivConst(a *ir.Value, b int64) *ir.Value {
	if b == 1 {
		return a
	}
	q := m.floorDivConst(a, b)
	rest := m.compare("ne", m.mul(q, m.integer(a.Type, b)), a)
	return m.add(q, m.asNumber(rest, a.Type))
}

// asNumber converts a truth value to 0 or 1.
func (m maker) asNumber(c *ir.Value, t ir.Type) *ir.Value {
	return m.choose(c, m.integer(t, 1), m.integer(t, 0))
}

// signedDivision rounds the quotient of any two numbers: down, or up.
func (m maker) signedDivision(a, b *ir.Value, up bool) *ir.Value {
	zero := m.integer(a.Type, 0)
	q, r := m.two("divsi", a, b), m.two("remsi", a, b)
	inexact := m.compare("ne", r, zero)
	differ := m.compare("slt", m.two("xori", r, b), zero) // the quotient was rounded up
	if up {
		same := m.compare("sge", m.two("xori", r, b), zero)
		return m.add(q, m.asNumber(m.two("andi", inexact, same), a.Type))
	}
	return m.two("subi", q, m.asNumber(m.two("andi", inexact, differ), a.Type))
}

// floorMod returns the remainder of a positive divisor: it is not negative.
func (m maker) floorMod(a, b *ir.Value) *ir.Value {
	r := m.two("remsi", a, b)
	return m.choose(m.compare("slt", r, m.integer(a.Type, 0)), m.add(r, b), r)
}

func log2(v uint64) int {
	n := 0
	for v > 1 {
		v >>= 1
		n++
	}
	return n
}

// affineExpr computes an expression of index values.
func (m maker) affineExpr(e *ir.AffineExpr, dims, syms []*ir.Value) *ir.Value {
	switch e.Kind {
	case ir.AffineConst:
		return m.index(e.Value)
	case ir.AffineDim:
		return dims[e.Value]
	case ir.AffineSym:
		return syms[e.Value]
	}
	a := m.affineExpr(e.L, dims, syms)
	if e.R.Kind == ir.AffineConst && e.R.Value > 0 {
		switch e.Kind {
		case ir.AffineMod:
			return m.floorModConst(a, e.R.Value)
		case ir.AffineFloorDiv:
			return m.floorDivConst(a, e.R.Value)
		case ir.AffineCeilDiv:
			return m.ceilDivConst(a, e.R.Value)
		}
	}
	b := m.affineExpr(e.R, dims, syms)
	switch e.Kind {
	case ir.AffineAdd:
		return m.add(a, b)
	case ir.AffineMul:
		return m.mul(a, b)
	case ir.AffineMod:
		return m.floorMod(a, b)
	case ir.AffineFloorDiv:
		return m.signedDivision(a, b, false)
	}
	return m.signedDivision(a, b, true)
}

// affineMap computes the results of a map.
func (m maker) affineMap(a *ir.AffineMap, args []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(a.Results))
	for i, e := range a.Results {
		out[i] = m.affineExpr(e, args[:a.Dims], args[a.Dims:])
	}
	return out
}

// fold combines values from the first to the last.
func (m maker) fold(name string, list []*ir.Value) *ir.Value {
	v := list[0]
	for _, o := range list[1:] {
		v = m.two(name, v, o)
	}
	return v
}

func mapOf(op *ir.Operation, name string) *ir.AffineMap { return op.Attr(name).(*ir.AffineMapAttr).Map }

// lowerAffine replaces the operations of affine by those of arith, scf and memref.
func lowerAffine(c *Context) error {
	ir.Rewrite(c.Kernel, func(w *ir.Rewriter, op *ir.Operation) bool {
		m := maker{w}
		switch op.Name() {
		case "affine.apply":
			return w.ReplaceOp(op, m.affineMap(mapOf(op, "map"), op.Operands)...)
		case "affine.min":
			return w.ReplaceOp(op, m.fold("minsi", m.affineMap(mapOf(op, "map"), op.Operands)))
		case "affine.max":
			return w.ReplaceOp(op, m.fold("maxsi", m.affineMap(mapOf(op, "map"), op.Operands)))
		case "affine.load":
			at := m.affineMap(mapOf(op, "map"), op.Operands[1:])
			return w.ReplaceOp(op, w.Op("memref.load", append([]*ir.Value{op.Operands[0]}, at...), nil))
		case "affine.store":
			at := m.affineMap(mapOf(op, "map"), op.Operands[2:])
			w.Op("memref.store", append([]*ir.Value{op.Operands[0], op.Operands[1]}, at...), nil)
			return false
		case "affine.for":
			m.affineFor(op)
			return false
		case "affine.if":
			m.affineIf(op)
			return false
		case "affine.yield":
			w.Insert(ir.NewOp("scf.yield", op.Operands, nil))
			return false
		case "affine.delinearize_index":
			return w.ReplaceOp(op, m.delinearize(op)...)
		case "affine.linearize_index":
			return w.ReplaceOp(op, m.linearize(op))
		}
		return true
	})
	return nil
}

// affineFor makes an scf.for: from the greatest of the lower bounds to the least of
// the upper ones.
func (m maker) affineFor(op *ir.Operation) {
	lower := m.fold("maxsi", m.affineMap(mapOf(op, "lowerBoundMap"), op.OperandGroup("lowerBoundOperands")))
	upper := m.fold("minsi", m.affineMap(mapOf(op, "upperBoundMap"), op.OperandGroup("upperBoundOperands")))
	args := append([]*ir.Value{lower, upper, m.index(op.IntAttr("step"))}, op.OperandGroup("inits")...)
	m.takeOver(op, ir.NewOp("scf.for", args, typesOf(op.Results)))
}

func (m maker) affineIf(op *ir.Operation) {
	set := op.Attr("condition").(*ir.IntegerSetAttr).Set
	var cond *ir.Value
	for i, e := range set.Constraints {
		pred := "sge"
		if set.Eq[i] {
			pred = "eq"
		}
		one := m.compare(pred, m.affineExpr(e, op.Operands[:set.Dims], op.Operands[set.Dims:]), m.index(0))
		if cond == nil {
			cond = one
		} else {
			cond = m.two("andi", cond, one)
		}
	}
	if cond == nil {
		cond = m.truth(true)
	}
	m.takeOver(op, ir.NewOp("scf.if", []*ir.Value{cond}, typesOf(op.Results)))
}

// takeOver replaces op with an operation that takes over its regions and results.
func (m maker) takeOver(op, by *ir.Operation) {
	m.Insert(by)
	by.Regions = op.Regions
	for _, r := range by.Regions {
		r.Op = by
	}
	for i, v := range op.Results {
		m.Replace(v, by.Results[i])
	}
}

func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type
	}
	return types
}

// basis returns the sizes of a linear index, as values; the outermost may be missing, which is nil.
func (m maker) basis(op *ir.Operation, n int) []*ir.Value {
	static, dynamic := op.Ints("static_basis"), op.OperandGroup("dynamic_basis")
	sizes := make([]*ir.Value, 0, n)
	if len(static) < n {
		sizes = append(sizes, nil)
	}
	for _, s := range static {
		if s == ir.Dynamic {
			sizes = append(sizes, dynamic[0])
			dynamic = dynamic[1:]
		} else {
			sizes = append(sizes, m.index(s))
		}
	}
	return sizes
}

// delinearize splits an index: each part but the first is below its size.
func (m maker) delinearize(op *ir.Operation) []*ir.Value {
	n := len(op.Results)
	sizes, rest := m.basis(op, n), op.Operands[0]
	out := make([]*ir.Value, n)
	for i := n - 1; i > 0; i-- {
		if c, ok := constantInt(sizes[i]); ok && c > 0 {
			out[i] = m.floorModConst(rest, c)
			rest = m.floorDivConst(rest, c)
			continue
		}
		out[i] = m.floorMod(rest, sizes[i])
		rest = m.signedDivision(rest, sizes[i], false)
	}
	out[0] = rest
	return out
}

func (m maker) linearize(op *ir.Operation) *ir.Value {
	at := op.OperandGroup("multi_index")
	if len(at) == 0 {
		return m.index(0)
	}
	sizes := m.basis(op, len(at))
	v := at[0]
	for i, x := range at[1:] {
		v = m.add(m.mul(v, sizes[i+1]), x)
	}
	return v
}

// constantInt returns the value of an integer constant of up to 64 bits, sign-extended; that of i1
// is 0 or -1.
func constantInt(v *ir.Value) (n int64, ok bool) {
	if v == nil || v.Op == nil || v.Op.Name() != "arith.constant" {
		return 0, false
	}
	a, ok := v.Op.Attr("value").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	if w, known := ir.BitWidth(a.Type); !known || w > 64 {
		return 0, false
	}
	return a.Int64(), true
}
