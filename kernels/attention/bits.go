package attention

import (
	"math"

	"heddle/ir"
	"heddle/num"
	"heddle/tile"
)

// Exponentials by their bits (ExpBits): a score x, in powers of two, leaves the matrix instructions as the number
// 2^23·(x + 127), which as an integer is the code of an f32 close to 2^x: its exponent is right, its fraction is that
// of x instead of 2^(that)-1. The products' factor is in the scales of the instructions, as far as it is a
// power of two, and in Q, which is rounded once more; 127, less the maximum that exponentials are relative to, is what
// sums begin with.

const (
	bitsUnit = 1 << 23        // of a power of two in bits
	bitsOne  = 127 * bitsUnit // 2^0
	mostBits = bitsOne + lazy*bitsUnit
)

// bitScores are scores whose exponentials come by their bits.
type bitScores struct {
	*scores
	scaleQ, scaleK *tile.Tile // not of MX types
	slope          *tile.Tile // of ALiBi; nil for none
}

// byBits makes the loop over keys, with Q as the products need it.
func (w *writer) byBits(s *scores) *bitScores {
	k, like := w.k, w.qk.C(w.c.Rows(), w.c.Keys)
	one := like.RowVector().ColVector()
	code := k.Op("arith.bitcast", ir.I32, nil, w.value(s.scale, like))
	number := func(x int64) *tile.Tile { return k.Fill(one, ir.I32, float64(x)) }
	// The least power of two that is not below the factor, and the rest, above 1/2 and up to 1.
	power := k.ShiftRight(k.Add(code, number(bitsUnit-1)), number(23))
	rest := k.Op("arith.bitcast", ir.F32, nil, k.Add(k.Sub(code, k.ShiftLeft(power, number(23))), number(bitsOne)))
	scale := func(code *tile.Tile) *tile.Tile {
		return k.Op("arith.bitcast", ir.F8E8M0FNU, nil, k.Convert(code, ir.I8))
	}
	b := &bitScores{scores: s}
	if s.slope != nil {
		b.slope = k.Scale(w.value(s.slope, like), bitsUnit)
	}
	if !w.p.QK.MX() {
		for i, part := range w.pieces {
			w.pieces[i].query = k.Convert(k.Mul(k.Convert(part.query, ir.F32), rest), w.in)
		}
		b.scaleQ, b.scaleK = scale(power), k.Fill(one, ir.F8E8M0FNU, bitsUnit)
		return b
	}
	// Scales take all of the factor: there is no rest (Problem.roundable).
	for i, part := range w.pieces {
		code := k.Op("arith.extui", ir.I32, nil, k.Op("arith.bitcast", ir.I8, nil, part.scales))
		moved := k.Clamp(k.Add(code, k.Sub(power, number(127-23))), 0, 0xfe)
		w.pieces[i].scales = scale(k.Select(k.Compare(code, tile.Equal, k.Like(code, 0xff)), code, moved))
	}
	return b
}

// product is writer's, with the factor.
func (s *bitScores) product(x tile.Stage, base *tile.Tile) *tile.Tile {
	w := s.w
	if w.p.QK.MX() {
		return w.product(x, base)
	}
	for i, part := range w.pieces {
		base = w.qk.DotScaled(part.query, w.keys(i, x.Buffers[i]), base, s.scaleQ, s.scaleK)
	}
	return base
}

// bitState is what the loop carries; base is what sums of scores begin with, 2^23·(127 - maximum), as tile.MMA.Begin has it, and sum
// what each lane has summed up.
type bitState struct{ acc, base, sum *tile.Tile }

func (s bitState) values() tile.Values { return tile.Values{s.acc, s.base, s.sum} }

func bitStateOf(v tile.Values) bitState { return bitState{v.Tile(0), v.Tile(1), v.Tile(2)} }

// tile makes the scores of a tile of keys of the products with them; those of keys that queries do not attend to are
// -Inf.
func (s *bitScores) tile(t *tile.Tile, col tile.Index, masked bool) *tile.Tile {
	w, k := s.w, s.w.k
	if s.slope != nil {
		t = k.FMA(s.distance(t.Layout, col), s.slope, t)
	}
	if masked {
		t = k.Select(w.inside(t.Layout, s.at, col), t, k.Like(t, math.Inf(-1)))
	}
	return t
}

// raise makes the maximum of queries the greatest of new scores if that of a lane passes it by more than lazy, or if a lane has
// no exponentials so far, and brings the scores and what was summed to it. A NaN among the scores makes its query NaN. Lanes that
// share a query exchange nothing otherwise.
func (s *bitScores) raise(st bitState, t *tile.Tile) (bitState, *tile.Tile) {
	k := s.w.k
	own := k.ReduceInLanes(tile.Maximum, t, tile.OverCols)
	small := k.All(k.And(k.Compare(own, tile.LessEqual, k.Like(own, mostBits)), k.Compare(st.sum, tile.NotEqual, k.Like(st.sum, 0))))
	list := k.IfElse(small, func() tile.Values { return append(st.values(), t) }, func() tile.Values {
		greatest, sum := k.Reduce(tile.Maximum, own, tile.OverCols), k.Reduce(tile.Sum, st.sum, tile.OverCols)
		over, zero := k.Sub(greatest, k.Like(greatest, bitsOne)), k.Like(sum, 0)
		none := k.And(k.Compare(sum, tile.Equal, zero), k.Compare(over, tile.NotEqual, k.Like(over, math.Inf(-1))))
		over = k.Select(none, over, k.Op("arith.maximumf", ir.F32, nil, over, zero))
		base := s.begin(k.Sub(st.base.Reorder(over.Layout), over))
		change := k.Exp2(k.Scale(k.Op("arith.minimumf", ir.F32, nil, k.Neg(over), zero), 1.0/bitsUnit))
		return tile.Values{k.Mul(st.acc, change), base, k.Mul(st.sum, change), k.Sub(t, over)}
	})
	return bitStateOf(list), list.Tile(3)
}

// step adds a tile of keys, from column col on, to the sums.
func (s *bitScores) step(x tile.Stage, col tile.Index, masked bool, st bitState) bitState {
	w, k := s.w, s.w.k
	t := s.tile(s.product(x, st.base), col, masked)
	w.priority(0)
	st, t = s.raise(st, t)
	e := k.Op("arith.bitcast", ir.F32, nil, k.Op("arith.fptoui", ir.I32, nil, k.Max(t, k.Like(t, 0))))
	w.priority(1)
	st.acc = w.pv.Dot(w.weights(e), w.valuesOf(s.at, x, col, masked), st.acc)
	st.sum = k.Add(st.sum, k.ReduceInLanes(tile.Sum, e, tile.OverCols))
	return st
}

// nothing is the state before the first key.
func (s *bitScores) nothing() bitState {
	k, acc := s.w.k, s.w.zeros()
	sum := k.Fill(s.w.qk.C(s.w.c.Rows(), s.w.c.Keys).InLanes(tile.OverCols), ir.F32, 0)
	return bitState{acc, s.begin(k.Fill(acc.Layout.ColVector(), ir.F32, bitsOne)), sum}
}

// begin is the column that sums of scores begin with.
func (s *bitScores) begin(column *tile.Tile) *tile.Tile {
	return s.w.qk.Begin(s.w.pieces[0].query.Layout, s.w.keysLayout(0), column)
}

// sums are those of the exponentials, with the maximum in powers of two that they are relative to. They are greater than
// they should be, by as much as bitsMean if there are many.
func (s *bitScores) sums(st bitState) state {
	k := s.w.k
	sum := k.Reduce(tile.Sum, st.sum, tile.OverCols)
	base := st.base.Reorder(sum.Layout)
	top := k.FMA(base, k.Like(base, -1.0/bitsUnit), k.Like(base, 127-math.Log2(bitsMean)))
	return state{st.acc, top, sum}
}

// bitsMean is the mean of 1 + x, divided by that of 2^x, for x from 0 to 1.
const bitsMean = 1.5 * math.Ln2

// bitFactor splits the factor of the scores of a head of Q as byBits does: it is 2^(power-127) times the rest.
func (p *Problem) bitFactor(head int64) (rest uint32, power int) {
	code := p.factor(head)
	power = int((code + bitsUnit - 1) >> 23)
	return code - uint32(power)<<23 + bitsOne, power
}

// bitScale is what becomes of the code of a scale of Q by a power of the factor, with 2^23.
func bitScale(code uint32, power int) uint32 {
	if code == 0xff {
		return code
	}
	return uint32(min(max(int(code)+power-127+23, 0), 0xfe))
}

// roundedQ is what a product has in place of an element of Q, in units of the rest.
func (p *Problem) roundedQ(rest, code uint32) uint32 {
	format := p.In.Format(p.Chip)
	return format.FromF32(multiply(format.ToF32(code), rest), false)
}

// roundQ makes of a row of Q what products have in its place.
func (p *Problem) roundQ(q []float64, head int64) {
	rest, _ := p.bitFactor(head)
	format, r := p.In.Format(p.Chip), float64(math.Float32frombits(rest))
	for d, x := range q {
		q[d] = float64(math.Float32frombits(format.ToF32(p.roundedQ(rest, format.FromF32(f32(x), false))))) / r
	}
}

// bitsOff is by how much more than the least, as a factor, the code of a score is than its exponential: (1 + x) / 2^x is
// 1 for x = 0 and 1, and this between, where its derivative is 0.
var bitsOff = 2 / (math.E * math.Ln2)

// byBitCode is the exponential of a score by its bits.
func byBitCode(x uint32) uint32 {
	switch f := math.Float32frombits(x); {
	case !(f > 0):
		return 0
	case f >= 1<<32:
		return math.MaxUint32
	default:
		return uint32(f)
	}
}

// maximum returns the greater number, or NaN if one is.
func maximum(a, b uint32) uint32 {
	if num.IsNaN32(a) {
		return a
	}
	if num.IsNaN32(b) || lessOrEqual(a, b) {
		return b
	}
	return a
}
