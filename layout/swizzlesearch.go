package layout

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// swizzleSearch looks for the keys of a swizzle. It covers all linear swizzles of a tile: each bit of
// an offset that chooses a bank, from the chunks on, exclusive or any set of bits of the row above it.
//
// What it leaves out changes no conflict:
//   - Keys of bits that no two lanes of a phase differ in, since the other lanes' addresses change by
//     the same.
//   - Keys of bits of the row that choose a bank in all accesses. With B the matrix from an offset's
//     bits to those of the bank, T its square part, which is triangular, B and the inverse of T times B
//     have the same kernel, and only the kernel counts: lanes meet if their difference is in it.
type swizzleSearch struct {
	tile    Tile
	uses    []searchUse
	sources []int  // bits of the row that have keys, the highest first
	targets uint64 // bits of offsets that keys may change
	// The state of the search: the keys of the sources, and how far the differences are settled once the
	// first of them are chosen.
	keys  []uint64
	nodes []node
}

// searchUse is an access in a swizzleSearch.
type searchUse struct {
	banks uint64 // the bits of an offset that choose the place in a row of banks
	// groups are a basis of the differences of offsets in a phase, by the last of the sources that each
	// depends on: groups[0] has those without any, groups[i+1] those whose last source is sources[i].
	groups [][]difference
}

// difference is one of offsets, row by row, and the set of sources it has.
type difference struct {
	offset  uint64
	sources uint64
}

// newSearch prepares a search. Patterns fit the tile.
func newSearch(tile Tile, patterns []Pattern) *swizzleSearch {
	s := &swizzleSearch{tile: tile}
	lowest, top, rows := 64, 0, uint64(0)
	for _, p := range patterns {
		lowest = min(lowest, log2(p.Access.row()))
		top = max(top, log2(p.Access.row()))
		for _, w := range p.wishes() {
			rows |= w.row
		}
	}
	for bit := log2(tile.Rows) - 1; bit >= 0; bit-- {
		if rows>>bit&1 != 0 && s.source(bit) >= lowest {
			s.sources = append(s.sources, bit)
		}
	}
	for bit := log2(tile.ChunkBytes); bit < top; bit++ {
		s.targets |= 1 << bit
	}
	for _, p := range patterns {
		s.uses = append(s.uses, s.use(p))
	}
	s.keys = make([]uint64, len(s.sources))
	for range len(s.sources) + 1 {
		s.nodes = append(s.nodes, node{spans: make([]echelon, len(s.uses)), short: make([]int, len(s.uses))})
	}
	s.settle(0)
	return s
}

// source is the bit of an offset that a bit of the row is.
func (s *swizzleSearch) source(bit int) int { return log2(s.tile.RowBytes) + bit }

// use sorts the differences of a pattern by their last source.
func (s *swizzleSearch) use(p Pattern) searchUse {
	u := searchUse{banks: uint64(p.Access.row() - p.Access.slot()), groups: make([][]difference, len(s.sources)+1)}
	var list []difference
	for _, w := range p.wishes() {
		d := difference{offset: w.row<<log2(s.tile.RowBytes) | w.col}
		for i, bit := range s.sources {
			d.sources |= w.row >> bit & 1 << i
		}
		list = append(list, d)
	}
	for i := len(s.sources) - 1; i >= 0; i-- {
		first := slices.IndexFunc(list, func(d difference) bool { return d.sources>>i&1 != 0 })
		if first < 0 {
			continue
		}
		pivot := list[first]
		list = slices.Delete(list, first, first+1)
		for j, d := range list {
			if d.sources>>i&1 != 0 {
				list[j] = difference{d.offset ^ pivot.offset, d.sources ^ pivot.sources}
			}
		}
		u.groups[i+1] = []difference{pivot}
	}
	// Of those without a source, only independent ones count: equal words are shared.
	var all echelon
	for _, d := range list {
		if all.add(d.offset) {
			u.groups[0] = append(u.groups[0], d)
		}
	}
	return u
}

// bound returns a sum of ways that keys of the targets cannot be below: the dimension of the
// differences of each use, less the ranks that the bits without keys and those of the keys can have.
func (s *swizzleSearch) bound(targets uint64) (sum int) {
	for i := range s.uses {
		u := &s.uses[i]
		dim, fixed := 0, echelon{}
		for _, g := range u.groups {
			for _, d := range g {
				dim++
				fixed.add(d.offset & u.banks &^ targets)
			}
		}
		sum += 1 << max(0, dim-fixed.rank-bits.OnesCount64(u.banks&targets))
	}
	return sum
}

// echelon is a span with an independent set of vectors, each with another highest bit.
type echelon struct {
	vectors [8]uint64
	rank    int
}

// add extends the span by a vector; it reports whether that was outside of it.
func (e *echelon) add(v uint64) bool {
	for _, w := range e.vectors[:e.rank] {
		v = min(v, v^w)
	}
	if v == 0 {
		return false
	}
	e.vectors[e.rank] = v
	e.rank++
	return true
}

// node is how far the differences of the uses are settled when some keys are chosen.
type node struct {
	spans []echelon // of what is settled
	short []int     // differences that meet others: the logarithm of the ways
	sum   int       // of the ways; more keys make it no less
}

// settle adds the differences that the chosen keys settle: those of group n, with n keys chosen.
func (s *swizzleSearch) settle(n int) {
	to := &s.nodes[n]
	if n > 0 {
		copy(to.spans, s.nodes[n-1].spans)
		copy(to.short, s.nodes[n-1].short)
	}
	to.sum = 0
	for i := range s.uses {
		u := &s.uses[i]
		for _, d := range u.groups[n] {
			if !to.spans[i].add(s.moved(d, n) & u.banks) {
				to.short[i]++
			}
		}
		to.sum += 1 << to.short[i]
	}
}

// moved is a difference with the first n keys.
func (s *swizzleSearch) moved(d difference, n int) uint64 {
	for i, key := range s.keys[:n] {
		d.offset ^= key & -(d.sources >> i & 1)
	}
	return d.offset
}

// choose calls f with n+1 keys chosen, for each key of source n in ascending order, until f returns
// true. Keys are sets of targets below the source.
func (s *swizzleSearch) choose(n int, targets uint64, f func() bool) bool {
	targets &= 1<<s.source(s.sources[n]) - 1
	for key := uint64(0); ; key = (key - targets) & targets {
		s.keys[n] = key
		s.settle(n + 1)
		if f() {
			return true
		}
		if key == targets {
			return false
		}
	}
}

// leastSum returns the least sum of ways that keys of the targets can have, or enough if they can have
// that or less. It is exact: what is settled stays, so a node with no less than the best sum has nothing
// to offer.
func (s *swizzleSearch) leastSum(targets uint64, enough int) int {
	enough = max(enough, s.bound(targets))
	best := math.MaxInt
	var walk func(n int) bool
	walk = func(n int) bool {
		if s.nodes[n].sum >= best {
			return false
		}
		if n == len(s.sources) {
			best = s.nodes[n].sum
			return best <= enough
		}
		return s.choose(n, targets, func() bool { return walk(n + 1) })
	}
	walk(0)
	return best
}

// cheapest returns the keys with the fewest bits set, all of them targets, whose sum of ways is at most
// sum; among those the lowest, the highest source first. There are such keys. It gives up if they need
// more than most bits.
func (s *swizzleSearch) cheapest(sum int, targets uint64, most int) (keys []uint64, ones int, ok bool) {
	var walk func(n, left int) bool
	walk = func(n, left int) bool {
		if s.nodes[n].sum > sum {
			return false
		}
		if n == len(s.sources) {
			return true
		}
		if s.missing(n, sum) > left {
			return false
		}
		return s.choose(n, targets, func() bool {
			ones := bits.OnesCount64(s.keys[n])
			return ones <= left && walk(n+1, left-ones)
		})
	}
	for ones = s.missing(0, sum); ones <= most; ones++ {
		if walk(0, ones) {
			return slices.Clone(s.keys), ones, true
		}
	}
	return nil, 0, false
}

// missing returns how many bits the keys that follow the first n need at least for a sum of ways: each
// changes the rank of an access by one at most.
func (s *swizzleSearch) missing(n, sum int) (most int) {
	node := &s.nodes[n]
	for i := range s.uses {
		u, span, short := &s.uses[i], node.spans[i], node.short[i]
		for _, group := range u.groups[n+1:] {
			for _, d := range group {
				if !span.add(s.moved(d, n) & u.banks) {
					short++
				}
			}
		}
		allowed := bits.Len(uint(sum-node.sum+1<<node.short[i])) - 1
		most = max(most, short-allowed)
	}
	return most
}

// family is a set of swizzles: keys change only the targets. Families with the same price are one
// step of the search for the cheapest addresses.
type family struct {
	targets uint64
	price   [3]int
}

// families returns the sets of targets by price: the address registers of the patterns, the bits of a
// key beyond the row, and those below the widest access. A set that is in another of its price is left
// out.
func (s *swizzleSearch) families(patterns []Pattern) (list []family) {
	row, wide := log2(s.tile.RowBytes), log2(widestAccess)
	for set := s.targets; ; set = (set - 1) & s.targets {
		f := family{targets: set}
		for _, p := range patterns {
			f.price[0] += p.registersWith(s, set)
		}
		if set != 0 {
			f.price[1] = max(0, bits.Len64(set)-row)
			f.price[2] = max(0, wide-bits.TrailingZeros64(set))
		}
		if !slices.ContainsFunc(list, func(g family) bool { return g.price == f.price && g.targets&f.targets == f.targets }) {
			list = append(list, f)
		}
		if set == 0 {
			break
		}
	}
	slices.SortStableFunc(list, func(f, g family) int { return slices.Compare(f.price[:], g.price[:]) })
	return list
}

// widestAccess is the size in bytes of the widest LDS access of a lane.
const widestAccess = 16

// solve returns the keys of the cheapest swizzle among those with the least sum of ways.
func (s *swizzleSearch) solve(patterns []Pattern) (keys []uint64) {
	sum := s.leastSum(s.targets, 0)
	var at [3]int
	found, fewest := false, bits.OnesCount64(s.targets)*len(s.sources)
	for _, f := range s.families(patterns) {
		if found && f.price != at {
			break
		}
		if s.bound(f.targets) > sum || s.leastSum(f.targets, sum) > sum {
			continue
		}
		k, ones, ok := s.cheapest(sum, f.targets, fewest)
		if !ok || found && ones == fewest && !lower(k, keys) {
			continue
		}
		found, at, keys, fewest = true, f.price, k, ones
	}
	if !found {
		panic("BUG: no family has the least conflicts")
	}
	return keys
}

// lower compares keys, the highest source first.
func lower(a, b []uint64) bool {
	return slices.CompareFunc(a, b, func(x, y uint64) int { return cmp.Compare(x, y) }) < 0
}
