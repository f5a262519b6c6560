package sim

import (
	"fmt"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// workgroup is the state of one workgroup.
type workgroup struct {
	device *Device
	run    *run
	id     int       // linear: x fastest
	group  [3]uint32 // coordinates
	waves  []*wave
	lds    dataStore
	view   *view

	// What the kernel has (registers a lane, scratch bytes a lane).
	file        vectorFile
	privateSize int

	schedule         Schedule
	level            simd.Level // of the kernels to use
	soffsetUnchecked bool
	keepHalves       bool // SRAM-ECC is off: d16 loads keep the other half
	keepGoing        bool // Options.KeepGoing
	random           random
	doorbell         *Doorbell // nil if the kernel does not call the host
	observer         Observer  // as in run, like the next two
	preparer         Preparer
	skipper          Skipper
	line             *line // of the workgroups that execute at the same time, nil if it is alone
	place            int   // in it
	event, landing   Event // those of an instruction and of an operation
	// What it says: memory that was touched, and registers.
	accesses, dropped, toLDS, aside accessLog
	indexed                         [2]isa.RegSet

	err      error // what ended the run
	executed uint64
	quantum  uint64 // executed at which the workgroup gives others a chance
	last     outcome
	needTurn bool // stands before an atomic of memory
	waiting  bool // for other workgroups, as far as can be told (grid.go)
	impatience
	next     int    // wave whose turn it is
	yield    bool   // another wave is next: this one sleeps or spins, or a barrier has opened
	releases int    // barriers that have opened
	others   uint64 // what else changed that waves can see (spin.go)

	stats   statistics
	ran     []ran // by straight.id; the instructions are not in stats yet
	columns columns
	freeOps []*memOp
	transit transit
	early   *Early // the first of the workgroup
}

// statistics is what a run counts.
type statistics struct {
	ops   [maxOp]uint64 // executed instructions, by slotOf
	bytes [3][2]uint64  // bytes by space; read, written
	// swizzled counts instructions whose resource wants swizzling without
	// add_tid.
	swizzled uint64
	// beyond counts buffer instructions with a lane whose voffset and offset field
	// add up to 2^32 or more.
	beyond uint64
}

// maxOp is above every isa.Op, with room for uses (core_bind_test.go).
const maxOp = 2048

// Schedule says in which order waves of a workgroup execute, and when what
// they load arrives.
type Schedule uint8

const (
	// ScheduleRoundRobin executes each wave in turn, up to an instruction that
	// other waves may notice, such as one of memory, and with it. Memory is
	// touched at issue; what was loaded arrives after about as many instructions
	// as a card needs, and no later than at the wait that covers it (arrival.go).
	ScheduleRoundRobin Schedule = iota
	// ScheduleRun executes a wave until it waits at a barrier, sleeps or ends;
	// one that spins without sleeping gives way after some thousands of
	// instructions. Loads are as with ScheduleRoundRobin.
	ScheduleRun
	// SchedulePrompt is ScheduleRoundRobin, but what is loaded arrives at once.
	// The counters that waits look at are the same.
	SchedulePrompt
	// ScheduleTimed executes instructions at the times of Options.Timetable, and
	// what is loaded arrives when it says: the order of a clock model. Waves
	// without times in it, and those that leave the path for which there are
	// times, go by the clock of ScheduleRoundRobin.
	ScheduleTimed
	// ScheduleLate executes one instruction of each wave in turn, and memory
	// accesses, too, as late as they may be: at the wait that covers them or
	// the wave's end.
	ScheduleLate
	// ScheduleRandom executes waves in random order and lets memory
	// operations happen and land at random moments up to their wait.
	ScheduleRandom
)

// random is the splitmix64 generator.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// outcome is why a workgroup stopped executing.
type outcome uint8

const (
	outcomeDone    outcome = iota // every wave has ended
	outcomeTurn                   // the next instruction needs the workgroup's turn
	outcomeQuantum                // it ran as long as it may
	outcomeSpin                   // every wave spins (spin.go)
	outcomeError                  // err is set
)

// execute runs the workgroup's waves until something happens.
func (wg *workgroup) execute(quantum uint64) outcome {
	wg.quantum = wg.executed + quantum
	wg.needTurn = false
	for _, w := range wg.waves {
		w.watch.left = watchLeft
	}
	watchFrom := wg.executed + watchAfter
	for wg.err == nil {
		w := wg.pick()
		if w == nil {
			if !wg.anyLeft() {
				return outcomeDone
			}
			wg.err = wg.stuck()
			break
		}
		wg.yield = false
		if wg.burst(w, watchFrom) {
			return wg.spun()
		}
		if wg.needTurn {
			wg.next = w.id // it goes on where it stopped
			return outcomeTurn
		}
		if wg.executed >= wg.quantum && wg.err == nil {
			return outcomeQuantum
		}
		if wg.view.full() && !wg.view.live && wg.err == nil {
			wg.needTurn = true
			return outcomeTurn
		}
	}
	return outcomeError
}

// burst executes w for a turn. It reports whether the whole workgroup spins.
func (wg *workgroup) burst(w *wave, watchFrom uint64) bool {
	if wg.schedule == ScheduleTimed {
		wg.keepTime(w)
	}
	if w.clock >= w.pending.due {
		w.arrive() // while it waited at a barrier
	}
	left, until := wg.turn(w)
	straight := wg.goesStraight()
	for left > 0 {
		if in := w.cached(); straight && (in == nil || in.effect == effectNone) {
			n := wg.goStraight(w, left)
			if wg.err != nil {
				return false
			}
			if left -= n; n > 0 {
				continue
			}
		}
		in := wg.step(w)
		left--
		if wg.err != nil || w.status != waveRuns || wg.needTurn {
			return false
		}
		if in.effect == effectNone {
			continue
		}
		k := &w.watch
		if wg.executed >= watchFrom && (w.pc == k.pc || w.count-k.count >= k.limit) && wg.watched(w) {
			return true
		}
		if wg.yield || in.effect >= until {
			return false
		}
	}
	return false
}

// maxTurn bounds the instructions of a turn.
const maxTurn = 4096

// turn is how many instructions the turn of w has, and the effect that ends it
// earlier. What others cannot notice may happen at any time; with many
// instructions at a time the registers of a wave stay in the CPU's cache.
func (wg *workgroup) turn(w *wave) (n int, until effect) {
	switch {
	case wg.schedule == ScheduleTimed:
		return 1, effectShared
	case wg.schedule == ScheduleRun || wg.alone(w):
		return maxTurn, effectShared + 1
	case wg.schedule == ScheduleRoundRobin || wg.schedule == SchedulePrompt:
		return maxTurn, effectShared
	}
	return 1, effectShared
}

// alone reports whether w is the only wave that can run.
func (wg *workgroup) alone(w *wave) bool {
	if wg.schedule == ScheduleRandom {
		return false
	}
	for _, x := range wg.waves {
		if x != w && x.status == waveRuns {
			return false
		}
	}
	return true
}

// pick chooses the wave that executes next, nil if none can.
func (wg *workgroup) pick() *wave {
	if wg.schedule == ScheduleTimed {
		return wg.soonest()
	}
	n := len(wg.waves)
	first := wg.next
	if wg.schedule == ScheduleRandom {
		first = int(wg.random.next() % uint64(n))
	}
	for i := range n {
		k := first + i
		if k >= n {
			k -= n
		}
		if wg.waves[k].status == waveRuns {
			wg.next = k + 1
			if wg.next == n {
				wg.next = 0
			}
			return wg.waves[k]
		}
	}
	return nil
}

func (wg *workgroup) anyLeft() bool {
	for _, w := range wg.waves {
		if w.status != waveEnded {
			return true
		}
	}
	return false
}

// step executes one instruction of w and returns it, nil if there is none.
func (wg *workgroup) step(w *wave) *instr {
	in := w.cached()
	if in == nil {
		var err error
		if in, err = w.fetch(); err != nil {
			wg.err = w.strayed(err)
			return nil
		}
	}
	if in.turn && !wg.view.live {
		wg.needTurn = true
		return in
	}
	if w.count >= wg.run.maxInstructions {
		wg.err = w.outOfBudget(in)
		return in
	}
	w.at = w.pc
	w.pc += in.size
	w.count++
	wg.executed++
	wg.stats.ops[in.slot&(maxOp-1)]++
	if len(w.pending.ops) > 0 && wg.early == nil && (w.pending.mayTouch(in) || w.mode.gprIdx) && !in.flat {
		w.lookEarly(in, in.order)
	}
	if wg.observes() {
		if !wg.observed(w, in) {
			wg.unstep(w, in)
			return in
		}
	} else {
		wg.dispatch(w, in)
	}
	w.clock += uint64(in.slots)
	if w.clock >= w.pending.due {
		w.arrive()
	}
	if wg.schedule == ScheduleRandom && len(w.pending.ops) > 0 {
		wg.accesses.reset()
		w.landByChance()
		w.keepAccesses()
	}
	if w.pc == wg.run.codeEnd && w.status == waveRuns && w.at == w.pc-in.size && wg.err == nil {
		wg.err = w.ranOff(in)
	}
	return in
}

// unstep takes back that an instruction is executed.
func (wg *workgroup) unstep(w *wave, in *instr) {
	w.pc = w.at
	w.count--
	wg.executed--
	wg.stats.ops[in.slot&(maxOp-1)]--
}

// dispatch executes in by a kernel of the engine's level or as the plain engine
// does; MODE.vskip skips it if it is a vector instruction.
func (wg *workgroup) dispatch(w *wave, in *instr) {
	if w.mode.bits&modeVSkip == 0 || !in.vector {
		in.quick[wg.level].execute(w, in)
	}
}

// strayed is the error of a wave that has no instruction at its program
// counter. Outside of all code it is about the jump that led there, if one did:
// the instruction before is not the one in front.
func (w *wave) strayed(err error) error {
	e := &waveError{wave: w, at: w.pc, err: err}
	if w.count == 0 || w.code == nil || w.pc%4 == 0 && w.wg.device.codeAt(w.pc) != nil {
		return e
	}
	if in := w.code.insts[(w.at-w.code.base)/4].Load(); in != nil && w.at+in.size != w.pc {
		e.at, e.inst = w.at, in
	}
	return e
}

func (w *wave) outOfBudget(in *instr) error {
	return &waveError{wave: w, at: w.pc, inst: in, err: fmt.Errorf("the wave has executed %d instructions, its budget (a loop without end?)", w.count)}
}

func (w *wave) ranOff(in *instr) error {
	return &waveError{wave: w, at: w.at, inst: in, err: fmt.Errorf("ran off the end of kernel %s: no s_endpgm", w.wg.run.kernel.Name())}
}

// vector reports whether MODE.vskip skips instructions of a unit.
func vector(u isa.Unit) bool {
	switch u {
	case isa.UnitSALU, isa.UnitSMEM, isa.UnitBranch, isa.UnitMsg, isa.UnitNone:
		return false
	}
	return true
}

// landByChance lets an outstanding operation of w happen early: only its memory
// part, or all of it, with those before it that retire in its order. It still
// counts, so that what touches its registers is noticed (lookEarly).
func (w *wave) landByChance() {
	r, ops := w.wg.random.next(), w.pending.ops
	last := ops[(r>>3)%uint64(len(ops))]
	switch r & 7 {
	case 0:
		w.perform(last)
	case 1:
		for _, op := range ops {
			if !op.landed && (op == last || op.order == last.order && op.order != isa.OrderNone) {
				w.perform(op)
				w.deliver(op)
			}
			if op == last {
				break
			}
		}
	}
}

// barrier is s_barrier: w waits until every wave that has not ended is there.
// A workgroup of one wave does not wait (facts isa/semantics.md §6).
func (wg *workgroup) barrier(w *wave) {
	w.barrier++
	if len(wg.waves) == 1 {
		return
	}
	w.status = waveAtBarrier
	wg.release()
}

// release lets the waves pass a barrier that all have reached.
func (wg *workgroup) release() {
	waiting, passed, clock := 0, 0, uint64(0)
	var ended *wave
	for _, w := range wg.waves {
		switch w.status {
		case waveRuns, waveHalted:
			return
		case waveAtBarrier:
			waiting++
			passed = max(passed, w.barrier)
			clock = max(clock, w.clock)
		}
	}
	if waiting == 0 {
		return
	}
	for _, w := range wg.waves {
		if w.status == waveEnded && w.barrier < passed && ended == nil {
			ended = w
		}
	}
	if ended != nil && !wg.run.lenientBarriers {
		wg.err = wg.diverged(ended)
		return
	}
	wg.releases++
	wg.yield = true // others can run again
	for _, w := range wg.waves {
		if w.status == waveAtBarrier {
			w.status, w.clock = waveRuns, clock
		}
	}
}

// diverged is the error of a barrier that a wave never reached.
func (wg *workgroup) diverged(ended *wave) error {
	for _, w := range wg.waves {
		if w.status == waveAtBarrier {
			return &waveError{wave: w, at: w.at, err: fmt.Errorf(
				"waits at barrier %d, but wave %d has ended after %d barriers: the workgroup diverges at the barrier (the hardware does not count ended waves and would go on; allow that with --barriers hardware)",
				w.barrier, ended.id, ended.barrier)}
		}
	}
	panic("BUG: divergence without a waiting wave")
}

// stuck is the error of a workgroup in which no wave can run.
func (wg *workgroup) stuck() error {
	for _, w := range wg.waves {
		if w.status == waveHalted {
			return &waveError{wave: w, at: w.at, err: fmt.Errorf("halted itself (s_sethalt), and no other wave can run: deadlock")}
		}
	}
	panic("BUG: no wave can run and none is halted")
}
