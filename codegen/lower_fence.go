package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

var fenceLowerings = []lowering{
	{"llvm.fence", lowerFence},
}

// scopeBits are the bits of cache control by a fence's scope. The waves of a workgroup share a compute
// unit and its L1: waiting is enough for them. Without a scope it is the whole system.
//
// Source: LLVM's memory model of gfx942; facts isa/hazards.md §1.
var scopeBits = map[string]isa.ModSet{"workgroup": 0, "agent": 1 << isa.ModSC1, "": 1<<isa.ModSC0 | 1<<isa.ModSC1}

// lowerFence: a release writes back what the L2 of the wave's XCD holds, and waits until others can see that
// and all that the wave accessed. An acquire waits for what the wave loaded, and makes later loads miss where
// a cache may hold older data.
func lowerFence(k *kernel, op *ir.Operation) error {
	scope := ""
	if op.Attr("syncscope") != nil {
		scope = op.StringAttr("syncscope")
	}
	bits := scopeBits[scope]
	control := func(inst isa.Op) {
		if bits != 0 {
			in := k.b.Emit(inst)
			in.Mods.Set |= bits
			in.Flags |= mach.Pinned
		}
	}
	ordering := op.IntAttr("ordering")
	if ordering != ir.Acquire {
		control(isa.BUFFER_WBL2)
		k.b.Fence(mach.FenceAll)
	}
	if ordering != ir.Release {
		k.b.Fence(mach.FenceAll &^ mach.FenceStores)
		control(isa.BUFFER_INV)
	}
	return nil
}
