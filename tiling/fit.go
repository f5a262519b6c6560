package tiling

import "slices"

// derive fills in what follows from the counts.
func (f *schedule) derive(p *Problem, wave int64) {
	x := f.x
	f.tileM = mul(x.M, mul(f.mTiles...), mul(f.mSubgroups...))
	f.tileN = mul(x.N, mul(f.nTiles...), mul(f.nSubgroups...))
	f.tileK = mul(x.k(), mul(f.kTiles...))
	f.threads = mul(wave, mul(f.mSubgroups...), mul(f.nSubgroups...))
	perTile := x.Blocks * x.M * x.N * int64(accBits(x)) / 32 / wave
	f.accumulates = mul(perTile, mul(f.mTiles...), mul(f.nTiles...), p.fused())
}

func accBits(x *Intrinsic) int {
	t, err := TypeNamed(x.Acc)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return t.Bits
}

// lds is the LDS of a workgroup in bytes (§2.8): operands, as often as direct-to-LDS loads need
// stages, and the result if it passes through LDS. Padding is not counted.
func (s *search) lds(f *schedule, stages int64) int64 {
	p := s.p
	bits := add(mul(f.tileM, f.tileK, int64(p.A.Bits)), mul(p.fused(), f.tileN, f.tileK, int64(p.B.Bits)))
	if p.Scaled {
		inner := f.x.K[len(f.x.K)-1] * f.kTiles[len(f.kTiles)-1]
		blocks := f.tileK / inner
		bits = add(bits, mul(f.tileM, blocks, ScaleBits), mul(p.fused(), f.tileN, blocks, ScaleBits))
	}
	bytes := mul(bits, max(1, stages)) / 8
	if p.Accumulate {
		bytes = add(bytes, mul(p.fused(), f.tileM, f.tileN, int64(p.Acc.Bits))/8)
	}
	return mul(bytes, mul(f.batch...))
}

// directStages is how often the LDS formula counts operands.
func (s *search) directStages() int64 {
	if s.direct {
		return int64(s.stages)
	}
	return 1
}

// aligned reports whether tiles divide all loops.
func (s *search) aligned(f *schedule) bool {
	fits := func(dims, tiles, subgroups []int64, size int64) bool {
		for i, dim := range dims {
			tile := tiles[i] * subgroups[i]
			if i == len(dims)-1 {
				tile *= size
			}
			if dim%tile != 0 {
				return false
			}
		}
		return true
	}
	if !fits(s.m, f.mTiles, f.mSubgroups, f.x.M) || !fits(s.n, f.nTiles, f.nSubgroups, f.x.N) {
		return false
	}
	for i, dim := range s.k {
		tile := f.kTiles[i]
		if at := i - (len(s.k) - len(f.x.K)); at >= 0 {
			tile *= f.x.K[at]
		}
		if dim%tile != 0 {
			return false
		}
	}
	return true
}

// distributable reports whether the threads can share the contiguous rows of both tiles in accesses
// of 128 bits.
func (s *search) distributable(f *schedule) bool {
	e := 128 / int64(s.p.B.Bits)
	l, r := f.tileK, f.tileN
	if s.p.TransA {
		l = f.tileM
	}
	if s.p.TransB {
		r = f.tileK
	}
	for _, row := range []int64{l, r} {
		accesses := row / max(1, e)
		if accesses%f.threads != 0 && f.threads%accesses != 0 {
			return false
		}
	}
	return true
}

// dmaAligned reports whether both tiles are whole numbers of the widest direct-to-LDS loads of a wave
// (seed 001 §2).
func (s *search) dmaAligned(f *schedule) bool {
	whole := func(rows int64, t Type) bool {
		return mul(rows, f.tileK)%(s.t.WaveSize*128/int64(t.Bits)) == 0
	}
	return whole(f.tileM, s.p.A) && whole(f.tileN, s.p.B)
}

// invalid says what is wrong with a schedule, or nothing.
func (s *search) invalid(f *schedule, mustAlign, dma bool) string {
	switch {
	case mustAlign && !s.aligned(f):
		return "tiles do not divide the loops"
	case !s.distributable(f):
		return "threads cannot share the rows of the tiles"
	case s.lds(f, s.directStages()) > s.t.LDSBytes:
		return "too much LDS"
	case dma && !s.dmaAligned(f):
		return "tiles are not whole numbers of direct-to-LDS loads of 128 bits"
	}
	return ""
}

// shrink takes one from the first count above one: M tiles, N tiles, K tiles, then subgroups, outer
// loops first. It returns false if all are one.
func (f *schedule) shrink() bool {
	for _, counts := range [][]int64{f.mTiles, f.nTiles, f.kTiles, f.mSubgroups, f.nSubgroups} {
		for i := range counts {
			if counts[i] > 1 {
				counts[i]--
				return true
			}
		}
	}
	return false
}

func (f *schedule) clone() *schedule {
	c := *f
	for _, list := range []*[]int64{&c.mTiles, &c.nTiles, &c.kTiles, &c.mSubgroups, &c.nSubgroups} {
		*list = slices.Clone(*list)
	}
	return &c
}

// fit shrinks a schedule until it is valid (§2.8), nil if it never is. It leaves f as it is.
func (s *search) fit(f *schedule, mustAlign, dma bool) *schedule {
	f = f.clone()
	f.derive(s.p, s.t.WaveSize)
	section, wide := "§2.8", s.lds(f, s.directStages())
	if dma {
		section = "seed 001 §2"
	}
	var first, last string
	steps := 0
	for {
		why := s.invalid(f, mustAlign, dma)
		if why == "" {
			break
		}
		if first == "" {
			first = why
		}
		last = why
		if !f.shrink() {
			s.note(section, "no tile is valid", "at first", first, "at last", last)
			return nil
		}
		steps++
		f.derive(s.p, s.t.WaveSize)
	}
	values := []any{"tile", tile3(f.tileM, f.tileN, f.tileK), "threads", f.threads, "LDS", s.lds(f, s.directStages()), "limit", s.t.LDSBytes}
	if steps == 0 {
		s.note(section, "valid as it is", values...)
	} else {
		s.note(section, "shrunk until valid: M tiles first, then N, K, subgroups", append(values, "steps", steps, "at first", first, "LDS at first", wide)...)
	}
	return f
}
