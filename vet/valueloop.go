package vet

import (
	"math"
	"slices"

	"heddle/isa"
)

// loop is a loop of the graph, by the block that all its turns begin at.
type loop struct {
	count valueID // the number of turns before this one
	most  uint64  // of count
	// bounds are those of the count that hold in each turn, if there is only one way to another turn.
	bounds []bound
	ivs    []induction
}

// induction is a phi that grows by the same in each turn: a constant, or a sum of products of what a wave is given,
// the bytes of a row of a matrix for instance.
type induction struct {
	phi, init valueID
	step      step
}

// condition is a comparison that holds, or does not.
type condition struct {
	cmp   valueID
	holds bool
}

// ask makes the values that branches depend on, before solve.
func (v *values) ask() {
	for _, id := range v.g.order {
		x := &v.g.blocks[id]
		if x.first == x.last {
			continue
		}
		switch last := x.last - 1; v.g.nodes[last].inst.Row.Op {
		case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
			v.scalar(isa.SCC, last)
		case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
			v.maskCondition(v.scalar(isa.VCCLo, last), v.scalar(isa.VCCHi, last))
		case isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ:
			v.laneConditions(v.lanesAt(last))
		}
	}
}

// taken are the conditions under which execution goes from one block to another.
func (v *values) taken(from, to int32) []condition {
	x := &v.g.blocks[from]
	if x.first == x.last || len(x.succs) != 2 || x.succs[0] == x.succs[1] {
		return nil
	}
	last := x.last - 1
	n := &v.g.nodes[last]
	target, ok := n.inst.BranchTarget(n.addr)
	head := &v.g.blocks[to]
	if !ok || head.first == head.last {
		return nil
	}
	jumps := v.g.nodes[head.first].addr == target
	switch op := n.inst.Row.Op; op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		return []condition{{v.scalar(isa.SCC, last), jumps == (op == isa.S_CBRANCH_SCC1)}}
	case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
		set := jumps == (op == isa.S_CBRANCH_VCCNZ)
		return v.ofAll(v.maskCondition(v.scalar(isa.VCCLo, last), v.scalar(isa.VCCHi, last)), set, last)
	case isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ:
		if jumps == (op == isa.S_CBRANCH_EXECNZ) {
			return v.ofAll(v.laneConditions(v.lanesAt(last)), true, last)
		}
	}
	return nil
}

// ofAll are the conditions of lanes that are the same in all lanes, from whether there is a lane for
// which all hold.
func (v *values) ofAll(list []condition, some bool, node int32) []condition {
	if !some && (len(list) != 1 || !v.someLane(v.lanesAt(node))) {
		return nil
	}
	var all []condition
	for _, c := range list {
		if x := v.find(c.cmp); int(x) < len(v.uniform) && v.uniform[x] {
			all = append(all, condition{x, c.holds == some})
		}
	}
	return all
}

// laneConditions hold in all of the lanes.
func (v *values) laneConditions(lanes maskID) []condition {
	if lanes == anyLane {
		return nil
	}
	return v.maskCondition(v.masks[lanes].low, v.masks[lanes].high)
}

// maskCondition are the conditions that hold in each lane of a mask, given by its halves.
func (v *values) maskCondition(low, high valueID) []condition {
	return v.conditionsOf(low, high, nil, mostNested)
}

func (v *values) conditionsOf(low, high valueID, list []condition, deep int) []condition {
	l, h := *v.at(low), *v.at(high)
	if l.op != h.op || deep == 0 {
		return list
	}
	switch l.op {
	case opBallot:
		if l.node != h.node || l.k != 0 || h.k != 1 {
			return list
		}
		if c, ok := v.condition(l.node); ok && c != 0 {
			list = append(list, condition{c, true})
		}
		return v.conditionsOf(v.masks[v.lanesAt(l.node)].low, v.masks[v.lanesAt(l.node)].high, list, deep-1)
	case opAnd:
		for _, o := range [...][4]valueID{{l.a, h.a, l.b, h.b}, {l.b, h.b, l.a, h.a}, {l.a, h.b, l.b, h.a}, {l.b, h.a, l.a, h.b}} {
			if c, ok := v.outside(o[0], o[1], o[2], o[3]); ok {
				list = append(list, c)
				return v.conditionsOf(o[2], o[3], list, deep-1)
			}
		}
		if v.alike(l.a, h.a) {
			return v.conditionsOf(l.b, h.b, v.conditionsOf(l.a, h.a, list, deep-1), deep-1)
		}
		return v.conditionsOf(l.b, h.a, v.conditionsOf(l.a, h.b, list, deep-1), deep-1)
	}
	return list
}

// alike reports whether two values can be the halves of one mask.
func (v *values) alike(low, high valueID) bool {
	l, h := v.at(low), v.at(high)
	return l.op == h.op && (l.op != opBallot || l.node == h.node)
}

// outside is the condition that does not hold for lanes that are not in a mask which a comparison made
// for them: the mask is given as its complement, the lanes by halves.
func (v *values) outside(notLow, notHigh, low, high valueID) (condition, bool) {
	l, h := *v.at(notLow), *v.at(notHigh)
	if l.op != opXor || h.op != opXor {
		return condition{}, false
	}
	maskLow, ok := v.complemented(&l)
	maskHigh, ok2 := v.complemented(&h)
	if !ok || !ok2 {
		return condition{}, false
	}
	node, ok := v.ballotIn(maskLow, maskHigh, mostNested)
	if !ok {
		return condition{}, false
	}
	made := v.masks[v.lanesAt(node)]
	if !v.subset(low, made.low, mostNested) || !v.subset(high, made.high, mostNested) {
		return condition{}, false
	}
	c, ok := v.condition(node)
	return condition{c, false}, ok && c != 0
}

// ballotIn is a comparison whose lanes are all in a mask: the mask is made by it, or has them beside others, as the
// lanes that have left a loop.
func (v *values) ballotIn(low, high valueID, deep int) (node int32, ok bool) {
	l, h := *v.at(low), *v.at(high)
	switch {
	case l.op != h.op || deep == 0:
	case l.op == opBallot:
		return l.node, l.node == h.node && l.k == 0 && h.k == 1
	case l.op == opOr:
		for _, a := range [...]valueID{l.a, l.b} {
			for _, b := range [...]valueID{h.a, h.b} {
				if node, ok = v.ballotIn(a, b, deep-1); ok {
					return node, true
				}
			}
		}
	}
	return 0, false
}

// complemented is what a value is the complement of.
func (v *values) complemented(x *value) (valueID, bool) {
	if k, ok := v.isConst(x.b); ok && k == 1<<32-1 {
		return x.a, true
	}
	if k, ok := v.isConst(x.a); ok && k == 1<<32-1 {
		return x.b, true
	}
	return 0, false
}

// findLoops finds what grows in loops, and how often they turn.
func (v *values) findLoops() {
	for _, id := range v.g.order {
		back := v.backEdges(id)
		if len(back) == 0 {
			continue
		}
		l := v.loops[id]
		if l == nil {
			l = &loop{count: v.value(value{op: opCount, node: id}), most: 1<<32 - 1}
			v.loops[id] = l
		}
		most := uint64(0)
		l.bounds = nil
		for _, p := range back {
			most = max(most, v.turns(id, l, p))
		}
		if l.most = min(l.most, most); len(back) > 1 {
			l.bounds = nil
		}
	}
	for i := range v.list {
		if x := valueID(i); v.list[i].op == opPhi && v.same[x] == x && v.loops[v.list[i].node] != nil {
			v.findInduction(x)
		}
	}
}

// backEdges are the predecessors of a block from which it is entered again.
func (v *values) backEdges(id int32) []int32 {
	var back []int32
	x := &v.g.blocks[id]
	for _, p := range x.preds {
		if o := v.g.blocks[p].order; o >= x.order {
			back = append(back, p)
		}
	}
	return back
}

// step is by how much a number grows in each turn of a loop, from its differences in all ways to another turn.
type step struct {
	by    poly
	found bool
}

// add reports whether a difference is the same in all turns, and that of all ways.
func (s *step) add(v *values, difference poly) bool {
	difference = v.withNumbers(difference)
	for i := range difference.terms {
		for _, a := range difference.terms[i].factorsIn() {
			if v.at(a).op != opSymbol {
				return false
			}
		}
	}
	if s.found && (s.by.c != difference.c || !slices.Equal(s.by.terms, difference.terms)) {
		return false
	}
	s.by, s.found = difference, true
	return true
}

// withNumbers has numbers in place of what is always one.
func (v *values) withNumbers(p poly) poly {
	r := constPoly(p.c)
	for i := range p.terms {
		t := &p.terms[i]
		n := v.termRange(t)
		if n.lo != n.hi || !n.bounded() {
			r.terms = append(r.terms, *t)
			continue
		}
		r.c += n.lo
	}
	return r
}

// after is a number that grows from a start by a step in each of so many turns.
func (s *step) after(start poly, turns valueID) (poly, bool) {
	grown, ok := s.by.times(atomOf(turns))
	return start.plus(grown, 1), ok
}

// findInduction finds out whether a phi grows by the same in each turn.
func (v *values) findInduction(x valueID) {
	d := v.list[x]
	l := v.loops[d.node]
	for i := range l.ivs {
		if l.ivs[i].phi == x {
			return
		}
	}
	init, rest, ok := v.entering(x)
	if !ok {
		return
	}
	var s step
	self := v.poly(x)
	for _, a := range rest {
		if a == 0 || !s.add(v, v.poly(a).plus(self, -1).reduced()) {
			return
		}
	}
	if s.by.c != 0 || len(s.by.terms) > 0 {
		l.ivs = append(l.ivs, induction{x, init, s})
	}
}

// entering splits the values of a phi: that with which its loop is entered, if it is one, and those of
// further turns.
func (v *values) entering(x valueID) (init valueID, again []valueID, ok bool) {
	d := v.list[v.find(x)]
	at := int(d.a)
	if v.lost[d.node] {
		return 0, nil, false
	}
	if v.isEntry(d.node) {
		init = v.find(v.args[at])
		at++
	}
	for _, p := range v.g.blocks[d.node].preds {
		if v.g.blocks[p].order < 0 {
			continue
		}
		if at >= int(d.b) {
			return 0, nil, false
		}
		switch a := v.find(v.args[at]); {
		case v.g.blocks[p].order >= v.g.blocks[d.node].order:
			again = append(again, a)
		case init != 0 && init != a:
			return 0, nil, false
		default:
			init = a
		}
		at++
	}
	return init, again, init != 0 && len(again) > 0
}

// stepping is the polynomial of a number whose halves are phis, if it grows by the same in each turn. Two polynomials
// are equal to it: that of its halves, and the one that is known of it so far, which those of further turns may be
// made of.
func (v *values) stepping(x, low, high valueID) (poly, bool) {
	l, h := v.list[v.find(low)], v.list[v.find(high)]
	if l.op != opPhi || h.op != opPhi || l.node != h.node || v.loops[l.node] == nil {
		return poly{}, false
	}
	initLow, againLow, ok := v.entering(low)
	initHigh, againHigh, ok2 := v.entering(high)
	if !ok || !ok2 || len(againLow) != len(againHigh) || slices.Contains(againLow, 0) || slices.Contains(againHigh, 0) {
		return poly{}, false
	}
	for _, self := range [...]poly{v.joined(low, high), v.poly(x)} {
		var s step
		same := true
		for i := range againLow {
			same = same && s.add(v, v.joined(againLow[i], againHigh[i]).plus(self, -1))
		}
		if same {
			return s.after(v.joined(initLow, initHigh), v.loops[l.node].count)
		}
	}
	return poly{}, false
}

// turns is the largest count of turns that were begun from a block, by the conditions that hold in each
// turn that leads there.
func (v *values) turns(head int32, l *loop, from int32) uint64 {
	most := uint64(1<<32 - 1)
	at := func(list []condition) {
		for _, c := range list {
			most = min(most, v.limit(c, head, l))
		}
	}
	at(v.taken(from, head))
	lanes := v.lanesAfter(from)
	if v.leavesLanes(from, head, lanes) {
		at(v.laneConditions(lanes))
	}
	for id := from; id != head; {
		x := &v.g.blocks[id]
		if len(x.preds) != 1 || v.g.blocks[x.preds[0]].order >= x.order || v.g.blocks[x.preds[0]].blind {
			break
		}
		at(v.taken(x.preds[0], id))
		id = x.preds[0]
	}
	return most
}

// leavesLanes reports whether a branch makes sure that there are lanes.
func (v *values) leavesLanes(from, to int32, lanes maskID) bool {
	if v.someLane(lanes) {
		return true
	}
	x := &v.g.blocks[from]
	if x.first == x.last {
		return false
	}
	n := &v.g.nodes[x.last-1]
	target, ok := n.inst.BranchTarget(n.addr)
	head := &v.g.blocks[to]
	if !ok || head.first == head.last {
		return false
	}
	jumps := v.g.nodes[head.first].addr == target
	switch n.inst.Row.Op {
	case isa.S_CBRANCH_EXECNZ:
		return jumps
	case isa.S_CBRANCH_EXECZ:
		return !jumps && len(x.succs) == 2
	}
	return false
}

// limit is the largest count of turns of a loop that all begin after a condition was met.
func (v *values) limit(c condition, head int32, l *loop) uint64 {
	const none = 1<<32 - 1
	d := v.list[v.find(c.cmp)]
	if d.op != opCmp {
		return none
	}
	k := d.k
	if !c.holds {
		k ^= 1
	}
	low, high, strict := d.a, d.b, int64(1)
	switch k {
	case cmpDifferent:
		return v.limitDifferent(d.a, d.b, head, l)
	case cmpAtLeast, cmpAtLeastS:
		low, high, strict = d.b, d.a, 0
	case cmpEqual:
		return none
	}
	w := width(32)
	least, most := int64(0), int64(w.mask())
	if k == cmpLessS || k == cmpAtLeastS {
		least, most = w.least(), w.most()
	}
	startLow, up, ok := v.inTurns(low, head, l)
	startHigh, down, ok2 := v.inTurns(high, head, l)
	if !ok || !ok2 {
		return none
	}
	a, b := v.rangeOf(startLow), v.rangeOf(startHigh)
	if a.lo < least || a.hi > most || b.lo < least || b.hi > most {
		return none
	}
	distance := v.rangeOf(startHigh.plus(startLow, -1)).hi - strict
	step := up
	switch {
	case up > 0 && down == 0 && b.hi-strict+up <= most:
	case up == 0 && down < 0 && a.lo+strict+down >= least:
		step = -down
	default:
		if distance < 0 {
			return 0
		}
		return none
	}
	// The condition held count-1 turns after the first, unless this is the first: then the bound holds
	// if it would have a step before, or if the loop is not begun without it.
	if span := startHigh.plus(startLow, -1); v.rangeOf(span).lo-strict+step >= 0 || v.begins(head, startLow.plus(startHigh, -1), step-strict) {
		l.bounds = append(l.bounds, bound{constPoly(0).plus(atomOf(l.count), step).plus(span, -1), step - strict})
	}
	if distance < 0 {
		return 0
	}
	return uint64(distance/step) + 1
}

// begins reports whether a polynomial is at most something when a loop is entered, by the branches that lead there.
func (v *values) begins(head int32, p poly, most int64) bool {
	if v.isEntry(head) || v.lost[head] {
		return false
	}
	for _, from := range v.g.blocks[head].preds {
		x := &v.g.blocks[from]
		if x.order >= v.g.blocks[head].order {
			continue
		}
		if x.order < 0 || x.blind || x.first == x.last {
			return false
		}
		var bounds []bound
		for _, c := range append(v.taken(from, head), v.conditionsAt(x.last-1)...) {
			bounds = v.appendBounds(bounds, c)
		}
		if v.rangeWithin(p, bounds).hi > most {
			return false
		}
	}
	return true
}

// limitDifferent is limit for two values that are not equal.
func (v *values) limitDifferent(a, b valueID, head int32, l *loop) uint64 {
	const none = 1<<32 - 1
	startA, stepA, ok := v.inTurns(a, head, l)
	startB, stepB, ok2 := v.inTurns(b, head, l)
	if !ok || !ok2 {
		return none
	}
	step := stepA - stepB
	distance := startB.plus(startA, -1)
	if step < 0 {
		step, distance = -step, constPoly(0).plus(distance, -1)
	}
	r := v.rangeOf(distance)
	if step == 1 && r.lo >= 0 && r.hi <= math.MaxUint32 {
		l.bounds = append(l.bounds, bound{atomOf(l.count).plus(distance, -1), 0})
	}
	if step == 0 || r.lo < 0 || r.hi > math.MaxUint32 || step != 1 && (r.lo != r.hi || r.lo%step != 0) {
		return none
	}
	return uint64(r.hi / step)
}

// inTurns is what a value is in the first turn of a loop and by how much it grows in each; not ok if it
// is something else.
func (v *values) inTurns(x valueID, head int32, l *loop) (start poly, step int64, ok bool) {
	if v.find(x) == 0 {
		return poly{}, 0, false
	}
	p := v.poly(x)
	start = constPoly(p.c)
	for _, t := range p.terms {
		if t.atoms[1] == 0 && v.find(t.atoms[0]) == l.count {
			step = t.coef
			continue
		}
		for _, a := range t.atoms {
			if a != 0 && v.placeOf(a) >= v.g.blocks[head].order {
				return poly{}, 0, false
			}
		}
		start.terms = append(start.terms, t)
	}
	return start, step, true
}
