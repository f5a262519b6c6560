package attention

import (
	"heddle/ir"
	"heddle/tile"
)

// noSums are the sums before the first key, beside an output.
func (w *writer) noSums(acc *tile.Tile) *tile.Tile {
	if w.c.SumByProduct {
		return w.sumsOf(w.k.Fill(acc.Layout.ColVector(), ir.F32, 0))
	}
	return w.k.Fill(w.qk.C(w.c.Rows(), w.c.Keys).InLanes(tile.OverCols), ir.F32, 0)
}

// sumsOf is a column of sums as the loop carries it, with Config.SumByProduct.
func (w *writer) sumsOf(column *tile.Tile) *tile.Tile {
	return w.pv.SumsOf(w.pv.A(w.c.Rows(), w.lv.Cols), column)
}

// add adds what each lane has of a row of exponentials to its sum, without Config.SumByProduct.
func (w *writer) add(sum, e *tile.Tile) *tile.Tile {
	return w.k.Add(sum, w.k.ReduceInLanes(tile.Sum, e, tile.OverCols))
}

// whole is the sums of all lanes, a column of a layout.
func (w *writer) whole(sum *tile.Tile, l tile.Layout) *tile.Tile {
	if w.c.SumByProduct {
		return sum.Reorder(l)
	}
	return w.k.Reduce(tile.Sum, sum, tile.OverCols)
}

// rescaled multiplies sums by a column.
func (w *writer) rescaled(sum, change *tile.Tile) *tile.Tile {
	if w.c.SumByProduct {
		return w.sumsOf(w.k.Mul(sum.Reorder(change.Layout), change))
	}
	return w.k.Mul(sum, change)
}
