package gemm

import (
	"slices"

	"heddle/ir"
	"heddle/layout"
	"heddle/tile"
)

// packed is a matrix of scaled elements as rows of bytes.
func (w *writer) packed(k *tile.Kernel, name string, t *Type, rows, ld, stride int64) *tile.Tensor {
	bytes := func(elements int64) int64 { return (elements*int64(t.Bits) + 7) / 8 }
	if stride == SharedStride {
		stride = 0
	}
	x := k.Strided(name, ir.I8, []int64{w.p.Batch, rows, bytes(w.p.K)}, []int64{bytes(stride), bytes(ld), 1})
	return anyRows(x.CacheSwizzle(w.p.CacheSwizzleBytes(name)), false)
}

// scaleTensor are the scales of A or B: a row for each of its rows along K.
func (w *writer) scaleTensor(k *tile.Kernel, name string) *tile.Tensor {
	m, _ := w.p.Tensor(name)
	return anyRows(k.Strided(name, ir.F8E8M0FNU, []int64{w.p.Batch, m.Rows, m.Cols}, []int64{m.Stride, m.LD, 1}), false)
}

// scales are the scales of a factor of some rows, which come to LDS like it and are read in parts of
// the rows and along k. Those of a step are few bytes of many cache lines: directly they come for
// several steps at a time.
func (w *writer) scales(k *tile.Kernel, mma *tile.MMA, side tile.Side, rows, high, deep int) *factor {
	f := &factor{k: k, mma: mma, side: side, rows: rows, depth: w.c.BK, part: w.c.BK / deep, height: rows / high, steps: 1}
	name, tensor := "scale_"+sideNames[side], w.scaleA
	if side == tile.SideB {
		tensor = w.scaleB
	}
	cols := f.depth / ScaleBlock
	if least := slices.Min(layout.DirectBytes(w.p.Chip)); w.c.stages() > 1 && cols >= least && w.direct(f, name, tensor, false, cols) {
		f.steps = max(1, slices.Max(layout.DirectBytes(w.p.Chip))/cols)
	}
	f.planes = []plane{w.plane(k, f, name, tensor, f.steps*cols, false, mma.ScaleLayout(side, f.height, f.part))}
	f.planes[0].cols = int64(cols)
	return f
}

// scaled makes a pipeline multiply with scales, which stay in registers.
func (w *writer) scaled(k *tile.Kernel, mma *tile.MMA, p *tile.Pipeline, a, b *factor, at origin) {
	la, lb := mma.ScaleLayout(tile.SideA, a.rows, a.depth), mma.ScaleLayout(tile.SideB, b.rows, b.depth)
	data := p.Load
	p.Kept = 2
	p.Load = func(step tile.Index) []*tile.Tile {
		list := data(step)
		w.trimLast(a, list, step, at)
		block := w.along(at, step).Times(int64(w.c.BK / ScaleBlock))
		return append(list, k.Load(w.scaleA, la, at.batch, at.row, block), k.Load(w.scaleB, lb, at.batch, at.col, block))
	}
	p.Compute = func(s tile.Stage, sum tile.Values) tile.Values {
		return tile.Values{mma.DotScaled(a.operand(a.get(s.Buffer, 0, 0)), b.operand(b.get(s.Buffer, 0, 0)), sum.Tile(0), s.Kept[0], s.Kept[1])}
	}
}

// trimmed reports whether a factor's rows end within a byte whose other bits have to be cleared: those
// of A. One factor is enough: elements of less than a byte are finite.
func (w *writer) trimmed(f *factor) bool {
	return f.packed && f.side == tile.SideA && w.p.K*int64(w.p.A.Bits)%8 != 0 && w.p.B.Bits != 8
}

// trimLast trims what has been loaded for a step. Of one part only the last step, which is written
// out, reaches the end of K.
func (w *writer) trimLast(f *factor, list []*tile.Tile, step tile.Index, at origin) {
	if last, known := step.Const(); w.trimmed(f) && (w.parts > 1 || w.plan.shares != nil || known && last == w.perPart-1) {
		w.trim(f, list, w.along(at, step))
	}
}

// trim clears the bits after K in the byte in which a row of A ends.
func (w *writer) trim(a *factor, list []*tile.Tile, step tile.Index) {
	p := w.p
	endBits := p.K * int64(p.A.Bits)
	piece := int64(a.mma.PieceBytes(tile.SideA))
	at, from := endBits/8%piece, int64(0)
	for i, pl := range a.planes {
		n := pl.piece
		if from <= at && at < from+n {
			col := endBits/8/piece*n + at - from
			list[i] = a.k.AndColumn(list[i], step.Times(pl.cols), tile.I(col), 1<<(endBits%8)-1)
		}
		from += n
	}
}
