package sim

import (
	"math/bits"

	"heddle/num"
)

// The three helpers of a division n/d: v_div_scale scales the operands so that no step of the
// Newton iteration overflows or loses bits to subnormals, v_div_fmas does the last step and undoes
// the scaling, v_div_fixup handles the special cases. The manual's pseudo-code of the first two is
// garbled (facts isa/semantics.md §2, division helpers).

// divider holds the constants that differ between the division helpers of f32 and f64.
type divider struct {
	typ    dtype
	format binaryFormat
	far    int   // difference of exponents from which on the quotient is scaled
	scale  int32 // exponent of the factor
	tiny   int   // exponent of a numerator that loses bits
	under  int   // difference of exponents below which the quotient is 0
	fma    func(a, b, c uint64, e num.Env) uint64
	ldexp  func(x uint64, n int32, e num.Env) uint64
}

var (
	divider32 = divider{f32, binary32, 96, 64, 24, -150, wideFMA32, wideLdexp32}
	divider64 = divider{f64, binary64, 768, 128, 53, -1075, num.FMA64, num.Ldexp64}
)

func wideFMA32(a, b, c uint64, e num.Env) uint64 {
	return uint64(num.FMA32(uint32(a), uint32(b), uint32(c), e))
}

func wideLdexp32(x uint64, n int32, e num.Env) uint64 {
	return uint64(num.Ldexp32(uint32(x), n, e))
}

// env is the environment of the helpers. They exist for subnormal operands, so these are not
// flushed.
func (d *divider) env(m *mode) num.Env {
	e := m.f16
	if d.typ == f32 {
		e = m.f32
	}
	e.FlushIn = false
	return e
}

// divScaleF32 and divScaleF64 execute v_div_scale.
func divScaleF32(w *wave, in *instr) { divider32.runScale(w, in) }
func divScaleF64(w *wave, in *instr) { divider64.runScale(w, in) }

func (d *divider) runScale(w *wave, in *instr) {
	cols := w.sources(in, d.typ, d.typ, d.typ)
	out, e := resultOf(w, in, d.typ), d.env(&w.mode)
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	var post uint64
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		v, flag := d.scaled(cols.src[0][l], cols.src[1][l], cols.src[2][l], e)
		post |= bit(flag) << l
		out.put(l, v)
	}
	w.setScalar64(in.sdst, post)
}

// scaled scales x, which is the denominator den or the numerator n, and reports whether the
// quotient must be scaled back.
func (d *divider) scaled(x, den, n uint64, e num.Env) (v uint64, post bool) {
	f := d.format
	if f.isZero(den) || f.isZero(n) {
		return f.invalid(), false
	}
	denExp, exp := f.exponent(den), f.exponent(n)
	far := exp - denExp
	up := func() uint64 { return d.ldexp(x, d.scale, e) }
	switch {
	case far >= d.far: // a quotient near overflow
		if x == den {
			return up(), true
		}
		return x, true
	case denExp <= 0:
		return up(), false
	case denExp >= 2*f.bias()-1: // 1/den is subnormal
		if far <= -d.far && x != den {
			return x, true
		}
		return d.ldexp(x, -d.scale, e), far <= -d.far
	case far <= -d.far: // a quotient near underflow
		if x == n {
			return up(), true
		}
		return x, true
	case exp <= d.tiny:
		return up(), false
	}
	return x, false
}

// divFmasF32 and divFmasF64 execute v_div_fmas.
func divFmasF32(w *wave, in *instr) { divider32.runFmas(w, in) }
func divFmasF64(w *wave, in *instr) { divider64.runFmas(w, in) }

func (d *divider) runFmas(w *wave, in *instr) {
	cols := w.sources(in, d.typ, d.typ, d.typ)
	out, e, vcc := resultOf(w, in, d.typ), d.env(&w.mode), w.vcc()
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		a, b, c := cols.src[0][l], cols.src[1][l], cols.src[2][l]
		if vcc>>l&1 != 0 {
			out.put(l, d.scaledBack(a, b, c, e))
		} else {
			out.put(l, d.fma(a, b, c, e))
		}
	}
}

// scaledBack returns (a*b + c) * 2^n, rounded once; n is positive if c is large.
func (d *divider) scaledBack(a, b, c uint64, e num.Env) uint64 {
	f, n := d.format, -d.scale
	if f.magnitude(c)>>f.fracBits > uint64(f.bias()) {
		n = d.scale
	}
	r := d.fma(a, b, c, num.Env{Round: e.Round})
	if f.isZero(r) || f.magnitude(r) >= f.inf() || f.exponent(r)+int(n) >= 1 {
		return d.ldexp(r, n, e) // exact, or too large
	}
	// The result is subnormal: r has been rounded already. Round the truncated sum with a sticky
	// bit for the rest.
	r = d.fma(a, b, c, num.Env{Round: num.RTZ})
	inexact := d.fma(a, b, c, num.Env{Round: num.RTN}) != d.fma(a, b, c, num.Env{Round: num.RTP})
	return f.subnormal(r, n, inexact, e)
}

// subnormal is r * 2^n rounded to a subnormal number. inexact says that the exact number lies
// between r and the next one away from 0.
func (f binaryFormat) subnormal(r uint64, n int32, inexact bool, e num.Env) uint64 {
	sig, drop := r&f.fraction(), 1-int(n)
	if field := f.magnitude(r) >> f.fracBits; field != 0 {
		sig, drop = sig|1<<f.fracBits, 1-int(field)-int(n)
	}
	drop = min(drop, 63)
	kept, rest, half := sig>>drop, sig&(1<<drop-1), uint64(1)<<drop>>1
	neg := r&f.sign() != 0
	up := false
	switch e.Round {
	case num.RNE:
		up = rest > half || rest == half && (inexact || kept&1 != 0)
	case num.RTP:
		up = !neg && (inexact || rest != 0)
	case num.RTN:
		up = neg && (inexact || rest != 0)
	}
	kept += bit(up)
	return f.flush(kept, e.FlushOut) | r&f.sign()
}

func divFixupF32(m *mode, a, b, c uint64) uint64 {
	return divider32.fixup(wideFlush32(m, a), wideFlush32(m, b), wideFlush32(m, c), m.f32)
}

func divFixupF64(m *mode, a, b, c uint64) uint64 {
	return divider64.fixup(flushF64(m, a), flushF64(m, b), flushF64(m, c), m.f16)
}

// fixup returns the quotient q of n and den, or the result of a special case. Quotients that are
// far out of range do not depend on q.
func (d *divider) fixup(q, den, n uint64, e num.Env) uint64 {
	f := d.format
	v, done := f.divSpecial(den, n)
	if done {
		return v
	}
	sign := (den ^ n) & f.sign()
	switch far := f.exponent(n) - f.exponent(den); {
	case far < d.under:
		return d.ldexp(sign|f.one(), -1<<16, e)
	case far > f.bias()+1: // at least 2^(bias+1)
		return d.ldexp(sign|f.one(), 1<<16, e)
	}
	return f.flush(sign|f.magnitude(q), e.FlushOut)
}

// divFixupF16 has no rule for quotients out of range (ISA manual).
func divFixupF16(m *mode, a, b, c uint64) uint64 {
	q, den, n := uint64(flushF16(m, a)), uint64(flushF16(m, b)), uint64(flushF16(m, c))
	v, done := binary16.divSpecial(den, n)
	if done {
		return v
	}
	return binary16.flush((den^n)&signF16|binary16.magnitude(q), m.f16.FlushOut)
}

// divSpecial is n/den if one of them is 0, infinite or NaN.
func (f binaryFormat) divSpecial(den, n uint64) (v uint64, special bool) {
	sign := (den ^ n) & f.sign()
	switch {
	case f.isNaN(n):
		return n | f.quiet(), true
	case f.isNaN(den):
		return den | f.quiet(), true
	case f.isZero(den) && f.isZero(n), f.isInf(den) && f.isInf(n):
		return f.invalid(), true
	case f.isZero(den), f.isInf(n):
		return sign | f.inf(), true
	case f.isInf(den), f.isZero(n):
		return sign, true
	}
	return 0, false
}

func wideFlush32(m *mode, x uint64) uint64 { return uint64(flushF32(m, x)) }
