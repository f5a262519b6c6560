package timing

import (
	"errors"
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/isa"
)

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
	// Turnaround is the time from the end of a workgroup's last wave to when its places can be used again.
	Turnaround Cycle
	// SIMDs is the order in which waves go to the SIMDs of a compute unit; nil means 0, 1, 2 and so on.
	SIMDs  []int
	Memory Memory
	// Observe is called for each issue of a wave in its order: slot by slot, but for barriers, which are
	// over later than they are reported, and ends, which began earlier. The Issue is valid during the call only. Done of
	// vector memory and of the LDS is 0: see Served. It may be nil.
	Observe func(*Issue)
	// Served is called when the time is known at which the data of a vector memory or LDS instruction
	// arrive: at its issue, just before Observe, or later. It may be nil.
	Served func(wave, seq int, done Cycle)
}

// core is a run of the model.
type core struct {
	launch  *Launch
	program *Program
	model   *arch.CoreModel
	memory  Memory
	given   *Given // the memory, if it gives latencies from the issue on
	facts   []fact
	waits   map[[2]int32]Cycle

	maxVM, maxLGKM        int
	blockBytes, lineBytes uint64

	units       []unit
	dispatchers []dispatcher
	age         int64
	live        int // waves
	unused      []*wave

	now    Cycle
	result *Result
	loops  loops
	issue  Issue
}

// Run replays the workgroups of a launch. It fails if Next does, if a workgroup does not fit or a stream is not of
// the program, or if waves wait for a barrier that others of their workgroup never reach.
func Run(l *Launch) (*Result, error) {
	c, err := newCore(l)
	if err != nil {
		return nil, err
	}
	for {
		t := c.nextSlot()
		if t == never {
			break
		}
		c.now = t
		c.serveUntil(t)
		if err := c.dispatch(t); err != nil {
			return nil, err
		}
		for i := range c.units {
			if u := &c.units[i]; u.wake <= t {
				if err := c.step(u, t); err != nil {
					return nil, err
				}
			}
		}
	}
	if c.live > 0 {
		return nil, fmt.Errorf("%s: %d waves wait at a barrier that others of their workgroup do not reach", l.Program.Kernel, c.live)
	}
	c.finish()
	return c.result, nil
}

func newCore(l *Launch) (*core, error) {
	p := l.Program
	xcds := max(l.XCDs, 1)
	switch {
	case p == nil || p.Chip == nil || p.Target == nil || len(p.Insts) == 0:
		return nil, errors.New("timing: no program")
	case l.Memory == nil || l.Next == nil:
		return nil, errors.New("timing: no memory, or no workgroups")
	case l.SIMDs != nil && !permutation(l.SIMDs, p.Chip.SIMDs):
		return nil, fmt.Errorf("timing: %v is no order of %d SIMDs", l.SIMDs, p.Chip.SIMDs)
	case l.CUs < 1 || l.CUs%xcds != 0:
		return nil, fmt.Errorf("timing: %d compute units on %d XCDs", l.CUs, xcds)
	}
	m := &p.Chip.Model.Core
	c := &core{
		launch: l, program: p, model: m, memory: l.Memory, facts: facts(p), waits: map[[2]int32]Cycle{},
		maxVM: isa.MaxVMCount, maxLGKM: isa.MaxLGKMCount,
		blockBytes: uint64(max(m.FetchBlock.Int(), 1)), lineBytes: uint64(max(m.FetchLine.Int(), 1)),
		units: make([]unit, l.CUs), dispatchers: make([]dispatcher, xcds),
		result: &Result{Program: p, Sites: make([]Site, len(p.Insts))},
	}
	if c.lineBytes&(c.lineBytes-1) != 0 {
		return nil, fmt.Errorf("timing: a line of %d bytes; it must be a power of two", c.lineBytes)
	}
	c.given, _ = l.Memory.(*Given)
	for i := range c.units {
		u := &c.units[i]
		u.id, u.wake, u.serveAt = i, never, never
		u.simds = make([]simd, p.Chip.SIMDs)
		u.lds.pairs = make([]ldsPair, (p.Chip.SIMDs+1)/2)
		for s := range u.simds {
			d := &u.simds[s]
			d.next, d.scalarSlot, d.branchSlot, d.valuSlot = never, -1, -1, -1
		}
		u.rampSlot, u.lastVMEM, u.wakesVMEM = -1, len(u.simds)-1, never
		for k := range u.lds.pairs {
			u.lds.pairs[k].last = 1
		}
		u.lastVALU = -1 - cycles(m.RampIdle)
	}
	per := l.CUs / xcds
	for x := range c.dispatchers {
		c.dispatchers[x] = dispatcher{units: c.units[x*per : (x+1)*per], xcd: x}
	}
	return c, nil
}

// permutation reports whether a list has each number below n once.
func permutation(list []int, n int) bool {
	sorted := slices.Sorted(slices.Values(list))
	for i, v := range sorted {
		if v != i {
			return false
		}
	}
	return len(list) == n
}

// nextSlot is the next slot in which something can happen.
func (c *core) nextSlot() Cycle {
	t := never
	for i := range c.units {
		t = min(t, c.units[i].wake, c.units[i].serveAt)
	}
	for i := range c.dispatchers {
		t = min(t, c.dispatchers[i].next)
	}
	return slotUp(t)
}

// serveUntil serves what comes to the heads of queues until t, in the order of time.
func (c *core) serveUntil(t Cycle) {
	for {
		var first *unit
		for i := range c.units {
			if u := &c.units[i]; u.serveAt <= t && (first == nil || u.serveAt < first.serveAt) {
				first = u
			}
		}
		if first == nil {
			return
		}
		c.serve(first, first.serveAt)
	}
}

// wakeUp lets the unit of a wave look at it again.
func (c *core) wakeUp(w *wave) {
	w.next = max(w.next, c.now)
	d := &w.cu.simds[w.simd]
	d.next = min(d.next, w.next)
	w.cu.wake = min(w.cu.wake, w.next)
}
