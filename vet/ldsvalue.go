package vet

import (
	"slices"

	"heddle/isa"
)

// What values are in each work-item, as numbers: addresses in the LDS, masks of lanes and conditions mostly
// depend on nothing but the number of the work-item and the size of the workgroup. They are those of the
// first workgroup. A value can also be such numbers plus one that is
// not known but the same in the whole workgroup.
//
// Values of loops are those of the first turn, or of a later one of a loop that is named.

// workgroup is the part of a workgroup that is looked at.
type workgroup struct {
	size  [3]int // work-items
	waves int
	// assumed says that the size is not given; the first waves of any larger one have the same numbers.
	assumed bool
	launch  *Launch // that it is one of; nil if it is not given
}

// items is the number of work-items.
func (w *workgroup) items() int { return w.size[0] * w.size[1] * w.size[2] }

// turn is one of a loop, which begins at a block: n turns were before it. All other loops are in their
// first.
type turn struct{ loop, n int32 }

// firstTurn is that of all loops.
var firstTurn = turn{-1, 0}

// before is the turn before one that is not the first.
func (t turn) before() turn {
	if t.n == 1 {
		return firstTurn
	}
	return turn{t.loop, t.n - 1}
}

// moment is when a value is used: in which turn, and in which block; -1 where that does not matter.
type moment struct {
	turn turn
	at   int32
}

// numbers are those of a value; nil if they are not known. One for each work-item, of whole waves, or one for
// all of them is added to the one that only the run tells, base.
type numbers struct {
	base numberKey // x is 0 if there is none
	n    []uint64
	some []bool // the lanes in which they are known, nil if it is all: see part
}

// at is the number of a work-item.
func (a *numbers) at(i int) uint64 {
	if len(a.n) == 1 {
		return a.n[0]
	}
	return a.n[i]
}

// On the way of a wave it may be known which bits that number has: open, if that is not 0. With varies it is another
// one in each lane.
type numberKey struct {
	x valueID
	moment
	open   uint32
	varies bool
}

// evaluator finds numbers.
type evaluator struct {
	v       *values
	group   workgroup
	uniform *uniformity
	memory  knownMemory
	lanes   int // of a wave
	memo    map[numberKey]*numbers
	answers *answers
	left    int // how many more numbers may be found
	depth   int
	walk    *walk // of which the numbers are; nil for those of all waves
}

func newEvaluator(v *values, u *uniformity, group workgroup, memory knownMemory, lanes int) *evaluator {
	const most = 5_000_000 // 40 MB
	return &evaluator{v: v, group: group, uniform: u, memory: memory, lanes: lanes, memo: map[numberKey]*numbers{}, answers: newAnswers(), left: most}
}

// items is the number of work-items that are looked at, those that a last wave lacks included.
func (e *evaluator) items() int {
	if e.walk != nil {
		return e.lanes
	}
	return e.group.waves * e.lanes
}

// item is the i-th of them.
func (e *evaluator) item(i int) int {
	if e.walk != nil {
		return e.walk.wave*e.lanes + i
	}
	return i
}

// eval returns the numbers of a value, nil if they are not known.
func (e *evaluator) eval(x valueID, m moment) *numbers {
	x = e.v.find(x)
	if e.walk != nil {
		return e.walk.eval(x)
	}
	if e.v.placeOf(x) < 0 {
		m = moment{firstTurn, -1} // it is the same at all times
	}
	key := numberKey{x: x, moment: m}
	if r, ok := e.memo[key]; ok {
		return r
	}
	e.memo[key] = nil // within itself it is not known
	if e.left -= e.items(); e.left < 0 || e.depth > mostEvalDepth {
		return nil
	}
	e.depth++
	r := e.find(x, m).whole()
	e.depth--
	if r == nil && x != 0 && e.uniform.is(x) {
		r = &numbers{base: e.key(x, m), n: []uint64{0}}
	}
	e.memo[key] = r
	return r
}

const mostEvalDepth = 400

// key names a value that only the run tells. What is made before a loop is the same in all its turns.
func (e *evaluator) key(x valueID, m moment) numberKey {
	if m.turn.n > 0 && e.v.placeOf(x) < e.v.g.blocks[m.turn.loop].order {
		m.turn = firstTurn
	}
	return numberKey{x: x, moment: moment{m.turn, -1}}
}

// find is eval for a value that has not been looked at.
func (e *evaluator) find(x valueID, m moment) *numbers {
	d := e.v.list[x]
	switch d.op {
	case opUnknown, opCount:
		return nil
	case opLoad:
		return e.load(e.eval(d.a, m), int64(int32(d.k)), 4, false)
	case opResult:
		return e.result(&d, m)
	case opConst:
		return one(uint64(d.k))
	case opSymbol:
		return e.symbol(symbol(d.k))
	case opPhi:
		return e.phi(x, m)
	case opEither:
		if e.walk != nil {
			return e.walk.either(&d)
		}
		a, b := e.eval(d.a, m), e.eval(d.b, m)
		if a == nil || b == nil || !a.equal(b) || e.v.g.nodes[d.node].inst.Row.Op == isa.V_WRITELANE_B32 {
			return nil
		}
		return a
	case opSelect:
		return e.choose(e.condition(&d, m), e.part(d.a, m), e.part(d.b, m))
	case opBallot:
		return e.ballot(&d, m)
	case opFirst:
		return e.first(&d, m)
	}
	a := e.part(d.a, m)
	if a == nil {
		return nil
	}
	if d.op == opLow || d.op == opHigh || d.op == opSext {
		return a.plain(func(i int) uint64 { return unaryNumber(d.op, a.at(i)) })
	}
	b := e.part(d.b, m)
	if b == nil {
		return nil
	}
	c := (*numbers)(nil)
	if d.c != 0 {
		if c = e.part(d.c, m); c == nil {
			return nil
		}
	}
	return binaryNumbers(&d, a, b, c)
}

// one is a number of all work-items.
func one(n uint64) *numbers { return &numbers{n: []uint64{n}} }

// each makes numbers.
func (e *evaluator) each(f func(item int) uint64) *numbers {
	r := &numbers{n: make([]uint64, e.items())}
	for i := range r.n {
		r.n[i] = f(i)
	}
	return r
}

// plain makes numbers from those without a base.
func (a *numbers) plain(f func(i int) uint64) *numbers {
	if a.base.x != 0 {
		return nil
	}
	r := &numbers{n: make([]uint64, len(a.n)), some: a.some}
	for i := range r.n {
		r.n[i] = f(i)
	}
	return r
}

func (a *numbers) equal(b *numbers) bool {
	if a.base != b.base {
		return false
	}
	for i := range max(len(a.n), len(b.n), len(a.some), len(b.some)) {
		if a.knows(i) != b.knows(i) || a.knows(i) && a.at(i) != b.at(i) {
			return false
		}
	}
	return true
}

// symbol is what work-items are given.
func (e *evaluator) symbol(s symbol) *numbers {
	switch n := s.number(); s.kind() {
	case symLane:
		return e.each(func(i int) uint64 { return uint64(i % e.lanes) })
	case symItem:
		if n > 2 {
			return nil
		}
		size := e.group.size
		return e.each(func(i int) uint64 {
			i = e.item(i)
			return uint64([...]int{i % size[0], i / size[0] % size[1], i / size[0] / size[1]}[n])
		})
	case symGroup:
		if e.walk != nil {
			return e.walk.groupNumber(n)
		}
		return one(0) // there is always a first one
	case symKernarg:
		return one(uint64(argumentsAt) >> (32 * n) & (1<<32 - 1))
	case symDispatch:
		return one(uint64(packetAt) >> (32 * n) & (1<<32 - 1))
	case symArg:
		if x, ok := e.memory.get(argumentsAt+uint64(n), 4); ok {
			return one(x)
		}
	case symPacket:
		if x, ok := e.memory.get(packetAt+uint64(n), 4); ok {
			return one(x)
		}
	case symAperture:
		return aperture(isa.Reg(n))
	case symRegister:
		if r := isa.Reg(n); r == isa.ExecLo || r == isa.ExecHi {
			all := e.group.items()
			half := int(r-isa.ExecLo) * e.lanes / 2
			return e.each(func(i int) uint64 {
				first := e.item(i)/e.lanes*e.lanes + half
				return 1<<min(max(all-first, 0), e.lanes/2) - 1
			})
		}
	}
	return nil
}

// phi is a value that depends on the way to a block: of a loop's beginning that of the turn, else one that
// is the same on all ways.
func (e *evaluator) phi(x valueID, m moment) *numbers {
	d := e.v.list[x]
	loop := e.uniform.loops[d.node]
	if loop == nil {
		return e.same(e.v.args[d.a:d.b], m)
	}
	if m.at >= 0 && !loop.has(m.at) {
		return nil // after the loop, it depends on how many turns there were
	}
	init, again, ok := e.v.entering(x)
	switch {
	case !ok:
		return nil
	case m.turn.loop != d.node:
		return e.eval(init, moment{m.turn, -1})
	}
	return e.same(again, moment{m.turn.before(), d.node})
}

// same is the value of several that are equal.
func (e *evaluator) same(list []valueID, m moment) *numbers {
	var r *numbers
	for _, a := range list {
		n := e.part(a, m)
		if r != nil {
			n = r.common(n)
		}
		if n == nil {
			return nil
		}
		r = n
	}
	return r
}

// choose is a or b in each work-item.
func (e *evaluator) choose(c, a, b *numbers) *numbers {
	if c == nil || a == nil || b == nil || a.base != b.base {
		return nil
	}
	if c.base.x != 0 {
		return nil
	}
	r := &numbers{a.base, make([]uint64, max(len(a.n), len(b.n), len(c.n))), knownIn(a, b, c)}
	for i := range r.n {
		if r.n[i] = b.at(i); c.at(i)&1 != 0 {
			r.n[i] = a.at(i)
		}
	}
	return r
}

// condition is what a choice goes by: a value, or each lane's bit of a mask of which only the instruction is known.
func (e *evaluator) condition(d *value, m moment) *numbers {
	if d.c != 0 {
		return e.part(d.c, m)
	}
	of, ok := e.chosenBy(d)
	if !ok {
		return nil
	}
	in := e.inMask(of, m)
	if in == nil {
		return nil
	}
	return e.each(func(i int) uint64 { return truthOf(in[i]) })
}

// chosenBy is the mask that a choice of lanes goes by.
func (v *values) chosenBy(d *value) (m mask, ok bool) {
	if d.op != opSelect || d.c != 0 || d.node == 0 {
		return m, false
	}
	x := &reader{v, d.node, &v.g.nodes[d.node].inst}
	if !isVector(x.inst) || x.operand(2) < 0 {
		return m, false
	}
	return mask{x.dword(2, 0), x.dword(2, 1)}, true
}

// active returns the work-items that an instruction runs for, nil if they are not known.
func (e *evaluator) active(node int32, m moment) []bool {
	lanes := e.lanesAt(node)
	if lanes == anyLane {
		return nil
	}
	return e.inMask(e.v.masks[lanes], m)
}

// inMask returns the work-items of a mask.
func (e *evaluator) inMask(of mask, m moment) []bool {
	low, high := e.eval(of.low, m), e.eval(of.high, m)
	if low == nil || high == nil || low.base.x != 0 || high.base.x != 0 {
		return nil
	}
	in := make([]bool, e.items())
	for i := range in {
		half := low
		if i%e.lanes >= e.lanes/2 {
			half = high
		}
		in[i] = half.at(i)>>(i%(e.lanes/2))&1 != 0
	}
	return in
}

// ballot is half a mask that a comparison makes.
func (e *evaluator) ballot(d *value, m moment) *numbers {
	c := e.holdsFor(d.node)
	if c == 0 {
		return nil
	}
	return e.maskOf(e.part(c, m), int(d.k), e.active(d.node, m))
}

// first is a value of the first lane of those that an instruction runs under, or of lane 0 if there is
// none; or of a lane that it names.
func (e *evaluator) first(d *value, m moment) *numbers {
	if d.k != 0 {
		return e.readLane(e.part(d.a, m), one(uint64(d.k-1)))
	}
	a, in := e.part(d.a, m), e.active(d.node, m)
	if a == nil || in == nil || a.base.varies {
		return nil
	}
	if first := max(slices.Index(in, true), 0); a.some != nil && !a.some[first] {
		return nil
	}
	r := e.each(func(i int) uint64 {
		wave := i / e.lanes * e.lanes
		for k := wave; k < wave+e.lanes; k++ {
			if in[k] {
				return a.at(k)
			}
		}
		return a.at(wave)
	})
	r.base = a.base
	return r
}

// unaryNumber is an operation on one number.
func unaryNumber(op valueOp, a uint64) uint64 {
	switch op {
	case opHigh:
		return a >> 32
	case opSext:
		return uint64(int64(int32(a)))
	}
	return uint64(uint32(a))
}

// binaryNumbers is an operation on two numbers, and a carry. To one of those that only the run tells
// another can be added.
func binaryNumbers(d *value, a, b, c *numbers) *numbers {
	base := numberKey{}
	switch {
	case a.base.x == 0 && b.base.x == 0 && (c == nil || c.base.x == 0):
	case c != nil:
		return nil
	case d.op == opSub && a.base == b.base: // what is not known goes away
	case d.op == opAdd && b.base.x == 0, d.op == opSub && b.base.x == 0:
		base = a.base
	case d.op == opAdd && a.base.x == 0:
		base = b.base
	default:
		return nil
	}
	n := max(len(a.n), len(b.n))
	if c != nil {
		n = max(n, len(c.n))
	}
	r := &numbers{base: base, n: make([]uint64, n), some: knownIn(a, b, c)}
	for i := range r.n {
		in := uint64(0)
		if c != nil {
			in = c.at(i) & 1
		}
		x, ok := binaryNumber(d, a.at(i), b.at(i), in)
		if !ok {
			return nil
		}
		r.n[i] = x
	}
	return r
}

func binaryNumber(d *value, a, b, c uint64) (uint64, bool) {
	switch d.op {
	case opPair:
		return a | b<<32, true
	case opCarry:
		return (a + b + c) >> 32 & 1, true
	case opBorrow:
		return truthOf(a < b+c), true
	case opCmp:
		return compareNumbers(d.k, a, b), true
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
	}
	x, ok := compute(d.op, uint32(a), uint32(b))
	return uint64(x), ok
}

// compareNumbers is a comparison of 32-bit numbers, or of wide ones without a sign.
func compareNumbers(k uint32, a, b uint64) uint64 {
	var is bool
	switch k &^ 1 {
	case cmpLess:
		is = a < b
	case cmpLessS:
		is = int32(a) < int32(b)
	case cmpEqual:
		is = a == b
	}
	return truthOf(is != (k&1 != 0))
}

func truthOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
