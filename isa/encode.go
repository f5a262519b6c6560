package isa

import "encoding/binary"

// NewInst returns an instruction of the row with every modifier at its
// default: the value that the assembler takes when the modifier is not given.
func (row *Row) NewInst() Inst {
	inst := Inst{Row: row}
	m := &inst.Mods
	if row.Enc == EncVOP3P && row.Mods.Has(ModOpSelHi) && !row.mixed() || row.Op == V_MFMA_LD_SCALE_B32 {
		m.OpSelHi = uint8(1<<row.Sources - 1)
	}
	if row.Mods.Has(ModRowMask) {
		m.RowMask, m.BankMask = 0xf, 0xf
	}
	const dword, preserve = 6, 2
	if row.Mods.Has(ModDstSel) {
		m.DstSel, m.DstUnused = dword, preserve
	}
	m.Src0Sel, m.Src1Sel = dword, dword
	if !row.Mods.Has(ModSrc0Sel) {
		m.Src0Sel = 0
	}
	if !row.Mods.Has(ModSrc1Sel) {
		m.Src1Sel = 0
	}
	if row.Mods.Has(ModFormat) {
		m.Format = 1 // dfmt 8, nfmt UNORM
	}
	m.Set |= row.Need & oneBit
	return inst
}

// mixed reports whether op_sel_hi chooses between f32 and f16 sources
// (v_fma_mix*) rather than halves; its default is then 0.
func (row *Row) mixed() bool {
	return row.Op == V_FMA_MIX_F32 || row.Op == V_FMA_MIXLO_F16 || row.Op == V_FMA_MIXHI_F16
}

// Size returns the length of the instruction in bytes, with its literal.
func (inst *Inst) Size() int {
	n := int(inst.Row.Size)
	if inst.hasLiteral() {
		n += 4
	}
	return n
}

func (inst *Inst) hasLiteral() bool {
	if inst.Row.Traits&(LiteralOK|LiteralMust) == 0 {
		return false
	}
	for i := range inst.Row.Operands {
		switch inst.Args[i].Kind {
		case KindLiteral:
			return true
		case KindExpr:
			return inst.Row.Operands[i].Class != ClassLABEL
		}
	}
	return false
}

// MaxSize is the length of the longest encoding.
const MaxSize = 20

// Encode writes the instruction's bytes and returns their number. It does not allocate. Values that
// do not fit their field are truncated; Check reports them.
func (inst *Inst) Encode(buf *[MaxSize]byte) int {
	row := inst.Row
	w := row.Base
	literal, val := false, uint32(0)
	for i := range row.Operands {
		spec, arg := &row.Operands[i], &inst.Args[i]
		spec.encode(&w, arg)
		switch {
		case arg.Kind == KindLiteral:
			literal, val = true, arg.Val
		case arg.Kind == KindExpr && spec.Class != ClassLABEL:
			literal = true
		}
	}
	inst.encodeMods(&w)
	binary.LittleEndian.PutUint64(buf[0:], w[0])
	n := int(row.Size)
	if n == 16 {
		binary.LittleEndian.PutUint64(buf[8:], w[1])
	}
	if literal {
		binary.LittleEndian.PutUint32(buf[n:], val)
		n += 4
	}
	return n
}

// put stores v in a field of w, whose bits are 0.
func put(w *[2]uint64, lo, width uint8, v uint64) {
	v &= 1<<width - 1
	if lo >= 64 {
		w[1] |= v << (lo - 64)
	} else {
		w[0] |= v << lo
	}
}

func (inst *Inst) encodeMods(w *[2]uint64) {
	for i := range inst.Row.modFields {
		f := &inst.Row.modFields[i]
		v := inst.Mods.get(f.mod)
		put(w, f.part[0].lo, f.part[0].width, v)
		if f.part[1].width != 0 {
			v >>= f.part[0].width
			put(w, f.part[1].lo, f.part[1].width, v)
			v >>= f.part[1].width
			put(w, f.part[2].lo, f.part[2].width, v)
		}
	}
}

func (spec *OperandSpec) encode(w *[2]uint64, arg *Operand) {
	if arg.Flags != 0 {
		spec.encodeFlags(w, arg.Flags)
	}
	v := arg.Val
	switch spec.Class {
	case ClassVCC, ClassOFF, ClassKLIT:
		return
	case ClassAV, ClassAVI, ClassA, ClassV:
		if r := arg.Reg(); arg.Kind == KindReg && r >= A0 {
			v -= uint32(A0 - V0) // the field has the number of the VGPR
			if spec.AccBit != 0 {
				put(w, spec.AccBit, 1, 1)
			}
		}
	case ClassSRC:
		if spec.ScalarBit != 0 && v < uint32(V0) {
			put(w, spec.ScalarBit, 1, 1)
		}
	case ClassSDST:
		if spec.ScalarBit != 0 {
			if arg.Reg() == VCCLo {
				return
			}
			put(w, spec.ScalarBit, 1, 1)
		}
	case ClassSBASE:
		v /= 2
	case ClassSRSRC:
		v /= 4
	}
	switch arg.Kind {
	case KindLiteral:
		v = srcLiteral
	case KindExpr:
		v = srcLiteral
		if spec.Class == ClassLABEL {
			v = 0
		}
	}
	put(w, spec.Lo, spec.Width, uint64(v))
}

func (spec *OperandSpec) encodeFlags(w *[2]uint64, f OperandFlags) {
	if f&Neg != 0 && spec.NegBit != 0 {
		put(w, spec.NegBit, 1, 1)
	}
	if f&Abs != 0 && spec.AbsBit != 0 {
		put(w, spec.AbsBit, 1, 1)
	}
	if f&Sext != 0 && spec.SextBit != 0 {
		put(w, spec.SextBit, 1, 1)
	}
}
