package tiling

import (
	"math"
	"math/bits"
)

// Sizes may be anything, and their products beyond 64 bits. Products stop at the largest number
// instead of going around, which is as good as infinite for every comparison here.

// mul is the product of numbers that are not negative.
func mul(factors ...int64) int64 {
	p := uint64(1)
	for _, f := range factors {
		high, low := bits.Mul64(p, uint64(f))
		if f == 0 {
			return 0
		}
		if high != 0 || low > math.MaxInt64 {
			p = math.MaxInt64
			continue
		}
		p = low
	}
	return int64(p)
}

// add is the sum of numbers that are not negative.
func add(terms ...int64) int64 {
	var s uint64
	for _, t := range terms {
		s = min(s+uint64(t), math.MaxInt64)
	}
	return int64(s)
}

// ceil is a/b, rounded up.
func ceil(a, b int64) int64 {
	if a > 0 {
		return (a-1)/b + 1
	}
	return a / b
}

// roundUp is the least multiple of b that is not less than a.
func roundUp(a, b int64) int64 { return mul(ceil(a, b), b) }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// log2 is the exponent of the largest power of two that is not above x, which is positive.
func log2(x int64) int { return bits.Len64(uint64(x)) - 1 }

// log2Up is the exponent of the least power of two that is not below x, which is positive.
func log2Up(x int64) int { return bits.Len64(uint64(x - 1)) }
