package tiling

import "slices"

// schedule is how an instruction's results are spread over a workgroup: for each loop of M and of N
// the number of subgroups and of tiles in each, and the tiles along each K.
type schedule struct {
	x                    *Intrinsic
	mSubgroups, mTiles   []int64
	nSubgroups, nTiles   []int64
	kTiles               []int64
	batch                []int64 // tiles of the batch loops
	tileM, tileN, tileK  int64   // in elements; K without Repeat
	threads, accumulates int64   // accumulates: registers of a lane for the sums
}

// side is M or N while subgroups and tiles are distributed: all loops together, in instructions.
type side struct {
	dims      []int64 // tiles of each loop
	tiles     int64   // that are left
	subgroups int64
	perGroup  int64 // tiles of a subgroup
	least     bool  // split by minima, not by common divisors
}

func newSide(dims []int64, size int64) side {
	s := side{dims: slices.Clone(dims), subgroups: 1, perGroup: 1}
	s.dims[len(dims)-1] = ceil(dims[len(dims)-1], size)
	s.tiles = mul(s.dims...)
	return s
}

// inner is the number of tiles of the innermost loop.
func (s *side) inner() int64 { return s.dims[len(s.dims)-1] }

// take gives the side fixed numbers, which divide its tiles.
func (s *side) take(subgroups, tiles int64) {
	s.subgroups, s.perGroup = subgroups, tiles
	s.tiles /= subgroups * tiles
}

// divide gives it common divisors of its tiles and what is left, which it reduces.
func (s *side) divide(subgroups, tiles *int64) {
	s.subgroups = gcd(s.tiles, *subgroups)
	s.tiles /= s.subgroups
	*subgroups /= s.subgroups
	s.perGroup = gcd(s.tiles, *tiles)
	s.tiles /= s.perGroup
	*tiles /= s.perGroup
}

// distribute spreads subgroups and MN tiles over M and N (§2.5) and the K tiles over K (§2.6).
func (s *search) distribute(x *Intrinsic, seeds Seeds) *schedule {
	m, n := newSide(s.m, x.M), newSide(s.n, x.N)
	subgroups, tiles := seeds.Subgroups, seeds.MNTiles
	sg, t := int64(1)<<((log2Up(subgroups)+1)/2), int64(1)<<(log2(tiles)/2)
	split := sg * t
	rule := "neither is a multiple: common divisors, N first"
	tm, tn := m.tiles, n.tiles
	switch {
	case m.tiles > split && m.tiles%split == 0:
		rule = "M gets the square roots, N common divisors of the rest"
		m.take(sg, t)
		subgroups, tiles = subgroups/sg, tiles/t
		n.divide(&subgroups, &tiles)
	case n.tiles > split && n.tiles%split == 0:
		rule = "N gets the square roots, M common divisors of the rest"
		n.take(sg, t)
		subgroups, tiles = subgroups/sg, tiles/t
		m.divide(&subgroups, &tiles)
	default:
		n.divide(&subgroups, &tiles)
		m.divide(&subgroups, &tiles)
	}
	s.note("§2.5", rule, "tiles of M", tm, "tiles of N", tn, "square roots", split, "M", m.counts(), "N", n.counts())
	s.degenerate(&m, &n, &subgroups, &tiles, seeds)
	s.imbalance(&m, &n, &tiles)

	f := &schedule{x: x}
	f.mSubgroups, f.mTiles = m.split()
	f.nSubgroups, f.nTiles = n.split()
	f.kTiles = s.tilesK(x, seeds)
	f.batch = s.batchTile(x)
	return f
}

func (s *side) counts() string { return text([]int64{s.subgroups, s.perGroup}) }

// degenerate distributes by minima if no tile and no subgroup found a divisor, and M or N has several
// loops.
func (s *search) degenerate(m, n *side, subgroups, tiles *int64, seeds Seeds) {
	none := m.subgroups*m.perGroup*n.subgroups*n.perGroup == 1 && (*subgroups > 1 || *tiles > 1)
	if !none || len(m.dims) == 1 && len(n.dims) == 1 {
		return
	}
	*subgroups, *tiles = seeds.Subgroups, seeds.MNTiles
	for _, x := range []*side{m, n} {
		several := len(x.dims) > 1
		for _, part := range []struct{ factor, budget *int64 }{{&x.subgroups, subgroups}, {&x.perGroup, tiles}} {
			if !several && x.tiles < 2**part.budget {
				continue
			}
			c := min(*part.budget, x.tiles)
			*part.factor *= c
			x.tiles = ceil(x.tiles, c)
			*part.budget /= c
		}
		x.least = several
	}
	s.note("§2.5", "no common divisors, but several loops: minima instead", "M", m.counts(), "N", n.counts())
}

// imbalance gives the side with far more tiles what is left of them.
func (s *search) imbalance(m, n *side, tiles *int64) {
	const ratio, least = 4, 8
	x := m
	switch cm, cn := m.inner(), n.inner(); {
	case min(cm, cn) < least || *tiles <= 1:
		return
	case cm >= mul(ratio, cn):
	case cn >= mul(ratio, cm):
		x = n
	default:
		return
	}
	if more := min(*tiles, x.tiles); more > x.perGroup {
		*tiles /= more / x.perGroup
		x.perGroup, x.least = more, true
		s.note("§2.5", "one side has four times the tiles of the other: it gets those that are left", "tiles of M", m.inner(), "tiles of N", n.inner(),
			"M", m.counts(), "N", n.counts())
	}
}

// split gives each loop its part of subgroups and tiles, from the innermost one outwards.
func (s *side) split() (subgroups, tiles []int64) {
	subgroups, tiles = make([]int64, len(s.dims)), make([]int64, len(s.dims))
	leftSubgroups, leftTiles := s.subgroups, s.perGroup
	for i, dim := range slices.Backward(s.dims) {
		for _, part := range []struct {
			to   *int64
			left *int64
		}{{&subgroups[i], &leftSubgroups}, {&tiles[i], &leftTiles}} {
			if !s.least {
				*part.to = gcd(dim, *part.left)
				dim /= *part.to
			} else {
				*part.to = min(*part.left, dim)
				if dim > *part.left && dim / *part.left < 2 {
					*part.to = 1
				}
				dim = ceil(dim, *part.to)
			}
			*part.left /= *part.to
		}
	}
	return subgroups, tiles
}

// tilesK distributes the K tiles of the seeds, or as many as its bits of K need, from the innermost
// loop outwards by common divisors (§2.6).
func (s *search) tilesK(x *Intrinsic, seeds Seeds) []int64 {
	dims := slices.Clone(s.k)
	for i := range x.K {
		if at := len(dims) - len(x.K) + i; at >= 0 {
			dims[at] = ceil(dims[at], x.K[i])
		}
	}
	want, elements := seeds.KTiles, s.kElements()
	if len(x.K) > 1 {
		block := x.K[len(x.K)-1]
		want, elements = ceil(want, block), ceil(elements, block)
	}
	if seeds.KBits != 0 {
		want = ceil(elements, x.K[0])
	}
	want = max(1, want)
	left := want
	tiles := make([]int64, len(dims))
	for i, dim := range slices.Backward(dims) {
		tiles[i] = gcd(dim, left)
		left /= tiles[i]
	}
	s.note("§2.6", "K tiles: common divisors of what the seeds want and what there is", "wanted", want, "tiles of K", text(dims), "K tiles", text(tiles))
	return tiles
}

// batchTile is the tile of each batch loop (§2.7).
func (s *search) batchTile(x *Intrinsic) []int64 {
	dims := s.p.sizes(Batch)
	tiles := slices.Repeat([]int64{1}, len(dims))
	if len(dims) == 0 {
		return tiles
	}
	inner := &tiles[len(tiles)-1]
	size := s.p.innermost(Batch)
	switch {
	case size == Dynamic:
	case x.Blocks > 1:
		*inner = x.Blocks
	case s.o.Pipeline == VectorDistribute:
	case s.m[len(s.m)-1] < x.M && s.n[len(s.n)-1] < x.N && size%2 == 0:
		*inner = 2
		if size%4 == 0 {
			*inner = 4
		}
	}
	if *inner > 1 {
		s.note("§2.7", "several batches a workgroup: blocks, or both M and N are smaller than the instruction", "batch tile", *inner)
	}
	return tiles
}
