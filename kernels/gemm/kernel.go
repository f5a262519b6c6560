package gemm

import (
	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// writer writes the kernels of one problem.
type writer struct {
	p    *Problem
	c    Config
	plan *Plan
	mod  *tile.Module
	// The sum over K has tilesK steps of BK, perPart in each of the parts.
	tilesK, perPart, parts int64
	a, b, scaleA, scaleB   *tile.Tensor
}

// product is the kernel that multiplies: it computes D or, if the sum is split, the parts'
// sums in the workspace.
func (w *writer) product() {
	p, c := w.p, w.c
	m, n := ceil(p.M, int64(c.BM)), ceil(p.N, int64(c.BN))
	w.plan.order = w.order(m, n)
	var args []Arg
	w.mod.Kernel("gemm", tile.Waves(c.Waves()), func(k *tile.Kernel) {
		k.Grid(n, m, p.Batch*w.parts)
		w.operands(k, &args)
		out := w.results(k, &args)

		rowTile, colTile := w.plan.order.place(k)
		at := origin{row: rowTile.Times(int64(c.BM)), col: colTile.Times(int64(c.BN)), batch: k.WorkgroupID(2), first: tile.I(0)}
		if w.parts > 1 {
			at.batch, at.first = k.WorkgroupID(2).Div(w.parts), k.WorkgroupID(2).Mod(w.parts).Times(w.perPart)
		}
		if w.parts*w.perPart != w.tilesK {
			at.first, at.loose = at.first.MayLeave(), true
		}
		var sums tile.Values
		switch c.Schedule {
		case Rotate, PingPong:
			sums = w.rotate(k, w.mma(k), at)
		case Straight:
			sums = tile.Values{w.straight(k, at)}
		default:
			sums = w.simple(k, w.mma(k), at)
		}
		height := int64(c.BM / len(sums))
		for i := range sums {
			row := w.part(at.row, int64(i)*height)
			if w.parts > 1 {
				out.store(out.workspace, sums.Tile(i), k.WorkgroupID(2), row, at.col)
				continue
			}
			out.finish(sums.Tile(i), at.batch, row, at.col)
		}
	})
	w.step("gemm", n, m, p.Batch*w.parts, c.Waves(), args)
}

// mma are the matrix instructions whose waves divide the tile.
func (w *writer) mma(k *tile.Kernel) *tile.MMA {
	return k.MMA(w.p.A.Elem(w.p.Chip), w.p.B.Elem(w.p.Chip), w.c.Matrix, w.c.WavesM, w.c.WavesN)
}

// part is the row of D at which a part of a tile begins. Of the last tile that may be behind D.
func (w *writer) part(row tile.Index, from int64) tile.Index {
	row = row.Plus(tile.I(from))
	if rest := w.p.M % int64(w.c.BM); rest != 0 && rest <= from {
		row = row.MayLeave()
	}
	return row
}

// simple emits the sum over K as a pipeline of whole steps.
func (w *writer) simple(k *tile.Kernel, mma *tile.MMA, at origin) tile.Values {
	p, c := w.p, w.c
	ta, tb := w.factor(k, mma, tile.SideA, c.BM, 1), w.factor(k, mma, tile.SideB, c.BN, 1)
	pipeline := tile.Pipeline{
		Steps: tile.I(w.perPart), Buffers: c.stages(), Ragged: p.K%int64(c.BK) != 0 && w.parts == 1,
		Load: func(step tile.Index) []*tile.Tile {
			step = at.first.Plus(step)
			return append(ta.load(at.batch, at.row, step), tb.load(at.batch, at.col, step)...)
		},
		Put: func(buffer tile.Index, t []*tile.Tile) {
			tb.put(ta.put(t, buffer), buffer)
		},
		Compute: func(s tile.Stage, sum tile.Values) tile.Values {
			return tile.Values{mma.Dot(ta.operand(ta.get(s.Buffer, 0)), tb.operand(tb.get(s.Buffer, 0)), sum.Tile(0))}
		},
	}
	if p.A.Scaled {
		w.scaled(k, mma, &pipeline, ta, tb, at)
	}
	return k.Run(pipeline, tile.Values{w.zero(mma, c.BM)})
}

// operands are the tensors A and B, as rows of elements along K; of scaled types as
// rows of bytes, with their scales.
func (w *writer) operands(k *tile.Kernel, args *[]Arg) {
	p := w.p
	if p.A.Scaled {
		w.a, w.b = w.packed(k, "a", p.A, p.M, p.LDA, p.StrideA), w.packed(k, "b", p.B, p.N, p.LDB, p.StrideB)
		w.scaleA, w.scaleB = w.scaleTensor(k, "scale_a"), w.scaleTensor(k, "scale_b")
		*args = append(*args, ArgA, ArgB, ArgScaleA, ArgScaleB)
		return
	}
	w.a = w.tensor(k, "a", p.A.Elem(p.Chip), p.M, p.K, p.LDA, p.StrideA, p.Layout.TransA())
	w.b = w.tensor(k, "b", p.B.Elem(p.Chip), p.N, p.K, p.LDB, p.StrideB, !p.Layout.TransB())
	*args = append(*args, ArgA, ArgB)
}

// tensor is a matrix of rows x cols for each batch; if trans, its memory is cols x
// rows.
func (w *writer) tensor(k *tile.Kernel, name string, elem ir.Type, rows, cols, ld, stride int64, trans bool) *tile.Tensor {
	batch := w.p.Batch
	if stride == SharedStride {
		stride = 0
	}
	if trans {
		t := k.Strided(name, elem, []int64{batch, cols, rows}, []int64{stride, ld, 1})
		return t.CacheSwizzle(w.p.CacheSwizzleBytes(name)).T()
	}
	return k.Strided(name, elem, []int64{batch, rows, cols}, []int64{stride, ld, 1}).CacheSwizzle(w.p.CacheSwizzleBytes(name))
}

// CacheSwizzleBytes is the stride of the cache swizzle of a tensor's resource, in
// bytes; 0 for none.
func (p *Problem) CacheSwizzleBytes(tensor string) int64 {
	m, used := p.Tensor(tensor)
	if !used || tensor == "bias" || m.Type == scaleType || p.CacheSwizzle == SwizzleOff {
		return 0
	}
	if p.CacheSwizzle == SwizzleOn {
		return m.rowBytes()
	}
	stride, _ := arch.CacheSwizzleStride(m.rowBytes())
	return int64(stride)
}
