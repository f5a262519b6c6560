package vet

import (
	"slices"

	"heddle/isa"
)

// What registers hold, as values: a value is a constant, something that is known when a wave starts,
// or the result of an operation on values. They are found on demand, from a use back to what reaches
// it, in static single assignment form: where several definitions meet there is a phi. Equal
// operations on equal values are one value.
//
// A value of a VGPR is that of a lane. An instruction writes the lanes of EXEC only, so the value
// depends on the lanes that ask: valueread.go.

// valueID is a value; 0 is one that nothing is known of.
type valueID int32

// valueOp is how a value is made.
type valueOp uint8

const (
	opUnknown valueOp = iota
	opConst           // k
	opSymbol          // k: what a wave is given
	opCount           // how often the loop that begins at block node has come round
	opPhi             // one of the values in args[a:b], by the block node's predecessors
	opEither          // a or b, by lane; if k is not 0, only where indexing chooses register k-1 of those from the destination on
	opSelect          // a or b, by c
	opResult          // of the instruction node, nothing else is known; k tells its results apart
	opLoad            // dword k at bytes of the 64-bit address a, by the instruction node
	opFirst           // a in the first of the lanes that the instruction node runs under, or, if k is not 0, in lane k-1
	opBallot          // half k of a mask of lanes for which the comparison node holds
	// 32 bits, modulo 2^32
	opAdd
	opSub
	opMul
	opMulHi  // unsigned
	opMulHiS // signed
	opAnd
	opOr
	opXor
	opShl
	opShr
	opSar
	opMin
	opMax
	opMinS
	opMaxS
	// a bit
	opCarry  // of a+b+c
	opBorrow // of a-b-c
	opCmp    // comparison k of a and b
	// 64 bits
	opPair   // a, and b*2^32
	opSext   // a, with its sign
	opSigned // the same, of a number that the code has not extended
	opWideAdd
	opWideShl
	opWideShr
	opWideSar
	opWideMul  // of 32-bit numbers
	opWideMulS // of signed ones
	// parts of 64 bits
	opLow
	opHigh
)

// wide reports whether a value has 64 bits.
func (op valueOp) wide() bool { return op >= opPair && op < opLow }

// Comparisons, k of opCmp. The opposite of one is that with the lowest bit changed.
const (
	cmpLess      = iota // unsigned
	cmpAtLeast          // unsigned
	cmpLessS            // signed
	cmpAtLeastS         // signed
	cmpEqual            // bits
	cmpDifferent        // bits
)

// value is how a value is made.
type value struct {
	op      valueOp
	a, b, c valueID
	k       uint32
	node    int32
}

// symbol is what a wave is given, k of opSymbol: a kind, and a number.
type symbol uint32

const (
	symKernarg  symbol = iota << 24 // address of the arguments; dword 0 or 1
	symArg                          // the dword of the arguments at a byte offset
	symGroup                        // number of the workgroup in x, y, z
	symItem                         // number of the work-item in x, y, z
	symDispatch                     // address of the dispatch packet; dword 0 or 1
	symPacket                       // the dword of the dispatch packet at a byte offset
	symLane                         // number of the lane
	symAperture                     // high dword of the flat addresses of the aperture that a register names
	symRegister                     // what another register holds when the wave starts
)

func (s symbol) kind() symbol { return s &^ (1<<24 - 1) }
func (s symbol) number() int  { return int(s & (1<<24 - 1)) }

// values are those of a kernel.
type values struct {
	g         *graph
	transfers map[isa.Op]transfer
	start     start
	given     *given
	// steps is the work that is left; with none, nothing more is found out.
	steps int

	list      []value
	args      []valueID // of phis
	same      []valueID // by value: the one that a phi is equal to, or itself
	place     []int32   // by value: see placeOf
	lost      []bool    // by block: see findLost
	ids       map[value]valueID
	defs      defs
	slotHeads int // how many more slots may be asked for at the beginning of blocks
	private   privateAddresses
	heads     map[headKey]valueID // what registers hold at the beginning of a block
	made      map[resultKey]valueID
	masks     []mask
	maskID    map[mask]maskID
	inside    map[[2]valueID]bool // lanes that are among others
	depth     int

	facts   []fact
	polys   []poly
	uniform []bool
	loops   map[int32]*loop     // by the block that they begin at
	phis    map[int32][]valueID // by block, with the counts; for witnesses
	linears map[valueID]*linear // those that were asked for
	loads   map[int32]*asked    // by node: see loadedPart
}

type headKey struct {
	block int32
	reg   isa.Reg
	lanes maskID
}

type resultKey struct {
	node int32
	reg  isa.Reg
}

// start is what registers hold when a wave starts; those that it does not have are symRegister.
type start struct {
	known     bool // the code is a kernel's
	scalars   map[isa.Reg]symbol
	items     int // dimensions in v0
	firstAGPR int // the number of a0 among the VGPRs; 0 if unknown
}

// newRegisterValues is newValues without private memory.
func newRegisterValues(g *graph, transfers map[isa.Op]transfer, s start, given *given) *values {
	return newValuesWith(g, transfers, s, given, privateAddresses{})
}

// newValuesWith is newValues, where some addresses of private memory are known.
func newValuesWith(g *graph, transfers map[isa.Op]transfer, s start, given *given, private privateAddresses) *values {
	v := &values{
		g: g, transfers: transfers, start: s, given: given, steps: stepsFor(len(g.nodes)), slotHeads: mostSlotHeads * len(g.nodes),
		list: []value{{}}, same: []valueID{0}, place: []int32{-1}, ids: map[value]valueID{},
		heads: map[headKey]valueID{}, made: map[resultKey]valueID{},
		masks: []mask{{}}, maskID: map[mask]maskID{{}: 0}, inside: map[[2]valueID]bool{}, loads: map[int32]*asked{}, loops: map[int32]*loop{},
	}
	v.private = private
	v.defs = newDefs(g, s.firstAGPR, &v.private)
	v.findLost()
	v.findMasks()
	return v
}

// find is the value that a value is equal to.
func (v *values) find(x valueID) valueID {
	for v.same[x] != x {
		v.same[x] = v.same[v.same[x]]
		x = v.same[x]
	}
	return x
}

// at returns how a value is made.
func (v *values) at(x valueID) *value { return &v.list[v.find(x)] }

// add makes a value.
func (v *values) add(x value) valueID {
	id := valueID(len(v.list))
	v.list, v.same, v.place = append(v.list, x), append(v.same, id), append(v.place, v.placeNow(&x))
	if v.facts != nil {
		v.grow()
	}
	return id
}

// value returns the value that is made like that.
func (v *values) value(x value) valueID {
	if id, ok := v.ids[x]; ok {
		return id
	}
	id := v.add(x)
	v.ids[x] = id
	return id
}

// constant is a number of 32 bits.
func (v *values) constant(k uint32) valueID { return v.value(value{op: opConst, k: k}) }

// symbol is what a wave is given.
func (v *values) symbol(s symbol) valueID { return v.value(value{op: opSymbol, k: uint32(s)}) }

// result is a value of which only the instruction is known.
func (v *values) result(node int32, k int) valueID {
	return v.value(value{op: opResult, node: node, k: uint32(k)})
}

// isConst returns the number that a value is.
func (v *values) isConst(x valueID) (uint32, bool) {
	c := v.at(x)
	return c.k, c.op == opConst
}

// commutes are operations that give the same for exchanged operands.
func (op valueOp) commutes() bool {
	switch op {
	case opAdd, opMul, opMulHi, opMulHiS, opAnd, opOr, opXor, opMin, opMax, opMinS, opMaxS, opWideAdd, opWideMul, opWideMulS:
		return true
	}
	return false
}

// op makes the result of an operation on two values. Constants are computed.
func (v *values) op(op valueOp, a, b valueID) valueID {
	a, b = v.find(a), v.find(b)
	if op.commutes() && a > b {
		a, b = b, a
	}
	if !op.wide() {
		x, constA := v.isConst(a)
		y, constB := v.isConst(b)
		if constA && constB {
			if k, ok := compute(op, x, y); ok {
				return v.constant(k)
			}
		}
		if r, ok := v.neutral(op, a, b, x, y, constA, constB); ok {
			return r
		}
	}
	return v.value(value{op: op, a: a, b: b})
}

// neutral simplifies operations with 0 and the like.
func (v *values) neutral(op valueOp, a, b valueID, x, y uint32, constA, constB bool) (valueID, bool) {
	switch op {
	case opAdd, opOr, opXor:
		if op == opOr && constA && x == 1<<32-1 {
			return a, true
		}
		if op == opOr && constB && y == 1<<32-1 {
			return b, true
		}
		if whole, ok := v.union(a, b, mostNested/2); ok && op == opOr { // lanes that were switched off are switched on again
			return whole, true
		}
		if constA && x == 0 {
			return b, true
		}
		if constB && y == 0 {
			return a, true
		}
	case opSub, opShl, opShr, opSar:
		if constB && y == 0 {
			return a, true
		}
	case opAnd:
		if constA && x == 1<<32-1 || a == b {
			return b, true
		}
		if constB && y == 1<<32-1 {
			return a, true
		}
	case opMul:
		if constA && x == 1 {
			return b, true
		}
		if constB && y == 1 {
			return a, true
		}
	}
	return 0, false
}

// compute is an operation on constants.
func compute(op valueOp, x, y uint32) (uint32, bool) {
	switch op {
	case opAdd:
		return x + y, true
	case opSub:
		return x - y, true
	case opMul:
		return x * y, true
	case opMulHi:
		return uint32(uint64(x) * uint64(y) >> 32), true
	case opMulHiS:
		return uint32(int64(int32(x)) * int64(int32(y)) >> 32), true
	case opAnd:
		return x & y, true
	case opOr:
		return x | y, true
	case opXor:
		return x ^ y, true
	case opShl:
		return x << (y & 31), true
	case opShr:
		return x >> (y & 31), true
	case opSar:
		return uint32(int32(x) >> (y & 31)), true
	case opMin:
		return min(x, y), true
	case opMax:
		return max(x, y), true
	case opMinS:
		return uint32(min(int32(x), int32(y))), true
	case opMaxS:
		return uint32(max(int32(x), int32(y))), true
	}
	return 0, false
}

// pair is the 64-bit value of two dwords.
func (v *values) pair(low, high valueID) valueID {
	low, high = v.find(low), v.find(high)
	l, h := &v.list[low], &v.list[high]
	if l.op == opLow && h.op == opHigh && l.a == h.a {
		return l.a
	}
	if h.op == opSar && h.a == low {
		if k, ok := v.isConst(h.b); ok && k&31 == 31 {
			return v.value(value{op: opSext, a: low})
		}
	}
	return v.value(value{op: opPair, a: low, b: high})
}

// half is a dword of a 64-bit value.
func (v *values) half(x valueID, k int) valueID {
	switch p := &v.list[x]; {
	case p.op == opPair && k == 0:
		return p.a
	case p.op == opPair:
		return p.b
	case p.op == opSext && k == 0:
		return p.a
	}
	return v.value(value{op: opLow + valueOp(k), a: x})
}

// zext is a dword as a 64-bit number.
func (v *values) zext(x valueID) valueID { return v.pair(x, v.constant(0)) }

// carry is the carry of a sum, or the borrow of a difference.
func (v *values) carry(op valueOp, a, b, in valueID) valueID {
	if op == opCarry && a > b {
		a, b = b, a
	}
	return v.value(value{op: op, a: v.find(a), b: v.find(b), c: v.find(in)})
}

// compare makes a comparison. Of constants it is computed.
func (v *values) compare(k int, a, b valueID) valueID {
	x, constA := v.isConst(a)
	if y, constB := v.isConst(b); constA && constB {
		return v.constant(uint32(compareNumbers(uint32(k), uint64(x), uint64(y))))
	}
	return v.value(value{op: opCmp, a: v.find(a), b: v.find(b), k: uint32(k)})
}

// choose is a or b, by a condition, or by something that only the instruction tells.
func (v *values) choose(op valueOp, a, b, by valueID, node int32) valueID {
	a, b = v.find(a), v.find(b)
	switch c, known := v.isConst(by); {
	case a == b, known && c != 0:
		return a
	case known:
		return b
	case a == 0 || b == 0:
		return 0
	case by != 0:
		node = 0
	}
	return v.value(value{op: op, a: a, b: b, c: by, node: node})
}

// simplify finds phis that have only one value.
func (v *values) simplify() {
	const passes = 10 // each more is for phis that are equal because of those found before
	for range passes {
		changed := false
		for i := range v.list {
			switch x := valueID(i); {
			case v.same[x] != x:
			case v.list[i].op == opPhi:
				changed = v.simplifyPhi(x) || changed
			case v.list[i].op == opOr:
				changed = v.simplifyOr(x) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// simplifyOr replaces a union of lanes with a part of them.
func (v *values) simplifyOr(x valueID) bool {
	d := v.list[x]
	a, b := v.find(d.a), v.find(d.b)
	whole, ok := v.union(a, b, mostNested)
	if !ok {
		whole, ok = v.allLanes(a, b)
	}
	if ok && whole != x {
		v.same[x] = whole
		return true
	}
	return false
}

// allLanes is the union of the lanes that a wave starts with and some of them.
func (v *values) allLanes(a, b valueID) (valueID, bool) {
	for _, half := range [...]isa.Reg{isa.ExecLo, isa.ExecHi} {
		all := v.symbol(symRegister | symbol(half))
		if a == all && v.startsWith(b, half) || b == all && v.startsWith(a, half) {
			return all, true
		}
	}
	return 0, false
}

// union is the union of lanes and a part of them.
func (v *values) union(a, b valueID, deep int) (valueID, bool) {
	switch {
	case v.subset(a, b, deep):
		return b, true
	case v.subset(b, a, deep):
		return a, true
	}
	return 0, false
}

// simplifyPhi replaces a phi that has only one value.
func (v *values) simplifyPhi(x valueID) bool {
	p := &v.list[x]
	only := valueID(-1)
	for _, a := range v.args[p.a:p.b] {
		switch a = v.find(a); {
		case a == x || a == only:
		case only >= 0:
			return false
		default:
			only = a
		}
	}
	if only < 0 {
		only = 0 // nothing leads here
	}
	v.same[x] = only
	return true
}

// defs are the instructions that write each register.
type defs struct {
	by        [][]int32 // nodes in order, by register
	clobber   [4][]int32
	firstAGPR int
}

// Kinds of instructions that write registers which only the run tells, indexes of defs.clobber.
const (
	clobberScalar = iota
	clobberVector
	clobberAcc     // accumulation VGPRs
	clobberPrivate // private memory
)

func newDefs(g *graph, firstAGPR int, private *privateAddresses) defs {
	registers := isa.Reg(len(isa.RegSet{}) * 64)
	for _, b := range private.at {
		_, end := b.slots()
		registers = max(registers, end)
	}
	d := defs{by: make([][]int32, registers), firstAGPR: firstAGPR}
	for i := range g.nodes {
		n := &g.nodes[i]
		w := n.inst.Writes()
		for r, left := range w {
			for ; left != 0; left &= left - 1 {
				reg := d.place(isa.Reg(64*r + trailing(left)))
				if list := d.by[reg]; len(list) == 0 || list[len(list)-1] != int32(i) {
					d.by[reg] = append(list, int32(i))
				}
			}
		}
		x := &g.blocks[n.block]
		call := n.flow == flowOdd || x.blind && int32(i) == x.last-1
		if call || n.inst.Row.Op == isa.S_MOVRELD_B32 || n.inst.Row.Op == isa.S_MOVRELD_B64 {
			d.clobber[clobberScalar] = append(d.clobber[clobberScalar], int32(i))
		}
		if b, ok := private.at[int32(i)]; ok && n.inst.Row.Traits&isa.MayStore != 0 {
			for r, end := b.slots(); r < end; r++ {
				d.by[r] = append(d.by[r], int32(i))
			}
		}
		if call || private.any[int32(i)] {
			d.clobber[clobberPrivate] = append(d.clobber[clobberPrivate], int32(i))
		}
		vector := n.inst.Row.Unit != isa.UnitSALU && n.inst.Row.Unit != isa.UnitBranch && n.inst.Row.Unit != isa.UnitSMEM
		to, moves := g.movesTo(int32(i))
		if moves {
			for r := to + 1; r < isa.V0+256; r++ {
				if d.place(r) == r {
					d.by[r] = append(d.by[r], int32(i))
				}
			}
		}
		written := call || vector && g.indexes(int32(i))&indexDst != 0
		if written && !moves {
			d.clobber[clobberVector] = append(d.clobber[clobberVector], int32(i))
		}
		if written {
			d.clobber[clobberAcc] = append(d.clobber[clobberAcc], int32(i))
		}
	}
	return d
}

// place is the register that a name stands for: VGPRs from a0 on are AGPRs.
func (d *defs) place(r isa.Reg) isa.Reg {
	if r.IsVGPR() && d.firstAGPR > 0 && int(r-isa.V0) >= d.firstAGPR {
		return isa.A0 + isa.Reg(int(r-isa.V0)-d.firstAGPR)
	}
	return r
}

// last is the last node from first on and before end that writes a register, -1 if there is none, and
// whether it may write any register.
func (d *defs) last(r isa.Reg, first, end int32) (node int32, any bool) {
	kind := clobberScalar
	switch {
	case isSlot(r):
		kind = clobberPrivate
	case r >= isa.A0:
		kind = clobberAcc
	case r >= isa.V0:
		kind = clobberVector
	}
	own, other := before(d.by[r], end), before(d.clobber[kind], end)
	if other >= own && other >= first {
		return other, true
	}
	if own < first {
		own = -1
	}
	return own, false
}

// before is the last of a list that is less than end, -1 if there is none.
func before(list []int32, end int32) int32 {
	i, _ := slices.BinarySearch(list, end)
	if i == 0 {
		return -1
	}
	return list[i-1]
}
