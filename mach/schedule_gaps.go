package mach

import (
	"slices"

	"heddle/isa"
)

const (
	// gapReach is how far behind a load to the LDS an instruction is looked for that fits in front of it.
	gapReach = 32
	// gapNodes is the size of the largest regions whose gaps are filled: the time for one grows with it.
	gapNodes = 1024
)

// fillGaps puts other instructions between writes of M0 and the loads to the LDS right behind them, which
// must not be neighbours (isa/hazards.md): else nops go there. No move makes the order longer, or takes more
// registers than fit.
func (s *scheduler) fillGaps(order []int32, fits func(pressure) bool) []int32 {
	g := s.g
	if len(order) > gapNodes {
		return order
	}
	filled := slices.Clone(order)
	peak := g.peakOf(order, s.now.count)
	room := func(p pressure) bool { return p.fits(peak) || fits(p) }
	last := int32(-1) // the instruction before
	for p, n := range filled {
		if g.vanishes(n) {
			continue
		}
		if last >= 0 && g.isGap(last, n) {
			g.fillGap(filled, p, func() bool { return room(g.peakOf(filled, s.now.count)) })
		}
		last = filled[p]
	}
	return filled
}

// fillGap moves an instruction to place p of an order, in front of the load to the LDS that is there: of
// those further down that are ready the first one of a pipe, else the last one further up that has time.
func (g *depGraph) fillGap(order []int32, p int, fits func() bool) {
	clocks := g.clocks(order)
	at := make([]int32, len(g.nodes))
	for q, n := range order {
		at[n] = int32(q)
	}
	from, to := g.window(order, at)
	moved := func(q, p int) bool {
		if move(order, q, p); g.clocks(order) <= clocks && fits() {
			return true
		}
		move(order, p, q)
		return false
	}
	var tried [isa.NumPipes]bool
	for q := p + 1; q < min(p+1+gapReach, len(order)); q++ {
		n := order[q]
		if tried[g.nodes[n].unit] || int(from[n]) > p || !g.fillsGap(n) {
			continue
		}
		if moved(q, p) {
			return
		}
		tried[g.nodes[n].unit] = true
	}
	for q := p - 2; q >= max(p-gapReach, 1); q-- {
		n := order[q]
		if int(to[n]) >= p && g.fillsGap(n) && !g.isGap(order[q-1], order[q+1]) && moved(q, p-1) {
			return
		}
	}
}

// move moves what is at place q to place p.
func move(order []int32, q, p int) {
	n := order[q]
	if q > p {
		copy(order[p+1:q+1], order[p:q])
	} else {
		copy(order[q:p], order[q+1:p+1])
	}
	order[p] = n
}

// isGap reports whether nodes that are neighbours are a write of M0 and a load to the LDS.
func (g *depGraph) isGap(n, next int32) bool {
	in := g.list[next]
	return in.Row != nil && in.directToLDS() && g.definesM0(n)
}

// fillsGap reports whether a node may go in front of a load to the LDS that it does not depend on.
func (g *depGraph) fillsGap(n int32) bool {
	in := g.list[n]
	return !g.vanishes(n) && !g.definesM0(n) && (!touchesMemory(in) || g.isRead(n)) && !in.WritesExec()
}

// definesM0 reports whether a node writes M0.
func (g *depGraph) definesM0(n int32) (writes bool) {
	g.list[n].Defs(func(_ int, p Part) {
		info := &g.f.Regs[p.Reg]
		writes = writes || info.HasFixed && info.Fixed == isa.M0
	})
	return writes
}
