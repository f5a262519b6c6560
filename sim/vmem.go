package sim

import (
	"encoding/binary"
	"math/bits"

	"heddle/isa"
)

// bindVMEM chooses the functions of a FLAT, GLOBAL, SCRATCH, MUBUF or MTBUF
// instruction.
func (in *instr) bindVMEM() bool {
	switch in.Row.Enc {
	case isa.EncFLAT:
		return in.bindMemory(flatAddress)
	case isa.EncGLOBAL:
		return in.bindMemory(globalAddress)
	case isa.EncSCRATCH:
		return in.bindMemory(scratchAddress)
	}
	return in.bindMemory(bufferAddress)
}

// runNothing executes what touches no memory but bumps its counter: cache
// control (all memory of the simulator is coherent) and ds_nop.
func runNothing(w *wave, in *instr) { w.issue(w.newOp(in)) }

// runLoad executes loads of all kinds without format conversion.
func runLoad(w *wave, in *instr) {
	op := w.newOp(in)
	in.mem.address(w, op)
	op.perform, op.land = performLoad, landRegisters
	if in.mem.ToLDS {
		w.toLDS(op)
	}
	w.issue(op)
}

// performLoad reads memory.
func performLoad(w *wave, op *memOp) {
	s := &op.in.mem
	var buf [16]byte
	b := buf[:s.Bytes]
	op.told = w.wg.observes() && w.wg.accesses.addWhole(op, false)
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		w.readLane(op, l, b)
		data := &op.data[l]
		if s.Bytes < 4 {
			data[0] = s.extend(uint32(word(b)))
			continue
		}
		for i := range s.Bytes / 4 {
			data[i&3] = binary.LittleEndian.Uint32(buf[4*i:])
		}
	}
	op.told = false // of what it does to the LDS, if it does
}

// extend widens a byte or short to a dword, with zeros in the other half of a
// d16 load.
func (s *memoryInst) extend(v uint32) uint32 {
	if s.Signed {
		shift := 32 - 8*s.Bytes
		v = uint32(int32(v<<shift) >> shift)
	}
	switch s.D16 {
	case isa.D16Low:
		v &= 0xffff
	case isa.D16High:
		v <<= 16
	}
	return v
}

// readLane reads a lane's data. Dwords that failed the range check are 0.
func (w *wave) readLane(op *memOp, l int, b []byte) {
	n := (len(b) + 3) / 4
	all := uint8(1)<<n - 1
	valid, step := op.valid[l]&all, op.sdata[slotStep]
	if valid == all && (step == 0 || n == 1) {
		w.load(op, l, op.space[l], op.addr[l], b)
		return
	}
	if step == 0 {
		step = 4
	}
	for i := range n {
		part := b[4*i : min(4*i+4, len(b))]
		if valid>>i&1 == 0 {
			clear(part)
			continue
		}
		w.load(op, l, op.space[l], op.addr[l]+uint64(i)*uint64(step), part)
	}
}

// landRegisters writes what the lanes loaded to the destination.
func landRegisters(w *wave, op *memOp) {
	if op.exec == 0 {
		return
	}
	s := &op.in.mem
	for i := range s.Return {
		to, kept := w.vector(s.dst, i), w.kept(s, i)
		for mask := op.exec; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask) & 63
			to[l] = to[l]&kept | op.data[l][i&3]
		}
	}
}

// kept is the bits of dword i of the destination that a load leaves alone: the
// half that a d16 load has no data for, but only where SRAM-ECC is off, as the
// code object may say; with it on that half becomes 0 (facts isa/semantics.md
// §1).
func (w *wave) kept(s *memoryInst, i int) uint32 {
	switch {
	case !w.wg.keepHalves || s.D16 == isa.D16None:
		return 0
	case s.D16 == isa.D16High:
		return 0xffff
	case s.Components&1 != 0 && i == s.Components/2 || s.Components == 0:
		return 0xffff0000
	}
	return 0
}

// runStore executes stores of all kinds without format conversion.
func runStore(w *wave, in *instr) {
	op := w.newOp(in)
	in.mem.address(w, op)
	w.takeData(op, in.mem.data, 0, in.mem.Dwords)
	if in.mem.D16 == isa.D16High {
		for l := range op.data {
			op.data[l][0] >>= 16
		}
	}
	op.perform = performStore
	w.issue(op)
}

// takeData copies n registers of an operand to the lanes' data, from dword at
// on.
func (w *wave) takeData(op *memOp, o *operand, at, n int) {
	for i := range n {
		from := w.vector(o, i)
		for l := range from {
			op.data[l][(at+i)&3] = from[l]
		}
	}
}

// performStore writes memory.
func performStore(w *wave, op *memOp) {
	var buf [16]byte
	b := buf[:op.in.mem.Bytes]
	op.told = w.wg.observes() && w.wg.accesses.addWhole(op, true)
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		for i, v := range op.data[l] {
			binary.LittleEndian.PutUint32(buf[4*i:], v)
		}
		w.writeLane(op, l, b)
	}
}

// writeLane writes a lane's data, except for dwords that failed the range
// check.
func (w *wave) writeLane(op *memOp, l int, b []byte) {
	n := (len(b) + 3) / 4
	all := uint8(1)<<n - 1
	valid, step := op.valid[l]&all, op.sdata[slotStep]
	if valid == all && (step == 0 || n == 1) {
		w.store(op, l, op.space[l], op.addr[l], b)
		return
	}
	if step == 0 {
		step = 4
	}
	for i := range n {
		if valid>>i&1 != 0 {
			w.store(op, l, op.space[l], op.addr[l]+uint64(i)*uint64(step), b[4*i:min(4*i+4, len(b))])
		}
	}
}

// toLDS makes op a load that puts its data in the LDS: lane l's at M0 + the
// instruction's offset + 4*l, or 16*l for three and four dwords. Bytes and
// shorts are widened to the 4 bytes of their slot. Lanes whose slot is not in
// the allocation do not take part.
//
// Source: ISA manual §9.1.9, §10.3; facts isa/semantics.md §5.
func (w *wave) toLDS(op *memOp) {
	in := op.in
	base := w.sgpr[m0Index] & 0x3ffff
	if in.Row.Enc != isa.EncMUBUF {
		base &^= 3
	}
	op.ldsBase = base + uint32(in.Mods.Offset)
	op.land = landLDS
	size := uint64(4 * in.mem.Dwords)
	for l := range waveSize {
		if uint64(op.ldsSlot(l))+size > uint64(len(w.wg.lds.bytes)) {
			op.exec &^= 1 << l
		}
	}
}

// ldsSlot is where a direct-to-LDS load puts lane l's data.
func (op *memOp) ldsSlot(l int) uint32 {
	if op.in.mem.Dwords > 2 {
		return op.ldsBase + 16*uint32(l)
	}
	return op.ldsBase + 4*uint32(l)
}

// landLDS writes what the lanes loaded to the LDS.
func landLDS(w *wave, op *memOp) {
	n := op.in.mem.Dwords
	var buf [16]byte
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		for i, v := range op.data[l] {
			binary.LittleEndian.PutUint32(buf[4*i:], v)
		}
		w.store(op, l, SpaceLDS, uint64(op.ldsSlot(l)), buf[:4*n])
	}
}
