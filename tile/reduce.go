package tile

import (
	"slices"

	"heddle/ir"
)

// Reduction is a way to combine numbers into one.
type Reduction int

// The reductions. Greatest and Least ignore NaN where there is a number; Maximum is Greatest, but NaN where
// there is a NaN.
const (
	Sum Reduction = iota
	Greatest
	Least
	Maximum
)

// reductions are the operations on two numbers and the names that
// gpu.subgroup_reduce has for them, for integers and floats.
var reductions = map[Reduction]struct{ integer, float, lanesInteger, lanesFloat string }{
	Sum:      {"arith.addi", "arith.addf", "add", "add"},
	Greatest: {"arith.maxsi", "arith.maxnumf", "maxsi", "maxnumf"},
	Least:    {"arith.minsi", "arith.minnumf", "minsi", "minnumf"},
	Maximum:  {"arith.maxsi", "arith.maximumf", "maxsi", "maximumf"},
}

// Axis is a direction in a tile.
type Axis int

// The directions: OverRows goes down a column, through all rows, and OverCols
// along a row, through all columns.
const (
	OverRows Axis = iota
	OverCols
)

// of returns the coordinate along which an axis runs.
func (a Axis) of(s spot) int {
	if a == OverRows {
		return s.row
	}
	return s.col
}

// Reduce combines the elements of each column (OverRows) or of each row (OverCols) of a tile. The
// result has one row, or one column, in the layout t.Layout.RowVector() or ColVector(): all lanes
// that have a part of a column or row get its result, and operations on two tiles repeat it.
//
// The order of sums is fixed: first a lane's items, from those whose numbers differ in the highest combined
// bit down to the lowest; then lanes, from those whose numbers differ in the lowest bit up; last
// waves, through LDS, like items. All lanes compute the same bits.
func (k *Kernel) Reduce(r Reduction, t *Tile, along Axis) *Tile {
	k.tiles(t)
	k.axis(along)
	k.numeric("Reduce", r, t.Elem)
	l := t.Layout
	if !l.whole() {
		return k.reduceBlocks(r, t, along)
	}
	u := k.reduceItems(r, t, along)
	k.reduceLanes(r, u, l, along)
	u.Layout = l.vector(along)
	return k.reduceWaves(r, u, l, along)
}

// ReduceInLanes combines what each lane has of a column (OverRows) or of a row (OverCols), in the order of Reduce. The
// result has layout t.Layout.InLanes(along): a row or column for each of the lanes whose parts Reduce would combine. Where
// a loop combines many tiles, Reduce behind it of what ReduceInLanes gave needs moves between lanes once.
func (k *Kernel) ReduceInLanes(r Reduction, t *Tile, along Axis) *Tile {
	k.tiles(t)
	k.axis(along)
	k.numeric("ReduceInLanes", r, t.Elem)
	l := t.Layout.InLanes(along)
	if l.Rows == 0 {
		k.fail("ReduceInLanes of layout %s; accepted: sizes that are powers of two, each element in one place", t.Layout)
	}
	u := k.reduceItems(r, t, along)
	u.Layout = l
	return u
}

// InLanes returns the layout of ReduceInLanes, that of an empty tile if there is none.
func (l Layout) InLanes(along Axis) Layout {
	size, bits := 1, 0
	number := func(list []spot, renumber bool) (kept []spot) {
		for _, s := range list {
			if at := along.of(s); at != 0 {
				if bits++; s != axisSpot(along, at) {
					bits = -len(l.lane) - len(l.item) - len(l.wave) // along both
				}
				if !renumber {
					continue
				}
				s = axisSpot(along, size)
				size *= 2
			}
			kept = append(kept, s)
		}
		return kept
	}
	whole := l.whole()
	all := along.of(spot{l.Rows, l.Cols})
	l.item, l.lane, l.wave = number(l.item, false), number(l.lane, true), number(l.wave, true)
	if !whole || bits != log2(all) {
		return Layout{}
	}
	if along == OverRows {
		l.Rows = size
	} else {
		l.Cols = size
	}
	return l
}

// axisSpot is a place along an axis.
func axisSpot(along Axis, n int) spot {
	if along == OverRows {
		return spot{row: n}
	}
	return spot{col: n}
}

// vector returns the layout of a reduction along an axis.
func (l Layout) vector(along Axis) Layout {
	if along == OverRows {
		return l.RowVector()
	}
	return l.ColVector()
}

// reduceItems combines the items of each lane.
func (k *Kernel) reduceItems(r Reduction, t *Tile, along Axis) *Tile {
	combined := func(s spot) bool { return along.of(s) != 0 }
	if r != Sum && bitWidth(t.Elem) == 32 && slices.ContainsFunc(t.Layout.item, combined) {
		return k.reduceByThree(r, t, along)
	}
	u := *t
	u.facts = facts{}
	for bit := len(u.Layout.item) - 1; bit >= 0; bit-- {
		if along.of(u.Layout.item[bit]) == 0 {
			continue
		}
		// Values of at most as many items as the two are apart.
		u = *u.inWidth(min(u.width, 1<<bit))
		apart := 1 << bit / u.width
		var vals []*ir.Value
		for i := range u.vals {
			if i&apart == 0 {
				vals = append(vals, k.combine(r, u.vals[i], u.vals[i+apart]))
			}
		}
		u.vals = vals
		u.Layout.item = slices.Delete(slices.Clone(u.Layout.item), bit, bit+1)
	}
	return &u
}

// reduceByThree is reduceItems for all but Sum, of types with instructions on three numbers: there
// the order does not matter.
func (k *Kernel) reduceByThree(r Reduction, t *Tile, along Axis) *Tile {
	l, width := t.Layout, t.width
	l.item = nil
	lists := [][]int{{0}} // by item of the result: those that it combines
	for bit, s := range t.Layout.item {
		if along.of(s) != 0 {
			width = min(width, 1<<len(l.item))
			for i, list := range lists {
				for _, item := range list {
					lists[i] = append(lists[i], item|1<<bit)
				}
			}
			continue
		}
		l.item = append(l.item, s)
		for _, list := range lists {
			var upper []int
			for _, item := range list {
				upper = append(upper, item|1<<bit)
			}
			lists = append(lists, upper)
		}
	}
	var items []*ir.Value
	for _, list := range lists {
		var vals []*ir.Value
		for _, item := range list {
			vals = append(vals, t.item(item))
		}
		items = append(items, k.combineByThree(r, vals))
	}
	return k.fromItems(l, t.Elem, width, items)
}

// combineByThree combines values in as few steps of three as possible, and not many after each other.
func (k *Kernel) combineByThree(r Reduction, vals []*ir.Value) *ir.Value {
	for len(vals) > 2 {
		var next []*ir.Value
		for ; len(vals) > 2; vals = vals[3:] {
			next = append(next, k.combine(r, k.combine(r, vals[0], vals[1]), vals[2]))
		}
		vals = append(next, vals...)
	}
	if len(vals) == 2 {
		return k.combine(r, vals[0], vals[1])
	}
	return vals[0]
}

// combine returns a reduction of two values.
func (k *Kernel) combine(r Reduction, a, b *ir.Value) *ir.Value {
	name := reductions[r].integer
	if isFloat(ir.ElemType(a.Type)) {
		name = reductions[r].float
	}
	return k.op(name, []*ir.Value{a, b}, []ir.Type{a.Type})
}

// reduceLanes combines lanes, a run of bits of their numbers at once.
func (k *Kernel) reduceLanes(r Reduction, t *Tile, l Layout, along Axis) {
	name := reductions[r].lanesInteger
	if isFloat(t.Elem) {
		name = reductions[r].lanesFloat
	}
	t.vals = slices.Clone(t.vals)
	for bit := 0; bit < len(l.lane); {
		n := 0
		for bit+n < len(l.lane) && along.of(l.lane[bit+n]) != 0 {
			n++
		}
		for i := range t.vals {
			if n > 0 {
				t.vals[i] = k.op("gpu.subgroup_reduce", []*ir.Value{t.vals[i]}, []ir.Type{t.vals[i].Type},
					attr("op", ir.DialectOpaque("gpu", "all_reduce_op "+name)),
					attr("cluster_size", ir.Int(ir.I32, 1<<n)), attr("cluster_stride", ir.Int(ir.I32, 1<<bit)))
			}
		}
		bit += max(n, 1)
	}
}

// reduceWaves combines waves: each stores its values to LDS, as one row per combined wave, and
// loads the column.
func (k *Kernel) reduceWaves(r Reduction, t *Tile, l Layout, along Axis) *Tile {
	line := t.Layout
	if along == OverCols {
		line = line.T()
	}
	stored, loaded := line, line
	stored.wave, loaded.item = slices.Clone(line.wave), slices.Clone(line.item)
	for bit, s := range l.wave {
		if along.of(s) != 0 {
			next := spot{row: stored.Rows}
			stored.wave[bit], loaded.item = next, append(loaded.item, next)
			stored.Rows *= 2
		}
	}
	if stored.Rows == 1 {
		return t
	}
	loaded.Rows = stored.Rows
	lds := k.LDS(t.Elem, stored.Rows, stored.Cols, 1, Stored(stored), Loaded(loaded))
	k.again()
	parts := *t
	parts.Layout = stored
	lds.Store(&parts, I(0), 0, 0)
	k.Barrier()
	u := k.reduceItems(r, lds.Load(loaded, I(0), 0, 0), OverRows)
	u.Layout = t.Layout
	return u
}
