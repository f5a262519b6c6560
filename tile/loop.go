package tile

import (
	"heddle/ir"
)

// Value is what a loop can carry: a *Tile or an Index.
type Value interface {
	parts(k *Kernel) []*ir.Value
	with(k *Kernel, parts []*ir.Value) Value
}

// Values are carried by a loop.
type Values []Value

// Tile returns the n-th value, a tile.
func (v Values) Tile(n int) *Tile {
	t, ok := v.at(n).(*Tile)
	if !ok {
		(*Kernel)(nil).fail("value %d is not a tile", n)
	}
	t.of()
	return t
}

// Index returns the n-th value, an index.
func (v Values) Index(n int) Index {
	x, ok := v.at(n).(Index)
	if !ok {
		(*Kernel)(nil).fail("value %d is not an index", n)
	}
	return x
}

func (v Values) at(n int) Value {
	if n < 0 || n >= len(v) {
		(*Kernel)(nil).fail("there is no value %d: values are counted from 0, and there are %d", n, len(v))
	}
	return v[n]
}

func (t *Tile) parts(*Kernel) []*ir.Value { return t.vals }

func (t *Tile) with(_ *Kernel, parts []*ir.Value) Value {
	u := *t
	u.vals, u.facts = parts, facts{}
	return &u
}

func (x Index) parts(k *Kernel) []*ir.Value { return []*ir.Value{k.value(x)} }

func (x Index) with(k *Kernel, parts []*ir.Value) Value {
	return Index{k: k, v: parts[0], lo: -unbounded, hi: unbounded, mult: 1, varies: x.varies}
}

// flat returns the parts of values in sequence.
func (k *Kernel) flat(values Values) (list []*ir.Value, types []ir.Type) {
	for i, v := range values {
		switch v := v.(type) {
		case nil:
			k.fail("value %d is nil; it can be a tile or an index", i)
		case *Tile:
			k.tiles(v)
		}
		for _, p := range v.parts(k) {
			list, types = append(list, p), append(types, p.Type)
		}
	}
	return list, types
}

// carried returns values like those given, with other parts.
func (k *Kernel) carried(like Values, parts []*ir.Value) (list Values) {
	for _, v := range like {
		n := len(v.parts(k))
		list, parts = append(list, v.with(k, parts[:n:n])), parts[n:]
	}
	return list
}

// in emits the operations of f into a new block of an operation's next region.
func (k *Kernel) in(op *ir.Operation, args []ir.Type, f func(args []*ir.Value) []*ir.Value, end string) {
	b := op.AddRegion().AddBlock(args...)
	k.open = append(k.open, b)
	k.do(end, f(b.Args))
	k.open = k.open[:len(k.open)-1]
}

// For runs body for i = from, from+step, … while i is less than to, and passes its results to the
// next iteration; it returns the results of the last iteration, or init.
func (k *Kernel) For(from, to, step Index, init Values, body func(i Index, carried Values) Values) Values {
	if s, known := step.Const(); known && s < 1 {
		k.fail("a loop with step %d; it must be at least 1", s)
	}
	varies := max(from.varies, to.varies, step.varies)
	if varies == byLane {
		k.fail("a loop whose iteration count may differ between lanes")
	}
	if body == nil {
		k.fail("For without a body")
	}
	operands, types := k.flat(init)
	op := ir.NewOp("scf.for", append([]*ir.Value{k.value(from), k.value(to), k.value(step)}, operands...), types)
	i := Index{k: k, lo: from.lo, hi: unbounded, mult: gcd(from.mult, step.mult), varies: varies}
	if to.hi != unbounded {
		i.hi = to.hi - 1
		if lo, ok := from.Const(); ok {
			if s, ok := step.Const(); ok && s > 0 && to.hi > lo {
				i.hi = lo + (to.hi-lo-1)/s*s
			}
		}
	}
	loop := func() {
		k.in(op, append([]ir.Type{ir.Index}, types...), func(args []*ir.Value) []*ir.Value {
			i.v = args[0]
			got := k.matched("a loop", init, body(i, k.carried(init, args[1:])))
			k.steady(init, got)
			out, _ := k.flat(got)
			return out
		}, "scf.yield")
	}
	if from.hi < to.lo { // it runs at least once
		k.apart(varies, loop)
	} else {
		k.perhaps(func() { k.apart(varies, loop) })
	}
	k.emit(op)
	return k.carried(init, op.Results)
}

// matched converts the results of a body, of a loop or a branch, to the form that its values have.
func (k *Kernel) matched(of string, want, got Values) (list Values) {
	if len(got) != len(want) {
		k.fail("%s carries %d values, but its body returns %d", of, len(want), len(got))
	}
	for i := range want {
		w, tiles := want[i].(*Tile)
		if !tiles {
			list = append(list, got.Index(i))
			continue
		}
		g := got.Tile(i)
		if !ir.SameType(w.Elem, g.Elem) || !w.Layout.equal(g.Layout) {
			k.fail("value %d of %s is a tile of %s, %s, but its body returns one of %s, %s", i, of, w.Elem, w.Layout, g.Elem, g.Layout)
		}
		list = append(list, g.inWidth(w.width))
	}
	return list
}

// steady refuses values of a loop that become different in lanes or waves.
func (k *Kernel) steady(init, next Values) {
	for i := range init {
		if x, is := init[i].(Index); is && next.Index(i).varies > x.varies {
			k.fail("value %d of a loop is initially the same in all lanes or waves, but the value that its body returns is not", i)
		}
	}
}

// apart emits code in which waves may diverge, depending on the given variance.
func (k *Kernel) apart(varies variance, f func()) {
	if varies == uniform {
		f()
		return
	}
	k.branches++
	f()
	k.branches--
}
