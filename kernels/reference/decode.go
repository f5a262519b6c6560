package reference

import (
	"encoding/binary"
	"math"

	"heddle/num"
)

// Decoder turns elements as stored, little-endian, into numbers.
type Decoder struct {
	format *num.Format
	bits   int
	// table are the numbers of all codes of a type of at most 8 bits.
	table []float64
}

// NewDecoder makes the decoder of a format: all but xf32.
func NewDecoder(f *num.Format) *Decoder {
	d := &Decoder{format: f, bits: f.Bits()}
	if d.bits > 8 {
		return d
	}
	d.table = make([]float64, 1<<d.bits)
	for code := range d.table {
		if f == num.I8 {
			d.table[code] = float64(int8(code))
		} else {
			d.table[code] = float64(math.Float32frombits(f.ToF32(uint32(code))))
		}
	}
	return d
}

// NewScaleDecoder makes the decoder of E8M0, the scales of MX types.
func NewScaleDecoder() *Decoder {
	d := &Decoder{bits: 8, table: make([]float64, 256)}
	for code := range d.table {
		exp, nan := num.E8M0ToExp(uint8(code))
		if d.table[code] = math.Ldexp(1, exp); nan {
			d.table[code] = math.NaN()
		}
	}
	return d
}

// Run decodes len(dst) elements, of which the first one begins at the bit bit of
// src.
func (d *Decoder) Run(dst []float64, src []byte, bit int) {
	switch d.format {
	case num.F64:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(src[i*8:]))
		}
	case num.F32:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(src[i*4:])))
		}
	case num.I32:
		for i := range dst {
			dst[i] = float64(int32(binary.LittleEndian.Uint32(src[i*4:])))
		}
	case num.F16:
		for i := range dst {
			dst[i] = f16Value(binary.LittleEndian.Uint16(src[i*2:]))
		}
	case num.BF16:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(src[i*2:])) << 16))
		}
	default:
		if d.bits == 8 {
			for i := range dst {
				dst[i] = d.table[src[i]]
			}
			return
		}
		d.packed(dst, src, bit)
	}
}

// packed decodes elements of less than a byte.
func (d *Decoder) packed(dst []float64, src []byte, bit int) {
	mask := 1<<d.bits - 1
	for i := range dst {
		at := bit + i*d.bits
		v := int(src[at/8])
		if at%8+d.bits > 8 {
			v |= int(src[at/8+1]) << 8
		}
		dst[i] = d.table[v>>(at%8)&mask]
	}
}

// f16Value moves the fields of an f16 to those of an f32 and corrects the bias by
// a product, which is exact, for subnormal numbers too.
func f16Value(h uint16) float64 {
	v := uint32(h&0x7fff) << 13
	f := math.Float32frombits(v) * 0x1p112
	if v >= 0x7c00<<13 {
		f = math.Float32frombits(v | 0x7f800000)
	}
	if h&0x8000 != 0 {
		f = -f
	}
	return float64(f)
}

// Largest is the largest finite number of a floating-point format.
func Largest(f *num.Format) float64 {
	exp, below := 1<<f.ExpBits-1-f.Bias, 1 // of the largest code, and its distance from the next power of two
	switch f.Specials {
	case num.SpecialsIEEE:
		exp--
	case num.SpecialsNaN:
		below = 2
	}
	return math.Ldexp(float64(int64(2)<<f.FracBits-int64(below)), exp-f.FracBits)
}

// Sized gives a slice of n elements, of s if it is long enough.
func Sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
