package sim

import (
	"math/bits"

	"heddle/isa"
)

// Observer is told what a run does. Its methods are called from one goroutine at a time, for the
// workgroups of a round in the order of their ids. They must not keep or change the Event: all
// observers of the run get the same one. A run with an observer uses one core, unless it is a Divider.
type Observer interface {
	// Executed is called after each instruction of each wave.
	Executed(*Event)
	// Landed is called when a memory operation that was executed earlier is
	// complete: the registers or the LDS have got the data of a load. It comes
	// before the Executed of the wait that covers the operation, which still
	// counts up to there if it comes earlier. Operations that are outstanding
	// when the wave ends are complete without it.
	Landed(*Event)
	// WaveStarted and WaveEnded bracket the life of a wave.
	WaveStarted(workgroup, wave int)
	WaveEnded(workgroup, wave int)
}

// Preparer is an Observer that looks before instructions, too.
type Preparer interface {
	// Executing is called before each instruction: Registers have the values that it will read,
	// Accesses are empty.
	Executing(*Event)
}

// Event describes what one instruction did.
type Event struct {
	Workgroup int       // linear id, x fastest
	Group     [3]uint32 // coordinates of the workgroup
	Wave      int       // within the workgroup
	Addr      uint64    // guest address of the instruction
	CodeAddr  uint64    // its address in the code object
	Inst      *isa.Inst
	Seq       uint64 // number of the execution: the same in the Executed, Landed and Accesses that belong together, different for all others of the wave
	Lanes     uint64 // EXEC when it was executed; all lanes for scalar instructions
	Next      uint64 // guest address of the wave's next instruction

	// Site is a number of the instruction: small, and the same each time it is
	// executed in the device.
	Site int
	// Reads and Writes are registers, not to be changed or kept. They include
	// those that VGPR indexing chose. For Landed, Writes are those that got
	// data.
	Reads, Writes *isa.RegSet
	// Accesses are the memory that was touched since the wave's last event.
	// Memory operations touch it when they are executed or, with
	// ScheduleLate and ScheduleRandom, any time up to Landed.
	Accesses []Access
	// Dropped are accesses of this instruction that the hardware skips: those outside a buffer
	// resource's range (SpaceGlobal), and the slots of direct-to-LDS loads outside the LDS
	// (SpaceLDS).
	Dropped []Access
	// ToLDS is the LDS that this direct-to-LDS load will write; the accesses
	// themselves come with Landed, if the wave does not end before.
	ToLDS []Access
	// Surplus is the number of bytes at the end of this scalar load that are beyond the allocation
	// in which it begins. They are not in Accesses and read as 0.
	Surplus int
	// Registers gives the values of the wave's registers after the
	// instruction.
	Registers Registers
	// Order is in which the memory operation retires among those of the wave.
	// Of a FLAT access it is that of the memory which its lanes address, as for
	// one that can touch no other: OrderVM, which vmcnt alone counts, or OrderDS,
	// which lgkmcnt alone counts. With both it is OrderNone.
	Order isa.Order
}

// Registers gives an observer a look at a wave's registers.
//
// Vector registers are one file, in which VGPRs and AGPRs are names: isa.V0 + n
// stands for register n of it here and in Event.Reads and Event.Writes, up to
// 511. Place says which one a name means, Name how to call it.
type Registers struct{ wave *wave }

// Place returns the register that the name of a VGPR or AGPR stands for, and other registers
// unchanged.
func (r Registers) Place(name isa.Reg) isa.Reg {
	if name < isa.V0 {
		return name
	}
	reg, _ := r.wave.wg.file.place(name)
	return isa.V0 + isa.Reg(reg)
}

// Name returns a name of the register reg: that of an AGPR if it is one, though
// it may be a VGPR's, too.
func (r Registers) Name(reg isa.Reg) isa.Reg {
	if reg < isa.V0 {
		return reg
	}
	return r.wave.wg.file.name(int(reg - isa.V0))
}

// Placed returns inst with each register in place of its name.
func (r Registers) Placed(inst *isa.Inst) isa.Inst { return r.wave.wg.file.placed(inst) }

// Scalar returns the scalar register or special register r (isa.S0 and on,
// VCC, M0, EXEC).
func (r Registers) Scalar(reg isa.Reg) uint32 { return r.wave.sgpr[reg&127] }

// Vector returns a lane of a vector register.
func (r Registers) Vector(reg isa.Reg, lane int) uint32 {
	return r.wave.vgpr[(reg-isa.V0)&511][lane&63]
}

// LDSDeclared is the LDS that the kernel and the launch ask for, in bytes. The
// workgroup has up to a granule more.
func (r Registers) LDSDeclared() int { return r.wave.wg.run.ldsDeclared }

// observes reports whether there is an observer.
func (wg *workgroup) observes() bool { return observable && wg.observer != nil }

// Stop ends the run with a *RunError at the event's instruction that wraps err, unless something
// else has ended it. Called from Executing, that instruction is not executed. It must not be called
// from Skips. Other workgroups may get a few thousand instructions further, on their own memory.
func (r Registers) Stop(err error) {
	if wg := r.wave.wg; wg.err == nil {
		wg.err = &waveError{wave: r.wave, at: r.wave.at, err: err}
	}
}

// Ended reports whether an error ends the run of the workgroup. Failure says which.
func (r Registers) Ended() bool { return r.wave.wg.err != nil }

// Failure returns the error that ends the run, and the address in the code object of the wave's instruction
// that it is about; nil if there is none of this wave.
func (r Registers) Failure() (addr uint64, err error) {
	failed, ok := r.wave.wg.err.(*waveError)
	if !ok || failed.wave != r.wave {
		return 0, nil
	}
	addr, _ = r.wave.wg.run.place(r.wave, failed.at)
	return addr, failed.err
}

// observed executes an instruction and reports it. It is false if an observer stopped the run before.
func (wg *workgroup) observed(w *wave, in *instr) bool {
	e := &wg.event
	wg.accesses.reset()
	wg.dropped.reset()
	wg.toLDS.reset()
	if len(w.unreported.list) > 0 {
		wg.accesses, w.unreported = w.unreported, wg.accesses
	}
	lanes := ^uint64(0)
	if in.vector {
		lanes = w.exec()
	}
	reads, writes, seq := &in.reads, &in.writes, w.count
	if w.mode.gprIdx {
		reads, writes = w.addIndexed(in)
	}
	e.Inst, e.Seq, e.Lanes, e.Reads, e.Writes, e.Site, e.Order = &in.Inst, seq, lanes, reads, writes, int(in.site), in.order
	e.Surplus = 0
	if in.smem.kind == smemLoad {
		e.Surplus = w.surplus(in, w.scalarPlace(in))
	}
	if wg.preparer != nil {
		e.fill(w, in.addr)
		e.Accesses, e.Dropped, e.ToLDS = nil, nil, nil
		wg.preparer.Executing(e)
		if wg.err != nil {
			return false
		}
	}
	wg.dispatch(w, in)
	if wg.preparer == nil {
		e.fill(w, in.addr)
	}
	e.Next = w.pc
	e.Accesses, e.Dropped, e.ToLDS = wg.accesses.list, wg.dropped.list, wg.toLDS.list
	wg.observer.Executed(e)
	if w.status == waveEnded {
		wg.observer.WaveEnded(wg.id, w.id)
	}
	return true
}

// addIndexed returns the registers that an instruction reads and writes, with
// those that VGPR indexing reaches for those that it leads away from.
func (w *wave) addIndexed(in *instr) (reads, writes *isa.RegSet) {
	if in.Row.Unit != isa.UnitVALU && in.Row.Unit != isa.UnitTrans {
		return &in.reads, &in.writes
	}
	reads, writes = &w.wg.indexed[0], &w.wg.indexed[1]
	*reads, *writes = in.reads, in.writes
	for k, o := range in.src {
		if o != nil && o.kind == operandVector && w.index(indexSrc0+k) > 0 {
			remove(reads, o, &in.writes) // what it also writes it may keep a part of
		}
	}
	for k, o := range in.src {
		if o != nil && o.kind == operandVector {
			reg, _ := w.moved(isa.V0+isa.Reg(o.reg), o.count(), indexSrc0+k)
			reads.Add(reg, o.count())
		}
	}
	if in.dst != nil && in.dst.kind == operandVector {
		if w.index(indexDst) > 0 {
			remove(writes, in.dst, &noRegisters)
		}
		reg, _ := w.moved(isa.V0+isa.Reg(in.dst.reg), in.dst.count(), indexDst)
		writes.Add(reg, in.dst.count())
	}
	return reads, writes
}

// remove takes an operand's registers from a set, but for some.
func remove(set *isa.RegSet, o *operand, but *isa.RegSet) {
	var named isa.RegSet
	named.Add(isa.V0+isa.Reg(o.reg), o.count())
	for i, word := range named {
		set[i] &^= word &^ but[i]
	}
}

func (e *Event) fill(w *wave, addr uint64) {
	e.Workgroup, e.Group, e.Wave = w.wg.id, w.wg.group, w.id
	e.Addr, e.CodeAddr, e.Next = addr, addr-w.code.bias, w.pc
	e.Registers = Registers{w}
}

var noRegisters isa.RegSet

// landed reports that op's data arrived.
func (wg *workgroup) landed(w *wave, op *memOp) {
	e := &wg.landing
	e.fill(w, op.at)
	e.Inst, e.Seq, e.Lanes, e.Site = &op.in.Inst, op.seq, op.exec, int(op.in.site)
	e.Reads, e.Writes = &noRegisters, &op.in.writes
	e.Accesses, e.Dropped, e.ToLDS = wg.accesses.list, nil, nil
	wg.observer.Landed(e)
	wg.accesses.reset() // they are told once
}

// reportDropped notes what of op, which is being issued, the hardware leaves
// out, and what it does to the LDS later.
func (w *wave) reportDropped(op *memOp) {
	in := op.in
	note := func(lane int, addr uint64, size int) {
		w.wg.dropped.add(op, lane, SpaceGlobal, addr, size, in.Row.Traits&isa.MayStore != 0 && !in.mem.ToLDS, nil)
	}
	switch in.Row.Enc {
	case isa.EncMUBUF, isa.EncMTBUF:
		op.eachDropped(note)
	}
	if in.Row.Unit == isa.UnitSMEM {
		if base := in.named("sbase"); base != nil && base.dwords == 4 {
			for i := range in.smem.dwords {
				if op.exec>>i&1 == 0 {
					note(-1, op.addr[0]+uint64(i)*4, 4)
				}
			}
		}
	}
	if in.mem.ToLDS {
		w.reportSlots(op)
	}
}

// reportSlots notes the LDS that a direct-to-LDS load writes, or would if it
// were there.
func (w *wave) reportSlots(op *memOp) {
	size := 4 * op.in.mem.Dwords
	for mask := w.exec(); mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		to := &w.wg.toLDS
		if op.exec>>l&1 == 0 {
			to = &w.wg.dropped
		}
		to.add(op, l, SpaceLDS, uint64(op.ldsSlot(l)), size, true, nil)
	}
}

// eachDropped calls f for each piece of a buffer access that failed the range
// check.
func (op *memOp) eachDropped(f func(lane int, addr uint64, size int)) {
	s := &op.in.mem
	if s.Kind == isa.MemoryNothing {
		return
	}
	n := s.Dwords
	all := uint8(1)<<n - 1
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		missing := all &^ op.valid[l]
		switch {
		case missing == 0:
		case missing == all:
			f(l, op.addr[l], max(s.Bytes, 1))
		default:
			for i := range n {
				if missing>>i&1 != 0 {
					f(l, op.addr[l]+4*uint64(i), 4)
				}
			}
		}
	}
}
