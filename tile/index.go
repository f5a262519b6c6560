package tile

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"heddle/ir"
)

// Index is a number for addresses, sizes and loops: a constant, or a kernel value that is the same
// for the whole workgroup unless it was computed from Lane or Wave. Arithmetic on constants is
// folded.
type Index struct {
	k *Kernel
	v *ir.Value // nil for a constant
	// c is the constant. For other values, lo and hi are its least and greatest possible values,
	// and mult divides it.
	c, lo, hi, mult int64
	// loose: a tile placed here may begin outside its tensor. told: the compiler does not see where
	// the number comes from, and is told what the author asserts.
	loose, told bool
	varies      variance
	terms       *terms
}

// terms are what a number is the sum of: x·times + y.
type terms struct {
	x     Index
	times int64
	y     Index
}

// variance is the scope within which a number may vary.
type variance int

const (
	uniform variance = iota // the same in all lanes of a workgroup
	byWave                  // the same in all lanes of a wave
	byLane
)

// I returns a constant.
func I(c int64) Index { return Index{c: c, lo: c, hi: c, mult: c} }

// Const returns the value of a constant, and whether it is one.
func (x Index) Const() (int64, bool) { return x.c, x.v == nil }

// unbounded is the upper end of unknown ranges, -unbounded the lower end.
const unbounded = math.MaxInt64

// said is an index in a message.
func (x Index) said() string {
	if c, known := x.Const(); known {
		return strconv.FormatInt(c, 10)
	}
	return "an index"
}

// Below asserts that x is not negative and less than n, which the author knows and tile cannot
// infer.
func (x Index) Below(n int64) Index {
	if c, known := x.Const(); n < 1 || known && (c < 0 || c >= n) {
		x.k.fail("%s is said to be below %d", x.said(), n)
	}
	if x.v != nil {
		x.lo, x.hi = max(x.lo, 0), min(x.hi, n-1)
	}
	return x.assume("umin = 0, umax = %d", n-1)
}

// assume tells the compiler what the author asserts of a number from memory or the launch. The
// interpreter checks it.
func (x Index) assume(format string, n int64) Index {
	if !x.told || n < 1 {
		return x
	}
	said := ir.DialectOpaque("util", fmt.Sprintf("int.assumption<"+format+">", n))
	x.v = x.k.op("util.assume.int", []*ir.Value{x.v}, []ir.Type{ir.Index}, attr("assumptions", ir.Array(ir.Array(said))))
	return x
}

// MayLeave declares that a tile placed at x may begin outside its tensor.
func (x Index) MayLeave() Index {
	x.loose = true
	return x
}

// MultipleOf asserts that n divides x.
func (x Index) MultipleOf(n int64) Index {
	if n < 1 {
		x.k.fail("a multiple of %d", n)
	}
	if c, known := x.Const(); known && c%n != 0 {
		x.k.fail("%d is said to be a multiple of %d", c, n)
	}
	if x.v != nil {
		x.mult = n / gcd(x.mult, n) * x.mult
	}
	if x.lo < 0 && n&(n-1) != 0 { // the compiler takes the bits for a number without a sign
		return x
	}
	return x.assume("udiv = %d", n)
}

// Plus returns x + y.
func (x Index) Plus(y Index) Index {
	switch {
	case x.v == nil && y.v == nil:
		r := I(x.c + y.c)
		r.loose = x.loose || y.loose
		return r
	case y.v == nil && y.c == 0 && !y.loose:
		return x
	case x.v == nil && x.c == 0 && !x.loose:
		return y
	}
	r := x.binary("arith.addi", y)
	r.lo, r.hi, r.mult = addBound(x.lo, y.lo), addBound(x.hi, y.hi), gcd(x.mult, y.mult)
	r.loose = x.loose || y.loose
	r.terms = &terms{x, 1, y}
	return r
}

// Minus returns x - y.
func (x Index) Minus(y Index) Index {
	if x.v == nil && y.v == nil {
		r := I(x.c - y.c)
		r.loose = x.loose || y.loose
		return r
	}
	if y.v == nil && y.c == 0 && !y.loose {
		return x
	}
	r := x.binary("arith.subi", y)
	r.lo, r.hi, r.mult = addBound(x.lo, -y.hi), addBound(x.hi, -y.lo), gcd(x.mult, y.mult)
	r.loose = x.loose || y.loose
	return r
}

// Times returns x·c.
func (x Index) Times(c int64) Index {
	switch {
	case x.v == nil:
		r := I(x.c * c)
		r.loose = x.loose
		return r
	case c == 1:
		return x
	case c == 0:
		return I(0)
	}
	r := x.binary("arith.muli", I(c))
	r.lo, r.hi = mulBound(x.lo, c), mulBound(x.hi, c)
	if c < 0 {
		r.lo, r.hi = r.hi, r.lo
	}
	r.mult = mulBound(x.mult, max(c, -c))
	r.loose = x.loose
	r.terms = &terms{x, c, I(0)}
	return r
}

// TimesIndex returns x·y.
func (x Index) TimesIndex(y Index) Index {
	switch {
	case y.v == nil:
		return x.Times(y.c)
	case x.v == nil:
		return y.Times(x.c)
	}
	r := x.binary("arith.muli", y)
	ends := []int64{timesBound(x.lo, y.lo), timesBound(x.lo, y.hi), timesBound(x.hi, y.lo), timesBound(x.hi, y.hi)}
	r.lo, r.hi, r.mult = slices.Min(ends), slices.Max(ends), timesBound(x.mult, y.mult)
	r.loose = x.loose || y.loose
	return r
}

// Min returns the lesser one.
func (x Index) Min(y Index) Index {
	switch {
	case x.hi <= y.lo:
		return x
	case y.hi <= x.lo:
		return y
	}
	r := x.binary("arith.minsi", y)
	r.lo, r.hi, r.mult = min(x.lo, y.lo), min(x.hi, y.hi), gcd(x.mult, y.mult)
	r.loose = x.loose || y.loose
	return r
}

// Max returns the greater one.
func (x Index) Max(y Index) Index {
	switch {
	case x.hi <= y.lo:
		return y
	case y.hi <= x.lo:
		return x
	}
	r := x.binary("arith.maxsi", y)
	r.lo, r.hi, r.mult = max(x.lo, y.lo), max(x.hi, y.hi), gcd(x.mult, y.mult)
	r.loose = x.loose || y.loose
	return r
}

// Div returns x/c rounded down, for x that is not negative and c more than 0.
func (x Index) Div(c int64) Index {
	switch {
	case c < 1 || x.v == nil && x.c < 0:
		x.k.fail("a division of %d by %d", x.c, c)
	case x.v == nil:
		return I(x.c / c)
	case c == 1:
		return x
	}
	if q, ok := x.quotient(c); ok {
		return q
	}
	r := x.binary("arith.divui", I(c))
	r.lo, r.hi = 0, x.hi
	if x.hi != unbounded {
		r.hi = x.hi / c
	}
	if x.mult%c == 0 {
		r.mult = x.mult / c
	}
	return r
}

// quotient is x/c rounded down as a sum of quotients of its terms, if all of them are multiples of c but
// one: a term that a loop counts up stays one, whose distances are constants.
func (x Index) quotient(c int64) (Index, bool) {
	t := x.terms
	switch {
	case t == nil || t.times < 1 || t.x.lo < 0 || t.y.lo < 0 || x.hi == unbounded:
		return x, false
	case t.times%c == 0:
		return t.x.Times(t.times / c).Plus(t.y.Div(c)), true
	case t.times == 1 && (t.x.mult%c == 0 || t.y.mult%c == 0):
		return t.x.Div(c).Plus(t.y.Div(c)), true
	}
	return x, false
}

// DivIndex returns x/y rounded down, for x that is not negative and y more than 0.
func (x Index) DivIndex(y Index) Index {
	if c, known := y.Const(); known {
		return x.Div(c)
	}
	r := x.binary("arith.divui", y)
	r.lo, r.hi = 0, x.hi
	if y.lo > 1 && x.hi != unbounded {
		r.hi = x.hi / y.lo
	}
	return r
}

// Mod returns the remainder of x/c, for x that is not negative and c more than 0.
func (x Index) Mod(c int64) Index {
	switch {
	case c < 1 || x.v == nil && x.c < 0:
		x.k.fail("a remainder of %d by %d", x.c, c)
	case x.v == nil:
		return I(x.c % c)
	case c == 1:
		return I(0)
	case x.lo >= 0 && x.hi < c:
		return x
	case x.lo >= 0 && x.hi != unbounded && x.mult%c == 0:
		return I(0)
	}
	r := x.binary("arith.remui", I(c))
	r.lo, r.hi, r.mult = 0, c-1, gcd(x.mult, c)
	return r
}

// Xor returns the exclusive or of two nonnegative numbers.
func (x Index) Xor(y Index) Index {
	switch {
	case x.v == nil && y.v == nil:
		return I(x.c ^ y.c)
	case y.v == nil && y.c == 0:
		return x
	case x.v == nil && x.c == 0:
		return y
	}
	r := x.binary("arith.xori", y)
	r.lo, r.hi = 0, unbounded
	if x.hi != unbounded && y.hi != unbounded {
		r.hi = 1
		for r.hi <= max(x.hi, y.hi) {
			r.hi *= 2
		}
		r.hi--
	}
	r.mult = lowBit(gcd(x.mult, y.mult))
	return r
}

// binary makes an operation of two indices of which at least one is not a constant.
func (x Index) binary(name string, y Index) Index {
	k := x.k
	if k == nil {
		k = y.k
	}
	v := k.op(name, []*ir.Value{k.value(x), k.value(y)}, []ir.Type{ir.Index})
	return Index{k: k, v: v, lo: -unbounded, hi: unbounded, mult: 1, varies: max(x.varies, y.varies)}
}

// value returns an index as a value in ir.
func (k *Kernel) value(x Index) *ir.Value {
	if x.v != nil {
		k.own(x)
		return x.v
	}
	return k.constant(ir.Index, ir.Int(ir.Index, x.c))
}

// addBound returns a + b, unbounded if one of them or the sum is.
func addBound(a, b int64) int64 {
	switch {
	case a == unbounded || a == -unbounded:
		return a
	case b == unbounded || b == -unbounded:
		return b
	case b > 0 && a > unbounded-b:
		return unbounded
	case b < 0 && a < -unbounded-b:
		return -unbounded
	}
	return a + b
}

// mulBound is a·c, unbounded if a or the product is.
func mulBound(a, c int64) int64 {
	if c < 0 {
		return -mulBound(a, -c)
	}
	switch {
	case c == 0 || a == 0:
		return 0
	case a > unbounded/c:
		return unbounded
	case a < -unbounded/c:
		return -unbounded
	}
	return a * c
}

// timesBound is mulBound for two bounds.
func timesBound(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case b == -unbounded && a < 0, b == unbounded && a > 0:
		return unbounded
	case b == -unbounded, b == unbounded:
		return -unbounded
	}
	return mulBound(a, b)
}

// gcd returns the greatest common divisor; of 0 and n it is n.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// lowBit returns the largest power of two that divides n; that of 0 is large.
func lowBit(n int64) int64 {
	if n == 0 {
		return 1 << 40
	}
	return n & -n
}
