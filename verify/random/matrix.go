package random

import (
	"fmt"
	"strings"

	"heddle/ir"
	"heddle/isa"
)

// Matrix instructions, and conversions of the formats of 8, 6 and 4 bits.

// mostMatrices bounds the matrix instructions of a program: the interpreter
// needs long for one.
const mostMatrices = 3

// matrixOp chooses an instruction of the chip.
func (g *gen) matrixOp(sparse bool) *ir.MatrixOp {
	var list []*ir.MatrixOp
	scaled := !sparse && g.chance(1, 4) && g.hasInst(isa.V_MFMA_SCALE_F32_16X16X128_F8F6F4)
	for i := range ir.MatrixOps() {
		if m := &ir.MatrixOps()[i]; m.On(g.chip) && (m.Scaled || !scaled) && m.Sparse == sparse && (m.A != "f64" || g.has(F64)) {
			list = append(list, m)
		}
	}
	return list[g.n(len(list))]
}

// room counts a matrix instruction and reports whether there is room for it.
func (g *gen) room() bool {
	g.matrices += g.weight
	return g.matrices <= mostMatrices
}

// matrixValue is an operand of n elements; those of 8-bit floats are no NaN,
// which would leave nothing else.
func (g *gen) matrixValue(e ir.Type, n int64) *value {
	t := vec(e, n)
	if n == 1 {
		t = e
	}
	if w := width(e); w > 8 || !isFloat(e) {
		return g.value(t)
	} else if w < 8 {
		return g.fromBits(t)
	}
	d := vec(ir.I32, n/4)
	v := g.op("arith.andi", "", d, g.value(d), g.splat(d, 0xbbbbbbbb))
	v = g.op("arith.ori", "", d, v, g.splat(d, 0x01010101))
	return g.op("vector.bitcast", "", t, v)
}

func makeMFMA(g *gen) {
	if !g.room() {
		makeFloat(g)
		return
	}
	m := g.matrixOp(false)
	if g.chance(1, 3) {
		g.rocdlMatrix(m)
		return
	}
	n := int64(m.M * m.K * m.Blocks / g.chip.WaveSize)
	a, b, _ := m.Elems(g.chip)
	attrs := fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32, blocks = %d : i32", m.M, m.N, m.K, m.Blocks)
	switch {
	case m.Scaled:
		types := ir.FieldElems(g.chip)
		a, b = pick(g, types...), pick(g, types...)
		if g.chance(1, 2) {
			g.scaledMatrix(m, a, b)
			return
		}
	case m.A == "xf32":
		attrs += ", reducePrecision"
	case m.A == "f64":
		for _, s := range []string{"negateA", "negateB", "negateC"} {
			if g.chance(1, 4) {
				attrs += ", " + s
			}
		}
	case m.Blocks > 1 && g.chance(1, 3):
		cbsz := 1
		for 1<<(cbsz+1) <= m.Blocks && g.chance(1, 2) {
			cbsz++
		}
		attrs += fmt.Sprintf(", cbsz = %d : i32, abid = %d : i32", cbsz, g.n(1<<cbsz))
	case g.chance(1, 4):
		attrs += fmt.Sprintf(", blgp = #amdgpu<mfma_perm_b %s>", pick(g, ir.MFMAPermBs...))
	}
	va, vb, c := g.matrixValue(a, n), g.matrixValue(b, n), g.value(m.Accumulator())
	r := g.op("amdgpu.mfma", attrs, m.Accumulator(), va, vb, c)
	r.level = perLane
	g.keep(r)
}

func (g *gen) scaledMatrix(m *ir.MatrixOp, a, b ir.Type) {
	attrs := fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32, scalesIdxA = ", m.M, m.N, m.K)
	var scales []*value
	for i, name := range []string{"", ", scalesIdxB = "} {
		v := g.scales()
		index := g.n(4)
		if i == 0 && g.chance(1, 4) { // one scale
			v = g.op("vector.extract", "static_position = array<i64: 1>", ir.F8E8M0FNU, v)
			index = 0
		}
		attrs += fmt.Sprintf("%s%d : i32", name, index)
		scales = append(scales, v)
	}
	r := g.op("amdgpu.scaled_mfma", attrs, m.Accumulator(), g.matrixValue(a, 32), g.matrixValue(b, 32), g.value(m.Accumulator()), scales[0], scales[1])
	r.level = perLane
	g.keep(r)
}

// scaleBits are four scales in a dword, none far from 1 and none NaN.
func (g *gen) scaleBits() *value {
	v := g.op("arith.andi", "", ir.I32, g.value(ir.I32), g.i32(0x0f0f0f0f))
	return g.op("arith.addi", "", ir.I32, v, g.i32(0x78787878))
}

func (g *gen) scales() *value {
	v := g.op("vector.broadcast", "", vec(ir.I32, 1), g.scaleBits())
	return g.op("vector.bitcast", "", vec(ir.F8E8M0FNU, 4), v)
}

func makeSparse(g *gen) {
	if !g.room() {
		makeInteger(g)
		return
	}
	m := g.matrixOp(true)
	if g.chance(1, 3) {
		g.rocdlMatrix(m)
		return
	}
	n := int64(m.M * m.K / g.chip.WaveSize)
	a, b, _ := m.Elems(g.chip)
	t, sets := vec(ir.I8, 4), 4
	if width(a) == 8 {
		t, sets = vec(ir.I16, 2), 2
	}
	idx := g.op("vector.bitcast", "", t, g.op("vector.broadcast", "", vec(ir.I32, 1), g.sparseIndex()))
	attrs := fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32", m.M, m.N, m.K)
	if g.chance(1, 3) {
		attrs += fmt.Sprintf(", abid = %d : i32", g.n(sets))
	}
	r := g.op("amdgpu.sparse_mfma", attrs, m.Accumulator(), g.matrixValue(a, n/2), g.matrixValue(b, n), g.value(m.Accumulator()), idx)
	r.level = perLane
	g.keep(r)
}

// sparseIndex is places of two values among four, the first before the second:
// pairs of 2 bits.
func (g *gen) sparseIndex() *value {
	return g.i32(int64(int32(pick[uint32](g, 0x44444444, 0xe4e4e4e4, 0x98989898, 0xdddddddd, 0x4848cece&0xcccccccc|0x44444444))))
}

// rocdlMatrix is the instruction as rocdl has it.
func (g *gen) rocdlMatrix(m *ir.MatrixOp) {
	var args []*value
	sig := m.Signature()
	zero := g.i32(0)
	for i, types := range sig {
		switch {
		case m.Scaled && i < 2:
			args = append(args, g.value(types[0])) // the longest fits every format
		case i == 3 && m.Sparse:
			args = append(args, g.sparseIndex())
		case i < 3 && strings.HasSuffix(m.A, "8") && m.A != "i8":
			args = append(args, g.rocdlBytes(types[0], i))
		case i < 3:
			args = append(args, g.value(types[0]))
		case m.Scaled && (i == 3 || i == 4):
			args = append(args, g.i32(int64(g.n(5))))
		case m.Scaled && (i == 6 || i == 8):
			args = append(args, g.scaleBits())
		case m.Scaled:
			args = append(args, g.i32(int64(g.n(4))))
		default:
			args = append(args, zero)
		}
	}
	r := g.op("rocdl."+m.Rocdl, "", m.Accumulator(), args...)
	r.level = perLane
	g.keep(r)
}

// rocdlBytes returns an operand of 8-bit floats in integers, without NaN.
func (g *gen) rocdlBytes(t ir.Type, i int) *value {
	if i == 2 {
		return g.value(t)
	}
	v := g.op("arith.andi", "", t, g.value(t), g.splat(t, 0xbbbbbbbbbbbbbbbb))
	return g.op("arith.ori", "", t, v, g.splat(t, 0x0101010101010101))
}

// makeSmallFloat goes to the 8-bit floats of the chip and back.
func makeSmallFloat(g *gen) {
	e := pick(g, g.small()...)
	switch g.n(4) {
	case 0:
		t := g.shaped(e)
		v := g.value(t)
		g.keep(v, g.op("arith.extf", "", ir.WithElem(t, pick[ir.Type](g, ir.F32, ir.F16, ir.BF16)), v))
	case 1:
		t := g.shaped(ir.F32)
		g.keep(g.op("arith.truncf", "", ir.WithElem(t, e), g.value(t)))
	case 2:
		t := g.shaped(ir.I8)
		g.keep(g.op("arith.bitcast", "", ir.WithElem(t, e), g.value(t)))
	default:
		t := g.shaped(ir.F32)
		v := g.op("arith.truncf", "", ir.WithElem(t, e), g.notNaN(g.value(t)))
		v = g.op("arith.extf", "", t, v)
		v = g.op("arith.truncf", "", ir.WithElem(t, e), g.notNaN(v)) // it may have overflowed to NaN
		g.keep(g.op("arith.bitcast", "", ir.WithElem(t, ir.I8), v))
	}
}

// blockScale returns an f32 that is a power of two not far from 1.
func (g *gen) blockScale() *value {
	v := g.op("arith.andi", "", ir.I32, g.value(ir.I32), g.i32(15))
	v = g.op("arith.addi", "", ir.I32, v, g.i32(120))
	v = g.op("arith.shli", "", ir.I32, v, g.i32(23))
	return g.op("arith.bitcast", "", ir.F32, v)
}

// makePacked makes the conversions of amdgpu.
func makePacked(g *gen) {
	e := pick(g, g.small()...)
	number := func() *value { return g.notNaN(g.value(ir.F32)) }
	n := 3
	if g.hasInst(isa.V_CVT_SCALEF32_PK_F32_FP4) {
		n = 5
	}
	switch g.n(n) {
	case 0:
		if g.chance(1, 2) {
			g.keep(g.op("amdgpu.ext_packed_fp8", fmt.Sprintf("index = %d : i32", g.n(4)), ir.F32, g.value(vec(e, 4))))
		} else {
			g.keep(g.op("amdgpu.ext_packed_fp8", fmt.Sprintf("index = %d : i32", g.n(2)), vec(ir.F32, 2), g.value(vec(e, 4))))
		}
	case 1:
		word := int64(g.n(2))
		attrs := fmt.Sprintf("wordIndex = %d : i32, ", word)
		if g.chance(1, 3) { // the other word is not defined
			v := g.op("amdgpu.packed_trunc_2xfp8", attrs+segments(1, 1, 0), vec(e, 4), number(), number())
			g.keep(g.slice(v, 2*word, 2))
			return
		}
		g.keep(g.op("amdgpu.packed_trunc_2xfp8", attrs+segments(1, 1, 1), vec(e, 4), number(), number(), g.value(vec(e, 4))))
	case 2:
		g.keep(g.op("amdgpu.packed_stoch_round_fp8", fmt.Sprintf("storeIndex = %d : i32", g.n(4)), vec(e, 4), number(), g.value(ir.I32), g.value(vec(e, 4))))
	case 3:
		to := vec(pick[ir.Type](g, ir.F32, ir.F16, ir.BF16), 2)
		if g.chance(1, 2) {
			g.keep(g.op("amdgpu.scaled_ext_packed", fmt.Sprintf("index = %d : i32", g.n(4)), to, g.value(vec(ir.F4E2M1FN, 8)), g.blockScale()))
		} else {
			g.keep(g.op("amdgpu.scaled_ext_packed", fmt.Sprintf("index = %d : i32", g.n(2)), to, g.value(vec(e, 4)), g.blockScale()))
		}
	default:
		from := vec(pick[ir.Type](g, ir.F32, ir.F16, ir.BF16), 2)
		t, k := vec(e, 4), 2
		if g.chance(1, 2) {
			t, k = vec(ir.F4E2M1FN, 8), 4
		}
		g.keep(g.op("amdgpu.packed_scaled_trunc", fmt.Sprintf("index = %d : i32", g.n(k)), t, g.notNaN(g.value(from)), g.blockScale(), g.value(t)))
	}
}

// makeConversion makes a conversion of rocdl.
func makeConversion(g *gen) {
	var list []*ir.Conversion
	for i := range ir.Conversions() {
		if c := &ir.Conversions()[i]; c.On(g.chip) {
			list = append(list, c)
		}
	}
	c := list[g.n(len(list))]
	var args []*value
	for _, o := range c.Operands {
		switch {
		case o.Name == "scale":
			args = append(args, g.blockScale())
		case isFloat(o.Type) && o.Name != "oldVdst":
			args = append(args, g.notNaN(g.value(o.Type)))
		default:
			args = append(args, g.value(o.Type))
		}
	}
	var attrs []string
	for _, a := range c.Attr {
		switch {
		case a.Type == ir.I1:
			attrs = append(attrs, fmt.Sprintf("%s = %v", a.Name, g.chance(1, 2)))
		default:
			attrs = append(attrs, fmt.Sprintf("%s = %d : i32", a.Name, g.n(4)))
		}
	}
	g.keep(g.op("rocdl."+c.Name, strings.Join(attrs, ", "), c.Result, args...))
}

// makeScaling multiplies and divides by scales, as arith has it.
func makeScaling(g *gen) {
	t := g.shaped(pick(g, g.small()...))
	s := g.op("arith.bitcast", "", ir.WithElem(t, ir.F8E8M0FNU), g.op("arith.ori", "", ir.WithElem(t, ir.I8),
		g.op("arith.andi", "", ir.WithElem(t, ir.I8), g.value(ir.WithElem(t, ir.I8)), g.splat(ir.WithElem(t, ir.I8), 7)), g.splat(ir.WithElem(t, ir.I8), 0x78)))
	f := ir.WithElem(t, pick[ir.Type](g, ir.F32, ir.BF16))
	if g.chance(1, 2) {
		g.keep(g.op("arith.scaling_extf", "", f, g.value(t), s))
		return
	}
	g.keep(g.op("arith.scaling_truncf", "", t, g.value(f), s))
}
