package inspect

import (
	"heddle/hsaco"
	"heddle/sim"
)

// Stop is the error of a run that a Breaker has stopped.
type Stop struct {
	// Finding says that a check has found something; else the instruction, which has not been
	// executed, is the place to stop at.
	Finding bool
}

func (s *Stop) Error() string {
	if s.Finding {
		return "stopped at the first finding"
	}
	return "stopped before it"
}

// Breaker stops a run where a filter says. The error is a *sim.RunError that wraps a *Stop.
type Breaker struct {
	filter  *Filter
	objects map[*hsaco.Object]*selector
	found   func() int // how much has been found, nil to stop at the filter
}

// NewBreaker returns a breaker that stops before the first instruction that fits the filter.
func NewBreaker(f *Filter) *Breaker {
	return &Breaker{filter: f, objects: map[*hsaco.Object]*selector{}}
}

// NewFindingBreaker returns a breaker that stops once found is not 0, after the instruction of which
// that was found. It must be told of each instruction after those who find.
func NewFindingBreaker(found func() int) *Breaker { return &Breaker{found: found} }

// Observe makes the breaker look at a dispatch of a kernel of the object. It is called once for each
// dispatch, after all others who observe it.
func (b *Breaker) Observe(object *hsaco.Object, l *sim.Launch) {
	var o sim.Observer = &findingStop{found: b.found}
	if b.found == nil {
		if b.objects[object] == nil {
			b.objects[object] = b.filter.in(object)
		}
		o = &placeStop{selector: b.objects[object]}
	}
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], o)
}

// waves is for observers that do not care when waves start and end, nor when memory operations do.
type waves struct{}

func (waves) Landed(*sim.Event)    {}
func (waves) Executed(*sim.Event)  {}
func (waves) WaveStarted(int, int) {}
func (waves) WaveEnded(int, int)   {}

// placeStop stops before an instruction.
type placeStop struct {
	waves
	selector *selector
}

func (s *placeStop) Skips(e *sim.Event, run *sim.Run) bool { return s.selector.skips(e, run) }

func (s *placeStop) Executing(e *sim.Event) {
	if s.selector.event(e) {
		e.Registers.Stop(&Stop{})
	}
}

// findingStop stops after a finding.
type findingStop struct {
	waves
	found func() int
}

func (s *findingStop) Skips(*sim.Event, *sim.Run) bool { return true } // who finds something wants the events

func (s *findingStop) Executed(e *sim.Event) { s.Landed(e) }

func (s *findingStop) Landed(e *sim.Event) {
	if s.found() > 0 {
		e.Registers.Stop(&Stop{Finding: true})
	}
}
