package sim

import (
	"math/bits"
	"sort"
	"sync/atomic"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// effect is what an instruction means outside its wave.
type effect uint8

const (
	// effectNone: it computes in registers of its wave, goes on with the next
	// instruction and cannot fail.
	effectNone effect = iota
	// effectWave: it directs its wave: a branch, a wait, MODE.
	effectWave
	// effectShared: others may notice it, or it may notice others: memory, LDS,
	// barriers, messages, the wave's end.
	effectShared
)

// effectOf tells the effect of in.
func (in *instr) effectOf() effect {
	op := in.Row.Op
	switch in.Row.Unit {
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
		return effectNone
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		if checkMatrix(op.Matrix(), &in.Mods) != nil {
			return effectWave // it fails
		}
		return effectNone
	case isa.UnitSALU, isa.UnitBranch:
	default:
		return effectShared
	}
	switch op {
	case isa.S_NOP, isa.S_SETPRIO:
		return effectNone
	case isa.S_WAITCNT, isa.S_SET_GPR_IDX_ON, isa.S_SET_GPR_IDX_OFF:
		return effectWave
	case isa.S_MOVRELS_B32, isa.S_MOVRELS_B64, isa.S_MOVRELD_B32, isa.S_MOVRELD_B64:
		return effectWave // which registers they touch is not known before
	case isa.S_BRANCH, isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1, isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ,
		isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ, isa.S_GETPC_B64, isa.S_SETPC_B64, isa.S_SWAPPC_B64, isa.S_CALL_B64,
		isa.S_SETREG_B32, isa.S_SETREG_IMM32_B32, isa.S_GETREG_B32, isa.S_SETVSKIP:
		return effectWave
	}
	if int(op) < len(scalarOps) && scalarOps[op] != nil {
		return effectNone
	}
	return effectShared
}

// straight is a sequence of instructions without effects. The fast engine
// executes it with one look at what depends on the wave.
//
// A straight belongs to its first instruction. Those that begin later in the
// same sequence share its steps, so that code that is entered everywhere takes
// no more memory than its length.
type straight struct {
	steps []step
	end   uint64 // guest address after the last instruction
	// clocks are the time when each step begins, and when the last is over, in
	// slots since some moment.
	clocks  []uint32
	touched isa.RegSet // by the steps
	demand  demand
	// id is the place of the straight in workgroup.ran, 0 until it executes.
	id  atomic.Uint32
	run atomic.Pointer[Run] // as observers know it, once one has been asked
}

// step is an instruction of a straight: the kernel of one whose operands are
// VGPRs as they are, the swift function of a scalar one, its quick or its plain
// function. The first of them that is there executes it. It has the size of a cache line.
type step struct {
	kernel simd.Kernel
	rows   [4]uint16
	swift  swiftFunc
	in     *instr
	quickScalar
}

// ran counts how often a workgroup has executed a straight to its end.
type ran struct {
	s     *straight
	times uint64
}

// maxStraight bounds how far one look ahead goes.
const maxStraight = 512

// goesStraight reports whether wg executes straights: turns are longer.
func (wg *workgroup) goesStraight() bool {
	return wg.level != simd.None && wg.schedule < ScheduleTimed
}

// straight returns the straight at w.pc, and up to left of its instructions: 0 if there is none or the
// wave does not meet its demands.
func (wg *workgroup) straight(w *wave, left int) (s *straight, take int) {
	c := w.code
	if c == nil {
		return nil, 0
	}
	offset := w.pc - c.base
	if offset&3 != 0 || offset>>2 >= uint64(len(c.insts)) {
		return nil, 0
	}
	s = c.straightAt(wg, int(offset>>2))
	n := len(s.steps)
	if n == 0 || w.mode.bits&s.demand.care != s.demand.want {
		return nil, 0
	}
	// The last instruction of a kernel is left to step, which notices that the
	// wave runs off.
	if end := wg.run.codeEnd; w.pc < end && s.end >= end {
		return nil, 0
	}
	if w.count >= wg.run.maxInstructions {
		return nil, 0
	}
	take = int(min(uint64(n), uint64(left), wg.run.maxInstructions-w.count))
	if len(w.pending.ops) > 0 {
		take = w.undisturbed(s, take)
	}
	return s, take
}

// goStraight executes up to left instructions of the straight at w.pc, and
// returns how many it executed.
func (wg *workgroup) goStraight(w *wave, left int) int {
	s, take := wg.straight(w, left)
	if take == 0 {
		return 0
	}
	n := len(s.steps)
	if wg.observes() && (wg.skipper == nil || take < n || !wg.skips(w, s)) {
		return wg.goObserved(w, s, take)
	}
	if take == n {
		wg.noteRan(s)
		w.runSteps(s.steps)
		w.pc = s.end
	} else {
		n = take
		for i := range n {
			wg.stats.ops[s.steps[i].in.slot&(maxOp-1)]++
		}
		w.runSteps(s.steps[:n])
		w.pc = s.steps[n].in.addr
	}
	w.at = s.steps[n-1].in.addr
	w.count += uint64(n)
	wg.executed += uint64(n)
	w.clock += s.time(n)
	if w.clock >= w.pending.due {
		w.arrive()
	}
	return n
}

// goObserved is goStraight with events of each instruction. It ends where step would look at more: an
// operation arrives, or an observer stops the run.
func (wg *workgroup) goObserved(w *wave, s *straight, take int) int {
	e := &wg.event
	e.fill(w, w.pc)
	e.Accesses, e.Dropped, e.ToLDS, e.Surplus = nil, nil, nil, 0
	bias := w.code.bias
	for i := range s.steps[:take] {
		step := &s.steps[i]
		in := step.in
		w.at = w.pc
		w.pc += in.size
		w.count++
		wg.executed++
		wg.stats.ops[in.slot&(maxOp-1)]++
		e.Addr, e.CodeAddr, e.Next = in.addr, in.addr-bias, w.pc
		e.Inst, e.Seq, e.Lanes, e.Reads, e.Writes, e.Site, e.Order = &in.Inst, w.count, ^uint64(0), &in.reads, &in.writes, int(in.site), in.order
		if in.vector {
			e.Lanes = w.exec()
		}
		if wg.preparer != nil {
			wg.preparer.Executing(e)
			if wg.err != nil {
				wg.unstep(w, in)
				return i
			}
		}
		if step.swift != nil {
			step.swift(w, step)
		} else {
			w.runSteps(s.steps[i : i+1])
		}
		wg.observer.Executed(e)
		w.clock += uint64(in.slots)
		if arrives := w.clock >= w.pending.due; arrives || wg.err != nil {
			if arrives {
				w.arrive()
			}
			return i + 1
		}
	}
	return take
}

// time is that of the first n steps.
func (s *straight) time(n int) uint64 { return uint64(s.clocks[n] - s.clocks[0]) }

// undisturbed returns how many of the first n steps can be executed with one look at what is
// outstanding. Data that arrive meanwhile land after them, which makes no difference to steps that
// do not touch those registers.
func (w *wave) undisturbed(s *straight, n int) int {
	p := &w.pending
	switch {
	case w.mode.gprIdx:
		return 0 // the steps may touch others than they name
	case !s.touched.Overlaps(p.destinations()):
		return n
	case w.wg.early == nil:
		for i := range n {
			if s.steps[i].in.touches(p.destinations()) {
				return i
			}
		}
	case p.due < never:
		return sort.Search(n, func(i int) bool { return s.time(i) >= p.due-w.clock })
	}
	return n
}

// runSteps executes steps, whose demands w meets.
func (w *wave) runSteps(steps []step) {
	for i := range steps {
		s := &steps[i]
		switch {
		case s.kernel != nil:
			if !s.kernel(w.row(int(s.rows[0])), w.row(int(s.rows[1])), w.row(int(s.rows[2])), w.row(int(s.rows[3])), w.exec()) {
				s.in.run(w, s.in)
			}
		case s.swift != nil:
			s.swift(w, s)
		default:
			if run := s.in.quick[w.wg.level].run; run != nil {
				run(w, s.in)
			} else {
				s.in.run(w, s.in)
			}
		}
	}
}

// noteRan counts an execution of s.
func (wg *workgroup) noteRan(s *straight) {
	id := s.id.Load()
	if id == 0 {
		id = wg.device.straights.Add(1)
		if !s.id.CompareAndSwap(0, id) {
			id = s.id.Load()
		}
	}
	if int(id) >= len(wg.ran) {
		wg.ran = append(wg.ran, make([]ran, 1<<bits.Len32(id)-len(wg.ran))...)
	}
	wg.ran[id].s = s
	wg.ran[id].times++
}

// countRan adds the instructions of straights to those that the workgroup has
// executed one by one.
func (wg *workgroup) countRan() {
	for i := range wg.ran {
		r := &wg.ran[i]
		if r.times > 0 {
			for k := range r.s.steps {
				wg.stats.ops[r.s.steps[k].in.slot&(maxOp-1)] += r.times
			}
		}
	}
	clear(wg.ran)
}

// straightAt returns the straight that begins with the instruction in slot i,
// which has no steps if there is none.
func (c *codeRegion) straightAt(wg *workgroup, i int) *straight {
	slots := c.straights[wg.level].Load()
	if slots == nil {
		made := make([]atomic.Pointer[straight], len(c.insts))
		if !c.straights[wg.level].CompareAndSwap(nil, &made) {
			return c.straightAt(wg, i)
		}
		slots = &made
	}
	if s := (*slots)[i].Load(); s != nil {
		return s
	}
	c.lookAhead(wg.device, *slots, wg.level, i)
	return (*slots)[i].Load()
}

// lookAhead finds the straight in slot i and those that begin within it.
// Instructions that cannot be decoded end it: the wave may never come there.
func (c *codeRegion) lookAhead(d *Device, slots []atomic.Pointer[straight], level simd.Level, i int) {
	var steps []step
	d0 := demand{care: modeVSkip | modeGPRIdx} // an index can fail
	clocks := []uint32{0}
	first, at := i, i
	for len(steps) < maxStraight && at < len(slots) && (at == first || slots[at].Load() == nil) {
		in, err := c.instruction(d, uint64(at)*4)
		if err != nil || in.effect != effectNone {
			break
		}
		q := &in.quick[level]
		if !d0.join(q.demand) {
			break
		}
		s := step{kernel: q.kernel, rows: q.rows, in: in}
		s.swift, s.quickScalar = in.swift()
		steps, clocks = append(steps, s), append(clocks, clocks[len(steps)]+in.slots)
		at += int(in.size / 4)
	}
	if steps == nil {
		slots[first].Store(new(straight))
		return
	}
	end := c.base + uint64(at)*4
	all := make([]straight, len(steps))
	var touched isa.RegSet
	for k := len(steps) - 1; k >= 0; k-- {
		s := &all[k]
		touched.Union(&steps[k].in.reads)
		touched.Union(&steps[k].in.writes)
		s.steps, s.end, s.clocks, s.touched, s.demand = steps[k:], end, clocks[k:], touched, d0
		slots[(steps[k].in.addr-c.base)/4].CompareAndSwap(nil, s)
	}
}

// join adds the demand e, if that is possible.
func (d *demand) join(e demand) bool {
	if both := d.care & e.care; d.want&both != e.want&both {
		return false
	}
	d.care, d.want = d.care|e.care, d.want|e.want
	return true
}
