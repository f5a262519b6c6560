package simtest

import (
	"fmt"
	"math"
	"slices"

	"heddle/arch"
)

// scaleRows are the rows of scale950.cl.
func scaleRows() []Row {
	rows := []Row{
		{Kernel: "widen_fp8", launch: func(g *gen) launch { return widen8(eightOf(false, g.chip)) }},
		{Kernel: "widen_bf8", launch: func(g *gen) launch { return widen8(eightOf(true, g.chip)) }},
		{Kernel: "widen_fp4", launch: func(*gen) launch {
			x := everyCode()
			// Only the scale's exponent counts: -3 is 2.
			want := values(8*len(x), func(i int) float64 { return 2 * gridFP4.decode(x[i/8]>>(4*(i%8))&15) })
			return launch{args: []any{floats(want), halves(want), bfloats(want), in(x), float32(-3)}}
		}},
		{Kernel: "widen_fp6", launch: func(g *gen) launch { return widen6(g, gridFP6) }},
		{Kernel: "widen_bf6", launch: func(g *gen) launch { return widen6(g, gridBF6) }},
		{Kernel: "narrow_fp8", launch: func(g *gen) launch { return narrow8(g, eightOf(false, g.chip)) }},
		{Kernel: "narrow_bf8", launch: func(g *gen) launch { return narrow8(g, eightOf(true, g.chip)) }},
		{Kernel: "narrow_fp4", launch: narrow4},
		{Kernel: "narrow_fp6", launch: func(g *gen) launch { return narrow6(g, gridFP6) }},
		{Kernel: "narrow_bf6", launch: func(g *gen) launch { return narrow6(g, gridBF6) }},
		{Kernel: "exact_sr_fp6", launch: func(g *gen) launch { return exactSR(g, gridFP6) }},
		{Kernel: "exact_sr_bf6", launch: func(g *gen) launch { return exactSR(g, gridBF6) }},
		{Kernel: "exact_sr_small", launch: exactSRSmall},
		{Kernel: "stochastic_halves", launch: stochasticHalves},
	}
	for i := range rows {
		plan := rows[i].launch
		rows[i].launch = func(g *gen) launch {
			l := plan(g)
			l.grid, l.block = [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}
			return l
		}
	}
	formats := []string{"fp8", "bf8", "fp6", "bf6", "fp4"}
	for a, ta := range formats {
		for b, tb := range formats {
			for _, t := range []tile{{m: 16, n: 16, k: 128}, {m: 32, n: 32, k: 64}} {
				t.blocks, t.a, t.b, t.c = 1, ta, tb, "f32"
				t.kernel = fmt.Sprintf("scaled_%dx%dx%d_%d_%d", t.m, t.n, t.k, a, b)
				byteA, byteB := (a+b)&3, (a*3+b+1)&3
				rows = append(rows, Row{Kernel: t.kernel, launch: func(g *gen) launch { return t.scaled(g, byteA, byteB) }})
				switch [3]int{t.m, a, b} {
				case [3]int{16, 0, 1}, [3]int{16, 2, 4}, [3]int{32, 4, 3}, [3]int{32, 1, 0}:
					rows = append(rows, Row{Kernel: "un" + t.kernel, launch: func(g *gen) launch { return t.scaled(g, -1, -1) }})
				}
			}
		}
	}
	for i := range rows {
		rows[i].File, rows[i].Chip = "scale950", &arch.GFX950
	}
	return rows
}

// scaled is a launch of v_mfma_scale_f32_*_f8f6f4, of which byteA and byteB
// select the bytes of the scale registers; without them there are no scales.
func (t tile) scaled(g *gen, byteA, byteB int) launch {
	ea, eb := elemOf(t.a, g.chip), elemOf(t.b, g.chip)
	a, b := ea.fill(g, t.k*t.m/64), eb.fill(g, t.k*t.n/64)
	scale := func() []uint32 { // exponents -2 to 2
		return values(64, func(int) (r uint32) {
			for k := range 4 {
				r |= uint32(125+g.IntN(5)) << (8 * k)
			}
			return r
		})
	}
	sa, sb := scale(), scale()
	factor := func(s []uint32, lane, byte int) float64 {
		if byte < 0 {
			return 1
		}
		return math.Ldexp(1, int(s[lane]>>(8*byte)&0xff)-127)
	}
	args := t.results(g, func(_, i, j int) (sum float64) {
		for k := range t.k {
			pa := inputPlace(t.m, t.k, 1, ea.bits == 8, 0, i, k)
			pb := inputPlace(t.n, t.k, 1, eb.bits == 8, 0, j, k)
			block := k / 32
			sum += ea.value(a[pa.lane][pa.item]) * eb.value(b[pb.lane][pb.item]) *
				factor(sa, i+t.m*block, byteA) * factor(sb, j+t.n*block, byteB)
		}
		return sum
	})
	l := launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{args[0], in(ea.pack(a, 32)), in(eb.pack(b, 32)), args[1]}}
	if byteA >= 0 {
		l.args = append(l.args, in(sa), in(sb))
	}
	return l
}

func widen8(e eight) launch {
	const scale = 0.25
	x := everyCode()
	value := func(w, k int) float64 { return e.decode(byteOf(x[w], k)) * scale }
	return launch{args: []any{
		floats(values(8*len(x), func(i int) float64 { return value(i/8, i%4) })),
		halves(values(8*len(x), func(i int) float64 { return value(i/8, i%4) })),
		bfloats(values(4*len(x), func(i int) float64 { return value(i/4, i%4) })), in(x), float32(scale)}}
}

// sixes reads the n-th of consecutive 6-bit codes.
func sixes(x []uint32, n int) (c uint32) {
	for b := range 6 {
		at := 6*n + b
		c |= x[at/32] >> (at % 32) & 1 << b
	}
	return c
}

func widen6(g *gen, f grid) launch {
	const lanes, scale = 64, 8
	x := values(6*lanes, func(int) uint32 { return g.Uint32() })
	want := values(32*lanes, func(i int) float64 { return f.decode(sixes(x[i/32*6:], i%32)) * scale })
	return launch{args: []any{floats(want), halves(want), bfloats(want), in(x), float32(scale)}}
}

// sources are n values as f32, f16 and bf16 round them, none of them zero.
func sources(g *gen, n, lo, hi int) (f []float32, h, b []uint16) {
	f = values(n, func(int) float32 { return g.anyFloat(lo, hi) })
	h = values(n, func(int) uint16 { return f16(float64(g.anyFloat(lo, hi))) })
	b = values(n, func(int) uint16 { return bf16(float64(g.anyFloat(lo, hi))) })
	return f, h, b
}

func narrow8(g *gen, e eight) launch {
	const lanes, scale = 64, 0.5
	f, h, b := sources(g, 2*lanes, -14, 14)
	want := values(3*lanes, func(at int) uint32 {
		i := at / 3
		pair := func(x, y float64) uint32 { return uint32(e.encode(y/scale))<<8 | uint32(e.encode(x/scale)) }
		switch at % 3 {
		case 0:
			return 0x12340000 | pair(float64(f[2*i]), float64(f[2*i+1]))
		case 1:
			return 0x1234 | pair(fromF16(h[2*i]), fromF16(h[2*i+1]))<<16
		}
		return 0x12340000 | pair(fromBF16(b[2*i]), fromBF16(b[2*i+1]))
	})
	return launch{args: []any{out(want), in(f), in(h), in(b), float32(scale)}}
}

// saturated is the code of x in a format without infinity and NaN.
func saturated(f grid, x float64) uint32 {
	c, _ := f.nearest(x)
	return signed(x, min(c, f.top), signOfWidths[f.width()])
}

func narrow4(g *gen) launch {
	const lanes, scale = 64, 4
	f, h, b := sources(g, 2*lanes, -2, 6)
	want := values(lanes, func(i int) uint32 {
		pair := func(x, y float64) uint32 { return saturated(gridFP4, y/scale)<<4 | saturated(gridFP4, x/scale) }
		return pair(float64(f[2*i]), float64(f[2*i+1]))<<8 | pair(fromF16(h[2*i]), fromF16(h[2*i+1]))<<24 |
			pair(fromBF16(b[2*i]), fromBF16(b[2*i+1]))<<16
	})
	return launch{args: []any{out(want), in(f), in(h), in(b), float32(scale)}}
}

// sixPacks expects per lane three vectors of 32 6-bit codes, each in 24 of 32 bytes.
func sixPacks(lanes int, code func(lane, vector, n int) uint32) *memory {
	return judged(3*lanes*8, func(got []uint32) error {
		for i := range lanes {
			for v := range 3 {
				for n := range 32 {
					if have, want := sixes(got[(3*i+v)*8:], n), code(i, v, n); have != want {
						return fmt.Errorf("lane %d, vector %d, element %d: code %#x, want %#x", i, v, n, have, want)
					}
				}
			}
		}
		return nil
	})
}

func narrow6(g *gen, f grid) launch {
	const lanes, scale = 64, 2
	x, h, b := sources(g, 32*lanes, -5, 6)
	want := sixPacks(lanes, func(i, v, n int) uint32 {
		switch v {
		case 0: // element n comes from one of two vectors of 16
			return saturated(f, float64(x[32*i+n%2*16+n/2])/scale)
		case 1:
			return saturated(f, fromF16(h[32*i+n])/scale)
		}
		return saturated(f, fromBF16(b[32*i+n])/scale)
	})
	return launch{args: []any{want, in(x), in(h), in(b), float32(scale)}}
}

func exactSR(g *gen, f grid) launch {
	const lanes = 64
	codes := values(32*lanes, func(int) uint32 {
		c := g.Uint32N(f.top) + 1
		return c | g.Uint32N(2)*signOfWidths[f.width()]
	})
	value := func(i int) float64 { return f.decode(codes[i]) }
	want := sixPacks(lanes, func(i, _, n int) uint32 { return codes[32*i+n] })
	return launch{args: []any{want, in(values(len(codes), func(i int) float32 { return float32(value(i)) })),
		in(values(len(codes), func(i int) uint16 { return f16(value(i)) })),
		in(values(len(codes), func(i int) uint16 { return bf16(value(i)) })), g.Uint32()}}
}

func exactSRSmall(g *gen) launch {
	const lanes = 64
	fp8, bf8 := eightOf(false, g.chip), eightOf(true, g.chip)
	pick := func(int) float64 { return gridFP4.decode(g.Uint32N(7) + 1 + 8*g.Uint32N(2)) }
	f, h, b := values(2*lanes, pick), values(2*lanes, pick), values(2*lanes, pick)
	want := values(3*lanes, func(at int) uint32 {
		i := at / 3 * 2
		four := func(v []float64) uint32 { return saturated(gridFP4, v[i+1])<<4 | saturated(gridFP4, v[i]) }
		switch at % 3 {
		case 0:
			return uint32(fp8.encode(f[i])) | uint32(fp8.encode(h[i]))<<8 | uint32(fp8.encode(b[i+1]))<<24
		case 1:
			return uint32(bf8.encode(f[i]))<<16 | uint32(bf8.encode(h[i])) | uint32(bf8.encode(b[i+1]))<<8
		}
		return four(f) | four(h)<<24 | four(b)<<8
	})
	return launch{args: []any{out(want), in(values(len(f), func(i int) float32 { return float32(f[i]) })),
		in(values(len(h), func(i int) uint16 { return f16(h[i]) })), in(values(len(b), func(i int) uint16 { return bf16(b[i]) })), g.Uint32()}}
}

// stochasticHalves: no random bits cut off, all of them round away from zero,
// others do one or the other.
func stochasticHalves(g *gen) launch {
	const lanes = 64
	x := values(2*lanes, func(int) float32 { return g.anyFloat(-10, 10) })
	random := values(lanes, func(i int) uint32 { return []uint32{0, math.MaxUint32, g.Uint32()}[i%3] })
	check := func(got []uint32) error {
		for at, w := range got {
			f := []grid{gridF16, gridBF16}[at%2]
			for half := range 2 {
				v, c := float64(x[at/2*2+half]), uint32(uint16(w>>(16*half)))
				down := f.below(math.Abs(v))
				up := down
				if f.value(down) != math.Abs(v) {
					up++
				}
				allowed := [][]uint32{{down}, {up}, {down, up}}[at/2%3]
				if c>>15 != math.Float32bits(x[at/2*2+half])>>31 || !slices.Contains(allowed, c&0x7fff) {
					return fmt.Errorf("[%d] half %d: %v with random %#x gave %#x", at, half, v, random[at/2], c)
				}
			}
		}
		return nil
	}
	return launch{args: []any{judged(2*lanes, check), in(x), in(random)}}
}
