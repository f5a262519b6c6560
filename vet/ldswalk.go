package vet

import (
	"slices"

	"heddle/isa"
)

// The way of each wave through the code: where branches depend on nothing but what a wave is given and counts
// itself, the way is known, with all turns of all loops, and what a value is on it. A branch of which the
// direction is not known is followed both ways up to where they meet. What is accessed there may be accessed,
// and a value that the ways bring along is known if it is the same on both. There may be no barrier between.

// route is what the walks of all waves have in common.
type route struct {
	*shared
	phis   map[int32][]valueID // by block, those that are asked for
	stops  map[int32][]int32   // by block: its barriers and accesses to the LDS and to private memory
	places map[int32]ldsPlaces
	known  knownMemory
	groups [3]*numbers // the workgroup; nil where it may be any
	all    map[int32]bool
	past   map[int32]pastLDS // by node
	budget int               // how many more numbers, in lanes, and steps there may be
}

// mostWalk limits route.budget. Steps of a walk cost as much as a number of some lanes.
const (
	mostWalk = 30_000_000
	walkStep = 8
)

// walk is the way of a wave.
type walk struct {
	evaluator
	route   *route
	wave    int
	visits  []int32 // by block: how often the wave came there
	doubted []bool  // by block: the last time it may have gone elsewhere
	recall  []recalled
	block   int32
	node    int32 // where it goes on
	ended   bool
	clock   int32 // stops that it came to
	doubt   int   // branches around, of which the direction is not known
	open    map[int32]int32
	changed int32 // values of loops that turned out not to be the same in all turns
	waits   bool  // the phase has a loop that ends when something is read
	list    []ldsAccess
	private privateMemory
	kept    bool                    // private is also kept elsewhere
	turns   map[int32]privateMemory // as it was when the wave last came to the beginning of a loop
}

// recalled is what a value was when the wave last came to its block.
type recalled struct {
	visit int32
	n     *numbers
}

// ldsAccess is what a wave does to the LDS at a moment.
type ldsAccess struct {
	node, clock int32
	p           *ldsPlaces
	addr        *numbers     // nil if it is not known
	in          []bool       // lanes
	certain     bool         // they are active, whatever the data are
	wide        bool         // its bytes are all that it may touch, depending on data
	bytes       bytesSet     // from the base of addr on
	all         *bytesSet    // all that it may touch, nil if that is not known
	data        [][]*numbers // as ldsPlaces.data
}

// newRoute finds what has to be known on the way. It returns nil for code that is not all known.
func (r *races) newRoute() *route {
	if r.v.g.calls() {
		return nil
	}
	g := r.v.g
	t := &route{shared: r.shared, phis: map[int32][]valueID{}, stops: map[int32][]int32{}, places: r.places, all: map[int32]bool{}, past: map[int32]pastLDS{}, budget: mostWalk}
	var todo []valueID
	mask := func(node int32) {
		m := t.v.masks[t.v.lanesAt(node)]
		todo = append(todo, m.low, m.high)
	}
	for _, id := range g.order {
		x := &g.blocks[id]
		switch kind := g.branchOf(id); {
		case len(x.succs) > 2 || kind == branchOther:
			return nil
		case kind != branchNone:
			todo = append(todo, t.u.branchValues(id, kind)...)
		}
		for i := x.first; i < x.last; i++ {
			p, ok := r.places[i]
			if ok {
				mask(i)
				todo = append(todo, p.addr)
				for _, data := range p.data {
					todo = append(todo, data...)
				}
			}
			private, isPrivate := r.privates[i]
			if isPrivate {
				mask(i)
				todo = append(append(todo, private.addr), private.data...)
			}
			if ok || isPrivate || g.nodes[i].inst.Row.Op == isa.S_BARRIER {
				t.stops[id] = append(t.stops[id], i)
			}
			if g.back[i] != 0 {
				todo = append(todo, t.v.goesTo(i))
			}
		}
	}
	seen := map[valueID]bool{}
	for len(todo) > 0 {
		x := t.v.find(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		d := t.v.list[x]
		switch d.op {
		case opConst, opSymbol, opUnknown:
		case opPhi:
			t.phis[d.node] = append(t.phis[d.node], x)
			todo = append(todo, t.v.args[d.a:d.b]...)
		case opResult:
			todo = append(todo, t.u.sources[d.node]...)
			for _, operand := range t.v.operandsOf(d.node) {
				todo = append(todo, operand...)
			}
		case opBallot:
			c, _ := t.v.condition(d.node)
			todo = append(todo, c)
			mask(d.node)
		default:
			todo = append(todo, d.a, d.b, d.c)
			if by, ok := t.v.chosenBy(&d); ok {
				todo = append(todo, by.low, by.high)
			}
			if d.op == opEither && d.k != 0 {
				todo = append(todo, t.v.indexOf(d.node))
			}
			if d.op == opEither || d.op == opFirst {
				mask(d.node)
			}
		}
	}
	for _, list := range t.phis {
		slices.Sort(list)
	}
	return t
}

// start begins the walk of a wave.
func (t *route) start(wave int) *walk {
	g := t.v.g
	w := &walk{
		evaluator: *t.evaluator, route: t, wave: wave, visits: make([]int32, len(g.blocks)), doubted: make([]bool, len(g.blocks)),
		recall: make([]recalled, len(t.v.list)), open: map[int32]int32{}, private: privateMemory{}, turns: map[int32]privateMemory{}, block: g.entries[len(g.entries)-1],
	}
	w.walk, w.depth, w.memory = w, 0, t.known
	w.enter(w.block, nil)
	w.node = g.blocks[w.block].first
	return w
}

// group is the number of the workgroup in a dimension.
func (w *walk) groupNumber(dim int) *numbers {
	if dim < len(w.route.groups) {
		return w.route.groups[dim]
	}
	return nil
}

// eval is what a value is now.
func (w *walk) eval(x valueID) *numbers {
	n := w.part(x)
	if n != nil && n.some != nil {
		block, visit := w.visitOf(x)
		return w.unknown(x, block, visit)
	}
	return n
}

// part is eval for a value that may be known in some lanes only.
func (w *walk) part(x valueID) *numbers {
	v := w.v
	block, now := w.visitOf(x)
	if now == 0 {
		return nil
	}
	for int(x) >= len(w.recall) {
		w.recall = append(w.recall, recalled{})
	}
	if m := &w.recall[x]; m.visit == now {
		return m.n
	}
	w.recall[x] = recalled{now, nil} // within itself it is not known
	w.route.budget--
	if v.list[x].op == opPhi || w.route.budget < 0 || w.depth > mostEvalDepth {
		return nil
	}
	w.depth++
	n := w.find(x, moment{firstTurn, block})
	if n == nil {
		n = w.bounded(x, &v.list[x])
	}
	w.depth--
	if n == nil {
		n = w.unknown(x, block, now)
	}
	if n = w.settle(n); n != nil {
		w.route.budget -= len(n.n)
	}
	w.recall[x].n = n
	return n
}

// visitOf is the block that a value is made in, -1 if in none, and how often the wave came there.
func (w *walk) visitOf(x valueID) (block, visit int32) {
	if place := w.v.placeOf(x); place >= 0 {
		block = w.v.g.order[place]
		return block, w.visits[block]
	}
	return -1, 1
}

// unknown is a number that only the run tells, if it is the same in all waves.
func (w *walk) unknown(x valueID, block, visit int32) *numbers {
	switch {
	case x == 0 || !w.uniform.is(x):
		return nil
	case block < 0:
		return &numbers{base: numberKey{x: x, moment: moment{firstTurn, -1}}, n: []uint64{0}}
	case w.doubt > 0 || w.doubted[block] || !w.route.everyWave(block):
		return nil
	}
	return &numbers{base: numberKey{x: x, moment: moment{turn{-1, visit}, -1}}, n: []uint64{0}}
}

// everyWave reports whether all waves come to a block equally often.
func (t *route) everyWave(block int32) bool {
	is, ok := t.all[block]
	if !ok {
		is = !slices.ContainsFunc(t.u.deciding(block), func(d int32) bool { return t.u.varying[d] })
		t.all[block] = is
	}
	return is
}

// short is one number where all are the same.
func (a *numbers) short() *numbers {
	if a == nil || len(a.n) == 1 || slices.ContainsFunc(a.n, func(x uint64) bool { return x != a.n[0] }) {
		return a
	}
	return &numbers{a.base, []uint64{a.n[0]}, nil}
}

// either is a register that an instruction has written in the lanes that it ran for.
func (w *walk) either(d *value) *numbers {
	a, b, in := w.part(w.v.find(d.a)), w.part(w.v.find(d.b)), w.active(d.node, moment{})
	if d.k != 0 {
		switch n := w.eval(w.v.find(w.indexOf(d.node))); {
		case n == nil || n.base.x != 0:
			return a.common(b)
		case uint32(n.at(0))&255 != d.k-1:
			return b
		}
	}
	switch {
	case w.v.g.nodes[d.node].inst.Row.Op == isa.V_WRITELANE_B32:
		return a // whatever lanes are active
	case in != nil && !w.leavesOut(in), w.isEmpty(w.v.find(d.b)):
		return a
	case in == nil:
		return a.common(b)
	case !slices.Contains(in, true):
		return b
	case a == nil && b == nil:
		return nil
	case a == nil || b != nil && a.base != b.base && b.base.x == 0:
		a = &numbers{b.base, []uint64{0}, make([]bool, w.lanes)}
	case b == nil || a.base != b.base:
		b = &numbers{a.base, []uint64{0}, make([]bool, w.lanes)}
	}
	r := &numbers{a.base, make([]uint64, w.lanes), make([]bool, w.lanes)}
	for i := range r.n {
		from := b
		if in[i] {
			from = a
		}
		r.n[i], r.some[i] = from.at(i), from.knows(i)
	}
	return r
}

// isEmpty reports whether a value is what a vector register holds that nothing has written: lanes that have no
// more of it do not matter.
func (w *walk) isEmpty(x valueID) bool {
	d := &w.v.list[x]
	return d.op == opSymbol && symbol(d.k).kind() == symRegister && isa.Reg(symbol(d.k).number()) > isa.V0 && w.v.start.known
}

// leavesOut reports whether some work-item of the wave is not among some.
func (w *walk) leavesOut(in []bool) bool {
	for i, is := range in {
		if !is && w.item(i) < w.group.items() {
			return true
		}
	}
	return false
}

// enter comes to a block from one of some others; from nowhere at the beginning.
func (w *walk) enter(block int32, from []int32) {
	v := w.v
	list := w.route.phis[block]
	now := make([]*numbers, len(list))
	for i, x := range list {
		now[i] = w.incoming(x, from)
	}
	w.route.budget -= walkStep * (1 + len(list))
	w.visits[block]++
	w.doubted[block] = w.doubt > 0
	widen := w.reopens(block, from)
	w.turnPrivate(block, widen)
	for i, x := range list {
		switch old := w.recall[x].n; {
		case widen && old == nil:
			now[i] = nil
		case widen:
			if now[i] = w.settle(old.common(now[i])); now[i] == nil || !old.equal(now[i]) {
				w.changed++
			}
		case now[i] == nil:
			now[i] = w.unknown(v.find(x), block, w.visits[block])
		}
		w.recall[x] = recalled{w.visits[block], now[i]}
	}
}

// reopens reports whether another turn begins of a loop of which it is not known how often it turns.
func (w *walk) reopens(block int32, from []int32) bool {
	l := w.route.u.loops[block]
	if l == nil || !slices.ContainsFunc(from, l.has) {
		return false
	}
	for b := range w.open {
		if l.has(b) {
			return true
		}
	}
	return false
}

// incoming is what a phi gets from one of some blocks.
func (w *walk) incoming(x valueID, from []int32) *numbers {
	v := w.v
	d := v.list[x]
	if from == nil && v.isEntry(d.node) {
		return w.part(v.find(v.args[d.a]))
	}
	var list []valueID
	for k, p := range v.g.blocks[d.node].preds {
		if at := int(d.a) + v.argument(d.node, k); slices.Contains(from, p) && at < int(d.b) {
			list = append(list, v.args[at])
		}
	}
	return w.settle(w.same(list, moment{}))
}

// phase goes on up to the next barrier or the end. It is not ok if the way is not known.
func (w *walk) phase() (ok bool) {
	w.list, w.waits = w.list[:0], false
	for !w.ended {
		barrier, ok := w.stopsFrom(w.block, w.node)
		if !ok || barrier >= 0 {
			w.node = barrier + 1
			return ok
		}
		next, from, ok := w.leave(w.block)
		if !ok {
			return false
		}
		if w.ended = next < 0; !w.ended {
			w.enter(next, from)
			w.block, w.node = next, w.v.g.blocks[next].first
		}
	}
	return true
}

// stopsFrom notes the accesses of a block from a place on, up to a barrier; -1 if there is none.
func (w *walk) stopsFrom(block, node int32) (barrier int32, ok bool) {
	for _, i := range w.route.stops[block] {
		if i < node {
			continue
		}
		w.route.budget -= walkStep
		if w.clock++; w.route.budget < 0 {
			return -1, false
		}
		if w.v.g.nodes[i].inst.Row.Op == isa.S_BARRIER {
			return i, w.doubt == 0
		}
		if p, ok := w.route.privates[i]; ok {
			w.accessPrivate(i, &p)
		}
		if p, ok := w.route.places[i]; ok {
			w.note(i, &p)
		}
	}
	return -1, w.route.budget >= 0
}

// leave goes on behind a block: to the next one, -1 if there is none, from one of some blocks.
func (w *walk) leave(block int32) (next int32, from []int32, ok bool) {
	g := w.v.g
	x := &g.blocks[block]
	switch {
	case len(x.succs) == 0:
		return -1, nil, x.first < x.last && g.nodes[x.last-1].flow == flowEnd
	case len(x.succs) == 1:
		return x.succs[0], []int32{block}, w.returns(x.last - 1)
	}
	to := g.follows(block)
	if to[0] < 0 || to[1] < 0 {
		return -1, nil, false
	}
	if jumps, known := w.direction(block); known {
		return to[truthOf(jumps)], []int32{block}, true
	}
	return w.bothWays(block)
}

// returns reports whether a return from a function, if an instruction is one, leads where the call goes on.
func (w *walk) returns(node int32) bool {
	to, is := w.v.g.back[node]
	if !is {
		return true
	}
	n := w.eval(w.v.find(w.goesTo(node)))
	return n != nil && n.base.x == 0 && n.at(0) == codeAt+to
}

// direction reports whether the wave takes a branch.
func (w *walk) direction(block int32) (jumps, known bool) {
	g := w.v.g
	some, known := false, true
	for _, x := range w.branchValues(block) {
		n := w.eval(w.v.find(x))
		if n == nil || n.base.x != 0 {
			known = false
		} else {
			some = some || n.at(0) != 0
		}
	}
	switch g.nodes[g.blocks[block].last-1].inst.Row.Op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_EXECZ:
		return !some, known || some
	}
	return some, known || some
}

// mostOpen limits how often a loop of which it is not known how often it turns is gone round.
const mostOpen = 32

// bothWays follows both ways of a branch up to where they meet. A loop is gone round until nothing that it
// counts is taken to be known any more.
func (w *walk) bothWays(block int32) (join int32, from []int32, ok bool) {
	join = w.route.u.after[block]
	last, again := w.open[block]
	if again {
		w.waits = true
		if last == w.changed {
			return -1, nil, true
		}
	}
	if w.doubt > mostOpen {
		return -1, nil, false
	}
	w.open[block] = w.changed
	w.doubt++
	before := w.keepPrivate()
	var behind privateMemory
	for _, s := range w.v.g.blocks[block].succs {
		more := []int32{block}
		if w.private, w.kept = before, true; s != join {
			w.enter(s, []int32{block})
			if more, ok = w.until(s, join); !ok {
				return -1, nil, false
			}
		}
		switch {
		case len(more) == 0:
		case len(from) == 0:
			behind = w.keepPrivate()
		default:
			behind, _ = behind.common(w.private)
		}
		from = append(from, more...)
	}
	w.private, w.kept = behind, true
	w.doubt--
	if !again {
		delete(w.open, block)
	}
	if len(from) == 0 {
		join = -1
	}
	return join, from, true
}

// until follows a way up to a block and returns from where it gets there.
func (w *walk) until(block, stop int32) (from []int32, ok bool) {
	for {
		if barrier, ok := w.stopsFrom(block, w.v.g.blocks[block].first); !ok || barrier >= 0 {
			return nil, false
		}
		next, from, ok := w.leave(block)
		if !ok || next < 0 || next == stop {
			return from, ok
		}
		w.enter(next, from)
		block = next
	}
}

// note notes an access.
func (w *walk) note(node int32, p *ldsPlaces) {
	a := ldsAccess{node: node, clock: w.clock, p: p, in: w.active(node, moment{})}
	a.certain = w.doubt == 0 && a.in != nil
	if a.in == nil {
		a.in = make([]bool, w.lanes)
		for i := range a.in {
			a.in[i] = w.item(i) < w.group.items()
		}
	}
	if !slices.Contains(a.in, true) {
		return
	}
	if p.known {
		a.addr = w.within(p.addr, a.in)
	} else if p.flat && !a.flat(w.within(p.addr, a.in)) {
		return
	}
	if w.route.bound(w, &a); a.addr != nil {
		a.touchAll()
		w.route.budget -= len(a.bytes.bits)
		if a.wide {
			w.route.budget -= 64 * len(a.bytes.bits)
		}
	}
	for _, list := range p.data {
		if a.wide {
			break
		}
		var data []*numbers
		for _, x := range list {
			data = append(data, w.part(w.v.find(x)))
		}
		a.data = append(a.data, data)
	}
	w.list = append(w.list, a)
}

// within is a value in some lanes.
func (w *walk) within(x valueID, in []bool) *numbers {
	x = w.v.find(x)
	if n := w.part(x); n != nil && n.some != nil && n.knowsAll(in) {
		return &numbers{n.base, n.n, nil}
	}
	return w.eval(x)
}

// flat finds out which lanes of a flat access go to the LDS, and reports whether any may.
func (a *ldsAccess) flat(addr *numbers) (some bool) {
	if addr == nil || addr.base.x != 0 {
		return true
	}
	for i := range a.in {
		a.in[i] = a.in[i] && (addr.at(i)+uint64(a.p.spans[0].offset))>>32 == sharedAt>>32
		some = some || a.in[i]
	}
	a.addr = addr.plain(func(i int) uint64 { return addr.at(i) & (1<<32 - 1) })
	return some
}

// each calls a function with the bytes of each active lane.
func (a *ldsAccess) each(f func(lane int, span int, from, n uint32)) {
	for i, is := range a.in {
		for k, sp := range a.p.spans {
			if is {
				f(i, k, uint32(a.addr.at(i))+sp.offset, sp.bytes)
			}
		}
	}
}

// exact reports whether an access touches its bytes, whatever the data are.
func (a *ldsAccess) exact() bool { return a.certain && a.isNumber() && !a.wide }

// touchAll finds the bytes of an access, and all that it may touch.
func (a *ldsAccess) touchAll() {
	base := a.addr.base
	if base.open != 0 {
		if all, ok := a.mayTouch(); ok {
			a.all = &all
		}
	}
	if base.varies {
		if a.addr = nil; a.all != nil {
			a.addr, a.bytes, a.wide = one(0), *a.all, true
		}
		return
	}
	if !a.touch() {
		a.addr = nil
	} else if base.x == 0 {
		a.all = &a.bytes
	}
}

// mayTouch finds the bytes that an access may touch. It is not ok if there are too many, or outside of the LDS.
func (a *ldsAccess) mayTouch() (b bytesSet, ok bool) {
	var list []uint32
	ok = a.addr.places(a.in, func(n uint32) { list = append(list, n) })
	b.bits = make([]uint64, mostLDS/64)
	for _, n := range list {
		for _, sp := range a.p.spans {
			from := n + sp.offset
			if ok = ok && from < mostLDS && from+sp.bytes <= mostLDS; !ok {
				return b, false
			}
			b.add(from, sp.bytes)
		}
	}
	for len(b.bits) > 0 && b.bits[len(b.bits)-1] == 0 {
		b.bits = b.bits[:len(b.bits)-1]
	}
	return b, ok
}

// touch finds the bytes of an access. It reports whether they are where the LDS can be.
func (a *ldsAccess) touch() bool {
	least, most := uint32(mostLDS), uint32(0)
	inside := true
	a.each(func(_, _ int, from, n uint32) {
		inside = inside && from < mostLDS && from+n <= mostLDS
		least, most = min(least, from), max(most, from+n)
	})
	if !inside {
		return false
	}
	a.bytes = bytesSet{int(least / 64), make([]uint64, int(most-1)/64-int(least)/64+1)}
	a.each(func(_, _ int, from, n uint32) { a.bytes.add(from, n) })
	return true
}
