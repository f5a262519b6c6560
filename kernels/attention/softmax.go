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

// state is the result of the loop over keys: the unscaled output, and for each query the maximum that
// exponentials are relative to, and their sum.
type state struct{ acc, top, sum *tile.Tile }

// running is what the loop carries: less is the maximum with the other sign, as exponentials need it, and sum has
// what each lane has summed up. So lanes exchange nothing until the end, or until a maximum changes.
type running struct{ acc, less, sum *tile.Tile }

func (s running) values() tile.Values { return tile.Values{s.acc, s.less, s.sum} }

func runningOf(v tile.Values) running { return running{v.Tile(0), v.Tile(1), v.Tile(2)} }

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

// numbered returns the first column of a tile of keys, counted from the first one in the range.
func (w *writer) numbered(r keyRange, number tile.Index) tile.Index {
	return r.first.Plus(number).Times(int64(w.c.Keys))
}

// streams load the pieces of a tile of keys, and the values of the step.
func (w *writer) streams(at *position, keys *tile.Tensor, r keyRange) (streams []tile.Stream) {
	row := func(number tile.Index) tile.Index { return at.firstK.Plus(w.numbered(r, number)).MayLeave() }
	for _, part := range w.pieces {
		streams = append(streams, tile.Stream{Direct: func(step, buffer tile.Index) {
			part.keys.Copy(keys, buffer, at.batch, at.kvHead, row(step), tile.I(w.column(part.from)))
		}})
	}
	streams = append(streams, tile.Stream{Direct: func(step, buffer tile.Index) {
		w.copied.Copy(w.values, buffer, at.batch, at.kvHead, row(step), tile.I(0))
	}})
	for i := range streams {
		streams[i].Buffers = w.c.Buffers
	}
	for _, part := range w.pieces {
		if part.scales != nil {
			streams = append(streams, tile.Stream{Load: func(step tile.Index) []*tile.Tile {
				return []*tile.Tile{w.k.Load(w.scaleK, part.scaleLayout, at.batch, at.kvHead, row(step), tile.I(part.from/ScaleBlock))}
			}})
		}
	}
	return streams
}

// parts makes the steps of a pipeline of those that are not known to be none.
func parts(p *tile.Pipeline, list ...tile.Part) {
	for _, part := range list {
		switch n, known := part.Steps.Const(); {
		case known && n == 0:
		case p.Compute == nil:
			p.Steps, p.Compute = part.Steps, part.Compute
		default:
			p.Then = append(p.Then, part)
		}
	}
	if p.Compute == nil { // all of no steps
		p.Steps, p.Compute = list[0].Steps, list[0].Compute
	}
}

// zeros are the products before the first key.
func (w *writer) zeros() *tile.Tile { return w.pv.ZeroFor(w.pv.A(w.c.Rows(), w.lv.Cols), w.lv) }

// nothing is the state before the first key.
func (w *writer) nothing() running {
	acc := w.zeros()
	return running{acc, w.k.Fill(acc.Layout.ColVector(), ir.F32, -nothingYet), w.noSums(acc)}
}

// steps makes the step of a tile of keys, without a mask or with one.
type steps func(masked bool) func(tile.Stage, tile.Values) tile.Values

// run emits the loop over keys.
func (w *writer) run(at *position, keys *tile.Tensor, s *scores) state {
	k, r := w.k, w.keyRange(at)
	p := tile.Pipeline{Streams: w.streams(at, keys, r), Ragged: w.p.SeqK%int64(w.c.Keys) != 0, First: at.first, Fewer: at.fewer}
	if w.p.Exp == ExpBits {
		b := w.byBits(s)
		return b.sums(bitStateOf(w.loop(p, r, func(masked bool) func(tile.Stage, tile.Values) tile.Values {
			return func(x tile.Stage, c tile.Values) tile.Values {
				return b.step(x, w.numbered(r, x.Step), masked, bitStateOf(c)).values()
			}
		}, b.nothing().values())))
	}
	step := func(masked bool) func(tile.Stage, tile.Values) tile.Values {
		return func(x tile.Stage, c tile.Values) tile.Values {
			return w.step(at, s, x, w.numbered(r, x.Step), masked, runningOf(c)).values()
		}
	}
	if w.c.Schedule == Ahead {
		step = w.ahead(&p, at, s, r)
	}
	st := runningOf(w.loop(p, r, step, w.nothing().values()))
	return state{st.acc, k.Neg(st.less), w.whole(st.sum, st.less.Layout)}
}

// loop emits a loop of such steps.
func (w *writer) loop(p tile.Pipeline, r keyRange, step steps, init tile.Values) tile.Values {
	parts(&p, tile.Part{Steps: r.full.Minus(r.first), Compute: step(true)}, tile.Part{Steps: r.end.Minus(r.full), Compute: step(false)},
		tile.Part{Steps: r.last.Minus(r.end), Compute: step(true)})
	return w.k.Run(p, init)
}

// step adds a tile of keys, from column col on, to the sums.
func (w *writer) step(at *position, s *scores, x tile.Stage, col tile.Index, masked bool, st running) running {
	k := w.k
	if w.apart() {
		w.priority(3)
	}
	t, scale := s.tile(w.product(x, nil), col, masked)
	switch {
	case !w.crowded():
		w.priority(0)
	case w.apart():
		w.priority(2)
	}
	st, t = w.raise(st, t, scale)
	if w.crowded() {
		w.priority(0)
	}
	t = w.scaled(t, scale, st.less)
	if w.crowded() {
		w.priority(1)
	}
	e := k.Exp2(t)
	if w.c.SumByProduct {
		if w.apart() {
			w.priority(2)
		}
		weights := w.weights(e)
		w.priority(2)
		acc := w.pv.Dot(weights, w.valuesOf(at, x, col, masked), st.acc)
		if w.apart() {
			w.priority(3)
		}
		return running{acc, st.less, w.pv.RowSums(weights, st.sum)}
	}
	w.priority(2)
	weights, sum := w.weights(e), w.add(st.sum, e)
	if w.crowded() {
		w.priority(2) // nothing moves across it: the product begins when its factor is complete
	}
	return running{w.pv.Dot(weights, w.valuesOf(at, x, col, masked), st.acc), st.less, sum}
}

// apart reports whether sums are products, and the waves of a SIMD at any places of their loops, as these are of different lengths:
// who comes to the last of its products with values goes before others with theirs then, and conversions before exponentials.
func (w *writer) apart() bool { return w.c.SumByProduct && w.p.falling() }

// valuesOf reads the values of a step.
func (w *writer) valuesOf(at *position, x tile.Stage, col tile.Index, masked bool) *tile.Tile {
	v := w.v.LoadTransposed(w.lv, x.Buffers[len(w.pieces)], 0, 0)
	if masked {
		v = w.bounded(at, v, col)
	}
	return v
}

// priority sets that of the wave, for Config.Priority.
func (w *writer) priority(n int) {
	if w.c.Priority {
		w.k.Priority(n)
	}
}

// conversions are those of roundings other than to nearest even.
var conversions = map[Rounding][]tile.Conversion{RoundAway: {tile.Away}, RoundZero: {tile.Truncate}}

// crowded reports whether registers have room for three waves or more on a SIMD, so that two have exponentials to compute
// while one multiplies. Among equals the oldest goes first: its exponentials, which share no slot, keep the younger ones
// waiting, one of three for most of its time. Scaling, which may share slots, has the lowest priority then: who is there waits
// for a wave whose instructions may share its slots, or for none.
func (w *writer) crowded() bool {
	return w.p.transposes() && w.c.Blocks == 1 && w.p.HeadDim <= 192
}

// weights are exponentials as a factor of the values.
func (w *writer) weights(e *tile.Tile) *tile.Tile {
	e = w.k.Convert(e, w.in, conversions[w.p.PRound]...)
	if w.depth > w.c.Keys {
		e = w.k.Extend(e, w.depth)
	}
	return e
}

// bounded is a tile of values whose rows behind the end of the sequence are zeros: in packed sequences they
// are those of the next one, and 0 times NaN would count.
func (w *writer) bounded(at *position, v *tile.Tile, col tile.Index) *tile.Tile {
	k := w.k
	if !w.p.Packed() {
		return v
	}
	return k.Select(k.Compare(k.ColNumbers(v.Layout, col), tile.Less, k.Repeat(v.Layout.RowVector(), at.seqK)), v, k.Like(v, 0))
}

// tile makes the scores of a tile of keys of the products with them: a scale is left to multiply them by, nil
// for none. If masked, those of keys that queries do not attend to are -Inf.
func (s *scores) tile(t *tile.Tile, col tile.Index, masked bool) (scores, scale *tile.Tile) {
	w, k := s.w, s.w.k
	t, scale = s.of(t, col)
	if masked {
		t = k.Select(w.inside(t.Layout, s.at, col), t, k.Like(t, math.Inf(-1)))
	}
	return t, scale
}

// exponential returns those of scores relative to a maximum, given as less.
func (w *writer) exponential(t, scale, less *tile.Tile) *tile.Tile {
	return w.k.Exp2(w.scaled(t, scale, less))
}

// scaled returns scores with their scale and something added.
func (w *writer) scaled(t, scale, more *tile.Tile) *tile.Tile {
	if scale == nil {
		return w.k.Add(t, more)
	}
	return w.k.FMA(t, scale, more)
}

// of makes scores of products, where the scale is not enough, and returns the scale that is left; nil for
// none.
func (s *scores) of(t *tile.Tile, col tile.Index) (out, scale *tile.Tile) {
	k := s.w.k
	scale = s.w.value(s.scale, t.Layout)
	if s.slope == nil {
		return t, scale
	}
	return k.FMA(t, scale, k.Mul(s.distance(t.Layout, col), s.w.value(s.slope, t.Layout))), nil
}

// distance is how far keys from number col on are from where queries are.
func (s *scores) distance(l tile.Layout, col tile.Index) *tile.Tile {
	k := s.w.k
	number := func(t *tile.Tile) *tile.Tile { return k.Convert(t, ir.F32) }
	same := s.at.row.Plus(s.at.shift)
	return k.Op("math.absf", ir.F32, nil, k.Sub(number(k.ColNumbers(l, col)), number(k.RowNumbers(l, same))))
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
// lazy, and rescales what was summed. With Config.SumByProduct it returns scores of which none is NaN or +Inf.
func (w *writer) raise(st running, t, scale *tile.Tile) (running, *tile.Tile) {
	k := w.k
	greatest := k.ReduceInLanes(w.greatest(), t, tile.OverCols)
	over := w.scaled(greatest, scale, st.less)
	small := k.All(k.Compare(over, tile.LessEqual, k.Like(over, lazy)))
	if w.c.SumByProduct {
		list := k.IfElse(small, func() tile.Values { return append(st.values(), t) }, func() tile.Values {
			sum, t, greatest := w.finite(st.sum, t, k.Reduce(tile.Maximum, greatest, tile.OverCols))
			return append(w.raised(running{st.acc, st.less, sum}, greatest, scale).values(), t)
		})
		return runningOf(list), list.Tile(3)
	}
	return runningOf(k.IfElse(small, st.values, func() tile.Values {
		return w.raised(st, k.Reduce(tile.Greatest, greatest, tile.OverCols), scale).values()
	})), t
}

// raised makes the maximum of each query at least the greatest of its scores, and rescales what was summed.
func (w *writer) raised(st running, greatest, scale *tile.Tile) running {
	k := w.k
	if scale != nil {
		greatest = k.Mul(greatest, scale)
	}
	top := k.Neg(st.less)
	less := k.Neg(k.Max(top, greatest))
	change := k.Exp2(k.Add(top, less))
	return running{k.Mul(st.acc, change), less, w.rescaled(st.sum, change)}
}
