package vet

import (
	"maps"

	"heddle/isa"
)

// binary is an operation on the first two operands.
func binary(op valueOp) transfer {
	return transfer{to: func(x *reader, k int) valueID { return x.op(op, x.dword(0, k), x.dword(1, k)) }}
}

// ternary is made from the first three operands.
func ternary(f func(x *reader, a, b, c valueID) valueID) transfer {
	return transfer{to: func(x *reader, k int) valueID { return f(x, x.dword(0, k), x.dword(1, k), x.dword(2, k)) }}
}

// unary is made from the first operand.
func unary(f func(x *reader, a valueID) valueID) transfer {
	return transfer{to: func(x *reader, k int) valueID { return f(x, x.dword(0, k)) }}
}

// both is made from the first two operands.
func both(f func(x *reader, a, b valueID) valueID) transfer {
	return transfer{to: func(x *reader, k int) valueID { return f(x, x.dword(0, k), x.dword(1, k)) }}
}

// shift is a shift of the first operand by the second, of which the hardware takes five bits.
func shift(op valueOp) transfer {
	return both(func(x *reader, a, b valueID) valueID { return x.op(op, a, x.op(opAnd, b, x.number(31))) })
}

func shiftReverse(op valueOp) transfer {
	return both(func(x *reader, a, b valueID) valueID { return x.op(op, b, x.op(opAnd, a, x.number(31))) })
}

// shifted is a value shifted left by the five low bits of another.
func (x *reader) shifted(a, by valueID) valueID { return x.op(opShl, a, x.op(opAnd, by, x.number(31))) }

// wideShift is a shift of a 64-bit operand by a constant in another.
func wideShift(op valueOp, value, by int) transfer {
	return transfer{to: func(x *reader, k int) valueID {
		n, ok := x.isConst(x.src(by))
		if !ok {
			return 0
		}
		a := x.pairOf(value)
		if wide, ok := x.shiftDown(op, a, n&63); ok {
			return x.half(wide, k)
		}
		switch {
		case op == opWideShr && n&63 >= 32 && k == 0: // compilers take the high dword so
			return x.op(opShr, x.half(a, 1), x.constant(n&31))
		case op == opWideShr && n&63 >= 32:
			return x.constant(0)
		}
		return x.half(x.op(op, a, x.constant(n&63)), k)
	}}
}

// shiftDown is a shift to the right of a number that has nothing in its low dword: compilers multiply an index
// by the size of an element so, and extend it. It is a shift to the left of the high dword.
func (x *reader) shiftDown(op valueOp, a valueID, n uint32) (valueID, bool) {
	d := *x.at(a)
	if k, ok := x.isConst(d.a); d.op != opPair || !ok || k != 0 || n > 32 {
		return 0, false
	}
	switch op {
	case opWideSar:
		return x.op(opWideShl, x.value(value{op: opSext, a: d.b}), x.constant(32-n)), true
	case opWideShr:
		return x.op(opWideShl, x.zext(d.b), x.constant(32-n)), true
	}
	return 0, false
}

// multiplyAdd is a product of 32-bit operands added to a 64-bit one.
func multiplyAdd(op valueOp) transfer {
	return transfer{to: func(x *reader, k int) valueID {
		return x.half(x.op(opWideAdd, x.op(op, x.src(0), x.src(1)), x.pairOf(2)), k)
	}}
}

// sum adds or subtracts; in says whether it takes a carry, of SCC or of a lane.
func sum(op valueOp, carry valueOp, swap, in bool) transfer {
	parts := func(x *reader) (a, b, c valueID, ok bool) {
		if a, b, ok = x.src(0), x.src(1), true; swap {
			a, b = b, a
		}
		if c = x.constant(0); in && isVector(x.inst) {
			c, ok = x.laneBit(2)
		} else if in {
			c = x.scalar(isa.SCC, x.node)
		}
		return a, b, c, ok
	}
	t := transfer{to: func(x *reader, _ int) valueID {
		a, b, c, ok := parts(x)
		if !ok {
			return 0
		}
		return x.op(op, x.op(op, a, b), c)
	}}
	if carry != opUnknown {
		t.flag = func(x *reader) valueID {
			a, b, c, ok := parts(x)
			if !ok || a == 0 || b == 0 || c == 0 {
				return 0
			}
			return x.carry(carry, a, b, c)
		}
	}
	return t
}

// test is a comparison of the first two operands, exchanged if swap.
func test(k int, swap bool) transfer {
	return transfer{flag: func(x *reader) valueID {
		a, b := x.src(0), x.src(1)
		if swap {
			a, b = b, a
		}
		return x.compare(k, a, b)
	}}
}

// nonzero gives a transfer the SCC of most scalar operations: whether the result is not 0.
func nonzero(t transfer) transfer {
	to := t.to
	t.flag = func(x *reader) valueID {
		o := &x.inst.Args[0]
		if o.Kind != isa.KindReg {
			return 0
		}
		all := to(x, 0)
		if o.Dwords > 1 {
			all = x.op(opOr, all, to(x, 1))
		}
		return x.compare(cmpDifferent, all, x.constant(0))
	}
	return t
}

// bitField is a field of the first operand that starts at a bit and has a size, from the operands
// behind, or, of scalar instructions, in the second.
func bitField(signed bool) transfer {
	return transfer{to: func(x *reader, _ int) valueID {
		at, ok := x.isConst(x.src(1))
		size := at >> 16 & 127 // 7 bits, of vector instructions 5
		if ok && isVector(x.inst) {
			size, ok = x.isConst(x.src(2))
			size &= 31
		}
		if !ok {
			return 0
		}
		return x.field(x.src(0), int(at&31), int(size), signed)
	}}
}

// low24 are the low bits of an operand, of instructions that multiply 24 bits.
func low24(x *reader, a valueID, signed bool) valueID { return x.field(a, 0, 24, signed) }

func multiply24(signed bool) func(x *reader, a, b valueID) valueID {
	return func(x *reader, a, b valueID) valueID {
		return x.op(opMul, low24(x, a, signed), low24(x, b, signed))
	}
}

// lshlAdd is a scalar shift by n with an addition.
func lshlAdd(n int) transfer {
	return both(func(x *reader, a, b valueID) valueID { return x.op(opAdd, x.op(opShl, a, x.number(n)), b) })
}

// extreme is an operation on three operands.
func extreme(op valueOp) transfer {
	return ternary(func(x *reader, a, b, c valueID) valueID { return x.op(op, x.op(op, a, b), c) })
}

func median(least, most valueOp) transfer {
	return ternary(func(x *reader, a, b, c valueID) valueID {
		return x.op(most, x.op(least, a, b), x.op(least, x.op(most, a, b), c))
	})
}

// firstLane is v_readfirstlane: the value of some active lane, or of lane 0 if there is none.
func (x *reader) firstLane() valueID {
	o := &x.inst.Args[x.operand(0)]
	if o.Kind != isa.KindReg {
		return x.src(0)
	}
	lanes := x.lanesAt(x.node)
	if !x.someLane(lanes) {
		lanes = anyLane
	}
	id := x.read(o.Reg(), x.node, lanes)
	return x.value(value{op: opFirst, a: id, node: x.node})
}

// forLanes is the value of a scalar register in the lanes that an instruction runs under. Where v_readfirstlane has taken
// it from lanes that these are among, there was one, and it is the value of one of them.
func (v *values) forLanes(x valueID, node int32) valueID {
	d := *v.at(x)
	if d.op != opFirst || d.k != 0 {
		return x
	}
	lanes, from := v.lanesAt(node), v.lanesAt(d.node)
	if lanes == anyLane || from == anyLane || !v.allAmong(v.masks[lanes], v.masks[from]) {
		return x
	}
	by := &reader{v, d.node, &v.g.nodes[d.node].inst}
	return v.value(value{op: opFirst, a: v.read(by.inst.Args[by.operand(0)].Reg(), d.node, from), node: d.node})
}

// readLane is v_readlane: the value of a lane, whether it is active or not.
func (x *reader) readLane() valueID {
	o := &x.inst.Args[x.operand(0)]
	n, ok := x.isConst(x.src(1))
	if o.Kind != isa.KindReg || !ok {
		return 0
	}
	id := x.find(x.walk(x.defs.place(o.Reg()), x.g.nodes[x.node].block, x.node, x.oneLane(n%64)))
	if id == 0 || x.isScalar(id, mostNested) {
		return id
	}
	return x.value(value{op: opFirst, a: id, node: x.node, k: n%64 + 1})
}

// isScalar reports whether a value is that of a scalar register, the same in all lanes.
func (v *values) isScalar(x valueID, deep int) bool {
	d := v.at(x)
	switch d.op {
	case opConst, opBallot, opFirst, opCount:
		return true
	case opSymbol:
		k := symbol(d.k)
		return k.kind() != symItem && k.kind() != symLane && (k.kind() != symRegister || isa.Reg(k.number()) < isa.V0)
	case opPhi:
		return isa.Reg(d.k) < isa.V0
	case opResult:
		return v.isScalarResult(d)
	case opLoad:
		return v.g.nodes[d.node].inst.Row.Unit == isa.UnitSMEM
	case opUnknown, opEither:
		return false
	case opSelect:
		if d.c == 0 {
			return false
		}
	}
	of := func(y valueID) bool { return y == 0 || deep > 0 && v.isScalar(y, deep-1) }
	return of(d.a) && of(d.b) && of(d.c)
}

// someLane reports whether lanes are those that the wave starts with, of which there is one.
func (v *values) someLane(lanes maskID) bool {
	m := v.masks[lanes]
	return v.start.known && m.low == v.symbol(symRegister|symbol(isa.ExecLo)) && m.high == v.symbol(symRegister|symbol(isa.ExecHi))
}

// selects is the choice of v_cndmask and s_cselect.
func (x *reader) selects(k int) valueID {
	if !isVector(x.inst) {
		return x.choose(opSelect, x.dword(0, k), x.dword(1, k), x.scalar(isa.SCC, x.node), x.node)
	}
	by, _ := x.laneBit(2)
	return x.choose(opSelect, x.src(1), x.src(0), by, x.node)
}

// keeps is the choice of s_cmov.
func (x *reader) keeps(k int) valueID {
	old := x.scalar(x.inst.Args[0].Reg()+isa.Reg(k), x.node)
	src := x.operand(0)
	if src == 0 { // s_cmovk reads its destination
		return x.choose(opSelect, x.src(1), old, x.scalar(isa.SCC, x.node), x.node)
	}
	return x.choose(opSelect, x.dword(0, k), old, x.scalar(isa.SCC, x.node), x.node)
}

// laneNumber is v_mbcnt, of which only the way to the lane's number is known.
func laneNumber(high bool) transfer {
	return transfer{to: func(x *reader, _ int) valueID {
		all, ok := x.isConst(x.src(0))
		if !ok || all != 1<<32-1 {
			return 0
		}
		below := x.src(1)
		if c, zero := x.isConst(below); !high && zero && c == 0 {
			return x.op(opMin, x.symbol(symLane), x.number(32))
		}
		w := x.at(below)
		if high && w.op == opMin && (w.a == x.symbol(symLane) || w.b == x.symbol(symLane)) {
			return x.symbol(symLane)
		}
		return 0
	}}
}

// comparison has the comparisons of 32 bits in their order: lt, eq, le, gt, ne, ge.
func comparison(ops [6]isa.Op, signed bool) map[isa.Op]transfer {
	less, atLeast := cmpLess, cmpAtLeast
	if signed {
		less, atLeast = cmpLessS, cmpAtLeastS
	}
	return map[isa.Op]transfer{
		ops[0]: test(less, false), ops[1]: test(cmpEqual, false), ops[2]: test(atLeast, true),
		ops[3]: test(less, true), ops[4]: test(cmpDifferent, false), ops[5]: test(atLeast, false),
	}
}

// newTransfers returns the instructions whose results are known. Of all others only the range is.
func newTransfers() map[isa.Op]transfer {
	copied := unary(func(x *reader, a valueID) valueID { return a })
	firstLane := transfer{to: func(x *reader, _ int) valueID { return x.firstLane() }}
	selects := transfer{to: (*reader).selects}
	keeps := transfer{to: (*reader).keeps}
	add, sub := sum(opAdd, opCarry, false, false), sum(opSub, opBorrow, false, false)
	subrev := sum(opSub, opBorrow, true, false)
	signedAdd, signedSub := sum(opAdd, opUnknown, false, false), sum(opSub, opUnknown, false, false)
	and, or, xor := binary(opAnd), binary(opOr), binary(opXor)
	not := unary((*reader).not)
	andn2 := both(func(x *reader, a, b valueID) valueID { return x.op(opAnd, a, x.not(b)) })
	orn2 := both(func(x *reader, a, b valueID) valueID { return x.op(opOr, a, x.not(b)) })
	nand := both(func(x *reader, a, b valueID) valueID { return x.not(x.op(opAnd, a, b)) })
	nor := both(func(x *reader, a, b valueID) valueID { return x.not(x.op(opOr, a, b)) })
	xnor := both(func(x *reader, a, b valueID) valueID { return x.not(x.op(opXor, a, b)) })
	saved := transfer{
		to: func(x *reader, k int) valueID { return x.scalar(isa.ExecLo+isa.Reg(k), x.node) },
		flag: func(x *reader) valueID {
			f := saveExec(x.inst.Row.Op)
			half := func(k int) valueID { return f(x, x.dword(0, k), x.scalar(isa.ExecLo+isa.Reg(k), x.node)) }
			return x.compare(cmpDifferent, x.op(opOr, half(0), half(1)), x.constant(0))
		},
	}
	t := map[isa.Op]transfer{
		isa.S_MOV_B32: copied, isa.S_MOV_B64: copied, isa.S_MOVK_I32: copied, isa.V_MOV_B32: copied, isa.V_MOV_B64: copied,
		isa.V_ACCVGPR_READ_B32: copied, isa.V_ACCVGPR_WRITE_B32: copied, isa.V_ACCVGPR_MOV_B32: copied,
		isa.S_CMOV_B32: keeps, isa.S_CMOV_B64: keeps, isa.S_CMOVK_I32: keeps,
		isa.S_CSELECT_B32: selects, isa.S_CSELECT_B64: selects, isa.V_CNDMASK_B32: selects,
		isa.V_READFIRSTLANE_B32: firstLane, isa.V_READLANE_B32: {to: func(x *reader, _ int) valueID { return x.readLane() }},
		isa.V_MBCNT_LO_U32_B32: laneNumber(false), isa.V_MBCNT_HI_U32_B32: laneNumber(true),

		isa.S_ADD_U32: add, isa.S_ADD_I32: signedAdd, isa.S_ADDK_I32: signedAdd, isa.S_SUB_U32: sub, isa.S_SUB_I32: signedSub,
		isa.S_ADDC_U32: sum(opAdd, opCarry, false, true), isa.S_SUBB_U32: sum(opSub, opBorrow, false, true),
		isa.V_ADD_U32: signedAdd, isa.V_SUB_U32: signedSub, isa.V_SUBREV_U32: sum(opSub, opUnknown, true, false), isa.V_ADD_I32: signedAdd, isa.V_SUB_I32: signedSub,
		isa.V_ADD_CO_U32: add, isa.V_SUB_CO_U32: sub, isa.V_SUBREV_CO_U32: subrev,
		isa.V_ADDC_CO_U32: sum(opAdd, opCarry, false, true), isa.V_SUBB_CO_U32: sum(opSub, opBorrow, false, true), isa.V_SUBBREV_CO_U32: sum(opSub, opBorrow, true, true),
		isa.S_MUL_I32: binary(opMul), isa.S_MULK_I32: binary(opMul), isa.V_MUL_LO_U32: binary(opMul),
		isa.S_MUL_HI_U32: binary(opMulHi), isa.V_MUL_HI_U32: binary(opMulHi), isa.S_MUL_HI_I32: binary(opMulHiS), isa.V_MUL_HI_I32: binary(opMulHiS),
		isa.V_MUL_U32_U24: both(multiply24(false)), isa.V_MUL_I32_I24: both(multiply24(true)),
		isa.V_MAD_U32_U24: ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opAdd, multiply24(false)(x, a, b), c) }),
		isa.V_MAD_I32_I24: ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opAdd, multiply24(true)(x, a, b), c) }),
		isa.V_MAD_U64_U32: multiplyAdd(opWideMul), isa.V_MAD_I64_I32: multiplyAdd(opWideMulS),

		isa.S_AND_B32: nonzero(and), isa.S_AND_B64: nonzero(and), isa.V_AND_B32: and, isa.S_OR_B32: nonzero(or), isa.S_OR_B64: nonzero(or), isa.V_OR_B32: or,
		isa.S_XOR_B32: nonzero(xor), isa.S_XOR_B64: nonzero(xor), isa.V_XOR_B32: xor, isa.S_NOT_B32: nonzero(not), isa.S_NOT_B64: nonzero(not), isa.V_NOT_B32: not,
		isa.S_ANDN2_B32: nonzero(andn2), isa.S_ANDN2_B64: nonzero(andn2), isa.S_ORN2_B32: nonzero(orn2), isa.S_ORN2_B64: nonzero(orn2),
		isa.S_NAND_B32: nonzero(nand), isa.S_NAND_B64: nonzero(nand), isa.S_NOR_B32: nonzero(nor), isa.S_NOR_B64: nonzero(nor),
		isa.S_XNOR_B32: nonzero(xnor), isa.S_XNOR_B64: nonzero(xnor), isa.V_XNOR_B32: xnor,
		isa.S_AND_SAVEEXEC_B64: saved, isa.S_OR_SAVEEXEC_B64: saved, isa.S_XOR_SAVEEXEC_B64: saved, isa.S_ANDN2_SAVEEXEC_B64: saved, isa.S_ANDN1_SAVEEXEC_B64: saved,

		isa.S_LSHL_B32: nonzero(shift(opShl)), isa.S_LSHR_B32: nonzero(shift(opShr)), isa.S_ASHR_I32: nonzero(shift(opSar)),
		isa.V_LSHLREV_B32: shiftReverse(opShl), isa.V_LSHRREV_B32: shiftReverse(opShr), isa.V_ASHRREV_I32: shiftReverse(opSar),
		isa.S_LSHL_B64: wideShift(opWideShl, 0, 1), isa.S_LSHR_B64: wideShift(opWideShr, 0, 1), isa.S_ASHR_I64: wideShift(opWideSar, 0, 1),
		isa.V_LSHLREV_B64: wideShift(opWideShl, 1, 0), isa.V_LSHRREV_B64: wideShift(opWideShr, 1, 0), isa.V_ASHRREV_I64: wideShift(opWideSar, 1, 0),
		isa.S_LSHL1_ADD_U32: lshlAdd(1), isa.S_LSHL2_ADD_U32: lshlAdd(2), isa.S_LSHL3_ADD_U32: lshlAdd(3), isa.S_LSHL4_ADD_U32: lshlAdd(4),
		isa.S_BFE_U32: nonzero(bitField(false)), isa.S_BFE_I32: nonzero(bitField(true)), isa.V_BFE_U32: bitField(false), isa.V_BFE_I32: bitField(true),
		isa.V_BFI_B32: ternary(func(x *reader, a, b, c valueID) valueID {
			return x.op(opOr, x.op(opAnd, a, b), x.op(opAnd, x.not(a), c))
		}),
		isa.S_SEXT_I32_I8:  unary(func(x *reader, a valueID) valueID { return x.field(a, 0, 8, true) }),
		isa.S_SEXT_I32_I16: unary(func(x *reader, a valueID) valueID { return x.field(a, 0, 16, true) }),
		isa.S_ABS_I32:      unary(func(x *reader, a valueID) valueID { return x.op(opMaxS, a, x.op(opSub, x.constant(0), a)) }),
		isa.S_BITCMP0_B32:  {flag: func(x *reader) valueID { return bitTest(x, cmpEqual) }},
		isa.S_BITCMP1_B32:  {flag: func(x *reader) valueID { return bitTest(x, cmpDifferent) }},

		isa.S_PACK_LL_B32_B16: pack(0, 0), isa.S_PACK_LH_B32_B16: pack(0, 16), isa.S_PACK_HH_B32_B16: pack(16, 16),

		isa.V_ADD3_U32:     extreme(opAdd),
		isa.V_LSHL_ADD_U32: ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opAdd, x.shifted(a, b), c) }),
		isa.V_ADD_LSHL_U32: ternary(func(x *reader, a, b, c valueID) valueID { return x.shifted(x.op(opAdd, a, b), c) }),
		isa.V_LSHL_OR_B32:  ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opOr, x.shifted(a, b), c) }),
		isa.V_AND_OR_B32:   ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opOr, x.op(opAnd, a, b), c) }),
		isa.V_OR3_B32:      extreme(opOr),
		isa.V_XAD_U32:      ternary(func(x *reader, a, b, c valueID) valueID { return x.op(opAdd, x.op(opXor, a, b), c) }),
		isa.V_LSHL_ADD_U64: {to: func(x *reader, k int) valueID {
			n, ok := x.isConst(x.src(1))
			if !ok {
				return 0
			}
			a := x.pairOf(0)
			if n &= 7; n > 0 {
				a = x.op(opWideShl, a, x.constant(n))
			}
			return x.half(x.op(opWideAdd, a, x.pairOf(2)), k)
		}},

		isa.S_MIN_U32: binary(opMin), isa.S_MAX_U32: binary(opMax), isa.S_MIN_I32: binary(opMinS), isa.S_MAX_I32: binary(opMaxS),
		isa.V_MIN_U32: binary(opMin), isa.V_MAX_U32: binary(opMax), isa.V_MIN_I32: binary(opMinS), isa.V_MAX_I32: binary(opMaxS),
		isa.V_MIN3_U32: extreme(opMin), isa.V_MAX3_U32: extreme(opMax), isa.V_MIN3_I32: extreme(opMinS), isa.V_MAX3_I32: extreme(opMaxS),
		isa.V_MED3_U32: median(opMin, opMax), isa.V_MED3_I32: median(opMinS, opMaxS),
	}
	for _, c := range []struct {
		ops    [6]isa.Op
		signed bool
	}{
		{[6]isa.Op{isa.S_CMP_LT_U32, isa.S_CMP_EQ_U32, isa.S_CMP_LE_U32, isa.S_CMP_GT_U32, isa.S_CMP_LG_U32, isa.S_CMP_GE_U32}, false},
		{[6]isa.Op{isa.S_CMP_LT_I32, isa.S_CMP_EQ_I32, isa.S_CMP_LE_I32, isa.S_CMP_GT_I32, isa.S_CMP_LG_I32, isa.S_CMP_GE_I32}, true},
		{[6]isa.Op{isa.S_CMPK_LT_U32, isa.S_CMPK_EQ_U32, isa.S_CMPK_LE_U32, isa.S_CMPK_GT_U32, isa.S_CMPK_LG_U32, isa.S_CMPK_GE_U32}, false},
		{[6]isa.Op{isa.S_CMPK_LT_I32, isa.S_CMPK_EQ_I32, isa.S_CMPK_LE_I32, isa.S_CMPK_GT_I32, isa.S_CMPK_LG_I32, isa.S_CMPK_GE_I32}, true},
		{[6]isa.Op{isa.V_CMP_LT_U32, isa.V_CMP_EQ_U32, isa.V_CMP_LE_U32, isa.V_CMP_GT_U32, isa.V_CMP_NE_U32, isa.V_CMP_GE_U32}, false},
		{[6]isa.Op{isa.V_CMP_LT_I32, isa.V_CMP_EQ_I32, isa.V_CMP_LE_I32, isa.V_CMP_GT_I32, isa.V_CMP_NE_I32, isa.V_CMP_GE_I32}, true},
		{[6]isa.Op{isa.V_CMPX_LT_U32, isa.V_CMPX_EQ_U32, isa.V_CMPX_LE_U32, isa.V_CMPX_GT_U32, isa.V_CMPX_NE_U32, isa.V_CMPX_GE_U32}, false},
		{[6]isa.Op{isa.V_CMPX_LT_I32, isa.V_CMPX_EQ_I32, isa.V_CMPX_LE_I32, isa.V_CMPX_GT_I32, isa.V_CMPX_NE_I32, isa.V_CMPX_GE_I32}, true},
	} {
		maps.Copy(t, comparison(c.ops, c.signed))
	}
	return t
}

// pack puts halves of the first two operands, given by their lowest bits, together.
func pack(low, high int) transfer {
	return both(func(x *reader, a, b valueID) valueID {
		return x.op(opOr, x.field(a, low, 16, false), x.op(opShl, x.op(opShr, b, x.number(high)), x.number(16)))
	})
}

// bitTest compares a bit of the first operand with 0.
func bitTest(x *reader, k int) valueID {
	n, ok := x.isConst(x.src(1))
	if !ok {
		return 0
	}
	return x.compare(k, x.op(opAnd, x.src(0), x.constant(1<<(n&31))), x.constant(0))
}
