package tiling

import "fmt"

// Mode says how tiles are chosen.
type Mode uint8

// The modes.
const (
	// Auto is our own choice (Pick).
	Auto Mode = iota
	// IREE is the algorithm of facts tiling.md §1 and §2.
	IREE
	// Seed is IREE with the changes of seed 001.
	Seed
)

var modeNames = []string{"auto", "iree", "seed"}

// String is the mode's name.
func (m Mode) String() string { return modeNames[m] }

// Modes are all of them.
var Modes = []Mode{Auto, IREE, Seed}

// Pipeline is how a kernel is made from the tiles.
type Pipeline uint8

// The pipelines.
const (
	TileAndFuse Pipeline = iota
	// VectorDistribute is IREE's fallback: fixed seeds, the innermost loops only, K in elements.
	VectorDistribute
)

// Options are what a user may ask for.
type Options struct {
	// Direct asks for direct-to-LDS loads, where they are possible.
	Direct bool
	// Stages is the number of stages of the loop over K; nil for the default: 2, or 0 for direct
	// convolutions and VectorDistribute.
	Stages   *int
	Pipeline Pipeline
}

// MaxStages is the largest number of stages that Options may ask for.
const MaxStages = 64

// search is a choice under way.
type search struct {
	trace
	t    *Target
	p    *Problem
	o    Options
	mode Mode
	// m, n and k are the sizes that the search sees: without loops of unknown size, and padded.
	m, n, k   []int64
	unaligned bool // tiles need not divide the loops
	padded    bool // some size was padded
	class     Class
	intensity int64
	seeds     Seeds
	mnTiles   int64 // of the seeds, adjusted
	direct    bool  // direct loads count in the search
	dma       Direct
	stages    int
	pass      string // of mode Seed: strict or fallback
}

// Choose chooses tiles by the mode IREE or Seed. It fails only if the problem or the options are
// invalid; where no matrix instruction can be used, the result says why. What it does is in the
// result's trace.
func Choose(mode Mode, t *Target, p *Problem, o Options) (*Result, error) {
	if mode != IREE && mode != Seed {
		return nil, fmt.Errorf("tiling: Choose has the modes %s and %s; Pick is for %s", IREE, Seed, mode)
	}
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("tiling: %w", err)
	}
	s := &search{t: t, p: p, o: o, mode: mode, stages: 2}
	if p.Op == DirectConv || o.Pipeline == VectorDistribute {
		s.stages = 0
	}
	if o.Stages != nil {
		s.stages = *o.Stages
	}
	if s.stages < 0 || s.stages > MaxStages {
		return nil, fmt.Errorf("tiling: %d stages; need 0 to %d", s.stages, MaxStages)
	}
	if why := s.extract(); why != "" {
		return s.none(why), nil
	}
	s.decideDirect()
	if o.Pipeline == TileAndFuse {
		s.classify()
	}
	if why := s.seed(); why != "" {
		return s.none(why), nil
	}
	f := s.solve()
	if f == nil {
		return s.none("no matrix instruction and tile fit the problem"), nil
	}
	s.keepDirect(f)
	return s.result(f), nil
}

// extract finds the sizes that the search sees (§2.1). It returns why there are none.
func (s *search) extract() string {
	p := s.p
	for _, k := range []Kind{M, N, K} {
		if p.innermost(k) == Dynamic {
			s.note("§2.1.1", "the innermost M, N and K must be known", "not known", k)
			return fmt.Sprintf("the size of the innermost loop of %s is not known", k)
		}
	}
	if p.A.Name != p.B.Name && !p.Scaled {
		s.note("§2.1.5", "A and B must have the same type, unless they are scaled", "A", p.A.Name, "B", p.B.Name)
		return fmt.Sprintf("A is of %s and B of %s", p.A.Name, p.B.Name)
	}
	s.m, s.n, s.k = p.sizes(M), p.sizes(N), p.sizes(K)
	if s.o.Pipeline == VectorDistribute {
		s.m, s.n, s.k = s.m[len(s.m)-1:], s.n[len(s.n)-1:], s.k[len(s.k)-1:]
		s.note("§1.1", "VectorDistribute sees the innermost M, N and K only", "M", s.m[0], "N", s.n[0], "K", s.k[0])
		return ""
	}
	s.unaligned = !p.dynamic()
	if !s.unaligned {
		s.note("§2.1.2", "loops of unknown size are left out and get tiles of 1; tiles must divide the others")
	}
	s.note("§2.1.3", "layout", "A transposed", p.TransA, "B transposed", p.TransB)
	s.pad()
	if p.Accumulate {
		s.note("§2.1.6", "sums start from memory that is written, too: they pass through LDS")
	}
	return ""
}

// pad rounds M and N up (§2.1.4).
func (s *search) pad() {
	if s.p.TransA || !s.unaligned || s.p.Op == DirectConv {
		s.note("§2.1.4", "no padding of M and N: A is transposed, a size is not known, or it is a direct convolution")
		return
	}
	for _, dims := range [][]int64{s.m, s.n} {
		for i, dim := range dims {
			if dim > 128 {
				dims[i] = roundUp(dim, 128)
			} else if dim > 32 {
				dims[i] = roundUp(dim, 32)
			}
			s.padded = s.padded || dims[i] != dim
		}
	}
	s.note("§2.1.4", "M and N above 128 become multiples of 128, those above 32 multiples of 32", "M", text(s.m), "N", text(s.n), "padded", s.padded)
}

// solve tries tiles that divide all loops, then those that need not (§2.3).
func (s *search) solve() *schedule {
	if s.o.Pipeline == VectorDistribute {
		for _, upcast := range []bool{false, true} {
			if f := s.try(true, upcast); f != nil {
				return f
			}
		}
		return nil
	}
	if f := s.try(true, false); f != nil {
		s.note("§2.3", "pass A: tiles divide all loops")
		s.unaligned = false
		return f
	}
	if !s.unaligned {
		s.note("§2.3", "no pass B: a size is not known")
		return nil
	}
	s.note("§2.3", "pass B: tiles need not divide the loops")
	return s.try(false, false)
}

// try finds the schedule of the one instruction that is first in order.
func (s *search) try(aligned, upcast bool) *schedule {
	x := s.choose(aligned, upcast)
	if x == nil {
		return nil
	}
	seeds := s.adjust(x)
	s.mnTiles = seeds.MNTiles
	f := s.distribute(x, seeds)
	if s.mode != Seed || !s.direct {
		return s.fit(f, aligned, false)
	}
	if fits := s.fit(f, aligned, true); fits != nil {
		s.pass = "strict"
		return fits
	}
	s.pass = "fallback"
	s.note("seed 001 §2", "second pass without the alignment of direct loads, from the schedule before it was shrunk")
	return s.fit(f, aligned, false)
}
