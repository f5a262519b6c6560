package gemm

import "heddle/tile"

// rotating is a product whose steps have phases, each of a part of k and of the rows of A. Each
// factor comes to LDS in parts of k, as streams of their own.
type rotating struct {
	w    *writer
	k    *tile.Kernel
	mma  *tile.MMA
	at   origin
	deep int // parts of k of a step
	high int // parts of the rows of A
	a, b []*factor
}

// origin is where a workgroup's product begins: the batch, the row and column of D, and the first
// step along K.
type origin struct{ batch, row, col, first tile.Index }

// phases chooses the parts: halves of k if they are still whole cache lines, else halves of the rows.
func (w *writer) phases(mma *tile.MMA) (deep, high int) {
	const line = 128
	c := w.c
	switch {
	case c.BK >= 2*mma.Step() && c.BK/2*min(w.p.A.Bits, w.p.B.Bits)/8 >= line:
		return 2, 1
	case c.BM/c.WavesM >= 2*c.Matrix:
		return 1, 2
	}
	return 1, 1
}

// rotate emits the sum over K, in parts of the tile's rows.
func (w *writer) rotate(k *tile.Kernel, mma *tile.MMA, at origin) tile.Values {
	r := &rotating{w: w, k: k, mma: mma, at: at}
	r.deep, r.high = w.phases(mma)
	p := tile.Pipeline{
		Steps: tile.I(w.perPart), Phases: r.deep * r.high, Ragged: w.p.K%int64(w.c.BK) != 0 && w.parts == 1,
		Apart: w.c.Schedule == PingPong, Compute: r.compute,
	}
	for part := range r.deep {
		depth := w.c.BK / r.deep
		a, b := w.factor(k, mma, tile.SideA, depth, r.high), w.factor(k, mma, tile.SideB, depth, 1)
		r.a, r.b = append(r.a, a), append(r.b, b)
		ofA, ofB := r.stream(a, at.row, part), r.stream(b, at.col, part)
		for phase := range r.high {
			ofA.At = append(ofA.At, part*r.high+phase)
		}
		ofB.At = ofA.At[:1]
		p.Streams = append(p.Streams, ofA, ofB)
	}
	var sums tile.Values
	for range r.high {
		sums = append(sums, mma.Zero(w.c.BM/r.high, w.c.BN))
	}
	if !p.Apart {
		return k.Run(p, sums)
	}
	k.Stagger(2, func() { sums = k.Run(p, sums) })
	return sums
}

// stream is how a part along k of a factor, whose tile begins at a row, comes to LDS and from there.
func (r *rotating) stream(f *factor, row tile.Index, part int) tile.Stream {
	unit := func(step tile.Index) tile.Index {
		return r.at.first.Plus(step).Times(int64(r.deep)).Plus(tile.I(int64(part)))
	}
	s := tile.Stream{Buffers: r.w.c.stages(), Fetch: func(buffer tile.Index, phase int) []*tile.Tile { return f.get(buffer, phase%r.high) }}
	if f.side == tile.SideB {
		s.Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return f.get(buffer, 0) }
	}
	if f.isDirect() {
		s.Direct = func(step, buffer tile.Index) { f.copy(r.at.batch, row, unit(step), buffer) }
		return s
	}
	s.Ahead = max(1, r.w.c.stages()-1)
	s.Load = func(step tile.Index) []*tile.Tile { return f.load(r.at.batch, row, unit(step)) }
	s.Put = func(buffer tile.Index, list []*tile.Tile) { f.put(list, buffer) }
	return s
}

// compute multiplies in a phase.
func (r *rotating) compute(s tile.Stage, sums tile.Values) tile.Values {
	out := append(tile.Values{}, sums...)
	deep, high := s.Phase/r.high, s.Phase%r.high
	apart := r.w.c.Schedule == PingPong
	if apart {
		r.k.Fence()
		r.k.Priority(1)
	}
	a, b := r.a[deep].operand(s.Tiles[2*deep]), r.b[deep].operand(s.Tiles[2*deep+1])
	out[high] = r.mma.Dot(a, b, sums.Tile(high))
	if apart {
		r.k.Priority(0)
	}
	return out
}
