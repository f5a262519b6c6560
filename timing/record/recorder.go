package record

import (
	"fmt"
	"sync"
	"sync/atomic"

	"heddle/layout"
	"heddle/sim"
	"heddle/timing"
)

// Recorder is a sim.Observer that makes the streams of workgroups. It must be the only observer of a
// run, whose schedule touches memory when instructions are issued (not sim.ScheduleLate or
// sim.ScheduleRandom).
type Recorder struct {
	// Wants says which workgroups are recorded; nil means all. The others execute as without an
	// observer.
	Wants func(workgroup int) bool
	// Scratch says where the scratch of waves is in memory.
	Scratch Scratch

	program *timing.Program
	sets    int // of the vector L1

	held atomic.Int64 // about how many instructions groups has

	mu     sync.Mutex // of what follows
	groups map[int]*group
	free   []*known
	ops    int64 // of workgroups that have ended
	failed error
}

// NewRecorder returns a recorder for runs of the program.
func NewRecorder(p *timing.Program) *Recorder {
	return &Recorder{program: p, sets: p.Chip.Model.Memory.L1Sets.Int(), groups: map[int]*group{}}
}

// Take returns the streams of a workgroup, wave by wave, and forgets them. It fails if the workgroup
// was not recorded to its end, or if it left the program.
func (r *Recorder) Take(workgroup int) ([]*timing.Stream, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.groups[workgroup]
	switch {
	case r.failed != nil:
		return nil, r.failed
	case g == nil || g.running > 0:
		return nil, fmt.Errorf("workgroup %d was not recorded", workgroup)
	}
	delete(r.groups, workgroup)
	r.held.Add(-g.counted)
	return g.streams, nil
}

// Of returns the observer of a workgroup, nil if it is not wanted.
func (r *Recorder) Of(workgroup int) sim.Observer {
	if r.Wants != nil && !r.Wants(workgroup) {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	g := &group{recorder: r}
	g.touch.Addrs, g.touch.Sets = g.addrs[:], r.sets
	if n := len(r.free); n > 0 {
		g.known, r.free = r.free[n-1], r.free[:n-1]
	} else {
		g.known = new(known)
	}
	r.groups[workgroup] = g
	return g
}

// Executed, Landed, WaveStarted and WaveEnded do nothing: events come to the observers of workgroups.
func (r *Recorder) Executed(*sim.Event)  {}
func (r *Recorder) Landed(*sim.Event)    {}
func (r *Recorder) WaveStarted(_, _ int) {}
func (r *Recorder) WaveEnded(_, _ int)   {}
func (r *Recorder) fail(err error)       { r.mu.Lock(); r.failed = firstOf(r.failed, err); r.mu.Unlock() }
func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// ended keeps what a workgroup knows for another one.
func (r *Recorder) ended(g *group) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = append(r.free, g.known)
	g.known = nil
	for _, s := range g.streams {
		r.ops += int64(len(s.Ops))
	}
}

// instructions returns how many have been recorded, of workgroups that have ended.
func (r *Recorder) instructions() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ops
}

// known is what was found out about instructions, by the numbers that the device has for them.
type known struct {
	sites    []site
	patterns []ldsPattern
	worst    worstLDS
	runs     [][]timing.Op // of straight runs, by Run.Number
}

// group is the observer of one workgroup.
type group struct {
	recorder *Recorder
	streams  []*timing.Stream
	running  int // waves that have not ended
	// Instructions that the recorder knows of, and others; full says that it takes no more.
	counted, uncounted int64
	full               bool
	known              *known
	memory             []waveMemory // of each wave
	// For the access under way: what it touches, and its lines. Block has those of earlier ones.
	touch        timing.Touch
	addrs        [64]uint64
	lines, block []timing.Line
	lds          layout.LDSAddresses
}

// maxHeld bounds the instructions that are recorded and not taken: half a gigabyte of them. Tests change
// it.
var maxHeld int64 = 64_000_000

// count counts n more instructions, and reports whether there is room for them.
func (g *group) count(n int) bool {
	const part = 1 << 14 // that is counted at once
	if g.uncounted += int64(n); g.uncounted >= part {
		g.counted += g.uncounted
		if g.recorder.held.Add(g.uncounted) > maxHeld && !g.full {
			g.full = true
			g.recorder.fail(fmt.Errorf("workgroups are too long to be timed: more than %d instructions of kernel %s would have to be held", maxHeld, g.recorder.program.Kernel))
		}
		g.uncounted = 0
	}
	return !g.full
}

// WaveStarted begins the stream of a wave.
func (g *group) WaveStarted(workgroup, wave int) {
	g.streams = append(g.streams, &timing.Stream{Workgroup: workgroup, Wave: wave})
	g.memory = append(g.memory, waveMemory{})
	g.running++
}

// WaveEnded ends it.
func (g *group) WaveEnded(_, wave int) {
	if g.running--; g.running == 0 {
		g.recorder.ended(g)
	}
}

// Landed does nothing: accesses come with the instruction that issues them.
func (g *group) Landed(*sim.Event) {}

// Skips adds a straight run of instructions to the stream of its wave.
func (g *group) Skips(e *sim.Event, run *sim.Run) bool {
	for len(g.known.runs) <= run.Number {
		g.known.runs = append(g.known.runs, make([][]timing.Op, max(64, len(g.known.runs)))...)
	}
	ops := g.known.runs[run.Number]
	if ops == nil {
		if ops = g.run(e, run); ops == nil {
			return false // an instruction of it is not of the program
		}
		g.known.runs[run.Number] = ops
	}
	if g.count(len(ops)) {
		s := g.streams[e.Wave]
		s.Ops = append(s.Ops, ops...)
	}
	return true
}

// run makes the ops of a straight run, nil if the program does not have all of it.
func (g *group) run(e *sim.Event, run *sim.Run) []timing.Op {
	first := indexOf(g.recorder.program, e.CodeAddr)
	if first < 0 || int(first)+len(run.Insts) > len(g.recorder.program.Insts) {
		return nil
	}
	ops := make([]timing.Op, len(run.Insts))
	addr := e.CodeAddr
	for i := range ops {
		in := &g.recorder.program.Insts[int(first)+i]
		if in.Addr != addr {
			return nil
		}
		ops[i] = timing.Op{Inst: first + int32(i), Access: -1}
		addr += uint64(in.Size)
	}
	return ops
}

// Executed adds an instruction to the stream of its wave.
func (g *group) Executed(e *sim.Event) {
	x := g.site(e)
	if x == nil || !g.count(1) {
		return
	}
	s := g.streams[e.Wave]
	op := timing.Op{Inst: x.inst, Access: -1}
	if x.kind != touchesNothing {
		op.Access = g.access(e, x, s)
	}
	s.Ops = append(s.Ops, op)
}

// site returns what is known of the event's instruction, nil if it is not of the program.
func (g *group) site(e *sim.Event) *site {
	for len(g.known.sites) <= e.Site {
		g.known.sites = append(g.known.sites, make([]site, max(256, len(g.known.sites)))...)
	}
	x := &g.known.sites[e.Site]
	if !x.known {
		index := indexOf(g.recorder.program, e.CodeAddr)
		if index < 0 {
			g.recorder.fail(fmt.Errorf("workgroup %d, wave %d: executes %s at %#x, which is outside of the code of kernel %s and of all functions",
				e.Workgroup, e.Wave, e.Inst, e.CodeAddr, g.recorder.program.Kernel))
			return nil
		}
		*x = siteOf(g.recorder.program.Chip, index, e.Inst)
	}
	return x
}
