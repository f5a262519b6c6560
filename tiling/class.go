package tiling

import (
	"fmt"
	"math/big"
)

// Class is the size class of a problem, by its arithmetic intensity (facts tiling.md §1.2).
type Class uint8

// The size classes.
const (
	Small Class = iota
	Medium
	Large
	VeryLarge
)

var classNames = []string{"small", "medium", "large", "very large"}

// String is the name of the class.
func (c Class) String() string { return classNames[c] }

// cutoffs are the intensities that separate size classes.
type cutoffs struct {
	small, large, veryLarge float64
	source                  string
}

// cutoffsOf are those of a target for a problem.
func cutoffsOf(t *Target, p *Problem) cutoffs {
	if p.Scaled {
		return cutoffs{100, 10000, 70000, "scaled types have fixed cutoffs"}
	}
	for _, r := range t.Rates {
		if r.Format == rateOf(p.A) && t.Bandwidth > 0 {
			balance := r.TFLOPs / t.Bandwidth
			return cutoffs{0.05 * balance, 5 * balance, 22 * balance, fmt.Sprintf("%s: %g TFLOP/s over %g TB/s", t.Name, r.TFLOPs, t.Bandwidth)}
		}
	}
	return cutoffs{1, 1000, 7000, t.Name + ": rate or bandwidth not known"}
}

// rateOf is the format under which a target has the rate of a type.
func rateOf(t Type) string {
	if t.float() {
		return fmt.Sprintf("fp%d", t.Bits)
	}
	return fmt.Sprintf("int%d", t.Bits)
}

// intensity is operations over elements moved, an integer division as in IREE, which counts elements
// whatever their size. blocks is the number of scales along K, 0 for types that are not scaled.
func intensity(m, n, k, blocks int64) int64 {
	product := func(factors ...int64) *big.Int {
		p := big.NewInt(1)
		for _, f := range factors {
			p.Mul(p, big.NewInt(f))
		}
		return p
	}
	moved := product(m, n)
	for _, pair := range [][2]int64{{n, k}, {m, k}, {m, blocks}, {n, blocks}} {
		moved.Add(moved, product(pair[0], pair[1]))
	}
	ai := product(2, m, n, k)
	ai.Div(ai, moved)
	if !ai.IsInt64() {
		return 1<<63 - 1
	}
	return ai.Int64()
}

// classify finds the size class (§1.2).
func (s *search) classify() {
	m, n, k := mul(s.m...), mul(s.n...), mul(s.k...)
	blocks := int64(0)
	if s.p.Scaled {
		blocks = k / s.k[len(s.k)-1]
	}
	c := cutoffsOf(s.t, s.p)
	s.intensity = intensity(m, n, k, blocks)
	switch ai := float64(s.intensity); {
	case ai <= c.small:
		s.class = Small
	case ai >= c.veryLarge:
		s.class = VeryLarge
	case ai >= c.large:
		s.class = Large
	default:
		s.class = Medium
	}
	s.note("§1.2", "size class by arithmetic intensity, in operations an element moved", "class", s.class,
		"intensity", s.intensity, "M", m, "N", n, "K", k, "small up to", c.small, "large from", c.large, "very large from", c.veryLarge, "cutoffs", c.source)
}

// seed looks up the seeds (§1.1) and, in mode Seed, doubles the tiles of direct loads. It returns why
// there are none.
func (s *search) seed() string {
	if s.o.Pipeline == VectorDistribute {
		s.seedVectorDistribute()
		return ""
	}
	op := "gemm"
	switch {
	case s.p.Scaled:
		op = "scaled"
	case s.p.Op != Contraction:
		op = "conv"
	}
	for _, x := range s.t.Seeds {
		if x.Op == op && x.Class == s.class {
			s.seeds = x
		}
	}
	if s.seeds.Subgroups < 1 || s.seeds.MNTiles < 1 {
		return fmt.Sprintf("%s has no seeds for %s, %s", s.t.Name, op, s.class)
	}
	s.note("§1.1", "seeds of the size class", "op", op, "subgroups", s.seeds.Subgroups, "MN tiles a subgroup", s.seeds.MNTiles,
		"bits of K", s.seeds.KBits, "elements of K", s.kElements())
	if s.mode == Seed && s.direct {
		s.seeds.MNTiles *= 2
		s.note("seed 001 §1", "direct loads need no registers for staging: twice the MN tiles", "MN tiles", s.seeds.MNTiles)
	}
	return ""
}

// seedVectorDistribute is the fallback pipeline's table (§1.1): it knows no size classes.
func (s *search) seedVectorDistribute() {
	m, n := s.m[len(s.m)-1], s.n[len(s.n)-1]
	switch {
	case s.p.Op != Contraction:
		s.seeds = Seeds{Subgroups: 4, MNTiles: 8, KTiles: 2}
	case mul(m, n) <= 512*512:
		s.seeds = Seeds{Subgroups: 4, MNTiles: 4, KTiles: 8}
	default:
		s.seeds = Seeds{Subgroups: 4, MNTiles: 8, KTiles: 4}
	}
	s.seeds.MNTiles = max(1, s.seeds.MNTiles/s.p.fused())
	s.note("§1.1", "fixed seeds of the pipeline VectorDistribute", "subgroups", s.seeds.Subgroups, "MN tiles", s.seeds.MNTiles,
		"K tiles", s.seeds.KTiles, "products with one A", s.p.fused())
}

// kElements is what the seed's bits of K are in elements of A.
func (s *search) kElements() int64 { return s.seeds.KBits / int64(s.p.A.Bits) }

// adjust changes the tiles so that workgroups fill the chip (§2.4). Seeds are those of one intrinsic.
func (s *search) adjust(x *Intrinsic) Seeds {
	seeds, cus := s.seeds, s.t.CUs
	if cus == 0 || s.class == Small || s.o.Pipeline == VectorDistribute {
		s.note("§2.4", "no adjustment: it needs the number of compute units and a class above small", "CUs", cus, "class", s.class)
		return seeds
	}
	m, n, k := mul(s.m...), mul(s.n...), mul(s.k...)
	area := mul(m, n)
	workgroups := func() int64 {
		return mul(area/mul(seeds.MNTiles, x.M, x.N, seeds.Subgroups), max(1, s.p.SplitK))
	}
	for workgroups() < cus && seeds.MNTiles > 1 {
		seeds.MNTiles /= 2
	}
	s.note("§2.4.1", "MN tiles are halved until there is a workgroup for each compute unit", "MN tiles", seeds.MNTiles, "workgroups", workgroups(), "CUs", cus)
	if seeds.Boost > 0 {
		enough := mul(2, cus, seeds.Boost, x.M, x.N, seeds.Subgroups)
		if k <= max(m, n) && area >= enough {
			seeds.MNTiles = max(seeds.MNTiles, seeds.Boost)
		}
		s.note("§2.4.2", "boost if K is at most the larger of M and N and M*N is enough", "MN tiles", seeds.MNTiles, "boost", seeds.Boost,
			"K", k, "max(M, N)", max(m, n), "M*N", area, "enough", enough)
	}
	if seeds.MinUtilization > 0 {
		utilization := func() float64 {
			w := workgroups()
			if w == 0 {
				return 0
			}
			return float64(w) / float64(mul(ceil(w, cus), cus))
		}
		for utilization() < seeds.MinUtilization && seeds.MNTiles > 1 {
			seeds.MNTiles /= 2
		}
		s.note("§2.4.3", "MN tiles are halved until enough compute units have work in the last round", "MN tiles", seeds.MNTiles,
			"utilization", utilization(), "least", seeds.MinUtilization)
	}
	return seeds
}
