package simtest

import (
	"math"
	"math/big"
	"math/bits"
)

// The rows of arith.cl. Division and square root must be exactly rounded.
var arithRows = []Row{
	{File: "arith", Kernel: "div_i32", launch: func(g *gen) launch {
		const n = 192
		x := values(2*n, func(i int) int32 {
			v := int32(g.Uint32()) >> g.IntN(31)
			if i%2 == 1 && (v == 0 || v == -1) {
				return 3
			}
			return v
		})
		want := values(4*n, func(i int) int32 {
			a, b := x[i/4*2], x[i/4*2+1]
			return [...]int32{a / b, a % b, a / -13, a % 1000}[i%4]
		})
		unsigned := values(2*n, func(i int) uint32 {
			a, b := uint32(x[i&^1]), uint32(x[i|1])
			return [...]uint32{a / b, a % b}[i%2]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), out(unsigned), in(x)}}
	}},
	{File: "arith", Kernel: "div_i64", launch: func(g *gen) launch {
		const n = 128
		x := values(2*n, func(i int) int64 {
			v := int64(g.Uint64()) >> g.IntN(62)
			if i%2 == 1 && (v == 0 || v == -1) {
				return -7
			}
			return v
		})
		want := values(4*n, func(i int) int64 {
			a, b := x[i/4*2], x[i/4*2+1]
			return [...]int64{a / b, a % b, a / 1000000007, a % -641}[i%4]
		})
		unsigned := values(4*n, func(i int) uint64 {
			a, b := uint64(x[i/4*2]), uint64(x[i/4*2+1])
			return [...]uint64{a / b, a % b, a / 10, a % 4294967297}[i%4]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), out(unsigned), in(x)}}
	}},
	{File: "arith", Kernel: "div_narrow", launch: func(g *gen) launch {
		const n = 256
		x := values(2*n, func(i int) int8 {
			if v := int8(g.Uint32()); i%2 == 0 || v != 0 && v != -1 {
				return v
			}
			return 5
		})
		y := values(2*n, func(i int) int16 {
			if v := int16(g.Uint32()) >> g.IntN(15); i%2 == 0 || v != 0 && v != -1 {
				return v
			}
			return -9
		})
		want := values(4*n, func(i int) int8 {
			a, b := x[i/4*2], x[i/4*2+1]
			return [...]int8{a / b, a % b, int8(uint8(a) / uint8(b)), int8(uint8(a) % uint8(b))}[i%4]
		})
		wide := values(4*n, func(i int) int16 {
			a, b := y[i/4*2], y[i/4*2+1]
			return [...]int16{a / b, a % b, int16(uint16(a) / uint16(b)), int16(uint16(a) % uint16(b))}[i%4]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), out(wide), in(x), in(y)}}
	}},
	{File: "arith", Kernel: "wide", launch: func(g *gen) launch {
		const n = 64
		x := values(2*n, func(int) uint64 { return g.Uint64() >> g.IntN(64) })
		want := values(8*n, func(i int) uint64 { return wide(x[i/8*2], x[i/8*2+1])[i%8] })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "f32_div", Note: "all exponents", launch: func(g *gen) launch { return f32Div(g, -148, 127) }},
	{File: "arith", Kernel: "f32_div", Note: "moderate", launch: func(g *gen) launch { return f32Div(g, -8, 8) }},
	{File: "arith", Kernel: "f64_div", Note: "all exponents", launch: func(g *gen) launch { return f64Div(g, -1073, 1023) }},
	{File: "arith", Kernel: "f64_div", Note: "moderate", launch: func(g *gen) launch { return f64Div(g, -8, 8) }},
	{File: "arith", Kernel: "f16_div", launch: func(g *gen) launch {
		const n = 512
		x := values(2*n, func(int) uint16 {
			for {
				if c := uint16(g.Uint32()); c&0x7fff != 0 && c&0x7c00 != 0x7c00 {
					return c
				}
			}
		})
		want := values(2*n, func(i int) uint16 {
			a, b := fromF16(x[i&^1]), fromF16(x[i|1])
			if i%2 == 0 {
				return f16(a / b) // 53 bits are enough to round twice
			}
			return f16(math.Sqrt(math.Abs(a)))
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "round_f32", launch: func(g *gen) launch {
		const n = 256
		x := values(n, func(int) float32 { return g.anyFloat(-140, 30) })
		x[0], x[1], x[2], x[3] = 2.5, -0.5, 0.49999997, -8388607.5
		want := values(8*n, func(i int) float32 { return float32(roundings(float64(x[i/8]))[i%8]) })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "round_f64", launch: func(g *gen) launch {
		const n = 256
		x := values(n, func(int) float64 { return g.anyDouble(-1060, 60) })
		x[0], x[1], x[2], x[3] = 2.5, -0.5, 0.49999999999999994, -4503599627370495.5
		want := values(8*n, func(i int) float64 { return roundings(x[i/8])[i%8] })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "round_f16", launch: func(g *gen) launch {
		const n = 256
		x := values(n, func(int) uint16 { return f16(float64(g.anyFloat(-20, 12))) })
		want := values(8*n, func(i int) uint16 {
			v, other := fromF16(x[i/8]), fromF16(x[i/8^1])
			r := roundings(v)
			return f16([...]float64{r[0], r[1], r[2], r[3], math.Abs(v), min(v, other), max(v, other), -v}[i%8])
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "minmax_f32", launch: func(g *gen) launch {
		const n = 128
		x := values(n, func(i int) float32 {
			switch {
			case i%8 == 0:
				return float32(math.NaN())
			case i%16 == 1:
				return float32(math.Inf(g.IntN(2)*2 - 1))
			}
			return g.anyFloat(-140, 120)
		})
		number := func(v, other float32) float32 { // the other one of a NaN
			if v != v {
				return other
			}
			return v
		}
		want := values(4*n, func(at int) float32 {
			i := at / 4
			a, b, c := x[i], x[i^3], x[i^5]
			a1, b1 := number(a, b), number(b, a)
			least := min(a1, b1)
			return [...]float32{least, max(a1, b1), min(least, number(c, least)), float32(math.Copysign(float64(a), float64(b)))}[at%4]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "float_to_int", launch: floatToInt},
	{File: "arith", Kernel: "int_to_float", launch: intToFloat},
	{File: "arith", Kernel: "float_to_float", launch: func(g *gen) launch {
		const n = 256
		x := values(n, func(int) float64 { return g.anyDouble(-30, 17) })
		for i := range 64 {
			x[i] = g.anyDouble(-155, 127)
		}
		halves := values(n, func(int) uint16 { return f16(float64(g.anyFloat(-26, 15))) })
		h := values(n, func(i int) uint16 { return f16(float64(float32(x[i]))) })
		b := values(n, func(i int) uint16 { return bf16(float64(float32(x[i]))) })
		f := values(2*n, func(i int) float32 {
			if i%2 == 0 {
				return float32(x[i/2])
			}
			return float32(fromF16(halves[i/2]))
		})
		d := values(n, func(i int) float64 { return float64(float32(x[i])) })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(halves, h), out(b), out(f), out(d), in(x)}}
	}},
	{File: "arith", Kernel: "subnormal", launch: func(g *gen) launch {
		const n = 128
		x := values(2*n, func(int) float32 { return g.anyFloat(-149, -120) })
		want := values(3*n, func(i int) float32 {
			a, b := x[i/3*2], x[i/3*2+1]
			return [...]float32{a + b, float32(a*0.5) - b, a * float32(b*8388608)}[i%3]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "arith", Kernel: "transcendental", launch: func(g *gen) launch {
		// Bounds in ulp: OpenCL C 7.4 for exp, exp2, log, log2 (3), sin, cos (4), pow (16), rsqrt (2).
		ulps := [8]float64{3, 3, 3, 3, 4, 4, 16, 2}
		return functions[float32](g, 128, func() float32 { return g.anyFloat(-30, 5) }, 8, func(x float64) []float64 {
			a := math.Abs(x)
			return []float64{math.Exp(x), math.Exp2(x), math.Log(a), math.Log2(a), math.Sin(x), math.Cos(x), math.Pow(a, float64(float32(1.7))), 1 / math.Sqrt(a)}
		}, func(i int, _, w float64) float64 { return ulps[i] * ulp32(w) })
	}},
	{File: "arith", Kernel: "native_transcendental", launch: func(g *gen) launch {
		// One instruction each, good to 1 ulp; sin and cos after a division by 2 pi
		// (2^-24 of up to 10 turns), exp after a multiplication by log2 e.
		return functions[float32](g, 128, func() float32 { return g.anyFloat(-20, 5) }, 8, func(x float64) []float64 {
			a := math.Abs(x)
			return []float64{math.Exp2(x), math.Log2(a), math.Sin(x), math.Cos(x), 1 / x, 1 / math.Sqrt(a), math.Sqrt(a), math.Exp(x)}
		}, func(i int, x, w float64) float64 {
			switch i {
			case 2, 3:
				return 1e-6 * (1 + math.Abs(x))
			case 7:
				return 1e-6 * (1 + math.Abs(x)) * w
			}
			return ulp32(w)
		})
	}},
	{File: "arith", Kernel: "transcendental_f64", launch: func(g *gen) launch {
		// OpenCL C 7.4: exp and log 3 ulp, rsqrt 2; Go's own are good to 1.
		return functions[float64](g, 128, func() float64 { return g.anyDouble(-40, 8) }, 3, func(x float64) []float64 {
			a := math.Abs(x)
			return []float64{math.Exp(x), math.Log(a), 1 / math.Sqrt(a)}
		}, func(_ int, _, w float64) float64 { return 4 * ulp64(w) })
	}},
}

// functions is a launch in which each work item evaluates several functions of
// one number.
func functions[T float32 | float64](g *gen, n int, input func() T, each int, eval func(float64) []float64, bound func(i int, x, want float64) float64) launch {
	x := values(n, func(int) T { return input() })
	want := values(n*each, func(i int) float64 { return eval(float64(x[i/each]))[i%each] })
	return launch{global: [3]uint32{uint32(n), 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{
		near[T](want, func(i int, w float64) float64 { return bound(i%each, float64(x[i/each]), w) }), in(x)}}
}

func wide(a, b uint64) [8]uint64 {
	s := b & 63
	high, low := bits.Mul64(a, b)
	signedHigh := high
	if int64(a) < 0 {
		signedHigh -= b
	}
	if int64(b) < 0 {
		signedHigh -= a
	}
	counts := uint64(bits.OnesCount64(a)) + 100*uint64(bits.LeadingZeros64(b))
	if a < b {
		counts += 10000
	}
	if int64(a) < int64(b) {
		counts += 100000
	}
	return [8]uint64{low, high, signedHigh, a << s, a >> s, uint64(int64(a) >> s), bits.RotateLeft64(a, int(s)), counts}
}

func f32Div(g *gen, lo, hi int) launch {
	const n = 256
	x := values(2*n, func(int) float32 { return g.anyFloat(lo, hi) })
	want := values(4*n, func(i int) float32 {
		a, b := x[i/4*2], x[i/4*2+1]
		switch i % 4 {
		case 0:
			return div32(a, b)
		case 1:
			return float32(math.Sqrt(math.Abs(float64(a))))
		case 2:
			return div32(1, b)
		}
		return fma32(a, b, a)
	})
	return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
}

func f64Div(g *gen, lo, hi int) launch {
	const n = 256
	x := values(2*n, func(int) float64 { return g.anyDouble(lo, hi) })
	want := values(4*n, func(i int) float64 {
		a, b := x[i/4*2], x[i/4*2+1]
		return [...]float64{a / b, math.Sqrt(math.Abs(a)), 1 / b, math.FMA(a, b, a)}[i%4]
	})
	return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
}

// roundings are floor, ceil, trunc, rint and round of x, its fraction and
// exponent, and the fraction times 32.
func roundings(x float64) [8]float64 {
	f, e := math.Frexp(x)
	return [8]float64{math.Floor(x), math.Ceil(x), math.Trunc(x), math.RoundToEven(x), math.Round(x), f, float64(e), f * 32}
}

func saturate(x, lo, hi float64) int64 { return int64(min(max(x, lo), hi)) }

func floatToInt(g *gen) launch {
	const n = 256
	f := values(n, func(int) float32 { return g.anyFloat(-3, 66) })
	d := values(n, func(int) float64 { return g.anyDouble(-3, 66) })
	h := values(n, func(int) uint16 { return f16(float64(g.anyFloat(-3, 14))) })
	or := func(x float64, ok bool, instead float64) float64 {
		if ok {
			return x
		}
		return instead
	}
	want := values(12*n, func(at int) int64 {
		i := at / 12
		x, y := float64(f[i]), d[i]
		switch at % 12 {
		case 0:
			return saturate(x, math.MinInt32, math.MaxInt32)
		case 1:
			return saturate(x, 0, math.MaxUint32)
		case 2:
			return saturate(x, -128, 127)
		case 3:
			return saturate(math.RoundToEven(x), 0, math.MaxUint16)
		case 4:
			return saturate(y, math.MinInt32, math.MaxInt32)
		case 5:
			return saturate(math.RoundToEven(y), 0, math.MaxUint32)
		case 6:
			return int64(math.Ceil(float64(float32(min(max(y, -1e6), 1e6)))))
		case 7:
			return int64(or(x, math.Abs(x) < float64(float32(1e18)), 3))
		case 8:
			return int64(or(y, math.Abs(y) < 1e18, 5))
		case 9:
			return int64(uint64(or(x, x > 0 && x < float64(float32(1e19)), 7)))
		case 10:
			return int64(uint64(or(y, y > 0 && y < 1e19, 9)))
		}
		return int64(fromF16(h[i]))
	})
	return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(f), in(d), in(h)}}
}

func intToFloat(g *gen) launch {
	const n = 256
	x := values(n, func(int) int64 { return int64(g.Uint64()) >> g.IntN(63) })
	to32 := func(v *big.Int) float32 {
		r, _ := new(big.Float).SetPrec(64).SetInt(v).Float32()
		return r
	}
	to64 := func(v *big.Int) float64 {
		r, _ := new(big.Float).SetPrec(64).SetInt(v).Float64()
		return r
	}
	unsigned := func(v int64) *big.Int { return new(big.Int).SetUint64(uint64(v)) }
	want := values(6*n, func(i int) float32 {
		v := x[i/6]
		return to32([]*big.Int{big.NewInt(int64(int32(v))), unsigned(int64(uint32(v))), big.NewInt(v), unsigned(v),
			big.NewInt(int64(uint8(v >> 8))), big.NewInt(int64(int16(v)))}[i%6])
	})
	doubles := values(3*n, func(i int) float64 {
		v := x[i/3]
		return to64([]*big.Int{big.NewInt(v), unsigned(v), unsigned(int64(uint32(v)))}[i%3])
	})
	halves := values(2*n, func(i int) uint16 {
		v := x[i/2]
		return f16([...]float64{float64(int16(v)), float64(uint16(v >> 3))}[i%2])
	})
	return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), out(doubles), out(halves), in(x)}}
}
