// Package sanitize finds what is wrong with a kernel though the simulator
// gives the right result, for errors that a card could answer differently. Its checks
// observe a run of package sim and report findings.
package sanitize

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
	simd "heddle/sim/lanes"
)

// Finding is something that a kernel did and must not do. Repetitions by the same instruction with
// the same partner are one finding.
type Finding struct {
	Check     string    `json:"check"`
	Kernel    string    `json:"kernel"`
	Object    string    `json:"object,omitempty"` // the code object's file, if there are several
	Workgroup int       `json:"workgroup"`        // linear id, x fastest
	Group     [3]uint32 `json:"group"`            // its coordinates
	Wave      int       `json:"wave"`             // within the workgroup
	Lane      int       `json:"lane"`             // -1: the whole wave, or a scalar register
	Addr      uint64    `json:"addr"`             // of the instruction, in the code object
	Text      string    `json:"text"`             // the instruction
	File      string    `json:"file,omitempty"`
	Line      int       `json:"line,omitempty"`
	Column    int       `json:"column,omitempty"`
	Other     *Place    `json:"other,omitempty"` // the earlier instruction that it conflicts with
	Message   string    `json:"message"`
	Advice    string    `json:"advice,omitempty"` // what to do about it
	Count     int       `json:"count"`            // how often; the rest describes the first time

	dispatch int
}

// Place is where an instruction was executed.
type Place struct {
	Note      string `json:"note"` // what it is to the finding: "the load is here"
	Addr      uint64 `json:"addr"`
	Text      string `json:"text"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	Workgroup int    `json:"workgroup"`
	Wave      int    `json:"wave"`
	Lane      int    `json:"lane"`
}

// check looks for one kind of mistake. Its methods are those of sim.Observer;
// they get the facts of the event's instruction. There is a new one for each
// dispatch.
type check interface {
	executed(*sim.Event, *facts)
	landed(*sim.Event, *facts)
	waveStarted(workgroup, wave int)
	waveEnded(workgroup, wave int)
}

// preparer is a check that looks before instructions, too.
type preparer interface{ executing(*sim.Event, *facts) }

// checkRow is a check by its name.
type checkRow struct {
	name string
	all  bool                   // "all" includes it
	rare bool                   // it only looks at what facts.simple is not true of
	sees sight                  // what else
	make func(*Sanitizer) check // nil if another check of the dispatch does it
}

// checkTable has the checks in the order in which they see an event.
var checkTable = [...]checkRow{
	{"waits", true, false, seesWaits | seesMemory, newWaits},
	{"hazards", true, false, seesWaits | seesMemory, newHazards},
	{"hazards-manual", false, false, seesWaits | seesMemory, newManualHazards},
	{"undefined", true, false, seesMemory | seesLanding, newUndefined},
	{"races", true, true, seesWaits | seesMemory | seesLanding, newRaces},
	{"lds-dma", true, true, seesWaits | seesMemory | seesLanding, newLDSDMA},
	{"lds-torn", false, true, seesMemory | seesLanding, newTorn},
	{"lds-unused", false, true, seesMemory | seesLanding, newUnused},
	{"bounds", true, false, seesMemory, newBounds},
	{"bounds-buffer", false, true, seesMemory, newBufferBounds},
	{"barriers", true, true, 0, newBarriers},
}

// sight is what a check looks at.
type sight uint8

const (
	seesWaits   sight = 1 << iota // s_waitcnt without accesses
	seesMemory                    // memory instructions
	seesLanding                   // landed operations without accesses
)

// CheckNames returns the names of the checks.
func CheckNames() []string {
	var names []string
	for i := range checkTable {
		names = append(names, checkTable[i].name)
	}
	return names
}

// Options say what to look for.
type Options struct {
	// Checks are names of checks, or "all" (all but hazards-manual, lds-torn, lds-unused and bounds-buffer), or "none".
	Checks []string
	// Object is the code object that is run. Findings have source lines if it
	// has a line table.
	Object *hsaco.Object
	// Suppress are findings to leave out, nil for none.
	Suppress *Suppressions
}

// Sanitizer is a sim.Observer that runs checks. It is for the dispatches of
// one device, one after the other.
type Sanitizer struct {
	object   *hsaco.Object // of the dispatch
	target   *isa.Target
	lines    *hsaco.LineTable
	suppress *Suppressions
	rows     []*checkRow

	facts    factTable
	runs     []*runFacts // by sim.Run.Number
	raceOps  []raceOp
	checks   []check // of the dispatch under way
	always   []check // those that look at every instruction
	waiting  []check // those that look at s_waitcnt
	touching []check // those that look at accesses of memory
	landing  []check // those that look at operations that landed without accesses since
	prepare  []preparer
	skippers []skipper   // all of always; else there are none
	races    *racesCheck // shared by races and lds-dma
	window   *window     // of the checks of wait states
	kernel   string
	groups   [3]uint32
	// objectName is what Use called the object.
	objectName string
	dispatch   int

	findings []*Finding
	known    map[pair]*Finding

	memory   undefinedMemory
	hosts    sim.Buffer // in which kernel and host talk
	versions uint64     // of shadowGroup given so far
	shadows  spareShadows
	torn     []*shadowBytes // of workgroups of the lds-torn check that have ended
	level    simd.Level     // of the kernels that checks use
	dma      bool           // there may be direct-to-LDS loads
	events   uint64
	found    int // findings that are not suppressed
	wave     int // of the event
	places   placesOf
}

// pair is what findings are merged by: two of them with the same pair say the
// same.
type pair struct {
	dispatch, check int
	addr, other     uint64
}

// New returns a sanitizer. Its Begin is to be called before each dispatch.
func New(o Options) (*Sanitizer, error) {
	if o.Object == nil {
		return nil, fmt.Errorf("the sanitizer needs the code object that is run")
	}
	s := &Sanitizer{target: isa.For(o.Object.Chip), suppress: o.Suppress, known: map[pair]*Finding{}, facts: factTable{byAddr: map[uint64]*facts{}}, level: simd.Best()}
	s.Use(o.Object, "")
	on, err := selected(o.Checks)
	if err != nil {
		return nil, err
	}
	for i := range checkTable {
		if on[i] {
			s.rows = append(s.rows, &checkTable[i])
		}
	}
	return s, nil
}

// Use says that the next dispatches are of another code object of the same chip,
// whose name findings get.
func (s *Sanitizer) Use(o *hsaco.Object, name string) {
	if s.objectName = name; s.object == o {
		return
	}
	s.object, s.lines = o, nil
	if lines, err := o.Lines(); err == nil { // the lines are an extra: code without them is checked as well
		s.lines = lines
	}
	s.dma = mayLoadToLDS(s.object, s.target)
}

// Checks reports whether the check of that name is among those that are made.
func (s *Sanitizer) Checks(name string) bool {
	for _, row := range s.rows {
		if row.name == name {
			return true
		}
	}
	return false
}

// selected says which rows of checkTable the names choose.
func selected(names []string) ([len(checkTable)]bool, error) {
	var on [len(checkTable)]bool
	for _, name := range names {
		found := name == "all" || name == "none"
		for i := range checkTable {
			if checkTable[i].name == name || name == "all" && checkTable[i].all {
				on[i], found = true, true
			}
		}
		if !found {
			return on, fmt.Errorf("there is no check %q; the checks are %s, all (without hazards-manual, lds-torn, lds-unused and bounds-buffer) and none", name, strings.Join(CheckNames(), ", "))
		}
	}
	return on, nil
}

// Begin starts the checks anew for a dispatch and adds the sanitizer to its
// observers. It is called once for each dispatch.
func (s *Sanitizer) Begin(l *sim.Launch) {
	s.dispatch++
	s.kernel, s.groups = l.Kernel.Name(), l.Groups()
	s.checks, s.always, s.prepare, s.window = s.checks[:0], s.always[:0], s.prepare[:0], nil
	s.skippers, s.waiting, s.touching, s.landing = s.skippers[:0], s.waiting[:0], s.touching[:0], s.landing[:0]
	s.memory.begin()
	if s.hosts = (sim.Buffer{}); l.Doorbell != nil {
		s.hosts = l.Doorbell.Buffer
	}
	for _, row := range s.rows {
		if c := row.make(s); c != nil {
			s.checks = append(s.checks, c)
			for _, x := range [...]struct {
				list *[]check
				sees sight
			}{{&s.waiting, seesWaits}, {&s.touching, seesMemory}, {&s.landing, seesLanding}} {
				if row.sees&x.sees != 0 {
					*x.list = append(*x.list, c)
				}
			}
			if !row.rare {
				s.always = append(s.always, c)
				s.skippers = append(s.skippers, c.(skipper))
			}
			if p, ok := c.(preparer); ok {
				s.prepare = append(s.prepare, p)
			}
		}
	}
	// The undefined check changes its mind about registers in quiet.
	slices.SortStableFunc(s.skippers, func(a, b skipper) int { return bit(isUndefined(a)) - bit(isUndefined(b)) })
	if len(s.checks) > 0 {
		l.Observers = append(slices.Clip(l.Observers), s) // other launches may share the array
	}
}

func isUndefined(c skipper) bool {
	_, ok := c.(*undefined)
	return ok
}

// Executing passes an instruction that is about to be executed to the checks
// that want to know.
func (s *Sanitizer) Executing(e *sim.Event) {
	if len(s.prepare) > 0 {
		f := s.factsOf(e)
		for _, c := range s.prepare {
			c.executing(e, f)
		}
	}
}

// Executed passes an executed instruction to the checks.
func (s *Sanitizer) Executed(e *sim.Event) {
	s.events, s.wave = s.events+1, e.Wave
	f, checks := s.factsOf(e), s.checks
	switch {
	case f.memory:
		checks = s.touching
	case len(e.Accesses) > 0:
	case f.simple:
		checks = s.always
	case f.waits:
		checks = s.waiting
	}
	for _, c := range checks {
		c.executed(e, f)
	}
}

// Landed passes the end of a memory operation to the checks.
func (s *Sanitizer) Landed(e *sim.Event) {
	s.events, s.wave = s.events+1, e.Wave
	f, checks := s.factsOf(e), s.landing
	if len(e.Accesses) > 0 {
		checks = s.checks
	}
	for _, c := range checks {
		c.landed(e, f)
	}
}

// WaveStarted passes the start of a wave to the checks.
func (s *Sanitizer) WaveStarted(workgroup, wave int) {
	for _, c := range s.checks {
		c.waveStarted(workgroup, wave)
	}
}

// WaveEnded passes the end of a wave to the checks.
func (s *Sanitizer) WaveEnded(workgroup, wave int) {
	for _, c := range s.checks {
		c.waveEnded(workgroup, wave)
	}
}

// origin is an executed instruction, small enough to be kept for every
// register or piece of memory. The zero value means no instruction.
type origin struct {
	addr      uint64 // in the code object
	inst      *isa.Inst
	workgroup int32
	wave      int16
	lane      int16 // -1: the whole wave
}

// originOf returns the origin of what the instruction of an event did in a
// lane, -1 for all.
func originOf(e *sim.Event, lane int) origin {
	return origin{e.CodeAddr, e.Inst, int32(e.Workgroup), int16(e.Wave), int16(lane)}
}

// detail is what a finding says about itself.
type detail struct {
	message string // "reads v1 while a load into it is outstanding"
	note    string // about the other instruction: "the load is here"
	advice  string // "add s_waitcnt vmcnt(0) before"
}

// report notes that the instruction at conflicts with an earlier one (the zero
// origin: with none). What it says is asked for the first time only.
func (s *Sanitizer) report(check string, at, other origin, describe func() detail) {
	key := pair{s.dispatch, s.indexOf(check), at.addr, other.addr}
	if f := s.known[key]; f != nil {
		f.Count++
		return
	}
	d := describe()
	f := &Finding{Check: check, Kernel: s.kernel, Object: s.objectName, Workgroup: int(at.workgroup), Group: s.coordinates(int(at.workgroup)), Wave: int(at.wave), Lane: int(at.lane),
		Addr: at.addr, Text: at.inst.String(), Message: d.message, Advice: d.advice, Count: 1, dispatch: s.dispatch}
	f.File, f.Line, f.Column = s.position(at.addr)
	if other.inst != nil {
		f.Other = s.place(other, d.note)
	}
	s.known[key] = f
	s.findings = append(s.findings, f)
	if !s.suppress.covers(f) {
		s.found++
	}
}

// Found is how many findings there are that are not suppressed.
func (s *Sanitizer) Found() int { return s.found }

func (s *Sanitizer) indexOf(check string) int {
	for i := range checkTable {
		if checkTable[i].name == check {
			return i
		}
	}
	panic("BUG: no check is called " + check)
}

// place describes an instruction for the reader.
func (s *Sanitizer) place(o origin, note string) *Place {
	p := &Place{Note: note, Addr: o.addr, Text: o.inst.String(), Workgroup: int(o.workgroup), Wave: int(o.wave), Lane: int(o.lane)}
	p.File, p.Line, p.Column = s.position(o.addr)
	return p
}

// coordinates of a workgroup of the dispatch.
func (s *Sanitizer) coordinates(id int) [3]uint32 {
	n, x, y := uint64(id), uint64(max(s.groups[0], 1)), uint64(max(s.groups[1], 1))
	return [3]uint32{uint32(n % x), uint32(n / x % y), uint32(n / x / y)}
}

// position looks up the source of the code at an address.
func (s *Sanitizer) position(addr uint64) (file string, line, column int) {
	if s.lines == nil {
		return "", 0, 0
	}
	p, ok := s.lines.Lookup(nil, addr)
	if !ok {
		return "", 0, 0
	}
	return p.File, p.Line, p.Column
}

// Findings returns what was found and not suppressed, dispatch after dispatch,
// by address.
func (s *Sanitizer) Findings() []Finding {
	var found []Finding
	for _, f := range s.findings {
		if !s.suppress.covers(f) {
			found = append(found, *f)
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.dispatch, b.dispatch), cmp.Compare(a.Addr, b.Addr), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Other.addr(), b.Other.addr()))
	})
	return found
}

// addr is that of the place, 0 if there is none.
func (p *Place) addr() uint64 {
	if p == nil {
		return 0
	}
	return p.Addr
}

// perWave has a T for each wave that runs.
type perWave[T any] struct {
	groups map[int][]*T
	last   []*T // of the workgroup that was asked for last
	id     int
}

// start makes the T of a wave.
func (p *perWave[T]) start(workgroup, wave int) {
	if p.groups == nil {
		p.groups = map[int][]*T{}
	}
	g := p.groups[workgroup]
	for len(g) <= wave {
		g = append(g, nil)
	}
	g[wave] = new(T)
	p.groups[workgroup], p.last = g, nil
}

// of returns the T of the wave of an event.
func (p *perWave[T]) of(e *sim.Event) *T {
	if p.last == nil || p.id != e.Workgroup {
		p.last, p.id = p.groups[e.Workgroup], e.Workgroup
	}
	return p.last[e.Wave]
}

// end forgets a wave.
func (p *perWave[T]) end(workgroup, wave int) {
	g := p.groups[workgroup]
	g[wave] = nil
	for _, t := range g {
		if t != nil {
			return
		}
	}
	delete(p.groups, workgroup)
	p.last = nil
}
