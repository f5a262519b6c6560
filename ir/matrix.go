package ir

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"heddle/arch"
	"heddle/isa"
	"heddle/num"
)

// MatrixOp is a matrix instruction and how rocdl types it. (LLVM's
// IntrinsicsAMDGPU.td; the types are checked against llc in tests.)
type MatrixOp struct {
	Rocdl string // the operation of rocdl without the dialect: "mfma.f32.16x16x16f16"
	Inst  isa.Op // the instruction: v_mfma_f32_16x16x16_f16
	isa.MatrixShape
}

// On reports whether the chip has the instruction.
func (m *MatrixOp) On(c *arch.Chip) bool { return isa.For(c).Has(m.Inst) }

// Cycles is how long the instruction takes a matrix core of the chip for elements of A and B of so many bits,
// which matters if it can have several types.
func (m *MatrixOp) Cycles(c *arch.Chip, bitsA, bitsB int) int {
	inst := isa.Inst{Row: &isa.For(c).RowsOf(m.Inst)[0]}
	format := func(bits int) uint8 {
		return uint8(slices.IndexFunc(isa.MatrixFormats(), func(name string) bool {
			f, err := c.Format(name)
			return err == nil && f.Bits() == bits
		}))
	}
	if m.Scaled {
		inst.Mods.CBSZ, inst.Mods.BLGP = format(bitsA), format(bitsB)
	}
	return inst.Passes() * c.Timing.Pass
}

// MatrixOps are all MFMA and SMFMAC instructions of the targets of isa, by the
// names of rocdl. The table must not be changed.
func MatrixOps() []MatrixOp { return matrixOps() }

var matrixOps = sync.OnceValue(allMatrixOps)

// matrixNames are the names in rocdl: each stem with each shape and each ending.
var matrixNames = []struct{ stem, shapes, endings string }{
	{"mfma.f32.", "32x32x1f32 16x16x1f32 4x4x1f32 32x32x2f32 16x16x4f32 32x32x4f16 16x16x4f16 4x4x4f16 32x32x8f16 16x16x16f16", ""},
	{"mfma.f32.", "32x32x4bf16 16x16x4bf16 4x4x4bf16 32x32x8bf16 16x16x16bf16", ".1k"},
	{"mfma.i32.", "32x32x4i8 16x16x4i8 4x4x4i8 16x16x32.i8 32x32x16.i8", ""},
	{"mfma.f64.", "16x16x4f64 4x4x4f64", ""},
	{"mfma.f32.", "16x16x8.xf32 32x32x4.xf32", ""},
	{"mfma.f32.", "16x16x32 32x32x16", eightBits},
	{"mfma.f32.", "16x16x32.f16 32x32x16.f16 16x16x32.bf16 32x32x16.bf16", ""},
	{"mfma.i32.", "16x16x64.i8 32x32x32.i8", ""},
	{"mfma.scale.f32.", "16x16x128.f8f6f4 32x32x64.f8f6f4", ""},
	{"smfmac.f32.", "16x16x32 32x32x16", ".f16 .bf16"},
	{"smfmac.i32.", "16x16x64", ".i8"}, {"smfmac.f32.", "16x16x64", eightBits},
	{"smfmac.i32.", "32x32x32", ".i8"}, {"smfmac.f32.", "32x32x32", eightBits},
	{"smfmac.f32.", "16x16x64 32x32x32", ".f16 .bf16"},
	{"smfmac.i32.", "16x16x128", ".i8"}, {"smfmac.f32.", "16x16x128", eightBits},
	{"smfmac.i32.", "32x32x64", ".i8"}, {"smfmac.f32.", "32x32x64", eightBits},
}

const eightBits = ".bf8.bf8 .bf8.fp8 .fp8.bf8 .fp8.fp8"

// blocksWord is the number of blocks in a mnemonic, which rocdl leaves out.
var blocksWord = regexp.MustCompile(`_\d+b_`)

func allMatrixOps() []MatrixOp {
	// Names are compared without the dots and underscores.
	insts := map[string]isa.Op{}
	for _, op := range isa.MatrixOps() {
		name := strings.TrimPrefix(blocksWord.ReplaceAllString(op.String(), ""), "v_")
		insts[strings.ReplaceAll(name, "_", "")] = op
	}
	var ops []MatrixOp
	for _, row := range matrixNames {
		for _, shape := range strings.Fields(row.shapes) {
			for _, ending := range strings.Split(row.endings, " ") {
				name := row.stem + shape + ending
				inst, ok := insts[strings.ReplaceAll(strings.TrimSuffix(name, ".1k"), ".", "")]
				if !ok {
					panic("BUG: isa has no instruction for rocdl." + name)
				}
				ops = append(ops, MatrixOp{name, inst, *inst.Matrix()})
			}
		}
	}
	return ops
}

// TypeOf is the type whose values have a format; xf32 values are f32. It is nil if there
// is no format.
func TypeOf(f *num.Format) Type {
	switch {
	case f == nil:
		return nil
	case f.IntBits != 0:
		return Integer(f.IntBits, Signless)
	case f == num.XF32:
		return F32
	}
	for t := range numFloatTypes {
		if t.Format() == f {
			return t
		}
	}
	panic("BUG: no type has the format " + f.Name)
}

// Elems returns the element types of A, B and D on a chip; nil for A and B of f8f6f4, and
// for types that the chip's facts do not define.
func (m *MatrixOp) Elems(chip *arch.Chip) (a, b, d Type) {
	if m.A != "" {
		fa, _ := chip.Format(m.A)
		fb, _ := chip.Format(m.B)
		a, b = TypeOf(fa), TypeOf(fb)
	}
	return a, b, m.ResultElem()
}

// FieldElems are the element types that CBSZ and BLGP choose on a chip, by their values;
// nil for those that the chip's facts do not define.
func FieldElems(chip *arch.Chip) []Type {
	types := make([]Type, len(isa.MatrixFormats()))
	for i, name := range isa.MatrixFormats() {
		f, _ := chip.Format(name)
		types[i] = TypeOf(f)
	}
	return types
}

// ResultElem is the element type of C and D.
func (m *MatrixOp) ResultElem() Type { return TypeOf(num.FormatNamed(m.D)) }

// Accumulator is the type of C and D in a lane.
func (m *MatrixOp) Accumulator() Type {
	elem := m.ResultElem()
	if n := m.M * m.N * m.Blocks / mfmaWave; n > 1 {
		return Vector(elem, int64(n))
	}
	return elem
}

// packed is the type in which rocdl has n elements of a format in a lane.
func (m *MatrixOp) packed(format string, n int) Type {
	switch format {
	case "f64", "f32":
		return TypeOf(num.FormatNamed(format))
	case "xf32", "f16":
		return Vector(TypeOf(num.FormatNamed(format)), int64(n))
	case "bf16":
		// Some intrinsics are from before LLVM had bf16.
		if strings.HasSuffix(m.Rocdl, ".1k") || m.Sparse && !m.Doubled {
			return Vector(I16, int64(n))
		}
		return Vector(BF16, int64(n))
	}
	switch {
	case n == 4:
		return I32
	case n == 8 && !m.Sparse:
		return I64
	}
	return Vector(I32, int64(n/4))
}

// Signature returns the types of the operands of rocdl's operation, one set per row. The
// last ones are constants, except that in scaled operations every other one is a scale.
func (m *MatrixOp) Signature() [][]Type {
	n := m.M * m.K * m.Blocks / mfmaWave
	d := m.Accumulator()
	i32 := []Type{I32}
	switch {
	case m.Scaled:
		any := []Type{Vector(I32, 8), Vector(I32, 6), Vector(I32, 4)}
		return [][]Type{any, any, {d}, i32, i32, i32, i32, i32, i32}
	case m.Sparse:
		return [][]Type{{m.packed(m.A, n/2)}, {m.packed(m.B, n)}, {d}, i32, i32, i32}
	}
	return [][]Type{{m.packed(m.A, n)}, {m.packed(m.B, n)}, {d}, i32, i32, i32}
}
