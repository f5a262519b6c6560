package tile

import (
	"fmt"
	"math"
	"slices"

	"heddle/ir"
)

// Tile is a rectangle of elements in the registers of a workgroup's lanes.
type Tile struct {
	Layout Layout
	Elem   ir.Type
	k      *Kernel
	facts
	width int         // items of one value
	vals  []*ir.Value // vectors of width elements
}

// facts are what is known of a tile's elements: seq, if not nil, says what they are, and below is what
// the author asserts of all of them, 0 if nothing.
type facts struct {
	seq   *sequence
	below int64
}

// items returns n items, starting at item, a multiple of n, as a vector.
func (t *Tile) items(item, n int) *ir.Value {
	switch {
	case n == t.width:
		return t.vals[item/n]
	case n > t.width:
		return t.k.join(t.vals[item/t.width : (item+n)/t.width])
	}
	return t.k.op("vector.extract_strided_slice", []*ir.Value{t.vals[item/t.width]}, []ir.Type{ir.Vector(t.Elem, int64(n))},
		attr("offsets", numbers(item%t.width)), attr("sizes", numbers(n)), attr("strides", numbers(1)))
}

func numbers(list ...int) ir.Attr {
	var elems []ir.Attr
	for _, n := range list {
		elems = append(elems, ir.Int(ir.I64, int64(n)))
	}
	return ir.Array(elems...)
}

// item returns one item as a scalar.
func (t *Tile) item(n int) *ir.Value {
	return t.k.op("vector.extract", []*ir.Value{t.vals[n/t.width]}, []ir.Type{t.Elem}, attr("static_position", ir.DenseArray(ir.I64, int64(n%t.width))))
}

// Extend returns the tile with more columns, all zeros: each lane has those that follow its own. It makes a
// factor of an instruction that takes more along k than there is. cols is the tile's number of columns times
// a power of two.
func (k *Kernel) Extend(t *Tile, cols int) *Tile {
	k.tiles(t)
	l := t.Layout
	if l.Cols <= 0 || cols%l.Cols != 0 || !powers(cols/l.Cols) || !l.whole() {
		k.fail("a tile of %d x %d is extended to %d columns; accepted: its columns times a power of two", l.Rows, l.Cols, cols)
	}
	zeros := k.number(ir.Vector(t.Elem, int64(t.width)), 0)
	out := &Tile{Layout: l, Elem: t.Elem, k: k, width: t.width, vals: append([]*ir.Value{}, t.vals...)}
	out.Layout.item = append([]spot{}, l.item...)
	for ; out.Layout.Cols < cols; out.Layout.Cols *= 2 {
		out.Layout.item = append(out.Layout.item, spot{0, out.Layout.Cols})
	}
	for len(out.vals)*out.width < out.Layout.Items() {
		out.vals = append(out.vals, zeros)
	}
	return out
}

// Halves returns the left and the right half of the columns of a tile, each of which all lanes must have some of: factors
// whose products can be added one after the other.
func (k *Kernel) Halves(t *Tile) (left, right *Tile) {
	k.tiles(t)
	l := t.Layout
	at := slices.Index(l.item, spot{0, l.Cols / 2})
	if at < 0 || !l.whole() {
		k.fail("the halves of a tile of layout %s; accepted: tiles of which each lane has as many columns on the left as on the right", l)
	}
	t = t.inWidth(min(t.width, 1<<at))
	l.Cols /= 2
	l.item = slices.Delete(slices.Clone(l.item), at, at+1)
	left = &Tile{Layout: l, Elem: t.Elem, k: k, width: t.width}
	right = &Tile{Layout: l, Elem: t.Elem, k: k, width: t.width}
	for i, v := range t.vals {
		half := left
		if i*t.width>>at&1 != 0 {
			half = right
		}
		half.vals = append(half.vals, v)
	}
	return left, right
}

// inWidth returns the tile with values of n items.
func (t *Tile) inWidth(n int) *Tile {
	u := &Tile{Layout: t.Layout, Elem: t.Elem, k: t.k, width: n}
	for i := 0; i < t.Layout.Items(); i += n {
		u.vals = append(u.vals, t.items(i, n))
	}
	return u
}

// fromItems makes a tile from scalars, in values of width items.
func (k *Kernel) fromItems(l Layout, elem ir.Type, width int, items []*ir.Value) *Tile {
	t := &Tile{Layout: l, Elem: elem, k: k, width: width}
	for i := 0; i < len(items); i += width {
		t.vals = append(t.vals, k.op("vector.from_elements", items[i:i+width], []ir.Type{ir.Vector(elem, int64(width))}))
	}
	return t
}

// Reorder returns the tile with its lanes' items in the order of another layout that assigns the
// same elements to every lane, perhaps not as often.
func (t *Tile) Reorder(l Layout) *Tile {
	t.of()
	if t.Layout.equal(l) {
		return t
	}
	if !t.Layout.sameLanes(l) {
		t.k.fail("a tile of layout %s has other elements in its lanes than %s; use Relayout", t.Layout, l)
	}
	if mid, ok := t.halfway(l); ok {
		t = mid
	}
	where := t.Layout.items()
	var list []*ir.Value
	for i := range l.Items() {
		list = append(list, t.item(where[l.at(i)]))
	}
	return t.k.fromItems(l, t.Elem, max(l.run(false), l.run(true)), list)
}

// items returns which item has a place.
func (l Layout) items() map[spot]int {
	where := map[spot]int{}
	for i := range l.Items() {
		where[l.at(i)] = i
	}
	return where
}

// halfway returns a tile of bytes that is transposed within lanes, so that each register of the result
// has bytes of four, with pairs of them together: then both steps combine two registers, with one
// instruction for each result instead of three.
func (t *Tile) halfway(l Layout) (*Tile, bool) {
	const bytes = 4 // of a register
	from, to := t.Layout.item, l.item
	if bitWidth(t.Elem) != 8 || t.width < bytes || len(to) < 4 || slices.Contains(from[:2], to[0]) || slices.Contains(from[:2], to[1]) || !slices.Contains(to, from[0]) {
		return nil, false
	}
	mid := l
	mid.item = []spot{to[0], from[0]}
	for _, s := range to {
		if s != to[0] && s != from[0] {
			mid.item = append(mid.item, s)
		}
	}
	where := t.Layout.items()
	out := &Tile{Layout: mid, Elem: t.Elem, k: t.k, width: bytes}
	for i := 0; i < mid.Items(); i += bytes {
		a, b := where[mid.at(i)], where[mid.at(i+1)]
		mask := []int64{int64(a % bytes), int64(bytes + b%bytes), int64(where[mid.at(i+2)] % bytes), int64(bytes + where[mid.at(i+3)]%bytes)}
		out.vals = append(out.vals, t.k.op("vector.shuffle", []*ir.Value{t.items(a/bytes*bytes, bytes), t.items(b/bytes*bytes, bytes)},
			[]ir.Type{ir.Vector(t.Elem, bytes)}, attr("mask", ir.DenseArray(ir.I64, mask...))))
	}
	return out, true
}

// Fill returns a tile whose elements are all the same number, rounded to the type if that is a float.
// An integer must have it: -2^(w-1) to 2^w - 1 for w bits.
func (k *Kernel) Fill(l Layout, elem ir.Type, x float64) *Tile {
	return k.fill(l, elem, l.run(false), x)
}

func (k *Kernel) fill(l Layout, elem ir.Type, width int, x float64) *Tile {
	if elem == nil {
		k.fail("a tile without a type; accepted: element types of package ir, such as ir.F32")
	}
	k.layout(l, elem)
	k.representable(fmt.Sprintf("a tile of %s filled with", elem), elem, x)
	t := &Tile{Layout: l, Elem: elem, k: k, width: width}
	if elem == ir.I32 {
		t.seq = &sequence{base: I(int64(x)), along: nowhere}
	}
	v := k.number(ir.Vector(elem, int64(width)), x)
	for range l.Items() / width {
		t.vals = append(t.vals, v)
	}
	return t
}

// representable refuses numbers that a type of integers does not have.
func (k *Kernel) representable(what string, elem ir.Type, x float64) {
	w := bitWidth(elem)
	if !isFloat(elem) && !(x == math.Trunc(x) && x >= -math.Ldexp(1, w-1) && x < math.Ldexp(1, w)) {
		k.fail("%s %g; accepted: whole numbers of %d bits, %.0f to %.0f", what, x, w, -math.Ldexp(1, w-1), math.Ldexp(1, w)-1)
	}
}

// number returns a constant: a vector all of whose elements are x.
func (k *Kernel) number(t *ir.VectorType, x float64) *ir.Value {
	return k.constant(t, ir.Dense(t, bitsOf(t.Elem, x)))
}

// bitsOf returns the code of a number in a type, rounded to nearest even.
func bitsOf(t ir.Type, x float64) uint64 {
	switch f, float := t.(ir.FloatType); {
	case !float && x >= 1<<63: // the code of a number without a sign
		return uint64(x)
	case !float:
		return uint64(int64(x))
	case t == ir.F8E8M0FNU: // the exponent; an all-zero code is 0, too
		if x == 0 {
			return 0
		}
		_, exp := math.Frexp(x)
		return uint64(exp + 126)
	case t == ir.F64:
		return math.Float64bits(x)
	case t == ir.F32:
		return uint64(math.Float32bits(float32(x)))
	default:
		// Types of 8 bits or less saturate.
		return uint64(f.Format().FromF32(math.Float32bits(float32(x)), bitWidth(t) <= 8))
	}
}

// isFloat reports whether elements are floating-point numbers.
func isFloat(t ir.Type) bool {
	_, is := t.(ir.FloatType)
	return is
}

// Broadcast repeats a tile of one row, or of one column, or of one element, in the layout l; its
// own layout is l.RowVector() or l.ColVector(), or both for one element. A tile that has the same
// elements in its lanes as l is reordered.
func (k *Kernel) Broadcast(t *Tile, l Layout) *Tile { return k.broadcast(t, l, l.run(false)) }

// broadcast is Broadcast to values of width items.
func (k *Kernel) broadcast(t *Tile, l Layout, width int) *Tile {
	k.tiles(t)
	if t.Layout.equal(l) {
		return t
	}
	want := k.repeated(t, l)
	if want.equal(l) {
		return t.Reorder(l)
	}
	where := map[spot]int{}
	for i := range want.Items() {
		where[want.at(i)] = i
	}
	var list []*ir.Value
	scalars := map[int]*ir.Value{}
	for i := range l.Items() {
		s := l.at(i)
		if t.Layout.Rows == 1 {
			s.row = 0
		}
		if t.Layout.Cols == 1 {
			s.col = 0
		}
		n := where[s]
		if scalars[n] == nil {
			scalars[n] = t.item(n)
		}
		list = append(list, scalars[n])
	}
	return k.fromItems(l, t.Elem, width, list)
}

// repeated returns the layout of what is repeated in layout l, and refuses a tile that is not in it.
func (k *Kernel) repeated(t *Tile, l Layout) Layout {
	want, row, col := l, t.Layout.Rows == 1, t.Layout.Cols == 1
	if row {
		want = want.RowVector()
	}
	if col {
		want = want.ColVector()
	}
	switch {
	case t.Layout.Rows != l.Rows && !row || t.Layout.Cols != l.Cols && !col:
		k.fail("a tile of %d x %d is combined with one of %d x %d; sizes must be equal, or 1", t.Layout.Rows, t.Layout.Cols, l.Rows, l.Cols)
	case !row && !col && !t.Layout.sameLanes(l):
		k.fail("a tile of layout %s cannot be broadcast to %s; use Relayout", t.Layout, l)
	case !want.equal(t.Layout) && (row || col):
		k.fail("a tile of layout %s does not match %s, as %s requires; load it with RowVector or ColVector of that layout", t.Layout, want, l)
	}
	return want
}

// common returns the layout of an operation on tiles: that of the largest, or for a row and a column
// the one that both are vectors of.
func (k *Kernel) common(tiles ...*Tile) Layout {
	l := tiles[0].Layout
	for _, t := range tiles[1:] {
		switch m := t.Layout; {
		case l.Rows == 1 && l.Cols > 1 && m.Cols == 1 && m.Rows > 1:
			l = k.outerProduct(l, m)
		case m.Rows == 1 && m.Cols > 1 && l.Cols == 1 && l.Rows > 1:
			l = k.outerProduct(m, l)
		case m.Rows*m.Cols > l.Rows*l.Cols:
			l = m
		}
	}
	return l
}

// outerProduct returns the layout of which one is the RowVector and the other the ColVector.
func (k *Kernel) outerProduct(row, col Layout) Layout {
	l := Layout{Rows: col.Rows, Cols: row.Cols, item: append(append([]spot{}, row.item...), col.item...)}
	switch {
	case row.whole():
		l.blocks, l.block = col.blocks, col.block
	case col.whole():
		l.blocks, l.block = row.blocks, row.block
	default:
		k.fail("a row of layout %s meets a column of layout %s: only one of them can be of blocks", row, col)
	}
	both := func(a, b []spot) (list []spot) {
		for i := range a {
			if a[i].col != 0 && b[i].row != 0 {
				k.fail("a row of layout %s meets a column of layout %s: no layout has both; make them with RowVector and ColVector of one layout", row, col)
			}
			list = append(list, a[i].plus(b[i]))
		}
		return list
	}
	l.lane, l.wave = both(row.lane, col.lane), both(row.wave, col.wave)
	return l
}

// fit converts operands to one layout and one width: that of those that have the layout, so that
// packed instructions apply whatever is repeated.
func (k *Kernel) fit(tiles ...*Tile) []*Tile {
	l := k.common(tiles...)
	n, have := l.Items(), false
	for _, t := range tiles {
		if t.Layout.equal(l) {
			n, have = min(n, t.width), true
		}
	}
	if !have {
		n = l.run(false)
	}
	for i, t := range tiles {
		tiles[i] = k.broadcast(t, l, n)
		n = min(n, tiles[i].width)
	}
	for i, t := range tiles {
		tiles[i] = t.inWidth(n)
	}
	return tiles
}

// sameElem refuses operands of different types.
func (k *Kernel) sameElem(tiles ...*Tile) {
	for _, t := range tiles[1:] {
		if a, b := tiles[0].Elem, t.Elem; !ir.SameType(a, b) {
			k.fail("a tile of %s is combined with one of %s; use Convert", a, b)
		}
	}
}

// lanewise makes a tile value by value.
func (k *Kernel) lanewise(name string, elem ir.Type, attrs []ir.NamedAttr, tiles ...*Tile) *Tile {
	out := &Tile{Layout: tiles[0].Layout, Elem: elem, k: k, width: tiles[0].width}
	typ := []ir.Type{ir.Vector(elem, int64(out.width))}
	for i := range tiles[0].vals {
		operands := make([]*ir.Value, len(tiles))
		for j, t := range tiles {
			operands[j] = t.vals[i]
		}
		out.vals = append(out.vals, k.op(name, operands, typ, attrs...))
	}
	return out
}

// binary returns an operation on two tiles: float names the operation for floats, integer that for
// signed integers, empty if there is none.
func (k *Kernel) binary(float, integer string, a, b *Tile) *Tile {
	k.tiles(a, b)
	k.sameElem(a, b)
	name := integer
	if isFloat(a.Elem) {
		name = float
	}
	if name == "" {
		_, function := k.lines.author()
		if isFloat(a.Elem) {
			k.fail("%s of %s; it takes integers, and conditions as Compare returns them: Convert makes integers of floats", function, a.Elem)
		}
		k.fail("%s of %s; it takes floats: Convert makes floats of integers, and Op(\"arith.divsi\", …) divides integers", function, a.Elem)
	}
	return k.lanewise(name, a.Elem, nil, k.fit(a, b)...)
}

// Add returns a + b. As in all operations on several tiles, a tile of one row, one column or one
// element is repeated.
func (k *Kernel) Add(a, b *Tile) *Tile { return k.binary("arith.addf", "arith.addi", a, b) }

// Sub returns a - b.
func (k *Kernel) Sub(a, b *Tile) *Tile { return k.binary("arith.subf", "arith.subi", a, b) }

// Mul returns a·b.
func (k *Kernel) Mul(a, b *Tile) *Tile { return k.binary("arith.mulf", "arith.muli", a, b) }

// And returns a & b of integers, and of conditions.
func (k *Kernel) And(a, b *Tile) *Tile { return k.binary("", "arith.andi", a, b) }

// Or returns a | b of integers, and of conditions.
func (k *Kernel) Or(a, b *Tile) *Tile { return k.binary("", "arith.ori", a, b) }

// Xor returns the exclusive or of integers, and of conditions.
func (k *Kernel) Xor(a, b *Tile) *Tile { return k.binary("", "arith.xori", a, b) }

// ShiftLeft returns a << b of integers; b must be less than the width.
func (k *Kernel) ShiftLeft(a, b *Tile) *Tile { return k.binary("", "arith.shli", a, b) }

// ShiftRight returns a >> b of signed integers; b must be less than the width.
func (k *Kernel) ShiftRight(a, b *Tile) *Tile { return k.binary("", "arith.shrsi", a, b) }

// Div returns a/b of floats.
func (k *Kernel) Div(a, b *Tile) *Tile { return k.binary("arith.divf", "", a, b) }

// Max returns the greater one; of a number and a NaN, the number.
func (k *Kernel) Max(a, b *Tile) *Tile { return k.binary("arith.maxnumf", "arith.maxsi", a, b) }

// Min returns the lesser one; of a number and a NaN, the number.
func (k *Kernel) Min(a, b *Tile) *Tile { return k.binary("arith.minnumf", "arith.minsi", a, b) }

// FMA returns a·b + c of floats, rounded once.
func (k *Kernel) FMA(a, b, c *Tile) *Tile {
	k.tiles(a, b, c)
	k.sameElem(a, b, c)
	if !isFloat(a.Elem) {
		k.fail("FMA of %s; it takes floats", a.Elem)
	}
	return k.lanewise("math.fma", a.Elem, nil, k.fit(a, b, c)...)
}

// Scale returns t times a number.
func (k *Kernel) Scale(t *Tile, x float64) *Tile {
	k.tiles(t)
	if x == 1 {
		return t
	}
	return k.Mul(t, k.fill(t.Layout, t.Elem, t.width, x))
}

// Clamp limits the elements of t to the range lo to hi. NaN stays.
func (k *Kernel) Clamp(t *Tile, lo, hi float64) *Tile {
	if lo > hi {
		k.fail("Clamp to the range %g to %g, which is empty", lo, hi)
	}
	return k.AtMost(k.AtLeast(t, lo), hi)
}

// AtLeast raises elements of t below x to x. NaN stays.
func (k *Kernel) AtLeast(t *Tile, x float64) *Tile {
	return k.binary("arith.maximumf", "arith.maxsi", t, k.bound(t, x))
}

// bound returns a tile like t of a limit, which is a signed number.
func (k *Kernel) bound(t *Tile, x float64) *Tile {
	k.tiles(t)
	if w := bitWidth(t.Elem); !isFloat(t.Elem) && (x < -math.Ldexp(1, w-1) || x >= math.Ldexp(1, w-1)) {
		k.fail("a limit of %g for %s, which is signed; accepted: %.0f to %.0f", x, t.Elem, -math.Ldexp(1, w-1), math.Ldexp(1, w-1)-1)
	}
	return k.Like(t, x)
}

// AtMost lowers elements of t above x to x. NaN stays.
func (k *Kernel) AtMost(t *Tile, x float64) *Tile {
	return k.binary("arith.minimumf", "arith.minsi", t, k.bound(t, x))
}

// Neg returns -t of floats.
func (k *Kernel) Neg(t *Tile) *Tile {
	k.tiles(t)
	if !isFloat(t.Elem) {
		k.fail("Neg of %s; it takes floats: for integers, Sub from Like(t, 0)", t.Elem)
	}
	return k.lanewise("arith.negf", t.Elem, nil, t)
}

// Like returns a tile like t, filled with a number.
func (k *Kernel) Like(t *Tile, x float64) *Tile {
	k.tiles(t)
	return k.fill(t.Layout, t.Elem, t.width, x)
}

// AndColumn returns t, of integers, with the elements of one column of a tensor masked; first is
// the column at which the tile begins.
func (k *Kernel) AndColumn(t *Tile, first, column Index, mask int64) *Tile {
	k.tiles(t)
	_, col := k.places(t.Layout)
	bits := k.constant(t.Elem, ir.Int(t.Elem, mask))
	const equal = 0
	var list []*ir.Value
	for i := range t.Layout.Items() {
		x := t.item(i)
		at := first.Plus(col).Plus(I(int64(t.Layout.at(i).col)))
		here := k.op("arith.cmpi", []*ir.Value{k.value(at), k.value(column)}, []ir.Type{ir.I1}, attr("predicate", ir.Int(ir.I64, equal)))
		cut := k.op("arith.andi", []*ir.Value{x, bits}, []ir.Type{t.Elem})
		list = append(list, k.op("arith.select", []*ir.Value{here, cut, x}, []ir.Type{t.Elem}))
	}
	return k.fromItems(t.Layout, t.Elem, t.width, list)
}
