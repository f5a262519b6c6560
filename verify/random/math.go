package random

import (
	"heddle/ir"
)

// tolerances are the units in the last place by which a function of reals may
// be wrong in f32 and f64: OpenCL's, which are those of common GPU libraries.
// In f16 and bf16 half of a unit is lost in one rounding of a better result.
var tolerances = map[string]float64{
	"math.sqrt": 0, "math.rsqrt": 2, "math.cbrt": 2,
	"math.exp": 3, "math.exp2": 3, "math.expm1": 3, "math.log": 3, "math.log2": 3, "math.log10": 3, "math.log1p": 2,
	"math.sin": 4, "math.cos": 4, "math.tan": 5, "math.sincos": 4, "math.asin": 4, "math.acos": 4, "math.atan": 5, "math.atan2": 6,
	"math.sinh": 4, "math.cosh": 4, "math.tanh": 5, "math.asinh": 4, "math.acosh": 4, "math.atanh": 5,
	"math.erf": 16, "math.erfc": 16, "math.powf": 16, "math.fpowi": 16,
}

// Tolerance returns the units in the last place by which an operation of math may be wrong for
// elements of a type.
func Tolerance(function string, t ir.Type) float64 {
	ulp := tolerances[function]
	if t := ir.ElemType(t); (t == ir.F16 || t == ir.BF16) && ulp > 0 {
		return 1
	}
	return ulp
}

// functions are the names of tolerances in a fixed order.
var functions = []string{"math.sqrt", "math.rsqrt", "math.exp", "math.exp2", "math.log", "math.log2", "math.sin", "math.cos", "math.tanh", "math.erf",
	"math.cbrt", "math.expm1", "math.log10", "math.log1p", "math.tan", "math.sincos", "math.asin", "math.acos", "math.atan", "math.atan2",
	"math.sinh", "math.cosh", "math.asinh", "math.acosh", "math.atanh", "math.erfc", "math.powf", "math.fpowi"}

// mostFunctions bounds how many functions of reals a program has: the
// interpreter computes them exactly, which takes long.
const mostFunctions = 3

// makeFunction makes a function of reals, whose result is only stored.
func makeFunction(g *gen) {
	if g.math++; g.math > mostFunctions || g.math > 1 && g.total > 128 || g.weight > 2 {
		makeFloat(g)
		return
	}
	t := pick(g, g.floats()...)
	if g.has(Vectors) && g.chance(1, 4) {
		t = vec(t, 2)
	}
	name := pick(g, functions...)
	if name == "math.erfc" && (g.total > 64 || ir.VectorShape(t) != nil) { // this takes the longest
		name = "math.exp"
	}
	a := g.value(t)
	if g.chance(3, 4) { // most arguments are of moderate size
		e := ir.ElemType(t).(ir.FloatType)
		bound := pick(g, 1.0, 80, 8)
		a = g.op("math.clampf", "", t, a, g.splat(t, fromFloat(e, -bound)), g.splat(t, fromFloat(e, bound)))
	}
	ulp := Tolerance(name, t)
	switch name {
	case "math.sincos":
		for _, r := range g.opN(name, "", []ir.Type{t, t}, a) {
			g.storeInexact(r, name, ulp)
		}
		return
	case "math.atan2", "math.powf":
		a = g.op(name, "", t, a, g.value(t))
	case "math.fpowi":
		i := ir.WithElem(t, ir.I32)
		n := g.op("arith.shrsi", "", i, g.value(i), g.splat(i, uint64(20+g.n(8))))
		a = g.op(name, "", t, a, n)
	default:
		a = g.op(name, "", t, a)
	}
	g.storeInexact(a, name, ulp)
}
