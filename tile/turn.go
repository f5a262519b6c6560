package tile

import "heddle/ir"

// turning is what one turn of a pipeline passes to the next.
type turning struct {
	step Index
	// from is the first turn of the loop that a turn is in, as far as known; final means that no
	// step follows.
	from  int
	final bool
	// By stream: the buffer of the step, the tiles fetched or kept for the phase, those for the next
	// phase, and loads in flight, the oldest first.
	buffers []Index
	tiles   [][]*Tile
	next    [][]*Tile
	flying  [][][]*Tile
	carried Values
}

// run emits the pipeline. again means that the LDS may still be read, by what came before.
func (r *running) run(init Values, again bool) Values {
	n := len(r.courses)
	s := turning{carried: init, tiles: make([][]*Tile, n), next: make([][]*Tile, n), flying: make([][][]*Tile, n)}
	if again {
		r.k.Barrier()
	}
	for i := -r.ahead; i < 0; i++ {
		s.step, s.buffers = I(int64(i)), r.buffersAt(int64(i))
		if i > -r.ahead && r.inTurn() {
			r.k.bareBarrier()
		}
		r.turn(&s, nil)
	}
	s.step, s.buffers = I(0), r.buffersAt(0)
	if r.known {
		r.runKnown(&s)
	} else {
		r.runOpen(&s)
	}
	return s.carried
}

// inTurn reports whether the waves begin the loads of each step together before the first one: where
// several share a SIMD and none waits for its own data, loads of the second step would otherwise be
// between those that all wait for.
func (r *running) inTurn() bool {
	for i := range r.courses {
		if r.courses[i].Direct == nil {
			return false
		}
	}
	return r.k.waves > r.k.Chip.SIMDs && !r.k.groups
}

// buffersAt returns the buffers of a step.
func (r *running) buffersAt(step int64) (list []Index) {
	for i := range r.courses {
		n := int64(r.courses[i].Buffers)
		list = append(list, I((step%n+n)%n))
	}
	return list
}

// runKnown emits a known number of steps: loops of turns that load, and the others one by one.
func (r *running) runKnown(s *turning) {
	end := int64(0)
	for _, part := range r.parts {
		end += part.Steps.c
		if to := r.loopEnd(s.step.c, end); to > s.step.c {
			from := r.number(s.step)
			if s.from = int(s.step.c); s.from == 0 {
				from = r.First
			}
			*s = r.loop(*s, from, r.number(I(to)), int64(r.unroll), part.Compute)
			s.step, s.buffers = I(to), r.buffersAt(to)
		}
		for s.step.c < end {
			r.turn(s, part.Compute)
		}
	}
}

// number is what a step is called for which the turn has its number in a loop of all Steps. In the loop turns have the numbers themselves.
func (r *running) number(step Index) Index {
	c, known := step.Const()
	if !known || !r.renumbers() {
		return step
	}
	return step.Plus(r.First).Minus(r.Fewer).Min(I(c)) // which it is anyway, as First is no more than Fewer
}

// renumbers reports whether steps may have other numbers than in a loop of all Steps.
func (r *running) renumbers() bool {
	first, known := r.First.Const()
	fewer, also := r.Fewer.Const()
	return !known || !also || first != 0 || fewer != 0
}

// loopEnd is where the loop of a part ends that begins with a step, and has those up to end: its turns load.
func (r *running) loopEnd(at, end int64) int64 {
	loads := r.last.c + 1 - int64(r.ahead)
	if r.Ragged { // the step whose load extends past an edge
		loads--
	}
	return at + max(min(end, loads)-at, 0)/int64(r.unroll)*int64(r.unroll)
}

// runOpen emits an unknown number of steps.
func (r *running) runOpen(s *turning) {
	k := r.k
	switch {
	case len(r.parts) == 1 && r.unroll == 1: // the last step stands alone, and loads nothing
		*s = r.loop(*s, I(0), r.last, 1, r.Compute)
		s.step, s.final = r.last, true
		r.turn(s, r.Compute)
	case len(r.parts) == 1:
		end := r.last.Plus(I(1))
		if r.single() {
			end = r.last
		}
		n := int64(r.unroll)
		whole := end.Div(n).Times(n)
		*s = r.loop(*s, I(0), whole, n, r.Compute)
		for i := range n - 1 { // the steps that remain: none or one in each of these loops
			s.buffers = r.buffersAt(i)
			s.from = int(i)
			*s = r.loopOf(*s, whole.Plus(I(i)), end, n, 1, r.Compute)
		}
		if r.single() { // the last step stands alone, as above
			s.step, s.final, s.buffers = r.last, true, r.buffersAt(0)
			r.turn(s, r.Compute)
		}
	default:
		from := I(0)
		for _, part := range r.parts {
			to := from.Plus(part.Steps)
			*s = r.loop(*s, from, to, 1, part.Compute)
			from = to
		}
	}
	for i := range r.courses {
		if r.clamp && r.courses[i].Direct != nil { // loads of no step
			k.Await(0)
			return
		}
	}
}

// single reports whether each stream has one buffer, which is then known in each step.
func (r *running) single() bool {
	for i := range r.courses {
		if c := &r.courses[i]; !c.lds() || c.Buffers != 1 || c.Direct != nil {
			return false
		}
	}
	return true
}

// loop emits steps as a loop whose turns have some steps each.
func (r *running) loop(s turning, from, to Index, unroll int64, compute func(Stage, Values) Values) turning {
	return r.loopOf(s, from, to, unroll, unroll, compute)
}

// loopOf emits a loop of the given stride, with turns of n steps.
func (r *running) loopOf(s turning, from, to Index, stride, n int64, compute func(Stage, Values) Values) turning {
	all := r.k.For(from, to, I(stride), r.pack(&s), func(i Index, c Values) Values {
		t := r.unpack(&s, c)
		if r.renumbers() { // the bound is a multiple of the stride away from where it begins
			i.told = true
			i = i.Below(to.hi - stride + 1)
		}
		for j := range n {
			t.step, t.from = i.Plus(I(j)), s.from+int(j)
			r.turn(&t, compute)
		}
		return r.pack(&t)
	})
	out := r.unpack(&s, all)
	out.step = to
	return out
}

// carries reports whether the buffer of a stream is carried by loops.
func (r *running) carries(i int) bool {
	return r.unroll == 1 && r.courses[i].lds() && r.courses[i].Buffers > 1
}

// pack lists what a turn passes on.
func (r *running) pack(s *turning) (all Values) {
	for i := range r.courses {
		if r.carries(i) {
			all = append(all, s.buffers[i].in(r.k))
		}
		for _, list := range append([][]*Tile{s.tiles[i]}, s.flying[i]...) {
			for _, t := range list {
				all = append(all, t)
			}
		}
	}
	return append(all, s.carried...)
}

// unpack is the inverse of pack, for what has the form of like.
func (r *running) unpack(like *turning, all Values) turning {
	s := *like
	s.buffers, s.tiles, s.flying = append([]Index{}, s.buffers...), nil, nil
	s.next = make([][]*Tile, len(r.courses))
	take := func(n int) (list []*Tile) {
		for i := range n {
			list = append(list, all.Tile(i))
		}
		all = all[n:]
		return list
	}
	for i := range r.courses {
		if r.carries(i) {
			s.buffers[i] = all.Index(0).Below(int64(r.courses[i].Buffers))
			all = all[1:]
		}
		s.tiles = append(s.tiles, take(len(like.tiles[i])))
		var flying [][]*Tile
		for _, list := range like.flying[i] {
			flying = append(flying, take(len(list)))
		}
		s.flying = append(s.flying, flying)
	}
	s.carried = all
	return s
}

// turn emits a step and the boundary before it; before the first step, only what the following
// steps need. In a pipeline of one stream the boundary is the one behind it: Compute begins with
// reads of LDS there, which the loop's own instructions are not to delay.
func (r *running) turn(s *turning, compute func(Stage, Values) Values) {
	if len(r.Streams) > 0 {
		r.boundary(s, 0)
	}
	for phase := range r.phases {
		group := r.loads(s, phase)
		r.fetch(s, phase)
		if c, known := s.step.Const(); !known || c >= 0 {
			s.carried = compute(r.stage(s, phase), s.carried)
		}
		if group {
			r.k.endGroup()
		}
		for i := range r.courses {
			c := &r.courses[i]
			if c.Direct == nil && !c.late && r.at(c.put) == phase && r.has(s, r.early(c.put)) {
				r.store(s, i, r.early(c.put))
			}
		}
		for i, list := range s.next {
			if list != nil {
				s.tiles[i], s.next[i] = list, nil
			}
		}
		if phase+1 < r.phases {
			r.boundary(s, phase+1)
		}
	}
	for i := range r.courses {
		if c := &r.courses[i]; c.Fetch != nil && c.At[0] > c.Sooner {
			s.tiles[i] = nil
		}
		s.buffers[i] = r.bufferOf(s, i, 1)
	}
	s.step = s.step.Plus(I(1))
	if len(r.Streams) == 0 && !s.final {
		s.from++
		r.boundary(s, 0)
	}
}

// has reports whether there is a step that many steps after the present one.
func (r *running) has(s *turning, ahead int) bool {
	if c, known := s.step.Const(); known {
		return r.exists(int(c)+ahead, false)
	}
	return !s.final || ahead <= 0
}

// bufferOf returns the buffer of a later step.
func (r *running) bufferOf(s *turning, i, ahead int) Index {
	b, n := s.buffers[i], int64(r.courses[i].Buffers)
	for range int64(ahead) % n {
		if c, known := b.Const(); known {
			b = I((c + 1) % n)
		} else {
			b = r.k.next(b, int(n))
		}
	}
	return b
}

// loads begins the loads of a phase, and reports whether there were some directly to LDS.
func (r *running) loads(s *turning, phase int) (group bool) {
	for i := range r.courses {
		c := &r.courses[i]
		ahead := r.early(c.load)
		if r.at(c.load) != phase || !r.has(s, ahead) {
			continue
		}
		step := s.step.Plus(I(int64(ahead)))
		if at, known := s.step.Const(); known && at < 0 { // counted from the first step
			step = step.Plus(r.First)
		} else {
			step = r.number(step)
		}
		if r.clamp && ahead > 0 {
			step = step.atMost(r.last)
		}
		if c.Load != nil {
			s.flying[i] = append(s.flying[i][:len(s.flying[i]):len(s.flying[i])], c.Load(step))
			continue
		}
		if r.k.asynchronous {
			r.k.fail("a pipeline with Direct streams in Async")
		}
		r.k.asynchronous, group = true, true
		c.Direct(step, r.bufferOf(s, i, ahead))
		r.k.asynchronous = false
	}
	return group
}

// fetch reads the tiles of the next phase.
func (r *running) fetch(s *turning, phase int) {
	for i := range r.courses {
		c := &r.courses[i]
		if c.Fetch == nil {
			continue
		}
		for _, at := range c.At {
			when := at - 1 - c.Sooner
			if ahead := r.early(when); r.at(when) == phase && r.has(s, ahead) {
				s.next[i] = c.Fetch(r.bufferOf(s, i, ahead), at)
			}
		}
	}
}

// stage returns the input of a phase.
func (r *running) stage(s *turning, phase int) Stage {
	out := Stage{Step: r.number(s.step), Phase: phase, Buffer: s.buffers[0], Buffers: s.buffers, Tiles: s.tiles}
	if len(r.Streams) == 0 {
		out.Kept = s.tiles[0]
	}
	return out
}

// store stores the oldest load in flight of a stream, or keeps it in registers.
func (r *running) store(s *turning, i, ahead int) {
	c := &r.courses[i]
	loaded := s.flying[i][0]
	s.flying[i] = s.flying[i][1:]
	if c.Put == nil {
		s.tiles[i] = loaded
		return
	}
	n := len(loaded) - c.keep
	if n < 0 {
		r.k.fail("a pipeline keeps %d of %d loaded tiles", c.keep, len(loaded))
	}
	c.Put(r.bufferOf(s, i, ahead), loaded[:n])
	if c.Fetch == nil {
		s.tiles[i] = loaded[n:]
	}
}

// boundary emits what stands before a phase: waits and a barrier, as far as the data of later
// phases need them.
func (r *running) boundary(s *turning, phase int) {
	k := r.k
	meets := r.Apart
	for i := range r.courses {
		c := &r.courses[i]
		if c.lds() && r.at(c.ready) == phase && r.has(s, r.early(c.ready)) {
			meets = true
			if c.late {
				if at, known := s.step.Const(); !known || int(at)+r.early(c.ready) >= c.Buffers {
					k.Barrier()
				}
				r.store(s, i, r.early(c.ready))
			}
		}
		if freed := r.early(c.free); c.lds() && r.barriers[phase] && r.at(c.free) == phase && r.has(s, freed) && r.has(s, freed+c.Buffers) {
			meets = true
		}
	}
	n, waits := 0, false
	switch c, known := s.step.Const(); {
	case known:
		n, waits = r.underway(int(c), phase, r.clamp)
	case s.final:
		_, waits = r.inLoop(0, phase)
	default:
		n, waits = r.inLoop(s.from, phase)
	}
	if waits {
		k.Await(n)
	}
	if meets {
		k.Barrier()
	}
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
