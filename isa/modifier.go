package isa

import "math/bits"

// Modifier is one of the words that may follow the operands.
type Modifier uint8

const (
	ModClamp Modifier = iota
	ModOMod
	ModOpSel
	ModOpSelHi
	ModNegLo
	ModNegHi
	ModNeg
	ModOffset
	ModOffset0
	ModOffset1
	ModSC0
	ModSC1
	ModNT
	ModGLC
	ModGDS
	ModLDS
	ModOffen
	ModIdxen
	ModCBSZ
	ModABID
	ModBLGP
	ModBitOp3
	ModDPP   // any dpp_ctrl
	ModDPP64 // only row_newbcast: the DPP of 64-bit instructions
	ModRowMask
	ModBankMask
	ModBoundCtrl
	ModFI
	ModDstSel
	ModDstUnused
	ModSrc0Sel
	ModSrc1Sel
	ModFormat
	numModifiers
)

// ModSet is a set of modifiers.
type ModSet uint64

// Has reports whether m is in the set.
func (s ModSet) Has(m Modifier) bool { return s>>m&1 != 0 }

// first returns the member with the lowest number of a set that has one.
func (s ModSet) first() Modifier { return Modifier(bits.TrailingZeros64(uint64(s))) }

// bit returns the set of m alone.
func (m Modifier) bit() ModSet { return 1 << m }

// modNames are the names in isa/gen/*.tsv, in messages and, for modifiers
// that are a word or a word with a number, in assembly.
var modNames = [numModifiers]string{
	ModClamp: "clamp", ModOMod: "omod", ModOpSel: "op_sel", ModOpSelHi: "op_sel_hi",
	ModNegLo: "neg_lo", ModNegHi: "neg_hi", ModNeg: "neg",
	ModOffset: "offset", ModOffset0: "offset0", ModOffset1: "offset1",
	ModSC0: "sc0", ModSC1: "sc1", ModNT: "nt", ModGLC: "glc", ModGDS: "gds", ModLDS: "lds",
	ModOffen: "offen", ModIdxen: "idxen",
	ModCBSZ: "cbsz", ModABID: "abid", ModBLGP: "blgp", ModBitOp3: "bitop3",
	ModDPP: "dpp", ModDPP64: "dpp64", ModRowMask: "row_mask", ModBankMask: "bank_mask",
	ModBoundCtrl: "bound_ctrl", ModFI: "fi",
	ModDstSel: "dst_sel", ModDstUnused: "dst_unused", ModSrc0Sel: "src0_sel", ModSrc1Sel: "src1_sel",
	ModFormat: "format",
}

// String returns the modifier's name.
func (m Modifier) String() string { return modNames[m] }

// oneBit are the modifiers that Mods keeps in Set.
const oneBit = ModSet(1<<ModClamp | 1<<ModSC0 | 1<<ModSC1 | 1<<ModNT | 1<<ModGLC | 1<<ModGDS | 1<<ModLDS |
	1<<ModOffen | 1<<ModIdxen | 1<<ModBoundCtrl | 1<<ModFI)

// get returns the field value of modifier m.
func (mods *Mods) get(m Modifier) uint64 {
	switch m {
	case ModOffset, ModOffset0:
		return uint64(uint32(mods.Offset))
	case ModOffset1:
		return uint64(mods.Offset1)
	case ModOMod:
		return uint64(mods.OMod)
	case ModOpSel:
		return uint64(mods.OpSel)
	case ModOpSelHi:
		return uint64(mods.OpSelHi)
	case ModNegLo, ModNeg:
		return uint64(mods.NegLo)
	case ModNegHi:
		return uint64(mods.NegHi)
	case ModCBSZ:
		return uint64(mods.CBSZ)
	case ModABID:
		return uint64(mods.ABID)
	case ModBLGP:
		return uint64(mods.BLGP)
	case ModBitOp3:
		return uint64(mods.BitOp3)
	case ModDPP, ModDPP64:
		return uint64(mods.DPPCtrl)
	case ModRowMask:
		return uint64(mods.RowMask)
	case ModBankMask:
		return uint64(mods.BankMask)
	case ModDstSel:
		return uint64(mods.DstSel)
	case ModDstUnused:
		return uint64(mods.DstUnused)
	case ModSrc0Sel:
		return uint64(mods.Src0Sel)
	case ModSrc1Sel:
		return uint64(mods.Src1Sel)
	case ModFormat:
		return uint64(mods.Format)
	}
	return uint64(mods.Set >> m & 1)
}

// set stores the field value of modifier m.
func (mods *Mods) set(m Modifier, v uint64) {
	switch m {
	case ModOffset, ModOffset0:
		mods.Offset = int32(v)
	case ModOffset1:
		mods.Offset1 = uint8(v)
	case ModOMod:
		mods.OMod = uint8(v)
	case ModOpSel:
		mods.OpSel = uint8(v)
	case ModOpSelHi:
		mods.OpSelHi = uint8(v)
	case ModNegLo, ModNeg:
		mods.NegLo = uint8(v)
	case ModNegHi:
		mods.NegHi = uint8(v)
	case ModCBSZ:
		mods.CBSZ = uint8(v)
	case ModABID:
		mods.ABID = uint8(v)
	case ModBLGP:
		mods.BLGP = uint8(v)
	case ModBitOp3:
		mods.BitOp3 = uint8(v)
	case ModDPP, ModDPP64:
		mods.DPPCtrl = uint16(v)
	case ModRowMask:
		mods.RowMask = uint8(v)
	case ModBankMask:
		mods.BankMask = uint8(v)
	case ModDstSel:
		mods.DstSel = uint8(v)
	case ModDstUnused:
		mods.DstUnused = uint8(v)
	case ModSrc0Sel:
		mods.Src0Sel = uint8(v)
	case ModSrc1Sel:
		mods.Src1Sel = uint8(v)
	case ModFormat:
		mods.Format = uint8(v)
	default:
		mods.Set |= ModSet(v&1) << m
	}
}
