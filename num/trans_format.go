package num

import "math/bits"

// transFormat is an IEEE binary format of up to 64 bits, described by its field widths.
type transFormat struct{ expBits, fracBits int }

var (
	transF16 = transFormat{5, 10}
	transF32 = transFormat{8, 23}
	transF64 = transFormat{11, 52}
)

func (f transFormat) sign() uint64    { return 1 << (f.expBits + f.fracBits) }
func (f transFormat) inf() uint64     { return (1<<f.expBits - 1) << f.fracBits }
func (f transFormat) quiet() uint64   { return 1 << (f.fracBits - 1) }
func (f transFormat) invalid() uint64 { return f.sign() | f.inf() | f.quiet() }
func (f transFormat) bias() int       { return 1<<(f.expBits-1) - 1 }
func (f transFormat) one() uint64     { return uint64(f.bias()) << f.fracBits }

func (f transFormat) isNaN(x uint64) bool { return x&^f.sign() > f.inf() }
func (f transFormat) isNeg(x uint64) bool { return x&f.sign() != 0 }

// unpack returns |x| = sig * 2^exp with bit 63 of sig set, for x neither zero
// nor a NaN; an infinity reads as the power of two that its exponent stands for.
func (f transFormat) unpack(x uint64) (sig uint64, exp int) {
	x &^= f.sign()
	sig, biased := x&(1<<f.fracBits-1), int(x>>f.fracBits)
	if biased == 0 {
		biased = 1
	} else {
		sig |= 1 << f.fracBits
	}
	lz := bits.LeadingZeros64(sig)
	return sig << lz, biased - f.bias() - f.fracBits - lz
}

// split returns the pattern of |sig * 2^exp| cut off after its last place (sig is not zero;
// overflow gives any pattern above infinity's), the part cut off in units of 2^-64 of that place,
// and the logarithm of the weight of sig's bit 0 in these units, which is negative if part of sig
// is below them.
func (f transFormat) split(sig uint64, exp int) (pattern, rest uint64, unit int) {
	lz := bits.LeadingZeros64(sig)
	sig <<= lz
	biased := exp - lz + 63 + f.bias()
	drop := 63 - f.fracBits
	if biased < 1 { // subnormal: the last place stays where it is
		drop += 1 - biased
		biased = 1
	}
	// The hidden bit, if there is one, increments the exponent field.
	pattern = uint64(biased-1)<<f.fracBits + sig>>drop
	if drop <= 64 {
		return pattern, sig << (64 - drop), lz + 64 - drop
	}
	return pattern, 1, lz + 64 - drop // nonzero, and below half
}

// pack carries a rounding into pattern, limits it to infinity and sets the sign.
func (f transFormat) pack(neg bool, pattern, carry uint64) uint64 {
	pattern = min(pattern+carry, f.inf())
	if neg {
		pattern |= f.sign()
	}
	return pattern
}

// round returns sig * 2^exp (sig is not zero) to nearest even, with a sign.
func (f transFormat) round(neg bool, sig uint64, exp int) uint64 {
	pattern, rest, _ := f.split(sig, exp)
	carry := rest >> 63
	if rest == 1<<63 { // a tie
		carry = pattern & 1
	}
	return f.pack(neg, pattern, carry)
}

// transErr bounds the error of every approximation passed to ziv and zivWide, in units of its last
// place. All intermediate results are truncated fixed-point numbers. A step r = c + z*r of a series
// adds less than 1 for c and 1 for the product to z times the error so far, and a truncated z adds
// less than its error times r. This comes to
//
//	exp2: (2 * 32 terms + 16 for z, z*z, the tail and the last products) / 4 + 1 < 22
//	log2: s < 1, z < 4, series < 6, product s*series < 8
//	sin:  u exact, z < 2, series < 6, product < 7
//	cos:  z < 2, series < 6, product < 5
//
// and 64 leaves a margin; a wide evaluation is almost never needed.
const transErr = 64

// ziv rounds the approximation sig * 2^exp, and reports whether every value within transErr rounds
// to the same result (Ziv's test), that is, whether they include no midpoint between two
// neighbours. Values that reach into the next binade below, with its smaller places, round to the
// power of two between: f16 and f32 leave more than 32 bits of sig to be cut off, so that the error
// is far below a quarter of a place.
func (f transFormat) ziv(neg bool, sig uint64, exp int) (uint64, bool) {
	pattern, rest, unit := f.split(sig, exp)
	if unit < 0 {
		return 0, false
	}
	e := uint64(transErr) << unit
	return f.pack(neg, pattern, rest>>63), rest-1<<63+e > 2*e
}

// zivWide rounds sig * 2^exp by rounding both ends of the interval. No case stays undecided: over
// all f16 and f32 operands of all functions ziv leaves four undecided, and those have been tested.
func (f transFormat) zivWide(neg bool, sig transU128, exp int) uint64 {
	e := transU128{0, transErr}
	r := f.round(neg, sig.sub(e).sticky(), exp+64)
	if r != f.round(neg, sig.add(e).sticky(), exp+64) {
		panic("BUG: rounding not decided with 128 bits")
	}
	return r
}
