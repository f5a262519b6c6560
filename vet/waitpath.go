package vet

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// search looks back from an instruction for the operations that it does not wait for.
type search struct {
	*searchSpace
	c     *checker
	order isa.Order
	flags unordered  // of loads without an order
	regs  isa.RegSet // registers to which one is looked for; empty: the LDS
	most  int        // of the counter
}

// searchSpace is the memory of searches, one after the other.
type searchSpace struct {
	list  []searchStep
	lefts []isa.RegSet // registers whose load has not been met
	todo  timeHeap
	best  []passed // by node
	run   int32    // the number of the search
}

// passed is the largest room that a node was passed with, in a search.
type passed struct{ run, room int32 }

// searchStep is an instruction on the way back.
type searchStep struct {
	node   int32
	parent int32 // in searchSpace.list: the instruction behind it, -1 for the one that was begun with
	room   int32 // how many operations of the order may still come before, for a load to be under way
	left   int32 // in searchSpace.lefts
	time   backward
}

// timed is a step that is to be followed.
type timed struct{ time, step int32 }

// timeHeap has the least time at the top, and of those the step that was found first.
type timeHeap []timed

func (a timed) before(b timed) bool { return a.time < b.time || a.time == b.time && a.step < b.step }

func (h *timeHeap) push(t timed) {
	l := append(*h, t)
	for i := len(l) - 1; i > 0 && l[i].before(l[(i-1)/2]); i = (i - 1) / 2 {
		l[i], l[(i-1)/2] = l[(i-1)/2], l[i]
	}
	*h = l
}

func (h *timeHeap) pop() timed {
	l := *h
	top, last := l[0], len(l)-1
	l[0] = l[last]
	l = l[:last]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if l[k].before(l[least]) {
				least = k
			}
		}
		if least == i {
			break
		}
		l[i], l[least] = l[least], l[i]
		i = least
	}
	*h = l
	return top
}

// mostSearchSteps limits one search; what it is for is found near by in all but odd code.
const mostSearchSteps = 1 << 16

// origin is an operation that is under way.
type origin struct {
	node int32
	step int32     // in searchSpace.list: where it was found from
	time int       // slots from it to the instruction that needs it, at the least
	open unordered // of an operation without an order: the counters that are not waited for
	reg  isa.Reg   // where it loads to, of the registers that were looked for
}

// path returns the nodes between an operation and the instruction that needs it, in the order of
// execution.
func (s *searchSpace) path(o origin) (list []int32) {
	for i := o.step; i > 0; i = s.list[i].parent {
		list = append(list, s.list[i].node)
	}
	return list
}

// matches reports whether an instruction is what is looked for.
func (s *search) matches(m *memFacts, left *isa.RegSet) bool {
	if m.order != s.order || m.unordered() != s.flags {
		return false
	}
	if s.regs.Empty() {
		return s.order == isa.OrderVM && m.toLDS || s.order == isa.OrderDS && m.readsLDS
	}
	return m.writes.Overlaps(left)
}

// covered returns the room that is left before an s_waitcnt. Room for a load without an order is
// the set of counters that have not been waited for.
func (s *search) covered(room int, w isa.Waitcnt) int {
	switch s.order {
	case isa.OrderVM:
		return min(room, w.VM)
	case isa.OrderDS:
		return min(room, w.LGKM)
	}
	open := unordered(room)
	if w.VM == 0 {
		open &^= flatVM
	}
	if w.LGKM == 0 {
		open &^= scalarLGKM | flatLGKM
	}
	return int(open)
}

// find returns the operations, those that are nearest in time first.
func (s *search) find(from int32) (found []origin) {
	s.run++
	room := int32(s.most)
	if s.order == isa.OrderNone {
		room = int32(s.flags)
	}
	s.lefts = append(s.lefts[:0], s.regs)
	s.list = append(s.list[:0], searchStep{node: from, parent: -1, room: room, time: toEnd(&s.c.g.nodes[from].inst)})
	s.todo = append(s.todo[:0], timed{})
	var preds []int32
	for done := 0; len(s.todo) > 0 && done < mostSearchSteps; done++ {
		i := s.todo.pop().step
		preds = s.c.g.before(s.list[i].node, preds[:0])
		for _, p := range preds {
			found = s.pass(i, p, found)
		}
	}
	return found
}

// pass goes from a step back to an instruction, and notes it if it is looked for.
func (s *search) pass(i, p int32, found []origin) []origin {
	n, m := &s.c.g.nodes[p], s.c.g.nodes[p].waits.mem
	next := s.list[i]
	next.node, next.parent = p, i
	next.time = next.time.before(&n.inst, s.c.slots(&n.inst))
	if m != nil && s.matches(m, &s.lefts[next.left]) {
		left := s.lefts[next.left]
		found = s.note(found, p, &next, &left)
		for k := range left {
			left[k] &^= m.writes[k]
		}
		if !s.regs.Empty() {
			if left.Empty() {
				return found // all are met; of the LDS, older loads are under way as well
			}
			next.left = int32(len(s.lefts))
			s.lefts = append(s.lefts, left)
		}
	}
	switch {
	case n.waits.isWait:
		next.room = int32(s.covered(int(next.room), n.inst.Waitcnt()))
	case m != nil && m.order == s.order && s.order != isa.OrderNone:
		next.room--
	}
	old := int32(0)
	if s.best[p].run == s.run {
		old = s.best[p].room
	}
	best := max(old, next.room)
	if s.order == isa.OrderNone {
		best = old | next.room // a set of counters
	}
	if best != old {
		s.best[p] = passed{s.run, best}
		s.todo.push(timed{int32(next.time.left), int32(len(s.list))})
		s.list = append(s.list, next)
	}
	return found
}

// note adds an operation, unless it has been found on a path that takes less time.
func (s *search) note(found []origin, p int32, at *searchStep, left *isa.RegSet) []origin {
	if slices.ContainsFunc(found, func(o origin) bool { return o.node == p }) {
		return found
	}
	o := origin{node: p, step: at.parent, time: at.time.left}
	if s.order == isa.OrderNone {
		o.open = unordered(at.room)
	}
	for i, word := range s.c.g.nodes[p].waits.mem.writes {
		if both := word & left[i]; both != 0 {
			o.reg = isa.Reg(64*i + bits.TrailingZeros64(both))
			break
		}
	}
	return append(found, o)
}

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
	for _, id := range c.g.order {
		s.walk(id, c.missingWait)
	}
	if c.gaveUp {
		c.giveUp("waits")
	}
	c.doubtCrossed()
	c.checkConvention(s)
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
	for _, id := range c.g.returns {
		s.walk(id, nil)
		reg, left := -1, isa.NoWait()
		eachOf(&s.board.regs, func(p int) {
			var n need
			n.wait = left
			if s.board.ask(p, nil, &n) {
				left = n.wait
				if reg < 0 {
					reg = p
				}
			}
		})
		if reg >= 0 {
			c.add(Finding{Rule: "waits", Rank: RankCantTell, Place: c.place(c.g.blocks[id].last - 1), Required: waitText(left), Found: "no wait",
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
	if c.alike(at, "waits", rank, o.node) {
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
	c.add(f)
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
		if c.alike(at, "lds-dma", RankCantTell, o.node) {
			continue
		}
		f := c.waitFinding(at, o, wait)
		f.Rule, f.Rank = "lds-dma", RankCantTell
		f.Message, f.Other.Note = message, note
		c.add(f)
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
