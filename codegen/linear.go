package codegen

import (
	"encoding/binary"
	"math"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// linear is the number c + the sum of coef·v over the terms, modulo 2^64: the position of an
// element, or an offset in bytes. Constant, uniform and per-lane parts are kept separate, because
// instructions have separate operands for them.
type linear struct {
	c     int64
	terms []term
}

// term is a value of type index and its factor. src is the value in ir that v
// is, nil if there is none; most, if not 0, bounds it; forward means that it is
// not negative; name is for explanations.
type term struct {
	v       value
	coef    int64
	src     *ir.Value
	most    int64
	forward bool
	name    string
}

// number makes a linear of a constant.
func number(c int64) linear { return linear{c: c} }

// plus returns a + b.
func (a linear) plus(b linear) linear {
	sum := linear{c: a.c + b.c, terms: append([]term{}, a.terms...)}
next:
	for _, t := range b.terms {
		for i := range sum.terms {
			if sum.terms[i].same(t) {
				sum.terms[i].coef += t.coef
				continue next
			}
		}
		sum.terms = append(sum.terms, t)
	}
	kept := sum.terms[:0]
	for _, t := range sum.terms {
		if t.coef != 0 {
			kept = append(kept, t)
		}
	}
	sum.terms = kept
	return sum
}

// times is a·n.
func (a linear) times(n int64) linear {
	if n == 0 {
		return linear{}
	}
	p := linear{c: a.c * n}
	for _, t := range a.terms {
		t.coef *= n
		p.terms = append(p.terms, t)
	}
	return p
}

// constant reports whether a is a constant.
func (a linear) constant() bool { return len(a.terms) == 0 }

// same reports whether two terms are multiples of the same value.
func (t term) same(u term) bool {
	if len(t.v.dw) != len(u.v.dw) || t.v.ext != u.v.ext {
		return false
	}
	for i := range t.v.dw {
		if t.v.dw[i] != u.v.dw[i] {
			return false
		}
	}
	return true
}

// parts divides terms into those in scalar registers and the others.
func (k *kernel) parts(terms []term) (scalar, vector []term) {
	for _, t := range terms {
		if k.allScalar(t.v) {
			scalar = append(scalar, t)
		} else {
			vector = append(vector, t)
		}
	}
	return scalar, vector
}

// linearOf splits an index as far as that separates constants and uniform parts from the rest.
// Parts that would only be computed again stay whole.
func (k *kernel) linearOf(v *ir.Value) linear {
	val := k.value(v)
	if c, ok := constantOf(val); ok {
		return number(c)
	}
	whole := linear{terms: []term{{v: val, coef: 1, src: v}}}
	if v.Op == nil || v.Type != ir.Index {
		return whole
	}
	var sum linear
	switch v.Op.Name() {
	case "arith.addi":
		sum = k.linearOf(v.Op.Operands[0]).plus(k.linearOf(v.Op.Operands[1]))
	case "arith.subi":
		sum = k.linearOf(v.Op.Operands[0]).plus(k.linearOf(v.Op.Operands[1]).times(-1))
	case "arith.muli":
		a, b := k.linearOf(v.Op.Operands[0]), k.linearOf(v.Op.Operands[1])
		if a.constant() {
			a, b = b, a
		}
		if !b.constant() {
			return whole
		}
		sum = a.times(b.c)
		if b.c > 0 && b.c&(b.c-1) == 0 {
			return sum // one shift, whatever it is multiplied with next
		}
	case "arith.shli":
		n, ok := constantOf(k.value(v.Op.Operands[1]))
		if !ok || n < 0 || n > 62 {
			return whole
		}
		return k.linearOf(v.Op.Operands[0]).times(1 << n)
	default:
		return whole
	}
	s, l := k.parts(sum.terms)
	if k.apart && len(l) == 0 && len(k.loops) > 0 {
		if fixed, moving := k.invariant(s); len(fixed) > 0 && len(moving) > 0 {
			return sum
		}
	}
	if sum.c == 0 && (len(s) == 0 || len(l) == 0) {
		return whole
	}
	return sum
}

// constantOf reports whether a number is a constant, as an i64.
func constantOf(v value) (int64, bool) {
	if len(v.dw) == 0 || v.ref != nil {
		return 0, false
	}
	lo, ok := isConst(v.dw[0])
	if !ok {
		return 0, false
	}
	if len(v.dw) == 1 {
		if v.ext == extZero {
			return int64(lo), true
		}
		return int64(int32(lo)), true
	}
	hi, ok := isConst(v.dw[1])
	return int64(uint64(hi)<<32 | uint64(lo)), ok && len(v.dw) == 2
}

// bounds returns the range of a term's value as a signed number.
func (k *kernel) bounds(t term) (lo, hi int64) {
	lo, hi = math.MinInt64, math.MaxInt64
	if len(t.v.dw) == 1 {
		switch t.v.ext {
		case extZero:
			lo, hi = 0, math.MaxUint32
		case extSigned:
			lo, hi = math.MinInt32, math.MaxInt32
		}
	}
	if t.src != nil {
		r := k.flow.RangeAt(t.src, k.current)
		lo, hi = max(lo, r.SMin), min(hi, r.SMax)
	}
	if t.most != 0 {
		hi = min(hi, t.most)
	}
	if t.forward {
		lo = max(lo, 0)
	}
	return lo, hi
}

// rangeOf returns the range of a sum of terms; ok is false if it may leave 63 bits.
func (k *kernel) rangeOf(terms []term) (lo, hi int64, ok bool) {
	const most = 1<<62 - 1 // so that hi-lo is a number
	for _, t := range terms {
		a, b := k.bounds(t)
		if t.coef < 0 {
			a, b = b, a
		}
		x, okx := mulSmall(a, t.coef)
		y, oky := mulSmall(b, t.coef)
		lo, hi = lo+x, hi+y
		if !okx || !oky || lo < -most || hi > most {
			return 0, 0, false
		}
	}
	return lo, hi, true
}

// mulSmall returns a product of less than 2^61.
func mulSmall(a, b int64) (int64, bool) {
	const most = 1 << 61
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	if a == math.MinInt64 || b == math.MinInt64 || p/b != a || p < -most || p > most {
		return 0, false
	}
	return p, true
}

// notNegative reports whether no term can be negative, nor any partial sum.
func (k *kernel) notNegative(terms []term) bool {
	for _, t := range terms {
		if lo, _ := k.bounds(t); lo < 0 || t.coef < 0 {
			return false
		}
	}
	_, _, ok := k.rangeOf(terms)
	return ok
}

// key names a sum of terms.
func (k *kernel) key(kind string, c int64, terms []term) string {
	b := append(k.keyed[:0], kind...)
	number := func(v int64) { b = binary.LittleEndian.AppendUint64(b, uint64(v)) }
	number(c)
	for _, t := range terms {
		number(t.coef)
		b = append(b, byte(t.v.ext), byte(len(t.v.dw)))
		for _, d := range t.v.dw {
			b = append(b, byte(d.Kind))
			number(int64(d.Part.Reg)<<16 | int64(d.Part.Sub))
			number(d.Value)
		}
	}
	k.keyed = b
	return string(b)
}

// once returns the result of f, computed once, where it needs to be computed least often. f may use
// the bounds of the terms; a result computed under a condition that gives tighter bounds than are
// known here is not reused.
func (k *kernel) once(kind string, c int64, terms []term, f func() []mach.Operand) (out []mach.Operand) {
	text := k.key(kind, c, terms)
	bounds := make([]interval, len(terms))
	for i, t := range terms {
		bounds[i].lo, bounds[i].hi = k.bounds(t)
	}
	k.hoisted(registers(terms), func(scope *ir.Block) {
		// A result computed in a block of ir dominates the rest of the block and everything nested
		// in it.
		for b := scope; b != nil; b = around(b) {
			if known, ok := k.sums[sumKey{b, text}]; ok && known.holds(bounds) {
				out = known.dw
				return
			}
		}
		out = f()
		k.sums[sumKey{scope, text}] = knownSum{out, bounds}
	})
	return out
}

// sumKey is where in ir something was computed, and what.
type sumKey struct {
	scope *ir.Block
	text  string
}

// knownSum is a computed sum, and the bounds of its terms within which it is valid.
type knownSum struct {
	dw     []mach.Operand
	bounds []interval
}

type interval struct{ lo, hi int64 }

// holds reports whether terms with these bounds are within those of the sum.
func (s *knownSum) holds(bounds []interval) bool {
	for i, b := range bounds {
		if b.lo < s.bounds[i].lo || b.hi > s.bounds[i].hi {
			return false
		}
	}
	return true
}

// around returns the block that contains the operation of a block's region.
func around(b *ir.Block) *ir.Block {
	if b.Region == nil || b.Region.Op == nil {
		return nil
	}
	return b.Region.Op.Block
}

// sum32 computes c plus the terms modulo 2^32. It stays scalar if all is.
func (k *kernel) sum32(c int64, terms []term) mach.Operand {
	if len(terms) == 0 {
		return constDword(uint32(c))
	}
	return k.once("sum32", c, terms, func() []mach.Operand {
		scalar, vector := k.parts(terms)
		if front, turn := k.perTurn(scalar, vector); len(turn) > 0 && (len(front) > 1 || c != 0) {
			// One addition per iteration, whatever precedes the loop.
			return []mach.Operand{k.add(k.sum32(0, turn), k.sum32(c, front))}
		}
		acc := constDword(uint32(c))
		fixed, moving := k.invariant(scalar)
		if len(moving) > 0 && (len(fixed) > 1 || len(fixed) == 1 && (fixed[0].coef != 1 || c != 0)) {
			acc, scalar = k.sum32(c, fixed), moving
		}
		for _, t := range scalar {
			acc = k.add(k.scaled(t), acc)
		}
		if fixed, moving := k.invariant(vector); len(fixed) > 0 && len(moving) > 0 {
			acc, vector = k.add(k.sum32(0, fixed), acc), moving
		}
		// The per-lane terms come first: their sum may already exist, or need not be computed in
		// each iteration.
		if !isZero(acc) && (len(vector) > 1 || len(vector) == 1 && vector[0].coef&(vector[0].coef-1) != 0) {
			return []mach.Operand{k.add(k.sum32(0, vector), acc)}
		}
		for len(vector) > 0 {
			// Terms with the same factor are added before they are scaled.
			coef, rest, same := vector[0].coef, []term(nil), []term(nil)
			for _, t := range vector {
				if t.coef == coef {
					same = append(same, t)
				} else {
					rest = append(rest, t)
				}
			}
			acc, vector = k.addGroup(same, acc), rest
		}
		return []mach.Operand{acc}
	})[0]
}

// perTurn divides a sum that a loop changes in its scalar part only: the terms that can be added
// before the loop, and the others. Both are empty for any other sum.
func (k *kernel) perTurn(scalar, vector []term) (front, turn []term) {
	fixed, turn := k.invariant(scalar)
	lanes, moving := k.invariant(vector)
	if len(lanes) == 0 || len(moving) > 0 {
		return nil, nil
	}
	return append(fixed[:len(fixed):len(fixed)], lanes...), turn
}

// scaled returns a scalar term's product, modulo 2^32.
func (k *kernel) scaled(t term) mach.Operand {
	if t.coef == 1 {
		return t.v.lo()
	}
	return k.once("scaled", 0, []term{t}, func() []mach.Operand {
		return []mach.Operand{k.mul(t.v.lo(), constDword(uint32(t.coef)))}
	})[0]
}

// addGroup adds terms with the same factor to b, modulo 2^32.
func (k *kernel) addGroup(group []term, b mach.Operand) mach.Operand {
	coef := uint32(group[0].coef)
	sum := group[0].v.lo()
	lo, hi := k.bounds(group[0])
	small := lo >= 0 && hi < 1<<24 && group[0].coef > 0 && group[0].coef < 1<<24
	for i, t := range group[1:] {
		if i == len(group)-2 && isZero(b) && coef&(coef-1) == 0 && coef > 1 {
			return k.vop1(isa.V_ADD_LSHL_U32, sum, t.v.lo(), constDword(uint32(bits.TrailingZeros32(coef))))
		}
		sum, small = k.add(sum, t.v.lo()), false
	}
	return k.addScaled(sum, coef, small, b)
}

// addScaled is a·coef + b modulo 2^32, with one instruction where there is one.
// small: a and coef have 24 bits.
func (k *kernel) addScaled(a mach.Operand, coef uint32, small bool, b mach.Operand) mach.Operand {
	zero := isZero(b)
	if minus := -coef; coef != 0 && minus < 1<<31 && minus&(minus-1) == 0 {
		return k.sub(b, k.shl(a, constDword(uint32(bits.TrailingZeros32(minus)))))
	}
	switch {
	case coef == 0:
		return b
	case coef == 1 && zero:
		return a
	case coef == 1:
		return k.add(a, b)
	case coef&(coef-1) == 0 && zero:
		return k.shl(a, constDword(uint32(bits.TrailingZeros32(coef))))
	case coef&(coef-1) == 0:
		return k.vop1(isa.V_LSHL_ADD_U32, a, constDword(uint32(bits.TrailingZeros32(coef))), b)
	case small && zero:
		return k.vop1(isa.V_MUL_U32_U24, a, constDword(coef))
	case small && !k.isScalar(b):
		return k.vop1(isa.V_MAD_U32_U24, a, constDword(coef), b)
	}
	return k.add(k.mul(a, constDword(coef)), b)
}

// sum64 computes c plus the terms modulo 2^64.
func (k *kernel) sum64(c int64, terms []term) (lo, hi mach.Operand) {
	if len(terms) == 0 {
		return constPair(uint64(c))
	}
	sum := k.once("sum64", c, terms, func() []mach.Operand {
		scalar, vector := k.parts(terms)
		lo, hi := constPair(uint64(c))
		if fixed, moving := k.invariant(scalar); len(moving) > 0 && (len(fixed) > 1 || len(fixed) == 1 && (fixed[0].coef != 1 || c != 0)) {
			lo, hi = k.sum64(c, fixed)
			scalar = moving
		}
		for _, t := range append(scalar, vector...) {
			tLo, tHi := k.mul64Const(t, t.coef)
			lo, hi = k.plus64(tLo, tHi, lo, hi)
		}
		return []mach.Operand{lo, hi}
	})
	return sum[0], sum[1]
}

// mul64Const returns a term's value times a constant modulo 2^64.
func (k *kernel) mul64Const(t term, coef int64) (lo, hi mach.Operand) {
	if a, b := k.bounds(t); coef > 0 && a >= 0 {
		if p, ok := mulSmall(b, coef); ok && p <= math.MaxUint32 {
			return k.mul(t.v.lo(), constDword(uint32(coef))), constDword(0)
		}
	}
	lo, hi = k.wide(t.v)
	if coef == 1 {
		return lo, hi
	}
	c := constant(ir.Index, uint64(coef))
	return k.product64(elem{typ: ir.Index, dw: []mach.Operand{lo, hi}}, elem{typ: ir.Index, dw: c.dw})
}
