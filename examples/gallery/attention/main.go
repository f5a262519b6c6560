// Flash attention, causal, with lengths of their own and grouped heads, in bf16.
//
//	go run ./examples/gallery/attention
package main

import (
	"math"

	"heddle/ir"
	"heddle/tile"
)

const (
	batch, heads, kvHeads, tokens, dim = 2, 2, 1, 320, 128
	bm, bn                             = 128, 64 // queries and keys of a tile
)

// attention is softmax(Q·Kᵀ/√dim)·V for the keys up to each query and below the length of its sequence. A
// workgroup has a block of queries of one head: four waves with 32 each.
func attention(k *tile.Kernel) {
	k.Grid((tokens+bm-1)/bm, heads, batch)
	waves := k.Chip.LDSBytes / (4 * bn * dim * 2) // as many as LDS has room for
	k.WavesPerSIMD(waves)
	tensor := func(name string, heads int64) *tile.Tensor { return k.Tensor(name, ir.BF16, batch, heads, tokens, dim) }
	q, keys, values, o := tensor("q", heads), tensor("k", kvHeads), tensor("v", kvHeads), tensor("o", heads)
	row, head, b, zero := k.WorkgroupID(0).Times(bm), k.WorkgroupID(1), k.WorkgroupID(2), tile.I(0)
	length := k.LoadIndex(k.Tensor("lengths", ir.I32, batch), b).Below(tokens + 1)

	// The rows of K are in an order in which the scores are a factor of the second product as they are.
	qk, pv := k.MMA(ir.BF16, ir.BF16, 32, 4, 1), k.MMA(ir.BF16, ir.BF16, 32, 4, 1)
	load, lk, lv := k.Spread(bn, dim, 8), qk.BFor(pv, bn, dim), pv.BTransposed(dim, bn)
	moved := tile.Stored(load)
	if waves > 1 { // they share the registers: tiles do without
		moved = tile.Padded()
	}
	ldsK := k.LDS(ir.BF16, bn, dim, 2, moved, tile.Loaded(lk))
	ldsV := k.LDS(ir.BF16, bn, dim, 2, moved, tile.LoadedTransposed(lv))
	stream := func(t *tile.Tensor, lds *tile.LDS) tile.Stream {
		at := func(step tile.Index) []tile.Index {
			return []tile.Index{b, head.Div(heads / kvHeads), step.Times(bn), zero}
		}
		if waves > 1 {
			return tile.Stream{Direct: func(step, buffer tile.Index) { lds.Copy(t, buffer, at(step)...) }}
		}
		return tile.Stream{
			Load: func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(t, load, at(step)...)} },
			Put:  func(buffer tile.Index, t []*tile.Tile) { lds.Store(t[0], buffer, 0, 0) },
		}
	}
	query := k.Load(q, qk.A(bm, dim), b, head, row, zero)
	step := func(masked bool) func(tile.Stage, tile.Values) tile.Values {
		return func(s tile.Stage, c tile.Values) tile.Values {
			t := qk.Dot(query, ldsK.Load(lk, s.Buffers[0], 0, 0), nil)
			if col := s.Step.Times(bn); masked {
				inside := k.Compare(k.ColNumbers(t.Layout, col), tile.Less, k.Repeat(t.Layout.RowVector(), length))
				t = k.Select(k.And(k.Causal(t.Layout, row, col), inside), t, k.Like(t, math.Inf(-1)))
			}
			scale := math.Log2E / math.Sqrt(dim) // e^x is 2^(x·log2 e)
			top := k.Max(c.Tile(0), k.Scale(k.Reduce(tile.Greatest, t, tile.OverCols), scale))
			p := k.Exp2(k.FMA(t, k.Like(top, scale), k.Neg(top)))
			old := k.Exp2(k.Sub(c.Tile(0), top))
			sum := k.FMA(c.Tile(1), old, k.Reduce(tile.Sum, p, tile.OverCols))
			v := ldsV.LoadTransposed(lv, s.Buffers[1], 0, 0)
			return tile.Values{top, sum, pv.Dot(k.Convert(p, ir.BF16), v, k.Mul(c.Tile(2), old))}
		}
	}
	acc := pv.ZeroFor(pv.A(bm, bn), lv)
	full := length.Min(row).Div(bn) // tiles that need no mask
	all := length.Min(row.Plus(tile.I(bm))).Plus(tile.I(bn - 1)).Div(bn)
	k.Fast(tile.NoNaN, func() {
		out := k.Run(tile.Pipeline{
			Streams: []tile.Stream{stream(keys, ldsK), stream(values, ldsV)},
			Steps:   full, Compute: step(false), Then: []tile.Part{{Steps: all.Minus(full), Compute: step(true)}},
		}, tile.Values{k.Fill(acc.Layout.ColVector(), ir.F32, -1e30), k.Fill(acc.Layout.ColVector(), ir.F32, 0), acc})
		k.Store(o, k.Convert(k.Div(out.Tile(2), out.Tile(1)), ir.BF16), b, head, row, zero)
	})
}

func main() { tile.Main(run) }
