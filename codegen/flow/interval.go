package flow

import (
	"math"
	"math/bits"
)

// Interval bounds an integer of some width both as an unsigned and as a signed number. For a
// narrower number UMin and UMax bound the zero-extended value, SMin and SMax the sign-extended one.
// It says nothing about poison values.
type Interval struct {
	UMin, UMax uint64
	SMin, SMax int64
	// Zeros is a number of low bits that are known to be 0: 2^Zeros divides the
	// value. 64 for a 0.
	Zeros uint8
}

func maskOf(w int) uint64 {
	if w >= 64 {
		return math.MaxUint64
	}
	return 1<<w - 1
}

func signExtend(w int, v uint64) int64 {
	shift := 64 - w
	return int64(v<<shift) >> shift
}

func minSigned(w int) int64 { return -1 << (w - 1) }
func maxSigned(w int) int64 { return 1<<(w-1) - 1 }

// full is every number of a width.
func full(w int) Interval {
	return Interval{0, maskOf(w), minSigned(w), maxSigned(w), 0}
}

// single is one number, of which the low w bits count.
func single(w int, v uint64) Interval {
	v &= maskOf(w)
	return Interval{v, v, signExtend(w, v), signExtend(w, v), uint8(bits.TrailingZeros64(v))}
}

// between returns the unsigned numbers from lo to hi.
func between(w int, lo, hi uint64) Interval {
	if lo > hi || hi > maskOf(w) {
		return full(w)
	}
	i := full(w)
	i.UMin, i.UMax = lo, hi
	return i.tidy(w)
}

// signedBetween returns the signed numbers from lo to hi.
func signedBetween(w int, lo, hi int64) Interval {
	if lo > hi || lo < minSigned(w) || hi > maxSigned(w) {
		return full(w)
	}
	i := full(w)
	i.SMin, i.SMax = lo, hi
	return i.tidy(w)
}

// Constant reports whether only one value is possible.
func (i Interval) Constant() (v uint64, ok bool) { return i.UMin, i.UMin == i.UMax }

// NonNegative reports whether the number is not negative as a signed one.
func (i Interval) NonNegative() bool { return i.SMin >= 0 }

// tidy tightens each pair of bounds with the other. Contradictions, possible in unreachable code,
// give a wide interval.
func (i Interval) tidy(w int) Interval {
	for range 2 {
		// The sign is known, or both halves agree: the bounds have one order.
		if i.SMin >= 0 || i.SMax < 0 {
			i.UMin = max(i.UMin, uint64(i.SMin)&maskOf(w))
			i.UMax = min(i.UMax, uint64(i.SMax)&maskOf(w))
		}
		if half := uint64(1) << (w - 1); i.UMax < half || i.UMin >= half {
			i.SMin = max(i.SMin, signExtend(w, i.UMin))
			i.SMax = min(i.SMax, signExtend(w, i.UMax))
		}
	}
	if i.UMin > i.UMax || i.SMin > i.SMax {
		return full(w)
	}
	if i.UMin == i.UMax {
		return single(w, i.UMin)
	}
	if z := min(i.Zeros, uint8(w)); z > 0 && z < 64 {
		return i.round(w, z)
	}
	return i
}

// round brings the bounds to multiples of 2^z.
func (i Interval) round(w int, z uint8) Interval {
	low := uint64(1)<<z - 1
	umin, umax := i.UMin, i.UMax&^low
	if umin&low != 0 {
		if umin > math.MaxUint64-low {
			return i
		}
		umin = (umin + low) &^ low
	}
	smin, smax := i.SMin, i.SMax&^int64(low)
	if smin&int64(low) != 0 {
		if smin > math.MaxInt64-int64(low) {
			return i
		}
		smin = (smin + int64(low)) &^ int64(low)
	}
	if umin > umax || smin > smax {
		return i // the one multiple that the other pair allows is kept by that
	}
	i.UMin, i.UMax, i.SMin, i.SMax = umin, umax, smin, smax
	if umin == umax {
		return single(w, umin)
	}
	return i
}

// join returns an interval that contains both.
func join(a, b Interval) Interval {
	return Interval{min(a.UMin, b.UMin), max(a.UMax, b.UMax), min(a.SMin, b.SMin), max(a.SMax, b.SMax), min(a.Zeros, b.Zeros)}
}

// meet returns the intersection, or the first interval if that is empty.
func meet(w int, a, b Interval) Interval {
	c := Interval{max(a.UMin, b.UMin), min(a.UMax, b.UMax), max(a.SMin, b.SMin), min(a.SMax, b.SMax), max(a.Zeros, b.Zeros)}
	if c.UMin > c.UMax || c.SMin > c.SMax {
		return a
	}
	return c.tidy(w)
}

// holds reports whether b is entirely inside a.
func (i Interval) holds(b Interval) bool {
	return i.UMin <= b.UMin && b.UMax <= i.UMax && i.SMin <= b.SMin && b.SMax <= i.SMax && i.Zeros <= b.Zeros
}

// widen returns an interval that contains a and b and cannot grow often: each bound that moved goes
// to its extreme.
func widen(w int, a, b Interval) Interval {
	c, all := a, full(w)
	if b.UMin < a.UMin {
		c.UMin = all.UMin
	}
	if b.UMax > a.UMax {
		c.UMax = all.UMax
	}
	if b.SMin < a.SMin {
		c.SMin = all.SMin
	}
	if b.SMax > a.SMax {
		c.SMax = all.SMax
	}
	c.Zeros = min(a.Zeros, b.Zeros)
	return c
}

// Arithmetic. Results wrap around at w bits; nsw and nuw say that they do not.

type flags struct{ nsw, nuw bool }

func addOf(w int, a, b Interval, f flags) Interval {
	c := full(w)
	lo, carryLo := addUnsigned(w, a.UMin, b.UMin)
	hi, carryHi := addUnsigned(w, a.UMax, b.UMax)
	switch {
	case carryLo == carryHi:
		c.UMin, c.UMax = lo, hi
	case f.nuw:
		c.UMin = lo
	}
	slo, under := addSigned(w, a.SMin, b.SMin)
	shi, over := addSigned(w, a.SMax, b.SMax)
	c = c.signedSum(w, slo, shi, under, over, f.nsw)
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

// signedSum enters signed bounds, each of which may have overflowed: -1 below, 1
// above.
func (i Interval) signedSum(w int, lo, hi int64, under, over int, nsw bool) Interval {
	switch {
	case under == over:
		i.SMin, i.SMax = lo, hi
	case nsw:
		if under == 0 {
			i.SMin = lo
		}
		if over == 0 {
			i.SMax = hi
		}
	}
	return i
}

// addUnsigned returns the sum at w bits and whether it wrapped around.
func addUnsigned(w int, a, b uint64) (sum uint64, carry bool) {
	s, c := bits.Add64(a, b, 0)
	return s & maskOf(w), c != 0 || s > maskOf(w)
}

// addSigned returns the sum at w bits and in which direction it wrapped around.
func addSigned(w int, a, b int64) (sum int64, over int) {
	s := a + b
	switch {
	case a > 0 && b > 0 && (s < 0 || s > maxSigned(w)):
		over = 1
	case a < 0 && b < 0 && (s >= 0 || s < minSigned(w)):
		over = -1
	}
	return signExtend(w, uint64(s)), over
}

func subSigned(w int, a, b int64) (diff int64, over int) {
	s := a - b
	switch {
	case a >= 0 && b < 0 && (s < 0 || s > maxSigned(w)):
		over = 1
	case a < 0 && b > 0 && (s >= 0 || s < minSigned(w)):
		over = -1
	}
	return signExtend(w, uint64(s)), over
}

func subOf(w int, a, b Interval, f flags) Interval {
	c := full(w)
	switch {
	case a.UMin >= b.UMax: // nothing is borrowed
		c.UMin, c.UMax = a.UMin-b.UMax, a.UMax-b.UMin
	case a.UMax < b.UMin: // always
		c.UMin, c.UMax = (a.UMin-b.UMax)&maskOf(w), (a.UMax-b.UMin)&maskOf(w)
	case f.nuw:
		c.UMin, c.UMax = 0, a.UMax-b.UMin
	}
	slo, under := subSigned(w, a.SMin, b.SMax)
	shi, over := subSigned(w, a.SMax, b.SMin)
	c = c.signedSum(w, slo, shi, under, over, f.nsw)
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func mulOf(w int, a, b Interval, f flags) Interval {
	c := full(w)
	if high, low := bits.Mul64(a.UMax, b.UMax); high == 0 && low <= maskOf(w) {
		c.UMin, c.UMax = a.UMin*b.UMin, low
	} else if high, low := bits.Mul64(a.UMin, b.UMin); f.nuw && high == 0 && low <= maskOf(w) {
		c.UMin = low
	}
	if lo, hi, ok := corners(a, b, mulSigned); ok && lo >= minSigned(w) && hi <= maxSigned(w) {
		c.SMin, c.SMax = lo, hi
	} else if f.nsw && a.SMin >= 0 && b.SMin >= 0 {
		c.SMin = 0
	}
	c.Zeros = uint8(min(64, int(a.Zeros)+int(b.Zeros)))
	if int(c.Zeros) >= w {
		return single(w, 0)
	}
	return c.tidy(w)
}

func mulSigned(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && (a != -1 || b != math.MinInt64) && (b != -1 || a != math.MinInt64)
}

// corners returns the least and the greatest of f at the ends of two intervals.
func corners(a, b Interval, f func(x, y int64) (int64, bool)) (lo, hi int64, ok bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	for _, x := range [2]int64{a.SMin, a.SMax} {
		for _, y := range [2]int64{b.SMin, b.SMax} {
			v, ok := f(x, y)
			if !ok {
				return 0, 0, false
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi, true
}

func divUnsigned(w int, a, b Interval) Interval {
	return between(w, a.UMin/max(1, b.UMax), a.UMax/max(1, b.UMin))
}

func remUnsigned(w int, a, b Interval) Interval {
	if a.UMax < b.UMin {
		return a
	}
	if b.UMax == 0 {
		return full(w)
	}
	c := between(w, 0, min(a.UMax, b.UMax-1))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

// division bounds a signed quotient; round is the rounding.
func division(w int, a, b Interval, round func(x, y int64) int64) Interval {
	if b.SMin > 0 || b.SMax < 0 {
		lo, hi, ok := corners(a, b, func(x, y int64) (int64, bool) {
			return round(x, y), y != -1 || x != math.MinInt64
		})
		if ok && lo >= minSigned(w) && hi <= maxSigned(w) {
			return signedBetween(w, lo, hi)
		}
	}
	if a.SMin == math.MinInt64 {
		return full(w)
	}
	m := max(-a.SMin, a.SMax)
	return signedBetween(w, max(-m, minSigned(w)), min(m, maxSigned(w)))
}

func truncDiv(x, y int64) int64 { return x / y }

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func ceilDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) == (y < 0) {
		q++
	}
	return q
}

func remSigned(w int, a, b Interval) Interval {
	if b.SMin == math.MinInt64 || a.SMin == math.MinInt64 {
		if a.SMin >= 0 {
			return signedBetween(w, 0, a.SMax)
		}
		return full(w)
	}
	m := max(-b.SMin, b.SMax, 1) - 1
	c := signedBetween(w, max(min(a.SMin, 0), -m), min(max(a.SMax, 0), m))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

// floorMod returns the remainder of a positive divisor that is not negative.
func floorMod(w int, a, b Interval) Interval {
	if b.SMax <= 0 {
		return full(w)
	}
	if a.SMin >= 0 && a.SMax < b.SMin {
		return a
	}
	c := signedBetween(w, 0, b.SMax-1)
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

// Shifts by the width or more give poison: only the others count.

func shiftLeft(w int, a, b Interval, f flags) Interval {
	from, to := min(b.UMin, uint64(w-1)), min(b.UMax, uint64(w-1))
	c := full(w)
	if a.UMax <= maskOf(w)>>to {
		c.UMin, c.UMax = a.UMin<<from, a.UMax<<to
	}
	fits := func(x int64) bool { return x<<to>>to == x && x<<to >= minSigned(w) && x<<to <= maxSigned(w) }
	if fits(a.SMin) && fits(a.SMax) {
		lo, hi := a.SMin<<to, a.SMax<<to
		c.SMin, c.SMax = min(lo, a.SMin<<from), max(hi, a.SMax<<from)
	} else if f.nsw && a.SMin >= 0 {
		c.SMin = 0
	}
	c.Zeros = uint8(min(64, int(a.Zeros)+int(from)))
	if int(c.Zeros) >= w {
		return single(w, 0)
	}
	return c.tidy(w)
}

func shiftRight(w int, a, b Interval) Interval {
	from, to := min(b.UMin, uint64(w-1)), min(b.UMax, uint64(w-1))
	c := between(w, a.UMin>>to, a.UMax>>from)
	c.Zeros = shifted(a.Zeros, to)
	return c.tidy(w)
}

func shiftRightSigned(w int, a, b Interval) Interval {
	from, to := min(b.UMin, uint64(w-1)), min(b.UMax, uint64(w-1))
	c := signedBetween(w, min(a.SMin>>from, a.SMin>>to), max(a.SMax>>from, a.SMax>>to))
	c.Zeros = shifted(a.Zeros, to)
	return c.tidy(w)
}

func shifted(zeros uint8, by uint64) uint8 {
	if uint64(zeros) <= by {
		return 0
	}
	return zeros - uint8(by)
}

// below returns the least 2^n-1 that is not below v.
func below(v uint64) uint64 {
	n := bits.Len64(v)
	return maskOf(n)
}

func andOf(w int, a, b Interval) Interval {
	c := between(w, 0, min(a.UMax, b.UMax))
	c.Zeros = max(a.Zeros, b.Zeros)
	if int(c.Zeros) >= w {
		return single(w, 0)
	}
	return c.tidy(w)
}

func orOf(w int, a, b Interval) Interval {
	c := between(w, max(a.UMin, b.UMin), below(a.UMax|b.UMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func xorOf(w int, a, b Interval) Interval {
	c := between(w, 0, below(a.UMax|b.UMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func minUnsigned(w int, a, b Interval) Interval {
	c := between(w, min(a.UMin, b.UMin), min(a.UMax, b.UMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func maxUnsigned(w int, a, b Interval) Interval {
	c := between(w, max(a.UMin, b.UMin), max(a.UMax, b.UMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func minSignedOf(w int, a, b Interval) Interval {
	c := signedBetween(w, min(a.SMin, b.SMin), min(a.SMax, b.SMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

func maxSignedOf(w int, a, b Interval) Interval {
	c := signedBetween(w, max(a.SMin, b.SMin), max(a.SMax, b.SMax))
	c.Zeros = min(a.Zeros, b.Zeros)
	return c.tidy(w)
}

// resize changes the width, extending the sign or zeros.
func (i Interval) resize(from, to int, signed bool) Interval {
	c := full(to)
	switch {
	case to >= from && signed:
		c.SMin, c.SMax = i.SMin, i.SMax
	case to >= from:
		c.UMin, c.UMax = i.UMin, i.UMax
	default:
		if i.UMax <= maskOf(to) {
			c.UMin, c.UMax = i.UMin, i.UMax
		}
		if i.SMin >= minSigned(to) && i.SMax <= maxSigned(to) {
			c.SMin, c.SMax = i.SMin, i.SMax
		}
	}
	c.Zeros = i.Zeros
	if int(c.Zeros) >= to {
		return single(to, 0)
	}
	return c.tidy(to)
}

// compare returns the result of a comparison by a predicate's name; known is false if both are
// possible.
func compare(pred string, a, b Interval) (result, known bool) {
	switch pred {
	case "eq", "ne":
		if a.UMax < b.UMin || b.UMax < a.UMin || a.SMax < b.SMin || b.SMax < a.SMin {
			return pred == "ne", true
		}
		x, ok1 := a.Constant()
		y, ok2 := b.Constant()
		if ok1 && ok2 {
			return (x == y) == (pred == "eq"), true
		}
		return false, false
	case "slt":
		return order(a.SMax < b.SMin, a.SMin >= b.SMax)
	case "sle":
		return order(a.SMax <= b.SMin, a.SMin > b.SMax)
	case "sgt":
		return order(a.SMin > b.SMax, a.SMax <= b.SMin)
	case "sge":
		return order(a.SMin >= b.SMax, a.SMax < b.SMin)
	case "ult":
		return order(a.UMax < b.UMin, a.UMin >= b.UMax)
	case "ule":
		return order(a.UMax <= b.UMin, a.UMin > b.UMax)
	case "ugt":
		return order(a.UMin > b.UMax, a.UMax <= b.UMin)
	case "uge":
		return order(a.UMin >= b.UMax, a.UMax < b.UMin)
	}
	return false, false
}

func order(always, never bool) (result, known bool) { return always, always || never }

// inverse is the predicate that holds where pred does not, swapped the one for
// exchanged operands.
var (
	inverse = map[string]string{"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle",
		"ult": "uge", "uge": "ult", "ule": "ugt", "ugt": "ule"}
	swapped = map[string]string{"eq": "eq", "ne": "ne", "slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle",
		"ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule"}
)

// assume returns what is known about a where "a pred b" holds.
func assume(w int, pred string, a, b Interval) Interval {
	c := full(w)
	switch pred {
	case "eq":
		return meet(w, a, b)
	case "ne":
		v, ok := b.Constant()
		switch {
		case !ok:
		case v == a.UMin && a.UMin < a.UMax:
			a.UMin++
			return a.tidy(w)
		case v == a.UMax && a.UMin < a.UMax:
			a.UMax--
			return a.tidy(w)
		}
		return a
	case "slt":
		if b.SMax > minSigned(w) {
			c.SMax = b.SMax - 1
		}
	case "sle":
		c.SMax = b.SMax
	case "sgt":
		if b.SMin < maxSigned(w) {
			c.SMin = b.SMin + 1
		}
	case "sge":
		c.SMin = b.SMin
	case "ult":
		if b.UMax > 0 {
			c.UMax = b.UMax - 1
		}
	case "ule":
		c.UMax = b.UMax
	case "ugt":
		if b.UMin < maskOf(w) {
			c.UMin = b.UMin + 1
		}
	case "uge":
		c.UMin = b.UMin
	}
	return meet(w, a, c)
}
