package sim

import (
	"heddle/isa"
)

// Observer is told what a run does. Its methods are called from one goroutine
// at a time, workgroup after workgroup of a round in the order of their ids,
// and must not keep the Event. A run with an observer uses one core.
type Observer interface {
	// Executed is called after each instruction of each wave.
	Executed(*Event)
	// Landed is called when a memory operation that was executed earlier is
	// complete: the registers or the LDS have got the data of a load. It comes
	// before the Executed of the wait that covers the operation. Operations
	// that are outstanding when the wave ends are complete without it.
	Landed(*Event)
	// WaveStarted and WaveEnded bracket the life of a wave.
	WaveStarted(workgroup, wave int)
	WaveEnded(workgroup, wave int)
}

// Event is what one instruction did.
type Event struct {
	Workgroup int       // linear id, x fastest
	Group     [3]uint32 // coordinates of the workgroup
	Wave      int       // within the workgroup
	Addr      uint64    // guest address of the instruction
	CodeAddr  uint64    // its address in the code object
	Inst      *isa.Inst
	Lanes     uint64 // EXEC when it was executed; all lanes for scalar instructions
	Next      uint64 // guest address of the wave's next instruction

	// Reads and Writes are registers. They include those that VGPR indexing
	// chose. For Landed, Writes are those that got data.
	Reads, Writes isa.RegSet
	// Accesses are the memory that was touched since the wave's last event.
	// Memory operations touch it when they are executed or, with
	// ScheduleLate and ScheduleRandom, any time up to Landed.
	Accesses []Access
	// Registers gives the values of the wave's registers after the
	// instruction.
	Registers Registers
}

// Access is memory that one lane (or a scalar instruction: Lane -1) touched.
type Access struct {
	Space Space
	Addr  uint64 // in SpaceLDS and SpacePrivate: offset
	Size  int    // bytes
	Lane  int
	Write bool
	Inst  uint64 // guest address of the instruction it belongs to
}

// Registers gives an observer a look at a wave's registers.
type Registers struct{ wave *wave }

// Scalar returns the scalar register or special register r (isa.S0 and on,
// VCC, M0, EXEC).
func (r Registers) Scalar(reg isa.Reg) uint32 { return r.wave.sgpr[reg&127] }

// Vector returns lane l of a VGPR or AGPR.
func (r Registers) Vector(reg isa.Reg, lane int) uint32 {
	return r.wave.vgpr[(reg-isa.V0)&511][lane&63]
}

// observed executes an instruction and reports it.
func (wg *workgroup) observed(w *wave, in *instr) {
	e := &wg.event
	e.Accesses = append(e.Accesses[:0], w.unreported...)
	w.unreported = w.unreported[:0]
	lanes := ^uint64(0)
	if in.vector() {
		lanes = w.exec()
	}
	reads, writes := in.Reads(), in.Writes()
	w.addIndexed(in, &reads, &writes)
	if w.mode.bits&modeVSkip == 0 || !in.vector() {
		in.run(w, in)
	}
	wg.fill(w, in.addr)
	e.Inst, e.Lanes, e.Reads, e.Writes = &in.Inst, lanes, reads, writes
	wg.observer.Executed(e)
	if w.status == waveEnded {
		wg.observer.WaveEnded(wg.id, w.id)
	}
}

// keepAccesses keeps the memory touched outside of an instruction for the
// wave's next event.
func (w *wave) keepAccesses() { w.unreported = append(w.unreported, w.wg.event.Accesses...) }

// addIndexed adds the registers that VGPR indexing reaches.
func (w *wave) addIndexed(in *instr, reads, writes *isa.RegSet) {
	if !w.mode.gprIdx || in.Row.Unit != isa.UnitVALU && in.Row.Unit != isa.UnitTrans {
		return
	}
	for k, o := range in.src {
		if o != nil && o.kind == operandVector {
			reads.Add(isa.V0+isa.Reg(w.inRange(w.sourceReg(k, o.reg))), o.count())
		}
	}
	if in.dst != nil && in.dst.kind == operandVector {
		writes.Add(isa.V0+isa.Reg(w.inRange(w.destReg(in.dst.reg))), in.dst.count())
	}
}

func (wg *workgroup) fill(w *wave, addr uint64) {
	e := &wg.event
	e.Workgroup, e.Group, e.Wave = wg.id, wg.group, w.id
	e.Addr, e.CodeAddr, e.Next = addr, addr-w.code.bias, w.pc
	e.Registers = Registers{w}
}

// landed reports that op's data arrived.
func (wg *workgroup) landed(w *wave, op *memOp) {
	saved := wg.event
	wg.fill(w, op.at)
	wg.event.Inst, wg.event.Lanes = &op.in.Inst, op.exec
	wg.event.Reads, wg.event.Writes = isa.RegSet{}, op.in.Writes()
	wg.observer.Landed(&wg.event)
	accesses := wg.event.Accesses[:0] // they are told once
	wg.event = saved
	wg.event.Accesses = accesses
}

// report counts an access and notes it for the observer.
func (wg *workgroup) report(w *wave, op *memOp, lane int, space Space, addr uint64, size int, write bool) {
	if space == spaceNowhere {
		return
	}
	wg.stats.bytes[space][bit(write)] += uint64(size)
	if wg.observer != nil {
		wg.event.Accesses = append(wg.event.Accesses, Access{Space: space, Addr: addr, Size: size, Lane: lane, Write: write, Inst: op.at})
	}
}
