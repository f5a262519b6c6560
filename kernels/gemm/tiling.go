package gemm

import (
	"strings"

	"heddle/arch"
	"heddle/tiling"
)

// TilingProblem is the problem as package tiling has it. accumulate says that sums start from D as it
// is in memory.
func (p *Problem) TilingProblem(accumulate bool) *tiling.Problem {
	a, b := p.tilingType(p.A), p.tilingType(p.B)
	gemm := tiling.GEMM
	if p.A.Scaled {
		gemm = tiling.ScaledGEMM
	}
	t := gemm(p.M, p.N, p.K, p.Batch, a, b, tiling.SumType(a), p.Layout.TransA(), p.Layout.TransB())
	t.Accumulate = accumulate
	t.SplitK = p.SplitK
	return t
}

// tilingType is a type as package tiling has it: 8-bit floats are called f8 and bf8, and fnuz if the
// chip's formats are.
func (p *Problem) tilingType(t *Type) tiling.Type {
	name := t.format()
	if f := t.Format(p.Chip); f != nil {
		name = f.Name
	}
	if strings.HasPrefix(name, "fp") {
		name = strings.Replace(name, "fp", "f", 1)
	}
	return tiling.Type{Name: name, Bits: t.Bits}
}

// TilingProduct is the problem on a card as the mode Auto of package tiling sees it, with the rows that
// it has in memory. It must be normalized.
func (p *Problem) TilingProduct(card *arch.Product) (*tiling.Product, error) {
	x, err := tiling.NewProduct(card, p.TilingProblem(false))
	if err != nil {
		return nil, err
	}
	x.Chip = p.Chip
	x.K, x.OutBits = p.K, p.Out.Bits
	x.StreamK = p.Batch == 1 && p.SplitK <= 1 && !p.A.Scaled
	// Rows are aligned to what divides their distance and, in a batch, that of the matrices.
	align := func(t *Type, ld, stride int64) int {
		a := tiling.Alignment(ld, t.Bits)
		if p.Batch > 1 && stride > 0 {
			a = min(a, tiling.Alignment(stride, t.Bits))
		}
		return a
	}
	x.AlignA, x.AlignB = align(p.A, p.LDA, p.StrideA), align(p.B, p.LDB, p.StrideB)
	return x, nil
}

// ConfigOf is the configuration of a tile that package tiling chose.
func ConfigOf(t tiling.Tile) Config {
	c := Config{BM: t.BM, BN: t.BN, BK: t.BK, WavesM: t.WavesM, WavesN: t.WavesN, Matrix: t.Matrix, Stages: t.Stages, Direct: t.Direct, SplitK: int64(t.SplitK)}
	switch {
	case t.WavesK > 1:
		c.WavesK, c.Schedule, c.Direct = t.WavesK, Straight, false
	case t.Direct, t.BM > mostSimple:
		c.Schedule = Rotate
	}
	if t.Stages == 1 && !t.Direct { // one buffer, whose parts are free in turn
		c.Schedule, c.Pieces = Rotate, 2
		if t.BM > mostSimple {
			c.PhasesM, c.PhasesK, c.Pieces = 4, 2, 4
		}
	}
	return c
}
