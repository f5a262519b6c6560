package codegen

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// The pass "addresses" divides the offset of each access to a buffer between the resource's base,
// 64 bits in scalar registers, and what the instruction adds to it, 32 bits: voffset, soffset and
// the offset field. The base takes what is the same for all lanes (workgroup numbers, arguments),
// with enough of the constants that the rest is not negative. Interval analysis must show that the
// rest stays below 2 GiB. The number of records shrinks by the distance that the base moves, so
// that the range check gives the same result as for the whole offset.

// AddressesPass is the pass's name. Without it offsets have 32 bits, and larger ones wrap.
const AddressesPass = "addresses"

// splits reports whether the pass is on.
func (k *kernel) splits() bool { return !k.opt.Passes.Disabled(AddressesPass) }

// outside is an offset that is out of range whatever the offset field and
// soffset add to it, with and without soffset in the range check: no resource
// has more than 2^31 bytes, and no sum comes round to 0. It is an inline constant
// (-2.0).
const outside = 0xc0000000

// mostRecords bounds the number of records by element size: every access that
// ends in range begins below 2^31.
func (r *ref) mostRecords() int64 {
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil {
		return maxResource - 16
	}
	return maxResource - max(1, unit/8)
}

// split is an offset in two parts, bytes: base moves the resource, thread is
// what the instruction adds. thread is in [lo, hi].
type split struct {
	base, thread linear
	lo, hi       int64
	inside       bool // the access is in range, whatever lane executes it
	how          splitKind
	offset       [2]int64 // bounds of the whole offset, if inside
}

type splitKind uint8

const (
	splitWhole    splitKind = iota // nothing has to move
	splitBounded                   // large factors are cut at what is out of range anyway
	splitFixed                     // what no loop changes is in the base
	splitMoving                    // all that is uniform is in the base, in each turn
	splitFar                       // 64-bit offsets, window by window
	splitStepping                  // the offset grows in each turn, up to 2^31-1
	splitOff                       // the pass is disabled
)

// splitOf divides the offset of an access to span bytes.
func (k *kernel) splitOf(r *ref, at linear, span int64) split {
	const sane = 1 << 60
	if !k.splits() {
		return split{thread: at, how: splitOff}
	}
	if at.c < -sane || at.c > sane {
		return split{how: splitFar}
	}
	limit := r.mostRecords() - span
	lo, hi, ok := k.offsetRange(r, at)
	inside := k.alwaysInside(r, lo, hi, ok, span)
	scalar, vector := k.parts(at.terms)
	if ok && lo >= -1<<31 && hi <= limit && (r.mask == nil || !inside || k.near(scalar)) {
		return split{thread: at, lo: lo, hi: hi, inside: inside, offset: [2]int64{lo, hi}}
	}
	if s, ok := k.boundedSplit(r, at, span); ok {
		return s
	}
	fixed, moving := scalar, []term(nil)
	if len(k.loops) > 0 {
		fixed, moving = k.invariant(scalar)
	}
	if s, ok := k.baseSplit(r, at, fixed, slices.Concat(vector, moving), span); ok {
		s.inside, s.offset = inside, [2]int64{lo, hi}
		return s
	}
	if s, ok := k.baseSplit(r, at, scalar, vector, span); ok {
		s.how, s.inside, s.offset = splitMoving, inside, [2]int64{lo, hi}
		return s
	}
	return split{how: splitFar}
}

// baseSplit moves the terms base, if the others then fit. Of the constant the
// base takes what is below 0 or too large, in steps that neighbours share.
func (k *kernel) baseSplit(r *ref, at linear, base, rest []term, span int64) (split, bool) {
	const room = 1 << 20
	limit := r.mostRecords() - span
	lo, hi, ok := k.rangeOf(rest)
	lo = min(lo, 0)
	if !ok || hi-lo > limit-room {
		return split{}, false
	}
	c, moved := at.c+lo, int64(0)
	if c < 0 || c > limit-(hi-lo) {
		step := int64(room)
		if c < 0 && c >= -room {
			step = offsetRange[refBuffer].hi + 1
		}
		moved = c - (c%step+step)%step
	}
	s := split{base: linear{c: moved, terms: base}, thread: linear{c: at.c - moved, terms: rest}, how: splitFixed}
	s.lo, s.hi = c-moved, c-moved+hi-lo
	return s, true
}

// near reports whether terms cannot bring outside round to 0.
func (k *kernel) near(terms []term) bool {
	lo, hi, ok := k.rangeOf(terms)
	return ok && lo >= -1<<29 && hi < 1<<29
}

// offsetRange returns the range of an offset: from its terms, and from what is known about the
// indices.
func (k *kernel) offsetRange(r *ref, at linear) (lo, hi int64, ok bool) {
	lo, hi, ok = k.rangeOf(at.terms)
	lo, hi = lo+at.c, hi+at.c
	if known := r.known; known != nil {
		a, b := known.lo+at.c-known.c, known.hi+at.c-known.c
		if !ok {
			return a, b, true
		}
		lo, hi = max(lo, a), min(hi, b)
	}
	return lo, hi, ok
}

// alwaysInside reports whether all bytes of an access are valid.
func (k *kernel) alwaysInside(r *ref, lo, hi int64, ok bool, span int64) bool {
	valid, known := wideNumber(r.buffer.valid[0], r.buffer.valid[1])
	return ok && known && lo >= 0 && uint64(hi+span) <= valid
}

// knownOffset is the range in bytes of an offset with the constant part c, and
// of those that have another one.
type knownOffset struct{ c, lo, hi int64 }

// knowing is r for an access at indices, where holds says, if it is not nil:
// what is known of the indices is more than what is known of the sum.
func (k *kernel) knowing(r *ref, indices []*ir.Value, holds *ir.Value) *ref {
	unit, err := ir.StorageBits(r.typ.Elem)
	if r.space != refBuffer || r.buffer.ready != nil || err != nil || unit%8 != 0 || !r.shift.constant() {
		return r
	}
	lo, hi, ok := k.rangeOf(r.offset.terms)
	lo, hi = lo+r.offset.c, hi+r.offset.c
	for i, x := range indices {
		at := k.flow.RangeUnder(x, k.current, holds)
		if !ok || !r.strides[i].constant() {
			return r
		}
		a, okA := mulSmall(at.SMin, r.strides[i].c)
		b, okB := mulSmall(at.SMax, r.strides[i].c)
		lo, hi = lo+min(a, b), hi+max(a, b)
		ok = okA && okB && lo > -1<<56 && hi < 1<<56
	}
	if !ok {
		return r
	}
	bytes, _ := k.byteAt(r, k.elementAt(r, indices), unit)
	out := *r
	out.known = &knownOffset{bytes.c, r.shift.c + lo*unit/8, r.shift.c + hi*unit/8}
	return &out
}

// boundedSplit keeps an offset whole, all terms of which are not negative, by clamping factors that
// alone are beyond the resource's end.
func (k *kernel) boundedSplit(r *ref, at linear, span int64) (split, bool) {
	most := r.buffer.most
	if most > r.mostRecords() || at.c < 0 {
		return split{}, false
	}
	s := split{thread: linear{c: at.c}, lo: at.c, hi: at.c, how: splitBounded}
	for _, t := range at.terms {
		lo, hi := k.bounds(t)
		alone := len(at.terms) == 1 && at.c == 0 && t.v.ext != extNone // below 0 is far above it, too
		if t.coef <= 0 || lo < 0 && !alone {
			return split{}, false
		}
		end := most / t.coef
		if most%t.coef != 0 {
			end++
		}
		if lo < 0 || hi > end {
			if len(t.v.dw) != 1 {
				return split{}, false
			}
			t, hi = k.cut(t, end), end
		}
		s.thread.terms = append(s.thread.terms, t)
		reach, ok := mulSmall(hi, t.coef)
		if s.hi += reach; !ok || s.hi > outside-span-offsetRange[refBuffer].hi {
			return split{}, false
		}
	}
	return s, true
}

// cut returns a term of one dword at most end times its factor, also where it is negative.
func (k *kernel) cut(t term, end int64) term {
	one := []term{{v: t.v, coef: 1}}
	dw := k.once("cut", end, one, func() []mach.Operand { return []mach.Operand{k.op32(&minUOp, t.v.lo(), constDword(uint32(end)))} })
	name := ""
	if k.opt.Explain {
		name = fmt.Sprintf("min(%s, %d)", k.text(linear{terms: []term{{src: t.src, name: t.name, coef: 1}}}), end)
	}
	return term{v: value{typ: ir.Index, dw: dw, ext: extZero}, coef: t.coef, most: end, name: name}
}

// splitPlace returns a place in a buffer whose range check counts.
func (k *kernel) splitPlace(r *ref, at linear, span int64) place {
	s := k.splitOf(r, at, span)
	if s.how != splitWhole {
		if p, ok := k.steppingPlace(r, at, span); ok {
			return p
		}
	}
	if s.how == splitFar {
		return k.farPlace(r, at, span)
	}
	resource, below := k.resourceAt(r, s.base)
	p := place{ref: r, space: refBuffer, base: resource, soff: constDword(0)}
	terms, c := s.thread.terms, s.thread.c
	var soffset []term
	if s.inside && below.Kind == mach.OperandNone { // no part may be negative
		scalar, vector := k.parts(terms)
		if len(scalar) > 0 && c >= 0 && k.notNegative(scalar) && k.notNegative(vector) && (r.mask == nil || k.near(scalar)) {
			p.soff, soffset, terms = k.soffset(scalar), scalar, vector
		}
	}
	negative := s.lo < 0
	sums := terms
	if below.Kind != mach.OperandNone {
		negative = true
		sums = append(slices.Clone(terms), term{v: value{typ: ir.Index, dw: []mach.Operand{below}, ext: extSigned}, coef: 1, name: "below"})
	}
	add := int64(int32(c))
	if !negative || s.how == splitOff {
		add, p.imm = k.splitSum(r, add, span, sums)
	}
	k.explainSplit(r, &s, &p, sums, soffset, below.Kind != mach.OperandNone, span)
	if r.mask != nil {
		p.voff = mach.P(k.inVector(k.maskedSum(r.mask, add, sums, negative)))
		return p
	}
	sum := k.sum32(add, sums)
	if negative && s.how != splitOff && span > 4 {
		sum = k.notRound(sum)
	}
	if !isZero(sum) {
		p.voff = mach.P(k.inVector(sum))
	}
	if !negative && s.how != splitOff {
		p.moved = k.movedPlace(resource, add, sums)
	}
	return p
}

// notRound returns an offset that may be negative, but not so close to 0 that a dword at it wraps.
func (k *kernel) notRound(sum mach.Operand) mach.Operand {
	return k.op32(&minUOp, mach.P(k.inVector(sum)), constDword(outside))
}

// maskedSum is c plus the terms in lanes where a condition holds, else out of range. In a loop that
// changes only some of the terms the choice is made before it, if these terms cannot bring outside
// back into range.
func (k *kernel) maskedSum(on *cond, c int64, terms []term, negative bool) mach.Operand {
	mask := k.laneMaskOf(*on)
	choose := func(sum mach.Operand) mach.Operand {
		if negative {
			sum = k.notRound(sum)
		}
		return k.selectLanes(mask.mask, sum, constDword(outside))
	}
	fixed, moving := k.invariant(terms)
	lane := term{v: value{dw: dwords(mask.mask)}, coef: 1}
	_, changes := k.invariant([]term{lane})
	if negative || len(k.loops) == 0 || len(changes) > 0 || len(moving) == 0 || !k.near(moving) {
		return choose(k.sum32(c, terms))
	}
	first := k.once("masked", c, append([]term{lane}, fixed...), func() []mach.Operand { return []mach.Operand{choose(k.sum32(c, fixed))} })
	return k.add(first[0], k.sum32(0, moving))
}

// laneMaskOf returns a condition as a mask, computed where it needs to be computed least often.
func (k *kernel) laneMaskOf(c cond) cond {
	switch c.kind {
	case condMask:
		return c
	case condConst:
		return cond{kind: condMask, mask: k.mask(c)}
	}
	of := []term{{v: value{dw: []mach.Operand{c.a}}, coef: 1}}
	if c.kind == condScalar {
		of = append(of, term{v: value{dw: []mach.Operand{c.b, c.aHi, c.bHi}}, coef: 1})
	}
	key := int64(c.op) << 1
	if c.not {
		key |= 1
	}
	dw := k.once("lanes", key, of, func() []mach.Operand { return dwords(k.mask(c)) })
	return cond{kind: condMask, mask: k.tuple(mach.FileS, dw)}
}

// soffset returns a sum of scalars as an soffset operand.
func (k *kernel) soffset(scalar []term) mach.Operand {
	sum := k.sum32(0, scalar)
	if c, ok := isConst(sum); ok && c > 64 {
		return k.literal(c)
	}
	return sum
}

// resourceAt returns the resource of a buffer with its base moved by a uniform number of bytes, and
// with as many records fewer. Where the number may be negative the base stays at the buffer's
// start, and below is the negative part, at least -2^31, for the offset; otherwise its kind is
// none.
func (k *kernel) resourceAt(r *ref, by linear) (resource mach.Part, below mach.Operand) {
	pair := []mach.Operand{k.toScalar(r.base[0]), k.toScalar(r.base[1])}
	valid := []mach.Operand{k.toScalar(r.buffer.valid[0]), k.toScalar(r.buffer.valid[1])}
	most := []mach.Operand{constDword(uint32(r.mostRecords())), mach.Const(r.buffer.most)}
	all := append(slices.Clone(by.terms), term{v: value{dw: pair}, coef: 1}, term{v: value{dw: valid}, coef: 1}, term{v: value{dw: most}, coef: 1})
	if r.buffer.stride.Kind != mach.OperandNone {
		all = append(all, term{v: value{dw: []mach.Operand{r.buffer.stride}}, coef: 1})
	}
	negative := false
	if lo, _, ok := k.rangeOf(by.terms); !(ok && lo+by.c >= 0) && (by.c < 0 || !k.notNegative(by.terms)) {
		negative = true
	}
	dw := k.once("resource", by.c, all, func() []mach.Operand {
		if fixed, moving := k.invariant(by.terms); !negative && len(fixed) > 0 && len(moving) > 0 && k.splits() {
			return append(k.movingResource(r, by, pair, valid, fixed, moving), mach.Operand{})
		}
		lo, hi := k.sum64(by.c, by.terms)
		out := mach.Operand{}
		if negative {
			lo, hi, out = k.notBelow(lo, hi)
		}
		records := k.recordsLeft(r, by, valid, lo, hi, negative, nil)
		bLo, bHi := k.plus64(pair[0], pair[1], lo, hi)
		return append(k.newResource([]mach.Operand{bLo, bHi}, r.buffer.stride, records), out)
	})
	return k.tuple(mach.FileS, dw[:4]), dw[4]
}

// movingResource is resourceAt for a number of bytes of which a loop changes a part: what it does
// not change is added to the base, and subtracted from the valid bytes, before it.
func (k *kernel) movingResource(r *ref, by linear, pair, valid []mach.Operand, fixed, moving []term) []mach.Operand {
	all := append(fixed[:len(fixed):len(fixed)], term{v: value{dw: pair}, coef: 1}, term{v: value{dw: valid}, coef: 1})
	start := k.once("start", by.c, all, func() []mach.Operand {
		lo, hi := k.sum64(by.c, fixed)
		bLo, bHi := k.plus64(pair[0], pair[1], lo, hi)
		vLo, vHi := k.minus64(valid[0], valid[1], lo, hi)
		return []mach.Operand{bLo, bHi, vLo, vHi}
	})
	lo, hi := k.sum64(0, moving)
	records := k.recordsLeft(r, by, valid, lo, hi, false, start[2:])
	bLo, bHi := k.plus64(start[0], start[1], lo, hi)
	return k.newResource([]mach.Operand{bLo, bHi}, r.buffer.stride, records)
}

// notBelow returns a scalar number of 64 bits, or 0 if that is negative, and what it is below 0
// then, at least -2^31.
func (k *kernel) notBelow(lo, hi mach.Operand) (rLo, rHi, below mach.Operand) {
	least := constDword(1 << 31)
	sign := k.ashr(hi, constDword(31))
	near := k.selectDword(cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: hi, b: constDword(0xffffffff)}, lo, least)
	below = k.and(k.op32(&maxUOp, near, least), sign)
	return k.without(lo, sign), k.without(hi, sign), below
}

// without returns a with the bits of b cleared.
func (k *kernel) without(a, b mach.Operand) mach.Operand {
	return k.sop1(isa.S_ANDN2_B32, a, b)
}

// recordsLeft returns the number of records of a resource whose base has moved by lo, hi bytes: the
// valid bytes from there on, at most mostRecords, none if the base is past the end. rest, if not
// nil, has the valid bytes from a place before, from which lo and hi count.
func (k *kernel) recordsLeft(r *ref, by linear, valid []mach.Operand, lo, hi mach.Operand, negative bool, rest []mach.Operand) mach.Operand {
	cap := r.mostRecords()
	if !k.splits() {
		return valid[0]
	}
	v, vKnown := wideNumber(valid[0], valid[1])
	if m, mKnown := wideNumber(lo, hi); vKnown && mKnown && rest == nil {
		return constDword(uint32(min(int64(v-min(m, v)), cap)))
	}
	least, most, ok := k.rangeOf(by.terms)
	least, most = least+by.c, most+by.c
	if !ok || negative {
		least = 0
	}
	_, fixed := wideNumber(lo, hi)
	mayEnd := !(ok && vKnown && uint64(max(most, 0)) <= v) && !(fixed && rest == nil && isZero(lo) && isZero(hi))
	mayExceed := r.buffer.most-least > cap
	if rest == nil {
		rest = valid
		if !mayExceed && mayEnd && isZero(hi) && isZero(valid[1]) {
			return k.sub(valid[0], k.op32(&minUOp, lo, valid[0]))
		}
	}
	rLo, rHi := k.minus64(rest[0], rest[1], lo, hi)
	left := rLo
	if mayExceed {
		if !isZero(rHi) {
			left = k.selectDword(cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: rHi, b: constDword(0)}, left, constDword(uint32(cap)))
		}
		left = k.op32(&minUOp, left, constDword(uint32(cap)))
	}
	if mayEnd {
		left = k.without(left, k.ashr(rHi, constDword(31)))
	}
	return left
}
