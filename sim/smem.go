package sim

import (
	"encoding/binary"

	"heddle/isa"
)

// smemKind is what a scalar memory instruction does.
type smemKind uint8

const (
	smemLoad smemKind = iota + 1
	smemStore
	smemBufferLoad
	smemBufferStore
	smemScratchLoad
	smemScratchStore
	smemTime
	smemCache
	smemAtomic
	smemBufferAtomic
)

// smemOp is a scalar memory instruction: what it does, to how many dwords.
type smemOp struct {
	kind   smemKind
	dwords int
}

// smemOps are the scalar memory instructions except the atomics, which are in smematomic.go.
var smemOps = [...]smemOp{
	isa.S_LOAD_DWORD:           {smemLoad, 1},
	isa.S_LOAD_DWORDX2:         {smemLoad, 2},
	isa.S_LOAD_DWORDX4:         {smemLoad, 4},
	isa.S_LOAD_DWORDX8:         {smemLoad, 8},
	isa.S_LOAD_DWORDX16:        {smemLoad, 16},
	isa.S_STORE_DWORD:          {smemStore, 1},
	isa.S_STORE_DWORDX2:        {smemStore, 2},
	isa.S_STORE_DWORDX4:        {smemStore, 4},
	isa.S_BUFFER_LOAD_DWORD:    {smemBufferLoad, 1},
	isa.S_BUFFER_LOAD_DWORDX2:  {smemBufferLoad, 2},
	isa.S_BUFFER_LOAD_DWORDX4:  {smemBufferLoad, 4},
	isa.S_BUFFER_LOAD_DWORDX8:  {smemBufferLoad, 8},
	isa.S_BUFFER_LOAD_DWORDX16: {smemBufferLoad, 16},
	isa.S_BUFFER_STORE_DWORD:   {smemBufferStore, 1},
	isa.S_BUFFER_STORE_DWORDX2: {smemBufferStore, 2},
	isa.S_BUFFER_STORE_DWORDX4: {smemBufferStore, 4},
	isa.S_MEMTIME:              {smemTime, 2},
	isa.S_MEMREALTIME:          {smemTime, 2},
	isa.S_DCACHE_INV:           {smemCache, 0},
	isa.S_DCACHE_INV_VOL:       {smemCache, 0},
	isa.S_DCACHE_WB:            {smemCache, 0},
	isa.S_DCACHE_WB_VOL:        {smemCache, 0},
	isa.S_DCACHE_DISCARD:       {smemCache, 0},
	isa.S_DCACHE_DISCARD_X2:    {smemCache, 0},
}

// bindSMEM chooses the function of a scalar memory instruction.
func (in *instr) bindSMEM() bool {
	op, s := in.Row.Op, &in.mem
	s.saddr, s.data = in.named("sbase"), in.named("sdata")
	s.soffset, s.addr = in.named("soffset"), in.named("offset")
	if int(op) >= len(smemOps) || smemOps[op].kind == 0 {
		return in.bindScalarAtomic()
	}
	in.smem = smemOps[op]
	in.run = runSMEM
	return true
}

func runSMEM(w *wave, in *instr) {
	op := w.newOp(in)
	switch in.smem.kind {
	case smemTime:
		w.time(op)
	case smemCache:
	default:
		w.scalarAddress(op)
		if in.smem.kind == smemStore || in.smem.kind == smemBufferStore {
			w.takeScalars(op, in.smem.dwords)
			op.perform = storeScalars
		} else {
			op.perform, op.land = loadScalars, landScalars
		}
	}
	w.issue(op)
}

// scalarAddress computes the address of a scalar access: (base + offset) with the low two bits
// cleared (facts isa/semantics.md §5). Buffers are range-checked per dword: op.exec has a bit for
// each dword that is in range.
func (w *wave) scalarAddress(op *memOp) {
	op.exec = ^uint64(0)
	if base := op.in.mem.saddr; base.dwords == 4 {
		w.scalarBuffer(op, base, w.scalarOffsets(op.in))
		return
	}
	op.addr[0] = w.scalarPlace(op.in)
}

// scalarPlace returns the address of an access without a buffer resource.
func (w *wave) scalarPlace(in *instr) uint64 {
	return (w.scalar64(in.mem.saddr) + w.scalarOffsets(in)) &^ 3
}

// scalarOffsets returns the sum of the offsets of a scalar access.
func (w *wave) scalarOffsets(in *instr) uint64 {
	offset := uint64(int64(in.Mods.Offset))
	for _, o := range [...]*operand{in.mem.soffset, in.mem.addr} {
		if o != nil {
			offset += w.scalarOffset(o)
		}
	}
	return offset
}

// scalarOffset returns an offset operand: registers are unsigned, constants signed.
func (w *wave) scalarOffset(o *operand) uint64 {
	if o.kind == operandScalar {
		return uint64(w.scalar(o))
	}
	return uint64(int64(int32(o.value)))
}

// scalarBuffer addresses a buffer resource: of num_records bytes if the stride is 0, else of
// num_records records (ISA manual §8.2; facts isa/semantics.md §5).
func (w *wave) scalarBuffer(op *memOp, base *operand, offset uint64) {
	word1, records := w.sgpr[(base.reg+1)&127], uint64(w.sgpr[(base.reg+2)&127])
	addr := w.sgpr64(base.reg) << 16
	addr = uint64(int64(addr) >> 16)
	if stride := uint64(word1 >> 16 & 0x3fff); stride != 0 {
		records *= stride
	}
	offset &^= 3
	op.addr[0] = addr&^3 + offset
	op.exec = 0
	for i := range op.in.smem.dwords {
		// A negative offset counts as far beyond the end.
		if at := offset + uint64(i)*4; at < records && records-at >= 4 {
			op.exec |= 1 << i
		}
	}
}

// takeScalars copies the data to be stored.
func (w *wave) takeScalars(op *memOp, dwords int) {
	data := op.in.mem.data
	for i := range dwords {
		op.sdata[i] = w.sgpr[(data.reg+i)&127]
	}
}

func loadScalars(w *wave, op *memOp) {
	there := 4*op.in.smem.dwords - w.surplus(op.in, op.addr[0])
	for i := range op.in.smem.dwords {
		var b [4]byte
		if n := min(there-4*i, 4); n > 0 && op.exec>>i&1 != 0 {
			w.load(op, -1, SpaceGlobal, op.addr[0]+uint64(i)*4, b[:n])
		}
		op.sdata[i] = binary.LittleEndian.Uint32(b[:])
	}
}

// surplus returns the number of bytes at the end of a load that are beyond the allocation in which
// it begins, if all of them are in the page in which the allocation ends. LLVM makes loads wider
// than needed where they cannot leave the page (facts isa/semantics.md, added 2026-11-22). They
// read as 0.
func (w *wave) surplus(in *instr, addr uint64) int {
	n := 4 * uint64(in.smem.dwords)
	if in.smem.kind != smemLoad || w.wg.view.mapped(addr, int(n)) {
		return 0
	}
	r := w.wg.device.mem.regionAt(addr)
	if r == nil {
		return 0
	}
	end := r.base + r.size
	if (addr+n-1)/PageSize != (end-1)/PageSize {
		return 0
	}
	return int(addr + n - end)
}

func storeScalars(w *wave, op *memOp) {
	var b [4]byte
	for i := range op.in.smem.dwords {
		if op.exec>>i&1 != 0 {
			binary.LittleEndian.PutUint32(b[:], op.sdata[i])
			w.store(op, -1, SpaceGlobal, op.addr[0]+uint64(i)*4, b[:])
		}
	}
}

func landScalars(w *wave, op *memOp) {
	data := op.in.mem.data
	for i := range op.in.smem.dwords {
		w.sgpr[(data.reg+i)&127] = op.sdata[i]
	}
}

// clocksPerInstruction is how far s_memtime advances per instruction: a model, so that time passes
// and is the same in every run.
const clocksPerInstruction = 4

func (w *wave) time(op *memOp) {
	clocks := w.count * clocksPerInstruction
	if w.wg.schedule == ScheduleTimed {
		clocks = w.clock * clocksPerInstruction
	}
	if op.in.Row.Op == isa.S_MEMREALTIME {
		clocks /= 20 // 100 MHz
	}
	w.wg.others++ // a loop that reads the clock may end
	op.sdata[0], op.sdata[1] = uint32(clocks), uint32(clocks>>32)
	op.land = landScalars
}
