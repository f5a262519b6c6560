package tile

import (
	"heddle/ir"
)

// LoadIndex loads a number from a tensor of i32 or i64: a length, an offset, a page of a table. The
// place must be inside the tensor, and the same for the lanes of a wave. Nothing is known of the
// number; Below and MultipleOf assert what the author knows, and make addresses cheaper. A kernel
// that does not write the tensor must not write the same memory through another one either: indices
// go through the scalar cache.
func (k *Kernel) LoadIndex(t *Tensor, at ...Index) Index {
	if t.k != k {
		k.fail("tensor %s belongs to another kernel", t.name)
	}
	if t.Elem() != ir.I32 && t.Elem() != ir.I64 {
		k.fail("an index from tensor %s of %s; it can come from i32 and i64", t.name, t.elem)
	}
	if len(at) != len(t.shape) {
		k.fail("tensor %s has %d dimensions, not %d", t.name, len(t.shape), len(at))
	}
	if t.flipped || t.groups.n != 0 {
		k.fail("an index from a view of tensor %s; use the tensor", t.name)
	}
	if _, known := k.indices[t.arg]; !known {
		k.indices[t.arg] = true
	}
	operands, varies := []*ir.Value{t.arg}, uniform
	for d, x := range at {
		if x.varies == byLane {
			k.fail("tensor %s: an index differs between lanes; use Gather", t.name)
		}
		if c, known := x.Const(); known && (c < 0 || t.shape[d] != Dyn && c >= t.shape[d]) {
			k.fail("tensor %s: %d is outside of its %d elements", t.name, c, t.shape[d])
		}
		operands, varies = append(operands, k.value(x)), max(varies, x.varies)
	}
	x := k.toIndex(k.op("memref.load", operands, []ir.Type{t.elem}))
	x.varies = varies
	return x
}

// tellIndices marks the arguments that indices are loaded from, and that nothing writes.
func (k *Kernel) tellIndices(fn *ir.Operation) {
	var list []ir.Attr
	some := false
	for _, a := range k.entry.Args {
		var attrs []ir.NamedAttr
		if k.indices[a] {
			attrs, some = append(attrs, attr("llvm.noalias", ir.UnitAttr{})), true
		}
		list = append(list, ir.Dict(attrs...))
	}
	if some {
		fn.SetAttr("arg_attrs", ir.Array(list...))
	}
}

// toIndex makes an index from an integer of which nothing is known but that it is the same in all
// lanes.
func (k *Kernel) toIndex(v *ir.Value) Index {
	v = k.op("rocdl.readfirstlane", []*ir.Value{v}, []ir.Type{v.Type})
	v = k.op("arith.index_cast", []*ir.Value{v}, []ir.Type{ir.Index})
	return Index{k: k, v: v, lo: -unbounded, hi: unbounded, mult: 1, told: true}
}

// Index returns the number in a tile of one element of i32 or i64, as Reduce of a row or column of
// vectors and Load of one element return it: all lanes have it.
func (t *Tile) Index() Index {
	t.of()
	if t.Layout.Rows != 1 || t.Layout.Cols != 1 || t.Elem != ir.I32 && t.Elem != ir.I64 {
		t.k.fail("an index from a tile of %d x %d of %s; it can come from one element of i32 or i64", t.Layout.Rows, t.Layout.Cols, t.Elem)
	}
	return t.k.toIndex(t.item(0))
}
