package attention

import "heddle/tile"

// The schedule Ahead reads what a product takes from LDS during the product before it, so that waves do not wait for
// reads between products. A step is a product with each piece of keys, the exponentials, and a product with each half
// of the values (parts), a phase of the pipeline each: in each product that of the next one is read, and in the last one
// the first piece of the next step's keys. That is as early as registers allow three waves on a SIMD. All buffers of a step
// are read before the last phase, where the barrier is.
//
// All exponentials are before the products with values, and nothing that takes time is among those: a wave goes through its
// products, from values to the next step's keys, as fast as the matrix core. Its priority rises on the way, so that
// another wave does not begin before it is through. So waves of a SIMD take turns, and the exponentials of those
// that wait have the vector ALU.
//
// Where values are transposed in registers, which takes time, and two waves on a SIMD have room for more (early), all of the next step is
// read before its first product: keys among the exponentials, which are two phases, and values, with their transposition, during the product
// with those before. Beside products with keys there is nothing else, and the barrier is behind them.

// ahead makes a pipeline's streams fetch, and its steps.
func (w *writer) ahead(p *tile.Pipeline, at *position, s *scores, r keyRange) steps {
	n, first := len(w.pieces), w.firstOfValues()
	p.Phases = w.phases()
	settle := func(x *tile.Stream) { // data are there at the barrier
		x.Settled = x.At[0] - 1 - x.Sooner + p.Phases - w.barrier()
		x.Lead = (w.c.Buffers-1)*p.Phases - (w.loading() - w.barrier())
	}
	for i := range n {
		x := &p.Streams[i]
		x.At = []int{i}
		if w.early() {
			x.Sooner = 1
		}
		x.Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{w.keys(i, buffer)} }
		settle(x)
	}
	v := &p.Streams[n]
	if w.early() {
		v.At = []int{0}
	} else {
		v.At = append(v.At, n)
		for phase := n + 2; phase < p.Phases; phase++ {
			v.At = append(v.At, phase)
		}
	}
	v.Fetch = func(buffer tile.Index, phase int) (list []*tile.Tile) {
		from, to := 0, w.parts()
		if !w.early() {
			from = max(0, phase-n-1)
			to = from + 1
		}
		for part := from; part < to; part++ {
			list = append(list, w.v.LoadTransposed(w.lv, buffer, part*w.lv.Cols, 0))
		}
		return list
	}
	settle(v)
	return func(masked bool) func(tile.Stage, tile.Values) tile.Values {
		return func(x tile.Stage, c tile.Values) tile.Values {
			col := w.numbered(r, x.Step)
			switch {
			case x.Phase < n:
				return w.scoresAhead(x, c)
			case x.Phase < first:
				if x.Phase == n {
					c = w.greatestAhead(s, col, masked, c)
				}
				if x.Phase == first-1 {
					c = w.softmaxAhead(s, c)
				}
				return c
			}
			if masked {
				for i, v := range x.Tiles[n] {
					part := x.Phase - first + i
					x.Tiles[n][i] = w.bounded(at, v, col.Plus(tile.I(int64(part*w.lv.Cols))))
				}
			}
			return w.valuesAhead(x, c)
		}
	}
}

// parts is how many products with values a step has.
func (w *writer) parts() int { return w.depth / w.lv.Cols }

// firstOfValues is the first phase of a step with a product with values: those before are a product with each piece of keys, and the
// exponentials, of which the maximum is a phase of its own where keys are read, and loads to LDS begin, behind it.
func (w *writer) firstOfValues() int {
	if w.early() {
		return len(w.pieces) + 2
	}
	return len(w.pieces) + 1
}

// phases are those of a step.
func (w *writer) phases() int {
	if w.early() {
		return w.firstOfValues() + 1
	}
	return w.firstOfValues() + w.parts()
}

// barrier is the phase that begins with it.
func (w *writer) barrier() int {
	if w.early() {
		return len(w.pieces)
	}
	return w.phases() - 1
}

// loading is the phase in which loads to LDS begin: not when it is the maximum's turn, which all else waits for.
func (w *writer) loading() int {
	if w.early() {
		return w.barrier() + 1
	}
	return w.barrier()
}

// early reports whether all of a step is read before its first product, and not each part during the phase before it.
func (w *writer) early() bool { return !w.p.transposes() }

// scoresAhead is a product with a piece of the keys.
func (w *writer) scoresAhead(x tile.Stage, c tile.Values) tile.Values {
	var sums *tile.Tile
	if x.Phase > 0 {
		sums = c.Tile(3)
	}
	if w.early() { // here, and not at the end of the step, so that the loop's counter is among products
		w.priority(3)
	}
	sums = w.qk.Dot(w.pieces[x.Phase].query, x.Tiles[x.Phase][0], sums)
	w.beat(x.Phase)
	return append(runningOf(c).values(), sums)
}

// greatestAhead makes the maximum of each query at least the greatest score of a step.
func (w *writer) greatestAhead(s *scores, col tile.Index, masked bool, c tile.Values) tile.Values {
	t, scale := s.tile(c.Tile(3), col, masked)
	w.priority(0)
	st, t := w.raise(runningOf(c), t, scale)
	return append(st.values(), t)
}

// softmaxAhead computes the exponentials of a step: P of each part of the values behind their sum.
func (w *writer) softmaxAhead(s *scores, c tile.Values) tile.Values {
	k, st, t := w.k, runningOf(c), c.Tile(3)
	scale := w.value(s.scale, t.Layout)
	halves := []*tile.Tile{t}
	if w.parts() > 1 {
		left, right := k.Halves(t)
		halves = []*tile.Tile{left, right}
	}
	var sum *tile.Tile
	var weights tile.Values
	for _, half := range halves {
		e := w.exponential(half, scale, st.less)
		weights = append(weights, w.weights(e))
		if sum == nil {
			sum = e
			continue
		}
		sum = k.Add(sum, e)
	}
	if w.early() { // loads, and reads of keys, are among the exponentials, reads of values behind them
		w.beat(w.loading())
		w.priority(2)
	} else {
		w.priority(1)
	}
	return append(append(st.values(), sum), weights...)
}

// valuesAhead is a product with a part of the values, or with all. With the last one is most of the sum.
func (w *writer) valuesAhead(x tile.Stage, c tile.Values) tile.Values {
	k, st, sum, weights := w.k, runningOf(c), c.Tile(3), c[4:]
	last := x.Phase == w.phases()-1
	if last && !w.early() {
		w.priority(2)
	}
	for i, v := range x.Tiles[len(w.pieces)] {
		st.acc = w.pv.Dot(weights.Tile(i), v, st.acc)
	}
	if last {
		st.sum = k.Add(st.sum, k.ReduceInLanes(tile.Sum, sum, tile.OverCols))
	}
	w.beat(x.Phase)
	if last {
		if !w.early() {
			w.priority(3)
		}
		return st.values()
	}
	return append(append(st.values(), sum), weights[len(x.Tiles[len(w.pieces)]):]...)
}
