package timing

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

	lines map[lineOf]Cycle // when they are there
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
