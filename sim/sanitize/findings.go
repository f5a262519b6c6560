package sanitize

import (
	"cmp"
	"slices"
)

// Finding is something that a kernel did and must not do. Repetitions by the same instruction with
// the same partner are one finding. Findings with the same Root come of one mistake: see Groups.
type Finding struct {
	Check     string    `json:"check"`
	Rule      string    `json:"rule"` // of the check
	Root      int       `json:"root"` // the number of the mistake, from 1 on
	Kernel    string    `json:"kernel"`
	Object    string    `json:"object,omitempty"` // the code object's file, if there are several
	Workgroup int       `json:"workgroup"`        // linear id, x fastest
	Group     [3]uint32 `json:"group"`            // its coordinates
	Wave      int       `json:"wave"`             // within the workgroup
	Lane      int       `json:"lane"`             // -1: the whole wave, or a scalar register
	// WorkItem are the coordinates of the lane's work-item in the workgroup, nil without a lane.
	WorkItem *[3]uint32 `json:"workItem,omitempty"`
	Addr     uint64     `json:"addr"` // of the instruction, in the code object
	Text     string     `json:"text"` // the instruction
	File     string     `json:"file,omitempty"`
	Line     int        `json:"line,omitempty"`
	Column   int        `json:"column,omitempty"`
	Other    *Place     `json:"other,omitempty"` // the earlier instruction that it conflicts with
	Message  string     `json:"message"`
	Advice   string     `json:"advice,omitempty"` // what to do about it
	Count    int        `json:"count"`            // how often; what is above describes the first time
	Extent
	// Unlisted are further pairs of instructions with the same Root that are not in the list, and
	// Repeated is how often they occurred.
	Unlisted int `json:"unlisted,omitempty"`
	Repeated int `json:"repeated,omitempty"`

	dispatch int
	index    int      // in the list that Groups was given
	cover    covering // the s_waitcnt that is missing
	cause    uint64   // detail.cause
	victims  []uint64 // detail.victims
	barrier  string   // where detail.barrier is
	first    bool     // detail.first
}

// Extent is where something occurred.
type Extent struct {
	Lanes      uint64  `json:"lanes"`            // a bit each; 0: scalar
	Waves      uint32  `json:"waves"`            // a bit each
	Workgroups [2]int  `json:"workgroups"`       // the lowest and the highest linear id
	Memory     *Memory `json:"memory,omitempty"` // what memory it is about
}

// Names of Memory.Space.
const (
	spaceLDS    = "lds"
	spaceGlobal = "global"
)

// Memory is a range of memory, First and Last included.
type Memory struct {
	Space string `json:"space"` // "lds" or "global"
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
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

// addr is that of the place, 0 if there is none.
func (p *Place) addr() uint64 {
	if p == nil {
		return 0
	}
	return p.Addr
}

// add makes an extent contain an occurrence.
func (x *Extent) add(at origin, m scope) {
	if x.Lanes |= m.lanes; at.lane >= 0 {
		x.Lanes |= 1 << (at.lane & 63)
	}
	x.Waves |= 1 << (at.wave & (maxGroupWaves - 1))
	x.Workgroups[0], x.Workgroups[1] = min(x.Workgroups[0], int(at.workgroup)), max(x.Workgroups[1], int(at.workgroup))
	if m.size > 0 && x.Memory != nil {
		x.Memory.First, x.Memory.Last = min(x.Memory.First, m.addr), max(x.Memory.Last, m.addr+uint64(m.size)-1)
	}
}

// join makes an extent contain another one.
func (x *Extent) join(y *Extent) {
	x.Lanes, x.Waves = x.Lanes|y.Lanes, x.Waves|y.Waves
	x.Workgroups[0], x.Workgroups[1] = min(x.Workgroups[0], y.Workgroups[0]), max(x.Workgroups[1], y.Workgroups[1])
	switch {
	case y.Memory == nil:
	case x.Memory == nil:
		x.Memory = new(*y.Memory)
	case x.Memory.Space == y.Memory.Space:
		x.Memory.First, x.Memory.Last = min(x.Memory.First, y.Memory.First), max(x.Memory.Last, y.Memory.Last)
	}
}

// scope is what an occurrence is about, beside the instruction.
type scope struct {
	lanes uint64 // 0: the one lane of the instruction's origin, or none
	addr  uint64
	size  uint8 // of memory, 0 for none
	lds   bool
}

// ldsScope is some bytes of the LDS.
func ldsScope(addr uint64, size int) scope {
	return scope{addr: addr, size: uint8(size), lds: true}
}

func (m scope) memory() *Memory {
	if m.size == 0 {
		return nil
	}
	space := spaceGlobal
	if m.lds {
		space = spaceLDS
	}
	return &Memory{space, m.addr, m.addr + uint64(m.size) - 1}
}

// detail is what a finding says about itself.
type detail struct {
	rule    string // of the check: "load-use"
	message string // "reads v1 while a load into it is outstanding"
	note    string // about the other instruction: "the load is here"
	advice  string // "add s_waitcnt vmcnt(0) before"
	// roots are what it has in common with the other findings that come of the same mistake.
	roots []rootKey
	cover covering
	// victims are instructions that got or did something wrong because of it, cause is one
	// that would be if another finding is why there is this one, 0 for none.
	victims []uint64
	cause   uint64
	// barrier is the address of the barrier before which the wait is missing, 0 for none.
	barrier uint64
	// first says that it is at the place before which something is missing.
	first bool
}

// rootKey is something that the findings of one mistake have in common, such as the place of the
// barrier that is missing. Two findings of a check with a common key have the same root.
type rootKey struct {
	kind rootKind
	rule string // and what else they share; "" if findings of several rules may be of one mistake
	at   uint64
}

// rootKind says what a rootKey is.
type rootKind uint8

const (
	rootPlace    rootKind = iota // where something is missing: before the instruction at that address
	rootInterval                 // between a barrier at that address and the next
	rootEarlier                  // the instruction that should have waited for, and
	rootLater                    // the instruction that should have waited
	rootSequence                 // instructions of these kinds, which a macro or a loop unrolled repeats
	rootBuffer                   // memory, by its address
	rootSource                   // what was never written: undefinedSource
)

// pair is what findings are merged by: two of them with the same pair say the
// same.
type pair struct {
	dispatch, check int
	addr, other     uint64
}

// Limits of what is kept of findings. Kernels that do everything wrong have as many pairs of
// instructions as the square of their length.
const (
	maxPairs   = 1 << 16 // that are told apart
	maxMembers = 256     // findings with the same root that are listed
)

// known is a pair of instructions that something was found about: a finding, or, if there are many
// with the same root, only that root.
type known struct {
	finding *Finding
	root    *root
}

// root is a mistake.
type root struct {
	merged   *root // it has turned out to be the same
	members  int
	unlisted int // pairs that are not kept
	repeated int // and how often they occurred
}

// top is the root that it was merged into.
func (r *root) top() *root {
	for r.merged != nil {
		r = r.merged
	}
	return r
}

// checkRoot is a key of a check in a kernel, whichever dispatch of it.
type checkRoot struct {
	kernel string
	check  int
	key    rootKey
}

// ledger has what was found.
type ledger struct {
	findings []*Finding
	rootOf   []*root // by index in findings
	known    map[pair]known
	latest   pair  // of those in known, since lanes mostly have the same
	of       known // it
	roots    map[checkRoot]*root
	rest     map[[2]int]known // what is beyond maxPairs, by dispatch and check
}

func newLedger() ledger {
	return ledger{known: map[pair]known{}, roots: map[checkRoot]*root{}, rest: map[[2]int]known{}}
}

// report notes that the instruction at conflicts with an earlier one (the zero
// origin: with none), in some memory. What it says is asked for the first time only.
func (s *Sanitizer) report(check string, at, other origin, m scope, describe func() detail) {
	l, index := &s.ledger, s.indexOf(check)
	key := pair{s.dispatch, index, at.addr, other.addr}
	k, is := l.of, key == l.latest
	if !is {
		k, is = l.known[key]
	}
	if !is {
		if len(l.known) >= maxPairs {
			s.reportRest(index, at)
			return
		}
		k = s.first(key, at, other, m, describe())
		l.known[key] = k
	}
	l.latest, l.of = key, k
	if k.finding != nil {
		k.finding.Count++
		k.finding.Extent.add(at, m)
	} else {
		k.root.top().repeated++
	}
}

// first makes what is known of a pair that occurs for the first time.
func (s *Sanitizer) first(key pair, at, other origin, m scope, d detail) known {
	if s.without[ruleName{checkTable[key.check].name, d.rule}] {
		return known{root: &root{}}
	}
	f := s.newFinding(key.check, at, other, m, d)
	if s.suppress.covers(f) {
		return known{root: &root{}}
	}
	r := s.rootFor(key.check, d.roots)
	if r.members >= maxMembers {
		r.unlisted++
		return known{root: r}
	}
	return s.enter(f, r)
}

// newFinding describes what is found for the first time.
func (s *Sanitizer) newFinding(check int, at, other origin, m scope, d detail) *Finding {
	f := &Finding{Check: checkTable[check].name, Rule: d.rule, Kernel: s.kernel, Object: s.objectName,
		Workgroup: int(at.workgroup), Group: s.coordinates(int(at.workgroup)), Wave: int(at.wave), Lane: int(at.lane), WorkItem: s.workItem(at),
		Addr: at.addr, Text: at.inst.String(), Message: d.message, Advice: d.advice,
		Extent:   Extent{Workgroups: [2]int{int(at.workgroup), int(at.workgroup)}, Memory: m.memory()},
		dispatch: s.dispatch, cover: d.cover, cause: d.cause, victims: d.victims, first: d.first}
	f.File, f.Line, f.Column = s.position(at.addr)
	if d.barrier != 0 {
		file, line, _ := s.position(d.barrier)
		f.barrier = sourceOr(file, line, d.barrier)
	}
	if other.inst != nil {
		f.Other = s.place(other, d.note)
	}
	return f
}

// enter adds a finding to those of a root.
func (s *Sanitizer) enter(f *Finding, r *root) known {
	r.members++
	s.ledger.findings, s.ledger.rootOf = append(s.ledger.findings, f), append(s.ledger.rootOf, r)
	return known{f, r}
}

// reportRest counts what is found about pairs that are not told apart any more.
func (s *Sanitizer) reportRest(check int, at origin) {
	key := [2]int{s.dispatch, check}
	k, is := s.ledger.rest[key]
	if !is {
		k = s.enter(s.newFinding(check, at, origin{}, scope{}, detail{rule: "rest", message: "is the first of many more instructions that are not told apart", advice: "repair what is listed first"}), &root{})
		s.ledger.rest[key] = k
	}
	k.finding.Count++
	k.finding.Extent.add(at, scope{})
}

// rootFor returns the root that has the keys in a check, or a new one; if several have, they are one.
func (s *Sanitizer) rootFor(check int, keys []rootKey) *root {
	var r *root
	kernel := s.objectName + " " + s.kernel
	for _, k := range keys {
		x := s.ledger.roots[checkRoot{kernel, check, k}]
		switch {
		case x == nil:
		case r == nil:
			r = x.top()
		default:
			r.absorb(x.top())
		}
	}
	if r == nil {
		r = &root{}
	}
	for _, k := range keys {
		s.ledger.roots[checkRoot{kernel, check, k}] = r
	}
	return r
}

// absorb makes another root the same as r.
func (r *root) absorb(x *root) {
	if x == r {
		return
	}
	r.members, r.unlisted, r.repeated = r.members+x.members, r.unlisted+x.unlisted, r.repeated+x.repeated
	x.merged = r
}

// Found is how many findings there are that are not suppressed.
func (s *Sanitizer) Found() int { return len(s.ledger.findings) }

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
	return coordinatesIn(uint64(id), s.groups)
}

// workItem is that of a lane, nil for none.
func (s *Sanitizer) workItem(at origin) *[3]uint32 {
	if at.lane < 0 {
		return nil
	}
	return new(coordinatesIn(uint64(at.wave)*uint64(s.object.Chip.WaveSize)+uint64(at.lane), s.block))
}

// coordinatesIn are those of a linear id, x fastest, in a box.
func coordinatesIn(id uint64, size [3]uint32) [3]uint32 {
	x, y := uint64(max(size[0], 1)), uint64(max(size[1], 1))
	return [3]uint32{uint32(id % x), uint32(id / x % y), uint32(id / x / y)}
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
	l := &s.ledger
	first := map[*root]int{}
	for i, f := range l.findings {
		x, r := *f, l.rootOf[i].top()
		if first[r] == 0 {
			first[r] = len(first) + 1
			x.Unlisted, x.Repeated = r.unlisted, r.repeated
		}
		x.Root = first[r]
		if f.Memory != nil {
			x.Memory = new(*f.Memory)
		}
		found = append(found, x)
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.dispatch, b.dispatch), cmp.Compare(a.Addr, b.Addr), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Other.addr(), b.Other.addr()))
	})
	return found
}
