package timing

import "fmt"

// dispatcher places the workgroups of an XCD on its compute units.
type dispatcher struct {
	xcd     int
	units   []unit
	pending *Group // the next one
	next    Cycle  // when it tries again, never: when a workgroup ends
	free    Cycle  // when it can place the next workgroup
	leaving []leaving
}

// leaving is a workgroup that has ended, and whose places can be used again at a time.
type leaving struct {
	at Cycle
	r  *resident
}

// release gives the places of workgroups back until t.
func (d *dispatcher) release(t Cycle) {
	n := 0
	for n < len(d.leaving) && d.leaving[n].at <= t {
		r := d.leaving[n].r
		r.cu.residents--
		for s := range r.cu.simds {
			r.cu.simds[s].places -= r.places[s]
		}
		n++
	}
	d.leaving = append(d.leaving[:0], d.leaving[n:]...)
}

// resident is a workgroup on a compute unit.
type resident struct {
	workgroup int
	cu        *unit
	places    []int // by SIMD
	waves     []*wave
	live      int // waves that have not ended
	arrived   int // at the barrier
}

// dispatch places workgroups at t.
func (c *core) dispatch(t Cycle) error {
	for x := range c.dispatchers {
		d := &c.dispatchers[x]
		for d.next <= t {
			if err := c.place(d, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// place places the next workgroup of a dispatcher, or finds out when it can.
func (c *core) place(d *dispatcher, t Cycle) error {
	if d.pending == nil {
		g, err := c.launch.Next(d.xcd)
		if err != nil {
			return err
		}
		if g == nil {
			d.next = never
			return nil
		}
		if err := c.check(g); err != nil {
			return err
		}
		d.pending = g
	}
	g := d.pending
	if g.Place != nil {
		begin := g.Place[0].Begin
		for _, p := range g.Place {
			begin = min(begin, p.Begin)
		}
		if begin > t {
			d.next = begin
			return nil
		}
		r := &resident{workgroup: g.Workgroup}
		for i, p := range g.Place {
			c.start(r, &c.units[p.CU], g.Streams[i], p)
		}
		d.pending = nil
		return nil
	}
	if d.free > t {
		d.next = d.free
		return nil
	}
	d.release(t)
	u := c.choose(d, len(g.Streams))
	if u == nil {
		d.next = never
		if len(d.leaving) > 0 {
			d.next = d.leaving[0].at
		}
		return nil
	}
	c.fill(u, g, t)
	d.free = max(d.free, t) + c.launch.GroupInterval
	if slotUp(d.free) <= t {
		d.free = t
	}
	d.pending, d.next = nil, d.free
	return nil
}

// check finds streams that are not of the program, and places that do not exist.
func (c *core) check(g *Group) error {
	chip := c.program.Chip
	if len(g.Streams) == 0 {
		return fmt.Errorf("workgroup %d has no waves", g.Workgroup)
	}
	for _, s := range g.Streams {
		for i, op := range s.Ops {
			if op.Inst < 0 || int(op.Inst) >= len(c.facts) {
				return fmt.Errorf("workgroup %d, wave %d: instruction %d is index %d of a program of %d", s.Workgroup, s.Wave, i, op.Inst, len(c.facts))
			}
		}
	}
	if g.Place == nil {
		if most := chip.SIMDs * chip.MaxWavesPerSIMD; len(g.Streams) > most {
			return fmt.Errorf("workgroup %d has %d waves; a compute unit holds %d", g.Workgroup, len(g.Streams), most)
		}
		return nil
	}
	if len(g.Place) != len(g.Streams) {
		return fmt.Errorf("workgroup %d has %d waves and places for %d", g.Workgroup, len(g.Streams), len(g.Place))
	}
	for i, p := range g.Place {
		if p.CU < 0 || p.CU >= len(c.units) || p.SIMD < 0 || p.SIMD >= chip.SIMDs || p.Begin < 0 {
			return fmt.Errorf("workgroup %d, wave %d: compute unit %d, SIMD %d, begin %d; there are %d compute units with %d SIMDs",
				g.Workgroup, i, p.CU, p.SIMD, p.Begin, len(c.units), chip.SIMDs)
		}
	}
	return nil
}

// choose returns the compute unit with the fewest workgroups that has room, the first of several; nil if none has.
func (c *core) choose(d *dispatcher, waves int) *unit {
	var best *unit
	for i := range d.units {
		u := &d.units[i]
		room := 0
		for s := range u.simds {
			room += max(c.program.Chip.MaxWavesPerSIMD-u.simds[s].places, 0)
		}
		if room < waves || c.launch.PerCU > 0 && u.residents >= c.launch.PerCU {
			continue
		}
		if best == nil || u.residents < best.residents {
			best = u
		}
	}
	return best
}

// fill starts the waves of a workgroup, SIMD after SIMD.
func (c *core) fill(u *unit, g *Group, t Cycle) {
	r := &resident{workgroup: g.Workgroup, cu: u, places: make([]int, len(u.simds))}
	u.residents++
	for i, stream := range g.Streams {
		s := c.simdAt(u.nextSIMD)
		for u.simds[s].places >= c.program.Chip.MaxWavesPerSIMD {
			u.nextSIMD++
			s = c.simdAt(u.nextSIMD)
		}
		u.nextSIMD = (u.nextSIMD + 1) % len(u.simds)
		place := Place{SIMD: s, Slot: u.simds[s].places, Begin: slotUp(t + Cycle(i)*c.launch.WaveInterval)}
		u.simds[s].places++
		r.places[s]++
		c.start(r, u, stream, place)
	}
}

// simdAt is the SIMD that gets the wave of a turn.
func (c *core) simdAt(turn int) int {
	turn %= c.program.Chip.SIMDs
	if c.launch.SIMDs != nil {
		return c.launch.SIMDs[turn]
	}
	return turn
}

// start starts a wave.
func (c *core) start(r *resident, u *unit, s *Stream, p Place) {
	var w *wave
	if n := len(c.unused); n > 0 {
		w = c.unused[n-1]
		c.unused = c.unused[:n-1]
		*w = wave{loopAt: w.loopAt[:0]}
	} else {
		w = new(wave)
	}
	w.id, w.stream, w.home, w.cu, w.simd, w.age = len(c.result.Waves), s, r, u, p.SIMD, int64(p.Begin)<<24|c.age&(1<<24-1)
	c.age++
	c.live++
	c.result.Waves = append(c.result.Waves, Wave{s.Workgroup, s.Wave, u.id, p.SIMD, p.Slot, p.Begin, 0})
	r.live++
	r.waves = append(r.waves, w)
	u.used = true
	d := &u.simds[p.SIMD]
	d.used, d.dirty = true, true
	d.waves = append(d.waves, w)
	d.tidy()
	w.ready = slotUp(p.Begin)
	if len(s.Ops) > 0 {
		c.jump(w, p.Begin+cycles(c.model.Start), &c.facts[s.Ops[0].Inst])
	}
	c.plan(w)
	c.wakeUp(w)
}

// arrive: a wave has come to a barrier.
func (c *core) arrive(w *wave, t Cycle) {
	w.arrived, w.next, w.cause = true, never, WaitBarrier
	w.home.arrived++
	c.release(w.home, t)
}

// release lets the waves of a workgroup go when all that have not ended are at the barrier.
func (c *core) release(r *resident, t Cycle) {
	if r.live == 0 || r.arrived < r.live {
		return
	}
	r.arrived = 0
	at := max(t, t+cycles(c.model.Leave)-slot)
	for _, w := range r.waves {
		if w.ended || !w.arrived {
			continue
		}
		w.arrived, w.by = false, -1
		w.cause = WaitBarrier
		c.issued(w, &c.facts[w.stream.Ops[w.pc].Inst], at, slot, 0)
		c.wakeUp(w)
	}
}

// end ends a wave.
func (c *core) end(w *wave, t Cycle) {
	end := t + cycles(c.model.End)
	if w.pc < len(w.stream.Ops) {
		op := w.stream.Ops[w.pc]
		c.result.Sites[op.Inst].Stalls[Ending] += int64(t - w.ready)
		c.report(w, &c.facts[op.Inst], op.Inst, w.ready, end-w.ready, 0)
		c.result.Sites[op.Inst].Length -= int64(t - w.ready) // the stall
	}
	c.result.Waves[w.id].End = end
	c.result.Cycles = max(c.result.Cycles, end)
	w.next, w.ended = never, true
	c.leaveLoops(w, t)
	c.live--
	r := w.home
	r.live--
	w.cu.simds[w.simd].dirty = true
	if r.live > 0 {
		c.release(r, t)
		return
	}
	if r.cu != nil { // of the dispatcher
		d := &c.dispatchers[w.cu.id/(len(c.units)/len(c.dispatchers))]
		at := slotUp(end + c.launch.Turnaround)
		d.leaving = append(d.leaving, leaving{at, r})
		if d.pending != nil {
			d.next = min(d.next, max(at, d.free))
		}
	}
	c.unused = append(c.unused, r.waves...)
}
