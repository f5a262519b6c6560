// Package layout describes where data are: which lane and item of a matrix instruction's operand
// holds which element of the matrix, which lane gets which bytes of a transposing LDS read, and
// which lanes use the same LDS bank.
//
// A Layout is a linear map over GF(2): it maps the bits of the place (item, lane, wave, …) to the
// bits of the element (row, col, …), and the image of a place is the exclusive or of the images of
// its bits. Sizes are powers of two. See facts layouts.md §3.2 and arXiv 2505.23819.
package layout

import (
	"fmt"
	"slices"
	"strings"

	"heddle/gf2"
)

// Names of the dimensions of this package's layouts.
const (
	Item   = "item"   // the n-th value of a lane's registers
	Lane   = "lane"   // 0 to 63
	Block  = "block"  // of a matrix instruction with several
	Row    = "row"    // of a matrix
	Col    = "col"    // of a matrix
	Offset = "offset" // in LDS, bytes
)

// Dim is a dimension: a number of Bits bits.
type Dim struct {
	Name string
	Bits int
}

// Size is the number of values.
func (d Dim) Size() int { return 1 << d.Bits }

// Layout maps values of its input dimensions to values of its output dimensions. In vectors the
// bits of the first dimension are the lowest. A Layout is immutable.
type Layout struct {
	in, out []Dim
	m       gf2.Matrix
}

// New returns the layout with the given matrix from the bits of in to those of
// out.
func New(in, out []Dim, m gf2.Matrix) Layout {
	if width(in) != m.Cols() || width(out) != m.Rows() {
		panic(fmt.Sprintf("BUG: a %d x %d matrix for %v to %v", m.Rows(), m.Cols(), in, out))
	}
	for _, dims := range [][]Dim{in, out} {
		for i, d := range dims {
			if d.Bits < 0 || indexDim(dims, d.Name) != i {
				panic(fmt.Sprintf("BUG: dimension %q in %v", d.Name, dims))
			}
		}
	}
	return Layout{slices.Clone(in), slices.Clone(out), m}
}

// FromFunc returns the layout that f computes: f maps values of the dimensions in to values of the
// dimensions out. It fails if f is not linear, and the error names the first place that shows it.
// It tries all places.
func FromFunc(in, out []Dim, f func(at []int) []int) (Layout, error) {
	l, err := fromBits(in, out, f)
	if err != nil {
		return Layout{}, err
	}
	for x := range uint64(1) << width(in) {
		y, err := image(in, out, f, x)
		if err != nil {
			return Layout{}, err
		}
		if want := l.m.Apply(x); y != want {
			return Layout{}, fmt.Errorf("not linear: %s is at %s, the exclusive or of its bits at %s", describe(in, x), describe(out, y), describe(out, want))
		}
	}
	return l, nil
}

// fromBits is FromFunc for an f that is known to be linear: it is called for
// single bits only.
func fromBits(in, out []Dim, f func(at []int) []int) (Layout, error) {
	cols := make([]uint64, width(in))
	for j := range cols {
		var err error
		if cols[j], err = image(in, out, f, 1<<j); err != nil {
			return Layout{}, err
		}
	}
	return New(in, out, gf2.New(width(out), cols...)), nil
}

// image is f of the values in x.
func image(in, out []Dim, f func(at []int) []int, x uint64) (uint64, error) {
	values := f(split(in, x))
	y, ok := join(out, values)
	if !ok {
		return 0, fmt.Errorf("%s: %v is not in %s", describe(in, x), values, dimsString(out))
	}
	return y, nil
}

// Identity returns the identity from dimension in to dimension out, both of bits bits.
func Identity(in, out string, bits int) Layout {
	return New([]Dim{{in, bits}}, []Dim{{out, bits}}, gf2.Identity(bits))
}

// Broadcast returns the layout of a dimension of bits bits whose values all hold the same element:
// it maps to no dimensions.
func Broadcast(in string, bits int) Layout {
	return New([]Dim{{in, bits}}, nil, gf2.Zero(0, bits))
}

// In returns the input dimensions.
func (l Layout) In() []Dim { return slices.Clone(l.in) }

// Out returns the output dimensions.
func (l Layout) Out() []Dim { return slices.Clone(l.out) }

// Matrix returns the matrix from all input bits to all output bits.
func (l Layout) Matrix() gf2.Matrix { return l.m }

// At returns the values of the output dimensions for values of the input
// dimensions, in their orders.
func (l Layout) At(in ...int) []int {
	x, ok := join(l.in, in)
	if !ok {
		panic(fmt.Sprintf("BUG: %v is not in %s", in, dimsString(l.in)))
	}
	return split(l.out, l.m.Apply(x))
}

// Basis returns the image of one bit of an input dimension.
func (l Layout) Basis(in string, bit int) []int {
	at, d := find(l.in, in)
	if bit < 0 || bit >= d.Bits {
		panic(fmt.Sprintf("BUG: %s has no bit %d", in, bit))
	}
	return split(l.out, l.m.Col(at+bit))
}

// Then returns the layout that applies l, then g, whose inputs are the outputs
// of l, in any order.
func (l Layout) Then(g Layout) (Layout, error) {
	if len(l.out) != len(g.in) {
		return Layout{}, mismatch(l, g)
	}
	rows := make([]int, 0, l.m.Rows())
	for _, d := range g.in {
		at := indexDim(l.out, d.Name)
		if at < 0 || l.out[at] != d {
			return Layout{}, mismatch(l, g)
		}
		rows = append(rows, places(l.out, d.Name)...)
	}
	return New(l.in, g.out, g.m.Mul(l.m.PickRows(rows...))), nil
}

func mismatch(l, g Layout) error {
	return fmt.Errorf("a layout to %s cannot be followed by one from %s", dimsString(l.out), dimsString(g.in))
}

// Inverse returns the layout from outputs to inputs. It fails if two inputs have the same output,
// or if an output has no input.
func (l Layout) Inverse() (Layout, error) {
	inv, ok := l.m.Inverse()
	if !ok {
		return Layout{}, fmt.Errorf("a layout of rank %d from %s to %s has no inverse", l.m.Rank(), dimsString(l.in), dimsString(l.out))
	}
	return New(l.out, l.in, inv), nil
}

// RightInverse returns a layout from outputs to inputs that gives for each output one of its
// inputs. It fails if an output has no input.
func (l Layout) RightInverse() (Layout, error) {
	inv, ok := l.m.RightInverse()
	if !ok {
		return Layout{}, fmt.Errorf("a layout of rank %d from %s does not reach all of %s", l.m.Rank(), dimsString(l.in), dimsString(l.out))
	}
	return New(l.out, l.in, inv), nil
}

// Times returns the product: a dimension that both have gets l's bits at the low end and g's above
// them. l is a tile, and g says where its copies are.
func (l Layout) Times(g Layout) Layout {
	in, inBits := stack(l.in, g.in)
	out, outBits := stack(l.out, g.out)
	sum := l.m.Sum(g.m)
	return New(in, out, sum.PickCols(inBits...).PickRows(outBits...))
}

// Divide returns the q with tile.Times(q) = l, and whether there is one. A
// dimension of q may have no bits.
func (l Layout) Divide(tile Layout) (q Layout, ok bool) {
	in, inBits, ok := above(l.in, tile.in)
	if !ok {
		return Layout{}, false
	}
	out, outBits, ok := above(l.out, tile.out)
	if !ok {
		return Layout{}, false
	}
	q = New(in, out, l.m.PickCols(inBits...).PickRows(outBits...))
	back := tile.Times(q)
	return q, back.Equal(l)
}

// Restrict returns the layout with only the named inputs; the others are 0.
func (l Layout) Restrict(names ...string) Layout {
	in, bits := pick(l.in, names)
	return New(in, l.out, l.m.PickCols(bits...))
}

// Project returns the layout to only the named outputs.
func (l Layout) Project(names ...string) Layout {
	out, bits := pick(l.out, names)
	return New(l.in, out, l.m.PickRows(bits...))
}

// Rename returns the layout with another name for an input or output dimension
// called old.
func (l Layout) Rename(old, name string) Layout {
	r := Layout{slices.Clone(l.in), slices.Clone(l.out), l.m}
	for _, dims := range [][]Dim{r.in, r.out} {
		if i := indexDim(dims, old); i >= 0 {
			dims[i].Name = name
		}
	}
	return New(r.in, r.out, r.m)
}

// Flatten returns the layout with all outputs as one dimension, the first one's
// bits lowest.
func (l Layout) Flatten(name string) Layout {
	return New(l.in, []Dim{{name, l.m.Rows()}}, l.m)
}

// Equal reports whether l and g have the same dimensions in the same orders and
// the same images.
func (l Layout) Equal(g Layout) bool {
	return slices.Equal(l.in, g.in) && slices.Equal(l.out, g.out) && l.m.Equal(g.m)
}

// String writes one output bit per line, as the exclusive or of input bits: "row[0] =
// lane[0]^lane[3]". Runs of single bits are one line: "row[3:0] = lane[3:0]".
func (l Layout) String() string { return strings.Join(l.Formulas(), "\n") }

// Formulas returns the lines of String.
func (l Layout) Formulas() []string {
	var lines []string
	rows := l.m.Transpose()
	first := 0
	for _, d := range l.out {
		for bit := 0; bit < d.Bits; {
			// A run of single bits of one input.
			n := 1
			if from, at, ok := l.single(rows.Col(first + bit)); ok {
				for bit+n < d.Bits {
					next, nextAt, ok := l.single(rows.Col(first + bit + n))
					if !ok || next != from || nextAt != at+n {
						break
					}
					n++
				}
				lines = append(lines, bitRange(d.Name, bit, n)+" = "+bitRange(from, at, n))
			} else {
				lines = append(lines, bitRange(d.Name, bit, 1)+" = "+l.terms(rows.Col(first+bit)))
			}
			bit += n
		}
		first += d.Bits
	}
	return lines
}

// single returns the input bit that mask consists of.
func (l Layout) single(mask uint64) (name string, bit int, ok bool) {
	if mask == 0 || mask&(mask-1) != 0 {
		return "", 0, false
	}
	for i, v := range split(l.in, mask) {
		if v != 0 {
			return l.in[i].Name, log2(v), true
		}
	}
	panic("BUG: a bit of no dimension")
}

// terms writes the exclusive or of input bits.
func (l Layout) terms(mask uint64) string {
	var terms []string
	for rest := mask; rest != 0; rest &= rest - 1 {
		name, bit, _ := l.single(rest & -rest)
		terms = append(terms, bitRange(name, bit, 1))
	}
	if terms == nil {
		return "0"
	}
	return strings.Join(terms, "^")
}

func bitRange(name string, low, n int) string {
	if n == 1 {
		return fmt.Sprintf("%s[%d]", name, low)
	}
	return fmt.Sprintf("%s[%d:%d]", name, low+n-1, low)
}
