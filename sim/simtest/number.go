package simtest

import (
	"fmt"
	"math"
	"math/big"
)

// Small floating-point formats and exact arithmetic for the references,
// written apart from package num.

// grid is a binary format by the values of its magnitude codes, continued past
// the largest finite one as if there were no special values.
type grid struct {
	exp, frac, bias int
	top             uint32 // the largest finite code
}

var (
	gridF16      = grid{5, 10, 15, 0x7bff}
	gridBF16     = grid{8, 7, 127, 0x7f7f}
	gridFP8      = grid{4, 3, 7, 0x7e}
	gridBF8      = grid{5, 2, 15, 0x7b}
	gridFP8FNUZ  = grid{4, 3, 8, 0x7f}
	gridBF8FNUZ  = grid{5, 2, 16, 0x7f}
	gridFP6      = grid{2, 3, 1, 0x1f}
	gridBF6      = grid{3, 2, 3, 0x1f}
	gridFP4      = grid{2, 1, 1, 0x7}
	signOfWidths = map[int]uint32{16: 0x8000, 8: 0x80, 6: 0x20, 4: 0x8}
)

func (g grid) width() int { return 1 + g.exp + g.frac }

// value is what a magnitude code stands for.
func (g grid) value(code uint32) float64 {
	e, f := int(code>>g.frac), float64(code&(1<<g.frac-1))
	if e == 0 {
		return math.Ldexp(f, 1-g.bias-g.frac)
	}
	return math.Ldexp(f+float64(uint32(1)<<g.frac), e-g.bias-g.frac)
}

// decode is the value of a code with its sign; specials are the caller's.
func (g grid) decode(code uint32) float64 {
	sign := signOfWidths[g.width()]
	v := g.value(code &^ sign)
	if code&sign != 0 {
		return -v
	}
	return v
}

// below returns the largest magnitude code whose value is not above x >= 0; it
// may lie past the top.
func (g grid) below(x float64) uint32 {
	lo, hi := uint32(0), uint32(1)<<(g.exp+g.frac+1)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; g.value(mid) <= x {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// nearest rounds |x| to a magnitude code, ties to even; past reports that the result is beyond the
// largest finite code.
func (g grid) nearest(x float64) (code uint32, past bool) {
	x = math.Abs(x)
	if x >= 2*g.value(g.top) {
		return g.top, true
	}
	code = g.below(x)
	down, up := x-g.value(code), g.value(code+1)-x
	if up < down || up == down && code&1 == 1 {
		code++
	}
	return code, code > g.top
}

func signed(x float64, code, sign uint32) uint32 {
	if math.Signbit(x) {
		return code | sign
	}
	return code
}

// f16 and bf16 round to nearest even; overflow gives infinity.
func f16(x float64) uint16  { return half(gridF16, x) }
func bf16(x float64) uint16 { return half(gridBF16, x) }

func half(g grid, x float64) uint16 {
	if math.IsNaN(x) {
		return uint16(g.top+1) | 1<<(g.frac-1)
	}
	code, past := g.nearest(x)
	if past {
		code = g.top + 1
	}
	return uint16(signed(x, code, 0x8000))
}

// f16Toward rounds toward zero, also where it overflows.
func f16Toward(x float64) uint16 {
	if math.IsInf(x, 0) {
		return f16(x)
	}
	return uint16(signed(x, min(gridF16.below(math.Abs(x)), gridF16.top), 0x8000))
}

// fromF16 and fromBF16 are for finite codes.
func fromF16(c uint16) float64  { return gridF16.decode(uint32(c)) }
func fromBF16(c uint16) float64 { return float64(math.Float32frombits(uint32(c) << 16)) }

// exactly evaluates a*b + c without rounding.
func exactly(a, b, c float64) *big.Float {
	p := new(big.Float).SetPrec(4000).Mul(big.NewFloat(a), big.NewFloat(b))
	return p.Add(p, big.NewFloat(c))
}

// fma32 is a*b + c rounded once; the sum must not be an exact zero.
func fma32(a, b, c float32) float32 {
	r, _ := exactly(float64(a), float64(b), float64(c)).Float32()
	return r
}

// div32 is a/b rounded once, for finite a and b other than zero.
func div32(a, b float32) float32 {
	q := new(big.Rat).Quo(new(big.Rat).SetFloat64(float64(a)), new(big.Rat).SetFloat64(float64(b)))
	r, _ := q.Float32()
	return r
}

// ulp32 and ulp64 are the distance between neighbours at x.
func ulp32(x float64) float64 {
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e, -125)-24)
}

func ulp64(x float64) float64 {
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e, -1021)-53)
}

// near accepts values within bound(want).
func near[T float32 | float64](want []float64, bound func(i int, want float64) float64) *memory {
	return judged(len(want), func(got []T) error {
		for i, w := range want {
			if d := math.Abs(float64(got[i]) - w); !(d <= bound(i, w)) {
				return fmt.Errorf("[%d]: got %v, want %v, off by %g, allowed %g", i, got[i], w, d, bound(i, w))
			}
		}
		return nil
	})
}

// anyFloat is a finite float32 with an exponent from the whole range that lo and
// hi leave, in powers of two.
func (g *gen) anyFloat(lo, hi int) float32 {
	m := 1 + g.Float64()
	if g.IntN(4) == 0 {
		m = 1 + float64(g.IntN(8))/8 // few bits: ties and exact results
	}
	if g.IntN(2) == 0 {
		m = -m
	}
	return float32(math.Ldexp(m, lo+g.IntN(hi-lo+1)))
}

func (g *gen) anyDouble(lo, hi int) float64 {
	m := 1 + g.Float64()
	if g.IntN(4) == 0 {
		m = 1 + float64(g.IntN(8))/8
	}
	if g.IntN(2) == 0 {
		m = -m
	}
	return math.Ldexp(m, lo+g.IntN(hi-lo+1))
}

// small is an integer of at most limit in magnitude.
func (g *gen) small(limit int) float64 { return float64(g.IntN(2*limit+1) - limit) }
