package sim

import (
	"math"
	"math/rand/v2"
)

// oracleKind is a kind of random inputs.
type oracleKind int

const (
	oracleNormal oracleKind = iota // exponents near 0
	oracleWide                     // all exponents
	oracleAny                      // any bits: NaN, infinities, subnormals, zeros
	oracleEdge                     // where f32 overflows, and where it underflows
)

var oracleKinds = [...]string{"normal", "wide", "any", "edge"}

// oracleSource makes random codes of one format.
type oracleSource struct {
	rng      *rand.Rand
	f        *oracleFormat
	kind     oracleKind
	center   int    // of wide exponents, if spread is not 0
	spread   int    // exponents are at most that far from center
	mask     uint64 // of the fraction bits that may be set
	specials int    // one code of that many is a special one, if not 0
	zeros    int    // one code of that many is a zero, if not 0
}

// code makes a code.
func (s *oracleSource) code() uint64 {
	f := s.f
	bits := s.rng.Uint64()
	all := uint64(1)<<(f.bits()-1)<<1 - 1
	if f.expBits == 0 {
		return s.integer(bits)
	}
	if s.zeros != 0 && s.rng.IntN(s.zeros) == 0 {
		return bits >> 63 << (f.bits() - 1)
	}
	if s.kind == oracleAny && s.specials == 0 {
		return bits & all
	}
	if s.specials != 0 && s.rng.IntN(s.specials) == 0 {
		return s.special() & all
	}
	code := bits & (1<<f.fracBits - 1) & s.mask
	code |= uint64(s.exponent()) << f.fracBits
	code |= bits >> 63 << (f.bits() - 1)
	return code
}

// exponent makes an exponent field of a finite number.
func (s *oracleSource) exponent() int {
	f := s.f
	top := 1<<f.expBits - 1
	if f.specials == specialsIEEE {
		top--
	}
	switch {
	case s.kind == oracleNormal:
		return min(max(f.bias+s.rng.IntN(7)-3, 0), top)
	case s.spread == 0:
		return s.rng.IntN(top + 1)
	}
	return min(max(f.bias+s.center+s.rng.IntN(2*s.spread+1)-s.spread, 0), top)
}

func (s *oracleSource) integer(bits uint64) uint64 {
	edges := [...]uint64{0, 1, ^uint64(0), 0x80, 0x7f, 0x80000000, 0x7fffffff, 0x7fff0000, 0x8000ffff}
	v := bits
	switch {
	case s.kind == oracleNormal:
		v = uint64(int64(bits) >> 59)
	case s.kind == oracleAny && bits>>62 == 0:
		v = edges[s.rng.IntN(len(edges))]
	}
	return v & (1<<s.f.bits() - 1)
}

// special makes zeros, infinities, NaNs, the largest and smallest numbers.
func (s *oracleSource) special() uint64 {
	f := s.f
	one := uint64(1) << f.fracBits
	top := (uint64(1)<<f.expBits - 1) << f.fracBits
	codes := [...]uint64{0, 0, top, top, top + one - 1, top + 1, top + one/2, top - 1, 1, one - 1, one, 3}
	return codes[s.rng.IntN(len(codes))] | uint64(s.rng.IntN(2))<<(f.bits()-1)
}

// oracleSources chooses sources for A, B and C that make sums with something
// to round, align, cancel and overflow.
func oracleSources(rng *rand.Rand, op *oracleOp, kind oracleKind) (a, b, c *oracleSource) {
	source := func(f *oracleFormat) *oracleSource {
		return &oracleSource{rng: rng, f: f, kind: kind, mask: ^uint64(0)}
	}
	a, b, c = source(op.a), source(op.b), source(op.d)
	if rng.IntN(3) == 0 { // few bits: ties and exact sums
		for _, s := range []*oracleSource{a, b} {
			s.mask = 3 << max(s.f.fracBits-2, 0)
		}
	}
	if rng.IntN(4) == 0 {
		c.mask = 1<<c.f.fracBits - 1<<max(c.f.fracBits-3, 0)
	}
	if kind == oracleAny && rng.IntN(3) > 0 {
		// Few specials, so that most sums are numbers.
		a.specials, b.specials, c.specials = 4*op.k, 4*op.k, 16
	}
	if kind == oracleEdge {
		product, spread := 126, 1+rng.IntN(2)
		if rng.IntN(3) == 0 {
			product, spread = -150+rng.IntN(30), 8
		}
		if op.d == oracleF64 {
			product *= 8
		}
		a.center, a.spread = product/2, spread
		b.center, b.spread = product-product/2, spread
		c.center, c.spread = product, 1+rng.IntN(3)
	} else if kind == oracleWide && op.a.expBits == 8 && rng.IntN(3) == 0 {
		// The exponent of a zero is the highest of all products.
		a.center, a.spread, a.zeros = -115, 8, 2*min(op.k, 8)
		b.center, b.spread = rng.IntN(121)-60, 30
		c.center, c.spread = a.center+b.center, 20
	} else if kind != oracleNormal && rng.IntN(4) > 0 {
		// Around one magnitude of the products, and C not far from it.
		reach := func(f *oracleFormat) int { return min(1<<max(f.expBits-1, 0), 200) }
		product := rng.IntN(2*reach(op.a)+2*reach(op.b)+1) - reach(op.a) - reach(op.b)
		product = min(max(product, -170), 128)
		if op.d == oracleF64 {
			product *= 8
		}
		spread := []int{1, 3, 8, 16, 30}[rng.IntN(5)]
		a.center, a.spread = product/2, spread
		b.center, b.spread = product-product/2, spread
		c.center, c.spread = product+rng.IntN(61)-30, 1+rng.IntN(12)
	}
	return a, b, c
}

// newOracleTrial makes the operands of an instruction.
func newOracleTrial(rng *rand.Rand, op *oracleOp, kind oracleKind) *oracleTrial {
	x := &oracleTrial{op: op, what: oracleKinds[kind]}
	a, b, c := oracleSources(rng, op, kind)
	for l := range 64 {
		x.a[l], x.b[l], x.c[l] = a.codes(op.itemsA()), b.codes(op.itemsB()), c.codes(op.itemsD())
		x.index[l] = oracleIndex(rng)
	}
	x.mode = rng.Uint32() & (modeFP16Ovfl | 0x3ff)
	if rng.IntN(2) == 0 {
		x.mode = x.mode&^0xff | 0xf0
	}
	x.exec = [...]uint64{0, 1, ^uint64(0), rng.Uint64()}[rng.IntN(4)]
	x.chooseModifiers(rng)
	if op.scale {
		x.chooseScales(rng, kind, c.center)
	}
	if op.d == oracleF32 && rng.IntN(4) == 0 {
		x.cancel(rng)
	}
	if !op.sparse && rng.IntN(6) == 0 {
		x.inline = &oracleInlines[rng.IntN(len(oracleInlines))]
	}
	x.placeRegisters(rng)
	x.write()
	return x
}

func (s *oracleSource) codes(n int) []uint64 {
	codes := make([]uint64, n)
	for i := range codes {
		codes[i] = s.code()
	}
	return codes
}

// oracleIndex makes eight pairs of indices, the first the lower.
func oracleIndex(rng *rand.Rand) uint32 {
	pairs := [...]uint32{0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110}
	v := uint32(0)
	for i := range 8 {
		v |= pairs[rng.IntN(len(pairs))] << (4 * i)
	}
	return v
}

// chooseModifiers takes legal ones (semantics.md §7).
func (x *oracleTrial) chooseModifiers(rng *rand.Rand) {
	switch op := x.op; {
	case op.byField:
		for code, f := range oracleFields {
			if op.a == f {
				x.cbsz = code
			}
			if op.b == f {
				x.blgp = code
			}
		}
	case op.sparse:
		x.cbsz, x.abid = [...]int{0, 0, 0, 4, rng.IntN(8)}[rng.IntN(5)], rng.IntN(16)
	case op.d == oracleF64:
		x.blgp = rng.IntN(8)
		x.cbsz, x.abid = rng.IntN(2)*rng.IntN(8), rng.IntN(2)*rng.IntN(16)
	default:
		for 1<<(x.cbsz+1) <= op.blocks && rng.IntN(3) > 0 {
			x.cbsz++
		}
		x.abid = rng.IntN(1 << x.cbsz)
		x.blgp = rng.IntN(2) * rng.IntN(8)
	}
}

// chooseScales makes block scales, of edge inputs so that products come to about
// 2^product.
func (x *oracleTrial) chooseScales(rng *rand.Rand, kind oracleKind, product int) {
	x.byte = [2]int{rng.IntN(4), rng.IntN(4)}
	shift, spread := rng.IntN(200)-100, []int{1, 8, 30}[rng.IntN(3)]
	centers := [2]int{127 + shift, 127 - shift}
	uniform := rng.IntN(3) == 0
	switch kind {
	case oracleNormal:
		centers, spread, uniform = [2]int{127, 127}, 3, false
	case oracleAny:
		uniform = true
	case oracleEdge:
		// The exponents of the inputs have gone as far to product as they can.
		rest := product
		for _, f := range [...]*oracleFormat{x.op.a, x.op.b} {
			rest -= min(max(product/2, f.minExp()), 1<<(f.expBits-1))
		}
		centers, spread, uniform = [2]int{127 + rest/2, 127 + rest - rest/2}, 2, false
	}
	for side := range 2 {
		for l := range 64 {
			v := rng.Uint32()
			if !uniform {
				v = 0
				for i := range 4 {
					e := centers[side] + rng.IntN(2*spread+1) - spread
					v |= uint32(min(max(e, 0), 254)) << (8 * i)
				}
			}
			x.scale[side][l] = v
		}
	}
}

// cancel makes C close to the negative sum of the products.
func (x *oracleTrial) cancel(rng *rand.Rand) {
	o := newOracleMath()
	x.what += ", cancelling"
	nudge := rng.IntN(3)
	for b := range x.op.blocks {
		for i := range x.op.m {
			for j := range x.op.n {
				sum := 0.0
				for s := range x.op.depthA() {
					k := x.trueK(i, s)
					shift, _ := x.blockScale(i, j, k)
					p := o.number(x.op.a, x.elementA(b, i, s)).f * o.number(x.op.b, x.elementB(b, k, j)).f
					sum += math.Ldexp(p, shift)
				}
				p := x.op.placeD(b, i, j)
				c := math.Float32bits(float32(-sum))
				if nudge == 0 {
					c += uint32(rng.IntN(9)) - 4
				}
				x.c[p.lane][p.item] = uint64(c)
			}
		}
	}
}
