package attention_test

import (
	"math"
	"math/big"
	"testing"

	"heddle/arch"
	"heddle/kernels/attention"
	"heddle/kernels/reference"
	"heddle/num"
)

// chips are those with the types of attention: the formats of fp8 differ.
var chips = arch.Chips

func normalize(t testing.TB, p *attention.Problem) *attention.Problem {
	t.Helper()
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// elements decodes a tensor, with its gaps.
func elements(p *attention.Problem, name string, c reference.Contents) (attention.Tensor, []float64) {
	t, _ := p.Tensor(name)
	data := c.All(t.Bytes())
	v := make([]float64, len(data)*8/t.Format.Bits())
	reference.NewDecoder(t.Format).Run(v, data, 0)
	return t, v
}

// decoded are the inputs of a problem.
type decoded struct {
	tq, tk, tv attention.Tensor
	q, k, v    []float64
}

func decode(p *attention.Problem, in *attention.Inputs) *decoded {
	x := &decoded{}
	x.tq, x.q = elements(p, "q", in.Q)
	x.tk, x.k = elements(p, "k", in.K)
	x.tv, x.v = elements(p, "v", in.V)
	return x
}

// plain is attention for one query, written down from the formula: the products of q and k exact, sums in
// 200 bits, correctly rounded exponentials of f64. It takes finite inputs.
func plain(p *attention.Problem, x *decoded, b, h, i int64) (o []float64, lse float64) {
	tq, q, tk, k, tv, v := x.tq, x.q, x.tk, x.k, x.tv, x.v
	s := p.Sequence(b)
	kv := h * p.KVHeads / p.Heads
	o = make([]float64, p.HeadDimV)
	wide := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	scores, top := map[int64]*big.Float{}, math.Inf(-1)
	for j := s.SeqK - 1; j >= 0; j-- {
		if !attends(p, s, i, j) {
			continue
		}
		dot := wide(0)
		for d := range p.HeadDim {
			dot.Add(dot, new(big.Float).SetPrec(200).Mul(wide(q[tq.Index(s.Batch, h, s.Q+i)+d]), wide(k[tk.Index(s.Batch, kv, s.K+j)+d])))
		}
		dot.Mul(dot, wide(p.Scale))
		if p.DescaleQ != nil {
			dot.Mul(dot, wide(float64(p.DescaleQ[h%int64(len(p.DescaleQ))])))
		}
		if p.DescaleK != nil {
			dot.Mul(dot, wide(float64(p.DescaleK[kv%int64(len(p.DescaleK))])))
		}
		if p.ALiBi != nil {
			distance := math.Abs(float64(j - (i + s.SeqK - s.SeqQ)))
			dot.Sub(dot, new(big.Float).Mul(wide(float64(p.ALiBi[h])), wide(distance)))
		}
		scores[j] = dot
		f, _ := dot.Float64()
		top = math.Max(top, f)
	}
	if len(scores) == 0 {
		return o, math.Inf(-1)
	}
	sum, sums := wide(0), make([]*big.Float, p.HeadDimV)
	for d := range sums {
		sums[d] = wide(0)
	}
	for j := s.SeqK - 1; j >= 0; j-- {
		if scores[j] == nil {
			continue
		}
		x, _ := new(big.Float).Sub(scores[j], wide(top)).Float64()
		e := wide(math.Float64frombits(num.F64.Elementary(num.Exp, math.Float64bits(x))))
		sum.Add(sum, e)
		for d := range sums {
			sums[d].Add(sums[d], new(big.Float).SetPrec(200).Mul(e, wide(v[tv.Index(s.Batch, kv, s.K+j)+int64(d)])))
		}
	}
	for d := range sums {
		o[d], _ = new(big.Float).Quo(sums[d], sum).Float64()
		if p.DescaleV != nil {
			o[d] *= float64(p.DescaleV[kv%int64(len(p.DescaleV))])
		}
	}
	l, _ := sum.Float64()
	return o, top + math.Log(l)
}

// TestReference: the reference is the formula, for problems that have every option, and each chip.
func TestReference(t *testing.T) {
	slopes := func(n int64) []float32 { return attention.ALiBiSlopes(n) }
	for name, p := range map[string]attention.Problem{
		"plain":   {In: attention.BF16, Heads: 2, SeqQ: 5, SeqK: 7, HeadDim: 64},
		"causal":  {In: attention.F16, Batch: 2, Heads: 2, KVHeads: 1, SeqQ: 67, SeqK: 131, HeadDim: 64, Causal: true, Layout: attention.BHSD},
		"longer":  {In: attention.F16, Heads: 1, SeqQ: 9, SeqK: 4, HeadDim: 128, Causal: true},
		"window":  {In: attention.BF16, Heads: 1, SeqQ: 20, SeqK: 150, HeadDim: 192, Window: &attention.Window{Left: 130, Right: 2}},
		"left":    {In: attention.BF16, Heads: 1, SeqQ: 30, SeqK: 20, HeadDim: 64, Window: &attention.Window{Left: 3, Right: -1}},
		"alibi":   {In: attention.BF16, Heads: 3, SeqQ: 6, SeqK: 10, HeadDim: 64, ALiBi: slopes(3), Scale: 0.3},
		"descale": {In: attention.FP8, Heads: 4, KVHeads: 2, SeqQ: 3, SeqK: 9, HeadDim: 256, DescaleQ: []float32{0.5, 2, 0.25, 1.5}, DescaleK: []float32{0.7}, DescaleV: []float32{3, 0.2}},
		"packed":  {In: attention.FP8, Heads: 2, KVHeads: 1, HeadDim: 64, CuSeqQ: []int32{0, 3, 3, 12}, CuSeqK: []int32{0, 5, 9, 20}, Causal: true},
		"strides": {In: attention.BF16, Heads: 2, SeqQ: 4, SeqK: 6, HeadDim: 64, Q: attention.Strides{Head: 72, Seq: 160}, V: attention.Strides{Head: 1000, Seq: 88}},
		"huge":    {In: attention.BF16, Heads: 1, SeqQ: 4, SeqK: 6, HeadDim: 64, Scale: 1250},
	} {
		for _, chip := range chips {
			t.Run(name+"/"+chip.Name, func(t *testing.T) {
				p := p
				p.Chip = chip
				normalize(t, &p)
				in := p.Random(7, attention.Normal)
				x := decode(&p, in)
				for _, e := range p.Reference(attention.Config{}, in, p.Whole()) {
					for i := range e.Rows.Count {
						o, lse := plain(&p, x, e.Rows.Batch, e.Rows.Head, i)
						if d := math.Abs(lse - e.LSE[i]); !(d <= 1e-11*math.Max(1, math.Abs(lse)) || lse == e.LSE[i]) {
							t.Fatalf("%+v, query %d: LSE is %v, want %v", e.Rows, i, e.LSE[i], lse)
						}
						for d := range o {
							if got := e.O[int(i)*len(o)+d]; !(math.Abs(got-o[d]) <= 1e-11) {
								t.Fatalf("%+v, query %d: o[%d] is %v, want %v", e.Rows, i, d, got, o[d])
							}
						}
					}
				}
			})
		}
	}
}

// attends says by the definition of the masks whether query i attends to key j.
func attends(p *attention.Problem, s attention.Sequence, i, j int64) bool {
	distance := j - (i + s.SeqK - s.SeqQ)
	if p.Causal && distance > 0 {
		return false
	}
	if w := p.Window; w != nil && (w.Left >= 0 && -distance > w.Left || w.Right >= 0 && distance > w.Right) {
		return false
	}
	return true
}

// TestKeys: the keys of a query, and how many pairs there are, are what brute force finds.
func TestKeys(t *testing.T) {
	for sq := int64(1); sq <= 6; sq++ {
		for sk := int64(1); sk <= 6; sk++ {
			for left := int64(-1); left <= 4; left++ {
				for right := int64(-1); right <= 4; right++ {
					for _, causal := range []bool{false, true} {
						p := &attention.Problem{Chip: chips[0], In: attention.BF16, Heads: 2, SeqQ: sq, SeqK: sk, HeadDim: 64, Causal: causal, Window: &attention.Window{Left: left, Right: right}}
						if left < 0 && right < 0 {
							p.Window = nil
						}
						normalize(t, p)
						scores := 0.0
						for i := range sq {
							first, end := p.Keys(p.Sequence(0), i)
							for j := range sk {
								want := attends(p, p.Sequence(0), i, j)
								if want {
									scores += 2
								}
								if got := j >= first && j < end; got != want {
									t.Fatalf("%d queries, %d keys, window %d,%d, causal %v: query %d attends to key %d: %v", sq, sk, left, right, causal, i, j, got)
								}
							}
						}
						if p.Scores() != scores || p.FLOP() != 256*scores {
							t.Fatalf("%v scores, want %v", p.Scores(), scores)
						}
					}
				}
			}
		}
	}
}

// BenchmarkReference is for a whole check of a small kernel.
func BenchmarkReference(b *testing.B) {
	p := normalize(b, &attention.Problem{Chip: chips[len(chips)-1], In: attention.FP8, Heads: 8, SeqQ: 512, SeqK: 512, HeadDim: 128})
	in := p.Random(1, attention.Normal)
	for b.Loop() {
		p.Reference(attention.Config{}, in, p.Whole())
	}
}
