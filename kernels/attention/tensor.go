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
	Format *num.Format // nil for scales of blocks, E8M0
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
func (t Tensor) Bytes() int64 { return t.bytesOf(t.Elements()) }

// HeadBytes is the size of the rows of one head of a batch, from the first element to the last:
// what a buffer resource for it has to reach. It may be more than 2^32.
func (t Tensor) HeadBytes() int64 { return t.bytesOf(t.Index(0, 0, t.Seq-1) + t.Dim) }

func (t Tensor) elementBits() int64 {
	if t.Format == nil {
		return 8
	}
	return int64(t.Format.Bits())
}

// bytesOf is the size of so many elements, of whole bytes together.
func (t Tensor) bytesOf(elements int64) int64 { return elements * t.elementBits() / 8 }

// elementBytes is the size of an element of whole bytes.
func (t Tensor) elementBytes() int64 { return t.bytesOf(1) }

// Elem is the name of the type of its elements, as in arguments of heddle run.
func (t Tensor) Elem() string {
	if t.Format == nil {
		return "e8m0"
	}
	return t.Format.Name
}

// inBytes is a tensor of elements of less than a byte as one of bytes, which several share; others are as they are.
func (t Tensor) inBytes() Tensor {
	if n := 8 / t.elementBits(); n > 1 {
		t.Format, t.Dim = num.I8, t.Dim/n
		t.Stride = Strides{t.Stride.Batch / n, t.Stride.Head / n, t.Stride.Seq / n}
	}
	return t
}

// Tensors are the names of the tensors in use: q, k, v, o, then scale_q, scale_k, lse, cu_seqlens_q,
// cu_seqlens_k, alibi_slopes, descale_q, descale_k and descale_v.
func (p *Problem) Tensors() []string {
	list := []string{"q", "k", "v", "o"}
	for _, x := range []struct {
		name string
		used bool
	}{
		{"scale_q", p.QK.MX()}, {"scale_k", p.QK.MX()}, {"lse", p.LSE}, {"cu_seqlens_q", p.Packed()}, {"cu_seqlens_k", p.Packed()}, {"alibi_slopes", p.ALiBi != nil},
		{"descale_q", p.DescaleQ != nil}, {"descale_k", p.DescaleK != nil}, {"descale_v", p.DescaleV != nil},
	} {
		if x.used {
			list = append(list, x.name)
		}
	}
	return list
}

// Tensor returns a tensor by its name; ok reports whether the problem has it. Scales have no gaps. LSE is f32, [sequence]
// [head][query] without gaps, for packed sequences [head][row]. Slopes and descales are vectors of
// f32, the starts of packed sequences (Batch + 1 of them) of i32.
func (p *Problem) Tensor(name string) (t Tensor, ok bool) {
	if !slices.Contains(p.Tensors(), name) {
		return Tensor{}, false
	}
	batch, rowsQ, rowsK := p.rows()
	qk, in, out := p.TypeQK().Format(p.Chip), p.In.Format(p.Chip), p.Out.Format(p.Chip)
	vector := func(f *num.Format, n int) Tensor { return Tensor{f, 1, 1, int64(n), 1, Strides{int64(n), int64(n), 1}} }
	switch name {
	case "q":
		t = Tensor{qk, batch, p.Heads, rowsQ, p.HeadDim, p.Q}
	case "k":
		t = Tensor{qk, batch, p.KVHeads, rowsK, p.HeadDim, p.K}
	case "scale_q":
		t = Tensor{nil, batch, p.Heads, rowsQ, p.HeadDim / ScaleBlock, Strides{}}
		t.Stride = t.preset(p.Layout)
	case "scale_k":
		t = Tensor{nil, batch, p.KVHeads, rowsK, p.HeadDim / ScaleBlock, Strides{}}
		t.Stride = t.preset(p.Layout)
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

// TypeQK is the type of Q and K.
func (p *Problem) TypeQK() Type {
	if p.QK != "" {
		return p.QK
	}
	return p.In
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
