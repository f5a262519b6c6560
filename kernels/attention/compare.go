package attention

import (
	"fmt"
	"math"
	"strings"

	"heddle/kernels/reference"
)

// Outputs are what a kernel has written; LSE is nil if the problem has none.
type Outputs struct{ O, LSE reference.Contents }

// Report is the result of a comparison.
type Report struct {
	Elements int64 // of O
	// Bad elements are further from the exact value than their bound, or are NaN or infinite where it
	// is not, or the reverse; BadLSE likewise of LSE, whose bound is 1e-5 of the larger of 1 and itself, and what
	// its row's scores are unsure by.
	Bad, BadLSE int64
	// MaxRatio is the largest ratio of an error to its bound.
	MaxRatio float64
	// RowError is the largest error relative to the scale of its row of O, the row's largest
	// magnitude. It leaves out the rows of which f32 scores allow an error of 2^-9 of that scale
	// by themselves (bound.go); Unsure is their number.
	RowError float64
	Unsure   int64
	// LSEError is the largest error of LSE, relative to the larger of 1 and LSE, of rows whose scores are sure
	// in f32; of ExpBits of all rows.
	LSEError float64
	// First are the first bad elements.
	First []Mismatch

	dot, got, want float64 // sums of products of finite elements
}

// Mismatch is an element with a wrong value; Col is -1 for LSE.
type Mismatch struct {
	Batch, Head, Query, Col int64
	Want, Got, Bound        float64
}

// String describes the mismatch in one line.
func (m Mismatch) String() string {
	name := fmt.Sprintf("O[%d][%d][%d, %d]", m.Batch, m.Head, m.Query, m.Col)
	if m.Col < 0 {
		name = fmt.Sprintf("LSE[%d][%d][%d]", m.Batch, m.Head, m.Query)
	}
	if m.Bound == 0 {
		return fmt.Sprintf("%s is %v, want %v", name, m.Got, m.Want)
	}
	return fmt.Sprintf("%s is %v, want %v within %.3g", name, m.Got, m.Want, m.Bound)
}

// most is the number of mismatches that a report shows.
const most = 8

// Cosine is that of the angle between O and the exact result, as vectors of all compared
// elements; 1 if both are 0.
func (r *Report) Cosine() float64 {
	if r.got == 0 && r.want == 0 {
		return 1
	}
	if r.got == 0 || r.want == 0 {
		return 0
	}
	return r.dot / math.Sqrt(r.got) / math.Sqrt(r.want)
}

// Add adds the result of another comparison.
func (r *Report) Add(o *Report) {
	r.Elements += o.Elements
	r.Bad += o.Bad
	r.BadLSE += o.BadLSE
	r.Unsure += o.Unsure
	r.MaxRatio = max(r.MaxRatio, o.MaxRatio)
	r.RowError = max(r.RowError, o.RowError)
	r.LSEError = max(r.LSEError, o.LSEError)
	r.dot += o.dot
	r.got += o.got
	r.want += o.want
	r.First = append(r.First, o.First[:min(len(o.First), most-len(r.First))]...)
}

// Limits are how good a result has to be.
type Limits struct {
	RowError float64 // at most; 0 for no limit but that of each element
	Cosine   float64 // at least
	LSE      float64 // at most; 0 for no limit but that of each row
}

// Limits are those for the problem's types; that of Cosine with fp8 is for inputs of N(0, 1) and queries
// with many keys (Case.Limits).
func (p *Problem) Limits() Limits {
	if p.Exp == ExpBits {
		return Limits{Cosine: 0.998}
	}
	if p.In == FP8 {
		return Limits{Cosine: 0.999, LSE: maxLSE}
	}
	l := Limits{RowError: 0x1p-7, Cosine: 0.99999, LSE: maxLSE}
	if p.PRound == RoundZero {
		l.RowError *= 2 // all of P is less than it should be, by up to 2^-7
	}
	return l
}

// maxLSE is the largest error of LSE, relative to the larger of 1 and LSE.
const maxLSE = 1e-5

// Check returns an error that says all that is not within limits.
func (r *Report) Check(l Limits) error {
	var faults []string
	add := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	add(r.Bad > 0, "%d of %d elements are further from the exact value than their bounds", r.Bad, r.Elements)
	add(r.BadLSE > 0, "%d numbers of LSE are wrong", r.BadLSE)
	add(l.RowError > 0 && !(r.RowError <= l.RowError), "the error is %.3g of the row's scale, more than %.3g", r.RowError, l.RowError)
	add(!(r.Cosine() >= l.Cosine), "the cosine is %.7f, less than %v", r.Cosine(), l.Cosine)
	add(l.LSE > 0 && !(r.LSEError <= l.LSE), "LSE is off by %.3g, more than %.3g", r.LSEError, l.LSE)
	if faults == nil {
		return nil
	}
	for _, m := range r.First {
		faults = append(faults, m.String())
	}
	return fmt.Errorf("%s", strings.Join(faults, "; "))
}

// Compare compares rows with the reference, block by block, on all cores; got has all of O and
// LSE, of a kernel of a configuration.
func (p *Problem) Compare(c Config, in *Inputs, got *Outputs, rows []Rows) *Report {
	jobs := p.split(rows)
	parts := make([]*Report, len(jobs))
	p.blocks(c, in, jobs, func(number int, b *block) { parts[number] = b.Compare(p, got) })
	sum := &Report{}
	for _, part := range parts {
		sum.Add(part)
	}
	return sum
}

// Compare compares the rows with what a kernel has written.
func (e *Exact) Compare(p *Problem, got *Outputs) *Report {
	r := &Report{}
	o := p.reader("o", got.O)
	var lse *rowReader
	if got.LSE != nil && p.LSE {
		lse = p.reader("lse", got.LSE)
	}
	s := p.Sequence(e.Rows.Batch)
	largest := reference.Largest(o.t.Format)
	for i := range e.Rows.Count {
		query := e.Rows.First + i
		at := Mismatch{Batch: e.Rows.Batch, Head: e.Rows.Head, Query: query}
		r.row(e, i, o.row(s.Batch, e.Rows.Head, s.Q+query), largest, at)
		if lse != nil {
			r.lse(p, e.LSE[i], e.LSEUnsure[i], lse.row(s.Batch, e.Rows.Head, s.Q+query)[0], at)
		}
	}
	return r
}

// row compares a row of O.
func (r *Report) row(e *Exact, i int64, got []float64, largest float64, at Mismatch) {
	dim := int64(len(got))
	scale, worst := 0.0, 0.0
	for d, g := range got {
		n := i*dim + int64(d)
		want, bound := e.O[n], e.Bound[n]
		r.Elements++
		diff := math.Abs(g - want)
		good := g == want || math.IsNaN(g) && (math.IsNaN(want) || e.MayBeNaN[n]) ||
			math.IsInf(g, 0) && !math.IsInf(want, 0) && (g > 0) == (want > 0) && math.Abs(want)+bound >= largest
		if diff <= math.MaxFloat64 { // both are finite
			scale, worst = max(scale, math.Abs(want)), max(worst, diff)
			r.dot += g * want
			r.got += g * g
			r.want += want * want
			if diff > 0 {
				r.MaxRatio = max(r.MaxRatio, diff/bound)
			}
			good = diff <= bound
		}
		if !good {
			r.Bad++
			at.Col, at.Want, at.Got, at.Bound = int64(d), want, g, bound
			r.mismatch(at)
		}
	}
	switch {
	case worst == 0:
	case e.Unsure[i] > 0x1p-9*scale:
		r.Unsure++
	default:
		r.RowError = max(r.RowError, worst/scale)
	}
}

// lse compares a number of LSE.
func (r *Report) lse(p *Problem, want, unsure, got float64, at Mismatch) {
	diff, scale := math.Abs(got-want), max(1, math.Abs(want))
	bound := maxLSE*scale + unsure
	switch {
	case got == want || math.IsNaN(got) && math.IsNaN(want):
		return
	case diff <= math.MaxFloat64:
		if unsure == 0 || p.Exp == ExpBits {
			r.LSEError = max(r.LSEError, diff/scale)
		}
		if diff <= bound {
			return
		}
	}
	r.BadLSE++
	at.Col, at.Want, at.Got, at.Bound = -1, want, got, bound
	r.mismatch(at)
}

func (r *Report) mismatch(m Mismatch) {
	if len(r.First) < most {
		r.First = append(r.First, m)
	}
}

// Untouched finds the bytes of o or lse outside some rows that are not reference.Fill, in bytes of
// the tensor from an offset on: the first few, and how many there are.
func (p *Problem) Untouched(tensor string, d []byte, offset uint64, written []Rows) (first []reference.Stray, count int64) {
	t, _ := p.Tensor(tensor)
	from, to := int64(offset), int64(offset)+int64(len(d))
	var spans []reference.Span
	for _, r := range written {
		s := p.Sequence(r.Batch)
		base, size, step := t.Index(s.Batch, r.Head, s.Q)*t.elementBytes(), t.Dim*t.elementBytes(), t.Stride.Seq*t.elementBytes()
		// The rows that reach into the bytes.
		for i := max(r.First, (from-base-size)/step); i < r.First+r.Count && base+i*step < to; i++ {
			spans = append(spans, reference.Span{From: base + i*step, To: base + i*step + size})
		}
	}
	return reference.Untouched(d, offset, spans)
}
