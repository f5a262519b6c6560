package codegen

import (
	"heddle/ir"
)

// gpuLowerings: gpu.thread_id and its kin.
var gpuLowerings = []lowering{
	{"gpu.thread_id", lowerThreadID},
	{"gpu.block_id", lowerBlockID},
}

var dimensions = map[string]int{"x": 0, "y": 1, "z": 2}

// laneIDBits is the width of a lane number in v0.
const laneIDBits = 10

func lowerThreadID(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	if k.out.Block[dim] == 1 {
		k.set(op, constant(ir.Index, 0))
		return nil
	}
	v := value{typ: ir.Index, ext: extZero}
	packed := k.lanes(dim)
	k.atEntry(func() {
		n := packed
		if dim > 0 {
			n = k.shr(n, constDword(uint32(dim*laneIDBits)))
		}
		if dim < 2 && (k.out.Block[0] == 0 || !(dim == 0 && k.out.Block[1]*k.out.Block[2] == 1)) {
			n = k.and(n, constDword(1<<laneIDBits-1))
		}
		v.dw = append(v.dw, n)
	})
	k.set(op, v)
	return nil
}

func lowerBlockID(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	k.set(op, value{typ: ir.Index, ext: extZero, dw: dwords(k.workgroupID(dim).Part)})
	return nil
}
