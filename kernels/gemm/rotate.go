package gemm

import "heddle/tile"

// rotating is a product whose steps have phases: each multiplies a part of the rows of A by all of B,
// along a part of k. What a phase needs is read from LDS during the phase before it. The parts of the
// rows of A come to LDS as streams of their own, so that each buffer is free again as early as can be.
type rotating struct {
	w    *writer
	k    *tile.Kernel
	mma  *tile.MMA
	at   origin
	deep int // parts of k of a step
	high int // parts of the rows of A
	a    []*factor
	b    *factor
	// Of scaled factors; the streams of these are the last ones.
	scaleA, scaleB *factor
}

// origin is where a workgroup's product begins: the batch, the row and column of D, and the first
// step along K. loose: the last steps may begin behind the end of K.
type origin struct {
	batch, row, col, first tile.Index
	loose                  bool
}

// phases chooses the parts.
func (w *writer) phases(mma *tile.MMA) (deep, high int) {
	c := w.c
	deep, high = max(1, c.PhasesK), max(1, c.PhasesM)
	if c.PhasesK == 0 && c.PhasesM == 0 && c.BM/c.WavesM >= 2*c.Matrix {
		high = 2
	}
	return deep, high
}

// rotate emits the sum over K, in parts of the tile's rows.
func (w *writer) rotate(k *tile.Kernel, mma *tile.MMA, at origin) (sums tile.Values) {
	r := &rotating{w: w, k: k, mma: mma, at: at}
	r.deep, r.high = w.phases(mma)
	p := tile.Pipeline{
		Steps: tile.I(w.perPart), Phases: r.deep * r.high, Ragged: w.p.K%int64(w.c.BK) != 0 && w.parts == 1,
		Apart: w.c.Schedule == PingPong, Compute: r.compute,
	}
	height := w.c.BM / r.high
	for i := range r.high {
		f := w.factor(k, mma, tile.SideA, height, r.deep)
		r.a = append(r.a, f)
		p.Streams = append(p.Streams, r.stream(f, at.row.Plus(tile.I(int64(i*height))), i))
		sums = append(sums, mma.Zero(height, w.c.BN))
	}
	r.b = w.factor(k, mma, tile.SideB, w.c.BN, r.deep)
	p.Streams = append(p.Streams, r.stream(r.b, at.col, 0))
	if r.b.packed {
		r.scaleA, r.scaleB = w.scales(k, mma, tile.SideA, w.c.BM, r.high, r.deep), w.scales(k, mma, tile.SideB, w.c.BN, 1, r.deep)
		var all []int
		for i := range r.high {
			all = append(all, i)
		}
		p.Streams = append(p.Streams, r.stream(r.scaleA, at.row, all...), r.stream(r.scaleB, at.col, 0))
	}
	if !p.Apart {
		return k.Run(p, sums)
	}
	k.Stagger(2, func() { sums = k.Run(p, sums) })
	return sums
}

// stream is how a factor, whose tile begins at a row, comes to LDS and from there to phases of a part
// along k, and the same ones of the other parts.
func (r *rotating) stream(f *factor, row tile.Index, phases ...int) tile.Stream {
	s := tile.Stream{Buffers: r.w.c.stages() * max(1, f.steps), Fetch: func(buffer tile.Index, phase int) []*tile.Tile {
		return f.get(buffer, phase%r.high, phase/r.high)
	}}
	for part := range r.deep {
		for _, phase := range phases {
			s.At = append(s.At, part*r.high+phase)
		}
	}
	if f.isDirect() {
		if f.steps > 1 { // of two buffers in LDS one is in use until the last of its steps
			s.Ahead, s.Early = f.steps, r.deep*r.high-1-(s.At[len(s.At)-1]-s.At[0])
		}
		s.Direct = func(step, buffer tile.Index) { f.copy(r.at.batch, row, r.at.first.Plus(step), buffer) }
		return s
	}
	s.Ahead = max(1, r.w.c.stages()-1)
	s.Load = func(step tile.Index) []*tile.Tile {
		list := f.load(r.at.batch, row, r.at.first.Plus(step))
		r.w.trimLast(f, list, step, r.at)
		return list
	}
	s.Put = func(buffer tile.Index, list []*tile.Tile) { f.put(list, buffer) }
	return s
}

// compute multiplies in a phase.
func (r *rotating) compute(s tile.Stage, sums tile.Values) tile.Values {
	out := append(tile.Values{}, sums...)
	i := s.Phase % r.high
	apart := r.w.c.Schedule == PingPong
	if apart {
		r.k.Fence()
		r.k.Priority(1)
	}
	a, b := r.a[i].operand(s.Tiles[i]), r.b.operand(s.Tiles[r.high])
	if r.scaleA != nil {
		out[i] = r.mma.DotScaled(a, b, sums.Tile(i), s.Tiles[r.high+1][0], s.Tiles[r.high+2][0])
	} else {
		out[i] = r.mma.Dot(a, b, sums.Tile(i))
	}
	if apart {
		r.k.Priority(0)
	}
	return out
}
