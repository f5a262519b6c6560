package attention_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/attention"
	"heddle/kernels/reference"
	"heddle/long"
	"heddle/num"
)

// faulty is a way to compute attention wrongly.
type faulty struct {
	scale, v   float64 // factors of scores and of V; 0 for 1
	shift      int64   // of the masks
	head       int64   // added to the head of K and V
	log2, sumP bool    // LSE in base 2; the sum of P after rounding
	leaveOut   bool    // masked keys are not multiplied by 0
	coarse     *num.Format
	max        float64 // added to the largest score
	o, lse     func(i, d int64, v float64) float64
}

// solve is a kernel: attention in one pass over all keys, with P rounded as hardware does, from decoded
// inputs. Keys that do not count have P = 0, which is multiplied by V.
func solve(p *attention.Problem, in *attention.Inputs, f faulty) *attention.Outputs {
	x := decode(p, in)
	tq, q, tk, k, tv, v := x.tq, x.q, x.tk, x.k, x.tv, x.v
	to, _ := p.Tensor("o")
	o := make([]byte, to.Bytes())
	var tl attention.Tensor
	var lse []byte
	if p.LSE {
		tl, _ = p.Tensor("lse")
		lse = make([]byte, tl.Bytes())
	}
	format := p.In.Format(p.Chip)
	if f.coarse != nil {
		format = f.coarse
	}
	factor := func(x float64) float64 {
		if x == 0 {
			return 1
		}
		return x
	}
	for _, r := range p.Whole() {
		s, kv := p.Sequence(r.Batch), (p.KVHead(r.Head)+f.head)%p.KVHeads
		scale := factor(f.scale) * p.Scale * attention.Descale(p.DescaleQ, r.Head) * attention.Descale(p.DescaleK, kv)
		for i := range r.Count {
			score, top := make([]float64, s.SeqK), math.Inf(-1)
			for j := range score {
				j := int64(j)
				score[j] = math.Inf(-1)
				if attends(p, s, i+f.shift, j) {
					dot := 0.0
					for d := range p.HeadDim {
						dot += q[tq.Index(s.Batch, r.Head, s.Q+i)+d] * k[tk.Index(s.Batch, kv, s.K+j)+d]
					}
					score[j] = dot * scale
					if p.ALiBi != nil {
						score[j] -= float64(p.ALiBi[r.Head]) * math.Abs(float64(i+s.SeqK-s.SeqQ-j))
					}
				}
				if score[j] > top {
					top = score[j]
				}
			}
			sum, acc := 0.0, make([]float64, p.HeadDimV)
			if math.IsInf(top, -1) {
				top = 0
			}
			for j, x := range score {
				e := math.Exp(x - top - f.max)
				rounded := round(format, e)
				if p.PRound == attention.RoundZero {
					rounded = float64(math.Float32frombits(math.Float32bits(float32(e)) &^ 0xffff))
				}
				if f.sumP {
					sum += rounded
				} else {
					sum += e
				}
				if f.leaveOut && math.IsInf(x, -1) {
					continue
				}
				for d := range acc {
					acc[d] += rounded * v[tv.Index(s.Batch, kv, s.K+int64(j))+int64(d)]
				}
			}
			for d, a := range acc {
				d := int64(d)
				a *= factor(f.v) * attention.Descale(p.DescaleV, kv) / factor(sum)
				if f.o != nil {
					a = f.o(i, d, a)
				}
				store(o, to, to.Index(s.Batch, r.Head, s.Q+i)+d, a)
			}
			if p.LSE {
				l := top + f.max + math.Log(sum)
				if f.log2 {
					l *= math.Log2E
				}
				if f.lse != nil {
					l = f.lse(i, 0, l)
				}
				store(lse, tl, tl.Index(s.Batch, r.Head, s.Q+i), l)
			}
		}
	}
	out := &attention.Outputs{O: bytesOf(o)}
	if p.LSE {
		out.LSE = bytesOf(lse)
	}
	return out
}

func bytesOf(data []byte) func(uint64, []byte) {
	return func(offset uint64, page []byte) { copy(page, data[offset:]) }
}

// round rounds a number to a format.
func round(f *num.Format, x float64) float64 {
	x32 := math.Float32bits(float32(x))
	switch f {
	case num.F32:
		return float64(float32(x))
	case num.F16:
		return float64(math.Float32frombits(num.F16ToF32(num.F32ToF16(x32, num.Env{}))))
	case num.BF16:
		return float64(math.Float32frombits(num.BF16ToF32(num.F32ToBF16(x32, num.Env{}))))
	}
	return float64(math.Float32frombits(f.ToF32(f.FromF32(x32, true))))
}

// store stores a number as an element.
func store(data []byte, t attention.Tensor, at int64, x float64) {
	x32 := math.Float32bits(float32(x))
	switch t.Format {
	case num.F32:
		binary.LittleEndian.PutUint32(data[at*4:], x32)
	case num.F16:
		binary.LittleEndian.PutUint16(data[at*2:], num.F32ToF16(x32, num.Env{}))
	case num.BF16:
		binary.LittleEndian.PutUint16(data[at*2:], num.F32ToBF16(x32, num.Env{}))
	default:
		panic("no type of O: " + t.Format.Name)
	}
}

// TestCompareAccepts: kernels that round as they should are good, in all cases, whether they multiply
// masked keys by 0 or leave them out, and whether they add P before or after its rounding.
func TestCompareAccepts(t *testing.T) {
	for n, chip := range chips {
		list := attention.EdgeCases(chip)
		for i, c := range append(list, attention.Random(chip, 3, 150)...) {
			if !long.On() && (i%4 != n || i >= len(list) && i%32 != n) {
				continue
			}
			p := &c.Problem
			in := p.Random(c.Seed, c.Kind)
			for _, leaveOut := range []bool{false, true} {
				if leaveOut && c.Kind != attention.NaN && c.Kind != attention.Inf {
					continue
				}
				sums := []bool{false}
				if p.In == attention.FP8 && !p.LSE {
					sums = append(sums, true)
				}
				for _, sumP := range sums {
					r := p.Compare(attention.Config{SumByProduct: sumP}, in, solve(p, in, faulty{leaveOut: leaveOut, sumP: sumP}), p.Whole())
					if err := r.Check(c.Limits()); err != nil {
						t.Errorf("%s: %s: %v", c.Name, c.Flags(), err)
					}
				}
			}
		}
	}
}

// TestBound: for N(0, 1) inputs, with P in E4M3, the errors come near to their bounds, but not above; P
// larger than 1, as under a lazy rescale, is no worse. With the sum of rounded P a single key is exact.
func TestBound(t *testing.T) {
	for _, chip := range chips {
		for _, keys := range []int64{1, 2, 8, 100, 1500} {
			for _, sumP := range []bool{false, true} {
				p := normalize(t, &attention.Problem{Chip: chip, In: attention.FP8, Out: attention.F32, Heads: 2, SeqQ: 40, SeqK: keys, HeadDim: 128, LSE: !sumP})
				in, c := p.Random(5, attention.Normal), attention.Config{SumByProduct: sumP}
				r := p.Compare(c, in, solve(p, in, faulty{sumP: sumP}), p.Whole())
				t.Logf("%s, %d keys, sum of rounded P %v: cosine %.6f, %.3f of the bound, %.4f of the row's scale, LSE %.2g", chip.Name, keys, sumP, r.Cosine(), r.MaxRatio, r.RowError, r.LSEError)
				if least := 1 / (1 + math.Sqrt(float64(keys))); r.Check(p.Limits()) != nil || keys > 1 && r.MaxRatio < 0.4*least {
					t.Errorf("%s, %d keys: %v of the bound, %v", chip.Name, keys, r.MaxRatio, r.Check(p.Limits()))
				}
				r = p.Compare(c, in, solve(p, in, faulty{max: -5, sumP: sumP}), p.Whole())
				if err := r.Check(p.Limits()); err != nil || sumP && keys == 1 && r.RowError > 0 {
					t.Errorf("%s, %d keys, P up to 148: %v, %v of the row's scale", chip.Name, keys, err, r.RowError)
				}
			}
		}
	}
}

// TestRoundings: truncated P is within its bounds, which are twice those of P that is rounded to nearest, and not within those.
func TestRoundings(t *testing.T) {
	for _, keys := range []int64{2, 8, 100} {
		of := func(way attention.Rounding) *attention.Problem {
			return normalize(t, &attention.Problem{Chip: chips[0], In: attention.BF16, Out: attention.F32, Heads: 2, SeqQ: 40, SeqK: keys, HeadDim: 128, PRound: way})
		}
		for _, way := range []attention.Rounding{attention.RoundEven, attention.RoundZero} {
			p := of(way)
			in := p.Random(5, attention.Normal)
			o := solve(p, in, faulty{})
			r := p.Compare(attention.Config{}, in, o, p.Whole())
			t.Logf("%s, %d keys: cosine %.7f, %.3f of the bound, %.5f of the row's scale", way, keys, r.Cosine(), r.MaxRatio, r.RowError)
			if err := r.Check(p.Limits()); err != nil {
				t.Errorf("%s, %d keys: %v", way, keys, err)
			}
			if r = of(attention.RoundEven).Compare(attention.Config{}, in, o, p.Whole()); way == attention.RoundZero && keys == 2 && r.Bad == 0 {
				t.Errorf("truncated P is %.3f of the bound of P that is rounded", r.MaxRatio)
			}
		}
	}
}

// TestCompareRejects: each mistake is found, and the report says where.
func TestCompareRejects(t *testing.T) {
	chip := arch.Chips[len(arch.Chips)-1]
	problems := map[string]attention.Problem{
		"bf16": {In: attention.BF16, Heads: 4, KVHeads: 2, SeqQ: 40, SeqK: 90, HeadDim: 64, Causal: true},
		"fp8":  {In: attention.FP8, Out: attention.F32, Heads: 4, KVHeads: 2, SeqQ: 40, SeqK: 90, HeadDim: 64, Window: &attention.Window{Left: 40, Right: 5}},
	}
	at := func(query, dim int64, f func(float64) float64) func(int64, int64, float64) float64 {
		return func(i, d int64, v float64) float64 {
			if i == query && d == dim {
				return f(v)
			}
			return v
		}
	}
	for name, f := range map[string]struct {
		faulty
		only, want string
	}{
		"scale":            {faulty: faulty{scale: 1.3}, want: "LSE"},
		"v":                {faulty: faulty{v: 1.1}, want: "O["},
		"mask, early":      {faulty: faulty{shift: -1}, want: "O["},
		"mask, late":       {faulty: faulty{shift: 1}, want: "O["},
		"head":             {faulty: faulty{head: 1}, want: "cosine"},
		"base 2":           {faulty: faulty{log2: true}, want: "numbers of LSE are wrong"},
		"sum of rounded P": {faulty: faulty{sumP: true}, want: "LSE is off by"},
		"P too coarse":     {faulty: faulty{coarse: num.FP8}, only: "bf16", want: "of the row's scale"},
		"P too low":        {faulty: faulty{max: 6}, only: "fp8", want: "further from the exact value than their bounds"},
		"one element":      {faulty: faulty{o: at(39, 63, func(v float64) float64 { return v + 0.4 })}, want: "[39, 63]"},
		"NaN":              {faulty: faulty{o: at(3, 5, func(float64) float64 { return math.NaN() })}, want: "[3, 5] is NaN"},
		"infinite":         {faulty: faulty{o: at(3, 5, func(float64) float64 { return math.Inf(1) })}, want: "[3, 5] is +Inf"},
		"LSE":              {faulty: faulty{lse: at(7, 0, func(v float64) float64 { return v + 1e-3 })}, want: "LSE[0][0][7]"},
		"LSE is NaN":       {faulty: faulty{lse: at(7, 0, func(float64) float64 { return math.NaN() })}, want: "LSE[0][0][7] is NaN"},
	} {
		for in, p := range problems {
			if f.only != "" && f.only != in {
				continue
			}
			p.Chip, p.LSE = chip, true
			normalize(t, &p)
			inputs := p.Random(1, attention.Normal)
			err := p.Compare(attention.Config{}, inputs, solve(&p, inputs, f.faulty), p.Whole()).Check(p.Limits())
			if err == nil || !strings.Contains(err.Error(), f.want) {
				t.Errorf("%s, %s: %v", name, in, err)
			}
		}
	}
	// LSE of scores that f32 cannot hold to 1e-5 has their bound, not more.
	huge := attention.Problem{Chip: chip, In: attention.BF16, Heads: 1, SeqQ: 9, SeqK: 40, HeadDim: 64, LSE: true}
	normalize(t, &huge)
	logits := huge.Random(1, attention.Huge)
	off := func(by float64) *attention.Report {
		f := faulty{lse: func(_, _ int64, v float64) float64 { return v + by }}
		return huge.Compare(attention.Config{}, logits, solve(&huge, logits, f), huge.Whole())
	}
	if good, bad := off(0.3), off(30); good.BadLSE != 0 || bad.BadLSE != 9 {
		t.Errorf("LSE of huge scores: %d bad, then %d", good.BadLSE, bad.BadLSE)
	}
	// A query without keys is 0, not almost.
	p := attention.Problem{Chip: chip, In: attention.BF16, Heads: 1, SeqQ: 9, SeqK: 4, HeadDim: 64, Causal: true, LSE: true}
	normalize(t, &p)
	in := p.Random(1, attention.Normal)
	tiny := faulty{o: at(2, 9, func(float64) float64 { return 1e-30 })}
	if r := p.Compare(attention.Config{}, in, solve(&p, in, tiny), p.Whole()); r.Bad != 1 {
		t.Errorf("a number in a row without keys: %d bad", r.Bad)
	}
	finite := faulty{lse: at(2, 0, func(float64) float64 { return -1e30 })}
	if r := p.Compare(attention.Config{}, in, solve(&p, in, finite), p.Whole()); r.BadLSE != 1 {
		t.Errorf("LSE of a row without keys: %d bad", r.BadLSE)
	}
}

// TestUntouched: a write outside of some rows is found, and none within, page by page as at once.
func TestUntouched(t *testing.T) {
	for _, p := range []attention.Problem{
		{Batch: 2, Heads: 2, SeqQ: 5, SeqK: 1, O: attention.Strides{Batch: 960, Head: 72, Seq: 160}},
		{Heads: 2, CuSeqQ: []int32{0, 2, 2, 5}, CuSeqK: []int32{0, 1, 1, 2}},
		{Heads: 2, SeqQ: 1, SeqK: 1, O: attention.Strides{Head: 128}},
	} {
		p.Chip, p.In, p.HeadDim, p.LSE = chips[0], attention.BF16, 64, true
		normalize(t, &p)
		for _, name := range []string{"o", "lse"} {
			tensor, _ := p.Tensor(name)
			rows := p.Whole()[1:] // all but a head
			rows[0].First, rows[0].Count = rows[0].Count-1, 1
			size := tensor.Bytes() / (tensor.Index(tensor.Batch-1, tensor.Heads-1, tensor.Seq-1) + tensor.Dim)
			inside := make([]bool, tensor.Bytes())
			for _, r := range rows {
				s := p.Sequence(r.Batch)
				for i := range r.Count {
					at := tensor.Index(s.Batch, r.Head, s.Q+r.First+i)
					for b := at * size; b < (at+tensor.Dim)*size; b++ {
						inside[b] = true
					}
				}
			}
			d := make([]byte, len(inside))
			want := int64(0)
			for i := range d {
				if d[i] = reference.Fill; inside[i] {
					d[i] = 1
				} else if i%3 == 0 {
					d[i] = 2
					want++
				}
			}
			for _, page := range []int{len(d), 7, 1000} {
				got := int64(0)
				for from := 0; from < len(d); from += page {
					first, n := p.Untouched(name, d[from:min(from+page, len(d))], uint64(from), rows)
					for _, s := range first {
						if inside[s.Offset] || s.Value != 2 {
							t.Fatalf("%s: byte %d is %d", name, s.Offset, s.Value)
						}
					}
					got += n
				}
				if got != want {
					t.Errorf("%s, pages of %d: %d strays, want %d", name, page, got, want)
				}
			}
		}
	}
}
