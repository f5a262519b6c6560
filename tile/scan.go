package tile

import (
	"math"
	"slices"

	"heddle/ir"
)

// Scan combines each element of a row (OverCols) or column (OverRows) of a tile with all before it:
// with Sum, a prefix sum. Every element gets its own result; the tile keeps its layout.
//
// The order is fixed: neighbours are combined first, then pairs of neighbours, and so on. Sums of
// floats may therefore differ in the last bits from those in sequence, but are the same in every
// run. Where waves share a row, they exchange parts through LDS, with barriers.
func (k *Kernel) Scan(r Reduction, t *Tile, along Axis) *Tile { return k.scan(r, t, along, false) }

// ScanBefore is Scan without the element itself: the first element gets 0, the least number or the
// greatest number, for Sum, Greatest, Least and Maximum.
func (k *Kernel) ScanBefore(r Reduction, t *Tile, along Axis) *Tile { return k.scan(r, t, along, true) }

func (k *Kernel) scan(r Reduction, t *Tile, along Axis, before bool) *Tile {
	k.tiles(t)
	k.axis(along)
	k.numeric("Scan", r, t.Elem)
	if !t.Layout.whole() {
		return k.blocksAcross("a scan", t, along, func(b *Tile) *Tile { return k.scan(r, b, along, before) })
	}
	// total holds what the block of elements that has been combined so far sums up to, in all of
	// its elements; sum what comes up to each of them.
	total := t.inWidth(1)
	sum := &Tile{Layout: t.Layout, Elem: t.Elem, k: k, width: 1, vals: slices.Clone(total.vals)}
	if before {
		sum = k.neutral(r, t.Layout, t.Elem, 1)
	}
	total.vals = slices.Clone(total.vals)
	for _, b := range k.bitsAlong("a scan", t.Layout, along) {
		other := k.across(total, b)
		upper := k.upper(b)
		for i := range sum.vals {
			switch {
			case b.item == 0:
				sum.vals[i] = k.pick(upper, k.combine(r, other.vals[i], sum.vals[i]), sum.vals[i])
			case i&b.item != 0:
				sum.vals[i] = k.combine(r, other.vals[i], sum.vals[i])
			}
		}
		made := map[*ir.Value]*ir.Value{}
		for i, v := range total.vals {
			if i&b.item != 0 {
				total.vals[i] = total.vals[i^b.item]
				continue
			}
			if made[v] == nil {
				made[v] = k.combine(r, v, other.vals[i])
			}
			total.vals[i] = made[v]
		}
	}
	return sum.inWidth(t.width)
}

// neutral returns a tile of what a reduction leaves other numbers unchanged with.
func (k *Kernel) neutral(r Reduction, l Layout, elem ir.Type, width int) *Tile {
	infinity := map[Reduction]float64{Greatest: math.Inf(-1), Maximum: math.Inf(-1), Least: math.Inf(1)}
	if r == Sum || isFloat(elem) {
		return k.fill(l, elem, width, infinity[r])
	}
	code := uint64(1) << (bitWidth(elem) - 1)
	if r == Least {
		code--
	}
	t := &Tile{Layout: l, Elem: elem, k: k, width: width}
	typ := ir.Vector(elem, int64(width))
	v := k.constant(typ, ir.Dense(typ, code))
	for range l.Items() / width {
		t.vals = append(t.vals, v)
	}
	return t
}

// blocksAcross does something with each block of a tile whose blocks are not along an axis.
func (k *Kernel) blocksAcross(what string, t *Tile, along Axis, f func(b *Tile) *Tile) *Tile {
	if t.Layout.along() == along {
		k.fail("%s along %d blocks of a tile of %d x %d; accepted: a size along the axis that is a power of two (that across it may be an odd number of times one); larger tiles may reach over the tensor's edge", what, t.Layout.blocks, t.Layout.Rows, t.Layout.Cols)
	}
	return k.eachBlock(t.Layout, t, f)
}
