package num

import (
	"math/rand/v2"
	"testing"
)

// operands are ordinary numbers: near 1, both signs.
func operands(f *Format) (x [256]uint64) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range x {
		x[i] = f.round(number{class: Finite, neg: r.IntN(2) == 0, lo: r.Uint64() | 1, exp: r.IntN(8) - 68}, Env{})
	}
	return x
}

func BenchmarkArithmetic(b *testing.B) {
	for _, o := range ops {
		x := operands(o.s.f)
		for _, c := range []struct {
			name string
			e    Env
		}{{"default", Env{}}, {"flush", Env{FlushIn: true, FlushOut: true}}} {
			b.Run(o.s.f.Name+string(o.op)+c.name, func(b *testing.B) {
				var sink uint64
				for i := 0; b.Loop(); i++ {
					sink += o.call(x[i&255], x[(i+1)&255], x[(i+2)&255], c.e)
				}
			})
		}
	}
}

func BenchmarkConvert(b *testing.B) {
	x := operands(F32)
	for _, c := range []struct {
		name string
		call func(x uint32) uint32
	}{
		{"F32ToF16", func(x uint32) uint32 { return uint32(F32ToF16(x, Env{})) }},
		{"F32ToF16RTZ", func(x uint32) uint32 { return uint32(F32ToF16(x, Env{Round: RTZ})) }},
		{"F32ToBF16", func(x uint32) uint32 { return uint32(F32ToBF16(x, Env{})) }},
		{"F16ToF32", func(x uint32) uint32 { return F16ToF32(uint16(x >> 16)) }},
		{"FP8FromF32", func(x uint32) uint32 { return FP8.FromF32(x, false) }},
		{"FP8ToF32", func(x uint32) uint32 { return FP8.ToF32(x >> 24) }},
		{"FP8SR", func(x uint32) uint32 { return FP8.StochasticF32(x, 0, x<<9, false) }},
		{"F32ToI32RTZ", func(x uint32) uint32 { return uint32(F32ToI32(x, RTZ)) }},
		{"I32ToF32", func(x uint32) uint32 { return I32ToF32(int32(x), RNE) }},
		{"RoundInt32", func(x uint32) uint32 { return RoundInt32(x, RNE) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var sink uint32
			for i := 0; b.Loop(); i++ {
				sink += c.call(uint32(x[i&255]))
			}
		})
	}
}
