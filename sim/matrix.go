package sim

import (
	"fmt"

	"heddle/isa"
	"heddle/num"
)

// matrixInst is a matrix instruction bound to the layout and the formats of its
// operands.
type matrixInst struct {
	*isa.MatrixShape
	a, b   matrixInput
	d      []place     // element (b*m+i)*n+j
	format *num.Format // of C and D
	fusion fusion      // of the fused formats
}

// matrixInput is A or B.
type matrixInput struct {
	operandLayout
	format *num.Format
	width  int     // bits of an element
	places []place // element (b*rows+i)*k+kk
	// The scales of the blocks, if there are any: register and byte.
	scale      *operand
	scaleShift uint
}

// Sizes of the largest matrices: of A and B all lanes times 32 items
// (f8f6f4), of C and D as many (32x32x1_2b).
const (
	maxElems = waveSize * 32
	maxK     = 128
)

// bindMatrix chooses the function of a matrix instruction.
func (in *instr) bindMatrix(t *isa.Target) bool {
	shape := in.Row.Op.Matrix()
	if shape == nil {
		return false
	}
	if err := checkMatrix(shape, &in.Mods); err != nil {
		in.run = func(w *wave, in *instr) {
			if w.wg.err == nil {
				w.wg.err = &waveError{wave: w, at: w.at, inst: in, err: err}
			}
		}
		return true
	}
	in.matrix = newMatrixInst(t, in)
	in.run = in.matrix.run
	return true
}

// checkMatrix refuses a cbsz, abid or blgp that the manual gives no meaning (ISA
// manual §7.1.5, §7.1.6.1).
func checkMatrix(x *isa.MatrixShape, m *isa.Mods) error {
	switch {
	case x.A == "":
		if last := len(isa.MatrixFormats()) - 1; int(max(m.CBSZ, m.BLGP)) > last {
			return fmt.Errorf("cbsz:%d blgp:%d is not a pair of formats: both must be 0 to %d", m.CBSZ, m.BLGP, last)
		}
	case broadcasts(x) && 1<<m.CBSZ > x.Blocks:
		return fmt.Errorf("cbsz:%d would broadcast to %d blocks, the instruction has %d", m.CBSZ, 1<<m.CBSZ, x.Blocks)
	case broadcasts(x) && m.CBSZ > 0 && m.ABID>>m.CBSZ != 0:
		return fmt.Errorf("abid:%d is not a block to broadcast: with cbsz:%d it must be 0 to %d", m.ABID, m.CBSZ, 1<<m.CBSZ-1)
	}
	return nil
}

// broadcasts reports whether cbsz, abid and blgp choose lanes. In f64
// instructions blgp negates matrices, in f8f6f4 cbsz and blgp choose formats,
// and in sparse ones cbsz and abid the indices (ISA manual §7.1.6, §7.5).
func broadcasts(x *isa.MatrixShape) bool {
	return x.A != "f64" && x.A != "" && !x.Sparse
}

// newMatrixInst binds an instruction that is not refused.
func newMatrixInst(t *isa.Target, in *instr) *matrixInst {
	x := &matrixInst{MatrixShape: in.Row.Op.Matrix()}
	a, b := x.A, x.B
	if a == "" {
		a, b = isa.MatrixFormats()[in.Mods.CBSZ], isa.MatrixFormats()[in.Mods.BLGP]
	}
	ka := x.K
	if x.Sparse {
		ka /= 2
	}
	x.a = x.input(t, a, x.M, ka)
	x.b = x.input(t, b, x.N, x.K)
	x.format = elementFormat(t, x.D)
	height := 4
	if x.format == num.F64 {
		height = 1
	}
	x.d = resultLayout{x.M, x.N, x.Blocks, height}.places()
	x.fusion = fusion{
		group: groupSize(x.a.format), split: x.a.width <= 8 && x.b.width <= 8,
		frac: fracBits(x.a.format) + fracBits(x.b.format),
	}
	x.bindScales(in)
	x.bindLanes(&in.Mods)
	return x
}

// input is A or B, of so many rows or columns. The items of a lane come from two
// halves of k for B of doubled instructions, and of 8-bit formats where there is
// a choice. That A of doubled ones has none is inferred: ROCm/aiter's
// gfx950/fmha_v4_fwd/fwd_hd128_fp8.co adds up rows with one, right only so.
func (x *matrixInst) input(t *isa.Target, format string, rows, k int) matrixInput {
	f := elementFormat(t, format)
	l := operandLayout{rows, k, x.Blocks, x.Doubled && k == x.K || x.A == "" && f.Bits() == 8}
	return matrixInput{operandLayout: l, format: f, width: f.Bits(), places: l.places()}
}

// elementFormat is a format of an instruction that is not refused.
func elementFormat(t *isa.Target, name string) *num.Format {
	f, err := t.Chip.Format(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return f
}

// fracBits is the number of fraction bits of the significands that split makes.
func fracBits(f *num.Format) int { return f.FracBits - f.Ignored }

// groupSize is how many products are summed at a time (facts mfma_numerics.md).
func groupSize(f *num.Format) int {
	switch f {
	case num.XF32:
		return 4
	case num.F16, num.BF16:
		return 8
	}
	return 16
}
