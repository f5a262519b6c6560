package gemm

import (
	"math"
	"slices"

	"heddle/ir"
	"heddle/layout"
	"heddle/tile"
)

// results are the tensors that the sums go to, and those added to the sums.
type results struct {
	w                   *writer
	k                   *tile.Kernel
	c, d, bias          *tile.Tensor
	workspace, counters *tile.Tensor
}

// results adds the parameters after A and B: the workspace if sums are divided, and those of the epilogue.
func (w *writer) results(k *tile.Kernel, args *[]Arg) *results {
	r := &results{w: w, k: k}
	if w.parts > 1 || w.plan.shares != nil {
		if r.divide(args); r.counters == nil && w.parts > 1 {
			return r // nobody computes D here
		}
	}
	r.parameters(args)
	return r
}

// sumType is the type of the accumulators.
func (w *writer) sumType() ir.Type {
	switch w.p.A.Elem(w.p.Chip) {
	case ir.I8:
		return ir.I32
	case ir.F64:
		return ir.F64
	}
	return ir.F32
}

// sumBytes is the size of an accumulator.
func (w *writer) sumBytes() int64 {
	bits, _ := ir.BitWidth(w.sumType())
	return int64(bits) / 8
}

// columns returns the layouts of B under which lanes have as many neighbours of a row of the product as
// they store at a time. Scales need B's own, and so do transposing reads, which would have conflicts, or
// bring a lane elements of more adjacent columns than it has results. A single wave keeps B's own, too: the swizzle
// of the other one needs more addresses for the stores to LDS of its loop.
func (w *writer) columns(mma *tile.MMA) func(cols, depth int) tile.Layout {
	p := w.p
	transposes := func(r layout.TransposeRead) bool { return r.ItemBits == p.B.Bits }
	if w.c.plain || p.A.Scaled || w.c.Waves() == 1 || w.c.Direct && !p.Layout.TransB() && slices.ContainsFunc(layout.TransposeReads(p.Chip), transposes) {
		return mma.B
	}
	stored := p.Out.Elem(p.Chip)
	if w.parts > 1 {
		stored = w.sumType()
	}
	bits, _ := ir.BitWidth(stored)
	return func(cols, depth int) tile.Layout { return mma.ForStores(cols, depth, storeBytes*8/bits) }
}

// storeBytes is what a lane stores at a time.
const storeBytes = 16

// zero returns the sums of a part of the tile at the beginning.
func (w *writer) zero(mma *tile.MMA, rows, cols int) *tile.Tile {
	depth := mma.Step()
	return mma.ZeroFor(mma.A(rows, depth), w.columns(mma)(cols, depth))
}

// parameters adds those of C, bias and D that the problem has.
func (r *results) parameters(args *[]Arg) {
	p, w := r.w.p, r.w
	out := p.Out.Elem(p.Chip)
	if p.Beta != 0 {
		r.c = w.tensor(r.k, "c", out, p.M, p.N, p.LDC, p.StrideC, false)
		*args = append(*args, ArgC)
	}
	if p.Bias {
		r.bias = r.k.Tensor("bias", p.BiasType().Elem(p.Chip), 1, p.N)
		*args = append(*args, ArgBias)
	}
	r.d = w.tensor(r.k, "d", out, p.M, p.N, p.LDD, p.StrideD, false)
	*args = append(*args, ArgD)
}

// finishAll finishes the sums of a tile.
func (r *results) finishAll(sums []block, at origin) {
	for _, b := range sums {
		r.finish(b.sum, at.batch, at.row.Plus(b.row), at.col.Plus(b.col))
	}
}

// finish computes elements of D from sums and stores them:
// act(alpha·sum + beta·C + bias)·scale.
func (r *results) finish(sum *tile.Tile, batch, row, col tile.Index) {
	p, k := r.w.p, r.k
	if r.c != nil { // which is loaded as D is stored
		sum = k.Relayout(sum, r.stored(r.d.Elem(), sum.Layout))
	}
	in := sum.Elem
	if in == ir.I32 && !p.Integers() {
		in = ir.F32
	}
	x := k.Scale(k.Convert(sum, in), p.Alpha)
	if r.c != nil {
		c := k.Convert(k.Load(r.c, sum.Layout, batch, row, col), in)
		x = k.Add(x, k.Scale(c, p.Beta))
	}
	if r.bias != nil {
		b := k.Convert(k.Load(r.bias, sum.Layout.RowVector(), tile.I(0), col), in)
		x = k.Add(x, b)
	}
	x = k.Scale(activate(k, p.Act, x), p.Scale)
	r.store(r.d, r.rounded(x), batch, row, col)
}

// store stores a tile in the layout that suits the memory.
func (r *results) store(t *tile.Tensor, x *tile.Tile, at ...tile.Index) {
	r.k.Store(t, r.k.Relayout(x, r.stored(x.Elem, x.Layout)), at...)
}

// stored is the layout that a tile is stored in.
func (r *results) stored(elem ir.Type, l tile.Layout) tile.Layout {
	if r.w.c.plain {
		return l
	}
	return r.k.StoreLayout(elem, l)
}

// activate applies an activation.
func activate(k *tile.Kernel, act Activation, x *tile.Tile) *tile.Tile {
	one := func() *tile.Tile { return k.Like(x, 1) }
	switch act {
	case ReLU:
		return k.AtLeast(x, 0)
	case GELU: // x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))
		cubed := k.Mul(k.Mul(x, x), x)
		inner := k.Scale(k.Add(x, k.Scale(cubed, 0.044715)), math.Sqrt(2/math.Pi))
		return k.Mul(k.Scale(x, 0.5), k.Add(k.Map("tanh", inner), one()))
	case GELUErf: // x/2·(1 + erf(x/√2))
		return k.Mul(k.Scale(x, 0.5), k.Add(k.Map("erf", k.Scale(x, math.Sqrt2/2)), one()))
	case SiLU: // x/(1 + e^-x)
		return k.Div(x, k.Add(k.Map("exp", k.Neg(x)), one()))
	}
	return x
}

// rounded converts a result to the type of D: a value too large for an 8-bit type or an
// integer becomes the largest number.
func (r *results) rounded(x *tile.Tile) *tile.Tile {
	p, k := r.w.p, r.k
	out := p.Out.Elem(p.Chip)
	if lo, hi, saturates := saturation(out); saturates && x.Elem != out {
		x = k.Clamp(x, lo, hi)
	}
	return k.Convert(x, out)
}

// saturation is the range of a type whose results saturate.
func saturation(out ir.Type) (lo, hi float64, saturates bool) {
	switch out {
	case ir.I32: // the largest f32 below 2^31
		return -1 << 31, 1<<31 - 128, true
	case ir.F8E4M3FN:
		return -448, 448, true
	case ir.F8E4M3FNUZ:
		return -240, 240, true
	}
	return 0, 0, false
}
