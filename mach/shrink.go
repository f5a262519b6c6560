package mach

import (
	"math"

	"heddle/isa"
	"heddle/pass"
)

// shrink chooses shorter encodings once registers are known: if the short form's implicit
// VCC is used, if src1 is a VGPR, if the accumulator is the destination, if a scalar
// constant has 16 bits. Shorter code is fetched faster and fits the instruction cache.
func shrink(f *Func, _ *pass.Options) error {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in.Row.Enc {
			case isa.EncVOP3A, isa.EncVOP3B:
				f.shrinkVector(in)
			case isa.EncVOP3P:
				f.shrinkAccumulate(in)
			case isa.EncSOP1, isa.EncSOP2, isa.EncSOPC:
				f.shrinkScalar(in)
			}
		}
	}
	return nil
}

// shrinkVector gives an e64 instruction without modifiers its e32 form, with
// src0 and src1 exchanged if need be.
func (f *Func) shrinkVector(in *Instr) {
	if !in.plain() {
		return
	}
	if f.shrinkAccumulate(in) {
		return
	}
	if f.toShort(in, in.Row.Op) {
		return
	}
	src := in.firstSource()
	if op, ok := in.exchanged(src); ok {
		in.Args[src], in.Args[src+1] = in.Args[src+1], in.Args[src]
		if !f.toShort(in, op) {
			in.Args[src], in.Args[src+1] = in.Args[src+1], in.Args[src]
		}
	}
}

// plain reports whether the instruction has no modifiers.
func (in *Instr) plain() bool {
	for i := range in.Row.Operands {
		if in.Args[i].Flags != 0 {
			return false
		}
	}
	unmodified := in.Row.NewInst()
	return in.Mods == unmodified.Mods
}

// firstSource is the number of the operand src0.
func (in *Instr) firstSource() int {
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Access&isa.Write == 0 {
			return i
		}
	}
	return 0
}

// toShort gives the instruction the row of op in a short encoding that takes
// its operands, if there is one.
func (f *Func) toShort(in *Instr, op isa.Op) bool {
	rows := f.Target.RowsOf(op)
	for i := range rows {
		row := &rows[i]
		switch row.Enc {
		case isa.EncVOP1, isa.EncVOP2, isa.EncVOPC:
			if n := len(row.Operands); n == len(in.Row.Operands) && f.takes(row, in.Args[:n]) {
				in.setRow(row)
				return true
			}
		}
	}
	return false
}

func (in *Instr) setRow(row *isa.Row) {
	machine := row.NewInst()
	in.Row, in.Mods = row, machine.Mods
}

// exchanged returns the operation that does the same with src0 and src1 the
// other way round, if src1 cannot stand where it is and src0 could.
func (in *Instr) exchanged(src int) (isa.Op, bool) {
	if src+1 >= len(in.Row.Operands) {
		return 0, false
	}
	a, b := &in.Args[src], &in.Args[src+1]
	if a.Kind != OperandPhys || !a.Phys.IsVGPR() || b.Kind == OperandPhys && b.Phys.IsVGPR() {
		return 0, false
	}
	if op, ok := find(exchangeable[:], in.Row.Op); ok {
		return op, true
	}
	// Which of two NaNs is the result depends on the order; a constant is none.
	if b.Kind == OperandConst && !math.IsNaN(float64(math.Float32frombits(uint32(b.Value)))) {
		return find(exchangeableFloat[:], in.Row.Op)
	}
	return 0, false
}

func find(pairs [][2]isa.Op, op isa.Op) (isa.Op, bool) {
	for _, p := range pairs {
		switch op {
		case p[0]:
			return p[1], true
		case p[1]:
			return p[0], true
		}
	}
	return 0, false
}

// exchangeable is which instruction does what another does with src0 and src1
// exchanged.
var exchangeable = [...][2]isa.Op{
	{isa.V_CMP_LT_F16, isa.V_CMP_GT_F16}, {isa.V_CMP_LE_F16, isa.V_CMP_GE_F16}, {isa.V_CMP_EQ_F16, isa.V_CMP_EQ_F16},
	{isa.V_CMP_NLT_F16, isa.V_CMP_NGT_F16}, {isa.V_CMP_NLE_F16, isa.V_CMP_NGE_F16}, {isa.V_CMP_LG_F16, isa.V_CMP_LG_F16},
	{isa.V_CMP_NEQ_F16, isa.V_CMP_NEQ_F16}, {isa.V_CMP_NLG_F16, isa.V_CMP_NLG_F16}, {isa.V_CMP_O_F16, isa.V_CMP_O_F16},
	{isa.V_CMP_U_F16, isa.V_CMP_U_F16}, {isa.V_CMP_LT_F32, isa.V_CMP_GT_F32}, {isa.V_CMP_LE_F32, isa.V_CMP_GE_F32},
	{isa.V_CMP_EQ_F32, isa.V_CMP_EQ_F32}, {isa.V_CMP_NLT_F32, isa.V_CMP_NGT_F32}, {isa.V_CMP_NLE_F32, isa.V_CMP_NGE_F32},
	{isa.V_CMP_LG_F32, isa.V_CMP_LG_F32}, {isa.V_CMP_NEQ_F32, isa.V_CMP_NEQ_F32}, {isa.V_CMP_NLG_F32, isa.V_CMP_NLG_F32},
	{isa.V_CMP_O_F32, isa.V_CMP_O_F32}, {isa.V_CMP_U_F32, isa.V_CMP_U_F32}, {isa.V_CMP_LT_F64, isa.V_CMP_GT_F64},
	{isa.V_CMP_LE_F64, isa.V_CMP_GE_F64}, {isa.V_CMP_EQ_F64, isa.V_CMP_EQ_F64}, {isa.V_CMP_NLT_F64, isa.V_CMP_NGT_F64},
	{isa.V_CMP_NLE_F64, isa.V_CMP_NGE_F64}, {isa.V_CMP_LG_F64, isa.V_CMP_LG_F64}, {isa.V_CMP_NEQ_F64, isa.V_CMP_NEQ_F64},
	{isa.V_CMP_NLG_F64, isa.V_CMP_NLG_F64}, {isa.V_CMP_O_F64, isa.V_CMP_O_F64}, {isa.V_CMP_U_F64, isa.V_CMP_U_F64},
	{isa.V_CMP_LT_I16, isa.V_CMP_GT_I16}, {isa.V_CMP_LE_I16, isa.V_CMP_GE_I16}, {isa.V_CMP_EQ_I16, isa.V_CMP_EQ_I16},
	{isa.V_CMP_NE_I16, isa.V_CMP_NE_I16}, {isa.V_CMP_LT_I32, isa.V_CMP_GT_I32}, {isa.V_CMP_LE_I32, isa.V_CMP_GE_I32},
	{isa.V_CMP_EQ_I32, isa.V_CMP_EQ_I32}, {isa.V_CMP_NE_I32, isa.V_CMP_NE_I32}, {isa.V_CMP_LT_I64, isa.V_CMP_GT_I64},
	{isa.V_CMP_LE_I64, isa.V_CMP_GE_I64}, {isa.V_CMP_EQ_I64, isa.V_CMP_EQ_I64}, {isa.V_CMP_NE_I64, isa.V_CMP_NE_I64},
	{isa.V_CMP_LT_U16, isa.V_CMP_GT_U16}, {isa.V_CMP_LE_U16, isa.V_CMP_GE_U16}, {isa.V_CMP_EQ_U16, isa.V_CMP_EQ_U16},
	{isa.V_CMP_NE_U16, isa.V_CMP_NE_U16}, {isa.V_CMP_LT_U32, isa.V_CMP_GT_U32}, {isa.V_CMP_LE_U32, isa.V_CMP_GE_U32},
	{isa.V_CMP_EQ_U32, isa.V_CMP_EQ_U32}, {isa.V_CMP_NE_U32, isa.V_CMP_NE_U32}, {isa.V_CMP_LT_U64, isa.V_CMP_GT_U64},
	{isa.V_CMP_LE_U64, isa.V_CMP_GE_U64}, {isa.V_CMP_EQ_U64, isa.V_CMP_EQ_U64}, {isa.V_CMP_NE_U64, isa.V_CMP_NE_U64},
	{isa.V_ADD_U32, isa.V_ADD_U32}, {isa.V_ADD_U16, isa.V_ADD_U16}, {isa.V_AND_B32, isa.V_AND_B32},
	{isa.V_OR_B32, isa.V_OR_B32}, {isa.V_XOR_B32, isa.V_XOR_B32}, {isa.V_XNOR_B32, isa.V_XNOR_B32},
	{isa.V_MAX_I16, isa.V_MAX_I16}, {isa.V_MAX_I32, isa.V_MAX_I32}, {isa.V_MAX_U16, isa.V_MAX_U16},
	{isa.V_MAX_U32, isa.V_MAX_U32}, {isa.V_MIN_I16, isa.V_MIN_I16}, {isa.V_MIN_I32, isa.V_MIN_I32},
	{isa.V_MIN_U16, isa.V_MIN_U16}, {isa.V_MIN_U32, isa.V_MIN_U32}, {isa.V_MUL_LO_U16, isa.V_MUL_LO_U16},
	{isa.V_MUL_I32_I24, isa.V_MUL_I32_I24}, {isa.V_MUL_U32_U24, isa.V_MUL_U32_U24}, {isa.V_MUL_HI_I32_I24, isa.V_MUL_HI_I32_I24},
	{isa.V_MUL_HI_U32_U24, isa.V_MUL_HI_U32_U24}, {isa.V_ADD_CO_U32, isa.V_ADD_CO_U32}, {isa.V_ADDC_CO_U32, isa.V_ADDC_CO_U32},
	{isa.V_SUB_U32, isa.V_SUBREV_U32}, {isa.V_SUB_U16, isa.V_SUBREV_U16}, {isa.V_SUB_CO_U32, isa.V_SUBREV_CO_U32},
	{isa.V_SUBB_CO_U32, isa.V_SUBBREV_CO_U32},
}

// exchangeableFloat is those that are exchangeable if one source is a number.
var exchangeableFloat = [...][2]isa.Op{
	{isa.V_ADD_F16, isa.V_ADD_F16}, {isa.V_ADD_F32, isa.V_ADD_F32}, {isa.V_MUL_F16, isa.V_MUL_F16},
	{isa.V_MUL_F32, isa.V_MUL_F32}, {isa.V_SUB_F16, isa.V_SUBREV_F16}, {isa.V_SUB_F32, isa.V_SUBREV_F32},
}

// accumulating is the instructions that add to their destination, by those
// that add to a third source.
var accumulating = [...]struct{ fma, fmac isa.Op }{
	{isa.V_FMA_F32, isa.V_FMAC_F32},
	{isa.V_FMA_F64, isa.V_FMAC_F64},
	{isa.V_PK_FMA_F16, isa.V_PK_FMAC_F16},
}

// shrinkAccumulate turns a multiply-add whose third source is the destination
// into the short instruction for that.
func (f *Func) shrinkAccumulate(in *Instr) bool {
	for _, a := range accumulating {
		if in.Row.Op != a.fma {
			continue
		}
		d, c := &in.Args[0], &in.Args[3]
		if !in.plain() || c.Kind != OperandPhys || c.Phys != d.Phys {
			return false
		}
		rows := f.Target.RowsOf(a.fmac)
		for i := range rows {
			if row := &rows[i]; row.Enc == isa.EncVOP2 && f.takes(row, in.Args[:3]) {
				in.Args[3] = Operand{}
				in.setRow(row)
				return true
			}
		}
		return false
	}
	return false
}

// scalarShort is scalar instructions that have a form with a 16-bit constant
// in place of a literal.
var scalarShort = [...]struct {
	op, short isa.Op
	unsigned  bool
}{
	{isa.S_MOV_B32, isa.S_MOVK_I32, false},
	{isa.S_ADD_I32, isa.S_ADDK_I32, false},
	{isa.S_ADD_U32, isa.S_ADDK_I32, false},
	{isa.S_MUL_I32, isa.S_MULK_I32, false},
	{isa.S_CMP_EQ_I32, isa.S_CMPK_EQ_I32, false},
	{isa.S_CMP_LG_I32, isa.S_CMPK_LG_I32, false},
	{isa.S_CMP_GT_I32, isa.S_CMPK_GT_I32, false},
	{isa.S_CMP_GE_I32, isa.S_CMPK_GE_I32, false},
	{isa.S_CMP_LT_I32, isa.S_CMPK_LT_I32, false},
	{isa.S_CMP_LE_I32, isa.S_CMPK_LE_I32, false},
	{isa.S_CMP_EQ_U32, isa.S_CMPK_EQ_U32, true},
	{isa.S_CMP_LG_U32, isa.S_CMPK_LG_U32, true},
	{isa.S_CMP_GT_U32, isa.S_CMPK_GT_U32, true},
	{isa.S_CMP_GE_U32, isa.S_CMPK_GE_U32, true},
	{isa.S_CMP_LT_U32, isa.S_CMPK_LT_U32, true},
	{isa.S_CMP_LE_U32, isa.S_CMPK_LE_U32, true},
}

// shrinkScalar puts a literal of 16 bits into the instruction. The constant is
// the last source; additions and products take the other one from the
// destination.
func (f *Func) shrinkScalar(in *Instr) {
	n := len(in.Row.Operands)
	k := &in.Args[n-1]
	if in.Row.Enc == isa.EncSOP2 && in.Args[1].Kind == OperandConst {
		k = &in.Args[1]
	}
	if k.Kind != OperandConst || in.Row.Inline(n-1, uint64(uint32(k.Value))) {
		return
	}
	for _, s := range scalarShort {
		if s.op != in.Row.Op {
			continue
		}
		v := int64(int32(k.Value))
		if s.unsigned {
			v = int64(uint32(k.Value))
			if v > math.MaxUint16 {
				return
			}
		} else if v != int64(int16(v)) {
			return
		}
		// s_add_u32 sets SCC to the carry, s_addk_i32 to the overflow.
		if s.op == isa.S_ADD_U32 && in.SCCDef != 0 {
			return
		}
		if in.Row.Enc == isa.EncSOP2 {
			other := in.Args[1]
			if k == &in.Args[1] {
				other = in.Args[2]
			}
			if other.Kind != OperandPhys || other.Phys != in.Args[0].Phys {
				return
			}
			in.Args[2] = Operand{}
		}
		if in.Args[0].Kind != OperandPhys {
			return
		}
		in.Args[1] = Imm(v)
		in.setRow(f.Row(s.short, isa.EncSOPK, ""))
		return
	}
}
