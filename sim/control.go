package sim

import (
	"fmt"

	"heddle/isa"
)

// bindScalar chooses the function of a scalar ALU or control instruction.
func (in *instr) bindScalar() bool {
	op := in.Row.Op
	if int(op) < len(controlOps) && controlOps[op] != nil {
		in.run = controlOps[op]
	} else if int(op) < len(scalarOps) && scalarOps[op] != nil {
		in.run = scalarOps[op]
	}
	if target, ok := in.BranchTarget(in.addr); ok {
		in.jump = target
	}
	return in.run != nil
}

// controlOps are the instructions that direct a wave.
var controlOps = [...]waveFunc{
	isa.S_NOP:            nothing,
	isa.S_SETPRIO:        nothing,
	isa.S_WAKEUP:         nothing,
	isa.S_ICACHE_INV:     nothing,
	isa.S_INCPERFLEVEL:   nothing,
	isa.S_DECPERFLEVEL:   nothing,
	isa.S_SETKILL:        endProgramIfKilled,
	isa.S_ENDPGM:         endProgram,
	isa.S_SLEEP:          sleep,
	isa.S_SETHALT:        setHalt,
	isa.S_TRAP:           trap,
	isa.S_BARRIER:        barrier,
	isa.S_WAITCNT:        waitCount,
	isa.S_SENDMSG:        sendMessage,
	isa.S_SENDMSGHALT:    halt,
	isa.S_BRANCH:         branch,
	isa.S_CBRANCH_SCC0:   branchSCC0,
	isa.S_CBRANCH_SCC1:   branchSCC1,
	isa.S_CBRANCH_VCCZ:   branchVCCZ,
	isa.S_CBRANCH_VCCNZ:  branchVCCNZ,
	isa.S_CBRANCH_EXECZ:  branchEXECZ,
	isa.S_CBRANCH_EXECNZ: branchEXECNZ,
	// No debugger is attached: none of these is taken.
	isa.S_CBRANCH_CDBGSYS:          nothing,
	isa.S_CBRANCH_CDBGUSER:         nothing,
	isa.S_CBRANCH_CDBGSYS_OR_USER:  nothing,
	isa.S_CBRANCH_CDBGSYS_AND_USER: nothing,

	isa.S_GETPC_B64:        getPC,
	isa.S_SETPC_B64:        setPC,
	isa.S_SWAPPC_B64:       swapPC,
	isa.S_CALL_B64:         call,
	isa.S_GETREG_B32:       getReg,
	isa.S_SETREG_B32:       setReg,
	isa.S_SETREG_IMM32_B32: setRegImm,
	isa.S_SETVSKIP:         setVSkip,
}

func nothing(*wave, *instr) {}

// endProgram is s_endpgm, which waits for all counters (ISA manual §12.5). Waves that pass a
// barrier because the wave has ended may rely on the arrival of its direct-to-LDS loads; no other
// wave may, and for those they never arrive.
func endProgram(w *wave, _ *instr) {
	if w.wg.run.lenientBarriers {
		w.retire(0, 0)
	} else {
		w.performAll()
		w.wg.freeOps = append(w.wg.freeOps, w.pending.ops...)
		w.pending = pending{ops: w.pending.ops[:0], due: never}
	}
	w.status = waveEnded
	w.wg.release()
}

// endProgramIfKilled is s_setkill: 1 kills the wave.
func endProgramIfKilled(w *wave, in *instr) {
	if in.arg[0].value&1 != 0 {
		endProgram(w, in)
	}
}

// sleepCost is how many instructions of the budget a unit of s_sleep (64
// clocks) uses up.
const sleepCost = 16

func sleep(w *wave, in *instr) {
	w.count += sleepCost * (in.arg[0].value & 127)
	w.wg.yield = true
}

func setHalt(w *wave, in *instr) {
	if in.arg[0].value&1 != 0 {
		halt(w, in)
	}
}

// halt stops a wave for good: there is no host to resume it.
func halt(w *wave, _ *instr) { w.status = waveHalted }

// trap: 2 is how ROCm kernels abort, 3 is a debugger's breakpoint, which is
// passed over (facts isa/semantics.md §6).
func trap(w *wave, in *instr) {
	const abort, breakpoint = 2, 3
	switch id := in.arg[0].value & 0xff; id {
	case breakpoint:
	case abort:
		w.wg.err = &waveError{wave: w, at: w.at, inst: in, err: fmt.Errorf("the kernel aborts (s_trap 2)")}
	default:
		w.wg.err = &waveError{wave: w, at: w.at, inst: in, err: fmt.Errorf("s_trap %d: there is no trap handler", id)}
	}
}

func barrier(w *wave, _ *instr) { w.wg.barrier(w) }

// waitCount is s_waitcnt; nothing counts in expcnt.
func waitCount(w *wave, in *instr) {
	c := in.Waitcnt()
	w.retire(c.VM, c.LGKM)
}

// sendMessage counts in lgkmcnt until the message is sent, which is at once.
func sendMessage(*wave, *instr) {}

// branchTo jumps to the target of the instruction.
func branchTo(w *wave, in *instr, taken bool) {
	if taken {
		w.pc = in.jump
	}
}

func branch(w *wave, in *instr)       { branchTo(w, in, true) }
func branchSCC0(w *wave, in *instr)   { branchTo(w, in, !w.scc) }
func branchSCC1(w *wave, in *instr)   { branchTo(w, in, w.scc) }
func branchVCCZ(w *wave, in *instr)   { branchTo(w, in, w.vcc() == 0) }
func branchVCCNZ(w *wave, in *instr)  { branchTo(w, in, w.vcc() != 0) }
func branchEXECZ(w *wave, in *instr)  { branchTo(w, in, w.exec() == 0) }
func branchEXECNZ(w *wave, in *instr) { branchTo(w, in, w.exec() != 0) }

func getPC(w *wave, in *instr) { w.setScalar64(in.dst, in.addr+in.size) }

func setPC(w *wave, in *instr) { w.pc = w.scalar64(in.src[0]) }

func swapPC(w *wave, in *instr) {
	target := w.scalar64(in.src[0])
	w.setScalar64(in.dst, in.addr+in.size)
	w.pc = target
}

func call(w *wave, in *instr) {
	w.setScalar64(in.dst, in.addr+in.size)
	branchTo(w, in, true)
}

// Hardware registers (ISA manual table "Hardware Register Values").
const (
	regMode     = 1
	regStatus   = 2
	regTrapSts  = 3
	regHWID     = 4
	regGPRAlloc = 5
	regLDSAlloc = 6
	regIBSts    = 7
	regMemBases = 15
	regXCC      = 20
)

// hwField is the register, and the bits of it, that s_getreg names.
func (in *instr) hwField() (id, low, width int) {
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Class == isa.ClassHWREG {
			v := int(in.arg[i].value)
			return v & 63, v >> 6 & 31, v>>11&31 + 1
		}
	}
	panic("BUG: no hwreg operand")
}

func getReg(w *wave, in *instr) {
	id, low, width := in.hwField()
	v := uint64(w.hardwareRegister(id)) >> low
	w.setScalar(in.dst, uint32(v&(1<<width-1)))
}

// hardwareRegister is the value of a register as far as a compute kernel can
// make sense of it; the rest reads 0.
func (w *wave) hardwareRegister(id int) uint32 {
	switch id {
	case regMode:
		return w.mode.bits
	case regStatus:
		return w.statusRegister()
	case regTrapSts:
		return w.trapsts
	case regHWID:
		return uint32(w.id) & 15
	case regGPRAlloc:
		f := w.wg.file
		return uint32(max(f.size, 4)/4-1)&63<<6 | uint32(min(f.first, f.size)/4)&63<<12
	case regLDSAlloc:
		return uint32(len(w.wg.lds.bytes)/256) & 0x3ff << 12
	case regIBSts:
		return w.outstanding()
	case regMemBases:
		return uint32(privateAperture>>48) | uint32(sharedAperture>>48)<<16
	}
	return 0
}

// statusRegister is STATUS: SCC in bit 0, EXECZ 9, VCCZ 10, IN_TG 11 (ISA
// manual table "Status register fields").
func (w *wave) statusRegister() uint32 {
	v := bit(w.scc) | bit(w.exec() == 0)<<9 | bit(w.vcc() == 0)<<10
	v |= bit(len(w.wg.waves) > 1) << 11
	return uint32(v | 1<<16) // VALID
}

// outstanding is IB_STS: vm_cnt in bits 23:22 and 3:0, lgkm_cnt in 11:8.
func (w *wave) outstanding() uint32 {
	vm, lgkm := 0, 0
	for _, op := range w.pending.ops {
		if op.landed && w.wg.schedule == ScheduleRandom {
			continue // operations that happened to land already may have been counted, too
		}
		vm += op.vm
		lgkm += op.lgkm
	}
	return uint32(vm&15 | vm>>4&3<<22 | lgkm&15<<8)
}

func setReg(w *wave, in *instr) { w.setHardware(in, w.scalar(in.named("sdst"))) }

func setRegImm(w *wave, in *instr) { w.setHardware(in, in.Args[1].Val) }

// setHardware writes a field of MODE or TRAPSTS; the other registers are not
// a kernel's to write.
func (w *wave) setHardware(in *instr, v uint32) {
	id, low, width := in.hwField()
	mask := uint32((uint64(1)<<width - 1) << low)
	v = v << low & mask
	switch id {
	case regMode:
		w.mode.set(w.mode.bits&^mask | v)
	case regTrapSts:
		w.trapsts = w.trapsts&^mask | v
	}
}

// setVSkip is s_setvskip: bit S1[4:0] of S0 becomes MODE.vskip.
func setVSkip(w *wave, in *instr) {
	b := w.scalar(in.src[0]) >> (w.scalar(in.src[1]) & 31) & 1
	w.mode.set(w.mode.bits&^modeVSkip | b*modeVSkip)
}
