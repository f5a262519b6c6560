package gf2

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// small calls f with every matrix of up to 4 x 4 and a few of 3 x 5.
func small(f func(m Matrix)) {
	for rows := range 5 {
		for cols := range 5 {
			if rows*cols > 12 && rows != cols {
				continue
			}
			for code := range uint64(1) << (rows * cols) {
				m := Zero(rows, cols)
				for j := range m.cols {
					m.cols[j] = code >> (rows * j) & (1<<rows - 1)
				}
				f(m)
			}
		}
	}
}

// slowApply is the definition: the parity of each row and x.
func slowApply(m Matrix, x uint64) (y uint64) {
	for i := range m.rows {
		n := 0
		for j, c := range m.cols {
			n += int(c >> i & 1 * (x >> j & 1))
		}
		y |= uint64(n%2) << i
	}
	return y
}

// span lists all sums of vs.
func span(vs []uint64) map[uint64]bool {
	all := map[uint64]bool{0: true}
	for _, v := range vs {
		for _, w := range slices.Collect(keys(all)) {
			all[v^w] = true
		}
	}
	return all
}

func keys(m map[uint64]bool) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func TestSmall(t *testing.T) {
	n := 0
	small(func(m Matrix) {
		n++
		image, kernel := map[uint64]uint64{}, map[uint64]bool{}
		for x := range uint64(1) << m.Cols() {
			y := m.Apply(x)
			if y != slowApply(m, x) {
				t.Fatalf("Apply(%b) = %b of\n%v", x, y, m)
			}
			image[y] = x
			if y == 0 {
				kernel[x] = true
			}
		}
		if 1<<m.Rank() != len(image) {
			t.Fatalf("rank %d of\n%v", m.Rank(), m)
		}
		if k := span(m.Kernel()); len(k) != 1<<len(m.Kernel()) || !slices.Equal(sorted(k), sorted(kernel)) {
			t.Fatalf("kernel %b of\n%v", m.Kernel(), m)
		}
		if got := span(m.Image()); len(m.Image()) != m.Rank() || len(got) != len(image) {
			t.Fatalf("image %b of\n%v", m.Image(), m)
		}
		for y := range uint64(1) << m.Rows() {
			_, want := image[y]
			x, ok := m.Solve(y)
			if ok != want || ok && m.Apply(x) != y || SpanOf(m.cols...).Contains(y) != want {
				t.Fatalf("Solve(%b) = %b, %v of\n%v", y, x, ok, m)
			}
		}
		r, ok := m.RightInverse()
		if ok != (m.Rank() == m.Rows()) || ok && !m.Mul(r).Equal(Identity(m.Rows())) {
			t.Fatalf("right inverse of\n%v", m)
		}
		inv, ok := m.Inverse()
		if ok != (m.Rank() == m.Rows() && m.Rows() == m.Cols()) || ok && (!m.Mul(inv).Equal(Identity(m.Rows())) || !inv.Mul(m).Equal(Identity(m.Rows()))) {
			t.Fatalf("inverse of\n%v", m)
		}
		if tr := m.Transpose(); tr.Rank() != m.Rank() || !tr.Transpose().Equal(m) {
			t.Fatalf("transpose of\n%v", m)
		}
		s := SpanOf(m.cols...)
		c := s.Complement(m.Rows())
		if len(c) != m.Rows()-m.Rank() || SpanOf(append(c, m.cols...)...).Dim() != m.Rows() {
			t.Fatalf("complement %b of\n%v", c, m)
		}
		for i, v := range s.Basis() {
			for j, w := range s.Basis() {
				if i != j && w>>(bits.Len64(v)-1)&1 != 0 {
					t.Fatalf("basis %b is not reduced", s.Basis())
				}
			}
		}
	})
	t.Log(n, "matrices")
}

func sorted(m map[uint64]bool) []uint64 { return slices.Sorted(keys(m)) }

func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(rows, cols int) Matrix {
		m := Zero(rows, cols)
		for j := range m.cols {
			m.cols[j] = r.Uint64() & (1<<rows - 1)
		}
		return m
	}
	for range 3000 {
		a, b := random(6, 5), random(5, 7)
		p, sum := a.Mul(b), a.Sum(b)
		for x := range uint64(1) << 7 {
			if p.Apply(x) != a.Apply(b.Apply(x)) {
				t.Fatalf("product of\n%v and\n%v", a, b)
			}
		}
		x := r.Uint64() & (1<<12 - 1)
		if want := a.Apply(x&31) | b.Apply(x>>5)<<6; sum.Apply(x) != want {
			t.Fatalf("direct sum of\n%v and\n%v", a, b)
		}
		c := random(6, 5)
		if a.Add(c).Apply(x) != a.Apply(x)^c.Apply(x) {
			t.Fatalf("sum of\n%v and\n%v", a, c)
		}
		which := []int{3, 0, 3, 5}
		for j := range 5 {
			for i, w := range which {
				if a.PickRows(which...).Col(j)>>i&1 != a.Col(j)>>w&1 {
					t.Fatalf("rows %v of\n%v", which, a)
				}
			}
		}
		if got := a.PickCols(4, 0); got.Col(0) != a.Col(4) || got.Col(1) != a.Col(0) || got.Cols() != 2 {
			t.Fatalf("columns of\n%v", a)
		}
		u, v := random(6, 1+r.IntN(4)), random(6, 1+r.IntN(4))
		both := SpanOf(u.cols...).Intersect(SpanOf(v.cols...))
		inU, inV := span(u.cols), span(v.cols)
		for x := range uint64(64) {
			if both.Contains(x) != (inU[x] && inV[x]) {
				t.Fatalf("intersection of %b and %b: %b", u.cols, v.cols, both.Basis())
			}
		}
	}
}

// TestWide is about 64 bits, where shifts end.
func TestWide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	invertible := 0
	for range 200 {
		m := Zero(64, 64)
		for j := range m.cols {
			m.cols[j] = r.Uint64()
		}
		inv, ok := m.Inverse()
		if ok != (m.Rank() == 64) {
			t.Fatal("inverse and rank disagree")
		}
		if !ok {
			continue
		}
		invertible++
		if !m.Mul(inv).Equal(Identity(64)) || m.Transpose().Rank() != 64 || len(SpanOf(m.cols...).Basis()) != 64 {
			t.Fatalf("inverse of\n%v", m)
		}
	}
	if invertible < 30 { // 29 % of large matrices are
		t.Errorf("only %d of 200 are invertible", invertible)
	}
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"column": func() { New(3, 8) },
		"rows":   func() { New(65) },
		"cols":   func() { Zero(1, 65) },
		"Mul":    func() { Identity(3).Mul(Identity(4)) },
		"Add":    func() { Identity(3).Add(Identity(4)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestString(t *testing.T) {
	if got, want := New(2, 1, 3, 0).String(), "110\n010\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
