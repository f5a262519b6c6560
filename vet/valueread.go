package vet

import (
	"math/bits"

	"heddle/isa"
)

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

// mask is a set of lanes: the values of the two halves of EXEC at some place. The zero mask stands
// for lanes of which nothing is known.
type mask struct{ low, high valueID }

// maskID is a mask.
type maskID int32

// anyLane are lanes of which nothing is known.
const anyLane maskID = 0

// mostDeep limits how far a value is followed, in steps of recursion. What lies beyond is unknown.
const mostDeep = 10000

// beforeNode tells what registers hold before an instruction from its results, in k of opResult.
const beforeNode = 1 << 16

// mostNested limits how many operations masks are compared through.
const mostNested = 8

func (v *values) intern(m mask) maskID {
	m.low, m.high = v.find(m.low), v.find(m.high)
	id, ok := v.maskID[m]
	if !ok {
		id = maskID(len(v.masks))
		v.masks, v.maskID[m] = append(v.masks, m), id
	}
	return id
}

// findMasks finds EXEC at the beginning of each block, before anything asks for lanes, so that masks
// that are equal are one.
func (v *values) findMasks() {
	if len(v.defs.by[isa.ExecLo]) == 0 && len(v.defs.by[isa.ExecHi]) == 0 {
		return
	}
	for _, id := range v.g.order {
		v.lanesAt(v.g.blocks[id].first)
	}
	v.simplify()
}

// lanesAt are the lanes that the instruction node runs under.
func (v *values) lanesAt(node int32) maskID {
	return v.intern(mask{v.scalar(isa.ExecLo, node), v.scalar(isa.ExecHi, node)})
}

// lanesAfter are those behind the last instruction of a block.
func (v *values) lanesAfter(block int32) maskID {
	return v.intern(mask{v.readEnd(isa.ExecLo, block, anyLane), v.readEnd(isa.ExecHi, block, anyLane)})
}

// scalar is what a scalar register holds before an instruction.
func (v *values) scalar(r isa.Reg, node int32) valueID { return v.read(r, node, anyLane) }

// vector is what a register of a lane holds before an instruction that runs under EXEC.
func (v *values) vector(r isa.Reg, node int32) valueID { return v.read(r, node, v.lanesAt(node)) }

// read is what a register holds before an instruction, of a VGPR in one of the lanes.
func (v *values) read(r isa.Reg, node int32, lanes maskID) valueID {
	if r < isa.V0 {
		lanes = anyLane
	}
	r = v.defs.place(r)
	if id := v.find(v.walk(r, v.g.nodes[node].block, node, lanes)); id != 0 {
		return id
	}
	return v.result(node, beforeNode+int(r)) // unknown, but the same whenever it is asked for
}

// readEnd is what a register holds behind a block.
func (v *values) readEnd(r isa.Reg, block int32, lanes maskID) valueID {
	return v.find(v.walk(r, block, v.g.blocks[block].last, lanes))
}

// walk follows a register back from before node end of a block.
func (v *values) walk(r isa.Reg, block, end int32, lanes maskID) valueID {
	if r >= isa.A0 && !isSlot(r) && v.defs.firstAGPR == 0 {
		return 0
	}
	if v.depth++; v.depth > mostDeep {
		v.depth--
		return 0
	}
	defer func() { v.depth-- }()
	for {
		if v.steps--; v.steps <= 0 {
			return 0
		}
		x := &v.g.blocks[block]
		for {
			node, any := v.defs.last(r, x.first, end)
			if node < 0 {
				break
			}
			if any {
				return 0
			}
			if first, ok := v.g.movesTo(node); ok && r >= isa.V0 {
				a, b := v.find(v.resultOf(node, first)), v.find(v.walk(r, block, node, lanes))
				if a == 0 || b == 0 {
					return 0
				}
				return v.value(value{op: opEither, a: a, b: b, node: node, k: uint32(r-first) + 1})
			}
			if v.isLane(lanes) {
				if to, written, ok := v.lane(r, node, lanes); ok && written != 0 {
					return written
				} else if ok {
					r, end = to, node
					continue
				}
			}
			made := v.resultOf(node, r)
			if r < isa.V0 || v.writesAll(node, lanes) {
				return made
			}
			return v.choose(opEither, made, v.walk(r, block, node, lanes), 0, node)
		}
		if len(x.preds) != 1 || v.isEntry(block) || v.lost[block] || v.g.blocks[x.preds[0]].blind {
			return v.head(r, block, lanes)
		}
		if x.order <= v.g.blocks[x.preds[0]].order { // alone, and behind: nothing leads here
			return 0
		}
		lanes = v.above(lanes, block)
		block = x.preds[0]
		end = v.g.blocks[block].last
	}
}

func (v *values) isEntry(block int32) bool {
	for _, e := range v.g.entries {
		if e == block {
			return true
		}
	}
	return false
}

// findLost finds the blocks that are also reached from where it is not known: functions, if there is a
// call that only the run tells, and all if there is such a jump.
func (v *values) findLost() {
	v.lost = make([]bool, len(v.g.blocks))
	calls, all := false, false
	for id := range v.g.blocks {
		x := &v.g.blocks[id]
		calls = calls || x.blind
		if x.first < x.last && len(x.succs) == 0 {
			f := v.g.nodes[x.last-1].flow
			all = all || f == flowOdd || f == flowSetPC && v.start.known
		}
	}
	for id := range v.g.blocks {
		for _, p := range v.g.blocks[id].preds {
			if x := &v.g.blocks[p]; x.first < x.last {
				f := v.g.nodes[x.last-1].flow
				v.lost[id] = v.lost[id] || all || calls && (f == flowCall || f == flowSwapPC)
			}
		}
	}
}

// head is what a register holds at the beginning of a block that several lead to, or none.
func (v *values) head(r isa.Reg, block int32, lanes maskID) valueID {
	lanes = v.above(lanes, block)
	key := headKey{block, r, lanes}
	if id, ok := v.heads[key]; ok {
		return id
	}
	if isSlot(r) {
		if v.slotHeads--; v.slotHeads < 0 {
			return 0
		}
	}
	x := &v.g.blocks[block]
	if len(x.preds) == 0 {
		id := v.atStart(r, block)
		v.heads[key] = id
		return id
	}
	phi := v.add(value{op: opPhi, node: block, k: uint32(r)})
	v.heads[key] = phi
	var args []valueID
	if v.isEntry(block) {
		args = append(args, v.atStart(r, block))
	}
	if v.lost[block] {
		args = append(args, 0)
	}
	for k, p := range x.preds {
		if v.g.blocks[p].order < 0 {
			continue // nothing leads there
		}
		if v.g.blocks[p].blind {
			args = append(args, 0)
			continue
		}
		args = append(args, v.walk(r, p, v.g.blocks[p].last, v.along(lanes, block, k)))
	}
	p := &v.list[phi]
	p.a, p.b = valueID(len(v.args)), valueID(len(v.args)+len(args))
	v.args = append(v.args, args...)
	v.simplifyPhi(phi)
	return phi
}

// atStart is what a register holds where the code is entered.
func (v *values) atStart(r isa.Reg, block int32) valueID {
	if !v.isEntry(block) {
		return 0
	}
	if !v.start.known {
		return v.symbol(symRegister | symbol(r))
	}
	if s, ok := v.start.scalars[r]; ok {
		return v.symbol(s)
	}
	if r == isa.V0 {
		id := v.symbol(symItem)
		for k := 1; k <= v.start.items; k++ {
			id = v.op(opAdd, id, v.op(opShl, v.symbol(symItem|symbol(k)), v.constant(uint32(10*k))))
		}
		return id
	}
	return v.symbol(symRegister | symbol(r))
}

// writesAll reports whether a definition of a VGPR writes it in all of the lanes.
func (v *values) writesAll(node int32, lanes maskID) bool {
	row := v.g.nodes[node].inst.Row
	if row.Passes > 0 {
		return true // matrix instructions take no notice of EXEC
	}
	of := v.masks[v.lanesAt(node)]
	if all := v.constant(1<<32 - 1); of.low == all && of.high == all {
		return true
	}
	if lanes == anyLane {
		return false
	}
	return v.allAmong(v.masks[lanes], of)
}

// subset reports whether the lanes of half a mask are among those of another.
func (v *values) subset(a, b valueID, deep int) bool {
	a, b = v.find(a), v.find(b)
	if a == b {
		return true
	}
	if deep == 0 {
		return false
	}
	switch x := v.list[a]; x.op {
	case opAnd:
		return v.subset(x.a, b, deep-1) || v.subset(x.b, b, deep-1)
	case opOr, opXor:
		return v.subset(x.a, b, deep-1) && v.subset(x.b, b, deep-1)
	case opBallot:
		m := v.masks[v.lanesAt(x.node)]
		return v.subset([...]valueID{m.low, m.high}[x.k], b, deep-1)
	case opConst:
		all, ok := v.isConst(b)
		return x.k == 0 || ok && x.k&^all == 0
	case opPhi:
		// A mask that is cut down in a loop stays within that before the loop: with the phi taken to
		// be within b, all that lead to it are.
		if v.placeOf(b) >= v.g.blocks[x.node].order {
			return false
		}
		for _, p := range v.args[x.a:x.b] {
			if p = v.find(p); p != a && !v.within(p, b, a, deep-1) {
				return false
			}
		}
		return x.a < x.b
	}
	return false
}

// within is subset, where a value is taken to be a subset of b.
func (v *values) within(a, b, given valueID, deep int) bool {
	a = v.find(a)
	if a == given || a == b {
		return true
	}
	if deep == 0 {
		return false
	}
	switch x := v.list[a]; x.op {
	case opAnd:
		return v.within(x.a, b, given, deep-1) || v.within(x.b, b, given, deep-1)
	case opOr, opXor:
		return v.within(x.a, b, given, deep-1) && v.within(x.b, b, given, deep-1)
	case opBallot:
		m := v.masks[v.lanesAt(x.node)]
		return v.within([...]valueID{m.low, m.high}[x.k], b, given, deep-1)
	}
	return v.subset(a, b, deep-1)
}

// placeOf is the position, in reverse postorder, of the block that a value is made in; that of symbols
// and constants is before all blocks, and operations are where the last of their operands is.
func (v *values) placeOf(x valueID) int32 { return v.place[v.find(x)] }

// placeNow is placeOf for a value that is being made.
func (v *values) placeNow(w *value) int32 {
	switch w.op {
	case opConst, opSymbol, opUnknown:
		return -1
	case opPhi, opCount:
		return v.g.blocks[w.node].order
	case opResult, opLoad, opBallot:
		return v.g.blocks[v.g.nodes[w.node].block].order
	}
	place := max(v.place[w.a], v.place[w.b], v.place[w.c])
	if w.node > 0 { // what is chosen there depends on more than the operands
		place = max(place, v.g.blocks[v.g.nodes[w.node].block].order)
	}
	return place
}

// above are the lanes as they can be named at the beginning of a block: a mask that is made in the
// block or behind is cut to what is known there, which may be more lanes.
func (v *values) above(lanes maskID, block int32) maskID {
	if lanes == anyLane {
		return anyLane
	}
	m := v.masks[lanes]
	low, ok := v.hull(m.low, block, isa.ExecLo)
	high, ok2 := v.hull(m.high, block, isa.ExecHi)
	if !ok || !ok2 {
		return anyLane
	}
	return v.intern(mask{low, high})
}

// hull is half a mask that contains half a mask, and that exists at the beginning of a block.
func (v *values) hull(x valueID, block int32, half isa.Reg) (valueID, bool) {
	order := v.g.blocks[block].order
	if y, ok := v.part(x, order, mostNested); ok {
		return y, true
	}
	all := v.symbol(symRegister | symbol(half))
	return all, v.among(x, all)
}

// part is the hull of half a mask that is an intersection, or lanes and some of them.
func (v *values) part(x valueID, order int32, deep int) (valueID, bool) {
	x = v.find(x)
	w := v.list[x]
	if v.place[x] < order || w.op == opPhi && v.place[x] == order {
		return x, true
	}
	if deep == 0 {
		return 0, false
	}
	switch w.op {
	case opBallot:
		m := v.masks[v.lanesAt(w.node)]
		return v.part([...]valueID{m.low, m.high}[w.k], order, deep-1)
	case opAnd:
		if y, ok := v.part(w.a, order, deep-1); ok {
			return y, true
		}
		return v.part(w.b, order, deep-1)
	case opOr, opXor: // lanes that leave a loop
		if whole, ok := v.union(w.a, w.b, deep-1); ok {
			return v.part(whole, order, deep-1)
		}
	}
	return 0, false
}

// along are the lanes of a block's beginning as they are at the end of its predecessor k.
func (v *values) along(lanes maskID, block int32, k int) maskID {
	if lanes == anyLane {
		return anyLane
	}
	m := v.masks[lanes]
	low, ok := v.operand(m.low, block, k)
	high, ok2 := v.operand(m.high, block, k)
	if !ok || !ok2 {
		return anyLane
	}
	return v.intern(mask{low, high})
}

// operand is what a value is at the end of predecessor k of a block.
func (v *values) operand(x valueID, block int32, k int) (valueID, bool) {
	x = v.find(x)
	if w := &v.list[x]; w.op == opPhi && w.node == block {
		at := int(w.a) + v.argument(block, k)
		if at >= int(w.b) {
			return 0, false // still being made
		}
		return v.find(v.args[at]), true
	}
	return x, v.placeOf(x) < v.g.blocks[block].order
}

// extra is the number of arguments of a block's phis that come from no predecessor.
func (v *values) extra(block int32) int {
	n := 0
	if v.isEntry(block) {
		n++
	}
	if v.lost[block] {
		n++
	}
	return n
}

// argument is the place of predecessor k among the arguments of a block's phis.
func (v *values) argument(block int32, k int) int {
	n := v.extra(block)
	for _, p := range v.g.blocks[block].preds[:k] {
		if v.g.blocks[p].order >= 0 {
			n++
		}
	}
	return n
}
