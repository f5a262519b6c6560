package ir

import (
	"math"
	"math/bits"
	"strconv"
)

// AffineKind is the kind of a node of an affine expression.
type AffineKind uint8

// The kinds of nodes.
const (
	AffineConst AffineKind = iota // Value
	AffineDim                     // d<Value>
	AffineSym                     // s<Value>
	AffineAdd
	AffineMul
	AffineMod      // the result is nonnegative for a positive right side
	AffineFloorDiv // rounds toward minus infinity
	AffineCeilDiv  // rounds toward plus infinity
)

// AffineExpr is an affine expression, in the form to which MLIR simplifies it
// (see affinesimplify.go). It is immutable.
type AffineExpr struct {
	Kind  AffineKind
	Value int64 // of a constant; number of a dimension or symbol
	L, R  *AffineExpr
	size  int32 // nodes
	sym   bool  // no dimension occurs
	div   int64 // the largest number known to divide the expression always; 0 for 0
	hash  uint64
}

// AffineMap is (d0, d1)[s0] -> (d0 + s0, d1).
type AffineMap struct {
	Dims, Syms int
	Results    []*AffineExpr
}

// IntegerSet is (d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0): the points where
// every constraint is >= 0, or 0 where Eq says so.
type IntegerSet struct {
	Dims, Syms  int
	Constraints []*AffineExpr
	Eq          []bool
}

// AffineConstant, AffineDimension and AffineSymbol give the leaves.
func AffineConstant(v int64) *AffineExpr { return leaf(AffineConst, v) }

// AffineDimension returns the expression dN.
func AffineDimension(n int) *AffineExpr { return leaf(AffineDim, int64(n)) }

// AffineSymbol returns the expression sN.
func AffineSymbol(n int) *AffineExpr { return leaf(AffineSym, int64(n)) }

func leaf(k AffineKind, v int64) *AffineExpr {
	e := &AffineExpr{Kind: k, Value: v, size: 1, sym: k != AffineDim, hash: mixHash(uint64(k)+1, uint64(v))}
	e.div = e.divisor()
	return e
}

func node(k AffineKind, l, r *AffineExpr) *AffineExpr {
	e := &AffineExpr{Kind: k, L: l, R: r, size: saturate(l.size, r.size), sym: l.sym && r.sym,
		hash: mixHash(mixHash(uint64(k)+1, l.hash), r.hash)}
	e.div = e.divisor()
	return e
}

func saturate(a, b int32) int32 { return int32(min(int64(a)+int64(b)+1, math.MaxInt32)) }

func mixHash(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b+0xd1b54a32d192ed03)
	return hi ^ lo
}

// Equal reports whether two expressions are the same, node by node.
func (e *AffineExpr) Equal(o *AffineExpr) bool {
	if e == o {
		return true
	}
	if e.hash != o.hash || e.Kind != o.Kind || e.Value != o.Value || e.size != o.size {
		return false
	}
	return e.L == nil || e.L.Equal(o.L) && e.R.Equal(o.R)
}

// isConst reports whether e is the constant v.
func (e *AffineExpr) isConst(v int64) bool { return e.Kind == AffineConst && e.Value == v }

// Symbolic reports whether no dimension occurs in e.
func (e *AffineExpr) Symbolic() bool { return e.sym }

// Eval computes the expression; ok is false for a division by zero or a modulus
// that is not positive. Sums and products wrap around at 64 bits.
func (e *AffineExpr) Eval(dims, syms []int64) (v int64, ok bool) {
	switch e.Kind {
	case AffineConst:
		return e.Value, true
	case AffineDim:
		return dims[e.Value], true
	case AffineSym:
		return syms[e.Value], true
	}
	a, ok := e.L.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	b, ok := e.R.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	switch e.Kind {
	case AffineAdd:
		return a + b, true
	case AffineMul:
		return a * b, true
	case AffineMod:
		if b <= 0 {
			return 0, false
		}
		return floorMod(a, b), true
	}
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	if e.Kind == AffineFloorDiv {
		return floorDiv(a, b), true
	}
	return ceilDiv(a, b), true
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

func floorMod(a, b int64) int64 {
	m := a % b
	if m < 0 {
		m += b
	}
	return m
}

// Eval computes the results for dimensions and symbols.
func (m *AffineMap) Eval(dims, syms []int64) (results []int64, ok bool) {
	results = make([]int64, len(m.Results))
	for i, e := range m.Results {
		if results[i], ok = e.Eval(dims, syms); !ok {
			return nil, false
		}
	}
	return results, true
}

// Holds reports whether the point is in the set; ok is as for [AffineExpr.Eval].
func (s *IntegerSet) Holds(dims, syms []int64) (in, ok bool) {
	in = true
	for i, e := range s.Constraints {
		v, ok := e.Eval(dims, syms)
		if !ok {
			return false, false
		}
		if v < 0 || s.Eq[i] && v != 0 {
			in = false
		}
	}
	return in, true
}

// IsIdentity reports whether the results are the dimensions in order.
func (m *AffineMap) IsIdentity() bool {
	if m.Dims != len(m.Results) {
		return false
	}
	for i, e := range m.Results {
		if e.Kind != AffineDim || e.Value != int64(i) {
			return false
		}
	}
	return true
}

// IsPermutation reports whether every dimension is a result exactly once.
func (m *AffineMap) IsPermutation() bool {
	return m.Dims == len(m.Results) && m.IsProjectedPermutation()
}

// IsProjectedPermutation reports whether the results are different dimensions
// and there are no symbols.
func (m *AffineMap) IsProjectedPermutation() bool {
	seen := make([]bool, m.Dims)
	for _, e := range m.Results {
		if e.Kind != AffineDim || seen[e.Value] {
			return false
		}
		seen[e.Value] = true
	}
	return m.Syms == 0
}

// strides returns the strides and offset of a layout map of one result that is a sum of multiples
// of dimensions; [Dynamic] where a factor is symbolic.
func (m *AffineMap) strides(shape Shape) (strides []int64, offset int64, ok bool) {
	if m.IsIdentity() {
		return RowMajor(shape), 0, true
	}
	if len(m.Results) != 1 || m.Dims != len(shape) {
		return nil, 0, false
	}
	strides = make([]int64, m.Dims)
	if !addStrides(m.Results[0], 1, strides, &offset) {
		return nil, 0, false
	}
	return strides, offset, true
}

// addStrides adds the terms of factor*e.
func addStrides(e *AffineExpr, factor int64, strides []int64, offset *int64) bool {
	add := func(to *int64, v int64) {
		if *to == Dynamic || v == Dynamic {
			*to = Dynamic
		} else {
			*to += v
		}
	}
	switch {
	case e.Kind == AffineAdd:
		return addStrides(e.L, factor, strides, offset) && addStrides(e.R, factor, strides, offset)
	case e.Kind == AffineMul && e.R.Kind == AffineConst:
		return addStrides(e.L, mulDynamic(factor, e.R.Value), strides, offset)
	case e.Kind == AffineMul && e.R.Symbolic() && !e.L.Symbolic():
		return addStrides(e.L, Dynamic, strides, offset)
	case e.Kind == AffineDim:
		add(&strides[e.Value], factor)
	case e.Kind == AffineConst:
		add(offset, mulDynamic(factor, e.Value))
	case e.Symbolic():
		add(offset, Dynamic)
	default:
		return false
	}
	return true
}

func (e *AffineExpr) String() string { return string(e.append(nil, false)) }

// append appends the expression; tight puts parentheses around an operator.
func (e *AffineExpr) append(b []byte, tight bool) []byte {
	switch e.Kind {
	case AffineConst:
		return strconv.AppendInt(b, e.Value, 10)
	case AffineDim:
		return strconv.AppendInt(append(b, 'd'), e.Value, 10)
	case AffineSym:
		return strconv.AppendInt(append(b, 's'), e.Value, 10)
	}
	if tight {
		b = append(b, '(')
	}
	switch {
	case e.Kind == AffineAdd:
		b = e.appendSum(b)
	case e.Kind == AffineMul && e.R.isConst(-1):
		b = e.L.append(append(b, '-'), true)
	default:
		b = append(e.L.append(b, true), affineOps[e.Kind]...)
		b = e.R.append(b, true)
	}
	if tight {
		b = append(b, ')')
	}
	return b
}

var affineOps = [...]string{AffineMul: " * ", AffineMod: " mod ", AffineFloorDiv: " floordiv ", AffineCeilDiv: " ceildiv "}

// appendSum prints additions of negative terms as subtractions.
func (e *AffineExpr) appendSum(b []byte) []byte {
	b = e.L.append(b, false)
	switch r := e.R; {
	case r.Kind == AffineMul && r.R.isConst(-1):
		return r.L.append(append(b, " - "...), r.L.Kind == AffineAdd)
	case r.Kind == AffineMul && r.R.Kind == AffineConst && r.R.Value < -1:
		b = append(r.L.append(append(b, " - "...), true), " * "...)
		return strconv.AppendUint(b, -uint64(r.R.Value), 10)
	case r.Kind == AffineConst && r.Value < 0:
		return strconv.AppendUint(append(b, " - "...), -uint64(r.Value), 10)
	}
	return e.R.append(append(b, " + "...), false)
}

func appendSpace(b []byte, dims, syms int) []byte {
	b = appendNames(append(b, '('), 'd', dims)
	b = append(b, ')')
	if syms > 0 {
		b = append(appendNames(append(b, '['), 's', syms), ']')
	}
	return b
}

func appendNames(b []byte, letter byte, n int) []byte {
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, letter), int64(i), 10)
	}
	return b
}

func (m *AffineMap) String() string {
	b := append(appendSpace(nil, m.Dims, m.Syms), " -> ("...)
	for i, e := range m.Results {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = e.append(b, false)
	}
	return string(append(b, ')'))
}

func (s *IntegerSet) String() string {
	b := append(appendSpace(nil, s.Dims, s.Syms), " : ("...)
	for i, e := range s.Constraints {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = e.append(b, false)
		if s.Eq[i] {
			b = append(b, " == 0"...)
		} else {
			b = append(b, " >= 0"...)
		}
	}
	return string(append(b, ')'))
}
