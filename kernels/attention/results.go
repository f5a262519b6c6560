package attention

import (
	"math"

	"heddle/ir"
	"heddle/tile"
)

// results are the tensors that a kernel writes.
type results struct {
	w       *writer
	o, lse  *tile.Tensor
	descale []number
	states  *states // of parts of keys
}

// store divides by the sums and stores. Queries without keys have zeros, and the logarithm of zero.
func (r *results) store(s state, at *position) {
	w, k := r.w, r.w.k
	none := k.Compare(s.sum, tile.Equal, k.Like(s.sum, 0))
	factor := k.Div(k.Like(s.sum, 1), s.sum)
	if d := w.value(r.descale, s.acc.Layout); d != nil {
		factor = k.Mul(factor, d)
	}
	o := k.Select(k.Broadcast(none, s.acc.Layout), k.Like(s.acc, 0), k.Mul(s.acc, factor))
	r.rows(r.o, k.Convert(o, w.p.Out.Elem(w.p.Chip)), at)
	if r.lse == nil {
		return
	}
	log := k.Scale(k.Add(s.top, k.Map("log2", s.sum)), math.Ln2)
	r.rows(r.lse, k.Select(none, k.Fill(log.Layout, ir.F32, math.Inf(-1)), log), at)
}

// rows stores a tile whose rows are queries of the workgroup.
func (r *results) rows(t *tile.Tensor, v *tile.Tile, at *position) {
	k := r.w.k
	first := at.firstQ.Plus(at.row)
	if !r.w.p.Packed() {
		k.Store(t, v, at.batch, at.head, first, tile.I(0))
		return
	}
	// Rows behind the sequence's end are those of the next one.
	rows := k.RowNumbers(v.Layout, first)
	end := k.Repeat(rows.Layout, at.firstQ.Plus(at.seqQ))
	k.Scatter(t, v, k.Select(k.Compare(rows, tile.Less, end), rows, k.Fill(rows.Layout, ir.I32, -1)), at.batch, at.head, tile.I(0))
}
