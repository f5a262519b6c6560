package tile

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/layout"
)

// Relayout moves a tile into another layout of the same size. Lanes that keep their elements rename
// registers. Where bits of the lane and of the item change places, and instructions exchange them,
// data stay in registers (see InRegisters). Otherwise they go through LDS: without a barrier if each
// wave needs only what it has itself.
func (k *Kernel) Relayout(t *Tile, l Layout) *Tile {
	k.tiles(t)
	if t.Layout.equal(l) {
		return t
	}
	if t.Layout.Rows != l.Rows || t.Layout.Cols != l.Cols {
		k.fail("a tile of %d x %d is not one of %d x %d", t.Layout.Rows, t.Layout.Cols, l.Rows, l.Cols)
	}
	if !t.Layout.whole() || !l.whole() {
		return k.relayoutBlocks(t, l)
	}
	if p, ok := k.exchanges(t.Elem, t.Layout, l); ok {
		return k.exchange(t, p).Reorder(l)
	}
	s := k.LDS(t.Elem, l.Rows, l.Cols, 1, Stored(t.Layout), Loaded(l))
	if ownWave(t.Layout, l) {
		if len(k.open) > 0 {
			k.waveBarrier()
		}
		s.Store(t, I(0), 0, 0)
		k.waveBarrier()
	} else {
		k.again()
		s.Store(t, I(0), 0, 0)
		k.Barrier()
	}
	return s.Load(l, I(0), 0, 0)
}

// InRegisters reports whether Relayout from one layout to another needs no LDS, for elements of a
// type.
func (k *Kernel) InRegisters(elem ir.Type, from, to Layout) bool {
	_, ok := k.exchanges(elem, from.one(), to.one())
	return ok && from.sameBlocks(to)
}

// Wide returns the layout in which lanes have n neighbours of a row, a power of two: bits of the lane
// that go along the row there change places with bits of the item that go further. It is for stores:
// the results of matrix instructions are in pieces of 4.
func (l Layout) Wide(n int) Layout {
	if !powers(n) {
		(*Kernel)(nil).fail("%d neighbours of a row; accepted: powers of two", n)
	}
	w := l.each(func(s spot) spot { return s }, l.Rows, l.Cols)
	for bit := 0; 1<<bit < n; bit++ {
		want := spot{0, 1 << bit}
		at := slices.Index(w.item, want)
		if lane := slices.Index(w.lane, want); at < 0 && lane >= 0 && bit < len(w.item) {
			// The lowest item above takes the lane's place.
			at = bit
			w.lane[lane], w.item[at] = w.item[at], want
		}
		if at < 0 {
			(*Kernel)(nil).fail("%s has no %d neighbours of a row in the lanes and items of a wave", l, n)
		}
		w.item = slices.Insert(slices.Delete(w.item, at, at+1), bit, want)
	}
	return w
}

// waveBarrier orders the LDS accesses of a wave's lanes among themselves.
func (k *Kernel) waveBarrier() {
	k.do("gpu.barrier", nil, attr("address_spaces", ir.Array(ir.WorkgroupSpace)), attr("scope", ir.DialectOpaque("gpu", "barrier_scope<subgroup>")))
}

// ownWave reports whether each wave has all elements that it gets, and no other wave has them: only
// then do waves use different parts of LDS.
func ownWave(from, to Layout) bool {
	at := func(s spot) int { return s.row*from.Cols + s.col }
	all := func(lists ...[]spot) (n []int) {
		for _, list := range lists {
			for _, s := range list {
				n = append(n, at(s))
			}
		}
		return n
	}
	own := spaceOf(all(from.item, from.lane))
	for _, n := range all(to.item, to.lane) {
		if !own.Contains(uint64(n)) {
			return false
		}
	}
	waves := spaceOf(all(from.item, from.lane))
	for i := range from.wave {
		if !own.Contains(uint64(at(from.wave[i].plus(to.wave[i])))) || !waves.Add(uint64(at(from.wave[i]))) {
			return false
		}
	}
	return true
}

// swap exchanges a bit of the lane for a bit of the item.
type swap struct{ lane, item int }

// swaps are the steps from one layout to another whose lanes have the same elements as the wanted
// one.
type swaps struct {
	from  Layout // with the items in the order that steps need
	to    Layout
	steps []swap
}

// exchanges finds the steps that bring lanes the elements of another layout. It fails if the layouts
// differ in other ways, if the chip has no instructions for a step, or if LDS is cheaper.
func (k *Kernel) exchanges(elem ir.Type, from, to Layout) (p swaps, ok bool) {
	width := bitWidth(elem)
	if !equalSpots(from.wave, to.wave) || len(from.item) != len(to.item) {
		return p, false
	}
	p, ok = findSwaps(from, to)
	if !ok || len(p.steps) == 0 {
		return p, ok
	}
	if width < 8 || from.Items()*width < 32 {
		return p, false
	}
	if within := log2(max(1, 32/width)); slices.ContainsFunc(p.steps, func(s swap) bool { return s.item < within }) {
		if p, ok = findSwaps(from.itemsLast(p.steps), to); !ok || slices.ContainsFunc(p.steps, func(s swap) bool { return s.item < within }) {
			return p, false
		}
	}
	cost := 0.0
	for _, s := range p.steps {
		cost += k.swapCost(s.lane)
	}
	return p, cost <= maxSwapCost
}

// maxSwapCost is the number of instructions for each dword up to which exchanges beat LDS: a store
// and a load of 16 bytes are half an instruction for a dword, but take some 100 cycles and a wait.
const maxSwapCost = 1.5

// swapCost returns the number of instructions for each dword that exchange a bit of the lane, and a
// large one if there are none.
func (k *Kernel) swapCost(lane int) float64 {
	switch {
	case layout.SwapsLanes(k.Chip, lane):
		return 0.5
	case rowShift[lane].by > 0:
		return 1.5 // two moves and a copy for two dwords
	}
	// ds_bpermute and three selects for two dwords are more than what LDS takes.
	return maxSwapCost + 1
}

// findSwaps finds the steps as if all bits of the lane could be exchanged.
func findSwaps(from, to Layout) (p swaps, ok bool) {
	p.from = from
	cur := from.each(func(s spot) spot { return s }, from.Rows, from.Cols)
	do := func(lane, item int) {
		p.steps = append(p.steps, swap{lane, item})
		cur.lane[lane], cur.item[item] = cur.item[item], cur.lane[lane]
	}
	for range 2 * len(cur.lane) {
		wrong, between := -1, -1
		for i, s := range to.lane {
			if cur.lane[i] == s {
				continue
			}
			wrong = i
			if item := slices.Index(cur.item, s); item >= 0 {
				do(i, item)
				wrong = -2
				break
			}
			between = slices.Index(cur.lane, s)
		}
		switch {
		case wrong == -1:
			p.to = cur
			return p, sameItems(cur.item, to.item)
		case wrong >= 0 && (between < 0 || len(cur.item) == 0 || cur.lane[between] == spot{}):
			return p, false
		case wrong >= 0:
			do(between, len(cur.item)-1)
		}
	}
	return p, false
}

// sameItems reports whether lanes have the same elements, in any order.
func sameItems(a, b []spot) bool {
	flat := func(list []spot) (n []int) {
		for _, s := range list {
			n = append(n, s.row<<32|s.col)
		}
		return n
	}
	return slices.Equal(spaceOf(flat(a)).Basis(), spaceOf(flat(b)).Basis())
}

// itemsLast returns the layout with the items that steps exchange behind all others.
func (l Layout) itemsLast(steps []swap) Layout {
	var first, last []spot
	for i, s := range l.item {
		if slices.ContainsFunc(steps, func(p swap) bool { return p.item == i }) {
			last = append(last, s)
		} else {
			first = append(first, s)
		}
	}
	l.item = append(first, last...)
	return l
}

// exchange does the steps, on dwords.
func (k *Kernel) exchange(t *Tile, p swaps) *Tile {
	if len(p.steps) == 0 {
		return t
	}
	t = t.Reorder(p.from)
	width := bitWidth(t.Elem)
	t = t.inWidth(max(t.width, 32/width))
	per := t.width * width / 32 // dwords of a value
	words := ir.Vector(ir.I32, int64(per))
	var list []*ir.Value
	for _, v := range t.vals {
		v = k.cast(v, words)
		for i := range per {
			list = append(list, k.op("vector.extract", []*ir.Value{v}, []ir.Type{ir.I32}, attr("static_position", ir.DenseArray(ir.I64, int64(i)))))
		}
	}
	for _, s := range p.steps {
		apart := 1 << s.item * width / 32
		for i := range list {
			if i&apart == 0 {
				list[i], list[i|apart] = k.swapLanes(s.lane, list[i], list[i|apart])
			}
		}
	}
	out := &Tile{Layout: p.to, Elem: t.Elem, k: k, width: t.width}
	for i := 0; i < len(list); i += per {
		v := k.op("vector.from_elements", list[i:i+per], []ir.Type{words})
		out.vals = append(out.vals, k.cast(v, ir.Vector(t.Elem, int64(t.width))))
	}
	return out
}

// cast returns the bits of a vector as another one.
func (k *Kernel) cast(v *ir.Value, t *ir.VectorType) *ir.Value {
	if ir.SameType(v.Type, t) {
		return v
	}
	return k.op("vector.bitcast", []*ir.Value{v}, []ir.Type{t})
}

// rowShift are the moves of DPP that exchange a bit of the lane: shifts within rows of 16 lanes, of
// which the banks of 4 lanes with the bit, or those without it, keep what they have.
var rowShift = map[int]struct{ by, with, without int64 }{2: {4, 0b1010, 0b0101}, 3: {8, 0b1100, 0b0011}}

// swapLanes exchanges, for a bit of the lane, a in the lanes with it for b in those without it.
func (k *Kernel) swapLanes(lane int, a, b *ir.Value) (*ir.Value, *ir.Value) {
	if layout.SwapsLanes(k.Chip, lane) {
		no := ir.Bool(false)
		pair := k.op(fmt.Sprintf("rocdl.permlane%d.swap", 1<<lane), []*ir.Value{a, b}, []ir.Type{ir.Pair}, attr("fi", no), attr("boundControl", no))
		part := func(n int64) *ir.Value {
			return k.op("llvm.extractvalue", []*ir.Value{pair}, []ir.Type{ir.I32}, attr("position", ir.DenseArray(ir.I64, n)))
		}
		return part(0), part(1)
	}
	shift := rowShift[lane]
	move := func(old, src *ir.Value, kind string, banks int64) *ir.Value {
		return k.op("amdgpu.dpp", []*ir.Value{old, src}, []ir.Type{ir.I32}, attr("kind", ir.DialectOpaque("amdgpu", "dpp_perm "+kind)),
			attr("permArgument", ir.Int(ir.I32, shift.by)), attr("bank_mask", ir.Int(ir.I32, banks)))
	}
	return move(a, b, "row_shr", shift.with), move(b, a, "row_shl", shift.without)
}
