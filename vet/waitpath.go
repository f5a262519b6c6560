package vet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// checkWaits finds missing waits.
func (c *checker) checkWaits() {
	c.space.best = make([]passed, len(c.g.nodes))
	s, ok := solveWaits(c.g)
	c.steps += s.steps
	if !ok {
		c.giveUp("waits")
		return
	}
	c.limit = c.steps + stepsFor(len(c.g.nodes))
	for copies := range c.g.together(c.g.order) {
		c.missingWaits(s, copies)
	}
	if c.gaveUp {
		c.giveUp("waits")
	}
	c.doubtCrossed()
	c.checkConvention(s)
}

// missingWaits reports what the instructions of a block do not wait for: one wait is enough in all copies of it.
func (c *checker) missingWaits(s *waitSolver, copies []int32) {
	type asking struct {
		at int32
		need
	}
	var list []asking
	for _, id := range copies {
		s.walk(id, func(n int32, asked need) { list = append(list, asking{n, asked}) })
	}
	slices.SortStableFunc(list, func(a, b asking) int { return cmp.Compare(c.g.copyOf(a.at), c.g.copyOf(b.at)) })
	for len(list) > 0 {
		same, wait, ldsWait := 0, isa.NoWait(), isa.NoWait()
		for same < len(list) && c.g.copyOf(list[same].at) == c.g.copyOf(list[0].at) {
			wait, ldsWait = wait.Min(list[same].wait), ldsWait.Min(list[same].ldsWait)
			same++
		}
		for _, a := range list[:same] {
			a.wait, a.ldsWait = wait, ldsWait
			c.missingWait(a.at, a.need)
		}
		c.addCopied()
		list = list[same:]
	}
}

// checkConvention checks what calls that are not followed rely on: LLVM's functions wait for all that
// their caller left outstanding, and leave nothing themselves (SIInsertWaitcnts).
func (c *checker) checkConvention(s *waitSolver) {
	const all = "vmcnt(0) lgkmcnt(0)"
	for _, id := range c.g.functions {
		if i, ok := c.unwaited(id); ok {
			c.add(Finding{Rule: "waits", Rank: RankCantTell, Place: c.place(i), Required: all, Found: "no wait at the beginning of the function",
				Message: "uses registers to which a caller may have loads outstanding", Advice: "insert s_waitcnt " + all + " before"})
		}
	}
	for copies := range c.g.together(c.g.returns) {
		const none = registers
		reg, left := none, isa.NoWait()
		for _, id := range copies {
			s.walk(id, nil)
			eachOf(&s.board.regs, func(p int) {
				var n need
				n.wait = left
				if s.board.ask(p, nil, &n) {
					left, reg = n.wait, min(reg, p)
				}
			})
		}
		if reg != none {
			c.add(Finding{Rule: "waits", Rank: RankCantTell, Place: c.place(c.g.blocks[copies[0]].last - 1), Required: waitText(left), Found: "no wait",
				Message: fmt.Sprintf("returns while a load into %s is outstanding, to a caller that is not known", registerName(isa.Reg(reg))),
				Advice:  "insert s_waitcnt " + waitText(left) + " before"})
		}
	}
}

// unwaited returns the first instruction of a block that has registers, if it comes before a wait for all.
func (c *checker) unwaited(id int32) (int32, bool) {
	open := isa.NoWait()
	for i := c.g.blocks[id].first; i < c.g.blocks[id].last; i++ {
		switch n := &c.g.nodes[i]; {
		case n.waits.isWait:
			w := n.inst.Waitcnt()
			if open.VM, open.LGKM = min(open.VM, w.VM), min(open.LGKM, w.LGKM); open.VM == 0 && open.LGKM == 0 {
				return 0, false
			}
		case !n.waits.touched.Empty():
			return i, true
		}
	}
	return 0, false
}

// missingWait reports what an instruction does not wait for.
func (c *checker) missingWait(at int32, asked need) {
	for _, kind := range []struct {
		regs  *isa.RegSet
		order isa.Order
		flags unordered
		most  int
	}{
		{&asked.vm, isa.OrderVM, 0, isa.MaxVMCount},
		{&asked.ds, isa.OrderDS, 0, isa.MaxLGKMCount},
		{&asked.scalar, isa.OrderNone, scalarLGKM, 0},
		{&asked.flat, isa.OrderNone, flatVM | flatLGKM, 0},
		{&asked.flat, isa.OrderNone, flatVM, 0},
	} {
		if kind.regs.Empty() {
			continue
		}
		s := search{searchSpace: &c.space, c: c, order: kind.order, flags: kind.flags, regs: *kind.regs, most: kind.most}
		for _, o := range c.origins(&s, at) {
			if !c.loadsAgain(at, o) {
				c.missingFor(at, o, asked.wait)
			}
		}
	}
	if asked.fromLDS {
		c.missingDMA(at, &search{searchSpace: &c.space, c: c, order: isa.OrderVM, most: isa.MaxVMCount}, asked.ldsWait,
			"reads LDS while a direct-to-LDS load, which may be to the same bytes, is outstanding", "the direct-to-LDS load is here")
	}
	if asked.toLDS {
		c.missingDMA(at, &search{searchSpace: &c.space, c: c, order: isa.OrderDS, most: isa.MaxLGKMCount}, asked.ldsWait,
			"loads into LDS while a read, which may be of the same bytes, is outstanding", "the read is here")
	}
}

// missingFor reports that an instruction does not wait for a load into a register.
func (c *checker) missingFor(at int32, o origin, wait isa.Waitcnt) {
	n := &c.g.nodes[at]
	clocks, enough := c.arrival(o)
	rank := RankError
	flat := ""
	switch {
	case n.indexed && o.reg >= isa.V0:
		rank = RankCantTell
	case enough:
		rank = RankTiming
	default:
		if flat = c.flatMemory(n, o); flat != "" {
			rank = RankCantTell
		}
	}
	if rank == RankError {
		key := groupKey{rule: "waits", rank: rank, other: c.g.nodes[o.node].addr}
		c.breaches = append(c.breaches, breach{key, c.g.crossings(o.node, c.space.path(o), at)})
	}
	if c.isKnown(at, "waits", rank, o.node) {
		return
	}
	f := c.waitFinding(at, o, wait)
	f.Rank = rank
	reads := n.inst.Reads()
	verb := "writes"
	if reads.Has(o.reg) {
		verb = "reads"
	}
	f.Message = fmt.Sprintf("%s %s while a load into it is outstanding", verb, registerName(o.reg))
	f.Other.Note = "the load is here"
	switch {
	case flat != "":
		f.Message += ", unless it is of " + flat
	case rank == RankCantTell:
		f.Message += ", unless VGPR indexing chooses another register"
	case rank == RankTiming:
		f.Message += fmt.Sprintf("; at least %d clocks%s lie between", clocks, c.barriers(c.space.path(o)))
	}
	c.addOnce(f)
}

// flatMemory names the memory of which a flat load may be for an instruction to be right: it is counted by
// one counter then, in the order of that. Compilers sometimes know which. It is "" if there is none.
func (c *checker) flatMemory(n *node, o origin) string {
	from := c.g.nodes[o.node].waits.mem
	if from.unordered()&flatLGKM == 0 {
		return ""
	}
	inOrder := func(order isa.Order) bool {
		return n.waits.mem != nil && n.waits.mem.order == order && !n.waits.mem.sources.Has(o.reg)
	}
	switch {
	case o.open&flatVM == 0 || inOrder(isa.OrderVM):
		return "global memory"
	case o.open&flatLGKM == 0 || inOrder(isa.OrderDS):
		return "the LDS"
	}
	return ""
}

// missingDMA reports accesses of the LDS beside direct-to-LDS loads.
func (c *checker) missingDMA(at int32, s *search, wait isa.Waitcnt, message, note string) {
	for _, o := range c.origins(s, at) {
		if c.isKnown(at, "lds-dma", RankCantTell, o.node) {
			continue
		}
		f := c.waitFinding(at, o, wait)
		f.Rule, f.Rank = "lds-dma", RankCantTell
		f.Message, f.Other.Note = message, note
		c.addOnce(f)
	}
}

// loadsAgain reports whether a scalar load is the same as the one under way: whichever comes last, the
// data are those of one address.
func (c *checker) loadsAgain(at int32, o origin) bool {
	n, from := &c.g.nodes[at], &c.g.nodes[o.node]
	if n.inst != from.inst || n.waits.mem == nil || n.waits.mem.unordered() != scalarLGKM {
		return false
	}
	for _, i := range c.space.path(o) {
		if w := c.g.nodes[i].inst.Writes(); w.Overlaps(&n.waits.mem.sources) {
			return false
		}
	}
	return true
}

// origins runs a search, as long as there are steps left.
func (c *checker) origins(s *search, at int32) []origin {
	if c.steps > c.limit {
		c.gaveUp = true
		return nil
	}
	found := s.find(at)
	c.steps += len(s.list) + len(found)
	return found
}

// waitFinding is the finding of an instruction that does not wait for an operation.
func (c *checker) waitFinding(at int32, o origin, wait isa.Waitcnt) Finding {
	f := Finding{Rule: "waits", Rank: RankError, Place: c.place(at), Other: ptr(c.place(o.node))}
	path := c.space.path(o)
	f.Required = waitText(wait)
	f.Found = c.foundWait(path, wait)
	f.Path = c.path(o.node, path, at)
	f.Advice = fmt.Sprintf("insert s_waitcnt %s before", f.Required)
	f.Fix = newFix(wait, 0)
	return f
}

func ptr[T any](v T) *T { return &v }

// waitText spells a wait as s_waitcnt has it.
func waitText(w isa.Waitcnt) string {
	var counts []string
	if w.VM < isa.MaxVMCount {
		counts = append(counts, fmt.Sprintf("vmcnt(%d)", w.VM))
	}
	if w.LGKM < isa.MaxLGKMCount {
		counts = append(counts, fmt.Sprintf("lgkmcnt(%d)", w.LGKM))
	}
	return strings.Join(counts, " ")
}

// foundWait says which waits for the counters are on a path.
func (c *checker) foundWait(path []int32, wait isa.Waitcnt) string {
	found := isa.NoWait()
	for _, i := range path {
		if n := &c.g.nodes[i]; n.waits.isWait {
			w := n.inst.Waitcnt()
			if wait.VM < isa.MaxVMCount {
				found.VM = min(found.VM, w.VM)
			}
			if wait.LGKM < isa.MaxLGKMCount {
				found.LGKM = min(found.LGKM, w.LGKM)
			}
		}
	}
	if text := waitText(found); text != "" {
		return text
	}
	return "no wait"
}

// arrival returns the least time from an operation to the instruction that needs it, and whether that
// is so long that the data have come.
func (c *checker) arrival(o origin) (clocks int, enough bool) {
	t := &c.g.target.Chip.Timing
	clocks = t.Issue * o.time
	limit := arrivalLimit(t, c.g.nodes[o.node].waits.mem.order)
	return clocks, limit > 0 && clocks >= limit
}

// arrivalLimit is the time after which a result of an order can be taken to be there, 0 if that is
// never so: the longest time that kernels are known to rely on (arch.Timing).
func arrivalLimit(t *arch.Timing, order isa.Order) int {
	switch order {
	case isa.OrderVM:
		return t.ToLDS
	case isa.OrderDS:
		return t.LDSAhead
	}
	return 0
}

// barriers says how many barriers are on a path.
func (c *checker) barriers(path []int32) string {
	n := 0
	for _, i := range path {
		if c.g.nodes[i].inst.Row.Op == isa.S_BARRIER {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return " and a barrier"
	}
	return fmt.Sprintf(" and %d barriers", n)
}

// mostPathSteps limits the steps of a path that a finding has.
const mostPathSteps = 12

// path lists where execution does not go on with the next instruction, between two instructions.
func (c *checker) path(from int32, between []int32, to int32) []Step {
	var steps []Step
	at := from
	for _, next := range append(between[:len(between):len(between)], to) {
		if a, b := &c.g.nodes[at], &c.g.nodes[next]; b.addr != a.next() {
			steps = append(steps, Step{a.addr, b.addr})
		}
		at = next
	}
	return steps[:min(len(steps), mostPathSteps)]
}

// registerName is the assembler's name of a register.
func registerName(r isa.Reg) string {
	switch {
	case r.IsAGPR():
		return fmt.Sprintf("a%d", r-isa.A0)
	case r.IsVGPR():
		return fmt.Sprintf("v%d", r-isa.V0)
	case r.IsSGPR():
		return fmt.Sprintf("s%d", r)
	}
	for _, n := range [...]struct {
		reg  isa.Reg
		name string
	}{{isa.FlatScratchLo, "flat_scratch_lo"}, {isa.FlatScratchHi, "flat_scratch_hi"}, {isa.XnackMaskLo, "xnack_mask_lo"}, {isa.XnackMaskHi, "xnack_mask_hi"},
		{isa.VCCLo, "vcc_lo"}, {isa.VCCHi, "vcc_hi"}, {isa.M0, "m0"}, {isa.ExecLo, "exec_lo"}, {isa.ExecHi, "exec_hi"}, {isa.SCC, "scc"}, {isa.Mode, "mode"}} {
		if n.reg == r {
			return n.name
		}
	}
	return fmt.Sprintf("ttmp%d", r-isa.TTMP0)
}
