package sanitize

import (
	"strings"

	"heddle/isa"
	"heddle/sim"
)

// The races check: two accesses to a byte of LDS or global memory by two waves, one of them a
// write, that nothing orders.
//
// Two things order accesses of two waves: an s_barrier between them, if both waves are in the
// workgroup; and a chain of atomic accesses to the same dword, from one wave to the other.
// Read-modify-writes are atomic, and so are loads and stores of global memory with sc0 (within the
// workgroup) or sc1, and scalar loads and stores of a dword with glc, which bypass the scalar
// cache. Both cover only accesses that were complete by then: s_barrier does not wait for memory,
// the wave must (facts isa/hazards.md §1). So a missing s_waitcnt before a barrier is found as
// well.
//
// What it proves: accesses of this run that it keeps do not overlap, in whatever timing, as long as
// the same branches are taken and atomics happen in the same order. It keeps the last write and two
// readers of each dword (of each byte, where bytes are accessed), and in addition to an atomic
// write the last that was not atomic. What it cannot do: say anything about other inputs and
// branches; know that loads and stores of the LDS are meant to be atomic, since they are plain
// instructions (a flag that waves poll in the LDS is reported); check cache maintenance
// (buffer_wbl2, buffer_inv). Writes of the same value are not a race, and neither is the plain read
// that begins a loop with a compare-and-swap (racesdoubt.go).
//
// Races with data of direct-to-LDS loads are a separate check, lds-dma: hand-pipelined kernels have
// them on purpose.
type racesCheck struct {
	s          *Sanitizer
	dispatch   int
	plain, dma bool // what is reported
	groups     map[int]*raceGroup
	group      *raceGroup // of the last event
	ids        []int32    // workgroup ids by raceGroup.index
	global     raceShadow
	sync       map[uint64]*syncPoint // by address of the dword
	touch      toucher               // reused for each event
	logs       []*ldsLog             // for other workgroups
	spare      []*raceRecord
	at         raceRecord    // of the instruction at hand, if it needs none later
	registers  sim.Registers // of some wave of the dispatch
}

// raceOp is a memory instruction.
type raceOp struct {
	addr     uint64 // in the code object
	inst     *isa.Inst
	counts   isa.Increments
	class    completion
	level    syncLevel
	acquires bool // what it reads shows other waves' progress
	releases bool
	toLDS    bool
	rmw      bool
	compares bool // it is a compare-and-swap
}

// syncLevel is the scope within which an access is atomic.
type syncLevel uint8

const (
	syncNone  syncLevel = iota
	syncGroup           // among the waves of the workgroup
	syncAll
)

// maxGroupWaves is how many waves a workgroup has at most: 1,024 work-items.
const maxGroupWaves = 16

func newRaces(s *Sanitizer) check {
	c := s.racesOf()
	c.plain = true
	return c
}

// newLDSDMA returns the part of the races check for direct-to-LDS loads.
func newLDSDMA(s *Sanitizer) check {
	c := s.racesOf()
	c.dma = true
	if c.plain {
		return nil // the races check sees the events
	}
	return c
}

// racesOf returns the check that the two parts share in a dispatch.
func (s *Sanitizer) racesOf() *racesCheck {
	if s.races == nil || s.races.dispatch != s.dispatch {
		old := s.races
		s.races = &racesCheck{s: s, dispatch: s.dispatch, groups: map[int]*raceGroup{}, sync: map[uint64]*syncPoint{}}
		if old != nil {
			s.races.logs, s.races.spare = old.logs, old.spare
		}
	}
	return s.races
}

func (c *racesCheck) waveStarted(workgroup, wave int) {
	g := c.groups[workgroup]
	if g == nil {
		g = &raceGroup{check: c, id: workgroup, index: uint32(len(c.ids)), sync: map[uint64]*syncPoint{}, log: c.newLog()}
		c.groups[workgroup] = g
		c.ids = append(c.ids, int32(workgroup))
	}
	w := newRaceWave(g, wave)
	g.waves = append(g.waves, w)
}

func (c *racesCheck) waveEnded(workgroup, wave int) {
	g := c.groups[workgroup]
	g.waves[wave].end()
	g.giveUp(g.waves[wave].thread)
	if g.ended++; g.ended == len(g.waves) {
		delete(c.groups, workgroup)
		c.group = nil
		g.log.forget(c.s)
		c.logs = append(c.logs, g.log)
	}
}

// wave returns the wave of an event.
func (c *racesCheck) wave(e *sim.Event) *raceWave {
	if c.group == nil || c.group.id != e.Workgroup {
		c.group = c.groups[e.Workgroup]
	}
	return c.group.waves[e.Wave]
}

func (c *racesCheck) executed(e *sim.Event, f *facts) {
	row := e.Inst.Row
	if row.Counters == 0 && len(e.Accesses) == 0 && row.Op != isa.S_WAITCNT && row.Op != isa.S_BARRIER {
		return
	}
	w := c.wave(e)
	w.seq = uint32(e.Seq)
	if c.registers == (sim.Registers{}) {
		c.registers = e.Registers
	}
	w.passBarrier()
	var now *raceRecord
	switch {
	case row.Op == isa.S_WAITCNT:
		wait := e.Inst.Waitcnt()
		w.wait(wait.VM, wait.LGKM)
	case row.Op == isa.S_BARRIER:
		w.barrierPlaces.add(w.seq, e.CodeAddr)
		w.arrive()
	case row.Counters != 0 && row.Unit != isa.UnitMsg && !(e.Registers.Skipping() && row.Unit != isa.UnitSMEM):
		c.group.ldsBytes = uint64(e.Registers.LDSBytes())
		now = w.issue(uint32(e.Seq), c.op(f), len(e.Accesses) > 0 && e.Accesses[len(e.Accesses)-1].Seq == e.Seq)
	}
	if len(e.Accesses) > 0 {
		c.accesses(w, e.Accesses, now, true)
	}
	if len(e.ToLDS) > 0 {
		c.accesses(w, e.ToLDS, now, false)
	}
}

func (c *racesCheck) landed(e *sim.Event, _ *facts) {
	w := c.wave(e)
	c.accesses(w, e.Accesses, nil, true)
	w.forget(uint32(e.Seq))
}

// op returns the index of an instruction in Sanitizer.raceOps.
func (c *racesCheck) op(f *facts) uint32 {
	if f.race == 0 {
		c.s.raceOps = append(c.s.raceOps, c.classify(f.inst, f.addr))
		f.race = len(c.s.raceOps)
	}
	return uint32(f.race - 1)
}

func (c *racesCheck) classify(inst *isa.Inst, addr uint64) raceOp {
	row := inst.Row
	has := inst.Mods.Set.Has
	op := raceOp{addr: addr, inst: inst, counts: c.s.target.CounterIncrements(inst), toLDS: inst.Row.Memory != nil && inst.Row.Memory.ToLDS}
	const both = isa.MayLoad | isa.MayStore
	rmw := row.Traits&both == both && !op.toLDS
	op.releases, op.rmw = rmw, rmw
	op.compares = rmw && (strings.Contains(row.Mnemonic, "_cmpswap") || strings.Contains(row.Mnemonic, "_cmpst"))
	switch row.Unit {
	case isa.UnitLDS:
		op.class = completesDS
		op.acquires = rmw && writesRegister(row)
	case isa.UnitSMEM:
		op.class = completesSMEM
		op.acquires = rmw && has(isa.ModGLC)
		if !rmw && has(isa.ModGLC) && oneDword(inst) {
			op.level = syncAll
			op.releases, op.acquires = row.Traits&isa.MayStore != 0, row.Traits&isa.MayLoad != 0
		}
	case isa.UnitFlat:
		op.class = completesFlatVM
	default:
		op.class = completesVM
	}
	if rmw {
		op.level = syncAll
	}
	if row.Unit == isa.UnitFlat || row.Unit == isa.UnitVMEM {
		switch {
		case rmw:
			op.acquires = has(isa.ModSC0) // it returns the old value
		case has(isa.ModSC1):
			op.level = syncAll
		case has(isa.ModSC0):
			op.level = syncGroup
		}
		if !rmw && op.level != syncNone {
			op.releases, op.acquires = row.Traits&isa.MayStore != 0 && !op.toLDS, row.Traits&isa.MayLoad != 0
		}
	}
	return op
}

// oneDword reports whether the data of a scalar access are a dword.
func oneDword(inst *isa.Inst) bool {
	for i := range inst.Row.Operands {
		if inst.Row.Operands[i].Name == "sdata" {
			return inst.Args[i].Dwords <= 1
		}
	}
	return false
}

// writesRegister reports whether a row has a destination register.
func writesRegister(row *isa.Row) bool {
	for i := range row.Operands {
		if row.Operands[i].Access&isa.Write != 0 {
			return true
		}
	}
	return false
}

// accesses compares what memory was touched with what the shadow memories
// remember. now is the record of the instruction that was just issued; landed
// says that what is written has data, as all has but ToLDS.
func (c *racesCheck) accesses(w *raceWave, list []sim.Access, now *raceRecord, landed bool) {
	for len(list) > 0 {
		n, lds, private := 0, true, true
		for n < len(list) && list[n].Seq == list[0].Seq {
			lds = lds && list[n].Space == sim.SpaceLDS
			private = private && list[n].Space == sim.SpacePrivate
			n++
		}
		if private {
			list = list[n:]
			continue
		}
		r := now
		if r == nil || r.seq != uint32(list[0].Seq) {
			r = w.record(uint32(list[0].Seq))
		}
		if r != nil {
			c.operation(w, r, list[:n], lds, landed)
		}
		list = list[n:]
	}
}

// operation does that for the accesses of one instruction. lds says that all of
// them are of the LDS, landed that those that write have data.
func (c *racesCheck) operation(w *raceWave, r *raceRecord, list []sim.Access, lds, landed bool) {
	if lds && w.group.note(w, r, list) {
		return
	}
	if !lds {
		w.group.leave(list)
	}
	t := &c.touch
	t.start(c, w, r)
	t.landed = landed
	if t.op.byLines(list) {
		t.lines(&list[0])
		return
	}
	eachLane(list, t.access)
	if t.op.toLDS && landed {
		w.group.decide(w.thread, r.seq, list)
	}
}

// leave makes the accesses of the LDS be compared one by one if there are any
// among others.
func (g *raceGroup) leave(list []sim.Access) {
	for i := range list {
		if list[i].Space == sim.SpaceLDS && !g.log.exact {
			g.play()
			g.log.exact = true
		}
	}
}

// start makes t the instruction of w that r is the record of.
func (t *toucher) start(c *racesCheck, w *raceWave, r *raceRecord) {
	*t = toucher{c: c, w: w, r: r, op: &c.s.raceOps[r.op]}
	t.me = stamp{seq: r.seq, thread: w.thread, what: r.op<<whatShift | uint32(t.op.level)<<levelShift}
}

// access is one lane's.
func (t *toucher) access(a *sim.Access, l int) {
	if a.Space == sim.SpacePrivate {
		return
	}
	s, addr := &t.c.global, a.Addr(l)
	if a.Space == sim.SpaceLDS {
		if len(t.w.group.waves) == 1 || addr+uint64(a.Size) > t.w.group.ldsBytes {
			return // beyond the LDS nothing is written
		}
		s = &t.w.group.lds
	}
	t.lds, t.lane = a.Space == sim.SpaceLDS, a.Lane(l)
	if t.lds && t.op.toLDS {
		// Where it writes is known at its issue, when it does and what is not.
		if t.r.slots>>(l&63)&1 != 0 {
			t.arrive(a, l)
			return
		}
		t.r.slots |= 1 << (l & 63)
	}
	// A read-modify-write synchronises with its read first, then with its write.
	if t.op.acquires && !a.Write {
		t.acquire(addr)
	}
	t.me.what = t.me.what&^(laneMask<<laneShift|completionMask|valueLater) | uint32(t.lane)&laneMask<<laneShift | uint32(t.class())
	if t.lds && t.op.toLDS && !t.landed {
		t.me.what |= valueLater
	}
	if t.op.compares && a.Write {
		for i := 0; i < a.Size; i += 4 {
			t.w.settle(t.lds, addr+uint64(i))
		}
	}
	s.touch(t, a, l)
	if t.op.releases && a.Write {
		t.release(addr)
	}
}

// conflict reports a race with an earlier access. write and earlierWrite say what the two do.
func (t *toucher) conflict(addr uint64, earlier stamp, write, earlierWrite bool) {
	c := t.c
	if !t.lds && addr-c.s.hosts.Addr < c.s.hosts.Size {
		return // the stack of ROCm's hostcalls is read in a race, and a compare-and-swap sees to it
	}
	r := t.race(addr, earlier, write, earlierWrite)
	if r.check() == "lds-dma" && !c.dma || r.check() == "races" && !c.plain {
		return
	}
	switch {
	case t.op.rmw && !earlierWrite && earlier.level() == syncNone:
		if reader := c.running(earlier.thread); reader != nil {
			reader.doubt(t.lds, &r)
			return
		}
	case r.from.op.rmw && !write && t.op.level == syncNone:
		t.w.doubt(t.lds, &r)
		return
	}
	c.found(&r)
}

// class is how the access is complete: of FLAT instructions, those of the LDS
// count in lgkmcnt and those of global memory in vmcnt. LLVM waits for no more.
func (t *toucher) class() completion {
	if t.op.class == completesFlatVM && t.lds {
		return completesFlatLDS
	}
	return t.op.class
}

// running returns a wave by its thread number, nil if its workgroup has ended.
func (c *racesCheck) running(thread uint32) *raceWave {
	g := c.groups[int(c.ids[thread/maxGroupWaves])]
	if g == nil {
		return nil
	}
	if w := g.waves[thread%maxGroupWaves]; !w.ended {
		return w
	}
	return nil
}
