package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// scheduleLowerings: operations that only affect order and timing, and the kernel's own waits.
var scheduleLowerings = []lowering{
	{"amdgpu.memory_counter_wait", lowerCounterWait},
	{"rocdl.s.waitcnt", lowerWaitcnt},
	{"rocdl.asyncmark", func(k *kernel, _ *ir.Operation) error { k.b.AsyncMark(); return nil }},
	{"rocdl.wait.asyncmark", lowerWaitAsync},
	{"rocdl.s.setprio", lowerSetPrio},
	{"amdgpu.sched_barrier", lowerSchedBarrier},
	{"rocdl.sched.barrier", lowerSchedBarrier},
	{"rocdl.sched.group.barrier", lowerSchedGroup},
	{"gpu.all_reduce", refused("needs a workgroup whose size is known, and a body of one block", "use known_block_size, and scf or arith.select")},
	{"gpu.cluster_id", refused(noClusters, "")},
	{"gpu.cluster_dim", refused(noClusters, "")},
	{"gpu.cluster_block_id", refused(noClusters, "")},
	{"gpu.cluster_dim_blocks", refused(noClusters, "")},
}

const noClusters = "the chips have no clusters of workgroups"

// refused returns the lowering of what is not compiled.
func refused(what, advice string) func(*kernel, *ir.Operation) error {
	return func(k *kernel, op *ir.Operation) error { return k.refuse(op, what, advice) }
}

// lowerCounterWait: loads and stores count together, in order, so the smaller of
// their numbers is what both allow.
func lowerCounterWait(k *kernel, op *ir.Operation) error {
	wait := isa.NoWait()
	for _, counter := range [...]struct {
		name  string
		count *int
	}{{"load", &wait.VM}, {"store", &wait.VM}, {"ds", &wait.LGKM}, {"exp", &wait.EXP}} {
		if op.Attr(counter.name) == nil {
			continue
		}
		n := op.IntAttr(counter.name)
		if n < 0 {
			return k.refuse(op, fmt.Sprintf("%s is %d", counter.name, n), "counts are 0 and more")
		}
		*counter.count = int(min(int64(*counter.count), n))
	}
	k.userWait(wait)
	return nil
}

func lowerWaitcnt(k *kernel, op *ir.Operation) error {
	bits := op.IntAttr("bitfield")
	if bits < -1<<15 || bits >= 1<<16 { // upstream writes -7937, with the sign above
		return k.refuse(op, fmt.Sprintf("the bitfield is %#x", bits), "it has 16 bits")
	}
	k.userWait(isa.UnpackWaitcnt(uint16(bits)))
	return nil
}

// lowerWaitAsync waits for the asynchronous direct-to-LDS loads before a mark. Those that are not
// asynchronous are loads like others, for which barriers wait, too.
func lowerWaitAsync(k *kernel, op *ir.Operation) error {
	n := op.IntAttr("count")
	if n < 0 || n >= mach.MostAsyncGroups {
		return k.refuse(op, fmt.Sprintf("the count is %d", n), fmt.Sprintf("it must be from 0 to %d", mach.MostAsyncGroups-1))
	}
	k.b.AwaitAsync(int(n))
	return nil
}

// userWait is a wait of the program. If it leaves the last few operations under
// way, their order is a part of it.
func (k *kernel) userWait(wait isa.Waitcnt) {
	if wait.VM > 0 && wait.VM < isa.MaxVMCount {
		k.f.Counted |= isa.CountVM
	}
	if wait.LGKM > 0 && wait.LGKM < isa.MaxLGKMCount {
		k.f.Counted |= isa.CountLGKM
	}
	k.b.Emit(isa.S_WAITCNT, mach.Imm(int64(wait.Pack()))).Flags |= mach.Pinned
}

// waitsForLoads reports whether a kernel has a wait of its own for loads from
// memory, which direct-to-LDS loads are.
func waitsForLoads(kernel *ir.Operation) bool {
	found := false
	kernel.Walk(func(op *ir.Operation) bool {
		switch op.Name() {
		case "amdgpu.memory_counter_wait":
			found = found || op.Attr("load") != nil || op.Attr("store") != nil
		case "rocdl.s.waitcnt":
			found = found || isa.UnpackWaitcnt(uint16(op.IntAttr("bitfield"))).VM < isa.MaxVMCount
		}
		return !found
	})
	return found
}

func lowerSetPrio(k *kernel, op *ir.Operation) error {
	n := op.IntAttr("priority")
	if n < 0 || n > 3 {
		return k.refuse(op, fmt.Sprintf("the priority is %d", n), "it must be from 0 to 3")
	}
	k.b.Emit(isa.S_SETPRIO, mach.Imm(n)).Flags |= mach.Pinned
	return nil
}

// lowerSchedBarrier: an instruction that nothing may move across, and that is removed once the
// waits have been inserted.
func lowerSchedBarrier(k *kernel, _ *ir.Operation) error {
	k.b.Fence(0)
	return nil
}

// lowerSchedGroup declares a group of instructions for the scheduler.
func lowerSchedGroup(k *kernel, op *ir.Operation) error {
	mask, ok := ir.SchedGroupMask(op.Attr("mask"))
	size := op.IntAttr("size")
	if !ok || mask < 0 || mask >= 1<<16 {
		return k.refuse(op, fmt.Sprintf("the mask is %d", mask), "it has the bits of LLVM's llvm.amdgcn.sched.group.barrier")
	}
	if size < 0 {
		return k.refuse(op, fmt.Sprintf("the size is %d", size), "it is a number of instructions")
	}
	k.b.SchedGroup(mach.SchedGroup{Mask: mach.GroupMask(mask), Size: int(min(size, mach.MostInGroup)), ID: op.IntAttr("groupId")})
	return nil
}
