package mach

import "heddle/isa"

// Reg is a virtual register: a tuple of one or more dwords of one register
// file, named by its number in Func.Regs. The zero Reg is none.
type Reg uint32

// File is the register file of a virtual register.
type File uint8

const (
	FileNone File = iota
	// FileS is scalar: SGPRs, and VCC and M0 for registers fixed there.
	FileS
	// FileV is vector: a VGPR, or an AGPR if every operand that uses the register can
	// be one (the allocator decides).
	FileV
	// FileSCC is the scalar condition code: one bit, one value at a time.
	FileSCC
)

// RegInfo describes a virtual register.
type RegInfo struct {
	File   File
	Dwords uint8 // length of the tuple; 1 for FileSCC
	// Align is the alignment of the number of the first physical register: 1, 2 or 4.
	// Tuples of VGPRs and pairs of SGPRs are even (facts isa/encodings.md §3), SGPR
	// quads and longer tuples are multiples of 4.
	Align uint8
	// Fixed, if HasFixed, is the only physical register it may get.
	Fixed    isa.Reg
	HasFixed bool
	// Name is that of the source value, for dumps and comments; often empty.
	Name string
}

// NewReg makes a virtual register of a file with the alignment that the hardware
// requires of tuples of that length.
func (f *Func) NewReg(file File, dwords int, name string) Reg {
	align := uint8(1)
	switch {
	case file == FileS && dwords >= 3:
		align = 4
	case dwords >= 2:
		align = 2
	}
	f.Regs = append(f.Regs, RegInfo{File: file, Dwords: uint8(dwords), Align: align, Name: name})
	return Reg(len(f.Regs) - 1)
}

// NewFixed makes a virtual register bound to a physical one: M0, VCC, or a register that
// the hardware sets at the start of a wave.
func (f *Func) NewFixed(r isa.Reg, dwords int, name string) Reg {
	file := FileS
	switch {
	case r == isa.SCC:
		file = FileSCC
	case r.IsVGPR() || r.IsAGPR():
		file = FileV
	}
	v := f.NewReg(file, dwords, name)
	info := &f.Regs[v]
	info.Fixed, info.HasFixed, info.Align = r, true, 1
	return v
}

// Part is all of a virtual register, or a run of its dwords.
type Part struct {
	Reg Reg
	Sub uint8 // first dword
	N   uint8 // dwords
}

// All is the whole register.
func (f *Func) All(r Reg) Part { return Part{Reg: r, N: f.Regs[r].Dwords} }

// Dwords is the run of n dwords from dword i on of p.
func (p Part) Dwords(i, n int) Part {
	if i+n > int(p.N) {
		panic("BUG: part of a register beyond its end")
	}
	return Part{Reg: p.Reg, Sub: p.Sub + uint8(i), N: uint8(n)}
}

// Dword is dword i of p.
func (p Part) Dword(i int) Part { return p.Dwords(i, 1) }
