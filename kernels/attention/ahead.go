package attention

import (
	"slices"

	"heddle/layout"
	"heddle/tile"
)

// The schedule Ahead reads what a product takes from LDS during the product before it, so that waves do not wait for
// reads between products. A step is a product with each piece of keys, the exponentials, and a product with each half
// of the values (parts), a phase of the pipeline each: in each product that of the next one is read, and in the last one
// the first piece of the next step's keys. That is as early as registers allow three waves on a SIMD. All buffers of a step
// are read before the last phase, where the barrier is. Where all values are read early, with the keys, they are one phase,
// and the barrier is before the exponentials, where a wave keeps no matrix core waiting.
//
// All exponentials are before the products with values, and nothing that takes time is among those: a wave goes through its
// products, from values to the next step's keys, as fast as the matrix core. Its priority rises on the way, so that
// another wave does not begin before it is through. So waves of a SIMD take turns, and the exponentials of those
// that wait have the vector ALU.

// ahead makes a pipeline's streams fetch, and its steps.
func (w *writer) ahead(p *tile.Pipeline, at *position, s *scores, r keyRange) steps {
	n, last := len(w.pieces), w.phases()-1
	p.Phases = w.phases()
	settle := func(x *tile.Stream) { // data are there at the barrier
		x.Settled = x.At[0] - 1 + p.Phases - w.barrier()
		x.Lead = (w.c.Buffers-1)*p.Phases - (w.loading() - w.barrier())
	}
	for i := range n {
		x := &p.Streams[i]
		x.At = []int{i}
		x.Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{w.keys(i, buffer)} }
		settle(x)
	}
	v := &p.Streams[n]
	if w.early() {
		v.At = []int{1}
	} else {
		v.At = append(v.At, n)
		for phase := n + 2; phase <= last; phase++ {
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
			case x.Phase == n:
				return w.softmaxAhead(s, col, masked, c)
			}
			if masked {
				for i, v := range x.Tiles[n] {
					part := x.Phase - n - 1 + i
					x.Tiles[n][i] = w.bounded(at, v, col.Plus(tile.I(int64(part*w.lv.Cols))))
				}
			}
			return w.valuesAhead(x, c)
		}
	}
}

// parts is how many products with values a step has.
func (w *writer) parts() int { return w.depth / w.lv.Cols }

// phases are those of a step: a product with each piece of keys, the exponentials, and products with values.
func (w *writer) phases() int {
	if w.early() {
		return len(w.pieces) + 2
	}
	return len(w.pieces) + 1 + w.parts()
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
	if w.early() && w.barrier() < w.phases()-1 {
		return w.barrier() + 1
	}
	return w.barrier()
}

// early reports whether all values of a step are read behind the first product with keys, and not each part during the
// phases before: where they are transposed in registers, which takes time, and two waves on a SIMD have room for them.
func (w *writer) early() bool { return !w.p.transposes() }

// scoresAhead is a product with a piece of the keys.
func (w *writer) scoresAhead(x tile.Stage, c tile.Values) tile.Values {
	var sums *tile.Tile
	if x.Phase > 0 {
		sums = c.Tile(3)
	}
	sums = w.qk.Dot(w.pieces[x.Phase].query, x.Tiles[x.Phase][0], sums)
	w.beat(x.Phase)
	return append(runningOf(c).values(), sums)
}

// softmaxAhead computes the exponentials of a step: P of each part of the values behind their sum.
func (w *writer) softmaxAhead(s *scores, col tile.Index, masked bool, c tile.Values) tile.Values {
	k, st := w.k, runningOf(c)
	t, scale := s.tile(c.Tile(3), col, masked)
	w.priority(0)
	st = w.raise(st, t, scale)
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
	if !w.early() { // else loads are among the exponentials
		w.priority(1)
	}
	return append(append(st.values(), sum), weights...)
}

// valuesAhead is a product with a part of the values, or with all. With the last one is most of the sum.
func (w *writer) valuesAhead(x tile.Stage, c tile.Values) tile.Values {
	k, st, sum, weights := w.k, runningOf(c), c.Tile(3), c[4:]
	last := x.Phase == w.phases()-1
	if last {
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
		w.priority(3)
		return st.values()
	}
	return append(append(st.values(), sum), weights[len(x.Tiles[len(w.pieces)]):]...)
}

// beat spreads what else there is in a phase over its matrix instructions.
func (w *writer) beat(phase int) {
	n, last := len(w.pieces), w.phases()-1
	ofKeys := func(piece int) int {
		return w.pieces[piece].layout.Items() * int(w.p.TypeQK().Bits()) / 8 / bytesOfKeys
	}
	ofValues := w.lv.Items() * int(w.p.In.Bytes()) / bytesOfValues
	var loads, reads, vector, first int
	switch early := w.early(); {
	case early && phase == 0:
		reads = ofKeys(1) + ofValues*w.parts()
	case early && phase < n: // what is left of these, and the transposition
		reads, vector = ofValues*w.parts(), w.vectorBeat()
	case phase == last:
		reads, vector = ofKeys(0), w.vectorBeat()
	case phase < n-1:
		reads = ofKeys(phase + 1)
	case phase < last:
		reads = ofValues
	}
	if phase > n && phase < last { // before the product: at the barrier behind it they are to be there
		first, reads = ofValues, 0
	}
	if phase == w.loading() {
		loads = w.c.Keys * int(w.p.rowBytes()) / (w.c.Waves * w.p.Chip.WaveSize * slices.Max(layout.DirectBytes(w.p.Chip)))
	}
	if phase > n {
		vector = w.vectorBeat()
	}
	if w.early() && vector > 0 {
		vector-- // for its reads
	}
	matrix := w.products(phase)
	each := func(count, most int) int { return min(most, (count+matrix-1)/matrix) }
	groups := []tile.Group{{Of: tile.ReadLDS, Count: first}}
	for range matrix {
		groups = append(groups, tile.Group{Of: tile.Matrix, Count: 1}, tile.Group{Of: tile.LoadLDS, Count: each(loads, loads)},
			tile.Group{Of: tile.ReadLDS, Count: each(reads, mostReads)}, tile.Group{Of: tile.Vector | tile.Transcendental, Count: vector})
	}
	w.k.Beat(groups...)
}

// products is the number of matrix instructions of a phase.
func (w *writer) products(phase int) int {
	size := w.c.size()
	blocks := w.c.Rows() / w.c.Waves / size
	if phase < len(w.pieces) {
		return blocks * w.c.Keys / size * w.pieces[phase].width / w.p.instructionQK(w.c.Variant).Depth
	}
	cols := w.lv.Cols
	if w.early() {
		cols = w.depth
	}
	return blocks * int(w.p.HeadDimV) / size * cols / w.p.instruction(w.c.Variant).Depth
}

const (
	// What a read of keys and one of values returns to a lane.
	bytesOfKeys   = 16
	bytesOfValues = 8
	// For how many reads there is time behind a matrix instruction of 32 cycles: all waves have as many.
	mostReads = 2
)

// vectorBeat is for how many vector instructions there is time behind a matrix instruction, but for its shadow of 8 cycles. Fewer,
// or more, are slower in the timing model.
func (w *writer) vectorBeat() int {
	return max(1, (w.p.instruction(w.c.Variant).Cycles-8)/w.p.Chip.Timing.Issue-1)
}
