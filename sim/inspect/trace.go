package inspect

import (
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Tracer prints what instructions read, write and touch, as they are executed.
type Tracer struct {
	w       io.Writer
	filter  *Filter
	objects map[*hsaco.Object]*tracedObject
	printed bool
	ended   int // the workgroup in which the run ended, as is printed; none if it has not
	err     error
	failed  atomic.Bool // there is err

	mu sync.Mutex // of what tracedObjects have
}

// tracedObject is what the printers of an object have in common.
type tracedObject struct {
	selector *selector
	sites    map[int]*site // by sim.Event.Site
	free     []*printer    // those that nobody uses

	// What sites have, from which newSite takes: instructions that are executed one after the other are
	// neighbours, in the caches of a CPU, too.
	siteRoom     []site
	registerRoom []register
	lineRoom     []byte
}

// NewTracer returns a tracer that writes what fits the filter to w.
func NewTracer(w io.Writer, f *Filter) *Tracer {
	return &Tracer{w: w, filter: f, objects: map[*hsaco.Object]*tracedObject{}}
}

// Observe makes the tracer print a dispatch of a kernel of the object. It is called once for each
// dispatch. If nobody else observes the launch, and more does not say that others will, the run goes on
// using all cores.
func (t *Tracer) Observe(object *hsaco.Object, l *sim.Launch, more bool) {
	o := t.objects[object]
	if o == nil {
		o = &tracedObject{selector: t.filter.in(object), sites: map[int]*site{}}
		t.objects[object] = o
	}
	t.ended = none
	if len(l.Observers) == 0 && !more {
		l.Observers = []sim.Observer{dividedTrace{t: t, object: o}}
		return
	}
	p := t.take(o)
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], p.observer())
	o.free = append(o.free, p) // from the end of the dispatch on
}

// take returns a printer.
func (t *Tracer) take(object *tracedObject) *printer {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(object.free); n > 0 {
		p := object.free[n-1]
		object.free = object.free[:n-1]
		p.divided, p.running, p.ends, p.allocation, p.under, p.text, p.start = false, 0, none, sim.Allocation{}, nil, p.text[:0], 0
		return p
	}
	selector := *object.selector
	p := &printer{Tracer: t, object: object, selector: &selector, lanes: t.filter.lanes, as: t.filter.as, ends: none}
	if p.lanes == 0 {
		p.lanes = ^uint64(0)
	}
	return p
}

// Err returns why the tracer stopped the run: what it wrote to failed.
func (t *Tracer) Err() error { return t.err }

// Printed reports whether anything has fit the filter.
func (t *Tracer) Printed() bool { return t.printed }

// none is no workgroup.
const none = math.MaxInt

// write writes text, in the order of a run on one core, of a workgroup in which the run ended, or none.
// Nothing follows what ended the run, whatever other workgroups did meanwhile; of several errors the run
// has that of the first workgroup.
func (t *Tracer) write(b []byte, ended int) {
	if len(b) == 0 || t.err != nil || t.ended != none && ended >= t.ended {
		return
	}
	t.ended = min(t.ended, ended)
	t.printed = true
	if _, t.err = t.w.Write(b); t.err != nil {
		t.failed.Store(true)
	}
}

// dividedTrace gives each workgroup that the filter chooses a printer, so that they can be executed at
// the same time, and others at full speed.
type dividedTrace struct {
	sim.Observer // nothing comes to it
	t            *Tracer
	object       *tracedObject
}

// Of returns the printer of a workgroup.
func (d dividedTrace) Of(workgroup int) sim.Observer {
	if !within(d.t.filter.workgroups, uint64(workgroup)) {
		return nil
	}
	p := d.t.take(d.object)
	p.divided = true
	return p.observer()
}

// printer prints what a workgroup does, or all of a dispatch.
type printer struct {
	*Tracer
	object     *tracedObject
	selector   *selector
	divided    bool   // it is for one workgroup
	whole      bool   // everything fits the filter
	lanes      uint64 // whose values are printed
	as         format
	running    int            // waves
	ends       int            // the workgroup, if its text has what ends the run; else none
	allocation sim.Allocation // that was accessed last
	waves      []waveTrace
	under      *site  // the instruction under way, nil if the filter leaves it out
	text       []byte // that is not written, of the instruction under way from start on
	start      int
	kept       []byte  // for Landed
	sites      []*site // by sim.Event.Site
	touches    []*touch
}

// selective is a printer whose filter leaves out some of what its workgroups do. Whole runs of
// instructions may be among it; without them to ask about, the simulator does not ask.
type selective struct{ *printer }

// Skips does without the events of runs that the filter leaves out.
func (t selective) Skips(e *sim.Event, run *sim.Run) bool {
	if !t.selector.skips(e, run) {
		return false
	}
	t.wave(e).forget()
	return true
}

// observer returns the printer as the simulator needs to know it.
func (t *printer) observer() sim.Observer {
	if t.whole = t.filter.choosesAll() && (t.divided || t.filter.workgroups == nil); t.whole {
		return t
	}
	return selective{t}
}

// WaveStarted counts a wave.
func (t *printer) WaveStarted(workgroup, wave int) {
	t.running++
	w := t.waveOf(workgroup, wave)
	w.forget()
	w.seq = 0
}

// WaveEnded notes that a wave has ended.
func (t *printer) WaveEnded(int, int) { t.running-- }

// Flush writes what there is. With the end of the workgroup the printer is free for another.
func (t *printer) Flush() {
	t.write(t.text[:t.start], t.ends) // without an instruction that an observer held back
	t.text, t.start = t.text[:0], 0
	if t.running == 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.object.free = append(t.object.free, t)
	}
}

// Executing prints the instruction and what it reads.
func (t *printer) Executing(e *sim.Event) {
	w := t.wave(e)
	if !t.whole && !t.selector.event(e) {
		t.under = nil
		w.forget()
		return
	}
	s := t.site(e)
	t.under = s
	t.text = t.values(t.head(t.room(), e, w, s, ""), e, w, s, s.readList(e), false)
}

// Executed prints what it wrote and touched. What a memory operation loads comes with Landed.
func (t *printer) Executed(e *sim.Event) {
	s, w := t.under, &t.waves[e.Wave]
	if s == nil {
		w.forget()
		return
	}
	b := t.text
	if !s.loads {
		b = t.values(b, e, w, s, s.writeList(e), true)
	}
	if len(e.Accesses)+len(e.Dropped) > 0 {
		b = t.accesses(t.accesses(b, e, e.Accesses, ""), e, e.Dropped, "dropped ")
	}
	if e.Registers.Ended() {
		b = t.failure(b, e)
	}
	t.end(b, e)
}

// failure appends what ends the run at the instruction, or at one before that touches memory only now.
func (t *printer) failure(b []byte, e *sim.Event) []byte {
	addr, err := e.Registers.Failure()
	if err == nil {
		return b
	}
	b = append(b, "\n    the run ends here: "...)
	if addr != e.CodeAddr {
		b = append(appendHex(b, addr), ": "...)
	}
	t.ends = e.Workgroup
	return append(b, printable(err.Error())...)
}

// Landed prints what a memory operation loaded.
func (t *printer) Landed(e *sim.Event) {
	if t.ends != none {
		return
	}
	w := t.wave(e)
	if !t.whole && !t.selector.event(e) {
		w.forget()
		return
	}
	s := t.site(e)
	if len(s.writes) == 0 && len(e.Accesses) == 0 && e.Writes.Empty() {
		return
	}
	t.kept = append(t.kept[:0], t.text[t.start:]...) // of a wait that covers it
	b := t.values(t.head(t.room(), e, w, s, "arrived: "), e, w, s, s.writes, true)
	t.end(t.accesses(b, e, e.Accesses, ""), e)
	t.text = append(t.text, t.kept...)
}

// room returns what there is of text before the instruction under way, with room for most of them.
func (t *printer) room() []byte {
	const usual = 4 << 10
	if cap(t.text)-t.start < usual {
		return slices.Grow(t.text[:t.start], enoughText+usual)
	}
	return t.text[:t.start]
}

// Text is written when there is enough of it, if it is the workgroup's turn; if not, when there is very
// much.
const enoughText, veryMuchText = 32 << 10, 4 << 20

// end ends the text of an instruction, and stops the run if it cannot be written.
func (t *printer) end(b []byte, e *sim.Event) {
	t.text = append(b, '\n')
	switch {
	case !t.divided:
		t.write(t.text, t.ends)
		t.text = t.text[:0]
	case len(t.text) >= enoughText && (len(t.text) >= veryMuchText || e.Registers.HasTurn()):
		e.Registers.AwaitTurn()
		t.write(t.text, t.ends)
		t.text = t.text[:0]
	}
	if t.start = len(t.text); t.failed.Load() {
		e.Registers.Stop(t.err)
	}
}

// head appends where and what, without the end of the line.
func (t *printer) head(b []byte, e *sim.Event, w *waveTrace, s *site, what string) []byte {
	b = w.begin(b, e)
	if what == "" && e.Lanes == ^uint64(0) {
		n := len(b)
		if len(s.line) > usualLine {
			return append(b, s.line...)
		}
		b = slices.Grow(b, usualLine)[:n+usualLine]
		*(*[usualLine]byte)(b[n:]) = *(*[usualLine]byte)(s.line[:usualLine])
		return b[:n+len(s.line)]
	}
	if what == "" {
		b = append(b, s.line[:s.name]...)
	} else {
		b = append(append(append(b, s.line[:s.at]...), what...), s.line[s.at:s.name]...)
	}
	if e.Lanes != ^uint64(0) {
		b = appendHex(append(b, "  lanes "...), e.Lanes)
	}
	return append(b, s.line[s.name:]...)
}

// values appends the values of registers that are read, or have been written.
func (t *printer) values(b []byte, e *sim.Event, w *waveTrace, s *site, list []register, written bool) []byte {
	lanes := t.lanes
	if !s.whole {
		lanes &= e.Lanes
	}
	for i := range list {
		r := &list[i]
		if r.reg < isa.V0 {
			b = appendScalar(r.appendName(b), e.Registers, r)
			continue
		}
		of := r.as
		if t.as != formatOfUse {
			of = t.as
		}
		if t.filter.lanes == 0 {
			b = w.appendVector(b, e.Registers, r, lanes, of, written)
		} else {
			b = appendLanes(r.appendName(b), &laneValues{dwords: e.Registers.Lanes(r.reg), lanes: lanes, as: of}, blanks, 64)
		}
	}
	return b
}

// few is how many lanes are printed of values that follow no rule, unless the filter says which.
const few = 4

// appendLanes prints values of lanes that are not those of a register.
func (t *printer) appendLanes(b []byte, v *laneValues) []byte {
	if t.as != formatOfUse {
		v.as = t.as
	}
	if t.filter.lanes != 0 {
		return appendLanes(b, v, blanks, 64)
	}
	return appendLanes(b, v, "", few)
}

// blanks are what further lines of a value begin with.
const blanks = "                "
