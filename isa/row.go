package isa

// Row is one line of a target's instruction table: one way to encode one
// instruction. An instruction with several encodings (e32, e64, SDWA, DPP) or
// several operand lists (saddr or off, with and without offen) has a row for
// each; they share Op.
type Row struct {
	Op       Op
	Enc      Encoding
	Opcode   uint16
	Mnemonic string // as the disassembler prints it: "v_add_f32_e32"
	Form     string // which of several operand lists: "offen lds", "saddr ret"; else empty

	// A 128-bit word, the first dword lowest, is this row's if word&Mask == Bits. Base is the word
	// that an encoder starts from: Bits and the defaults of unused fields.
	Mask, Bits, Base [2]uint64

	Operands []OperandSpec
	Mods     ModSet // modifiers the row accepts

	modFields []modField // where Mods are, in the order in which they are printed
	Need      ModSet     // modifiers that must be given: they choose the row
	Size      uint8      // bytes, without a literal
	Sources   uint8      // operands that neg, op_sel_hi and similar modifiers have an element for
	OpSelLen  uint8      // elements of op_sel: the sources and, in VOP3A, the destination

	Reads, Writes Implicit // registers used without being operands
	Unit          Unit
	Memory        *MemoryShape // of vector memory and LDS instructions but ds_gws_*, else nil
	Passes        uint8        // MFMA: passes of 4 clocks; f8f6f4 with an 8-bit operand takes twice as many
	Counters      Counters     // waits that the instruction bumps
	Traits        Traits
}

// Implicit is a set of the registers that instructions use without naming.
type Implicit uint8

const (
	ImpSCC Implicit = 1 << iota
	ImpVCC
	ImpEXEC
	ImpM0
	ImpMODE
	ImpFlatScratch
)

// Unit is the part of the machine that executes an instruction.
type Unit uint8

const (
	UnitNone   Unit = iota
	UnitSALU        // scalar ALU
	UnitSMEM        // scalar memory and scalar cache control
	UnitBranch      // s_branch, s_endpgm, s_barrier, s_waitcnt and other wave control
	UnitVALU        // vector ALU
	UnitTrans       // vector ALU, transcendental rate
	UnitDot         // vector ALU, dot products ("DL" operations in the hazard rules)
	UnitXDL         // matrix core: f16, bf16, i8, fp8, xf32, f8f6f4 and all SMFMAC
	UnitSGEMM       // matrix core, f32 inputs
	UnitDGEMM       // matrix core, f64
	UnitLDS         // data share
	UnitVMEM        // buffer, global and scratch memory
	UnitFlat        // flat memory: LDS or VMEM, by address
	UnitMsg         // s_sendmsg
)

// Counters is a set of the counters that s_waitcnt waits for.
type Counters uint8

const (
	CountVM Counters = 1 << iota
	CountLGKM
	CountEXP
)

// Traits are yes-or-no properties of a row.
type Traits uint16

const (
	MayLoad     Traits = 1 << iota // reads memory
	MayStore                       // writes memory
	LiteralOK                      // a 32-bit literal dword may follow
	ReadsDst                       // the destination is also a source (accumulate, or bits preserved)
	LiteralMust                    // a literal dword always follows (v_fmamk, s_setreg_imm32)
	ConstBusVCC                    // VCC already occupies the constant bus
)

// OperandSpec describes what an operand may be and where it is encoded.
type OperandSpec struct {
	Name   string // "vdst", "src0", "saddr", …
	Class  Class
	Type   Type  // how constants are understood
	Dwords uint8 // register tuple length
	Lo     uint8 // lowest bit of the field in the 128-bit word
	Width  uint8 // bits of the field, 0 for an operand without one
	Access Access
	Flags  SpecFlags

	// Bits outside the field, 0 where there is none: the AGPR bit, the
	// scalar-source bit of SDWA, and the source modifiers.
	AccBit, ScalarBit, NegBit, AbsBit, SextBit uint8
}

// Access reports whether an operand is read or written.
type Access uint8

const (
	Read  Access = 1
	Write Access = 2
	Both  Access = Read | Write
)

// Inline reports whether the bits are an inline constant in operand k.
func (row *Row) Inline(k int, bits uint64) bool {
	c, ok := row.Constant(k, bits)
	return ok && c.Kind == KindInline
}

// Constant returns the operand for a constant in operand k: an inline constant, or a literal where
// the row takes one. Only as many low bits count as the operand has. A 64-bit operand takes a
// literal only where its meaning is the same in all instructions: as the high half of a double
// whose low half is 0. ok is false if the operand cannot hold the constant.
func (row *Row) Constant(k int, bits uint64) (o Operand, ok bool) {
	spec := &row.Operands[k]
	switch spec.Class {
	case ClassSRC, ClassSSRC, ClassSOFF, ClassAVI:
	case ClassKLIT:
		return Literal(uint32(bits)), true
	default:
		return Operand{}, false
	}
	if spec.Type == TypeI16 {
		bits = uint64(int64(int16(bits)))
	}
	if code, inline := inlineOf(bits, spec.Type); inline {
		return Operand{Kind: KindInline, Val: code}, true
	}
	if row.Traits&LiteralOK == 0 || spec.Class == ClassSOFF || spec.Class == ClassAVI {
		return Operand{}, false
	}
	switch spec.Type.bits() {
	case 64:
		if spec.Type == TypeF64 && uint32(bits) == 0 {
			return Literal(uint32(bits >> 32)), true
		}
		return Operand{}, false
	case 16:
		return Literal(uint32(uint16(bits))), true
	}
	return Literal(uint32(bits)), true
}
