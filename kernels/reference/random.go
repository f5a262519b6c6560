package reference

import (
	"math"

	"heddle/num"
)

// Mix is the finishing step of splitmix64: a bijection that mixes well.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Gap is a NaN, or all ones where every code is a number.
func Gap(f *num.Format) uint64 {
	ones := uint64(1)<<f.Bits() - 1
	if f.Specials == num.SpecialsFNUZ {
		return (ones + 1) / 2
	}
	return ones
}

// sum4 adds the four quarters of h: distributed about normally in 0 to 2^18-4,
// with a mean of 2^17-2 and a variance of 2^32/3.
func sum4(h uint64) uint64 {
	h = h&0x0000ffff0000ffff + h>>16&0x0000ffff0000ffff
	return h&0xffffffff + h>>32
}

// Normal makes a number distributed about as N(0, 1), of 53 bits, from h.
func Normal(h uint64) float64 {
	const deviation = 0x1p-16 * 1.7320508075688772
	v := int64(sum4(h)<<32|Mix(h)>>32) - (1<<17-2)<<32
	return float64(v) * (0x1p-32 * deviation)
}

// NormalCodes makes codes of a type of up to 16 bits out of h, distributed about
// normally with the given deviation: by a table if they are for many bytes.
func NormalCodes(f *num.Format, size int64, factor float64) func(h uint64) uint64 {
	const deviation = 0x1p-14 * 1.7320508075688772
	factor *= deviation
	if f.Specials == num.SpecialsNone {
		factor *= 1.5
	}
	code := func(i uint64) uint64 { // of sum4/4
		x := math.Float32bits(float32((float64(int64(i)-1<<15) + 0.5) * factor))
		switch f {
		case num.F16:
			return uint64(num.F32ToF16(x, num.Env{}))
		case num.BF16:
			return uint64(num.F32ToBF16(x, num.Env{}))
		}
		return uint64(f.FromF32(x, true))
	}
	if size < 1<<17 {
		return func(h uint64) uint64 { return code(sum4(h) >> 2) }
	}
	table := make([]uint16, 1<<16)
	for i := range table {
		table[i] = uint16(code(uint64(i)))
	}
	return func(h uint64) uint64 { return uint64(table[sum4(h)>>2&0xffff]) }
}
