package timing

// Group is a workgroup that was executed.
type Group struct {
	Workgroup int
	Streams   []*Stream // one for each of its waves
	// Place says where each wave ran and when it began, as a trace recorded it. If it is nil, the
	// dispatcher chooses.
	Place []Place
}

// Place is where and when a wave began.
type Place struct {
	CU, SIMD, Slot int
	Begin          Cycle
}

// Launch is what Run replays.
type Launch struct {
	Program *Program
	// Next returns the next workgroup that the dispatcher of an XCD has to place, nil after the last one.
	// Workgroups with places come in the order in which their first waves begin, all from XCD 0.
	Next func(xcd int) (*Group, error)
	// CUs is the number of compute units under way, those of XCD 0 first; XCDs must divide it (0 means 1).
	CUs, XCDs int
	// PerCU is the number of workgroups that a compute unit holds at once; 0 means as many as it has
	// places for waves.
	PerCU int
	// GroupInterval is the time between two workgroups that a dispatcher places, WaveInterval between
	// two waves of a workgroup.
	GroupInterval, WaveInterval Cycle
	Memory                      Memory
	// Observe is called for each issue, in the order of time. The Issue is valid during the call only.
	// Done of vector memory that has not been served yet is 0: see Served.
	Observe func(*Issue)
	// Served is called when the time is known at which data of an earlier issue arrive. It may be nil.
	Served func(wave, seq int, done Cycle)
}

// Run replays the workgroups of a launch. It fails if Next does, if a workgroup does not fit, or if waves
// wait for a barrier that others of their workgroup never reach.
func Run(l *Launch) (*Result, error) {
	panic("BUG: not yet built")
}

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
}

// Vector is of Memory.
func (g *Given) Vector(now Cycle, cu int, a *Access) (taken, done Cycle) { panic("BUG: not yet built") }

// Scalar is of Memory.
func (g *Given) Scalar(now Cycle, cu int, a *Access) (done Cycle) { panic("BUG: not yet built") }

// Fetch is of Memory.
func (g *Given) Fetch(now Cycle, cu int, line uint64) (done Cycle) { panic("BUG: not yet built") }
