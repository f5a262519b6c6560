package timing

import "slices"

// loops are the loops that waves executed, by the branch back.
type loops struct {
	list []loop
	of   map[int32]int // by index of the branch
}

type loop struct {
	begin, end int32
	times      []Cycle
	full       Full
}

// inside is the waves of a SIMD that are in a loop: how many, since when, and how long the matrix core had worked until then.
type inside struct {
	waves int
	since Cycle
	busy  int64
}

// worked is for how long the matrix core has worked until t.
func (d *simd) worked(t Cycle) int64 { return d.matrixBusy - int64(max(0, d.matrix-t)) }

// enter counts a wave that is in a loop from t on, or with -1 one that is no more.
func (c *core) enter(w *wave, k int, t Cycle, waves int) {
	d := &w.cu.simds[w.simd]
	for len(d.inside) <= k {
		d.inside = append(d.inside, inside{})
	}
	in, full := &d.inside[k], &c.loops.list[k].full
	switch {
	case in.waves > full.Waves:
		*full = Full{in.waves, int64(t - in.since), d.worked(t) - in.busy}
	case in.waves == full.Waves && in.waves > 0:
		full.Cycles += int64(t - in.since)
		full.MatrixBusy += d.worked(t) - in.busy
	}
	*in = inside{in.waves + waves, t, d.worked(t)}
}

// leaveLoops: a wave ends at t, perhaps from within loops.
func (c *core) leaveLoops(w *wave, t Cycle) {
	for k, at := range w.loopAt {
		if at >= 0 {
			c.enter(w, k, t, -1)
			w.loopAt[k] = -1
		}
	}
}

// loopBack: a wave has taken a branch back at t.
func (c *core) loopBack(w *wave, branch, target int32, t Cycle) {
	k, ok := c.loops.of[branch]
	if !ok {
		if c.loops.of == nil {
			c.loops.of = map[int32]int{}
		}
		k = len(c.loops.list)
		c.loops.of[branch] = k
		c.loops.list = append(c.loops.list, loop{begin: target, end: branch})
	}
	c.loops.list[k].begin = min(c.loops.list[k].begin, target)
	for len(w.loopAt) <= k {
		w.loopAt = append(w.loopAt, -1)
	}
	if w.loopAt[k] >= 0 {
		c.loops.list[k].times = append(c.loops.list[k].times, t-w.loopAt[k])
	} else {
		c.enter(w, k, t, 1)
	}
	w.loopAt[k] = t
}

// leaveLoop: a wave has not taken a branch, at t.
func (c *core) leaveLoop(w *wave, branch int32, t Cycle) {
	k, ok := c.loops.of[branch]
	if !ok || k >= len(w.loopAt) || w.loopAt[k] < 0 {
		return
	}
	c.loops.list[k].times = append(c.loops.list[k].times, t-w.loopAt[k])
	w.loopAt[k] = -1
	c.enter(w, k, t, -1)
}

// report counts an issue.
func (c *core) report(w *wave, f *fact, inst int32, t, length, done Cycle) {
	site := &c.result.Sites[inst]
	site.Issues++
	site.Length += int64(length)
	stall := t - w.ready
	cause, by := w.cause, w.by
	if stall <= 0 {
		cause, by = NoCause, -1
	} else {
		site.Stalls[cause] += int64(stall)
		if by >= 0 {
			if site.By == nil {
				site.By = map[int32]int64{}
			}
			site.By[w.stream.Ops[by].Inst] += int64(stall)
		}
	}
	if done > 0 {
		site.Latency += int64(done - t)
	}
	if c.launch.Observe != nil {
		c.issue = Issue{Wave: w.id, Seq: w.pc, Inst: int(inst), Ready: w.ready, At: t, Length: length, Stall: cause, By: int(by), Done: done}
		switch {
		case f.matrix: // the scale half of a scaled one issues before it
			c.issue.BusyAt, c.issue.Busy = t+length-slot, f.busy
		case f.category == catLDS:
			_, c.issue.Busy = c.ldsCycles(w, f)
		}
		c.launch.Observe(&c.issue)
	}
}

// finish fills what is known at the end.
func (c *core) finish() {
	r := c.result
	for i := range c.units {
		u := &c.units[i]
		if u.used {
			r.CUs++
		}
		for s := range u.simds {
			if u.simds[s].used {
				r.SIMDs++
			}
		}
	}
	for i := range c.loops.list {
		if l := &c.loops.list[i]; len(l.times) > 0 {
			r.Loops = append(r.Loops, c.loop(l))
		}
	}
	slices.SortFunc(r.Loops, func(a, b Loop) int { return a.End - b.End })
}

// loop sums up a loop.
func (c *core) loop(l *loop) Loop {
	slices.Sort(l.times)
	out := Loop{
		Begin: int(l.begin), End: int(l.end), Iterations: len(l.times),
		Min: l.times[0], Median: l.times[len(l.times)/2], Max: l.times[len(l.times)-1],
		Full: l.full,
	}
	n := max(c.result.Sites[l.end].Issues, 1)
	var matrix, all int64
	for i := l.begin; i <= l.end; i++ {
		site := &c.result.Sites[i]
		all += site.Issues
		if c.facts[i].matrix {
			matrix += site.Issues
		}
		for k := range site.Stalls {
			out.Stalls[k] += site.Stalls[k]
		}
	}
	for k := range out.Stalls {
		out.Stalls[k] /= n
	}
	out.Instructions, out.MFMA = int((all+n/2)/n), int((matrix+n/2)/n)
	return out
}
