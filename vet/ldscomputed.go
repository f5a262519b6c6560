package vet

import (
	"math/bits"

	"heddle/isa"
)

// Instructions of which the result is worked out as numbers only: what they do to ranges and sums is of no use, and
// compilers make addresses and lanes with them.

// computation is what an instruction computes from its operands, of some dwords each.
type computation struct {
	dwords  []int
	byLane  bool
	compute func(s []uint64, lane int) uint64
}

// computations are by instruction.
var computations = map[isa.Op]computation{
	isa.S_BREV_B32:      {[]int{1}, false, func(s []uint64, _ int) uint64 { return uint64(bits.Reverse32(uint32(s[0]))) }},
	isa.V_BFREV_B32:     {[]int{1}, false, func(s []uint64, _ int) uint64 { return uint64(bits.Reverse32(uint32(s[0]))) }},
	isa.S_BREV_B64:      {[]int{2}, false, func(s []uint64, _ int) uint64 { return bits.Reverse64(s[0]) }},
	isa.S_FF1_I32_B32:   {[]int{1}, false, func(s []uint64, _ int) uint64 { return firstBit(s[0]) }},
	isa.S_FF1_I32_B64:   {[]int{2}, false, func(s []uint64, _ int) uint64 { return firstBit(s[0]) }},
	isa.S_BCNT1_I32_B32: {[]int{1}, false, func(s []uint64, _ int) uint64 { return uint64(bits.OnesCount64(s[0])) }},
	isa.S_BCNT1_I32_B64: {[]int{2}, false, func(s []uint64, _ int) uint64 { return uint64(bits.OnesCount64(s[0])) }},
	isa.V_BCNT_U32_B32:  {[]int{1, 1}, false, func(s []uint64, _ int) uint64 { return uint64(bits.OnesCount64(s[0])) + s[1] }},
	isa.S_LSHL_B64:      {[]int{2, 1}, false, func(s []uint64, _ int) uint64 { return s[0] << (s[1] & 63) }},
	isa.S_LSHR_B64:      {[]int{2, 1}, false, func(s []uint64, _ int) uint64 { return s[0] >> (s[1] & 63) }},
	isa.V_LSHLREV_B64:   {[]int{1, 2}, false, func(s []uint64, _ int) uint64 { return s[1] << (s[0] & 63) }},
	isa.V_LSHRREV_B64:   {[]int{1, 2}, false, func(s []uint64, _ int) uint64 { return s[1] >> (s[0] & 63) }},
	isa.V_MBCNT_LO_U32_B32: {[]int{1, 1}, true, func(s []uint64, lane int) uint64 {
		return s[1] + uint64(bits.OnesCount64(s[0]&(1<<min(lane, 32)-1)))
	}},
	isa.V_MBCNT_HI_U32_B32: {[]int{1, 1}, true, func(s []uint64, lane int) uint64 {
		return s[1] + uint64(bits.OnesCount64(s[0]&(1<<max(lane-32, 0)-1)))
	}},
}

// firstBit is the number of the lowest bit that is set, -1 if there is none.
func firstBit(x uint64) uint64 {
	if x == 0 {
		return 1<<32 - 1
	}
	return uint64(bits.TrailingZeros64(x))
}

// operandsOf are the values that a computation needs; nil if it is none.
func (v *values) operandsOf(node int32) (list [][]valueID) {
	x := &reader{v, node, &v.g.nodes[node].inst}
	if !x.plain() || v.g.nodes[node].indexed {
		return nil
	}
	if c, ok := computations[x.inst.Row.Op]; ok {
		for i, n := range c.dwords {
			var operand []valueID
			for k := range n {
				operand = append(operand, x.dword(i, k))
			}
			list = append(list, operand)
		}
	}
	switch x.inst.Row.Op {
	case isa.V_READLANE_B32: // of any lane, active or not
		if o := &x.inst.Args[x.operand(0)]; o.Kind == isa.KindReg {
			list = [][]valueID{{x.read(o.Reg(), node, anyLane)}, {x.src(1)}}
		}
	case isa.V_WRITELANE_B32:
		list = [][]valueID{{x.src(0)}, {x.src(1)}, {x.read(x.inst.Args[0].Reg(), node, anyLane)}}
	}
	return list
}

// computed is a dword of the result of a computation.
func (e *evaluator) computed(d *value, m moment) (n *numbers, ok bool) {
	operands := e.v.operandsOf(d.node)
	if operands == nil || d.k > 1 {
		return nil, false
	}
	list := make([][]*numbers, len(operands))
	for i, operand := range operands {
		for _, x := range operand {
			list[i] = append(list[i], e.eval(x, m))
		}
	}
	inst := &e.v.g.nodes[d.node].inst
	switch inst.Row.Op {
	case isa.V_READLANE_B32:
		return e.readLane(list[0][0], list[1][0]), true
	case isa.V_WRITELANE_B32:
		return e.writeLane(list[0][0], list[1][0], list[2][0]), true
	}
	c := computations[inst.Row.Op]
	size := 1
	for _, operand := range list {
		for _, n := range operand {
			if n == nil || n.base.x != 0 {
				return nil, true
			}
			size = max(size, len(n.n))
		}
	}
	if c.byLane {
		size = e.items()
	}
	n = &numbers{n: make([]uint64, size)}
	s := make([]uint64, len(list))
	for i := range n.n {
		for k, operand := range list {
			s[k] = 0
			for at, x := range operand {
				s[k] |= uint64(uint32(x.at(i))) << (32 * at)
			}
		}
		n.n[i] = uint64(uint32(c.compute(s, i%e.lanes) >> (32 * d.k)))
	}
	return n, true
}

// readLane is a value of one lane of each wave.
func (e *evaluator) readLane(a, lane *numbers) *numbers {
	if a == nil || a.base.varies || lane == nil || lane.base.x != 0 {
		return nil
	}
	r := e.each(func(i int) uint64 { return a.at(i/e.lanes*e.lanes + int(lane.at(i))%e.lanes) })
	r.base = a.base
	return r
}

// writeLane is a register of which one lane is written.
func (e *evaluator) writeLane(a, lane, old *numbers) *numbers {
	if a == nil || a.base.varies || lane == nil || lane.base.x != 0 {
		return nil
	}
	if old == nil || old.base != a.base {
		return nil
	}
	r := e.each(func(i int) uint64 {
		if i%e.lanes == int(lane.at(i))%e.lanes {
			return a.at(i)
		}
		return old.at(i)
	})
	r.base = a.base
	return r
}
