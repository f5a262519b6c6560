package flow

import (
	"math"
	"math/bits"
	"slices"

	"heddle/ir"
)

// ranger computes intervals in one walk in program order; loops that carry integers are walked
// until the carried values are stable.
type ranger struct {
	*Info
	depth int // loops around that are walked more than once
	undo  []assumption
}

// assumption is an interval that held before a branch was entered.
type assumption struct {
	n   int32
	old Interval
}

// maxDepth bounds nested loops whose bodies are walked again: the time is exponential in it.
const maxDepth = 5

func (f *Info) findRanges() {
	f.ranges = make([]Interval, len(f.num))
	r := ranger{Info: f}
	r.unknown(f.Kernel)
	r.region(f.Kernel)
}

// unknown sets full ranges for the arguments of all blocks of op.
func (r *ranger) unknown(op *ir.Operation) {
	for _, g := range op.Regions {
		for _, b := range g.Blocks {
			r.setFull(b.Args)
		}
	}
}

func (r *ranger) setFull(values []*ir.Value) {
	for _, v := range values {
		r.set(v, full(max(1, width(v))))
	}
}

func (r *ranger) set(v *ir.Value, i Interval) { r.ranges[r.num[v]] = i }

func (r *ranger) get(v *ir.Value) Interval { return r.ranges[r.num[v]] }

// region walks the regions of an operation.
func (r *ranger) region(op *ir.Operation) {
	for _, g := range op.Regions {
		if len(g.Blocks) > 1 {
			r.graph(g)
			continue
		}
		for _, b := range g.Blocks {
			r.block(b)
		}
	}
}

// graph walks blocks that branch to each other. A block may precede those that dominate it; their
// values are then unknown.
func (r *ranger) graph(g *ir.Region) {
	for _, b := range g.Blocks {
		for _, op := range b.Ops {
			op.Walk(func(o *ir.Operation) bool {
				r.setFull(o.Results)
				r.unknown(o)
				return true
			})
		}
	}
	for _, b := range g.Blocks {
		r.block(b)
	}
}

func (r *ranger) block(b *ir.Block) {
	for _, op := range b.Ops {
		r.visit(op)
	}
}

func (r *ranger) visit(op *ir.Operation) {
	switch op.Name() {
	case "scf.for":
		r.loop(op)
	case "scf.while":
		r.while(op)
	case "scf.if":
		r.branch(op)
	default:
		if len(op.Regions) > 0 {
			r.unknown(op)
			r.region(op)
			r.setFull(op.Results)
			return
		}
		r.transfer(op)
	}
}

// branch walks both sides of an scf.if, each under its condition.
func (r *ranger) branch(op *ir.Operation) {
	var sides [2][]Interval
	for k := range sides {
		b := op.Regions[k].Entry()
		if b == nil {
			continue
		}
		top := len(r.undo)
		r.assume(op.Operands[0], k == 0, 0)
		r.block(b)
		for _, v := range b.Terminator().Operands {
			sides[k] = append(sides[k], r.get(v))
		}
		for i := len(r.undo) - 1; i >= top; i-- {
			r.ranges[r.undo[i].n] = r.undo[i].old
		}
		r.undo = r.undo[:top]
	}
	for i, v := range op.Results {
		if width(v) > 0 {
			r.set(v, join(sides[0][i], sides[1][i]))
		}
	}
}

// assume narrows the operands of a comparison that is known to hold or not.
func (r *ranger) assume(cond *ir.Value, holds bool, depth int) {
	if cond.Op == nil || cond.Type != ir.I1 || depth > 8 {
		return
	}
	switch op := cond.Op; op.Name() {
	case "arith.andi", "arith.ori":
		if (op.Name() == "arith.andi") == holds {
			r.assume(op.Operands[0], holds, depth+1)
			r.assume(op.Operands[1], holds, depth+1)
		}
	case "arith.xori":
		if c, ok := r.get(op.Operands[1]).Constant(); ok {
			r.assume(op.Operands[0], holds == (c == 0), depth+1)
		}
	case "arith.cmpi":
		a, b := op.Operands[0], op.Operands[1]
		w := width(a)
		if _, vector := a.Type.(*ir.VectorType); vector || w == 0 {
			return
		}
		pred := ir.CmpIPredicates[op.IntAttr("predicate")]
		if !holds {
			pred = inverse[pred]
		}
		x, y := r.get(a), r.get(b)
		r.narrow(a, assume(w, pred, x, y))
		r.narrow(b, assume(w, swapped[pred], y, x))
	}
}

func (r *ranger) narrow(v *ir.Value, i Interval) {
	n := r.num[v]
	if r.ranges[n] == i {
		return
	}
	r.undo = append(r.undo, assumption{n, r.ranges[n]})
	r.ranges[n] = i
}

// RangeAt is like Range, but also uses the conditions of the branches around a place.
func (f *Info) RangeAt(v *ir.Value, at *ir.Operation) Interval { return f.RangeUnder(v, at, nil) }

// RangeUnder is RangeAt under the additional condition of an i1, if it is not nil.
func (f *Info) RangeUnder(v *ir.Value, at *ir.Operation, holds *ir.Value) Interval {
	i := f.Range(v)
	r := ranger{Info: f}
	n, ok := f.num[v]
	if !ok || width(v) == 0 {
		return i
	}
	for o := at; o != nil && o != f.Kernel; o = o.Parent() {
		p := o.Parent()
		if p != nil && p.Name() == "scf.if" {
			r.assume(p.Operands[0], o.Block.Region == p.Regions[0], 0)
		}
	}
	if holds != nil {
		r.assume(holds, true, 0)
	}
	i = f.ranges[n]
	for k := len(r.undo) - 1; k >= 0; k-- {
		f.ranges[r.undo[k].n] = r.undo[k].old
	}
	return i
}

// loop walks an scf.for.
func (r *ranger) loop(op *ir.Operation) {
	body := op.Regions[0].Entry()
	counter := body.Args[0]
	lower, upper, step := r.get(op.Operands[0]), r.get(op.Operands[1]), r.get(op.Operands[2])
	if w := width(counter); w > 0 {
		r.set(counter, counted(w, op.HasAttr("unsignedCmp"), lower, upper, step))
	}
	trips, known := maxTrips(op, width(counter), lower, upper, step)
	inits, args := op.OperandGroup("initArgs"), body.Args[1:]
	yield := func() []*ir.Value { return body.Terminator().Operands }
	walk := func() {
		leave := r.entered(op)
		r.block(body)
		leave()
	}
	r.stable(inits, args, walk, yield, func(k int) (Interval, bool) {
		return r.stepped(args[k], yield()[k], r.get(inits[k]), trips, known)
	})
	for i, v := range op.Results {
		if width(v) > 0 {
			r.set(v, join(r.get(inits[i]), r.get(yield()[i])))
		}
	}
}

// counted returns the range of a loop's counter.
func counted(w int, unsigned bool, lower, upper, step Interval) Interval {
	i := full(w)
	switch {
	case unsigned && upper.UMax > lower.UMin:
		i.UMin, i.UMax = lower.UMin, upper.UMax-1
	case !unsigned && upper.SMax > lower.SMin:
		i.SMin, i.SMax = lower.SMin, min(upper.SMax-1, farthest(lower, step))
	default:
		return lower // the body is not reached
	}
	i.Zeros = min(lower.Zeros, step.Zeros)
	return i.tidy(w)
}

// mostTurns is more iterations than a loop runs in hours.
const mostTurns = 1 << 44

// farthest returns the limit that a counter does not pass in mostTurns iterations: an unknown upper
// bound does not mean that offsets overflow.
func farthest(lower, step Interval) int64 {
	high, way := bits.Mul64(uint64(max(step.SMax, 0)), mostTurns)
	if high != 0 || way > 1<<62 || lower.SMax > 1<<62-int64(way) {
		return math.MaxInt64
	}
	return lower.SMax + int64(way)
}

// maxTrips bounds the number of iterations.
func maxTrips(op *ir.Operation, w int, lower, upper, step Interval) (n uint64, known bool) {
	if w == 0 {
		return 0, false
	}
	by := step.UMin
	lo, hi := lower.UMin, upper.UMax
	if !op.HasAttr("unsignedCmp") {
		by = uint64(max(step.SMin, 1))
		if lower.SMin >= upper.SMax {
			return 0, true
		}
		lo, hi = uint64(lower.SMin), uint64(upper.SMax)
	} else if lo >= hi {
		return 0, true
	}
	return (hi-lo-1)/max(by, 1) + 1, hi-lo-1 < 1<<63
}

// stepped returns the range of a carried number to which each iteration adds the same constant: the
// number of iterations bounds it.
func (r *ranger) stepped(arg, next *ir.Value, init Interval, trips uint64, known bool) (Interval, bool) {
	w := width(arg)
	if !known || next.Op == nil || next.Op.Name() != "arith.addi" || trips == 0 {
		return Interval{}, false
	}
	by := next.Op.Operands[1]
	if next.Op.Operands[0] != arg {
		if by != arg {
			return Interval{}, false
		}
		by = next.Op.Operands[0]
	}
	c, ok := r.get(by).Constant()
	if !ok {
		return Interval{}, false
	}
	high, way := bits.Mul64(magnitude(w, c), trips-1)
	if high != 0 || way > 1<<62 {
		return Interval{}, false
	}
	i := full(w)
	delta := int64(way)
	if signExtend(w, c) < 0 {
		delta = -delta
	}
	if delta >= 0 {
		if init.UMax <= maskOf(w)-min(maskOf(w), way) {
			i.UMin, i.UMax = init.UMin, init.UMax+way
		}
		if init.SMax <= maxSigned(w)-min(delta, maxSigned(w)) {
			i.SMin, i.SMax = init.SMin, init.SMax+delta
		}
	} else {
		if init.UMin >= way {
			i.UMin, i.UMax = init.UMin-way, init.UMax
		}
		if init.SMin >= minSigned(w)+min(-delta, maxSigned(w)) {
			i.SMin, i.SMax = init.SMin+delta, init.SMax
		}
	}
	i.Zeros = min(init.Zeros, uint8(bits.TrailingZeros64(c)))
	return i.tidy(w), true
}

// magnitude returns the absolute value of a signed number.
func magnitude(w int, c uint64) uint64 {
	if s := signExtend(w, c); s < 0 {
		return -uint64(s)
	}
	return c & maskOf(w)
}

// stable walks the body of a loop until the arguments contain what it yields.
func (r *ranger) stable(inits, args []*ir.Value, walk func(), yield func() []*ir.Value, known func(k int) (Interval, bool)) {
	var open []int // arguments to find out about
	for i, a := range args {
		if width(a) == 0 {
			r.setFull(args[i : i+1])
			continue
		}
		r.set(a, r.get(inits[i]))
		open = append(open, i)
	}
	if len(open) == 0 {
		walk()
		return
	}
	if r.depth >= maxDepth {
		r.setFull(args)
		walk()
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for round := 0; ; round++ {
		walk()
		grown := false
		for _, i := range open {
			a, w := args[i], width(args[i])
			old, next := r.get(a), r.get(yield()[i])
			if old.holds(next) {
				continue
			}
			k, ok := known(i)
			switch {
			case ok && k == old:
				continue
			case round == 0 && ok && k.holds(old):
				r.set(a, k)
			case round == 0 && !isSum(yield()[i]):
				r.set(a, join(old, next)) // the other one of two numbers, perhaps
			case round <= 4:
				r.set(a, widen(w, old, join(old, next)))
			default:
				r.set(a, full(w))
			}
			grown = true
		}
		if !grown {
			break
		}
	}
	r.tighten(inits, args, open, walk, yield, known)
}

// isSum reports whether a value is a sum, like that of a loop counter.
func isSum(v *ir.Value) bool { return v.Op != nil && v.Op.Name() == "arith.addi" }

// tighten undoes excessive widening, once.
func (r *ranger) tighten(inits, args []*ir.Value, open []int, walk func(), yield func() []*ir.Value, known func(k int) (Interval, bool)) {
	before := make([]Interval, len(args))
	changed := false
	for _, i := range open {
		a := args[i]
		before[i] = r.get(a)
		n := join(r.get(inits[i]), r.get(yield()[i])).tidy(width(a))
		if k, ok := known(i); ok && k.holds(r.get(inits[i])) {
			n = k
		}
		if before[i].holds(n) && n != before[i] {
			r.set(a, n)
			changed = true
		}
	}
	if !changed {
		return
	}
	walk()
	for _, i := range open {
		old := r.get(args[i])
		if k, ok := known(i); old.holds(r.get(yield()[i])) || ok && k == old {
			continue
		}
		for _, k := range open {
			r.set(args[k], before[k])
		}
		walk()
		return
	}
}

// while walks an scf.while.
func (r *ranger) while(op *ir.Operation) {
	before, after := op.Regions[0].Entry(), op.Regions[1].Entry()
	cond := func() *ir.Operation { return before.Terminator() }
	walk := func() {
		r.block(before)
		top := len(r.undo)
		r.assume(cond().Operands[0], true, 0)
		for i, a := range after.Args {
			if width(a) > 0 {
				r.set(a, r.get(cond().Operands[i+1]))
			} else {
				r.setFull(after.Args[i : i+1])
			}
		}
		r.block(after)
		for i := len(r.undo) - 1; i >= top; i-- {
			r.ranges[r.undo[i].n] = r.undo[i].old
		}
		r.undo = r.undo[:top]
	}
	yield := func() []*ir.Value { return after.Terminator().Operands }
	r.stable(op.Operands, before.Args, walk, yield, func(int) (Interval, bool) { return Interval{}, false })
	for i, v := range op.Results {
		if width(v) > 0 {
			r.set(v, r.get(cond().Operands[i+1]))
		}
	}
}

// hull returns the join of intervals.
func hull(list []Interval) Interval {
	i := list[0]
	for _, o := range list[1:] {
		i = join(i, o)
	}
	return i
}

// transfer is the interval of the results of an operation without regions.
func (r *ranger) transfer(op *ir.Operation) {
	for _, v := range op.Results {
		r.set(v, full(max(1, width(v))))
	}
	if len(op.Results) == 0 {
		return
	}
	if i, ok := r.Launch.position(op); ok {
		r.set(op.Results[0], i)
		return
	}
	w := width(op.Results[0])
	if w == 0 && op.Name() != "memref.extract_strided_metadata" && op.Name() != "vector.to_elements" {
		return
	}
	args := make([]Interval, len(op.Operands), len(op.Operands)+1)
	integers := true
	for i, v := range op.Operands {
		args[i] = full(1)
		if width(v) > 0 {
			args[i] = r.get(v)
		} else {
			integers = false
		}
	}
	if slices.Contains(sameElements, op.Name()) {
		list := args
		if op.Name() == "vector.extract" || op.Name() == "gpu.shuffle" || op.Name() == "gpu.subgroup_broadcast" {
			list = args[:1]
		} else if op.Name() == "vector.insert" {
			list = args[:2]
		}
		if len(list) > 0 {
			for _, v := range op.Results {
				if width(v) == w && (op.Name() != "gpu.shuffle" || v.Index == 0) {
					r.set(v, hull(list))
				}
			}
		}
		return
	}
	if i, ok := r.special(op, w, args); ok {
		r.set(op.Results[0], i)
		return
	}
	if rule := rules[op.Name()]; rule != nil && integers {
		r.set(op.Results[0], rule(op, w, args))
	}
}

// sameElements are operations whose results are elements of their operands: for some of the first
// only, where the others select the position.
var sameElements = []string{"vector.broadcast", "vector.extract", "vector.insert", "vector.extract_strided_slice", "vector.insert_strided_slice",
	"vector.from_elements", "vector.to_elements", "vector.shuffle", "vector.interleave", "vector.deinterleave", "vector.shape_cast",
	"vector.transpose", "gpu.shuffle", "gpu.subgroup_broadcast", "rocdl.readfirstlane", "rocdl.readlane"}
