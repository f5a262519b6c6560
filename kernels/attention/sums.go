package attention

import (
	"math"

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

// greatest is how the greatest of scores is found: with Config.SumByProduct it is NaN if one is.
func (w *writer) greatest() tile.Reduction {
	if w.c.SumByProduct {
		return tile.Maximum
	}
	return tile.Greatest
}

// finite makes sums NaN whose queries have scores of NaN or +Inf, and these -Inf, and returns the greatest of scores then, of which
// worst is NaN or +Inf if one is: the instruction that adds has two queries in a row, and 0 times NaN is NaN.
func (w *writer) finite(sum, t, worst *tile.Tile) (sums, scores, greatest *tile.Tile) {
	k := w.k
	below := func(t *tile.Tile) *tile.Tile { return k.Compare(t, tile.Less, k.Like(t, math.Inf(1))) } // not so for NaN
	list := k.IfElse(k.All(below(worst)), func() tile.Values { return tile.Values{sum, t, worst} }, func() tile.Values {
		column, t := sum.Reorder(worst.Layout), k.Select(below(t), t, k.Like(t, math.Inf(-1)))
		return tile.Values{w.sumsOf(k.Select(below(worst), column, k.Like(column, math.NaN()))), t, k.Reduce(tile.Greatest, t, tile.OverCols)}
	})
	return list.Tile(0), list.Tile(1), list.Tile(2)
}
