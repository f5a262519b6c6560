// A convolution in NHWC, in bf16, as a matrix multiplication that is never written out.
//
//	go run ./examples/gallery/conv
package main

import (
	"heddle/ir"
	"heddle/tile"
)

const (
	images, height, width, in, out = 2, 7, 40, 128, 96
	side, pad                      = 3, 1 // of the filters
	bm, bn, bk                     = 64, 32, 64
)

// conv computes bm pixels of a row of an image, and bn channels of them. It goes through the places of the
// filter and, for each, through the channels of the input: a product of bm x bk pixels and bk x bn weights.
func conv(k *tile.Kernel) {
	k.Grid((width+bm-1)/bm, (out+bn-1)/bn, images*height)
	x := k.Tensor("x", ir.BF16, images, height, width, in)
	w, y := k.Tensor("w", ir.BF16, side, side, out, in), k.Tensor("y", ir.BF16, images, height, width, out)
	col, channel := k.WorkgroupID(0).Times(bm), k.WorkgroupID(1).Times(bn)
	image, row := k.WorkgroupID(2).Div(height), k.WorkgroupID(2).Mod(height)

	mma := k.MMA(ir.BF16, ir.BF16, 16, 2, 2)
	stream := func(l tile.Layout, rows int, from func(load tile.Layout, step tile.Index) *tile.Tile) tile.Stream {
		load := k.Spread(rows, bk, 8)
		lds := k.LDS(ir.BF16, rows, bk, 2, tile.Stored(load), tile.Loaded(l))
		return tile.Stream{
			Load:  func(step tile.Index) []*tile.Tile { return []*tile.Tile{from(load, step)} },
			Put:   func(buffer tile.Index, t []*tile.Tile) { lds.Store(t[0], buffer, 0, 0) },
			Fetch: func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{lds.Load(l, buffer, 0, 0)} },
		}
	}
	// A step is (place in the filter, channels of the input). What is outside of the image is 0.
	const parts = in / bk
	place := func(step tile.Index) (dy, dx, part tile.Index) {
		at := step.Div(parts)
		return at.Div(side), at.Mod(side), step.Mod(parts).Times(bk)
	}
	sum := k.Run(tile.Pipeline{
		Steps: tile.I(side * side * parts),
		Streams: []tile.Stream{
			stream(mma.A(bm, bk), bm, func(load tile.Layout, step tile.Index) *tile.Tile {
				dy, dx, part := place(step)
				return k.Load(x, load, image, row.Plus(dy).Minus(tile.I(pad)), col.Plus(dx).Minus(tile.I(pad)), part)
			}),
			stream(mma.B(bn, bk), bn, func(load tile.Layout, step tile.Index) *tile.Tile {
				dy, dx, part := place(step)
				return k.Load(w, load, dy, dx, channel, part)
			}),
		},
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			return tile.Values{mma.Dot(s.Tiles[0][0], s.Tiles[1][0], c.Tile(0))}
		},
	}, tile.Values{mma.Zero(bm, bn)})
	k.Store(y, k.Convert(sum.Tile(0), ir.BF16), image, row, col, channel)
}

func main() { tile.Main(run) }
