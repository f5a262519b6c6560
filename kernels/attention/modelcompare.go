package attention

import (
	"encoding/binary"
	"fmt"
	"math"

	"heddle/kernels/reference"
	"heddle/num"
)

// Exactness is the result of a comparison with Model.
type Exactness struct {
	Elements int64 // of O and LSE
	Bytes    int64 // of O and LSE
	// Different elements have other bits. All NaNs are the same.
	Different int64
	// First are the first of them; their Bound is 0.
	First []Mismatch
}

// Add adds the result of another comparison.
func (e *Exactness) Add(o *Exactness) {
	e.Elements += o.Elements
	e.Bytes += o.Bytes
	e.Different += o.Different
	e.First = append(e.First, o.First[:min(len(o.First), most-len(e.First))]...)
}

// Check returns an error if elements differ.
func (e *Exactness) Check() error {
	if e.Different == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d elements have other bits than the scalar model's; the first: %v", e.Different, e.Elements, e.First[0])
}

// CompareBits compares rows with those of Model, whose errors it returns.
func (p *Problem) CompareBits(c Config, in *Inputs, got *Outputs, rows []Rows) (*Exactness, error) {
	list, err := p.Model(c, in, rows)
	if err != nil {
		return nil, err
	}
	e := &Exactness{}
	for _, m := range list {
		e.compare(p, "o", got.O, m.Rows, m.O)
		if m.LSE != nil {
			e.compare(p, "lse", got.LSE, m.Rows, m.LSE)
		}
	}
	return e, nil
}

// compare compares the codes of rows of a tensor.
func (e *Exactness) compare(p *Problem, name string, got reference.Contents, rows Rows, want []uint32) {
	t, _ := p.Tensor(name)
	seq, size := p.Sequence(rows.Batch), t.elementBytes()
	data := make([]byte, t.Dim*size)
	for i := range rows.Count {
		got(uint64(t.Index(seq.Batch, rows.Head, seq.Q+rows.First+i)*size), data)
		for col := range t.Dim {
			var word [4]byte
			copy(word[:], data[col*size:(col+1)*size])
			g, w := binary.LittleEndian.Uint32(word[:]), want[i*t.Dim+col]
			e.Elements++
			e.Bytes += size
			if g == w || isNaN(t.Format, g) && isNaN(t.Format, w) {
				continue
			}
			e.Different++
			if len(e.First) < most {
				at := Mismatch{Batch: rows.Batch, Head: rows.Head, Query: rows.First + i, Col: col, Want: valueOf(t.Format, w), Got: valueOf(t.Format, g)}
				if name == "lse" {
					at.Col = -1
				}
				e.First = append(e.First, at)
			}
		}
	}
}

func isNaN(f *num.Format, code uint32) bool {
	_, _, _, class := f.Split(code)
	return class == num.NaN
}

// valueOf is the number of a code, to be shown.
func valueOf(f *num.Format, code uint32) float64 {
	neg, sig, exp, class := f.Split(code)
	x := math.Ldexp(float64(sig), exp)
	switch class {
	case num.NaN:
		return math.NaN()
	case num.Inf:
		x = math.Inf(1)
	}
	if neg {
		x = -x
	}
	return x
}
