package gemm

import (
	"encoding/binary"
	"math"

	"heddle/arch"
	"heddle/num"
)

// decoder turns elements as stored into numbers.
type decoder struct {
	t *Type
	// table are the numbers of all codes of a type of at most 8 bits.
	table []float64
}

func newDecoder(c *arch.Chip, t *Type) *decoder {
	d := &decoder{t: t}
	if t.Bits > 8 {
		return d
	}
	d.table = make([]float64, 1<<t.Bits)
	for code := range d.table {
		switch f := t.Format(c); {
		case t == scaleType:
			d.table[code] = scaleValue(uint8(code))
		case f == nil:
			d.table[code] = float64(int8(code))
		default:
			d.table[code] = float64(math.Float32frombits(f.ToF32(uint32(code))))
		}
	}
	return d
}

func scaleValue(code uint8) float64 {
	exp, nan := num.E8M0ToExp(code)
	if nan {
		return math.NaN()
	}
	return math.Ldexp(1, exp)
}

// run decodes len(dst) elements, of which the first one begins at the bit bit of
// src.
func (d *decoder) run(dst []float64, src []byte, bit int) {
	switch d.t.Name {
	case "f64":
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(src[i*8:]))
		}
	case "f32":
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(src[i*4:])))
		}
	case "i32":
		for i := range dst {
			dst[i] = float64(int32(binary.LittleEndian.Uint32(src[i*4:])))
		}
	case "f16":
		for i := range dst {
			dst[i] = f16Value(binary.LittleEndian.Uint16(src[i*2:]))
		}
	case "bf16":
		for i := range dst {
			dst[i] = float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(src[i*2:])) << 16))
		}
	default:
		if d.t.Bits == 8 {
			for i := range dst {
				dst[i] = d.table[src[i]]
			}
			return
		}
		d.packed(dst, src, bit)
	}
}

// packed decodes elements of less than a byte.
func (d *decoder) packed(dst []float64, src []byte, bit int) {
	mask := 1<<d.t.Bits - 1
	for i := range dst {
		at := bit + i*d.t.Bits
		v := int(src[at/8])
		if at%8+d.t.Bits > 8 {
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

// matrixReader reads parts of a matrix as numbers.
type matrixReader struct {
	m    Matrix
	from Contents
	dec  *decoder
	raw  []byte
	nums []float64
}

func (p *Problem) reader(in *Inputs, name string) *matrixReader {
	m, ok := p.Tensor(name)
	if !ok {
		return nil
	}
	return &matrixReader{m: m, from: in.Tensor(name), dec: newDecoder(p.Chip, m.Type)}
}

// row reads a part of a row as stored; the result is good until the next call.
func (r *matrixReader) row(batch, row, col, n int64) []float64 {
	t := r.m.Type
	index := r.m.Index(batch, row, col)
	begin := r.m.Offset(batch, row, col)
	bit := int(index % t.group() * int64(t.Bits) % 8)
	bytes := (bit + int(n)*t.Bits + 7) / 8
	r.raw = sized(r.raw, bytes)
	r.nums = sized(r.nums, int(n))
	r.from(uint64(begin), r.raw)
	r.dec.run(r.nums, r.raw, bit)
	return r.nums
}

// sized gives a slice of n elements, of s if it is long enough.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
