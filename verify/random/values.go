package random

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/ir"
	"heddle/isa"
)

// Where values come from: existing values, constants, and inputs.

// palette chooses the types of the program: few, so that operations find values
// of others to work with.
func (g *gen) palette() {
	g.intTypes = []ir.Type{ir.I32}
	some := func(list *[]ir.Type, f Features, a, b int, ts ...ir.Type) {
		for _, t := range ts {
			if g.has(f) && g.chance(a, b) {
				*list = append(*list, t)
			}
		}
	}
	some(&g.intTypes, 0, 1, 2, ir.Index)
	some(&g.intTypes, Int64, 1, 3, ir.I64)
	some(&g.intTypes, Narrow, 1, 4, ir.I16, ir.I8, ir.I1, ir.I4)
	some(&g.floatTypes, Narrow, 1, 3, ir.F16, ir.BF16)
	some(&g.floatTypes, F64, 1, 4, ir.F64)
	if len(g.floatTypes) == 0 || g.chance(1, 2) {
		g.floatTypes = append(g.floatTypes, ir.F32)
	}
	g.shapes = [][]int64{nil, nil, nil}
	if g.has(Vectors) {
		for range 2 {
			s := vectorShapes[g.n(len(vectorShapes))]
			g.shapes = append(g.shapes, s)
		}
	}
}

// ints and floats are the element types of arithmetic.
func (g *gen) ints() []ir.Type   { return g.intTypes }
func (g *gen) floats() []ir.Type { return g.floatTypes }

// small returns the 8-bit floats of the chip.
func (g *gen) small() []ir.Type {
	return []ir.Type{ir.TypeOf(g.chip.FP8), ir.TypeOf(g.chip.BF8)}
}

// hasInst reports whether the chip has an instruction.
func (g *gen) hasInst(op isa.Op) bool { return isa.For(g.chip).Has(op) }

var vectorShapes = [][]int64{{4}, {2}, {4}, {2}, {1}, {3}, {8}, {16}, {2, 2}, {2, 4}, {6}, {5}, {3, 2}, {4, 1}, {2, 2, 2}, {7}}

// shaped returns an element type as a scalar or vector.
func (g *gen) shaped(elem ir.Type) ir.Type { return vec(elem, pick(g, g.shapes...)...) }

func (g *gen) intType() ir.Type   { return g.shaped(pick(g, g.ints()...)) }
func (g *gen) floatType() ir.Type { return g.shaped(pick(g, g.floats()...)) }

// someType is any type of arithmetic.
func (g *gen) someType() ir.Type {
	if g.chance(1, 2) {
		return g.floatType()
	}
	return g.intType()
}

// value returns a value of a type: one that is there, or a new one.
func (g *gen) value(t ir.Type) *value { return g.valueOf(t, perLane) }

// valueOf is value of a level at least.
func (g *gen) valueOf(t ir.Type, l level) *value {
	ty := t.String()
	var fit []*value
	for i := len(g.vals) - 1; i >= 0 && len(fit) < 12; i-- { // the last ones first
		if v := g.vals[i]; v.ty == ty && v.level >= l {
			fit = append(fit, v)
		}
	}
	if len(fit) > 0 && !g.chance(1, 8) {
		return fit[g.n(len(fit))]
	}
	if g.isolated || l > perLane || g.chance(1, 3) {
		if !g.isolated && l > perLane && lenOf(t) == 1 && g.chance(1, 2) {
			if v := g.argument(t); v != nil {
				return v
			}
		}
		return g.constant(t)
	}
	counted := g.ops // statements that only fetch a value do not count
	v := g.load(t)
	g.ops = counted
	g.keep(v)
	return v
}

var special = []uint64{0, 1, 1<<63 - 1, 2, 3, 7, 1 << 63, 0xffffffffffffffff, 0x80000000, 0x7fffffff, 10, 0x5555555555555555}

// code returns the bits of a constant of an element type; floats are not NaN.
func (g *gen) code(t ir.Type) uint64 {
	w := width(t)
	if ft, ok := t.(ir.FloatType); ok {
		return g.floatCode(ft)
	}
	switch v := g.n(8); {
	case v < 4:
		return uint64(g.n(16))
	case v < 6:
		s := special[g.n(len(special))]
		if s == 1<<63 || s == 1<<63-1 { // the ends of the width
			s = s >> (64 - w)
		}
		return s & (1<<w - 1)
	}
	return (uint64(g.n(1<<30)) | uint64(g.n(1<<30))<<30 | uint64(g.n(16))<<60) & (1<<w - 1)
}

func (g *gen) floatCode(t ir.FloatType) uint64 {
	f := plainFloats[g.n(len(plainFloats))]
	if g.chance(1, 8) {
		if c := randomFloat(t, &rng{uint64(g.n(1 << 30))}); !isNaN(t, c) {
			return c
		}
	}
	return fromFloat(t, f)
}

// literal writes a constant.
func literal(t ir.Type, code uint64) string {
	switch {
	case t == ir.I1:
		return fmt.Sprint(code&1 == 1)
	case isFloat(t):
		return fmt.Sprintf("0x%0*X", (width(t)+3)/4, code)
	}
	w := width(t)
	return fmt.Sprint(int64(code<<(64-w)) >> (64 - w))
}

// constant makes a constant.
func (g *gen) constant(t ir.Type) *value {
	e := ir.ElemType(t)
	v, ok := t.(*ir.VectorType)
	if !ok {
		c := g.code(t)
		text := literal(t, c)
		if t != ir.I1 {
			text += " : " + t.String()
		}
		r := g.known("value = "+text, t)
		if t == ir.Index && int64(c) >= 0 && c < 1<<40 {
			r.below = int64(c) + 1
		}
		return r
	}
	if g.chance(1, 2) {
		return g.op("arith.constant", fmt.Sprintf("value = dense<%s> : %s", literal(e, g.code(e)), t), t)
	}
	return g.op("arith.constant", fmt.Sprintf("value = dense<%s> : %s", g.dense(e, v.Shape), t), t)
}

func (g *gen) dense(e ir.Type, shape []int64) string {
	if len(shape) == 0 {
		return literal(e, g.code(e))
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = g.dense(e, shape[1:])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// splat returns a constant with the same code in all elements.
func (g *gen) splat(t ir.Type, code uint64) *value {
	text := literal(ir.ElemType(t), code)
	if _, ok := t.(*ir.VectorType); ok {
		text = "dense<" + text + ">"
	}
	if t != ir.I1 {
		text += " : " + t.String()
	}
	return g.known("value = "+text, t)
}

// argument returns a parameter of the kernel by value.
func (g *gen) argument(t ir.Type) *value {
	if _, vector := t.(*ir.VectorType); vector || t == ir.I4 {
		return nil
	}
	for _, p := range g.params {
		if p.buf < 0 && p.v.t == t && g.chance(3, 4) {
			return p.v
		}
	}
	return g.scalarParam(t, g.code(t))
}

// scalarParam adds a parameter with a value.
func (g *gen) scalarParam(t ir.Type, code uint64) *value {
	p := g.param(t, t.String())
	p.args = []Arg{{-1, bytes8(int64(code))[:(width(t)+7)/8]}}
	if t == ir.Index && int64(code) >= 0 && code < 1<<40 {
		p.v.below = int64(code) + 1
	}
	return p.v
}

func (g *gen) param(t ir.Type, ty string) *param {
	p := &param{v: &value{name: fmt.Sprintf("%%a%d", len(g.params)), ty: ty, t: t, level: perGroup, top: true}, buf: -1}
	g.params = append(g.params, p)
	return p
}

// below returns an index that is not negative and less than n.
func (g *gen) below(n int64) *value { return g.belowOf(n, perLane) }

func (g *gen) belowOf(n int64, l level) *value {
	var fit []*value
	for i := len(g.vals) - 1; i >= 0 && len(fit) < 8; i-- {
		if v := g.vals[i]; v.below > 0 && v.below <= n && v.level >= l {
			fit = append(fit, v)
		}
	}
	if l == perLane {
		for _, v := range []*value{g.lin, g.gid} {
			if v.below <= n {
				fit = append(fit, v)
			}
		}
	}
	switch k := g.n(8); {
	case k == 0 || n == 1:
		return g.index(int64(g.n(int(min(n, 1<<20)))))
	case k < 6 && len(fit) > 0:
		return fit[g.n(len(fit))]
	}
	v := g.valueOf(ir.Index, l)
	if l == perLane && g.chance(1, 2) {
		v = pick(g, g.lin, g.gid)
	}
	v = g.reduce(v, n)
	v.used = true
	g.keep(v)
	return v
}

// reduce reduces an index to less than n.
func (g *gen) reduce(v *value, n int64) *value {
	var r *value
	switch k := g.n(4); {
	case k == 0 && n&(n-1) == 0:
		r = g.op("arith.andi", "", ir.Index, v, g.index(n-1))
	case k == 1 && g.has(Affine):
		r = g.op("affine.apply", fmt.Sprintf("map = affine_map<(d0) -> (d0 mod %d)>", n), ir.Index, v)
	case k == 2:
		r = g.op("arith.minui", "", ir.Index, v, g.index(n-1))
	case n&(n-1) == 0 || !g.has(Div):
		r = g.op("arith.andi", "", ir.Index, v, g.index(1<<(bits.Len64(uint64(n))-1)-1))
	default:
		r = g.op("arith.remui", "", ir.Index, v, g.index(n))
	}
	r.below = n
	return r
}

// load reads a value of a type from an input.
func (g *gen) load(t ir.Type) *value {
	e := ir.ElemType(t)
	if w := width(t); e != ir.I1 && w < 8 {
		if e == ir.I4 && lenOf(t) == 8 && len(ir.VectorShape(t)) == 1 && g.chance(1, 2) {
			return g.loadPacked(t)
		}
		return g.fromBits(t)
	}
	m := g.input(e)
	if ir.VectorShape(t) == nil {
		return g.loadScalar(m)
	}
	n := lenOf(t)
	v := g.loadVector(m, n)
	if v.ty == t.String() {
		return v
	}
	return g.op("vector.shape_cast", "", t, v)
}

// loadPacked reads 8 elements of 4 bits, which are a dword.
func (g *gen) loadPacked(t ir.Type) *value {
	m := g.inputs["packed"]
	if m == nil {
		m = g.inputOf(ir.I4, "in_packed", 0)
		g.inputs["packed"] = m
	}
	at := g.op("arith.muli", "", ir.Index, g.below(inputElems/8), g.index(8))
	return g.loadFrom("vector.load", "", m, t, []*value{at})
}

// fromBits returns a vector of small elements, made of dwords; what is no whole number of dwords is
// a part of them.
func (g *gen) fromBits(t ir.Type) *value {
	e, w := ir.ElemType(t), width(t)
	n := lenOf(t)
	dwords := (n*int64(w) + 31) / 32
	if 32%w != 0 {
		dwords = (n + 15) / 16 * 3 // 16 elements of 6 bits
	}
	v := g.load(vec(ir.I32, dwords))
	v = g.op("vector.bitcast", "", vec(e, dwords*32/int64(w)), v)
	if dwords*32/int64(w) != n {
		v = g.slice(v, 0, n)
	}
	switch {
	case ir.VectorShape(t) == nil:
		return g.op("vector.extract", "static_position = array<i64: 0>", t, v)
	case v.ty != t.String():
		return g.op("vector.shape_cast", "", t, v)
	}
	return v
}

// slice is n elements of a vector of one dimension.
func (g *gen) slice(v *value, from, n int64) *value {
	return g.op("vector.extract_strided_slice", fmt.Sprintf("offsets = [%d], sizes = [%d], strides = [1]", from, n), vec(ir.ElemType(v.t), n), v)
}

// notNaN replaces NaN by a number.
func (g *gen) notNaN(v *value) *value {
	c := g.op("arith.cmpf", "predicate = 14 : i64", ir.WithElem(v.t, ir.I1), v, v)
	return g.op("arith.select", "", v.t, c, g.splat(v.t, fromFloat(ir.ElemType(v.t).(ir.FloatType), pick(g, 0.0, 1, -2))), v)
}

// bitsOf returns a float as an integer.
func (g *gen) bitsOf(v *value) *value {
	t := ir.WithElem(v.t, ir.Integer(width(v.t), ir.Signless))
	return g.op("arith.bitcast", "", t, g.notNaN(v))
}
