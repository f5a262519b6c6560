package sim

import "heddle/num"

func addF64(m *mode, a, b, _ uint64) uint64 { return num.Add64(a, b, m.f16) }
func mulF64(m *mode, a, b, _ uint64) uint64 { return num.Mul64(a, b, m.f16) }
func fmaF64(m *mode, a, b, c uint64) uint64 { return num.FMA64(a, b, c, m.f16) }

func truncF64(m *mode, a, _, _ uint64) uint64 { return num.RoundInt64(flushF64(m, a), num.RTZ) }
func ceilF64(m *mode, a, _, _ uint64) uint64  { return num.RoundInt64(flushF64(m, a), num.RTP) }
func rndneF64(m *mode, a, _, _ uint64) uint64 { return num.RoundInt64(flushF64(m, a), num.RNE) }
func floorF64(m *mode, a, _, _ uint64) uint64 { return num.RoundInt64(flushF64(m, a), num.RTN) }

// fractF64 is fractF32 for f64. The manual prints its limit with one digit too few:
// 0x3fefffffffffffff is the largest number below 1.
func fractF64(m *mode, a, _, _ uint64) uint64 {
	const sign, belowOne, inf = 1 << 63, 0x3fefffffffffffff, 0x7ff0000000000000
	x := flushF64(m, a)
	r := num.Add64(x, num.RoundInt64(x, num.RTN)^sign, m.f16)
	if r > belowOne && r <= inf {
		r = belowOne
	}
	return r
}

func ldexpF64(m *mode, a, b, _ uint64) uint64 { return num.Ldexp64(a, int32(b), m.f16) }

// twoOverPi is the fraction 2/pi, the first bit the highest of the first
// word: 1201 bits, then zeros (ISA manual, V_TRIG_PREOP_F64).
var twoOverPi = [...]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
}

// trigPreop returns 53 bits of 2/pi as a number. The manual's pseudo-code masks the lowest bits of
// the shifted fraction; its comment ("only whole part of result is kept") and its scale show that
// the top 53 bits are meant.
func trigPreop(m *mode, a, b, _ uint64) uint64 {
	const width = 53
	exp := int(a >> 52 & 0x7ff)
	shift := int(b&31) * width
	if exp > 1077 {
		shift += exp - 1077
	}
	segment := fractionBits(twoOverPi[:], shift) >> (64 - width)
	scale := -width - shift
	if exp >= 1968 {
		scale += 128
	}
	e := m.f16
	e.Round = num.RTZ
	return num.Ldexp64(num.U64ToF64(segment, num.RTZ), int32(scale), e)
}

// fractionBits returns 64 bits of a fraction, from bit first on (0 is the highest); bits beyond its
// end are 0.
func fractionBits(words []uint64, first int) uint64 {
	word := func(i int) uint64 {
		if i < len(words) {
			return words[i]
		}
		return 0
	}
	i, k := first/64, first%64
	return word(i)<<k | word(i+1)>>(64-k)
}
