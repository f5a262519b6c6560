package vet

import (
	"fmt"
	"math/bits"
	"slices"

	"heddle/isa"
)

// The too-strong rule asks of each s_waitcnt which weaker one would do. Two states are compared: what is
// under way before it, solved forward, and what is needed behind it before another wait covers it, solved
// backward. Both are boards. On the way back, the number of a place says how many operations of the
// order may be younger than the one that is needed; a wait for n on the way leaves at most n.
//
// The needs are solved with the waits as they are, what is under way with the weaker ones. So all that
// is reported can be done at once: the last wait of the code as it is that covers an operation before its
// use is kept strong enough for it.
//
// Loads into registers are needed where the register is touched. What other waves can see is needed where
// it could be ordered for them. That is coarse on purpose: a wait is called too strong only where it
// cannot order anything.

// RuleTooStrong is the rule of waits, s_nop and barriers that are stronger than needed.
const RuleTooStrong = "too-strong"

// class is what an operation does that others than the users of its registers can depend on.
type class uint8

const (
	classRead  class = iota // reads memory, which others may write later
	classWrite              // writes memory
	classSync               // may be seen as a signal: atomics, sc0 and sc1, cache control
	classDMA                // writes the LDS, in the order of vector memory
	classLDS                // data share
	classOdd                // anything else, in any order
	numClasses
	classNone = numClasses
)

// classSet is a set of classes.
type classSet uint8

const allClasses classSet = 1<<numClasses - 1

func classes(list ...class) (s classSet) {
	for _, c := range list {
		s |= 1 << c
	}
	return s
}

// effects is what the rule asks about an instruction.
type effects struct {
	class    class    // of the operation that it starts
	needs    classSet // what has to be complete before it, as far as others can tell
	writes   bool     // it may write memory that other waves read
	registry bool     // any register may matter to it
}

// effectsOf classifies an instruction.
func effectsOf(n *node) effects {
	inst := &n.inst
	row := inst.Row
	e := effects{class: classNone}
	switch row.Unit {
	case isa.UnitVMEM:
		scoped := inst.Mods.Set.Has(isa.ModSC0) || inst.Mods.Set.Has(isa.ModSC1)
		e.writes = row.Traits&isa.MayStore != 0
		switch m := row.Memory; {
		case m.ToLDS:
			e.class, e.needs, e.writes = classDMA, classes(classLDS, classSync, classOdd), false
		case m.Kind == isa.MemoryNothing || m.Kind == isa.MemoryAtomic || scoped:
			e.class, e.needs = classSync, allClasses
		case e.writes:
			e.class, e.needs = classWrite, classes(classSync, classOdd)
		default:
			e.class, e.needs = classRead, classes(classSync, classOdd)
		}
	case isa.UnitLDS:
		switch m := row.Memory; {
		case m == nil:
			e = effects{classOdd, allClasses, true, false}
		case m.Kind != isa.MemoryLanes && m.Kind != isa.MemoryNothing:
			e.class, e.needs = classLDS, classes(classDMA, classSync, classOdd)
		}
	case isa.UnitSMEM:
		if row.Traits&isa.MayLoad != 0 && row.Traits&isa.MayStore == 0 && len(row.Operands) > 1 {
			e.needs = classes(classWrite, classSync, classOdd)
			break
		}
		e = effects{classOdd, allClasses, true, false}
	case isa.UnitFlat, isa.UnitMsg:
		e = effects{classOdd, allClasses, true, false}
	case isa.UnitBranch:
		e.needs = ordersBy(row.Op, n.flow)
	}
	if row.Op == isa.S_GETREG_B32 {
		e.needs = allClasses
	}
	e.registry = n.indexed || n.flow == flowOdd || n.flow == flowSetPC || writesIndirectly(row.Op) || row.Op == isa.S_TRAP
	if e.registry {
		e.needs = allClasses
	}
	return e
}

// ordersBy is what an instruction of wave control may order. A wave does not give back its LDS before
// loads into it are there.
func ordersBy(op isa.Op, f flow) classSet {
	switch op {
	case isa.S_BARRIER:
		return allClasses &^ (1 << classRead) // for others' writes behind it: writesBehind
	case isa.S_ENDPGM:
		return classes(classDMA)
	case isa.S_NOP, isa.S_WAITCNT, isa.S_SETPRIO, isa.S_SLEEP, isa.S_SET_GPR_IDX_OFF, isa.S_SET_GPR_IDX_MODE:
		return 0
	}
	if f == flowBranch || f == flowJump {
		return 0
	}
	return allClasses
}

// ages has a bit for each number of younger operations of its order that an operation of a class that is
// under way can have.
type ages [numClasses]uint64

// mostVisits is how often a block is visited before the ages in front of it are made coarser: a store in a
// loop gets all ages in the end, one at a time.
const mostVisits = 4

// join adds a path, and reports whether that changes anything. With coarse there are no gaps afterwards.
func (a *ages) join(b *ages, coarse bool) (changed bool) {
	for k, mask := range b {
		if mask &^= a[k]; mask == 0 {
			continue
		}
		changed = true
		if a[k] |= mask; coarse {
			a[k] |= -(a[k] & -a[k]) & (1<<class(k).most() - 1)
		}
	}
	return changed
}

// strongSolver compares what is under way with what is needed.
type strongSolver struct {
	waitSolver
	effects []effects // by node
	loaded  isa.RegSet
	writes  []bool      // by node, of barriers: something writes memory before the next one
	needed  waitSolver  // at the end of blocks
	used    waitSolver  // the same as if there were no waits: what is under way and not used is not followed
	begin   [][]awaited // by block: what is used from its beginning on
	ages    []ages      // by block, before it
	visits  []uint8     // by block
	now     ages

	room []awaited // of the block being walked: what is needed behind each of its waits …
	from []int32   // … from where on in room, the last wait first
}

// checkStrength reports waits and s_nop that are stronger than anything on any path needs. Functions, and
// kernels that call some, are not judged: what is around a call is not all known.
func (c *checker) checkStrength() {
	for i := range c.g.nodes {
		if f := c.g.nodes[i].flow; f == flowCall || f == flowSwapPC {
			return
		}
	}
	c.checkStrongWaits()
	c.checkNops()
}

// checkStrongWaits reports waits.
func (c *checker) checkStrongWaits() {
	g := c.g
	if !slices.ContainsFunc(g.nodes, func(n node) bool { return n.waits.isWait }) {
		return
	}
	s := &strongSolver{waitSolver: newWaitSolver(g), needed: newWaitSolver(g), used: newWaitSolver(g), effects: make([]effects, len(g.nodes)), begin: make([][]awaited, len(g.blocks)), ages: make([]ages, len(g.blocks)), visits: make([]uint8, len(g.blocks))}
	for i := range g.nodes {
		n := &g.nodes[i]
		s.effects[i] = effectsOf(n)
		if m := n.waits.mem; m != nil {
			s.loaded.Union(&m.writes)
		}
	}
	s.writes = s.writesBehind()
	ok := s.solveNeeds(&s.needed, true) && s.solveNeeds(&s.used, false) && s.solveUnderWay()
	c.steps += s.steps + s.needed.steps + s.used.steps
	if !ok {
		c.giveUp(RuleTooStrong)
		return
	}
	for _, id := range g.order {
		s.walkWeaker(id, c.tooStrong)
	}
}

// writesBehind finds the barriers behind which other waves may write memory before they get to the next.
func (s *strongSolver) writesBehind() []bool {
	g := s.g
	at := make([]bool, len(g.nodes))
	behind := make([]bool, len(g.blocks)) // blocks at whose end a write is ahead
	walk := func(id int32) bool {
		ahead := behind[id] || g.blocks[id].blind
		for i := g.blocks[id].last - 1; i >= g.blocks[id].first; i-- {
			switch {
			case g.nodes[i].inst.Row.Op == isa.S_BARRIER:
				at[i], ahead = ahead, false
			case s.effects[i].writes || s.effects[i].registry:
				ahead = true
			}
		}
		return ahead
	}
	var todo []int32
	mark := func(id int32) {
		for _, p := range g.blocks[id].preds {
			if !behind[p] {
				behind[p] = true
				todo = append(todo, p)
			}
		}
	}
	for id := range g.blocks {
		if walk(int32(id)) {
			mark(int32(id))
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if walk(id) {
			mark(id)
		}
	}
	return at
}

// solveNeeds finds what is needed at the end of each block, with waits or without.
func (s *strongSolver) solveNeeds(n *waitSolver, waits bool) bool {
	n.todo.backward = true
	for _, id := range s.g.order {
		n.todo.add(id)
	}
	limit := stepsFor(len(s.g.nodes))
	var out []awaited
	for n.todo.Len() > 0 {
		id := n.todo.take()
		s.walkNeeds(id, n, waits, false)
		out = n.board.save(out[:0])
		if !waits {
			s.begin[id] = append(s.begin[id][:0], out...)
		}
		n.steps += 1 + len(s.g.blocks[id].preds)
		for _, p := range s.g.blocks[id].preds {
			if s.g.blocks[p].order >= 0 && n.join(p, out) {
				n.todo.add(p)
			}
		}
		if n.steps > limit {
			return false
		}
	}
	return true
}

// walkNeeds goes back through a block. With keep it notes what is needed behind each wait.
func (s *strongSolver) walkNeeds(id int32, n *waitSolver, waits, keep bool) {
	b := &s.g.blocks[id]
	n.board.load(n.in[id])
	s.room, s.from = s.room[:0], s.from[:0]
	if ends := b.last == b.first || s.g.nodes[b.last-1].flow != flowEnd; b.blind || ends && len(b.succs) == 0 {
		s.needAll(&n.board)
	}
	for i := b.last - 1; i >= b.first; i-- {
		f := &s.g.nodes[i].waits
		n.steps++
		if f.isWait {
			if keep {
				s.from = append(s.from, int32(len(s.room)))
				s.room = n.board.save(s.room)
			}
			if waits {
				n.board.leave(s.g.nodes[i].inst.Waitcnt())
			}
		}
		s.need(&n.board, i)
	}
}

// need goes back over an instruction: an older operation than what it starts has one more behind it, and
// what it depends on is needed.
func (s *strongSolver) need(b *board, i int32) {
	e, f := &s.effects[i], &s.g.nodes[i].waits
	order := isa.OrderNone
	if f.mem != nil {
		order = f.mem.order
		b.count(order)
	}
	if e.registry {
		s.needAll(b)
		return
	}
	needs := e.needs
	if s.writes[i] {
		needs |= 1 << classRead
	}
	for k := range numClasses {
		if needs>>k&1 != 0 {
			b.wantAll(placeOf(k))
		}
	}
	if !f.touched.Overlaps(&s.loaded) {
		return
	}
	touched := f.touched
	for k := range touched {
		touched[k] &= s.loaded[k]
	}
	eachOf(&touched, func(p int) {
		b.wantAll(p)
		if order == isa.OrderNone || f.mem.sources.Has(isa.Reg(p)) {
			return
		}
		if order == isa.OrderVM { // an older load of the order is there before this one
			b.vm[p] = 0
		} else {
			b.ds[p] = 0
		}
	})
}

func (s *strongSolver) needAll(b *board) {
	eachOf(&s.loaded, b.wantAll)
	for k := range numClasses {
		b.wantAll(placeOf(k))
	}
}

// solveUnderWay finds what is under way before each block when every wait is as weak as it can be.
func (s *strongSolver) solveUnderWay() bool {
	for _, e := range s.g.entries {
		s.known[e] = true
		s.todo.add(e)
	}
	limit := stepsFor(len(s.g.nodes))
	var out, some []awaited
	for s.todo.Len() > 0 {
		id := s.todo.take()
		s.visits[id] = min(s.visits[id]+1, mostVisits+1)
		s.walkWeaker(id, nil)
		out = s.board.save(out[:0])
		s.steps += 1 + len(s.g.blocks[id].succs)
		for _, t := range s.g.blocks[id].succs {
			some = stillUsed(some[:0], out, s.begin[t])
			joined := s.ages[t].join(&s.now, s.visits[t] > mostVisits)
			if s.join(t, some) || joined {
				s.todo.add(t)
			}
		}
		if s.steps > limit {
			return false
		}
	}
	return true
}

// stillUsed appends what is under way and used to a list. Both lists are in the order of places.
func stillUsed(to, underWay, needed []awaited) []awaited {
	for _, a := range underWay {
		for len(needed) > 0 && needed[0].place < a.place {
			needed = needed[1:]
		}
		if len(needed) == 0 {
			break
		}
		if r := &needed[0]; r.place == a.place {
			if isa.MaxVMCount-a.vm >= r.vm {
				a.vm = 0
			}
			if isa.MaxLGKMCount-a.ds >= r.ds {
				a.ds = 0
			}
			if a.flags &= r.flags; a.vm|a.ds != 0 || a.flags != 0 {
				to = append(to, a)
			}
		}
	}
	return to
}

// walkWeaker goes through a block with weakened waits, and reports those that can be weaker.
func (s *strongSolver) walkWeaker(id int32, report func(at int32, w weaker)) {
	s.walkNeeds(id, &s.needed, true, true)
	b := &s.g.blocks[id]
	s.board.load(s.in[id])
	s.now = s.ages[id]
	end := int32(len(s.room))
	for i := b.first; i < b.last; i++ {
		n := &s.g.nodes[i]
		s.steps++
		if n.waits.isWait {
			last := len(s.from) - 1
			w := s.weaken(n.inst.Waitcnt(), s.room[s.from[last]:end])
			s.from, end = s.from[:last], s.from[last]
			if report != nil && w.enough != n.inst.Waitcnt() {
				report(i, w)
			}
			s.pass(w.enough)
		}
		if n.waits.mem != nil {
			s.start(n.waits.mem, s.effects[i].class)
		}
	}
}

// start adds an operation to what is under way.
func (s *strongSolver) start(m *memFacts, c class) {
	s.board.issue(m)
	for k := range s.now {
		if class(k).order() == m.order {
			s.now[k] <<= 1
			s.now[k] &= 1<<class(k).most() - 1
		}
	}
	switch {
	case c == classOdd:
		s.board.flags[placeOf(c)] |= m.unordered()
		s.board.set(placeOf(c))
	case c != classNone:
		s.now[c] |= 1
	}
}

// pass completes what a wait covers.
func (s *strongSolver) pass(w isa.Waitcnt) {
	s.board.wait(w)
	for k := range s.now {
		n := w.VM
		if class(k).order() == isa.OrderDS {
			n = w.LGKM
		}
		s.now[k] &= 1<<n - 1
	}
}

// order is that of the operations of a class.
func (c class) order() isa.Order {
	switch c {
	case classLDS:
		return isa.OrderDS
	case classOdd:
		return isa.OrderNone
	}
	return isa.OrderVM
}

// most is the largest value of the counter of a class.
func (c class) most() int {
	if c == classLDS {
		return isa.MaxLGKMCount
	}
	return isa.MaxVMCount
}

// weaker is what would do instead of a wait.
type weaker struct {
	enough isa.Waitcnt
	spared isa.Order // OrderVM: vmcnt is too strong, OrderDS: lgkmcnt is …
	both   bool      // … and vmcnt too
}

// weaken returns the weakest wait that covers what the wait covers and is needed behind it.
func (s *strongSolver) weaken(is isa.Waitcnt, room []awaited) weaker {
	n := isa.NoWait()
	n.EXP = is.EXP
	b := &s.board
	for _, r := range room {
		p := int(r.place)
		if c := classAt(p); c != classNone && c != classOdd {
			if c.order() == isa.OrderDS {
				n.LGKM = min(n.LGKM, youngest(s.now[c], is.LGKM, int(r.ds)))
			} else {
				n.VM = min(n.VM, youngest(s.now[c], is.VM, int(r.vm)))
			}
			continue
		}
		if !b.has(p) {
			continue
		}
		if age := int(b.issuedVM - b.vm[p]); b.vm[p] != 0 && age < int(r.vm) {
			n.VM = min(n.VM, max(age, is.VM))
		}
		if age := int(b.issuedDS - b.ds[p]); b.ds[p] != 0 && age < int(r.ds) {
			n.LGKM = min(n.LGKM, max(age, is.LGKM))
		}
		both := b.flags[p] & r.flags
		if both&flatVM != 0 {
			n.VM = min(n.VM, is.VM)
		}
		if both&(scalarLGKM|flatLGKM) != 0 {
			n.LGKM = min(n.LGKM, is.LGKM)
		}
	}
	w := weaker{enough: n}
	switch {
	case n.VM > is.VM:
		w.spared, w.both = isa.OrderVM, n.LGKM > is.LGKM
	case n.LGKM > is.LGKM:
		w.spared = isa.OrderDS
	}
	return w
}

// youngest returns the least age from least on that is in the set and below room, else what waits for
// nothing.
func youngest(set uint64, least, room int) int {
	if age := bits.TrailingZeros64(set >> least << least); age < room {
		return age
	}
	return isa.MaxVMCount
}

// tooStrong reports a wait that can be weaker.
func (c *checker) tooStrong(at int32, w weaker) {
	is := c.g.nodes[at].inst.Waitcnt()
	f := Finding{Rule: RuleTooStrong, Rank: RankNote, Place: c.place(at), Depth: c.depthOf(at), Found: waitText(is), Required: waitText(w.enough), Fix: newReplacement(w.enough, 0)}
	if f.Required == "" {
		f.Required = "no wait"
		f.Message = "waits for nothing that is needed before another wait covers it"
		f.Advice = "remove it"
	} else {
		f.Message = fmt.Sprintf("waits for more than is needed before another wait covers it: s_waitcnt %s is enough", f.Required)
		f.Advice = fmt.Sprintf("use s_waitcnt %s instead", f.Required)
	}
	if spared := c.spared(at, is, w); spared >= 0 {
		f.Other = ptr(c.place(spared))
		f.Other.Note = "it also waits for this, which nothing needs so early"
	}
	c.add(f)
}

// spared finds an operation, the last on some path, that a wait waits for and a weaker one would not; -1
// if there is none.
func (c *checker) spared(at int32, is isa.Waitcnt, w weaker) int32 {
	const most = 1 << 10 // it is near by, or it does not say much
	if len(c.findings) >= maxFindings {
		return -1
	}
	type step struct {
		node int32
		age  int
	}
	from, to := is.VM, w.enough.VM
	if w.spared == isa.OrderDS {
		from, to = is.LGKM, w.enough.LGKM
	}
	seen := map[int32]bool{}
	todo := []step{{at, 0}}
	var preds []int32
	for len(todo) > 0 && len(seen) < most {
		here := todo[0]
		todo = todo[1:]
		preds = c.g.before(here.node, preds[:0])
		for _, p := range preds {
			if seen[p] {
				continue
			}
			seen[p] = true
			c.steps++
			n := &c.g.nodes[p]
			age := here.age
			if m := n.waits.mem; m != nil {
				switch {
				case m.order == w.spared && age >= from && age < to:
					return p
				case m.order == w.spared:
					age++
				case m.order == isa.OrderNone && from == 0 && (w.spared == isa.OrderVM && m.vm || w.spared == isa.OrderDS && m.lgkm):
					return p
				}
			}
			if n.waits.isWait {
				wait := n.inst.Waitcnt()
				if stop := [...]int{isa.OrderVM: wait.VM, isa.OrderDS: wait.LGKM}[w.spared]; stop <= age {
					continue // what is older is complete
				}
			}
			todo = append(todo, step{p, age})
		}
	}
	return -1
}
