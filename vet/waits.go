package vet

import (
	"container/heap"
	"math/bits"

	"heddle/isa"
)

// The waits rule asks whether an operation that an instruction depends on is complete on every path
// to it. For each register the state has what is worst over all paths: how few operations of the
// order in which the load returns were issued since, and whether a load that returns in any order is
// under way. A wait for n completes all but the last n of an order, and all of what has no order if n
// is 0. A counter that is full holds the issue back, so what is older than its largest value is
// complete as well. States only grow where paths join, and they are finite, so the fixed point is
// reached.

// waitFacts is what the rule asks about an instruction.
type waitFacts struct {
	touched isa.RegSet // read or written
	mem     *memFacts  // nil if it increments no counter
	isWait  bool       // it is s_waitcnt
}

// memFacts is what the rule asks about a memory instruction.
type memFacts struct {
	writes, sources isa.RegSet
	order           isa.Order
	vm, lgkm        bool // counters that it increments
	toLDS, readsLDS bool
}

// The places that loads can be under way to: registers, and behind them the LDS as a whole, and what the
// too-strong rule tells apart.
const (
	registers    = 64 * len(isa.RegSet{})
	placeToLDS   = registers     // a direct-to-LDS load is under way
	placeFromLDS = registers + 1 // a data share instruction that reads is under way
	placeClass   = registers + 2 // a class of the too-strong rule
	places       = placeClass + int(numClasses)
)

// placeOf is the place of a class, classAt the class of a place, classNone if it has none.
func placeOf(c class) int { return placeClass + int(c) }

func classAt(p int) class {
	if p < placeClass {
		return classNone
	}
	return class(p - placeClass)
}

// unordered says which counters have to be 0 for a load that returns in any order.
type unordered uint8

const (
	scalarLGKM unordered = 1 << iota // scalar memory and the like: lgkmcnt
	flatVM                           // flat: vmcnt …
	flatLGKM                         // … and lgkmcnt
)

func newWaitFacts(t *isa.Target, inst *isa.Inst) waitFacts {
	f := waitFacts{touched: inst.Reads(), isWait: inst.Row.Op == isa.S_WAITCNT}
	writes := inst.Writes()
	f.touched.Union(&writes)
	if inst.Row.Counters == 0 {
		return f
	}
	n := t.CounterIncrements(inst)
	if n.VM|n.LGKM == 0 {
		return f
	}
	m := &memFacts{writes: writes, sources: inst.Sources(), order: t.Order(inst), vm: n.VM > 0, lgkm: n.LGKM > 0}
	if shape := inst.Row.Memory; shape != nil {
		m.toLDS = shape.ToLDS
		m.readsLDS = inst.Row.Unit == isa.UnitLDS && inst.Row.Traits&isa.MayLoad != 0 && shape.Kind != isa.MemoryLanes
	}
	f.mem = m
	return f
}

// unordered returns the counters that have to be 0 before the result of an instruction is there.
func (m *memFacts) unordered() unordered {
	switch {
	case m.order != isa.OrderNone:
		return 0
	case m.vm && m.lgkm:
		return flatVM | flatLGKM
	case m.vm:
		return flatVM
	}
	return scalarLGKM
}

// awaited is what is under way to a place, in a form in which more is worse: vm and ds are 0 if
// nothing is, else the counter's largest value less the number of younger operations of the order.
type awaited struct {
	place  uint16
	vm, ds uint8
	flags  unordered
}

// board is what is under way at a point of the code.
type board struct {
	vm, ds   [places]int32 // the number of the youngest operation to the place, 0 if there is none
	flags    [places]unordered
	issuedVM int32
	issuedDS int32
	regs     isa.RegSet // registers with an entry
	rest     uint16     // the places behind them with one
}

// has reports whether there is an entry for a place, set and clear make it so.
func (b *board) has(p int) bool { return b.vm[p]|b.ds[p] != 0 || b.flags[p] != 0 }

func (b *board) set(p int) {
	if p < registers {
		b.regs[p/64] |= 1 << (p % 64)
		return
	}
	b.rest |= 1 << (p - registers)
}

func (b *board) clear(p int) {
	b.vm[p], b.ds[p], b.flags[p] = 0, 0, 0
	if p < registers {
		b.regs[p/64] &^= 1 << (p % 64)
		return
	}
	b.rest &^= 1 << (p - registers)
}

// each calls f for the places with an entry.
func (b *board) each(f func(p int)) {
	eachOf(&b.regs, f)
	for rest := b.rest; rest != 0; rest &= rest - 1 {
		f(registers + bits.TrailingZeros16(rest))
	}
}

// eachOf calls f for the registers of a set.
func eachOf(s *isa.RegSet, f func(reg int)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(64*i + bits.TrailingZeros64(word))
		}
	}
}

// load makes the board that of a list; save is the inverse, and drops what is complete because the
// counter was full.
func (b *board) load(list []awaited) {
	b.each(b.clear)
	b.issuedVM, b.issuedDS = isa.MaxVMCount, isa.MaxLGKMCount
	for _, a := range list {
		p := int(a.place)
		b.vm[p], b.ds[p], b.flags[p] = int32(a.vm), int32(a.ds), a.flags
		b.set(p)
	}
}

func (b *board) save(to []awaited) []awaited {
	b.each(func(p int) {
		a := awaited{place: uint16(p), flags: b.flags[p]}
		if b.vm[p] != 0 {
			a.vm = uint8(max(0, isa.MaxVMCount-(b.issuedVM-b.vm[p])))
		}
		if b.ds[p] != 0 {
			a.ds = uint8(max(0, isa.MaxLGKMCount-(b.issuedDS-b.ds[p])))
		}
		if a.vm|a.ds != 0 || a.flags != 0 {
			to = append(to, a)
		}
	})
	return to
}

// issue adds a memory instruction.
func (b *board) issue(m *memFacts) {
	b.count(m.order)
	eachOf(&m.writes, func(p int) { b.enter(p, m) })
	if m.toLDS {
		b.enter(placeToLDS, m)
	}
	if m.readsLDS {
		b.enter(placeFromLDS, m)
	}
}

// count adds an operation of an order.
func (b *board) count(order isa.Order) {
	switch order {
	case isa.OrderVM:
		b.issuedVM++
	case isa.OrderDS:
		b.issuedDS++
	}
}

func (b *board) enter(p int, m *memFacts) {
	switch m.order {
	case isa.OrderVM:
		b.vm[p] = b.issuedVM
	case isa.OrderDS:
		b.ds[p] = b.issuedDS
	default:
		b.flags[p] |= m.unordered()
	}
	b.set(p)
}

// wait takes out what is complete after an s_waitcnt.
func (b *board) wait(w isa.Waitcnt) {
	b.each(func(p int) {
		if b.issuedVM-b.vm[p] >= int32(w.VM) {
			b.vm[p] = 0
		}
		if b.issuedDS-b.ds[p] >= int32(w.LGKM) {
			b.ds[p] = 0
		}
		b.flags[p] &^= completes(w)
		if !b.has(p) {
			b.clear(p)
		}
	})
}

// completes returns the counters that are 0 after a wait.
func completes(w isa.Waitcnt) (u unordered) {
	if w.VM == 0 {
		u |= flatVM
	}
	if w.LGKM == 0 {
		u |= scalarLGKM | flatLGKM
	}
	return u
}

// wantAll says, on the way back, that all that is under way to a place is needed from here on.
func (b *board) wantAll(p int) {
	b.vm[p], b.ds[p], b.flags[p] = b.issuedVM, b.issuedDS, scalarLGKM|flatVM|flatLGKM
	b.set(p)
}

// leave takes out, on the way back, what a wait leaves nothing of to be needed.
func (b *board) leave(w isa.Waitcnt) {
	b.each(func(p int) {
		b.vm[p] = min(b.vm[p], b.issuedVM-int32(isa.MaxVMCount-w.VM))
		b.ds[p] = min(b.ds[p], b.issuedDS-int32(isa.MaxLGKMCount-w.LGKM))
		if b.issuedVM-b.vm[p] >= isa.MaxVMCount {
			b.vm[p] = 0
		}
		if b.issuedDS-b.ds[p] >= isa.MaxLGKMCount {
			b.ds[p] = 0
		}
		b.flags[p] &^= completes(w)
		if !b.has(p) {
			b.clear(p)
		}
	})
}

// need is what an instruction has to wait for: the places, and the weakest wait that covers them.
type need struct {
	vm, ds  isa.RegSet // loads that return in order
	scalar  isa.RegSet // scalar loads
	flat    isa.RegSet // flat loads
	wait    isa.Waitcnt
	fromLDS bool // it reads the LDS while a direct-to-LDS load is under way
	toLDS   bool // it loads into the LDS while a read of it is under way
	ldsWait isa.Waitcnt
}

// asks returns what is under way that the instruction depends on. Loads of one order may overwrite
// each other's results, because they return in order.
func (b *board) asks(f *waitFacts) (n need, any bool) {
	n.wait, n.ldsWait = isa.NoWait(), isa.NoWait()
	if f.touched.Overlaps(&b.regs) {
		both := f.touched
		for i := range both {
			both[i] &= b.regs[i]
		}
		eachOf(&both, func(p int) { any = b.ask(p, f.mem, &n) || any })
	}
	m := f.mem
	if m == nil {
		return n, any
	}
	if younger := int(b.issuedVM - b.vm[placeToLDS]); b.has(placeToLDS) && m.readsLDS && younger < isa.MaxVMCount {
		n.fromLDS, any = true, true
		n.ldsWait.VM = younger
	}
	if younger := int(b.issuedDS - b.ds[placeFromLDS]); b.has(placeFromLDS) && m.toLDS && younger < isa.MaxLGKMCount {
		n.toLDS, any = true, true
		n.ldsWait.LGKM = younger
	}
	return n, any
}

// ask is asks for a register.
func (b *board) ask(p int, m *memFacts, n *need) (any bool) {
	order := isa.OrderNone
	if m != nil {
		order = m.order
	}
	reg := isa.Reg(p)
	if younger := int(b.issuedVM - b.vm[p]); b.vm[p] != 0 && younger < isa.MaxVMCount && (order != isa.OrderVM || m.sources.Has(reg)) {
		n.vm.Add(reg, 1)
		n.wait.VM, any = min(n.wait.VM, younger), true
	}
	if younger := int(b.issuedDS - b.ds[p]); b.ds[p] != 0 && younger < isa.MaxLGKMCount && (order != isa.OrderDS || m.sources.Has(reg)) {
		n.ds.Add(reg, 1)
		n.wait.LGKM, any = min(n.wait.LGKM, younger), true
	}
	if b.flags[p]&scalarLGKM != 0 {
		n.scalar.Add(reg, 1)
		n.wait.LGKM, any = 0, true
	}
	if flat := b.flags[p] & (flatVM | flatLGKM); flat != 0 {
		n.flat.Add(reg, 1)
		any = true
		if flat&flatVM != 0 {
			n.wait.VM = 0
		}
		if flat&flatLGKM != 0 {
			n.wait.LGKM = 0
		}
	}
	return any
}

// waitSolver finds the state before each block.
type waitSolver struct {
	g     *graph
	in    [][]awaited // by block, by place; only those that have been reached
	known []bool      // by block
	board board
	todo  blockHeap
	steps int // instructions that were walked
}

func newWaitSolver(g *graph) waitSolver {
	return waitSolver{
		g: g, in: make([][]awaited, len(g.blocks)), known: make([]bool, len(g.blocks)),
		todo: blockHeap{g: g, queued: make([]bool, len(g.blocks))},
	}
}

// solveWaits returns the states, or ok false if it took too many steps.
func solveWaits(g *graph) (s *waitSolver, ok bool) {
	s = ptr(newWaitSolver(g))
	for _, e := range g.entries {
		s.known[e] = true
		s.todo.add(e)
	}
	limit := stepsFor(len(g.nodes))
	var out []awaited
	for s.todo.Len() > 0 {
		id := s.todo.take()
		b := &g.blocks[id]
		s.walk(id, nil)
		out = out[:0]
		if !b.blind {
			out = s.board.save(out)
		}
		s.steps += 1 + len(b.succs)
		for _, t := range b.succs {
			if s.join(t, out) {
				s.todo.add(t)
			}
		}
		if s.steps > limit {
			return s, false
		}
	}
	return s, true
}

// walk goes through a block. It calls report for each instruction that depends on something under
// way.
func (s *waitSolver) walk(id int32, report func(n int32, asked need)) {
	b := &s.g.blocks[id]
	s.board.load(s.in[id])
	for i := b.first; i < b.last; i++ {
		n := &s.g.nodes[i]
		f := &n.waits
		s.steps++
		if report != nil {
			if asked, any := s.board.asks(f); any {
				report(i, asked)
			}
		}
		if f.isWait {
			s.board.wait(n.inst.Waitcnt())
		}
		if f.mem != nil {
			s.board.issue(f.mem)
		}
	}
}

// join adds a path to the beginning of a block, and reports whether that changes it. Both lists are
// in the order of places.
func (s *waitSolver) join(id int32, from []awaited) bool {
	to := s.in[id]
	changed := !s.known[id]
	s.known[id] = true
	k, added := 0, 0
	for _, a := range from {
		for k < len(to) && to[k].place < a.place {
			k++
		}
		if k == len(to) || to[k].place != a.place {
			added++
			continue
		}
		if x := worst(to[k], a); x != to[k] {
			to[k], changed = x, true
		}
	}
	s.steps += len(from) / 8
	if added == 0 {
		return changed
	}
	merged := make([]awaited, 0, len(to)+added)
	for _, a := range from {
		for len(to) > 0 && to[0].place < a.place {
			merged, to = append(merged, to[0]), to[1:]
		}
		if len(to) > 0 && to[0].place == a.place {
			continue // it has been joined above
		}
		merged = append(merged, a)
	}
	s.in[id] = append(merged, to...)
	return true
}

// worst is what two paths come to.
func worst(a, b awaited) awaited {
	return awaited{a.place, max(a.vm, b.vm), max(a.ds, b.ds), a.flags | b.flags}
}

// blockHeap hands out blocks in reverse postorder, or backward.
type blockHeap struct {
	g        *graph
	list     []int32
	queued   []bool
	backward bool
}

func (h *blockHeap) Len() int { return len(h.list) }
func (h *blockHeap) Less(i, k int) bool {
	a, b := h.g.blocks[h.list[i]].order, h.g.blocks[h.list[k]].order
	return a < b != h.backward && a != b
}
func (h *blockHeap) Swap(i, k int) { h.list[i], h.list[k] = h.list[k], h.list[i] }
func (h *blockHeap) Push(x any)    { h.list = append(h.list, x.(int32)) }
func (h *blockHeap) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}

func (h *blockHeap) add(id int32) {
	if !h.queued[id] {
		h.queued[id] = true
		heap.Push(h, id)
	}
}

func (h *blockHeap) take() int32 {
	id := heap.Pop(h).(int32)
	h.queued[id] = false
	return id
}
