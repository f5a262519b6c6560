package gemm

import "heddle/tile"

// rotating is a product whose steps have phases: each multiplies a part of the rows of A by the columns of B,
// or a part of them, along a part of k. What a phase needs is read from LDS during the phase before it. The rows of A and
// the columns of B come to LDS in pieces, streams of their own, so that each buffer is free again as
// early as can be.
type rotating struct {
	w    *writer
	k    *tile.Kernel
	mma  *tile.MMA
	at   origin
	deep int // parts of k of a step
	high int // parts of the rows of A
	wide int // parts of the columns of B; of one, all parts of the rows come in turn
	a, b []*piece
	// Of scaled factors; the streams of these are the last ones.
	scaleA, scaleB *piece
}

// piece is a part of the tile's rows or columns, on its way to a stream of its own.
type piece struct {
	*factor
	number int
	at     tile.Index // its first row of A, or column of B, from that of the tile on
}

// origin is where a workgroup's product begins: the batch, the row and column of D, and the first
// of its steps along K. loose: the last steps may begin behind the end of K.
type origin struct {
	batch, row, col, first, steps tile.Index
	loose                         bool
}

// phases are the parts of a step that Rotate and PingPong have. Of a tile that is higher or wider than D all parts
// begin in D.
func (c Config) phases(p *Problem) (deep, high, wide int) {
	deep, high, wide = max(1, c.PhasesK), max(1, c.PhasesM), max(1, c.PhasesN)
	if c.PhasesK == 0 && c.PhasesM == 0 && c.BM/c.WavesM >= 2*c.Matrix {
		high = 2
	}
	if p.M <= int64(c.BM-c.BM/high) {
		high = 1
	}
	if p.N <= int64(c.BN-c.BN/wide) {
		wide = 1
	}
	return deep, high, wide
}

// phases is how many a step has.
func (r *rotating) phases() int { return r.deep * r.wide * r.high }

// rotate emits the sum over K, in parts of the tile.
func (w *writer) rotate(k *tile.Kernel, mma *tile.MMA, at origin) (sums []block) {
	r := &rotating{w: w, k: k, mma: mma, at: at}
	r.deep, r.high, r.wide = w.c.phases(w.p)
	p := tile.Pipeline{
		Steps: at.steps, Phases: r.phases(), Ragged: w.ragged(),
		Apart: w.c.Schedule == PingPong, Compute: r.compute,
	}
	r.b = r.pieces(tile.SideB, w.p.N, w.c.BN, max(r.wide, w.c.pieces()), at.row.Div(int64(w.c.BM)))
	r.a = r.pieces(tile.SideA, w.p.M, w.c.BM, max(r.high, w.c.pieces()), at.col.Div(int64(w.c.BN)))
	for i, b := range r.b {
		p.Streams = append(p.Streams, r.stream(b, i*r.wide/len(r.b)*r.high))
	}
	var zero tile.Values
	for i, a := range r.a {
		p.Streams = append(p.Streams, r.stream(a, i*r.high/len(r.a)))
		for _, b := range r.b {
			zero = append(zero, w.zero(mma, a.rows, b.rows))
			sums = append(sums, block{row: a.at, col: b.at})
		}
	}
	if w.p.A.Scaled {
		p.Streams = append(p.Streams, r.scales()...)
	}
	run := func() {
		for i, v := range k.Run(p, zero) {
			sums[i].sum = v.(*tile.Tile)
		}
	}
	if p.Apart {
		k.Stagger(2, run)
	} else {
		run()
	}
	return sums
}

// pieces are the pieces of a side, of whose extent a tile has some rows. Workgroups with other numbers
// load them in another order: those that run at the same time on an XCD, and share rows, ask the memory for
// different ones of them, and find the others in the L2.
func (r *rotating) pieces(side tile.Side, extent int64, rows, n int, number tile.Index) (list []*piece) {
	size := rows / n
	rest := extent % int64(rows) // of the last tile, behind which its pieces may begin
	for i := range n {
		at, first := tile.I(int64(i)), int64(i*size)
		if r.w.c.pieces() > 1 {
			at, first = number.Plus(at).Mod(int64(n)), int64((n-1)*size)
		}
		if at = at.Times(int64(size)); rest != 0 && rest <= first {
			at = at.MayLeave()
		}
		list = append(list, &piece{r.w.factor(r.k, r.mma, side, size, r.deep), i, at})
	}
	return list
}

// scales are the streams of the scales: those of A for each part of its rows.
func (r *rotating) scales() []tile.Stream {
	w := r.w
	r.scaleA = &piece{w.scales(r.k, r.mma, tile.SideA, w.c.BM, r.high, r.deep), 0, tile.I(0)}
	r.scaleB = &piece{w.scales(r.k, r.mma, tile.SideB, w.c.BN, 1, r.deep), 0, tile.I(0)}
	var all []int
	for i := range r.wide * r.high {
		all = append(all, i)
	}
	return []tile.Stream{r.stream(r.scaleA, all...), r.stream(r.scaleB, 0)}
}

// stream is how a piece comes to LDS and from there to phases of a part along k, and the same ones of
// the other parts.
func (r *rotating) stream(f *piece, phases ...int) tile.Stream {
	s := tile.Stream{Buffers: r.w.c.stages() * max(1, f.steps), Fetch: func(buffer tile.Index, phase int) []*tile.Tile {
		return f.get(buffer, phase%r.high, phase/(r.wide*r.high))
	}}
	for part := range r.deep {
		for _, phase := range phases {
			s.At = append(s.At, part*r.wide*r.high+phase)
		}
	}
	from := r.at.row
	if f.side == tile.SideB {
		from = r.at.col
	}
	from = from.Plus(f.at)
	if f.isDirect() {
		if f.steps > 1 { // of two buffers in LDS one is in use until the last of its steps
			s.Ahead, s.Early = f.steps, r.phases()-1-(s.At[len(s.At)-1]-s.At[0])
		}
		s.Direct = func(step, buffer tile.Index) { f.copy(r.at.batch, from, r.w.along(r.at, step), buffer) }
		return s
	}
	if r.w.c.pieces() > 1 && r.w.c.stages() == 1 {
		s.Lead = r.lead(f, phases[0])
	} else {
		s.Ahead = max(1, r.w.c.stages()-1)
	}
	s.Load = func(step tile.Index) []*tile.Tile {
		list := f.load(r.at.batch, from, r.w.along(r.at, step))
		r.w.trimLast(f.factor, list, step, r.at)
		return list
	}
	s.Put = func(buffer tile.Index, list []*tile.Tile) { f.put(list, r.at.batch, from, buffer) }
	return s
}

// lead spreads the loads of the pieces over the phases of a step, so that those of the pieces of B are for
// the step behind the one of A's: the rows of both are often in one set of the L1 in a step, and in
// another one in the next, so that twice as many lines can be under way (arch.CacheSet).
func (r *rotating) lead(f *piece, phase int) int {
	all := r.phases()
	if f.side == tile.SideB {
		return 2*all - 1 - f.number*all/len(r.b)
	}
	return max(1, all+phase-f.number*all/len(r.a))
}

// compute multiplies in a phase.
func (r *rotating) compute(s tile.Stage, sums tile.Values) tile.Values {
	out := append(tile.Values{}, sums...)
	apart := r.w.c.Schedule == PingPong
	if apart {
		r.k.Fence()
		r.k.Priority(1)
	}
	high, wide := s.Phase%r.high, s.Phase/r.high%r.wide
	na, nb := len(r.a)/r.high, len(r.b)/r.wide
	for i := high * na; i < (high+1)*na; i++ {
		for j := wide * nb; j < (wide+1)*nb; j++ {
			at := i*len(r.b) + j
			a, b := r.a[i].operand(s.Tiles[len(r.b)+i]), r.b[j].operand(s.Tiles[j])
			if r.scaleA != nil {
				scales := s.Tiles[len(r.a)+len(r.b):]
				out[at] = r.mma.DotScaled(a, b, sums.Tile(at), scales[0][0], scales[1][0])
				continue
			}
			out[at] = r.mma.Dot(a, b, sums.Tile(at))
		}
	}
	if apart {
		r.k.Priority(0)
	}
	return out
}
