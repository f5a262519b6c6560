package sim

import (
	"heddle/isa"
	simd "heddle/sim/lanes"
)

// quickMatrices are the kernels of matrix instructions on gfx942 and gfx950,
// whose 8-bit formats differ.
var quickMatrices = [...][2]simd.Matrix{
	isa.V_MFMA_F32_32X32X8_F16:   {simd.MatrixF16x32x8, simd.MatrixF16x32x8},
	isa.V_MFMA_F32_16X16X16_F16:  {simd.MatrixF16x16x16, simd.MatrixF16x16x16},
	isa.V_MFMA_F32_32X32X16_F16:  {simd.MatrixF16x32x16, simd.MatrixF16x32x16},
	isa.V_MFMA_F32_16X16X32_F16:  {simd.MatrixF16x16x32, simd.MatrixF16x16x32},
	isa.V_MFMA_F32_32X32X8_BF16:  {simd.MatrixBF16x32x8, simd.MatrixBF16x32x8},
	isa.V_MFMA_F32_16X16X16_BF16: {simd.MatrixBF16x16x16, simd.MatrixBF16x16x16},
	isa.V_MFMA_F32_32X32X16_BF16: {simd.MatrixBF16x32x16, simd.MatrixBF16x32x16},
	isa.V_MFMA_F32_16X16X32_BF16: {simd.MatrixBF16x16x32, simd.MatrixBF16x16x32},

	isa.V_MFMA_F32_32X32X16_FP8_FP8: {simd.MatrixFP8FNUZFP8FNUZx32x16, simd.MatrixFP8FP8x32x16},
	isa.V_MFMA_F32_32X32X16_FP8_BF8: {simd.MatrixFP8FNUZBF8FNUZx32x16, simd.MatrixFP8BF8x32x16},
	isa.V_MFMA_F32_32X32X16_BF8_FP8: {simd.MatrixBF8FNUZFP8FNUZx32x16, simd.MatrixBF8FP8x32x16},
	isa.V_MFMA_F32_32X32X16_BF8_BF8: {simd.MatrixBF8FNUZBF8FNUZx32x16, simd.MatrixBF8BF8x32x16},
	isa.V_MFMA_F32_16X16X32_FP8_FP8: {simd.MatrixFP8FNUZFP8FNUZx16x32, simd.MatrixFP8FP8x16x32},
	isa.V_MFMA_F32_16X16X32_FP8_BF8: {simd.MatrixFP8FNUZBF8FNUZx16x32, simd.MatrixFP8BF8x16x32},
	isa.V_MFMA_F32_16X16X32_BF8_FP8: {simd.MatrixBF8FNUZFP8FNUZx16x32, simd.MatrixBF8FP8x16x32},
	isa.V_MFMA_F32_16X16X32_BF8_BF8: {simd.MatrixBF8FNUZBF8FNUZx16x32, simd.MatrixBF8BF8x16x32},

	isa.V_MFMA_I32_32X32X16_I8: {simd.MatrixI8x32x16, simd.MatrixI8x32x16},
	isa.V_MFMA_I32_16X16X32_I8: {simd.MatrixI8x16x32, simd.MatrixI8x16x32},
	isa.V_MFMA_I32_32X32X32_I8: {simd.MatrixI8x32x32, simd.MatrixI8x32x32},
	isa.V_MFMA_I32_16X16X64_I8: {simd.MatrixI8x16x64, simd.MatrixI8x16x64},
	isa.V_MFMA_F32_32X32X2_F32: {simd.MatrixF32x32x2, simd.MatrixF32x32x2},
	isa.V_MFMA_F32_16X16X4_F32: {simd.MatrixF32x16x4, simd.MatrixF32x16x4},
}

// quickFieldMatrices are those of the f8f6f4 instructions with 32 and with 16
// rows, by cbsz and blgp.
var quickFieldMatrices = [...][2][2]simd.Matrix{
	0: {
		{simd.MatrixFP8FP8x32x64, simd.MatrixFP8BF8x32x64},
		{simd.MatrixBF8FP8x32x64, simd.MatrixBF8BF8x32x64},
	},
	1: {
		{simd.MatrixFP8FP8x16x128, simd.MatrixFP8BF8x16x128},
		{simd.MatrixBF8FP8x16x128, simd.MatrixBF8BF8x16x128},
	},
}

// matrixOf is the kernel for a matrix instruction, if there is one.
func (in *instr) matrixOf() simd.Matrix {
	op, m := in.Row.Op, &in.Mods
	switch {
	case op == isa.V_MFMA_F32_32X32X64_F8F6F4 && m.CBSZ < 2 && m.BLGP < 2:
		return quickFieldMatrices[0][m.CBSZ][m.BLGP]
	case op == isa.V_MFMA_F32_16X16X128_F8F6F4 && m.CBSZ < 2 && m.BLGP < 2:
		return quickFieldMatrices[1][m.CBSZ][m.BLGP]
	case int(op) >= len(quickMatrices) || m.CBSZ|m.ABID|m.BLGP != 0:
		return simd.NoMatrix
	}
	rows := isa.GFX942.RowsOf(op)
	for i := range rows {
		if in.Row == &rows[i] {
			return quickMatrices[op][0]
		}
	}
	return quickMatrices[op][1]
}

// quickMatrix is the function of a matrix instruction at a level, nil if it has
// no kernel there.
func (in *instr) quickMatrix(level simd.Level) quick {
	if level == simd.None || int(in.Row.Op) >= len(matrixOps) || matrixOps[in.Row.Op].m == 0 {
		return quick{}
	}
	kernel, op := level.MFMA(in.matrixOf()), &matrixOps[in.Row.Op]
	if kernel == nil && !op.canBeApart() {
		return quick{}
	}
	for _, o := range [...]*operand{in.dst, in.src[0], in.src[1]} {
		if o.kind != operandVector {
			return quick{}
		}
	}
	if op.check(&in.Mods) != nil {
		return quick{}
	}
	a, b, c, d, plain := in.src[0].reg, in.src[1].reg, in.src[2], in.dst, in.run
	mode := demand{care: modeGPRIdx | modeFP16Ovfl}
	if op.a == elemF32 {
		mode = floatMode
	}
	if op.canBeApart() {
		x, otherwise := newApartMatrix(in, level), plain
		plain = func(w *wave, in *instr) {
			if !x.run(w, in) {
				otherwise(w, in)
			}
		}
	}
	if c.kind == operandVector {
		if n := d.reg - c.reg; n != 0 && -d.dwords < n && n < d.dwords {
			return quick{}
		}
	} else if c.kind != operandConst {
		return quick{}
	}
	switch {
	case kernel == nil:
		return quick{demand: mode, run: plain}
	case c.kind == operandConst:
		row := new(simd.Row)
		for l := range row {
			row[l] = uint32(c.value)
		}
		return quick{demand: mode, run: func(w *wave, in *instr) {
			if !kernel(w.row(d.reg), w.row(a), w.row(b), row, 0) {
				plain(w, in)
			}
		}}
	}
	return quick{demand: mode, run: func(w *wave, in *instr) {
		if !kernel(w.row(d.reg), w.row(a), w.row(b), w.row(c.reg), simd.RowBytes) {
			plain(w, in)
		}
	}}
}
