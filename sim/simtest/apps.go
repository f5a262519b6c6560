package simtest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
)

// The rows of apps.cl.
var appRows = []Row{
	{File: "apps", Kernel: "sha256", launch: func(g *gen) launch {
		const n = 64
		var blocks, want []uint8
		for range n {
			text := values(g.IntN(56), func(int) uint8 { return uint8(g.Uint32()) })
			block := append(slices.Clone(text), 0x80)
			block = append(block, make([]uint8, 56-len(block))...)
			blocks = append(blocks, binary.BigEndian.AppendUint64(block, uint64(8*len(text)))...)
			sum := sha256.Sum256(text)
			want = append(want, sum[:]...)
		}
		return one(n, out(want), in(blocks))
	}},
	{File: "apps", Kernel: "crc32", launch: func(g *gen) launch {
		const n, length = 64, 37
		x := values(n*length, func(int) uint8 { return uint8(g.Uint32()) })
		return one(n, out(values(n, func(i int) uint32 { return crc32.ChecksumIEEE(x[i*length : (i+1)*length]) })), in(x), int32(length))
	}},
	{File: "apps", Kernel: "mandelbrot_f32", launch: func(*gen) launch {
		return mandelbrot(float32(-2.2), float32(-1.3), float32(0.11), func(a, b float32) float32 { return float32(a * b) })
	}},
	{File: "apps", Kernel: "mandelbrot_f64", launch: func(*gen) launch {
		return mandelbrot(-2.2, -1.3, 0.11, func(a, b float64) float64 { return float64(a * b) })
	}},
	{File: "apps", Kernel: "nbody", launch: nbody},
	{File: "apps", Kernel: "fft", launch: fft},
	{File: "apps", Kernel: "radix_sort", launch: func(g *gen) launch {
		const groups, block = 2, 256
		x := values(groups*block, func(int) uint32 { return g.Uint32() >> g.IntN(30) })
		want := slices.Clone(x)
		for i := range groups {
			slices.Sort(want[i*block : (i+1)*block])
		}
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{inout(x, want)}}
	}},
	{File: "apps", Kernel: "hash_insert", launch: hashInsert},
	{File: "apps", Kernel: "convolve_f16", launch: func(g *gen) launch {
		const w, h = 30, 11
		x, k := values(w*h, func(int) float64 { return g.small(100) }), values(9, func(int) float64 { return g.small(16) / 4 })
		want := values(w*h, func(i int) float32 {
			sum := 0.0
			for d := range 9 {
				if px, py := i%w+d%3-1, i/w+d/3-1; px >= 0 && px < w && py >= 0 && py < h {
					sum += x[py*w+px] * k[d]
				}
			}
			return float32(sum)
		})
		half := func(v []float64) []uint16 { return values(len(v), func(i int) uint16 { return f16(v[i]) }) }
		return launch{global: [3]uint32{32, 12, 1}, block: [3]uint32{16, 4, 1}, args: []any{out(want), in(half(x)), in(half(k)), int32(w), int32(h)}}
	}},
	{File: "apps", Kernel: "attention", launch: attention},
	{File: "apps", Kernel: "lu", launch: func(g *gen) launch {
		x := values(2*256, func(i int) float64 {
			if i%17%16 == 0 && i%16 == i/16%16 {
				return 20 + g.Float64()
			}
			return g.Float64() - 0.5
		})
		want := slices.Clone(x)
		for _, a := range [][]float64{want[:256], want[256:]} {
			for k := range 15 {
				for i := k + 1; i < 16; i++ {
					a[i*16+k] /= a[k*16+k]
					for j := k + 1; j < 16; j++ {
						a[i*16+j] -= float64(a[i*16+k] * a[k*16+j])
					}
				}
			}
		}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{16, 16, 1}, args: []any{inout(x, want)}}
	}},
	{File: "apps", Kernel: "quicksort", launch: func(g *gen) launch {
		const n = 64
		x := values(32*n, func(int) int32 { return int32(g.Uint32()) >> g.IntN(29) })
		want := slices.Clone(x)
		for i := range n {
			slices.Sort(want[32*i : 32*i+32])
		}
		return one(n, inout(x, want))
	}},
	{File: "apps", Kernel: "life", launch: func(g *gen) launch {
		x := values(64, func(int) uint64 { return g.Uint64() & g.Uint64() })
		want := slices.Clone(x)
		for range 5 {
			want = lifeStep(want)
		}
		return one(64, inout(x, want), int32(5))
	}},
	{File: "apps", Kernel: "spmv", launch: func(g *gen) launch {
		const rows, columns = 7, 300
		x := values(columns, func(int) int32 { return int32(g.Uint32()) })
		starts, want := []uint32{0}, make([]int32, rows)
		var at []uint16
		var weights []int16
		for r := range rows {
			for range []int{0, 1, 63, 64, 65, 200, 17}[r] {
				c, w := g.IntN(columns), int16(g.Uint32())
				at, weights = append(at, uint16(c)), append(weights, w)
				want[r] += int32(w) * x[c]
			}
			starts = append(starts, uint32(len(at)))
		}
		return launch{grid: [3]uint32{rows, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(starts), in(at), in(weights), in(x)}}
	}},
	{File: "apps", Kernel: "edit_distance", launch: func(g *gen) launch {
		const n = 64
		letters := func(int) int8 { return int8("abcde"[g.IntN(5)]) }
		a, b := values(24*n, letters), values(24*n, letters)
		return one(n, out(values(n, func(i int) uint8 { return editDistance(a[24*i:24*i+24], b[24*i:24*i+24]) })), in(a), in(b))
	}},
	{File: "apps", Kernel: "big_numbers", launch: bigNumbers},
	{File: "apps", Kernel: "monte_carlo", launch: func(*gen) launch {
		const rounds = 50
		return one64(out(values(64, func(i int) uint32 { return monteCarlo(uint32(i), rounds) })), uint32(rounds))
	}},
	{File: "apps", Kernel: "spill", launch: func(g *gen) launch {
		x := values(64*48, func(int) int32 { return int32(g.Uint32()) })
		u := values(16, func(int) int32 { return int32(g.Uint32()) })
		want := make([]int32, len(x))
		for i := range 64 {
			a := values(48, func(k int) int32 { return x[i+64*k] * int32(k+3) })
			for k := range a {
				a[k] ^= a[(k*7+5)%48] + u[k%16]*int32(i)
			}
			for k := 47; k >= 0; k-- {
				a[k] += a[(k*11+1)%48] ^ u[(k+3)%16]
			}
			for k, v := range a {
				want[i+64*k] = v
			}
		}
		return one64(out(want), in(x), encode(u))
	}},
	{File: "apps", Kernel: "dynamic_stack", launch: func(*gen) launch {
		const n = 13
		want := values(64, func(i int) int32 {
			v := values(n, func(k int) int32 { return int32(i*k + 1) })
			for k := 1; k < n; k++ {
				v[k] += v[(k*7+i)%k]
			}
			w := int32(i % (n + 3))
			if w < n {
				w = v[n-1-w]
			}
			return w + v[n-1]
		})
		return one64(out(want), int32(n))
	}},
}

// mandelbrot counts the steps; mul rounds a product.
func mandelbrot[T float32 | float64](x0, y0, step T, mul func(a, b T) T) launch {
	const w, h, limit = 28, 24, 60
	want := values(w*h, func(i int) uint32 {
		cx, cy := x0+mul(T(i%w), step), y0+mul(T(i/w), step)
		var x, y T
		n := uint32(0)
		for ; n < limit && mul(x, x)+mul(y, y) <= 4; n++ {
			x, y = mul(x, x)-mul(y, y)+cx, mul(2*x, y)+cy
		}
		return n
	})
	return launch{global: [3]uint32{w, h, 1}, block: [3]uint32{8, 8, 1}, args: []any{out(want), int32(w), x0, y0, step, uint32(limit)}}
}

func nbody(g *gen) launch {
	const n = 128
	x := values(4*n, func(i int) float32 { return g.Float32() + float32(i%4/3) })
	want := make([]float64, 4*n)
	for i := range n {
		for j := range n {
			var d [3]float64
			square := 0.01
			for k := range d {
				d[k] = float64(x[4*j+k]) - float64(x[4*i+k])
				square += d[k] * d[k]
			}
			for k := range d {
				want[4*i+k] += d[k] * float64(x[4*j+3]) / (square * math.Sqrt(square))
			}
		}
	}
	// 128 terms of up to 770 (distance 0.07, mass 2), each good to some 20 * 2^-24.
	return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1},
		args: []any{near[float32](want, func(int, float64) float64 { return 2e-2 }), in(x), int32(n)}}
}

func fft(g *gen) launch {
	const n, groups = 256, 2
	x := values(2*n*groups, func(int) float32 { return 2*g.Float32() - 1 })
	factors := values(n, func(i int) float32 {
		sin, cos := math.Sincos(-2 * math.Pi * float64(i/2) / n)
		return float32([2]float64{cos, sin}[i%2])
	})
	want := make([]float64, len(x))
	for b := range groups {
		for k := range n {
			var sum complex128
			for t := range n {
				sum += complex(float64(x[2*(b*n+t)]), float64(x[2*(b*n+t)+1])) * cmplx.Rect(1, -2*math.Pi*float64(k*t%n)/n)
			}
			want[2*(b*n+k)], want[2*(b*n+k)+1] = real(sum), imag(sum)
		}
	}
	// Eight stages on values up to 60: 8 * 60 * 2^-23.
	io := near[float32](want, func(int, float64) float64 { return 6e-5 })
	io.init = encode(x)
	return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{n / 2, 1, 1}, args: []any{io, in(factors)}}
}

func hashInsert(g *gen) launch {
	const n, size = 384, 512
	keys := values(n, func(int) uint32 { return 1 + g.Uint32N(250) })
	times := map[uint32]uint32{}
	for _, k := range keys {
		times[k]++
	}
	var slots []uint32
	first := &memory{make([]byte, 4*size), judge(func(got []uint32) error {
		slots = got
		for k := range times {
			at := k * 2654435761 >> 7 % size
			for ; got[at] != k; at = (at + 1) % size {
				if got[at] == 0 {
					return fmt.Errorf("key %d is not found", k)
				}
			}
		}
		return nil
	})}
	second := &memory{make([]byte, 4*size), judge(func(got []uint32) error {
		for at, k := range slots {
			if got[at] != times[k] {
				return fmt.Errorf("slot %d: key %d counted %d times, want %d", at, k, got[at], times[k])
			}
		}
		return nil
	})}
	return launch{grid: [3]uint32{3, 1, 1}, block: [3]uint32{128, 1, 1}, args: []any{first, second, in(keys), uint32(size - 1)}}
}

func attention(g *gen) launch {
	const n, d = 96, 32
	random := func(count int) []uint16 { return values(count, func(int) uint16 { return f16(g.NormFloat64() / 2) }) }
	q, k, v := random(32*d), random(n*d), random(n*d)
	want := make([]float64, 32*d)
	for i := range 32 {
		total := 0.0
		for j := range n {
			score := 0.0
			for c := range d {
				score += fromF16(q[i*d+c]) * fromF16(k[j*d+c])
			}
			e := math.Exp(score)
			total += e
			for c := range d {
				want[i*d+c] += e * fromF16(v[j*d+c])
			}
		}
		for c := range d {
			want[i*d+c] /= total
		}
	}
	// The probabilities are rounded to f16: 2^-11 of values up to 2.
	return one64(near[float32](want, func(int, float64) float64 { return 2e-3 }), in(q), in(k), in(v), int32(n))
}

func lifeStep(board []uint64) []uint64 {
	cell := func(r, c int) int { return int(board[r&63] >> (c & 63) & 1) }
	return values(64, func(r int) (row uint64) {
		for c := range 64 {
			sum := -cell(r, c)
			for d := range 9 {
				sum += cell(r+d/3-1, c+d%3-1)
			}
			if sum == 3 || sum == 2 && cell(r, c) == 1 {
				row |= 1 << c
			}
		}
		return row
	})
}

func editDistance(a, b []int8) uint8 {
	row := values(len(b)+1, func(k int) int { return k })
	for r := range a {
		diagonal := row[0]
		row[0] = r + 1
		for k := range b {
			old, change := row[k+1], 1
			if a[r] == b[k] {
				change = 0
			}
			row[k+1] = min(row[k]+1, old+1, diagonal+change)
			diagonal = old
		}
	}
	return uint8(row[len(b)])
}

func bigNumbers(g *gen) launch {
	const n = 64
	words := func(int) uint64 { return g.Uint64() | uint64(g.IntN(2))*math.MaxUint64 } // long carries too
	a, b := values(4*n, words), values(4*n, words)
	number := func(x []uint64) *big.Int {
		r := new(big.Int)
		for k := 3; k >= 0; k-- {
			r.Or(r.Lsh(r, 64), new(big.Int).SetUint64(x[k]))
		}
		return r
	}
	split := func(x *big.Int, count int) []uint64 {
		return values(count, func(k int) uint64 {
			low := new(big.Int).Rsh(x, uint(64*k))
			return low.And(low, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		})
	}
	var products, totals []uint64
	for i := range n {
		x, y := number(a[4*i:]), number(b[4*i:])
		products = append(products, split(new(big.Int).Mul(x, y), 8)...)
		totals = append(totals, split(new(big.Int).Add(x, y), 4)...)
	}
	return one(n, out(products), out(totals), in(a), in(b))
}

func monteCarlo(i, rounds uint32) (hits uint32) {
	s := [4]uint32{123456789 + i, 362436069, 521288629 ^ i<<7, 88675123}
	next := func() uint64 {
		t := s[0] ^ s[0]<<11
		s[0], s[1], s[2] = s[1], s[2], s[3]
		s[3] ^= s[3]>>19 ^ t ^ t>>8
		return uint64(s[3] >> 1)
	}
	for range rounds {
		x, y := next(), next()
		if x*x+y*y < 1<<62 {
			hits++
		}
	}
	return hits
}
