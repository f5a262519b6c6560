package tile

import (
	"heddle/ir"
)

// LastOf counts a workgroup in an element of a tensor of i32, and returns whether it is the last of n that
// come here with the same element: true in one of them. What the n workgroups stored to tensors before this
// place that one sees behind it, whatever XCDs they run on. Which one it is depends on their order; a result
// that does not is made of all that they stored, in a fixed order.
//
//	k.Store(sums, x, part, k.WorkgroupID(0), zero)
//	k.If(k.LastOf(parts, counters, k.WorkgroupID(0)), func() { … }) // adds the parts
//
// Elements must be 0 before the first launch, and are 0 again when all n have come. Nobody waits for another
// workgroup, so the order in which they start does not matter. The waves of a workgroup meet here, at barriers.
func (k *Kernel) LastOf(n int64, counters *Tensor, at ...Index) Condition {
	k.tensor(counters)
	if n < 1 || n > 1<<31-1 {
		k.fail("the last of %d workgroups; accepted: 1 and more, in 31 bits", n)
	}
	if !ir.SameType(counters.elem, ir.I32) {
		k.fail("LastOf counts in tensor %s of %s; accepted: i32", counters.name, counters.elem)
	}
	k.MemoryBarrier() // all waves' stores have left
	last := k.arrive(n, counters, at)
	if k.waves > 1 {
		last = last.AnyWave()
	}
	k.agentFence(ir.Acquire)
	return last
}

// arrive counts the workgroup, by a lane of its first wave, to whose waves it tells whether it is the last.
func (k *Kernel) arrive(n int64, counters *Tensor, at []Index) Condition {
	one := k.Fill(k.Spread(1, 1, 1), ir.I32, 1)
	w := k.window(counters, one.Layout, at)
	k.begins(w)
	buffer, first := counters.written(), k.isFirst(one.Layout, at...)
	number := func(x int64) *ir.Value { return k.constant(ir.I32, ir.Int(ir.I32, x)) }
	var is *ir.Value
	k.access(w, one.Layout, func(_, _ int, at []*ir.Value, c Condition) {
		c = c.And(first)
		op := ir.NewOp("scf.if", []*ir.Value{c.v}, []ir.Type{ir.I1})
		k.perhaps(func() {
			k.in(op, nil, func([]*ir.Value) []*ir.Value {
				k.agentFence(ir.Release)
				add := func(kind string, x int64) *ir.Value {
					return k.op("memref.atomic_rmw", append([]*ir.Value{number(x), buffer}, at...), []ir.Type{ir.I32}, attr("kind", ir.Int(ir.I64, atomicKind(kind))))
				}
				old := add("addi", 1)
				last := k.op("arith.cmpi", []*ir.Value{old, number(n - 1)}, []ir.Type{ir.I1}, attr("predicate", ir.Int(ir.I64, cmpEqual)))
				k.when(Condition{k: k, v: last, varies: byLane}, func() { add("assign", 0) })
				return []*ir.Value{last}
			}, "scf.yield")
			k.in(op, nil, func([]*ir.Value) []*ir.Value { return []*ir.Value{k.constant(ir.I1, ir.Bool(false))} }, "scf.yield")
		})
		is = k.emit(op).Results[0]
	})
	return k.Any(&Tile{Layout: one.Layout, Elem: ir.I1, k: k, width: 1, vals: []*ir.Value{k.splat(is, 1)}})
}

// atomicKind is the number of a kind of memref.atomic_rmw.
func atomicKind(name string) int64 {
	for i, kind := range ir.AtomicKinds {
		if kind == name {
			return int64(i)
		}
	}
	panic("BUG: no atomic " + name)
}

// agentFence orders the wave's accesses for all workgroups of the device.
func (k *Kernel) agentFence(ordering int64) {
	k.do("llvm.fence", nil, attr("ordering", ir.Int(ir.I64, ordering)), attr("syncscope", ir.String("agent")))
}
