package difftest

import (
	"encoding/binary"

	"heddle/isa"
)

// SlotSize is the size of the words that Words and AnyWords return: room for
// the longest instruction with a literal.
const SlotSize = 20

// noOp is v_nop, which fills the rest of a slot. (After a word that wants an
// SDWA dword it gives selections that exist.)
const noOp = 0x7e000000

// Words returns instruction words for row: its fixed bits, and random bits in
// the rest or in the operand fields only.
func (g *Gen) Words(row *isa.Row) [SlotSize]byte {
	w := [2]uint64{g.rng.Uint64(), g.rng.Uint64()}
	if g.chance(50) { // leave bits outside fields as an encoder sets them
		w = row.Base
		for range g.rng.IntN(6) {
			bit := g.rng.IntN(8 * int(row.Size))
			w[bit/64] ^= 1 << (bit % 64)
		}
	}
	for i := range row.Operands {
		g.field(&w, row, &row.Operands[i])
	}
	for i := range w {
		w[i] = w[i]&^row.Mask[i] | row.Bits[i]
	}
	var b [SlotSize]byte
	for i := 0; i < SlotSize; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], noOp)
	}
	var text [16]byte
	binary.LittleEndian.PutUint64(text[:], w[0])
	binary.LittleEndian.PutUint64(text[8:], w[1])
	n := copy(b[:], text[:row.Size])
	if row.Traits&(isa.LiteralOK|isa.LiteralMust) != 0 {
		binary.LittleEndian.PutUint32(b[n:], g.dword())
	}
	return b
}

// dword returns a literal: often one whose number has an inline constant.
func (g *Gen) dword() uint32 {
	t := one(g, isa.TypeF16, isa.TypeBF16, isa.TypeF32)
	return one(g, g.rng.Uint32(), g.rng.Uint32(), uint32(g.rng.IntN(66)), -uint32(g.rng.IntN(18)), 0xffff, 0xfff0, 0xffef, 0x8000, 1<<31,
		uint32(inlineBits(t, g.rng.IntN(9))), uint32(inlineBits(isa.TypeF64, g.rng.IntN(9))>>32))
}

// field sets the bits of an operand, mostly to what its class allows.
func (g *Gen) field(w *[2]uint64, row *isa.Row, spec *isa.OperandSpec) {
	if spec.Width == 0 || g.chance(15) {
		return
	}
	v := g.rng.Uint64()
	even := ^uint64(0)
	if spec.Dwords > 1 && spec.Flags&isa.FlagUnaligned == 0 {
		even = ^uint64(1)
	}
	scalar := even
	if spec.Dwords > 2 {
		scalar = ^uint64(3)
	}
	switch spec.Class {
	case isa.ClassV, isa.ClassA, isa.ClassAV, isa.ClassVX, isa.ClassAVI:
		v &= even
		if spec.Width == 9 && (spec.Class != isa.ClassAVI && spec.Class != isa.ClassVX || g.chance(70)) {
			v |= 256
		}
	case isa.ClassSRC:
		v = g.sourceNumber(row, even, scalar)
		if spec.Width == 8 {
			bit := uint64(0)
			if v < 256 {
				bit = 1
			}
			setField(w, spec.ScalarBit, 1, bit)
		} else if g.chance(40) {
			v = 256 | g.rng.Uint64()&even&255
		}
	case isa.ClassSSRC, isa.ClassSOFF, isa.ClassSREG, isa.ClassSMASK:
		v = g.sourceNumber(row, even, scalar) & 255
	case isa.ClassSDST, isa.ClassSDSTX, isa.ClassSDATA, isa.ClassSADDR:
		v = one(g, uint64(g.rng.IntN(128))&scalar, uint64(g.rng.IntN(102))&scalar, 106, 126, 124)
	}
	setField(w, spec.Lo, spec.Width, v)
}

// sourceNumber returns a number of a scalar source or constant.
func (g *Gen) sourceNumber(row *isa.Row, even, scalar uint64) uint64 {
	switch g.rng.IntN(8) {
	case 0:
		return uint64(g.rng.IntN(128)) & even
	case 1, 2:
		return uint64(g.rng.IntN(128)) & scalar
	case 3:
		return 128 + uint64(g.rng.IntN(81))
	case 4:
		return 240 + uint64(g.rng.IntN(9))
	case 5:
		return one[uint64](g, 235, 236, 237, 238, 239, 251, 252, 253)
	case 6:
		if row.Traits&isa.LiteralOK != 0 {
			return 255
		}
		return 256 | g.rng.Uint64()&even&255
	}
	return uint64(g.rng.IntN(256))
}

func setField(w *[2]uint64, lo, width uint8, v uint64) {
	mask := uint64(1)<<width - 1
	w[lo/64] = w[lo/64]&^(mask<<(lo%64)) | v&mask<<(lo%64)
}

// AnyWords returns random words. The first is of one of the encodings or
// plainly random.
func (g *Gen) AnyWords() [SlotSize]byte {
	var b [SlotSize]byte
	for i := 0; i < SlotSize; i += 4 {
		binary.LittleEndian.PutUint32(b[i:], g.rng.Uint32())
	}
	if g.chance(70) { // the prefix of some row, so that every encoding comes up
		rows := g.target.Rows()
		row := &rows[g.rng.IntN(len(rows))]
		prefix := uint32(row.Bits[0]) & 0xff800000
		binary.LittleEndian.PutUint32(b[:], binary.LittleEndian.Uint32(b[:])&0x007fffff|prefix)
	}
	if g.chance(10) {
		binary.LittleEndian.PutUint32(b[:], binary.LittleEndian.Uint32(b[:])&^0x1ff|one[uint32](g, 249, 250, 255))
	}
	return b
}
