package tile

import (
	"fmt"

	"heddle/arch"
	"heddle/ir"
)

// Dyn is a size or stride of a tensor that is set at launch.
const Dyn = ir.Dynamic

// Tensor is an array in global memory, an argument of the kernel.
type Tensor struct {
	k    *Kernel
	name string
	elem ir.Type
	// shape and strides are those of memory; Dyn where they are set at launch.
	shape, strides []int64
	arg            *ir.Value
	swizzle        int64
	// flipped: rows and columns of tiles are exchanged in memory.
	flipped bool
	// mult divides an unknown size, strideMult a stride; 0 if that is the product of the sizes
	// after it.
	mult, strideMult []int64
	// most and strideMost bound an unknown size and stride; 0 if nothing is known.
	most, strideMost []int64
	groups           group
	outside          float64
	// any are the dimensions beyond which loads may return anything.
	any uint
}

// group selects the columns of a view: n columns, starting at column from, of every group of
// adjacent columns in memory. n is 0 for all.
type group struct{ of, from, n int64 }

// Tensor adds a row-major argument without gaps in memory.
func (k *Kernel) Tensor(name string, elem ir.Type, shape ...int64) *Tensor {
	strides := make([]int64, len(shape))
	step := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		if step == Dyn || shape[i] == Dyn {
			step = Dyn
		} else {
			step *= shape[i]
		}
	}
	t := k.Strided(name, elem, shape, strides)
	clear(t.strideMult)
	return t
}

// Strided adds an argument with strides in elements; the last one is 1.
func (k *Kernel) Strided(name string, elem ir.Type, shape, strides []int64) *Tensor {
	k.living()
	if name == "" {
		k.fail("a tensor without a name")
	}
	if len(shape) == 0 || len(shape) != len(strides) {
		k.fail("tensor %s has %d sizes and %d strides", name, len(shape), len(strides))
	}
	if strides[len(strides)-1] != 1 {
		k.fail("tensor %s: the last stride is %d; it must be 1", name, strides[len(strides)-1])
	}
	if elem == nil {
		k.fail("tensor %s has no element type", name)
	}
	if w, _ := ir.BitWidth(elem); w < 8 {
		k.fail("tensor %s of %s: declare elements of less than a byte as bytes, i8", name, elem)
	}
	for i, n := range strides {
		// A buffer resource only extends upwards from its base.
		if n < 0 && n != Dyn {
			k.fail("tensor %s: stride %d is %d; it cannot be negative", name, i, n)
		}
	}
	if !addressable(elem, shape, strides) {
		k.fail("tensor %s takes more than 2^%d bytes", name, addressBits)
	}
	if k.tensors[name] {
		k.fail("two tensors are called %s", name)
	}
	k.tensors[name] = true
	n := len(shape)
	t := &Tensor{k: k, name: name, elem: elem, shape: shape, strides: strides, mult: make([]int64, n), strideMult: make([]int64, n)}
	for i, n := range shape {
		if n != Dyn && n < 1 {
			k.fail("tensor %s has a size of %d", name, n)
		}
		t.mult[i], t.strideMult[i] = 1, 1
	}
	typ := ir.MemRef(elem, shape, &ir.StridedAttr{Strides: strides}, ir.DialectOpaque("gpu", "address_space<global>"))
	t.arg = k.entry.AddArg(typ)
	named := &ir.NameLoc{Name: name}
	if at, _ := k.lines.author(); at != nil {
		named.Child = at
	}
	t.arg.Loc = named
	k.declared = append(k.declared, t)
	return t
}

// addressBits is the size of the address space that a program has on the chips.
const addressBits = 47

// addressable reports whether a tensor, as far as its sizes are known, fits into
// the address space.
func addressable(elem ir.Type, shape, strides []int64) bool {
	const most = 1 << addressBits
	bits, _ := ir.BitWidth(elem)
	last := int64(0)
	for i, n := range shape {
		if n == Dyn || strides[i] == Dyn || n < 1 {
			continue
		}
		if strides[i] > 0 && n-1 > most/strides[i] {
			return false
		}
		if last += (n - 1) * strides[i]; last > most {
			return false
		}
	}
	return last < most/int64(bits/8)
}

// CacheSwizzle makes the tensor's buffer resource swizzle the sets of the L1 cache for rows that
// are the given number of bytes apart, at most 16383; arch.CacheSwizzleStride says when that helps.
// 0 means no swizzle. Call it before the first access.
func (t *Tensor) CacheSwizzle(bytes int64) *Tensor {
	if _, err := arch.RequestedCacheSwizzle(bytes); err != nil && bytes != 0 {
		t.k.fail("tensor %s: %v", t.name, err)
	}
	if _, made := t.k.fixed[t.name+" resource"]; made {
		t.k.fail("tensor %s: CacheSwizzle after its first access", t.name)
	}
	t.swizzle = bytes
	return t
}

// T returns the tensor with its last two dimensions exchanged.
func (t *Tensor) T() *Tensor {
	u := *t
	u.flipped = !t.flipped
	return &u
}

// Outside returns the tensor with a number that loads return for elements outside it, instead of
// zero. An integer must have it, as for Fill.
func (t *Tensor) Outside(x float64) *Tensor {
	t.k.representable(fmt.Sprintf("tensor %s: outside of it a number of type %s", t.name, t.elem), t.elem, x)
	u := *t
	u.outside = x
	return &u
}

// AnyBeyond returns the tensor with elements beyond the end of a dimension that may have any value:
// loads of tiles that extend past that edge return other elements of the tensor there, which costs
// nothing in a loop whose tiles stay in place in that dimension. It is for tiles of which these
// elements only meet results that are not stored, as the rows beyond the edge of a factor do. Stores
// need the tensor itself.
func (t *Tensor) AnyBeyond(dim int) *Tensor {
	u := *t
	u.any |= 1 << t.dim(dim)
	return &u
}

// Groups returns a view of the tensor with n columns, a power of two, starting at column from of
// each group of adjacent columns: first those of the first group, then those of the second, and so
// on. Dim still returns the sizes of the tensor.
func (t *Tensor) Groups(of, from, n int) *Tensor {
	if !powers(n) || from < 0 || from+n > of || t.flipped {
		t.k.fail("tensor %s: columns %d to %d of each %d", t.name, from, from+n-1, of)
	}
	u := *t
	u.groups = group{int64(of), int64(from), int64(n)}
	return &u
}

// column returns the place in memory of a column of the view.
func (g group) column(c Index) Index {
	if g.n == 0 {
		return c
	}
	return c.Div(g.n).Times(g.of).Plus(c.Mod(g.n)).Plus(I(g.from))
}

// whole returns the bounds of the first memory column of the group that a column of the view
// begins: an index without a value.
func (g group) whole(c Index) Index {
	w := Index{lo: mulBound(c.lo/g.n, g.of), hi: unbounded, mult: g.of, loose: c.loose}
	if c.hi != unbounded {
		w.hi = mulBound(c.hi/g.n, g.of)
	}
	if c.mult%g.n == 0 {
		w.mult = mulBound(c.mult/g.n, g.of)
	}
	return w
}

// step returns the distance in memory of a multiple of columns of the view.
func (g group) step(c int64) int64 {
	if g.n == 0 {
		return c
	}
	return c/g.n*g.of + c%g.n
}

// MultipleOf asserts that a size set at launch is a multiple of n.
func (t *Tensor) MultipleOf(dim int, n int64) *Tensor {
	d := t.dim(dim)
	t.mult[d] = t.positive(n)
	if size := t.shape[d]; size != Dyn && size%n != 0 {
		t.k.fail("tensor %s: its size %d is %d, which is said to be a multiple of %d", t.name, d, size, n)
	}
	return t
}

// StrideMultipleOf asserts that a stride set at launch is a multiple of n.
func (t *Tensor) StrideMultipleOf(dim int, n int64) *Tensor {
	t.strideMult[t.dim(dim)] = t.positive(n)
	return t
}

// AtMost asserts that a size set at launch is at most n. Tiles of rows whose stride is not known are
// only cheap to load if it is known to be so small that the rows of a tile are within 2 GiB.
func (t *Tensor) AtMost(dim int, n int64) *Tensor {
	if t.most == nil {
		t.most = make([]int64, len(t.shape))
	}
	t.most[t.dim(dim)] = t.positive(n)
	return t
}

// StrideAtMost asserts that a stride set at launch is at most n elements.
func (t *Tensor) StrideAtMost(dim int, n int64) *Tensor {
	if t.strideMost == nil {
		t.strideMost = make([]int64, len(t.shape))
	}
	t.strideMost[t.dim(dim)] = t.positive(n)
	return t
}

// mostStride returns the bound of an unknown stride, 0 if there is none.
func (t *Tensor) mostStride(dim int) int64 {
	if t.strideMost != nil && t.strideMost[dim] != 0 {
		return t.strideMost[dim]
	}
	if t.most == nil || t.strideMult[dim] != 0 || dim+1 == len(t.shape) {
		return 0
	}
	n := int64(1)
	for i := dim + 1; i < len(t.shape); i++ {
		size := t.shape[i]
		if size == Dyn {
			size = t.most[i]
		}
		if size == 0 || size > 1<<addressBits/n {
			return 0
		}
		n *= size
	}
	return n
}

// bounded returns the argument with what is known of its strides.
func (t *Tensor) bounded() *ir.Value {
	k, rank := t.k, len(t.shape)
	known := false
	for i := range t.strides {
		known = known || t.strides[i] == Dyn && t.mostStride(i) > 0
	}
	if !known {
		return t.arg
	}
	typ := t.arg.Type.(*ir.MemRefType)
	types := []ir.Type{ir.MemRef(t.elem, nil, nil, typ.Space), ir.Index}
	for range 2 * rank {
		types = append(types, ir.Index)
	}
	parts := k.emit(ir.NewOp("memref.extract_strided_metadata", []*ir.Value{t.arg}, types)).Results
	operands, segments := []*ir.Value{t.arg}, []int64{1, 0, 0, 0}
	for i, n := range t.shape {
		if n == Dyn {
			operands = append(operands, parts[2+i])
			segments[2]++
		}
	}
	for i, n := range t.strides {
		if n != Dyn {
			continue
		}
		x := Index{k: k, v: parts[2+rank+i], told: true}
		if most := t.mostStride(i); most > 0 {
			x = x.Below(most + 1)
		}
		operands = append(operands, k.value(x.MultipleOf(t.strideAlign(i))))
		segments[3]++
	}
	return k.op("memref.reinterpret_cast", operands, []ir.Type{typ}, attr("operandSegmentSizes", ir.DenseArray(ir.I32, segments...)),
		attr("static_offsets", ir.DenseArray(ir.I64, 0)), attr("static_sizes", ir.DenseArray(ir.I64, t.shape...)), attr("static_strides", ir.DenseArray(ir.I64, t.strides...)))
}

// dim checks the number of a dimension.
func (t *Tensor) dim(d int) int {
	if d < 0 || d >= len(t.shape) {
		t.k.fail("dimension %d of tensor %s, which has %d", d, t.name, len(t.shape))
	}
	return d
}

// positive checks a number of which something is to be a multiple.
func (t *Tensor) positive(n int64) int64 {
	if n < 1 {
		t.k.fail("tensor %s: a multiple of %d", t.name, n)
	}
	return n
}

// strideAlign divides the stride of a dimension.
func (t *Tensor) strideAlign(dim int) int64 {
	switch n := int64(1); {
	case t.strides[dim] != Dyn:
		return t.strides[dim]
	case t.strideMult[dim] != 0:
		return t.strideMult[dim]
	default:
		for i := dim + 1; i < len(t.shape); i++ {
			if t.shape[i] != Dyn {
				n *= t.shape[i]
			} else {
				n *= t.mult[i]
			}
		}
		return n
	}
}

// Dim returns a size.
func (t *Tensor) Dim(d int) Index {
	if n := t.shape[t.dim(d)]; n != Dyn {
		return I(n)
	}
	k := t.k
	x := k.once(t.name+" size "+string(rune('0'+d)), func() Index {
		x := Index{k: k, v: k.op("memref.dim", []*ir.Value{t.arg, k.value(I(int64(d)))}, []ir.Type{ir.Index}), hi: unbounded, told: true}
		if t.most != nil && t.most[d] > 0 {
			x = x.Below(t.most[d] + 1)
		}
		x.told = false
		return x
	})
	x.mult = t.mult[d]
	if t.most != nil && t.most[d] != 0 {
		x.lo, x.hi = 0, t.most[d]
	}
	return x
}

// overlapBytes returns the extent in bytes of a tensor whose rows or matrices overlap; 0 for
// others. Without it a resource extends only as far as the single dimension that reaches farthest,
// which is not enough then.
func (t *Tensor) overlapBytes() int64 {
	last, most := int64(0), int64(0)
	for i, n := range t.shape {
		if n == Dyn || t.strides[i] == Dyn || n == 0 {
			return 0
		}
		last += (n - 1) * t.strides[i]
		most = max(most, n*t.strides[i])
	}
	bits, _ := ir.BitWidth(t.elem)
	if last < most {
		return 0
	}
	return (last + 1) * int64(bits) / 8
}

// resource returns the tensor's buffer resource, made at the kernel's beginning: accesses past the
// tensor's end read zeros and write nothing.
func (t *Tensor) resource() *ir.Value {
	k := t.k
	return k.once(t.name+" resource", func() Index {
		operands := []*ir.Value{t.bounded()}
		segments := []int64{1, 0, 0}
		if n := t.overlapBytes(); n > 0 {
			operands = append(operands, k.constant(ir.I64, ir.Int(ir.I64, n)))
			segments[1] = 1
		}
		if t.swizzle != 0 {
			// The field has 14 bits; as a signed number 8192 is negative.
			i14 := ir.Integer(14, ir.Signless)
			operands = append(operands, k.constant(i14, ir.Int(i14, t.swizzle<<50>>50)))
			segments[2] = 1
		}
		return Index{v: k.op("amdgpu.fat_raw_buffer_cast", operands, nil, attr("boundsCheck", ir.Bool(true)), attr("resetOffset", ir.UnitAttr{}),
			attr("operandSegmentSizes", ir.DenseArray(ir.I32, segments...)))}
	}).v
}

// written is resource for a store.
func (t *Tensor) written() *ir.Value {
	if t.any != 0 {
		t.k.fail("tensor %s with any values beyond an edge (AnyBeyond) is written; use the tensor itself", t.name)
	}
	t.k.indices[t.arg] = false
	return t.resource()
}

// Load loads a tile of a tensor whose first element is at the given indices. What is outside of the
// tensor reads as its Outside. That is checked for the last two dimensions, and for those further out
// whose index may leave the tensor: it says so with MayLeave, or may be negative, as the row above an
// image is.
func (k *Kernel) Load(t *Tensor, l Layout, at ...Index) *Tile {
	return k.load(t, l, at, true)
}

// LoadAhead is Load for a tile that a loop uses in a later step, after InPlace with the same indices: the last
// elements of rows whose length is no multiple of what a lane loads are out of place until then. Load puts them
// in place at once, and waits for them.
func (k *Kernel) LoadAhead(t *Tensor, l Layout, at ...Index) *Tile {
	return k.load(t, l, at, false)
}

func (k *Kernel) load(t *Tensor, l Layout, at []Index, inPlace bool) *Tile {
	k.tensor(t)
	w := k.window(t, l, at)
	k.begins(w)
	buffer := t.resource()
	out := &Tile{k: k, Layout: l, Elem: t.elem}
	var parts []*ir.Value
	n := 0
	out.width = k.accesses(w, l, true, func(p part) {
		n = p.n
		typ := ir.Vector(t.elem, int64(p.n))
		operands := append([]*ir.Value{buffer}, p.at...)
		var v *ir.Value
		switch {
		case !p.on.known:
			v = k.op("vector.maskedload", append(operands, k.splat(p.on.v, p.n), k.number(typ, t.outside)), []ir.Type{typ})
		case p.on.holds:
			v = k.op("vector.load", operands, []ir.Type{typ})
		default:
			v = k.number(typ, t.outside)
		}
		if inPlace {
			v = k.inPlace(v, p, t.outside)
		}
		parts = append(parts, v)
	})
	out.vals = k.joinEach(parts, out.width/n)
	return out
}

// InPlace completes what LoadAhead loaded from a tensor at indices. Those along which rows do not run may be
// others.
func (k *Kernel) InPlace(v *Tile, t *Tensor, at ...Index) *Tile {
	k.tensor(t)
	k.tiles(v)
	w := k.window(t, v.Layout, at)
	if run := v.Layout.run(t.flipped); w.inside(1) || w.wide(run) == 0 {
		return v
	}
	out := *v
	var parts []*ir.Value
	n := 0
	out.width = k.accesses(w, v.Layout, true, func(p part) {
		n = p.n
		parts = append(parts, k.inPlace(v.items(p.item, p.n), p, t.outside))
	})
	out.vals = k.joinEach(parts, out.width/n)
	return &out
}

// joinEach joins vectors, n at a time.
func (k *Kernel) joinEach(parts []*ir.Value, n int) (list []*ir.Value) {
	for i := 0; i < len(parts); i += n {
		list = append(list, k.join(parts[i:i+n]))
	}
	return list
}

// Store stores a tile to a tensor, its first element at the given indices. Of the copies that a
// layout makes the first lane's is stored, or the first lane's of each wave if the indices depend on
// Wave.
func (k *Kernel) Store(t *Tensor, v *Tile, at ...Index) {
	k.tensor(t)
	k.tiles(v)
	if !ir.SameType(t.elem, v.Elem) {
		k.fail("a tile of %s is stored to tensor %s of %s; use Convert", v.Elem, t.name, t.elem)
	}
	v = v.alongRows(t.flipped)
	w := k.window(t, v.Layout, at)
	k.begins(w)
	k.apartInMemory(w)
	buffer := t.written()
	first := k.isFirst(v.Layout, at...)
	store := func(w window) {
		k.access(w, v.Layout, func(item, count int, at []*ir.Value, c Condition) {
			c = c.And(first)
			data := v.items(item, count)
			operands := append([]*ir.Value{buffer}, at...)
			switch {
			case !c.known:
				k.do("vector.maskedstore", append(operands, k.splat(c.v, count), data))
			case c.holds:
				k.do("vector.store", append([]*ir.Value{data}, operands...))
			}
		})
	}
	whole, split := w.wholeOrNot(v.Layout)
	if !split {
		store(w)
		return
	}
	ends := w.origin[1].Plus(I(int64(w.size[1])))
	k.IfElse(ends.Less(I(w.cols()+1)), func() Values { store(whole); return nil }, func() Values { store(w); return nil })
}

// addable refuses a tensor whose elements no atomic adds to.
func (t *Tensor) addable(name string) {
	if w := bitWidth(t.elem); w != 32 && w != 64 {
		t.k.fail("%s to tensor %s of %s; accepted: elements of 32 or 64 bits, such as f32", name, t.name, t.elem)
	}
}

// AtomicAdd adds a tile to a tensor, its first element at the given indices, each element
// atomically. Elements have 32 or 64 bits. The order relative to other additions is not fixed, so sums
// of floats may differ in the last bits from run to run: see Launch.Reversed.
func (k *Kernel) AtomicAdd(t *Tensor, v *Tile, at ...Index) {
	k.tensor(t)
	k.tiles(v)
	t.addable("AtomicAdd")
	if !ir.SameType(t.elem, v.Elem) {
		k.fail("a tile of %s is added to tensor %s of %s; use Convert", v.Elem, t.name, t.elem)
	}
	w := k.window(t, v.Layout, at)
	k.begins(w)
	buffer, first := t.written(), k.isFirst(v.Layout, at...)
	k.access(w, v.Layout, func(item, count int, at []*ir.Value, c Condition) {
		k.when(c.And(first), func() {
			k.addItems(buffer, v, item, count, at)
		})
	})
}

// addItems adds items to neighbouring elements of memory.
func (k *Kernel) addItems(memory *ir.Value, v *Tile, item, n int, at []*ir.Value) {
	kinds := map[bool]int64{true: 0, false: 1} // addf and addi
	for i := range n {
		operands := append([]*ir.Value{v.item(item + i), memory}, at...)
		if i > 0 {
			last := len(operands) - 1
			operands[last] = k.op("arith.addi", []*ir.Value{operands[last], k.value(I(int64(i)))}, []ir.Type{ir.Index})
		}
		k.op("memref.atomic_rmw", operands, []ir.Type{v.Elem}, attr("kind", ir.Int(ir.I64, kinds[isFloat(v.Elem)])))
	}
}

// splat returns a vector of n times a scalar.
func (k *Kernel) splat(v *ir.Value, n int) *ir.Value {
	return k.op("vector.broadcast", []*ir.Value{v}, []ir.Type{ir.Vector(v.Type, int64(n))})
}

// join concatenates vectors of the same type.
func (k *Kernel) join(parts []*ir.Value) *ir.Value {
	for len(parts) > 1 {
		var next []*ir.Value
		for i := 0; i < len(parts); i += 2 {
			next = append(next, k.concat(parts[i], parts[i+1]))
		}
		parts = next
	}
	return parts[0]
}

// concat concatenates two vectors.
func (k *Kernel) concat(a, b *ir.Value) *ir.Value {
	t := a.Type.(*ir.VectorType)
	n := t.Shape[0] + b.Type.(*ir.VectorType).Shape[0]
	order := make([]int64, n)
	for i := range order {
		order[i] = int64(i)
	}
	return k.op("vector.shuffle", []*ir.Value{a, b}, []ir.Type{ir.Vector(t.Elem, n)}, attr("mask", ir.DenseArray(ir.I64, order...)))
}

// Elem returns the type of the elements.
func (t *Tensor) Elem() ir.Type { return t.elem }

func bitWidth(t ir.Type) int {
	w, ok := ir.BitWidth(t)
	if !ok {
		panic("BUG: an element without a width")
	}
	return w
}
