package isa

import "math/bits"

// This file defines from which lane each lane of a wave reads in instructions that move
// data between lanes.

// waveSize is the number of lanes of a wave, the same on all chips.
const waveSize = 64

// Values of dpp_ctrl (ISA manual, table "DPP_CTRL Enumeration"). Those below
// DPPRowShl are quad_perm: two bits for each lane of four. The distance is added
// to the row shifts and rotations, the lane of the row to DPPRowNewBcast. Left
// is toward lane 0.
const (
	DPPRowShl        = 0x100
	DPPRowShr        = 0x110
	DPPRowRor        = 0x120
	DPPWaveShl       = 0x130
	DPPWaveRol       = 0x134
	DPPWaveShr       = 0x138
	DPPWaveRor       = 0x13c
	DPPRowMirror     = 0x140
	DPPRowHalfMirror = 0x141
	DPPRowBcast15    = 0x142
	DPPRowBcast31    = 0x143
	DPPRowNewBcast   = 0x150
	dppLast          = DPPRowNewBcast + 15
)

// DPPControls returns all valid values of dpp_ctrl except the quad_perms, in ascending
// order.
func DPPControls() []uint16 {
	var list []uint16
	for ctrl := uint16(DPPRowShl); ctrl <= dppLast; ctrl++ {
		if dppControl(ctrl, false) {
			list = append(list, ctrl)
		}
	}
	return list
}

// DPPSource returns the lane that a lane reads src0 from under a dpp_ctrl; not
// ok if there is none. Rows are 16 lanes.
//
// Source: ISA manual, table "DPP_CTRL Enumeration"; facts isa/semantics.md §4.
func DPPSource(ctrl uint16, lane int) (from int, ok bool) {
	row, n := lane&^15, lane&15
	k := int(ctrl & 15)
	switch {
	case ctrl < DPPRowShl:
		return lane&^3 + int(ctrl>>(2*(lane&3))&3), true
	case ctrl < DPPRowShr:
		return lane + k, n+k < 16
	case ctrl < DPPRowRor:
		return lane - k, n >= k
	case ctrl < DPPWaveShl:
		return row + (n-k)&15, true
	case ctrl == DPPWaveShl:
		return lane + 1, lane < waveSize-1
	case ctrl == DPPWaveRol:
		return (lane + 1) & (waveSize - 1), true
	case ctrl == DPPWaveShr:
		return lane - 1, lane > 0
	case ctrl == DPPWaveRor:
		return (lane - 1) & (waveSize - 1), true
	case ctrl == DPPRowMirror:
		return row + 15 - n, true
	case ctrl == DPPRowHalfMirror:
		return lane ^ 7, true
	case ctrl == DPPRowBcast15:
		return row - 1, lane > 15
	case ctrl == DPPRowBcast31:
		return lane&32 - 1, lane > 31
	case ctrl >= DPPRowNewBcast && ctrl <= dppLast:
		return row + k, true
	}
	return lane, false
}

// DPPMap is the effect of DPP on src0 and on the lanes to be written.
type DPPMap struct {
	From  [waveSize]int8 // the lane that each lane reads, -1 if there is none
	Write uint64         // the lanes of rows and banks that are not masked out
	// Bound (bound_ctrl): lanes that read from no lane, or from an inactive one,
	// get 0. Without it they are not written.
	Bound bool
}

// DPP returns the map of an instruction; not ok if it has none.
func (inst *Inst) DPP() (m DPPMap, ok bool) {
	if inst.Row.Enc != EncDPP1 && inst.Row.Enc != EncDPP2 {
		return m, false
	}
	m.Bound = inst.Mods.Set.Has(ModBoundCtrl)
	for lane := range m.From {
		m.From[lane] = -1
		if from, ok := DPPSource(inst.Mods.DPPCtrl, lane); ok {
			m.From[lane] = int8(from)
		}
		if inst.Mods.RowMask>>(lane/16)&1 != 0 && inst.Mods.BankMask>>(lane/4%4)&1 != 0 {
			m.Write |= 1 << lane
		}
	}
	return m, true
}

// Modes of the offset of ds_swizzle_b32, from the value that they begin at;
// below SwizzleQuad are the bit masks.
const (
	SwizzleQuad   = 0x8000 // a permutation of each four lanes, as quad_perm
	SwizzleRotate = 0xc000 // by bits 9:5, toward higher lanes if bit 10 is set, but for bits of the lane number in 4:0
	SwizzleFFT    = 0xe000 // bits of the lane number reversed, but for those in bits 4:0
)

// SwizzleBits returns the offset of ds_swizzle_b32 under which lane l of 32 reads
// from lane (l & and | or) ^ xor.
func SwizzleBits(and, or, xor int64) uint16 { return uint16(and&31 | or&31<<5 | xor&31<<10) }

// SwizzleSource returns the lane that a lane reads under the offset of a
// ds_swizzle_b32. All patterns stay within 32 lanes.
//
// Source: ISA manual §12.12, DS_SWIZZLE_B32.
func SwizzleSource(offset uint16, lane int) int {
	low, middle, high := uint32(offset&0x1f), uint32(offset>>5&0x1f), uint32(offset>>10&0x1f)
	i := uint32(lane & 0x1f)
	switch {
	case offset >= SwizzleFFT:
		i = bits.Reverse32(i)>>27>>bits.OnesCount32(low) | i&low
	case offset >= SwizzleRotate:
		if offset>>10&1 != 0 {
			middle = -middle
		}
		i = i&low | (i+middle)&^low
	case offset >= SwizzleQuad:
		i = i&^3 | uint32(offset)>>(2*(i&3))&3
	default:
		i = (i&low | middle) ^ high
	}
	return lane&0x20 | int(i&0x1f)
}

// PermuteAddress are the bits of the address of ds_permute_b32 and ds_bpermute_b32 that
// select the lane; the others are ignored.
const PermuteAddress = 4 * (waveSize - 1)

// PermuteLane returns the lane selected by an address, with the offset added, of
// ds_permute_b32 (which writes to it) or ds_bpermute_b32 (which reads from it).
func PermuteLane(addr uint32) int { return int(addr & PermuteAddress / 4) }
