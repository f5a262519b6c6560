package simtest

import (
	"math"
	"math/big"
	"math/bits"

	"heddle/arch"
)

// The rows of builtins.cl.
var builtinRows = []Row{
	{File: "builtins", Kernel: "bits", launch: func(g *gen) launch {
		return quads(g, 24, func(x []uint32, i int) []uint32 { return bitOps(x, i) })
	}},
	{File: "builtins", Kernel: "integer", launch: func(g *gen) launch {
		return quads(g, 24, func(x []uint32, i int) []uint32 { return integerOps(int32(x[4*i]), int32(x[4*i+1]), int32(x[4*i+2])) })
	}},
	{File: "builtins", Kernel: "sad", launch: func(g *gen) launch {
		return quads(g, 14, func(x []uint32, i int) []uint32 {
			return sadOps(x[4*i], x[4*i+1], x[4*i+2]&0xffffff, x[4*i+3])
		})
	}},
	{File: "builtins", Kernel: "packed16", launch: func(g *gen) launch {
		return quads(g, 12, func(x []uint32, i int) []uint32 { return packedOps(x[4*i], x[4*i+1], x[4*i+2]) })
	}},
	{File: "builtins", Kernel: "packed_f16", launch: packedF16},
	{File: "builtins", Kernel: "packed_f32", launch: func(g *gen) launch {
		const n = 128
		x := values(6*n, func(int) float32 { return g.anyFloat(-20, 20) })
		want := values(8*n, func(at int) float32 {
			i, half := at/8, at%2
			a, b, c := x[6*i:], x[6*i+2:], x[6*i+4:]
			switch at % 8 / 2 {
			case 0:
				return fma32(a[half], b[half], c[half])
			case 1:
				return a[half] * b[1-half]
			case 2:
				return a[half] + [2]float32{b[0], -c[1]}[half]
			}
			return fma32(a[1], b[half], c[1-half])
		})
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "builtins", Kernel: "float_bits", launch: func(g *gen) launch {
		const n = 256
		x := values(4*n, func(i int) float32 {
			if i%4 > 0 && g.IntN(10) == 0 {
				return float32(math.Inf(g.IntN(2)*2 - 1))
			}
			if g.IntN(6) == 0 {
				return g.anyFloat(-149, -120)
			}
			return g.anyFloat(-30, 20)
		})
		want := values(12*n, func(i int) uint32 { return floatBits(x[i/12*4], x[i/12*4+1], x[i/12*4+2])[i%12] })
		return launch{grid: [3]uint32{4, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "builtins", Kernel: "normalized", launch: func(g *gen) launch {
		const n = 64
		x := values(2*n, func(int) float32 { return []float32{0, 1, -1, 2, -3}[g.IntN(5)] })
		want := values(3*n, func(at int) uint32 {
			a, b := float64(x[at/3*2]), float64(x[at/3*2+1])
			pair := func(lo, hi, scale float64) uint32 {
				c := func(v float64) uint32 { return uint32(int32(min(max(v, lo), hi)*scale)) & 0xffff }
				return c(b)<<16 | c(a)
			}
			u8 := func(v float64) uint32 { return uint32(min(max(v*256, 0), 255)) }
			return [...]uint32{pair(-1, 1, 32767), pair(0, 1, 65535), 0x00220044 | u8(a)<<8 | u8(b)<<24}[at%3]
		})
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "builtins", Kernel: "dpp", launch: func(g *gen) launch {
		x := values(128, func(int) int32 { return int32(g.Uint32()) })
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(dppResults(x[:64], x[64:])), in(x)}}
	}},
	{File: "builtins", Kernel: "lanes", launch: func(g *gen) launch {
		x := values(64, func(int) uint32 { return g.Uint32() })
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(laneOps(x)), in(x)}}
	}},
	{File: "builtins", Kernel: "rounding_mode", launch: func(g *gen) launch {
		const n = 64
		x := values(2*n, func(int) float32 { return g.anyFloat(-30, 10) })
		x[0], x[1] = math.MaxFloat32, 1e30
		want := values(5*n, func(at int) float32 {
			a, b := x[at/5*2], x[at/5*2+1]
			mode := []big.RoundingMode{big.ToZero, big.ToNegativeInf, big.ToPositiveInf, big.ToNearestEven, 0}[at%5]
			if at%5 == 4 {
				return 0xf0 // the mode a wave starts with: all subnormals kept, nearest even
			}
			r, _ := new(big.Float).SetMode(mode).SetPrec(24).Add(big.NewFloat(float64(a)), big.NewFloat(float64(b))).Float32()
			if math.IsInf(float64(r), 1) && (mode == big.ToZero || mode == big.ToNegativeInf) {
				return math.MaxFloat32
			}
			return r
		})
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "builtins", Kernel: "clocks", launch: func(*gen) launch {
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(values(128, func(int) int32 { return 7 }))}}
	}},
	{File: "builtins", Kernel: "gfx950_ops", Chip: &arch.GFX950, launch: func(g *gen) launch {
		x := values(256, func(int) uint32 { return g.Uint32() >> g.IntN(20) })
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(gfx950Ops(x)), in(x)}}
	}},
}

// quads is a launch over 128 work items with four random words each, which
// give count results.
func quads(g *gen, count int, f func(x []uint32, i int) []uint32) launch {
	const n = 128
	x := values(4*n, func(int) uint32 {
		switch g.IntN(6) {
		case 0:
			return g.Uint32() >> g.IntN(32)
		case 1:
			return g.Uint32() & 0xff00ffff
		case 2:
			return uint32(g.IntN(3) - 1)
		}
		return g.Uint32()
	})
	want := values(n*count, func(i int) uint32 { return f(x, i/count)[i%count] })
	return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{n / 2, 1, 1}, args: []any{out(want), in(x)}}
}

// permByte is one byte of v_perm_b32 (facts isa/semantics.md §3).
func permByte(a, b, sel uint32) uint32 {
	both := uint64(a)<<32 | uint64(b)
	switch {
	case sel < 8:
		return uint32(both>>(8*sel)) & 0xff
	case sel < 12:
		return uint32(int8(both>>(16*(sel-8)+8))>>7) & 0xff
	case sel == 12:
		return 0
	}
	return 0xff
}

func bitOps(x []uint32, i int) []uint32 {
	a, b, c, d := x[4*i], x[4*i+1], x[4*i+2], x[4*i+3]
	both := uint64(a)<<32 | uint64(b)
	perm := uint32(0)
	for k := range 4 {
		perm |= permByte(a, b, d>>(8*k)&15) << (8 * k)
	}
	below := uint64(1)<<(i%64) - 1
	width := c & 31
	field := a >> (b & 31) & (1<<width - 1)
	signedField := uint32(0)
	if width > 0 {
		signedField = uint32(int32(a) >> (b & 31) << (32 - width) >> (32 - width))
	}
	ctz := uint32(77)
	if a != 0 {
		ctz = uint32(bits.TrailingZeros32(a))
	}
	w := both & uint64(int64(int32(c)))
	larger := d
	if a > b {
		larger = c
	}
	return []uint32{
		perm, uint32(both >> (c & 31)), uint32(both >> (8 * (c & 3))), field, signedField,
		uint32(bits.OnesCount32(a) + bits.OnesCount32(b)<<8), uint32(bits.LeadingZeros32(a >> (b & 31))),
		c + uint32(bits.OnesCount32(a&uint32(below))+bits.OnesCount32(b&uint32(below>>32))),
		bits.Reverse32(a), bits.RotateLeft32(a, int(b&31)), a&^c | b&c,
		(a<<3 + b) ^ (a+b)<<5 ^ (a&b | c) ^ (a ^ b ^ d),
		(a | b | c) + (a<<(d&31) | c), ctz, bits.ReverseBytes32(a), a&^b + (a ^ b) + d,
		uint32(w) ^ uint32(w>>32),
		a>>16*uint32(uint16(b)) + c,
		uint32(uint8(a>>8)) + uint32(uint8(b))<<(c&7) + d>>24,
		uint32(int32(int16(a))>>(b&15)) + uint32(uint16(c))>>(d&15) + uint32(uint16(uint16(a)<<(c&15))),
		uint32(int32(int8(a>>16)) * int32(int16(b))),
		x[4*(i/64*64)] + b, larger,
		uint32((uint64(a)*uint64(b) + (uint64(c)<<32 | uint64(d))) >> 17),
	}
}

func magnitude(v int32) uint32 {
	if v < 0 {
		return -uint32(v)
	}
	return uint32(v)
}

// dot is the sum of products of n fields of each word, signed or not, and c.
func dot(a, b uint32, n int, signed bool, c int64) int64 {
	w := 32 / n
	for k := range n {
		x, y := int64(a>>(k*w)&(1<<w-1)), int64(b>>(k*w)&(1<<w-1))
		if signed {
			x, y = x<<(64-w)>>(64-w), y<<(64-w)>>(64-w)
		}
		c += x * y
	}
	return c
}

func clampInt(v, lo, hi int64) uint32 { return uint32(min(max(v, lo), hi)) }

func integerOps(a, b, c int32) []uint32 {
	ua, ub, uc := uint32(a), uint32(b), uint32(c)
	la, lb, lc := int64(a), int64(b), int64(c)
	mul := uint32(a << 8 >> 8 * (b << 8 >> 8))
	high, _ := bits.Mul32(ua, ub)
	distance := uint32(max(a, b)) - uint32(min(a, b))
	last := uc
	if b < 0 {
		last = -uc
	}
	return []uint32{
		mul, (ua & 0xffffff) * (ub & 0xffffff), mul + uc, uint32(la * lb >> 32), high,
		uint32(max(min(a, b), min(max(a, b), c))), uint32(min(a, b, c)), max(ua, ub, uc), distance,
		clampInt(la+lb, math.MinInt32, math.MaxInt32), clampInt(la-lb, math.MinInt32, math.MaxInt32),
		clampInt(int64(ua)+int64(ub), 0, math.MaxUint32), clampInt(int64(ua)-int64(ub), 0, math.MaxUint32),
		uint32((la + lb) >> 1), uint32((int64(ua) + int64(ub) + 1) >> 1),
		uint32(dot(ua, ub, 4, true, lc)), clampInt(dot(ua, ub, 4, true, lc), math.MinInt32, math.MaxInt32),
		clampInt(dot(ua, ub, 4, false, int64(uc)), 0, math.MaxUint32),
		uint32(dot(ua, ub, 8, true, lc)), uint32(dot(ua, ub, 8, false, int64(uc))),
		clampInt(dot(ua, ub, 2, true, lc), math.MinInt32, math.MaxInt32), uint32(dot(ua, ub, 2, false, int64(uc))),
		magnitude(a) - last, uint32(min(max(a, -1000), 1000)) + min(max(ub, 5), 77777),
	}
}

// sad adds the distances of the bytes of a and b; with masked, only where b's
// is not zero.
func sad(a, b uint32, masked bool) (sum uint32) {
	for k := 0; k < 32; k += 8 {
		x, y := a>>k&0xff, b>>k&0xff
		if !masked || y != 0 {
			sum += max(x, y) - min(x, y)
		}
	}
	return sum
}

func sadOps(a, b, c, d uint32) []uint32 {
	lerp := uint32(0)
	for k := 0; k < 32; k += 8 {
		lerp |= (a>>k&0xff + b>>k&0xff + d>>k&1) >> 1 << k
	}
	halves := max(a>>16, b>>16) - min(a>>16, b>>16) + max(a&0xffff, b&0xffff) - min(a&0xffff, b&0xffff)
	w := uint64(a)<<32 | uint64(d)
	acc := (uint64(c)<<32 | uint64(c>>3)) & 0x0fff0fff0fff0fff
	quad := [2]uint64{}
	for k := range 4 {
		for m := range quad {
			quad[m] |= uint64(uint16(acc>>(16*k))+uint16(sad(uint32(w>>(8*k)), b, m == 1))) << (16 * k)
		}
	}
	wide := [4]uint32{a >> 8, b >> 8, c, d >> 8}
	for k := range wide {
		wide[k] += sad(uint32(w>>(8*k)), b, true)
	}
	return []uint32{
		sad(a, b, false) + c, sad(a, b, true) + c, sad(a, b, false)<<16 + c, halves + c, lerp,
		uint32(quad[0]), uint32(quad[0] >> 32), uint32(quad[1]), uint32(quad[1] >> 32),
		wide[0], wide[1], wide[2], wide[3], 0,
	}
}

func packedOps(a, b, c uint32) []uint32 {
	each := func(f func(a, b, c int16) int16) (r uint32) {
		for _, k := range []int{0, 16} {
			r |= uint32(uint16(f(int16(a>>k), int16(b>>k), int16(c>>k)))) << k
		}
		return r
	}
	unsigned := func(f func(a, b uint16) uint16) uint32 {
		return each(func(a, b, _ int16) int16 { return int16(f(uint16(a), uint16(b))) })
	}
	return []uint32{
		each(func(a, b, _ int16) int16 { return a + b }),
		each(func(a, b, _ int16) int16 { return a - b }),
		each(func(a, b, _ int16) int16 { return a * b }),
		each(func(a, b, c int16) int16 { return a*b + c }),
		each(func(a, b, _ int16) int16 { return min(a, b) }),
		each(func(a, b, _ int16) int16 { return max(a, b) }),
		unsigned(func(a, b uint16) uint16 { return min(a, b) }),
		unsigned(func(a, b uint16) uint16 { return max(a, b) }),
		each(func(a, b, _ int16) int16 { return a << (b & 15) }),
		each(func(a, b, _ int16) int16 { return a >> (b & 15) }),
		unsigned(func(a, b uint16) uint16 { return a >> (b & 15) }),
		each(func(a, b, _ int16) int16 { return int16(min(max(int32(a)+int32(b), -32768), 32767)) }) ^
			unsigned(func(a, b uint16) uint16 { return a - min(a, b) }),
	}
}

func packedF16(g *gen) launch {
	const n = 128
	x := values(6*n, func(int) float64 {
		if v := g.small(127); v != 0 {
			return v / 16
		}
		return 3
	})
	var want []uint16
	var wide []float32
	for i := range n {
		a, b, c := x[6*i:6*i+2], x[6*i+2:6*i+4], x[6*i+4:6*i+6]
		for _, f := range []func(k int) float64{
			func(k int) float64 { return a[k] + b[k] },
			func(k int) float64 { return a[k] * b[k] },
			func(k int) float64 { return a[k]*b[k] + c[k] },
			func(k int) float64 { return min(a[k], b[k]) },
			func(k int) float64 { return max(a[k], -b[k]) },
			func(k int) float64 { return a[1-k] - b[0] },
		} {
			want = append(want, f16(f(0)), f16(f(1)))
		}
		wide = append(wide, float32(a[0]*b[1]+c[0]), float32(a[1]*-b[0]+0.375), float32(a[0]*b[0]+a[1]*b[1]+c[1]),
			float32(fromF16(f16(a[0]*b[1]+3))))
	}
	return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), out(wide), in(values(len(x), func(i int) uint16 { return f16(x[i]) }))}}
}

// class is the number of v_cmp_class_f32's bit that holds for a number that is
// not a NaN.
func class(x float32) int {
	v := math.Abs(float64(x))
	k := 3 // normal
	switch {
	case math.IsInf(v, 0):
		k = 2
	case v == 0:
		k = 5
	case v < math.Ldexp(1, -126):
		k = 4
	}
	if math.Signbit(float64(x)) {
		return k
	}
	return 11 - k
}

func floatBits(a, b, c float32) []uint32 {
	u := math.Float32bits
	x := float64(a)
	fract := min(float32(x-math.Floor(x)), math.Float32frombits(0x3f7fffff))
	f, e := math.Frexp(x)
	classes := uint32(1)
	for k, test := range []struct {
		x    float32
		mask uint32
	}{{a, 0x018}, {b, 0x1e0}, {c, 0x204}} {
		classes += test.mask >> class(test.x) & 1 << (k + 1)
	}
	half := func(v float32) uint32 { return uint32(f16Toward(float64(v))) }
	sat16 := func(v int64, lo, hi int64) uint32 { return clampInt(v, lo, hi) & 0xffff }
	clamped := min(max(a, 0), 1)
	if clamped == 0 {
		clamped = 0 // never -0
	}
	return []uint32{
		u(max(min(a, b), min(max(a, b), c))), u(fract), uint32(e), u(float32(f)),
		u(float32(math.Ldexp(x, int(u(b)&31)-16))), classes,
		half(b)<<16 | half(a),
		sat16(int64(int32(u(b))>>15), -32768, 32767)<<16 | sat16(int64(int32(u(a))>>9), -32768, 32767),
		sat16(int64(u(b)>>17), 0, 65535)<<16 | sat16(int64(u(a)>>15), 0, 65535),
		u(float32(int32(u(a))<<28>>28) / 16),
		u(float32(u(a)&0xff)) ^ u(float32(u(b)>>16&0xff)),
		u(clamped),
	}
}
