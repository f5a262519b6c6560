package inspect

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
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
	objects map[*hsaco.Object]*selector
	printed bool
	err     error
	failed  atomic.Bool // there is err

	mu   sync.Mutex
	free map[*hsaco.Object][]*printer // those that nobody uses
}

// NewTracer returns a tracer that writes what fits the filter to w.
func NewTracer(w io.Writer, f *Filter) *Tracer {
	return &Tracer{w: w, filter: f, objects: map[*hsaco.Object]*selector{}, free: map[*hsaco.Object][]*printer{}}
}

// Observe makes the tracer print a dispatch of a kernel of the object. It is called once for each
// dispatch. If nobody else observes the launch, and more does not say that others will, the run goes on
// using all cores.
func (t *Tracer) Observe(object *hsaco.Object, l *sim.Launch, more bool) {
	if t.objects[object] == nil {
		t.objects[object] = t.filter.in(object)
	}
	if len(l.Observers) == 0 && !more {
		l.Observers = []sim.Observer{dividedTrace{t: t, object: object}}
		return
	}
	p := t.take(object)
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], p)
	t.free[object] = append(t.free[object], p) // from the end of the dispatch on
}

// take returns a printer.
func (t *Tracer) take(object *hsaco.Object) *printer {
	t.mu.Lock()
	defer t.mu.Unlock()
	if list := t.free[object]; len(list) > 0 {
		t.free[object] = list[:len(list)-1]
		p := list[len(list)-1]
		p.divided, p.running, p.allocation, p.under, p.text, p.start = false, 0, sim.Allocation{}, nil, p.text[:0], 0
		return p
	}
	selector := *t.objects[object]
	return &printer{Tracer: t, object: object, selector: &selector}
}

// Err returns why the tracer stopped the run: what it wrote to failed.
func (t *Tracer) Err() error { return t.err }

// Printed reports whether anything has fit the filter.
func (t *Tracer) Printed() bool { return t.printed }

// write writes text, in the order of a run on one core.
func (t *Tracer) write(b []byte) {
	if len(b) == 0 || t.err != nil {
		return
	}
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
	object       *hsaco.Object
}

// Of returns the printer of a workgroup.
func (d dividedTrace) Of(workgroup int) sim.Observer {
	if !within(d.t.filter.workgroups, uint64(workgroup)) {
		return nil
	}
	p := d.t.take(d.object)
	p.divided = true
	return p
}

// printer prints what a workgroup does, or all of a dispatch.
type printer struct {
	*Tracer
	object     *hsaco.Object
	selector   *selector
	divided    bool           // it is for one workgroup
	running    int            // waves
	allocation sim.Allocation // that was accessed last
	waves      []waveText
	under      *site  // the instruction under way, nil if the filter leaves it out
	text       []byte // that is not written, of the instruction under way from start on
	start      int
	sites      []*site // by sim.Event.Site
	texts      laneTexts
	touches    []*touch
}

// waveText is how the latest line of a wave begins.
type waveText struct {
	workgroup int
	seq       uint64
	text      []byte // "wg 0 wave 1 #12 "
}

// next makes it that of the wave's next instruction, if the number stays as long as it is.
func (w *waveText) next() bool {
	i := len(w.text) - 2
	for ; w.text[i] == '9'; i-- {
		w.text[i] = '0'
	}
	if w.text[i] == '#' {
		return false
	}
	w.text[i]++
	w.seq++
	return true
}

// WaveStarted counts a wave.
func (t *printer) WaveStarted(int, int) { t.running++ }

// WaveEnded notes that a wave has ended.
func (t *printer) WaveEnded(int, int) { t.running-- }

// Flush writes what there is. With the end of the workgroup the printer is free for another.
func (t *printer) Flush() {
	t.write(t.text[:t.start]) // without an instruction that failed
	t.text, t.start = t.text[:0], 0
	if t.running == 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.free[t.object] = append(t.free[t.object], t)
	}
}

// Skips does without the events of runs that the filter leaves out.
func (t *printer) Skips(e *sim.Event, run *sim.Run) bool { return t.selector.skips(e, run) }

// Executing prints the instruction and what it reads.
func (t *printer) Executing(e *sim.Event) {
	if t.under = nil; !t.selector.event(e) {
		return
	}
	s := t.site(e)
	t.under, t.text = s, t.text[:t.start]
	t.head(e, s, "")
	t.values(e, s, s.reads.of(e, s, e.Reads, "<"))
}

// Executed prints what it wrote and touched. What a memory operation loads comes with Landed.
func (t *printer) Executed(e *sim.Event) {
	s := t.under
	if s == nil {
		return
	}
	if !s.loads {
		t.values(e, s, s.writes.of(e, s, e.Writes, ">"))
	}
	t.accesses(e, e.Accesses, "")
	t.accesses(e, e.Dropped, "dropped ")
	t.end(e)
}

// Landed prints what a memory operation loaded.
func (t *printer) Landed(e *sim.Event) {
	if !t.selector.event(e) || e.Writes.Empty() && len(e.Accesses) == 0 {
		return
	}
	kept := bytes.Clone(t.text[t.start:]) // of a wait that covers it
	t.text = t.text[:t.start]
	s := t.site(e)
	t.head(e, s, "arrived: ")
	t.values(e, s, s.arrived.of(e, s, e.Writes, ">"))
	t.accesses(e, e.Accesses, "")
	t.end(e)
	t.text = append(t.text, kept...)
}

// Text is written when there is enough of it, if it is the workgroup's turn; if not, when there is very
// much.
const enoughText, veryMuchText = 64 << 10, 4 << 20

// end ends the text of an instruction, and stops the run if it cannot be written.
func (t *printer) end(e *sim.Event) {
	t.text = append(t.text, '\n')
	switch {
	case !t.divided:
		t.write(t.text)
		t.text = t.text[:0]
	case len(t.text) >= enoughText && (len(t.text) >= veryMuchText || e.Registers.HasTurn()):
		e.Registers.AwaitTurn()
		t.write(t.text)
		t.text = t.text[:0]
	}
	if t.start = len(t.text); t.failed.Load() {
		e.Registers.Stop(t.err)
	}
}

// loads reports whether the registers of an instruction are written when its data arrive.
func loads(inst *isa.Inst) bool {
	switch inst.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat, isa.UnitSMEM, isa.UnitLDS:
		return true
	}
	return false
}

// site is what a trace says of an instruction whenever it is executed.
type site struct {
	inst                   *isa.Inst
	at, text, source       string // "0x1300: ", the instruction, "  ; k.s:5"
	line                   string // all of them
	loads, vector          bool
	whole                  bool         // it does not look at EXEC
	reads, writes, arrived registerList // what it reads, writes at once, and when its data arrive
}

// registerList is the registers of a set, as they are printed.
type registerList struct {
	at   *isa.RegSet // the set, which sim keeps unless VGPR indexing chose it; nil if nothing is known
	set  isa.RegSet
	list []register
}

// register is a register that an instruction reads or writes, or adjacent scalar ones.
type register struct {
	reg isa.Reg
	n   int
	as  format // of a vector register
	// text[:length] is "\n    < v1 = ". All of it is copied, in less time than a part of it.
	text   [24]byte
	length uint8
}

// site returns that of an event.
func (t *printer) site(e *sim.Event) *site {
	for e.Site >= len(t.sites) {
		t.sites = append(t.sites, make([]*site, len(t.sites)+64)...)
	}
	s := t.sites[e.Site]
	if s == nil {
		s = &site{inst: e.Inst, at: fmt.Sprintf("%#x: ", e.CodeAddr), text: e.Inst.String(), loads: loads(e.Inst), vector: hasLanes(e.Inst),
			whole: e.Inst.Row.Op.Matrix() != nil}
		if at := sourceAt(t.selector.lines, e.CodeAddr); at.Line > 0 {
			s.source = "  ; " + at.String()
		}
		s.line = s.at + s.text + s.source
		t.sites[e.Site] = s
	}
	return s
}

// of returns the registers of a set, which is mostly the same.
func (x *registerList) of(e *sim.Event, s *site, set *isa.RegSet, mark string) []register {
	if x.at == set && !e.Registers.Indexed() || x.at != nil && x.set == *set {
		return x.list
	}
	x.at, x.set, x.list = set, *set, nil
	if e.Registers.Indexed() {
		x.at = &x.set // what else is there changes
	}
	if !set.Empty() {
		types := typesOf(e.Registers, e.Inst)
		formats := types.reads
		if mark == ">" {
			formats = types.writes
		}
		x.list = s.registers(e, set, mark, formats)
	}
	return x.list
}

// head prints where and what, without the end of the line.
func (t *printer) head(e *sim.Event, s *site, what string) {
	b := append(t.text, t.wave(e)...)
	if what == "" && e.Lanes == ^uint64(0) {
		t.text = append(b, s.line...)
		return
	}
	b = append(append(append(b, s.at...), what...), s.text...)
	if e.Lanes != ^uint64(0) {
		b = appendHex(append(b, "  lanes "...), e.Lanes)
	}
	t.text = append(b, s.source...)
}

// wave returns how the lines of the event's wave begin.
func (t *printer) wave(e *sim.Event) []byte {
	for e.Wave >= len(t.waves) {
		t.waves = append(t.waves, waveText{})
	}
	w := &t.waves[e.Wave]
	if w.workgroup != e.Workgroup || w.seq+1 != e.Seq || w.seq == 0 || !w.next() {
		w.workgroup, w.seq = e.Workgroup, e.Seq
		w.text = fmt.Appendf(w.text[:0], "wg %d wave %d #%d ", e.Workgroup, e.Wave, e.Seq)
	}
	return w.text
}

// registers lists those of a set.
func (s *site) registers(e *sim.Event, set *isa.RegSet, mark string, formats []registerFormat) (list []register) {
	add := func(reg isa.Reg, n int, name string, as format) {
		r := register{reg: reg, n: n, as: as}
		r.length = uint8(copy(r.text[:], "\n    "+mark+" "+name+" = "))
		list = append(list, r)
	}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			reg := isa.Reg(64*w + bits.TrailingZeros64(word))
			n := 1
			switch {
			case s.vector && (reg == isa.ExecLo || reg == isa.ExecHi) && mark == "<", reg == isa.Mode && s.vector:
				continue // the lanes say it; and all of them read MODE
			case reg >= isa.V0:
				add(reg, 1, e.Registers.Name(reg).String(), formatIn(formats, reg))
				continue
			case reg >= 128:
				if name := specialName(reg); name != "" {
					add(reg, 1, name, formatOfUse)
				}
				continue
			}
			for reg+isa.Reg(n) < 128 && set.Has(reg+isa.Reg(n)) && (reg.IsSGPR() && (reg+isa.Reg(n)).IsSGPR() || n == 1 && reg >= isa.FlatScratchLo && reg%2 == 0) {
				word &= word - 1
				n++
				if int(reg)+n == 64*(w+1) {
					break // the rest is in the next word
				}
			}
			add(reg, n, tupleName(reg, n), formatOfUse)
		}
	}
	return list
}

// values prints the values of registers.
func (t *printer) values(e *sim.Event, s *site, list []register) {
	v := laneValues{lanes: e.Lanes}
	if s.whole {
		v.lanes = ^uint64(0)
	}
	v.lanes = t.lanes(v.lanes)
	b := t.text
	for i := range list {
		r := &list[i]
		b = append(b, r.text[:]...)[:len(b)+int(r.length)]
		switch {
		case r.reg >= isa.V0:
			v.dwords, v.as = e.Registers.Lanes(r.reg), r.as
			b = t.appendLanes(b, &v)
		case r.reg >= 128:
			b = appendSpecial(b, e.Registers, r.reg)
		default:
			b = appendScalars(b, e.Registers, r.reg, r.n)
		}
	}
	t.text = b
}

// lanes are those of an event whose values are printed.
func (t *printer) lanes(lanes uint64) uint64 {
	if t.filter.lanes != 0 {
		lanes &= t.filter.lanes
	}
	return lanes
}

// appendLanes prints values of lanes. It prints a few if they follow no rule, unless the filter says
// which.
func (t *printer) appendLanes(b []byte, v *laneValues) []byte {
	if t.filter.as != formatOfUse {
		v.as = t.filter.as
	}
	if t.filter.lanes != 0 {
		return appendLanes(b, v, blanks, 64)
	}
	const few = 4
	return t.texts.append(b, v, few)
}

// blanks are what further lines of a value begin with.
const blanks = "                "
