package attention

import (
	"fmt"

	"heddle/arch"
	"heddle/isa"
)

// Demand is what the loop over keys asks of the units of a SIMD, in cycles for each 64 scores: one of each
// lane. It counts the work of the algorithm (docs/attention.md, Bounds), at the costs of the chip's timing
// model, not what a compiler adds.
type Demand struct {
	// Matrix is the time of the matrix core: for both products, and with Config.SumByProduct for Sums.
	Matrix, Sums float64
	// Parts of the vector ALU's time: the exponential, the multiplication by the scale with the subtraction of the
	// maximum, the greatest score, the sum, rounding to the type of V, the transposition of V where reads
	// do not transpose, and what is done once for each query and step: the comparison with the
	// maximum so far, and the sum. With ExpBits Exp is a conversion, and there is no Scale; with Config.SumByProduct
	// there is no Sum.
	Exp, Scale, Max, Sum, Convert, Transpose, Step float64
	// Shadow is for how long reads of matrix instructions' operands keep other instructions from the vector ALU.
	Shadow float64
	// LDS is the time of the LDS for the reads of all waves of the compute unit, spread over its SIMDs.
	LDS float64
	// DMA is the time of the L1 for the loads of K and V to LDS, likewise.
	DMA float64
	// Pairs is how much of VALU two waves of a SIMD save at most, by sharing slots: two simple instructions issue
	// together then. It is not in the bound.
	Pairs float64
}

// Names of units.
const (
	matrixCore = "matrix core"
	vectorALU  = "vector ALU"
)

// VALU is the vector ALU's time without Shadow, one instruction a slot.
func (d *Demand) VALU() float64 {
	return d.Exp + d.Scale + d.Max + d.Sum + d.Convert + d.Transpose + d.Step
}

// Bound is the time of the unit that needs most, with one instruction a slot of the vector ALU, and its name. A kernel
// whose waves share slots may do with less, down to Paired.
func (d *Demand) Bound() (cycles float64, unit string) {
	for _, x := range []struct {
		cycles float64
		unit   string
	}{{d.Matrix, matrixCore}, {d.VALU() + d.Shadow, vectorALU}, {d.LDS, "LDS"}, {d.DMA, "L1"}} {
		if x.cycles > cycles {
			cycles, unit = x.cycles, x.unit
		}
	}
	return cycles, unit
}

// Part is a part of a unit's time for 64 scores.
type Part struct {
	Unit, What string
	Cycles     float64
}

// Parts are those of each unit, in the order of the bound's derivation; the parts of a unit are adjacent.
func (d *Demand) Parts() []Part {
	const alu = vectorALU
	return []Part{
		{matrixCore, "both products", d.Matrix - d.Sums}, {matrixCore, "sum", d.Sums},
		{alu, "exponential", d.Exp}, {alu, "scale", d.Scale}, {alu, "maximum", d.Max}, {alu, "sum", d.Sum}, {alu, "conversion", d.Convert},
		{alu, "transposition", d.Transpose}, {alu, "per query and step", d.Step}, {alu, "shadow", d.Shadow},
		{"LDS", "reads", d.LDS}, {"L1", "loads to LDS", d.DMA},
	}
}

// Unneeded is what of a configuration's demand there would not be with 64 keys or more in each step, none of them
// zeros, and without conflicts in the LDS: of Seed004 the reasons why it is slow.
func (p *Problem) Unneeded(c Config) (list []Part) {
	d, x := p.Demand(c), p.instruction(c.Variant)
	keys := float64(c.Keys)
	padded, per := max(keys, float64(x.Step)), 64/(float64(c.Rows()/c.Waves)*keys)
	add := func(unit, what string, cycles float64) {
		if cycles > 0 {
			list = append(list, Part{unit, what, cycles})
		}
	}
	values := float64(p.HeadDimV) * padded / (float64(p.HeadDim)*keys + float64(p.HeadDimV)*padded) // the second product's share
	zeros := values * (1 - keys/padded)
	add("matrix core", "products with zeros", zeros*d.Matrix)
	add("vector ALU", "the shadow of products with zeros", zeros*d.Shadow)
	if most := max(64, x.Step); c.Keys < most {
		add("vector ALU", fmt.Sprintf("maximum, sum and comparison for steps of %d keys instead of %d", c.Keys, most), d.Step*(1-keys/float64(most)))
	}
	ways := c.Ways()
	of := func(keys, values float64, ways [2]int) float64 { return per * p.reads(keys, values, ways) }
	free := of(keys, padded, [2]int{1, 1})
	add("LDS", "reads of zeros", free-of(keys, keys, [2]int{1, 1}))
	add("LDS", fmt.Sprintf("reads of K: conflicts of %d ways", ways[0]), of(keys, padded, [2]int{ways[0], 1})-free)
	add("LDS", fmt.Sprintf("reads of V: conflicts of %d ways", ways[1]), of(keys, padded, [2]int{1, ways[1]})-free)
	return list
}

// Paired is the bound if two waves always share slots of the vector ALU where they may: none is lower.
func (d *Demand) Paired() float64 { return max(d.Matrix, d.VALU()+d.Shadow-d.Pairs, d.LDS, d.DMA) }

// Cycles is the bound of all of a problem's scores on so many SIMDs. Blocks of queries, and steps, are whole.
func (p *Problem) Cycles(c Config, simds int) float64 {
	d := p.Demand(c)
	bound, _ := d.Bound()
	rows, keys := int64(c.Rows()/c.Waves), int64(c.Keys)
	whole := func(n, unit int64) float64 { return float64((n + unit - 1) / unit * unit) }
	share := whole(p.SeqQ, rows) / float64(p.SeqQ) * whole(p.SeqK, keys) / float64(p.SeqK)
	return bound * p.Scores() * share / 64 / float64(simds)
}

// Demand returns what a configuration asks. The problem must be normalized.
func (p *Problem) Demand(c Config) (d Demand) {
	chip := p.Chip
	core, slot := &chip.Model.Core, float64(chip.Timing.Issue)
	queries, keys := float64(c.Rows()/c.Waves), float64(c.Keys)
	per := 64 / (queries * keys) // of a wave's step in 64 scores
	x, qk, size := p.instruction(c.Variant), p.instructionQK(c.Variant), float64(c.size())

	padded := max(keys, float64(x.Step)) // with zeros behind the keys of a step
	scores := per * keys * queries / (size * size) * float64(p.HeadDim) / float64(x.Depth)
	values := per * queries * float64(p.HeadDimV) / (size * size) * padded / float64(x.Depth)
	d.Matrix = scores*float64(qk.Cycles) + values*float64(x.Cycles)
	d.Shadow = scores*shadow(core, qk.Registers) + values*shadow(core, x.Registers)
	sums := 0.0
	if c.SumByProduct {
		sums = per * queries / size * padded / float64(x.Depth)
	}
	d.Sums = sums * float64(x.SumCycles)
	d.Matrix += d.Sums
	d.Shadow += sums * shadow(core, x.Registers)

	d.Exp, d.Scale, d.Max, d.Sum = core.Trans.Value, slot, slot/2, slot // of three scores one maximum
	convert, shares := p.rounding()
	d.Convert = convert
	// What a lane has of a query: the greatest score relative to the maximum, the comparison, and the sum so far. ExpBits
	// compares the greatest score as it is, and the sum with 0.
	perQuery := 3 * slot
	if c.SumByProduct {
		d.Sum, perQuery = 0, 2*slot
	}
	if p.Exp == ExpBits {
		d.Exp, d.Scale = slot, 0
	}
	d.Step = per * perQuery * queries / size
	loaded := float64(p.rowBytes())
	if !p.transposes() {
		registers := keys * float64(p.HeadDimV*p.In.Bytes()) / float64(4*chip.WaveSize)
		d.Transpose = per * registers * slot * 2 / float64(p.In.Bytes()) // two moves of bytes, one of pairs
	}
	d.LDS = per * p.reads(keys, padded, c.Ways())
	perSIMD := float64(c.Waves) / float64(chip.SIMDs)
	d.DMA = per * keys * loaded / chip.Model.Memory.L1BytesPerCycle.Value / perSIMD
	d.Pairs = d.VALU() / 2
	if p.Exp != ExpBits {
		d.Pairs -= d.Exp / 2
	}
	if !shares {
		d.Pairs -= d.Convert / 2
	}
	return d
}

// shadow is how long a matrix instruction with so many registers of A and B keeps the vector ALU.
func shadow(m *arch.CoreModel, registers int) float64 {
	switch {
	case registers <= 2:
		return m.Shadow2.Value
	case registers <= 4:
		return m.Shadow4.Value
	}
	return m.Shadow8.Value
}

// rounding is the time of the vector ALU to round a score's exponential to the type of V and put it into its
// place in a register, and whether the instructions may share slots with another wave's: those that pack may not.
func (p *Problem) rounding() (cycles float64, shares bool) {
	t, slot := isa.For(p.Chip), float64(p.Chip.Timing.Issue)
	switch {
	case p.In == FP8:
		return p.Chip.Model.Core.Slow.Value / 2, false
	case p.PRound == RoundZero:
		return slot / 2, true // half a v_perm
	case p.PRound == RoundAway:
		return 1.5 * slot, true // an addition before it
	case p.In == BF16 && t.Has(isa.V_CVT_PK_BF16_F32), p.In == F16 && t.Has(isa.V_CVT_PK_F16_F32):
		return slot / 2, false
	}
	if p.In == BF16 {
		return 2.5 * slot, true // the last bit, an addition with it, and half a v_perm
	}
	return 1.5 * slot, true // a conversion, and half a v_perm
}

// reads is the time of the LDS for a step's keys and values, a SIMD's share of it.
func (p *Problem) reads(keys, values float64, ways [2]int) float64 {
	wide := func(instruction string, bytes float64, ways int) float64 {
		a, ok := p.Chip.LDSAccess(instruction)
		if !ok {
			panic("BUG: no access " + instruction)
		}
		accesses := bytes / float64(a.Bytes*p.Chip.WaveSize)
		phases := p.Chip.WaveSize >> len(a.Phase)
		return accesses * float64(max(2*a.Port, p.Chip.SIMDs*phases*ways)) // two SIMDs share a port, all the banks
	}
	name := "ds_read_b64"
	if p.transposes() {
		name = fmt.Sprintf("ds_read_b64_tr_b%d", 8*p.In.Bytes())
	}
	return wide("ds_read_b128", keys*float64(p.HeadDim*p.TypeQK().Bits())/8, ways[0]) + wide(name, values*float64(p.HeadDimV*p.In.Bytes()), ways[1])
}

// Ways are those of the phases of reads of K and of V: how many words of a bank one has to wait for.
func (c Config) Ways() [2]int {
	if c.Variant == Seed004 {
		return [2]int{8, 2}
	}
	return [2]int{1, 1}
}
