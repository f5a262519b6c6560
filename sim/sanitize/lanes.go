package sanitize

import (
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// eachLane calls f for each lane of each access, in the order in which they
// happened: where an instruction reads two places in each lane (ds_read2), lane
// by lane.
func eachLane(list []sim.Access, f func(a *sim.Access, l int)) {
	for len(list) > 0 {
		a, n := &list[0], 1
		if len(list) > 1 && readsTwo(a, &list[1]) {
			n = 2
		}
		for m := a.Lanes; m != 0; m &= m - 1 {
			for i := range n {
				f(&list[i], bits.TrailingZeros64(m)&63)
			}
		}
		list = list[n:]
	}
}

// readsTwo reports whether two accesses are the places that an instruction
// reads.
func readsTwo(a, b *sim.Access) bool {
	return a.Seq == b.Seq && a.Lanes == b.Lanes && !a.Write && !b.Write && a.Space == b.Space
}

// overlap is a.Overlaps(b), in a few clocks.
func overlap(a, b *isa.RegSet) bool {
	return a[0]&b[0]|a[1]&b[1]|a[2]&b[2]|a[3]&b[3]|a[4]&b[4]|a[5]&b[5]|
		a[6]&b[6]|a[7]&b[7]|a[8]&b[8]|a[9]&b[9]|a[10]&b[10]|a[11]&b[11] != 0
}

// highest returns a number that no address of an access is above; the highest,
// unless addresses wrap.
func highest(a *sim.Access) uint64 { return above(a, most(a)) }

// above is highest of an access of which most is known.
func above(a *sim.Access, most uint32) uint64 {
	if sum := uint64(most) + uint64(a.Offset); sum < 1<<32 {
		return a.Base + sum
	}
	return a.Base + 1<<32 - 1
}

// most returns the highest of the places of an access.
func most(a *sim.Access) uint32 {
	var x, y, z, w uint32
	if a.Lanes == allLanes {
		for i := 0; i < len(a.Places); i += 8 {
			p := (*[8]uint32)(a.Places[i : i+8])
			x, y, z, w = max(x, p[0], p[4]), max(y, p[1], p[5]), max(z, p[2], p[6]), max(w, p[3], p[7])
		}
		return max(x, y, z, w)
	}
	for m := a.Lanes; m != 0; m &= m - 1 {
		x = max(x, a.Places[bits.TrailingZeros64(m)&63])
	}
	return x
}

// span returns the lowest and the highest address of an access.
func span(a *sim.Access) (lo, hi uint64) {
	low, high := ^uint32(0), uint32(0)
	if a.Lanes == allLanes {
		low2, high2 := low, high
		for i := 0; i < len(a.Places); i += 4 {
			p := (*[4]uint32)(a.Places[i : i+4])
			x, y, z, w := p[0]+a.Offset, p[1]+a.Offset, p[2]+a.Offset, p[3]+a.Offset
			low, high = min(low, x, y), max(high, x, y)
			low2, high2 = min(low2, z, w), max(high2, z, w)
		}
		return a.Base + uint64(min(low, low2)), a.Base + uint64(max(high, high2))
	}
	for m := a.Lanes; m != 0; m &= m - 1 {
		x := a.Places[bits.TrailingZeros64(m)&63] + a.Offset
		low, high = min(low, x), max(high, x)
	}
	return a.Base + uint64(low), a.Base + uint64(high)
}

// within reports whether all of an access lies in the first n bytes of its
// space.
func (s *Sanitizer) within(a *sim.Access, n uint64) bool {
	most := s.placed(a).most
	if high := above(a, most); high+uint64(a.Size) <= n {
		return true
	} else if uint64(most)+uint64(a.Offset) < 1<<32 {
		return false
	}
	_, hi := span(a)
	return hi+uint64(a.Size) <= n && hi < n
}
