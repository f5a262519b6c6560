package mach

import (
	"cmp"
	"slices"

	"heddle/isa"
)

// assign gives every web a place. It returns the first web that found none,
// -1 if all did.
func (a *allocator) assign() int {
	for file := FileS; file <= FileV; file++ {
		a.taken[file] = newOccupancy(a.points)
	}
	a.enterClobbers()
	var order []int
	for i := range a.webs {
		w := &a.webs[i]
		switch {
		case len(w.regs) == 0:
		case w.fixed:
			a.enter(w)
		default:
			order = append(order, i)
		}
	}
	// Long tuples first, as they need runs of free registers; webs of a length
	// in the order in which they begin, which packs them densely.
	starts := make([]int32, len(a.webs))
	for _, i := range order {
		starts[i] = a.webs[i].start()
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(a.webs[y].dwords, a.webs[x].dwords), cmp.Compare(starts[x], starts[y]))
	})
	for _, i := range order {
		w := &a.webs[i]
		if w.place = a.choose(w); w.place < 0 {
			return i
		}
		a.enter(w)
		a.decideKin(w)
	}
	return -1
}

func (a *allocator) enter(w *web) {
	for i, r := range w.ranges {
		a.taken[w.file].enter(r, w.place+i)
	}
}

// enterClobbers takes VCC where an instruction writes it though nobody reads
// it, and registers that operands name physically for good.
func (a *allocator) enterClobbers() {
	point := int32(0)
	always := liveRange{{0, a.points}}
	for _, b := range a.f.Blocks {
		for _, in := range b.Instrs {
			if in.Row != nil && in.Row.Writes&isa.ImpVCC != 0 && in.ImplicitDef == 0 {
				at := liveRange{{point + 1, point + 2}}
				a.taken[FileS].enter(at, int(isa.VCCLo))
				a.taken[FileS].enter(at, int(isa.VCCHi))
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
					a.taken[file].enter(always, fileNumber(o.Phys)+k)
				}
			}
			point += 2
		}
		point += 2
	}
}

// decideKin binds the web's kin to the half of the vector file that it got.
func (a *allocator) decideKin(w *web) {
	if w.file != FileV {
		return
	}
	k := &a.kin[a.findKin(w.kin)]
	if w.place >= a.f.Chip.VGPRs {
		k.noVGPR = true
	} else {
		k.noAGPR = true
	}
}

// choose returns the best place for a web, -1 if there is none.
func (a *allocator) choose(w *web) int {
	free := a.places(w)
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
	return free.lowest(0)
}

// short reports whether the web lives for a few instructions only, so that
// it would not keep VCC from others.
func (w *web) short() bool {
	const few = 32
	return w.ranges[0].points() <= 2*few
}

// places is where the web could begin.
func (a *allocator) places(w *web) regMask {
	file := a.budget.fileMask(w.file, a.f.Chip)
	if w.file == FileV {
		k := &a.kin[a.findKin(w.kin)]
		if k.noVGPR {
			clear(file[:maskWords/2])
		}
		if k.noAGPR {
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
		if i == 0 || !r.equal(w.ranges[i-1]) {
			taken = outside
			a.taken[w.file].conflicts(r, &taken)
		}
		bad.orShifted(&taken, i)
	}
	var free regMask
	for i := range free {
		free[i] = alignedWord(w.align, w.offset) &^ bad[i]
		if last := maskWords - 1; i == last && w.dwords > 1 {
			free[i] &= 1<<(64-w.dwords+1) - 1 // a tuple does not run over the end of the file
		}
	}
	if w.file == FileV && w.dwords > 1 {
		// nor from the VGPRs into the AGPRs
		w := w.dwords
		free[maskWords/2-1] &= 1<<(64-w+1) - 1
	}
	return free
}

// alignedWord is the numbers of 0 to 63 that are offset modulo align, a power
// of two.
func alignedWord(align, offset int) uint64 {
	var m uint64
	for i := offset; i < 64; i += align {
		m |= 1 << i
	}
	return m
}
