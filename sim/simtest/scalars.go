package simtest

import (
	"fmt"
	"math"
	"math/bits"
)

// one is a launch of a single full workgroup of n work items.
func one(n int, args ...any) launch {
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{uint32(n), 1, 1}, args: args}
}

// The rows of scalars.cl.
var scalarRows = []Row{
	{File: "scalars", Kernel: "uniform32", Note: "1", launch: func(g *gen) launch { return uniform32(g, 0, 0) }},
	{File: "scalars", Kernel: "uniform32", Note: "2", launch: func(g *gen) launch { return uniform32(g, 9, 3) }},
	{File: "scalars", Kernel: "uniform32", Note: "3", launch: func(g *gen) launch { return uniform32(g, 22, 30) }},
	{File: "scalars", Kernel: "uniform64", Note: "1", launch: func(g *gen) launch { return uniform64(g, 0, 0) }},
	{File: "scalars", Kernel: "uniform64", Note: "2", launch: func(g *gen) launch { return uniform64(g, 40, 5) }},
	{File: "scalars", Kernel: "uniform64", Note: "3", launch: func(g *gen) launch { return uniform64(g, 3, 61) }},
	{File: "scalars", Kernel: "uniform_loop", launch: uniformLoop},
	{File: "scalars", Kernel: "half_ops", launch: func(g *gen) launch {
		const n = 128
		x := values(3*n, func(int) uint16 { return f16(float64(g.anyFloat(-8, 6))) }) // fma's sum fits into 53 bits
		want := values(14*n, func(at int) uint16 {
			i := at / 14 * 3
			return f16(halfOps(fromF16(x[i]), fromF16(x[i+1]), fromF16(x[i+2]))[at%14])
		})
		return one(n, out(want), in(x))
	}},
	{File: "scalars", Kernel: "half_functions", launch: halfFunctions},
	{File: "scalars", Kernel: "short_ops", launch: func(g *gen) launch {
		const n = 128
		x := values(3*n, func(int) int16 { return int16(g.Uint32()) >> g.IntN(15) })
		want := values(16*n, func(at int) int16 { return shortOps(x[at/16*3], x[at/16*3+1], x[at/16*3+2])[at%16] })
		return one(n, out(want), in(x))
	}},
	{File: "scalars", Kernel: "int_three", launch: func(g *gen) launch {
		const n = 128
		x := values(3*n, func(int) int32 { return int32(g.Uint32()) >> g.IntN(20) })
		f := values(3*n, func(int) float32 { return g.anyFloat(-100, 100) })
		want := values(12*n, func(at int) uint32 {
			i := at / 12 * 3
			return intThree([3]int32(x[i:]), [3]float32(f[i:]))[at%12]
		})
		return one(n, out(want), in(x), in(f))
	}},
	{File: "scalars", Kernel: "double_ops", launch: func(g *gen) launch {
		const n = 128
		x := values(2*n, func(int) float64 { return g.anyDouble(-60, 60) })
		want := values(10*n, func(at int) float64 {
			a, b := x[at/10*2], x[at/10*2+1]
			f, e := math.Frexp(a)
			flags := 1.0
			if a < b {
				flags += 2
			}
			return [...]float64{min(a-math.Floor(a), math.Nextafter(1, 0)), f, float64(e), a / 128, flags,
				min(a, b), max(a, b), a + b, a * b, float64(float32(a))}[at%10]
		})
		return one(n, out(want), in(x))
	}},
	{File: "scalars", Kernel: "double_seeds", launch: func(g *gen) launch {
		// The ISA manual gives these three 2^29 ulp.
		return functions[float64](g, 64, func() float64 { return g.anyDouble(-300, 300) }, 3, func(x float64) []float64 {
			a := math.Abs(x)
			return []float64{1 / x, 1 / math.Sqrt(a), math.Sqrt(a)}
		}, func(_ int, _, w float64) float64 { return math.Ldexp(ulp64(w), 29) })
	}},
	{File: "scalars", Kernel: "half_registers", launch: halfRegisters},
}

func when(b bool, v uint32) uint32 {
	if b {
		return v
	}
	return 0
}

// uniform32 has operands of 32 - shift bits.
func uniform32(g *gen, shift, shift2 int) launch {
	c, d := g.Uint32()>>shift, g.Uint32()>>shift2
	a, b := int32(g.Uint32())>>shift, -(int32(g.Uint32()) >> shift2)
	pick := func(cond bool, x, y uint32) uint32 {
		if cond {
			return x
		}
		return y
	}
	high, _ := bits.Mul32(c, d)
	clz, ctz := uint32(99), uint32(99)
	if c != 0 {
		clz, ctz = uint32(bits.LeadingZeros32(c)), uint32(bits.TrailingZeros32(c))
	}
	mark := uint32(1) << (d & 31)
	want := []uint32{
		magnitude(a), uint32(max(a, b)) - uint32(min(a, b)),
		pick(c&mark != 0, 3, 5) + pick(c&0x200 != 0, 16, 32), clz, ctz, uint32(bits.OnesCount32(c)),
		c>>5&0x7ff + uint32(int32(c<<7)>>20), c<<1 + d, c<<2 + d, c<<3 + d, c<<4 + d,
		uint32(int64(a) * int64(b) >> 32), high, c&0xffff | d<<16, c>>16 | d&0xffff0000, c&0xffff | d&0xffff0000,
		uint32(int8(c)) + uint32(int16(d)), ^(c ^ d), ^(c & d), ^(c | d), c&^d + (c | ^d), ^c,
		when(a < b, 1) + when(a <= b, 2) + when(c < d, 4) + when(c <= d, 8) + when(a == b, 16) + when(a > 1234, 32) + when(c >= 4321, 64),
		uint32(min(a, b) ^ max(a, b)), min(c, d) ^ max(c, d), uint32(a*1234 + 77),
		uint32(a*b) - c<<(d&31) + c>>(a&31) + uint32(a>>(d&31)),
		bits.Reverse32(c), c | mark, c &^ mark, (1<<(d&15) - 1) << (c & 15), pick(a < 0, c, d),
	}
	return one64(out(want), a, b, c, d)
}

func one64(args ...any) launch { return one(64, args...) }

func uniform64(g *gen, shift, shift2 int) launch {
	c, d := g.Uint64()>>shift, g.Uint64()>>shift2
	a, b := int64(g.Uint64())>>shift2, -(int64(g.Uint64()) >> shift)
	s := d & 63
	high, _ := bits.Mul64(c, d)
	clz, ctz := uint64(99), uint64(99)
	if c != 0 {
		clz, ctz = uint64(bits.LeadingZeros64(c)), uint64(bits.TrailingZeros64(c))
	}
	larger := d
	if a > b {
		larger = c
	}
	flags := when(a < b, 1) + when(c < d, 2) + when(a == b, 4) + when(c != d, 8) + when(c>>s&1 == 1, 16)
	want := []uint64{
		uint64(a + b), uint64(a - b), uint64(a * b), c << s, c >> s, uint64(a >> s), c&d ^ (c | ^d), ^(c ^ d), ^(c & d), ^(c | d), c &^ d,
		clz, ctz, uint64(bits.OnesCount64(c)), bits.Reverse64(c), uint64(flags), c >> 13 & 0xfffffff, uint64(int64(c<<20) >> 37),
		uint64(a / (b | 1)), c % (d | 1), high, larger, bits.RotateLeft64(c, int(s)), ^c,
	}
	return one64(out(want), a, b, c, d)
}

// uniformLoop interprets a random program.
func uniformLoop(g *gen) launch {
	const steps = 300
	program := values(80, func(int) int32 { return int32(g.Uint32()) & 0x7ff })
	r, pc := [8]int32{1, 2, 3, 4, 5, 6, 7, 8}, 0
	for range steps {
		word := program[pc]
		pc++
		x, y := &r[word>>8&7], r[word>>4&7]
		switch word & 15 {
		case 0:
			*x += y
		case 1:
			*x -= y
		case 2:
			*x *= y | 1
		case 3:
			*x ^= y << 3
		case 4:
			*x = y
		case 5:
			pc += int(*x & 1)
		case 6:
			*x = int32(uint32(*x) >> 1)
		case 7:
			pc = int((int32(pc) + *x) & 15)
		default:
			*x = ^*x
		}
		pc &= 63
	}
	return one64(out(values(64, func(i int) int32 { return r[i&7] + int32(i) })), in(program), int32(steps))
}

func halfOps(a, b, c float64) []float64 {
	f, e := math.Frexp(a)
	flags := uint32(0)
	if math.Abs(a) >= math.Ldexp(1, -14) {
		flags = 1
	}
	flags += when(a < b, 2) + when(a >= c, 4) + when(b != c, 8)
	return []float64{a + b, a - b, a * b, a*b + c, max(a, b, c), min(a, b, c), max(min(a, b), min(max(a, b), c)), 8 * a,
		f, float64(e), min(a-math.Floor(a), fromF16(0x3bff)), float64(flags), math.Trunc(a) + 0, math.Trunc(math.Abs(b))}
}

func halfFunctions(g *gen) launch {
	const n = 64
	x := values(n, func(int) uint16 { return f16(float64(g.anyFloat(-7, 3))) })
	exact := func(i int) []float64 {
		a := fromF16(x[i])
		p := math.Abs(a)
		turn := 2 * math.Pi * (a - math.Floor(a)) // v_sin_f16 counts in turns
		return []float64{1 / a, math.Sqrt(p), 1 / math.Sqrt(p), math.Sin(turn), math.Cos(turn), math.Exp2(a), math.Log2(p)}
	}
	return one(n, judged(7*n, func(got []uint16) error {
		for at, c := range got {
			w := exact(at / 7)[at%7]
			_, e := math.Frexp(w)
			// 0.51 ulp (facts isa/semantics.md §2), and a little for sin and cos here.
			if d := math.Abs(fromF16(c) - w); !(d <= math.Ldexp(0.52, max(e, -13)-11)) {
				return fmt.Errorf("function %d of %v: got %v, want %v", at%7, fromF16(x[at/7]), fromF16(c), w)
			}
		}
		return nil
	}), in(x))
}

func shortOps(a, b, c int16) []int16 {
	ua, ub, uc := uint16(a), uint16(b), uint16(c)
	return []int16{a + b, a - b, a * b, a*b + c, min(a, b), max(a, b), int16(min(ua, ub)), int16(max(ua, ub)),
		min(a, b, c), max(a, b, c), int16(min(ua, ub, uc)), int16(max(ua, ub, uc)),
		max(min(a, b), min(max(a, b), c)), int16(max(min(ua, ub), min(max(ua, ub), uc))),
		a << (ub & 15), a>>(ub&15) + int16(ua>>(uc&15))}
}

func intThree(v [3]int32, f [3]float32) []uint32 {
	a, b, c := v[0], v[1], v[2]
	ua, ub, uc := uint32(a), uint32(b), uint32(c)
	return []uint32{
		uint32(min(a, b, c)), uint32(max(a, b, c)), min(ua, ub, uc), max(ua, ub, uc), max(min(ua, ub), min(max(ua, ub), uc)),
		math.Float32bits(min(f[0], f[1], f[2])), math.Float32bits(max(f[0], f[1], f[2])),
		uint32(int32(int16(a))*int32(int16(b)) + c), ua&0xffff*(ub&0xffff) + uc, ^(ua ^ ub),
		ua>>24 ^ math.Float32bits(float32(ua>>24)), uint32(uint64(ua&0xffffff) * uint64(ub&0xffffff) >> 32),
	}
}

func halfRegisters(g *gen) launch {
	const shift = 3
	b := values(128, func(int) int8 { return int8(g.Uint32()) })
	s := values(128, func(int) int16 { return int16(g.Uint32()) })
	ls := values(256, func(i int) int16 { return s[(i/4+i%4)&127] })
	lb := values(256, func(i int) int8 { return b[(i/4+i%4*2)&127] })
	pair := func(lo, hi int16) uint32 { return uint32(uint16(hi))<<16 | uint32(uint16(lo)) }
	var want []uint32
	for l := range 64 {
		mine := values(8, func(k int) int16 { return s[(l+k*5)&127] })
		own := values(8, func(k int) int8 { return b[(l*3+k)&127] })
		p := ls
		if l&1 == 1 {
			p = mine
		}
		part := int8(p[l&3/2] >> (l & 1 * 8))
		want = append(want,
			pair(s[l], s[127-l]), pair(int16(b[l]), int16(uint8(b[l+1]))), pair(ls[l^5], ls[255-l]), pair(int16(uint8(lb[l])), int16(lb[l^3])),
			pair(mine[(l+shift)&7], mine[(l*3+shift)&7]), pair(int16(own[(l+shift)&7]), int16(uint8(own[(l^shift)&7]))),
			pair(s[l]+ls[l^5], s[127-l]+ls[255-l]), uint32(int32(p[l&7])+int32(part)))
	}
	return one64(out(want), in(b), in(s), int32(shift))
}
