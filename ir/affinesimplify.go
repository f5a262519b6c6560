package ir

import "math"

// The constructors below simplify the way MLIR's do when it builds an
// expression, so that both print the same.

// Add returns a + b.
func (e *AffineExpr) Add(o *AffineExpr) *AffineExpr { return affineAdd(e, o) }

// Mul returns a * b; one of them should be symbolic.
func (e *AffineExpr) Mul(o *AffineExpr) *AffineExpr { return affineMul(e, o) }

// Sub returns a - b.
func (e *AffineExpr) Sub(o *AffineExpr) *AffineExpr { return affineAdd(e, o.Neg()) }

// Neg returns -a.
func (e *AffineExpr) Neg() *AffineExpr { return affineMul(e, AffineConstant(-1)) }

func affineAdd(l, r *AffineExpr) *AffineExpr {
	if e := simplifyAdd(l, r); e != nil {
		return e
	}
	return node(AffineAdd, l, r)
}

// simplifyAdd returns l + r if that simplifies, otherwise nil.
func simplifyAdd(l, r *AffineExpr) *AffineExpr {
	if l.Kind == AffineConst && r.Kind == AffineConst {
		if sum, ok := addInt64(l.Value, r.Value); ok {
			return AffineConstant(sum)
		}
		return nil
	}
	// Constants, then symbols, go on the right.
	if l.Kind == AffineConst || l.Symbolic() && !r.Symbolic() || leavesSwapped(l, r) {
		return affineAdd(r, l)
	}
	if r.isConst(0) {
		return l
	}
	if l.Kind == AffineAdd && l.R.Kind == AffineConst && r.Kind == AffineConst {
		if sum, ok := addInt64(l.R.Value, r.Value); ok {
			return affineAdd(l.L, AffineConstant(sum))
		}
		return nil
	}
	// x*a + x*b is x*(a+b).
	x, a := splitFactor(l)
	y, b := splitFactor(r)
	if x.Equal(y) {
		return affineMul(x, AffineConstant(a+b))
	}
	// (x + 2) + y is (x + y) + 2.
	if l.Kind == AffineAdd && l.R.Kind == AffineConst {
		return affineAdd(affineAdd(l.L, r), l.R)
	}
	return simplifyMod(l, r)
}

func addInt64(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0)
}

// leavesSwapped reports whether two dimensions, or two symbols, are in the wrong order.
func leavesSwapped(l, r *AffineExpr) bool {
	return l.Kind == r.Kind && (l.Kind == AffineDim || l.Kind == AffineSym) && l.Value > r.Value
}

// splitFactor takes x*c apart; anything else is itself times one.
func splitFactor(e *AffineExpr) (x *AffineExpr, c int64) {
	if e.Kind == AffineMul && e.R.Kind == AffineConst {
		return e.L, e.R.Value
	}
	return e, 1
}

// simplifyMod finds x + (x floordiv c) * -c, which is x mod c for a constant c above 0, and x + (x
// floordiv q) * q * -1 for a symbolic q. The left side of a multiple of a quotient is also tried
// without its first terms, for this and everything that simplifyAdd does. It returns nil if there
// is nothing to do.
func simplifyMod(l, r *AffineExpr) *AffineExpr {
	if r.Kind != AffineMul {
		return nil
	}
	if r.R.isConst(-1) && r.L.Kind == AffineMul {
		div, q := r.L.L, r.L.R
		if div.Kind == AffineFloorDiv && div.R.Equal(q) && div.L.Equal(l) {
			return affineMod(l, q)
		}
		return nil
	}
	if r.L.Kind != AffineFloorDiv {
		return nil
	}
	c := r.L.R
	if c.Kind == AffineConst && c.Value > 0 && r.L.L.Equal(l) && r.R.isConst(-c.Value) {
		return affineMod(l, c)
	}
	if l.Kind == AffineAdd {
		if e := simplifyAdd(l.R, r); e != nil {
			return affineAdd(l.L, e)
		}
	}
	return nil
}

func affineMul(l, r *AffineExpr) *AffineExpr {
	if l.Kind == AffineConst && r.Kind == AffineConst {
		if p, ok := mulInt64(l.Value, r.Value); ok {
			return AffineConstant(p)
		}
		return node(AffineMul, l, r)
	}
	if l.Kind == AffineConst || !r.Symbolic() && l.Symbolic() || leavesSwapped(l, r) {
		return affineMul(r, l)
	}
	if r.isConst(1) {
		return l
	}
	if r.isConst(0) {
		return r
	}
	if l.Kind == AffineMul && l.R.Kind == AffineConst {
		if r.Kind == AffineConst {
			if p, ok := mulInt64(l.R.Value, r.Value); ok {
				return affineMul(l.L, AffineConstant(p))
			}
			return node(AffineMul, l, r)
		}
		// (x * 2) * y is (x * y) * 2.
		return affineMul(affineMul(l.L, r), l.R)
	}
	return node(AffineMul, l, r)
}

func mulInt64(a, b int64) (p int64, ok bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p = a * b
	return p, p/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

func affineFloorDiv(l, r *AffineExpr) *AffineExpr {
	if r.Kind != AffineConst || r.Value == 0 {
		return node(AffineFloorDiv, l, r)
	}
	if l.Kind == AffineConst {
		if l.Value == math.MinInt64 && r.Value == -1 {
			return node(AffineFloorDiv, l, r)
		}
		return AffineConstant(floorDiv(l.Value, r.Value))
	}
	if r.Value == 1 {
		return l
	}
	if q := divFactor(l, r.Value); q != nil {
		return q
	}
	// (a + b) floordiv c is a floordiv c + b floordiv c if c divides a or b.
	if l.Kind == AffineAdd && (l.L.div%r.Value == 0 || l.R.div%r.Value == 0) {
		return affineAdd(affineFloorDiv(l.L, r), affineFloorDiv(l.R, r))
	}
	return node(AffineFloorDiv, l, r)
}

// divFactor returns x*(k/c) for x*k if c divides k, otherwise nil.
func divFactor(e *AffineExpr, c int64) *AffineExpr {
	if e.Kind == AffineMul && e.R.Kind == AffineConst && e.R.Value != math.MinInt64 && e.R.Value%c == 0 {
		return affineMul(e.L, AffineConstant(e.R.Value/c))
	}
	return nil
}

func affineCeilDiv(l, r *AffineExpr) *AffineExpr {
	if r.Kind != AffineConst || r.Value == 0 {
		return node(AffineCeilDiv, l, r)
	}
	if l.Kind == AffineConst {
		if l.Value == math.MinInt64 && r.Value == -1 {
			return node(AffineCeilDiv, l, r)
		}
		return AffineConstant(ceilDiv(l.Value, r.Value))
	}
	if r.Value == 1 {
		return l
	}
	if q := divFactor(l, r.Value); q != nil {
		return q
	}
	return node(AffineCeilDiv, l, r)
}

func affineMod(l, r *AffineExpr) *AffineExpr {
	if r.Kind != AffineConst || r.Value < 1 {
		return node(AffineMod, l, r)
	}
	if l.Kind == AffineConst {
		return AffineConstant(floorMod(l.Value, r.Value))
	}
	if l.div%r.Value == 0 {
		return AffineConstant(0)
	}
	switch l.Kind {
	case AffineAdd:
		if l.L.div%r.Value == 0 {
			return affineMod(l.R, r)
		}
		if l.R.div%r.Value == 0 {
			return affineMod(l.L, r)
		}
	case AffineMod:
		if l.R.Kind == AffineConst && l.R.Value >= 1 && l.R.Value%r.Value == 0 {
			return affineMod(l.L, r)
		}
	}
	return node(AffineMod, l, r)
}

// divisor computes div from the parts.
func (e *AffineExpr) divisor() int64 {
	switch e.Kind {
	case AffineConst:
		return abs64(e.Value)
	case AffineMul:
		return e.L.div * e.R.div
	case AffineAdd, AffineMod:
		return gcd(e.L.div, e.R.div)
	case AffineFloorDiv, AffineCeilDiv:
		if c := e.R; c.Kind == AffineConst && c.Value != 0 {
			if d := e.L.div; d != math.MinInt64 && d%c.Value == 0 {
				return abs64(d / c.Value)
			}
		}
	}
	return 1
}

func abs64(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs64(a)
}

// normalize returns the expression that results from reading the printed form. Sums print without
// parentheses, so a + (b + c) reads as (a + b) + c, which may simplify further.
func normalize(e *AffineExpr) *AffineExpr {
	// Rebuilding only ever simplifies; the bound is for safety.
	for range 16 {
		r := rebuild(e)
		if r.Equal(e) {
			break
		}
		e = r
	}
	return e
}

func rebuild(e *AffineExpr) *AffineExpr {
	switch e.Kind {
	case AffineAdd:
		return addTerms(rebuild(e.L), e.R)
	case AffineMul:
		return affineMul(rebuild(e.L), rebuild(e.R))
	case AffineMod:
		return affineMod(rebuild(e.L), rebuild(e.R))
	case AffineFloorDiv:
		return affineFloorDiv(rebuild(e.L), rebuild(e.R))
	case AffineCeilDiv:
		return affineCeilDiv(rebuild(e.L), rebuild(e.R))
	}
	return e
}

// addTerms adds the terms of r one by one.
func addTerms(sum, r *AffineExpr) *AffineExpr {
	if r.Kind == AffineAdd {
		return addTerms(addTerms(sum, r.L), r.R)
	}
	return affineAdd(sum, rebuild(r))
}

// NewAffineMap returns a map; the results are converted to the printed form.
func NewAffineMap(dims, syms int, results ...*AffineExpr) *AffineMap {
	m := &AffineMap{Dims: dims, Syms: syms}
	for _, e := range results {
		m.Results = append(m.Results, normalize(e))
	}
	return m
}

// NewIntegerSet returns a set; eq says which constraints are equalities.
func NewIntegerSet(dims, syms int, constraints []*AffineExpr, eq []bool) *IntegerSet {
	s := &IntegerSet{Dims: dims, Syms: syms, Eq: eq}
	for _, e := range constraints {
		s.Constraints = append(s.Constraints, normalize(e))
	}
	if len(constraints) == 0 { // all points, which MLIR writes as 0 == 0
		s.Constraints, s.Eq = []*AffineExpr{AffineConstant(0)}, []bool{true}
	}
	return s
}
