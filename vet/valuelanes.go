package vet

import (
	"math/bits"

	"heddle/isa"
)

// mostMasks limits the values that one question about lanes leads to.
const mostMasks = 512

// startsWith reports whether lanes, half a mask, are among those that the wave starts with, whatever way
// execution took.
func (v *values) startsWith(x valueID, half isa.Reg) bool {
	return v.among(x, v.symbol(symRegister|symbol(half)))
}

// among reports whether lanes, half a mask, are among others, whatever way execution took: the lanes of loops that
// lanes leave one by one, and of what is behind them, or behind the two sides of a branch. All values that they are made
// of are taken to be, until one shows that it need not be.
func (v *values) among(x, all valueID) bool {
	if v.subset(x, all, mostNested) {
		return true
	}
	x, all = v.find(x), v.find(all)
	if v.inside[[2]valueID{x, all}] {
		return true
	}
	index := map[valueID]int{}
	var list []valueID
	add := func(y valueID) int {
		y = v.find(y)
		at, ok := index[y]
		if !ok {
			at = len(list)
			list, index[y] = append(list, y), at
		}
		return at
	}
	parts := func(y valueID) []valueID {
		switch d := v.list[y]; d.op {
		case opAnd, opOr, opXor:
			return []valueID{d.a, d.b}
		case opBallot:
			m := v.masks[v.lanesAt(d.node)]
			return []valueID{[...]valueID{m.low, m.high}[d.k]}
		case opPhi:
			if v.placeOf(all) < v.g.blocks[d.node].order { // else all may be another mask by then
				return v.args[d.a:d.b]
			}
		}
		return nil
	}
	add(x)
	var made [][]int // of what each is made; values that are equal become one when that is found out, while this looks for them
	for i := 0; i < len(list); i++ {
		if len(list) > mostMasks {
			return false
		}
		made = append(made, nil)
		if list[i] != all {
			for _, p := range parts(list[i]) {
				made[i] = append(made[i], add(p))
			}
		}
	}
	v.steps -= len(list)
	out := make([]bool, len(list))
	for changed := true; changed; {
		changed = false
		for i, y := range list {
			if out[i] || y == all {
				continue
			}
			leaves, stays := 0, 0
			for _, p := range made[i] {
				if out[p] {
					leaves++
				} else {
					stays++
				}
			}
			is := leaves == 0 && stays > 0
			switch d := v.list[y]; d.op {
			case opAnd:
				is = stays > 0
			case opConst:
				is = d.k == 0
			}
			if !is {
				out[i], changed = true, true
			}
		}
	}
	if !out[0] {
		v.inside[[2]valueID{x, all}] = true
	}
	return !out[0]
}

// allAmong is among for both halves.
func (v *values) allAmong(m, of mask) bool { return v.among(m.low, of.low) && v.among(m.high, of.high) }

// oneLane is the mask of a single lane.
func (v *values) oneLane(n uint32) maskID {
	bit := uint64(1) << n
	return v.intern(mask{v.constant(uint32(bit)), v.constant(uint32(bit >> 32))})
}

// isLane reports whether a mask is that of a single lane, which v_readlane asks for.
func (v *values) isLane(lanes maskID) bool {
	m := v.masks[lanes]
	low, ok := v.isConst(m.low)
	high, ok2 := v.isConst(m.high)
	return ok && ok2 && bits.OnesCount32(low)+bits.OnesCount32(high) == 1
}

// lane is what a register of a lane holds behind an instruction that writes it: what v_writelane has written, or what
// another register holds before it, if it copies that, or the same one, if it writes another lane. It is not ok if it
// is something else.
func (v *values) lane(r isa.Reg, node int32, lanes maskID) (from isa.Reg, written valueID, ok bool) {
	x := &reader{v, node, &v.g.nodes[node].inst}
	if !x.plain() || v.g.indexes(node) != 0 {
		return 0, 0, false
	}
	switch x.inst.Row.Op {
	case isa.V_WRITELANE_B32:
		n, ok := v.isConst(x.src(2)) // src(0) is what it writes over
		switch {
		case ok && v.oneLane(n%64) == lanes:
			return 0, x.src(1), true
		case ok:
			return r, 0, true
		}
		return 0, 0, false
	case isa.V_MOV_B32, isa.V_ACCVGPR_READ_B32, isa.V_ACCVGPR_WRITE_B32, isa.V_ACCVGPR_MOV_B32:
		o := &x.inst.Args[1]
		if o.Kind != isa.KindReg || o.Reg() < isa.V0 || o.Flags != 0 {
			return 0, 0, false
		}
		from = v.defs.place(o.Reg())
	default:
		if from, ok = v.privateCopy(r, node); !ok {
			return 0, 0, false
		}
	}
	return from, 0, v.writesAll(node, lanes)
}
