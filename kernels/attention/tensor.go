package attention

import (
	"encoding/binary"
	"math"
	"slices"

	"heddle/kernels/reference"
	"heddle/num"
)

// Tensor is where the rows of a tensor of a problem are. Sizes and strides count elements, which
// are stored little-endian.
type Tensor struct {
	Format *num.Format
	// Batch is 1 for packed sequences, and Seq then the number of rows of all of them.
	Batch, Heads, Seq, Dim int64
	Stride                 Strides
}

// Index is the number of the element before a row.
func (t Tensor) Index(batch, head, row int64) int64 {
	return batch*t.Stride.Batch + head*t.Stride.Head + row*t.Stride.Seq
}

// Elements is their number up to the last, with those in gaps; Bytes is their size.
func (t Tensor) Elements() int64 { return t.Index(t.Batch-1, t.Heads-1, t.Seq-1) + t.Dim }

// Bytes is the size up to the end of the last element.
func (t Tensor) Bytes() int64 { return t.Elements() * t.elementBytes() }

// HeadBytes is the size of the rows of one head of a batch, from the first element to the last:
// what a buffer resource for it has to reach. It may be more than 2^32.
func (t Tensor) HeadBytes() int64 { return (t.Index(0, 0, t.Seq-1) + t.Dim) * t.elementBytes() }

func (t Tensor) elementBytes() int64 { return int64(t.Format.Bits() / 8) }

// Tensors are the names of the tensors in use: q, k, v, o, then lse, cu_seqlens_q,
// cu_seqlens_k, alibi_slopes, descale_q, descale_k and descale_v.
func (p *Problem) Tensors() []string {
	list := []string{"q", "k", "v", "o"}
	for _, x := range []struct {
		name string
		used bool
	}{
		{"lse", p.LSE}, {"cu_seqlens_q", p.Packed()}, {"cu_seqlens_k", p.Packed()}, {"alibi_slopes", p.ALiBi != nil},
		{"descale_q", p.DescaleQ != nil}, {"descale_k", p.DescaleK != nil}, {"descale_v", p.DescaleV != nil},
	} {
		if x.used {
			list = append(list, x.name)
		}
	}
	return list
}

// Tensor returns a tensor by its name; ok reports whether the problem has it. LSE is f32, [sequence]
// [head][query] without gaps, for packed sequences [head][row]. Slopes and descales are vectors of
// f32, the starts of packed sequences (Batch + 1 of them) of i32.
func (p *Problem) Tensor(name string) (t Tensor, ok bool) {
	if !slices.Contains(p.Tensors(), name) {
		return Tensor{}, false
	}
	batch, rowsQ, rowsK := p.rows()
	in, out := p.In.Format(p.Chip), p.Out.Format(p.Chip)
	vector := func(f *num.Format, n int) Tensor { return Tensor{f, 1, 1, int64(n), 1, Strides{int64(n), int64(n), 1}} }
	switch name {
	case "q":
		t = Tensor{in, batch, p.Heads, rowsQ, p.HeadDim, p.Q}
	case "k":
		t = Tensor{in, batch, p.KVHeads, rowsK, p.HeadDim, p.K}
	case "v":
		t = Tensor{in, batch, p.KVHeads, rowsK, p.HeadDimV, p.V}
	case "o":
		t = Tensor{out, batch, p.Heads, rowsQ, p.HeadDimV, p.O}
	case "lse":
		t = Tensor{num.F32, batch, p.Heads, rowsQ, 1, Strides{p.Heads * rowsQ, rowsQ, 1}}
	case "cu_seqlens_q":
		t = vector(num.I32, len(p.CuSeqQ))
	case "cu_seqlens_k":
		t = vector(num.I32, len(p.CuSeqK))
	case "alibi_slopes":
		t = vector(num.F32, len(p.ALiBi))
	case "descale_q":
		t = vector(num.F32, len(p.DescaleQ))
	case "descale_k":
		t = vector(num.F32, len(p.DescaleK))
	case "descale_v":
		t = vector(num.F32, len(p.DescaleV))
	}
	return t, true
}

// rows are the sizes of the tensors along batches and positions.
func (p *Problem) rows() (batch, q, k int64) {
	if p.Packed() {
		return 1, int64(p.CuSeqQ[p.Batch]), int64(p.CuSeqK[p.Batch])
	}
	return p.Batch, p.SeqQ, p.SeqK
}

// Given are the elements of a tensor that the problem itself has the numbers of; nil for others.
func (p *Problem) Given(name string) []float64 {
	switch name {
	case "cu_seqlens_q":
		return widened(p.CuSeqQ)
	case "cu_seqlens_k":
		return widened(p.CuSeqK)
	case "alibi_slopes":
		return widened(p.ALiBi)
	case "descale_q":
		return widened(p.DescaleQ)
	case "descale_k":
		return widened(p.DescaleK)
	case "descale_v":
		return widened(p.DescaleV)
	}
	return nil
}

func widened[T int32 | float32](list []T) []float64 {
	wide := make([]float64, len(list))
	for i, v := range list {
		wide[i] = float64(v)
	}
	return wide
}

// given are the contents of a tensor that the problem itself has the numbers of; nil for others.
func (p *Problem) given(name string) reference.Contents {
	t, ok := p.Tensor(name)
	list := p.Given(name)
	if !ok || list == nil {
		return nil
	}
	var data []byte
	for _, v := range list {
		word := math.Float32bits(float32(v))
		if t.Format == num.I32 {
			word = uint32(int32(v))
		}
		data = binary.LittleEndian.AppendUint32(data, word)
	}
	return reference.Bytes(data)
}
