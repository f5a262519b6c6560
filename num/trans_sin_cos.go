package num

import "math/bits"

func (f transFormat) sinTurns(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return x
	case x&^f.sign() == f.inf():
		return f.invalid()
	}
	a := transReduceTurns(f.unpack(x))
	if a.u == 0 && a.quadrant%2 == 0 {
		return x & f.sign()
	}
	if f.isNeg(x) {
		a = a.opposite()
	}
	return f.sinQuadrant(a)
}

func (f transFormat) cosTurns(x uint64) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case x&^f.sign() == 0:
		return f.one()
	case x&^f.sign() == f.inf():
		return f.invalid()
	}
	// cos(t) = sin(t + 1/4 turn), and the sign of x does not matter.
	a := transReduceTurns(f.unpack(x))
	a.quadrant = (a.quadrant + 1) % 4
	if a.u == 0 && a.quadrant%2 == 0 {
		return 0
	}
	return f.sinQuadrant(a)
}

// transTurns is an exact angle: a whole number of turns, plus quadrant/4 turns, plus or minus
// (below) a quarter of u * 2^-64 * 2^-k turns. The last part is at most 1/8 turn. Bit 63 of u is
// set, or u is zero.
type transTurns struct {
	quadrant uint64
	below    bool
	u        uint64
	k        int
}

func transReduceTurns(sig uint64, exp int) transTurns {
	whole := exp + 64
	if whole <= -3 { // below 1/8
		return transTurns{u: sig, k: -2 - whole}
	}
	// The fraction of a turn. No bit of an f32 is lost: with 24 bits its last
	// one is 2^-27 or more here.
	y := sig << max(whole, 0) >> max(-whole, 0)
	a := transTurns{quadrant: (y + 1<<61) >> 62}
	r := y - a.quadrant<<62
	if a.below = r>>63 != 0; a.below {
		r = -r
	}
	if r == 0 {
		return a
	}
	lz := bits.LeadingZeros64(r)
	a.u, a.k = r<<lz, lz-2
	return a
}

// opposite returns the angle half a turn further, where the sine has the other sign.
func (a transTurns) opposite() transTurns {
	a.quadrant = (a.quadrant + 2) % 4
	return a
}

// sinQuadrant returns the sine of a, which is not zero.
func (f transFormat) sinQuadrant(a transTurns) uint64 {
	if a.u == 0 {
		return f.round(a.quadrant >= 2, 1, 0)
	}
	if r, ok := f.ziv(transSin(a)); ok {
		return r
	}
	return f.zivWide(transSinWide(a))
}

// transSin returns the sine of a, which is ±sin(pi/2*u) = 2*u*series in even quadrants and
// ±cos(pi/2*u) = 1 - 2*z*series in odd ones.
func transSin(a transTurns) (neg bool, sig uint64, exp int) {
	z := transMul(a.u, a.u) >> (2 * a.k)
	neg = a.quadrant >= 2
	if a.quadrant%2 == 0 {
		even, odd := transSeries(transSinCoef[:transSinTerms], z)
		return neg != a.below, transMul(a.u, even-odd), -63 - a.k
	}
	even, odd := transSeries(transCosCoef[:transCosTerms], z)
	return neg, 1<<63 - transMul(z, even-odd), -63
}

func transSinWide(a transTurns) (neg bool, sig transU128, exp int) {
	u := transU128{a.u, 0}
	z := u.mul(u).shr(2 * a.k)
	neg = a.quadrant >= 2
	if a.quadrant%2 == 0 {
		even, odd := transSeriesWide(transSinCoef[:], z)
		return neg != a.below, u.mul(even.sub(odd)), -127 - a.k
	}
	even, odd := transSeriesWide(transCosCoef[:], z)
	return neg, transU128{1 << 63, 0}.sub(z.mul(even.sub(odd))), -127
}
