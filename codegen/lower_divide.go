package codegen

import (
	"math"
	"math/big"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// divideLowerings: division of integers.
var divideLowerings = []lowering{
	{"arith.divui", divisions(division{})},
	{"arith.divsi", divisions(division{signed: true})},
	{"arith.ceildivui", divisions(division{up: true})},
	{"arith.ceildivsi", divisions(division{signed: true, up: true})},
	{"arith.floordivsi", divisions(division{signed: true, down: true})},
	{"arith.remui", divisions(division{rest: true})},
	{"arith.remsi", divisions(division{signed: true, rest: true})},
}

// division is which quotient, or the remainder.
type division struct {
	signed, up, down, rest bool
	// limit: the dividend's magnitude is below it.
	limit uint64
}

func divisions(d division) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, op *ir.Operation) error {
		d, narrow := k.divisionForm(d, op)
		k.each(op, func(in []elem) elem { return k.divideElem(d, in[0], in[1], narrow) })
		return nil
	})
}

// divisionForm finds out how large the dividend can be, and whether 64-bit numbers can be divided
// as dwords. Nonnegative numbers are divided as unsigned.
func (k *kernel) divisionForm(d division, op *ir.Operation) (division, extension) {
	a, b := k.flow.Range(op.Operands[0]), k.flow.Range(op.Operands[1])
	w := typeBits(op.Operands[0].Type)
	if d.signed && a.SMin >= 0 && b.SMin >= 0 {
		d.signed, d.down = false, false
	}
	d.limit = a.UMax
	if d.signed {
		d.limit = max(uint64(a.SMax), uint64(-a.SMin))
	}
	if d.limit != math.MaxUint64 {
		d.limit++
	}
	switch {
	case w <= 32 || !isWide(op.Operands[0].Type):
		return d, extNone
	case !d.signed && k.fits32(op.Operands[0], false) && k.fits32(op.Operands[1], false):
		return d, extZero
	case d.signed && k.fits32(op.Operands[0], true) && k.fits32(op.Operands[1], true) && (a.SMin > math.MinInt32 || b.SMin > -1):
		return d, extSigned
	}
	return d, extNone
}

func (k *kernel) divideElem(d division, a, b elem, narrow extension) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		// The divisor is 1, or -1: then the dividend can only be 0.
		if d.rest {
			return bitElem(constCond(false))
		}
		return bitElem(a.bit)
	}
	w := a.bits()
	var r elem
	switch {
	case narrow != extNone:
		r = word(k.divideWords(d, a.dw[0], b.dw[0]))
		r.ext = narrow
	case w > 32:
		aLo, aHi := k.extended(w, a, d.signed)
		bLo, bHi := k.extended(w, b, d.signed)
		r = wordPair(k.divideWide(d, aLo, aHi, bLo, bHi))
	case d.signed:
		r = elem{dw: []mach.Operand{k.divideWords(d, k.sext(a), k.sext(b))}}
	default:
		r = elem{dw: []mach.Operand{k.divideWords(d, k.zext(a), k.zext(b))}}
	}
	if k.allScalars(a.dw...) && k.allScalars(b.dw...) {
		for i := range r.dw {
			r.dw[i] = k.toScalar(r.dw[i])
		}
	}
	return r
}

// divideWords divides dwords.
func (k *kernel) divideWords(d division, a, b mach.Operand) mach.Operand {
	y, yConst := isConst(b)
	if x, ok := isConst(a); ok && yConst && y != 0 {
		return constDword(d.fold32(x, y))
	}
	if yConst && y == 0 {
		return constDword(0)
	}
	q := k.quotient(d, a, b)
	if d.rest {
		return k.remainder(d, a, b, q)
	}
	if !d.up && !d.down {
		return q
	}
	if c, ok := isConst(b); ok && d.down && d.signed && c&(c-1) == 0 && int32(c) > 0 {
		return k.ashr(a, constDword(uint32(bits.TrailingZeros32(c))))
	}
	rest := k.remainder(d, a, b, q)
	inexact := k.compareDwords(notEqual, rest, constDword(0))
	if !d.signed {
		return k.add(q, k.laneBool(inexact))
	}
	// The remainder has the sign of the dividend: with that of the divisor the
	// exact quotient is positive, so the truncated one was rounded down.
	differ := k.compareDwords(lessS, k.xor(rest, b), constDword(0))
	if d.down {
		return k.add(q, k.laneMinusOne(k.combine(&condAnd, inexact, differ)))
	}
	return k.add(q, k.laneBool(k.combine(&condAnd, inexact, k.not(differ))))
}

// remainder returns a - q*b.
func (k *kernel) remainder(d division, a, b, q mach.Operand) mach.Operand {
	c, ok := isConst(b)
	switch {
	case ok && !d.signed && c&(c-1) == 0:
		return k.and(a, constDword(c-1))
	case ok && c < 1<<23 && d.limit/uint64(max(c, 1)) < 1<<22 && !k.isScalar(q):
		return k.vop1(isa.V_MAD_I32_I24, q, constDword(-c), a)
	}
	return k.sub(a, k.mul(q, b))
}

// fold32 returns the result for constants.
func (d division) fold32(x, y uint32) uint32 {
	a, b := new(big.Int).SetUint64(uint64(x)), new(big.Int).SetUint64(uint64(y))
	if d.signed {
		a, b = big.NewInt(int64(int32(x))), big.NewInt(int64(int32(y)))
	}
	return uint32(d.fold(a, b))
}

// fold returns the result modulo 2^64.
func (d division) fold(a, b *big.Int) uint64 {
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	differ := (r.Sign() < 0) != (b.Sign() < 0)
	switch {
	case d.rest:
		q = r
	case r.Sign() != 0 && d.down && differ:
		q.Sub(q, big.NewInt(1))
	case r.Sign() != 0 && d.up && !differ:
		q.Add(q, big.NewInt(1))
	}
	return q.And(q, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
}

// quotient is a/b truncated.
func (k *kernel) quotient(d division, a, b mach.Operand) mach.Operand {
	if c, ok := isConst(b); ok {
		if d.signed {
			return k.quotientConstSigned(a, int32(c))
		}
		return k.quotientConst(a, c, min(d.limit, 1<<32))
	}
	if d.limit <= smallDividend {
		return k.quotientF32(d, a, b)
	}
	return k.quotientF64(d, a, b)
}

// quotientConst divides by a constant: a multiplication by the reciprocal 2^s/c, rounded up to m.
// a*m/2^s has the correct integer part if the excess, a*(m*c - 2^s), stays below 2^s (Granlund and
// Montgomery, "Division by invariant integers using multiplication").
func (k *kernel) quotientConst(a mach.Operand, c uint32, limit uint64) mach.Operand {
	switch {
	case c == 1:
		return a
	case uint64(c) >= limit:
		return constDword(0)
	case c&(c-1) == 0:
		return k.shr(a, constDword(uint32(bits.TrailingZeros32(c))))
	case c > 1<<31:
		return k.laneBool(k.compareDwords(atLeastU, a, constDword(c)))
	}
	// The product may fit into 32 bits.
	for s := uint(0); s < 32 && !k.isScalar(a) && limit <= 1<<24; s++ {
		m := (uint64(1)<<s + uint64(c) - 1) / uint64(c)
		if (m*uint64(c)-1<<s)*(limit-1) < 1<<s && m < 1<<24 && m*(limit-1) < 1<<32 {
			return k.shr(k.vop1(isa.V_MUL_U32_U24, a, constDword(uint32(m))), constDword(uint32(s)))
		}
	}
	// s is 32 and up to the bits of the divisor more.
	shift := uint32(bits.Len32(c - 1))
	for s := uint32(0); s <= shift; s++ {
		m, excess := reciprocal(32+uint(s), uint64(c))
		if m.BitLen() <= 32 && excessFits(excess, limit, 32+uint(s)) {
			return k.shr(k.highProduct(a, constDword(uint32(m.Uint64())), false), constDword(s))
		}
	}
	// An even divisor leaves room for the bit that the reciprocal lacks.
	if c%2 == 0 {
		z := uint32(bits.TrailingZeros32(c))
		return k.quotientConst(k.shr(a, constDword(z)), c>>z, (limit-1)>>z+1)
	}
	// The reciprocal has 33 bits: the upper one is added, without overflow.
	m, _ := reciprocal(32+uint(shift), uint64(c))
	t := k.highProduct(a, constDword(uint32(m.Uint64())), false)
	half := k.shr(k.sub(a, t), constDword(1))
	return k.shr(k.add(half, t), constDword(shift-1))
}

// reciprocal is 2^s/c rounded up, and how much too large m*c is.
func reciprocal(s uint, c uint64) (m, excess *big.Int) {
	p := new(big.Int).Lsh(big.NewInt(1), s)
	d := new(big.Int).SetUint64(c)
	m = new(big.Int).Add(p, new(big.Int).Sub(d, big.NewInt(1)))
	m.Quo(m, d)
	return m, new(big.Int).Sub(new(big.Int).Mul(m, d), p)
}

// excessFits reports whether a dividend below limit keeps the excess below 2^s.
func excessFits(excess *big.Int, limit uint64, s uint) bool {
	n := new(big.Int).Mul(excess, new(big.Int).SetUint64(limit-1))
	return n.BitLen() <= int(s)
}

// quotientConstSigned returns the same for signed numbers: the reciprocal 2^s/|c| with m below 2^32
// always exists; where its upper bit is set the product of signed numbers lacks a*2^32. A negative
// quotient was rounded down, so 1 is added.
func (k *kernel) quotientConstSigned(a mach.Operand, c int32) mach.Operand {
	mag := uint32(max(c, -c))
	var q mach.Operand
	switch {
	case c == 1:
		return a
	case c == -1:
		return k.sub(constDword(0), a)
	case c == math.MinInt32:
		return k.laneBool(k.compareDwords(equal, a, constDword(1<<31)))
	case mag&(mag-1) == 0:
		n := uint32(bits.TrailingZeros32(mag))
		bias := k.shr(k.ashr(a, constDword(31)), constDword(32-n))
		q = k.ashr(k.add(a, bias), constDword(n))
	default:
		q = k.magicSigned(a, mag)
	}
	if c < 0 {
		return k.sub(constDword(0), q)
	}
	return q
}

func (k *kernel) magicSigned(a mach.Operand, mag uint32) mach.Operand {
	const limit = 1<<31 + 1
	for s := uint32(0); ; s++ {
		m, excess := reciprocal(32+uint(s), uint64(mag))
		if !excessFits(excess, limit, 32+uint(s)) {
			continue
		}
		if m.BitLen() > 32 {
			panic("BUG: no reciprocal of 32 bits")
		}
		bits := uint32(m.Uint64())
		q := k.highProduct(a, constDword(bits), true)
		if int32(bits) < 0 {
			q = k.add(q, a)
		}
		q = k.ashr(q, constDword(s))
		return k.add(q, k.shr(a, constDword(31)))
	}
}

// smallDividend is where dividing in f32 becomes inexact: see quotientF32.
const smallDividend = 1 << 20

// quotientF32 divides numbers whose dividend is below 2^20. The reciprocal (one unit off at most),
// the product and its correction are off by less than 2^-22 of the quotient; 2^-21 of it is added
// so that no exact quotient falls below its integer. Both together are less than 1/a of it, the
// minimum distance to the next integer.
func (k *kernel) quotientF32(d division, a, b mach.Operand) mach.Operand {
	in, out := isa.V_CVT_F32_U32, isa.V_CVT_U32_F32
	if d.signed {
		in, out = isa.V_CVT_F32_I32, isa.V_CVT_I32_F32
	}
	x, y := k.vop1(in, a), k.vop1(in, b)
	q := k.vop1(isa.V_MUL_F32, x, k.vop1(isa.V_RCP_IFLAG_F32, y))
	q = k.vop1(isa.V_FMA_F32, q, k.literal(0x35000000), q)
	return k.vop1(out, q)
}

// quotientF64 divides any dwords in the same way: one step of Newton squares
// the error of the seed, about 2^-23, and adds 2^-33, which is more than the
// error and less than 1/a.
func (k *kernel) quotientF64(d division, a, b mach.Operand) mach.Operand {
	in, out := isa.V_CVT_F64_U32, isa.V_CVT_U32_F64
	if d.signed {
		in, out = isa.V_CVT_F64_I32, isa.V_CVT_I32_F64
	}
	x, y := k.f64op(in, a), k.f64op(in, b)
	r := k.f64op(isa.V_RCP_F64, y)
	e := k.f64op(isa.V_FMA_F64, y.Negated(), r, k.literal64(oneF64+1<<(52-33)))
	r = k.f64op(isa.V_FMA_F64, e, r, r)
	return k.vop1(out, k.f64op(isa.V_MUL_F64, x, r))
}

// literal64 returns a constant of 64 bits as a vector instruction's source.
func (k *kernel) literal64(bits uint64) mach.Operand {
	return k.vectorPair(constPair(bits))
}
