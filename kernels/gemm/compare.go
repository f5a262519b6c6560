package gemm

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"heddle/kernels/reference"
)

// Report is the result of a comparison. Errors are absolute.
type Report struct {
	Elements int64
	// Bad elements differ from the exact value by more than their bound; Unknown
	// ones have none (see Reference).
	Bad, Unknown int64
	// MaxError is the largest error, MaxRatio the largest ratio of error to
	// bound (above 1 is bad), of elements that are numbers.
	MaxError, MaxRatio float64
	// MaxErrorBound is the bound of the element with the largest error.
	MaxErrorBound float64
	// First are the first bad elements by batch, row and column.
	First []Mismatch
}

// Mismatch is an element with a wrong value.
type Mismatch struct {
	Batch, Row, Col  int64
	Want, Got, Bound float64
}

// String describes the mismatch in one line.
func (m Mismatch) String() string {
	return fmt.Sprintf("D[%d][%d, %d] is %v, want %v within %.3g", m.Batch, m.Row, m.Col, m.Got, m.Want, m.Bound)
}

// most is the number of mismatches that a report shows.
const most = 8

// Add adds the result of another comparison.
func (r *Report) Add(o Report) {
	r.Elements += o.Elements
	r.Bad += o.Bad
	r.Unknown += o.Unknown
	r.worst(o.MaxError, o.MaxErrorBound)
	r.MaxRatio = max(r.MaxRatio, o.MaxRatio)
	r.First = append(r.First, o.First...)
	slices.SortStableFunc(r.First, func(a, b Mismatch) int {
		return cmp.Or(cmp.Compare(a.Batch, b.Batch), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	r.First = r.First[:min(most, len(r.First))]
}

// worst keeps the larger error, and of equal errors the one with the smaller bound.
func (r *Report) worst(diff, bound float64) {
	if diff > r.MaxError || diff == r.MaxError && diff > 0 && bound < r.MaxErrorBound {
		r.MaxError, r.MaxErrorBound = diff, bound
	}
}

// Compare compares a part of D with the reference; got has all of D.
// If the exact result is NaN or infinite, the element must be, too.
func (p *Problem) Compare(in *Inputs, got reference.Contents, r Rect) Report {
	reports := make([]Report, tileCount(r.Rows, tileRows)*tileCount(r.Cols, tileCols))
	m, _ := p.Tensor("d")
	dec := newDecoder(p.Chip, m.Type)
	largest := p.largest()
	p.tiles(in, r, func(number int, t *refTile) {
		d := &matrixReader{m: m, from: got, dec: dec}
		rep := &reports[number]
		for i := range t.Rows {
			for j, v := range d.row(t.Batch, t.Row+i, t.Col, t.Cols) {
				at := i*t.Cols + int64(j)
				want, bound := t.want[at], t.bound[at]
				if !rep.element(want, v, bound, largest) && len(rep.First) < most {
					rep.First = append(rep.First, Mismatch{t.Batch, t.Row + i, t.Col + int64(j), want, v, bound})
				}
			}
		}
	})
	var sum Report
	for _, rep := range reports {
		sum.Add(rep)
	}
	return sum
}

// largest is the magnitude from which on results are rounded to infinity.
func (p *Problem) largest() float64 {
	switch p.Out.Name {
	case "f16":
		return 65520
	case "bf16":
		return 0x1.ffp127
	case "f32":
		return 0x1.ffffffp127
	}
	return math.MaxFloat64
}

// element counts an element, and reports whether it is good.
func (r *Report) element(want, got, bound, largest float64) bool {
	r.Elements++
	if math.IsInf(bound, 0) {
		r.Unknown++
		return true
	}
	diff := math.Abs(got - want)
	switch {
	case got == want: // infinities, too
		return true
	case math.IsNaN(want) && math.IsNaN(got):
		return true
	case math.IsInf(got, 0) && !math.IsInf(want, 0) && (got > 0) == (want > 0) && math.Abs(want)+bound >= largest:
		return true
	case diff <= math.MaxFloat64: // both are finite
		r.worst(diff, bound)
		if bound > 0 {
			r.MaxRatio = max(r.MaxRatio, diff/bound)
		} else {
			r.MaxRatio = math.Inf(1)
		}
		if diff <= bound {
			return true
		}
	}
	r.Bad++
	return false
}

// Untouched finds the bytes outside some parts of D that are not reference.Fill, in bytes
// of D from an offset on: the first few, and how many there are. Parts may overlap.
func (p *Problem) Untouched(d []byte, offset uint64, written []Rect) (first []reference.Stray, count int64) {
	m, _ := p.Tensor("d")
	end := int64(offset) + int64(len(d))
	var spans []reference.Span
	for _, r := range written {
		// The rows that reach into the bytes.
		size := int64(m.Type.Bits / 8)
		base := m.Index(r.Batch, 0, r.Col) * size
		low := max(r.Row, (int64(offset)-base-r.Cols*size)/(m.LD*size))
		for row := low; row < r.Row+r.Rows && base+row*m.LD*size < end; row++ {
			from := base + row*m.LD*size
			spans = append(spans, reference.Span{From: from, To: from + r.Cols*size})
		}
	}
	return reference.Untouched(d, offset, spans)
}
