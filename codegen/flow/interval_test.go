package flow

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"heddle/ir"
)

// Tests of the arithmetic of intervals against all numbers of five bits.

const testWidth = 5

func holdsNumber(i Interval, v uint64) bool {
	s := signExtend(testWidth, v)
	return i.UMin <= v && v <= i.UMax && i.SMin <= s && s <= i.SMax && bits.TrailingZeros64(v) >= int(i.Zeros)
}

// randomInterval has bounds of both kinds, and a divisor.
func randomInterval(r *rand.Rand) Interval {
	i := full(testWidth)
	if r.IntN(3) > 0 {
		a, b := r.Uint64N(32), r.Uint64N(32)
		i.UMin, i.UMax = min(a, b), max(a, b)
	}
	if r.IntN(3) > 0 {
		a, b := r.Int64N(32)-16, r.Int64N(32)-16
		i.SMin, i.SMax = min(a, b), max(a, b)
	}
	i.Zeros = uint8(max(0, r.IntN(6)-3))
	return i.tidy(testWidth)
}

// numbers are those of an interval.
func numbers(i Interval) (list []uint64) {
	for v := range uint64(32) {
		if holdsNumber(i, v) {
			list = append(list, v)
		}
	}
	return list
}

type exactRule struct {
	name string
	f    func(a, b Interval) Interval
	// one is the exact result; ok is false where it is poison or undefined.
	one func(a, b uint64) (v uint64, ok bool)
}

func always(f func(a, b uint64) uint64) func(a, b uint64) (uint64, bool) {
	return func(a, b uint64) (uint64, bool) { return f(a, b) & 31, true }
}

func signedOp(f func(a, b int64) int64) func(a, b uint64) (uint64, bool) {
	return always(func(a, b uint64) uint64 { return uint64(f(signExtend(testWidth, a), signExtend(testWidth, b))) })
}

func dividing(f func(a, b int64) int64) func(a, b uint64) (uint64, bool) {
	return func(a, b uint64) (uint64, bool) {
		x, y := signExtend(testWidth, a), signExtend(testWidth, b)
		if y == 0 || x == -16 && y == -1 {
			return 0, false
		}
		return uint64(f(x, y)) & 31, true
	}
}

func flagged2(fl flags, f func(a, b int64) int64) func(a, b uint64) (uint64, bool) {
	return func(a, b uint64) (uint64, bool) {
		s, u := f(signExtend(testWidth, a), signExtend(testWidth, b)), f(int64(a), int64(b))
		if fl.nsw && (s < -16 || s > 15) || fl.nuw && (u < 0 || u > 31) {
			return 0, false
		}
		return uint64(u) & 31, true
	}
}

func exactRules() []exactRule {
	add := func(a, b int64) int64 { return a + b }
	sub := func(a, b int64) int64 { return a - b }
	mul := func(a, b int64) int64 { return a * b }
	at := func(f func(w int, a, b Interval) Interval) func(a, b Interval) Interval {
		return func(a, b Interval) Interval { return f(testWidth, a, b) }
	}
	shift := func(f func(a, n uint64) uint64) func(a, b uint64) (uint64, bool) {
		return func(a, b uint64) (uint64, bool) { return f(a, b) & 31, b < testWidth }
	}
	list := []exactRule{
		{"divui", at(divUnsigned), func(a, b uint64) (uint64, bool) { return a / max(b, 1), b != 0 }},
		{"remui", at(remUnsigned), func(a, b uint64) (uint64, bool) { return a % max(b, 1), b != 0 }},
		{"divsi", at(func(w int, a, b Interval) Interval { return division(w, a, b, truncDiv) }), dividing(truncDiv)},
		{"floordivsi", at(func(w int, a, b Interval) Interval { return division(w, a, b, floorDiv) }), dividing(floorDiv)},
		{"ceildivsi", at(func(w int, a, b Interval) Interval { return division(w, a, b, ceilDiv) }), dividing(ceilDiv)},
		{"remsi", at(remSigned), dividing(func(a, b int64) int64 { return a % b })},
		{"mod", at(floorMod), func(a, b uint64) (uint64, bool) {
			x, y := signExtend(testWidth, a), signExtend(testWidth, b)
			if y <= 0 {
				return 0, false
			}
			return uint64(x-floorDiv(x, y)*y) & 31, true
		}},
		{"andi", at(andOf), always(func(a, b uint64) uint64 { return a & b })},
		{"ori", at(orOf), always(func(a, b uint64) uint64 { return a | b })},
		{"xori", at(xorOf), always(func(a, b uint64) uint64 { return a ^ b })},
		{"minui", at(minUnsigned), always(func(a, b uint64) uint64 { return min(a, b) })},
		{"maxui", at(maxUnsigned), always(func(a, b uint64) uint64 { return max(a, b) })},
		{"minsi", at(minSignedOf), signedOp(func(a, b int64) int64 { return min(a, b) })},
		{"maxsi", at(maxSignedOf), signedOp(func(a, b int64) int64 { return max(a, b) })},
		{"shrui", at(shiftRight), shift(func(a, n uint64) uint64 { return a >> n })},
		{"shrsi", at(shiftRightSigned), shift(func(a, n uint64) uint64 { return uint64(signExtend(testWidth, a) >> n) })},
		{"join", join, always(func(a, _ uint64) uint64 { return a })},
		{"absi", func(a, _ Interval) Interval { return absolute(nil, testWidth, []Interval{a}) },
			always(func(a, _ uint64) uint64 { return uint64(max(signExtend(testWidth, a), -signExtend(testWidth, a))) })},
	}
	for _, fl := range []flags{{}, {nsw: true}, {nuw: true}, {true, true}} {
		with := func(f func(w int, a, b Interval, fl flags) Interval) func(a, b Interval) Interval {
			return func(a, b Interval) Interval { return f(testWidth, a, b, fl) }
		}
		list = append(list, exactRule{"addi", with(addOf), flagged2(fl, add)}, exactRule{"subi", with(subOf), flagged2(fl, sub)},
			exactRule{"muli", with(mulOf), flagged2(fl, mul)},
			exactRule{"shli", with(shiftLeft), func(a, b uint64) (uint64, bool) {
				if b >= testWidth {
					return 0, false
				}
				s, u := signExtend(testWidth, a)<<b, a<<b
				return u & 31, !(fl.nsw && (s < -16 || s > 15)) && !(fl.nuw && u > 31)
			}})
	}
	return list
}

func TestIntervals(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	for _, rule := range exactRules() {
		for range 1500 {
			a, b := randomInterval(r), randomInterval(r)
			c := rule.f(a, b)
			for _, x := range numbers(a) {
				for _, y := range numbers(b) {
					if v, ok := rule.one(x, y); ok && !holdsNumber(c, v) {
						t.Fatalf("seed %d: %s of %d in %+v and %d in %+v is %d, not in %+v", seed, rule.name, x, a, y, b, v, c)
					}
				}
			}
		}
	}
}

func holdsPredicate(pred string, a, b uint64) bool {
	x, y := signExtend(testWidth, a), signExtend(testWidth, b)
	return map[string]bool{"eq": a == b, "ne": a != b, "slt": x < y, "sle": x <= y, "sgt": x > y, "sge": x >= y,
		"ult": a < b, "ule": a <= b, "ugt": a > b, "uge": a >= b}[pred]
}

// Comparisons: what is known of them, and what they say about their operands.
func TestComparisons(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for _, pred := range ir.CmpIPredicates {
		for range 300 {
			a, b := randomInterval(r), randomInterval(r)
			result, known := compare(pred, a, b)
			yes, no := assume(testWidth, pred, a, b), assume(testWidth, inverse[pred], a, b)
			other := assume(testWidth, swapped[pred], b, a)
			for _, x := range numbers(a) {
				for _, y := range numbers(b) {
					is := holdsPredicate(pred, x, y)
					if known && is != result {
						t.Fatalf("%d %s %d is %v: %+v, %+v", x, pred, y, is, a, b)
					}
					if is && (!holdsNumber(yes, x) || !holdsNumber(other, y)) || !is && !holdsNumber(no, x) {
						t.Fatalf("%d %s %d: %+v, %+v become %+v, %+v and not %+v", x, pred, y, a, b, yes, other, no)
					}
				}
			}
		}
	}
}
