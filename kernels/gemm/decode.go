package gemm

import (
	"heddle/arch"
	"heddle/kernels/reference"
)

func newDecoder(c *arch.Chip, t *Type) *reference.Decoder {
	if t == scaleType {
		return reference.NewScaleDecoder()
	}
	f, err := c.Format(t.format())
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return reference.NewDecoder(f)
}

// matrixReader reads parts of a matrix as numbers.
type matrixReader struct {
	m    Matrix
	from reference.Contents
	dec  *reference.Decoder
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
	r.raw = reference.Sized(r.raw, bytes)
	r.nums = reference.Sized(r.nums, int(n))
	r.from(uint64(begin), r.raw)
	r.dec.Run(r.nums, r.raw, bit)
	return r.nums
}
