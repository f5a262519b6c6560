package codegen

import (
	"heddle/ir"
)

// basicLowerings: constants.
var basicLowerings = []lowering{
	{"arith.constant", lowerConstant},
}

func lowerConstant(k *kernel, op *ir.Operation) error {
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		big := a.Big()
		if big.BitLen() > 64 {
			return k.refuse(op, "constants of more than 64 bits are not compiled", "")
		}
		bits := uint64(a.Int64())
		if !big.IsInt64() {
			bits = big.Uint64()
		}
		k.set(op, constant(op.Result().Type, bits))
		return nil
	case *ir.FloatAttr:
		k.set(op, constant(op.Result().Type, a.Bits))
		return nil
	}
	return k.refuse(op, "this kind of constant is not compiled", "")
}
