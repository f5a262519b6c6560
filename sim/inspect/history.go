package inspect

import (
	"slices"
	"sync"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// HistoryLength is how many instructions of a wave a History gives.
const HistoryLength = 32

// History remembers what each wave executed last.
type History struct {
	mu     sync.Mutex
	groups map[int]*groupHistory // of the dispatch under way, by workgroup
	free   []*groupHistory
}

// Past is something that a wave executed.
type Past struct {
	Addr uint64 `json:"address"` // in the code object
	Text string `json:"instruction"`
	// Seq is the number of the execution in its wave. Lanes is EXEC then, all for scalar instructions.
	Seq   uint64 `json:"number"`
	Lanes uint64 `json:"lanes"`
}

// entry is Past as it is kept.
type entry struct {
	inst  *isa.Inst
	addr  uint64
	seq   uint64
	lanes uint64
	more  []*isa.Inst // executed after it, in order
}

// groupHistory is what the waves of a workgroup executed.
type groupHistory struct {
	waves
	history *History
	rings   []ring
	running int
}

// ring keeps the last entries of a wave.
type ring struct {
	entries [HistoryLength]entry
	n       int // how many there have been
}

func (r *ring) add(e entry) {
	r.entries[r.n%HistoryLength] = e
	r.n++
}

// Observe makes the history remember a dispatch, and forget those before. If nobody else observes the
// launch, and more does not say that others will, the run goes on using all cores.
func (h *History) Observe(_ *hsaco.Object, l *sim.Launch, more bool) {
	h.groups, h.free = map[int]*groupHistory{}, nil
	if len(l.Observers) == 0 && !more {
		l.Observers = []sim.Observer{dividedHistory{h: h}}
		return
	}
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], &commonHistory{h: h})
}

// dividedHistory gives each workgroup its own, so that they can be executed at the same time.
type dividedHistory struct {
	sim.Observer // nothing comes to it
	h            *History
}

// Of returns the history of a workgroup.
func (d dividedHistory) Of(workgroup int) sim.Observer { return d.h.start(workgroup) }

// commonHistory passes events on to the histories of their workgroups.
type commonHistory struct {
	h    *History
	last *groupHistory // of the workgroup of the last event
	id   int
}

func (c *commonHistory) of(workgroup int) *groupHistory {
	if c.last == nil || c.id != workgroup {
		if c.last = c.h.groups[workgroup]; c.last == nil {
			c.last = c.h.start(workgroup)
		}
		c.id = workgroup
	}
	return c.last
}

func (c *commonHistory) Executed(e *sim.Event) { c.of(e.Workgroup).Executed(e) }
func (c *commonHistory) Landed(*sim.Event)     {}

func (c *commonHistory) Skips(e *sim.Event, run *sim.Run) bool {
	return c.of(e.Workgroup).Skips(e, run)
}

func (c *commonHistory) WaveStarted(workgroup, wave int) {
	c.of(workgroup).WaveStarted(workgroup, wave)
}

func (c *commonHistory) WaveEnded(workgroup, wave int) {
	c.of(workgroup).WaveEnded(workgroup, wave)
}

// start returns the history of a workgroup that starts.
func (h *History) start(workgroup int) *groupHistory {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := &groupHistory{history: h}
	if n := len(h.free); n > 0 {
		g, h.free = h.free[n-1], h.free[:n-1]
	}
	h.groups[workgroup] = g
	return g
}

// WaveStarted makes room for a wave.
func (g *groupHistory) WaveStarted(_, wave int) {
	for wave >= len(g.rings) {
		g.rings = append(g.rings, ring{})
	}
	g.rings[wave].n = 0
	g.running++
}

// WaveEnded forgets the workgroup when its last wave has ended.
func (g *groupHistory) WaveEnded(workgroup, _ int) {
	if g.running--; g.running == 0 {
		g.history.mu.Lock()
		defer g.history.mu.Unlock()
		delete(g.history.groups, workgroup)
		g.history.free = append(g.history.free, g)
	}
}

// Executed remembers an instruction.
func (g *groupHistory) Executed(e *sim.Event) {
	g.rings[e.Wave].add(entry{e.Inst, e.CodeAddr, e.Seq, e.Lanes, nil})
}

// Skips remembers a run as one entry.
func (g *groupHistory) Skips(e *sim.Event, run *sim.Run) bool {
	g.rings[e.Wave].add(entry{run.Insts[0], e.CodeAddr, e.Seq, e.Lanes, run.Insts[1:]})
	return true
}

// Of returns what a wave of a workgroup that has not ended executed last, the latest at the end, of the
// executed instructions that there have been: it may have been stopped within a run.
func (h *History) Of(workgroup, wave int, executed uint64) []Past {
	list := []Past{}
	g := h.groups[workgroup]
	if g == nil || wave >= len(g.rings) {
		return list
	}
	r := &g.rings[wave]
	for i := max(0, r.n-HistoryLength); i < r.n; i++ {
		e := &r.entries[i%HistoryLength]
		if e.seq > executed {
			continue
		}
		list = append(list, Past{e.addr, e.inst.String(), e.seq, e.lanes})
		at := e.addr + uint64(e.inst.Size())
		for k, inst := range e.more[:min(uint64(len(e.more)), executed-e.seq)] {
			list = append(list, Past{at, inst.String(), e.seq + uint64(k) + 1, e.lanes})
			at += uint64(inst.Size())
		}
	}
	return slices.Clip(list[max(0, len(list)-HistoryLength):])
}
