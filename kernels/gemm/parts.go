package gemm

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
	"heddle/tiling"
)

// The sums of a tile whose K is divided among workgroups go to a workspace. The last of these workgroups to
// arrive adds them, or a second kernel does: one workgroup reads little in less time than a launch takes, all
// compute units read much (tiling.Product.Adding). Both add in the order of the parts: results do not depend on the
// order of arrival, and no workgroup waits for another one.

// divided is how many tiles have their sums in the workspace, and of how many parts each.
func (w *writer) divided() (tiles, parts int64) {
	if s := w.plan.shares; s != nil {
		return s.divided, s.each()
	}
	return w.plan.order.rows * w.plan.order.cols * w.p.Batch, w.parts
}

// lastAdds reports whether the last workgroup of a tile adds its parts.
func (w *writer) lastAdds() bool {
	tiles, parts := w.divided()
	switch {
	case w.c.Reduce != "":
		return w.c.Reduce == ReduceLast
	case tiles >= mostTiles || !w.c.roomForLast(w.p):
		return false
	}
	return w.p.addsFaster(w.c, tiles, parts)
}

// addsFaster reports whether the last workgroups of tiles are estimated to add their parts in less time than a second
// kernel would.
func (p *Problem) addsFaster(c Config, tiles, parts int64) bool {
	last, kernel, ok := p.adding(c, tiles, parts)
	return ok && last < kernel
}

// adding is the time of both, in cycles; it is not known for a chip without a product.
func (p *Problem) adding(c Config, tiles, parts int64) (last, kernel float64, ok bool) {
	card := arch.DefaultProduct(p.Chip)
	if card == nil {
		return 0, 0, false
	}
	x, err := p.TilingProduct(card)
	if err != nil {
		return 0, 0, false
	}
	last, kernel = x.Adding(tiling.Parts{
		Tiles: tiles, Each: parts, Bytes: float64(c.BM * c.BN * x.AccBits / 8), Near: !c.StreamK && x.PartsNear(c.BM, c.BN),
	})
	return last, kernel, true
}

// mostTiles bounds the tiles that have counters, whose places have 31 bits.
const mostTiles = 1 << 24

// roomForLast reports whether the LDS has room for what the waves of a workgroup tell each other: whether it
// is the last.
func (c Config) roomForLast(p *Problem) bool {
	return c.Schedule == Straight || c.ldsBytes(p)+4*c.Waves() <= p.Chip.LDSBytes
}

// workspace adds the tensor of sums, by tile and part.
func (w *writer) workspace(k *tile.Kernel, args *[]Arg) *tile.Tensor {
	tiles, parts := w.divided()
	rows, cols := w.sumRows(), int64(w.c.BN)
	w.plan.Workspace = tiles * parts * rows * cols * w.sumBytes()
	*args = append(*args, ArgWorkspace)
	return k.Tensor("workspace", w.sumType(), tiles*parts, rows, cols)
}

// divide adds the parameters of a kernel whose workgroups have parts of tiles.
func (r *results) divide(args *[]Arg) {
	r.workspace = r.w.workspace(r.k, args)
	if r.w.lastAdds() {
		tiles, _ := r.w.divided()
		r.counters = r.k.Tensor("counters", ir.I32, 1, tiles)
		r.w.plan.Counters = 4 * tiles
		*args = append(*args, ArgCounters)
	}
}

// sumRows is the rows of a tile in the workspace.
func (w *writer) sumRows() int64 { return min(int64(w.c.BM), w.p.M) }

// part emits what a workgroup does with the sums of its part of a tile: tile is the number of the tile among
// those in the workspace.
func (r *results) part(sums []block, at origin, number, part tile.Index) {
	w, k := r.w, r.k
	_, parts := w.divided()
	first := number.Times(parts)
	for _, b := range sums {
		row := b.row
		if w.sumRows() < int64(w.c.BM) {
			row = row.MayLeave()
		}
		r.store(r.workspace, b.sum, first.Plus(part), row, b.col)
	}
	if r.counters != nil {
		k.If(k.LastOf(parts, r.counters, tile.I(0), number), func() { r.add(at, first, parts) })
	}
}

// add adds the parts of a tile, the first of which is given, and computes its elements of D: some rows at a
// time, so that registers hold the next parts, too.
func (r *results) add(at origin, first tile.Index, parts int64) {
	w, k, bn := r.w, r.k, int64(r.w.c.BN)
	together := min(parts, partsTogether)
	items := partItems
	for items > 4 && int64(items)*together > partRegisters {
		items /= 2
	}
	lanes := w.c.Waves() * w.p.Chip.WaveSize
	rows := min(max(int64(items*lanes)/bn, 1), int64(w.c.BM))
	for rows/2 >= w.sumRows() {
		rows /= 2
	}
	l := k.Spread(int(rows), int(bn), partWidth)
	some := func(down tile.Index) {
		load := func(part tile.Index) *tile.Tile {
			return k.Load(r.workspace, l, first.Plus(part), down, tile.I(0))
		}
		sum := r.inOrder(load, parts, together)
		if w.p.M%int64(w.c.BM) != 0 { // rows of the last tiles begin behind the edge
			down = down.MayLeave()
		}
		r.finish(sum, at.batch, at.row.Plus(down), at.col)
	}
	steps := ceil(w.sumRows(), rows)
	if steps == 1 {
		some(tile.I(0))
		return
	}
	k.For(tile.I(0), tile.I(steps), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
		some(i.Times(rows))
		return nil
	})
}

// What a lane loads of parts at a time: of so many parts, so many items of each, in so many registers.
const partsTogether, partItems, partRegisters = 8, 64, 128

// partWidth is the items of a row that a lane loads at a time: 16 bytes of sums.
const partWidth = 4

// inOrder is the sum of parts, so many of which are under way together.
func (r *results) inOrder(load func(part tile.Index) *tile.Tile, parts, together int64) *tile.Tile {
	k := r.k
	add := func(sum *tile.Tile, from tile.Index, n int64) *tile.Tile {
		var list []*tile.Tile
		for i := range n {
			list = append(list, load(from.Plus(tile.I(i))))
		}
		for _, t := range list {
			if sum == nil {
				sum = t
			} else {
				sum = k.Add(sum, t)
			}
		}
		return sum
	}
	sum := add(nil, tile.I(0), together)
	whole := parts / together * together
	if whole > together {
		sum = k.For(tile.I(together), tile.I(whole), tile.I(together), tile.Values{sum}, func(i tile.Index, c tile.Values) tile.Values {
			return tile.Values{add(c.Tile(0), i, together)}
		}).Tile(0)
	}
	return add(sum, tile.I(whole), parts-whole)
}

// The part of a tile that a workgroup of the second kernel adds.
const reduceRows, reduceCols, reduceWaves = 16, 64, 4

// reduction is the kernel that adds the parts of tiles and computes their part of D.
func (w *writer) reduction() {
	tiles, parts := w.divided()
	cols := min(reduceCols, int64(w.c.BN))
	rows := min(reduceRows*reduceCols/cols, int64(w.c.BM))
	grid := [3]int64{tiles, ceil(w.sumRows(), rows), int64(w.c.BN) / cols}
	var args []Arg
	w.mod.Kernel("gemm_reduce", reduceWaves, func(k *tile.Kernel) {
		k.Grid(grid[0], grid[1], grid[2])
		r := &results{w: w, k: k, workspace: w.workspace(k, &args)}
		r.parameters(&args)
		number := k.WorkgroupID(0)
		down, across := k.WorkgroupID(1).Times(rows), k.WorkgroupID(2).Times(cols)
		l, first := k.Spread(int(rows), int(cols), partWidth), number.Times(parts)
		sum := r.inOrder(func(part tile.Index) *tile.Tile {
			return k.Load(r.workspace, l, first.Plus(part), down, across)
		}, parts, min(parts, partsTogether))
		batch, row, col := w.tileOf(number)
		if w.p.M%int64(w.c.BM) != 0 { // parts of the last tiles begin behind the edge
			down = down.MayLeave()
		}
		if w.p.N%int64(w.c.BN) != 0 {
			across = across.MayLeave()
		}
		r.finish(sum, batch, row.Times(int64(w.c.BM)).Plus(down), col.Times(int64(w.c.BN)).Plus(across))
	})
	w.step("gemm_reduce", grid[0], grid[1], grid[2], reduceWaves, args)
}

// number is the number of a tile among those in the workspace, if K of all tiles is divided; tileOf its inverse,
// in either case.
func (w *writer) number(batch, row, col tile.Index) tile.Index {
	o := w.plan.order
	return batch.Times(o.rows * o.cols).Plus(row.Times(o.cols)).Plus(col)
}

func (w *writer) tileOf(number tile.Index) (batch, row, col tile.Index) {
	o := w.plan.order
	if s := w.plan.shares; s != nil {
		row, col = s.bandOf(number.Plus(tile.I(s.whole)))
		return tile.I(0), row, col
	}
	in := number.Mod(o.rows * o.cols)
	return number.Div(o.rows * o.cols), in.Div(o.cols), in.Mod(o.cols)
}
