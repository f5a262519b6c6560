package hsaco

import (
	"math/bits"
)

// The hash functions of a linked object: the two of the ELF hash tables, and XXH3 (64 bit, seed 0),
// with which LLD distributes the pieces of mergeable sections over shards, which determines their
// order in the file.

// hashSysV returns the hash of .hash (System V ABI, "Hash Table").
func hashSysV(name string) uint32 {
	var h uint32
	for i := 0; i < len(name); i++ {
		h = h<<4 + uint32(name[i])
		g := h & 0xf0000000
		h ^= g >> 24
		h &^= g
	}
	return h
}

// hashGNU returns the hash of .gnu.hash.
func hashGNU(name string) uint32 {
	h := uint32(5381)
	for i := 0; i < len(name); i++ {
		h = h*33 + uint32(name[i])
	}
	return h
}

// The constants of XXH3 (xxHash specification, doc/xxhash_spec.md).
const (
	xxPrime32x1 = 0x9e3779b1
	xxPrime32x2 = 0x85ebca77
	xxPrime32x3 = 0xc2b2ae3d
	xxPrime64x1 = 0x9e3779b185ebca87
	xxPrime64x2 = 0xc2b2ae3d27d4eb4f
	xxPrime64x3 = 0x165667b19e3779f9
	xxPrime64x4 = 0x85ebca77c2b2ae63
	xxPrime64x5 = 0x27d4eb2f165667c5

	xxMixAvalanche = 0x165667919e3779f9
	xxMixShort     = 0x9fb21c651e98df25

	xxStripe = 64 // bytes per accumulation step
	xxRotate = 8  // bytes of the secret between two stripes
)

const xxSecret = "" +
	"\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c" +
	"\xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f" +
	"\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21" +
	"\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c" +
	"\x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3" +
	"\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8" +
	"\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d" +
	"\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64" +
	"\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb" +
	"\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e" +
	"\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce" +
	"\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e"

// bytesOrString lets the secret be a constant.
type bytesOrString interface{ string | []byte }

func xxRead32[T bytesOrString](s T, i int) uint32 {
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

func xxRead64[T bytesOrString](s T, i int) uint64 {
	return uint64(xxRead32(s, i)) | uint64(xxRead32(s, i+4))<<32
}

// xxSecret64 is two words of the secret combined, the mask for a short input.
func xxSecret64(i int) uint64 { return xxRead64(xxSecret, i) ^ xxRead64(xxSecret, i+8) }

// xxFold returns the xor of the halves of the 128-bit product.
func xxFold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

func xxAvalanche(h uint64) uint64 {
	h = (h ^ h>>37) * xxMixAvalanche
	return h ^ h>>32
}

func xxAvalanche64(h uint64) uint64 {
	h = (h ^ h>>33) * xxPrime64x2
	h = (h ^ h>>29) * xxPrime64x3
	return h ^ h>>32
}

// xxMix mixes 16 bytes of s with 16 of the secret.
func xxMix(s []byte, i, secret int) uint64 {
	return xxFold(xxRead64(s, i)^xxRead64(xxSecret, secret), xxRead64(s, i+8)^xxRead64(xxSecret, secret+8))
}

// xxh3 is XXH3_64bits of s.
func xxh3(s []byte) uint64 {
	switch n := len(s); {
	case n == 0:
		return xxAvalanche64(xxSecret64(56))
	case n <= 3:
		return xxh3To3(s)
	case n <= 8:
		return xxh3To8(s)
	case n <= 16:
		return xxh3To16(s)
	case n <= 128:
		return xxh3To128(s)
	case n <= 240:
		return xxh3To240(s)
	}
	return xxh3Long(s)
}

func xxh3To3(s []byte) uint64 {
	n := len(s)
	v := uint32(s[0])<<16 | uint32(s[n/2])<<24 | uint32(s[n-1]) | uint32(n)<<8
	mask := xxRead32(xxSecret, 0) ^ xxRead32(xxSecret, 4)
	return xxAvalanche64(uint64(v) ^ uint64(mask))
}

func xxh3To8(s []byte) uint64 {
	n := len(s)
	v := uint64(xxRead32(s, n-4)) | uint64(xxRead32(s, 0))<<32
	h := v ^ xxSecret64(8)
	h ^= bits.RotateLeft64(h, 49) ^ bits.RotateLeft64(h, 24)
	h *= xxMixShort
	h ^= h>>35 + uint64(n)
	h *= xxMixShort
	return h ^ h>>28
}

func xxh3To16(s []byte) uint64 {
	n := len(s)
	lo := xxRead64(s, 0) ^ xxSecret64(24)
	hi := xxRead64(s, n-8) ^ xxSecret64(40)
	return xxAvalanche(uint64(n) + bits.ReverseBytes64(lo) + hi + xxFold(lo, hi))
}

func xxh3To128(s []byte) uint64 {
	n := len(s)
	h := uint64(n) * xxPrime64x1
	for i := (n - 1) / 32; i >= 0; i-- {
		h += xxMix(s, 16*i, 32*i)
		h += xxMix(s, n-16*(i+1), 32*i+16)
	}
	return xxAvalanche(h)
}

func xxh3To240(s []byte) uint64 {
	const (
		first = 8  // blocks before the first avalanche
		start = 3  // where the secret of the later blocks starts
		last  = 17 // from the end of the shortest secret, 136 bytes
	)
	n := len(s)
	h := uint64(n) * xxPrime64x1
	for i := range first {
		h += xxMix(s, 16*i, 16*i)
	}
	h = xxAvalanche(h)
	for i := first; i < n/16; i++ {
		h += xxMix(s, 16*i, 16*(i-first)+start)
	}
	return xxAvalanche(h + xxMix(s, n-16, 136-last))
}

func xxh3Long(s []byte) uint64 {
	const (
		stripes    = (len(xxSecret) - xxStripe) / xxRotate // of a block
		block      = stripes * xxStripe
		lastSecret = 7  // bytes before the start of the last whole stripe
		mergeStart = 11 // where the secret of the final merge starts
	)
	acc := [8]uint64{
		xxPrime32x3, xxPrime64x1, xxPrime64x2, xxPrime64x3,
		xxPrime64x4, xxPrime32x2, xxPrime64x5, xxPrime32x1,
	}
	n := len(s)
	pos := 0
	for ; n-pos > block; pos += block {
		for i := range stripes {
			xxAccumulate(&acc, s, pos+i*xxStripe, i*xxRotate)
		}
		xxScramble(&acc)
	}
	for i := 0; pos < n-xxStripe; i, pos = i+1, pos+xxStripe {
		xxAccumulate(&acc, s, pos, i*xxRotate)
	}
	xxAccumulate(&acc, s, n-xxStripe, stripes*xxRotate-lastSecret)
	h := uint64(n) * xxPrime64x1
	for i := 0; i < len(acc); i += 2 {
		k := mergeStart + 8*i
		h += xxFold(acc[i]^xxRead64(xxSecret, k), acc[i+1]^xxRead64(xxSecret, k+8))
	}
	return xxAvalanche(h)
}

func xxAccumulate(acc *[8]uint64, s []byte, pos, secret int) {
	for i := range acc {
		v := xxRead64(s, pos+8*i)
		k := v ^ xxRead64(xxSecret, secret+8*i)
		acc[i^1] += v
		acc[i] += k & 0xffffffff * (k >> 32)
	}
}

func xxScramble(acc *[8]uint64) {
	for i := range acc {
		acc[i] ^= acc[i] >> 47
		acc[i] ^= xxRead64(xxSecret, len(xxSecret)-xxStripe+8*i)
		acc[i] *= xxPrime32x1
	}
}
