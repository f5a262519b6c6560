package vet

import "heddle/isa"

// A witness is a work-item of a launch for which an access goes wrong. The values on its way through
// the code are computed as numbers, so what it shows is certain: an access is only an error if it has
// one.
type witness struct {
	*values
	group, item [3]uint32
	now         map[valueID]uint64 // of phis and counts
	known       []numbered         // by value, of the numbers that were computed
	turn        int32              // of known
	depth       int
	guessing    bool // counts are at their largest, and there is no way through the code
}

// numbered is the number of a value, as long as turn is the witness's.
type numbered struct {
	turn int32
	ok   bool
	x    uint64
}

func newWitness(v *values) *witness {
	return &witness{values: v, now: map[valueID]uint64{}, known: make([]numbered, len(v.list)), turn: 1}
}

// of begins with another work-item.
func (w *witness) of(group, item [3]uint32, guessing bool) {
	w.group, w.item, w.guessing = group, item, guessing
	clear(w.now)
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
		return n, ok
	case opPhi:
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
		c, ok := w.eval(d.c)
		switch {
		case !ok || d.c == 0:
			return 0, false
		case c != 0:
			return w.eval(d.a)
		}
		return w.eval(d.b)
	case opUnknown, opResult, opBallot:
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
	return w.bit(half, mostNested)
}

// bit is the work-item's bit in half a mask.
func (w *witness) bit(x valueID, deep int) (set, ok bool) {
	d := w.at(x)
	if deep == 0 {
		return false, false
	}
	switch d.op {
	case opConst:
		return d.k>>(w.number()%32)&1 != 0, true
	case opSymbol:
		s := symbol(d.k)
		return true, s == symRegister|symbol(isa.ExecLo) || s == symRegister|symbol(isa.ExecHi)
	case opBallot:
		if in, ok := w.isIn(w.lanesAt(d.node)); !ok || !in {
			return false, ok
		}
		c, ok := w.condition(d.node)
		if !ok {
			return false, false
		}
		n, ok := w.eval(c)
		return n != 0, ok
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

// walk follows the work-item's way through the code, and calls visit at each instruction to look at. It
// ends where the way is not known, or visit says so, or after so many blocks.
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
			if in, ok := w.isIn(w.lanesAt(node)); ok && in && !visit() {
				return
			}
		}
		next, ok := w.follow(block)
		if !ok {
			return
		}
		w.enter(next, block)
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

// enter computes the phis of a block.
func (w *witness) enter(block, from int32) {
	type change struct {
		x  valueID
		n  uint64
		ok bool
	}
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
				if p == from {
					c.n, c.ok = w.eval(w.args[int(d.a)+w.argument(block, k)])
					break
				}
			}
		}
		changes = append(changes, c)
	}
	for _, c := range changes {
		if delete(w.now, c.x); c.ok {
			w.now[c.x] = c.n
		}
	}
	if len(changes) > 0 {
		w.turn++
	}
}
