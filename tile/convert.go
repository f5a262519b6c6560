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
		if h != Saturate {
			k.fail("conversion %d; accepted: Saturate", h)
		}
		t = k.saturated(t, elem)
	}
	return k.convert(t, elem)
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
