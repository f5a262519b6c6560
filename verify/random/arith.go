package random

import (
	"fmt"

	"heddle/ir"
)

// Arithmetic, element by element.

func (g *gen) binary(name, attrs string, t ir.Type) {
	g.keep(g.op(name, attrs, t, g.value(t), g.value(t)))
}

func makeInteger(g *gen) {
	t := g.intType()
	name := pick(g, "arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori", "arith.xori",
		"arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui")
	g.binary(name, "", t)
}

// makeNoOverflow makes sums whose flags hold: of halves.
func makeNoOverflow(g *gen) {
	t := g.intType()
	w := width(t)
	if w < 8 {
		makeInteger(g)
		return
	}
	half := func(n int) *value { return g.op("arith.shrui", "", t, g.value(t), g.splat(t, uint64(n))) }
	switch g.n(3) {
	case 0:
		g.keep(g.op("arith.addi", "overflowFlags = #arith.overflow<nsw, nuw>", t, half(2), half(2)))
	case 1:
		g.keep(g.op("arith.muli", "overflowFlags = #arith.overflow<nsw>", t, half(w/2+1), half(w/2+1)))
	default:
		g.keep(g.op("arith.shli", "overflowFlags = #arith.overflow<nuw>", t, half(3), g.splat(t, uint64(1+g.n(3)))))
	}
}

func makeFloat(g *gen) {
	g.binary(pick(g, "arith.addf", "arith.mulf", "arith.subf", "arith.addf", "arith.mulf",
		"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"), "", g.floatType())
}

// makeProductSum makes products that are added, which are two roundings.
func makeProductSum(g *gen) {
	t := g.floatType()
	p := g.op("arith.mulf", "", t, g.value(t), g.value(t))
	if g.chance(1, 4) {
		g.keep(p)
	}
	if g.chance(1, 3) {
		p = g.op("arith.negf", "", t, p)
	}
	if g.chance(1, 2) {
		g.keep(g.op(pick(g, "arith.addf", "arith.subf"), "", t, p, g.value(t)))
		return
	}
	g.keep(g.op(pick(g, "arith.addf", "arith.subf"), "", t, g.value(t), p))
}

func makeUnaryFloat(g *gen) {
	t := g.floatType()
	name := pick(g, "arith.negf", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "math.round")
	g.keep(g.op(name, "", t, g.value(t)))
}

func makeTernaryFloat(g *gen) {
	t := g.floatType()
	switch g.n(4) {
	case 0:
		g.keep(g.op("math.fma", "", t, g.value(t), g.value(t), g.value(t)))
	case 1:
		g.keep(g.op("math.clampf", "", t, g.value(t), g.value(t), g.value(t)))
	case 2:
		g.keep(g.op("math.copysign", "", t, g.value(t), g.notNaN(g.value(t))))
	default:
		if ir.VectorShape(t) == nil {
			if !g.has(Vectors) {
				return
			}
			t = vec(t, 2)
		}
		g.keep(g.op("vector.fma", "", t, g.value(t), g.value(t), g.value(t)))
	}
}

func makeUnaryInteger(g *gen) {
	t := g.intType()
	g.keep(g.op(pick(g, "math.absi", "math.ctpop", "math.ctlz", "math.cttz"), "", t, g.value(t)))
}

// makeClassify makes a question about floats.
func makeClassify(g *gen) {
	t := g.floatType()
	g.keep(g.op(pick(g, "math.isnan", "math.isinf", "math.isfinite", "math.isnormal"), "", ir.WithElem(t, ir.I1), g.value(t)))
}

func makeCompare(g *gen) {
	if g.chance(1, 2) {
		t := g.floatType()
		g.keep(g.op("arith.cmpf", fmt.Sprintf("predicate = %d : i64", g.n(len(ir.CmpFPredicates))), ir.WithElem(t, ir.I1), g.value(t), g.value(t)))
		return
	}
	t := g.intType()
	g.keep(g.op("arith.cmpi", fmt.Sprintf("predicate = %d : i64", g.n(len(ir.CmpIPredicates))), ir.WithElem(t, ir.I1), g.value(t), g.value(t)))
}

// condition returns an i1 of a level.
func (g *gen) condition(l level) *value {
	if l == perLane && g.chance(1, 3) {
		return g.value(ir.I1)
	}
	t := pick[ir.Type](g, ir.I32, ir.Index, ir.F32)
	name, n := "arith.cmpi", len(ir.CmpIPredicates)
	if t == ir.F32 {
		name, n = "arith.cmpf", len(ir.CmpFPredicates)
	}
	a := g.valueOf(t, l)
	if l == perLane && t == ir.Index && g.chance(1, 2) {
		a = g.op("arith.andi", "", t, g.lin, g.index(int64(g.n(64))))
		return g.op(name, fmt.Sprintf("predicate = %d : i64", g.n(n)), ir.I1, a, g.index(int64(g.n(64))))
	}
	return g.op(name, fmt.Sprintf("predicate = %d : i64", g.n(n)), ir.I1, a, g.valueOf(t, l))
}

func makeSelect(g *gen) {
	t := g.someType()
	c := g.condition
	if ir.VectorShape(t) != nil && g.chance(1, 2) {
		g.keep(g.op("arith.select", "", t, g.value(ir.WithElem(t, ir.I1)), g.value(t), g.value(t)))
		return
	}
	g.keep(g.op("arith.select", "", t, c(perLane), g.value(t), g.value(t)))
}

// makePoison makes poison that is not chosen, or a vector of it that is filled.
func makePoison(g *gen) {
	t := g.someType()
	if shape := ir.VectorShape(t); len(shape) == 1 && shape[0] <= 8 && g.chance(1, 2) {
		v := g.op("ub.poison", "", t)
		for i := range shape[0] {
			v = g.op("vector.insert", fmt.Sprintf("static_position = array<i64: %d>", i), t, g.value(ir.ElemType(t)), v)
		}
		g.keep(v)
		return
	}
	c := g.condition(perLane)
	v := g.op("arith.select", "", t, c, g.value(t), g.op("ub.poison", "", t))
	g.keep(g.op("arith.select", "", t, c, v, g.value(t)))
}

// makeShift makes a shift whose count is less than the width.
func makeShift(g *gen) {
	t := g.intType()
	w := width(t)
	var count *value
	switch {
	case w == 1:
		count = g.splat(t, 0)
	case g.chance(1, 2):
		count = g.splat(t, uint64(g.n(w)))
	default:
		count = g.op("arith.andi", "", t, g.value(t), g.splat(t, uint64(w-1)))
	}
	g.keep(g.op(pick(g, "arith.shli", "arith.shrui", "arith.shrsi"), "", t, g.value(t), count))
}

func makeExtended(g *gen) {
	t := g.intType()
	if g.chance(1, 3) {
		g.keep(g.opN("arith.addui_extended", "", []ir.Type{t, ir.WithElem(t, ir.I1)}, g.value(t), g.value(t))...)
		return
	}
	g.keep(g.opN(pick(g, "arith.mului_extended", "arith.mulsi_extended"), "", []ir.Type{t, t}, g.value(t), g.value(t))...)
}

// makeDivision makes an integer division by a constant or a value that is made
// not to be zero, and whose quotient fits.
func makeDivision(g *gen) {
	t := g.intType()
	w := width(t)
	if w < 4 {
		t = ir.WithElem(t, ir.I32)
		w = 32
	}
	name := pick(g, "arith.divui", "arith.remui", "arith.divsi", "arith.remsi", "arith.ceildivui", "arith.ceildivsi", "arith.floordivsi")
	signed := name[len(name)-2:] == "si"
	a := g.value(t)
	if g.chance(1, 2) {
		c := g.code(ir.ElemType(t))
		if c == 0 || signed && c == 1<<w-1 {
			c = 3
		}
		g.keep(g.op(name, "", t, a, g.splat(t, c)))
		return
	}
	b := g.value(t)
	bad := g.op("arith.cmpi", "predicate = 0 : i64", ir.WithElem(t, ir.I1), b, g.splat(t, 0))
	b = g.op("arith.select", "", t, bad, g.splat(t, 7), b)
	if signed { // the smallest number divided by -1
		low := g.op("arith.cmpi", "predicate = 0 : i64", ir.WithElem(t, ir.I1), a, g.splat(t, 1<<(w-1)))
		minus := g.op("arith.cmpi", "predicate = 0 : i64", ir.WithElem(t, ir.I1), b, g.splat(t, 1<<w-1))
		both := g.op("arith.andi", "", ir.WithElem(t, ir.I1), low, minus)
		b = g.op("arith.select", "", t, both, g.splat(t, 5), b)
	}
	g.keep(g.op(name, "", t, a, b))
}

// makeExactDivision makes a division that is marked as exact.
func makeExactDivision(g *gen) {
	t := g.intType()
	if width(t) < 16 {
		t = ir.WithElem(t, ir.I32)
	}
	k := uint64(1 + g.n(20))
	a := g.op("arith.shrui", "", t, g.value(t), g.splat(t, uint64(width(t)/2)))
	a = g.op("arith.muli", "", t, a, g.splat(t, k))
	g.keep(g.op(pick(g, "arith.divui", "arith.divsi"), "isExact", t, a, g.splat(t, k)))
}

func makeFloatDivision(g *gen) {
	t := g.floatType()
	g.binary(pick(g, "arith.divf", "arith.divf", "arith.remf"), "", t)
}

func makePower(g *gen) {
	t := g.intType()
	if width(t) < 8 {
		t = ir.WithElem(t, ir.I32)
	}
	n := g.op("arith.andi", "", t, g.value(t), g.splat(t, 15))
	g.keep(g.op("math.ipowi", "", t, g.value(t), n))
}

// makeResize converts between integers.
func makeResize(g *gen) {
	var list []ir.Type
	for _, t := range g.ints() {
		if t != ir.Index {
			list = append(list, t)
		}
	}
	from := pick(g, list...)
	to := pick(g, list...)
	t := g.shaped(from)
	switch {
	case g.chance(1, 4) || width(from) == width(to):
		if g.chance(1, 2) {
			g.keep(g.op(pick(g, "arith.index_cast", "arith.index_castui"), "", ir.WithElem(t, ir.Index), g.value(t)))
		} else {
			g.keep(g.op(pick(g, "arith.index_cast", "arith.index_castui"), "", t, g.value(ir.WithElem(t, ir.Index))))
		}
	case width(from) < width(to):
		g.keep(g.op(pick(g, "arith.extui", "arith.extsi"), "", ir.WithElem(t, to), g.value(t)))
	default:
		g.keep(g.op("arith.trunci", "", ir.WithElem(t, to), g.value(t)))
	}
}

// makeFloatCast converts between floats.
func makeFloatCast(g *gen) {
	from, to := pick(g, g.floats()...), pick(g, g.floats()...)
	t := g.shaped(from)
	switch {
	case width(from) < width(to):
		g.keep(g.op("arith.extf", "", ir.WithElem(t, to), g.value(t)))
	case width(from) > width(to):
		attrs := ""
		if g.chance(1, 3) {
			attrs = fmt.Sprintf("roundingmode = %d : i32", g.n(4))
		}
		g.keep(g.op("arith.truncf", attrs, ir.WithElem(t, to), g.value(t)))
	default:
		makeToFloat(g)
	}
}

func makeToFloat(g *gen) {
	from := pick(g, g.ints()...)
	if from == ir.Index {
		from = ir.I32
	}
	t := g.shaped(from)
	g.keep(g.op(pick(g, "arith.sitofp", "arith.uitofp"), "", ir.WithElem(t, pick(g, g.floats()...)), g.value(t)))
}

// makeToInteger converts to an integer a value that has been reduced to its range.
func makeToInteger(g *gen) {
	to := pick(g, g.ints()...)
	if to == ir.Index {
		to = ir.I32
	}
	t := g.floatType()
	ft := ir.ElemType(t).(ir.FloatType)
	signed := g.chance(1, 2)
	low, high := integerRange(ft, width(to), signed)
	v := g.notNaN(g.value(t))
	v = g.op("arith.maximumf", "", t, v, g.splat(t, fromFloat(ft, low)))
	v = g.op("arith.minimumf", "", t, v, g.splat(t, fromFloat(ft, high)))
	name := "arith.fptoui"
	if signed {
		name = "arith.fptosi"
	}
	g.keep(g.op(name, "", ir.WithElem(t, to), v))
}

// integerRange returns the least and greatest number of a type that fits into an integer.
func integerRange(t ir.FloatType, w int, signed bool) (low, high float64) {
	digits := map[ir.FloatType]int{ir.F64: 53, ir.F32: 24, ir.F16: 11, ir.BF16: 8}[t]
	if signed {
		w--
	}
	top := 1.0
	for range w {
		top *= 2
	}
	step := 1.0 // between the greatest numbers below top
	for i := digits; i < w; i++ {
		step *= 2
	}
	high = top - step
	if signed {
		low = -top
	}
	if t == ir.F16 {
		low, high = max(low, -65504), min(high, 65504)
	}
	return low, high
}

// makeBitcast makes integers of floats and floats of integers.
func makeBitcast(g *gen) {
	t := g.floatType()
	if g.chance(1, 2) {
		g.keep(g.bitsOf(g.value(t)))
		return
	}
	v := g.value(ir.WithElem(t, ir.Integer(width(t), ir.Signless)))
	g.keep(g.notNaN(g.op("arith.bitcast", "", t, v)))
}

// makeHalfBits uses the bits of an f16 directly after the operation that makes it: whatever the
// instruction leaves above them must not be visible. The operands are normal numbers below 2, so
// that no result is a NaN, whose bits are unspecified.
func makeHalfBits(g *gen) {
	t := ir.Type(ir.F16)
	if g.chance(1, 4) {
		t = g.shaped(t)
	}
	bits := ir.WithElem(t, ir.I16)
	number := func() *value {
		v := g.op("arith.andi", "", bits, g.value(bits), g.splat(bits, 0xbbff))
		return g.op("arith.bitcast", "", t, g.op("arith.ori", "", bits, v, g.splat(bits, 0x0400)))
	}
	var v *value
	switch name := pick(g, "math.fma", "arith.divf", "math.fma", "arith.addf", "arith.mulf", "arith.maxnumf", "math.floor", "arith.truncf", "arith.uitofp"); name {
	case "math.fma":
		v = g.op(name, "", t, number(), number(), number())
	case "math.floor":
		v = g.op(name, "", t, number())
	case "arith.truncf":
		v = g.op(name, "", t, g.op("arith.extf", "", ir.WithElem(t, ir.F32), number()))
	case "arith.uitofp":
		v = g.op(name, "", t, g.value(bits))
	default:
		v = g.op(name, "", t, number(), number())
	}
	v = g.op("arith.bitcast", "", bits, v)
	switch g.n(6) {
	case 0:
		g.keep(g.op("arith.extui", "", ir.WithElem(t, ir.I64), v))
	case 1:
		g.keep(g.op("arith.index_castui", "", ir.WithElem(t, ir.Index), v))
	case 2:
		g.keep(g.op("arith.shrui", "", bits, v, g.splat(bits, uint64(1+g.n(12)))))
	case 3:
		g.keep(g.op("arith.cmpi", "predicate = 8 : i64", ir.WithElem(t, ir.I1), v, g.value(bits)))
	case 4:
		g.keep(v)
	default:
		g.keep(g.op("arith.extui", "", ir.WithElem(t, ir.I32), v))
	}
}

// makeStore stores a value that nothing has used, if there is one.
func makeStore(g *gen) {
	for i := len(g.vals) - 1; i >= 0; i-- {
		if v := g.vals[i]; v.t != nil && !v.used && storable(v.t) {
			g.store(v)
			return
		}
	}
	g.store(g.value(g.someType()))
}

// storable reports whether whole has a form for a type.
func storable(t ir.Type) bool {
	w := width(t)
	return w >= 8 || w <= 4 && !isFloat(t) || lenOf(t)*int64(w)%32 == 0
}
