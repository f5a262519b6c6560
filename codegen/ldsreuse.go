package codegen

import (
	"slices"

	"heddle/codegen/flow"
	"heddle/ir"
	"heddle/mach"
)

// ldsArray is an array in the workgroup's LDS, before it has its place.
type ldsArray struct {
	op    *ir.Operation // where it comes from, and its name, for errors
	name  string
	made  ir.Location // by what asked for it, nil if not known
	ref   *ref
	bytes int64
	align int
	home  *ir.Block // its contents are dead when this block ends
	// accesses are the operations that touch it; alone means that it cannot share its bytes.
	accesses []*ir.Operation
	alone    bool
	start    int
}

// mostShared bounds the work for kernels with very many allocations.
const mostShared = 256

// placeArrays assigns addresses to the arrays in LDS. Because waves run independently, arrays share
// bytes only if there is a barrier between the last access to one and the first access to the
// other. The shared placement is used only if it needs less memory.
func (k *kernel) placeArrays(arrays []*ldsArray) error {
	plain := layOut(arrays, func(a, b *ldsArray) bool { return true })
	if len(arrays) > 1 && len(arrays) <= mostShared && !k.ownWaits && k.findAccesses(arrays) {
		l := lifetimes{index: k.positionsIn()}
		for _, a := range arrays {
			l.land(a)
		}
		meet := map[[2]*ldsArray]bool{}
		for i, a := range arrays {
			for _, b := range arrays[:i] {
				m := !l.apart(a, b)
				meet[[2]*ldsArray{a, b}], meet[[2]*ldsArray{b, a}] = m, m
			}
		}
		sorted := slices.Clone(arrays)
		slices.SortStableFunc(sorted, func(a, b *ldsArray) int { return int(b.bytes - a.bytes) })
		if layOut(sorted, func(a, b *ldsArray) bool { return meet[[2]*ldsArray{a, b}] }) >= plain {
			layOut(arrays, func(a, b *ldsArray) bool { return true })
		}
	}
	for i, a := range arrays {
		limit := k.f.Chip.LDSBytes
		if a.bytes > int64(limit-min(a.start, limit)) {
			return k.refuseArray(arrays[:i+1], int64(limit))
		}
		a.ref.base = []mach.Operand{constDword(uint32(a.start))}
		k.f.LDSBytes = max(k.f.LDSBytes, a.start+int(a.bytes))
		k.out.LDS = append(k.out.LDS, LDSArray{k.arrayName(a), a.start, int(a.bytes)})
		for _, b := range arrays[:i] {
			if a.overlaps(b) {
				joinRoots(arrays[:i+1], a.ref.root, b.ref.root)
			}
		}
	}
	return nil
}

// joinRoots gives arrays that share bytes one root, as mach.Mem wants it.
func joinRoots(arrays []*ldsArray, from, to int32) {
	for _, a := range arrays {
		if a.ref.root == from {
			a.ref.root = to
		}
	}
}

func (a *ldsArray) overlaps(b *ldsArray) bool {
	return a.start < b.start+int(b.bytes) && b.start < a.start+int(a.bytes)
}

// layOut puts each array at the lowest address that does not collide with earlier arrays in use at
// the same time, and returns the total size in bytes.
func layOut(arrays []*ldsArray, meet func(a, b *ldsArray) bool) int {
	total := 0
	for i, a := range arrays {
		var taken []*ldsArray
		for _, b := range arrays[:i] {
			if b.bytes > 0 && meet(a, b) {
				taken = append(taken, b)
			}
		}
		slices.SortStableFunc(taken, func(b, c *ldsArray) int { return b.start - c.start })
		a.start = 0
		for _, b := range taken {
			if a.bytes > 0 && a.overlaps(b) {
				a.start = (b.start + int(b.bytes) + a.align - 1) / a.align * a.align
			}
		}
		total = max(total, a.start+int(a.bytes))
	}
	return total
}

// findAccesses finds the operations that touch each array, through views and whatever carries
// memrefs. ok is false if that cannot be determined.
func (k *kernel) findAccesses(arrays []*ldsArray) (ok bool) {
	byRef := map[*ref]*ldsArray{}
	for _, a := range arrays {
		byRef[a.ref] = a
	}
	arrayOf := func(r *flow.Root) *ldsArray {
		if r.Kind == flow.RootAttribution {
			return byRef[k.vals[r.Value].ref]
		}
		return byRef[k.allocated[r.Op]]
	}
	entry := k.op.Regions[0].Entry()
	// If control flow passes it on, an array's contents may outlive its block.
	carried := func(values []*ir.Value) {
		for _, v := range values {
			for _, r := range k.flow.Roots(v) {
				if a := arrayOf(r); a != nil {
					a.home = entry
				}
			}
		}
	}
	ok = true
	k.op.Walk(func(op *ir.Operation) bool {
		// Waves that reach this one separately are a barrier ahead or behind from then on, so no
		// barrier determines where all of them are.
		ok = ok && op.Name() != "rocdl.s.barrier" && !bareBarrier(op)
		for _, region := range op.Regions {
			ok = ok && len(region.Blocks) <= 1
			for _, b := range region.Blocks {
				carried(b.Args)
			}
		}
		if len(op.Regions) > 0 {
			carried(op.Results)
		}
		for i, v := range op.Operands {
			if _, memref := v.Type.(*ir.MemRefType); !memref {
				continue
			}
			roots := k.flow.Roots(v)
			ok = ok && len(roots) > 0
			for _, r := range roots {
				ok = ok && (r.Kind != flow.RootUnknown || r.Space != ir.WorkgroupMemory)
				if a := arrayOf(r); a != nil {
					a.touch(op, effectOn(op, i))
				}
			}
		}
		return true
	})
	return ok
}

// effectOn returns what an operation does to the memory that an operand refers to.
func effectOn(op *ir.Operation, operand int) ir.Effect {
	for i := range op.Decl.Operands {
		if from, to := op.OperandRange(i); from <= operand && operand < to {
			return op.Decl.Operands[i].Effect
		}
	}
	return 0
}

// bareBarrier reports whether a gpu.barrier fences no memory.
func bareBarrier(op *ir.Operation) bool {
	lds, global := ir.BarrierFences(op)
	return op.Name() == "gpu.barrier" && !lds && !global
}

// touch records what an operation does to an array.
func (a *ldsArray) touch(op *ir.Operation, e ir.Effect) {
	if e&(ir.Read|ir.Write) != 0 {
		a.accesses = append(a.accesses, op)
		return
	}
	switch op.Name() {
	case "memref.dim", "memref.rank", "memref.dealloc":
		return
	}
	for _, r := range op.Results {
		if _, view := r.Type.(*ir.MemRefType); view {
			return
		}
	}
	if len(op.Regions) == 0 && !op.Decl.Is(ir.Terminator) {
		a.alone = true // its address is taken
	}
}

// positionsIn numbers the operations of each block.
func (k *kernel) positionsIn() map[*ir.Operation]int {
	at := map[*ir.Operation]int{}
	for i, op := range k.op.Regions[0].Entry().Ops {
		at[op] = i
	}
	k.op.Walk(func(op *ir.Operation) bool {
		for _, region := range op.Regions {
			for _, b := range region.Blocks {
				for i, in := range b.Ops {
					at[in] = i
				}
			}
		}
		return true
	})
	return at
}

// lifetimes compares when arrays are in use.
type lifetimes struct{ index map[*ir.Operation]int }

// land counts the wait for asynchronous loads to an array, which no barrier waits for, as an access.
// Without a wait that all of them come to, the array cannot share its bytes: the data may arrive when
// nobody looks at them.
func (l *lifetimes) land(a *ldsArray) {
	var block *ir.Block
	var loads []*ir.Operation
	for _, op := range a.accesses {
		if op.HasAttr("async") {
			loads = append(loads, op)
			if block == nil {
				block = op.Block
			}
			block = commonBlock(block, op.Block)
		}
	}
	for ; block != nil; block = around(block) {
		from := 0
		for _, op := range loads {
			from = max(from, l.index[ancestorIn(op, block)]+1)
		}
		for _, op := range block.Ops[from:] {
			if op.Name() == "rocdl.wait.asyncmark" && op.IntAttr("count") == 0 {
				a.accesses = append(a.accesses, op)
				return
			}
		}
	}
	a.alone = a.alone || len(loads) > 0
}

// apart reports whether two arrays are never in use together: in the innermost block around both
// homes, all accesses to one come before a barrier and all accesses to the other after it. If the
// block is repeated there must be a barrier on the way back, too.
func (l *lifetimes) apart(a, b *ldsArray) bool {
	if a.alone || b.alone {
		return false
	}
	if len(a.accesses) == 0 || len(b.accesses) == 0 {
		return true
	}
	block := commonBlock(a.home, b.home)
	aFirst, aLast, okA := l.span(a, block)
	bFirst, bLast, okB := l.span(b, block)
	if !okA || !okB {
		return false
	}
	if bLast < aFirst {
		a, b, aFirst, aLast, bFirst, bLast = b, a, bFirst, bLast, aFirst, aLast
	}
	n := len(block.Ops)
	return aLast < bFirst && l.separated(block, a, b, aLast, bFirst, hasBarrier(block, aLast+1, bFirst)) &&
		(!repeated(block) || l.separated(block, b, a, bLast, aFirst, hasBarrier(block, bLast+1, n) || hasBarrier(block, 0, aFirst)))
}

// separated reports whether there is a barrier after the last access to a and before the next
// access to b: between the operations that these are in, or inside.
func (l *lifetimes) separated(block *ir.Block, a, b *ldsArray, last, next int, between bool) bool {
	return between || l.barrierInside(block.Ops[last], a, true) && l.othersApart(block, a, last, true) ||
		l.barrierInside(block.Ops[next], b, false) && l.othersApart(block, b, next, false)
}

// othersApart reports whether there is a barrier between an operation of a block, the last one that
// touches an array (the first one, if !behind), and each of the others that do. A barrier inside of
// the operation says nothing of those: it may be on a path that is not taken.
func (l *lifetimes) othersApart(block *ir.Block, a *ldsArray, at int, behind bool) bool {
	for _, access := range a.accesses {
		in := ancestorIn(access, block)
		if in == nil {
			continue
		}
		i := l.index[in]
		if behind && i < at && !hasBarrier(block, i+1, at) || !behind && i > at && !hasBarrier(block, at+1, i) {
			return false
		}
	}
	return true
}

// barrierInside reports whether a loop or scf.if has a barrier after all accesses to a (before all
// of them, if !behind) on every path that has some.
func (l *lifetimes) barrierInside(op *ir.Operation, a *ldsArray, behind bool) bool {
	if op.Name() != "scf.for" && op.Name() != "scf.if" {
		return false
	}
	for _, region := range op.Regions {
		block := region.Entry()
		if block == nil {
			continue
		}
		first, last := len(block.Ops), -1
		for _, access := range a.accesses {
			if in := ancestorIn(access, block); in != nil {
				first, last = min(first, l.index[in]), max(last, l.index[in])
			}
		}
		switch {
		case last < 0:
		case behind && !hasBarrier(block, last+1, len(block.Ops)) && !(l.barrierInside(block.Ops[last], a, true) && l.othersApart(block, a, last, true)):
			return false
		case !behind && !hasBarrier(block, 0, first) && !(l.barrierInside(block.Ops[first], a, false) && l.othersApart(block, a, first, false)):
			return false
		}
	}
	return true
}

// span returns the first and the last operation of a block that touch an array.
func (l *lifetimes) span(a *ldsArray, block *ir.Block) (first, last int, ok bool) {
	first, last = len(block.Ops), -1
	for _, access := range a.accesses {
		in := ancestorIn(access, block)
		if in == nil {
			return 0, 0, false
		}
		first, last = min(first, l.index[in]), max(last, l.index[in])
	}
	return first, last, true
}

// ancestorIn returns the operation of a block that op is or is inside of.
func ancestorIn(op *ir.Operation, block *ir.Block) *ir.Operation {
	for ; op != nil; op = op.Parent() {
		if op.Block == block {
			return op
		}
	}
	return nil
}

// commonBlock returns the innermost block around both.
func commonBlock(a, b *ir.Block) *ir.Block {
	seen := map[*ir.Block]bool{}
	for ; a != nil; a = around(a) {
		seen[a] = true
	}
	for !seen[b] {
		b = around(b)
	}
	return b
}

// repeated reports whether a block may be executed more than once.
func repeated(block *ir.Block) bool {
	for op := block.Region.Op; op.Name() != "gpu.func" && op.Name() != "func.func"; op = op.Parent() {
		if op.Name() != "scf.if" {
			return true
		}
	}
	return false
}

// hasBarrier reports whether one of a block's operations [from, to) is a
// barrier that waits for the LDS accesses before it.
func hasBarrier(block *ir.Block, from, to int) bool {
	for i := from; i < to; i++ {
		switch op := block.Ops[i]; op.Name() {
		case "gpu.barrier":
			lds, _ := ir.BarrierFences(op)
			if lds && op.EnumAttr("scope") != "subgroup" {
				return true
			}
		case "amdgpu.lds_barrier", "rocdl.barrier":
			return true
		}
	}
	return false
}
