package flow

import (
	"math/bits"
	"slices"
	"strings"

	"heddle/ir"
)

// rule computes the interval of a result of w bits from those of integer operands.
type rule func(op *ir.Operation, w int, a []Interval) Interval

func flagsOf(op *ir.Operation) flags {
	text := op.EnumAttr("overflowFlags")
	return flags{strings.Contains(text, "nsw"), strings.Contains(text, "nuw")}
}

// two makes a rule of a function of two intervals.
func two(f func(w int, a, b Interval) Interval) rule {
	return func(_ *ir.Operation, w int, a []Interval) Interval { return f(w, a[0], a[1]) }
}

// flagged is two with nsw and nuw.
func flagged(f func(w int, a, b Interval, f flags) Interval) rule {
	return func(op *ir.Operation, w int, a []Interval) Interval { return f(w, a[0], a[1], flagsOf(op)) }
}

func divided(round func(x, y int64) int64) rule {
	return two(func(w int, a, b Interval) Interval { return division(w, a, b, round) })
}

// cast makes a rule of a change of width.
func cast(signed bool) rule {
	return func(op *ir.Operation, w int, a []Interval) Interval {
		return a[0].resize(width(op.Operands[0]), w, signed)
	}
}

var rules = map[string]rule{
	"arith.addi":  flagged(addOf),
	"arith.subi":  flagged(subOf),
	"arith.muli":  flagged(mulOf),
	"arith.shli":  flagged(shiftLeft),
	"arith.divui": two(divUnsigned),
	"arith.divsi": divided(truncDiv),
	"arith.ceildivui": two(func(w int, a, b Interval) Interval {
		up := func(x, y uint64) uint64 {
			q := x / y
			if x%y != 0 {
				q++
			}
			return q
		}
		return between(w, up(a.UMin, max(1, b.UMax)), up(a.UMax, max(1, b.UMin)))
	}),
	"arith.ceildivsi":    divided(ceilDiv),
	"arith.floordivsi":   divided(floorDiv),
	"arith.remui":        two(remUnsigned),
	"arith.remsi":        two(remSigned),
	"arith.andi":         two(andOf),
	"arith.ori":          two(orOf),
	"arith.xori":         two(xorOf),
	"arith.shrui":        two(shiftRight),
	"arith.shrsi":        two(shiftRightSigned),
	"arith.maxsi":        two(maxSignedOf),
	"arith.maxui":        two(maxUnsigned),
	"arith.minsi":        two(minSignedOf),
	"arith.minui":        two(minUnsigned),
	"arith.extui":        cast(false),
	"arith.extsi":        cast(true),
	"arith.trunci":       cast(false),
	"arith.index_cast":   cast(true),
	"arith.index_castui": cast(false),
	"arith.select":       func(_ *ir.Operation, _ int, a []Interval) Interval { return join(a[1], a[2]) },
	"math.ctpop":         counts,
	"math.ctlz":          counts,
	"math.cttz":          counts,
	"math.absi":          absolute,
	"affine.apply":       mapped(func(_ int, a []Interval) Interval { return a[0] }),
	"affine.min":         mapped(reduced(minSignedOf)),
	"affine.max":         mapped(reduced(maxSignedOf)),
	"util.assume.int":    assumed,
	"arith.addui_extended": func(_ *ir.Operation, w int, a []Interval) Interval {
		return addOf(w, a[0], a[1], flags{})
	},
	"arith.cmpi": func(op *ir.Operation, _ int, a []Interval) Interval {
		if v, known := compare(ir.CmpIPredicates[op.IntAttr("predicate")], a[0], a[1]); known {
			if v {
				return single(1, 1)
			}
			return single(1, 0)
		}
		return full(1)
	},
}

func counts(_ *ir.Operation, w int, _ []Interval) Interval {
	if uint64(w) > maskOf(w) {
		return full(w)
	}
	return between(w, 0, uint64(w))
}

func absolute(_ *ir.Operation, w int, a []Interval) Interval {
	i := a[0]
	if i.SMin == minSigned(w) { // which is its own absolute value
		return between(w, 0, uint64(1)<<(w-1))
	}
	if i.SMin >= 0 {
		return i
	}
	c := signedBetween(w, max(0, -i.SMax), max(-i.SMin, i.SMax))
	c.Zeros = i.Zeros
	return c.tidy(w)
}

// mapped makes a rule of an affine map's results.
func mapped(choose func(w int, results []Interval) Interval) rule {
	return func(op *ir.Operation, w int, a []Interval) Interval {
		m := op.Attr("map").(*ir.AffineMapAttr).Map
		results := make([]Interval, len(m.Results))
		for i, e := range m.Results {
			results[i] = affine(e, a[:m.Dims], a[m.Dims:])
		}
		return choose(w, results)
	}
}

func reduced(f func(w int, a, b Interval) Interval) func(w int, list []Interval) Interval {
	return func(w int, list []Interval) Interval {
		i := list[0]
		for _, o := range list[1:] {
			i = f(w, i, o)
		}
		return i
	}
}

// affine returns the range of an expression of 64 bits.
func affine(e *ir.AffineExpr, dims, syms []Interval) Interval {
	switch e.Kind {
	case ir.AffineConst:
		return single(64, uint64(e.Value))
	case ir.AffineDim:
		return dims[e.Value]
	case ir.AffineSym:
		return syms[e.Value]
	}
	a, b := affine(e.L, dims, syms), affine(e.R, dims, syms)
	switch e.Kind {
	case ir.AffineAdd:
		return addOf(64, a, b, flags{})
	case ir.AffineMul:
		return mulOf(64, a, b, flags{})
	case ir.AffineMod:
		return floorMod(64, a, b)
	case ir.AffineFloorDiv:
		return division(64, a, b, floorDiv)
	}
	return division(64, a, b, ceilDiv)
}

// special are operations whose operands are not all integers, or whose range attributes determine.
func (r *ranger) special(op *ir.Operation, w int, a []Interval) (Interval, bool) {
	switch op.Name() {
	case "arith.constant":
		return constant(op.Attr("value"), w), true
	case "memref.dim":
		return r.size(op.Operands[0].Type, a[1]), true
	case "memref.extract_strided_metadata":
		r.metadata(op)
		return Interval{}, false
	case "vector.step":
		return between(w, 0, uint64(max(1, op.Results[0].Type.(*ir.VectorType).Len())-1)), true
	case "gpu.subgroup_reduce", "vector.reduction", "vector.multi_reduction":
		name := "kind"
		if op.Name() == "gpu.subgroup_reduce" {
			name = "op"
		}
		switch kind := op.EnumAttr(name); {
		case strings.HasPrefix(kind, "min"), strings.HasPrefix(kind, "max"):
			return hull(a), true
		case kind == "or":
			return between(w, 0, below(slices.MaxFunc(a, func(x, y Interval) int { return bits.Len64(x.UMax) - bits.Len64(y.UMax) }).UMax)), true
		}
	}
	return Interval{}, false
}

// nonNegative returns the range of sizes.
func nonNegative() Interval { return signedBetween(64, 0, maxSigned(64)) }

// size returns the range of a size of a memref.
func (r *ranger) size(t ir.Type, dim Interval) Interval {
	shape, ok := ir.ShapeOf(t)
	if d, constant := dim.Constant(); ok && constant && d < uint64(len(shape)) && shape[d] != ir.Dynamic {
		return single(64, uint64(shape[d]))
	}
	return nonNegative()
}

// metadata is offset, sizes and strides of a memref.
func (r *ranger) metadata(op *ir.Operation) {
	t := op.Operands[0].Type.(*ir.MemRefType)
	strides, offset, ok := t.Strides()
	if !ok {
		return
	}
	set := func(i int, n int64, other Interval) {
		if n != ir.Dynamic {
			other = single(64, uint64(n))
		}
		r.set(op.Results[i], other)
	}
	set(1, offset, full(64))
	for i, n := range t.Shape {
		set(2+i, n, nonNegative())
		set(2+len(t.Shape)+i, strides[i], full(64))
	}
}

// constant returns the range of a constant's elements.
func constant(a ir.Attr, w int) Interval {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return single(w, uint64(a.Int64()))
	case *ir.DenseAttr:
		n := int(a.Len())
		if a.Splat {
			n = 1
		}
		if n == 0 || n > 4096 {
			return full(w)
		}
		i := single(w, a.Code(0))
		for k := 1; k < n; k++ {
			i = join(i, single(w, a.Code(k)))
		}
		return i
	}
	return full(w)
}

// assumed returns what the operation asserts about its operand: one of the sets holds.
func assumed(op *ir.Operation, w int, a []Interval) Interval {
	sets := ir.Assumptions(op, 0)
	if len(a) != 1 || len(sets) == 0 {
		return full(w)
	}
	var all Interval
	for i, s := range sets {
		x := full(w)
		if s.Min <= maskOf(w) {
			x = between(w, s.Min, min(s.Max, maskOf(w)))
		}
		x.Zeros = max(x.Zeros, uint8(min(bits.TrailingZeros64(s.Div), w)))
		if i == 0 {
			all = x
		}
		all = join(all, x)
	}
	return meet(w, a[0], all)
}
