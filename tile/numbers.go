package tile

import (
	"heddle/ir"
)

// sequence says what is in a tile of i32: each element is base, which may be different in each lane,
// plus the row or column of its item.
type sequence struct {
	base  Index
	along Axis
}

// nowhere is the axis of numbers that are the same for all items of a lane.
const nowhere Axis = -1

// step returns what an item adds to the base.
func (n *sequence) step(s spot) int {
	if n.along == nowhere {
		return 0
	}
	return n.along.of(s)
}

// RowNumbers returns the numbers of a tile's rows, in i32 and for Layout l.ColVector(), counted
// from first.
func (k *Kernel) RowNumbers(l Layout, first Index) *Tile {
	row, _ := k.places(l)
	return k.count(l.ColVector(), first.Plus(row), OverRows)
}

// ColNumbers returns the numbers of a tile's columns, in i32 and for Layout l.RowVector(), counted
// from first.
func (k *Kernel) ColNumbers(l Layout, first Index) *Tile {
	_, col := k.places(l)
	return k.count(l.RowVector(), first.Plus(col), OverCols)
}

// count counts along an axis of a vector, starting at a lane's first element.
func (k *Kernel) count(l Layout, first Index, along Axis) *Tile {
	base := k.op("arith.index_cast", []*ir.Value{k.value(first)}, []ir.Type{ir.I32})
	var list []*ir.Value
	for i := range l.Items() {
		step := k.constant(ir.I32, ir.Int(ir.I32, int64(along.of(l.at(i)))))
		list = append(list, k.op("arith.addi", []*ir.Value{base, step}, []ir.Type{ir.I32}))
	}
	t := k.fromItems(l, ir.I32, l.run(false), list)
	t.seq = &sequence{first, along}
	return t
}

// Repeat returns a tile of i32 with an index in every element.
func (k *Kernel) Repeat(l Layout, x Index) *Tile {
	k.layout(l, ir.I32)
	v := k.op("arith.index_cast", []*ir.Value{k.value(x)}, []ir.Type{ir.I32})
	t := &Tile{Layout: l, Elem: ir.I32, k: k, width: l.run(false), facts: facts{seq: &sequence{x, nowhere}}}
	for i := 0; i < l.Items(); i += t.width {
		t.vals = append(t.vals, k.splat(v, t.width))
	}
	return t
}

// Causal returns the mask of causal attention for a tile of scores in layout l whose first row is
// row and whose first column is col: i1, true where the number of the column (the key) is at most
// that of the row (the query).
func (k *Kernel) Causal(l Layout, row, col Index) *Tile {
	return k.Broadcast(k.Compare(k.ColNumbers(l, col), LessEqual, k.RowNumbers(l, row)), l)
}

// mirrored are the predicates with their operands exchanged.
var mirrored = map[Predicate]Predicate{Equal: Equal, NotEqual: NotEqual, Less: Greater, LessEqual: GreaterEqual, Greater: Less, GreaterEqual: LessEqual}

// compareNumbers compares tiles of known numbers: the difference of their bases, which is computed
// once, with the constant difference of each item. It returns nil for other tiles.
func (k *Kernel) compareNumbers(a *Tile, p Predicate, b *Tile) *Tile {
	if a.seq == nil || b.seq == nil {
		return nil
	}
	if a.seq.base.v == nil && b.seq.base.v == nil {
		return nil
	}
	l := k.common(a, b)
	k.repeated(a, l)
	k.repeated(b, l)
	// Constants of the hardware reach from -16 to 64, so most of them should be positive.
	sum := 0
	for i := range l.Items() {
		sum += b.seq.step(l.at(i)) - a.seq.step(l.at(i))
	}
	if sum < 0 {
		a, b, p = b, a, mirrored[p]
	}
	number := func(x Index) *ir.Value { return k.op("arith.index_cast", []*ir.Value{k.value(x)}, []ir.Type{ir.I32}) }
	base := k.op("arith.subi", []*ir.Value{number(a.seq.base), number(b.seq.base)}, []ir.Type{ir.I32})
	predicate := attr("predicate", ir.Int(ir.I64, predicates[p].integer))
	made := map[int]*ir.Value{}
	var list []*ir.Value
	for i := range l.Items() {
		s := l.at(i)
		c := b.seq.step(s) - a.seq.step(s)
		if made[c] == nil {
			made[c] = k.op("arith.cmpi", []*ir.Value{base, k.constant(ir.I32, ir.Int(ir.I32, int64(c)))}, []ir.Type{ir.I1}, predicate)
		}
		list = append(list, made[c])
	}
	return k.fromItems(l, ir.I1, l.run(false), list)
}
