package vet

import (
	"math"
	"slices"
)

// poly is a sum of products of values: c + Σ coef*atoms. That of a 32-bit value is equal to it modulo
// 2^32, that of a 64-bit one modulo 2^64. In a product, 32-bit values count as unsigned numbers.
type poly struct {
	known bool
	// unsigned and signed say that the value is the polynomial, as a whole number, and not only equal to
	// it modulo its size. Then it is in span.
	unsigned, signed bool
	c                int64
	terms            []term // sorted
	span             interval
}

type term struct {
	coef  int64
	atoms [mostFactors]valueID // sorted, zeros last
}

const (
	mostFactors = 3
	mostTerms   = 12 // a value that takes more is an atom itself
)

func atomOf(x valueID) poly {
	return poly{known: true, terms: []term{{coef: 1, atoms: [mostFactors]valueID{x}}}}
}

func constPoly(c int64) poly { return poly{known: true, c: c} }

// isAtom reports whether a polynomial is a value itself.
func (p *poly) isAtom() (valueID, bool) {
	if p.c == 0 && len(p.terms) == 1 && p.terms[0].coef == 1 && p.terms[0].atoms[1] == 0 {
		return p.terms[0].atoms[0], true
	}
	return 0, false
}

func compareAtoms(a, b *term) int { return slices.Compare(a.atoms[:], b.atoms[:]) }

// most is the largest magnitude of a coefficient.
func (p *poly) most() float64 {
	most := math.Abs(float64(p.c))
	for i := range p.terms {
		most = max(most, math.Abs(float64(p.terms[i].coef)))
	}
	return most
}

// plus is p + k*q, modulo 2^64.
func (p poly) plus(q poly, k int64) poly {
	r := poly{known: true, c: p.c + k*q.c, terms: make([]term, 0, len(p.terms)+len(q.terms))}
	i, j := 0, 0
	for i < len(p.terms) || j < len(q.terms) {
		order := 0
		switch {
		case i == len(p.terms):
			order = 1
		case j == len(q.terms):
			order = -1
		default:
			order = compareAtoms(&p.terms[i], &q.terms[j])
		}
		t := term{}
		if order <= 0 {
			t = p.terms[i]
			i++
		}
		if order >= 0 {
			t.coef, t.atoms = t.coef+k*q.terms[j].coef, q.terms[j].atoms
			j++
		}
		if t.coef != 0 {
			r.terms = append(r.terms, t)
		}
	}
	return r
}

// times is p*q; not ok if that has too many terms or factors.
func (p poly) times(q poly) (poly, bool) {
	r := constPoly(p.c * q.c)
	if len(p.terms)*len(q.terms) > mostTerms {
		return r, false
	}
	r = r.plus(poly{terms: p.terms}, q.c).plus(poly{terms: q.terms}, p.c)
	for i := range p.terms {
		for j := range q.terms {
			a := append(p.terms[i].factors(), q.terms[j].factors()...)
			if len(a) > mostFactors {
				return r, false
			}
			slices.Sort(a)
			t := term{coef: p.terms[i].coef * q.terms[j].coef}
			copy(t.atoms[:], a)
			r = r.plus(poly{terms: []term{t}}, 1)
		}
	}
	return r, len(r.terms) <= mostTerms
}

// factors are the atoms of a term.
func (t *term) factors() []valueID {
	n := 0
	for n < mostFactors && t.atoms[n] != 0 {
		n++
	}
	return slices.Clone(t.atoms[:n])
}

// reduced has coefficients from -2^31 to 2^31-1: modulo 2^32 it is the same.
func (p poly) reduced() poly {
	same := p.c == int64(int32(p.c))
	for i := range p.terms {
		same = same && p.terms[i].coef == int64(int32(p.terms[i].coef))
	}
	if same {
		return p
	}
	r := constPoly(int64(int32(p.c)))
	for _, t := range p.terms {
		if t.coef = int64(int32(t.coef)); t.coef != 0 {
			r.terms = append(r.terms, t)
		}
	}
	return r
}

// split divides a polynomial into its multiples of k and the rest.
func (p poly) split(k int64) (multiple, rest poly) {
	multiple, rest = constPoly(p.c/k*k), constPoly(p.c%k)
	if rest.c < 0 {
		multiple.c, rest.c = multiple.c-k, rest.c+k
	}
	for _, t := range p.terms {
		if t.coef%k == 0 {
			multiple.terms = append(multiple.terms, t)
		} else {
			rest.terms = append(rest.terms, t)
		}
	}
	return multiple, rest
}

// over is p/k for one whose coefficients are multiples of k.
func (p poly) over(k int64) poly {
	r := constPoly(p.c / k)
	for _, t := range p.terms {
		t.coef /= k
		r.terms = append(r.terms, t)
	}
	return r
}

// interval is a range of numbers; beyond ±far it is not known.
type interval struct{ lo, hi int64 }

const far = math.MaxInt64 / 4

func everything() interval { return interval{-far, far} }

func clamp(x float64, exact int64) int64 {
	switch {
	case x >= far:
		return far
	case x <= -far:
		return -far
	}
	return exact
}

func (a interval) plus(b interval) interval {
	r := interval{clamp(float64(a.lo)+float64(b.lo), a.lo+b.lo), clamp(float64(a.hi)+float64(b.hi), a.hi+b.hi)}
	if a.lo <= -far || b.lo <= -far {
		r.lo = -far
	}
	if a.hi >= far || b.hi >= far {
		r.hi = far
	}
	return r
}

func (a interval) times(b interval) interval {
	r := interval{math.MaxInt64, math.MinInt64}
	for _, x := range [...]int64{a.lo, a.hi} {
		for _, y := range [...]int64{b.lo, b.hi} {
			p := clamp(float64(x)*float64(y), x*y)
			r.lo, r.hi = min(r.lo, p), max(r.hi, p)
		}
	}
	return r
}

func (a interval) meet(b interval) interval { return interval{max(a.lo, b.lo), min(a.hi, b.hi)} }

// bounded reports whether both ends are known.
func (a interval) bounded() bool { return a.lo > -far && a.hi < far }

// atomRange is the range of a value in a polynomial.
func (v *values) atomRange(x valueID) interval {
	f := &v.facts[v.find(x)]
	if v.list[v.find(x)].op.width() == 64 && f.hi >= far {
		if f.slo > -far && f.shi < far {
			return interval{f.slo, f.shi}
		}
		return everything()
	}
	return interval{int64(f.lo), int64(f.hi)}
}

// termRange is the range of a term.
func (v *values) termRange(t *term) interval {
	r := interval{t.coef, t.coef}
	for _, x := range t.atoms {
		if x == 0 {
			break
		}
		r = r.times(v.atomRange(x))
	}
	return r
}

// rangeOf is the range of a polynomial as a sum of whole numbers.
func (v *values) rangeOf(p poly) interval {
	r := interval{p.c, p.c}
	for i := range p.terms {
		r = r.plus(v.termRange(&p.terms[i]))
	}
	for i := range p.terms {
		if with, ok := v.withRemainder(p, i); ok {
			r = r.meet(with)
		}
	}
	return r
}

// quotient is a value that is x divided by about d, rounded down: x*factor >> shift.
func (v *values) quotient(q valueID) (x valueID, factor uint64, shift int, ok bool) {
	d := v.list[v.find(q)]
	factor = 1
	if d.op == opShr {
		k, ok := v.isConst(d.b)
		if !ok {
			return 0, 0, 0, false
		}
		shift, x = int(k), d.a
		if d = v.list[v.find(d.a)]; d.op != opMulHi {
			return x, 1, shift, true
		}
	}
	if d.op != opMulHi {
		return 0, 0, 0, false
	}
	for _, o := range [...][2]valueID{{d.a, d.b}, {d.b, d.a}} {
		if k, ok := v.isConst(o[1]); ok && k > 0 {
			return o[0], uint64(k), shift + 32, true
		}
	}
	return 0, 0, 0, false
}

// withRemainder is the range of a polynomial whose term i is a quotient of which the rest of it has the
// dividend: x - d*q is small.
func (v *values) withRemainder(p poly, i int) (interval, bool) {
	t := &p.terms[i]
	if t.atoms[1] != 0 {
		return interval{}, false
	}
	x, factor, shift, ok := v.quotient(t.atoms[0])
	if !ok || shift >= 63 || shift == 0 {
		return interval{}, false
	}
	d := int64((uint64(1)<<shift + factor/2) / factor)
	if d == 0 || t.coef%d != 0 {
		return interval{}, false
	}
	k := -t.coef / d
	z := v.unsignedPoly(x)
	if p.most()+math.Abs(float64(k))*(z.most()+float64(d)) >= far { // what wraps is equal only modulo 2^64
		return interval{}, false
	}
	rest := p.plus(z, -k).plus(atomOf(t.atoms[0]), k*d)
	if len(rest.terms) >= len(p.terms) {
		return interval{}, false
	}
	// x*factor = q<<shift + r with 0 <= r < 1<<shift, so x - d*q, a whole
	// number, is (x*(1<<shift-d*factor) + d*r) / 1<<shift.
	f := v.facts[v.find(x)]
	slip := int64(1)<<shift - d*int64(factor)
	span := interval{int64(f.lo), int64(f.hi)}.times(interval{slip, slip}).plus(interval{0, d}.times(interval{0, 1<<shift - 1}))
	if !span.bounded() {
		return interval{}, false
	}
	r := interval{0, 0}
	for j := range rest.terms {
		r = r.plus(v.termRange(&rest.terms[j]))
	}
	r = r.plus(interval{rest.c, rest.c})
	return r.plus(interval{-(-span.lo >> shift), span.hi >> shift}.times(interval{k, k})), true
}

// signedAtoms has 32-bit values with their sign in place of those that can be negative. Modulo 2^32 it
// is the same; that of a 64-bit value is left alone.
func (v *values) signedAtoms(p poly) poly {
	r := constPoly(p.c)
	for _, t := range p.terms {
		for i, x := range t.atoms {
			if x = v.find(x); x != 0 && !v.list[x].op.wide() && v.facts[x].slo < 0 && v.facts[x].shi-v.facts[x].slo < int64(v.facts[x].hi-v.facts[x].lo) {
				t.atoms[i] = v.value(value{op: opSigned, a: x})
			}
		}
		slices.Sort(t.factorsIn())
		r = r.plus(poly{terms: []term{t}}, 1)
	}
	return r
}

// factorsIn are the atoms of a term, in place.
func (t *term) factorsIn() []valueID {
	n := 0
	for n < mostFactors && t.atoms[n] != 0 {
		n++
	}
	return t.atoms[:n]
}

// unsignedPoly is a 32-bit value as a whole number.
func (v *values) unsignedPoly(x valueID) poly {
	x = v.find(x)
	switch p := v.poly(x); {
	case p.unsigned:
		return p
	case p.signed && p.span.hi < 0 && !v.list[x].op.wide():
		return p.plus(constPoly(1<<32), 1)
	}
	return atomOf(x)
}

// extended is a 32-bit value that the code extends with zeros, as a whole number. If it is not its own
// polynomial, the atom is that of 64 bits, by which unwrapped knows it.
func (v *values) extended(x valueID) poly {
	x = v.find(x)
	p := v.unsignedPoly(x)
	if a, same := p.isAtom(); same && a == x {
		if own := v.poly(x); !own.unsigned {
			return atomOf(v.value(value{op: opPair, a: x, b: v.constant(0)}))
		}
	}
	return p
}

// signedPoly is a 32-bit value with its sign as a whole number.
func (v *values) signedPoly(x valueID) poly {
	x = v.find(x)
	switch p := v.poly(x); {
	case p.signed:
		return p
	case v.facts[x].hi <= math.MaxInt32:
		return v.unsignedPoly(x)
	}
	s := v.value(value{op: opSigned, a: x})
	return atomOf(s)
}

// polyOf computes the polynomial of a value from those of its operands.
func (v *values) polyOf(x valueID) poly {
	p, ok := v.combine(x)
	w := v.list[x].op.width()
	if !ok || len(p.terms) > mostTerms {
		p = atomOf(x)
		p.unsigned = w == 32
		return p
	}
	if w == 32 {
		p = p.reduced()
	}
	p = v.withoutZeros(p)
	if v.span(&p, w); !p.unsigned && !p.signed && w == 32 {
		if q := v.signedAtoms(p); v.span(&q, w) {
			return q
		}
	}
	return p
}

// withoutZeros leaves out terms that are 0, except carries and the like, which joined needs.
func (v *values) withoutZeros(p poly) poly {
	zero := func(t term) bool {
		return slices.ContainsFunc(t.factorsIn(), func(x valueID) bool {
			return v.facts[v.find(x)].hi == 0 && v.at(x).op == opSymbol
		})
	}
	if slices.ContainsFunc(p.terms, zero) {
		p.terms = slices.DeleteFunc(slices.Clone(p.terms), zero)
	}
	return p
}

// span finds out whether a value is its polynomial.
func (v *values) span(p *poly, w width) bool {
	p.span = v.rangeOf(*p)
	p.signed = p.span.bounded() && p.span.lo >= w.least() && p.span.hi <= w.most()
	p.unsigned = p.span.bounded() && p.span.lo >= 0 && (w == 64 || p.span.hi < 1<<w)
	return p.signed || p.unsigned
}

// poly is the polynomial of a value. Unknown values are not equal to each other, so each is an atom of its own.
func (v *values) poly(x valueID) poly {
	if x = v.find(x); x == 0 {
		x = v.add(value{})
	}
	if int(x) >= len(v.polys) || !v.polys[x].known {
		p := atomOf(x)
		p.unsigned = !v.list[x].op.wide()
		return p
	}
	return v.polys[x]
}

// combine is polyOf, where that is more than the value itself.
func (v *values) combine(x valueID) (poly, bool) {
	d := v.list[x]
	if d.op >= opFirst && (v.find(d.a) == 0 || d.b != 0 && v.find(d.b) == 0) {
		return poly{}, false // unknown values are not equal to each other
	}
	switch d.op {
	case opConst:
		return constPoly(int64(d.k)), true
	case opAdd, opWideAdd:
		return v.poly(d.a).plus(v.poly(d.b), 1), true
	case opSub:
		return v.poly(d.a).plus(v.poly(d.b), -1), true
	case opMul:
		return v.poly(d.a).times(v.poly(d.b))
	case opShl, opWideShl:
		k, ok := v.isConst(d.b)
		return constPoly(0).plus(v.poly(d.a), 1<<k), ok
	case opWideMul:
		return v.unsignedPoly(d.a).times(v.unsignedPoly(d.b))
	case opWideMulS:
		return v.signedPoly(d.a).times(v.signedPoly(d.b))
	case opOr, opXor:
		a, b := &v.facts[v.find(d.a)], &v.facts[v.find(d.b)]
		if (a.zero|b.zero)&(1<<32-1) == 1<<32-1 {
			return v.poly(d.a).plus(v.poly(d.b), 1), true
		}
		if k, ok := v.isConst(d.b); ok && d.op == opXor && k == 1<<32-1 {
			return constPoly(-1).plus(v.poly(d.a), -1), true
		}
		if k, ok := v.isConst(d.a); ok && d.op == opXor && k == 1<<32-1 {
			return constPoly(-1).plus(v.poly(d.b), -1), true
		}
	case opAnd:
		return v.masked(d.a, d.b)
	case opShr, opSar:
		return v.shiftedDown(&d)
	case opFirst:
		return v.poly(d.a), v.uniform[v.find(d.a)]
	case opResult:
		if id, ok := v.loadedPart(&d); ok {
			return v.poly(id), true
		}
	case opSelect:
		switch k, ok := v.facts[v.find(d.c)].single(); {
		case !ok || d.c == 0:
		case k != 0:
			return v.poly(d.a), true
		default:
			return v.poly(d.b), true
		}
	case opLoad:
		if s, ok := v.loadedArgument(&d); ok {
			id := v.symbol(s)
			return atomOf(id), true
		}
	case opPhi:
		if l := v.loops[d.node]; l != nil {
			for _, iv := range l.ivs {
				if iv.phi == x {
					return iv.step.after(v.poly(iv.init), l.count)
				}
			}
		}
	case opLow:
		return v.poly(d.a), true
	case opSext:
		if p := v.poly(d.a); !p.signed && v.facts[v.find(d.a)].hi > math.MaxInt32 {
			return poly{}, false // the atom is what unwrapped looks for
		}
		return v.signedPoly(d.a), true
	case opSigned:
		return v.signedPoly(d.a), v.poly(d.a).signed
	case opPair:
		if p, ok := v.stepping(x, d.a, d.b); ok {
			return p, true
		}
		return v.joined(d.a, d.b), true
	}
	return poly{}, false
}

// masked is a value and a mask: what the mask leaves of it, if that are whole terms.
func (v *values) masked(a, b valueID) (poly, bool) {
	k, ok := v.isConst(b)
	if !ok {
		a, b = b, a
		if k, ok = v.isConst(b); !ok {
			return poly{}, false
		}
	}
	if f := &v.facts[v.find(a)]; uint64(k)|f.zero == ^uint64(0) {
		return v.poly(a), true // the mask takes only zeros away
	}
	if k&(k+1) == 0 { // low bits
		_, rest := v.poly(a).split(int64(k) + 1)
		if r := v.rangeOf(rest); r.lo >= 0 && r.hi <= int64(k) {
			return rest, true
		}
	}
	if n := ^k + 1; n&(n-1) == 0 && n != 0 { // high bits
		multiple, rest := v.poly(a).split(int64(n))
		if r := v.rangeOf(rest); r.lo >= 0 && r.hi < int64(n) {
			return multiple, true
		}
	}
	return poly{}, false
}

// shiftedDown is a value shifted right: its terms that are multiples, if the others are smaller.
func (v *values) shiftedDown(d *value) (poly, bool) {
	k, ok := v.isConst(d.b)
	if !ok || k > 31 {
		return poly{}, false
	}
	if d.op == opSar && k == 31 { // the sign
		id := v.value(value{op: opShr, a: d.a, b: v.constant(31)})
		return constPoly(0).plus(atomOf(id), -1), true
	}
	p := v.unsignedPoly(d.a)
	if d.op == opSar {
		p = v.signedPoly(d.a)
	}
	if a, same := p.isAtom(); same && a == v.find(d.a) {
		return poly{}, false
	}
	multiple, rest := p.split(1 << k)
	if r := v.rangeOf(rest); r.lo < 0 || r.hi >= 1<<k {
		return poly{}, false
	}
	return multiple.over(1 << k), true
}
