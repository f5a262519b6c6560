package gemm

import (
	"math/rand/v2"
	"testing"

	"heddle/arch"
)

// TestShares: each step of each tile is the share of one workgroup, workgroup is the inverse of of, and
// no compute unit has much more to do than others.
func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 18))
	for range 200 {
		p := &Problem{Chip: arch.Chips[r.IntN(2)]}
		w := &writer{p: p, c: Config{StreamK: true, RowMajor: r.IntN(4) == 0}, tilesK: 1 + r.Int64N(200)}
		rows, cols := 1+r.Int64N(40), 1+r.Int64N(40)
		s := w.shares(rows, cols)
		if s == nil {
			if w.tilesK > 1 && rows*cols%p.places() != 0 {
				t.Errorf("%s, %d x %d tiles of %d steps are not divided", p.Chip.Name, rows, cols, w.tilesK)
			}
			continue
		}
		if s.whole%p.places() != 0 || s.divided >= p.places() || s.whole+s.divided != rows*cols {
			t.Fatalf("%+v", s)
		}
		seen := map[[2]int64]bool{}
		steps := map[int64]int64{}
		for id := range s.workgroups() {
			at, part := s.of(id)
			if seen[[2]int64{at, part}] || at < 0 || at >= rows*cols || s.workgroup(at, part) != id {
				t.Fatalf("%+v: workgroup %d has share %d of tile %d, whose workgroup is %d", s, id, part, at, s.workgroup(at, part))
			}
			seen[[2]int64{at, part}] = true
			if n := s.length(part); at >= s.whole && n < 1 {
				t.Fatalf("%+v: share %d has %d steps", s, part, n)
			} else if at >= s.whole {
				steps[at] += n
			}
		}
		for at := s.whole; at < rows*cols; at++ {
			if steps[at] != s.steps {
				t.Fatalf("%+v: the shares of tile %d have %d steps", s, at, steps[at])
			}
		}
	}
}

// TestSharesEven: 8192^3 in tiles of 256x256x64 is 3.37 rounds; the last one is worth 0.37 and takes
// not more than 0.42 of one.
func TestSharesEven(t *testing.T) {
	p := &Problem{Chip: &arch.GFX942}
	w := &writer{p: p, c: Config{StreamK: true}, tilesK: 128}
	s := w.shares(32, 32)
	if cost := s.cost(p.places()) - partialSteps*(1+float64(s.each()*s.divided)/float64(p.places())); cost > 0.42*128 {
		t.Errorf("%+v: %g steps", s, cost)
	}
}
