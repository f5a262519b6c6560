// Package sanitize finds what is wrong with a kernel though the simulator
// gives the right result, for errors that a card could answer differently. Its checks
// observe a run of package sim and report findings.
package sanitize

import (
	"fmt"
	"slices"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
	simd "heddle/sim/lanes"
)

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

// ruleName is a rule of a check; the rule "" stands for all of them.
type ruleName struct{ check, rule string }

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
	// A check, or a rule of one, with a - before it is left out: all, -undefined, -hazards/trans-use.
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
	block    [3]uint32
	arrays   []hsaco.LDSArray // of its LDS, where they are known
	// keepGoing says that the run does after some stray accesses.
	keepGoing bool
	// objectName is what Use called the object.
	objectName string
	dispatch   int

	ledger  ledger
	without map[ruleName]bool // what is not looked for

	memory   undefinedMemory
	sources  sources
	hosts    sim.Buffer // in which kernel and host talk
	versions uint64     // of shadowGroup given so far
	shadows  spareShadows
	torn     []*shadowBytes // of workgroups of the lds-torn check that have ended
	level    simd.Level     // of the kernels that checks use
	dma      bool           // there may be direct-to-LDS loads
	events   uint64
	wave     int // of the event
	places   placesOf
}

// New returns a sanitizer. Its Begin is to be called before each dispatch.
func New(o Options) (*Sanitizer, error) {
	if o.Object == nil {
		return nil, fmt.Errorf("the sanitizer needs the code object that is run")
	}
	s := &Sanitizer{target: isa.For(o.Object.Chip), suppress: o.Suppress, ledger: newLedger(), facts: factTable{byAddr: map[uint64]*facts{}}, level: simd.Best()}
	s.Use(o.Object, "")
	chosen, err := selected(o.Checks)
	if err != nil {
		return nil, err
	}
	s.without = chosen.without
	for i := range checkTable {
		if chosen.on[i] {
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

// selection is what checks to make.
type selection struct {
	on      [len(checkTable)]bool
	without map[ruleName]bool // rules of them to leave out
}

// selected reads names of checks, in order. A name with a - before it, and possibly a rule behind it
// as in -hazards/trans-use, leaves something out.
func selected(names []string) (x selection, err error) {
	x.without = map[ruleName]bool{}
	for _, name := range names {
		plain, out := strings.CutPrefix(name, "-")
		check, rule, ruled := strings.Cut(plain, "/")
		if ruled && !out {
			return x, fmt.Errorf("%q: a rule can only be left out, as in all,-%s", name, name)
		}
		if ruled {
			if err := checkRule(check, rule); err != nil {
				return x, err
			}
			x.without[ruleName{check, rule}] = true
			continue
		}
		found := check == "all" && !out || check == "none" && !out
		for i := range checkTable {
			if checkTable[i].name == check || check == "all" && !out && checkTable[i].all {
				x.on[i], found = !out, true
			}
		}
		if !found {
			return x, fmt.Errorf("there is no check %q; the checks are %s, all (without hazards-manual, lds-torn, lds-unused and bounds-buffer) and none", plain, strings.Join(CheckNames(), ", "))
		}
	}
	if len(names) > 0 && strings.HasPrefix(names[0], "-") {
		return x, fmt.Errorf("%s leaves something out of nothing: say what to look for before it, as in all,%s", names[0], names[0])
	}
	return x, nil
}

// Chosen reports whether names, as in Options.Checks, choose a check.
func Chosen(names []string, check string) bool {
	x, err := selected(names)
	for i := range checkTable {
		if checkTable[i].name == check {
			return err == nil && x.on[i]
		}
	}
	return false
}

// Begin starts the checks anew for a dispatch and adds the sanitizer to its
// observers. It is called once for each dispatch.
func (s *Sanitizer) Begin(l *sim.Launch) {
	s.dispatch++
	s.kernel, s.groups, s.block, s.arrays = l.Kernel.Name(), l.Groups(), l.Block, l.Kernel.LDS()
	s.keepGoing = l.KeepGoing
	s.checks, s.always, s.prepare, s.window = s.checks[:0], s.always[:0], s.prepare[:0], nil
	s.skippers, s.waiting, s.touching, s.landing = s.skippers[:0], s.waiting[:0], s.touching[:0], s.landing[:0]
	s.memory.begin(s.keepGoing)
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

// ldsAt names a place in the LDS, with what is known of the arrays there: some share their bytes.
func (s *Sanitizer) ldsAt(addr uint64) string {
	var in []string
	for _, a := range s.arrays {
		if at := addr - uint64(a.Offset); at < uint64(a.Bytes) {
			in = append(in, fmt.Sprintf("byte %d of %s", at, a.Name))
		}
	}
	const most = 2
	if len(in) > most {
		in = append(in[:most], fmt.Sprintf("%d others", len(in)-most))
	}
	text := fmt.Sprintf("LDS at %#x", addr)
	if len(in) > 0 {
		text += " (" + strings.Join(in, " or ") + ")"
	}
	return text
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
// register or scope of memory. The zero value means no instruction.
type origin struct {
	addr      uint64 // in the code object
	inst      *isa.Inst
	workgroup int32
	source    sourceNumber
	wave      int8
	lane      int8 // -1: the whole wave
}

// originOf returns the origin of what the instruction of an event did in a
// lane, -1 for all.
func originOf(e *sim.Event, lane int) origin {
	return origin{addr: e.CodeAddr, inst: e.Inst, workgroup: int32(e.Workgroup), wave: int8(e.Wave), lane: int8(lane)}
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
