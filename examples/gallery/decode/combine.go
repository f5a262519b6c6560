package main

import (
	"heddle/ir"
	"heddle/tile"
)

// combine adds up the parts of decode, each with its weight. A workgroup has the heads of a group.
func combine(k *tile.Kernel) {
	k.Grid(kvHeads, batch, 1)
	acc := k.Tensor("acc", ir.F32, splits, batch, kvHeads, group, dim)
	logs := k.Tensor("logs", ir.F32, batch, kvHeads, splits, group, 1)
	o := k.Tensor("o", ir.BF16, batch, kvHeads, group, dim)
	head, b, zero, l := k.WorkgroupID(0), k.WorkgroupID(1), tile.I(0), k.Spread(group, dim, 8)
	var parts []*tile.Tile
	top, sum, out := k.Fill(l.ColVector(), ir.F32, -1e30), k.Fill(l.ColVector(), ir.F32, 0), k.Fill(l, ir.F32, 0)
	for i := range int64(splits) {
		parts = append(parts, k.Load(logs, l.ColVector(), b, head, tile.I(i), zero, zero))
		top = k.Max(top, parts[i])
	}
	for i := range int64(splits) {
		weight := k.Exp2(k.Sub(parts[i], top))
		sum, out = k.Add(sum, weight), k.FMA(k.Load(acc, l, tile.I(i), b, head, zero, zero), weight, out)
	}
	k.Store(o, k.Convert(k.Div(out, sum), ir.BF16), b, head, zero, zero)
}
