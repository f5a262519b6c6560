package opt

import (
	"math/bits"

	"heddle/codegen/flow"
	"heddle/ir"
)

// canonicalize computes known values, and converts operations to the form that the other passes and
// code selection expect: constants are on the right, multiplications and divisions by powers of two
// are shifts and masks, numbers that are known not to be negative are divided and extended as
// unsigned ones.
//
// All of it is exact: a defined result keeps its bits. A poison result may become anything.
func canonicalize(c *Context) error {
	s := simplifier{Info: c.flow()}
	for range 4 {
		if !ir.Rewrite(c.Kernel, s.visit) {
			break
		}
	}
	s.simplifyGraphs(c.Kernel)
	return nil
}

// simplifier holds the analysis of the values that existed when the pass began; it stays valid,
// since only poison values change.
type simplifier struct{ *flow.Info }

// visit simplifies one operation: see [ir.Rewrite].
func (s *simplifier) visit(w *ir.Rewriter, op *ir.Operation) (keep bool) {
	m := maker{w}
	if op.Name() == "arith.constant" || op.Decl.Is(ir.Terminator) && len(op.Successors) == 0 {
		return true
	}
	if v, ok := m.foldConstants(op); ok {
		return w.ReplaceOp(op, v)
	}
	if v, ok := s.known(m, op); ok {
		return w.ReplaceOp(op, v)
	}
	if v := m.onSplats(op); v != nil {
		return w.ReplaceOp(op, v)
	}
	if op.Decl.Is(ir.Commutative) && len(op.Operands) == 2 && isConstant(op.Operands[0]) && !isConstant(op.Operands[1]) {
		op.Operands[0], op.Operands[1] = op.Operands[1], op.Operands[0]
	}
	if rule := simplifications[op.Name()]; rule != nil {
		if v := rule(s, m, op); v != nil {
			return w.ReplaceOp(op, v)
		}
		return true
	}
	if rule := restructurings[op.Name()]; rule != nil {
		return rule(s, m, op)
	}
	return true
}

// known replaces an integer of which only one value is possible.
func (s *simplifier) known(m maker, op *ir.Operation) (*ir.Value, bool) {
	if len(op.Results) != 1 || len(op.Regions) > 0 || !removable(op) || op.Decl.Is(ir.Convergent) {
		return nil, false
	}
	v := op.Results[0]
	if w, ok := ir.BitWidth(ir.ElemType(v.Type)); !ok || w > 64 || !isInteger(v.Type) {
		return nil, false
	}
	if c, ok := s.Range(v).Constant(); ok {
		return m.constant(v.Type, c), true
	}
	return nil, false
}

func isInteger(t ir.Type) bool {
	switch t := t.(type) {
	case ir.IndexType, ir.IntegerType:
		return true
	case *ir.VectorType:
		return isInteger(t.Elem)
	}
	return false
}

func isConstant(v *ir.Value) bool { return v.Op != nil && v.Op.Decl.Is(ir.Constant) }

// defined returns the operation of that name that defines v, nil if it is another.
func defined(v *ir.Value, name string) *ir.Operation {
	if v.Op != nil && v.Op.Decl.Name == name {
		return v.Op
	}
	return nil
}

// simplification returns a value equal to an operation's only result; nil if nothing simpler is
// known. It may insert operations.
type simplification func(s *simplifier, m maker, op *ir.Operation) *ir.Value

var simplifications = map[string]simplification{
	"arith.addi":         simpleAdd,
	"arith.subi":         simpleSub,
	"arith.muli":         simpleMul,
	"arith.divui":        simpleDivUnsigned,
	"arith.remui":        simpleRemUnsigned,
	"arith.divsi":        simpleDivSigned,
	"arith.remsi":        simpleRemSigned,
	"arith.andi":         simpleAnd,
	"arith.ori":          simpleOr,
	"arith.xori":         simpleXor,
	"arith.shli":         simpleShift,
	"arith.shrui":        simpleShift,
	"arith.shrsi":        simpleShift,
	"arith.maxsi":        simpleExtreme,
	"arith.minsi":        simpleExtreme,
	"arith.maxui":        simpleExtreme,
	"arith.minui":        simpleExtreme,
	"arith.cmpi":         simpleCompare,
	"arith.select":       simpleSelect,
	"arith.extui":        simpleExtend,
	"arith.extsi":        simpleExtend,
	"arith.trunci":       simpleTruncate,
	"arith.index_cast":   simpleIndexCast,
	"arith.index_castui": simpleIndexCast,
	"arith.bitcast":      simpleBitcast,
	"arith.negf":         simpleNegate,
}

// signedCode returns the one number of all elements of a constant, sign-extended.
func signedCode(v *ir.Value) (n int64, ok bool) {
	c, ok := splatOf(v)
	w := widthOf(ir.ElemType(v.Type))
	if !ok || !isInteger(v.Type) || w < 1 || w > 64 {
		return 0, false
	}
	return signed(w, c), true
}

func isCode(v *ir.Value, n int64) bool {
	c, ok := signedCode(v)
	return ok && c == n
}

func simpleAdd(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if isCode(b, 0) {
		return a
	}
	// (x + c) + d
	if in := defined(a, "arith.addi"); in != nil && isConstant(b) && isConstant(in.Operands[1]) {
		return m.add(in.Operands[0], m.combine(in.Operands[1], b, func(x, y uint64) uint64 { return x + y }))
	}
	// (0 - x) + y
	if in := defined(a, "arith.subi"); in != nil && isCode(in.Operands[0], 0) {
		return m.two("subi", b, in.Operands[1])
	}
	return nil
}

// combine computes a constant of two.
func (m maker) combine(a, b *ir.Value, f func(x, y uint64) uint64) *ir.Value {
	x, ok1 := codesOf(a)
	y, ok2 := codesOf(b)
	w := widthOf(ir.ElemType(a.Type))
	if !ok1 || !ok2 { // long or wide
		return m.add(a, b)
	}
	codes := make([]uint64, max(len(x), len(y)))
	for i := range codes {
		codes[i] = f(element(x, i), element(y, i)) & lowMask(w)
	}
	return m.constant(a.Type, codes...)
}

func simpleSub(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if a == b {
		return m.integer(a.Type, 0)
	}
	if isCode(b, 0) {
		return a
	}
	if c, ok := signedCode(b); ok { // x - c = x + -c
		return m.add(a, m.integer(a.Type, -c))
	}
	// (x + y) - x, x - (x + y), and x - (0 - y)
	if in := defined(a, "arith.addi"); in != nil {
		if in.Operands[0] == b {
			return in.Operands[1]
		}
		if in.Operands[1] == b {
			return in.Operands[0]
		}
	}
	if in := defined(b, "arith.subi"); in != nil && isCode(in.Operands[0], 0) {
		return m.add(a, in.Operands[1])
	}
	return nil
}

func simpleMul(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	c, ok := splatOf(b)
	if !ok {
		return nil
	}
	switch w := widthOf(ir.ElemType(a.Type)); {
	case c == 0:
		return b
	case c == 1:
		return a
	case c == lowMask(w):
		return m.two("subi", m.integer(a.Type, 0), a)
	case c&(c-1) == 0:
		n := log2(c)
		var attrs []ir.NamedAttr
		if n < w-1 { // 2^(w-1) is negative
			attrs = []ir.NamedAttr{{Name: "overflowFlags", Attr: op.Attr("overflowFlags")}}
		}
		return m.Op("arith.shli", []*ir.Value{a, m.integer(a.Type, int64(n))}, nil, attrs...)
	}
	if in := defined(a, "arith.muli"); in != nil && isConstant(in.Operands[1]) {
		if _, ok := codesOf(in.Operands[1]); ok {
			return m.mul(in.Operands[0], m.combine(in.Operands[1], b, func(x, y uint64) uint64 { return x * y }))
		}
	}
	if in := defined(a, "arith.shli"); in != nil {
		if n, ok := splatOf(in.Operands[1]); ok && n < uint64(widthOf(ir.ElemType(a.Type))) {
			return m.mul(in.Operands[0], m.combine(b, b, func(x, _ uint64) uint64 { return x << n }))
		}
	}
	return nil
}

func simpleDivUnsigned(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if s.Range(a).UMax < s.Range(b).UMin {
		return m.integer(a.Type, 0)
	}
	c, ok := splatOf(b)
	switch {
	case !ok || c == 0:
	case c == 1:
		return a
	case c&(c-1) == 0:
		return m.two("shrui", a, m.integer(a.Type, int64(log2(c))))
	default: // (x / c) / d
		in := defined(a, "arith.divui")
		if in == nil {
			return nil
		}
		d, ok := splatOf(in.Operands[1])
		if hi, lo := bits.Mul64(c, d); ok && d != 0 && hi == 0 && lo <= lowMask(widthOf(ir.ElemType(a.Type))) {
			return m.two("divui", in.Operands[0], m.constant(a.Type, lo))
		}
	}
	return nil
}

func simpleRemUnsigned(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if s.Range(a).UMax < s.Range(b).UMin {
		return a
	}
	if c, ok := splatOf(b); ok && c != 0 && c&(c-1) == 0 {
		return m.two("andi", a, m.constant(a.Type, c-1))
	}
	return nil
}

// unsignedToo reports whether a signed division is an unsigned one.
func (s *simplifier) unsignedToo(op *ir.Operation) bool {
	return s.Range(op.Operands[0]).NonNegative() && s.Range(op.Operands[1]).NonNegative()
}

func simpleDivSigned(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	c, ok := signedCode(b)
	switch {
	case s.unsignedToo(op):
		return m.two("divui", a, b)
	case ok && c == 1:
		return a
	case ok && c > 1 && c&(c-1) == 0: // toward zero: negative numbers are raised by c-1
		return m.two("shrsi", m.add(a, m.raise(a, c)), m.integer(a.Type, int64(log2(uint64(c)))))
	}
	return nil
}

// raise is c-1 for a negative number, else 0; c is a power of two.
func (m maker) raise(a *ir.Value, c int64) *ir.Value {
	w := widthOf(ir.ElemType(a.Type))
	sign := m.two("shrsi", a, m.integer(a.Type, int64(w-1)))
	return m.two("andi", sign, m.integer(a.Type, c-1))
}

func simpleRemSigned(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	c, ok := signedCode(b)
	switch {
	case s.unsignedToo(op):
		return m.two("remui", a, b)
	case ok && c == 1:
		return m.integer(a.Type, 0)
	case ok && c > 1 && c&(c-1) == 0:
		up := m.raise(a, c)
		return m.two("subi", m.two("andi", m.add(a, up), m.integer(a.Type, c-1)), up)
	}
	return nil
}

// mayBeSet returns a mask of the bits of a value that may be 1.
func (s *simplifier) mayBeSet(v *ir.Value) uint64 {
	r := s.Range(v)
	if c, ok := r.Constant(); ok {
		return c
	}
	return lowMask(bits.Len64(r.UMax)) &^ lowMask(int(r.Zeros))
}

func simpleAnd(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if a == b {
		return a
	}
	if test := s.bothTests(m, a, b); test != nil {
		return test
	}
	if in := defined(a, "arith.andi"); in != nil {
		if test := s.bothTests(m, in.Operands[1], b); test != nil {
			return m.two("andi", in.Operands[0], test)
		}
	}
	if c, ok := splatOf(b); ok {
		if c == 0 {
			return b
		}
		if isInteger(a.Type) && s.mayBeSet(a)&^c == 0 {
			return a
		}
		if in := defined(a, "arith.andi"); in != nil {
			if d, ok := splatOf(in.Operands[1]); ok {
				return m.two("andi", in.Operands[0], m.constant(a.Type, c&d))
			}
		}
		if in := s.lowSum(a, c); in != nil {
			return m.two("andi", in, b)
		}
	}
	return nil
}

// lowSum returns the term of a sum or difference that its low bits, those of a mask 2^n-1, are the
// same as, where the other one is a multiple of 2^n: a swizzle only depends on the row within the
// tile.
func (s *simplifier) lowSum(v *ir.Value, mask uint64) *ir.Value {
	if v.Op == nil || !isInteger(v.Type) || mask&(mask+1) != 0 {
		return nil
	}
	multiple := func(v *ir.Value) bool { return lowMask(int(s.Range(v).Zeros))&mask == mask }
	switch x := v.Op.Operands; v.Op.Name() {
	case "arith.addi":
		if multiple(x[0]) {
			return x[1]
		}
		fallthrough
	case "arith.subi":
		if multiple(x[1]) {
			return x[0]
		}
	}
	return nil
}

func simpleOr(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	switch {
	case a == b || isCode(b, 0):
		return a
	case isCode(b, -1):
		return b
	}
	return nil
}

func simpleXor(_ *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if a == b {
		return m.integer(a.Type, 0)
	}
	if isCode(b, 0) {
		return a
	}
	c, ok := splatOf(b)
	if !ok {
		return nil
	}
	if in := defined(a, "arith.xori"); in != nil {
		if d, ok := splatOf(in.Operands[1]); ok {
			return m.two("xori", in.Operands[0], m.constant(a.Type, c^d))
		}
	}
	if in := defined(a, "arith.cmpi"); in != nil && isCode(b, -1) {
		return m.compare(inverse[ir.CmpIPredicates[in.IntAttr("predicate")]], in.Operands[0], in.Operands[1])
	}
	return nil
}

var inverse = map[string]string{"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle",
	"ult": "uge", "uge": "ult", "ule": "ugt", "ugt": "ule"}

func simpleShift(s *simplifier, m maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if isCode(b, 0) {
		return a
	}
	w := uint64(widthOf(ir.ElemType(a.Type)))
	n, ok := splatOf(b)
	if !ok || n >= w {
		return nil
	}
	if op.Name() == "arith.shrsi" && s.Range(a).NonNegative() {
		return m.two("shrui", a, b)
	}
	if in := defined(a, op.Name()); in != nil { // twice in the same direction
		k, ok := splatOf(in.Operands[1])
		switch {
		case !ok || k >= w:
		case n+k < w:
			return m.Op(op.Name(), []*ir.Value{in.Operands[0], m.constant(b.Type, n+k)}, nil)
		case op.Name() != "arith.shrsi":
			return m.integer(a.Type, 0)
		}
	}
	// There and back: the bits that are left.
	if in := defined(a, "arith.shli"); in != nil && in.Operands[1] == b && op.Name() == "arith.shrui" {
		if k, ok := splatOf(in.Operands[1]); ok && k == n {
			return m.two("andi", in.Operands[0], m.constant(a.Type, lowMask(int(w-n))))
		}
	}
	if in := defined(a, "arith.shrui"); in != nil && op.Name() == "arith.shli" {
		if k, ok := splatOf(in.Operands[1]); ok && k == n {
			return m.two("andi", in.Operands[0], m.constant(a.Type, lowMask(int(w))&^lowMask(int(n))))
		}
	}
	return nil
}

func simpleExtreme(s *simplifier, _ maker, op *ir.Operation) *ir.Value {
	a, b := op.Operands[0], op.Operands[1]
	if a == b {
		return a
	}
	x, y := s.Range(a), s.Range(b)
	below, above := x.SMax <= y.SMin, x.SMin >= y.SMax
	if op.Name() == "arith.maxui" || op.Name() == "arith.minui" {
		below, above = x.UMax <= y.UMin, x.UMin >= y.UMax
	}
	if op.Name() == "arith.maxsi" || op.Name() == "arith.maxui" {
		below, above = above, below
	}
	switch {
	case !isInteger(a.Type) || widthOf(ir.ElemType(a.Type)) > 64:
	case below:
		return a
	case above:
		return b
	}
	return nil
}

func simpleNegate(_ *simplifier, _ maker, op *ir.Operation) *ir.Value {
	if in := defined(op.Operands[0], "arith.negf"); in != nil {
		return in.Operands[0]
	}
	return nil
}
