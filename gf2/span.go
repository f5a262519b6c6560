package gf2

import "math/bits"

// Span is a subspace. The zero Span is {0}.
type Span struct {
	lead [MaxBits]uint64 // a vector with that leading bit, or 0
	dim  int
}

// SpanOf returns the subspace that vs generate.
func SpanOf(vs ...uint64) *Span {
	s := new(Span)
	for _, v := range vs {
		s.Add(v)
	}
	return s
}

// Add makes v an element of s; it reports whether it was none.
func (s *Span) Add(v uint64) bool {
	if v = s.reduce(v); v == 0 {
		return false
	}
	s.lead[bits.Len64(v)-1] = v
	s.dim++
	return true
}

// Contains reports whether v is an element.
func (s *Span) Contains(v uint64) bool { return s.reduce(v) == 0 }

// Dim is the dimension.
func (s *Span) Dim() int { return s.dim }

// Basis returns the reduced basis, by leading bit: no leading bit is set in
// another vector of it. Equal subspaces have equal bases.
func (s *Span) Basis() []uint64 {
	basis := make([]uint64, 0, s.dim)
	for i, v := range s.lead {
		if v == 0 {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if s.lead[j] != 0 && v>>j&1 != 0 {
				v ^= s.lead[j]
			}
		}
		basis = append(basis, v)
	}
	return basis
}

// Complement returns the unit vectors of n bits that, with s, generate all
// vectors of n bits, each once.
func (s *Span) Complement(n int) []uint64 {
	var units []uint64
	for i, v := range s.lead[:n] {
		if v == 0 {
			units = append(units, 1<<i)
		}
	}
	return units
}

// Intersect returns the vectors that are elements of both.
func (s *Span) Intersect(t *Span) *Span {
	// x = (a, b) with S·a + T·b = 0 has S·a in both.
	a, b := s.Basis(), t.Basis()
	m := New(MaxBits, a...)
	both := new(Span)
	pairs := pivots{}
	for j, c := range a {
		pairs[bits.Len64(c)-1] = pivot{c, 1 << j}
	}
	for _, c := range b {
		// Arguments count vectors of a only, those of b are implied.
		v := pairs.reduce(pivot{image: c})
		if v.image == 0 {
			both.Add(m.Apply(v.arg))
			continue
		}
		pairs[bits.Len64(v.image)-1] = v
	}
	return both
}

func (s *Span) reduce(v uint64) uint64 {
	for v != 0 {
		lead := s.lead[bits.Len64(v)-1]
		if lead == 0 {
			break
		}
		v ^= lead
	}
	return v
}
