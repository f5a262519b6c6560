// Split decoding attention over pages of keys and values, and the kernel that combines the parts.
//
//	go run ./examples/gallery/decode
package main

import (
	"math"

	"heddle/ir"
	"heddle/tile"
)

const (
	batch, kvHeads, group, dim       = 3, 2, 16, 128 // group: query heads that share keys and values
	page, pages, perSequence, splits = 32, 40, 12, 3 // tokens of a page; pages in memory and of a sequence
)

// decode is the attention of one token's query heads over a part of the pages of its sequence, and the
// logarithm of the sum of its weights. A workgroup is one wave.
func decode(k *tile.Kernel) {
	k.Grid(splits, kvHeads, batch)
	q := k.Tensor("q", ir.BF16, batch, kvHeads, group, dim)
	keys, values := k.Tensor("k", ir.BF16, pages, kvHeads, page, dim), k.Tensor("v", ir.BF16, pages, kvHeads, page, dim)
	table, lengths := k.Tensor("table", ir.I32, batch, perSequence), k.Tensor("lengths", ir.I32, batch)
	acc := k.Tensor("acc", ir.F32, splits, batch, kvHeads, group, dim)
	logs := k.Tensor("logs", ir.F32, batch, kvHeads, splits, group, 1)
	split, head, b, zero := k.WorkgroupID(0), k.WorkgroupID(1), k.WorkgroupID(2), tile.I(0)
	length := k.LoadIndex(lengths, b).Below(page*perSequence + 1)

	qk, pv := k.MMA(ir.BF16, ir.BF16, 16, 1, 1), k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
	query, l, lv := k.Load(q, qk.A(group, dim), b, head, zero, zero), k.Spread(page, dim, 8), pv.B(dim, page)
	lds := k.LDS(ir.BF16, page, dim, 1, tile.Stored(l), tile.LoadedTransposed(lv))
	sum := pv.Zero(group, dim)
	one := sum.Layout.ColVector()
	first, last := split.Times(perSequence/splits), split.Plus(tile.I(1)).Times(perSequence/splits)
	last = last.Min(length.Plus(tile.I(page - 1)).Div(page))
	init := tile.Values{k.Fill(one, ir.F32, -1e30), k.Fill(one, ir.F32, 0), sum}
	r := k.For(first, last, tile.I(1), init, func(i tile.Index, c tile.Values) tile.Values {
		at := k.LoadIndex(table, b, i).Below(pages)
		v := k.Load(values, l, at, head, zero, zero)
		s := qk.Dot(query, k.Load(keys, qk.BFor(pv, page, dim), at, head, zero, zero), nil)
		s = k.Scale(s, math.Log2E/math.Sqrt(dim))
		in := k.Compare(k.ColNumbers(s.Layout, i.Times(page)), tile.Less, k.Repeat(s.Layout.RowVector(), length))
		s = k.Select(k.Broadcast(in, s.Layout), s, k.Like(s, math.Inf(-1)))
		top := k.Max(c.Tile(0), k.Reduce(tile.Greatest, s, tile.OverCols))
		p, old := k.Exp2(k.Sub(s, top)), k.Exp2(k.Sub(c.Tile(0), top))
		k.Barrier()
		lds.Store(v, zero, 0, 0)
		k.Barrier()
		out := pv.Dot(k.Convert(p, ir.BF16), lds.LoadTransposed(lv, zero, 0, 0), k.Mul(c.Tile(2), old))
		return tile.Values{top, k.FMA(c.Tile(1), old, k.Reduce(tile.Sum, p, tile.OverCols)), out}
	})
	k.Store(acc, k.Div(r.Tile(2), k.AtLeast(r.Tile(1), 1e-30)), split, b, head, zero, zero) // a part may be empty
	k.Store(logs, k.Add(r.Tile(0), k.Map("log2", r.Tile(1))), b, head, split, zero, zero)
}

func main() { tile.Main(run) }
