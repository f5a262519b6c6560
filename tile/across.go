package tile

import (
	"fmt"
	"slices"

	"heddle/ir"
)

// placeBit is a bit of the number of a row or column: which bit of the item's, the lane's or the
// wave's number it is; or several bits.
type placeBit struct{ at, item, lane, wave int }

// bitsAlong returns the bits of the numbers along an axis, from the lowest to the highest.
func (k *Kernel) bitsAlong(what string, l Layout, along Axis) (list []placeBit) {
	add := func(spots []spot, make func(bit int) placeBit) {
		for i, s := range spots {
			at := along.of(s)
			if at == 0 {
				continue
			}
			if !powers(at) || s.row != 0 && s.col != 0 {
				k.fail("%s of layout %s; use Relayout", what, l)
			}
			b := make(1 << i)
			b.at = at
			list = append(list, b)
		}
	}
	add(l.item, func(bit int) placeBit { return placeBit{item: bit} })
	add(l.lane, func(bit int) placeBit { return placeBit{lane: bit} })
	add(l.wave, func(bit int) placeBit { return placeBit{wave: bit} })
	slices.SortFunc(list, func(a, b placeBit) int { return a.at - b.at })
	return list
}

// across returns, for each element of a tile in values of one item, the one whose item, lane and wave
// differ in the bits of b.
func (k *Kernel) across(t *Tile, b placeBit) *Tile {
	u := *t
	u.facts = facts{}
	u.vals = make([]*ir.Value, len(t.vals))
	for i := range u.vals {
		u.vals[i] = t.vals[i^b.item]
	}
	if b.wave != 0 {
		k.acrossWaves(u.vals, b)
		return &u
	}
	if b.lane == 0 {
		return &u
	}
	offset, width := k.constant(ir.I32, ir.Int(ir.I32, int64(b.lane))), k.constant(ir.I32, ir.Int(ir.I32, int64(k.Chip.WaveSize)))
	moved := map[*ir.Value]*ir.Value{}
	for i, v := range u.vals {
		if moved[v] == nil {
			moved[v] = k.op("gpu.shuffle", []*ir.Value{v, offset, width}, []ir.Type{v.Type, ir.I1}, attr("mode", ir.DialectOpaque("gpu", "shuffle_mode xor")))
		}
		u.vals[i] = moved[v]
	}
	return &u
}

// maxExchange is the size in bytes of the LDS through which waves exchange items, some at a time.
const maxExchange = 16 << 10

// acrossWaves replaces values by those of the lanes and waves that differ in the bits of b, through
// LDS: each lane stores its own, and loads the other's.
func (k *Kernel) acrossWaves(vals []*ir.Value, b placeBit) {
	var list []*ir.Value // that are different
	where := map[*ir.Value]int{}
	for _, v := range vals {
		if _, has := where[v]; !has {
			where[v] = len(list)
			list = append(list, v)
		}
	}
	elem := ir.ElemType(list[0].Type)
	n := min(len(list), max(1, maxExchange/(k.waves*k.Chip.WaveSize*bitWidth(elem)/8)))
	other := k.thread.Xor(I(int64(b.lane + b.wave*k.Chip.WaveSize)))
	for rest := list; len(rest) > 0; rest = rest[min(n, len(rest)):] {
		arg := k.exchangeBuffer(elem, n)
		for i, v := range rest[:min(n, len(rest))] {
			k.do("vector.store", []*ir.Value{v, arg, k.value(I(int64(i))), k.value(k.thread)})
		}
		k.Barrier()
		for i, v := range rest[:min(n, len(rest))] {
			rest[i] = k.op("vector.load", []*ir.Value{arg, k.value(I(int64(i))), k.value(other)}, []ir.Type{v.Type})
		}
	}
	for i, v := range vals {
		vals[i] = list[where[v]]
	}
}

// exchangeBuffer returns LDS for exchanges of n items, that no wave reads any more.
func (k *Kernel) exchangeBuffer(elem ir.Type, n int) *ir.Value {
	key := fmt.Sprint("exchange of ", n, " ", elem)
	if x, has := k.fixed[key]; has {
		k.Barrier()
		return x.v
	}
	k.again()
	arg := k.ldsArg(elem, int64(n), int64(k.waves*k.Chip.WaveSize))
	k.fixed[key] = Index{k: k, v: arg}
	return arg
}

// upper is true for the lanes or waves whose number along an axis has a bit.
func (k *Kernel) upper(b placeBit) Condition {
	bit := int64(b.lane + b.wave*k.Chip.WaveSize)
	if bit == 0 {
		return always
	}
	return I(0).Less(k.once(fmt.Sprint("bit ", bit), func() Index { return k.thread.Div(bit).Mod(2) }))
}

// pick returns x if a condition holds, else y.
func (k *Kernel) pick(c Condition, x, y *ir.Value) *ir.Value {
	switch {
	case c.known && c.holds:
		return x
	case c.known:
		return y
	}
	return k.op("arith.select", []*ir.Value{c.v, x, y}, []ir.Type{x.Type})
}
