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

// product is the kernel that multiplies.
func (w *writer) product() {
	p, c := w.p, w.c
	m, n := ceil(p.M, int64(c.BM)), ceil(p.N, int64(c.BN))
	w.plan.order, w.plan.shares = w.order(m, n, w.partPlanes()), w.shares(m, n)
	grid := [3]int64{n, m, p.Batch * w.parts}
	if w.plan.shares != nil {
		grid = [3]int64{w.plan.shares.workgroups(), 1, 1}
	}
	var args []Arg
	w.mod.Kernel("gemm", tile.Waves(c.Waves()), func(k *tile.Kernel) {
		k.Grid(grid[0], grid[1], grid[2])
		w.operands(k, &args)
		out := w.results(k, &args)
		if s := w.plan.shares; s != nil {
			w.shared(k, s.turn(k), out)
			return
		}
		rowTile, colTile, plane := w.plan.order.place(k)
		at := origin{row: rowTile.Times(int64(c.BM)), col: colTile.Times(int64(c.BN)), batch: plane, first: tile.I(0), steps: tile.I(w.perPart)}
		if w.parts > 1 {
			at.batch, at.first = plane.Div(w.parts), plane.Mod(w.parts).Times(w.perPart)
		}
		if w.parts*w.perPart != w.tilesK {
			at.first, at.loose = at.first.MayLeave(), true
		}
		sums := w.sums(k, at)
		if w.parts > 1 {
			out.part(sums, at, w.number(at.batch, rowTile, colTile), plane.Mod(w.parts))
			return
		}
		out.finishAll(sums, at)
	})
	w.step("gemm", grid[0], grid[1], grid[2], c.Waves(), args)
}

// sums emits the main loop.
func (w *writer) sums(k *tile.Kernel, at origin) []block {
	switch w.c.Schedule {
	case Rotate, PingPong:
		return w.rotate(k, w.mma(k), at)
	case Straight:
		return []block{{sum: w.straight(k, at), row: tile.I(0), col: tile.I(0)}}
	}
	return []block{{sum: w.simple(k, w.mma(k), at), row: tile.I(0), col: tile.I(0)}}
}

// shared emits the product of a workgroup that computes a tile or has a share of one.
func (w *writer) shared(k *tile.Kernel, t turn, out *results) {
	at := origin{row: t.row.Times(int64(w.c.BM)), col: t.col.Times(int64(w.c.BN)), batch: tile.I(0), first: t.first, steps: t.steps}
	sums := w.sums(k, at)
	k.IfElse(t.alone, func() tile.Values {
		out.finishAll(sums, at)
		return nil
	}, func() tile.Values {
		out.part(sums, at, t.tile, t.share)
		return nil
	})
}

// block is the sums of a part of a tile, which begins at a row and a column of it.
type block struct {
	sum      *tile.Tile
	row, col tile.Index
}

// mma are the matrix instructions whose waves divide the tile.
func (w *writer) mma(k *tile.Kernel) *tile.MMA {
	return k.MMA(w.p.A.Elem(w.p.Chip), w.p.B.Elem(w.p.Chip), w.c.Matrix, w.c.WavesM, w.c.WavesN)
}

// simple emits the sum over K as a pipeline of whole steps.
func (w *writer) simple(k *tile.Kernel, mma *tile.MMA, at origin) *tile.Tile {
	p, c := w.p, w.c
	ta, tb := w.factor(k, mma, tile.SideA, c.BM, 1), w.factor(k, mma, tile.SideB, c.BN, 1)
	pipeline := tile.Pipeline{
		Steps: at.steps, Buffers: c.stages(), Ragged: w.ragged(),
		Load: func(step tile.Index) []*tile.Tile {
			step = w.along(at, step)
			return append(ta.load(at.batch, at.row, step), tb.load(at.batch, at.col, step)...)
		},
		Put: func(buffer tile.Index, t []*tile.Tile) {
			tb.put(ta.put(t, at.batch, at.row, buffer), at.batch, at.col, buffer)
		},
		Compute: func(s tile.Stage, sum tile.Values) tile.Values {
			return tile.Values{mma.Dot(ta.operand(ta.get(s.Buffer, 0, 0)), tb.operand(tb.get(s.Buffer, 0, 0)), sum.Tile(0))}
		},
	}
	if p.A.Scaled {
		w.scaled(k, mma, &pipeline, ta, tb, at)
	}
	return k.Run(pipeline, tile.Values{w.zero(mma, c.BM, c.BN)}).Tile(0)
}

// along returns the place along K of a step of a workgroup, in steps.
func (w *writer) along(at origin, step tile.Index) tile.Index {
	step = at.first.Plus(step)
	if w.plan.shares != nil {
		step = step.Below(w.tilesK)
	}
	return step
}

// ragged reports whether it is known which step, the last one, reaches behind the end of K.
func (w *writer) ragged() bool {
	return w.p.K%int64(w.c.BK) != 0 && w.parts == 1 && w.plan.shares == nil
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
	transA, transB := p.Layout.TransA(), !p.Layout.TransB()
	w.a = anyRows(w.tensor(k, "a", p.A.Elem(p.Chip), p.M, p.K, p.LDA, p.StrideA, transA), transA)
	w.b = anyRows(w.tensor(k, "b", p.B.Elem(p.Chip), p.N, p.K, p.LDB, p.StrideB, transB), transB)
	*args = append(*args, ArgA, ArgB)
}

// anyRows lets the rows of a factor beyond its edge be any: they only meet results that are not stored.
func anyRows(t *tile.Tensor, trans bool) *tile.Tensor {
	if trans {
		return t.AnyBeyond(2)
	}
	return t.AnyBeyond(1)
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
