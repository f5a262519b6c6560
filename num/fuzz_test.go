package num

import "testing"

// fuzzEnv takes all of Env from a byte.
func fuzzEnv(b uint8) Env {
	return Env{Round: Rounding(b & 3), FlushIn: b&4 != 0, FlushOut: b&8 != 0, Saturate: b&16 != 0}
}

func FuzzArithmetic(f *testing.F) {
	f.Add(uint64(0x3f800800), uint64(0x3f800800), uint64(0x17800000), uint8(0))
	f.Add(uint64(0x0010000000000001), uint64(0x3fe0000000000000), uint64(0x8000000000000001), uint8(8))
	f.Add(uint64(0x7bff), uint64(0x3c01), uint64(0xfbff), uint8(17))
	f.Fuzz(func(t *testing.T, a, b, c uint64, env uint8) {
		e := fuzzEnv(env)
		for _, o := range ops {
			all := o.s.sign()<<1 - 1
			a, b, c := a&all, b&all, c&all
			if got, want := o.call(a, b, c, e), o.s.arith(o.op, a, b, c, e); got != want {
				t.Errorf("%s %c(%#x, %#x, %#x) %v = %#x, want %#x", o.s.f.Name, o.op, a, b, c, e, got, want)
			}
		}
	})
}

func FuzzConvert(f *testing.F) {
	f.Add(uint64(0x477fefff), uint32(0x80000000), int8(3), uint8(0))
	f.Add(uint64(0x380fffffffffffff), uint32(1), int8(-128), uint8(13))
	f.Fuzz(func(t *testing.T, x uint64, random uint32, scale int8, env uint8) {
		e := fuzzEnv(env)
		x32 := uint32(x)
		for _, c := range []struct {
			name      string
			got, want uint64
		}{
			{"F32ToF16", uint64(F32ToF16(x32, e)), oF16.convert(oF32, uint64(x32), e)},
			{"F32ToBF16", uint64(F32ToBF16(x32, e)), oBF16.convert(oF32, uint64(x32), e)},
			{"F64ToF32", uint64(F64ToF32(x, e)), oF32.convert(oF64, x, e)},
			{"RoundInt32", uint64(RoundInt32(x32, e.Round)), oF32.roundInt(uint64(x32), e.Round)},
			{"RoundInt64", RoundInt64(x, e.Round), oF64.roundInt(x, e.Round)},
			{"F64ToI32", uint64(F64ToI32(x, e.Round)), uint64(oF64.toInt(x, e.Round, -1<<31, 1<<31-1))},
			{"F32ToU32", uint64(F32ToU32(x32, e.Round)), uint64(oF32.toInt(uint64(x32), e.Round, 0, 1<<32-1))},
		} {
			if c.got != c.want {
				t.Errorf("%s(%#x) %v = %#x, want %#x", c.name, x, e, c.got, c.want)
			}
		}
		for _, s := range oSmall {
			if got, want := s.f.FromF32Scaled(x32, int(scale), e.Saturate), s.fromF32(x32, int(scale), e.Saturate); uint64(got) != want {
				t.Errorf("%s from %#x scale %d %v = %#x, want %#x", s.f.Name, x32, scale, e, got, want)
			}
			if got, want := s.f.StochasticF32(x32, int(scale), random, e.Saturate), s.stochastic(x32, int(scale), random, e.Saturate); uint64(got) != want {
				t.Errorf("%s stochastic %#x scale %d random %#x %v = %#x, want %#x", s.f.Name, x32, scale, random, e, got, want)
			}
		}
	})
}
