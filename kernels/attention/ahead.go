package attention

import (
	"slices"

	"heddle/layout"
	"heddle/tile"
)

// The schedule Ahead reads what a product takes from LDS during the product before it, so that waves do not wait for
// reads between products. A step is a product with each piece of keys, behind the last of which are the exponentials,
// and one with each half of the values (parts), a phase of the pipeline each: in each of them that of the next one is
// read, and in the last one the first piece of the next step's keys. That is as early as registers allow three waves on a
// SIMD. All buffers of a step are read before the last phase, where the barrier is.

// ahead makes a pipeline's streams fetch, and its steps.
func (w *writer) ahead(p *tile.Pipeline, at *position, s *scores, r keyRange) steps {
	n, parts := len(w.pieces), w.parts()
	p.Phases = n + parts
	for i := range n {
		x := &p.Streams[i]
		x.Ahead, x.Settled, x.At = w.c.Buffers-1, i, []int{i}
		x.Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{w.keys(i, buffer)} }
	}
	values := func(buffer tile.Index, part int) *tile.Tile {
		return w.v.LoadTransposed(w.lv, buffer, part*w.lv.Cols, 0)
	}
	v := &p.Streams[n]
	v.Ahead = w.c.Buffers - 1
	if w.early() {
		v.At, v.Settled = []int{1}, 1
		v.Fetch = func(buffer tile.Index, _ int) (list []*tile.Tile) {
			for part := range parts {
				list = append(list, values(buffer, part))
			}
			return list
		}
	} else {
		v.Settled = n + parts - 2
		for part := range parts {
			v.At = append(v.At, n+part)
		}
		v.Fetch = func(buffer tile.Index, phase int) []*tile.Tile { return []*tile.Tile{values(buffer, phase-n)} }
	}
	return func(masked bool) func(tile.Stage, tile.Values) tile.Values {
		return func(x tile.Stage, c tile.Values) tile.Values {
			col := w.numbered(r, x.Step)
			if x.Phase < n {
				return w.scoresAhead(s, x, col, masked, c)
			}
			part, v := x.Phase-n, x.Tiles[n][0]
			if w.early() {
				v = x.Tiles[n][part]
			}
			if masked {
				v = w.bounded(at, v, col.Plus(tile.I(int64(part*w.lv.Cols))))
			}
			return w.valuesAhead(part, v, c)
		}
	}
}

// parts is how many products with values a step has.
func (w *writer) parts() int { return w.depth / w.lv.Cols }

// early reports whether all values of a step are read behind the first product with keys, and not each part during the
// product before: where they are transposed in registers, which takes time, and two waves on a SIMD have room for them.
func (w *writer) early() bool { return !w.p.transposes() }

// scoresAhead is a product with a piece of the keys; behind the last one are the exponentials of the first part.
func (w *writer) scoresAhead(s *scores, x tile.Stage, col tile.Index, masked bool, c tile.Values) tile.Values {
	k, st := w.k, runningOf(c)
	var sums *tile.Tile
	if x.Phase > 0 {
		sums = c.Tile(3)
	}
	sums = w.qk.Dot(w.pieces[x.Phase].query, x.Tiles[x.Phase][0], sums)
	w.beat(x.Phase)
	if x.Phase < len(w.pieces)-1 {
		return append(st.values(), sums)
	}
	t, scale := s.tile(sums, col, masked)
	w.priority(0)
	st = w.raise(st, t, scale)
	if w.parts() == 1 {
		e := w.exponential(t, scale, st.less)
		w.priority(1)
		return append(st.values(), w.weights(e), e)
	}
	// The exponentials of the right half are computed during the product of the left one.
	left, right := k.Halves(t)
	left = w.exponential(left, scale, st.less)
	p := w.weights(left)
	w.priority(1)
	right = w.exponential(right, scale, st.less)
	return append(st.values(), p, right, k.Add(left, right))
}

// valuesAhead is a product with a part of the values. The last one is behind the barrier, and with it what does not have
// to be in front of it: P of the right half, and most of the sum.
func (w *writer) valuesAhead(part int, values *tile.Tile, c tile.Values) tile.Values {
	k, st, p, rest := w.k, runningOf(c), c.Tile(3), c[4:]
	if part > 0 {
		p = w.weights(p)
	}
	st.acc = w.pv.Dot(p, values, st.acc)
	if part == w.parts()-1 {
		st.sum = k.Add(st.sum, k.ReduceInLanes(tile.Sum, rest.Tile(0), tile.OverCols))
		rest = nil
	}
	w.beat(len(w.pieces) + part)
	return append(st.values(), rest...)
}

// beat spreads what else there is in a phase over its matrix instructions.
func (w *writer) beat(phase int) {
	n, last := len(w.pieces), len(w.pieces)+w.parts()-1
	ofKeys := func(piece int) int {
		return w.pieces[piece].layout.Items() * int(w.p.TypeQK().Bits()) / 8 / bytesOfKeys
	}
	ofValues := w.lv.Items() * int(w.p.In.Bytes()) / bytesOfValues
	var loads, reads, vector int
	switch early := w.early(); {
	case early && phase == 0:
		reads = ofKeys(1) + ofValues*w.parts()
	case early && phase < n: // what is left of these, and the transposition
		reads, vector = ofValues*w.parts(), vectorBeat
	case phase == last:
		reads, vector = ofKeys(0), vectorBeat
		loads = w.c.Keys * int(w.p.rowBytes()) / (w.c.Waves * w.p.Chip.WaveSize * slices.Max(layout.DirectBytes(w.p.Chip)))
	case phase < n-1:
		reads = ofKeys(phase + 1)
	case !early:
		reads = ofValues
	}
	if phase >= n {
		vector = vectorBeat
	}
	if w.early() && vector > 0 {
		vector-- // for its reads
	}
	matrix := w.products(phase)
	each := func(count, most int) int { return min(most, (count+matrix-1)/matrix) }
	var groups []tile.Group
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
	return blocks * int(w.p.HeadDimV) / size * w.lv.Cols / w.p.instruction(w.c.Variant).Depth
}

const (
	// What a read of keys and one of values returns to a lane.
	bytesOfKeys   = 16
	bytesOfValues = 8
	// For how much there is time behind a matrix instruction of 32 cycles, of which 8 are its shadow: vector instructions,
	// and reads, of which all waves have as many. Fewer of both, or more, are slower in the timing model.
	vectorBeat = 5
	mostReads  = 2
)
