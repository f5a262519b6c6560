package sanitize

import (
	"maps"

	"heddle/isa"
)

// Time, for the races check: each wave numbers its instructions (Event.Seq). A wave knows of
// another wave up to which number its accesses are complete and precede everything that the first
// does from now on.

// completion is a class of a wave's accesses: those of one class complete in order.
type completion uint8

const (
	completesVM completion = iota
	completesDS
	completesSMEM
	completesFlatVM  // global memory of FLAT instructions
	completesFlatLDS // LDS of FLAT instructions
	// atMeeting is not a class: the last instruction before the two waves met,
	// complete or not.
	atMeeting
	completions
)

// progress is a wave's progress as another wave knows it: for each class, the number up to which
// everything is complete.
type progress [completions]uint32

// team is the progress of all waves of a workgroup. It does not change once it is shared.
type team [maxGroupWaves]progress

// view is what a wave knows. It is immutable.
type view struct {
	own    *team
	others map[uint32]*team // by raceGroup.index, of workgroups that it met through atomics
}

var nothingKnown = view{own: new(team)}

// raceGroup is a workgroup.
type raceGroup struct {
	check    *racesCheck
	id       int
	index    uint32 // in the order of starting
	waves    []*raceWave
	ended    int
	lds      raceShadow
	log      *ldsLog
	ldsBytes uint64
	sync     map[uint64]*syncPoint // by address of the dword in the LDS
	gather   [2]meeting            // of barriers with even and odd numbers
	// undecided are possible races that depend on data of direct-to-LDS loads.
	undecided []undecided
}

// meeting is what the waves of a workgroup tell each other at a barrier.
type meeting struct {
	team   team
	joined *team // the last that was joined to it
	others map[uint32]*team
	view   *view // of both, made when the first wave passes
}

// raceWave is a wave.
type raceWave struct {
	group    *raceGroup
	id       int
	thread   uint32 // group.index*maxGroupWaves + id
	seq      uint32 // of the last event
	view     *view
	barriers int
	arrived  *view // with what it arrived at a barrier that it has not passed
	underWay bool  // accesses of the LDS were, when it arrived
	pending  []racePending
	records  []*raceRecord
	doubts   map[doubtAt][]*doubt
	// All of doubts, in order.
	doubtList []*doubt
	ended     bool
	// barrierPlaces are those that it came to last.
	barrierPlaces barrierPlaces
	last          *syncPoint // acquired last, at
	version       uint64
}

// racePending is an access that no wait has covered.
type racePending struct {
	seq            uint32
	vm, lgkm       uint8
	class          completion
	lds            bool // it may touch the LDS
	vmDone, dsDone bool
}

// raceRecord is an instruction that touches memory, or may yet, as of its issue.
type raceRecord struct {
	seq  uint32
	op   uint32 // index in Sanitizer.raceOps
	view *view
	done progress // of releases
	told *view    // toldOf with done, made when it is needed
	// toldOf is the view that told was made of.
	toldOf *view
	// slots are the lanes whose writes to the LDS were noted.
	slots uint64
}

func newRaceWave(g *raceGroup, id int) *raceWave {
	return &raceWave{group: g, id: id, thread: g.index*maxGroupWaves + uint32(id), view: &nothingKnown}
}

// issue notes that the memory instruction with number seq was executed, and
// returns its record. told says that its accesses come with it; unless they are
// direct-to-LDS nothing of it comes later, and nobody asks for the record again.
func (w *raceWave) issue(seq, op uint32, told bool) *raceRecord {
	c := w.group.check
	info := &c.s.raceOps[op]
	const few = isa.MaxLGKMCount/2 - 1 // an instruction counts for at most 2
	if len(w.pending) > few {
		w.makeRoom(info.counts)
	}
	r := &c.at
	if !told || info.toLDS {
		if n := len(c.spare); n > 0 {
			r, c.spare = c.spare[n-1], c.spare[:n-1]
		} else {
			r = new(raceRecord)
		}
		w.records = append(w.records, r)
	}
	r.seq, r.op, r.slots = seq, op, 0
	if r.view != w.view { // avoid needless pointer writes: each has a write barrier
		r.view = w.view
	}
	if r.told != nil {
		r.told, r.toldOf = nil, nil
	}
	if info.releases {
		r.done = w.progress()
	} else {
		r.done = progress{}
	}
	if info.counts.VM != 0 || info.counts.LGKM != 0 {
		w.pending = append(w.pending, racePending{seq: seq, vm: info.counts.VM, lgkm: info.counts.LGKM, class: info.class,
			lds: info.toLDS || info.class == completesDS || info.class == completesFlatVM})
	}
	return r
}

// record returns what was noted at the issue of an instruction.
func (w *raceWave) record(seq uint32) *raceRecord {
	for _, r := range w.records {
		if r.seq == seq {
			return r
		}
	}
	return nil
}

// forget drops the record of an instruction that will not touch memory any more.
func (w *raceWave) forget(seq uint32) {
	for i, r := range w.records {
		if r.seq == seq {
			c := w.group.check
			c.spare = append(c.spare, r)
			last := len(w.records) - 1
			if i < last {
				w.records[i] = w.records[last]
			}
			w.records = w.records[:last]
			return
		}
	}
}

// progress returns the wave's progress at the instruction w.seq.
func (w *raceWave) progress() progress {
	var p progress
	for c := range p {
		p[c] = w.seq
	}
	for i := len(w.pending) - 1; i >= 0; i-- {
		switch x := &w.pending[i]; {
		case x.class != completesFlatVM:
			p[x.class] = x.seq - 1
		default: // the one counter may be waited for without the other
			if !x.vmDone {
				p[completesFlatVM] = x.seq - 1
			}
			if !x.dsDone {
				p[completesFlatLDS] = x.seq - 1
			}
		}
	}
	return p
}

// wait drops what a wait for the given counts covers, as the simulator does
// (facts isa/hazards.md §1): accesses of an ordered class down to the last n,
// others if the count is 0.
func (w *raceWave) wait(vm, lgkm int) {
	orderedVM, orderedDS := 0, 0
	for i := len(w.pending) - 1; i >= 0; i-- {
		p := &w.pending[i]
		switch p.class {
		case completesVM:
			p.vmDone = orderedVM >= vm
			orderedVM += int(p.vm)
		case completesDS:
			p.dsDone = orderedDS >= lgkm
			orderedDS += int(p.lgkm)
		default:
			p.vmDone = p.vmDone || p.vm > 0 && vm == 0
			p.dsDone = p.dsDone || p.lgkm > 0 && lgkm == 0
		}
	}
	kept := w.pending[:0]
	for i := range w.pending {
		p := &w.pending[i]
		if !((p.vm == 0 || p.vmDone) && (p.lgkm == 0 || p.dsDone)) {
			kept = append(kept, *p)
		}
	}
	w.pending = kept
}

// makeRoom drops what must be complete before an instruction can be issued, because the counters
// are full.
func (w *raceWave) makeRoom(next isa.Increments) {
	vm, lgkm := int(next.VM), int(next.LGKM)
	for i := range w.pending {
		vm += int(w.pending[i].vm)
		lgkm += int(w.pending[i].lgkm)
	}
	for i := 0; i < len(w.pending) && (vm > isa.MaxVMCount || lgkm > isa.MaxLGKMCount); {
		if p := w.pending[i]; vm > isa.MaxVMCount && p.vm > 0 || lgkm > isa.MaxLGKMCount && p.lgkm > 0 {
			vm -= int(p.vm)
			lgkm -= int(p.lgkm)
			w.pending = append(w.pending[:i], w.pending[i+1:]...)
		} else {
			i++
		}
	}
}

// arrive is s_barrier: the wave tells what it knows.
func (w *raceWave) arrive() {
	if len(w.group.waves) == 1 {
		return
	}
	w.barriers++
	w.tell(w.barriers)
	w.arrived, w.underWay = w.view, false
	for i := range w.pending {
		p := &w.pending[i]
		w.underWay = w.underWay || p.lds && !(p.class == completesFlatVM && p.dsDone)
	}
	w.group.allMeet(w.barriers)
}

// tell adds what the wave knows, and how far it is, to a meeting.
func (w *raceWave) tell(barrier int) {
	m := &w.group.gather[barrier&1]
	if m.joined != w.view.own { // waves often know the same, since the last barrier
		m.team.join(w.view.own)
		m.joined = w.view.own
	}
	m.team[w.id] = w.progress()
	for index, t := range w.view.others {
		if m.others == nil {
			m.others = map[uint32]*team{}
		}
		addTeam(m.others, index, t)
	}
	m.view = nil
}

// passBarrier is called before the first instruction after a barrier: the wave learns what all
// waves knew when they arrived there.
func (w *raceWave) passBarrier() {
	if w.arrived == nil {
		return
	}
	m := &w.group.gather[w.barriers&1]
	if m.view == nil {
		own := m.team
		m.view = &view{&own, maps.Clone(m.others)}
	}
	since := w.view
	if w.view, w.arrived = m.view, nil; since != w.arrived {
		w.learn(w.group.index, since.own)
		for index, t := range since.others {
			w.learn(index, t)
		}
	}
}

// end is called at the end of the wave. Everything that it did is complete, and counts as done
// before the barriers that the others pass without it.
func (w *raceWave) end() {
	w.pending, w.ended = nil, true
	w.tell(w.barriers + 1)
	w.reportDoubts()
	w.group.check.spare = append(w.group.check.spare, w.records...)
	w.records = nil
}

// learn adds what is known of a workgroup to the wave's view.
func (w *raceWave) learn(index uint32, t *team) {
	v := w.view
	switch {
	case index == w.group.index:
		if !v.own.covers(t) {
			own := *v.own
			own.join(t)
			w.view = &view{&own, v.others}
		}
	case v.others[index] == nil || !v.others[index].covers(t):
		others := maps.Clone(v.others)
		if others == nil {
			others = map[uint32]*team{}
		}
		addTeam(others, index, t)
		w.view = &view{v.own, others}
	}
}

// join makes t know what x knows, too.
func (t *team) join(x *team) {
	for i := range t {
		for c := range t[i] {
			t[i][c] = max(t[i][c], x[i][c])
		}
	}
}

// covers reports whether t knows everything that x knows.
func (t *team) covers(x *team) bool {
	if t == x {
		return true
	}
	for i := range t {
		for c := range t[i] {
			if t[i][c] < x[i][c] {
				return false
			}
		}
	}
	return true
}

// addTeam joins what is known of a workgroup to a map of such knowledge.
func addTeam(to map[uint32]*team, index uint32, t *team) {
	old := to[index]
	switch {
	case old == nil || t.covers(old):
		to[index] = t
	case old.covers(t):
	default:
		both := *old
		both.join(t)
		to[index] = &both
	}
}

// told is what a wave that writes atomically publishes: the progress of the waves of its workgroup,
// and what it knows of others.
type told struct {
	thread uint32
	view   *view
}

// syncPoint is a dword that waves access atomically: what those told that
// wrote it.
type syncPoint struct {
	told    []told
	index   map[uint32]int // of told by thread, once there are many
	last    int            // in told, that was changed last
	seq     uint32         // of the instruction that did, to pass over its other lanes
	version uint64
}

// syncPoints returns the map for the space of an access.
func (t *toucher) syncPoints() map[uint64]*syncPoint {
	if t.lds {
		return t.w.group.sync
	}
	return t.c.sync
}

// acquire: the wave reads what others wrote atomically, and so knows what they
// knew.
func (t *toucher) acquire(addr uint64) {
	p := t.syncPoints()[addr/4]
	if p == nil || t.w.last == p && t.w.version == p.version {
		return
	}
	t.w.last, t.w.version = p, p.version
	for i := range p.told {
		x := &p.told[i]
		t.w.learn(x.thread/maxGroupWaves, x.view.own)
		for index, team := range x.view.others { // in any order: the result is the same
			t.w.learn(index, team)
		}
	}
}

// release: the wave writes atomically, for others to know what it knew when it
// issued the write. One that also acquires (it has, just now) passes on what
// was told before.
func (t *toucher) release(addr uint64) {
	points := t.syncPoints()
	p := points[addr/4]
	if p == nil {
		p = new(syncPoint)
		points[addr/4] = p
	} else if p.told[p.last].thread == t.w.thread && p.seq == t.r.seq {
		return // another lane of the instruction
	}
	p.version++
	p.seq = t.r.seq
	if t.op.acquires {
		p.told, p.index, p.last = append(p.told[:0], told{t.w.thread, t.telling(t.w.view)}), nil, 0
		t.w.version = p.version // that is nothing new for the wave itself
		return
	}
	p.last = p.find(t.w.thread)
	p.told[p.last] = told{t.w.thread, t.telling(t.r.view)}
}

// telling is what a wave with a view tells with an instruction.
func (t *toucher) telling(v *view) *view {
	if t.r.told == nil || t.r.toldOf != v {
		own := *v.own
		own[t.w.id] = t.r.done
		t.r.told, t.r.toldOf = &view{&own, v.others}, v
	}
	return t.r.told
}

// find returns the index in told of what a thread told, which may be new.
func (p *syncPoint) find(thread uint32) int {
	const many = 16
	if len(p.told) > 0 && p.told[p.last].thread == thread {
		return p.last
	}
	if p.index != nil {
		if i, ok := p.index[thread]; ok {
			return i
		}
		p.index[thread] = len(p.told)
	} else {
		for i := range p.told {
			if p.told[i].thread == thread {
				return i
			}
		}
	}
	p.told = append(p.told, told{thread: thread})
	if len(p.told) == many {
		p.index = map[uint32]int{}
		for i := range p.told {
			p.index[p.told[i].thread] = i
		}
	}
	return len(p.told) - 1
}
