package simtest

import (
	"math"
)

// The rows of basic.cl.
var basicRows = []Row{
	{File: "basic", Kernel: "vecadd", launch: func(g *gen) launch {
		const n = 1000 // the last workgroup is ragged, and 24 of its lanes have nothing to do
		a, b := values(n, func(int) float32 { return g.anyFloat(-100, 100) }), values(n, func(int) float32 { return g.anyFloat(-100, 100) })
		return launch{global: [3]uint32{1024, 1, 1}, block: [3]uint32{256, 1, 1},
			args: []any{out(values(n, func(i int) float32 { return a[i] + b[i] })), in(a), in(b), int32(n)}}
	}},
	{File: "basic", Kernel: "vecadd", Note: "ragged", launch: func(g *gen) launch {
		const n = 333
		a, b := values(n, func(int) float32 { return g.anyFloat(-9, 9) }), values(n, func(int) float32 { return g.anyFloat(-9, 9) })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{128, 1, 1},
			args: []any{out(values(n, func(i int) float32 { return a[i] + b[i] })), in(a), in(b), int32(n)}}
	}},
	{File: "basic", Kernel: "saxpy_f16", launch: func(g *gen) launch {
		const n = 500
		f := func(int) uint16 { return f16(math.Ldexp(g.small(2047), g.IntN(12)-16)) }
		x, y, alpha := values(n, f), values(n, f), f16(-1.3)
		want := values(n, func(i int) uint16 { return f16(fromF16(alpha)*fromF16(x[i]) + fromF16(y[i])) }) // exact in float64
		return launch{global: [3]uint32{512, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(y, want), in(x), alpha, int32(n)}}
	}},
	{File: "basic", Kernel: "saxpy_bf16", launch: func(g *gen) launch {
		const n = 500
		f := func(int) uint16 { return bf16(float64(g.anyFloat(-20, 20))) }
		x, y, alpha := values(n, f), values(n, f), float32(0.7)
		want := values(n, func(i int) uint16 {
			return bf16(float64(fma32(alpha, float32(fromBF16(x[i])), float32(fromBF16(y[i])))))
		})
		return launch{global: [3]uint32{512, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(y, want), in(x), alpha, int32(n)}}
	}},
	{File: "basic", Kernel: "saxpy_f64", launch: func(g *gen) launch {
		const n = 500
		f := func(int) float64 { return g.anyDouble(-30, 30) }
		x, y, alpha := values(n, f), values(n, f), math.Pi
		want := values(n, func(i int) float64 { return math.FMA(alpha, x[i], y[i]) })
		return launch{global: [3]uint32{512, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(y, want), in(x), alpha, int32(n)}}
	}},
	{File: "basic", Kernel: "muladd", launch: func(g *gen) launch {
		const n = 400
		f := func(int) float32 { return g.anyFloat(-3, 3) }
		x, y, z := values(n, f), values(n, f), values(n, f)
		want := values(n, func(i int) float32 { return float32(x[i]*y[i]) + z[i] })
		return launch{global: [3]uint32{448, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(y, want), in(x), in(z), int32(n)}}
	}},
	{File: "basic", Kernel: "vec4", launch: func(g *gen) launch {
		const n = 64
		a := values(4*n, func(int) float32 { return float32(g.small(1000)) })
		b := values(4*n, func(int) int32 { return int32(g.small(1 << 20)) })
		want := values(4*n, func(i int) float32 {
			v, k := a[i&^3:], i&3
			return v[3-k]*2 + float32(b[i]) - v[k/2]
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(a), in(b)}}
	}},
	{File: "basic", Kernel: "ids", Note: "ragged", launch: func(*gen) launch { return idLaunch([3]uint32{7, 5, 3}, [3]uint32{4, 2, 2}, [3]uint32{}) }},
	{File: "basic", Kernel: "ids", Note: "waves", launch: func(*gen) launch { return idLaunch([3]uint32{30, 9, 2}, [3]uint32{10, 9, 2}, [3]uint32{}) }},
	{File: "basic", Kernel: "ids", Note: "offset", launch: func(*gen) launch {
		return idLaunch([3]uint32{9, 4, 5}, [3]uint32{4, 4, 1}, [3]uint32{1000, 7, 3})
	}},
	{File: "basic", Kernel: "packet", launch: func(*gen) launch {
		want := []uint32{3, 64, 2, 1, 128, 2, 2, 512, 1}
		return launch{global: [3]uint32{128, 2, 2}, block: [3]uint32{64, 2, 1}, args: []any{out(want), local(256)}}
	}},
	{File: "basic", Kernel: "narrow", launch: func(g *gen) launch {
		const n = 128
		c, uc := values(n, func(int) int8 { return int8(g.Uint32()) }), values(n, func(int) uint8 { return uint8(g.Uint32()) })
		s, us := values(n, func(int) int16 { return int16(g.Uint32()) }), values(n, func(int) uint16 { return uint16(g.Uint32()) })
		x := values(n, func(int) int32 { return int32(g.small(1 << 20)) })
		c2 := values(n, func(i int) int8 { return int8(int32(c[i])*3 + x[i]) })
		uc2 := values(n, func(i int) uint8 { return uint8(int32(uc[i]>>1) ^ x[i]) })
		s2 := values(n, func(i int) int16 { return int16(int32(s[i])*int32(c2[i]) - x[i]>>7) })
		us2 := values(n, func(i int) uint16 { return us[i]/3 + uint16(uc2[i]) })
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1},
			args: []any{inout(c, c2), inout(uc, uc2), inout(s, s2), inout(us, us2), in(x)}}
	}},
	{File: "basic", Kernel: "narrow_halves", launch: func(g *gen) launch {
		const n = 64
		a, b := values(2*n, func(int) int16 { return int16(g.Uint32()) }), values(3*n, func(int) uint8 { return uint8(g.Uint32()) })
		want := values(2*n, func(i int) int16 {
			if i%2 == 0 {
				return a[i+1]
			}
			return int16(b[3*(i/2)])
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(a), in(b)}}
	}},
	{File: "basic", Kernel: "struct_arg", launch: func(g *gen) launch {
		const n = 100
		config := struct {
			Tag     int8
			_       uint8
			Weights [3]int16
			Base    int32
			_       uint32
			Wide    int64
			Scale   float32
			Lo, Hi  uint8
			_       uint16
		}{Tag: -7, Weights: [3]int16{-300, 20, 4000}, Base: 123456, Wide: -1 << 40, Scale: 2.75, Lo: 200, Hi: 55}
		x := values(n, func(int) int32 { return int32(g.small(5000)) })
		want := values(n, func(i int) int64 {
			return config.Wide + int64(config.Base*x[i]) + int64(config.Weights[i%3]) + int64(config.Tag)*11 + 200*256 + 55 + 250
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), encode(config), in(x), uint8(250)}}
	}},
	{File: "basic", Kernel: "struct_copy", launch: func(g *gen) launch {
		const n = 70
		type record struct {
			A, B int32
			C    int64
			D    [4]float32
		}
		x := values(n, func(int) record {
			r := record{A: int32(g.Uint32()), B: int32(g.Uint32()), C: int64(g.Uint64())}
			for k := range r.D {
				r.D[k] = float32(g.small(1000))
			}
			return r
		})
		want := values(n, func(i int) record {
			r := x[n-1-i]
			r.A ^= int32(i + 1)
			r.C += int64(r.B) << 33
			for k := range r.D {
				r.D[k] *= float32(i + 1)
			}
			return r
		})
		return launch{global: [3]uint32{n, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "basic", Kernel: "stencil", launch: func(g *gen) launch {
		const w, h = 37, 21
		x := values(w*h, func(int) float32 { return float32(g.small(9999)) })
		want := values(w*h, func(i int) float32 {
			at := func(x, y int) int { return min(max(y, 0), h-1)*w + min(max(x, 0), w-1) }
			c, r := i%w, i/w
			return 4*x[i] - x[at(c-1, r)] - x[at(c+1, r)] - x[at(c, r-1)] - x[at(c, r+1)]
		})
		return launch{global: [3]uint32{40, 24, 1}, block: [3]uint32{8, 8, 1}, args: []any{out(want), in(x), int32(w), int32(h)}}
	}},
	{File: "basic", Kernel: "matmul_naive", launch: func(g *gen) launch {
		const m, n, k = 19, 33, 27
		a, b := values(m*k, func(int) float32 { return float32(g.small(50)) }), values(k*n, func(int) float32 { return float32(g.small(50)) })
		return launch{global: [3]uint32{48, 20, 1}, block: [3]uint32{16, 4, 1},
			args: []any{out(product(m, n, k, a, b)), in(a), in(b), int32(m), int32(n), int32(k)}}
	}},
}

// product is a (m x k) times b (k x n), exact for small integers.
func product(m, n, k int, a, b []float32) []float32 {
	return values(m*n, func(at int) float32 {
		i, j, sum := at/n, at%n, 0.0
		for p := range k {
			sum += float64(a[i*k+p]) * float64(b[p*n+j])
		}
		return float32(sum)
	})
}

// idLaunch says what the work items of a grid see of themselves.
func idLaunch(global, block, offset [3]uint32) launch {
	var groups [3]uint32
	for d := range groups {
		groups[d] = (global[d] + block[d] - 1) / block[d]
	}
	var want []uint32
	for i := range global[0] * global[1] * global[2] {
		id := [3]uint32{i % global[0], i / global[0] % global[1], i / global[0] / global[1]}
		var group, item, size, shifted [3]uint32
		for d := range id {
			group[d], item[d] = id[d]/block[d], id[d]%block[d]
			shifted[d] = id[d] + offset[d]
			size[d] = min(block[d], global[d]-group[d]*block[d]) // the last workgroup may be smaller
		}
		for _, v := range [][3]uint32{group, item, shifted, groups, size, global, offset, block} {
			want = append(want, v[:]...)
		}
		flat := item[0] + size[0]*(item[1]+size[1]*item[2])
		want = append(want, 3, flat, group[0]+groups[0]*(group[1]+groups[1]*group[2]),
			group[1], item[2], global[0], block[1], flat%64)
	}
	return launch{global: global, block: block, args: []any{out(want)},
		offset: [3]uint64{uint64(offset[0]), uint64(offset[1]), uint64(offset[2])}}
}
