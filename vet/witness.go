package vet

import "heddle/isa"

// A witness is a work-item of a launch for which an access goes wrong. The values on its way through
// the code are computed as numbers, so what it shows is certain: an access is only an error if it has
// one.
type witness struct {
	*values
	group, item [3]uint32
	now         map[valueID]uint64 // of phis and counts
	bits        map[valueID]bool   // of phis that are halves of masks: the work-item's
	known       []numbered         // by value, of the numbers that were computed
	turn        int32              // of known
	depth       int
	guessing    bool // counts are at their largest, and there is no way through the code
	first       bool // nor is there one, and all loops are in their first turn
	// See inBoth: bits of halves of masks that are taken to be set or clear, and the first one that is not known.
	assumed map[valueID]bool
	unknown valueID
	ballots map[valueID]numbered // bits of comparisons
	// See meeting: of each block, the next one that all ways lead through, where its ways meet, and how many more
	// blocks may lie between.
	after   []int32
	skipped map[int32]between
	left    int
	missed  bool // it may have come to the instruction of walk without a visit
}

// numbered is the number of a value, as long as turn is the witness's.
type numbered struct {
	turn int32
	ok   bool
	x    uint64
}

func newWitness(v *values) *witness {
	return &witness{values: v, now: map[valueID]uint64{}, bits: map[valueID]bool{}, assumed: map[valueID]bool{}, ballots: map[valueID]numbered{}, skipped: map[int32]between{}, left: mostBetweenAll, known: make([]numbered, len(v.list)), turn: 1}
}

// of begins with another work-item.
func (w *witness) of(group, item [3]uint32, guessing bool) {
	w.group, w.item, w.guessing, w.first = group, item, guessing, false
	clear(w.now)
	clear(w.bits)
	w.turn++
}

// eval computes a value; not ok if that depends on what is not known.
func (w *witness) eval(x valueID) (uint64, bool) {
	x = w.find(x)
	if int(x) >= len(w.known) {
		w.known = append(w.known, make([]numbered, len(w.list)-len(w.known))...)
	}
	if k := &w.known[x]; k.turn == w.turn {
		return k.x, k.ok
	}
	if w.depth++; w.depth > mostDeep/10 || w.steps <= 0 {
		w.depth--
		return 0, false
	}
	w.steps--
	n, ok := w.compute(x)
	w.depth--
	if !w.list[x].op.wide() {
		n &= 1<<32 - 1
	}
	w.known[x] = numbered{w.turn, ok, n}
	return n, ok
}

func (w *witness) compute(x valueID) (uint64, bool) {
	d := w.list[x]
	switch d.op {
	case opConst:
		return uint64(d.k), true
	case opSymbol:
		return w.symbolValue(symbol(d.k))
	case opCount:
		if l := w.loops[d.node]; w.guessing && l != nil {
			return l.most, l.most < 1<<32-1
		}
		n, ok := w.now[x]
		return n, ok || w.first
	case opPhi:
		if w.first {
			return agreed(w, &d, w.eval)
		}
		n, ok := w.now[x]
		return n, ok
	case opFirst:
		if !w.uniform[w.find(d.a)] {
			return 0, false
		}
		return w.eval(d.a)
	case opLoad:
		if s, ok := w.loadedArgument(&d); ok {
			return w.symbolValue(s)
		}
		return 0, false
	case opEither:
		in, ok := w.isIn(w.lanesAt(d.node))
		switch {
		case !ok || d.k != 0:
			return 0, false
		case in:
			return w.eval(d.a)
		}
		return w.eval(d.b)
	case opSelect:
		chosen, ok := w.chooses(&d)
		switch {
		case !ok:
			return 0, false
		case chosen:
			return w.eval(d.a)
		}
		return w.eval(d.b)
	case opResult:
		if id, ok := w.loadedPart(&d); ok {
			return w.eval(id)
		}
		return w.below(&d)
	case opUnknown, opBallot:
		return 0, false
	}
	a, ok := w.eval(d.a)
	if !ok {
		return 0, false
	}
	b, c := uint64(0), uint64(0)
	if d.b != 0 {
		if b, ok = w.eval(d.b); !ok {
			return 0, false
		}
	}
	if d.c != 0 {
		if c, ok = w.eval(d.c); !ok {
			return 0, false
		}
	}
	return arithmetic(&d, a, b, c)
}

// chooses reports whether a choice takes its first operand.
func (w *witness) chooses(d *value) (first, ok bool) {
	if d.c != 0 {
		c, ok := w.eval(d.c)
		return c != 0, ok
	}
	inst := &w.g.nodes[d.node].inst
	if !isVector(inst) {
		return false, false
	}
	x := &reader{w.values, d.node, inst} // v_cndmask by a mask that several comparisons make
	return w.bit(x.dword(2, int(w.number()%64/32)), mostNested)
}

// below is what v_mbcnt counts in the first lane, whatever the mask is: there are no lanes below it.
func (w *witness) below(d *value) (uint64, bool) {
	inst := &w.g.nodes[d.node].inst
	if op := inst.Row.Op; d.k != 0 || w.number()%64 != 0 || op != isa.V_MBCNT_LO_U32_B32 && op != isa.V_MBCNT_HI_U32_B32 {
		return 0, false
	}
	x := &reader{w.values, d.node, inst}
	return w.eval(x.src(1))
}

// arithmetic is an operation on numbers.
func arithmetic(d *value, a, b, c uint64) (uint64, bool) {
	if d.op < opCarry {
		r, ok := compute(d.op, uint32(a), uint32(b))
		return uint64(r), ok
	}
	truth := func(t bool) (uint64, bool) {
		if t {
			return 1, true
		}
		return 0, true
	}
	switch d.op {
	case opCarry:
		return (a + b + c) >> 32, true
	case opBorrow:
		return truth(a < b+c)
	case opCmp:
		var t bool
		switch d.k &^ 1 {
		case cmpLess:
			t = a < b
		case cmpLessS:
			t = int32(a) < int32(b)
		default:
			t = a == b
		}
		return truth(t != (d.k&1 != 0))
	case opPair:
		return b<<32 | a, true
	case opSext, opSigned:
		return uint64(int64(int32(a))), true
	case opWideAdd:
		return a + b, true
	case opWideShl:
		return a << (b & 63), true
	case opWideShr:
		return a >> (b & 63), true
	case opWideSar:
		return uint64(int64(a) >> (b & 63)), true
	case opWideMul:
		return a * b, true
	case opWideMulS:
		return uint64(int64(int32(a)) * int64(int32(b))), true
	case opLow:
		return a, true
	case opHigh:
		return a >> 32, true
	}
	return 0, false
}

// pointerOf is the number that stands for a pointer among the arguments.
func pointerOf(at int) uint64 { return 1<<44 + uint64(at)<<36 }

// symbolValue is what the work-item is given.
func (w *witness) symbolValue(s symbol) (uint64, bool) {
	n := s.number()
	switch s.kind() {
	case symItem:
		return uint64(w.item[min(n, 2)]), n < 3
	case symGroup:
		return uint64(w.group[min(n, 2)]), n < 3
	case symLane:
		return w.number() % 64, true
	case symArg:
		if r, ok := w.given.args[n]; ok {
			return uint64(r.hi), true
		}
		for half := range 2 {
			if _, ok := w.given.memory[n-4*half]; ok {
				return pointerOf(n-4*half) >> (32 * half) & (1<<32 - 1), true
			}
		}
	case symPacket:
		x, ok := w.given.packet(n)
		return uint64(x), ok
	}
	return 0, false
}

// number is the work-item's in its workgroup.
func (w *witness) number() uint64 {
	b := &w.given.block
	return uint64(w.item[0]) + uint64(b[0].hi)*(uint64(w.item[1])+uint64(b[1].hi)*uint64(w.item[2]))
}

// isIn reports whether the work-item is among lanes.
func (w *witness) isIn(lanes maskID) (in, ok bool) {
	if lanes == anyLane {
		return false, false
	}
	half := w.masks[lanes].low
	if w.number()%64 >= 32 {
		half = w.masks[lanes].high
	}
	return w.inBoth(half, mostUnknown)
}

// mostUnknown is how many bits of masks are looked at as set and as clear.
const mostUnknown = 3

// inBoth is the work-item's bit in half a mask. Where bits are not known that it is made of, it may be the same
// whatever they are: those who took one side of a branch, and those who took the other one.
func (w *witness) inBoth(x valueID, more int) (set, ok bool) {
	w.unknown = 0
	if set, ok = w.bit(x, mostNested); ok || w.unknown == 0 || more == 0 {
		return set, ok
	}
	atom := w.unknown
	defer delete(w.assumed, atom)
	w.assumed[atom] = true
	a, known := w.inBoth(x, more-1)
	if !known {
		return false, false
	}
	w.assumed[atom] = false
	b, known := w.inBoth(x, more-1)
	return a, known && a == b
}

// bit is the work-item's bit in half a mask.
func (w *witness) bit(x valueID, deep int) (set, ok bool) {
	x = w.find(x)
	if set, ok = w.assumed[x]; ok {
		return set, true
	}
	if set, ok = w.bitOf(x, deep); !ok && w.unknown == 0 {
		switch w.list[x].op {
		case opBallot, opPhi, opResult:
			w.unknown = x
		}
	}
	return set, ok
}

func (w *witness) bitOf(x valueID, deep int) (set, ok bool) {
	d := w.at(x)
	if deep == 0 {
		return false, false
	}
	switch d.op {
	case opConst:
		return d.k>>(w.number()%32)&1 != 0, true
	case opPhi:
		if w.first {
			return agreed(w, d, func(arg valueID) (bool, bool) { return w.bit(arg, deep-1) })
		}
		if n, ok := w.now[w.find(x)]; ok { // no lane has left a loop yet, for instance
			return n>>(w.number()%32)&1 != 0, true
		}
		set, ok = w.bits[w.find(x)]
		return set, ok
	case opSymbol:
		s := symbol(d.k)
		return true, s == symRegister|symbol(isa.ExecLo) || s == symRegister|symbol(isa.ExecHi)
	case opBallot:
		if k := w.ballots[w.find(x)]; k.turn == w.turn {
			return k.x != 0, k.ok
		}
		assumed, unknown := w.assumed, w.unknown // numbers are those without assumptions
		if len(assumed) > 0 {
			w.assumed = map[valueID]bool{}
		}
		set, ok = w.ballot(d)
		w.assumed, w.unknown = assumed, unknown
		k := numbered{turn: w.turn, ok: ok}
		if set {
			k.x = 1
		}
		w.ballots[w.find(x)] = k
		return set, ok
	case opSelect:
		switch first, ok := w.chooses(d); {
		case !ok:
			return false, false
		case first:
			return w.bit(d.a, deep-1)
		}
		return w.bit(d.b, deep-1)
	case opAnd, opOr, opXor:
		a, ok := w.bit(d.a, deep-1)
		b, ok2 := w.bit(d.b, deep-1)
		switch d.op {
		case opAnd:
			return a && b, ok && ok2 || ok && !a || ok2 && !b
		case opOr:
			return a || b, ok && ok2 || ok && a || ok2 && b
		}
		return a != b, ok && ok2
	}
	return false, false
}

// ballot is the work-item's bit of a comparison.
func (w *witness) ballot(d *value) (set, ok bool) {
	if in, ok := w.isIn(w.lanesAt(d.node)); !ok || !in {
		return false, ok
	}
	c, ok := w.condition(d.node)
	if !ok {
		return false, false
	}
	n, ok := w.eval(c)
	return n != 0, ok
}

// agreed is what a phi is in the first turn of loops, if all ways that lead to its block then say the same.
func agreed[T comparable](w *witness, d *value, of func(valueID) (T, bool)) (same T, ok bool) {
	block := &w.g.blocks[d.node]
	if w.isEntry(d.node) || w.lost[d.node] {
		return same, false
	}
	for k, p := range block.preds {
		if from := w.g.blocks[p].order; from < 0 || from >= block.order {
			continue
		}
		x, known := of(w.args[int(d.a)+w.argument(d.node, k)])
		if !known || ok && x != same {
			return same, false
		}
		same, ok = x, true
	}
	return same, ok
}

// sum computes a polynomial; not ok if that depends on what is not known, or is far from 0.
func (w *witness) sum(p poly) (int64, bool) {
	r := interval{p.c, p.c}
	for i := range p.terms {
		t := interval{p.terms[i].coef, p.terms[i].coef}
		for _, a := range p.terms[i].factorsIn() {
			n, ok := w.eval(a)
			if !ok {
				return 0, false
			}
			t = t.times(interval{int64(n), int64(n)})
		}
		r = r.plus(t)
	}
	return r.lo, r.bounded()
}

// walk follows the work-item's way through the code, and calls visit at each instruction to look at that it is certain
// to come to. Where the way is not known it goes on where all ways meet. It ends if visit says so, or after so many blocks.
func (w *witness) walk(node int32, blocks int, visit func() bool) {
	g := w.g
	block := g.entries[len(g.entries)-1]
	if w.phis == nil {
		w.phis = map[int32][]valueID{}
		for i := range w.list {
			if op := w.list[i].op; w.same[i] == valueID(i) && (op == opPhi || op == opCount) {
				w.phis[w.list[i].node] = append(w.phis[w.list[i].node], valueID(i))
			}
		}
	}
	if len(w.phis[block]) > 0 {
		w.enter(block, -1)
	}
	for range blocks {
		if g.nodes[node].block == block {
			in, ok := w.isIn(w.lanesAt(node))
			if ok && in && !visit() {
				return
			}
			w.missed = w.missed || !ok
		}
		if next, ok := w.follow(block); ok {
			w.enter(next, block)
			block = next
			continue
		}
		next, ok := w.meeting(block)
		if !ok || w.steps <= 0 {
			return
		}
		w.missed = true
		block = next
	}
}

// follow is the block to which a work-item goes from one.
func (w *witness) follow(block int32) (int32, bool) {
	x := &w.g.blocks[block]
	switch {
	case x.blind || len(x.succs) == 0:
		return 0, false
	case len(x.succs) == 1:
		return x.succs[0], true
	case len(x.succs) > 2 || x.first == x.last:
		return 0, false
	}
	last := x.last - 1
	n := &w.g.nodes[last]
	jumps, ok := false, false
	switch op := n.inst.Row.Op; op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		var c uint64
		c, ok = w.eval(w.scalar(isa.SCC, last))
		jumps = (c != 0) == (op == isa.S_CBRANCH_SCC1)
	case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
		var some bool
		some, ok = w.any(w.scalar(isa.VCCLo, last), w.scalar(isa.VCCHi, last))
		jumps = some == (op == isa.S_CBRANCH_VCCNZ)
	case isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ:
		var some bool
		m := w.masks[w.lanesAt(last)]
		some, ok = w.any(m.low, m.high)
		jumps = some == (op == isa.S_CBRANCH_EXECNZ)
	}
	target, known := n.inst.BranchTarget(n.addr)
	if !ok || !known {
		return 0, false
	}
	for _, s := range x.succs {
		if head := &w.g.blocks[s]; head.first < head.last && (w.g.nodes[head.first].addr == target) == jumps {
			return s, true
		}
	}
	return 0, false
}

// any reports whether a mask has a lane: this one, or none if the comparisons are the same for all.
func (w *witness) any(low, high valueID) (some, ok bool) {
	half := low
	if w.number()%64 >= 32 {
		half = high
	}
	if set, ok := w.bit(half, mostNested); ok && set {
		return true, true
	}
	if w.isEmpty(low, mostNested) && w.isEmpty(high, mostNested) {
		return false, true
	}
	list := w.maskCondition(low, high)
	for _, c := range list {
		if x := w.find(c.cmp); w.uniform[x] {
			if n, ok := w.eval(x); ok && (n != 0) != c.holds {
				return false, true // fails in all lanes
			}
		}
	}
	return false, false
}

// isEmpty reports whether half a mask has no lane.
func (w *witness) isEmpty(x valueID, deep int) bool {
	if n, ok := w.eval(x); ok || deep == 0 {
		return ok && n == 0
	}
	switch d := w.at(x); d.op {
	case opAnd:
		return w.isEmpty(d.a, deep-1) || w.isEmpty(d.b, deep-1)
	case opOr:
		return w.isEmpty(d.a, deep-1) && w.isEmpty(d.b, deep-1)
	}
	return false
}

// change is what a phi or a count becomes.
type change struct {
	x   valueID
	n   uint64
	ok  bool
	bit bool // the work-item's of a mask, if the number is not known
	has bool // it is known
}

// enter computes the phis of a block.
func (w *witness) enter(block, from int32) {
	var changes []change
	for _, x := range w.phis[block] {
		d := w.list[x]
		c := change{x: x}
		switch {
		case d.op == opCount && from >= 0 && w.g.blocks[from].order >= w.g.blocks[block].order:
			c.n, c.ok = w.now[x]
			c.n++
		case d.op == opCount:
			c.ok = true
		case from < 0:
			if w.isEntry(block) && d.a < d.b {
				c.n, c.ok = w.eval(w.args[d.a])
			}
		default:
			for k, p := range w.g.blocks[block].preds {
				if p != from {
					continue
				}
				arg := w.args[int(d.a)+w.argument(block, k)]
				if c.n, c.ok = w.eval(arg); !c.ok && isa.Reg(d.k) < isa.V0 {
					c.bit, c.has = w.bit(arg, mostNested)
				}
				break
			}
		}
		changes = append(changes, c)
	}
	w.set(changes)
}

// set notes what phis and counts are.
func (w *witness) set(changes []change) {
	for _, c := range changes {
		if delete(w.now, c.x); c.ok {
			w.now[c.x] = c.n
		}
		if delete(w.bits, c.x); c.has {
			w.bits[c.x] = c.bit
		}
	}
	if len(changes) > 0 {
		w.turn++
	}
}
