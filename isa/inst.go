package isa

// MaxArgs is the largest number of operands of an instruction
// (v_mfma_scale_f32_*: vdst, src0, src1, src2 and two scales).
const MaxArgs = 6

// Inst is one instruction. It is a plain value: assigning it copies it.
type Inst struct {
	// Row is the table row: mnemonic, encoding, operand specifications.
	Row *Row
	// Args are the operands in the order in which the assembler writes them;
	// Args[i] belongs to Row.Operands[i], the rest are zero.
	Args [MaxArgs]Operand
	// Mods are the modifiers after the operands.
	Mods Mods
}

// Kind is the kind of an Operand.
type Kind uint8

const (
	KindNone    Kind = iota
	KindReg          // a register or register tuple: Val is a Reg, Dwords its length
	KindInline       // an inline constant: Val is its 9-bit source number (128 to 208, 240 to 248)
	KindLiteral      // a 32-bit literal dword: Val is its bits
	KindImm          // a number that has a field of its own (simm16, SMEM offset, …): Val is an int32
	KindOff          // the word "off" where an address register could be
	KindExpr         // a symbolic expression: Val is the handle that ExprFunc returned; encodes as 0
)

// OperandFlags are the source modifiers of one operand, and notes about how a
// constant was written.
type OperandFlags uint8

const (
	Neg     OperandFlags = 1 << iota // -x
	Abs                              // |x|
	Sext                             // sext(x), SDWA only
	Rounded                          // set by Parse: the constant's low 32 bits were not zero and are lost
)

// DstHigh reports whether op_sel makes a VOP3A instruction write the high half
// of its destination.
func (inst *Inst) DstHigh() bool {
	row := inst.Row
	return row.Enc == EncVOP3A && row.OpSelLen > 0 && inst.Mods.OpSel>>(row.OpSelLen-1)&1 != 0
}

// Operand is one operand of an Inst.
type Operand struct {
	Kind   Kind
	Dwords uint8 // length of a register tuple, 0 for anything but a register
	Flags  OperandFlags
	Val    uint32
}

// Reg returns the register of a KindReg operand (the first of a tuple).
func (o Operand) Reg() Reg { return Reg(o.Val) }

// Imm returns the number of a KindImm operand.
func (o Operand) Imm() int32 { return int32(o.Val) }

// R returns the operand for a tuple of n registers that starts at r.
func R(r Reg, n int) Operand { return Operand{Kind: KindReg, Dwords: uint8(n), Val: uint32(r)} }

// Imm returns the operand for a number with its own field.
func Imm(v int32) Operand { return Operand{Kind: KindImm, Val: uint32(v)} }

// Literal returns the operand for a literal dword.
func Literal(bits uint32) Operand { return Operand{Kind: KindLiteral, Val: bits} }

// Off is the operand "off".
var Off = Operand{Kind: KindOff}

// Mods are the modifiers of an instruction. The zero value is not the default
// of every modifier: Row.NewInst gives an Inst with the defaults of its row.
type Mods struct {
	Set     ModSet // the one-bit modifiers that are on: clamp, sc0, offen, lds, …
	Offset  int32  // offset:, in bytes; offset0: of the two-address DS instructions
	Offset1 uint8  // offset1: of the two-address DS instructions
	OMod    uint8  // 0, 1 mul:2, 2 mul:4, 3 div:2
	OpSel   uint8  // bit i: element i of the list: the sources, then (VOP3A) the destination
	OpSelHi uint8  // bit i: source i
	NegLo   uint8  // VOP3P neg_lo; neg: of the f64 MFMAs
	NegHi   uint8  // VOP3P neg_hi
	CBSZ    uint8
	ABID    uint8
	BLGP    uint8
	BitOp3  uint8 // truth table of v_bitop3
	Format  uint8 // MTBUF: dfmt | nfmt<<4

	DPPCtrl  uint16 // dpp_ctrl
	RowMask  uint8
	BankMask uint8

	DstSel    uint8 // SDWA: 0 to 3 BYTE_n, 4 WORD_0, 5 WORD_1, 6 DWORD
	DstUnused uint8 // SDWA: 0 PAD, 1 SEXT, 2 PRESERVE
	Src0Sel   uint8
	Src1Sel   uint8
}
