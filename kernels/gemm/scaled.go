package gemm

import (
	"heddle/ir"
	"heddle/tile"
)

// packed is a matrix of scaled elements as rows of bytes.
func (w *writer) packed(k *tile.Kernel, name string, t *Type, rows, ld, stride int64) *tile.Tensor {
	bytes := func(elements int64) int64 { return (elements*int64(t.Bits) + 7) / 8 }
	if stride == SharedStride {
		stride = 0
	}
	x := k.Strided(name, ir.I8, []int64{w.p.Batch, rows, bytes(w.p.K)}, []int64{bytes(stride), bytes(ld), 1})
	return x.CacheSwizzle(w.p.CacheSwizzleBytes(name))
}

// scaleTensor are the scales of A or B: a row for each of its rows along K.
func (w *writer) scaleTensor(k *tile.Kernel, name string) *tile.Tensor {
	m, _ := w.p.Tensor(name)
	return k.Strided(name, ir.F8E8M0FNU, []int64{w.p.Batch, m.Rows, m.Cols}, []int64{m.Stride, m.LD, 1})
}

// scaled makes a pipeline multiply with scales, which stay in registers.
func (w *writer) scaled(k *tile.Kernel, mma *tile.MMA, p *tile.Pipeline, a, b *factor, at origin) {
	la, lb := mma.ScaleLayout(tile.SideA, a.rows, a.depth), mma.ScaleLayout(tile.SideB, b.rows, b.depth)
	data := p.Load
	p.Kept = 2
	p.Load = func(step tile.Index) []*tile.Tile {
		list := data(step)
		// Of one part only the last step, which is written out, reaches the end of K.
		if last, known := step.Const(); w.parts > 1 || w.plan.shares != nil || known && last == w.perPart-1 {
			w.trim(a, list, w.along(at, step))
		}
		block := w.along(at, step).Times(int64(w.c.BK / ScaleBlock))
		return append(list, k.Load(w.scaleA, la, at.batch, at.row, block), k.Load(w.scaleB, lb, at.batch, at.col, block))
	}
	p.Compute = func(s tile.Stage, sum tile.Values) tile.Values {
		return tile.Values{mma.DotScaled(a.operand(a.get(s.Buffer, 0)), b.operand(b.get(s.Buffer, 0)), sum.Tile(0), s.Kept[0], s.Kept[1])}
	}
}

// trim clears the bits after K in the byte in which a row of A ends. One factor is
// enough: elements of less than a byte are finite.
func (w *writer) trim(a *factor, list []*tile.Tile, step tile.Index) {
	p := w.p
	endBits := p.K * int64(p.A.Bits)
	if endBits%8 == 0 || p.B.Bits == 8 {
		return
	}
	piece := int64(a.mma.PieceBytes(tile.SideA))
	at, from := endBits/8%piece, int64(0)
	for i, pl := range a.planes {
		n := int64(pl.fragment.Run())
		if from <= at && at < from+n {
			col := endBits/8/piece*n + at - from
			list[i] = a.k.AndColumn(list[i], step.Times(pl.cols), tile.I(col), 1<<(endBits%8)-1)
		}
		from += n
	}
}
