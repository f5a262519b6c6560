package attention

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/diag"
	"heddle/ir"
	"heddle/isa"
	"heddle/tile"
)

// Schedule is how products and exponentials overlap.
type Schedule string

// The schedules.
const (
	// Overlap leaves it to the waves of a SIMD, of several workgroups: while some multiply, others compute
	// exponentials. Waves need few registers.
	Overlap Schedule = "overlap"
	// Ahead is Overlap with what a product takes from LDS in registers when it begins: it is read during the product
	// before.
	Ahead Schedule = "ahead"
)

// Schedules are all of them.
var Schedules = []Schedule{Overlap, Ahead}

// Config is how a kernel computes a problem. Choose makes one.
type Config struct {
	Schedule Schedule
	// Variant says which matrix instruction multiplies; not Auto.
	Variant Variant
	// Waves of a workgroup: 1, 2, 4, 8 or 16. Each has so many blocks of as many queries as the instruction
	// has results in a row: 32 or 16.
	Waves, Blocks int
	// Keys of a step: the rows of K and V in a buffer of LDS; a power of two, and as many as the instruction
	// multiplies by, or more.
	Keys int
	// Buffers of K and V in LDS, 2 or more: with 3 loads have two steps to arrive.
	Buffers int
	// WavesPerSIMD are to fit the registers of a SIMD; 0 for any number.
	WavesPerSIMD int
	// Priority: from the exponentials of a step to the scores of the next one, and with three waves or more on a SIMD to
	// their maximum and in exponentials before the scaling of others, a wave goes before the others of its
	// SIMD, so that products begin as soon as they can and the others' exponentials fill what they leave.
	Priority bool
	// SumByProduct: sums are of P as it is rounded, by products with ones (tile.MMA.RowSums), not of P before.
	SumByProduct bool
	// Parts divides the keys of the last blocks of queries, which do not fill a round of workgroups, among so many workgroups each; 0 and 1:
	// not. There must be no mask but that of the keys' end, and steps enough (divide.go).
	Parts int
	// Packed: the tiles in LDS have no pads between rows, which takes less LDS and more registers for
	// addresses.
	Packed bool
}

// String names the configuration as flags do.
func (c Config) String() string {
	s := fmt.Sprintf("%s, %s, %d waves of %d queries, %d keys a step", c.Schedule, c.Variant, c.Waves, c.Rows()/c.Waves, c.Keys)
	if c.Parts > 1 {
		s += fmt.Sprintf(", keys of the last blocks in %d parts", c.Parts)
	}
	return s
}

// size is that of the results of a matrix instruction.
func (c Config) size() int {
	size, _ := c.Variant.shape()
	return size
}

// Rows is the number of queries of a workgroup.
func (c Config) Rows() int { return c.Waves * c.size() * c.Blocks }

// Choose returns the configuration for a problem, which must be normalized.
func (p *Problem) Choose() Config { return p.ChooseVariant(Auto) }

// ChooseVariant is Choose for one of Variants, or Auto.
func (p *Problem) ChooseVariant(v Variant) Config {
	if v == Auto {
		v = p.best()
	}
	size, _ := v.shape()
	c := Config{Schedule: Overlap, Variant: v, Blocks: 1, Waves: 4, Buffers: 2, Keys: max(32, p.instruction(v).Step), WavesPerSIMD: 2}
	if p.In.Bytes() == 1 && p.transposes() {
		c.Keys = max(c.Keys, 64) // where V takes no registers for its transposition, the steps are worth more
	}
	if v == Seed004 {
		c.Keys, c.Waves, c.Packed = seedKeys, seedWaves, true
	}
	if size == 16 && p.SeqQ > 16 && p.HeadDim <= 128 {
		c.Blocks = 2 // so that each read of K and V serves as many queries as with results of 32 x 32
	}
	switch {
	case p.HeadDim > 192 && p.plain() && !p.falling() && p.transposes() && p.SeqK%int64(c.Keys) == 0 && p.SeqK >= 256 && p.Splits <= 1: // two fit, but the compiler does not try hard enough
	case p.Splits > 1 && p.tight(c), p.HeadDim > 128, c.Blocks == 2 && (p.Exp == ExpBits || p.QK.MX()): // scales, and what sums begin with, take registers, too
		c.WavesPerSIMD = 1
	}
	most := int64(size * c.Blocks)
	rows := (p.SeqQ + most - 1) / most
	least := 1
	if p.Packed() && p.HeadDim > 192 { // one wave would need registers for the addresses of all loads of a step
		least = 2
	}
	for int64(c.Waves) >= 2*rows && c.Waves > least {
		c.Waves /= 2
	}
	// Two buffers of K and V for each of the workgroups that are to be on a compute unit.
	for c.WavesPerSIMD > 1 && p.ldsBytes(c)*c.workgroups(p.Chip) > int64(p.Chip.LDSBytes) {
		c.WavesPerSIMD--
	}
	c.SumByProduct = p.sumByProduct(c)
	d := p.Demand(c)
	_, unit := d.Bound()
	switch unit {
	case vectorALU:
		c.Priority = true
	case matrixCore: // where there are three waves: V takes no registers for its transposition
		c.Priority = p.transposes() && c.WavesPerSIMD > 1 && !p.falling()
		p.readAhead(&c)
	}
	if pads := p.ldsBytes(c) / 8; (p.ldsBytes(c)+pads)*c.workgroups(p.Chip) > int64(p.Chip.LDSBytes) {
		c.Packed = true
	}
	if c.Parts = p.Splits; c.Parts == 0 {
		c.Parts = p.bestParts(c)
	}
	return c
}

// sumByProduct reports whether sums of P come from the matrix core: where the vector ALU binds, the matrix core is free for it, and
// ones and sums have registers without a wave less on a SIMD. The logarithm of the sums needs that of P before it is rounded.
func (p *Problem) sumByProduct(c Config) bool {
	return p.In == FP8 && p.Exp != ExpBits && !p.LSE && c.Variant != Seed004 && c.size() == 32 && p.instruction(c.Variant).Scaled && p.HeadDim <= 128
}

// plain reports whether a problem needs no registers for what is optional, but for a causal mask.
func (p *Problem) plain() bool {
	return p.ALiBi == nil && p.Window == nil && !p.Packed() && p.Exp != ExpBits && !p.QK.MX()
}

// readAhead chooses Ahead, where the matrix core binds and registers suffice.
func (p *Problem) readAhead(c *Config) {
	if !p.plain() || c.Variant == Seed004 || p.HeadDim != 128 || c.WavesPerSIMD < 2 || c.size() == 32 && c.Keys < 2*p.instruction(c.Variant).Step {
		return
	}
	c.Schedule, c.Priority = Ahead, true
	switch {
	case !p.transposes() || p.falling(): // with a number of steps that is not known, a third buffer takes registers
	case c.size() == 16: // operands of two blocks of queries take the registers that a third wave needs
		c.Buffers = 3
	case p.In == FP8: // loads are half as much; the compiler does not find three waves by itself
		c.WavesPerSIMD = 3
	default:
		c.Buffers = 3
	}
}

// best is the variant for Auto: the instruction with the smallest bound.
func (p *Problem) best() (best Variant) {
	// The transposition of values takes the registers that results of 32 x 32 need.
	small := p.HeadDim > 192 && p.In.Bytes() > 1 && !p.transposes()
	least := math.Inf(1)
	for _, v := range p.Variants() {
		size, _ := v.shape()
		if v == Seed004 || small && size > 16 {
			continue
		}
		same, _ := best.shape()
		if cycles := p.Cycles(p.ChooseVariant(v), 1); cycles < least || cycles == least && size == same { // the deeper one
			best, least = v, cycles
		}
	}
	return best
}

// transposes reports whether there are reads of LDS that transpose.
func (p *Problem) transposes() bool { return isa.For(p.Chip).Has(isa.DS_READ_B64_TR_B16) }

// workgroups is how many a compute unit has if as many waves are on a SIMD as demanded.
func (c Config) workgroups(chip *arch.Chip) int64 {
	return int64(max(1, max(1, c.WavesPerSIMD)*chip.SIMDs/c.Waves))
}

// ldsBytes is the size of the buffers without pads.
func (p *Problem) ldsBytes(c Config) int64 {
	return int64(c.Buffers) * int64(c.Keys) * p.rowBytes()
}

// rowBytes is the size of what there is of a key and its values.
func (p *Problem) rowBytes() int64 { return p.HeadDim*p.TypeQK().Bits()/8 + p.HeadDimV*p.In.Bytes() }

// check returns an error for a configuration that there is no kernel of.
func (p *Problem) check(c Config) error {
	if v, err := p.ParseVariant(string(c.Variant)); err != nil {
		return err
	} else if v != c.Variant || v == Auto {
		return diag.Usagef("%s: %q is not chosen; ChooseVariant does", diag.Field("Variant"), string(c.Variant))
	}
	size, step := c.size(), p.instruction(c.Variant).Step
	if c.Variant == Seed004 {
		step = seedKeys
	}
	switch {
	case !slices.Contains(Schedules, c.Schedule):
		all := names(Schedules)
		return diag.Usagef("%s: unknown schedule %q; need %s%s", diag.Field("Schedule"), string(c.Schedule), strings.Join(all, " or "), diag.DidYouMean(isa.Nearest(strings.ToLower(string(c.Schedule)), all, 1)))
	case c.Schedule == Ahead && (p.Exp == ExpBits || p.QK.MX() || c.Variant == Seed004):
		return diag.Usagef("%s: %s has no exponentials by %s, no %s and no %s; need %s", diag.Field("Schedule"), c.Schedule, ExpBits, names(MXTypes), Seed004, Overlap)
	case c.SumByProduct && (p.Exp == ExpBits || p.LSE || !p.instruction(c.Variant).Scaled || c.Variant == Seed004 || c.Schedule != Overlap):
		return diag.Usagef("%s: sums of rounded P have no exponentials by %s, no LSE, no %s and no schedule but %s, and need an instruction of types of 4 to 8 bits", diag.Field("SumByProduct"), ExpBits, Seed004, Overlap)
	case c.Buffers < 2 || c.Buffers > 4:
		return diag.Usagef("%s: %d buffers; need 2 to 4", diag.Field("Buffers"), c.Buffers)
	case c.Blocks != 1 && c.Blocks != 2:
		return diag.Usagef("%s: %d blocks of queries of a wave; need 1 or 2", diag.Field("Blocks"), c.Blocks)
	case c.Waves < 1 || c.Waves > 16 || c.Waves&(c.Waves-1) != 0:
		return diag.Usagef("%s: %d is not a number of waves; need 1, 2, 4, 8 or 16", diag.Field("Waves"), c.Waves)
	case c.Keys < step || c.Keys < size || c.Keys&(c.Keys-1) != 0 || c.Keys > 256:
		return diag.Usagef("%s: %d keys of a step; %s needs a power of two from %d to 256", diag.Field("Keys"), c.Keys, c.Variant, max(size, step))
	case p.ldsBytes(c) > int64(p.Chip.LDSBytes):
		return diag.Usagef("%s: %d keys of %d and %d elements, %d buffers, take %d bytes of LDS; %s has %d", diag.Field("Keys"), c.Keys, p.HeadDim, p.HeadDimV, c.Buffers, p.ldsBytes(c), p.Chip.Name, p.Chip.LDSBytes)
	}
	if c.Parts < 0 || c.Parts > mostParts || c.Parts > 1 && (!p.divisible() || c.Variant == Seed004) {
		return diag.Usagef("%s: %d parts of the keys; need 1 to %d, and 1 with a causal mask, a window, packed sequences and %s", diag.Field("Splits"), c.Parts, mostParts, Seed004)
	}
	return nil
}

// Plan is a module with the kernel of a problem, and its launch.
type Plan struct {
	Module      *ir.Module
	Config      Config
	Kernel      string
	Grid, Block [3]uint32
	// Reads are those of K, by piece of the head dimension, and of V from LDS.
	Reads []Read
	// Args are the names of the tensors (Problem.Tensor), or of other memory (Memory), that the kernel's parameters point to.
	Args []string
}

// Read is how the loop reads a tensor from LDS, with the proof of its conflicts.
type Read struct {
	Tensor string // k or v
	tile.Proof
}

// Ways are those of the worst reads of K and of V, found in their addresses: 1 without conflicts.
func (pl *Plan) Ways() (ways [2]int) {
	for _, r := range pl.Reads {
		at := 0
		if r.Tensor == "v" {
			at = 1
		}
		ways[at] = max(ways[at], r.Ways)
	}
	return ways
}
