package mach

import (
	"cmp"
	"math"
	"slices"
)

// holder is a web that has a physical register for some time.
type holder struct {
	segment
	web int // -1: an instruction that names the register
}

// holders are those of one physical register in order of time.
type holders []holder

// enter adds a web's range; the register is free there.
func (h *holders) enter(r liveRange, web int) {
	for _, s := range r {
		i, _ := slices.BinarySearchFunc(*h, s.from, func(h holder, p int32) int { return cmp.Compare(h.from, p) })
		*h = slices.Insert(*h, i, holder{s, web})
	}
}

// leave takes enter back.
func (h *holders) leave(r liveRange) {
	for _, s := range r {
		i := h.after(s.from)
		*h = slices.Delete(*h, i, i+1)
	}
}

// after returns the index of the first holder that lasts beyond the point.
func (h holders) after(point int32) int {
	lo, hi := 0, len(h)
	for lo < hi {
		if mid := (lo + hi) / 2; h[mid].to <= point {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// meet calls f for each holder that has the register in the range, until f
// has seen enough.
func (h holders) meet(r liveRange, f func(web int) bool) {
	for _, s := range r {
		for i := h.after(s.from); i < len(h) && h[i].from < s.to; i++ {
			if !f(h[i].web) {
				return
			}
		}
	}
}

// weigh computes what it would cost to spill each web: how often its members
// are read and written, by the time that this frees its registers for.
func (a *allocator) weigh() {
	a.cost = make([]float64, len(a.webs))
	for i := range a.webs {
		w := &a.webs[i]
		cost, can := 0.0, false
		for _, r := range w.regs {
			if !w.fixed && a.spillable(r) {
				cost += a.traffic(r)
				can = true
			}
		}
		if !can {
			a.cost[i] = math.Inf(1)
			continue
		}
		a.cost[i] = cost / float64(max(w.room(), 1))
	}
}

func (a *allocator) spillable(r Reg) bool {
	k := a.spill.kind(r)
	return (k == kindPlain || k == kindAGPR || k == kindTuple) && !a.f.Regs[r].HasFixed
}

// traffic is how many dwords would move if the register were spilled, by
// how deep in loops they would.
func (a *allocator) traffic(r Reg) float64 {
	const cheap, dear = 0.3, 4 // a constant needs no store; scratch instead of an AGPR is slow
	switch k := a.spill.kind(r); {
	case a.splits(r):
		return a.uses[r].weight - a.uses[r].inPlace
	case a.uses[r].constants == a.uses[r].defs:
		return a.uses[r].weight * cheap
	case k == kindAGPR || k == kindTuple:
		return a.uses[r].weight * dear
	}
	return a.uses[r].weight
}

// splits reports whether a home for the register is one that some instructions
// use in place, where others keep it from being in AGPRs at all.
func (a *allocator) splits(r Reg) bool {
	u := &a.uses[r]
	return u.takesAGPR && u.constants != u.defs && a.f.Regs[r].File == FileV && a.budget.agprs > 0 && a.spill.kind(r) == kindPlain && a.kinOf(r).noAGPR
}

// regUses is how a register is used.
type regUses struct {
	weight          float64 // reads and writes, by loops
	inPlace         float64 // of these, those by instructions that can use an AGPR, and copies
	takesAGPR       bool    // there are such instructions
	defs, constants int     // definitions; those by constants
}

// loopWeight is how often a block in so many loops is taken to run.
func loopWeight(depth int) float64 {
	const often, deepest = 8, 6
	return math.Pow(often, float64(min(depth, deepest)))
}

// countUses fills allocator.uses.
func (a *allocator) countUses() {
	a.uses = make([]regUses, len(a.f.Regs))
	for _, b := range a.f.Blocks {
		weight := loopWeight(b.Depth)
		for _, in := range b.Instrs {
			count := func(i int, p Part) {
				u := &a.uses[p.Reg]
				u.weight += weight * float64(p.N)
				if a.f.canBeInPlace(in, i) {
					u.inPlace += weight * float64(p.N)
					u.takesAGPR = u.takesAGPR || in.Flags&Copy == 0
				}
			}
			in.Uses(count)
			constant := 0
			if in.Flags&Copy != 0 && in.Args[1].Kind == OperandConst || in.Flags&Rematerialisable != 0 {
				constant = 1
			}
			in.Defs(func(i int, p Part) {
				count(i, p)
				a.uses[p.Reg].defs++
				a.uses[p.Reg].constants += constant
			})
		}
	}
}

// canBeInPlace reports whether an instruction can use operand i in an AGPR, or
// is a copy that is there wherever its registers are.
func (f *Func) canBeInPlace(in *Instr, i int) bool {
	switch {
	case i < 0 || in.Flags&Undef != 0:
		return false
	case in.Flags&Copy != 0:
		src := &in.Args[1]
		return src.Kind == OperandReg && f.Regs[src.Part.Reg].File == FileV || src.Kind == OperandConst && f.accInline(src.Value)
	}
	return takesAGPR(&in.Row.Operands[i])
}

// makeRoom looks for the place where a web displaces what costs least, less
// than the web itself. It returns the place and who has to go, or -1.
func (a *allocator) makeRoom(web int) (place int, displaced []int) {
	w := &a.webs[web]
	a.fillHolders(w.file)
	places := a.places(w, false)
	held := a.held[w.file]
	place, best := -1, a.cost[web]
	if a.seen == nil {
		a.seen = make([]int, len(a.webs))
	}
	for p := places.lowest(0); p >= 0; p = places.lowest(p + 1) {
		sum := 0.0
		a.looks++
		for i, r := range w.ranges {
			held[p+i].meet(r, func(other int) bool {
				switch {
				case other < 0:
					sum = math.Inf(1)
				case a.seen[other] != a.looks:
					a.seen[other] = a.looks
					sum += a.cost[other]
				}
				return sum < best
			})
			if sum >= best {
				break
			}
		}
		if sum < best {
			place, best = p, sum
		}
	}
	if place < 0 {
		return -1, nil
	}
	for i, r := range w.ranges {
		held[place+i].meet(r, func(other int) bool {
			if !slices.Contains(displaced, other) {
				displaced = append(displaced, other)
			}
			return true
		})
	}
	return place, displaced
}

// fillHolders builds the lists of who has which register, when they are
// needed for the first time.
func (a *allocator) fillHolders(file File) {
	if a.held[file] != nil {
		return
	}
	held := make([]holders, 64*maskWords)
	for _, c := range a.clobbers {
		if c.file == file {
			held[c.reg] = append(held[c.reg], holder{c.segment, -1})
		}
	}
	for i := range a.webs {
		w := &a.webs[i]
		if w.file == file && w.place >= 0 {
			for k, r := range w.ranges {
				for _, s := range r {
					held[w.place+k] = append(held[w.place+k], holder{s, i})
				}
			}
		}
	}
	for _, h := range held {
		slices.SortFunc(h, func(x, y holder) int { return cmp.Compare(x.from, y.from) })
	}
	a.held[file] = held
}
