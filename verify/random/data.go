package random

import (
	"math"

	"heddle/ir"
	"heddle/num"
)

// Contents of buffers, and floats as codes.

var plainFloats = []float64{0, 1, -1, 2, 0.5, -3, 10, 1.5, -0.25, 100, 7, math.Copysign(0, -1), 1e-3, 3.1415926, -65, 1e30, math.Inf(1), math.Inf(-1), 1e-40, 6e-8}

// fromFloat returns the code of a number, rounded to nearest.
func fromFloat(t ir.FloatType, x float64) uint64 {
	b := math.Float64bits(x)
	switch t {
	case ir.F64:
		return b
	case ir.F32:
		return uint64(num.F64ToF32(b, num.Env{}))
	case ir.F16:
		return uint64(num.F32ToF16(num.F64ToF32(b, num.Env{}), num.Env{}))
	case ir.BF16:
		return uint64(num.F32ToBF16(num.F64ToF32(b, num.Env{}), num.Env{}))
	}
	return uint64(t.Format().FromF32(num.F64ToF32(b, num.Env{}), false))
}

// toFloat returns the number of a code.
func toFloat(t ir.FloatType, code uint64) float64 {
	switch t {
	case ir.F64:
		return math.Float64frombits(code)
	case ir.F32:
		return math.Float64frombits(num.F32ToF64(uint32(code)))
	case ir.F16:
		return math.Float64frombits(num.F32ToF64(num.F16ToF32(uint16(code))))
	case ir.BF16:
		return math.Float64frombits(num.F32ToF64(num.BF16ToF32(uint16(code))))
	}
	return math.Float64frombits(num.F32ToF64(t.Format().ToF32(uint32(code))))
}

func isNaN(t ir.FloatType, code uint64) bool { return math.IsNaN(toFloat(t, code)) }

// randomFloat returns a code for an input: mostly of moderate size. A NaN is quiet.
func randomFloat(t ir.FloatType, r *rng) uint64 {
	w := t.Width()
	v := r.next()
	switch v >> 60 {
	case 0:
		return fromFloat(t, plainFloats[v&0xff%uint64(len(plainFloats))])
	case 1:
		if c := v & (1<<w - 1); !isNaN(t, c) {
			return c
		}
		return fromFloat(t, math.NaN())
	case 2, 3, 4:
		return fromFloat(t, float64(int64(v&0x3ff))-512)
	}
	return fromFloat(t, float64(int64(v&0xffffff)-1<<23)/float64(int64(1)<<(10+v>>24&15)))
}

// fill makes the contents of a buffer of n elements.
func fill(t ir.Type, n int64, r *rng) []byte {
	w := width(t)
	if w < 8 && t != ir.I1 {
		out := make([]byte, (n*int64(w)+7)/8)
		for i := range out {
			out[i] = byte(r.next())
		}
		return out
	}
	size := (w + 7) / 8
	out := make([]byte, 0, n*int64(size))
	for range n {
		var c uint64
		if ft, ok := t.(ir.FloatType); ok {
			c = randomFloat(ft, r)
		} else {
			v, u := r.next(), r.next()
			switch c = v & (1<<w - 1); u & 7 {
			case 0:
				c = special[u>>8%uint64(len(special))] & (1<<w - 1)
			case 1, 2:
				c &= 15
			case 3:
				c = -(c & 7) & (1<<w - 1)
			case 4:
				c &= 1<<(w/2) - 1
			}
		}
		out = append(out, bytes8(int64(c))[:size]...)
	}
	return out
}

// seedOf makes the seed of a buffer of its name, so that the contents stay when
// the program shrinks.
func seedOf(seed uint64, name string) *rng {
	h := seed ^ 0xcbf29ce484222325
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return &rng{h}
}
