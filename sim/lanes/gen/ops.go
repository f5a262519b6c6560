package main

// ops are the operations on 32 bits. Sources are in the order of the
// instruction, but reversed ones (v_subrev, v_lshlrev) have no kernel of their
// own where they are the same with a and b changed.
var ops = []op{
	{"Mov", "a", 1, noNaN, func(_ *machine, s []vec) vec { return s[0] }},
	{"Not", "^a", 1, noNaN, func(m *machine, s []vec) vec { return m.not(s[0]) }},
	{"And", "a & b", 2, noNaN, func(m *machine, s []vec) vec { return m.and(s[0], s[1]) }},
	{"Or", "a | b", 2, noNaN, func(m *machine, s []vec) vec { return m.or(s[0], s[1]) }},
	{"Xor", "a ^ b", 2, noNaN, func(m *machine, s []vec) vec { return m.xor(s[0], s[1]) }},
	{"Xnor", "^(a ^ b)", 2, noNaN, func(m *machine, s []vec) vec { return m.not(m.xor(s[0], s[1])) }},
	{"Or3", "a | b | c", 3, noNaN, func(m *machine, s []vec) vec { return m.or(m.or(s[0], s[1]), s[2]) }},
	{"AndOr", "a & b | c", 3, noNaN, func(m *machine, s []vec) vec { return m.or(m.and(s[0], s[1]), s[2]) }},
	{"Bfi", "a & b | ^a & c", 3, noNaN, func(m *machine, s []vec) vec { return m.mux(s[0], s[1], s[2]) }},

	{"Add", "a + b", 2, noNaN, func(m *machine, s []vec) vec { return m.add(s[0], s[1]) }},
	{"Sub", "a - b", 2, noNaN, func(m *machine, s []vec) vec { return m.op2(m.VPSUBD, s[0], s[1]) }},
	{"Add3", "a + b + c", 3, noNaN, func(m *machine, s []vec) vec { return m.add(m.add(s[0], s[1]), s[2]) }},
	{"Xad", "(a ^ b) + c", 3, noNaN, func(m *machine, s []vec) vec { return m.add(m.xor(s[0], s[1]), s[2]) }},

	{"Shl", "a << (b & 31)", 2, noNaN, func(m *machine, s []vec) vec { return m.shl(s[0], s[1]) }},
	{"ShrU", "a >> (b & 31), unsigned", 2, noNaN, func(m *machine, s []vec) vec { return m.shr(s[0], s[1]) }},
	{"ShrI", "a >> (b & 31), signed", 2, noNaN, func(m *machine, s []vec) vec { return m.op2(m.VPSRAVD, s[0], m.low(s[1], 31)) }},
	{"ShlAdd", "a << (b & 31) + c", 3, noNaN, func(m *machine, s []vec) vec { return m.add(m.shl(s[0], s[1]), s[2]) }},
	{"AddShl", "(a + b) << (c & 31)", 3, noNaN, func(m *machine, s []vec) vec { return m.shl(m.add(s[0], s[1]), s[2]) }},
	{"ShlOr", "a << (b & 31) | c", 3, noNaN, func(m *machine, s []vec) vec { return m.or(m.shl(s[0], s[1]), s[2]) }},

	{"AddF32", "a + b", 2, nanResult, func(m *machine, s []vec) vec { return m.op2(m.VADDPS, s[0], s[1]) }},
	{"SubF32", "a - b", 2, nanResult, func(m *machine, s []vec) vec { return m.op2(m.VSUBPS, s[0], s[1]) }},
	{"MulF32", "a * b", 2, nanResult, func(m *machine, s []vec) vec { return m.op2(m.VMULPS, s[0], s[1]) }},
	{"FMAF32", "a * b + c, rounded once", 3, nanResult, func(m *machine, s []vec) vec {
		m.VFMADD231PS(s[1], s[0], s[2])
		return s[2]
	}},
}

// pairOps are those on 64 bits.
var pairOps = []pairOp{
	{"FMAF64", "a * b + c in f64, rounded once", []int{2, 2, 2}, nanResult, func(m *machine, s []vec) vec {
		m.VFMADD231PD(s[1], s[0], s[2])
		return s[2]
	}},
}

// twinOps are those on pairs of 32 bits.
var twinOps = []twinOp{
	{"Mov64", "a, 64 bits", "Mov"},
	{"FMAPair", "a * b + c in f32, of the low and of the high dwords", "FMAF32"},
}

func (m *machine) add(a, b vec) vec { return m.op2(m.VPADDD, a, b) }

// low is the bits n of a.
func (m *machine) low(a vec, n uint32) vec { return m.and(a, m.constant32(n)) }

func (m *machine) shl(a, n vec) vec { return m.op2(m.VPSLLVD, a, m.low(n, 31)) }
func (m *machine) shr(a, n vec) vec { return m.op2(m.VPSRLVD, a, m.low(n, 31)) }
