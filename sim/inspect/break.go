package inspect

import (
	"slices"

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

// NewFindingBreaker returns a breaker that stops once found is not 0, after the instruction at which an
// observer of the launch has found something.
func NewFindingBreaker(found func() int) *Breaker { return &Breaker{found: found} }

// Observe makes the breaker look at a dispatch of a kernel of the object. It is called once for each
// dispatch, after those who find something observe it.
func (b *Breaker) Observe(object *hsaco.Object, l *sim.Launch) {
	l.Observers = slices.Clone(l.Observers) // other launches may share the array
	if b.found != nil {
		for i, o := range l.Observers {
			l.Observers[i] = &findingStop{Observer: o, found: b.found}
		}
		return
	}
	if b.objects[object] == nil {
		b.objects[object] = b.filter.in(object)
	}
	l.Observers = append(l.Observers, &placeStop{selector: b.objects[object]})
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

// findingStop is an observer that stops the run when it has found something.
type findingStop struct {
	sim.Observer
	found func() int
}

func (s *findingStop) stop(e *sim.Event) {
	if s.found() > 0 {
		e.Registers.Stop(&Stop{Finding: true})
	}
}

func (s *findingStop) Executing(e *sim.Event) {
	if p, ok := s.Observer.(sim.Preparer); ok {
		p.Executing(e)
		s.stop(e)
	}
}

func (s *findingStop) Executed(e *sim.Event) {
	s.Observer.Executed(e)
	s.stop(e)
}

func (s *findingStop) Landed(e *sim.Event) {
	s.Observer.Landed(e)
	s.stop(e)
}

func (s *findingStop) Skips(e *sim.Event, run *sim.Run) bool {
	skipper, ok := s.Observer.(sim.Skipper)
	return ok && skipper.Skips(e, run)
}
