package layout

import (
	"heddle/arch"
	"heddle/isa"
	"heddle/num"
)

// Matrix is a matrix instruction of a chip.
type Matrix struct {
	Name string
	isa.MatrixShape

	chip *arch.Chip
}

const (
	scaleK        = 32 // values that share a scale
	resultRows    = 4  // consecutive rows of C and D that a lane holds
	resultRowsF64 = 1
)

// Matrices returns the matrix instructions of a chip.
func Matrices(chip *arch.Chip) []Matrix {
	var all []Matrix
	target := isa.For(chip)
	for _, op := range isa.MatrixOps() {
		if target.Has(op) {
			all = append(all, Matrix{op.String(), *op.Matrix(), chip})
		}
	}
	return all
}

// LookupMatrix returns the matrix instruction of a chip with a mnemonic, and
// whether there is one.
func LookupMatrix(chip *arch.Chip, name string) (Matrix, bool) {
	op, ok := isa.LookupOp(name)
	if !ok || op.Matrix() == nil || !isa.For(chip).Has(op) {
		return Matrix{}, false
	}
	return Matrix{name, *op.Matrix(), chip}, true
}

// Formats returns the types that A and B can have if CBSZ and BLGP of the instruction choose them,
// in the order of the fields' values.
func Formats() []string { return isa.MatrixFormats() }

// itemBits is the size of an item of an operand.
func itemBits(op Operand, format string) int {
	switch op {
	case Index:
		return 2
	case ScaleA, ScaleB:
		return 8
	}
	return num.FormatNamed(format).Bits()
}
