package sim

import "heddle/num"

const signF16 = 1 << 15

// half returns the environment of an operation with an f16 result: with fp16_ovfl, numbers that
// overflow give ±65504 and true infinities stay.
func (m *mode) half() num.Env {
	e := m.f16
	e.Saturate = m.ovfl
	return e
}

func addF16(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Add16(uint16(a), uint16(b), m.half()))
}

func subF16(m *mode, a, b, _ uint64) uint64 {
	if num.IsNaN16(uint16(b)) {
		return addF16(m, a, b, 0)
	}
	return addF16(m, a, b^signF16, 0)
}

func subrevF16(m *mode, a, b, _ uint64) uint64 {
	if num.IsNaN16(uint16(a)) {
		return addF16(m, a, b, 0)
	}
	return addF16(m, a^signF16, b, 0)
}

func mulF16(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Mul16(uint16(a), uint16(b), m.half()))
}

func fmaF16(m *mode, a, b, c uint64) uint64 {
	return uint64(num.FMA16(uint16(a), uint16(b), uint16(c), m.half()))
}

// madF16 is not fused: the product is rounded too. Subnormals are flushed whatever MODE says (ISA
// manual, V_MAD_F16: "denormals are flushed", 1 ULP; LLVM uses v_mac_f16 and its variants for a
// multiplication and an addition, and only where f16 subnormals are off).
func madF16(m *mode, a, b, c uint64) uint64 {
	e := m.half()
	e.FlushIn, e.FlushOut = true, true
	x, y, z := uint16(a), uint16(b), uint16(c)
	switch {
	case num.IsNaN16(x), num.IsNaN16(y), num.IsNaN16(z):
		return uint64(num.FMA16(x, y, z, e)) // the first NaN
	}
	return uint64(num.Add16(num.Mul16(x, y, e), z, e))
}

func truncF16(m *mode, a, _, _ uint64) uint64 { return roundF16(m, a, num.RTZ) }
func ceilF16(m *mode, a, _, _ uint64) uint64  { return roundF16(m, a, num.RTP) }
func rndneF16(m *mode, a, _, _ uint64) uint64 { return roundF16(m, a, num.RNE) }
func floorF16(m *mode, a, _, _ uint64) uint64 { return roundF16(m, a, num.RTN) }

func roundF16(m *mode, a uint64, r num.Rounding) uint64 {
	return uint64(num.RoundInt16(flushF16(m, a), r))
}

// fractF16 is fractF32 for f16; the manual does not print its limit, which in the other two types
// is the largest number below 1.
func fractF16(m *mode, a, _, _ uint64) uint64 {
	const belowOne, inf = 0x3bff, 0x7c00
	x := flushF16(m, a)
	r := num.Add16(x, num.RoundInt16(x, num.RTN)^signF16, m.half())
	if r > belowOne && r <= inf {
		r = belowOne
	}
	return uint64(r)
}

// ldexpF16 has a 16-bit exponent (facts isa/semantics.md §2).
func ldexpF16(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Ldexp16(uint16(a), int32(int16(b)), m.half()))
}
