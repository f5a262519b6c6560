// Package gf2 implements matrices and subspaces over GF(2), the field of the numbers 0 and 1, in
// which addition is exclusive or. Vectors are the bits of a uint64, bit 0 first, so a space has at
// most 64 dimensions.
package gf2

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// MaxBits is the largest number of rows, and of columns, of a Matrix.
const MaxBits = 64

// Matrix is a linear map from vectors of Cols bits to vectors of Rows bits. It
// is kept as its columns, the images of the unit vectors. A Matrix is a value
// that never changes; the zero Matrix has no rows and no columns.
type Matrix struct {
	rows int
	cols []uint64
}

// New returns the matrix with the given columns of rows bits.
func New(rows int, cols ...uint64) Matrix {
	if rows < 0 || rows > MaxBits || len(cols) > MaxBits {
		panic(fmt.Sprintf("BUG: a matrix of %d x %d over GF(2)", rows, len(cols)))
	}
	for _, c := range cols {
		if bits.Len64(c) > rows {
			panic(fmt.Sprintf("BUG: column %#x has more than %d bits", c, rows))
		}
	}
	return Matrix{rows, slices.Clone(cols)}
}

// Identity returns the n x n identity.
func Identity(n int) Matrix {
	cols := make([]uint64, n)
	for i := range cols {
		cols[i] = 1 << i
	}
	return New(n, cols...)
}

// Zero returns the rows x cols matrix of zeros.
func Zero(rows, cols int) Matrix { return New(rows, make([]uint64, cols)...) }

// Rows is the number of bits of an image.
func (m Matrix) Rows() int { return m.rows }

// Cols is the number of bits of an argument.
func (m Matrix) Cols() int { return len(m.cols) }

// Col returns column j, the image of 1<<j.
func (m Matrix) Col(j int) uint64 { return m.cols[j] }

// Columns returns all columns.
func (m Matrix) Columns() []uint64 { return slices.Clone(m.cols) }

// Apply returns m·x. Bits of x above Cols are ignored.
func (m Matrix) Apply(x uint64) uint64 {
	var y uint64
	for j, c := range m.cols {
		y ^= c & -(x >> j & 1)
	}
	return y
}

// Mul returns m·b, which applies b first. b has as many rows as m has columns.
func (m Matrix) Mul(b Matrix) Matrix {
	if b.rows != len(m.cols) {
		panic(fmt.Sprintf("BUG: product of %d columns and %d rows", len(m.cols), b.rows))
	}
	p := Matrix{m.rows, make([]uint64, len(b.cols))}
	for j, c := range b.cols {
		p.cols[j] = m.Apply(c)
	}
	return p
}

// Add returns m + b, two matrices of the same shape.
func (m Matrix) Add(b Matrix) Matrix {
	if b.rows != m.rows || len(b.cols) != len(m.cols) {
		panic("BUG: sum of matrices of different shapes")
	}
	s := Matrix{m.rows, slices.Clone(m.cols)}
	for j, c := range b.cols {
		s.cols[j] ^= c
	}
	return s
}

// Transpose returns the matrix with rows and columns exchanged.
func (m Matrix) Transpose() Matrix {
	t := Zero(len(m.cols), m.rows)
	for j, c := range m.cols {
		for ; c != 0; c &= c - 1 {
			t.cols[bits.TrailingZeros64(c)] |= 1 << j
		}
	}
	return t
}

// Sum returns the direct sum of m and b, the block-diagonal matrix with m in the low bits.
func (m Matrix) Sum(b Matrix) Matrix {
	s := New(m.rows+b.rows, append(m.Columns(), make([]uint64, len(b.cols))...)...)
	for j, c := range b.cols {
		s.cols[len(m.cols)+j] = c << m.rows
	}
	return s
}

// PickCols returns the matrix of the chosen columns, in their order.
func (m Matrix) PickCols(which ...int) Matrix {
	p := Matrix{m.rows, make([]uint64, len(which))}
	for j, w := range which {
		p.cols[j] = m.cols[w]
	}
	return p
}

// PickRows returns the matrix of the chosen rows, in their order.
func (m Matrix) PickRows(which ...int) Matrix {
	p := Zero(len(which), len(m.cols))
	for j, c := range m.cols {
		for i, w := range which {
			p.cols[j] |= c >> w & 1 << i
		}
	}
	return p
}

// Equal reports whether m and b have the same shape and elements.
func (m Matrix) Equal(b Matrix) bool { return m.rows == b.rows && slices.Equal(m.cols, b.cols) }

// Rank is the dimension of the image.
func (m Matrix) Rank() int { return SpanOf(m.cols...).Dim() }

// Image returns a basis of all m·x.
func (m Matrix) Image() []uint64 { return SpanOf(m.cols...).Basis() }

// Kernel returns a basis of the x with m·x = 0.
func (m Matrix) Kernel() []uint64 {
	_, kernel := m.eliminate()
	return SpanOf(kernel...).Basis()
}

// Solve returns an x with m·x = y, and whether there is one. All others differ
// from it by elements of the kernel.
func (m Matrix) Solve(y uint64) (x uint64, ok bool) {
	pivots, _ := m.eliminate()
	return pivots.solve(y)
}

// RightInverse returns an r with m·r = 1, and whether there is one: there is if
// the rank is the number of rows.
func (m Matrix) RightInverse() (r Matrix, ok bool) {
	pivots, _ := m.eliminate()
	r = Zero(len(m.cols), m.rows)
	for i := range r.cols {
		if r.cols[i], ok = pivots.solve(1 << i); !ok {
			return Matrix{}, false
		}
	}
	return r, true
}

// Inverse returns the inverse, and whether there is one.
func (m Matrix) Inverse() (inv Matrix, ok bool) {
	if m.rows != len(m.cols) {
		return Matrix{}, false
	}
	return m.RightInverse()
}

// String writes the matrix as rows of zeros and ones, bit 0 of the image first.
func (m Matrix) String() string {
	var s strings.Builder
	for i := range m.rows {
		for _, c := range m.cols {
			s.WriteByte('0' + byte(c>>i&1))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// pivot is an image and an argument that has it.
type pivot struct{ image, arg uint64 }

// pivots holds for each leading bit a pivot with that bit, or a zero pivot.
type pivots [MaxBits]pivot

// eliminate is Gaussian elimination: it returns pivots that generate the image, and arguments that
// generate the kernel.
func (m Matrix) eliminate() (p *pivots, kernel []uint64) {
	p = new(pivots)
	for j, c := range m.cols {
		v := p.reduce(pivot{c, 1 << j})
		if v.image == 0 {
			kernel = append(kernel, v.arg)
			continue
		}
		p[bits.Len64(v.image)-1] = v
	}
	return p, kernel
}

// reduce adds pivots to v until none has its leading bit.
func (p *pivots) reduce(v pivot) pivot {
	for v.image != 0 {
		lead := p[bits.Len64(v.image)-1]
		if lead.image == 0 {
			break
		}
		v.image ^= lead.image
		v.arg ^= lead.arg
	}
	return v
}

func (p *pivots) solve(y uint64) (x uint64, ok bool) {
	v := p.reduce(pivot{image: y})
	return v.arg, v.image == 0
}
