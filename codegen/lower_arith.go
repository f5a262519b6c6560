package codegen

import (
	"fmt"

	"heddle/ir"
)

// basicLowerings: constants.
var basicLowerings = []lowering{
	{"arith.constant", lowerConstant},
	{"ub.poison", refused("poison is compiled for numbers and vectors of them", "")}, // eliminated earlier
}

func lowerConstant(k *kernel, op *ir.Operation) error {
	t := op.Result().Type
	if _, ok := dwordsOf(t); !ok && ir.ElemType(t) == t && t != ir.I1 {
		return k.refuse(op, fmt.Sprintf("constants of %s are not compiled", t), "")
	}
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
	case *ir.DenseAttr:
		return k.denseConstant(op, a)
	}
	return k.refuse(op, "this kind of constant is not compiled", "")
}

// denseConstant packs the elements of a constant vector as in memory.
func (k *kernel) denseConstant(op *ir.Operation, a *ir.DenseAttr) error {
	t := op.Result().Type
	elem := ir.ElemType(t)
	n, static := elementCount(t)
	if !static || n > maxElements {
		return k.refuse(op, fmt.Sprintf("%s has more than %d elements", t, maxElements), "use a loop over smaller vectors")
	}
	if elem == ir.I1 {
		v := value{typ: t}
		for i := range int(n) {
			v.bit = append(v.bit, constCond(a.Code(i)&1 != 0))
		}
		k.set(op, v)
		return nil
	}
	bits, _, ok := elementBits(t)
	size, sized := dwordsOf(t)
	if !ok || !sized {
		if err := k.checkTypes(op); err != nil {
			return err
		}
		return k.refuse(op, fmt.Sprintf("constants of type %s are not compiled", t), "")
	}
	words := make([]uint32, size)
	for i := range int(n) {
		code, at := a.Code(i), i*bits
		words[at/32] |= uint32(code << (at % 32))
		if at%32+bits > 32 {
			words[at/32+1] |= uint32(code >> (32 - at%32))
		}
	}
	v := value{typ: t}
	for _, w := range words {
		v.dw = append(v.dw, constDword(w))
	}
	k.set(op, v)
	return nil
}
