// Grouped matrix multiplication for the experts of a mixture, in bf16, with gathered rows.
//
//	go run ./examples/gallery/moe
package main

import (
	"heddle/ir"
	"heddle/tile"
)

const (
	tokens, experts, chosen = 90, 5, 2 // each token goes to two experts
	in, out                 = 256, 192
	bm, bn, bk              = 64, 64, 64
	blocks                  = tokens*chosen/bm + experts // no expert has more than one block that is not full
)

// moe multiplies the tokens of each expert by its weights. Block i of rows belongs to expert of[i], and has
// the rows of x whose numbers are in rows; numbers outside of x fill it up.
func moe(k *tile.Kernel) {
	k.Grid((out+bn-1)/bn, blocks, 1)
	x, w := k.Tensor("x", ir.BF16, tokens, in), k.Tensor("w", ir.BF16, experts, out, in)
	rows, of := k.Tensor("rows", ir.I32, blocks*bm, 1), k.Tensor("of", ir.I32, blocks)
	y := k.Tensor("y", ir.F32, blocks*bm, out)
	row, col, zero := k.WorkgroupID(1).Times(bm), k.WorkgroupID(0).Times(bn), tile.I(0)
	expert := k.LoadIndex(of, k.WorkgroupID(1)).Below(experts)

	mma, load := k.MMA(ir.BF16, ir.BF16, 16, 2, 2), k.Spread(bm, bk, 8)
	token := k.Load(rows, load.ColVector(), row, zero)
	stream := func(l tile.Layout, from func(at tile.Index) *tile.Tile) tile.Stream {
		lds := k.LDS(ir.BF16, bm, bk, 2, tile.Stored(load), tile.Loaded(l))
		return tile.Stream{
			Load:  func(step tile.Index) []*tile.Tile { return []*tile.Tile{from(step.Times(bk))} },
			Put:   func(buffer tile.Index, t []*tile.Tile) { lds.Store(t[0], buffer, 0, 0) },
			Fetch: func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{lds.Load(l, buffer, 0, 0)} },
		}
	}
	sum := k.Run(tile.Pipeline{
		Steps: tile.I(in / bk),
		Streams: []tile.Stream{
			stream(mma.A(bm, bk), func(at tile.Index) *tile.Tile { return k.Gather(x, load, token, at) }),
			stream(mma.B(bn, bk), func(at tile.Index) *tile.Tile { return k.Load(w, load, expert, col, at) }),
		},
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			return tile.Values{mma.Dot(s.Tiles[0][0], s.Tiles[1][0], c.Tile(0))}
		},
	}, tile.Values{mma.Zero(bm, bn)})
	k.Store(y, sum.Tile(0), row, col)
}

func main() { tile.Main(run) }
