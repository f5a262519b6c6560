package sim

import (
	"heddle/isa"
	"heddle/num"
	simd "heddle/sim/lanes"
)

// kernel is that of the instruction at a level, nil if there is none.
func (x *matrixInst) kernel(level simd.Level, m *isa.Mods) simd.MFMA {
	if x.Sparse || x.Scaled || x.Blocks > 1 || x.A != "" && m.CBSZ|m.ABID|m.BLGP != 0 {
		return nil
	}
	return level.MFMA(simd.Matrix{A: x.a.format.Name, B: x.b.format.Name, Size: x.M, K: x.K})
}

// quickMatrix is the function of a matrix instruction at a level, nil if it has
// no kernel there.
func (in *instr) quickMatrix(level simd.Level) quick {
	x := in.matrix
	if level == simd.None || x == nil {
		return quick{}
	}
	kernel := x.kernel(level, &in.Mods)
	if kernel == nil && !x.canBeApart() {
		return quick{}
	}
	for _, o := range [...]*operand{in.dst, in.src[0], in.src[1]} {
		if o.kind != operandVector {
			return quick{}
		}
	}
	a, b, c, d, plain := in.src[0].reg, in.src[1].reg, in.src[2], in.dst, in.run
	mode := demand{care: modeGPRIdx | modeFP16Ovfl}
	if x.a.format == num.F32 {
		mode = floatMode
	}
	if x.canBeApart() {
		apart, otherwise := &apartMatrix{matrixInst: x, level: level}, plain
		plain = func(w *wave, in *instr) {
			if !apart.run(w, in) {
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
