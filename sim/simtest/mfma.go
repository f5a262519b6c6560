package simtest

import (
	"math"
	"strings"

	"heddle/arch"
)

// The rows of mfma.cl: one tile through every matrix builtin. Inputs are small
// integers, so that every sum is exact, whatever the order it is taken in.

// elem is the type of a matrix element: its codes and what they stand for. Pool
// holds the codes that inputs are taken from.
type elem struct {
	bits  int
	value func(code uint64) float64
	pool  []uint64
}

// gridElem has the integers up to limit of a small format.
func gridElem(g grid, limit float64) elem {
	e := elem{bits: g.width(), value: func(c uint64) float64 { return g.decode(uint32(c)) }}
	sign := uint64(signOfWidths[e.bits])
	for c := range uint64(g.top) + 1 {
		if v := g.value(uint32(c)); v == math.Trunc(v) && v <= limit {
			e.pool = append(e.pool, c)
			if v != 0 {
				e.pool = append(e.pool, c|sign)
			}
		}
	}
	return e
}

func integers(bits, limit int, code func(v float64) uint64, value func(code uint64) float64) elem {
	return elem{bits, value, values(2*limit+1, func(i int) uint64 { return code(float64(i - limit)) })}
}

func elemOf(name string, chip *arch.Chip) elem {
	fnuz := chip == &arch.GFX942 // facts isa/semantics.md §2
	switch name {
	case "f64":
		return integers(64, 100, math.Float64bits, math.Float64frombits)
	case "f32", "xf32":
		return integers(32, 100, func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) },
			func(c uint64) float64 { return float64(math.Float32frombits(uint32(c))) })
	case "i8":
		return integers(8, 127, func(v float64) uint64 { return uint64(uint8(int8(v))) }, func(c uint64) float64 { return float64(int8(c)) })
	case "f16":
		return gridElem(gridF16, 60)
	case "bf16":
		return gridElem(gridBF16, 60)
	case "fp8":
		if fnuz {
			return gridElem(gridFP8FNUZ, 16)
		}
		return gridElem(gridFP8, 16)
	case "bf8":
		if fnuz {
			return gridElem(gridBF8FNUZ, 16)
		}
		return gridElem(gridBF8, 16)
	case "fp6":
		return gridElem(gridFP6, 8)
	case "bf6":
		return gridElem(gridBF6, 16)
	case "fp4":
		return gridElem(gridFP4, 6)
	}
	panic("BUG: no element type " + name)
}

// tile describes a matrix instruction: D (m x n) = A (m x k) B (k x n) + C in
// each of its blocks.
type tile struct {
	kernel           string
	m, n, k, blocks  int
	a, b, c          string // element types
	cbsz, abid, blgp int
	sparse, split    bool // A holds 2 of 4; B holds k in two halves (gfx950's doubled SMFMAC)
	chip             *arch.Chip
}

var dense = []tile{
	{kernel: "mfma_f32_32x32x1f32", m: 32, n: 32, k: 1, blocks: 2, a: "f32", b: "f32", c: "f32"},
	{kernel: "mfma_f32_16x16x1f32", m: 16, n: 16, k: 1, blocks: 4, a: "f32", b: "f32", c: "f32"},
	{kernel: "mfma_f32_4x4x1f32", m: 4, n: 4, k: 1, blocks: 16, a: "f32", b: "f32", c: "f32"},
	{kernel: "mfma_f32_32x32x2f32", m: 32, n: 32, k: 2, blocks: 1, a: "f32", b: "f32", c: "f32"},
	{kernel: "mfma_f32_16x16x4f32", m: 16, n: 16, k: 4, blocks: 1, a: "f32", b: "f32", c: "f32"},
	{kernel: "mfma_f32_32x32x4f16", m: 32, n: 32, k: 4, blocks: 2, a: "f16", b: "f16", c: "f32"},
	{kernel: "mfma_f32_16x16x4f16", m: 16, n: 16, k: 4, blocks: 4, a: "f16", b: "f16", c: "f32"},
	{kernel: "mfma_f32_4x4x4f16", m: 4, n: 4, k: 4, blocks: 16, a: "f16", b: "f16", c: "f32"},
	{kernel: "mfma_f32_32x32x8f16", m: 32, n: 32, k: 8, blocks: 1, a: "f16", b: "f16", c: "f32"},
	{kernel: "mfma_f32_16x16x16f16", m: 16, n: 16, k: 16, blocks: 1, a: "f16", b: "f16", c: "f32"},
	{kernel: "mfma_f32_32x32x4bf16_1k", m: 32, n: 32, k: 4, blocks: 2, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "mfma_f32_16x16x4bf16_1k", m: 16, n: 16, k: 4, blocks: 4, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "mfma_f32_4x4x4bf16_1k", m: 4, n: 4, k: 4, blocks: 16, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "mfma_f32_32x32x8bf16_1k", m: 32, n: 32, k: 8, blocks: 1, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "mfma_f32_16x16x16bf16_1k", m: 16, n: 16, k: 16, blocks: 1, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "mfma_i32_32x32x4i8", m: 32, n: 32, k: 4, blocks: 2, a: "i8", b: "i8", c: "i32"},
	{kernel: "mfma_i32_16x16x4i8", m: 16, n: 16, k: 4, blocks: 4, a: "i8", b: "i8", c: "i32"},
	{kernel: "mfma_i32_4x4x4i8", m: 4, n: 4, k: 4, blocks: 16, a: "i8", b: "i8", c: "i32"},
	{kernel: "mfma_i32_32x32x16_i8", m: 32, n: 32, k: 16, blocks: 1, a: "i8", b: "i8", c: "i32"},
	{kernel: "mfma_i32_16x16x32_i8", m: 16, n: 16, k: 32, blocks: 1, a: "i8", b: "i8", c: "i32"},
	{kernel: "mfma_f64_16x16x4f64", m: 16, n: 16, k: 4, blocks: 1, a: "f64", b: "f64", c: "f64"},
	{kernel: "mfma_f64_4x4x4f64", m: 4, n: 4, k: 4, blocks: 4, a: "f64", b: "f64", c: "f64"},
	{kernel: "mfma_f32_16x16x8_xf32", m: 16, n: 16, k: 8, blocks: 1, a: "xf32", b: "xf32", c: "f32", chip: &arch.GFX942},
	{kernel: "mfma_f32_32x32x4_xf32", m: 32, n: 32, k: 4, blocks: 1, a: "xf32", b: "xf32", c: "f32", chip: &arch.GFX942},
	{kernel: "mfma_f32_16x16x32_f16", m: 16, n: 16, k: 32, blocks: 1, a: "f16", b: "f16", c: "f32", chip: &arch.GFX950},
	{kernel: "mfma_f32_32x32x16_f16", m: 32, n: 32, k: 16, blocks: 1, a: "f16", b: "f16", c: "f32", chip: &arch.GFX950},
	{kernel: "mfma_f32_16x16x32_bf16", m: 16, n: 16, k: 32, blocks: 1, a: "bf16", b: "bf16", c: "f32", chip: &arch.GFX950},
	{kernel: "mfma_f32_32x32x16_bf16", m: 32, n: 32, k: 16, blocks: 1, a: "bf16", b: "bf16", c: "f32", chip: &arch.GFX950},
	{kernel: "mfma_i32_16x16x64_i8", m: 16, n: 16, k: 64, blocks: 1, a: "i8", b: "i8", c: "i32", chip: &arch.GFX950},
	{kernel: "mfma_i32_32x32x32_i8", m: 32, n: 32, k: 32, blocks: 1, a: "i8", b: "i8", c: "i32", chip: &arch.GFX950},

	{kernel: "broadcast_32x32x4f16", m: 32, n: 32, k: 4, blocks: 2, a: "f16", b: "f16", c: "f32", cbsz: 1, abid: 1},
	{kernel: "broadcast_16x16x4i8", m: 16, n: 16, k: 4, blocks: 4, a: "i8", b: "i8", c: "i32", cbsz: 2, abid: 3},
	{kernel: "broadcast_4x4x1f32", m: 4, n: 4, k: 1, blocks: 16, a: "f32", b: "f32", c: "f32", cbsz: 3, abid: 5, blgp: 2},
	{kernel: "rotate_16x16x4f32", m: 16, n: 16, k: 4, blocks: 1, a: "f32", b: "f32", c: "f32", blgp: 3},
	{kernel: "rotate_16x16x4bf16", m: 16, n: 16, k: 4, blocks: 4, a: "bf16", b: "bf16", c: "f32", cbsz: 1, blgp: 6},
	{kernel: "negate_16x16x4f64", m: 16, n: 16, k: 4, blocks: 1, a: "f64", b: "f64", c: "f64", blgp: 5},
}

var sparseTiles = []tile{
	{kernel: "smfmac_f32_16x16x32_f16", m: 16, n: 16, k: 32, a: "f16", b: "f16", c: "f32"},
	{kernel: "smfmac_f32_32x32x16_f16", m: 32, n: 32, k: 16, a: "f16", b: "f16", c: "f32"},
	{kernel: "smfmac_f32_16x16x32_bf16", m: 16, n: 16, k: 32, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "smfmac_f32_32x32x16_bf16", m: 32, n: 32, k: 16, a: "bf16", b: "bf16", c: "f32"},
	{kernel: "smfmac_i32_16x16x64_i8", m: 16, n: 16, k: 64, a: "i8", b: "i8", c: "i32"},
	{kernel: "smfmac_i32_32x32x32_i8", m: 32, n: 32, k: 32, a: "i8", b: "i8", c: "i32"},
	{kernel: "set2_smfmac_f32_16x16x32_f16", m: 16, n: 16, k: 32, a: "f16", b: "f16", c: "f32", abid: 2},
	{kernel: "set1_smfmac_i32_32x32x32_i8", m: 32, n: 32, k: 32, a: "i8", b: "i8", c: "i32", abid: 1},
	{kernel: "smfmac_f32_16x16x64_f16", m: 16, n: 16, k: 64, a: "f16", b: "f16", c: "f32", split: true},
	{kernel: "smfmac_f32_32x32x32_f16", m: 32, n: 32, k: 32, a: "f16", b: "f16", c: "f32", split: true},
	{kernel: "smfmac_f32_16x16x64_bf16", m: 16, n: 16, k: 64, a: "bf16", b: "bf16", c: "f32", split: true},
	{kernel: "smfmac_f32_32x32x32_bf16", m: 32, n: 32, k: 32, a: "bf16", b: "bf16", c: "f32", split: true},
	{kernel: "smfmac_i32_16x16x128_i8", m: 16, n: 16, k: 128, a: "i8", b: "i8", c: "i32", split: true},
	{kernel: "smfmac_i32_32x32x64_i8", m: 32, n: 32, k: 64, a: "i8", b: "i8", c: "i32", split: true},
	{kernel: "set1_smfmac_f32_16x16x64_f16", m: 16, n: 16, k: 64, a: "f16", b: "f16", c: "f32", abid: 1, split: true},
}

// mfmaRows are the rows of mfma.cl.
func mfmaRows() []Row {
	tiles := append([]tile{}, dense...)
	tiles = append(tiles, sparseTiles...)
	for _, a := range []string{"fp8", "bf8"} {
		for _, b := range []string{"fp8", "bf8"} {
			types := "_" + a + "_" + b
			tiles = append(tiles,
				tile{kernel: "mfma_f32_16x16x32" + types, m: 16, n: 16, k: 32, blocks: 1, a: a, b: b, c: "f32"},
				tile{kernel: "mfma_f32_32x32x16" + types, m: 32, n: 32, k: 16, blocks: 1, a: a, b: b, c: "f32"},
				tile{kernel: "smfmac_f32_16x16x64" + types, m: 16, n: 16, k: 64, a: a, b: b, c: "f32"},
				tile{kernel: "smfmac_f32_32x32x32" + types, m: 32, n: 32, k: 32, a: a, b: b, c: "f32"},
				tile{kernel: "smfmac_f32_16x16x128" + types, m: 16, n: 16, k: 128, a: a, b: b, c: "f32", split: true},
				tile{kernel: "smfmac_f32_32x32x64" + types, m: 32, n: 32, k: 64, a: a, b: b, c: "f32", split: true})
		}
	}
	var rows []Row
	for _, t := range tiles {
		if t.sparse = strings.Contains(t.kernel, "smfmac"); t.sparse {
			t.blocks = 1
		}
		if t.split {
			t.chip = &arch.GFX950
		}
		rows = append(rows, Row{File: "mfma", Kernel: t.kernel, Chip: t.chip, launch: func(g *gen) launch { return t.launch(g) }})
	}
	return append(rows, Row{File: "mfma", Kernel: "matmul_mfma", launch: matmulMFMA},
		Row{File: "mfma", Kernel: "many_accumulators", launch: manyAccumulators})
}

// place is where a lane's registers hold a value: its number counted across
// them, lowest bits first.
type place struct{ lane, item int }

// inputPlace is the place of the k-th value of row (or column) i of block b, in an operand with
// size rows that holds k values of depth (facts isa/semantics.md §7). Split operands hold two
// consecutive halves of k (facts mfma_layouts.json).
func inputPlace(size, depth, blocks int, split bool, b, i, k int) place {
	half, first := depth, 0
	if split {
		half = depth / 2
		first = k / half
		k %= half
	}
	each := half * size * blocks / 64
	return place{i + size*(b+blocks*(k/each)), first*each + k%each}
}

// outputPlace is where C and D hold row i, column j of block b.
func (t tile) outputPlace(b, i, j int) place {
	if t.c == "f64" && t.blocks > 1 { // facts isa/semantics.md §7
		return place{j + t.n*(b+t.blocks*i), 0}
	}
	h := 4
	if t.c == "f64" {
		h = 1
	}
	bi := (64 + t.n*t.m/h - 1) / (t.n * t.m / h)
	mi := 64 / bi / t.n
	groups := t.m / (h * mi)
	return place{j + t.n*(i/h%mi+mi*(b%bi)), i%h + h*(i/(h*mi)+groups*(b/bi))}
}

// fill gives each lane count random codes.
func (e elem) fill(g *gen, count int) [64][]uint64 {
	var r [64][]uint64
	for l := range r {
		r[l] = values(count, func(int) uint64 { return e.pool[g.IntN(len(e.pool))] })
	}
	return r
}

// pack writes the lanes' values into stride bytes each.
func (e elem) pack(r [64][]uint64, stride int) []uint8 {
	b := make([]uint8, 64*stride)
	for l, items := range r {
		for n, code := range items {
			for bit := range e.bits {
				at := n*e.bits + bit
				b[l*stride+at/8] |= uint8(code>>bit&1) << (at % 8)
			}
		}
	}
	return b
}

// sourceLanes are the lanes that A and B of lane l come from.
func (t tile) sourceLanes(l int) (a, b int) {
	a, b = l, l
	if t.c == "f64" || t.sparse {
		return a, b // there CBSZ, ABID and BLGP mean other things
	}
	if t.cbsz > 0 {
		block := l / t.m
		a = l%t.m + t.m*(block-block%(1<<t.cbsz)+t.abid)
	}
	return a, [...]int{l, l % 32, l%32 + 32, (l + 16) % 64, l % 16, l%16 + 16, l%16 + 32, l%16 + 48}[t.blgp]
}

func (t tile) launch(g *gen) launch {
	ea, eb := elemOf(t.a, g.chip), elemOf(t.b, g.chip)
	depthA := t.k
	if t.sparse {
		depthA /= 2
	}
	a := ea.fill(g, depthA*t.m*t.blocks/64)
	b := eb.fill(g, t.k*t.n*t.blocks/64)
	index := sparseIndex(g)
	at := func(e elem, r [64][]uint64, p place) float64 { return e.value(r[p.lane][p.item]) }
	dot := func(blk, i, j int) (sum float64) {
		for k := range depthA {
			pa := inputPlace(t.m, depthA, t.blocks, false, blk, i, k)
			dense := k
			if t.sparse {
				set := t.abid * 2 * len(a[0])
				dense = k/2*4 + int(index[pa.lane]>>(set+2*pa.item)&3)
			}
			pb := inputPlace(t.n, t.k, t.blocks, t.split, blk, j, dense)
			pa.lane, _ = t.sourceLanes(pa.lane)
			_, pb.lane = t.sourceLanes(pb.lane)
			sum += at(ea, a, pa) * at(eb, b, pb)
		}
		return sum
	}
	cd := t.results(g, dot)
	args := []any{cd[0], in(ea.pack(a, len(a[0])*ea.bits/8)), in(eb.pack(b, len(b[0])*eb.bits/8)), cd[1]}
	if t.sparse {
		args = append(args, in(index))
	}
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: args}
}

// results are D and C, of which dot gives the product for each place.
func (t tile) results(g *gen, dot func(blk, i, j int) float64) [2]any {
	each := t.m * t.n * t.blocks / 64
	c := values(64*each, func(int) float64 { return g.small(1000) })
	d := make([]float64, len(c))
	for blk := range t.blocks {
		for i := range t.m {
			for j := range t.n {
				p := t.outputPlace(blk, i, j)
				at := p.lane*each + p.item
				sum, add := dot(blk, i, j), c[at]
				if t.c == "f64" { // BLGP negates A, B and C
					sum *= float64((1 - t.blgp&1*2) * (1 - t.blgp&2))
					add *= float64(1 - t.blgp&4/2)
				}
				d[at] = sum + add
			}
		}
	}
	switch t.c {
	case "f64":
		return [2]any{out(d), in(c)}
	case "i32":
		to := func(v []float64) []int32 { return values(len(v), func(i int) int32 { return int32(v[i]) }) }
		return [2]any{out(to(d)), in(to(c))}
	}
	to := func(v []float64) []float32 { return values(len(v), func(i int) float32 { return float32(v[i]) }) }
	return [2]any{out(to(d)), in(to(c))}
}

// sparseIndex is an index register: eight ascending pairs of two bits a lane.
func sparseIndex(g *gen) []uint32 {
	pairs := []uint32{0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110} // the second position above the first
	return values(64, func(int) (r uint32) {
		for k := range 8 {
			r |= pairs[g.IntN(len(pairs))] << (4 * k)
		}
		return r
	})
}

func matmulMFMA(g *gen) launch {
	const k = 64
	a, b := values(32*k, func(int) float32 { return float32(g.small(20)) }), values(k*32, func(int) float32 { return float32(g.small(20)) })
	halves := func(v []float32) []uint16 { return values(len(v), func(i int) uint16 { return f16(float64(v[i])) }) }
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1},
		args: []any{out(product(32, 32, k, a, b)), in(halves(a)), in(halves(b)), int32(k)}}
}

func manyAccumulators(g *gen) launch {
	const n = 3
	t := tile{m: 32, n: 32, k: 1, blocks: 2, c: "f32"}
	a, b := values(n*8*64, func(int) float32 { return float32(g.small(20)) }), values(n*64, func(int) float32 { return float32(g.small(20)) })
	want := make([]float32, 8*64*32)
	for acc := range 8 {
		for blk := range 2 {
			for i := range 32 {
				for j := range 32 {
					p := t.outputPlace(blk, i, j)
					sum := float32(acc)
					for k := range n {
						sum += a[(k*8+acc)*64+i+32*blk] * b[k*64+j+32*blk]
					}
					want[(acc*64+p.lane)*32+p.item] = sum
				}
			}
		}
	}
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(a), in(b), int32(n)}}
}
