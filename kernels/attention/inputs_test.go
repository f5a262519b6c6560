package attention_test

import (
	"bytes"
	"math"
	"testing"

	"heddle/kernels/attention"
	"heddle/kernels/reference"
	"heddle/num"
)

// TestInputs: elements are distributed as a kind says, the same each time, and not the same in Q,
// K and V.
func TestInputs(t *testing.T) {
	for _, chip := range chips {
		for _, typ := range attention.InTypes {
			p := normalize(t, &attention.Problem{Chip: chip, In: typ, Batch: 2, Heads: 2, SeqQ: 64, SeqK: 64, HeadDim: 64})
			for _, kind := range attention.Kinds {
				in, again, other := p.Random(3, kind), p.Random(3, kind), p.Random(4, kind)
				var all [3][]byte
				for i, name := range []string{"q", "k", "v"} {
					tensor, v := elements(p, name, p.Contents(in, name))
					all[i] = p.Contents(in, name).All(tensor.Bytes())
					if !bytes.Equal(all[i], p.Contents(again, name).All(tensor.Bytes())) {
						t.Errorf("%s, %s %s: not the same again", typ, kind, name)
					}
					if kind != attention.Zeros && bytes.Equal(all[i], p.Contents(other, name).All(tensor.Bytes())) {
						t.Errorf("%s, %s %s: the same for another seed", typ, kind, name)
					}
					moments(t, chip.Name+" "+string(typ)+" "+name, p, kind, name, v)
				}
				if kind == attention.Normal && (bytes.Equal(all[0], all[1]) || bytes.Equal(all[1], all[2])) {
					t.Errorf("%s: tensors are the same", typ)
				}
			}
		}
	}
}

// moments checks the mean and deviation of a tensor, and how much of it is special.
func moments(t *testing.T, what string, p *attention.Problem, kind attention.Kind, name string, v []float64) {
	t.Helper()
	n, sum, square, zeros, special := 0.0, 0.0, 0.0, 0, 0
	largest := reference.Largest(p.In.Format(p.Chip))
	for _, x := range v {
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0) || kind == attention.Inf && math.Abs(x) == largest:
			special++
			continue
		case x == 0:
			zeros++
		}
		n++
		sum += x
		square += x * x
	}
	want := map[attention.Kind]float64{attention.Huge: 100, attention.Zeros: 0}
	deviation, ok := want[kind]
	if !ok || kind == attention.Huge && name == "v" {
		deviation = 1
	}
	if kind == attention.Zeros && name == "v" {
		deviation = math.Sqrt(0.5)
	}
	tolerance := 0.03 * deviation
	if kind == attention.Huge && largest < 400 {
		tolerance = 5 // some numbers are too large for the type
	}
	if got := math.Sqrt(square / n); math.Abs(got-deviation) > tolerance || math.Abs(sum/n) > tolerance {
		t.Errorf("%s, %s: mean %v, deviation %v; want %v", what, kind, sum/n, got, deviation)
	}
	if kind == attention.NaN || kind == attention.Inf {
		if special < 1 || special > 2 { // a third of the heads of both sequences, which are four
			t.Errorf("%s, %s: %d special elements", what, kind, special)
		}
	} else if special != 0 {
		t.Errorf("%s, %s: %d elements are not finite", what, kind, special)
	}
	if kind == attention.Zeros && name == "v" && (zeros < len(v)/2 || zeros > len(v)*6/10) {
		t.Errorf("%s: %d zeros of %d", what, zeros, len(v))
	}
}

// TestGaps: gaps between rows, heads and sequences are NaN, rows are not, and a part of a tensor, from any
// byte on, is what it is of the whole.
func TestGaps(t *testing.T) {
	for _, typ := range attention.InTypes {
		for _, packed := range []bool{false, true} {
			p := &attention.Problem{
				Chip: chips[0], In: typ, Batch: 2, Heads: 3, SeqQ: 5, SeqK: 4, HeadDim: 64,
				Q: attention.Strides{Batch: 2000, Head: 80, Seq: 320}, K: attention.Strides{Batch: 64, Head: 1600, Seq: 160}, V: attention.Strides{Batch: 880, Head: 288, Seq: 64},
			}
			if packed {
				p.CuSeqQ, p.CuSeqK = []int32{0, 3, 5}, []int32{0, 1, 4}
			}
			normalize(t, p)
			in := p.Random(9, attention.Normal)
			for _, name := range []string{"q", "k", "v"} {
				tensor, v := elements(p, name, p.Contents(in, name))
				row := make([]bool, len(v))
				for b := range tensor.Batch {
					for h := range tensor.Heads {
						for s := range tensor.Seq {
							for d := range tensor.Dim {
								at := tensor.Index(b, h, s) + d
								if row[at] {
									t.Fatalf("%s: element %d is in two rows", name, at)
								}
								row[at] = true
							}
						}
					}
				}
				for i, x := range v {
					if math.IsNaN(x) == row[i] {
						t.Fatalf("%s %s, packed %v: element %d is %v, in a row: %v", typ, name, packed, i, x, row[i])
					}
				}
				whole := append(p.Contents(in, name).All(tensor.Bytes()), make([]byte, 40)...)
				for from := 0; from < len(whole)-33; from += 1 + from%7 {
					part := bytes.Repeat([]byte{0xee}, 1+from%33)
					p.Contents(in, name)(uint64(from), part)
					if !bytes.Equal(part, whole[from:from+len(part)]) {
						t.Fatalf("%s %s: bytes from %d on are %x, not %x", typ, name, from, part, whole[from:from+len(part)])
					}
				}
			}
		}
	}
}

// TestGivenContents: slopes, descales and starts of sequences are what the problem says.
func TestGivenContents(t *testing.T) {
	p := normalize(t, &attention.Problem{
		Chip: chips[0], In: attention.FP8, Heads: 2, HeadDim: 64, CuSeqQ: []int32{0, 3, 7}, CuSeqK: []int32{0, 6, 300},
		ALiBi: []float32{0.5, 0.25}, DescaleQ: []float32{2, 3}, DescaleK: []float32{1.5}, DescaleV: []float32{0.75},
	})
	for name, want := range map[string][]float64{
		"cu_seqlens_q": {0, 3, 7}, "cu_seqlens_k": {0, 6, 300}, "alibi_slopes": {0.5, 0.25},
		"descale_q": {2, 3}, "descale_k": {1.5}, "descale_v": {0.75},
	} {
		tensor, v := elements(p, name, p.Contents(&attention.Inputs{}, name))
		if tensor.Bytes() != int64(4*len(want)) {
			t.Errorf("%s: %d bytes", name, tensor.Bytes())
			continue
		}
		for i := range want {
			if v[i] != want[i] {
				t.Errorf("%s: %v, want %v", name, v, want)
			}
		}
	}
	if f := p.In.Format(p.Chip); f != num.FP8FNUZ {
		t.Errorf("fp8 is %s on %s", f.Name, p.Chip.Name)
	}
}
