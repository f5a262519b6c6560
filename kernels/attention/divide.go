package attention

import (
	"math"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// The last blocks of a grid, which do not fill a round of workgroups, would have the chip for themselves, and take most of
// the time of a full round. The keys of each of these blocks are divided among several workgroups, as flash-decoding does
// it. Each writes its state to memory: the unscaled output, the maximum, and the sum. The last one to arrive combines the
// states in the order of the keys and stores the results, so that these do not depend on the order of arrival, and nobody waits.

// division is how a grid is divided: the first blocks have a workgroup each, each of the others has some.
type division struct {
	whole   int64 // workgroups with a block each, the first ones
	divided int64 // the other blocks
	parts   int64 // of the keys of each of them
	// steps are those of a block's keys. The loop takes turn of them at a time, and has to end where it always does:
	// a part has as many steps as a whole block but for a multiple of turn.
	steps, turn int64
}

// divide returns how a configuration divides so many blocks of queries.
func (p *Problem) divide(c Config, blocks int64) division {
	d := division{whole: blocks, parts: 1, steps: p.steps(c), turn: int64(c.Buffers)}
	if c.Parts > 1 {
		d.parts = int64(c.Parts)
		d.divided = blocks % p.places(c)
		d.whole = blocks - d.divided
	}
	return d
}

// steps is the number of steps of the loop over all keys of a sequence.
func (p *Problem) steps(c Config) int64 { return (p.SeqK + int64(c.Keys) - 1) / int64(c.Keys) }

// possible reports whether parts have steps enough, and the ones that the loop can end with.
func (d division) possible() bool {
	rest := d.steps % d.turn
	return (d.parts-1)*rest%d.turn == 0 && d.length(d.parts-1) >= leastTurns*d.turn+rest
}

// numbers lists the first numbers of parts that are possible.
func (d division) numbers() (list []int64) {
	const many = 8
	for d.parts = 2; d.parts <= mostParts && len(list) < many; d.parts++ {
		if d.possible() {
			list = append(list, d.parts)
		}
	}
	return list
}

// leastTurns is how many turns of the loop a part has at least: so many that its loads are ahead as in the middle of any loop.
const leastTurns = 4

// turns are those of a part, beside the steps that do not make a turn: the first more parts have one more.
func (d division) turns() (each, more int64) {
	n := (d.steps - d.parts*(d.steps%d.turn)) / d.turn
	return n / d.parts, n % d.parts
}

// length is the number of steps of a part, and end the step that follows it.
func (d division) length(part int64) int64 { return d.end(part) - d.end(part-1) }

func (d division) end(part int64) int64 {
	each, more := d.turns()
	return (part+1)*(d.steps%d.turn+each*d.turn) + min(part+1, more)*d.turn
}

// workgroups is the size of the grid.
func (d division) workgroups() int64 { return d.whole + d.divided*d.parts }

// places is how many workgroups are expected to run at a time on the chip's product.
func (p *Problem) places(c Config) int64 {
	product := arch.DefaultProduct(p.Chip)
	if product == nil {
		return math.MaxInt64
	}
	return int64(product.CUs) * p.Together(c)
}

// Together is how many workgroups a compute unit is expected to have at a time. It is chosen before the kernel is compiled, for which registers
// there are to be found; if it is wrong, results are the same, and only later.
func (p *Problem) Together(c Config) int64 {
	n, small := max(c.WavesPerSIMD, 1), p.In.Bytes() == 1
	switch {
	case p.HeadDim <= 64:
		n = 4
	case small && c.size() == 32 && (p.HeadDim <= 128 || p.HeadDim <= 192 && p.Exp != ExpBits), !small && p.transposes() && p.HeadDim <= 128:
		n = 3
	case p.transposes():
		n = 2
	}
	lds := p.ldsBytes(c)
	if !c.Packed {
		lds += lds / padOf
	}
	c.WavesPerSIMD = n
	for c.WavesPerSIMD > 1 && lds*c.workgroups(p.Chip) > int64(p.Chip.LDSBytes) {
		c.WavesPerSIMD--
	}
	return c.workgroups(p.Chip)
}

// padOf is about what part of a tile in LDS its pads are at most.
const padOf = 64

// Costs of dividing, as modelled, in steps of a full compute unit: what a workgroup does outside of its loop, and how long it waits for a
// state that is stored, or loaded again. All of them together take what they need of the memory's bandwidth besides.
const (
	costOutside = 3
	costState   = 1
	// costAlone is the part of its time with others that a workgroup takes without them: waves wait for their own results then.
	costAlone = 0.6
	// worthDividing is how much of the last round's time may be left, and worthOfGrid what part of the whole grid's has to be gained: the
	// estimate is no better.
	worthDividing, worthOfGrid = 0.85, 0.01
)

// bestParts is the number of parts for the keys of the last blocks that is estimated to take the least time; 1 if it is not worth
// it.
func (p *Problem) bestParts(c Config) int {
	if !p.divisible() || c.Variant == Seed004 || p.tight(c) {
		return 1
	}
	blocks, places := p.order(c).blocks*p.Heads*p.Batch, p.places(c)
	// With results of 16 x 16 the loop is scheduled otherwise if it may be a part, and loses more in full rounds than the last one gains (RATIONALE.md).
	if places == math.MaxInt64 || c.size() == 16 && blocks >= places {
		return 1
	}
	best, now := 1, p.lastRounds(c, division{divided: blocks % places, parts: 1, steps: p.steps(c), turn: 1})
	least := min(worthDividing*now, now-worthOfGrid*float64(blocks/places*p.steps(c)))
	for c.Parts = 2; int64(c.Parts) <= mostParts; c.Parts++ {
		d := p.divide(c, blocks)
		if d.divided == 0 || !d.possible() {
			continue
		}
		if time := p.lastRounds(c, d); time < least {
			best, least = c.Parts, time
		}
	}
	return best
}

// tight reports whether two waves on a SIMD take all registers, and none are left for a part of the keys: with wide heads, and where values are
// transposed in registers, and masked in the last step.
func (p *Problem) tight(c Config) bool {
	return p.HeadDim > 192 || !p.transposes() && p.In.Bytes() > 1 && p.SeqK%int64(c.Keys) != 0
}

// divisible reports whether keys can be divided: all queries have the same.
func (p *Problem) divisible() bool { return !p.falling() && p.Window == nil && !p.Packed() }

// mostParts bounds the parts of a block's keys.
const mostParts = 64

// lastRounds estimates the time of the divided blocks, in steps of a full compute unit.
func (p *Problem) lastRounds(c Config, d division) float64 {
	product := arch.DefaultProduct(p.Chip)
	places, full := p.places(c), float64(p.Together(c))
	n, time := d.divided*d.parts, 0.0
	for ; n > 0; n -= places {
		each := math.Ceil(float64(min(n, places)) / float64(product.CUs)) // of a compute unit
		time += (float64(d.length(0)) + costOutside) * max(each/full, costAlone)
	}
	if d.parts > 1 {
		time += costState*float64(1+d.parts) + p.moving(c, d)/p.stepCycles(c)
	}
	return time
}

// moving is how many cycles it takes to move all states to memory. The last part of a block loads them while other blocks are computed.
func (p *Problem) moving(c Config, d division) float64 {
	product := arch.DefaultProduct(p.Chip)
	bytes := 4 * float64(d.divided*d.parts) * float64(int64(c.Rows())*p.HeadDimV)
	return bytes / product.HBMBandwidth * float64(product.BoostMHz) * 1e6
}

// stepCycles is how long a step of a full compute unit takes at least.
func (p *Problem) stepCycles(c Config) float64 {
	d := p.Demand(c)
	cycles, _ := d.Bound()
	return cycles * float64(int64(c.Rows()*c.Keys)*p.Together(c)) / float64(p.Chip.WaveSize*p.Chip.SIMDs)
}

// portion is what a workgroup has to do where the keys of some blocks are divided.
type portion struct {
	alone  tile.Condition // all keys of a block
	number tile.Index     // of the block among those that are divided
	slot   tile.Index     // of its state: those of the parts of a block are as many apart as there are blocks
	// first is its first step of the block's keys, and fewer how many steps less than a block it has.
	first, fewer tile.Index
}

// portion is what of a divided block a workgroup has, or of one whose keys it has all.
func (d division) portion(alone tile.Condition, slot tile.Index) portion {
	number, part := slot.Mod(d.divided), slot.Div(d.divided)
	rest := d.steps % d.turn
	each, more := d.turns()
	fewer := tile.I((d.steps-rest)/d.turn - each)
	if more > 0 {
		fewer = part.Less(tile.I(more)).Select(fewer.Minus(tile.I(1)), fewer)
	}
	first := part.Times(rest + each*d.turn).Plus(part.Min(tile.I(more)).Times(d.turn))
	return portion{
		alone: alone, number: number, slot: slot,
		first: alone.Select(tile.I(0), first).Below(d.end(d.parts-2) + 1), fewer: alone.Select(tile.I(0), fewer).Times(d.turn),
	}
}

// states are where parts have theirs.
type states struct {
	acc     *tile.Tensor // by slot: as registers have it, neighbouring lanes next to each other, not by query and column
	layout  tile.Layout  // of acc, as it is in memory
	columns *tile.Tensor // by slot: the maximum and the sum, by query
	counter *tile.Tensor
}

// Arguments for the states of parts, in f32, and how many have arrived, i32 that are 0 before the kernel runs, and again when it ends.
const (
	ArgWorkspace = "workspace"
	ArgColumns   = "workspace_columns"
	ArgCounters  = "counters"
)

// pieceItems are the items of acc that a lane stores at a time: 16 bytes.
const pieceItems = 4

// states adds the arguments.
func (w *writer) states() *states {
	add := func(name string, elem ir.Type) *tile.Tensor {
		w.args = append(w.args, name)
		return w.k.Tensor(name, elem, w.division.memory(w.p, w.c, name)...)
	}
	layout := w.k.Spread(w.c.Rows(), int(w.p.HeadDimV), pieceItems)
	return &states{acc: add(ArgWorkspace, ir.F32), layout: layout, columns: add(ArgColumns, ir.F32), counter: add(ArgCounters, ir.I32)}
}

// memory is the shape of an argument for states; nil for others.
func (d division) memory(p *Problem, c Config, arg string) []int64 {
	n, rows := d.divided*d.parts, int64(c.Rows())
	switch {
	case n == 0:
	case arg == ArgWorkspace:
		return []int64{n, rows, p.HeadDimV}
	case arg == ArgColumns:
		return []int64{n, 2, rows, 1}
	case arg == ArgCounters:
		return []int64{1, d.divided}
	}
	return nil
}

// nothingYet is the maximum where there is no exponential.
const nothingYet = -1e30

// finish stores the results of a block, or of a part of its keys the state, from which the last of the parts to arrive
// makes the results.
func (r *results) finish(s state, at *position) {
	k, d := r.w.k, r.w.division
	if d.divided == 0 {
		r.store(s, at)
		return
	}
	parts := func() tile.Values {
		zero := tile.I(0)
		top := k.Select(k.Compare(s.sum, tile.Equal, k.Like(s.sum, 0)), k.Like(s.top, nothingYet), s.top)
		k.Store(r.states.acc, s.acc.As(r.states.layout), at.slot, zero, zero)
		k.Store(r.states.columns, top, at.slot, zero, zero, zero)
		k.Store(r.states.columns, s.sum, at.slot, tile.I(1), zero, zero)
		k.If(k.LastOf(d.parts, r.states.counter, zero, at.number), func() { r.store(r.combined(at.number, s), at) })
		return nil
	}
	if d.whole == 0 {
		parts()
		return
	}
	k.IfElse(at.alone, func() tile.Values {
		r.store(s, at)
		return nil
	}, parts)
}

// combined is the state of all keys of a block, by its number, in the layouts of one.
func (r *results) combined(number tile.Index, like state) state {
	k, d, zero := r.w.k, r.w.division, tile.I(0)
	load := func(slot tile.Index) tile.Values {
		column := func(which int64) *tile.Tile {
			return k.Load(r.states.columns, like.top.Layout, slot, tile.I(which), zero, zero)
		}
		return tile.Values{k.Load(r.states.acc, r.states.layout, slot, zero, zero).As(like.acc.Layout), column(0), column(1)}
	}
	// Bounds that are no constants keep the compiler from unrolling the loop, which would take registers for all loads at a time.
	next, end := number.Plus(tile.I(d.divided)), number.Plus(tile.I(d.parts*d.divided))
	all := k.For(next, end, tile.I(d.divided), load(number), func(slot tile.Index, so tile.Values) tile.Values {
		next := load(slot)
		top := k.Max(so.Tile(1), next.Tile(1))
		before, now := k.Exp2(k.Sub(so.Tile(1), top)), k.Exp2(k.Sub(next.Tile(1), top))
		add := func(n int) *tile.Tile { return k.Add(k.Mul(so.Tile(n), before), k.Mul(next.Tile(n), now)) }
		return tile.Values{add(0), top, add(2)}
	})
	return state{all.Tile(0), all.Tile(1), all.Tile(2)}
}
