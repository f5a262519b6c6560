package timing

import (
	"slices"
	"strings"

	"heddle/arch"
	"heddle/isa"
	"heddle/layout"
)

// category is what at most one instruction of a SIMD can issue from in a slot; the vector ALU takes two.
type category uint8

const (
	catControl category = iota // waits, barriers, s_nop: they take no slot of a unit
	catVALU
	catLDS
	catVMEM
	catScalar
	catBranch
)

// kind is what an earlier instruction of the wave keeps a distance from.
type kind uint8

const (
	kindNone kind = iota
	kindVALU
	kindLDS
	kindLanes // lane moves through the LDS
	kindVMEM
	kindSALU
	kindSMEM
	kindBranch
	kindBranchSCC
	kindBranchVCC
	kindBranchExec
	numKinds
)

// control is what an instruction of catControl does.
type control uint8

const (
	controlNone control = iota
	controlWait
	controlBarrier
	controlNop
	controlSleep
	controlPriority
	controlEnd
)

// pairing says with which others a vector instruction shares a slot (timing_rules.md §2, "what may pair").
type pairing uint8

const (
	pairNever   pairing = 1 << iota // never
	pairNotLate                     // not as the younger one
	pairSimple                      // as the younger one of any
	pairLeader                      // as the older one of any
	pairScalar                      // it reads a scalar register
)

// vregs is the part of a register set with VGPRs and AGPRs.
type vregs [8]uint64

// fact is what the model asks of an instruction.
type fact struct {
	category category
	kind     kind
	control  control
	pairing  pairing
	cause    Cause // of a wait for its unit

	length Cycle // for which it keeps its wave
	busy   Cycle // for which it keeps the vector ALU, the matrix core
	shadow Cycle // for which a matrix instruction blocks the vector ALU
	memory Cycle // for which it blocks LDS and vector memory instructions
	packed Cycle // for which it blocks packed instructions
	matrix bool
	scaled bool
	pack32 bool // packed on 32-bit values
	sdwa   bool
	trans  bool

	dist    [numKinds]Cycle // to later instructions of the wave, from its issue
	hasDist bool
	result  Cycle // to readers of its result, if it is pending; of a matrix instruction the longest
	reads   vregs
	writes  vregs

	vm, lgkm       uint8 // increments
	order          isa.Order
	waitVM, waitLG int
	amount         Cycle // of s_nop and s_sleep
	priority       uint8

	port   Cycle // for which it keeps its pair's port to the LDS, if no access says
	banks  Cycle // for which it keeps the banks
	slots  int   // of its pair's data queue
	sends  bool  // data to the LDS
	stores bool  // into the banks
	branch bool

	first, last uint64 // fetch blocks of its first and last byte
	done        uint64 // the block with the byte after it
	half        uint64 // the block with the end of its scale half, of others the last one
	early       Cycle  // that half's lead
	line        uint64 // address of its line
}

// words is the set of mnemonics in a list.
func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// Vector instructions that share a slot, by mnemonic without suffix, and those that take two slots
// (timing_rules.md §2, "what may pair" and the distances of one wave).
var (
	simpleVALU = words(`v_fma_f32 v_fmac_f32 v_add_f32 v_sub_f32 v_subrev_f32 v_mul_f32 v_mov_b32 v_and_b32 v_or_b32
		v_xor_b32 v_not_b32 v_bitop3_b32 v_lshrrev_b32 v_ashrrev_i32 v_add_u32 v_sub_u32 v_subrev_u32 v_cndmask_b32
		v_accvgpr_read_b32`)
	leaderVALU = words(`v_fma_f32 v_fmac_f32 v_add_f32 v_sub_f32 v_subrev_f32 v_mul_f32 v_mov_b32 v_mul_u32_u24 v_max_f32
		v_accvgpr_read_b32`)
	slowVALU = words(`v_permlane16_swap_b32 v_permlane32_swap_b32 v_bitop3_b16 v_cvt_pk_fp8_f32 v_cvt_pk_bf8_f32
		v_fma_mixlo_f16 v_fma_mixhi_f16`)
	neverVALU = words(`v_mov_b64 v_bitop3_b16`)
)

// facts derives what the model asks of each instruction of the program.
func facts(p *Program) []fact {
	m := &p.Chip.Model.Core
	list := make([]fact, len(p.Insts))
	for i := range list {
		f := &list[i]
		in := &p.Insts[i]
		f.length = slot
		f.cause = ScalarBusy
		f.line = in.Addr &^ uint64(max(m.FetchLine.Int(), 1)-1)
		block := uint64(max(m.FetchBlock.Int(), 1))
		end := in.Addr + uint64(max(in.Size, 1))
		f.first, f.last, f.done = in.Addr/block, (end-1)/block, end/block
		f.half = f.last
		if in.Inst.Row == nil {
			continue // an instruction that a trace does not name
		}
		f.derive(p, &in.Inst, m)
		if f.scaled {
			f.half, f.early = (end-uint64(in.Size)/2-1)/block, cycles(m.Scale)
		}
		for k := range f.dist {
			f.hasDist = f.hasDist || f.dist[k] > 0
		}
	}
	return list
}

func (f *fact) derive(p *Program, inst *isa.Inst, m *arch.CoreModel) {
	row := inst.Row
	reads, writes := inst.Reads(), inst.Writes()
	copy(f.reads[:], reads[4:])
	copy(f.writes[:], writes[4:])
	n := p.Target.CounterIncrements(inst)
	f.vm, f.lgkm, f.order = n.VM, n.LGKM, p.Target.Order(inst)
	switch row.Unit {
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
		f.vector(inst, m, &reads, &writes)
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		f.matrixCore(p, inst, m)
	case isa.UnitLDS:
		f.lds(p, inst)
	case isa.UnitVMEM, isa.UnitFlat:
		f.category, f.kind, f.cause = catVMEM, kindVMEM, VMEMBusy
		f.lds(p, inst) // a flat access may go there
		f.category, f.kind, f.cause, f.length = catVMEM, kindVMEM, VMEMBusy, slot
		if hasOffsetRegister(inst) {
			f.length = cycles(m.VMEMOffset)
		}
	case isa.UnitSALU, isa.UnitSMEM, isa.UnitMsg:
		f.scalar(inst, m, &writes)
	default:
		f.wave(inst, m)
	}
}

// vector fills the facts of an instruction of the vector ALU.
func (f *fact) vector(inst *isa.Inst, m *arch.CoreModel, reads, writes *isa.RegSet) {
	row := inst.Row
	name := row.Op.String()
	f.category, f.kind, f.cause, f.busy = catVALU, kindVALU, ALUBusy, slot
	f.dist[kindLDS], f.dist[kindLanes], f.dist[kindVMEM] = cycles(m.VALUToMemory), cycles(m.VALUToMemory), cycles(m.VALUToMemory)
	f.sdwa = row.Enc == isa.EncSDWA1 || row.Enc == isa.EncSDWA2 || row.Enc == isa.EncSDWAC
	switch {
	case row.Unit == isa.UnitTrans:
		f.trans = true
		f.busy, f.result = cycles(m.Trans), cycles(m.TransResult)
		f.dist[kindLDS], f.dist[kindLanes], f.dist[kindSMEM] = cycles(m.TransToMemory), cycles(m.TransToMemory), cycles(m.TransToMemory)
		f.pairing |= pairNever
	case slowVALU[name]:
		f.busy = cycles(m.Slow)
		f.pairing |= pairNever
	case strings.HasPrefix(name, "v_pk_"):
		f.pairing |= pairNever
		if strings.HasSuffix(name, "32") {
			f.pack32, f.result = true, cycles(m.PackedResult)
		}
	case strings.HasPrefix(name, "v_cvt_pk_") || neverVALU[name]:
		f.pairing |= pairNever
	}
	f.length = f.busy
	scalars := hasScalar(reads)
	if scalars {
		f.pairing |= pairScalar
	}
	if f.sdwa || row.Op == isa.V_READFIRSTLANE_B32 {
		f.pairing |= pairNotLate
	}
	if simpleVALU[name] {
		f.pairing |= pairSimple
	}
	if leaderVALU[name] && !scalars {
		f.pairing |= pairLeader
	}
	if hasScalar(writes) || writes.Has(isa.ExecLo) {
		f.dist[kindSALU], f.dist[kindSMEM] = cycles(m.VALUToScalar), max(f.dist[kindSMEM], cycles(m.VALUToScalar))
		f.dist[kindBranchVCC], f.dist[kindBranchExec] = cycles(m.VALUToBranch), cycles(m.VALUToBranch)
	}
}

// hasOffsetRegister reports whether a buffer instruction adds an SGPR to the address.
func hasOffsetRegister(inst *isa.Inst) bool {
	for k := range inst.Row.Operands {
		if a := &inst.Args[k]; inst.Row.Operands[k].Name == "soffset" && a.Kind == isa.KindReg && a.Reg() < isa.V0 {
			return true
		}
	}
	return false
}

// hasScalar reports whether the set has an SGPR or VCC.
func hasScalar(s *isa.RegSet) bool {
	const vcc = 3 << (uint(isa.VCCLo) % 64)
	return s[0] != 0 || s[1]&(1<<(uint(isa.FlatScratchLo)-64)-1|vcc) != 0
}

// matrixCore fills the facts of a matrix instruction.
func (f *fact) matrixCore(p *Program, inst *isa.Inst, m *arch.CoreModel) {
	f.category, f.kind, f.cause = catVALU, kindVALU, MatrixBusy
	f.matrix, f.pairing = true, pairNever
	f.busy = Cycle(inst.Passes() * p.Chip.Timing.Pass)
	if shape := inst.Row.Op.Matrix(); shape != nil {
		f.scaled = shape.Scaled
	}
	size := 0
	for k := range inst.Row.Operands {
		if name := inst.Row.Operands[k].Name; name == "src0" || name == "src1" {
			size = max(size, int(inst.Args[k].Dwords))
		}
	}
	f.packed = cycles(m.Packed4)
	switch {
	case size <= 2:
		f.shadow, f.packed = cycles(m.Shadow2), cycles(m.Packed2)
	case size <= 4:
		f.shadow = cycles(m.Shadow4)
	default:
		f.shadow = cycles(m.Shadow8)
	}
	f.memory = min(f.shadow, cycles(m.ShadowMemory))
	f.result = slot * Cycle(p.Target.MaxWaits()+1)
}

// lds fills the facts of an access to the LDS.
func (f *fact) lds(p *Program, inst *isa.Inst) {
	m := &p.Chip.Model.LDS
	f.category, f.kind, f.cause = catLDS, kindLDS, LDSBusy
	f.length, f.slots, f.port, f.banks = cycles(m.Issue), 1, slot, 0
	shape := inst.Row.Memory
	if shape == nil {
		return
	}
	dwords := 0
	for _, k := range [...]int{shape.Data, shape.Data1} {
		if k >= 0 {
			dwords += max(int(inst.Args[k].Dwords), 1)
		}
	}
	f.sends = dwords > 0
	f.stores = inst.Row.Traits&isa.MayStore != 0
	f.slots += dwords
	f.length += Cycle(dwords) * cycles(m.IssueDword)
	if counter, err := layout.NewBankCounter(p.Chip, inst.Row); err == nil {
		f.port, f.banks = Cycle(counter.Port), Cycle(len(counter.Phases)*counter.Places)
	}
	if shape.Kind == isa.MemoryLanes {
		f.kind, f.stores = kindLanes, false
		f.dist[kindLanes] = cycles(m.MoveGap)
	}
}

// scalar fills the facts of an instruction of the scalar unit.
func (f *fact) scalar(inst *isa.Inst, m *arch.CoreModel, writes *isa.RegSet) {
	f.category, f.kind = catScalar, kindSALU
	if inst.Row.Unit == isa.UnitSMEM {
		f.kind = kindSMEM
		return
	}
	switch inst.Row.Op {
	case isa.S_SETPC_B64, isa.S_SWAPPC_B64, isa.S_CALL_B64:
		f.category, f.kind, f.branch = catBranch, kindBranch, true
	}
	f.dist[kindVMEM] = cycles(m.SALUToVMEM)
	for _, c := range [...]struct {
		r isa.Reg
		k kind
	}{{isa.SCC, kindBranchSCC}, {isa.VCCLo, kindBranchVCC}, {isa.VCCHi, kindBranchVCC}, {isa.ExecLo, kindBranchExec}} {
		if writes.Has(c.r) {
			f.dist[c.k] = cycles(m.SALUToBranch)
		}
	}
}

// wave fills the facts of branches, waits and other control of the wave.
func (f *fact) wave(inst *isa.Inst, m *arch.CoreModel) {
	f.category, f.kind = catControl, kindNone
	imm := int(inst.Args[0].Imm())
	switch inst.Row.Op {
	case isa.S_WAITCNT:
		w := inst.Waitcnt()
		f.control, f.waitVM, f.waitLG = controlWait, w.VM, w.LGKM
	case isa.S_BARRIER:
		f.control = controlBarrier
	case isa.S_NOP:
		f.control, f.amount = controlNop, slot*Cycle(imm&15)
	case isa.S_SLEEP:
		f.control, f.amount = controlSleep, cycles(m.Sleep)*Cycle(imm&127)
	case isa.S_SETPRIO:
		f.control, f.priority = controlPriority, uint8(imm&3)
	case isa.S_ENDPGM, isa.S_ENDPGM_SAVED, isa.S_ENDPGM_ORDERED_PS_DONE:
		f.control = controlEnd
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		f.category, f.kind, f.branch = catBranch, kindBranchSCC, true
	case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
		f.category, f.kind, f.branch = catBranch, kindBranchVCC, true
	case isa.S_CBRANCH_EXECZ, isa.S_CBRANCH_EXECNZ:
		f.category, f.kind, f.branch = catBranch, kindBranchExec, true
	default:
		if slices.ContainsFunc(inst.Row.Operands, func(o isa.OperandSpec) bool { return o.Class == isa.ClassLABEL }) {
			f.category, f.kind, f.branch = catBranch, kindBranch, true
		}
	}
}

// cycles is the value of a constant in cycles. Users can set it; no sum may overflow.
func cycles(c arch.Constant) Cycle {
	const most = 1 << 40
	return Cycle(min(c.Value, most))
}

// overlaps reports whether two sets share a register.
func (a *vregs) overlaps(b *vregs) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// pairs reports whether a younger wave's vector instruction joins that of an older one in a slot.
func (f *fact) pairs(younger *fact) bool {
	older, y := f.pairing, younger.pairing
	switch {
	case (older|y)&pairNever != 0, y&pairNotLate != 0, older&y&pairScalar != 0:
		return false
	}
	return y&pairSimple != 0 || older&pairLeader != 0
}
