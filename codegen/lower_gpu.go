package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// gpuLowerings: gpu.thread_id and related operations.
var gpuLowerings = []lowering{
	{"gpu.thread_id", lowerThreadID},
	{"gpu.block_id", lowerBlockID},
	{"gpu.block_dim", lowerBlockDim},
	{"gpu.grid_dim", lowerGridDim},
	{"gpu.global_id", lowerGlobalID},
	{"gpu.barrier", lowerBarrier},
	{"amdgpu.lds_barrier", lowerLDSBarrier},
	{"rocdl.s.barrier", lowerBareBarrier},
	{"rocdl.barrier", lowerBarrier},
	{"gpu.printf", lowerPrintf},
}

var dimensions = map[string]int{"x": 0, "y": 1, "z": 2}

// laneIDBits is the width of a lane number in v0.
const laneIDBits = 10

func lowerThreadID(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	k.set(op, value{typ: ir.Index, ext: extZero, dw: []mach.Operand{k.threadID(dim)}})
	return nil
}

// threadID returns the number of the lane in the workgroup in a dimension, computed once, at the
// entry.
func (k *kernel) threadID(dim int) mach.Operand {
	switch {
	case k.out.Block[dim] == 1:
		return constDword(0)
	case k.threads[dim].Kind != mach.OperandNone:
		return k.threads[dim]
	}
	packed := k.lanes(dim)
	k.atEntry(func() {
		n := packed
		if dim > 0 {
			n = k.shr(n, constDword(uint32(dim*laneIDBits)))
		}
		if dim < 2 && (k.out.Block[0] == 0 || !(dim == 0 && k.out.Block[1]*k.out.Block[2] == 1)) {
			n = k.and(n, constDword(1<<laneIDBits-1))
		}
		k.threads[dim] = n
	})
	return k.threads[dim]
}

func lowerBlockID(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	k.set(op, value{typ: ir.Index, ext: extZero, dw: dwords(k.workgroupID(dim).Part)})
	return nil
}

// Offsets of hidden arguments from the first multiple of 8 after the explicit ones (LLVM AMDGPU
// usage, "Code Object V5 Kernel Argument Metadata").
const (
	hiddenBlockCount = 0
	hiddenGroupSize  = 12
	hiddenPrintf     = 72
)

// hiddenArg loads a hidden argument, at the entry.
func (k *kernel) hiddenArg(offset, bytes int) mach.Operand {
	k.out.Hidden = true
	at := (k.out.KernargBytes+7)&^7 + offset
	return k.atEntry1(func() mach.Operand {
		dw := map[int]mach.Operand{}
		k.loadKernarg([]int{at / 4}, dw)
		n := dw[at/4]
		if bytes == 2 {
			n = k.and(k.shr(n, constDword(uint32(at%4*8))), constDword(0xffff))
		}
		return n
	})
}

func lowerBlockDim(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	k.set(op, value{typ: ir.Index, ext: extZero, dw: []mach.Operand{k.blockDim(dim)}})
	return nil
}

func (k *kernel) blockDim(dim int) mach.Operand {
	if n := k.out.Block[dim]; n != 0 {
		return constDword(n)
	}
	return k.hiddenArg(hiddenGroupSize+2*dim, 2)
}

func lowerGridDim(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	k.set(op, value{typ: ir.Index, ext: extZero, dw: []mach.Operand{k.hiddenArg(hiddenBlockCount+4*dim, 4)}})
	return nil
}

// lowerGlobalID: block_id * block_dim + thread_id, all of which have less than
// 32 bits, the sum up to 42 (2^32 workgroups of 1024).
func lowerGlobalID(k *kernel, op *ir.Operation) error {
	dim := dimensions[op.EnumAttr("dimension")]
	lane := k.threadID(dim)
	group, size := k.workgroupID(dim), k.blockDim(dim)
	if k.fitsU32(op.Result()) {
		k.set(op, value{typ: ir.Index, ext: extZero, dw: []mach.Operand{k.add(k.mul(group, size), lane)}})
		return nil
	}
	low, high := k.mul(group, size), k.sop1(isa.S_MUL_HI_U32, group, size)
	lo, hi := k.add64(low, high, lane, constDword(0))
	k.set(op, value{typ: ir.Index, dw: []mach.Operand{lo, hi}})
	return nil
}

// barrier waits for the workgroup, after this wave's memory operations of the kinds in the fence. A
// workgroup of one wave does not wait.
func (k *kernel) barrier(fence mach.Fence) {
	if k.f.WorkgroupSize <= k.opt.Chip.WaveSize {
		k.b.Fence(fence &^ mach.FenceLoads) // nobody else stores
		return
	}
	in := k.b.Emit(isa.S_BARRIER)
	in.Fence, in.Flags = fence, mach.Pinned
}

// lowerBarrier waits as required by the memory spaces that are named: direct-to-LDS loads touch
// both. One that names none is the bare barrier. The lanes of a wave have no need to wait for each
// other.
func lowerBarrier(k *kernel, op *ir.Operation) error {
	var fence mach.Fence
	lds, global := ir.BarrierFences(op)
	if lds {
		fence |= mach.FenceLDS | mach.FenceDMA
	}
	if global {
		fence |= mach.FenceLoads | mach.FenceStores | mach.FenceDMA
	}
	switch scope := op.EnumAttr("scope"); {
	case scope == "subgroup":
		k.b.Fence(fence &^ mach.FenceLoads) // accesses of one wave are in order
		return nil
	case scope == "cluster":
		return k.refuse(op, noClusters, "")
	case fence == 0:
		return lowerBareBarrier(k, op)
	}
	k.barrier(fence)
	return nil
}

// lowerLDSBarrier orders LDS accesses. Data of direct-to-LDS loads must have arrived, too: LLVM
// 22's code for the operation's fences waits for them, even in kernels that wait for them
// elsewhere.
func lowerLDSBarrier(k *kernel, op *ir.Operation) error {
	k.barrier(mach.FenceLDS | mach.FenceDMA)
	return nil
}

// bareAttr is the attribute of a barrier that waits for no memory, in kernels that wait elsewhere.
const bareAttr = "heddle.bare"

// lowerBareBarrier: if the kernel has no waits of its own, LDS writes must be visible to every wave
// past the barrier. A kernel that waits for its loads itself intends some to be in flight across
// it. With bareAttr it waits for nothing.
func lowerBareBarrier(k *kernel, op *ir.Operation) error {
	k.f.BarriersApart = true
	fence := mach.FenceLDS | mach.FenceDMA
	if k.ownWaits {
		fence &^= mach.FenceLDS
	}
	if op.HasAttr(bareAttr) {
		fence = 0
	}
	if k.f.OwnWaits {
		fence &^= mach.FenceDMA
	}
	k.barrier(fence)
	return nil
}
