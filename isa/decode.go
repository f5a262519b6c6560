package isa

import (
	"encoding/binary"
	"errors"
)

// Errors of Decode.
var (
	ErrTruncated = errors.New("instruction is cut off")
	ErrUnknown   = errors.New("no such instruction")
	ErrOperand   = errors.New("an operand field has a value that no register or constant has")
)

// Decode decodes the instruction at the start of b. Inst.Size gives its length in bytes. It does
// not allocate.
func (t *Target) Decode(b []byte) (Inst, error) {
	var inst Inst
	err := t.decode(&inst, b)
	return inst, err
}

// DecodeInto is Decode for a caller that already has the Inst.
func (t *Target) DecodeInto(inst *Inst, b []byte) error {
	*inst = Inst{}
	return t.decode(inst, b)
}

// decode is DecodeInto for a zero inst.
func (t *Target) decode(inst *Inst, b []byte) error {
	if len(b) < 4 {
		return ErrTruncated
	}
	var lo, hi uint64
	switch {
	case len(b) >= 16:
		lo, hi = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	case len(b) >= 8:
		lo = binary.LittleEndian.Uint64(b)
	default:
		lo = uint64(binary.LittleEndian.Uint32(b))
	}
	enc, op := classify(uint32(lo))
	buckets := t.buckets[enc]
	if int(op) >= len(buckets) {
		return ErrUnknown
	}
	bk := buckets[op]
	err := ErrUnknown
	for _, i := range t.order[bk.first : bk.first+bk.n] {
		row := &t.rows[i]
		if lo&row.Mask[0] != row.Bits[0] || hi&row.Mask[1] != row.Bits[1] {
			continue
		}
		if int(row.Size) > len(b) {
			err = ErrTruncated
			continue
		}
		if err = inst.decode(row, lo, hi, b); err == nil {
			return nil
		}
		*inst = Inst{}
	}
	return err
}

// classify returns the encoding family and opcode of an instruction by its first dword (facts
// isa/encodings.md §1). Where families share an opcode space it names the one that the index of the
// table uses.
func classify(w uint32) (Encoding, uint32) {
	if w>>31 == 0 {
		return classifyVector(w)
	}
	if w>>30 == 2 {
		switch {
		case w>>23 == 0x17d:
			return EncSOP1, w >> 8 & 0xff
		case w>>23 == 0x17e:
			return EncSOPC, w >> 16 & 0x7f
		case w>>23 == 0x17f:
			return EncSOPP, w >> 16 & 0x7f
		case w>>28 == 0xb:
			return EncSOPK, w >> 23 & 0x1f
		}
		return EncSOP2, w >> 23 & 0x7f
	}
	switch w >> 26 {
	case 0x30:
		return EncSMEM, w >> 18 & 0xff
	case 0x34:
		if w>>23 == 0x1a7 {
			return EncVOP3P, w >> 16 & 0x7f
		}
		return EncVOP3A, w >> 16 & 0x3ff
	case 0x36:
		return EncDS, w >> 17 & 0xff
	case 0x37:
		return [4]Encoding{EncFLAT, EncSCRATCH, EncGLOBAL, numEncodings - 1}[w>>14&3], w >> 18 & 0x7f
	case 0x38:
		return EncMUBUF, w >> 18 & 0x7f
	case 0x3a:
		return EncMTBUF, w >> 15 & 0xf
	}
	return EncSOP2, ^uint32(0)
}

const (
	srcSDWA    = 249
	srcDPP     = 250
	srcLiteral = 255
)

func classifyVector(w uint32) (Encoding, uint32) {
	src := w & 0x1ff
	switch w >> 25 {
	case 0x3f:
		op := w >> 9 & 0xff
		switch src {
		case srcSDWA:
			return EncSDWA1, op
		case srcDPP:
			return EncDPP1, op
		}
		return EncVOP1, op
	case 0x3e:
		op := w >> 17 & 0xff
		if src == srcSDWA {
			return EncSDWAC, op
		}
		return EncVOPC, op
	}
	op := w >> 25 & 0x3f
	switch src {
	case srcSDWA:
		return EncSDWA2, op
	case srcDPP:
		return EncDPP2, op
	}
	return EncVOP2, op
}

// field returns a field of a 128-bit word; no field crosses the middle.
func field(lo, hi uint64, pos, width uint8) uint64 {
	if pos >= 64 {
		lo = hi
	}
	return lo >> (pos & 63) & (1<<(width&63) - 1)
}

func (inst *Inst) decode(row *Row, lo, hi uint64, b []byte) error {
	inst.Row = row
	if len(row.modFields) > 0 {
		inst.decodeMods(lo, hi)
	}
	if row.Enc >= EncSDWA1 && row.Enc <= EncDPP2 && inst.reserved() {
		return ErrOperand
	}
	literal := false
	for i := range row.Operands {
		spec, arg := &row.Operands[i], &inst.Args[i]
		if !spec.decode(arg, lo, hi, inst) {
			return ErrOperand
		}
		if arg.Kind == KindLiteral {
			literal = true
		}
		if spec.Flags&(FlagNeg|FlagAbs|FlagSext) != 0 {
			arg.Flags = spec.decodeFlags(lo, hi)
		}
	}
	if literal {
		return inst.readLiteral(b)
	}
	return nil
}

// reserved reports SDWA selections and DPP controls that have no meaning.
func (inst *Inst) reserved() bool {
	m := &inst.Mods
	if inst.Row.Enc >= EncDPP1 {
		return !dppControl(m.DPPCtrl, inst.Row.Mods.Has(ModDPP64))
	}
	return m.DstSel > 6 || m.Src0Sel > 6 || m.Src1Sel > 6 || m.DstUnused > 2
}

// dppControl reports whether there is such a DPP control; 64-bit instructions
// have only row_newbcast.
func dppControl(ctrl uint16, wide bool) bool {
	if ctrl < DPPRowShl {
		return !wide // quad_perm
	}
	for i := range dppControls {
		if c := &dppControls[i]; ctrl <= c.hi {
			return ctrl >= c.lo && (!wide || c.dpp64)
		}
	}
	return false
}

// decodeFlags reads the source modifiers of an operand; bits of modifiers
// that it does not have are at 0, where no modifier is.
func (spec *OperandSpec) decodeFlags(lo, hi uint64) OperandFlags {
	var f OperandFlags
	if spec.NegBit != 0 {
		f = OperandFlags(field(lo, hi, spec.NegBit, 1)) * Neg
	}
	if spec.AbsBit != 0 {
		f |= OperandFlags(field(lo, hi, spec.AbsBit, 1)) * Abs
	}
	if spec.SextBit != 0 {
		f |= OperandFlags(field(lo, hi, spec.SextBit, 1)) * Sext
	}
	return f
}

func (inst *Inst) decodeMods(lo, hi uint64) {
	fields := inst.Row.modFields
	for i := range fields {
		f := &fields[i]
		v := field(lo, hi, f.part[0].lo, f.part[0].width)
		if f.part[0].width == 1 {
			inst.Mods.Set |= ModSet(v) << f.mod
			continue
		}
		if f.part[1].width != 0 {
			shift := f.part[0].width
			v |= field(lo, hi, f.part[1].lo, f.part[1].width) << shift
			shift += f.part[1].width
			v |= field(lo, hi, f.part[2].lo, f.part[2].width) << shift
		}
		if f.mod == ModOffset && signedOffset(inst.Row.Enc) {
			w := 64 - f.part[0].width
			v = uint64(int64(v<<w) >> w)
		}
		inst.Mods.set(f.mod, v)
	}
}

// signedOffset reports whether the offset: of an encoding is two's complement.
func signedOffset(e Encoding) bool { return e == EncGLOBAL || e == EncSCRATCH || e == EncSMEM }

// readLiteral fetches the literal dword; all literal operands share it.
func (inst *Inst) readLiteral(b []byte) error {
	n := int(inst.Row.Size)
	if len(b) < n+4 {
		return ErrTruncated
	}
	v := binary.LittleEndian.Uint32(b[n:])
	for i := range inst.Row.Operands {
		if inst.Args[i].Kind == KindLiteral {
			inst.Args[i].Val = v
		}
	}
	return nil
}

// decode reads the operand's field. It reports whether the value is valid.
func (spec *OperandSpec) decode(arg *Operand, lo, hi uint64, inst *Inst) bool {
	if spec.Lo >= 64 { // no field crosses the middle; only VOP3PX2 has any in the second half
		lo = hi
	}
	v := uint32(lo>>(spec.Lo&63)) & (1<<(spec.Width&31) - 1)
	switch spec.Class {
	case ClassV:
		return decodeVector(arg, V0, v&0xff, spec.Dwords, spec.Flags) && (spec.Width < 9 || v > 255)
	case ClassVX:
		if v < 256 {
			return Reg(v) >= SharedBase && decodeSource(arg, v, spec.Dwords, false) && arg.Kind == KindReg
		}
		return decodeVector(arg, V0, v&0xff, spec.Dwords, 0)
	case ClassA:
		return decodeVector(arg, A0, v&0xff, spec.Dwords, spec.Flags) && (spec.Width < 9 || v > 255)
	case ClassAV:
		base := V0
		if lo>>(spec.AccBit&63)&1 != 0 {
			base = A0
		}
		return (spec.Width < 9 || v > 255) && decodeVector(arg, base, v&0xff, spec.length(&inst.Mods), spec.Flags)
	case ClassAVI:
		if v < 256 {
			return v >= 128 && decodeSource(arg, v, spec.Dwords, false) && (arg.Kind == KindInline || spec.Dwords <= 2)
		}
		base := V0
		if lo>>(spec.AccBit&63)&1 != 0 {
			base = A0
		}
		return decodeVector(arg, base, v&0xff, spec.Dwords, 0)
	case ClassSRC:
		if spec.ScalarBit != 0 {
			if lo>>spec.ScalarBit&1 != 0 {
				return decodeSource(arg, v, spec.Dwords, false)
			}
			return decodeVector(arg, V0, v, spec.Dwords, 0)
		}
		if v > 255 {
			return decodeVector(arg, V0, v&0xff, spec.Dwords, 0)
		}
		return decodeSource(arg, v, spec.Dwords, inst.Row.Traits&LiteralOK != 0)
	case ClassSSRC:
		return decodeSource(arg, v, spec.Dwords, inst.Row.Traits&LiteralOK != 0)
	case ClassSOFF:
		return decodeSource(arg, v, 1, false)
	case ClassSDST:
		if spec.ScalarBit != 0 && lo>>spec.ScalarBit&1 == 0 {
			*arg = R(VCCLo, 2)
			return true
		}
		return v < 128 && decodeSource(arg, v, spec.Dwords, false)
	case ClassSDSTX:
		return v < 128 && v != uint32(M0) && decodeSource(arg, v, spec.Dwords, false)
	case ClassSDATA:
		return v < 128 && v != uint32(M0) && v < uint32(ExecLo) && decodeSource(arg, v, spec.Dwords, false)
	case ClassSREG:
		return decodeSource(arg, v, spec.Dwords, false) && arg.Kind == KindReg && (Reg(v) < SharedBase || spec.statusBit(Reg(v)))
	case ClassSMASK:
		return decodeSource(arg, v, spec.Dwords, false) && arg.Kind == KindReg
	case ClassSBASE:
		return decodeSource(arg, v*2, spec.Dwords, false)
	case ClassSRSRC:
		return decodeSource(arg, v*4, spec.Dwords, false)
	case ClassSADDR:
		return !spec.execAddress(Reg(v)) && decodeSource(arg, v, spec.Dwords, false)
	case ClassOFF:
		*arg = Off
		return true
	case ClassVCC:
		*arg = R(VCCLo, 2)
		return true
	case ClassKLIT:
		arg.Kind = KindLiteral
		return true
	case ClassSMOFF:
		*arg = Imm(int32(v<<11) >> 11)
		return true
	case ClassLABEL, ClassSIMM:
		*arg = Imm(int32(int16(v)))
		return true
	}
	*arg = Imm(int32(v)) // the numbers with a syntax of their own
	return true
}

// length returns the tuple length of an operand, by format where that decides
// (f8f6f4: 8 dwords of 8-bit, 6 of 6-bit, 4 of 4-bit elements).
func (spec *OperandSpec) length(m *Mods) uint8 {
	switch {
	case spec.Flags&FlagByCBSZ != 0:
		return f8f6f4Dwords(m.CBSZ)
	case spec.Flags&FlagByBLGP != 0:
		return f8f6f4Dwords(m.BLGP)
	}
	return spec.Dwords
}

func f8f6f4Dwords(format uint8) uint8 {
	switch format {
	case 2, 3:
		return 6
	case 4:
		return 4
	}
	return 8
}

func decodeVector(arg *Operand, base Reg, n uint32, dwords uint8, flags SpecFlags) bool {
	if n+uint32(dwords) > 256 || dwords > 1 && n&1 != 0 && flags&FlagUnaligned == 0 {
		return false
	}
	*arg = Operand{Kind: KindReg, Dwords: dwords, Val: uint32(base) + n}
	return true
}

// decodeSource reads a scalar source number (facts isa/encodings.md §3).
func decodeSource(arg *Operand, v uint32, dwords uint8, literal bool) bool {
	if v < 128 {
		if !scalarTuple(Reg(v), dwords) {
			return false
		}
		*arg = Operand{Kind: KindReg, Dwords: dwords, Val: v}
		return true
	}
	if v == srcLiteral {
		arg.Kind = KindLiteral
		return literal
	}
	if Reg(v) >= SharedBase && Reg(v) <= PopsExitingWave || Reg(v) >= VCCZ && Reg(v) <= SCC {
		*arg = Operand{Kind: KindReg, Dwords: dwords, Val: v}
		return true
	}
	if v <= 208 || v >= 240 && v <= 248 {
		*arg = Operand{Kind: KindInline, Val: v}
		return true
	}
	return false
}

// scalarTuple reports whether n scalar registers from r on make an operand:
// pairs start even, longer tuples at a multiple of four and only among the
// SGPRs or the trap temporaries.
func scalarTuple(r Reg, n uint8) bool {
	switch {
	case n <= 1:
		return r != 125
	case n == 2:
		return r&1 == 0 && r != M0
	case r < FlatScratchLo:
		return r&3 == 0 && r+Reg(n) <= FlatScratchLo
	case r >= TTMP0 && r < M0:
		return (r-TTMP0)&3 == 0 && r+Reg(n) <= M0
	}
	return false
}
