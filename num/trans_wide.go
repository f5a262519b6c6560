package num

import "math/bits"

// transU128 is an unsigned 128-bit number, mostly used as a binary fraction.
type transU128 struct{ hi, lo uint64 }

func (a transU128) add(b transU128) transU128 {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, c)
	return transU128{hi, lo}
}

func (a transU128) sub(b transU128) transU128 {
	lo, c := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, c)
	return transU128{hi, lo}
}

// shr shifts right by n >= 0.
func (a transU128) shr(n int) transU128 {
	if n >= 64 {
		return transU128{0, a.hi >> (n - 64)}
	}
	return transU128{a.hi >> n, a.lo>>n | a.hi<<(64-n)}
}

// mul returns the upper half of the product: that of two fractions, truncated.
func (a transU128) mul(b transU128) transU128 {
	h0, _ := bits.Mul64(a.lo, b.lo)
	h1, l1 := bits.Mul64(a.hi, b.lo)
	h2, l2 := bits.Mul64(a.lo, b.hi)
	h3, l3 := bits.Mul64(a.hi, b.hi)
	t, c1 := bits.Add64(h0, l1, 0)
	_, c2 := bits.Add64(t, l2, 0)
	l3, c1 = bits.Add64(l3, h1, c1)
	l3, c2 = bits.Add64(l3, h2, c2)
	return transU128{h3 + c1 + c2, l3}
}

// sticky returns the upper word, with the lower one gathered into its last bit.
func (a transU128) sticky() uint64 {
	if a.lo != 0 {
		return a.hi | 1
	}
	return a.hi
}

// transMul returns the product of two fractions, truncated.
func transMul(a, b uint64) uint64 {
	hi, _ := bits.Mul64(a, b)
	return hi
}

// transSeries returns the two halves of sum c[j] * z^j, an even number of
// terms: those with an even j, and those with an odd one. They are independent
// chains of multiplications, and an alternating series is their difference.
func transSeries(c []transU128, z uint64) (even, odd uint64) {
	zz := transMul(z, z)
	for j := len(c) - 2; j >= 0; j -= 2 {
		even = c[j].hi + transMul(zz, even)
		odd = c[j+1].hi + transMul(zz, odd)
	}
	return even, transMul(z, odd)
}

func transSeriesWide(c []transU128, z transU128) (even, odd transU128) {
	zz := z.mul(z)
	for j := len(c) - 2; j >= 0; j -= 2 {
		even = c[j].add(zz.mul(even))
		odd = c[j+1].add(zz.mul(odd))
	}
	return even, z.mul(odd)
}
