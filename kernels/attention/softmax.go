package attention

import (
	"math"

	"heddle/ir"
	"heddle/tile"
)

// Exponentials are of base 2: the scale has log2(e) in it.

// lazy is by how much a score, in powers of two, may pass the maximum that exponentials are relative to
// before sums are rescaled: P is at most 2^lazy then, which fits all types (E4M3 of FNUZ ends at 240).
const lazy = 7

// scores says how scores come from products of q and k.
type scores struct {
	w     *writer
	at    *position
	scale []number // of the product, with log2(e)
	slope []number // of ALiBi, with log2(e)
}

func (w *writer) scores(at *position) *scores {
	p := w.p
	s := &scores{w: w, at: at, scale: []number{{constant: p.Scale * math.Log2E}}}
	s.scale = append(s.scale, w.factor("descale_q", at.head, int64(len(p.DescaleQ)))...)
	s.scale = append(s.scale, w.factor("descale_k", at.kvHead, int64(len(p.DescaleK)))...)
	if p.ALiBi != nil {
		s.slope = []number{{constant: -math.Log2E}, {memory: w.vector("alibi_slopes"), at: at.head}}
	}
	return s
}

// state is what the loop over keys carries: the unscaled output, and for each query the maximum that
// exponentials are relative to, and their sum.
type state struct{ acc, top, sum *tile.Tile }

func (s state) values() tile.Values { return tile.Values{s.acc, s.top, s.sum} }

func stateOf(v tile.Values) state { return state{v.Tile(0), v.Tile(1), v.Tile(2)} }

// keys are the tiles of keys to which queries of a workgroup attend: from the first on, those before full
// and those from end on with masks.
type keyRange struct{ first, full, end, last tile.Index }

// keyRange finds the tiles.
func (w *writer) keyRange(at *position) keyRange {
	n, rows := int64(w.c.Keys), int64(w.c.Rows())
	left, right := w.p.Band()
	same := at.row.Plus(at.shift) // the key of the first query
	r := keyRange{tile.I(0), tile.I(0), at.seqK.Div(n), at.seqK.Plus(tile.I(n - 1)).Div(n)}
	if right != Unlimited {
		to := func(x int64) tile.Index { return same.Plus(tile.I(x)).Max(tile.I(0)).Min(at.seqK) }
		r.end, r.last = to(right+1).Div(n), to(right+rows).Plus(tile.I(n-1)).Div(n)
	}
	if left != Unlimited {
		from := func(x int64) tile.Index { return same.Plus(tile.I(x)).Max(tile.I(0)).Min(at.seqK) }
		r.first, r.full = from(-left).Div(n), from(rows-1-left).Plus(tile.I(n-1)).Div(n)
	}
	r.first = r.first.Min(r.last)
	r.full = r.full.Min(r.last)
	r.end = r.end.Max(r.full).Min(r.last)
	return r
}

// loop emits the loop over the keys.
func (w *writer) loop(at *position, keys *tile.Tensor, s *scores) state {
	k, r := w.k, w.keyRange(at)
	row := func(step tile.Index) tile.Index {
		return at.firstK.Plus(r.first.Plus(step).Times(int64(w.c.Keys))).MayLeave()
	}
	var streams []tile.Stream
	for _, part := range w.pieces {
		streams = append(streams, tile.Stream{Direct: func(step, buffer tile.Index) {
			part.keys.Copy(keys, buffer, at.batch, at.kvHead, row(step), tile.I(part.from))
		}})
	}
	streams = append(streams, tile.Stream{Direct: func(step, buffer tile.Index) {
		w.v.Copy(w.values, buffer, at.batch, at.kvHead, row(step), tile.I(0))
	}})
	acc := w.pv.ZeroFor(w.pv.A(w.c.Rows(), w.c.Keys), w.lv)
	rows := acc.Layout.ColVector()
	init := state{acc, k.Fill(rows, ir.F32, -1e30), k.Fill(rows, ir.F32, 0)}
	step := func(masked bool) func(tile.Stage, tile.Values) tile.Values {
		return func(x tile.Stage, c tile.Values) tile.Values {
			return w.step(at, s, x, r.first.Plus(x.Step).Times(int64(w.c.Keys)), masked, stateOf(c)).values()
		}
	}
	p := tile.Pipeline{Streams: streams, Steps: r.end.Minus(r.full), Compute: step(false)}
	if c, known := r.full.Minus(r.first).Const(); !known || c > 0 { // masks on the left, too
		p.Then = append(p.Then, tile.Part{Steps: p.Steps, Compute: p.Compute})
		p.Steps, p.Compute = r.full.Minus(r.first), step(true)
	}
	if c, known := r.last.Minus(r.end).Const(); !known || c > 0 {
		p.Then = append(p.Then, tile.Part{Steps: r.last.Minus(r.end), Compute: step(true)})
	}
	var out state
	k.Fast(tile.NoNaN|tile.Contract, func() { out = stateOf(k.Run(p, init.values())) })
	return out
}

// step adds the keys of a step, from number col on, to the sums.
func (w *writer) step(at *position, s *scores, x tile.Stage, col tile.Index, masked bool, st state) state {
	k := w.k
	var t *tile.Tile
	for i, part := range w.pieces {
		t = w.qk.Dot(part.query, part.keys.Load(part.layout, x.Buffers[i], 0, 0), t)
	}
	t, scale := s.of(t, col)
	if masked {
		t = k.Select(w.inside(t.Layout, at, col), t, k.Like(t, math.Inf(-1)))
	}
	greatest := k.Reduce(tile.Greatest, t, tile.OverCols)
	if scale != nil {
		greatest = k.Mul(greatest, scale)
	}
	st = w.raise(st, greatest)
	if scale != nil {
		t = k.FMA(t, scale, k.Neg(st.top))
	} else {
		t = k.Sub(t, st.top)
	}
	e := k.Exp2(t)
	v := w.v.LoadTransposed(w.lv, x.Buffers[len(w.pieces)], 0, 0)
	if masked && w.p.Packed() { // rows of the next sequence may be NaN
		v = k.Select(k.Compare(k.ColNumbers(v.Layout, col), tile.Less, k.Repeat(v.Layout.RowVector(), at.seqK)), v, k.Like(v, 0))
	}
	return state{
		acc: w.pv.Dot(k.Convert(e, w.in), v, st.acc),
		top: st.top,
		sum: k.Add(st.sum, k.Reduce(tile.Sum, e, tile.OverCols)),
	}
}

// of makes scores of products, where the scale is not enough, and returns the scale that is left; nil for
// none.
func (s *scores) of(t *tile.Tile, col tile.Index) (out, scale *tile.Tile) {
	k := s.w.k
	scale = s.w.value(s.scale, t.Layout)
	if s.slope == nil {
		return t, scale
	}
	number := func(t *tile.Tile) *tile.Tile { return k.Convert(t, ir.F32) }
	same := s.at.row.Plus(s.at.shift)
	distance := k.Sub(number(k.ColNumbers(t.Layout, col)), number(k.RowNumbers(t.Layout, same)))
	distance = k.Op("math.absf", ir.F32, nil, distance)
	return k.FMA(t, scale, k.Mul(distance, s.w.value(s.slope, t.Layout))), nil
}

// inside is where queries attend to keys from number col on.
func (w *writer) inside(l tile.Layout, at *position, col tile.Index) *tile.Tile {
	k := w.k
	left, right := w.p.Band()
	same := at.row.Plus(at.shift)
	cols := k.ColNumbers(l, col)
	in := k.Broadcast(k.Compare(cols, tile.Less, k.Repeat(l.RowVector(), at.seqK)), l)
	if right != Unlimited {
		in = k.And(in, k.Broadcast(k.Compare(cols, tile.LessEqual, k.RowNumbers(l, same.Plus(tile.I(right)))), l))
	}
	if left != Unlimited {
		in = k.And(in, k.Broadcast(k.Compare(cols, tile.GreaterEqual, k.RowNumbers(l, same.Minus(tile.I(left)))), l))
	}
	return in
}

// raise makes the maximum of each query at least the greatest of new scores, if one passes it by more than
// lazy, and rescales what was summed.
func (w *writer) raise(st state, greatest *tile.Tile) state {
	k := w.k
	small := k.All(k.Compare(greatest, tile.LessEqual, k.Add(st.top, k.Like(st.top, lazy))))
	return stateOf(k.IfElse(small, st.values, func() tile.Values {
		top := k.Max(st.top, greatest)
		change := k.Exp2(k.Sub(st.top, top))
		return state{k.Mul(st.acc, change), top, k.Mul(st.sum, change)}.values()
	}))
}
