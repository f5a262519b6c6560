package ir

import (
	"strconv"
	"strings"
	"sync"

	"heddle/arch"
)

// MatrixOp is a matrix instruction as data: its shape, the formats of its
// operands, and how rocdl types them. (LLVM's IntrinsicsAMDGPU.td; the types
// are checked against llc in tests.)
type MatrixOp struct {
	Rocdl string // the operation of rocdl without the dialect: "mfma.f32.16x16x16f16"
	Inst  string // the instruction: "v_mfma_f32_16x16x16_f16"
	// M, N, K and Blocks are its shape: Blocks times D[M,N] += A[M,K] * B[K,N].
	M, N, K, Blocks int
	// A, B and D are the element formats: f64 f32 xf32 f16 bf16 i8 fp8 bf8, for D
	// also i32, and for the scaled ones f8f6f4.
	A, B, D string
	// Sparse is an smfmac: A holds half of its K elements and an index the places.
	Sparse bool
	// Scaled takes block scales and any of the formats of 8, 6 and 4 bits.
	Scaled bool
	chips  chipSet
}

// chipSet is the chips that have something.
type chipSet uint8

const (
	onGFX942 chipSet = 1 << iota
	onGFX950
	onBoth = onGFX942 | onGFX950
)

func (s chipSet) has(c *arch.Chip) bool {
	return s&onGFX942 != 0 && c == &arch.GFX942 || s&onGFX950 != 0 && c == &arch.GFX950
}

// On reports whether the chip has the instruction.
func (m *MatrixOp) On(c *arch.Chip) bool { return m.chips.has(c) }

// MatrixOps are all MFMA and SMFMAC instructions of gfx942 and gfx950, by the
// names of rocdl. The table must not be changed.
func MatrixOps() []MatrixOp { return matrixOps() }

var matrixOps = sync.OnceValue(allMatrixOps)

func allMatrixOps() []MatrixOp {
	var ops []MatrixOp
	add := func(chips chipSet, rocdl string, k string) {
		ops = append(ops, matrixOp(chips, rocdl, k))
	}
	for _, s := range strings.Fields("32x32x1f32 16x16x1f32 4x4x1f32 32x32x2f32 16x16x4f32 32x32x4f16 16x16x4f16 4x4x4f16 32x32x8f16 16x16x16f16") {
		add(onBoth, "mfma.f32."+s, s)
	}
	for _, s := range strings.Fields("32x32x4bf16 16x16x4bf16 4x4x4bf16 32x32x8bf16 16x16x16bf16") {
		add(onBoth, "mfma.f32."+s+".1k", s)
	}
	for _, s := range strings.Fields("32x32x4i8 16x16x4i8 4x4x4i8 16x16x32.i8 32x32x16.i8") {
		add(onBoth, "mfma.i32."+s, s)
	}
	for _, s := range strings.Fields("16x16x4f64 4x4x4f64") {
		add(onBoth, "mfma.f64."+s, s)
	}
	for _, s := range strings.Fields("16x16x8.xf32 32x32x4.xf32") {
		add(onGFX942, "mfma.f32."+s, s)
	}
	pairs := strings.Fields("bf8.bf8 bf8.fp8 fp8.bf8 fp8.fp8")
	for _, shape := range strings.Fields("16x16x32 32x32x16") {
		for _, p := range pairs {
			add(onBoth, "mfma.f32."+shape+"."+p, shape+"."+p)
		}
	}
	for _, s := range strings.Fields("16x16x32.f16 32x32x16.f16 16x16x32.bf16 32x32x16.bf16") {
		add(onGFX950, "mfma.f32."+s, s)
	}
	for _, s := range strings.Fields("16x16x64.i8 32x32x32.i8") {
		add(onGFX950, "mfma.i32."+s, s)
	}
	for _, s := range strings.Fields("16x16x128.f8f6f4 32x32x64.f8f6f4") {
		add(onGFX950, "mfma.scale.f32."+s, s)
	}
	for i, shapes := range []string{"16x16x32 32x32x16 16x16x64 32x32x32", "16x16x64 32x32x32 16x16x128 32x32x64"} {
		chips := []chipSet{onBoth, onGFX950}[i]
		for j, shape := range strings.Fields(shapes) {
			if j < 2 {
				add(chips, "smfmac.f32."+shape+".f16", shape+".f16")
				add(chips, "smfmac.f32."+shape+".bf16", shape+".bf16")
				continue
			}
			add(chips, "smfmac.i32."+shape+".i8", shape+".i8")
			for _, p := range pairs {
				add(chips, "smfmac.f32."+shape+"."+p, shape+"."+p)
			}
		}
	}
	return ops
}

// matrixOp takes apart "32x32x4bf16" or "16x16x32.fp8.bf8".
func matrixOp(chips chipSet, rocdl, s string) MatrixOp {
	m := MatrixOp{Rocdl: rocdl, Blocks: 1, Sparse: strings.HasPrefix(rocdl, "smfmac."), chips: chips}
	digits := strings.SplitN(s, "x", 3)
	m.M, _ = strconv.Atoi(digits[0])
	m.N, _ = strconv.Atoi(digits[1])
	n := 0
	for isDigit(digits[2][n]) {
		n++
	}
	m.K, _ = strconv.Atoi(digits[2][:n])
	m.A, m.B, _ = strings.Cut(strings.TrimPrefix(digits[2][n:], "."), ".")
	inst := digits[2][n:]
	if m.B == "" {
		m.B = m.A
		inst = "." + m.A
	}
	m.Scaled = m.A == "f8f6f4"
	name := strings.TrimSuffix(rocdl, ".1k")
	m.D = name[strings.IndexByte(name, '.')+1:][:3]
	if m.Scaled {
		m.D = "f32"
	}
	// The lanes of a wave hold each element of A once: if they are more than a
	// matrix needs at the smallest K, there are more matrices.
	if per := map[string]int{"f32": 1, "f16": 4, "bf16": 4, "i8": 4, "f64": 1}[m.A]; !m.Sparse && m.M*m.K < per*mfmaWave {
		m.Blocks = per * mfmaWave / (m.M * m.K)
	}
	blocks := ""
	if m.Blocks > 1 {
		blocks = "_" + strconv.Itoa(m.Blocks) + "b"
	}
	head := name[:strings.Index(name, s)]
	m.Inst = "v_" + strings.ReplaceAll(head, ".", "_") + digits[0] + "x" + digits[1] + "x" + digits[2][:n] + blocks + strings.ReplaceAll(inst, ".", "_")
	return m
}

// matrixElem is the element type of a format; fp8 and bf8 are those of the chip.
func matrixElem(format string, chip *arch.Chip) Type {
	switch format {
	case "f64":
		return F64
	case "f32", "xf32":
		return F32
	case "f16":
		return F16
	case "bf16":
		return BF16
	case "i8":
		return I8
	case "i32":
		return I32
	case "fp8":
		if chip == &arch.GFX942 {
			return F8E4M3FNUZ
		}
		return F8E4M3FN
	case "bf8":
		if chip == &arch.GFX942 {
			return F8E5M2FNUZ
		}
		return F8E5M2
	}
	return nil
}

// Elems gives the element types of A, B and D on a chip; nil for f8f6f4.
func (m *MatrixOp) Elems(chip *arch.Chip) (a, b, d Type) {
	return matrixElem(m.A, chip), matrixElem(m.B, chip), matrixElem(m.D, chip)
}

// Accumulator is the type of C and D in a lane.
func (m *MatrixOp) Accumulator() Type {
	elem := matrixElem(m.D, nil)
	if n := m.M * m.N * m.Blocks / mfmaWave; n > 1 {
		return Vector(elem, int64(n))
	}
	return elem
}

// packed is the type in which rocdl has n elements of a format in a lane.
func (m *MatrixOp) packed(format string, n int) Type {
	switch format {
	case "f64", "f32":
		return matrixElem(format, nil)
	case "xf32", "f16":
		return Vector(matrixElem(format, nil), int64(n))
	case "bf16":
		if m.chips == onBoth { // from before LLVM had bf16
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

// Signature gives the types of the operands that rocdl's operation takes, one
// set a row. The last ones are constants (for the scaled ones also the scales,
// every other, which are not).
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
