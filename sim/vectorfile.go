package sim

import (
	"fmt"

	"heddle/isa"
)

// vectorFile holds a wave's vector registers, one file with two kinds of names: VGPR n is its
// register n, AGPR n its register first + n. So v[first+n] is a[n] (facts isa/semantics.md, added
// 2026-11-22).
type vectorFile struct {
	size  int // registers that the wave has
	first int // accum_offset
	// approx is how its transcendental instructions deviate.
	approx Approx
}

// numbers is the number of VGPRs, and of AGPRs, that instructions can encode.
const numbers = 256

// wholeFile is the largest file, split where no register has two names.
var wholeFile = vectorFile{size: 2 * numbers, first: numbers}

// place returns the register that a name stands for, and the one after the last that names of its
// kind reach.
func (f vectorFile) place(r isa.Reg) (reg, end int) {
	if r.IsAGPR() {
		return f.first + int(r-isa.A0), min(f.first+numbers, f.size)
	}
	return int(r - isa.V0), min(numbers, f.size)
}

// name returns a name of a register: that of an AGPR if it is one.
func (f vectorFile) name(reg int) isa.Reg {
	if reg >= f.first {
		return isa.A0 + isa.Reg(reg-f.first)
	}
	return isa.V0 + isa.Reg(reg)
}

// RegisterError reports that an instruction names a vector register that its wave does not have, or
// that VGPR indexing leads to one. The hardware reads v0 instead and skips instructions that write
// it; the ISA manual (§3.6.1, §6.6.1) calls that illegal.
type RegisterError struct {
	AGPR   bool // the name in the instruction
	Number int
	Index  int // added by VGPR indexing
	// The kernel's allocation.
	Allocated, AccumOffset int
}

func (e *RegisterError) Error() string { return e.Problem() + ": " + e.Advice() }

// Advice says what helps.
func (e *RegisterError) Advice() string {
	if e.AGPR {
		return "raise .amdhsa_next_free_vgpr, or lower .amdhsa_accum_offset"
	}
	return "raise .amdhsa_next_free_vgpr"
}

// Problem returns the error without advice.
func (e *RegisterError) Problem() string {
	kind, end := 'v', min(numbers, e.Allocated)
	if e.AGPR {
		kind, end = 'a', min(numbers, e.Allocated-e.AccumOffset)
	}
	named := fmt.Sprintf("%c%d", kind, e.Number)
	if e.Index > 0 {
		named += fmt.Sprintf(", to which index %d leads,", e.Index)
	}
	if end <= 0 {
		return fmt.Sprintf("%s is beyond the wave's allocation, which has no AGPRs and ends with v%d", named, e.Allocated-1)
	}
	return fmt.Sprintf("%s is beyond the wave's allocation, which ends with %c%d", named, kind, end-1)
}

// lacks returns the error of a register that does not exist, named as an AGPR or not.
func (f vectorFile) lacks(reg, index int, agpr bool) error {
	if agpr {
		reg -= f.first
	}
	return &RegisterError{agpr, reg, index, f.size, f.first}
}

// placed returns inst with the names of vector registers replaced: V0 + n
// stands for register n of the file.
func (f vectorFile) placed(inst *isa.Inst) isa.Inst {
	p := *inst
	for i := range p.Row.Operands {
		if a := &p.Args[i]; a.Kind == isa.KindReg && a.Reg().IsAGPR() {
			reg, _ := f.place(a.Reg())
			a.Val = uint32(isa.V0) + uint32(reg)
		}
	}
	return p
}
