// Package gemmtest poses matrix multiplications for tests.
package gemmtest

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"heddle/arch"
	"heddle/kernels/gemm"
)

// Shape is a size of a product.
type Shape struct{ M, N, K int64 }

// Shapes are those of the cross product: aligned ones, such that are less than an
// instruction, one more and one less than tiles, and vectors.
var Shapes = []Shape{
	{1, 1, 1}, {16, 16, 16}, {17, 15, 33}, {64, 64, 64}, {65, 63, 31}, {128, 128, 128},
	{129, 130, 257}, {1, 300, 70}, {300, 1, 70}, {5, 7, 1}, {96, 160, 96}, {31, 257, 512},
}

// Pair is the types of A and B.
type Pair struct{ A, B string }

// pairs are the combinations of types that have instructions.
var pairs = []Pair{
	{"f16", "f16"}, {"bf16", "bf16"}, {"f32", "f32"}, {"f64", "f64"},
	{"fp8", "fp8"}, {"fp8", "bf8"}, {"bf8", "fp8"}, {"bf8", "bf8"}, {"i8", "i8"},
	{"mxfp8", "mxfp8"}, {"mxfp8", "mxfp6"}, {"mxfp8", "mxfp4"},
	{"mxfp6", "mxfp8"}, {"mxfp6", "mxfp6"}, {"mxfp6", "mxfp4"},
	{"mxfp4", "mxfp8"}, {"mxfp4", "mxfp6"}, {"mxfp4", "mxfp4"},
}

// Pairs are the combinations that a chip has.
func Pairs(c *arch.Chip) []Pair {
	var on []Pair
	for _, p := range pairs {
		if typ(p.A).On(c) == nil && typ(p.B).On(c) == nil {
			on = append(on, p)
		}
	}
	return on
}

func typ(name string) *gemm.Type {
	t, err := gemm.TypeByName(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return t
}

// Layouts are those that a type can have.
func Layouts(t *gemm.Type) []gemm.Layout {
	if t.Scaled {
		return []gemm.Layout{gemm.NT}
	}
	return gemm.Layouts
}

// Outs are the types of results of products of a type.
func Outs(t *gemm.Type) []*gemm.Type {
	var outs []*gemm.Type
	for _, name := range gemm.TypeNames() {
		p := gemm.Problem{Chip: &arch.GFX950, M: 1, N: 1, K: 1, Alpha: 1, A: t, B: t, Out: typ(name), Layout: gemm.NT}
		if p.Normalize() == nil {
			outs = append(outs, typ(name))
		}
	}
	return outs
}

// Epilogues change what follows the sum: those of the cross product.
var Epilogues = []struct {
	Name   string
	Change func(p *gemm.Problem)
}{
	{"plain", func(*gemm.Problem) {}},
	{"alpha beta", func(p *gemm.Problem) { p.Alpha, p.Beta = 2, -1 }},
	{"bias relu", func(p *gemm.Problem) { p.Bias, p.Act = true, gemm.ReLU }},
	{"everything", func(p *gemm.Problem) {
		p.Alpha, p.Beta, p.Bias, p.Act, p.Scale = 0.75, 0.5, true, gemm.GELU, 0.25
	}},
}

// Cross are the problems of the full cross product of a shape: chips, types,
// layouts, epilogues.
func Cross(s Shape) iter.Seq[*gemm.Problem] {
	return func(yield func(*gemm.Problem) bool) {
		for _, c := range arch.Chips {
			for _, pair := range Pairs(c) {
				for _, layout := range Layouts(typ(pair.A)) {
					for _, e := range Epilogues {
						p := posed(c, s, pair, layout)
						e.Change(p)
						if !yield(normal(p)) {
							return
						}
					}
				}
			}
		}
	}
}

func posed(c *arch.Chip, s Shape, pair Pair, layout gemm.Layout) *gemm.Problem {
	return &gemm.Problem{
		Chip: c, M: s.M, N: s.N, K: s.K, A: typ(pair.A), B: typ(pair.B),
		Layout: layout, Alpha: 1,
	}
}

func normal(p *gemm.Problem) *gemm.Problem {
	if err := p.Normalize(); err != nil {
		panic(fmt.Sprintf("BUG: %+v: %v", *p, err))
	}
	return p
}

// primes are sizes that no tile divides.
var primes = []int64{19, 23, 31, 37, 61, 67, 97, 113, 127, 131, 191, 211, 251, 257, 383, 509}

// big are sizes at a power of two that offsets of rows depend on.
var big = []int64{4095, 4096, 4097}

// RandomShape is the shape of a seed: small in all dimensions, vectors, K = 1,
// primes, about 4096 in one dimension, tall and wide ones. The product of its
// sizes is at most about 4 million.
func RandomShape(seed uint64) Shape {
	r := rand.New(rand.NewPCG(seed, 1))
	small := func() int64 { return 1 + r.Int64N(17) }
	prime := func() int64 { return primes[r.IntN(len(primes))] }
	large := func() int64 { return big[r.IntN(len(big))] }
	any := func(most int64) int64 { return 1 + r.Int64N(most) }
	switch r.IntN(10) {
	case 0, 1, 2:
		return Shape{small(), small(), small()}
	case 3:
		return Shape{1, any(700), any(400)}
	case 4:
		return Shape{any(700), 1, any(400)}
	case 5:
		return Shape{any(200), any(200), 1}
	case 6:
		p := func() int64 { return min(prime(), 211) }
		return Shape{p(), p(), min(prime(), 97)}
	case 7:
		s := [3]int64{small(), small(), small()}
		s[r.IntN(3)] = large()
		return Shape{s[0], s[1], s[2]}
	case 8: // tall or wide
		long, short := 500+any(2000), any(24)
		if r.IntN(2) == 0 {
			return Shape{long, short, any(80)}
		}
		return Shape{short, long, any(80)}
	}
	return Shape{any(200), any(200), any(100)}
}

// Random is the problem of a seed; two seeds, 2n and 2n+1, share a shape.
func Random(seed uint64) *gemm.Problem {
	s := RandomShape(seed / 2)
	r := rand.New(rand.NewPCG(seed, 2))
	chance := func(n int) bool { return r.IntN(n) == 0 }
	c := arch.Chips[r.IntN(len(arch.Chips))]
	on := Pairs(c)
	pair := on[r.IntN(9)] // those that all chips have
	if len(on) > 9 && chance(3) {
		pair = on[9+r.IntN(len(on)-9)]
	}
	layouts := Layouts(typ(pair.A))
	p := posed(c, s, pair, layouts[r.IntN(len(layouts))])
	outs := Outs(p.A)
	p.Out = outs[r.IntN(len(outs))]
	if chance(4) && s.M*s.N*s.K < 1<<20 {
		p.Batch = 1 + r.Int64N(5)
	}
	randomEpilogue(r, p)
	if most := (s.K + gemm.SplitKUnit - 1) / gemm.SplitKUnit; chance(3) {
		p.SplitK = 1 + r.Int64N(min(most, 7))
	}
	swizzle := []gemm.CacheSwizzle{gemm.SwizzleAuto, gemm.SwizzleAuto, gemm.SwizzleOn, gemm.SwizzleOff}[r.IntN(4)]
	normal(p)
	randomPlaces(r, p)
	normal(p)
	if p.CacheSwizzle = swizzle; p.Normalize() != nil { // rows are too long for one
		p.CacheSwizzle = gemm.SwizzleAuto
	}
	return p
}

func randomEpilogue(r *rand.Rand, p *gemm.Problem) {
	chance := func(n int) bool { return r.IntN(n) == 0 }
	integers := p.Out.Name == "i32" && chance(2)
	factor := func() float64 {
		if integers {
			return float64(r.IntN(7) - 3)
		}
		return float64(r.IntN(65)-32) / 16
	}
	if chance(2) {
		p.Alpha = factor()
	}
	if chance(2) {
		p.Beta = factor()
	}
	p.Bias = chance(2)
	p.Act = gemm.Activations[r.IntN(len(gemm.Activations))]
	if integers && chance(2) {
		p.Act = gemm.None
	}
	if !integers && chance(2) {
		p.Scale = float64(1+r.IntN(32)) / 8
	}
	// Keep most results in the range of their type.
	if out := p.Out.Name; p.A.Name == "i8" && (out == "f16" || out == "fp8") {
		p.Alpha /= 4096
	} else if p.A.Scaled && out == "fp8" {
		p.Alpha /= 16
	}
}

// randomPlaces moves rows and batches apart.
func randomPlaces(r *rand.Rand, p *gemm.Problem) {
	for _, f := range []struct {
		name       string
		ld, stride *int64
	}{{"a", &p.LDA, &p.StrideA}, {"b", &p.LDB, &p.StrideB}, {"c", &p.LDC, &p.StrideC}, {"d", &p.LDD, &p.StrideD}} {
		unit := int64(1)
		if p.A.Scaled && (f.name == "a" || f.name == "b") {
			unit = 4
		}
		if r.IntN(3) == 0 {
			*f.ld += unit * (1 + r.Int64N(9))
		}
		*f.stride = 0
		switch r.IntN(4) {
		case 0:
			if f.name != "d" {
				*f.stride = gemm.SharedStride
			}
		case 1:
			rows := map[string]int64{"a": p.M, "b": p.K, "c": p.M, "d": p.M}[f.name]
			if f.name == "a" && p.Layout.TransA() {
				rows = p.K
			}
			if f.name == "b" && p.Layout.TransB() {
				rows = p.N
			}
			*f.stride = rows**f.ld + unit*r.Int64N(40)
		case 2: // side by side in each row
			*f.stride = *f.ld + unit*r.Int64N(3)
			*f.ld = p.Batch**f.stride + unit*r.Int64N(3)
		}
	}
}

// Tiles are problems of one workgroup and three steps along K, one for each tile
// that gemm.Choose has for a pair of types in a layout: they are full.
func Tiles(c *arch.Chip, pair Pair, layout gemm.Layout) iter.Seq[*gemm.Problem] {
	return func(yield func(*gemm.Problem) bool) {
		seen := map[gemm.Config]bool{}
		for m := int64(1); m <= 256; m *= 2 {
			for n := int64(1); n <= 256; n *= 2 {
				config := gemm.Choose(normal(posed(c, Shape{m, n, 1}, pair, layout)))
				if seen[config] {
					continue
				}
				seen[config] = true
				s := Shape{int64(config.BM), int64(config.BN), 3 * int64(config.BK)}
				if !yield(normal(posed(c, s, pair, layout))) {
					return
				}
			}
		}
	}
}
