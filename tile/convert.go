package tile

import (
	"math"

	"heddle/ir"
)

// Conversion says what Convert does with numbers that the type does not have.
type Conversion int

// Saturate makes them the greatest or least finite number of the type. A NaN stays one; in an integer,
// which has none, the result is then undefined.
const Saturate Conversion = 1

// Away rounds f32 to bf16 with what is halfway between two numbers away from zero, which takes less than to even where
// there is no instruction for that. Truncate rounds f32 to bf16 towards zero. The tile must have no NaN whose upper 16 bits
// are not those of one, and pairs of items.
const (
	Away     Conversion = 2
	Truncate Conversion = 3
)

// Convert converts a tile to another type. Floats are rounded to nearest even, also to integers.
// Conditions become 0 and 1.
//
// What is too large for a float becomes an infinity, or a NaN in the types without infinities: f8E4M3FN
// and the fnuz types; an integer's range must hold the result. Saturate limits it to the range instead, if
// the type is smaller than that of the tile.
func (k *Kernel) Convert(t *Tile, elem ir.Type, how ...Conversion) *Tile {
	k.tiles(t)
	if elem == nil {
		k.fail("Convert to no type; accepted: element types of package ir, such as ir.F32")
	}
	for _, h := range how {
		switch h {
		case Saturate:
			t = k.saturated(t, elem)
		case Away:
			return k.upperHalves(t, elem, "Away", 1<<15)
		case Truncate:
			return k.upperHalves(t, elem, "Truncate", 0)
		default:
			k.fail("conversion %d; accepted: Saturate, Away, Truncate", h)
		}
	}
	return k.convert(t, elem)
}

// upperHalves is Convert with Away or Truncate: the upper halves of codes to which something was added.
func (k *Kernel) upperHalves(t *Tile, elem ir.Type, name string, more float64) *Tile {
	if t.Elem != ir.F32 || elem != ir.BF16 {
		k.fail("a conversion of %s to %s with %s; accepted: f32 to bf16", t.Elem, elem, name)
	}
	out := *t
	out.Elem, out.facts, out.vals = elem, facts{}, nil
	n := int64(t.width)
	var upper []int64
	for i := range n {
		upper = append(upper, 2*i+1)
	}
	for _, v := range t.vals {
		code := k.op("vector.bitcast", []*ir.Value{v}, []ir.Type{ir.Vector(ir.I32, n)})
		if more != 0 {
			code = k.op("arith.addi", []*ir.Value{code, k.number(code.Type.(*ir.VectorType), more)}, []ir.Type{code.Type})
		}
		halves := k.op("vector.bitcast", []*ir.Value{code}, []ir.Type{ir.Vector(elem, 2*n)})
		out.vals = append(out.vals, k.op("vector.shuffle", []*ir.Value{halves, halves}, []ir.Type{ir.Vector(elem, n)}, attr("mask", ir.DenseArray(ir.I64, upper...))))
	}
	return &out
}

// saturated limits floats to the range of a type.
func (k *Kernel) saturated(t *Tile, elem ir.Type) *Tile {
	w := bitWidth(elem)
	to, float := elem.(ir.FloatType)
	switch {
	case !isFloat(t.Elem) || w >= bitWidth(t.Elem) && float || !float && (w < 8 || w >= bitWidth(t.Elem)):
		k.fail("a saturating conversion of %s to %s; it is one of floats to a smaller type", t.Elem, elem)
	case float:
		most := to.Format().ToF32(to.Format().FromF32(math.Float32bits(math.MaxFloat32), true))
		x := float64(math.Float32frombits(most))
		return k.Clamp(t, -x, x)
	}
	return k.Clamp(t, -math.Ldexp(1, w-1), math.Ldexp(1, w-1)-1)
}

// convert is Convert without limits.
func (k *Kernel) convert(t *Tile, elem ir.Type) *Tile {
	from, to := bitWidth(t.Elem), bitWidth(elem)
	switch {
	case ir.SameType(t.Elem, elem):
		return t
	case elem == ir.I1:
		k.fail("a tile of %s is converted to conditions; use Compare", t.Elem)
	case t.Elem == ir.I1 && isFloat(elem):
		return k.lanewise("arith.uitofp", elem, nil, t)
	case t.Elem == ir.I1:
		return k.lanewise("arith.extui", elem, nil, t)
	case isFloat(t.Elem) && isFloat(elem) && from < to:
		return k.lanewise("arith.extf", elem, nil, t)
	case isFloat(t.Elem) && isFloat(elem) && from > to:
		return k.lanewise("arith.truncf", elem, nil, t)
	case isFloat(t.Elem) && isFloat(elem):
		return k.convert(k.convert(t, ir.F32), elem)
	case isFloat(t.Elem):
		return k.lanewise("arith.fptosi", elem, nil, k.Map("roundeven", t))
	case isFloat(elem):
		return k.lanewise("arith.sitofp", elem, nil, t)
	case from < to:
		return k.lanewise("arith.extsi", elem, nil, t)
	}
	return k.lanewise("arith.trunci", elem, nil, t)
}
