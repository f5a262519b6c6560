package vet

import (
	"math/bits"
	"strings"

	"heddle/isa"
)

// Instructions of which the result is worked out as numbers only: what they do to ranges and sums is of no use, and
// compilers make addresses and lanes with them.

// computation is what an instruction computes from its operands, of some dwords each. A comparison gives 1 where it
// holds, for SCC or a mask of lanes.
type computation struct {
	dwords  []int
	byLane  bool
	compute func(s []uint64, lane int) uint64
}

// comparison64 compares 64 bits.
func comparison64(holds func(a, b uint64) bool) computation {
	return computation{[]int{2, 2}, false, func(s []uint64, _ int) uint64 { return truthOf(holds(s[0], s[1])) }}
}

// comparison16 compares the low halves of two registers, with or without a sign.
func comparison16(signed bool, holds func(a, b int64) bool) computation {
	low := func(x uint64) int64 {
		if signed {
			return int64(int16(x))
		}
		return int64(uint16(x))
	}
	return computation{[]int{1, 1}, false, func(s []uint64, _ int) uint64 { return truthOf(holds(low(s[0]), low(s[1]))) }}
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
	isa.V_BFE_U32:       {[]int{1, 1, 1}, false, func(s []uint64, _ int) uint64 { return s[0] >> (s[1] & 31) & (1<<(s[2]&31) - 1) }},
	isa.V_ALIGNBIT_B32:  {[]int{1, 1, 1}, false, func(s []uint64, _ int) uint64 { return uint64(uint32((s[0]<<32 | s[1]) >> (s[2] & 31))) }},
	isa.V_ADD_U16:       {[]int{1, 1}, false, func(s []uint64, _ int) uint64 { return uint64(uint16(s[0] + s[1])) }},
	isa.V_MUL_LO_U16:    {[]int{1, 1}, false, func(s []uint64, _ int) uint64 { return uint64(uint16(s[0] * s[1])) }},
	isa.V_SUB_U16:       {[]int{1, 1}, false, func(s []uint64, _ int) uint64 { return uint64(uint16(s[0] - s[1])) }},
	isa.S_CMP_EQ_U64:    comparison64(func(a, b uint64) bool { return a == b }),
	isa.S_CMP_LG_U64:    comparison64(func(a, b uint64) bool { return a != b }),
	isa.V_CMP_EQ_U64:    comparison64(func(a, b uint64) bool { return a == b }),
	isa.V_CMP_NE_U64:    comparison64(func(a, b uint64) bool { return a != b }),
	isa.V_CMP_LT_U64:    comparison64(func(a, b uint64) bool { return a < b }),
	isa.V_CMP_LE_U64:    comparison64(func(a, b uint64) bool { return a <= b }),
	isa.V_CMP_GT_U64:    comparison64(func(a, b uint64) bool { return a > b }),
	isa.V_CMP_GE_U64:    comparison64(func(a, b uint64) bool { return a >= b }),
	isa.V_CMP_EQ_I64:    comparison64(func(a, b uint64) bool { return a == b }),
	isa.V_CMP_NE_I64:    comparison64(func(a, b uint64) bool { return a != b }),
	isa.V_CMP_LT_I64:    comparison64(func(a, b uint64) bool { return int64(a) < int64(b) }),
	isa.V_CMP_LE_I64:    comparison64(func(a, b uint64) bool { return int64(a) <= int64(b) }),
	isa.V_CMP_GT_I64:    comparison64(func(a, b uint64) bool { return int64(a) > int64(b) }),
	isa.V_CMP_GE_I64:    comparison64(func(a, b uint64) bool { return int64(a) >= int64(b) }),
	isa.V_CMP_EQ_I16:    comparison16(true, func(a, b int64) bool { return a == b }),
	isa.V_CMP_NE_I16:    comparison16(true, func(a, b int64) bool { return a != b }),
	isa.V_CMP_LT_I16:    comparison16(true, func(a, b int64) bool { return a < b }),
	isa.V_CMP_LE_I16:    comparison16(true, func(a, b int64) bool { return a <= b }),
	isa.V_CMP_GT_I16:    comparison16(true, func(a, b int64) bool { return a > b }),
	isa.V_CMP_GE_I16:    comparison16(true, func(a, b int64) bool { return a >= b }),
	isa.V_CMP_EQ_U16:    comparison16(false, func(a, b int64) bool { return a == b }),
	isa.V_CMP_NE_U16:    comparison16(false, func(a, b int64) bool { return a != b }),
	isa.V_CMP_LT_U16:    comparison16(false, func(a, b int64) bool { return a < b }),
	isa.V_CMP_LE_U16:    comparison16(false, func(a, b int64) bool { return a <= b }),
	isa.V_CMP_GT_U16:    comparison16(false, func(a, b int64) bool { return a > b }),
	isa.V_CMP_GE_U16:    comparison16(false, func(a, b int64) bool { return a >= b }),
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
		list = [][]valueID{{x.src(1)}, {x.src(2)}, {x.read(x.inst.Args[0].Reg(), node, anyLane)}} // src(0) is what it writes over
	}
	return list
}

// computed is a dword of the result of a computation.
func (e *evaluator) computed(d *value, m moment) (n *numbers, ok bool) {
	operands := e.operandsOf(d.node)
	half, compares := e.v.comparedInto(d)
	if operands == nil || d.k > 1 && !compares {
		return nil, false
	}
	list := make([][]*numbers, len(operands))
	for i, operand := range operands {
		for _, x := range operand {
			list[i] = append(list[i], e.part(x, m))
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
	var some []bool
	for _, operand := range list {
		for _, n := range operand {
			if n == nil || n.base.x != 0 {
				return nil, true
			}
			size = max(size, len(n.n))
			some = knownIn(n, &numbers{some: some})
		}
	}
	if c.byLane {
		size = e.items()
	}
	n = &numbers{n: make([]uint64, size), some: some}
	s := make([]uint64, len(list))
	for i := range n.n {
		for k, operand := range list {
			s[k] = 0
			for at, x := range operand {
				s[k] |= uint64(uint32(x.at(i))) << (32 * at)
			}
		}
		if n.n[i] = c.compute(s, i%e.lanes); !compares {
			n.n[i] = uint64(uint32(n.n[i] >> (32 * d.k)))
		}
	}
	if compares && isVector(inst) {
		return e.maskOf(n, half, e.active(d.node, m)), true
	}
	return n, true
}

// comparedInto reports whether a value is the result of a comparison, and which half of a mask it is.
func (v *values) comparedInto(d *value) (half int, is bool) {
	if !strings.Contains(v.g.nodes[d.node].inst.Row.Mnemonic, "_cmp_") {
		return 0, false
	}
	switch k := int(d.k); k {
	case 0, 1:
		return k, true
	case implicitResult + int(isa.SCC), implicitResult + int(isa.VCCLo):
		return 0, true
	case implicitResult + int(isa.VCCHi):
		return 1, true
	}
	return 0, false
}

// maskOf is half of the mask of the lanes, of some, for which a condition holds.
func (e *evaluator) maskOf(holds *numbers, half int, in []bool) *numbers {
	if holds == nil || holds.base.x != 0 || in == nil || !holds.knowsAll(in) {
		return nil
	}
	bits := make([]uint64, e.items()/e.lanes)
	for i := range in {
		if lane := i % e.lanes; lane/(e.lanes/2) == half && in[i] && holds.at(i)&1 != 0 {
			bits[i/e.lanes] |= 1 << (lane % (e.lanes / 2))
		}
	}
	return e.each(func(i int) uint64 { return bits[i/e.lanes] })
}

// readLane is a value of one lane of each wave.
func (e *evaluator) readLane(a, lane *numbers) *numbers {
	if a == nil || a.base.varies || lane.whole() == nil || lane.base.x != 0 || a.some != nil && !a.some[int(lane.at(0))%e.lanes] {
		return nil
	}
	r := e.each(func(i int) uint64 { return a.at(i/e.lanes*e.lanes + int(lane.at(i))%e.lanes) })
	r.base = a.base
	return r
}

// writeLane is a register of which one lane is written. In the walk of a wave the lanes are known that have the same
// base, or none.
func (e *evaluator) writeLane(a, lane, old *numbers) *numbers {
	if lane.whole() == nil || lane.base.x != 0 {
		return nil
	}
	none := make([]bool, e.items())
	if a.whole() == nil || a.base.varies || old != nil && a.base != old.base && old.base.x == 0 {
		a = &numbers{n: one(0).n, some: none}
	}
	if old == nil || old.base != a.base {
		old = &numbers{a.base, []uint64{0}, none}
	}
	from := func(i int) *numbers {
		if i%e.lanes == int(lane.at(i))%e.lanes {
			return a
		}
		return old
	}
	r := e.each(func(i int) uint64 { return from(i).at(i) })
	if r.base = a.base; a.some != nil || old.some != nil {
		r.some = make([]bool, e.items())
		for i := range r.some {
			r.some[i] = from(i).knows(i)
		}
	}
	return r
}
