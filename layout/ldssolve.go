package layout

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"heddle/gf2"
)

// LDSProblem is a tile in LDS and everything that accesses it.
type LDSProblem struct {
	// Tile says in ChunkBytes what stays together at least: a power of two, no less than a bank.
	Tile Tile
	// Direct is the bytes of a lane that loads from memory directly to LDS write, 0 if there are none.
	Direct int
	// Accesses are the others. Item of their layouts numbers the accesses of a lane.
	Accesses []Pattern
}

// DirectWave is the size in bytes of what follows each other in LDS if it comes from memory directly:
// what a wave loads with 16 bytes a lane. Padding can only be between such blocks (facts schedules.md §1,
// LDS placement).
const DirectWave = 1024

// LDSPlan is a layout of the tile with what it costs.
type LDSPlan struct {
	Tile    Tile
	Swizzle Swizzle // Keys are all 0 if rows are as they are
	Padding *Padding
	Given   *Formula // a layout that was asked for, nil for those of Solve
	Ways    []int    // of each access, 1 without conflicts, 0 if the layout takes apart what a lane accesses
	Costs   []Cost   // of the addresses of each access; none of a Given layout
	Direct  Cost     // of the addresses in memory of direct loads, those of one wave for the whole tile
	Bytes   int      // of LDS
	// Apart says that a Given layout takes apart what a lane of the direct loads writes.
	Apart bool
}

// Kind is "row-major", "padding", "swizzle" or "given".
func (p *LDSPlan) Kind() string {
	switch {
	case p.Given != nil:
		return "given"
	case p.Padding != nil:
		return "padding"
	case slices.ContainsFunc(p.Swizzle.Keys, func(key int) bool { return key != 0 }):
		return "swizzle"
	}
	return "row-major"
}

// Place returns the offset of a byte of the tile.
func (p *LDSPlan) Place(row, col int) int {
	if p.Given != nil {
		at, err := p.Given.Value(FormulaValues{Row: int64(row), Col: int64(col)})
		if err != nil {
			panic("BUG: " + err.Error()) // Evaluate has tried all
		}
		return int(at)
	}
	if p.Padding != nil {
		return p.Padding.Place(row, col)
	}
	return p.Swizzle.Place(row, col)
}

// Formula is Place in C's notation, of row and col.
func (p *LDSPlan) Formula() string {
	if p.Given != nil {
		return p.Given.String()
	}
	if p.Padding != nil {
		return p.Padding.String()
	}
	return p.Swizzle.Formula()
}

// Total returns the sums over the accesses and direct loads.
func (p *LDSPlan) Total() (ways int, c Cost) {
	for _, n := range p.Ways {
		ways += n
	}
	for _, cost := range append([]Cost{p.Direct}, p.Costs...) {
		c.Registers += cost.Registers
		c.Instructions += cost.Instructions
	}
	return ways, c
}

// compare orders plans: fewer conflicts, then fewer address registers, fewer instructions for them,
// less LDS.
func (p *LDSPlan) compare(q *LDSPlan) int {
	ways, c := p.Total()
	otherWays, d := q.Total()
	return cmp.Or(cmp.Compare(ways, otherWays), cmp.Compare(c.Registers, d.Registers),
		cmp.Compare(c.Instructions, d.Instructions), cmp.Compare(p.Bytes, q.Bytes))
}

// Solve returns the layouts of the tile worth a look, the best first: row-major, the best swizzle if it
// is another, and the least padding if there is one without conflicts. The swizzle is the cheapest of
// all linear ones with the fewest conflicts (FindSwizzle).
func (p *LDSProblem) Solve() (plans []*LDSPlan, err error) {
	tile := p.chunks()
	plain := Swizzle{tile, make([]int, log2(tile.Rows))}
	if err := plain.check(p.Accesses); err != nil {
		return nil, err
	}
	plans = append(plans, p.plan(plain.coarse()))
	swizzle, _, err := FindSwizzle(tile, p.Accesses)
	if err != nil {
		return nil, err
	}
	if s := p.plan(swizzle); s.Kind() == "swizzle" {
		plans = append(plans, s)
	}
	if d, ok := p.padding(tile); ok && d.Bytes > 0 {
		plan := &LDSPlan{Tile: tile, Padding: &d, Bytes: d.Size()}
		if p.Direct > 0 {
			plan.Direct = d.DirectCost(p.Direct, p.lanes())
		}
		for _, a := range p.Accesses {
			plan.Ways = append(plan.Ways, d.Ways(a))
			plan.Costs = append(plan.Costs, d.Cost(a))
		}
		plans = append(plans, plan)
	}
	slices.SortStableFunc(plans, (*LDSPlan).compare)
	return plans, nil
}

// chunks is the tile with chunks that no access and no direct load takes apart.
func (p *LDSProblem) chunks() Tile {
	tile := p.Tile
	tile.ChunkBytes = max(tile.ChunkBytes, p.Direct)
	for _, a := range p.Accesses {
		tile.ChunkBytes = max(tile.ChunkBytes, a.Access.slot())
	}
	return tile
}

func (p *LDSProblem) plan(s Swizzle) *LDSPlan {
	plan := &LDSPlan{Tile: p.chunks(), Swizzle: s, Bytes: s.RowBytes * s.Rows}
	if p.Direct > 0 {
		plan.Direct = s.DirectCost(p.Direct, p.lanes())
	}
	for _, a := range p.Accesses {
		ways, err := s.ways(a)
		if err != nil {
			panic("BUG: " + err.Error()) // check has seen it
		}
		plan.Ways = append(plan.Ways, ways)
		plan.Costs = append(plan.Costs, s.Cost(a))
	}
	return plan
}

// lanes is the number of lanes of a wave.
func (p *LDSProblem) lanes() int {
	for _, a := range p.Accesses {
		return a.Access.chip.WaveSize
	}
	return 1
}

// padding is the least padding, if accesses can have sums for addresses.
func (p *LDSProblem) padding(tile Tile) (Padding, bool) {
	for _, a := range p.Accesses {
		if !a.disjoint() {
			return Padding{}, false
		}
	}
	if p.Direct > 0 {
		return FindBlockPadding(tile, DirectWave, p.Accesses)
	}
	return FindPadding(tile, p.Accesses)
}

// Evaluate returns the plan of a layout that is given as a formula of row and col, in bytes: any place
// for each byte, each with one. The error says where the formula is none, or leaves the LDS.
func (p *LDSProblem) Evaluate(f *Formula, ldsBytes int) (*LDSPlan, error) {
	plan := &LDSPlan{Tile: p.Tile, Given: f}
	owner := make([]int, ldsBytes) // the byte of the tile at an offset, counted from 1
	for n := range p.Tile.RowBytes * p.Tile.Rows {
		row, col := n/p.Tile.RowBytes, n%p.Tile.RowBytes
		at, err := f.Value(FormulaValues{Row: int64(row), Col: int64(col)})
		switch {
		case err != nil:
			return nil, fmt.Errorf("row %d, col %d: %w", row, col, err)
		case at < 0 || at >= int64(ldsBytes):
			return nil, fmt.Errorf("row %d, col %d is at offset %d; the LDS has 0 to %d", row, col, at, ldsBytes-1)
		case owner[at] != 0:
			return nil, fmt.Errorf("row %d, col %d is at offset %d, where row %d, col %d is", row, col, at, (owner[at]-1)/p.Tile.RowBytes, (owner[at]-1)%p.Tile.RowBytes)
		}
		owner[at] = n + 1
		plan.Bytes = max(plan.Bytes, int(at)+1)
	}
	for _, a := range p.Accesses {
		plan.Ways = append(plan.Ways, plan.counted(a))
	}
	for n := 0; p.Direct > 0 && n < p.Tile.RowBytes*p.Tile.Rows; n++ {
		row, col := n/p.Tile.RowBytes, n%p.Tile.RowBytes
		first := col % p.Direct
		plan.Apart = plan.Apart || plan.Place(row, col) != plan.Place(row, col-first)+first
	}
	return plan, nil
}

// counted counts the ways of a pattern, 0 if what a lane accesses is not together or not aligned.
func (p *LDSPlan) counted(a Pattern) int {
	l := a.Layout.Restrict(Lane).Project(Col, Row)
	addresses := make([]int, l.in[0].Size())
	for lane := range addresses {
		at := l.At(lane)
		addresses[lane] = p.Place(at[1], at[0])
		for i := range a.Access.Bytes {
			if p.Place(at[1], at[0]+i) != addresses[lane]+i || addresses[lane]%a.Access.slot() != 0 {
				return 0
			}
		}
	}
	return slices.Max(a.Access.Ways(addresses))
}

// disjoint reports whether the bits of a pattern go to different bits of rows and columns, so that
// addresses can be sums.
func (p Pattern) disjoint() bool {
	items, threads := p.bits()
	seen := spot{}
	for _, s := range slices.Concat(items, threads) {
		if seen.row&s.row != 0 || seen.col&s.col != 0 {
			return false
		}
		seen = spot{seen.row | s.row, seen.col | s.col}
	}
	return true
}

// Formula is Place in C's notation, of row and col.
func (s Swizzle) Formula() string {
	within, terms := true, ""
	for bit := 0; bit < len(s.Keys); bit++ {
		key := s.Keys[bit] * s.ChunkBytes
		if key == 0 {
			continue
		}
		within = within && key < s.RowBytes
		n := 1 // a run of bits with keys that double
		for key&(key-1) == 0 && bit+n < len(s.Keys) && s.Keys[bit+n]*s.ChunkBytes == key<<n {
			n++
		}
		source := "row"
		if bit > 0 {
			source = fmt.Sprintf("row >> %d", bit)
		}
		if bit+n < len(s.Keys) {
			source += fmt.Sprintf(" & %d", 1<<n-1)
		}
		if source != "row" {
			source = "(" + source + ")"
		}
		terms += fmt.Sprintf(" ^ %s*%d", source, key)
		bit += n - 1
	}
	switch {
	case terms == "":
		return fmt.Sprintf("row*%d + col", s.RowBytes)
	case within:
		return fmt.Sprintf("row*%d + (col%s)", s.RowBytes, terms)
	}
	return fmt.Sprintf("(row*%d + col)%s", s.RowBytes, terms)
}

// LDSCertificate proves the conflicts of an access by linear algebra over GF(2): Matrix goes from the
// generators of a phase's lanes to the bits of an address that choose the bank.
type LDSCertificate struct {
	// Lanes are the lane numbers that generate a phase: the columns of Matrix.
	Lanes []int
	// Bits are the bits of an address that choose a place in a row of banks: the rows of Matrix.
	Bits   []int
	Matrix gf2.Matrix
	// Words is the rank of the addresses: a phase needs 2^Words different places. Rank is that of
	// Matrix: it reaches 2^Rank of those that can be served at a time.
	Words, Rank int
}

// Ways is how many addresses meet at each place: 1 without conflicts, if Rank is Words.
func (c *LDSCertificate) Ways() int { return 1 << (c.Words - c.Rank) }

// Certificate returns the proof for a pattern in a swizzled tile.
func (s Swizzle) Certificate(p Pattern) (*LDSCertificate, error) { return certificate(p, s.Layout()) }

// Certificate returns the proof for an access, nil if the layout is not linear over GF(2): sums and
// other formulas are counted. It is for accesses whose Ways are not 0.
func (p *LDSPlan) Certificate(a Pattern) *LDSCertificate {
	if p.Padding != nil {
		return nil
	}
	if p.Given == nil {
		c, err := p.Swizzle.Certificate(a)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return c
	}
	in := []Dim{{Col, log2(p.Tile.RowBytes)}, {Row, log2(p.Tile.Rows)}}
	linear, err := FromFunc(in, []Dim{{Offset, bits.Len(uint(p.Bytes - 1))}}, func(at []int) []int { return []int{p.Place(at[1], at[0])} })
	if err != nil {
		return nil
	}
	c, err := certificate(a, linear)
	if err != nil {
		return nil
	}
	return c
}

// certificate is the proof for a layout from Col and Row to Offset.
func certificate(p Pattern, tile Layout) (*LDSCertificate, error) {
	at, err := p.Layout.Then(tile)
	if err != nil {
		return nil, err
	}
	if _, err := p.Access.Conflicts(at); err != nil {
		return nil, err
	}
	c := &LDSCertificate{Lanes: p.Access.Phase}
	m := at.Restrict(Lane).m
	var columns []uint64
	for _, lane := range c.Lanes {
		columns = append(columns, m.Apply(uint64(lane)))
	}
	all := gf2.New(m.Rows(), columns...)
	var rows []int
	for bit := log2(p.Access.slot()); bit < log2(p.Access.row()); bit++ {
		c.Bits = append(c.Bits, bit)
		if bit < m.Rows() {
			rows = append(rows, bit)
		}
	}
	c.Bits = c.Bits[:len(rows)]
	c.Matrix = all.PickRows(rows...)
	c.Words, c.Rank = all.Rank(), c.Matrix.Rank()
	return c, nil
}

// LDSReason says why no linear swizzle leaves some accesses of a problem without conflicts.
type LDSReason struct {
	Accesses []int // their numbers: fewer of them have a swizzle without conflicts
	Text     string
}

// Why returns the reasons for conflicts that no linear swizzle of the tile avoids: accesses that have
// them with every one, else the smallest sets that exclude each other. There is none if a swizzle is
// free of conflicts. It looks at all sets of accesses.
func (p *LDSProblem) Why() (reasons []LDSReason, err error) {
	tile := p.chunks()
	if err := (Swizzle{tile, make([]int, log2(tile.Rows))}).check(p.Accesses); err != nil {
		return nil, err
	}
	for size := 1; size <= len(p.Accesses) && reasons == nil; size++ {
		for set := range 1 << len(p.Accesses) {
			if bits.OnesCount(uint(set)) != size {
				continue
			}
			var some []Pattern
			var which []int
			for i, a := range p.Accesses {
				if set>>i&1 != 0 {
					some, which = append(some, a), append(which, i)
				}
			}
			if s := newSearch(tile, some); s.leastSum(s.targets, size) > size {
				reasons = append(reasons, LDSReason{which, s.reason()})
			}
		}
	}
	return reasons, nil
}

// reason is the argument by ranks why there is a conflict, or else the number of swizzles that were
// tried. If a space has more dimensions than the rank that the bank's bits can have on it, two of its
// elements differ by one of them with the same bank, in a phase of one of the uses if each element is a
// difference there.
func (s *swizzleSearch) reason() string {
	dim, fixed, free := s.covered()
	if dim > 0 {
		return fmt.Sprintf("lanes of a phase differ by each element of a space of 2^%d addresses; chunks of %d bytes stay together, so keys change %d bits that choose the bank, and the others have rank %d: 2^(%d-%d-%d) = %d of the space meet at a place",
			dim, s.tile.ChunkBytes, free, fixed, dim, free, fixed, 1<<(dim-free-fixed))
	}
	return fmt.Sprintf("each of the 2^%d swizzles that differ in a phase was ruled out", s.logCount())
}

// maxCovered bounds the steps of covered.
const maxCovered = 1 << 18

// covered looks for a space of differences, each of them one of a use, with more dimensions than the
// rank that the bits of the bank can have on it. dim is 0 if there is none, or it was not found.
func (s *swizzleSearch) covered() (dim, fixed, free int) {
	banks, has := uint64(0), map[uint64]bool{}
	for _, u := range s.uses {
		banks |= u.banks
		for _, offset := range u.differences() {
			has[offset] = true
		}
	}
	free = bits.OnesCount64(banks & s.targets)
	list := slices.Sorted(maps.Keys(has))
	steps := 0
	var extend func(space []uint64, from, d int) bool
	extend = func(space []uint64, from, d int) bool {
		below := echelon{}
		for _, v := range space {
			below.add(v & banks &^ s.targets)
		}
		if dim, fixed = d, below.rank; d > free+fixed {
			return true
		}
		for i := from; i < len(list) && steps < maxCovered; i++ {
			steps++
			v := list[i]
			if slices.Contains(space, v) || slices.ContainsFunc(space, func(w uint64) bool { return !has[v^w] }) {
				continue
			}
			wider := slices.Clone(space)
			for _, w := range space {
				wider = append(wider, v^w)
			}
			if extend(wider, i+1, d+1) {
				return true
			}
		}
		return false
	}
	if !extend([]uint64{0}, 0, 0) {
		return 0, 0, free
	}
	return dim, fixed, free
}

// differences lists all of a use but 0.
func (u *searchUse) differences() []uint64 {
	all := []uint64{0}
	for _, g := range u.groups {
		for _, d := range g {
			for _, v := range slices.Clone(all) {
				all = append(all, v^d.offset)
			}
		}
	}
	return all[1:]
}

// logCount is the logarithm of the number of swizzles that the search covers.
func (s *swizzleSearch) logCount() (n int) {
	for _, bit := range s.sources {
		n += bits.OnesCount64(s.targets & (1<<s.source(bit) - 1))
	}
	return n
}
