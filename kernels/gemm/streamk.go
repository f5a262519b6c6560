package gemm

import (
	"slices"

	"heddle/arch"
	"heddle/tile"
	"heddle/tiling"
)

// shares is how the product of a grid that does not fill its last round of workgroups is divided: the
// first tiles, of full rounds, have a workgroup each; the sum over K of each other tile is divided among
// several workgroups, so that all compute units are busy until the end. They are stream-K's shares, but
// begin at the same places along K in all of these tiles: workgroups with neighbouring tiles then
// read the same rows at the same time, which the L2 of their XCD can hold. Shares in one sequence over all
// tiles are even, but no two of them have anything in common at a time.
//
// The sums of shares go to the workspace, from which the last workgroup of a tile adds them (parts.go).
type shares struct {
	order
	whole   int64 // tiles of one workgroup each, the first ones in the order
	divided int64 // the others
	steps   int64 // of a tile along K
	// Of steps, the first large shares have most each, as far as there are so many; one more has the rest.
	large, most int64
}

// mostLarge bounds the shares of a tile.
const mostLarge = 64

// shares divides the product of a grid of rows x cols tiles; nil if it fills its last round.
func (w *writer) shares(rows, cols int64) *shares {
	if !w.c.StreamK {
		return nil
	}
	places := w.p.places()
	s := &shares{order: w.order(rows, cols, 1), steps: w.tilesK}
	s.divided = rows * cols % places
	s.whole = rows*cols - s.divided
	if s.divided == 0 || w.tilesK == 1 {
		return nil
	}
	s.divide(places, w.p.shareCosts(w.c))
	return s
}

// divide chooses the shares that take the least time, and returns it, in steps.
func (s *shares) divide(places int64, costs shareCosts) (least float64) {
	t := *s
	for t.large = 1; t.large <= min(max(places/s.divided, 2), s.steps, mostLarge); t.large++ {
		for t.most = ceil(s.steps, t.large+1); t.most <= ceil(s.steps, t.large); t.most++ {
			u := t
			u.large = min(t.large, ceil(s.steps, t.most))
			if cost := u.cost(places, costs); u.each() > 1 && (least == 0 || cost < least) {
				least, *s = cost, u
			}
		}
	}
	return least
}

// StreamKHelps estimates whether stream-K is faster than whole tiles for all workgroups: whether the last
// round, in shares, takes less time than a tile does, with what writing, reading and adding sums costs.
func (p *Problem) StreamKHelps(c Config) bool {
	c.StreamK = true
	if c.Check(p) != nil {
		return false
	}
	w := &writer{p: p, c: c, tilesK: ceil(p.K, int64(c.BK))}
	s := w.shares(ceil(p.M, int64(c.BM)), ceil(p.N, int64(c.BN)))
	costs := p.shareCosts(c)
	return s != nil && s.cost(p.places(), costs) < tiling.ShareWorth*(float64(s.steps)+costs.beside)
}

// places is the number of workgroups that run at the same time: one on each compute unit of the chip's
// product.
func (p *Problem) places() int64 {
	if product := arch.DefaultProduct(p.Chip); product != nil {
		return int64(product.CUs)
	}
	return 1
}

// shareCosts is what shares cost beyond their steps.
type shareCosts struct {
	p *Problem
	c Config
	// step is that of the loop in cycles, beside what a share takes before and after its steps, in steps. They are 0
	// if there is no estimate of the tile; shares of equal length are then the best ones.
	step, beside float64
}

func (p *Problem) shareCosts(c Config) shareCosts {
	costs := shareCosts{p: p, c: c}
	card := arch.DefaultProduct(p.Chip)
	if card == nil {
		return costs
	}
	x, err := p.TilingProduct(card)
	if err != nil {
		return costs
	}
	tile := tiling.Tile{BM: c.BM, BN: c.BN, BK: c.BK, WavesM: c.WavesM, WavesN: c.WavesN, Matrix: c.Matrix, Stages: c.stages(), Direct: c.Direct, SplitK: 1}
	if step, beside, err := x.Workgroup(tile); err == nil {
		costs.step, costs.beside = step, beside/step
	}
	return costs
}

// adding is the time in which the sums of so many parts of tiles are added, in steps, by whoever is faster: shares, and
// so the order of sums, do not depend on who is told to (Config.Reduce).
func (k *shareCosts) adding(tiles, parts int64) float64 {
	last, kernel, ok := k.p.adding(k.c, tiles, parts)
	switch {
	case !ok || k.step == 0:
		return 0
	case !k.c.roomForLast(k.p):
		last = kernel
	}
	return min(last, kernel) / k.step
}

// cost estimates how long the shares take, in steps: the rounds of the large ones, in whose last one the
// small ones begin, and the sums that are added.
func (s *shares) cost(places int64, costs shareCosts) float64 {
	ends := make([]float64, places)
	for part := range s.each() {
		for range s.divided {
			first := 0 // to be free
			for i := range ends {
				if ends[i] < ends[first] {
					first = i
				}
			}
			ends[first] += float64(s.length(part)) + costs.beside
		}
	}
	return slices.Max(ends) + costs.adding(s.divided, s.each())
}

// each is the number of shares of a divided tile.
func (s *shares) each() int64 {
	if s.large*s.most < s.steps {
		return s.large + 1
	}
	return s.large
}

// length is the number of steps of a share.
func (s *shares) length(part int64) int64 {
	if part < s.large {
		return min(s.most, s.steps-part*s.most)
	}
	return s.steps - s.large*s.most
}

// workgroups is the size of the grid.
func (s *shares) workgroups() int64 { return s.whole + s.divided*s.each() }

// of returns the tile of a workgroup, as a number in the order, and its share of it.
func (s *shares) of(id int64) (at, part int64) {
	if id < s.whole {
		return s.inRun(id, s.whole), 0
	}
	id -= s.whole
	if n := s.large * s.divided; id < n {
		id = s.inRun(id, n)
		return s.whole + id%s.divided, id / s.divided
	} else {
		return s.whole + s.inRun(id-n, s.divided), s.large
	}
}

// workgroup is the inverse of of.
func (s *shares) workgroup(at, part int64) int64 {
	n := s.large * s.divided
	switch {
	case at < s.whole:
		return s.outOfRun(at, s.whole)
	case part < s.large:
		return s.whole + s.outOfRun(part*s.divided+at-s.whole, n)
	}
	return s.whole + n + s.outOfRun(at-s.whole, s.divided)
}

// turn is what a workgroup of a kernel has to do.
type turn struct {
	row, col tile.Index // of its tile
	// first and steps are its part of K.
	first, steps tile.Index
	alone        tile.Condition // it computes the whole tile
	// tile is the number of a divided tile, share that of the workgroup's part of it.
	tile, share tile.Index
}

// turn is of for a workgroup of a kernel.
func (s *shares) turn(k *tile.Kernel) turn {
	id := k.WorkgroupID(0)
	n := s.large * s.divided
	alone := id.Less(tile.I(s.whole))
	rest := id.Minus(tile.I(s.whole)).Max(tile.I(0)).Below(s.divided * s.each())
	number := s.runOf(rest.Min(tile.I(n-1)), n)
	tileOf, part := number.Mod(s.divided), number.Div(s.divided)
	length := tile.I(s.most)
	if last := s.length(s.large - 1); last != s.most {
		length = tile.I(s.large-2).Less(part).Select(tile.I(last), length)
	}
	if s.each() > s.large {
		small := tile.I(n - 1).Less(rest)
		tileOf = small.Select(s.runOf(rest.Minus(tile.I(n)).Max(tile.I(0)).Below(s.divided), s.divided), tileOf)
		part = small.Select(tile.I(s.large), part)
		length = small.Select(tile.I(s.length(s.large)), length)
	}
	t := turn{alone: alone, first: part.Times(s.most), steps: length, tile: tileOf.Below(s.divided), share: part.Below(s.each())}
	at := tileOf.Plus(tile.I(s.whole))
	if s.whole > 0 {
		at = alone.Select(s.runOf(id.Min(tile.I(s.whole-1)), s.whole), at)
		t.first, t.steps = alone.Select(tile.I(0), t.first), alone.Select(tile.I(s.steps), length)
	}
	t.row, t.col = s.bandOf(at.Below(s.rows * s.cols))
	return t
}
