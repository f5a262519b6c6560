package random

import (
	"fmt"
	"math/bits"

	"heddle/ir"
)

// table lists the possible statements, the simplest first.
func table() []statement {
	return []statement{
		{0, 0, false, 10, makeInteger},
		{0, 0, false, 8, makeFloat},
		{0, 0, false, 3, makeProductSum},
		{0, 0, false, 3, makeStore},
		{0, 0, false, 2, makeUnaryFloat},
		{0, 0, false, 3, makeTernaryFloat},
		{0, 0, false, 2, makeUnaryInteger},
		{0, 0, false, 1, makeClassify},
		{0, 0, false, 3, makeCompare},
		{0, 0, false, 3, makeSelect},
		{0, 0, false, 1, makePoison},
		{0, 0, false, 4, makeShift},
		{0, 0, false, 2, makeExtended},
		{0, 0, false, 1, makeNoOverflow},
		{0, 0, false, 4, makeResize},
		{0, 0, false, 3, makeFloatCast},
		{0, 0, false, 2, makeToFloat},
		{0, 0, false, 2, makeToInteger},
		{0, 0, false, 2, makeBitcast},
		{Narrow, 0, false, 2, makeHalfBits},
		{0, 0, false, 2, makeNumbers},
		{0, 0, false, 1, makePower},
		{Div, 0, false, 5, makeDivision},
		{Div, 0, false, 1, makeExactDivision},
		{Div, 0, false, 2, makeFloatDivision},
		{Math, 0, false, 2, makeFunction},
		{Vectors, 0, false, 3, makeExtract},
		{Vectors, 0, false, 3, makeInsert},
		{Vectors, 0, false, 2, makeSlice},
		{Vectors, 0, false, 2, makeShuffleVector},
		{Vectors, 0, false, 1, makeInterleave},
		{Vectors, 0, false, 2, makeBroadcast},
		{Vectors, 0, false, 2, makeElements},
		{Vectors, 0, false, 1, makeShapeCast},
		{Vectors, 0, false, 1, makeTranspose},
		{Vectors, 0, false, 2, makeVectorBitcast},
		{Vectors, 0, false, 3, makeReduction},
		{Vectors, 0, false, 1, makeStep},
		{Vectors | Mask, 0, false, 1, makeMask},
		{Vectors | Mask, 0, false, 4, makeMasked},
		{Vectors | Mask, 0, false, 2, makeTransfer},
		{Control, 0, false, 8, makeIf},
		{Control, 0, false, 6, makeFor},
		{Control, 0, false, 3, makeWhile},
		{CFG, 0, false, 4, makeBlocks},
		{CFG, 0, false, 1, makeEarlyOut},
		{CFG, 0, false, 1, makeAssert},
		{Calls, 0, false, 1, makeCall},
		{Affine, 0, false, 3, makeApply},
		{Affine, 0, false, 2, makeLinear},
		{Affine | Control, 0, false, 3, makeAffineFor},
		{Affine | Control, 0, false, 2, makeAffineIf},
		{LDS, perGroup, false, 8, makeExchange},
		{LDS, 0, false, 2, makeReadShared},
		{LDS | Vectors | Views, perGroup, false, 3, makeTile},
		{LDS | Control, perGroup, false, 2, makePingPong},
		{LDS, perGroup, false, 3, makeDirect},
		{LDS | Control, perGroup, false, 1, makeStaggered},
		{LDS | Narrow | Vectors, perGroup, true, 1, makeTransposeLoad},
		{LDS | Atomics, perGroup, false, 1, makeSharedAtomic},
		{Control, 0, false, 2, makeGlobalPingPong},
		{0, 0, false, 2, makePrivate},
		{Atomics, 0, false, 2, makeAtomic},
		{Atomics, 0, false, 2, makeOwnAtomic},
		{Atomics | Resource, 0, false, 2, makeRawAtomic},
		{Shuffle, perWave, false, 5, makeShuffle},
		{Shuffle, perWave, false, 1, makeRotate},
		{Shuffle, perWave, false, 2, makeSubgroupReduce},
		{Shuffle | LDS, perGroup, false, 1, makeAllReduce},
		{Shuffle, perLane, false, 2, makeReadLane},
		{Shuffle, perLane, false, 3, makeDPP},
		{Shuffle, perLane, false, 2, makeSwizzle},
		{Shuffle, perWave, true, 1, makePermlaneSwap},
		{Shuffle, perWave, true, 1, makeRowSwap},
		{Matrix | Vectors | Narrow, perWave, true, 2, makeMFMA},
		{Matrix | Vectors | Narrow, perWave, true, 1, makeSparse},
		{Convert | Narrow, 0, false, 3, makeSmallFloat},
		{Convert | Narrow | Vectors, 0, false, 2, makePacked},
		{Convert | Narrow | Vectors, 0, false, 3, makeConversion},
		{Convert | Narrow, 0, false, 1, makeScaling},
		{Views, 0, false, 4, makeView},
		{Views, 0, false, 2, makeShapes},
		{Views, 0, false, 1, makeBytes},
		{Views, 0, false, 1, makeCopy},
		{Views | Vectors, 0, false, 1, makeVectorElements},
		{Resource, 0, false, 4, makeFatBuffer},
		{Resource, 0, false, 2, makeFatStore},
		{Resource, 0, false, 3, makeRawBuffer},
		{Schedule, 0, false, 1, makeHint},
	}
}

// blocks are the sizes of workgroups; those of one wave are the most, since the
// interpreter takes its time for each lane.
var blocks = [][3]uint32{{64, 1, 1}, {64, 1, 1}, {64, 1, 1}, {64, 1, 1}, {64, 1, 1}, {128, 1, 1}, {48, 1, 1}, {16, 6, 1}, {256, 1, 1}, {8, 8, 1}, {32, 4, 1}, {16, 4, 2}, {96, 1, 1}, {1, 1, 1}, {20, 3, 1}, {192, 1, 1}}

// build makes the program that the choices describe.
func build(o Options, c *choices) *Program {
	g := &gen{choices: c, Options: o, chip: o.Chip, most: o.Size, weight: 1, level: perGroup,
		inputs: map[string]*mem{}, outs: map[string]*output{}, ldsLeft: int64(o.Chip.LDSBytes), table: table()}
	if g.graph = g.has(CFG) && (g.Focus&CFG != 0 || g.chance(1, 3)); !g.graph {
		g.Features &^= CFG
	}
	g.block = pick(g, blocks...)
	g.grid = pick(g, [3]uint32{1, 1, 1}, [3]uint32{2, 1, 1}, [3]uint32{1, 2, 1})
	g.lanes = int64(g.block[0]) * int64(g.block[1]) * int64(g.block[2])
	if g.lanes > int64(g.chip.WaveSize) {
		g.grid = [3]uint32{1, 1, 1}
	}
	g.total = g.lanes * int64(g.grid[0]) * int64(g.grid[1]) * int64(g.grid[2])
	g.full = min(int64(1)<<bits.TrailingZeros64(uint64(g.lanes)), int64(o.Chip.WaveSize))
	g.palette()
	g.prologue()
	g.statements(1 << 20)
	g.epilogue()
	p := &Program{Options: o, Kernel: "k", Grid: g.grid, Block: g.block}
	g.finish(p, g.body.String())
	p.made, p.spans = c.made, c.spans
	return p
}

// prologue computes the numbers of the lane.
func (g *gen) prologue() {
	id := func(name string, d int, n uint32, l level) *value {
		v := g.op(name, fmt.Sprintf("dimension = #gpu<dim %c>", "xyz"[d]), ir.Index)
		v.below, v.level = int64(n), l
		g.keep(v)
		return v
	}
	x := id("gpu.thread_id", 0, g.block[0], perLane)
	g.lin = x
	if g.block[1] > 1 || g.block[2] > 1 {
		y := id("gpu.thread_id", 1, g.block[1], perLane)
		g.lin = g.linear(y, int64(g.block[0]), x)
	}
	if g.block[2] > 1 {
		z := id("gpu.thread_id", 2, g.block[2], perLane)
		g.lin = g.linear(z, int64(g.block[0]*g.block[1]), g.lin)
	}
	g.lin.below = g.lanes
	g.gid = g.lin
	for d := range 2 {
		if g.grid[d] > 1 {
			g.gid = g.linear(id("gpu.block_id", d, g.grid[d], perGroup), g.lanes, g.lin)
		}
	}
	g.gid.below = g.total
	g.keep(g.lin)
	if g.gid != g.lin {
		g.keep(g.gid)
	}
}

// linear is a*n + b.
func (g *gen) linear(a *value, n int64, b *value) *value {
	if g.has(Affine) && g.chance(1, 2) {
		return g.op("affine.apply", fmt.Sprintf("map = affine_map<(d0, d1) -> (d0 * %d + d1)>", n), ir.Index, a, b)
	}
	return g.op("arith.addi", "", ir.Index, g.op("arith.muli", "", ir.Index, a, g.index(n)), b)
}

// epilogue stores unused values, as far as there is room.
func (g *gen) epilogue() {
	stored := 0
	for i := len(g.vals) - 1; i >= 0 && stored < 12; i-- {
		if v := g.vals[i]; v.t != nil && !v.used && storable(v.t) {
			g.store(v)
			stored++
		}
	}
	g.do("gpu.return", "")
}
