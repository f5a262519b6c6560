package field

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// A kind is a type of elements: how a number of moderate size is drawn, as its
// bits, and what they mean.
type kind struct {
	bits   int
	draw   func(r *rand.Rand) uint32
	decode func(b uint32) float64
}

// small float formats: sign, exponent, mantissa; the bias; fnuz has NaN where
// the others have -0.
func miniFloat(exponent, mantissa, bias int) func(uint32) float64 {
	return func(b uint32) float64 {
		e := int(b>>mantissa) & (1<<exponent - 1)
		m := float64(b & (1<<mantissa - 1))
		v := math.Ldexp(m, 1-bias-mantissa)
		if e > 0 {
			v = math.Ldexp(m+float64(int(1)<<mantissa), e-bias-mantissa)
		}
		if b>>(exponent+mantissa)&1 == 1 {
			v = -v
		}
		return v
	}
}

// drawMini draws numbers of magnitude 2^-6 to below 2.
func drawMini(exponent, mantissa, bias int) func(*rand.Rand) uint32 {
	return func(r *rand.Rand) uint32 {
		e := uint32(bias-6) + r.Uint32N(7)
		return r.Uint32N(2)<<(exponent+mantissa) | e<<mantissa | r.Uint32N(1<<mantissa)
	}
}

func bfloat(b uint32) float64 { return float64(math.Float32frombits(b << 16)) }

func half(b uint32) float64 {
	if b>>10&31 == 31 {
		return math.NaN()
	}
	return miniFloat(5, 10, 15)(b)
}

var (
	bf16 = kind{16, func(r *rand.Rand) uint32 { return math.Float32bits(r.Float32()*2-1) >> 16 }, bfloat}
	f16  = kind{16, func(r *rand.Rand) uint32 { return drawMini(5, 10, 15)(r) }, half}
	f32  = kind{32, func(r *rand.Rand) uint32 { return math.Float32bits(r.Float32()*2 - 1) }, func(b uint32) float64 { return float64(math.Float32frombits(b)) }}
	// scales of quantized numbers: 0.5 to 1.5
	scale = kind{32, func(r *rand.Rand) uint32 { return math.Float32bits(r.Float32() + 0.5) }, f32.decode}
	i8    = kind{8, func(r *rand.Rand) uint32 { return r.Uint32N(255) - 127 }, func(b uint32) float64 { return float64(int8(b)) }}
	fp8   = kind{8, drawMini(4, 3, 7), miniFloat(4, 3, 7)}
	fnuz8 = kind{8, drawMini(4, 3, 8), miniFloat(4, 3, 8)}
	fp4   = kind{4, func(r *rand.Rand) uint32 { return r.Uint32N(16) }, miniFloat(2, 1, 1)}
	// exponents of MX types: 2^-3 to 2
	e8m0 = kind{8, func(r *rand.Rand) uint32 { return 124 + r.Uint32N(5) }, func(b uint32) float64 { return math.Ldexp(1, int(b)-127) }}
	i32  = kind{32, nil, func(b uint32) float64 { return float64(int32(b)) }}
)

// fp8Of is the fp8 type of a chip: gfx942 has the one without -0.
func fp8Of(chip string) kind {
	if chip == "gfx942" {
		return fnuz8
	}
	return fp8
}

// put writes element i.
func (k kind) put(b []byte, i int, v uint32) {
	switch k.bits {
	case 4:
		b[i/2] = b[i/2]&^(15<<(i%2*4)) | byte(v)<<(i%2*4)
	case 8:
		b[i] = byte(v)
	case 16:
		binary.LittleEndian.PutUint16(b[2*i:], uint16(v))
	case 32:
		binary.LittleEndian.PutUint32(b[4*i:], v)
	}
}

// get reads the bits of element i.
func (k kind) get(b []byte, i int) uint32 {
	switch k.bits {
	case 4:
		return uint32(b[i/2]) >> (i % 2 * 4) & 15
	case 8:
		return uint32(b[i])
	case 16:
		return uint32(binary.LittleEndian.Uint16(b[2*i:]))
	}
	return binary.LittleEndian.Uint32(b[4*i:])
}

// size is that of n elements in bytes.
func (k kind) size(n int) int { return (n*k.bits + 7) / 8 }

// random draws n numbers: the bytes and what they mean.
func (k kind) random(r *rand.Rand, n int) (*tensor, []float64) {
	t, v := zeros(k.size(n)), make([]float64, n)
	for i := range v {
		b := k.draw(r)
		k.put(t.data, i, b)
		v[i] = k.decode(b)
	}
	return t, v
}

// numbers reads all elements.
func (k kind) numbers(b []byte) []float64 {
	v := make([]float64, len(b)*8/k.bits)
	for i := range v {
		v[i] = k.decode(k.get(b, i))
	}
	return v
}

// first reads the first n elements.
func (k kind) first(n int) func([]byte) []float64 {
	return func(b []byte) []float64 { return k.numbers(b[:k.size(n)]) }
}

// permute is t with its elements of w bits, in rows of the shape, where the
// permuted axes put them.
func permute(data []byte, w int, shape, axes []int) []byte {
	n := 1
	strides := make([]int, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	k := kind{bits: w}
	out := make([]byte, len(data))
	index := make([]int, len(axes))
	for o := range n {
		from := 0
		for i, a := range axes {
			from += index[i] * strides[a]
		}
		k.put(out, o, k.get(data, from))
		for i := len(axes) - 1; i >= 0; i-- {
			if index[i]++; index[i] < shape[axes[i]] {
				break
			}
			index[i] = 0
		}
	}
	return out
}

// shuffled is a weight matrix of rows x cols bytes-sized or wider elements as
// kernels with "preshuffle" want it: blocks of rowBlock rows by two times 16
// bytes (or 16 elements), 16 bytes at a time.
func shuffled(t *tensor, k kind, rows, cols, rowBlock, colBlock int) *tensor {
	w, c := k.bits, cols
	if w == 4 { // two in a byte, which stay together
		w, c = 8, cols/2
	}
	per := 128 / w // elements of 16 bytes
	bk := 2 * colBlock
	shape := []int{rows / rowBlock, rowBlock, c / bk, bk / per, per}
	return &tensor{data: permute(t.data, w, shape, []int{0, 2, 3, 1, 4})}
}
