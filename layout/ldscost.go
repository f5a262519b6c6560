package layout

// Cost is what the addresses of an access cost a lane.
type Cost struct {
	// Registers is how many registers hold addresses: the items that one reaches with the offset field
	// of the instruction share it.
	Registers int
	// Instructions is how many compute them once, about: each run of bits of the thread's number that
	// stay together in the address is cut out and placed, and each register after the first needs one.
	Instructions int
}

// maxOffset is the largest offset field of an LDS instruction (ISA manuals, DS encoding: 16 bits).
const maxOffset = 1<<16 - 1

// Cost returns the cost of the addresses of a pattern in a swizzled tile. Item of its layout numbers
// the accesses of a lane, Lane and all other dimensions are bits of the thread's number.
func (s Swizzle) Cost(p Pattern) Cost {
	return p.cost(s.Place, true)
}

// Cost returns the cost of the addresses of a pattern in a padded tile.
func (d Padding) Cost(p Pattern) Cost {
	return p.cost(d.Place, false)
}

// DirectCost returns the cost of the addresses in memory from which a wave of lanes loads a swizzled
// tile directly to LDS, size bytes a lane: lanes take what belongs to their place, and the row's address
// is the same for a load but for what lanes add. Item numbers the loads.
func (s Swizzle) DirectCost(size, lanes int) Cost {
	return directCost(s.RowBytes*s.Rows, size, lanes, s.Origin)
}

// DirectCost is that of Swizzle for a padded tile.
func (d Padding) DirectCost(size, lanes int) Cost {
	return directCost(d.RowBytes*d.Rows, size, lanes, d.Origin)
}

func directCost(total, size, lanes int, origin func(at int) (row, col int)) Cost {
	constants, moving, runs, last := echelon{}, 0, 0, spot{}
	for at := size; at < total; at *= 2 {
		row, col := origin(at)
		switch here := (spot{row, col}); {
		case at >= size*lanes:
			constants.add(uint64(col & moving))
		case at == size || here != spot{last.row * 2, last.col * 2}:
			runs++
			fallthrough
		default:
			moving |= col
			last = here
		}
	}
	return Cost{Registers: 1 << constants.rank, Instructions: max(0, 2*runs-1) + 1<<constants.rank - 1}
}

// cost is the cost of addresses that are exclusive ors, or sums, of what the bits of the pattern add.
func (p Pattern) cost(place func(row, col int) int, xor bool) Cost {
	items, threads := p.bits()
	at := func(list []spot, n int) (sum int) {
		for i, s := range list {
			if n>>i&1 != 0 {
				sum ^= place(s.row, s.col) & -b2i(xor)
				sum += place(s.row, s.col) & (b2i(xor) - 1)
			}
		}
		return sum
	}
	moving := 0
	for _, s := range threads {
		moving |= place(s.row, s.col) & -b2i(xor)
	}
	bases := map[[2]int]bool{}
	for item := range 1 << len(items) {
		c := at(items, item)
		bases[[2]int{c & moving, (c &^ moving) / (maxOffset + 1)}] = true
	}
	runs := 0
	for i := 0; i < len(threads); i++ {
		here := place(threads[i].row, threads[i].col)
		if here == 0 || i > 0 && place(threads[i-1].row, threads[i-1].col)*2 == here {
			continue
		}
		runs++
	}
	return Cost{Registers: len(bases), Instructions: max(0, 2*runs-1) + len(bases) - 1}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// spot is the place that a bit of an item or a thread adds.
type spot struct{ row, col int }

// bits returns the places of the bits of Item, and of those of all other dimensions.
func (p Pattern) bits() (items, threads []spot) {
	l := p.Layout.Project(Col, Row)
	for _, d := range l.in {
		for bit := range d.Bits {
			at := l.Basis(d.Name, bit)
			s := spot{col: at[0], row: at[1]}
			if d.Name == Item {
				items = append(items, s)
			} else {
				threads = append(threads, s)
			}
		}
	}
	return items, threads
}

// registersWith bounds the address registers of a pattern from below, for all swizzles whose keys set
// all of the targets for some lane: other targets leave an item's bits to the offset field.
func (p Pattern) registersWith(s *swizzleSearch, targets uint64) int {
	items, threads := p.bits()
	moving, keyed := 0, false
	for _, t := range threads {
		moving |= t.row*s.tile.RowBytes | t.col
		for _, source := range s.sources {
			keyed = keyed || t.row>>source&1 != 0
		}
	}
	if keyed {
		moving |= int(targets)
	}
	constants := echelon{}
	for _, t := range items {
		constants.add(uint64((t.row*s.tile.RowBytes | t.col) & moving))
	}
	return 1 << constants.rank
}
