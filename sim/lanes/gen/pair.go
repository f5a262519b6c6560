package main

// pairOps are the operations on 64 bits. Shifts have the value first.
var pairOps = []pairOp{
	{"Shl64", "a << (b & 63), 64 bits", []int{2, 1}, noNaN, func(m *machine, s []vec) vec {
		return m.op2(m.VPSLLVQ, s[0], m.and(s[1], m.constant64(63)))
	}},
	{"ShrU64", "a >> (b & 63), 64 bits, unsigned", []int{2, 1}, noNaN, func(m *machine, s []vec) vec {
		return m.op2(m.VPSRLVQ, s[0], m.and(s[1], m.constant64(63)))
	}},
	{"ShrI64", "a >> (b & 63), 64 bits, signed", []int{2, 1}, noNaN, func(m *machine, s []vec) vec {
		n := m.and(s[1], m.constant64(63))
		if m.wide {
			return m.op2(m.VPSRAVQ, s[0], n)
		}
		sign := m.op2(m.VPSRLVQ, m.constant64(1<<63), n)
		return m.op2(m.VPSUBQ, m.xor(m.op2(m.VPSRLVQ, s[0], n), sign), sign)
	}},
	{"ShlAdd64", "a << (b & 7) + c, 64 bits; by more than 4 it does not shift", []int{2, 1, 2}, noNaN, func(m *machine, s []vec) vec {
		n := m.and(s[1], m.constant64(7))
		small := m.byImm(m.VPSRAD, m.op2(m.VPSUBD, n, m.constant64(5)), 31)
		return m.op2(m.VPADDQ, m.op2(m.VPSLLVQ, s[0], m.and(n, small)), s[2])
	}},
	{"AddF64", "a + b in f64", []int{2, 2}, nanResult, func(m *machine, s []vec) vec { return m.op2(m.VADDPD, s[0], s[1]) }},
	{"MulF64", "a * b in f64", []int{2, 2}, nanResult, func(m *machine, s []vec) vec { return m.op2(m.VMULPD, s[0], s[1]) }},
	{"FMAF64", "a * b + c in f64, rounded once", []int{2, 2, 2}, nanResult, func(m *machine, s []vec) vec {
		m.VFMADD231PD(s[1], s[0], s[2])
		return s[2]
	}},
	{"MinF64", "the smaller of a and b in f64, -0 below +0", []int{2, 2}, nanOperand, func(m *machine, s []vec) vec {
		return m.or(m.op2(m.VMINPD, s[0], s[1]), m.op2(m.VMINPD, s[1], s[0]))
	}},
	{"MaxF64", "the larger of a and b in f64, +0 above -0", []int{2, 2}, nanOperand, func(m *machine, s []vec) vec {
		return m.and(m.op2(m.VMAXPD, s[0], s[1]), m.op2(m.VMAXPD, s[1], s[0]))
	}},
}

// twinOps are those on the dwords of pairs alike.
var twinOps = []twinOp{
	{"Mov64", "a, 64 bits", "Mov"},
}

// pickOps are those of packed math, which says of each dword of the result from
// which dwords it comes.
var pickOps = []twinOp{
	{"AddPair", "a + b in f32", "AddF32"},
	{"MulPair", "a * b in f32", "MulF32"},
	{"FMAPair", "a * b + c in f32, rounded once", "FMAF32"},
}

const pickSignature = "func(dst, aLow, aHigh, bLow, bHigh, cLow, cHigh *[64]uint32, mask uint64) bool"

// pick emits a Pick of an operation.
func (m *machine) pick(name, doc string, o *op) {
	m.begin(name, pickSignature, name+" computes "+doc+", twice.")
	names := []string{"dst", "aLow", "aHigh", "bLow", "bHigh", "cLow", "cHigh"}[:1+2*o.sources]
	p := m.pointers(names...)
	low, high := make([]pointer, o.sources), make([]pointer, o.sources)
	for k := range low {
		low[k], high[k] = p[1+2*k], p[2+2*k]
	}
	m.masked(p, shape{o.sources, o.float, m.wide}, func(i int) ([]vec, [][]vec) {
		lo, watched := o.row(m, low, 0, i)
		hi, more := o.row(m, high, 0, i)
		return []vec{lo, hi}, append(watched, more...)
	})
}
