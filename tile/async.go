package tile

import "heddle/ir"

// mostGroups is the number of groups of asynchronous loads that Await can leave under way.
const mostGroups = 15

// Async makes a group of the loads directly to LDS in f. They are asynchronous: barriers do not
// wait for them, only Await does, so their data may be used by a wave after it has awaited their
// group, and by the others after a Barrier behind that. Loads to registers in f are no part of the
// group: the compiler waits where they are used, and counts what may stay under way.
func (k *Kernel) Async(f func()) {
	if k.asynchronous {
		k.fail("Async in Async, or in what a pipeline calls, whose groups Run counts; make the group outside of it")
	}
	k.asynchronous = true
	f()
	k.asynchronous = false
	k.endGroup()
}

// Await waits until the data of all groups of Async but the newest n are in LDS: of the loads of
// this wave. A Barrier after it makes those of all waves visible. Groups are counted as they are
// executed: in a loop, also those of earlier iterations.
func (k *Kernel) Await(n int) {
	if n < 0 || n > mostGroups {
		k.fail("Await leaves %d groups under way; accepted: 0 to %d", n, mostGroups)
	}
	k.do("rocdl.wait.asyncmark", nil, attr("count", ir.Int(ir.I16, int64(n))))
}

// endGroup ends a group of asynchronous loads.
func (k *Kernel) endGroup() { k.do("rocdl.asyncmark", nil) }

// async returns the attributes of a load directly to LDS.
func (k *Kernel) async() []ir.NamedAttr {
	if !k.asynchronous {
		return nil
	}
	return []ir.NamedAttr{attr("async", ir.UnitAttr{})}
}

// Barrier makes all waves of the workgroup wait for each other. What they have stored to LDS before
// it is visible to all of them after it, and so are loads directly to LDS outside of Async. It does
// not wait for loads to registers, nor for stores to tensors: see MemoryBarrier.
func (k *Kernel) Barrier() {
	k.mayMeet()
	k.do("amdgpu.lds_barrier", nil)
}

// MemoryBarrier is a Barrier after which the workgroup's waves also see what they have stored or
// added to tensors before it. It waits for all of the wave's loads and stores.
func (k *Kernel) MemoryBarrier() {
	k.mayMeet()
	if k.groups { // one that groups may come to at different places
		space := func(s string) ir.Attr { return ir.DialectOpaque("gpu", "address_space<"+s+">") }
		k.do("gpu.barrier", nil, attr("address_spaces", ir.Array(space("workgroup"), space("global"))))
		return
	}
	k.do("gpu.barrier", nil)
}

// BareBarrier makes all waves of the workgroup wait for each other and for nothing else: it orders
// no memory. It keeps groups of waves in step, or apart (Stagger).
func (k *Kernel) BareBarrier() {
	k.mayMeet()
	k.bareBarrier()
}

func (k *Kernel) bareBarrier() {
	k.do("rocdl.s.barrier", nil, attr("heddle.bare", ir.UnitAttr{}))
}

// mayMeet refuses a barrier that only some waves may come to.
func (k *Kernel) mayMeet() {
	if k.branches > 0 {
		k.fail("a barrier in a branch or loop in which waves may diverge")
	}
}
