package simtest

import (
	"slices"
)

// mapped is a launch of one kernel over a one-dimensional range: out[i] comes
// from the inputs by f.
func mapped[T, U any](n, block int, x []U, f func(i int) T, rest ...any) launch {
	return launch{global: [3]uint32{uint32(n), 1, 1}, block: [3]uint32{uint32(block), 1, 1},
		args: append([]any{out(values(n, f)), in(x)}, rest...)}
}

// The rows of flow.cl.
var flowRows = []Row{
	{File: "flow", Kernel: "collatz", launch: func(g *gen) launch {
		x := values(100, func(i int) uint32 { return g.Uint32N(3000) })
		return mapped(100, 64, x, func(i int) (steps uint32) {
			for n := uint64(x[i]); n > 1; steps++ {
				if n&1 == 1 {
					n = 3*n + 1
				} else {
					n /= 2
				}
			}
			return steps
		})
	}},
	{File: "flow", Kernel: "nested", launch: func(g *gen) launch {
		x := values(256, func(int) int32 { return int32(g.Uint32N(1 << (2 + g.Uint32N(18)))) })
		init := values(256, func(i int) int32 { return int32(-i) })
		want := values(256, func(i int) int32 { return nested(x[i], init[i]) })
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{128, 1, 1}, args: []any{inout(init, want), in(x)}}
	}},
	{File: "flow", Kernel: "calls", launch: func(g *gen) launch {
		x := values(2*90, func(int) int32 { return int32(g.small(1_000_000)) })
		return mapped(90, 64, x, func(i int) int64 {
			a, b := int64(x[2*i]), int64(x[2*i+1])
			many := a + 2*b + 3*a*b + 2*b + 5*int64(int8(a)) + a - b + 3*int64(i) + 6*int64(i) + 7*int64(i+1) + 8*(b-a) + 9*int64(i&3)
			return many + gcd(max(a, -a), max(b, -b)) + gcd(max(a-b, b-a), 36)
		})
	}},
	{File: "flow", Kernel: "recursion", Note: "ackermann", launch: func(*gen) launch { return recursion(func(int) int { return 0 }, int32(0)) }},
	{File: "flow", Kernel: "recursion", Note: "fibonacci", launch: func(*gen) launch { return recursion(func(int) int { return 1 }, int32(1)) }},
	{File: "flow", Kernel: "recursion_divergent", launch: func(*gen) launch { return recursion(func(i int) int { return i & 1 }) }},
	{File: "flow", Kernel: "table", Note: "first", launch: func(g *gen) launch { return tableLaunch(g, 0) }},
	{File: "flow", Kernel: "table", Note: "last", launch: func(g *gen) launch { return tableLaunch(g, 7) }},
	{File: "flow", Kernel: "table_divergent", launch: func(g *gen) launch {
		x := values(80, func(int) int32 { return int32(g.small(1 << 24)) })
		return mapped(80, 64, x, func(i int) int32 { return tableEntry(x[i]&3, x[i], int32(i)) })
	}},
	{File: "flow", Kernel: "switches", launch: func(g *gen) launch {
		x := values(150, func(i int) int32 { return []int32{int32(i) % 14, 100, -5, int32(g.small(300))}[max(0, i%8-4)] })
		return mapped(150, 64, x, func(i int) int32 { return switches(x[i], int32(i)) })
	}},
	{File: "flow", Kernel: "switch_uniform", Note: "3", launch: func(*gen) launch { return switchUniform(3, func(i int32) int32 { return i | 64 }) }},
	{File: "flow", Kernel: "switch_uniform", Note: "5", launch: func(*gen) launch { return switchUniform(5, func(int32) int32 { return 9 }) }},
	{File: "flow", Kernel: "switch_uniform", Note: "other", launch: func(*gen) launch { return switchUniform(-1, func(int32) int32 { return 0 }) }},
	{File: "flow", Kernel: "stack_array", launch: func(g *gen) launch {
		x := values(64, func(int) int32 { return int32(g.Uint32N(1000)) })
		return mapped(64, 64, x, func(i int) uint32 { return stackArray(i, x) })
	}},
	{File: "flow", Kernel: "stack_sort", launch: func(g *gen) launch {
		x := values(16*72, func(int) int64 { return int64(g.Uint64()) >> g.IntN(60) })
		want := slices.Clone(x)
		for i := range 72 {
			slices.Sort(want[16*i : 16*i+16])
		}
		return launch{global: [3]uint32{72, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(x, want)}}
	}},
	{File: "flow", Kernel: "globals", launch: func(*gen) launch {
		want := values(64, func(l int) int32 {
			initialised := [4]int32{10, 20, 30, 40}
			return initialised[2+l&1] + initialised[l&3]*100 + int32((63-l)*(63-l)) + 41
		})
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want)}}
	}},
	{File: "flow", Kernel: "constants", launch: func(*gen) launch {
		const letters = "the quick brown fox jumps over the lazy dog"
		want := values(100, func(i int) int32 { return int32(i%12*(i%12)*256 + int(letters[i%43])) })
		return launch{global: [3]uint32{100, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want)}}
	}},
}

func nested(v, before int32) (r int32) {
	switch {
	case v&1 == 1 && v&2 != 0:
		r = v * 3
		for k := int32(0); k < v&15; k++ {
			if k == 7 {
				continue
			}
			if k*5 > v%60 {
				break
			}
			r += k
		}
	case v&1 == 1 && v&4 != 0:
		r = v - 17
	case v&1 == 1:
		for {
			r += v & 7
			v >>= 3
			if v&8 != 0 {
				r ^= 0x55
			}
			if v <= 0 {
				break
			}
		}
	case v&8 == 0:
		return before
	case v&16 == 0:
		r = 4 - v>>6&1
	default:
		r = 2 - v>>5&1
	}
	return r
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// recursion is a launch whose item i evaluates Ackermann's function of 2 and
// i mod 4, or the Fibonacci number i mod 9.
func recursion(which func(i int) int, rest ...any) launch {
	want := values(64, func(i int) int32 {
		if which(i) == 1 {
			return int32(fibonacci(i % 9))
		}
		return int32(2*(i%4) + 3)
	})
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: append([]any{out(want)}, rest...)}
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

func tableEntry(which, a, b int32) int32 {
	switch which {
	case 0:
		return a + b
	case 1:
		return a - b
	case 2:
		return a * b
	}
	return (a<<4 ^ b) + int32(gcd(int64(max(a, -a)), 12))
}

func tableLaunch(g *gen, which int32) launch {
	x := values(80, func(int) int32 { return int32(g.small(1 << 24)) })
	return mapped(80, 64, x, func(i int) int32 { return tableEntry(which&3, x[i], int32(i)) }, which)
}

func switches(v, i int32) int32 {
	switch v {
	case 0:
		return 100
	case 1:
		return v*31 + i
	case 2:
		return i / 3
	case 3, 4:
		return v + i*2
	case 5:
		return -i
	case 6:
		return i * i
	case 7:
		return ^i
	case 8:
		return i << 5
	case 9:
		return i ^ 0x1234
	case 100:
		return 1
	case -5:
		return 2
	}
	return v - 1
}

func switchUniform(v int32, f func(int32) int32) launch {
	want := values(70, func(i int) int32 { return f(int32(i)) })
	return launch{global: [3]uint32{70, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), v}}
}

func stackArray(i int, x []int32) (sum uint32) {
	var a [32]int32
	var h [16]int16
	var b [24]uint8
	for k := range a {
		a[k] = x[(i+k)&63] * int32(k)
	}
	for k := range h {
		h[k] = int16(a[k] ^ a[31-k])
	}
	for k := range b {
		b[k] = uint8(a[(k*5+i)&31])
	}
	for k := range 20 {
		at := (int(x[i]) + k*7) & 31
		a[at] += int32(h[at&15]) + int32(b[at%24])
		sum = sum*3 + uint32(a[(at+1)&31])
	}
	return sum
}
