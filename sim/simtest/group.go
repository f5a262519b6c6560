package simtest

import (
	"math"
	"slices"

	"heddle/arch"
)

// The rows of group.cl.
var groupRows = []Row{
	{File: "group", Kernel: "transpose", launch: func(g *gen) launch {
		const w, h = 37, 50
		x := values(w*h, func(int) int32 { return int32(g.Uint32()) })
		want := values(w*h, func(i int) int32 { return x[i%h*w+i/h] })
		return launch{grid: [3]uint32{3, 4, 1}, block: [3]uint32{16, 16, 1}, args: []any{out(want), in(x), int32(w), int32(h)}}
	}},
	{File: "group", Kernel: "transpose_f16", launch: func(g *gen) launch {
		x := values(64*64, func(int) uint16 { return uint16(g.Uint32()) })
		want := values(64*64, func(i int) uint16 { return x[i%64*64+i/64] })
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "group", Kernel: "reduce", launch: func(g *gen) launch {
		const n, block = 900, 256
		x := values(n, func(int) int32 { return int32(g.Uint32()) })
		want := make([]int32, (n+block-1)/block)
		for i, v := range x {
			want[i/block] += v
		}
		return launch{grid: [3]uint32{uint32(len(want)), 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{out(want), in(x), int32(n)}}
	}},
	{File: "group", Kernel: "reduce_f64", launch: func(g *gen) launch {
		const groups, block = 3, 128
		x := values(groups*block, func(int) float64 { return g.anyDouble(-200, 200) })
		want := values(groups, func(i int) float64 { return slices.Max(x[i*block : (i+1)*block]) })
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{out(want), in(x), local(8 * block)}}
	}},
	{File: "group", Kernel: "scan", launch: func(g *gen) launch {
		const groups, block = 2, 192
		x := values(groups*block, func(int) uint32 { return g.Uint32() })
		want := slices.Clone(x)
		for i := range want {
			if i%block > 0 {
				want[i] += want[i-1]
			}
		}
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{out(want), in(x), local(8 * block)}}
	}},
	{File: "group", Kernel: "histogram", launch: func(g *gen) launch {
		const n = 3000
		x := values(n, func(int) uint8 { return uint8(g.NormFloat64() * 20) })
		bins := values(64, func(int) uint32 { return g.Uint32N(100) })
		want := slices.Clone(bins)
		for _, v := range x {
			want[v&63]++
		}
		return launch{grid: [3]uint32{3, 1, 1}, block: [3]uint32{128, 1, 1}, args: []any{inout(bins, want), in(x), int32(n)}}
	}},
	{File: "group", Kernel: "matmul_tiled", launch: func(g *gen) launch {
		const n = 48
		a, b := values(n*n, func(int) float32 { return float32(g.small(50)) }), values(n*n, func(int) float32 { return float32(g.small(50)) })
		return launch{grid: [3]uint32{n / 16, n / 16, 1}, block: [3]uint32{16, 16, 1}, args: []any{out(product(n, n, n, a, b)), in(a), in(b), int32(n)}}
	}},
	{File: "group", Kernel: "softmax", launch: func(g *gen) launch {
		const rows, n = 3, 300
		x := values(rows*n, func(int) float32 { return float32(g.NormFloat64() * 4) })
		want := make([]float64, rows*n)
		for r := range rows {
			sum := 0.0
			for i := range n {
				want[r*n+i] = math.Exp(float64(x[r*n+i]))
				sum += want[r*n+i]
			}
			for i := range n {
				want[r*n+i] /= sum
			}
		}
		// x - max is rounded once (2^-24 of up to 32), exp is good to 3 ulp, the
		// sum of 300 in a tree to 10, the division to 2.5 (OpenCL C 7.4).
		return launch{grid: [3]uint32{rows, 1, 1}, block: [3]uint32{128, 1, 1},
			args: []any{near[float32](want, func(_ int, w float64) float64 { return 4e-6 * w }), in(x), int32(n)}}
	}},
	{File: "group", Kernel: "layernorm", launch: func(g *gen) launch {
		const rows, n = 3, 200
		x := values(rows*n, func(int) float32 { return float32(g.NormFloat64()*2 + 1) })
		gamma, beta := values(n, func(int) float32 { return g.Float32() + 0.5 }), values(n, func(int) float32 { return g.Float32() })
		want := make([]float64, rows*n)
		for r := range rows {
			row, mean, square := x[r*n:(r+1)*n], 0.0, 0.0
			for _, v := range row {
				mean += float64(v) / n
			}
			for _, v := range row {
				square += (float64(v) - mean) * (float64(v) - mean) / n
			}
			for i, v := range row {
				want[r*n+i] = (float64(v)-mean)/math.Sqrt(square+1e-5)*float64(gamma[i]) + float64(beta[i])
			}
		}
		// Some ten roundings of values up to 8: well below 1e-5.
		return launch{grid: [3]uint32{rows, 1, 1}, block: [3]uint32{64, 1, 1},
			args: []any{near[float32](want, func(int, float64) float64 { return 1e-5 }), in(x), in(gamma), in(beta), int32(n)}}
	}},
	{File: "group", Kernel: "bitonic", launch: func(g *gen) launch {
		const groups, block = 2, 256
		x := values(groups*block, func(int) int32 { return int32(g.Uint32()) >> g.IntN(28) })
		want := slices.Clone(x)
		for i := range groups {
			slices.Sort(want[i*block : (i+1)*block])
		}
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{inout(x, want)}}
	}},
	{File: "group", Kernel: "whole_lds", Note: "gfx942", Chip: &arch.GFX942, launch: func(*gen) launch { return wholeLDS(64 << 10) }},
	{File: "group", Kernel: "whole_lds", Note: "gfx950", Chip: &arch.GFX950, launch: func(*gen) launch { return wholeLDS(160 << 10) }},
	{File: "group", Kernel: "generic_pointers", launch: func(g *gen) launch {
		const block = 64
		x := values(block, func(int) int32 { return int32(g.small(1 << 20)) })
		want := values(block, func(l int) int32 {
			at := l * 3 & 7
			v := [...]int32{x[at], x[at] * 5, x[at] * 7, x[at] * 11, int32(l*100 + at)}[l%5]
			q := x[l] * 7
			if l&1 == 1 {
				q = int32(l * 100)
			}
			q += v
			return v*3 + q + q
		})
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{out(want), in(x), local(4 * block), local(4 * block)}}
	}},
}

func wholeLDS(bytes int) launch {
	const block, key = 1024, 2654435761
	words := bytes / 4
	want := values(block, func(l int) uint32 {
		sum := uint32(0)
		for i := l; i < words; i += block {
			sum = sum*31 + uint32(words-1-i)*key
		}
		return sum
	})
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{out(want), uint32(key)}}
}
