package isa

// Encoding is an encoding family: a layout of the instruction word. SDWA and
// DPP are families of their own, one for each of the encodings they extend.
type Encoding uint8

const (
	EncSOP2 Encoding = iota
	EncSOPK
	EncSOP1
	EncSOPC
	EncSOPP
	EncSMEM
	EncVOP2
	EncVOP1
	EncVOPC
	EncVOP3A
	EncVOP3B
	EncVOP3P
	EncMAI // VOP3P's layout for matrix instructions
	EncPX2 // VOP3PX2: a scale word before a matrix instruction
	EncSDWA1
	EncSDWA2
	EncSDWAC
	EncDPP1
	EncDPP2
	EncDS
	EncFLAT
	EncSCRATCH
	EncGLOBAL
	EncMUBUF
	EncMTBUF
	numEncodings
)

// family holds the properties that differ between encodings. The table is generated from
// gen/families.tsv.
type family struct {
	name   string // the manual's name
	suffix string // of mnemonics in this encoding, where an instruction has several
}

// modField places one modifier in the 128-bit word. A modifier in two or
// three pieces has its low bits in the first.
type modField struct {
	mod  Modifier
	part [3]bitField
}

type bitField struct{ lo, width uint8 }

// String returns the manual's name of the encoding.
func (e Encoding) String() string { return families[e].name }
