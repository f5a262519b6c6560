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
// segment tree over time. full[n] are the registers that are taken during all
// of node n and entered there, some[n] those that are taken at some time in
// it. So a range's conflicts with every register at once, and entering a
// register, cost a logarithm.
type occupancy struct {
	leaves     int // a power of two
	full, some []regMask
}

func newOccupancy(points int32) *occupancy {
	leaves := 1
	for leaves < int(points)+1 {
		leaves *= 2
	}
	nodes := make([]regMask, 4*leaves)
	return &occupancy{leaves: leaves, full: nodes[:2*leaves], some: nodes[2*leaves:]}
}

// conflicts adds the registers that are taken somewhere in the range to m.
func (o *occupancy) conflicts(r liveRange, m *regMask) {
	for _, s := range r {
		lo, hi := int(s.from)+o.leaves, int(s.to)-1+o.leaves
		for l, h := lo, hi+1; l < h; l, h = l/2, h/2 {
			if l&1 == 1 {
				m.orShifted(&o.some[l], 0)
				l++
			}
			if h&1 == 1 {
				h--
				m.orShifted(&o.some[h], 0)
			}
		}
		// What covers more than the segment was entered further up.
		for n := lo; n >= 1; n /= 2 {
			m.orShifted(&o.full[n], 0)
		}
		for n := hi; n >= 1; n /= 2 {
			m.orShifted(&o.full[n], 0)
		}
	}
}

// enter marks the register as taken during the range.
func (o *occupancy) enter(r liveRange, reg int) { o.change(r, reg, true) }

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
		o.update(lo, reg)
		o.update(hi, reg)
	}
}

func (o *occupancy) mark(n, reg int, taken bool) {
	w, bit := reg/64, uint64(1)<<(reg%64)
	if taken {
		o.full[n][w] |= bit
		o.some[n][w] |= bit
		return
	}
	o.full[n][w] &^= bit
	o.some[n][w] &^= bit
	if n < o.leaves {
		o.some[n][w] |= (o.some[2*n][w] | o.some[2*n+1][w]) & bit
	}
}

// update recomputes the register's bit of the nodes above n.
func (o *occupancy) update(n, reg int) {
	w, bit := reg/64, uint64(1)<<(reg%64)
	for n /= 2; n >= 1; n /= 2 {
		o.some[n][w] = o.some[n][w]&^bit | (o.full[n][w]|o.some[2*n][w]|o.some[2*n+1][w])&bit
	}
}
