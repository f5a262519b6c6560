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
		p := &Problem{Chip: arch.Chips[r.IntN(2)], A: named("bf16"), B: named("bf16")}
		w := &writer{p: p, c: Config{BK: 64, StreamK: true, RowMajor: r.IntN(4) == 0}, tilesK: 1 + r.Int64N(200)}
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

// TestStreamKHelps: 8192^3 in tiles of 256x256x64 is 3.37 rounds of gfx942's compute units, of which the
// last one takes 0.41 of one if it is divided. It does not help where there is little to divide.
func TestStreamKHelps(t *testing.T) {
	for _, x := range []struct {
		m, n, k int64
		helps   bool
	}{
		{8192, 8192, 8192, true},
		{4096, 4864, 8192, false}, // one full round
		{4096, 4096, 4096, false}, // 0.84 of one
		{512, 512, 8192, true},
		{512, 512, 128, false},
	} {
		p := &Problem{Chip: &arch.GFX942, M: x.m, N: x.n, K: x.k, A: named("bf16"), B: named("bf16"), Layout: NT, Alpha: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		c := Config{BM: 256, BN: 256, BK: 64, WavesM: 2, WavesN: 2, Matrix: 32, Stages: 1}
		if got := p.StreamKHelps(c); got != x.helps {
			t.Errorf("%d x %d x %d: %v", x.m, x.n, x.k, got)
		}
	}
	// Two workgroups of a compute unit: it is not worth its second kernel.
	p := &Problem{Chip: &arch.GFX950, M: 16384, N: 640, K: 2880, A: named("bf16"), B: named("bf16"), Layout: NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	if p.StreamKHelps(Config{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 32, Stages: 2, Direct: true, Schedule: Rotate}) {
		t.Error("stream-K of 16384x640x2880 in tiles of 128x128")
	}
	p = &Problem{Chip: &arch.GFX942, A: named("bf16"), B: named("bf16")}
	w := &writer{p: p, c: Config{BK: 64, StreamK: true}, tilesK: 128}
	if s := w.shares(32, 32); s.most > 53 || s.each() != 3 {
		t.Errorf("%+v", s)
	}
}
