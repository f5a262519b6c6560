package flow

import (
	"math"
	"math/bits"

	"heddle/ir"
)

// anyLane marks a non-integer value that differs between lanes.
const anyLane = math.MaxUint64

// laner computes which bits differ between lanes. It begins with none and adds
// until nothing changes.
type laner struct {
	*Info
	changed bool
}

func (f *Info) findLanes() {
	f.lanes = make([]uint64, len(f.num))
	l := laner{Info: f}
	entry := f.Kernel.Regions[0].Entry()
	for _, a := range entry.Args {
		for _, n := range f.points.of[a] {
			if f.points.roots[n].Space == ir.PrivateMemory { // an address of its own in each lane
				l.mark(a, anyLane)
			}
		}
	}
	// Only loops add bits: a round sees everything that the previous round propagated to the ends
	// of the bodies.
	for round := 0; ; round++ {
		l.changed = false
		l.region(f.Kernel)
		if !l.changed {
			return
		}
		if round >= 12 {
			l.saturate()
		}
	}
}

// saturate ends slow growth: a value that differs in some bits differs in all.
func (l *laner) saturate() {
	for i, m := range l.lanes {
		if m != 0 {
			l.lanes[i] = anyLane
		}
	}
}

// mark adds bits to a value.
func (l *laner) mark(v *ir.Value, m uint64) {
	n := l.num[v]
	if w := width(v); w > 0 {
		m &= maskOf(w)
		if _, constant := l.ranges[n].Constant(); constant {
			m = 0
		}
		// Bits that the range fixes cannot differ.
		if r := l.ranges[n]; m != 0 {
			m &= below(r.UMax) &^ (uint64(1)<<min(63, r.Zeros) - 1)
		}
	} else if m != 0 {
		m = anyLane
	}
	if l.lanes[n]|m != l.lanes[n] {
		l.lanes[n] |= m
		l.changed = true
	}
}

func (l *laner) markAll(values []*ir.Value) {
	for _, v := range values {
		l.mark(v, anyLane)
	}
}

func (l *laner) bits(v *ir.Value) uint64 { return l.lanes[l.num[v]] }

func (l *laner) region(op *ir.Operation) {
	for _, g := range op.Regions {
		for _, b := range g.Blocks {
			for _, o := range b.Ops {
				l.visit(o)
			}
		}
		if len(g.Blocks) > 1 {
			l.graph(g)
		}
	}
}

func (l *laner) visit(op *ir.Operation) {
	edges(op, func(from, to *ir.Value) {
		if len(op.Regions) > 0 || len(op.Successors) > 0 {
			l.mark(to, l.bits(from))
		}
	})
	switch op.Name() {
	case "scf.for":
		l.region(op)
		counter := op.Regions[0].Entry().Args[0]
		l.mark(counter, spread(l.bits(op.Operands[0])|l.bits(op.Operands[2])))
		// Lanes that leave early keep their values.
		if l.bits(op.Operands[0])|l.bits(op.Operands[1])|l.bits(op.Operands[2]) != 0 {
			l.diverge(op)
			l.markAll(op.Results)
		}
	case "scf.while":
		l.region(op)
		if l.bits(op.Regions[0].Entry().Terminator().Operands[0]) != 0 {
			l.diverge(op)
			l.markAll(op.Results)
		}
	case "scf.if":
		l.region(op)
		if l.bits(op.Operands[0]) != 0 {
			l.diverge(op)
			l.joined(op)
		}
	case "affine.if", "affine.for", "gpu.all_reduce":
		for _, g := range op.Regions {
			for _, b := range g.Blocks {
				l.markAll(b.Args)
			}
		}
		l.region(op)
		if op.Name() != "gpu.all_reduce" {
			l.diverge(op)
			l.markAll(op.Results)
		}
	case "cf.cond_br":
		if l.bits(op.Operands[0]) != 0 {
			l.diverge(op)
		}
	default:
		l.region(op)
		l.transfer(op)
	}
}

func (l *laner) diverge(op *ir.Operation) {
	if !l.divergent[op] {
		l.divergent[op] = true
		l.changed = true
	}
}

// joined marks the results of a divergent branch, except those that are the same on both sides.
func (l *laner) joined(op *ir.Operation) {
	for i, v := range op.Results {
		if op.Regions[0].Entry().Terminator().Operands[i] != op.Regions[1].Entry().Terminator().Operands[i] {
			l.mark(v, anyLane)
		}
	}
}

// graph marks the values that divergent branches between blocks make different: the arguments of
// all blocks that can be reached from them, and values used outside the block that computes them,
// since that may be in a loop that lanes leave at different times.
func (l *laner) graph(g *ir.Region) {
	reached := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		if reached[b] {
			return
		}
		reached[b] = true
		if t := b.Terminator(); t != nil {
			for _, s := range t.Successors {
				visit(s)
			}
		}
	}
	for _, b := range g.Blocks {
		if t := b.Terminator(); t != nil && l.divergent[t] {
			for _, s := range t.Successors {
				visit(s)
			}
		}
	}
	if len(reached) == 0 {
		return
	}
	for _, b := range g.Blocks {
		if !reached[b] {
			continue
		}
		l.markAll(b.Args)
	}
	for _, b := range g.Blocks {
		for _, op := range b.Ops {
			op.Walk(func(o *ir.Operation) bool {
				for _, v := range o.Operands {
					if home := blockIn(v, g); home != nil && home != b && reached[home] {
						l.mark(v, anyLane)
					}
				}
				return true
			})
		}
	}
}

// blockIn returns the block of a region in which a value is defined directly.
func blockIn(v *ir.Value, g *ir.Region) *ir.Block {
	b := v.Block
	if v.Op != nil {
		b = v.Op.Block
	}
	if b.Region != g {
		return nil
	}
	return b
}

// spread returns the bits that may differ in a sum: carries propagate upwards from the lowest.
func spread(m uint64) uint64 {
	if m == 0 {
		return 0
	}
	return ^uint64(0) << bits.TrailingZeros64(m)
}

// transfer marks the results of an operation.
func (l *laner) transfer(op *ir.Operation) {
	if len(op.Results) == 0 {
		return
	}
	if m, ok := l.special(op); ok {
		for i, v := range op.Results {
			l.mark(v, m[min(i, len(m)-1)])
		}
		return
	}
	any := uint64(0)
	for _, v := range op.Operands {
		any |= l.bits(v)
	}
	if any == 0 {
		return
	}
	l.mark(op.Results[0], l.moved(op, any))
	l.markAll(op.Results[1:])
}

// moved returns the bits of a pure function of integers, some of whose operands' bits differ; any
// is all of these.
func (l *laner) moved(op *ir.Operation, any uint64) uint64 {
	w := width(op.Results[0])
	if w == 0 {
		return anyLane
	}
	arg := func(i int) (m uint64, r Interval) { return l.bits(op.Operands[i]), l.Range(op.Operands[i]) }
	switch op.Name() {
	case "arith.andi":
		a, x := arg(0)
		b, y := arg(1)
		// A bit that is always 0 on one side does not differ.
		return a&possible(y) | b&possible(x)
	case "arith.ori", "arith.xori":
		return any
	case "arith.select":
		if c, _ := arg(0); c != 0 {
			return anyLane
		}
		return l.bits(op.Operands[1]) | l.bits(op.Operands[2])
	case "arith.addi":
		if a, b := l.Range(op.Operands[0]), l.Range(op.Operands[1]); possible(a)&possible(b) == 0 {
			return any // no carries
		}
		return spread(any)
	case "arith.subi", "arith.muli":
		return spread(any)
	case "arith.shli", "arith.shrui", "arith.shrsi":
		a, _ := arg(0)
		_, by := arg(1)
		n, constant := by.Constant()
		if !constant || n >= uint64(w) {
			return anyLane
		}
		switch op.Name() {
		case "arith.shli":
			return a << n
		case "arith.shrui":
			return a >> n
		}
		return uint64(signExtend(w, a) >> n)
	case "arith.divui", "arith.remui":
		a, _ := arg(0)
		_, by := arg(1)
		n, constant := by.Constant()
		if !constant || n&(n-1) != 0 || n == 0 {
			return anyLane
		}
		if op.Name() == "arith.divui" {
			return a >> bits.TrailingZeros64(n)
		}
		return a & (n - 1)
	case "arith.extui", "arith.trunci", "arith.index_castui":
		return any
	case "arith.extsi", "arith.index_cast":
		return uint64(signExtend(width(op.Operands[0]), any))
	}
	return anyLane
}

// possible returns the bits that may be set.
func possible(r Interval) uint64 {
	if v, ok := r.Constant(); ok {
		return v
	}
	return below(r.UMax) &^ (uint64(1)<<min(63, r.Zeros) - 1)
}

// special are operations whose results are more or less uniform than their
// operands: bits for each result, the last for those left over.
func (l *laner) special(op *ir.Operation) (m []uint64, ok bool) {
	same, differ := []uint64{0}, []uint64{anyLane}
	switch op.Name() {
	case "gpu.thread_id":
		return []uint64{l.Launch.threadBits(dimOf(op))}, true
	case "gpu.global_id":
		if b := l.Launch.threadBits(dimOf(op)); b != 0 {
			return []uint64{spread(b)}, true
		}
		return same, true
	case "gpu.lane_id":
		return []uint64{uint64(l.Launch.Wave - 1)}, true
	case "memref.alloc", "memref.alloca", "memref.get_global":
		if s, err := ir.MemorySpaceOf(op.Results[0].Type); err == nil && s == ir.WorkgroupMemory || op.Name() == "memref.get_global" && s == ir.GlobalMemory {
			return []uint64{l.operands(op)}, true
		}
		return differ, true
	case "rocdl.readfirstlane", "gpu.subgroup_broadcast", "gpu.all_reduce":
		return same, true
	case "rocdl.readlane":
		return same, true // the compiler reads the lane's number in the first lane
	case "gpu.subgroup_reduce":
		if op.Attr("cluster_size") == nil {
			return same, true
		}
		return differ, true
	case "gpu.shuffle":
		return l.shuffle(op), true
	case "gpu.rotate":
		m := []uint64{l.bits(op.Operands[0]), 0}
		if op.IntAttr("width") != int64(l.Launch.Wave) {
			m[1] = anyLane
		}
		return m, true
	}
	for i := range op.Decl.Operands {
		switch e := op.Decl.Operands[i].Effect; {
		case e&ir.Write != 0:
			return differ, true // an atomic operation
		case e&ir.Read != 0:
			return []uint64{l.loaded(op, i)}, true
		}
	}
	if !op.Decl.Is(ir.Pure) && !op.Decl.Is(ir.NoEffect) || op.Decl.Is(ir.Convergent) {
		return differ, true
	}
	return nil, false
}

// operands reports whether any operand differs.
func (l *laner) operands(op *ir.Operation) uint64 {
	for _, v := range op.Operands {
		if l.bits(v) != 0 {
			return anyLane
		}
	}
	return 0
}

// loaded is for a load by row i of the declaration's operands: lanes that read one address read one
// value, unless the memory is private.
func (l *laner) loaded(op *ir.Operation, i int) uint64 {
	from, to := op.OperandRange(i)
	for _, v := range op.Operands[from:to] {
		roots := l.points.of[v]
		if len(roots) == 0 {
			return anyLane
		}
		for _, n := range roots {
			r := &l.points.roots[n]
			if r.Space == ir.PrivateMemory || r.Kind == RootAlloc && r.Space != ir.WorkgroupMemory || r.Kind == RootUnknown {
				return anyLane
			}
		}
	}
	if op.Decl.Is(ir.Convergent) {
		return anyLane
	}
	return l.operands(op)
}

// shuffle returns the bits of the value that a lane reads, and of whether it is valid.
func (l *laner) shuffle(op *ir.Operation) []uint64 {
	value, offset, size := op.Operands[0], op.Operands[1], op.Operands[2]
	mode := op.EnumAttr("mode")
	n, whole := l.Range(size).Constant()
	whole = whole && n == uint64(l.Launch.Wave)
	m := []uint64{anyLane, anyLane}
	if l.bits(value) == 0 || mode == "idx" && whole && l.bits(offset) == 0 {
		m[0] = 0
	}
	if whole && l.bits(offset) == 0 && (mode == "idx" || mode == "xor" && l.Range(offset).UMax < n) {
		m[1] = 0
	}
	return m
}
