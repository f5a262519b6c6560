package timing

import "heddle/arch"

// Given is a Memory that takes each access's latency as given, from its issue on. Accesses still pass the
// queue and the L1's data path one after another.
type Given struct {
	// Program's Chip has the times of the data path.
	Program *Program
	// Vector and Scalar latencies of accesses that give none.
	VectorLatency, ScalarLatency Cycle
	// FetchLatency is how long the first fetch of a line of instructions takes a compute unit; later
	// ones hit.
	FetchLatency Cycle
	// Reserve lets loads wait for places of the L1, of which each line on its way holds one.
	Reserve bool

	lines map[lineOf]Cycle // when they are there
	l1    map[int]*places  // by compute unit
}

// lineOf is a line of instructions in the cache of a compute unit.
type lineOf struct {
	cu   int
	line uint64
}

// Vector is of Memory.
func (g *Given) Vector(now Cycle, _ int, a *Access) (taken, done Cycle) {
	m := &g.Program.Chip.Model.Core
	path := cycles(m.VMEMDword)
	const dword = 4
	if a.Bytes > dword*g.Program.Chip.WaveSize {
		path = cycles(m.VMEMWide)
	}
	latency := g.VectorLatency
	if a.Latency > 0 {
		latency = a.Latency
	}
	return now + path, now + latency
}

// reserve gives the lines of a load places in the L1 until done, and returns how long the load waits for
// them. Of one whose lines are not known, none is taken to be there.
func (g *Given) reserve(now, done Cycle, cu int, a *Access) (wait Cycle) {
	own := cycles(g.Program.Chip.Model.Memory.L1Latency)
	if a.Bytes > 4*g.Program.Chip.WaveSize {
		own = cycles(g.Program.Chip.Model.Memory.L1WideLatency)
	}
	if done -= own; !g.Reserve || a.Write || a.Atomic || done <= now {
		return 0
	}
	p := g.l1[cu]
	if p == nil {
		if g.l1 == nil {
			g.l1 = map[int]*places{}
		}
		p = newPlaces(&g.Program.Chip.Model.Memory)
		g.l1[cu] = p
	}
	for i := range a.Lines {
		wait = max(wait, p.take(a.Lines[i].Addr|1, now, done))
	}
	if len(a.Lines) > 0 {
		return wait
	}
	for range (a.Bytes + arch.CacheLine - 1) / arch.CacheLine {
		p.unknown += arch.CacheLine
		wait = max(wait, p.take(p.unknown, now, done))
	}
	return wait
}

// places are the lines of an L1, by set, the most recently used first. Lines are spread over the sets: what a trace's
// latencies are given for does not stop at the places of the set that a line's address is in (preshuffle_gemm, whose
// rows are 4096 bytes apart, would take 1.36 times what was measured; with all places 1.00).
type places struct {
	sets    [][]place
	unknown uint64 // bytes of lines without addresses so far
}

// place is a line, and when its data are there.
type place struct {
	key uint64 // odd: its address plus 1; even: one that is not known; 0: none
	at  Cycle
}

func newPlaces(m *arch.MemoryModel) *places {
	const most = 1 << 12 // users can set both
	p := &places{sets: make([][]place, min(max(m.L1Sets.Int(), 1), most))}
	for i := range p.sets {
		p.sets[i] = make([]place, min(max(m.L1Ways.Int(), 1), most))
	}
	return p
}

// take gives a line a place from now on whose data come at done, and returns how long it waits for it: if the data
// of all lines of the set are on the way, for the first.
func (p *places) take(key uint64, now, done Cycle) (wait Cycle) {
	ways := p.sets[(key/arch.CacheLine*0x9e3779b97f4a7c15)>>40%uint64(len(p.sets))]
	first := len(ways) - 1
	for i := range ways {
		if ways[i].key == key {
			first = i
			break
		}
		if k := len(ways) - 1 - i; ways[first].at > now && ways[k].at < ways[first].at {
			first = k
		}
	}
	if ways[first].key != key {
		wait = max(ways[first].at-now, 0)
		ways[first] = place{key, max(done, now+wait)}
	}
	hit := ways[first]
	copy(ways[1:first+1], ways[:first])
	ways[0] = hit
	return wait
}

// Scalar is of Memory.
func (g *Given) Scalar(now Cycle, _ int, a *Access) (done Cycle) {
	if a.Latency > 0 {
		return now + a.Latency
	}
	return now + g.ScalarLatency
}

// Fetch is of Memory.
func (g *Given) Fetch(now Cycle, cu int, line uint64) (done Cycle) {
	if g.FetchLatency == 0 {
		return now
	}
	if g.lines == nil {
		g.lines = map[lineOf]Cycle{}
	}
	at, ok := g.lines[lineOf{cu, line}]
	if !ok {
		at = now + g.FetchLatency
		g.lines[lineOf{cu, line}] = at
	}
	return max(at, now)
}
