package tile

import (
	"fmt"
	"math/bits"
	"slices"

	"heddle/layout"
)

// Padded announces like Direct that tiles will come from memory directly, and asks for padding instead
// of a swizzle: rows are dealt to blocks of 1,024 bytes, which are some bytes apart, so that no read
// conflicts. Addresses are then sums, and all reads of a tile need one register for them, where a
// swizzle may need several; the tile takes a 64th more of LDS, or a little above. If no padding is free
// of conflicts, there is a swizzle. Gather, Scatter and Pictures need one.
func Padded() Use { return Use{direct: true, padded: true} }

// blockBytes is what a wave loads to LDS at once with 16 bytes a lane; facts schedules.md §1 (LDS
// placement) has the pads of other kernels.
const blockBytes = 1024

// padding is the place of a tile in LDS whose rows are dealt to padded blocks.
type padding struct {
	// rows are the numbers of bits of rows, in the order of the bits of places: first those within a
	// block, the others choose the block.
	rows []int
	// within is the number of elements of a block, between the distance from one to the next.
	within, between int
	cols            int
}

// Padding returns the number of bytes between blocks of 1,024 bytes of LDS that is Padded, 0 if it has a
// swizzle.
func (s *LDS) Padding() int {
	if s.padding == nil {
		return 0
	}
	return (s.padding.between - s.padding.within) * bitWidth(s.elem) / 8
}

// padded returns where a place without padding is.
func (p *padding) padded(at int) int { return at/p.within*p.between + at%p.within }

// place returns the place of an element, a sum over the bits of its row and column.
func (p *padding) place(s spot) int {
	at := s.col
	for i, bit := range p.rows {
		at += s.row >> bit & 1 * p.cols << i
	}
	return p.padded(at)
}

// origin returns the element at a place without padding.
func (p *padding) origin(at int) spot {
	s := spot{col: at % p.cols}
	for i, bit := range p.rows {
		s.row |= at / p.cols >> i & 1 << bit
	}
	return s
}

// pad finds the padding for the uses, the smallest that leaves no conflicts. The bits of rows that
// differ between lanes go to all places; the others fill what is left.
func (s *LDS) pad() *padding {
	size := bitWidth(s.elem) / 8
	total, row := s.rows*s.cols*size, s.cols*size
	if size == 0 || row > blockBytes || total <= blockBytes {
		return nil
	}
	differ := 0
	var uses []*paddedUse
	for _, u := range s.uses {
		if !disjoint(u.Layout) {
			return nil
		}
		p := s.paddedUse(u)
		for _, l := range p.lanes {
			differ |= l.row
		}
		uses = append(uses, p)
	}
	var moving, rest []int
	for bit := range log2(s.rows) {
		if differ>>bit&1 != 0 {
			moving = append(moving, bit)
		} else {
			rest = append(rest, bit)
		}
	}
	for pad := maxLDSAccess; pad <= rowOfBanks/2; pad *= 2 {
		p := &padding{within: blockBytes / size, between: (blockBytes + pad) / size, cols: s.cols}
		if arrange(log2(s.rows), moving, rest, func(rows []int) bool {
			p.rows = rows
			return !slices.ContainsFunc(uses, func(u *paddedUse) bool { return !u.free(p, size) })
		}) {
			return p
		}
	}
	return nil
}

// paddedUse is what the search asks of a use again and again.
type paddedUse struct {
	access layout.Access
	phases [][]int
	lanes  []spot // what the bits of a lane's number add to its address
	bank   int    // bytes
}

func (s *LDS) paddedUse(u Use) *paddedUse {
	access, lanes := s.instruction(u)
	return &paddedUse{access, access.Phases(), lanes.lane, s.k.Chip.LDSBankBytes}
}

// addresses returns the lanes' addresses in bytes, rounded down to banks. Those of all items differ by
// constants, which do not matter for conflicts.
func (u *paddedUse) addresses(p *padding, size int) []int {
	at := make([]int, 1<<len(u.lanes))
	for i, s := range u.lanes {
		for lane := range 1 << i {
			at[1<<i|lane] = at[lane] + p.place(s)*size
		}
	}
	for lane := range at {
		at[lane] = at[lane] / u.bank * u.bank
	}
	return at
}

// free reports whether there are no conflicts with a padding.
func (u *paddedUse) free(p *padding, size int) bool {
	at := u.addresses(p, size)
	words := make([]int, u.access.Banks)
	for n, phase := range u.phases {
		first := n << 32 // words of other phases are none of this
		for _, lane := range phase {
			for word := at[lane] / u.bank; word < (at[lane]+u.access.Bytes)/u.bank; word++ {
				have := &words[word%len(words)]
				if *have > first && *have != first+word+1 {
					return false
				}
				*have = first + word + 1
			}
		}
	}
	return true
}

// disjoint reports whether the bits of places go to different bits of rows and columns, so that
// addresses can be sums.
func disjoint(l Layout) bool {
	seen := spot{}
	for _, s := range slices.Concat(l.item, l.lane, l.wave) {
		if seen.row&s.row != 0 || seen.col&s.col != 0 {
			return false
		}
		seen = seen.plus(s)
	}
	return true
}

// arrange calls f with orders of n bits, the moving ones at all places, until it returns true.
func arrange(n int, moving, rest []int, f func([]int) bool) bool {
	order := make([]int, n)
	for i := range order {
		order[i] = -1
	}
	var put func(i int) bool
	put = func(i int) bool {
		if i < len(moving) {
			for at := range order {
				if order[at] < 0 {
					order[at] = moving[i]
					if put(i + 1) {
						return true
					}
					order[at] = -1
				}
			}
			return false
		}
		full, next := slices.Clone(order), 0
		for at := range full {
			if full[at] < 0 {
				full[at] = rest[next]
				next++
			}
		}
		return f(full)
	}
	return put(0)
}

// sum returns the place of item 0 of a lane in padded LDS.
func (k *Kernel) sum(l Layout, p *padding) Index {
	key := "padded"
	var places []int
	for _, s := range slices.Concat(l.lane, l.wave) {
		places = append(places, p.place(s))
		key += fmt.Sprint(" ", p.place(s))
	}
	return k.once(key, func() Index {
		sum := I(0)
		for i := 0; i < len(places); {
			n := 1
			for places[i] > 0 && i+n < len(places) && places[i+n] == places[i]<<n {
				n++
			}
			sum = sum.Plus(k.thread.Div(1 << i).Mod(1 << n).Times(int64(places[i])))
			i += n
		}
		return sum
	})
}

// waveSum returns the place where a wave of n begins to load directly, per elements a wave.
func (k *Kernel) waveSum(p *padding, n, per int) Index {
	sum := I(0)
	for bit := range bits.Len(uint(n - 1)) {
		sum = sum.Plus(k.ScalarWave().Div(1 << bit).Mod(2).Times(int64(p.padded(per << bit))))
	}
	return sum
}

// instruction returns how a use accesses LDS, and the layout with the places that lanes address.
func (s *LDS) instruction(u Use) (layout.Access, Layout) {
	name, lanes := "", u.Layout
	read, from, transposing := s.transposing(u.Layout)
	switch {
	case u.Write:
		name = fmt.Sprintf("ds_write_b%d", max(s.piece(lanes)*bitWidth(s.elem), 32))
	case transposing:
		name, lanes = read.Name, from
	default:
		lanes = lanes.rowFirst()
		name = fmt.Sprintf("ds_read_b%d", max(s.piece(lanes)*bitWidth(s.elem), 32))
	}
	access, err := layout.LDS(s.k.Chip, name)
	if err != nil {
		s.k.fail("%v", err)
	}
	return access, lanes
}
