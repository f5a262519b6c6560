package codegen

import (
	"heddle/isa"
	"heddle/mach"
)

// wavePattern is the lane that each lane of a wave reads.
type wavePattern [64]int8

// anyLane is for a lane whose result does not matter.
const anyLane = -1

// is reports whether reading by f does what the pattern asks for. f gives a
// negative number where there is nothing to read.
func (p *wavePattern) is(f func(lane int) int) bool {
	for lane, from := range p {
		if from != anyLane && f(lane) != int(from) {
			return false
		}
	}
	return true
}

// mover finds the instructions for a pattern: none, one of the vector unit, a swizzle, which needs
// no address, or as a last resort ds_bpermute.
func (k *kernel) mover(p *wavePattern) laneMove {
	if p.is(func(lane int) int { return lane }) {
		return func(d mach.Operand) mach.Operand { return d }
	}
	if lane, ok := p.oneLane(); ok {
		return func(d mach.Operand) mach.Operand { return k.readLane(d, constDword(uint32(lane))) }
	}
	if ctrl, ok := p.dpp(); ok {
		return func(d mach.Operand) mach.Operand { return k.dpp(d, ctrl) }
	}
	if offset, ok := p.swizzle(); ok {
		return func(d mach.Operand) mach.Operand { return k.swizzle(d, offset) }
	}
	if k.canSwap() && p.is(func(lane int) int { return lane ^ 32 }) {
		return func(d mach.Operand) mach.Operand { return k.swapHalves(d, 32) }
	}
	var addr mach.Operand
	return func(d mach.Operand) mach.Operand {
		if addr.Kind == mach.OperandNone {
			addr = k.patternAddress(p)
		}
		return k.bpermute(addr, d)
	}
}

// oneLane returns the lane that all read.
func (p *wavePattern) oneLane() (int, bool) {
	lane := anyLane
	for _, from := range p {
		switch {
		case from == anyLane:
		case lane == anyLane:
			lane = int(from)
		case lane != int(from):
			return 0, false
		}
	}
	return max(lane, 0), true
}

// dpp finds the control of a DPP move.
func (p *wavePattern) dpp() (uint16, bool) {
	quad := uint16(0)
	for i := range 4 {
		for lane := i; lane < len(p); lane += 4 {
			if p[lane] != anyLane {
				quad |= uint16(p[lane]&3) << (2 * i)
				break
			}
		}
	}
	if p.is(dppSource(quad)) {
		return quad, true
	}
	for _, ctrl := range isa.DPPControls() {
		if p.is(dppSource(ctrl)) {
			return ctrl, true
		}
	}
	return 0, false
}

// dppSource returns the lane that a lane reads under a control, anyLane if
// there is none.
func dppSource(ctrl uint16) func(lane int) int {
	return func(lane int) int {
		if from, ok := isa.DPPSource(ctrl, lane); ok {
			return from
		}
		return anyLane
	}
}

// dpp moves by DPP; lanes that read from nowhere get 0.
func (k *kernel) dpp(d mach.Operand, ctrl uint16) mach.Operand {
	dst := k.reg(mach.FileV, 1)
	k.b.Undef(dst)
	k.dppInto(dst, d, ctrl, 15, 15, true)
	return mach.P(dst)
}

// dppInto moves by DPP into a register that keeps what it has in rows and banks
// that are masked out and, without bound, where there is nothing to read.
func (k *kernel) dppInto(dst mach.Part, d mach.Operand, ctrl uint16, rows, banks uint8, bound bool) {
	setDPP(k.b.EmitRow(k.f.Row(isa.V_MOV_B32, isa.EncDPP1, ""), mach.P(dst), mach.P(k.toVector(d, 1))), ctrl, rows, banks, bound)
}

// setDPP sets the DPP modifiers of an instruction.
func setDPP(in *mach.Instr, ctrl uint16, rows, banks uint8, bound bool) {
	in.Mods.DPPCtrl, in.Mods.RowMask, in.Mods.BankMask = ctrl, rows, banks
	in.Mods.Set &^= 1 << isa.ModBoundCtrl
	if bound {
		in.Mods.Set |= 1 << isa.ModBoundCtrl
	}
}

// bitSwizzle is the offset of ds_swizzle with masks. Of the masks that do the
// same it takes those that the assembler makes of its text, in which a bit is
// preserved, inverted, 0 or 1.
func bitSwizzle(and, or, xor int64) uint16 {
	keep := and &^ or & 31
	return isa.SwizzleBits(keep, (or^xor)&^keep, xor&keep)
}

// swizzle finds the offset of a ds_swizzle: an exclusive or, a rotation of 32
// lanes, or one lane of each group for all.
func (p *wavePattern) swizzle() (uint16, bool) {
	for x := 1; x < 32; x++ {
		if p.is(func(lane int) int { return lane ^ x }) {
			return bitSwizzle(31, 0, int64(x)), true
		}
	}
	for by := 1; by < 32; by++ {
		if p.is(func(lane int) int { return lane&^31 | (lane+by)&31 }) {
			return isa.SwizzleRotate | uint16(by)<<5, true
		}
	}
	for group := 2; group <= 32; group *= 2 {
		for by := range group {
			if p.is(func(lane int) int { return lane&^(group-1) | by }) {
				return bitSwizzle(int64(31&^(group-1)), int64(by), 0), true
			}
		}
	}
	return 0, false
}

// swizzle is ds_swizzle, which goes through the LDS unit and touches no memory.
func (k *kernel) swizzle(d mach.Operand, offset uint16) mach.Operand {
	dst := k.reg(mach.FileV, 1)
	in := k.b.Emit(isa.DS_SWIZZLE_B32, mach.P(dst), mach.P(k.toVector(d, 1)))
	in.Mods.Offset = int32(offset)
	in.Mem = &mach.Mem{}
	return mach.P(dst)
}

// bpermute reads the lane whose number times four is addr modulo 256.
func (k *kernel) bpermute(addr, d mach.Operand) mach.Operand {
	dst := k.reg(mach.FileV, 1)
	in := k.b.Emit(isa.DS_BPERMUTE_B32, mach.P(dst), mach.P(k.toVector(addr, 1)), mach.P(k.toVector(d, 1)))
	in.Mem = &mach.Mem{}
	return mach.P(dst)
}

// patternAddress returns the address with which ds_bpermute reads a pattern; a few instructions can
// compute it.
func (k *kernel) patternAddress(p *wavePattern) mach.Operand {
	for x := 1; x < len(p); x++ {
		if p.is(func(lane int) int { return lane ^ x }) {
			return k.xor(k.laneBytes(), constDword(uint32(4*x)))
		}
	}
	for by := 1 - len(p); by < len(p); by++ {
		if p.is(func(lane int) int { return (lane + by) & (len(p) - 1) }) {
			return k.add(k.laneBytes(), constDword(uint32(4*by)))
		}
	}
	for group := 2; group <= len(p); group *= 2 {
		for by := range group {
			if p.is(func(lane int) int { return lane&^(group-1) | by }) {
				return k.or(k.and(k.laneBytes(), constDword(uint32(^(4*group-1)))), constDword(uint32(4*by)))
			}
			if p.is(func(lane int) int { return lane&^(group-1) | (lane+by)&(group-1) }) {
				at := k.and(k.add(k.laneBytes(), constDword(uint32(4*by))), constDword(uint32(4*group-1)))
				return k.or(k.and(k.laneBytes(), constDword(uint32(^(4*group-1)))), at)
			}
		}
	}
	panic("BUG: no address computes this pattern")
}

// canSwap reports whether the chip has v_permlane16_swap and v_permlane32_swap.
func (k *kernel) canSwap() bool {
	return k.has(isa.V_PERMLANE16_SWAP_B32) && k.has(isa.V_PERMLANE32_SWAP_B32)
}

// swapped are two copies of a dword after the swap of rows of 16 or 32 lanes:
// low has the value of the lane without the bit in both, high that with it.
func (k *kernel) swapped(d mach.Operand, row int) (low, high mach.Operand) {
	op := isa.V_PERMLANE16_SWAP_B32
	if row == 32 {
		op = isa.V_PERMLANE32_SWAP_B32
	}
	// The first operand's lanes with the bit are exchanged with the second's without it.
	a, b := k.reg(mach.FileV, 1), k.reg(mach.FileV, 1)
	k.b.Copy(a, d)
	k.b.Copy(b, d)
	k.b.Emit(op, mach.P(a), mach.P(b))
	return mach.P(a), mach.P(b)
}

// swapHalves returns each lane the dword of the lane whose number differs in the bit of row.
func (k *kernel) swapHalves(d mach.Operand, row int) mach.Operand {
	low, high := k.swapped(d, row)
	var with uint64
	for lane := range 64 {
		if lane&row != 0 {
			with |= 1 << lane
		}
	}
	return k.selectLanes(k.laneMask(with).mask, low, high)
}
