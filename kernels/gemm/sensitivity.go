package gemm

import "math"

// Sensitivity says which errors a comparison can find, estimated on a sample of D.
type Sensitivity struct {
	// Products are those of the sampled elements that are not 0, and Shown those of
	// them that could not be missing: the element would be further from the exact
	// value than its bound, whatever else was rounded.
	Products, Shown int64
	// Alike are other activations that none of the sampled elements tells from the
	// problem's: their exact results are within its bounds.
	Alike []Activation
}

// Sensitivity looks at the corner of a part of D.
func (p *Problem) Sensitivity(in *Inputs, part Rect) Sensitivity {
	const forProducts, forActivations = 16, 64 // rows and columns
	var s Sensitivity
	p.missing(in, corner(part, forProducts), &s)
	if p.Act != None {
		p.alike(in, corner(part, forActivations), &s)
	}
	return s
}

// corner is the first rows and columns of a part of D.
func corner(r Rect, size int64) Rect {
	r.Rows, r.Cols = min(r.Rows, size), min(r.Cols, size)
	return r
}

// missing counts products and those whose absence would show.
func (p *Problem) missing(in *Inputs, r Rect, s *Sensitivity) {
	t := p.newTile(in)
	t.Rect = r
	p.compute(t)
	end := p.newEpilogue()
	const most = 32 * blockK // a sample of K, too
	for k := int64(0); k < min(p.K, most); k += blockK {
		n := min(blockK, p.K-k)
		load(t.a, t.readA, t.readScaleA, t.Batch, t.Row, t.Rows, k, n, p.Layout.TransA())
		load(t.b, t.readB, t.readScaleB, t.Batch, t.Col, t.Cols, k, n, !p.Layout.TransB())
		for i := range r.Rows {
			for j := range r.Cols {
				at := i*r.Cols + j
				s.element(end, t.a[i*blockK:][:n], t.b[j*blockK:][:n], t.sums[at].value, t.bound[at])
			}
		}
	}
}

// element counts the products of a and b, of whose sum the result has a bound. C and
// bias are taken as 0: of a sample that is near enough.
func (s *Sensitivity) element(end *epilogue, a, b []float64, sum, bound float64) {
	want, _ := end.apply(sum, 0, 0, 0)
	for k := range a {
		product := float64(a[k] * b[k])
		if product == 0 || product != product {
			continue
		}
		s.Products++
		if without, _ := end.apply(sum-product, 0, 0, 0); math.Abs(want-without) > 2*bound {
			s.Shown++
		}
	}
}

// alike finds the other activations that the sample would accept.
func (p *Problem) alike(in *Inputs, r Rect, s *Sensitivity) {
	want, bound := p.Reference(in, r)
	for _, act := range Activations {
		if act == p.Act {
			continue
		}
		other := *p
		other.Act = act
		got, _ := other.Reference(in, r)
		told := false
		for i := range want {
			told = told || math.Abs(got[i]-want[i]) > bound[i]
		}
		if !told {
			s.Alike = append(s.Alike, act)
		}
	}
}
