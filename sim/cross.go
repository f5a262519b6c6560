package sim

import (
	"math/bits"

	"heddle/isa"
)

// crossOps are the vector instructions that move values between lanes or between vector and scalar
// registers, need the lane number, or have operands that do not fit the lane pattern.
//
// Source: ISA manual §12.7 to §12.12; facts isa/semantics.md §1 and §3.
var crossOps = [...]waveFunc{
	isa.V_NOP:                 nothing,
	isa.V_CLREXCP:             nothing, // exception flags are not kept
	isa.V_READLANE_B32:        runReadLane,
	isa.V_READFIRSTLANE_B32:   runReadFirstLane,
	isa.V_WRITELANE_B32:       runWriteLane,
	isa.V_SWAP_B32:            runSwap,
	isa.V_PERMLANE16_SWAP_B32: func(w *wave, in *instr) { runPermLaneSwap(w, in, 16) },
	isa.V_PERMLANE32_SWAP_B32: func(w *wave, in *instr) { runPermLaneSwap(w, in, 32) },
	isa.V_CNDMASK_B32:         runCndMask,
	isa.V_MBCNT_LO_U32_B32:    func(w *wave, in *instr) { runCountBelow(w, in, 0) },
	isa.V_MBCNT_HI_U32_B32:    func(w *wave, in *instr) { runCountBelow(w, in, 32) },
	isa.V_MAD_U64_U32:         func(w *wave, in *instr) { runMad64(w, in, madU64) },
	isa.V_MAD_I64_I32:         func(w *wave, in *instr) { runMad64(w, in, madI64) },
	isa.V_MQSAD_U32_U8:        runMaskedQuadSAD,
	isa.V_BITOP3_B32:          func(w *wave, in *instr) { runBitOp3(w, in, u32) },
	isa.V_BITOP3_B16:          func(w *wave, in *instr) { runBitOp3(w, in, u16) },

	isa.V_FMA_MIX_F32:   runFMAMix,
	isa.V_FMA_MIXLO_F16: runFMAMix,
	isa.V_FMA_MIXHI_F16: runFMAMix,

	isa.V_PK_MOV_B32: runPackedMove,
	isa.V_PK_FMA_F32: runPackedF32,
	isa.V_PK_MUL_F32: runPackedF32,
	isa.V_PK_ADD_F32: runPackedF32,

	isa.V_DOT2_F32_F16:   runDot2,
	isa.V_DOT2_F32_BF16:  runDot2,
	isa.V_DOT2C_F32_F16:  runDot2,
	isa.V_DOT2C_F32_BF16: runDot2,
	isa.V_DOT2_I32_I16:   runDot2,
	isa.V_DOT2_U32_U16:   runDot2,
}

// runReadLane ignores EXEC.
func runReadLane(w *wave, in *instr) {
	from := w.sourceReg(0, in.src[0])
	w.setScalar(in.dst, w.vgpr[from&511][w.scalar(in.src[1])&63])
}

// runReadFirstLane reads lane 0 if no lane is active.
func runReadFirstLane(w *wave, in *instr) {
	from := w.sourceReg(0, in.src[0])
	w.setScalar(in.dst, w.vgpr[from&511][bits.TrailingZeros64(w.exec())&63])
}

// runWriteLane ignores EXEC.
func runWriteLane(w *wave, in *instr) {
	if reg, ok := w.destination(in.dst); ok {
		w.vgpr[reg&511][w.scalar(in.src[1])&63] = w.scalar(in.src[0])
	}
}

// swapped returns the two registers that a swap writes.
func (w *wave) swapped(in *instr) (dst, src *lanes, ok bool) {
	d, ok := w.destination(in.dst)
	s := w.sourceReg(0, in.src[0])
	return &w.vgpr[d&511], &w.vgpr[s&511], ok
}

func runSwap(w *wave, in *instr) {
	dst, src, ok := w.swapped(in)
	if !ok {
		return
	}
	for mask := w.exec(); mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		dst[l], src[l] = src[l], dst[l]
	}
}

// runPermLaneSwap exchanges src0's lanes l with vdst's lanes l+distance, for all l in which the bit
// distance is 0. Inactive lanes are not written; what their partners get depends on fi and
// bound_ctrl, as in DPP (facts isa/semantics.md §3).
func runPermLaneSwap(w *wave, in *instr, distance int) {
	dst, src, ok := w.swapped(in)
	if !ok {
		return
	}
	oldDst, oldSrc, exec := *dst, *src, w.exec()
	read := exec
	if in.Mods.Set.Has(isa.ModFI) {
		read = ^uint64(0)
	}
	bound := in.Mods.Set.Has(isa.ModBoundCtrl)
	write := func(to *lanes, l int, from *lanes, partner int) {
		switch {
		case exec>>l&1 == 0:
		case read>>partner&1 != 0:
			to[l] = from[partner]
		case bound:
			to[l] = 0
		}
	}
	for l := range waveSize {
		if l&distance == 0 {
			write(src, l, &oldDst, l+distance)
			write(dst, l+distance, &oldSrc, l)
		}
	}
}

func runCndMask(w *wave, in *instr) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols, mask := &w.wg.columns, w.scalar64(in.mask)
	cols.write = w.exec()
	w.source(in, 0, u32, &cols.src[0], cols)
	w.source(in, 1, u32, &cols.src[1], cols)
	out := resultOf(w, in, u32)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		out.put(l, cols.src[mask>>l&1][l])
	}
}

// runCountBelow executes v_mbcnt: it counts the bits of src0, which represents the lanes from first
// on, that are below the lane.
func runCountBelow(w *wave, in *instr, first int) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	w.source(in, 0, u32, &cols.src[0], cols)
	w.source(in, 1, u32, &cols.src[1], cols)
	out := resultOf(w, in, u32)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		below := uint32(1)<<max(l-first, 0) - 1
		out.put(l, cols.src[1][l]+uint64(bits.OnesCount32(uint32(cols.src[0][l])&below)))
	}
}

// madFunc multiplies two dwords and adds a 64-bit number; out is bit 64 of the
// exact result. Saturate limits the result to 64 bits.
type madFunc func(a, b uint32, c uint64, saturate bool) (v uint64, out bool)

func madU64(a, b uint32, c uint64, saturate bool) (uint64, bool) {
	v, carry := bits.Add64(uint64(a)*uint64(b), c, 0)
	if saturate && carry != 0 {
		v = ^uint64(0)
	}
	return v, carry != 0
}

func madI64(a, b uint32, c uint64, saturate bool) (uint64, bool) {
	product := uint64(int64(int32(a)) * int64(int32(b)))
	v, carry := bits.Add64(product, c, 0)
	negative := (product>>63^c>>63^carry)&1 != 0
	if saturate && negative != (v>>63 != 0) {
		v = 1<<63 - 1 + bit(negative)
	}
	return v, negative
}

func runMad64(w *wave, in *instr, f madFunc) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	w.source(in, 0, u32, &cols.src[0], cols)
	w.source(in, 1, u32, &cols.src[1], cols)
	w.source(in, 2, u64, &cols.src[2], cols)
	out, clamp := resultOf(w, in, u64), in.Mods.Set.Has(isa.ModClamp)
	var carry uint64
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		v, c := f(uint32(cols.src[0][l]), uint32(cols.src[1][l]), cols.src[2][l], clamp)
		out.put(l, v)
		carry |= bit(c) << l
	}
	w.setScalar64(in.sdst, carry)
}

// runMaskedQuadSAD executes v_mqsad_u32_u8: src2 and the destination have four
// dwords.
func runMaskedQuadSAD(w *wave, in *instr) {
	reg, ok := w.destination(in.dst)
	if !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	w.source(in, 0, u64, &cols.src[0], cols)
	w.source(in, 1, u32, &cols.src[1], cols)
	first := w.sourceReg(2, in.src[2])
	clamp := in.Mods.Set.Has(isa.ModClamp)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		var sums [4]uint32
		for i := range sums {
			v := msadU8(&w.mode, cols.src[0][l]>>(8*i)&0xffffffff, cols.src[1][l], uint64(w.vgpr[(first+i)&511][l]))
			if clamp {
				v = saturateU32(v)
			}
			sums[i] = uint32(v)
		}
		for i, v := range sums {
			w.vgpr[(reg+i)&511][l] = v
		}
	}
}

// runBitOp3 looks up each bit of the result in the truth table. The bits of src0, src1 and src2
// form the index; src0's bit is the highest.
func runBitOp3(w *wave, in *instr, t dtype) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols, table := &w.wg.columns, in.Mods.BitOp3
	cols.write = w.exec()
	for k := range 3 {
		w.source(in, k, t, &cols.src[k], cols)
	}
	out := resultOf(w, in, t)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		out.put(l, bitOp3(table, cols.src[0][l], cols.src[1][l], cols.src[2][l]))
	}
}

func bitOp3(table uint8, a, b, c uint64) uint64 {
	var v uint64
	for i := range 8 {
		if table>>i&1 == 0 {
			continue
		}
		v |= pick(a, i>>2) & pick(b, i>>1) & pick(c, i)
	}
	return v
}

// pick returns x if the lowest bit of i is 1, else its complement.
func pick(x uint64, i int) uint64 {
	if i&1 != 0 {
		return x
	}
	return ^x
}
