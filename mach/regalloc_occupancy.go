package mach

import "math/bits"

// regMask is a set of physical registers of a file: bit n of the vector file
// is v<n>, bit 256+n is a<n>; bit n of the scalar file is the register with
// number n (VCC is 106 and 107).
type regMask [maskWords]uint64

const maskWords = 8 // 512 bits: 256 VGPRs and 256 AGPRs

func (m *regMask) has(n int) bool { return m[n/64]>>(n%64)&1 != 0 }
func (m *regMask) add(n int)      { m[n/64] |= 1 << (n % 64) }

func (m *regMask) addRange(from, n int) {
	for i := range n {
		m.add(from + i)
	}
}

// or adds the members of s, taken n lower than they are.
func (m *regMask) orShifted(s *regMask, n int) {
	if n == 0 {
		for i := range m {
			m[i] |= s[i]
		}
		return
	}
	for i := range m {
		w := i + n/64
		if w < maskWords {
			m[i] |= s[w] >> (n % 64)
		}
		if w+1 < maskWords && n%64 != 0 {
			m[i] |= s[w+1] << (64 - n%64)
		}
	}
}

// lowest returns the smallest member at or above from, -1 if there is none.
func (m *regMask) lowest(from int) int {
	for i := from / 64; i < maskWords; i++ {
		w := m[i]
		if i == from/64 {
			w &= ^uint64(0) << (from % 64)
		}
		if w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// occupancy says which physical registers are taken at which points: a
// segment tree over time. full of a node is the registers that are taken
// during all of it and were entered there, some is those that are taken at
// some time in it. So a range's conflicts with every register at once, and
// entering a register, cost a logarithm.
type occupancy struct {
	leaves     int // a power of two
	words      int // of a node's mask: as many as the registers entered so far need
	full, some []uint64
}

func newOccupancy(points int32) *occupancy {
	leaves, words := 1, 1
	for leaves < int(points)+1 {
		leaves *= 2
	}
	return &occupancy{leaves: leaves, words: words, full: make([]uint64, 2*leaves*words), some: make([]uint64, 2*leaves*words)}
}

// clear takes all registers back, and keeps the room that there is for them.
func (o *occupancy) clear() {
	clear(o.full)
	clear(o.some)
}

// widen makes room for the register.
func (o *occupancy) widen(reg int) {
	words := o.words
	for words <= reg/64 {
		words *= 2
	}
	if words == o.words {
		return
	}
	for _, nodes := range []*[]uint64{&o.full, &o.some} {
		wide := make([]uint64, 2*o.leaves*words)
		for n := range 2 * o.leaves {
			copy(wide[n*words:], (*nodes)[n*o.words:(n+1)*o.words])
		}
		*nodes = wide
	}
	o.words = words
}

// add adds the registers of node n to m.
func (o *occupancy) add(m *regMask, nodes []uint64, n int) {
	switch o.words {
	case 1:
		m[0] |= nodes[n]
	case 2:
		m[0] |= nodes[2*n]
		m[1] |= nodes[2*n+1]
	case maskWords:
		w := (*regMask)(nodes[n*maskWords:])
		for i := range m {
			m[i] |= w[i]
		}
	default:
		for i, w := range nodes[n*o.words : (n+1)*o.words] {
			m[i] |= w
		}
	}
}

// conflicts adds the registers that are taken somewhere in the range to m.
func (o *occupancy) conflicts(r liveRange, m *regMask) {
	for _, s := range r {
		lo, hi := int(s.from)+o.leaves, int(s.to)-1+o.leaves
		for l, h := lo, hi+1; l < h; l, h = l/2, h/2 {
			if l&1 == 1 {
				o.add(m, o.some, l)
				l++
			}
			if h&1 == 1 {
				h--
				o.add(m, o.some, h)
			}
		}
		// What covers more than the segment was entered further up.
		for lo != hi {
			o.add(m, o.full, lo)
			o.add(m, o.full, hi)
			lo, hi = lo/2, hi/2
		}
		for ; lo >= 1; lo /= 2 {
			o.add(m, o.full, lo)
		}
	}
}

// enter marks the register as taken during the range.
func (o *occupancy) enter(r liveRange, reg int) {
	o.widen(reg)
	o.change(r, reg, true)
}

// leave takes enter back; nobody else may have the register in the range.
func (o *occupancy) leave(r liveRange, reg int) { o.change(r, reg, false) }

func (o *occupancy) change(r liveRange, reg int, taken bool) {
	for _, s := range r {
		lo, hi := int(s.from)+o.leaves, int(s.to)-1+o.leaves
		for l, h := lo, hi+1; l < h; l, h = l/2, h/2 {
			if l&1 == 1 {
				o.mark(l, reg, taken)
				l++
			}
			if h&1 == 1 {
				h--
				o.mark(h, reg, taken)
			}
		}
		for lo /= 2; lo >= 1; lo /= 2 {
			o.update(lo, reg)
		}
		for hi /= 2; hi >= 1; hi /= 2 {
			o.update(hi, reg)
		}
	}
}

func (o *occupancy) mark(n, reg int, taken bool) {
	w, bit := n*o.words+reg/64, uint64(1)<<(reg%64)
	if taken {
		o.full[w] |= bit
		o.some[w] |= bit
		return
	}
	o.full[w] &^= bit
	o.some[w] &^= bit
	if n < o.leaves {
		o.update(n, reg)
	}
}

// update recomputes the register's bit of an inner node from those below.
func (o *occupancy) update(n, reg int) {
	w, bit := n*o.words+reg/64, uint64(1)<<(reg%64)
	below := o.some[w+n*o.words] | o.some[w+(n+1)*o.words]
	o.some[w] = o.some[w]&^bit | (o.full[w]|below)&bit
}
