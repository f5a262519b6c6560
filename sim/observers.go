package sim

import "fmt"

// Divider is an Observer with one of its own for each workgroup. It must be the only observer of its
// run, which uses several cores.
type Divider interface {
	Observer
	// Of returns the observer of a workgroup, nil if nobody wants to know what that does, which then
	// executes as without observers. It is called when the workgroup starts, in the order of their ids.
	// Events of different workgroups may come at the same time, and none comes to the Divider.
	Of(workgroup int) Observer
}

// observers passes the events of a run to several observers, each in turn. Each
// is told what it would be told if it were the only one, except that a Landed
// within a run that a Skipper skips may come at its operation's own time, not
// after the run.
type observers struct {
	list []observerOf
	// skipping is how many instructions are left of a run that some of them
	// skip. No other wave executes before its end.
	skipping int
}

// observerOf is an observer with what else it is.
type observerOf struct {
	Observer
	preparer Preparer
	skipper  Skipper
	skips    bool // the run under way
}

// observe resolves the observers of the launch.
func (r *run) observe() error {
	list := r.launch.Observers
	if len(list) > 0 && !observable {
		return fmt.Errorf("this build has no observers (tag unobservable)")
	}
	all := &observers{}
	for i, o := range list {
		if o == nil {
			return fmt.Errorf("observer %d of the launch is nil", i)
		}
		one := observerOf{Observer: o}
		if one.preparer, _ = o.(Preparer); one.preparer != nil {
			r.preparer = all
		}
		if one.skipper, _ = o.(Skipper); one.skipper != nil {
			r.skipper = all
		}
		if r.divider, _ = o.(Divider); r.divider != nil && len(list) > 1 {
			return fmt.Errorf("observer %d of the launch has one for each workgroup: it must be the only one", i)
		}
		all.list = append(all.list, one)
	}
	switch {
	case len(list) == 0, r.divider != nil:
	case len(list) == 1: // without the detour
		r.observer, r.preparer, r.skipper = list[0], all.list[0].preparer, all.list[0].skipper
	default:
		r.observer = all
	}
	return nil
}

// Executing passes the event to those that look before instructions.
func (o *observers) Executing(e *Event) {
	for i := range o.list {
		if x := &o.list[i]; x.preparer != nil && (o.skipping == 0 || !x.skips) {
			x.preparer.Executing(e)
		}
	}
}

// Executed passes the event to those that do not skip it.
func (o *observers) Executed(e *Event) {
	for i := range o.list {
		if x := &o.list[i]; o.skipping == 0 || !x.skips {
			x.Executed(e)
		}
	}
	if o.skipping > 0 {
		o.skipping--
	}
}

// Landed passes the event on.
func (o *observers) Landed(e *Event) {
	for i := range o.list {
		o.list[i].Landed(e)
	}
}

// WaveStarted passes the start of a wave on.
func (o *observers) WaveStarted(workgroup, wave int) {
	for i := range o.list {
		o.list[i].WaveStarted(workgroup, wave)
	}
}

// WaveEnded passes the end of a wave on.
func (o *observers) WaveEnded(workgroup, wave int) {
	for i := range o.list {
		o.list[i].WaveEnded(workgroup, wave)
	}
}

// Skips reports whether all of them skip the run. Otherwise there are events of
// its instructions, for those that do not.
func (o *observers) Skips(e *Event, run *Run) bool {
	skipping := 0
	for i := range o.list {
		x := &o.list[i]
		if x.skips = x.skipper != nil && x.skipper.Skips(e, run); x.skips {
			skipping++
		}
	}
	if o.skipping = 0; 0 < skipping && skipping < len(o.list) {
		o.skipping = len(run.Insts)
	}
	return skipping == len(o.list)
}
