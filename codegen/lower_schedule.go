package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// scheduleLowerings: what only matters for the order and the time of things,
// and waits of the kernel's own.
var scheduleLowerings = []lowering{
	{"amdgpu.memory_counter_wait", lowerCounterWait},
	{"rocdl.s.waitcnt", lowerWaitcnt},
	{"rocdl.asyncmark", func(*kernel, *ir.Operation) error { return nil }},
	{"rocdl.wait.asyncmark", lowerWaitAsync},
	{"rocdl.s.setprio", lowerSetPrio},
	{"amdgpu.sched_barrier", lowerSchedBarrier},
	{"rocdl.sched.barrier", lowerSchedBarrier},
	{"rocdl.sched.group.barrier", func(*kernel, *ir.Operation) error { return nil }}, // a wish
	{"gpu.printf", refused("a kernel cannot print", "store to a buffer")},
	{"gpu.all_reduce", refused("needs a workgroup whose size is known, and a body of one block", "use known_block_size, and scf or arith.select")},
	{"gpu.cluster_id", refused(noClusters, "")},
	{"gpu.cluster_dim", refused(noClusters, "")},
	{"gpu.cluster_block_id", refused(noClusters, "")},
	{"gpu.cluster_dim_blocks", refused(noClusters, "")},
}

const noClusters = "the chips have no clusters of workgroups"

// refused is the lowering of what is not compiled.
func refused(what, advice string) func(*kernel, *ir.Operation) error {
	return func(k *kernel, op *ir.Operation) error { return k.refuse(op, what, advice) }
}

// Fields of s_waitcnt: vmcnt in the bits 3:0 and 15:14, expcnt in 6:4, lgkmcnt
// in 11:8 (facts isa/encodings.md).
const (
	mostVM   = 63
	mostEXP  = 7
	mostLGKM = 15
	waitBits = 0xcf7f
)

// lowerCounterWait: loads and stores count together, in order, so the smaller of
// their numbers is what both allow.
func lowerCounterWait(k *kernel, op *ir.Operation) error {
	limits := map[string]int64{"load": mostVM, "store": mostVM, "ds": mostLGKM, "exp": mostEXP}
	for _, name := range [...]string{"load", "store", "ds", "exp"} {
		if op.Attr(name) == nil {
			continue
		}
		n := op.IntAttr(name)
		if n < 0 {
			return k.refuse(op, fmt.Sprintf("%s is %d", name, n), "counts are 0 and more")
		}
		limits[name] = min(limits[name], n)
	}
	vm := min(limits["load"], limits["store"])
	k.userWait(vm&15 | vm>>4<<14 | limits["exp"]<<4 | limits["ds"]<<8)
	return nil
}

func lowerWaitcnt(k *kernel, op *ir.Operation) error {
	bits := op.IntAttr("bitfield")
	if bits < -1<<15 || bits >= 1<<16 { // upstream writes -7937, with the sign above
		return k.refuse(op, fmt.Sprintf("the bitfield is %#x", bits), "it has 16 bits")
	}
	k.userWait(bits & waitBits)
	return nil
}

// lowerWaitAsync waits for the direct-to-LDS loads in front of a mark: for all
// loads, which is more than a count of marks asks for.
func lowerWaitAsync(k *kernel, _ *ir.Operation) error {
	k.userWait(mostEXP<<4 | mostLGKM<<8)
	return nil
}

// userWait is a wait of the program. If it leaves the last few operations under
// way, their order is a part of it.
func (k *kernel) userWait(bits int64) {
	if vm := bits&15 | bits>>14<<4; vm > 0 && vm < mostVM {
		k.f.Counted |= isa.CountVM
	}
	if lgkm := bits >> 8 & mostLGKM; lgkm > 0 && lgkm < mostLGKM {
		k.f.Counted |= isa.CountLGKM
	}
	k.b.Emit(isa.S_WAITCNT, mach.Imm(bits)).Flags |= mach.Pinned
}

func lowerSetPrio(k *kernel, op *ir.Operation) error {
	n := op.IntAttr("priority")
	if n < 0 || n > 3 {
		return k.refuse(op, fmt.Sprintf("the priority is %d", n), "it has to be from 0 to 3")
	}
	k.b.Emit(isa.S_SETPRIO, mach.Imm(n)).Flags |= mach.Pinned
	return nil
}

// lowerSchedBarrier: an instruction that nothing passes, and that is gone when
// the waits are in.
func lowerSchedBarrier(k *kernel, _ *ir.Operation) error {
	k.b.Fence(0)
	return nil
}
