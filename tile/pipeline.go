package tile

import (
	"heddle/ir"
)

// Pipeline is a loop whose loads run ahead of their use, over LDS with several
// buffers.
type Pipeline struct {
	// Steps is the number of times that Compute runs, at least once.
	Steps Index
	// Buffers of the LDS tiles, at least 2.
	Buffers int
	// Ahead is the number of steps before its use at which a load begins; 0 means 1. The data is
	// stored to LDS in the step before its use, and is in registers until then. Ahead is 1 if Steps
	// is not a constant.
	Ahead int
	// Load loads what a step needs from global memory, and Put stores it to a buffer of LDS. The
	// last Kept tiles stay in registers instead.
	Load func(step Index) []*Tile
	Kept int
	Put  func(buffer Index, loaded []*Tile)
	// Compute is a step; it returns the carried values.
	Compute func(s Stage, carried Values) Values
	// Ragged means that the last step's load extends past an edge: it is peeled off, so that the
	// loop need not check.
	Ragged bool
}

// Stage is the input of a pipeline step: the number of the buffer with its data, and the tiles that
// were kept in registers.
type Stage struct {
	Buffer, Step Index
	Kept         []*Tile
}

// Run emits the loop. Each iteration loads for a later step, computes, waits for the data of the
// next step by storing it, and ends with a barrier.
func (k *Kernel) Run(p Pipeline, init Values) Values {
	steps, known := p.Steps.Const()
	if p.Ahead == 0 {
		p.Ahead = 1
	}
	if known && steps < 1 || p.Buffers < 2 || p.Ahead < 1 || !known && p.Ahead > 1 {
		k.fail("a pipeline of %d steps (0: not known) with %d buffers and loads %d steps ahead; accepted: at least 1 step, 2 buffers and 1 step ahead (exactly 1 if the steps are not known)", steps, p.Buffers, p.Ahead)
	}
	r := &running{p, k, known, p.Steps.Minus(I(1))}
	// The last steps load nothing, and the one before them is peeled off if it loads past an edge.
	looped := p.Steps.Minus(I(int64(p.Ahead)))
	if known {
		if p.Ragged {
			looped.c--
		}
		looped = I(max(looped.c, 0))
	}
	s := turning{Stage{Buffer: I(0), Step: I(0)}, nil, init}
	for step := range p.Ahead {
		if !known || int64(step) < steps {
			s.flying = append(s.flying, p.Load(I(int64(step))))
		}
	}
	r.put(&s, I(0))
	if n, _ := looped.Const(); !known || n > 0 {
		s = r.loop(s, looped)
	}
	if known {
		for s.Step.c < r.last.c {
			r.turn(&s, I((s.Step.c+1)%int64(p.Buffers)))
		}
	}
	s.Step = r.last
	return p.Compute(s.Stage, s.carried)
}

// running is a pipeline under construction.
type running struct {
	Pipeline
	k     *Kernel
	known bool // the number of steps
	last  Index
}

// turning is what one iteration of a pipeline passes to the next: loads in flight, those of the
// next iteration first, and the carried values.
type turning struct {
	Stage
	flying  [][]*Tile
	carried Values
}

// put stores the first of the loads in flight to a buffer.
func (r *running) put(s *turning, buffer Index) {
	loaded := s.flying[0]
	n := len(loaded) - r.Kept
	if n < 0 {
		r.k.fail("a pipeline keeps %d of %d loaded tiles", r.Kept, len(loaded))
	}
	r.Put(buffer, loaded[:n])
	r.k.Barrier()
	s.Buffer, s.Kept, s.flying = buffer, loaded[n:], s.flying[1:]
}

// turn emits an iteration that is followed by another, whose buffer is given.
func (r *running) turn(s *turning, next Index) {
	later := s.Step.Plus(I(int64(r.Ahead)))
	if !r.known || later.v != nil || later.c <= r.last.c {
		s.flying = append(s.flying, r.Load(later))
	}
	s.carried = r.Compute(s.Stage, s.carried)
	r.put(s, next)
	s.Step = s.Step.Plus(I(1))
}

// loop emits iterations as a loop.
func (r *running) loop(s turning, turns Index) turning {
	k := r.k
	lists := append([][]*Tile{s.Kept}, s.flying...)
	pack := func(buffer Index, lists [][]*Tile, carried Values) (all Values) {
		all = Values{buffer}
		for _, list := range lists {
			for _, t := range list {
				all = append(all, t)
			}
		}
		return append(all, carried...)
	}
	unpack := func(step Index, all Values) turning {
		out := turning{Stage: Stage{Buffer: all.Index(0).Below(int64(r.Buffers)), Step: step}}
		all = all[1:]
		for i, list := range lists {
			var tiles []*Tile
			for n := range list {
				tiles = append(tiles, all.Tile(n))
			}
			all = all[len(list):]
			if i == 0 {
				out.Kept = tiles
			} else {
				out.flying = append(out.flying, tiles)
			}
		}
		out.carried = all
		return out
	}
	all := k.For(I(0), turns, I(1), pack(I(0).in(k), lists, s.carried), func(i Index, c Values) Values {
		t := unpack(i, c)
		r.turn(&t, k.next(t.Buffer, r.Buffers))
		return pack(t.Buffer, append([][]*Tile{t.Kept}, t.flying...), t.carried)
	})
	out := unpack(turns, all)
	if n, known := turns.Const(); known {
		out.Buffer = I(n % int64(r.Buffers))
	}
	return out
}

// next returns the buffer after b.
func (k *Kernel) next(b Index, buffers int) Index {
	if buffers == 2 {
		return b.Xor(I(1))
	}
	return b.Plus(I(1)).wrap(int64(buffers))
}

// in returns a constant as a value that a loop can carry.
func (x Index) in(k *Kernel) Index {
	return Index{k: k, v: k.value(x), lo: x.lo, hi: x.hi, mult: x.mult}
}

// wrap returns 0 if x is n, otherwise x.
func (x Index) wrap(n int64) Index {
	k := x.k
	less := x.Less(I(n))
	v := k.op("arith.select", []*ir.Value{less.v, k.value(x), k.value(I(0))}, []ir.Type{ir.Index})
	return Index{k: k, v: v, hi: n - 1, mult: 1}
}
