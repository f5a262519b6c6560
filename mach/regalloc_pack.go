package mach

import "math"

const (
	// packTries is how often webs are placed in each order at most. Kernels whose live values take up to
	// 98 % of the registers came out within 7.
	packTries = 8
	// packPoints is for how many points together: long kernels are tried less often.
	packPoints = packTries << 13
	// packFailed is how many webs may be without a place for another try to be of use.
	packFailed = 16
)

// packed is an allocation within the budget without homeless webs, nil if none is found in so many
// tries. As long as some webs find no place, all of them are placed again: those that failed come
// first and are displaced by larger ones only, the less the oftener they failed. What is easy to
// place goes around them.
func (a *allocator) packed(b budget, tries int) *allocator {
	b.fill(a.f.Chip)
	if most, _ := a.pressure(FileV); most > b.vgprs+b.agprs || a.pressureVGPRs() > b.vgprs {
		return nil
	}
	var tried [webOrders]*allocator
	var hopeless [webOrders]bool
	for range max(min(packPoints/int(a.points), tries), 1) {
		for by := range webOrders {
			if hopeless[by] {
				continue
			}
			if tried[by] == nil {
				tried[by] = prepared(a.f, b, a.spill)
			}
			homeless := tried[by].assign(by)
			if len(homeless) == 0 {
				return tried[by]
			}
			tried[by].fail(homeless)
			hopeless[by] = len(homeless) > packFailed
		}
	}
	return nil
}

// pressureVGPRs is the largest number of dwords live at once that cannot be in AGPRs.
func (a *allocator) pressureVGPRs() int {
	most, _ := a.pressureOf(func(w *web) bool { return w.file == FileV && a.kin[a.findKin(w.kin)].noAGPR })
	return most
}

// fail notes which webs found no place.
func (a *allocator) fail(webs []int) {
	if a.failed == nil {
		a.failed = make([]int, len(a.webs))
	}
	for _, i := range webs {
		a.failed[i]++
	}
}

// weighRoom makes the cost of a web the room it takes, twice as much for each time it failed: what a
// spill would cost does not matter where there is to be none.
func (a *allocator) weighRoom() {
	for i := range a.webs {
		w := &a.webs[i]
		if a.cost[i] = math.Inf(1); !w.fixed {
			a.cost[i] = math.Ldexp(float64(w.room()), a.failed[i])
		}
	}
}

// room is the number of registers of the web, each times the points at which it is taken.
func (w *web) room() (room int) {
	for _, r := range w.ranges {
		room += r.points()
	}
	return room
}
