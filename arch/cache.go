package arch

import (
	"fmt"
	"math/bits"
)

// The vector L1 cache of both chips has 4 sets of 64 lines of 128 bytes; bits 7 and 8 of an address
// choose the set. The rows of a matrix whose row stride is a multiple of 512 bytes all begin in the
// same set, those of an odd multiple of 256 bytes in two of the four. A buffer resource with a
// cache swizzle mixes in bits above the stride. It does not change results.
//
// Sources: facts performance.md §1.1 and buffers.md §3.4, seed 002 (the rule).
const (
	minCacheSwizzle = 256
	maxCacheSwizzle = 8192
	// The stride field of a resource has 14 bits, no sign, and counts bytes.
	cacheSwizzleBits = 14
)

// CacheSwizzleStride returns the default stride, in bytes, of the buffer resource of a matrix whose
// rows are rowBytes apart: ok for 256, whose rows share two of the sets, and for multiples of 512 to 8192, whose rows
// share one. Seed 002 names the powers of two among them; Formocast's rule for the L1 of gfx942 (facts performance.md
// §3) has multiples. Other strides spread over the sets by themselves, or are too large. It is a value of the
// resource's stride field, which is unsigned: 8192 there, and in an i14 of MLIR, is 0x2000, which MLIR prints as -8192.
func CacheSwizzleStride(rowBytes int64) (stride int, ok bool) {
	const turn = 4 * CacheLine // of the sets
	if rowBytes < minCacheSwizzle || rowBytes > maxCacheSwizzle || rowBytes != minCacheSwizzle && rowBytes%turn != 0 {
		return 0, false
	}
	return int(rowBytes), true
}

// RequestedCacheSwizzle returns the stride if a cache swizzle is requested, whether or not it is
// likely to help: for any rows that fit the field.
func RequestedCacheSwizzle(rowBytes int64) (stride int, err error) {
	if most := int64(1)<<cacheSwizzleBits - 1; rowBytes <= 0 || rowBytes > most {
		return 0, fmt.Errorf("no cache swizzle for rows that are %d bytes apart: the stride field of a buffer resource holds 1 to %d bytes", rowBytes, most)
	}
	return int(rowBytes), nil
}

// CacheLine is the line of the vector L1, the instruction cache and the L2 of both chips, in bytes.
// Half a line is the line of the scalar cache and of the MALL.
//
// Source: facts performance.md §1.1.
const CacheLine = 128

// CacheSet returns in which of sets sets of the vector L1 the line with an address is. stride is the
// cache swizzle of the buffer resource, 0 for none: it mixes the two bits from the stride on into
// those that choose the set, so that rows which are a power of two apart are in different sets.
//
// That bits 7 and 8 choose the set, and that a swizzle uses more bits of the address, is documented
// (seed 002). Which bits, and that they are combined by exclusive or, is inferred: nobody published
// the function.
func CacheSet(addr uint64, stride, sets int) int {
	set := addr / CacheLine
	if stride >= minCacheSwizzle {
		set ^= addr >> bits.Len(uint(stride-1))
	}
	if sets <= 1 {
		return 0
	}
	return int(set % uint64(sets))
}
