package attention

import (
	"math"
	"sync"

	"heddle/kernels/reference"
)

// Rows are queries of a head of a sequence.
type Rows struct{ Batch, Head, First, Count int64 }

// Whole is all of O: the queries of each head of each sequence that has any.
func (p *Problem) Whole() []Rows {
	var list []Rows
	for b := range p.Batch {
		for h := range p.Heads {
			if n := p.Sequence(b).SeqQ; n > 0 {
				list = append(list, Rows{b, h, 0, n})
			}
		}
	}
	return list
}

// Exact is the result for some rows, exact but for errors of float64 arithmetic.
//
// Only keys that a query attends to (Keys) count. A score of -Inf is that of a key without
// weight, and a query whose scores are all -Inf attends to none. If one of the scores is NaN
// or +Inf, o and LSE are NaN. NaNs and infinities of V go into the sums by IEEE rules: p·Inf is
// an infinity, NaN if p is 0 in float64; infinities of both signs make NaN; LSE does not depend
// on V. Sums that would pass the range of f32 in between are not taken for infinite.
type Exact struct {
	Rows Rows
	// O, a row of HeadDimV for each query, and how far a result may be from it (bound.go).
	O, Bound []float64
	// MayBeNaN are the elements of O for which NaN is right, too: an element of their column of V is
	// not finite, at a key that has no weight, or so little that P may round to 0. A kernel
	// multiplies that 0 by it, or leaves out a tile that the key is in.
	MayBeNaN []bool
	LSE      []float64 // natural logarithms
	// LSEUnsure is how far LSE may be off because scores are (bound.go); 0 where it has to be as good as f32
	// is, which is so for N(0, 1) inputs.
	LSEUnsure []float64
	// Unsure are the largest parts of the bounds of a row that come from f32 arithmetic of scores;
	// 0 if that does not matter, which is so for N(0, 1) inputs.
	Unsure []float64
}

// reach is how far beyond the keys of a query a kernel may read V and multiply it by 0.
const reach = 1024

// Reference computes rows, on all cores, with bounds for a kernel of a configuration.
func (p *Problem) Reference(c Config, in *Inputs, rows []Rows) []*Exact {
	list := make([]*Exact, len(rows))
	dim := p.HeadDimV
	for i, r := range rows {
		n := r.Count
		list[i] = &Exact{r, make([]float64, n*dim), make([]float64, n*dim), make([]bool, n*dim), make([]float64, n), make([]float64, n), make([]float64, n)}
	}
	jobs := p.split(rows)
	p.blocks(c, in, jobs, func(number int, b *block) {
		n := jobs[number].of
		e, from := list[n], b.Rows.First-rows[n].First
		copy(e.O[from*dim:], b.O)
		copy(e.Bound[from*dim:], b.Bound)
		copy(e.MayBeNaN[from*dim:], b.MayBeNaN)
		copy(e.LSE[from:], b.LSE)
		copy(e.LSEUnsure[from:], b.LSEUnsure)
		copy(e.Unsure[from:], b.Unsure)
	})
	return list
}

// The size of what one goroutine computes at a time: queries, and their scores.
const (
	blockRows   = 64
	blockScores = 1 << 20
)

// job is rows that one goroutine computes.
type job struct {
	of int // which of the rows asked for
	Rows
}

// split divides rows into jobs.
func (p *Problem) split(rows []Rows) (jobs []job) {
	size := min(blockRows, max(2, blockScores/p.SeqK))
	for i, r := range rows {
		for at := int64(0); at < r.Count; at += size {
			jobs = append(jobs, job{i, Rows{r.Batch, r.Head, r.First + at, min(size, r.Count-at)}})
		}
	}
	return jobs
}

// blocks does jobs, on all cores, and passes each block with the number of its job to done, which is
// called concurrently.
func (p *Problem) blocks(c Config, in *Inputs, jobs []job, done func(number int, b *block)) {
	free := sync.Pool{New: func() any {
		b := &block{p: p, sumsRounded: c.SumByProduct, q: p.reader("q", in.Q), k: p.reader("k", in.K), v: p.reader("v", in.V)}
		if p.QK.MX() {
			b.q.scales, b.k.scales = p.reader("scale_q", in.ScaleQ), p.reader("scale_k", in.ScaleK)
		}
		return b
	}}
	reference.Parallel(len(jobs), func(n int) {
		b := free.Get().(*block)
		b.compute(jobs[n].Rows)
		done(n, b)
		free.Put(b)
	})
}

// lines are numbers for reference.Dot2x4: chunks of up to reference.Block of each line.
type lines []float64

// chunk returns chunk c of n lines.
func (l lines) chunk(c, n int) lines { return l[c*n*reference.Block : (c+1)*n*reference.Block] }

// block computes queries of a head.
type block struct {
	Exact
	p       *Problem
	seq     Sequence
	q, k, v *rowReader

	first, end []int64 // keys of each query
	low, high  int64   // keys of all of them
	qs, ks     lines   // chunks of HeadDim
	vs, mags   lines   // V transposed, and its magnitudes: a line for each element
	scores     lines   // a chunk for each Block keys; then P
	weights    lines   // of one chunk: what P may be rounded as, and P without its largest
	rest       lines
	row        []rowState
	most, side []float64 // sums over V's magnitudes with these weights
	peak       []float64 // the largest of V's magnitudes
	infinite   []special

	sumsRounded   bool      // sums are of P as it is rounded
	rounded       bool      // scores are of ExpBits, and of Q as that rounds it
	plain, logSum []float64 // O and LSE of Q as it is
}

// rowState is what is known of a query.
type rowState struct {
	norm   float64 // of q
	delta  float64 // how far scores may be off
	top    int64   // the key with the largest score
	max, l float64
	off    float64 // the most that rounding changes all of P by, in units of u
	bad    bool    // o is NaN
}

// special is an element of V that is not finite.
type special struct {
	key, col int64
	value    float64
}

// rowReader reads rows of a tensor as numbers.
type rowReader struct {
	t    Tensor
	from reference.Contents
	dec  *reference.Decoder
	raw  []byte
	nums []float64
	// scales are those of blocks of a row; nil for none.
	scales *rowReader
}

func (p *Problem) reader(name string, from reference.Contents) *rowReader {
	t, _ := p.Tensor(name)
	r := &rowReader{t: t, from: from}
	if r.dec = reference.NewScaleDecoder(); t.Format != nil {
		r.dec = reference.NewDecoder(t.Format)
	}
	return r
}

// row reads a row; the result is good until the next call.
func (r *rowReader) row(batch, head, row int64) []float64 {
	r.raw, r.nums = reference.Sized(r.raw, int(r.t.bytesOf(r.t.Dim))), reference.Sized(r.nums, int(r.t.Dim))
	r.from(uint64(r.t.bytesOf(r.t.Index(batch, head, row))), r.raw)
	r.dec.Run(r.nums, r.raw, 0)
	if r.scales != nil {
		scales := r.scales.row(batch, head, row)
		for i := range r.nums {
			r.nums[i] *= scales[i/ScaleBlock]
		}
	}
	return r.nums
}

// compute computes rows, and of ExpBits first those that Q as it rounds it has.
func (b *block) compute(r Rows) {
	if b.p.Exp != ExpBits || b.p.QK.MX() { // Q of MX types is not rounded
		b.rounded = b.p.Exp == ExpBits
		b.rows(r)
		return
	}
	b.rounded = false
	b.rows(r)
	b.plain, b.logSum = append(b.plain[:0], b.O...), append(b.logSum[:0], b.LSE...)
	b.rounded = true
	b.rows(r)
	b.apart()
}

// rows computes rows.
func (b *block) rows(r Rows) {
	b.Rows, b.seq = r, b.p.Sequence(r.Batch)
	n, dim := int(r.Count), int(b.p.HeadDimV)
	b.first, b.end, b.row = reference.Sized(b.first, n), reference.Sized(b.end, n), reference.Sized(b.row, n)
	b.LSE, b.LSEUnsure, b.Unsure = reference.Sized(b.LSE, n), reference.Sized(b.LSEUnsure, n), reference.Sized(b.Unsure, n)
	b.O, b.Bound, b.MayBeNaN = reference.Sized(b.O, n*dim), reference.Sized(b.Bound, n*dim), reference.Sized(b.MayBeNaN, n*dim)
	b.most, b.side = reference.Sized(b.most, n*dim), reference.Sized(b.side, n*dim)
	clear(b.O)
	clear(b.most)
	clear(b.side)
	clear(b.MayBeNaN)
	b.peak = reference.Sized(b.peak, dim)
	clear(b.peak)
	b.low, b.high = b.seq.SeqK, 0
	for i := range n {
		b.first[i], b.end[i] = b.p.Keys(b.seq, r.First+int64(i))
		if b.first[i] < b.end[i] {
			b.low, b.high = min(b.low, b.first[i]), max(b.high, b.end[i])
		}
	}
	b.high = max(b.high, b.low)
	b.score()
	b.softmax()
	b.sum()
	b.finish()
}

// score computes the scores; those of keys that do not count are -Inf.
func (b *block) score() {
	const block = reference.Block
	rows := int(b.Rows.Count+1) / 2 * 2
	dim := int(b.p.HeadDim)
	chunks := (dim + block - 1) / block
	b.qs, b.ks = reference.Sized(b.qs, chunks*rows*block), reference.Sized(b.ks, chunks*block*block)
	for i := range b.Rows.Count {
		q := b.q.row(b.seq.Batch, b.Rows.Head, b.seq.Q+b.Rows.First+i)
		if b.rounded && !b.p.QK.MX() {
			b.p.roundQ(q, b.Rows.Head)
		}
		b.row[i] = rowState{norm: norm(q)}
		for c := range chunks {
			copy(b.qs.chunk(c, rows)[i*block:], q[c*block:min((c+1)*block, dim)])
		}
	}
	scale, kvHead := b.p.ScoreScale(b.Rows.Head), b.p.KVHead(b.Rows.Head)
	keyBlocks := int(b.high-b.low+block-1) / block
	b.scores = reference.Sized(b.scores, keyBlocks*rows*block)
	longest := 0.0
	for kb := range keyBlocks {
		from := b.low + int64(kb*block)
		keys := int(min(block, b.high-from))
		for j := range keys {
			k := b.k.row(b.seq.Batch, kvHead, b.seq.K+from+int64(j))
			longest = math.Max(longest, norm(k))
			for c := range chunks {
				copy(b.ks.chunk(c, block)[j*block:], k[c*block:min((c+1)*block, dim)])
			}
		}
		s := b.scores.chunk(kb, rows)
		clear(s)
		for c := range chunks {
			products(s, block, b.qs.chunk(c, rows), b.ks.chunk(c, block), rows, keys, min(block, dim-c*block), true)
		}
		b.mask(s, from, scale)
	}
	for i := range b.row {
		magnitude := scale * b.row[i].norm * longest
		if b.rounded {
			magnitude += magnitude + math.Ln2*(127+lazy) // what sums begin with
		}
		b.row[i].delta = float64(dim) * 0x1p-23 * magnitude
	}
}

// products adds to out, rows of width ld, the products of lines of n numbers. There are whole pairs
// of lines of a, and groups of four of b; results for more than rows and cols are left out.
func products(out []float64, ld int, a, b lines, rows, cols, n int, exact bool) {
	const block = reference.Block
	var part [2][4]float64
	for j := 0; j < cols; j += 4 {
		for i := 0; i < rows; i += 2 {
			reference.Dot2x4(&part, a[i*block:(i+2)*block], b[j*block:(j+4)*block], n, exact)
			for y := range min(2, rows-i) {
				for x := range min(4, cols-j) {
					out[(i+y)*ld+j+x] += part[y][x]
				}
			}
		}
	}
}

// norm is the Euclidean norm of the finite numbers of a row.
func norm(row []float64) float64 {
	square := 0.0
	for _, v := range row {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			square += v * v
		}
	}
	return math.Sqrt(square)
}

// mask makes scores of the products with the keys from one on.
func (b *block) mask(s lines, from int64, scale float64) {
	const block = reference.Block
	slope := 0.0
	if b.p.ALiBi != nil {
		slope = float64(b.p.ALiBi[b.Rows.Head])
	}
	for i := range b.Rows.Count {
		same := b.Rows.First + i + b.seq.SeqK - b.seq.SeqQ
		line := s[i*block : (i+1)*block]
		for j := range line {
			key := from + int64(j)
			switch {
			case key < b.first[i] || key >= b.end[i]:
				line[j] = math.Inf(-1)
			case slope != 0:
				line[j] = line[j]*scale - slope*math.Abs(float64(same-key))
			default:
				line[j] *= scale
			}
		}
	}
}

// softmax makes P of the scores, relative to the largest.
func (b *block) softmax() {
	const block = reference.Block
	rows := int(b.Rows.Count+1) / 2 * 2
	for i := range b.row {
		r := &b.row[i]
		r.max, r.top = math.Inf(-1), b.low
		each := func(f func(key int64, s *float64)) {
			for kb := 0; kb*rows*block < len(b.scores); kb++ {
				line := b.scores.chunk(kb, rows)[i*block : (i+1)*block]
				for j := range line {
					f(b.low+int64(kb*block+j), &line[j])
				}
			}
		}
		each(func(key int64, s *float64) {
			if *s > r.max {
				r.max, r.top = *s, key
			}
			r.bad = r.bad || math.IsNaN(*s)
		})
		r.bad = r.bad || math.IsInf(r.max, 1)
		none, magnitude := r.bad || math.IsInf(r.max, -1), 0.0
		each(func(_ int64, s *float64) {
			if none {
				*s = 0
				return
			}
			if r.max-*s < farBelow {
				magnitude = max(magnitude, math.Abs(*s))
			}
			*s = math.Exp(*s - r.max)
			r.l += *s
		})
		r.delta += 0x1p-22 * (1 + magnitude)
		switch b.LSE[i] = r.max + math.Log(r.l); {
		case r.bad:
			b.LSE[i] = math.NaN()
		case none:
			b.LSE[i] = math.Inf(-1)
		}
	}
}

// sum multiplies P, and the weights of the bounds, by V.
func (b *block) sum() {
	const block = reference.Block
	rows, dim := int(b.Rows.Count+1)/2*2, int(b.p.HeadDimV)
	b.vs, b.mags = reference.Sized(b.vs, dim*block), reference.Sized(b.mags, dim*block)
	b.weights, b.rest = reference.Sized(b.weights, rows*block), reference.Sized(b.rest, rows*block)
	b.infinite = b.infinite[:0]
	for from := max(0, b.low-reach); from < b.low; from += block { // for their infinities only
		b.load(from, min(b.low, from+block))
	}
	least, u := b.leastNormal(), b.roundingOfP()
	for kb := 0; kb*rows*block < len(b.scores); kb++ {
		from := b.low + int64(kb*block)
		b.load(from, min(from+block, b.high))
		p := b.scores.chunk(kb, rows)
		for i := range b.row {
			for j := range block {
				key, at := from+int64(j), i*block+j
				b.weights[at], b.rest[at] = 0, p[at]
				if key >= b.first[i] && key < b.end[i] && b.row[i].l > 0 {
					b.weights[at] = min(max(p[at], least), p[at]/u)
					b.row[i].off += b.weights[at]
				}
				if key == b.row[i].top {
					b.rest[at] = b.row[i].l - 1
				}
			}
		}
		products(b.O, dim, p, b.vs, int(b.Rows.Count), dim, block, false)
		products(b.most, dim, b.weights, b.mags, int(b.Rows.Count), dim, block, false)
		products(b.side, dim, b.rest, b.mags, int(b.Rows.Count), dim, block, false)
	}
	for from := b.high; from < min(b.high+reach, b.seq.SeqK); from += block {
		b.load(from, min(from+block, b.seq.SeqK))
	}
}

// load reads keys of V into the lines, 0 for what is not finite.
func (b *block) load(from, to int64) {
	const block = reference.Block
	kvHead := b.p.KVHead(b.Rows.Head)
	clear(b.vs)
	clear(b.mags)
	for j := range to - from {
		for d, v := range b.v.row(b.seq.Batch, kvHead, b.seq.K+from+j) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				b.infinite = append(b.infinite, special{from + j, int64(d), v})
				continue
			}
			b.vs[d*block+int(j)], b.mags[d*block+int(j)] = v, math.Abs(v)
			b.peak[d] = max(b.peak[d], math.Abs(v))
		}
	}
}

// finish divides the sums, and adds what is not finite.
func (b *block) finish() {
	const block = reference.Block
	rows, dim := int(b.Rows.Count+1)/2*2, int(b.p.HeadDimV)
	for i := range b.row {
		b.bounds(i)
		r := &b.row[i]
		o, mayBe := b.O[i*dim:(i+1)*dim], b.MayBeNaN[i*dim:(i+1)*dim]
		for d := range o {
			if r.bad {
				o[d] = math.NaN()
			}
		}
		for _, x := range b.infinite {
			if x.key < b.first[i] || x.key >= b.end[i] || r.l == 0 {
				mayBe[x.col] = true
				continue
			}
			at := int(x.key - b.low)
			p := b.scores.chunk(at/block, rows)[i*block+at%block]
			o[x.col] += p * x.value
			mayBe[x.col] = mayBe[x.col] || p < b.leastP()
		}
	}
}
