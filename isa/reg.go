package isa

// Reg is a register. Scalar registers, special sources and VGPRs (256 to 511) have
// their numbers in the 9-bit source field; AGPRs follow at 512 (facts
// isa/encodings.md §3).
type Reg uint16

const (
	S0            Reg = 0
	FlatScratchLo Reg = 102
	FlatScratchHi Reg = 103
	XnackMaskLo   Reg = 104
	XnackMaskHi   Reg = 105
	VCCLo         Reg = 106
	VCCHi         Reg = 107
	TTMP0         Reg = 108
	M0            Reg = 124
	ExecLo        Reg = 126
	ExecHi        Reg = 127

	// Mode stands for the MODE hardware register in register sets; its number
	// is one that no operand can have (128 is the inline constant 0).
	Mode Reg = 128

	SharedBase      Reg = 235
	SharedLimit     Reg = 236
	PrivateBase     Reg = 237
	PrivateLimit    Reg = 238
	PopsExitingWave Reg = 239
	VCCZ            Reg = 251
	EXECZ           Reg = 252
	SCC             Reg = 253
	V0              Reg = 256
	A0              Reg = 512
	numRegs             = 768
)

// SGPR returns s<n>.
func SGPR(n int) Reg { return S0 + Reg(n) }

// VGPR returns v<n>.
func VGPR(n int) Reg { return V0 + Reg(n) }

// AGPR returns a<n>.
func AGPR(n int) Reg { return A0 + Reg(n) }

// IsSGPR reports whether r is one of s0 to s101.
func (r Reg) IsSGPR() bool { return r < FlatScratchLo }

// IsVGPR reports whether r is a VGPR.
func (r Reg) IsVGPR() bool { return r >= V0 && r < A0 }

// IsAGPR reports whether r is an AGPR.
func (r Reg) IsAGPR() bool { return r >= A0 && r < numRegs }

// RegSet is a set of registers that instructions can read or write, including SCC, MODE,
// EXEC and other special registers.
type RegSet [numRegs / 64]uint64

// Add adds the n registers from r on.
func (s *RegSet) Add(r Reg, n int) {
	for i := range n {
		x := int(r) + i
		s[x/64] |= 1 << (x % 64)
	}
}

// Has reports whether r is in the set.
func (s *RegSet) Has(r Reg) bool { return s[r/64]>>(r%64)&1 != 0 }

// Union adds every register of t to s.
func (s *RegSet) Union(t *RegSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// Overlaps reports whether s and t share a register.
func (s *RegSet) Overlaps(t *RegSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// Empty reports whether the set has no member.
func (s *RegSet) Empty() bool { return *s == RegSet{} }
