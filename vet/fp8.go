package vet

import (
	"fmt"
	"math"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

// The fp8 rule: numbers are limited to the largest that the chip's 8-bit format has before they are
// converted. Which format the instructions have depends on the chip, so code that was written for the other
// one assembles, and gives NaN for what is in between, or less range than there is.

const ruleFP8 = "fp8"

// toFP8 are the conversions, and how many of their sources are numbers.
var toFP8 = map[isa.Op]int{isa.V_CVT_PK_FP8_F32: 2, isa.V_CVT_SR_FP8_F32: 1}

// limits are the instructions that numbers are limited with.
var limits = map[isa.Op]bool{
	isa.V_MED3_F32: true, isa.V_MIN_F32: true, isa.V_MAX_F32: true, isa.V_MIN3_F32: true, isa.V_MAX3_F32: true,
}

// largest is the largest number of a chip's fp8, as f32; 0 if it has none.
func largest(chip *arch.Chip) uint32 {
	if chip.FP8 == nil {
		return 0
	}
	return chip.FP8.ToF32(chip.FP8.FromF32(math.Float32bits(math.MaxFloat32), true))
}

// checkFP8 looks at what is converted.
func (c *checker) checkFP8(k *hsaco.Kernel, rules *ruleTable) {
	chip := c.g.target.Chip
	own := largest(chip)
	others := map[uint32]bool{}
	for _, other := range arch.Chips {
		if n := largest(other); n != 0 && n != own {
			others[n] = true
		}
	}
	var v *values
	saturates := k.Descriptor.FP16Overflow
	for i := range c.g.nodes {
		saturates = saturates || c.g.nodes[i].inst.Row.Op == isa.S_SETREG_B32 || c.g.nodes[i].inst.Row.Op == isa.S_SETREG_IMM32_B32
	}
	for i := range c.g.nodes {
		inst := &c.g.nodes[i].inst
		for src := range toFP8[inst.Row.Op] {
			if v == nil {
				v = newValues(c.g, rules.transfers, newStart(&k.Descriptor), newGiven(k, nil))
			}
			from, limit := v.limitOf(&inst.Args[1+src], int32(i), others)
			if from < 0 {
				continue
			}
			f := Finding{Rule: ruleFP8, Rank: RankNote, Place: c.place(int32(i)), Other: ptr(c.place(from))}
			f.Other.Note = "the limit is here"
			is, most := math.Float32frombits(limit), math.Float32frombits(own)
			f.Required, f.Found = fmt.Sprintf("a limit of %g", most), fmt.Sprintf("%g", is)
			f.Advice = fmt.Sprintf("limit to %g, the largest number of %s", most, chip.FP8.Name)
			switch {
			case is < most:
				f.Message = fmt.Sprintf("converts numbers up to %g only, the largest of another chip's format", is)
			case saturates: // MODE.FP16_OVFL makes what is too large the largest
				f.Message = fmt.Sprintf("converts numbers up to %g, the largest of another chip's format: unless MODE.FP16_OVFL is set, those beyond %g become NaN", is, most)
			default:
				f.Rank, f.Message = RankError, fmt.Sprintf("converts numbers up to %g, the largest of another chip's format: those beyond %g become NaN", is, most)
			}
			c.add(f)
			break
		}
	}
	if v != nil {
		c.steps += stepsFor(len(c.g.nodes)) - max(v.steps, 0)
	}
}

// limitOf returns the instruction that limits an operand to one of some magnitudes, and that; -1 if there is
// none.
func (v *values) limitOf(o *isa.Operand, node int32, of map[uint32]bool) (from int32, limit uint32) {
	if o.Kind != isa.KindReg {
		return -1, 0
	}
	d := v.at(v.vector(o.Reg(), node))
	if d.op != opResult || d.k >= beforeNode/2 || !limits[v.g.nodes[d.node].inst.Row.Op] {
		return -1, 0
	}
	const sign = 1 << 31
	inst := &v.g.nodes[d.node].inst
	for k := 1; k < len(inst.Row.Operands); k++ {
		bits, ok := inst.Constant(k)
		if o := &inst.Args[k]; o.Kind == isa.KindReg {
			var n uint32
			n, ok = v.isConst(v.vector(o.Reg(), d.node))
			bits = uint64(n)
		}
		if limit = uint32(bits) &^ sign; ok && of[limit] {
			return d.node, limit
		}
	}
	return -1, 0
}
