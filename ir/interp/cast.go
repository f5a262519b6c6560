package interp

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"heddle/ir"
	"heddle/num"
)

func castOps() map[string]maker {
	return map[string]maker{
		"arith.extui":          makeResize(false),
		"arith.extsi":          makeResize(true),
		"arith.trunci":         makeTruncate,
		"arith.index_cast":     makeIndexCast(true),
		"arith.index_castui":   makeIndexCast(false),
		"arith.extf":           makeFloatCast,
		"arith.truncf":         makeFloatCast,
		"arith.scaling_extf":   makeScaling,
		"arith.scaling_truncf": makeScaling,
		"arith.uitofp":         makeToFloat(false),
		"arith.sitofp":         makeToFloat(true),
		"arith.fptoui":         makeToInteger(false),
		"arith.fptosi":         makeToInteger(true),
		"arith.bitcast":        makeBitcast,
	}
}

func widths(op *ir.Operation) (from, to int) {
	return intWidth(op.Operands[0].Type), intWidth(op.Results[0].Type)
}

// resize changes the width of an integer.
func resize(e Elem, from, to int, signed bool) Elem {
	if from <= 64 && to <= 64 {
		if signed {
			return Elem{Bits: uint64(e.signed(from)) & mask(to)}
		}
		return Elem{Bits: e.Bits & mask(to)}
	}
	if signed {
		return wideElem(to, e.signedBig(from))
	}
	return wideElem(to, e.unsignedBig())
}

func makeResize(signed bool) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		from, to := widths(op)
		return unary(func(a Elem) (Elem, error) { return resize(a, from, to, signed), nil }), nil
	}
}

// makeIndexCast makes a cast of numbers; one of memrefs returns the descriptor unchanged.
func makeIndexCast(signed bool) maker {
	return func(b *builder, op *ir.Operation) (exec, error) {
		if _, ok := op.Operands[0].Type.(*ir.MemRefType); ok {
			from, err1 := ir.StorageBits(ir.ElemType(op.Operands[0].Type))
			to, err2 := ir.StorageBits(ir.ElemType(op.Results[0].Type))
			if err1 != nil || err2 != nil || from != to {
				return nil, fmt.Errorf("%s and %s do not have the same memory", op.Operands[0].Type, op.Results[0].Type)
			}
			return forward(b, op)
		}
		return makeResize(signed)(b, op)
	}
}

func makeTruncate(_ *builder, op *ir.Operation) (exec, error) {
	from, to := widths(op)
	flags := op.EnumAttr("overflowFlags")
	nsw, nuw := strings.Contains(flags, "nsw"), strings.Contains(flags, "nuw")
	return unary(func(a Elem) (Elem, error) {
		if nsw && !fitsSigned(a.signedBig(from), to) {
			return poisoned(op, "nsw, but %s is not a signed i%d", a.signedBig(from), to), nil
		}
		if nuw && !fitsUnsigned(a.unsignedBig(), to) {
			return poisoned(op, "nuw, but %s is not an unsigned i%d", a.unsignedBig(), to), nil
		}
		return resize(a, from, to, false), nil
	}), nil
}

// roundings are the modes of arith.truncf by number; to nearest with ties away
// is done apart.
var roundings = []num.Rounding{num.RNE, num.RTN, num.RTP, num.RTZ}

const tiesAway = 4

func makeFloatCast(_ *builder, op *ir.Operation) (exec, error) {
	from, to := floatOf(op.Operands[0].Type), floatOf(op.Results[0].Type)
	mode := op.IntAttr("roundingmode")
	if mode == tiesAway || mode != 0 && to != ir.F32 && to != ir.F16 && to != ir.BF16 {
		return nil, fmt.Errorf("rounding mode %d to %s is not run by the interpreter", mode, to)
	}
	fast := flagsOf(op)
	return unary(func(a Elem) (Elem, error) {
		if p := fast.check(from, a.Bits); p != nil {
			return Elem{Poison: p}, nil
		}
		return fast.result(to, castFloat(from, to, a.Bits, roundings[mode])), nil
	}), nil
}

// castFloat changes the format, rounding once. NaN keeps sign and the top of its
// payload among f64, f32, f16 and bf16.
func castFloat(from, to ir.FloatType, code uint64, r num.Rounding) uint64 {
	return fromF64(to, toF64(from, code), r)
}

// makeScaling makes arith.scaling_extf, which is the operand extended, times the
// scale, and scaling_truncf, the operand divided by the scale, then rounded. The
// scale counts by its exponent alone.
func makeScaling(_ *builder, op *ir.Operation) (exec, error) {
	from, scale, to := floatOf(op.Operands[0].Type), floatOf(op.Operands[1].Type), floatOf(op.Results[0].Type)
	if op.IntAttr("roundingmode") != 0 {
		return nil, fmt.Errorf("rounding mode %d is not run by the interpreter", op.IntAttr("roundingmode"))
	}
	extend := op.Name() == "arith.scaling_extf"
	fast := flagsOf(op)
	return binary(func(a, s Elem) (Elem, error) {
		// The scale goes through e8m0, as upstream defines it.
		by := toF64(ir.F8E8M0FNU, fromF64(ir.F8E8M0FNU, toF64(scale, s.Bits), num.RNE))
		if extend {
			return fast.result(to, mulFloat(to, castFloat(from, to, a.Bits, num.RNE), fromF64(to, by, num.RNE))), nil
		}
		quotient := divFloat(from, a.Bits, fromF64(from, by, num.RNE))
		return fast.result(to, castFloat(from, to, quotient, num.RNE)), nil
	}), nil
}

func makeToFloat(signed bool) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		w, to := intWidth(op.Operands[0].Type), floatOf(op.Results[0].Type)
		return unary(func(a Elem) (Elem, error) {
			v := a.unsignedBig()
			if signed {
				v = a.signedBig(w)
			}
			if to == ir.F64 {
				f, _ := new(big.Float).SetInt(v).Float64()
				return Elem{Bits: math.Float64bits(f)}, nil
			}
			return Elem{Bits: fromF64(to, oddF64(v), num.RNE)}, nil
		}), nil
	}
}

// makeToInteger makes a conversion toward zero; a value that does not fit is poison.
func makeToInteger(signed bool) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		from, w := floatOf(op.Operands[0].Type), intWidth(op.Results[0].Type)
		return unary(func(a Elem) (Elem, error) {
			x := toF64(from, a.Bits)
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return poisoned(op, "%g is no integer", x), nil
			}
			v, _ := big.NewFloat(x).Int(nil)
			if signed && !fitsSigned(v, w) || !signed && !fitsUnsigned(v, w) {
				return poisoned(op, "%s does not fit into %d bits", v, w), nil
			}
			return wideElem(w, v), nil
		}), nil
	}
}

// makeBitcast makes a change of type that keeps the bits.
func makeBitcast(b *builder, op *ir.Operation) (exec, error) {
	return forward(b, op)
}
