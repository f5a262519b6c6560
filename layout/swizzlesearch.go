package layout

import (
	"cmp"
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
	least   int    // no sum of ways is less: the bounds of the uses
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
		u := s.use(p)
		s.uses = append(s.uses, u)
		s.least += 1 << s.bound(&u)
	}
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

// bound returns the least conflicts of an access for itself: the dimension of its differences, less
// the ranks that the bits below the chunks and those of the keys can have.
func (s *swizzleSearch) bound(u *searchUse) int {
	dim, fixed := 0, echelon{}
	for _, g := range u.groups {
		for _, d := range g {
			dim++
			fixed.add(d.offset & u.banks &^ s.targets)
		}
	}
	return max(0, dim-fixed.rank-bits.OnesCount64(u.banks&s.targets))
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

// node is a place in the search: the keys of the first sources are chosen.
type node struct {
	keys  []uint64
	ones  int       // bits set in the keys
	spans []echelon // of the uses, with the differences that are settled
	short []int     // of the uses: differences that meet others, the logarithm of the ways
}

// step settles the differences of the next group of all uses.
func (s *swizzleSearch) step(n *node, group int) {
	for i := range s.uses {
		u := &s.uses[i]
		for _, d := range u.groups[group] {
			if !n.spans[i].add(moved(d, n.keys) & u.banks) {
				n.short[i]++
			}
		}
	}
}

// moved is a difference with keys.
func moved(d difference, keys []uint64) uint64 {
	for i, key := range keys {
		d.offset ^= key & -(d.sources >> i & 1)
	}
	return d.offset
}

// sum is the sum of ways, of settled differences.
func (n *node) sum() (sum int) {
	for _, short := range n.short {
		sum += 1 << short
	}
	return sum
}

// root is the place where no key is chosen.
func (s *swizzleSearch) root() *node {
	n := &node{spans: make([]echelon, len(s.uses)), short: make([]int, len(s.uses))}
	s.step(n, 0)
	return n
}

// child chooses the next key.
func (s *swizzleSearch) child(n *node, key uint64) *node {
	c := &node{append(slices.Clone(n.keys), key), n.ones + bits.OnesCount64(key), slices.Clone(n.spans), slices.Clone(n.short)}
	s.step(c, len(c.keys))
	return c
}

// choices calls f with the keys that the next source may have, in ascending order, until f returns
// false: sets of targets below the source.
func (s *swizzleSearch) choices(n *node, targets uint64, f func(key uint64) bool) {
	targets &= 1<<s.source(s.sources[len(n.keys)]) - 1
	for key := uint64(0); ; key = (key - targets) & targets {
		if !f(key) || key == targets {
			return
		}
	}
}

// leastSum returns the least sum of ways of the uses with any keys. It is exact: settled differences
// only become more, so a place whose sum is not less than the best one has nothing to offer.
func (s *swizzleSearch) leastSum() int {
	best := -1
	var walk func(n *node)
	walk = func(n *node) {
		if best >= 0 && n.sum() >= best {
			return
		}
		if len(n.keys) == len(s.sources) {
			best = n.sum()
			return
		}
		s.choices(n, s.targets, func(key uint64) bool {
			walk(s.child(n, key))
			return best != s.least
		})
	}
	walk(s.root())
	return best
}

// cheapest returns the keys with the fewest bits set that have a sum of ways and change only the
// targets; among those the lowest, the highest source first. It reports whether there are any with at
// most so many bits.
func (s *swizzleSearch) cheapest(sum int, targets uint64, most int) (keys []uint64, ones int, ok bool) {
	for ones = 0; ones <= most; ones++ {
		more := false
		var walk func(n *node) bool
		walk = func(n *node) bool {
			if n.sum() > sum {
				return false
			}
			if len(n.keys) == len(s.sources) {
				keys = n.keys
				return true
			}
			if n.ones+s.missing(n, sum) > ones {
				more = true
				return false
			}
			found := false
			s.choices(n, targets, func(key uint64) bool {
				if n.ones+bits.OnesCount64(key) > ones {
					more = true
					return true
				}
				found = walk(s.child(n, key))
				return !found
			})
			return found
		}
		if walk(s.root()) {
			return keys, ones, true
		}
		if !more {
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// missing returns how many bits the keys that follow need at least for a sum of ways: each changes
// the rank of an access by one at most.
func (s *swizzleSearch) missing(n *node, sum int) (most int) {
	now := n.sum()
	for i := range s.uses {
		u, span, short := &s.uses[i], n.spans[i], n.short[i]
		for _, group := range u.groups[len(n.keys)+1:] {
			for _, d := range group {
				if !span.add(moved(d, n.keys) & u.banks) {
					short++
				}
			}
		}
		allowed := bits.Len(uint(sum-now+1<<n.short[i])) - 1
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
	sum := s.leastSum()
	var at [3]int
	found, fewest := false, bits.OnesCount64(s.targets)*len(s.sources)
	for _, f := range s.families(patterns) {
		if found && f.price != at {
			break
		}
		k, ones, ok := s.cheapest(sum, f.targets, fewest)
		if !ok || found && (ones > fewest || ones == fewest && !lower(k, keys)) {
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
