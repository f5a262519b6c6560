package main

import "github.com/mmcloughlin/avo/operand"

// The last addition, of c.

// accumulate adds sums, whose units are 1/s, to c, which it replaces: in
// registers or, if those are nil, in slots. M loads the exponents that s is of.
func (x *core) accumulate(vectors []int, sum, s, all []vec, m func() vec) {
	slow, done := x.label("slow"), x.label("done")
	c, scaled := make([]vec, len(sum)), make([]vec, len(sum))
	var squares vec // NaN and infinities stay such
	for i, p := range vectors {
		if c[i] = all[p]; c[i] == nil {
			c[i] = x.load(x.slot(slotC + p))
		}
		scaled[i] = x.scaled(c[i], s[i])
		if i == 0 {
			squares = x.load(x.same(127 << 23)) // not 0: subnormal sums are slow
		}
		x.VFMADD231PS(scaled[i], scaled[i], squares)
	}
	const notLess = 0x15
	limit := x.hot(0x5d800000) // 2^60
	var large flags
	if x.wide {
		k := x.K()
		x.VCMPPS(operand.U8(notLess), limit, squares, k)
		large = k
	} else {
		large = x.op2y(func(b, a, r operand.Op) { x.VCMPPS(operand.U8(notLess), b, a, r) }, squares, limit)
	}
	var few flags // bytes of m whose s is infinite
	if x.wide {
		few = x.K()
	}
	if x.flushes() {
		x.infinite(few, m())
		x.KORTESTQ(large, few)
		x.JNZ(operand.LabelRef(slow))
	} else {
		x.jumpIfAny(large, slow)
	}
	for i := range c {
		x.copy(x.roundSum(sum[i], scaled[i], s[i]), c[i])
	}
	x.Label(done)
	for i, p := range vectors {
		if all[p] == nil {
			x.store(c[i], x.slot(slotC+p))
		}
	}
	x.later = append(x.later, func() {
		x.Label(slow)
		if x.wide {
			noUnit := x.label("noUnit")
			if !x.flushes() {
				x.infinite(few, m())
			}
			x.KORTESTQ(few, few)
			x.JNZ(operand.LabelRef(noUnit))
			for i := range vectors {
				x.anySum(sum[i], scaled[i], s[i], c[i])
			}
			x.JMP(operand.LabelRef(done))
			x.Label(noUnit)
			x.zeroSums(vectors, sum, s, c, done)
		}
		for i, p := range vectors {
			x.slowSum(p, sum[i], scaled[i], s[i], c[i], m)
		}
		x.JMP(operand.LabelRef(done))
	})
}

// flushes tells whether scaled makes subnormal numbers 0.
func (x *core) flushes() bool { return x.wide && x.split && !x.exact }

// scaled is c*s. If sums of even and odd k are apart, m is at least -100 or s
// infinite: a subnormal c, which some CPUs multiply slowly, counts as 0. Where
// sums are exact, C is seldom such that this is worth the time.
func (x *core) scaled(c, s vec) vec {
	switch {
	case x.flushes():
		normal, r := x.K(), x.vec()
		x.VPTESTMD(x.hot(0x7f800000), c, normal)
		x.VMULPS_Z(s, c, normal, r)
		return r
	case x.wide:
		return x.op2(x.VMULPS_RD_SAE, c, s)
	}
	return x.op2(x.VMULPS, c, s)
}

// infinite sets the flags of the bytes of m whose s is infinite.
func (x *core) infinite(f flags, m vec) {
	const less = 1
	x.VPCMPB(operand.U8(less), x.same(leastM&0xff*0x01010101), m, f)
}

// zeroSums does what accumulate does where s is infinite only because the
// products are all 0 and c has no bits that count: D is C there. It jumps to
// done, or goes on if something else is the matter.
func (x *core) zeroSums(vectors []int, sum, s, c []vec, done string) {
	const less, notEqual, notLess = 1, 4, 0x15
	inf, other := x.same(0x7f800000), x.label("other")
	squares, rest := x.load(x.same(127<<23)), x.K()
	x.KXORW(rest, rest, rest)
	finite := func(i int) vec {
		not, r := x.K(), x.vec()
		x.VPCMPUD(operand.U8(notEqual), inf, s[i], not)
		x.VMOVDQA32_Z(s[i], not, r)
		return r
	}
	for i := range vectors {
		zero, small := x.K(), x.K()
		x.VPCMPEQD(inf, s[i], zero)
		scaled := x.scaled(c[i], finite(i))
		x.VFMADD231PS(scaled, scaled, squares)
		magnitude := x.op2(x.vpand(), c[i], x.same(0x7fffffff))
		// 2^-103 is a multiple of the unit, whatever that is.
		x.VPCMPUD(operand.U8(less), x.same((127-103)<<23), magnitude, zero, small)
		x.VPTESTMD(magnitude, magnitude, small, small)
		x.KORW(small, rest, rest)
	}
	large := x.K()
	x.VCMPPS(operand.U8(notLess), x.hot(0x5d800000), squares, large)
	x.KORTESTW(large, rest)
	x.JNZ(operand.LabelRef(other))
	for i := range vectors {
		zero := x.K()
		x.VPCMPEQD(inf, s[i], zero)
		f := finite(i)
		d := x.roundSum(sum[i], x.scaled(c[i], f), f)
		x.VADDPS(x.same(0), c[i], zero, d) // no -0
		x.copy(d, c[i])
	}
	x.JMP(operand.LabelRef(done))
	x.Label(other)
}

// roundSum is the result where c*s, which is scaled, is below 2^30. The floor of
// a c below 0 is -1 even if its s-fold is too small for an f32: AVX-512 rounds
// that down, with AVX2 it is the only one that is -0.
func (x *core) roundSum(sum, scaled, s vec) vec {
	const floor = 1
	t := x.vec()
	switch {
	case x.wide && x.split:
		// The floor of what is above -1/2 and below 0 is 0 here.
		const greater = 6
		k := x.K()
		x.VPCMPD(operand.U8(greater), x.hot(0xbeffffff), scaled, k)
		x.VCVTPS2DQ_RD_SAE_Z(scaled, k, t)
	case x.wide:
		x.VCVTPS2DQ_RD_SAE(scaled, t)
	default:
		x.VROUNDPS(operand.U8(floor), scaled, t)
		x.VCVTPS2DQ(t, t)
		if x.split {
			t = x.op2(x.vpand(), x.op2(x.VPCMPGTD, scaled, x.same(0xbeffffff)), t)
		} else {
			x.VPADDD(x.op2(x.VPCMPEQD, scaled, x.same(1<<31)), t, t)
		}
	}
	x.VPADDD(sum, t, t)
	x.VCVTDQ2PS(t, t)
	var unit vec // 1/s
	if x.wide {
		unit = x.op2(x.VPSUBD, x.constant32(254<<23), s)
	} else {
		unit = x.load(x.same(254 << 23))
		x.VPSUBD(s, unit, unit)
	}
	x.VMULPS(unit, t, t)
	return t
}

// leastM is the least m whose s is finite.
const leastM = -103

// anySum is roundSum for every c, which it replaces, and finite s; for AVX-512,
// without a branch.
//
// Where c*s is at least 2^30, h says how many bits less it has to have: the unit
// becomes 2^h/s, in which c is an integer. The sum is shifted right by h; of the
// bits lost, those that are floored to multiples of a quarter of the unit are put
// into its last two bits, too.
//
// That does no harm, since no result depends on more than whether these bits are
// 0. Where h is 0, the bits are there already. Where it is at least 2, or odd and
// even k are not apart, c is 2^29 or more and the sum at most 2^28 when they have
// been shifted, so that rounding drops five bits. Where h is 1, the bits are
// others only if the bits below 2^2 of the sum are not 0: one of the 16 products,
// of six fraction bits each, is so small then that the others are at most
// 53*2^24. C being 2^30 or more before it lost a bit, three bits are dropped.
func (x *core) anySum(sum, scaled, s, c vec) {
	const greater, notLess, unordered, largest = 6, 5, 3, (127 + 29) << 23
	e := x.op2(x.vpand(), scaled, x.hot(0x7f800000))
	high := x.op2(x.VPSUBUSW, e, x.same(largest)) // h as an exponent
	h := x.byImm(x.VPSRLD, high, 23)
	part := x.op2(x.VPSRAVD, sum, h)
	lost := x.op2(x.VPSRAVD, sum, x.op2(x.VPSUBUSW, h, x.same(2)))
	x.VPTERNLOGD(operand.U8(0xf8), x.same(3), lost, part) // part |= lost&3
	t, less := x.vec(), x.op2(x.VPSUBD, scaled, high)
	if x.split {
		k := x.K() // as in roundSum
		x.VPCMPD(operand.U8(greater), x.hot(0xbeffffff), scaled, k)
		x.VCVTPS2DQ_RD_SAE_Z(less, k, t)
	} else {
		x.VCVTPS2DQ_RD_SAE(less, t)
	}
	x.VPADDD(part, t, t)
	x.VCVTDQ2PS(t, t)
	unit := x.op2(x.VPSUBD, x.hot(254<<23), s)
	x.VPADDD(high, unit, unit)
	special, nan := x.K(), x.K()
	x.VPCMPD(operand.U8(notLess), x.same(254<<23), e, special) // not finite, or so large that D is C
	x.VCMPPS(operand.U8(unordered), c, c, nan)
	x.VMULPS(unit, t, t)
	x.VMOVDQA32(c, special, t)
	x.VMOVDQU32(x.same(0x7fc00000), nan, t)
	x.copy(t, c)
}

// slowSum is roundSum for every c, which it replaces.
//
// Where c is at least 2^30/s, the sum is floored to multiples of a unit of
// which c has 32 bits. All is then shifted right by two, and what is lost kept
// as a sticky bit.
func (x *core) slowSum(p int, sum, scaled, s, c vec, m func() vec) {
	shift := x.byImm(x.VPSRLD, x.byImm(x.VPSLLD, scaled, 1), 24)
	shift = x.op2(x.VPSUBD, shift, x.same(127+30)) // at least 0 where c is large
	part := x.op2(x.VPADDD, sum, sum)
	part = x.op2(x.VPSRAVD, part, shift)
	sticky := x.or(x.byImm(x.VPSRLD, part, 1), part)
	sticky = x.op2(x.vpand(), sticky, x.same(1))
	part = x.or(x.byImm(x.VPSRAD, part, 2), sticky)
	large := x.op2(x.vpand(), c, x.same(0x807fffff))
	large = x.op2(x.vpor(), large, x.same((127+29)<<23))
	x.VCVTPS2DQ(large, large)
	x.VPADDD(part, large, large)
	x.VCVTDQ2PS(large, large)
	unit := x.op2(x.vpand(), c, x.same(0x7f800000))
	unit = x.op2(x.VPSUBD, unit, x.same(29<<23))
	x.VMULPS(unit, large, large)
	small := x.roundSum(sum, scaled, s)
	d := x.vec()
	if x.wide {
		k := x.K()
		x.VPMOVD2M(shift, k)
		x.VMOVDQA32(large, d)
		x.VMOVDQA32(small, k, d)
	} else {
		x.VBLENDVPS(shift, small, large, d)
	}
	// Infinite and NaN c, infinite s.
	usual, unusual := x.label("usual"), x.label("unusual")
	inf := x.load(x.same(0x7f800000))
	special := x.either(x.equal32(x.and(c, inf), inf), x.equal32(s, inf))
	x.jumpIfAny(special, unusual)
	x.copy(d, c)
	x.Label(usual)
	x.later = append(x.later, func() {
		x.Label(unusual)
		x.copy(x.merge(special, x.alone(p, c, m()), d), c)
		x.JMP(operand.LabelRef(usual))
	})
}

// alone is the result where c is not finite or all products are zero and m is
// below -103: c, floored to a multiple of 2^(m-24), which is a subnormal
// number; NaN is the default one.
func (x *core) alone(p int, c, m vec) vec {
	e := m
	if p < 3 {
		e = x.byImm(x.VPSLLD, m, uint8(24-8*p))
	}
	e = x.byImm(x.VPSRAD, e, 24)
	const floor, up = 1, 100 // c is made a normal number first
	t := x.op2(x.VMULPS, c, x.same((127+up)<<23))
	scale := x.load(x.same(127 + productFrac - up))
	x.VPSUBD(e, scale, scale)
	x.VMULPS(x.byImm(x.VPSLLD, scale, 23), t, t)
	if x.wide {
		x.VRNDSCALEPS(operand.U8(floor), t, t)
	} else {
		x.VROUNDPS(operand.U8(floor), t, t)
	}
	scale = x.op2(x.VPADDD, e, x.same(127-productFrac+up))
	x.VMULPS(x.byImm(x.VPSLLD, scale, 23), t, t)
	x.VMULPS(x.same((127-up)<<23), t, t)
	x.VADDPS(x.same(0), t, t) // no -0
	magnitude := x.op2(x.vpand(), c, x.same(0x7fffffff))
	limit := x.load(x.same((127 - up) << 23))
	t = x.merge(x.less32(magnitude, limit, true), t, c)
	const unordered = 3
	return x.merge(x.compareFloat32(unordered, c, c), x.load(x.same(0x7fc00000)), t)
}
