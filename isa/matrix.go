package isa

import (
	"strconv"
	"strings"
	"sync"

	"heddle/num"
)

// MatrixShape is the sizes and element types of the operands of a matrix
// instruction: in each of its blocks D[m,n] is the sum of A[m,k]*B[k,n], plus C
// (of a sparse instruction D). It is what the mnemonic says (ISA manual §7.1.3,
// facts mfma_layouts.json).
type MatrixShape struct {
	M, N, K, Blocks int
	// A, B and D are the names of the element types, which arch.Chip.Format
	// takes; C has that of D. Those of A and B are empty if CBSZ and BLGP choose
	// among MatrixFormats.
	A, B, D string
	// Sparse instructions store two of every four values of a row of A, and an index
	// that selects them.
	Sparse bool
	// Doubled ones are sparse with the K of a lane of B in two halves: B fills eight
	// registers (ISA manual §7.5.1.3).
	Doubled bool
	// Scaled instructions have a scale for each 32 values of a row of A and of a
	// column of B.
	Scaled bool
}

// matrixChoice takes the place of A's and B's types in mnemonics if fields choose them.
const matrixChoice = "f8f6f4"

// MatrixFormats returns the element types that CBSZ and BLGP choose, by their
// values (ISA manual §7.1.5).
func MatrixFormats() []string { return []string{"fp8", "bf8", "fp6", "bf6", "fp4"} }

// Inputs are the names of the element types that A and B can have.
func (s *MatrixShape) Inputs() []string {
	if s.A == "" {
		return MatrixFormats()
	}
	return []string{s.A, s.B}
}

// Matrix returns the shape of a matrix instruction, nil for other instructions. It must
// not be changed.
func (op Op) Matrix() *MatrixShape { return matrixShapes()[op] }

var matrixShapes = sync.OnceValue(func() *[numOps]*MatrixShape {
	var shapes [numOps]*MatrixShape
	for op := range numOps {
		shapes[op] = matrixShape(opNames[op])
	}
	return &shapes
})

// MatrixOps returns the instructions that have a shape, of any target. The list
// must not be changed.
func MatrixOps() []Op { return matrixOps() }

var matrixOps = sync.OnceValue(func() []Op {
	var ops []Op
	for op, shape := range matrixShapes() {
		if shape != nil {
			ops = append(ops, Op(op))
		}
	}
	return ops
})

// matrixShape takes a mnemonic such as v_mfma_f32_32x32x4_2b_bf16 apart; nil if
// it is no matrix instruction.
func matrixShape(mnemonic string) *MatrixShape {
	dense, isDense := strings.CutPrefix(mnemonic, "v_mfma_")
	sparse, isSparse := strings.CutPrefix(mnemonic, "v_smfmac_")
	if !isDense && !isSparse || dense == "ld_scale_b32" {
		return nil
	}
	s := &MatrixShape{Blocks: 1, Sparse: isSparse}
	words := strings.Split(sparse, "_")
	if isDense {
		words = strings.Split(dense, "_")
	}
	if words[0] == "scale" {
		s.Scaled, words = true, words[1:]
	}
	sizes := strings.Split(words[1], "x")
	for i, size := range []*int{&s.M, &s.N, &s.K} {
		*size = number(sizes[i])
	}
	s.D, words = words[0], words[2:]
	if blocks, ok := strings.CutSuffix(words[0], "b"); ok {
		s.Blocks = number(blocks)
		words = words[1:]
	}
	if words[0] == matrixChoice {
		return s
	}
	s.A, s.B = words[0], words[len(words)-1]
	const waveSize, registers = 64, 8
	s.Doubled = s.Sparse && s.K*s.N*num.FormatNamed(s.B).Bits() == registers*32*waveSize
	return s
}

// number is a decimal number in a mnemonic.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("BUG: no shape in a mnemonic with " + s)
	}
	return n
}
