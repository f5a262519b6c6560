package isa

// Class is the set of registers, constants or words that an operand may be.
type Class uint8

const (
	ClassNone    Class = iota
	ClassV             // VGPR
	ClassVX            // VGPR, or one of the special sources from SharedBase on
	ClassA             // AGPR
	ClassAV            // VGPR, or AGPR by the acc bit
	ClassAVI           // MFMA srcC: VGPR or AGPR, the same as vdst, or an inline constant
	ClassSRC           // VGPR, scalar register, inline constant, literal where the row allows one
	ClassSSRC          // scalar register, inline constant, literal
	ClassSOFF          // buffer soffset: scalar register or inline constant
	ClassSDST          // scalar register
	ClassSDSTX         // scalar register except M0
	ClassSDATA         // scalar register except M0 and EXEC
	ClassSREG          // scalar register as a source; with 32 bits also the status bits
	ClassSMASK         // pair of scalar registers: lane mask as a source
	ClassSBASE         // pair or quad of SGPRs, number divided by 2
	ClassSRSRC         // quad of SGPRs, number divided by 4
	ClassSADDR         // SGPR (pair) that holds an address
	ClassOFF           // the word "off" where an address register could be
	ClassVCC           // the word vcc; no field
	ClassSIMM          // 16-bit number
	ClassUIMM          // unsigned number in the field's width
	ClassSMOFF         // SMEM byte offset: signed 21 bits, unsigned 20 bits for s_buffer_*
	ClassLABEL         // branch target: words from the next instruction
	ClassHWREG         // hwreg(…)
	ClassGPRIDX        // gpr_idx(…)
	ClassSENDMSG       // sendmsg(…)
	ClassWAITCNT       // s_waitcnt counters
	ClassKLIT          // a literal that is always there (v_fmamk)
)

// Type is how a source operand interprets a constant.
type Type uint8

const (
	TypeNone Type = iota
	TypeI32
	TypeF32
	TypeI16
	TypeF16
	TypeBF16
	TypeI64
	TypeF64
	TypeV2I16
	TypeV2F16
	TypeV2BF16
	TypeV2I32
	TypeV2F32
)

var typeNames = [...]string{"-", "i32", "f32", "i16", "f16", "bf16", "i64", "f64", "v2i16", "v2f16", "v2bf16", "v2i32", "v2f32"}

// String returns the name of the type in isa/gen/*.tsv.
func (t Type) String() string { return typeNames[t] }

// SpecFlags are further properties of an operand specification.
type SpecFlags uint8

const (
	FlagNeg       SpecFlags = 1 << iota // takes -x
	FlagAbs                             // takes |x|
	FlagSext                            // takes sext(x)
	FlagByCBSZ                          // length by cbsz: 8, 6 or 4 dwords
	FlagByBLGP                          // length by blgp: 8, 6 or 4 dwords
	FlagUnaligned                       // the tuple may start at an odd register
	FlagEven                            // the assembler requires an even register although it is a single one
)
