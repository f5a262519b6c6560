package sim

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"heddle/isa"
	"heddle/num"
)

// equalFlavour is what the dwords of a block of memory, and registers loaded
// from it, are.
type equalFlavour uint8

const (
	equalF32    equalFlavour = iota // N(0,1)
	equalF16                        // pairs of N(0,1)
	equalBF16                       // pairs of N(0,1)
	equalF64                        // N(0,1) in two dwords
	equalSmall                      // integers around 0
	equalBits                       // anything
	equalF32Any                     // every class of f32, near ties
	equalF16Any                     // every class of f16
	equalF64Any                     // every class of f64
	equalBytes                      // fp8 and bf8 near 1, the formats of both targets
	equalWide                       // f32 of all sizes, none special
	equalHot                        // a mixture
	equalFlavours
)

// The memory that programs work on, in bytes. Each flavour has a block of the
// input, behind one of a mixture; the work buffer is used around its middle.
const (
	equalBlock  = 4096
	equalInput  = equalBlock * (int(equalFlavours) + 2)
	equalMiddle = 8192
	equalWork   = 40 << 10
	equalPool   = 64 << 10
)

// equalData is random memory of each flavour; programs get parts of it.
type equalData struct{ pool [equalFlavours][]byte }

func newEqualData(r *rand.Rand) *equalData {
	d := new(equalData)
	for f := range equalFlavours {
		b := make([]byte, 0, equalPool)
		for len(b) < equalPool {
			b = binary.LittleEndian.AppendUint64(b, f.random(r))
		}
		d.pool[f] = b
	}
	return d
}

// part is n bytes of a flavour.
func (d *equalData) part(f equalFlavour, n int, r *rand.Rand) []byte {
	at := r.IntN((equalPool-n)/16) * 16
	return d.pool[f][at : at+n]
}

// input is the block of each flavour.
func (d *equalData) input(r *rand.Rand) []byte {
	b := append(make([]byte, 0, equalInput), d.part(equalHot, equalBlock, r)...)
	for f := range equalFlavours {
		b = append(b, d.part(f, equalBlock, r)...)
	}
	return append(b, d.part(equalHot, equalInput-len(b), r)...)
}

// work is what the work buffer starts with.
func (d *equalData) work(r *rand.Rand) []byte {
	b := make([]byte, 0, equalWork)
	for len(b) < equalWork {
		b = append(b, d.part(equalFlavour(r.IntN(int(equalFlavours))), 1024, r)...)
	}
	return b
}

// random makes two dwords.
func (f equalFlavour) random(r *rand.Rand) uint64 {
	switch f {
	case equalF64:
		return math.Float64bits(r.NormFloat64())
	case equalF64Any:
		return equalDouble(r)
	}
	return uint64(f.dword(r)) | uint64(f.dword(r))<<32
}

func (f equalFlavour) dword(r *rand.Rand) uint32 {
	switch f {
	case equalF32:
		return math.Float32bits(float32(r.NormFloat64()))
	case equalF16, equalBF16:
		to := num.F16
		if f == equalBF16 {
			to = num.BF16
		}
		return encode(to, r.NormFloat64()) | encode(to, r.NormFloat64())<<16
	case equalSmall:
		return uint32(r.IntN(200) - 70)
	case equalF32Any:
		return equalSingle(r)
	case equalF16Any:
		return equalHalf(r) | equalHalf(r)<<16
	case equalBytes:
		v := uint32(0)
		for i := range 4 {
			v |= (0x30 + uint32(r.IntN(24)) | uint32(r.IntN(2))<<7) << (8 * i)
		}
		return v
	case equalWide:
		return r.Uint32()&0x807fffff | uint32(1+r.IntN(254))<<23
	case equalHot:
		if r.IntN(8) == 0 { // the edges of i32 and of f32
			return []uint32{0x7fffff00, 1 << 31, 0x7f7fff00, 0xff7fff00}[r.IntN(4)] | uint32(r.IntN(256))
		}
		return hot.value(r, r.IntN(3) == 0)
	}
	return r.Uint32()
}

// equalSingle is an f32 of a random class; of those with a short fraction, sums
// and products lie at ties.
func equalSingle(r *rand.Rand) uint32 {
	sign := r.Uint32() & (1 << 31)
	switch r.IntN(10) {
	case 0:
		return specials[r.IntN(len(specials))]
	case 1:
		return sign | r.Uint32()&0x007fffff // subnormals
	case 2:
		return sign | 0x7f800000 | r.Uint32()&0x007fffff>>r.IntN(24) // NaN, infinity
	case 3, 4:
		return sign | uint32(110+r.IntN(34))<<23 | (r.Uint32()&3)<<21 // few bits
	case 5:
		return sign | uint32(115+r.IntN(24))<<23 | 0x7fffff&^(1<<r.IntN(4)) // many bits
	case 6:
		return sign | uint32(1+r.IntN(3))<<23 | r.Uint32()&0x007fffff // nearly subnormal
	case 7:
		return sign | uint32(252+r.IntN(3))<<23 | r.Uint32()&0x007fffff // nearly infinite
	}
	return sign | uint32(1+r.IntN(254))<<23 | r.Uint32()&0x007fffff
}

func equalHalf(r *rand.Rand) uint32 {
	sign := r.Uint32() & (1 << 15)
	switch r.IntN(8) {
	case 0:
		return []uint32{0, 1, 0x3ff, 0x400, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff, 0x3c00, 0x3bff, 0x3c01}[r.IntN(12)] | sign
	case 1:
		return sign | r.Uint32()&0x3ff
	case 2:
		return sign | 0x7c00 | r.Uint32()&0x3ff>>r.IntN(11)
	case 3, 4:
		return sign | uint32(8+r.IntN(14))<<10 | (r.Uint32()&3)<<8
	}
	return sign | uint32(1+r.IntN(30))<<10 | r.Uint32()&0x3ff
}

func equalDouble(r *rand.Rand) uint64 {
	const fraction = 1<<52 - 1
	sign := r.Uint64() & (1 << 63)
	switch r.IntN(8) {
	case 0:
		return sign | []uint64{0, 1, fraction, 1 << 52, 0x7ff<<52 - 1, 0x7ff << 52, 0x7ff<<52 + 1, 0xfff << 51, 0x3ff << 52}[r.IntN(9)]
	case 1:
		return sign | r.Uint64()&fraction
	case 2:
		return sign | 0x7ff<<52 | r.Uint64()&fraction>>r.IntN(53)
	case 3, 4:
		return sign | uint64(1000+r.IntN(50))<<52 | (r.Uint64()&7)<<49
	}
	return sign | uint64(1+r.IntN(2046))<<52 | r.Uint64()&fraction
}

// equalFlavoursOf are the flavours that suit a type.
var equalFlavoursOf = map[isa.Type][]equalFlavour{
	isa.TypeF32:    {equalF32, equalF32, equalF32, equalF32Any, equalWide},
	isa.TypeV2F32:  {equalF32, equalF32, equalF32Any, equalWide},
	isa.TypeF16:    {equalF16, equalF16, equalF16, equalF16Any},
	isa.TypeV2F16:  {equalF16, equalF16, equalF16, equalF16Any},
	isa.TypeBF16:   {equalBF16, equalBF16, equalBits},
	isa.TypeV2BF16: {equalBF16, equalBF16, equalBits},
	isa.TypeF64:    {equalF64, equalF64, equalF64Any},
	isa.TypeI32:    {equalSmall, equalBits},
	isa.TypeI16:    {equalSmall, equalBits},
	isa.TypeV2I16:  {equalSmall, equalBits},
	isa.TypeI64:    {equalBits, equalSmall},
}
