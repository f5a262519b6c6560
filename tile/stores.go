package tile

import (
	"slices"

	"heddle/arch"
	"heddle/ir"
)

// requestBytes is what a store of the L1 to the L2 takes: half of a cache line, even if it is not
// full (facts performance.md §1.1).
const requestBytes = arch.CacheLine / 2

// StoreLayout returns the layout that tiles of a layout and a type are best stored in: as far as
// instructions exchange lanes, each lane has 16 bytes that follow each other in a row, and neighbouring
// lanes fill requests of 64 bytes. Relayout to it needs no LDS.
func (k *Kernel) StoreLayout(elem ir.Type, l Layout) Layout {
	width := bitWidth(elem)
	w := l.each(func(s spot) spot { return s }, l.Rows, l.Cols)
	best := l
	// try takes what was changed if instructions can do it.
	try := func() bool {
		ok := k.InRegisters(elem, l, w)
		if ok {
			best = w.each(func(s spot) spot { return s }, w.Rows, w.Cols)
		}
		return ok
	}
	each := log2(max(1, maxLDSAccess*8/width))
	for bit := range min(each, len(w.item)) {
		if !k.toItem(&w, bit) || !try() {
			return best
		}
	}
	for bit := each; width<<bit < requestBytes*8; bit++ {
		if !k.toLane(&w, bit, log2(requestBytes*8/width)) || !try() {
			return best
		}
	}
	return best
}

// toItem makes a bit of the column the item bit of the same number, unless it is in neither lanes nor
// items. A bit of the lane changes places with the next bit of the column, so that neighbours go on.
func (k *Kernel) toItem(w *Layout, bit int) bool {
	want := spot{0, 1 << bit}
	at := slices.Index(w.item, want)
	if lane := slices.Index(w.lane, want); at < 0 && lane >= 0 {
		at = bit
		for i := bit; i < len(w.item); i++ {
			if s := w.item[i]; s.row == 0 && (w.item[at].row != 0 || s.col < w.item[at].col) {
				at = i
			}
		}
		w.lane[lane], w.item[at] = w.item[at], want
	}
	if at < 0 {
		return false
	}
	w.item = slices.Insert(slices.Delete(w.item, at, at+1), bit, want)
	return true
}

// toLane brings a bit of the column from an item to a lane that has none of the first bits of the
// column: the one where that is cheapest.
func (k *Kernel) toLane(w *Layout, bit, first int) bool {
	want := spot{0, 1 << bit}
	if slices.Contains(w.lane, want) {
		return true
	}
	at, lane := slices.Index(w.item, want), -1
	for i, s := range w.lane {
		if free := s.row != 0 || s.col>>first != 0; free && (lane < 0 || k.swapCost(i) < k.swapCost(lane)) {
			lane = i
		}
	}
	if at < 0 || lane < 0 {
		return false
	}
	w.lane[lane], w.item[at] = want, w.lane[lane]
	return true
}

// ForStores returns B of cols x depth with its rows in another order, which no instruction is needed
// for: a lane then has n neighbours of a row of the product if it has as many columns at all, and
// neighbouring lanes continue the row. The product has the layout Result.
func (m *MMA) ForStores(cols, depth, n int) Layout {
	return parts(cols, depth, func(cols, depth int) Layout {
		l := m.B(cols, depth)
		var first, lanes []int // bits of the rows of B, in the order of columns
		for _, s := range m.result {
			first = append(first, log2(s.col))
		}
		for _, s := range m.resultLane {
			if s.col != 0 {
				lanes = append(lanes, log2(s.col))
			}
		}
		for bit := log2(m.op.M); bit < log2(cols/m.WavesN); bit++ {
			first = append(first, bit)
		}
		each := min(log2(n), len(first))
		order := slices.Concat(first[:each], lanes, first[each:])
		to := make([]int, log2(cols))
		for i := range to {
			to[i] = i
		}
		for i, bit := range order {
			to[bit] = i
		}
		return l.PermuteRows(to...)
	})
}
