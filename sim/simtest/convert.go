package simtest

import (
	"fmt"
	"math"

	"heddle/arch"
)

// The rows of convert.cl and scale950.cl.

// eight is an 8-bit format of one chip with its special values (facts
// isa/semantics.md §2).
type eight struct {
	grid
	fnuz, infinity bool
}

func eightOf(bf8 bool, chip *arch.Chip) eight {
	switch {
	case chip == &arch.GFX942 && bf8:
		return eight{grid: gridBF8FNUZ, fnuz: true}
	case chip == &arch.GFX942:
		return eight{grid: gridFP8FNUZ, fnuz: true}
	case bf8:
		return eight{grid: gridBF8, infinity: true}
	}
	return eight{grid: gridFP8}
}

func (e eight) decode(code uint8) float64 {
	c := uint32(code)
	switch {
	case e.fnuz && c == 0x80, !e.fnuz && c&0x7f > e.top && !(e.infinity && c&0x7f == e.top+1):
		return math.NaN()
	case c&0x7f > e.top:
		return math.Copysign(math.Inf(1), float64(int8(code)))
	}
	return e.grid.decode(c)
}

// encode rounds to nearest even; what is too large becomes NaN or infinity.
func (e eight) encode(x float64) uint8 {
	c, past := e.nearest(x)
	return e.finish(x, c, past)
}

func (e eight) finish(x float64, c uint32, past bool) uint8 {
	switch {
	case e.fnuz && past:
		return 0x80
	case e.fnuz && c == 0:
		return 0
	case past && e.infinity:
		c = e.top + 1
	case past:
		c = 0x7f
	}
	return uint8(signed(x, c, 0x80))
}

// stochastic adds random bits to those of x that do not fit and cuts off.
func (e eight) stochastic(x float32, random uint32) uint8 {
	drop := 23 - e.frac
	m := math.Float32bits(x)&0x7fffffff + random>>(32-drop)
	v := math.Float32frombits(m >> drop << drop)
	c := e.below(float64(v))
	return e.finish(float64(x), c, c > e.top)
}

// numbers expects these values; any NaN will do for a NaN.
func numbers[T uint16 | float32](want []float64, value func(T) float64, round func(float64) T) *memory {
	return judged(len(want), func(got []T) error {
		for i, w := range want {
			if w == w && got[i] != round(w) || w != w && value(got[i]) == value(got[i]) {
				return fmt.Errorf("[%d]: got %v (%#x), want %v", i, value(got[i]), got[i], w)
			}
		}
		return nil
	})
}

func floats(want []float64) *memory {
	return numbers(want, func(v float32) float64 { return float64(v) }, func(v float64) float32 { return float32(v) })
}

func halves(want []float64) *memory {
	return numbers(want, func(c uint16) float64 {
		if c&0x7fff > 0x7c00 {
			return math.NaN()
		}
		return fromF16(c)
	}, f16)
}

func bfloats(want []float64) *memory { return numbers(want, fromBF16, bf16) }

// everyCode has all 256 codes, four in a word.
func everyCode() []uint32 {
	return values(64, func(i int) uint32 { return 0x03020100 + uint32(i)*0x04040404 })
}

func byteOf(w uint32, k int) uint8 { return uint8(w >> (8 * k)) }

var convertRows = []Row{
	{File: "convert", Kernel: "fp8_to_f32", launch: func(g *gen) launch { return wideEight(eightOf(false, g.chip)) }},
	{File: "convert", Kernel: "bf8_to_f32", launch: func(g *gen) launch { return wideEight(eightOf(true, g.chip)) }},
	{File: "convert", Kernel: "round_trip", launch: func(g *gen) launch {
		x := everyCode()
		formats := [4]eight{eightOf(false, g.chip), eightOf(false, g.chip), eightOf(true, g.chip), eightOf(true, g.chip)}
		check := func(got []uint32) error {
			for i, w := range got {
				for k := range 4 {
					e, was, is := formats[i%4], byteOf(x[i/4], k), byteOf(w, k)
					if v := e.decode(was); v == v && was != is || v != v && e.decode(is) == e.decode(is) {
						return fmt.Errorf("way %d: code %#x came back as %#x", i%4, was, is)
					}
				}
			}
			return nil
		}
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{judged(4*len(x), check), in(x)}}
	}},
	{File: "convert", Kernel: "from_f32", launch: func(g *gen) launch {
		const n = 256
		fp8, bf8 := eightOf(false, g.chip), eightOf(true, g.chip)
		x := values(2*n, func(i int) float32 {
			if i%2 == 0 {
				return g.anyFloat(-5, 6) // normal in both formats: what random bits do to a subnormal is not known
			}
			return g.anyFloat(-20, 17)
		})
		random := values(n, func(int) uint32 { return g.Uint32() })
		want := values(6*n, func(at int) uint32 {
			i := at / 6
			a, b := float64(x[2*i]), float64(x[2*i+1])
			pair := func(e eight, a, b float64) uint32 { return uint32(e.encode(b))<<8 | uint32(e.encode(a)) }
			switch at % 6 {
			case 0:
				return 0xaaaa0000 | pair(fp8, a, b)
			case 1:
				return 0xbbbb | pair(fp8, -a, b)<<16
			case 2:
				return 0xaaaa0000 | pair(bf8, a, -b)
			case 3:
				return 0xbbbb | pair(bf8, a, b)<<16
			case 4:
				return 0x01000304 | uint32(fp8.stochastic(x[2*i], random[i]))<<16
			}
			return 0x01020004 | uint32(bf8.stochastic(x[2*i], random[i]))<<8
		})
		return launch{grid: [3]uint32{4, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x), in(random)}}
	}},
}

func wideEight(e eight) launch {
	x := everyCode()
	want := values(8*len(x), func(i int) float64 { return e.decode(byteOf(x[i/8], i%4)) })
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{floats(want), in(x)}}
}
