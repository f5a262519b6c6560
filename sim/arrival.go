package sim

import (
	"math/bits"

	"heddle/arch"
	"heddle/isa"
)

// When the data of a load arrive if no wait asks for them.
//
// A card returns them after some time, whether or not anyone waits, and kernels
// rely on it: they read registers a few hundred clocks after an LDS read with
// no s_waitcnt that covers it, or expect that a direct-to-LDS load leaves the
// LDS alone for that long (facts isa/semantics.md, "Added 2026-11-22"). So each
// wave has a clock, which counts slots: the time of one instruction, 4 clocks
// of the chip. What is loaded arrives when the clock says so or at the wait that
// covers it, whichever comes first. A wait takes until then. The wait counters
// do not notice: what has arrived still counts until a wait.
//
// The clock is a model. It moves by the wave's own instructions and waits, and at
// a barrier all waves have the time of the last, so that results depend neither
// on the engine nor on the number of workers. It goes rather too slowly than too
// fast: nothing but matrix instructions, s_nop and s_sleep takes more than a slot
// for itself.

// never is a time that no clock reaches.
const never = 1 << 62

// path is on which data come back.
type path uint8

const (
	pathLDS path = iota
	pathSMEM
	pathVMEM
	pathToLDS // from global memory to the LDS
	paths
)

// transit is how long data are under way on each path, in slots.
type transit [paths]uint64

// transitOf returns the times of a chip under a schedule.
func transitOf(t *arch.Timing, schedule Schedule) transit {
	switch schedule {
	case SchedulePrompt:
		return transit{}
	case ScheduleLate, ScheduleRandom:
		return transit{never, never, never, never}
	}
	slots := func(clocks int) uint64 { return uint64((clocks + t.Issue - 1) / t.Issue) }
	return transit{pathLDS: slots(t.LDSData), pathSMEM: slots(t.SMEM), pathVMEM: slots(t.VMEM), pathToLDS: slots(t.ToLDS)}
}

// pathOf is the path of an instruction's data; that of a FLAT one if its lanes
// address global memory.
func (in *instr) pathOf() path {
	switch {
	case in.mem.ToLDS:
		return pathToLDS
	case in.Row.Unit == isa.UnitLDS:
		return pathLDS
	case in.Row.Unit == isa.UnitSMEM:
		return pathSMEM
	}
	return pathVMEM
}

// time is how many slots an instruction takes. A matrix instruction keeps its
// pipe for its passes, of the length of a slot; s_nop N waits N+1 slots (ISA
// manual §4.5), s_sleep N 64 clocks times N. A barrier at which nobody waits takes
// 8 clocks (facts silicon/mi350x_memory_latency.csv).
func (in *instr) time() uint32 {
	switch in.Row.Op {
	case isa.S_NOP:
		return uint32(in.arg[0].value&15) + 1
	case isa.S_SLEEP:
		return sleepCost*uint32(in.arg[0].value&127) + 1
	case isa.S_BARRIER:
		return 2
	}
	return uint32(max(in.Passes(), 1))
}

// resolve makes a FLAT access one of the memory that its lanes address, if that
// is one memory: the card hands it to both units, but the one without a lane is
// done with it at once (facts isa/semantics.md, "Added 2026-11-22"). With lanes
// in both it retires in no order.
func (op *memOp) resolve() {
	var lds, other bool
	for m := op.exec; m != 0; m &= m - 1 {
		if op.space[bits.TrailingZeros64(m)&63] == SpaceLDS {
			lds = true
		} else {
			other = true
		}
	}
	switch {
	case !lds:
		op.lgkm, op.order = 0, isa.OrderVM
	case !other:
		op.vm, op.order = 0, isa.OrderDS
	}
}

// schedule says when the data of op, which is being issued, arrive. They come
// back in the order of issue: all that use a queue take the same time.
func (w *wave) schedule(op *memOp) {
	way := op.in.path
	if op.order == isa.OrderDS {
		way = pathLDS
	}
	op.due = min(w.clock+w.wg.transit[way], never)
	if due, ok := w.dueByTable(); ok {
		op.due = due
	}
	if op.due < w.pending.due && op.writes() {
		w.pending.due = op.due
	}
}

// waitFor lets the time pass until a wait for op is over. Direct-to-LDS loads
// come back like others: that they land late is for what nobody waits for.
func (w *wave) waitFor(op *memOp) {
	back := op.due
	if op.in.path == pathToLDS && w.wg.schedule != ScheduleTimed {
		back -= w.wg.transit[pathToLDS] - w.wg.transit[pathVMEM]
	}
	if back < never {
		w.clock = max(w.clock, back)
	}
}

// writes reports whether op writes anything when it lands.
func (op *memOp) writes() bool { return op.move != nil || op.land != nil }

// dueIn is how long the data of op are still under way.
func (op *memOp) dueIn(clock uint64) uint64 {
	switch {
	case op.landed || op.due <= clock:
		return 0
	case op.due == never:
		return never
	}
	return op.due - clock
}

// arrive lands what arrives by the time of the wave's clock, one after the
// other. It still counts.
func (w *wave) arrive() {
	p := &w.pending
	for w.clock >= p.due {
		due := p.due
		p.due = never
		for _, op := range p.ops {
			switch {
			case op.landed || !op.writes():
			case op.due > due:
				p.due = min(p.due, op.due)
			default:
				w.arrived(op)
			}
		}
	}
}

// arrived lands op, which no wait covers yet.
func (w *wave) arrived(op *memOp) {
	if w.wg.observes() {
		w.wg.accesses.reset()
	}
	w.deliver(op)
}
