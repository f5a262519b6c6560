package sim

import "heddle/num"

// Transcendental instructions. The hardware promises at most 1 ULP; the simulator gives the exact
// value rounded to nearest even, in every rounding mode.

// Those of f32 always flush subnormal inputs and results (facts isa/semantics.md §2), sine and
// cosine as MODE says.

func exp2F32(_ *mode, a, _, _ uint64) uint64 { return flushed(num.Exp2F32, a) }
func log2F32(_ *mode, a, _, _ uint64) uint64 { return flushed(num.Log2F32, a) }
func rcpF32(_ *mode, a, _, _ uint64) uint64  { return flushed(num.RcpF32, a) }
func rsqF32(_ *mode, a, _, _ uint64) uint64  { return flushed(num.RsqF32, a) }
func sqrtF32(_ *mode, a, _, _ uint64) uint64 { return flushed(num.SqrtF32, a) }

func flushed(f func(uint32) uint32, a uint64) uint64 {
	return uint64(num.Flush32(f(num.Flush32(uint32(a)))))
}

func sinF32(m *mode, a, _, _ uint64) uint64 {
	return binary32.flush(uint64(sinTurns32(flushF32(m, a))), m.f32.FlushOut)
}

func cosF32(m *mode, a, _, _ uint64) uint64 {
	return binary32.flush(uint64(num.CosTurnsF32(flushF32(m, a))), m.f32.FlushOut)
}

func exp2F16(m *mode, a, _, _ uint64) uint64 { return halfTrans(m, num.Exp2F16, a) }
func log2F16(m *mode, a, _, _ uint64) uint64 { return halfTrans(m, num.Log2F16, a) }
func rcpF16(m *mode, a, _, _ uint64) uint64  { return halfTrans(m, num.RcpF16, a) }
func rsqF16(m *mode, a, _, _ uint64) uint64  { return halfTrans(m, num.RsqF16, a) }
func sqrtF16(m *mode, a, _, _ uint64) uint64 { return halfTrans(m, num.SqrtF16, a) }
func sinF16(m *mode, a, _, _ uint64) uint64  { return halfTrans(m, sinTurns16, a) }
func cosF16(m *mode, a, _, _ uint64) uint64  { return halfTrans(m, num.CosTurnsF16, a) }

// sinTurns32 is sin(2*pi*x). The zeros at the multiples of 1/2, except 0 itself, are +0:
// V_SIN_F32(0xff7fffff) is 0 in the manual's examples.
func sinTurns32(x uint32) uint32 {
	r := num.SinTurnsF32(x)
	if r == signF32 && x != signF32 {
		return 0
	}
	return r
}

// sinTurns16 is sinTurns32 for f16.
func sinTurns16(x uint16) uint16 {
	r := num.SinTurnsF16(x)
	if r == signF16 && x != signF16 {
		return 0
	}
	return r
}

// halfTrans computes an f16 function, with subnormals as MODE says. An
// infinite result of a number other than 0 is an overflow, which fp16_ovfl
// limits; that of 0 or infinity is a true one.
func halfTrans(m *mode, f func(uint16) uint16, a uint64) uint64 {
	const largest = 0x7bff
	x := flushF16(m, a)
	r := f(x)
	if m.ovfl && num.IsInf16(r) && !num.IsInf16(x) && x&^signF16 != 0 {
		r = r&signF16 | largest
	}
	return binary16.flush(uint64(r), m.f16.FlushOut)
}

// The f64 functions are seeds for Newton steps in hardware, good to about
// 2^-23 (facts isa/semantics.md §2); here they are exact.

func rcpF64(m *mode, a, _, _ uint64) uint64  { return seedF64(m, num.RcpF64, a) }
func rsqF64(m *mode, a, _, _ uint64) uint64  { return seedF64(m, num.RsqF64, a) }
func sqrtF64(m *mode, a, _, _ uint64) uint64 { return seedF64(m, num.SqrtF64, a) }

func seedF64(m *mode, f func(uint64) uint64, a uint64) uint64 {
	return binary64.flush(f(flushF64(m, a)), m.f16.FlushOut)
}
