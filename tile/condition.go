package tile

import (
	"heddle/ir"
)

// Condition is true or false: for the whole workgroup, or for each wave or lane if it was computed
// from Wave or Lane, or by All or Any.
type Condition struct {
	k            *Kernel
	v            *ir.Value
	known, holds bool
	varies       variance
}

// always is the condition that holds.
var always = Condition{known: true, holds: true}

// Numbers of predicates in arith.cmpi.
const (
	cmpEqual        = 0
	cmpUnsignedLess = 6
)

// Less returns x < y for nonnegative numbers.
func (x Index) Less(y Index) Condition {
	return x.compare(y, cmpUnsignedLess, func(a, b int64) bool { return uint64(a) < uint64(b) })
}

// Equal returns x = y.
func (x Index) Equal(y Index) Condition {
	return x.compare(y, cmpEqual, func(a, b int64) bool { return a == b })
}

func (x Index) compare(y Index, predicate int64, holds func(a, b int64) bool) Condition {
	k := x.k
	if k == nil {
		k = y.k
	}
	if k == nil {
		return Condition{known: true, holds: holds(x.c, y.c)}
	}
	v := k.op("arith.cmpi", []*ir.Value{k.value(x), k.value(y)}, []ir.Type{ir.I1}, attr("predicate", ir.Int(ir.I64, predicate)))
	return Condition{k: k, v: v, varies: max(x.varies, y.varies)}
}

// And is true if both conditions are.
func (a Condition) And(b Condition) Condition {
	switch {
	case a.known && a.holds, b.known && !b.holds:
		return b
	case b.known && b.holds, a.known && !a.holds:
		return a
	}
	return a.binary("arith.andi", b)
}

// Or is true if one of the conditions is.
func (a Condition) Or(b Condition) Condition {
	switch {
	case a.known && !a.holds, b.known && b.holds:
		return b
	case b.known && !b.holds, a.known && a.holds:
		return a
	}
	return a.binary("arith.ori", b)
}

// Not is true if the condition is not.
func (a Condition) Not() Condition {
	if a.known {
		return Condition{known: true, holds: !a.holds}
	}
	return Condition{k: a.k, v: a.k.op("arith.xori", []*ir.Value{a.v, a.k.constant(ir.I1, ir.Bool(true))}, []ir.Type{ir.I1}), varies: a.varies}
}

func (a Condition) binary(name string, b Condition) Condition {
	return Condition{k: a.k, v: a.k.op(name, []*ir.Value{a.v, b.v}, []ir.Type{ir.I1}), varies: max(a.varies, b.varies)}
}

// Select returns x if the condition holds, else y.
func (a Condition) Select(x, y Index) Index {
	if a.known {
		if a.holds {
			return x
		}
		return y
	}
	k := a.k
	v := k.op("arith.select", []*ir.Value{a.v, k.value(x), k.value(y)}, []ir.Type{ir.Index})
	return Index{k: k, v: v, lo: min(x.lo, y.lo), hi: max(x.hi, y.hi), mult: gcd(x.mult, y.mult), loose: x.loose || y.loose, varies: max(a.varies, x.varies, y.varies)}
}

// Choose returns tile x if the condition holds, else y: both have been computed, unlike with
// IfElse.
func (k *Kernel) Choose(c Condition, x, y *Tile) *Tile {
	k.tiles(x, y)
	k.sameElem(x, y)
	list := k.fit(x, y)
	x, y = list[0], list[1]
	switch {
	case c.known && c.holds:
		return x
	case c.known:
		return y
	}
	out := *x
	out.vals, out.facts = nil, facts{}
	for i := range x.vals {
		out.vals = append(out.vals, k.op("arith.select", []*ir.Value{c.v, x.vals[i], y.vals[i]}, []ir.Type{x.vals[i].Type}))
	}
	return &out
}

// All returns whether all elements of a tile of i1 that a wave holds are true: a condition for If
// and IfElse that may be different in different waves. AllWaves makes it one of the workgroup.
func (k *Kernel) All(t *Tile) Condition { return k.vote(t, "arith.andi", "and") }

// Any is All for at least one element.
func (k *Kernel) Any(t *Tile) Condition { return k.vote(t, "arith.ori", "or") }

// vote combines the elements of a wave.
func (k *Kernel) vote(t *Tile, name, lanes string) Condition {
	k.tiles(t)
	if t.Elem != ir.I1 {
		k.fail("a tile of %s; it must be of i1, as returned by Compare", t.Elem)
	}
	u := t.inWidth(1)
	v := u.vals[0]
	for _, w := range u.vals[1:] {
		v = k.op(name, []*ir.Value{v, w}, []ir.Type{v.Type})
	}
	v = k.op("vector.extract", []*ir.Value{v}, []ir.Type{ir.I1}, attr("static_position", ir.DenseArray(ir.I64, 0)))
	v = k.op("gpu.subgroup_reduce", []*ir.Value{v}, []ir.Type{ir.I1}, attr("op", ir.DialectOpaque("gpu", "all_reduce_op "+lanes)))
	c := Condition{k: k, v: v, varies: byWave}
	if k.waves == 1 {
		c.varies = uniform
	}
	return c
}

// AllWaves returns whether a condition holds in all waves of the workgroup, which meet at a barrier.
func (c Condition) AllWaves() Condition { return c.ofWaves(Least) }

// AnyWave returns whether a condition holds in at least one wave, like AllWaves.
func (c Condition) AnyWave() Condition { return c.ofWaves(Greatest) }

func (c Condition) ofWaves(r Reduction) Condition {
	if c.known || c.varies == uniform {
		return c
	}
	k := c.k
	if c.varies == byLane {
		k.fail("a condition that may differ between the lanes of a wave; use All or Any of a tile")
	}
	l := Layout{Rows: k.waves, Cols: 1, lane: make([]spot, log2(k.Chip.WaveSize))}
	for w := 1; w < k.waves; w *= 2 {
		l.wave = append(l.wave, spot{w, 0})
	}
	bit := k.op("arith.extui", []*ir.Value{c.v}, []ir.Type{ir.I32})
	t := k.Reduce(r, &Tile{Layout: l, Elem: ir.I32, k: k, width: 1, vals: []*ir.Value{k.splat(bit, 1)}}, OverRows)
	return t.Index().Equal(I(0)).Not()
}

// when emits operations that run only where a condition holds.
func (k *Kernel) when(c Condition, f func()) {
	switch {
	case c.known && c.holds:
		f()
	case !c.known:
		op := ir.NewOp("scf.if", []*ir.Value{c.v}, []ir.Type{})
		k.perhaps(func() { k.in(op, nil, func([]*ir.Value) []*ir.Value { f(); return nil }, "scf.yield") })
		op.AddRegion()
		k.emit(op)
	}
}

// branch refuses conditions that lanes of a wave may take differently.
func (k *Kernel) branch(c Condition) {
	if c.varies == byLane {
		k.fail("a branch on which the lanes of a wave may diverge; use Select")
	}
}

// If runs then where the condition holds. The condition may be different in different waves, but
// then it must not contain barriers or reductions over waves; it must not differ between the lanes
// of a wave.
func (k *Kernel) If(c Condition, then func()) {
	k.branch(c)
	k.apart(c.varies, func() { k.when(c, then) })
}

// IfElse runs then where the condition holds and otherwise elsewhere, and returns the values that
// it returns: the same number of values of the same types and layouts. It is subject to the rules of
// If. What only some steps of a loop need is skipped by a jump in the others:
//
//	out := k.IfElse(k.All(small), func() tile.Values { return tile.Values{acc} },
//		func() tile.Values { return tile.Values{k.Mul(acc, factor)} })
func (k *Kernel) IfElse(c Condition, then, otherwise func() Values) Values {
	k.branch(c)
	switch {
	case c.known && c.holds:
		return then()
	case c.known:
		return otherwise()
	}
	op := ir.NewOp("scf.if", []*ir.Value{c.v}, []ir.Type{})
	var yes, no Values
	var types []ir.Type
	branch := func() {
		k.in(op, nil, func([]*ir.Value) (list []*ir.Value) { yes = then(); list, types = k.flat(yes); return list }, "scf.yield")
		k.in(op, nil, func([]*ir.Value) []*ir.Value {
			no = otherwise()
			list, _ := k.flat(k.matched("a branch", yes, no))
			return list
		}, "scf.yield")
	}
	k.perhaps(func() { k.apart(c.varies, branch) })
	for i, t := range types {
		op.Results = append(op.Results, &ir.Value{Type: t, Op: op, Index: i})
	}
	k.emit(op)
	out := k.carried(yes, op.Results)
	for i := range out {
		if x, is := out[i].(Index); is {
			a, b := yes.Index(i), no.Index(i)
			x.lo, x.hi, x.mult, x.varies = min(a.lo, b.lo), max(a.hi, b.hi), gcd(a.mult, b.mult), max(c.varies, a.varies, b.varies)
			out[i] = x
		}
	}
	return out
}
