package tile

import "heddle/ir"

// window is the place of a tile in a tensor.
type window struct {
	t      *Tensor
	outer  []Index // all but the last two dimensions
	origin [2]Index
	size   [2]int // of the tile, in memory's order
	whole  bool   // the tile's columns are known to be inside of the tensor
}

// window checks the arguments of a load or store. A tensor with one dimension is one row.
func (k *Kernel) window(t *Tensor, l Layout, at []Index) window {
	k.tensor(t)
	for _, x := range at {
		k.own(x)
		if x.varies == byLane {
			k.fail("tensor %s: an index differs between lanes, but the place of a tile must not", t.name)
		}
	}
	if len(at) != len(t.shape) {
		k.fail("tensor %s has %d dimensions, not %d", t.name, len(t.shape), len(at))
	}
	k.layout(l, t.elem)
	w := window{t: t, size: [2]int{l.Rows, l.Cols}}
	n := len(at)
	if n == 1 {
		w.origin = [2]Index{I(0), at[0]}
	} else {
		w.outer, w.origin = at[:n-2], [2]Index{at[n-2], at[n-1]}
	}
	if t.flipped {
		w.origin[0], w.origin[1] = w.origin[1], w.origin[0]
		w.size[0], w.size[1] = w.size[1], w.size[0]
	}
	if g := t.groups; g.n != 0 {
		if !l.whole() {
			k.fail("tensor %s: a tile of groups of %s; sizes must be powers of two", t.name, l)
		}
		if w.origin[1].lo < 0 {
			k.fail("tensor %s: a tile of groups may begin before its first column; Below says that it does not", t.name)
		}
		if part := min(int64(l.Cols), g.n); w.origin[1].mult%part != 0 {
			k.fail("tensor %s: a tile of groups of %d begins at a column that is not a multiple of %d", t.name, g.n, part)
		}
	}
	return w
}

// limit returns the size of the tensor in dimension d of the window, and what divides it.
func (w *window) limit(d int) (size Index, mult int64) {
	i := len(w.t.shape) - 2 + d
	if i < 0 {
		return I(1), 1
	}
	x := w.t.Dim(i)
	return x, x.mult
}

// inside reports whether the tile cannot extend past the tensor's edge in a dimension.
func (w *window) inside(d int) bool {
	if d == 1 && w.whole {
		return true
	}
	size, mult := w.limit(d)
	o, n := w.origin[d], int64(w.size[d])
	if g := w.t.groups; g.n != 0 && d == 1 {
		o, n = g.whole(o), max(n/g.n, 1)*g.of
	}
	if c, ok := size.Const(); ok && o.hi != unbounded && o.lo >= 0 {
		switch {
		case o.hi+n <= c:
			return true
		case o.lo >= c: // all of it is outside, against the rule
			return false
		}
	}
	// A tile begins inside of its tensor: if both are whole tiles, it ends there,
	// too.
	return !o.loose && o.lo >= 0 && gcd(o.mult, mult)%n == 0
}

// any reports whether elements beyond the edge in a dimension of the window may have any value.
func (w *window) any(d int) bool {
	dim := len(w.t.shape) - 2 + d
	return dim >= 0 && w.t.any>>dim&1 != 0 && !w.origin[d].loose && w.origin[d].lo >= 0
}

// kept returns the place in the tensor of a place in the tile in dimension d: the last one for n elements
// if that is beyond the edge.
func (w *window) kept(d int, at Index, n int) Index {
	size, _ := w.limit(d)
	last := size.Minus(I(int64(n)))
	most, known := last.Const()
	told := func(x Index) Index { // what tile knows is more than what the sum says
		if !known || x.v == nil {
			return x
		}
		x.told = true
		return x.Below(most + 1)
	}
	x := w.origin[d].Plus(at.atMost(told(last.Minus(w.origin[d]))))
	if !w.t.within32() {
		return x // the compiler does not look into a sum of which something is said: it would have 64 bits
	}
	return told(x)
}

// within32 reports whether the offsets of all elements in bytes have 32 bits.
func (t *Tensor) within32() bool {
	last := int64(1)
	for i, n := range t.shape {
		if n == Dyn || t.strides[i] == Dyn {
			return false
		}
		last += (n - 1) * t.strides[i]
	}
	return last < 1<<32/int64(bitWidth(t.elem)/8)
}

// piece returns how many of the run adjacent elements of a lane one access may take: either all or
// none of them are inside the tensor. They may begin at any element, since ROCm lets vector accesses of
// global memory and buffers begin at any byte (facts isa/encodings.md §11), as LLVM relies on, too.
func (w *window) piece(run int, inside bool) int {
	_, mult := w.limit(1)
	if g := w.t.groups; g.n != 0 {
		run = min(run, int(g.n))
	}
	if inside {
		return run
	}
	return min(run, int(lowBit(gcd(w.begin(), mult))))
}

// begin divides the column in memory where the window begins.
func (w *window) begin() int64 {
	if g := w.t.groups; g.n != 0 {
		return gcd(g.whole(w.origin[1]).mult, gcd(g.of, g.from))
	}
	return w.origin[1].mult
}

// aligned is piece for loads directly to LDS, whose dwords begin at multiples of 4 bytes: nothing says that
// they may begin elsewhere.
func (w *window) aligned(run int, inside bool) int {
	t := w.t
	align := w.begin() // in elements
	for i := range len(t.strides) - 1 {
		if t.shape[i] != 1 {
			align = gcd(align, t.strideAlign(i))
		}
	}
	n := w.piece(run, inside)
	if a := lowBit(align); int64(bitWidth(t.elem))*a < 32 {
		n = min(n, int(a))
	}
	return n
}

// access calls f for each access that moves a tile: consecutive items, at indices, under a
// condition.
func (k *Kernel) access(w window, l Layout, f func(item, n int, at []*ir.Value, c Condition)) (run int) {
	return k.accesses(w, l, false, func(p part) { f(p.item, p.n, p.at, p.on) })
}

// part is an access of a lane: n consecutive items, at indices, under a condition. One that does not hold
// for early begins late elements before its first item, where the tensor's last n elements of the row are.
type part struct {
	item, n int
	at      []*ir.Value
	on      Condition
	early   Condition
	late    int
}

// accesses calls f for each access that moves a tile. Those that may move back at the edge are as wide as
// those inside.
func (k *Kernel) accesses(w window, l Layout, back bool, f func(p part)) (run int) {
	t := w.t
	row, col := k.places(l)
	if t.flipped {
		row, col = col, row
	}
	run = l.run(t.flipped)
	insideRows, insideCols := w.inside(0), w.inside(1)
	p := part{n: w.piece(run, insideCols), early: always}
	edge := int64(0)
	if wide := w.wide(run); back && !insideCols && wide > 0 {
		p.n, edge = wide, w.cols()/int64(wide)*int64(wide)
		p.late = int(edge + int64(wide) - w.cols())
	}
	if t.groups.n != 0 {
		run = min(run, int(t.groups.n))
	}
	rowBase, colBase := w.origin[0].Plus(row), t.groups.column(w.origin[1].Plus(col))
	rows, _ := w.limit(0)
	cols, _ := w.limit(1)
	outer, around := k.outer(w)
	for p.item = 0; p.item < l.Items(); p.item += p.n {
		s := l.at(p.item)
		if t.flipped {
			s = spot{s.col, s.row}
		}
		r, c := rowBase.Plus(I(int64(s.row))), colBase.Plus(I(t.groups.step(int64(s.col))))
		p.on = around
		switch {
		case insideRows:
		case w.any(0):
			r = w.kept(0, row.Plus(I(int64(s.row))), 1)
		default:
			p.on = p.on.And(r.Less(rows))
		}
		if p.late > 0 {
			p.early = c.Less(I(edge))
		}
		kept := w.any(1) && t.groups.n == 0
		if !insideCols && !kept {
			p.on = p.on.And(c.Less(cols))
		}
		switch {
		case p.late > 0:
			c = c.atMost(I(w.cols() - int64(p.n)))
		case !insideCols && kept:
			c = w.kept(1, col.Plus(I(int64(s.col))), p.n)
		}
		p.at = append([]*ir.Value{}, outer...)
		if len(t.shape) > 1 {
			p.at = append(p.at, k.value(r))
		}
		p.at = append(p.at, k.value(c))
		f(p)
	}
	return run
}

// widest is the bytes of the widest access.
const widest = 16

// wide returns the size of loads at the edge that begin before their place if they do not end inside of the
// tensor, 0 if there are none: the tensor is known to be that wide, a row has at most one such load, and others
// are narrow.
func (w *window) wide(run int) int {
	n := min(run, widest*8/bitWidth(w.t.elem))
	cols, at := w.cols(), w.origin[1]
	if w.piece(run, false) >= n || cols < int64(n) || w.t.groups.n != 0 || at.mult%int64(n) != 0 || at.lo < 0 {
		return 0
	}
	return n
}

// wholeOrNot returns the window as one whose columns are inside of the tensor, if it pays to store these tiles in
// another way than those at the edge: their stores are wider.
func (w *window) wholeOrNot(l Layout) (whole window, ok bool) {
	run := l.run(w.t.flipped)
	wide := min(run, widest*8/bitWidth(w.t.elem))
	whole = *w
	whole.whole = true
	at := w.origin[1]
	return whole, !w.inside(1) && w.piece(run, false) < wide && w.cols() >= int64(w.size[1]) && at.lo >= 0 && at.varies == uniform && w.t.groups.n == 0
}

// cols is the size of the tensor along rows, 0 if it is not known.
func (w *window) cols() int64 {
	size, _ := w.limit(1)
	n, _ := size.Const()
	return n
}

// outer returns the indices of a window's outer dimensions, and the condition that they are inside
// of the tensor: where the author says that they may leave it (MayLeave), or tile sees that they may
// be negative. What is past a dimension is other data of the tensor: of numbers from memory or the launch the
// interpreter checks that they are not.
func (k *Kernel) outer(w window) (at []*ir.Value, c Condition) {
	c = always
	for d, x := range w.outer {
		size := w.t.Dim(d)
		n, known := size.Const()
		inside := known && x.lo >= 0 && x.hi < n
		switch {
		case inside:
		case x.loose || x.lo < 0 && x.lo != -unbounded:
			c = c.And(x.Less(size))
		case known:
			x = x.Below(n)
		}
		at = append(at, k.value(x))
	}
	return at, c
}

// inPlace returns a loaded vector whose elements begin late, followed by those outside of the tensor, or as it
// is if it was loaded from its place.
func (k *Kernel) inPlace(v *ir.Value, p part, outside float64) *ir.Value {
	if p.late == 0 || p.early.known && p.early.holds {
		return v
	}
	order := make([]int64, p.n)
	for i := range order {
		order[i] = int64(i + p.late)
	}
	later := k.op("vector.shuffle", []*ir.Value{v, k.number(v.Type.(*ir.VectorType), outside)}, []ir.Type{v.Type}, attr("mask", ir.DenseArray(ir.I64, order...)))
	if p.early.known {
		return later
	}
	return k.op("arith.select", []*ir.Value{p.early.v, v, later}, []ir.Type{v.Type})
}
