package layout

import (
	"slices"
	"strconv"
	"strings"

	"heddle/arch"
)

// Matrix is a matrix instruction: D = A·B + C, in each of its blocks.
type Matrix struct {
	Name string
	// M, N and K are the sizes of a block: A is M x K, B is K x N, C and D are
	// M x N. M and N are the same.
	M, N, K int
	Blocks  int
	// Sparse instructions have two of each four values of a row of A, and an
	// index that says which.
	Sparse bool
	// Scaled instructions take a scale for each 32 values of a row of A and of a
	// column of B.
	Scaled bool
	// AType and BType are the types of the values; they are empty if fields of
	// the instruction choose among Formats.
	AType, BType string
	// Type is the type of C and D.
	Type string

	chip    *arch.Chip
	doubled bool // one of gfx950's SMFMACs with twice the K
}

// Formats are the types of A and B of the instructions that have a choice, by
// the value of cbsz and blgp.
var formats = []string{"fp8", "bf8", "fp6", "bf6", "fp4"}

// Formats returns the types that A and B can have if AType and BType are empty,
// in the order of cbsz and blgp.
func Formats() []string { return slices.Clone(formats) }

const (
	scaleK        = 32 // values that share a scale
	choice        = "f8f6f4"
	resultRows    = 4 // consecutive rows of C and D that a lane holds
	resultRowsF64 = 1
)

// matrixRow is the instructions of one shape: a type of the result, sizes, and
// the types of A and B on both chips, on gfx942 only, and on gfx950 only.
type matrixRow struct {
	stem                 string
	mn, k, blocks        int
	both, gfx942, gfx950 string
}

const eightBits = "bf8_bf8 bf8_fp8 fp8_bf8 fp8_fp8"

// matrixRows are all matrix instructions: facts mfma_layouts.json.
var matrixRows = []matrixRow{
	{"v_mfma_f32", 32, 1, 2, "f32", "", ""},
	{"v_mfma_f32", 16, 1, 4, "f32", "", ""},
	{"v_mfma_f32", 4, 1, 16, "f32", "", ""},
	{"v_mfma_f32", 32, 2, 1, "f32", "", ""},
	{"v_mfma_f32", 16, 4, 1, "f32", "", ""},
	{"v_mfma_f32", 32, 4, 1, "", "xf32", ""},
	{"v_mfma_f32", 16, 8, 1, "", "xf32", ""},
	{"v_mfma_f32", 32, 4, 2, "f16 bf16", "", ""},
	{"v_mfma_f32", 16, 4, 4, "f16 bf16", "", ""},
	{"v_mfma_f32", 4, 4, 16, "f16 bf16", "", ""},
	{"v_mfma_f32", 32, 8, 1, "f16 bf16", "", ""},
	{"v_mfma_f32", 16, 16, 1, "f16 bf16", "", ""},
	{"v_mfma_f32", 32, 16, 1, eightBits, "", "f16 bf16"},
	{"v_mfma_f32", 16, 32, 1, eightBits, "", "f16 bf16"},
	{"v_mfma_f32", 32, 64, 1, "", "", choice},
	{"v_mfma_f32", 16, 128, 1, "", "", choice},
	{"v_mfma_scale_f32", 32, 64, 1, "", "", choice},
	{"v_mfma_scale_f32", 16, 128, 1, "", "", choice},
	{"v_mfma_i32", 32, 4, 2, "i8", "", ""},
	{"v_mfma_i32", 16, 4, 4, "i8", "", ""},
	{"v_mfma_i32", 4, 4, 16, "i8", "", ""},
	{"v_mfma_i32", 32, 16, 1, "i8", "", ""},
	{"v_mfma_i32", 16, 32, 1, "i8", "", ""},
	{"v_mfma_i32", 32, 32, 1, "", "", "i8"},
	{"v_mfma_i32", 16, 64, 1, "", "", "i8"},
	{"v_mfma_f64", 16, 4, 1, "f64", "", ""},
	{"v_mfma_f64", 4, 4, 4, "f64", "", ""},
	{"v_smfmac_f32", 32, 16, 1, "f16 bf16", "", ""},
	{"v_smfmac_f32", 16, 32, 1, "f16 bf16", "", ""},
	{"v_smfmac_f32", 32, 32, 1, eightBits, "", "f16 bf16"},
	{"v_smfmac_f32", 16, 64, 1, eightBits, "", "f16 bf16"},
	{"v_smfmac_f32", 32, 64, 1, "", "", eightBits},
	{"v_smfmac_f32", 16, 128, 1, "", "", eightBits},
	{"v_smfmac_i32", 32, 32, 1, "i8", "", ""},
	{"v_smfmac_i32", 16, 64, 1, "i8", "", ""},
	{"v_smfmac_i32", 32, 64, 1, "", "", "i8"},
	{"v_smfmac_i32", 16, 128, 1, "", "", "i8"},
}

// Matrices returns the matrix instructions of a chip.
func Matrices(chip *arch.Chip) []Matrix {
	var all []Matrix
	for i := range matrixRows {
		all = append(all, matrixRows[i].matrices(chip)...)
	}
	return all
}

// LookupMatrix returns the matrix instruction of a chip with a mnemonic, and
// whether there is one.
func LookupMatrix(chip *arch.Chip, name string) (Matrix, bool) {
	for i := range matrixRows {
		if !strings.HasPrefix(name, matrixRows[i].shape()+"_") {
			continue
		}
		for _, m := range matrixRows[i].matrices(chip) {
			if m.Name == name {
				return m, true
			}
		}
	}
	return Matrix{}, false
}

// shape is the mnemonic without the blocks and the types.
func (row *matrixRow) shape() string {
	mn := strconv.Itoa(row.mn)
	return row.stem + "_" + mn + "x" + mn + "x" + strconv.Itoa(row.k)
}

// matrices are the instructions of the row that the chip has.
func (row *matrixRow) matrices(chip *arch.Chip) []Matrix {
	var all []Matrix
	for _, types := range strings.Fields(row.both) {
		all = append(all, row.matrix(chip, types, false))
	}
	own := row.gfx942
	if chip.Name == arch.GFX950.Name {
		own = row.gfx950
	}
	for _, types := range strings.Fields(own) {
		all = append(all, row.matrix(chip, types, true))
	}
	return all
}

func (row *matrixRow) matrix(chip *arch.Chip, types string, own bool) Matrix {
	m := Matrix{
		Name: row.shape(),
		M:    row.mn, N: row.mn, K: row.k, Blocks: row.blocks,
		Sparse: strings.HasPrefix(row.stem, "v_smfmac"),
		Scaled: strings.Contains(row.stem, "scale"),
		Type:   row.stem[strings.LastIndexByte(row.stem, '_')+1:],
		chip:   chip,
	}
	m.doubled = m.Sparse && own // the only ones that one chip has alone
	if m.Blocks > 1 {
		m.Name += "_" + strconv.Itoa(m.Blocks) + "b"
	}
	m.Name += "_" + types
	if types != choice {
		var mixed bool
		if m.AType, m.BType, mixed = strings.Cut(types, "_"); !mixed {
			m.BType = m.AType
		}
	}
	return m
}

// typeBits are the sizes of the types of operands.
var typeBits = map[string]int{
	"f64": 64, "f32": 32, "xf32": 32, "i32": 32, "f16": 16, "bf16": 16, "i8": 8, "fp8": 8, "bf8": 8,
	"fp6": 6, "bf6": 6, "fp4": 4, "e8m0": 8, "index": 2,
}
