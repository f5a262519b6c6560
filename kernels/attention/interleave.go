package attention

import (
	"heddle/tile"
)

// stages is what the loop of Interleave carries. sum has the exponentials of all tiles up to the one before
// the scores, relative to top; acc the products of all but the last of those, relative to old, and weights
// those exponentials.
type stages struct{ acc, old, top, sum, weights, scores *tile.Tile }

func (s stages) values() tile.Values {
	return tile.Values{s.acc, s.old, s.top, s.sum, s.weights, s.scores}
}

func stagesOf(v tile.Values) stages {
	return stages{v.Tile(0), v.Tile(1), v.Tile(2), v.Tile(3), v.Tile(4), v.Tile(5)}
}

// interleave emits a loop whose step number n makes the scores of tile n+2, the exponentials of tile n+1, and
// adds the product with the values of tile n. There are two tiles at least: of those that have no keys
// all is masked.
func (w *writer) interleave(at *position, keys *tile.Tensor, s *scores) state {
	k, r := w.k, w.keyRange(at)
	i := &interleaved{w, at, s, r}
	tiles := r.last.Minus(r.first).Max(tile.I(2))
	full, end := r.full.Minus(r.first), r.end.Minus(r.first)
	left := full.Minus(tile.I(2)).Max(tile.I(0)).Min(tiles.Minus(tile.I(2)))
	plain := end.Minus(tile.I(2)).Max(left).Min(tiles.Minus(tile.I(2)))
	f, fullKnown := full.Const()
	e, endKnown := end.Const()
	masked := !fullKnown || f > 0 || !endKnown || e < 2

	first := i.begin(keys, masked)
	p := tile.Pipeline{Streams: w.streams(at, keys, r, 2)}
	for n := range p.Streams {
		p.Streams[n].At = []int{0}
		p.Streams[n].Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{i.read(n, buffer)} }
	}
	one := tile.I(1)
	parts(&p, tile.Part{Steps: left, Compute: i.step(withScores, true)}, tile.Part{Steps: plain.Minus(left), Compute: i.step(withScores, false)},
		tile.Part{Steps: tiles.Minus(tile.I(2)).Minus(plain), Compute: i.step(withScores, true)},
		tile.Part{Steps: one, Compute: i.step(withExponentials, true)}, tile.Part{Steps: one, Compute: i.step(withProduct, true)})
	last := stagesOf(k.Run(p, first.values()))
	return state{last.acc, last.top, last.sum}
}

// interleaved writes the parts of the loop.
type interleaved struct {
	w  *writer
	at *position
	s  *scores
	r  keyRange
}

// What a step still does.
const (
	withProduct = iota
	withExponentials
	withScores
)

// read reads a piece of the keys, or the values after them, from LDS.
func (i *interleaved) read(n int, buffer tile.Index) *tile.Tile {
	if n < len(i.w.pieces) {
		return i.w.keys(n, buffer)
	}
	return i.w.v.LoadTransposed(i.w.lv, buffer, 0, 0)
}

// product is that of the queries with keys whose pieces read returns.
func (i *interleaved) product(read func(piece int) *tile.Tile) (t *tile.Tile) {
	for n, part := range i.w.pieces {
		t = i.w.qk.Dot(part.query, read(n), t)
	}
	return t
}

// begin makes the exponentials of the first tile, and the scores of the second.
func (i *interleaved) begin(keys *tile.Tensor, masked bool) stages {
	w, k := i.w, i.w.k
	k.Async(func() {
		for n := range int64(2) {
			row := i.at.firstK.Plus(w.numbered(i.r, tile.I(n))).MayLeave()
			for _, part := range w.pieces {
				part.keys.Copy(keys, tile.I(n), i.at.batch, i.at.kvHead, row, tile.I(part.from))
			}
		}
	})
	k.Await(0)
	k.Barrier()
	scores := func(n int64) (t, scale *tile.Tile) {
		return i.s.tile(i.product(func(piece int) *tile.Tile { return i.read(piece, tile.I(n)) }), w.numbered(i.r, tile.I(n)), masked)
	}
	none := w.nothing()
	t, scale := scores(0)
	top := k.Max(none.top, w.greatest(t, scale))
	st := stages{acc: none.acc, old: top, top: top, sum: none.sum}
	st = i.exponentials(st, t, scale)
	t, scale = scores(1)
	k.Barrier()
	st.scores = t
	return i.raise(st, w.greatest(t, scale))
}

// exponentials adds the exponentials of scores to the sum.
func (i *interleaved) exponentials(st stages, t, scale *tile.Tile) stages {
	k := i.w.k
	e := i.w.exponential(t, scale, st.top)
	st.weights = i.w.weights(e)
	st.sum = k.Add(st.sum, k.Reduce(tile.Sum, e, tile.OverCols))
	return st
}

// step is a step that still does so much.
func (i *interleaved) step(what int, masked bool) func(tile.Stage, tile.Values) tile.Values {
	w, k := i.w, i.w.k
	return func(x tile.Stage, c tile.Values) tile.Values {
		st := stagesOf(c)
		next, weights := st, st.weights
		var scale *tile.Tile
		if what == withScores {
			products := i.product(func(piece int) *tile.Tile { return x.Tiles[piece][0] })
			next.scores, scale = i.s.tile(products, w.numbered(i.r, x.Step.Plus(tile.I(2))), masked)
		}
		if what >= withExponentials {
			if w.p.ALiBi == nil {
				scale = w.value(i.s.scale, st.scores.Layout)
			}
			next = i.exponentials(next, st.scores, scale)
		}
		v := x.Tiles[len(w.pieces)][0]
		if masked {
			v = w.bounded(i.at, v, w.numbered(i.r, x.Step))
		}
		next.acc = w.pv.Dot(weights, v, st.acc)
		switch what {
		case withScores:
			next = i.raise(next, w.greatest(next.scores, scale))
		case withExponentials:
			next = i.raise(next, k.Like(next.top, -1e30))
		}
		return next.values()
	}
}

// raise makes the maximum of each query at least the greatest of new scores, if one passes it by more than
// lazy. The sum is rescaled at once, the products one step later: until then they are of exponentials that
// are relative to the maximum before.
func (i *interleaved) raise(st stages, greatest *tile.Tile) stages {
	k := i.w.k
	zero := k.Like(st.top, 0)
	over := k.Max(k.Sub(greatest, k.Add(st.top, k.Like(st.top, lazy))), k.Sub(st.top, st.old))
	same := k.All(k.Compare(over, tile.LessEqual, zero))
	out := k.IfElse(same, func() tile.Values { return tile.Values{st.acc, st.top, st.top, st.sum} }, func() tile.Values {
		top := k.Max(st.top, greatest)
		return tile.Values{k.Mul(st.acc, k.Exp2(k.Sub(st.old, st.top))), st.top, top, k.Mul(st.sum, k.Exp2(k.Sub(st.top, top)))}
	})
	st.acc, st.old, st.top, st.sum = out.Tile(0), out.Tile(1), out.Tile(2), out.Tile(3)
	return st
}
