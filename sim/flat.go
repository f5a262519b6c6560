package sim

import "math/bits"

// allValid marks every dword of a lane as in range.
const allValid = 0xf

// flatAddress computes the addresses of a FLAT instruction. Each lane's address says which memory
// it is in: the LDS or the lane's scratch if it is in their aperture, else global memory (ISA
// manual §10.1).
func flatAddress(w *wave, op *memOp) {
	s := &op.in.mem
	lo, hi := w.vector(s.addr, 0), w.vector(s.addr, 1)
	offset := uint64(op.in.Mods.Offset)
	for l := range lo {
		addr := (uint64(hi[l])<<32 | uint64(lo[l])) + offset
		switch addr >> 32 {
		case sharedAperture >> 32:
			op.space[l], op.addr[l] = SpaceLDS, addr&0xffffffff
		case privateAperture >> 32:
			op.space[l], op.addr[l] = SpacePrivate, addr&0xffffffff
		default:
			op.space[l], op.addr[l] = SpaceGlobal, addr
		}
		op.valid[l] = allValid
	}
}

// globalAddress computes the addresses of a GLOBAL instruction: an address in VGPRs, or a base in
// SGPRs and an unsigned 32-bit offset in a VGPR; plus the signed offset of the instruction (ISA
// manual §10.4).
func globalAddress(w *wave, op *memOp) {
	s := &op.in.mem
	base := uint64(int64(op.in.Mods.Offset))
	lo := w.vector(s.addr, 0)
	if s.saddr != nil {
		base += w.scalar64(s.saddr)
		for l := range lo {
			op.addr[l] = base + uint64(lo[l])
			op.valid[l] = allValid
		}
		return
	}
	hi := w.vector(s.addr, 1)
	for l := range lo {
		op.addr[l] = base + (uint64(hi[l])<<32 | uint64(lo[l]))
		op.valid[l] = allValid
	}
}

// scratchAddress computes the addresses of a SCRATCH instruction: offsets in the lane's own
// scratch, the 32-bit sum of an SGPR, a VGPR and the signed offset of the instruction, each of
// which may be missing. The hardware interleaves the lanes' dwords in memory, which a kernel cannot
// see (ISA manual §10.5, table 56).
func scratchAddress(w *wave, op *memOp) {
	s := &op.in.mem
	base := uint32(op.in.Mods.Offset)
	if s.saddr != nil {
		base += w.scalar(s.saddr)
	}
	var offset lanes
	if s.addr != nil {
		offset = *w.vector(s.addr, 0)
	}
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		op.space[l], op.addr[l], op.valid[l] = SpacePrivate, uint64(base+offset[l]), allValid
	}
}
