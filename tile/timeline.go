package tile

import "slices"

// running is a pipeline under construction: its streams, and when the parts of a turn happen.
type running struct {
	Pipeline
	k       *Kernel
	phases  int
	parts   []Part
	courses []course
	known   bool  // the number of steps
	last    Index // step
	// unroll is the number of steps of a turn of the loop, ahead the largest number of steps that a
	// load is begun early.
	unroll, ahead int
	barriers      []bool // behind which phases, cyclically; [0] is before the first one
	// clamp: loads of steps behind the last one load that one again.
	clamp bool
}

// course is a stream on the pipeline's clock. Its times count phases from the beginning of the step
// that the data is for: load and put are phases, ready and free are boundaries, before the phase of
// that number.
type course struct {
	Stream
	keep int
	// load is when loads begin, put when their data is stored, ready when they can be read, free
	// when they have been read.
	load, put, ready, free int
	// late: the buffer is not free before the boundary at which it has to be ready; it is stored
	// there, between two barriers.
	late bool
}

// mostLead bounds Lead, in steps.
const mostLead = 2

func lcm(a, b int) int { return a / int(gcd(int64(a), int64(b))) * b }

// lds reports whether the stream goes through LDS.
func (c *course) lds() bool { return c.Put != nil || c.Direct != nil }

// newRunning checks a pipeline and plans it.
func (k *Kernel) newRunning(p Pipeline, carried int) *running {
	r := &running{Pipeline: p, k: k, phases: max(p.Phases, 1), unroll: 1}
	r.parts = append([]Part{{p.Steps, p.Compute}}, p.Then...)
	r.steps()
	if p.Phases < 0 || p.Phases > 16 {
		k.fail("a pipeline of %d phases; accepted: 1 to 16", p.Phases)
	}
	if p.Apart && k.staggered > 2 {
		k.fail("a pipeline that is Apart in Stagger of %d groups; accepted: 2 groups, between which it leaves room", k.staggered)
	}
	for _, part := range r.parts {
		if part.Compute == nil {
			k.fail("a pipeline without Compute")
		}
	}
	streams := p.Streams
	switch {
	case len(streams) == 0:
		if p.Load == nil {
			k.fail("a pipeline without Load")
		}
		streams = []Stream{{Load: p.Load, Put: p.Put, Buffers: p.Buffers, Ahead: p.Ahead}}
		if p.Buffers < 1 || p.Ahead < 0 {
			k.fail("a pipeline with %d buffers and loads %d steps ahead; accepted: at least 1 of each", p.Buffers, p.Ahead)
		}
	case p.Load != nil || p.Put != nil || p.Buffers != 0 || p.Ahead != 0 || p.Kept != 0:
		k.fail("a pipeline of Streams has Load, Put, Buffers, Ahead or Kept, too; they belong to the streams")
	}
	for i, s := range streams {
		r.courses = append(r.courses, r.course(i, s))
	}
	if len(p.Streams) == 0 {
		r.courses[0].keep = p.Kept
		// A loop that carries more than a sum has more than addresses of buffers to compute, and needs its
		// registers for that.
		if c := &r.courses[0]; r.known && c.lds() && carried == 1 {
			r.unroll = c.Buffers
		}
	} else if r.known || len(r.parts) == 1 {
		for i := range r.courses {
			if c := &r.courses[i]; c.lds() {
				r.unroll = lcm(r.unroll, c.Buffers)
				if c.Direct == nil { // data of several steps are in registers, too
					r.unroll = lcm(r.unroll, max(1, (c.Lead+r.phases-1)/r.phases))
				}
			}
		}
		if r.known && !slices.ContainsFunc(r.courses, func(c course) bool { return c.lds() }) {
			r.unroll = r.turnsOfRegisters()
		}
	}
	r.meet()
	r.clamp = !r.known && (r.ahead > 1 || r.unroll > 1 || len(r.parts) > 1)
	r.checkFirst()
	return r
}

// checkFirst refuses a part of a loop with which the timeline would not hold: before the loop's end, all that is ahead
// of a step in a whole loop must be so in this one.
func (r *running) checkFirst() {
	if !r.renumbers() {
		return
	}
	first, fewer := r.First, r.Fewer
	if max(first.varies, fewer.varies) != uniform {
		r.k.fail("a pipeline whose first step may differ between waves or lanes")
	}
	if !r.known {
		r.k.fail("a pipeline with First, or Fewer, and a number of steps that is not known; accepted: constants")
	}
	turn := r.unroll
	for i := range r.courses {
		if r.courses[i].lds() {
			turn = lcm(turn, r.courses[i].Buffers)
		}
	}
	most := r.loopEnd(0, r.parts[0].Steps.c) - int64(r.ahead+r.unroll)
	if fewer.mult%int64(turn) != 0 || fewer.lo < 0 || fewer.hi > most {
		r.k.fail("a pipeline of %d steps, and from %d to %d fewer, a multiple of %d; accepted: multiples of %d from 0 to %d (MultipleOf, Below)", r.last.c+1, fewer.lo, fewer.hi, fewer.mult, turn, max(most, 0))
	}
	if first.lo < 0 || first.hi > most || first.lo > fewer.hi {
		r.k.fail("a pipeline that begins with step %d to %d; accepted: 0 to %d, and no more than there are fewer", first.lo, first.hi, min(max(most, 0), fewer.hi))
	}
}

// mostTurns bounds the steps that a loop is unrolled by for registers alone.
const mostTurns = 16

// turnsOfRegisters is the number of steps after which registers of all streams have had their turn, instead
// of moving up in each step; 1 if it is too large.
func (r *running) turnsOfRegisters() int {
	turns := 1
	for i := range r.courses {
		if turns = lcm(turns, r.early(r.courses[i].load)+1); turns > mostTurns {
			return 1
		}
	}
	return turns
}

// steps sums up the steps of the parts.
func (r *running) steps() {
	total := I(0)
	for _, part := range r.parts {
		if c, known := part.Steps.Const(); known && c < 0 {
			r.k.fail("a pipeline of %d steps", c)
		}
		if part.Steps.varies != uniform {
			r.k.fail("a pipeline whose number of steps may differ between waves or lanes")
		}
		total = total.Plus(part.Steps)
	}
	_, r.known = total.Const()
	r.last = total.Minus(I(1))
}

// course plans a stream.
func (r *running) course(i int, s Stream) course {
	k, phases := r.k, r.phases
	if s.Buffers == 0 {
		s.Buffers = 2
	}
	if (s.Load == nil) == (s.Direct == nil) || s.Put != nil && s.Direct != nil {
		k.fail("stream %d of a pipeline; it needs either Load, usually with Put, or Direct", i)
	}
	if s.Buffers < 1 || s.Ahead < 0 || s.Early < 0 || s.Early > 0 && s.Put == nil && (s.Direct == nil || s.Ahead == 0) {
		k.fail("stream %d of a pipeline has %d buffers, loads %d steps ahead and puts %d phases early; accepted: at least 1 buffer, 1 step, and 0 phases", i, s.Buffers, s.Ahead, s.Early)
	}
	c := course{Stream: s}
	first, last, lead, slack := 0, phases-1, 0, 0
	if s.Fetch != nil {
		if len(c.At) == 0 {
			for phase := range phases {
				c.At = append(c.At, phase)
			}
		}
		if !slices.IsSorted(c.At) || c.At[0] < 0 || c.At[len(c.At)-1] >= phases || !c.lds() {
			k.fail("stream %d of a pipeline fetches at %v; accepted: rising numbers of its %d phases, and data in LDS", i, c.At, phases)
		}
		first, last, lead = c.At[0], c.At[len(c.At)-1]-1-s.Sooner, 1+s.Sooner
	}
	if !c.mayFetchSooner(phases) {
		k.fail("stream %d of a pipeline fetches at %v, and %d phases sooner; accepted: 0 phases, or so few that the tiles before are needed no more", i, c.At, s.Sooner)
	}
	if r.Apart {
		slack = 1
	}
	c.ready, c.free = first-lead-slack-s.Settled, last+1+slack
	if !c.lds() {
		c.ready = 0
	}
	c.put = c.ready - 1 - s.Early
	c.load = c.put + 1 - max(s.Ahead, 1)*phases
	if s.Lead != 0 {
		if s.Put == nil && s.Direct == nil || s.Ahead != 0 || s.Lead <= s.Early || s.Direct == nil && s.Lead > mostLead*phases {
			k.fail("stream %d of a pipeline loads %d phases ahead; accepted: 1 to %d, more than Early, with Put or Direct and without Ahead", i, s.Lead, mostLead*phases)
		}
		c.load = c.ready - s.Lead
	}
	empty := c.free - s.Buffers*phases // when the buffer is, on the clock of the step that wants it
	switch {
	case s.Direct != nil:
		if s.Ahead == 0 && s.Lead == 0 {
			c.load = empty
		}
		if c.load < empty || c.load >= c.ready {
			k.fail("stream %d of a pipeline loads %d steps ahead directly to %d buffers, which are in use for too long; it needs more buffers", i, s.Ahead, s.Buffers)
		}
	case s.Put != nil && empty > c.put:
		c.late = true
		if empty > c.ready || slack > 0 || s.Early > 0 {
			k.fail("stream %d of a pipeline needs more than %d buffers", i, s.Buffers)
		}
	}
	r.ahead = max(r.ahead, r.early(c.load))
	return c
}

// mayFetchSooner reports whether what Fetch replaces has had its phase by then.
func (c *course) mayFetchSooner(phases int) bool {
	if c.Sooner == 0 || c.Fetch == nil {
		return c.Sooner == 0
	}
	before := c.At[len(c.At)-1] - phases
	for _, at := range c.At {
		if c.Sooner < 0 || at-1-c.Sooner < before {
			return false
		}
		before = at
	}
	return true
}

// at returns the phase of a time.
func (r *running) at(time int) int { return (time%r.phases + r.phases) % r.phases }

// early returns how many steps before the step that it is for a time is.
func (r *running) early(time int) int { return (r.at(time) - time) / r.phases }

// meet decides where barriers are: before data are read, and between the last read of a buffer and
// its next use.
func (r *running) meet() {
	r.barriers = make([]bool, r.phases)
	for i := range r.courses {
		if c := &r.courses[i]; c.lds() {
			r.barriers[r.at(c.ready)] = true
		}
	}
	for i := range r.barriers {
		r.barriers[i] = r.barriers[i] || r.Apart
	}
	for i := range r.courses {
		c := &r.courses[i]
		if !c.lds() || c.late {
			continue
		}
		until := c.put
		if c.Direct != nil {
			until = c.load
		}
		between := false
		for t := c.free - c.Buffers*r.phases; t <= until; t++ {
			between = between || r.barriers[r.at(t)]
		}
		if !between {
			r.barriers[r.at(c.free)] = true
		}
	}
}

// underway returns how many groups of direct loads may stay under way at a boundary of a turn where
// data have to be ready, and whether any have to. Loads that begin in one phase are one group. turn
// is negative in steady state.
func (r *running) underway(turn, phase int, steady bool) (n int, any bool) {
	now := turn*r.phases + phase
	newest := 0
	for i := range r.courses {
		c := &r.courses[i]
		if c.Direct == nil || r.at(c.ready) != phase {
			continue
		}
		if step := turn + r.early(c.ready); r.exists(step, steady) {
			if t := step*r.phases + c.load; !any || t > newest {
				newest, any = t, true
			}
		}
	}
	for t := newest + 1; t < now; t++ {
		for i := range r.courses {
			c := &r.courses[i]
			if c.Direct == nil || r.at(t) != r.at(c.load) {
				continue
			}
			if r.exists((t-c.load)/r.phases, steady) {
				n++
				break
			}
		}
	}
	return min(n, mostGroups), any
}

// exists reports whether a step of a known number is loaded. In the loop all later ones are.
func (r *running) exists(step int, loop bool) bool {
	return step >= 0 && (loop || !r.known || int64(step) <= r.last.c)
}

// inLoop is underway for all turns of a loop from a turn on: the first ones may have fewer loads
// behind them.
func (r *running) inLoop(from, phase int) (n int, any bool) {
	n, any = r.underway(from, phase, true)
	for turn := from; turn <= from+r.ahead; turn++ {
		m, more := r.underway(turn, phase, true)
		n, any = min(n, m), any || more
	}
	return n, any
}
