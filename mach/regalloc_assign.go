package mach

import (
	"cmp"
	"slices"

	"heddle/isa"
)

// assign gives every web a place. It returns the webs that found none, which
// must be spilled.
func (a *allocator) assign(by webOrder) (homeless []int) {
	a.reset()
	if a.failed == nil {
		a.weigh()
	} else {
		a.weighRoom()
	}
	most, _ := a.pressure(FileV)
	a.crowded = most > a.budget.vgprs
	a.enterClobbers()
	var order []int
	for i := range a.webs {
		switch w := &a.webs[i]; {
		case len(w.regs) == 0:
		case w.fixed:
			a.enter(i)
		default:
			order = append(order, i)
		}
	}
	a.sort(order, by)
	for k := 0; k < len(order); k++ {
		i := order[k]
		w := &a.webs[i]
		w.place = a.choose(w)
		if w.place < 0 {
			place, displaced := a.makeRoom(i)
			if place < 0 {
				homeless = append(homeless, i)
				continue
			}
			// Who is displaced looks for another place when its turn comes. It
			// costs less than who displaced it, so this comes to an end.
			for _, d := range displaced {
				a.leave(d)
				order = append(order, d)
			}
			w.place = place
		}
		a.enter(i)
	}
	return homeless
}

// manyWebs are so many that a kernel will use all vector registers that it may.
const manyWebs = 1000

// reset takes all places back.
func (a *allocator) reset() {
	for file := FileS; file <= FileV; file++ {
		if a.held[file] = nil; a.taken[file] == nil {
			a.taken[file] = newOccupancy(a.points)
			if file == FileV && len(a.webs) > manyWebs { // rather than step by step
				a.taken[file].widen(a.budget.vgprs - 1)
			}
		} else {
			a.taken[file].clear()
		}
	}
	a.clobbers = a.clobbers[:0]
	for i := range a.kin {
		a.kin[i].placed = [2]int{}
	}
	for i := range a.webs {
		if w := &a.webs[i]; !w.fixed {
			w.place = -1
		}
	}
}

// webOrder is an order in which webs get places. Each packs some kernels better than the others.
type webOrder uint8

const (
	byLength webOrder = iota // long tuples first, as they need runs of free registers
	byArea                   // what takes many registers for a long time first
	byTime                   // what lives for a long time first
	webOrders
)

// sort puts webs into the order in which they get places. What comes out of a fixed register
// is first, as it may stay there; what is alike otherwise in the order in which it begins, which
// packs densely.
func (a *allocator) sort(order []int, by webOrder) {
	starts, points := make([]int32, len(a.webs)), make([]int, len(a.webs))
	for _, i := range order {
		w := &a.webs[i]
		starts[i] = w.start()
		if by == byLength {
			continue
		}
		points[i] = w.room()
		if by == byTime {
			points[i] /= w.dwords
		}
	}
	slices.SortStableFunc(order, func(x, y int) int {
		wx, wy := &a.webs[x], &a.webs[y]
		if a.failed != nil && a.failed[x] != a.failed[y] {
			return cmp.Compare(a.failed[y], a.failed[x])
		}
		return cmp.Or(-cmp.Compare(a.hintedFixed(wx), a.hintedFixed(wy)), cmp.Compare(points[y], points[x]), cmp.Compare(wy.dwords, wx.dwords), cmp.Compare(starts[x], starts[y]))
	})
}

// hintedFixed is 1 if the web should preferably be in a fixed register, and its alignment allows that.
func (a *allocator) hintedFixed(w *web) int {
	aligned := alignedWord(w.align, w.offset)
	for _, h := range w.hints {
		if other := &a.webs[h.other]; other.fixed && other.place+h.delta >= 0 && aligned>>((other.place+h.delta)%64)&1 != 0 {
			return 1
		}
	}
	return 0
}

func (a *allocator) enter(web int) {
	w := &a.webs[web]
	if w.file == FileV {
		a.kin[a.findKin(w.kin)].placed[a.half(w)]++
	}
	for i, r := range w.ranges {
		a.taken[w.file].enter(r, w.place+i)
		if held := a.held[w.file]; held != nil {
			held[w.place+i].enter(r, web)
		}
	}
}

func (a *allocator) leave(web int) {
	w := &a.webs[web]
	if w.file == FileV {
		a.kin[a.findKin(w.kin)].placed[a.half(w)]--
	}
	for i, r := range w.ranges {
		a.taken[w.file].leave(r, w.place+i)
		a.held[w.file][w.place+i].leave(r)
	}
	w.place = -1
}

// clobber is a physical register that is not for webs for some time.
type clobber struct {
	segment
	file File
	reg  int
}

// enterClobbers takes VCC where an instruction writes it though nobody reads
// it, and registers that operands name physically for good.
func (a *allocator) enterClobbers() {
	point := int32(0)
	for _, b := range a.f.Blocks {
		for _, in := range b.Instrs {
			if in.Row != nil && in.Row.Writes&isa.ImpVCC != 0 && in.ImplicitDef == 0 && !in.namesVCC() {
				for r := isa.VCCLo; r <= isa.VCCHi; r++ {
					a.clobbers = append(a.clobbers, clobber{segment{point + 1, point + 2}, FileS, int(r)})
				}
			}
			for i := range in.Args {
				o := &in.Args[i]
				if o.Kind != OperandPhys || o.Phys == isa.ExecLo || o.Phys == isa.ExecHi || o.Phys >= isa.Mode && o.Phys < isa.V0 {
					continue
				}
				file := FileS
				if o.Phys >= isa.V0 {
					file = FileV
				}
				for k := range int(o.N) {
					a.clobbers = append(a.clobbers, clobber{segment{0, a.points}, file, fileNumber(o.Phys) + k})
				}
			}
			point += 2
		}
		point += 2
	}
	for _, c := range a.clobbers {
		a.taken[c.file].enter(liveRange{c.segment}, c.reg)
	}
}

// half is which half of the vector file the web is in: 0 VGPRs, 1 AGPRs.
func (a *allocator) half(w *web) int {
	if w.place >= a.f.Chip.VGPRs {
		return 1
	}
	return 0
}

// choose returns the best place for a web, -1 if there is none.
func (a *allocator) choose(w *web) int {
	free := a.places(w, true)
	for _, h := range w.hints {
		if other := &a.webs[h.other]; other.place >= 0 {
			if p := other.place + h.delta; p >= 0 && p < 64*maskWords && free.has(p) {
				return p
			}
		}
	}
	if w.mask && w.dwords == 2 && free.has(int(isa.VCCLo)) && w.short() {
		return int(isa.VCCLo)
	}
	if w.file == FileV && (a.crowded || a.isHome(w.regs[0]) || a.isTuple(w.regs[0])) {
		// What can live in AGPRs leaves the VGPRs to what cannot. A home can be
		// in VGPRs, too, which is better than in memory.
		if p := free.lowest(a.f.Chip.VGPRs); p >= 0 {
			return p
		}
	}
	return free.lowest(0)
}

// pressure returns the largest number of dwords of a file that are live at once,
// and a point where they are.
func (a *allocator) pressure(file File) (most int, at int32) {
	return a.pressureOf(func(w *web) bool { return w.file == file })
}

// pressureOf returns what pressure does for some of the webs.
func (a *allocator) pressureOf(counts func(*web) bool) (most int, at int32) {
	change := make([]int32, a.points+1)
	for i := range a.webs {
		if !counts(&a.webs[i]) {
			continue
		}
		for _, r := range a.webs[i].ranges {
			for _, s := range r {
				change[s.from]++
				change[s.to]--
			}
		}
	}
	now := int32(0)
	for point, c := range change {
		if now += c; int(now) > most {
			most, at = int(now), int32(point)
		}
	}
	return most, at
}

// short reports whether the web lives for a few instructions only, so that
// it would not keep VCC from others.
func (w *web) short() bool {
	const few = 32
	return w.ranges[0].points() <= 2*few
}

// places is where the web could begin, or with !free, could if nobody else
// were there.
func (a *allocator) places(w *web, free bool) regMask {
	file := a.budget.masks[w.file]
	if w.file == FileV {
		k := &a.kin[a.findKin(w.kin)]
		if k.noVGPR || k.placed[1] > 0 {
			clear(file[:maskWords/2])
		}
		if k.noAGPR || k.placed[0] > 0 {
			clear(file[maskWords/2:])
		}
	}
	// bad are the places where some dword of the web would be taken, or would
	// not be a register of the file.
	var outside, bad regMask
	for i := range file {
		outside[i] = ^file[i]
	}
	var taken regMask
	for i, r := range w.ranges {
		if i == 0 || free && !r.equal(w.ranges[i-1]) {
			taken = outside
		}
		if free && (i == 0 || !r.equal(w.ranges[i-1])) {
			a.taken[w.file].conflicts(r, &taken)
		}
		bad.orShifted(&taken, i)
	}
	var places regMask
	aligned := alignedWord(w.align, w.offset)
	for i := range places {
		places[i] = aligned &^ bad[i]
		if last := maskWords - 1; i == last && w.dwords > 1 {
			places[i] &= 1<<(64-w.dwords+1) - 1 // a tuple does not run over the end of the file
		}
	}
	if w.file == FileV && w.dwords > 1 {
		// nor from the VGPRs into the AGPRs
		w := w.dwords
		places[maskWords/2-1] &= 1<<(64-w+1) - 1
	}
	return places
}

// alignedWord is the numbers of 0 to 63 that are offset modulo align, a power
// of two.
func alignedWord(align, offset int) uint64 {
	m := uint64(1) << offset
	for ; align < 64; align *= 2 {
		m |= m << align
	}
	return m
}
