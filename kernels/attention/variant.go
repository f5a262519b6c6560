package attention

import (
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/isa"
	"heddle/tile"
)

// Variant is the matrix instruction that multiplies, MxNxK: that of both products. With it go the queries of
// a wave and the least number of keys of a step.
type Variant string

// Variants that are no instruction.
const (
	// Auto is the instruction with the smallest bound (Problem.Cycles): of those of a size that have the same, the
	// deepest.
	Auto Variant = "auto"
	// Seed004 is a scheme to compare with: P of 32 keys at a time is extended with zeros to the 64 that the
	// instruction takes, K lies in LDS without swizzle, and V with one that leaves conflicts.
	Seed004 Variant = "seed004"
)

// seedInstruction is that of Seed004.
const seedInstruction Variant = "32x32x64"

// The steps of Seed004, the head dimension that its addresses are for, and its waves.
const (
	seedKeys    = 32
	seedHeadDim = 128
	seedWaves   = 4
)

// seedSwizzle are its exclusive ors: chunks of V by bits 1 to 3 of the row.
var seedSwizzle = []int{0, 1, 2, 4}

// sizes are those of the results of matrix instructions.
var sizes = []int{32, 16}

// shape is what a variant's instruction multiplies: size x size results, depth products each.
func (v Variant) shape() (size, depth int) {
	if v == Seed004 {
		v = seedInstruction
	}
	if n, err := fmt.Sscanf(string(v), "%dx%dx%d", &size, &size, &depth); n != 3 || err != nil {
		return 0, 0
	}
	return size, depth
}

// short is the variant by its depth alone, as in k64.
func (v Variant) short() Variant {
	_, depth := v.shape()
	return Variant(fmt.Sprint("k", depth))
}

// Variants are those that there are for a problem, which must be normalized: instructions that divide its
// head dimension, results of 32 x 32 first and the deepest last, and Seed004 where there is its instruction.
func (p *Problem) Variants() (list []Variant) {
	for _, size := range sizes {
		for _, x := range p.instructions(size) {
			if p.HeadDim%int64(x.Step) == 0 && (x.Scaled || p.Exp != ExpBits && !p.QK.MX()) {
				list = append(list, Variant(fmt.Sprintf("%[1]dx%[1]dx%d", size, x.Depth)))
			}
		}
	}
	if p.In == FP8 && p.Exp != ExpBits && !p.QK.MX() && p.HeadDim == seedHeadDim && slices.Contains(list, seedInstruction) {
		list = append(list, Seed004)
	}
	return list
}

// instructions are those with results of a size for the problem's type.
func (p *Problem) instructions(size int) []tile.Instruction {
	elem := p.In.Elem(p.Chip)
	return tile.Instructions(p.Chip, elem, elem, size)
}

// instruction is that of a variant; zero if there is none. instructionQK is that for the types of Q and K.
func (p *Problem) instruction(v Variant) tile.Instruction { return p.instructionOf(v, p.In) }

func (p *Problem) instructionQK(v Variant) tile.Instruction { return p.instructionOf(v, p.TypeQK()) }

func (p *Problem) instructionOf(v Variant, t Type) tile.Instruction {
	size, depth := v.shape()
	elem := t.Elem(p.Chip)
	for _, x := range tile.Instructions(p.Chip, elem, elem, size) {
		if x.Depth == depth {
			return x
		}
	}
	return tile.Instruction{}
}

// ParseVariant returns the variant that a text names: auto, or one of Variants, of which the K alone will do
// if it is that of one, or of the one of 32 x 32: k16, K=16.
func (p *Problem) ParseVariant(text string) (Variant, error) {
	v := Variant(strings.Replace(strings.ToLower(strings.TrimSpace(text)), "k=", "k", 1))
	list := p.Variants()
	if v == Auto || slices.Contains(list, v) {
		return v, nil
	}
	if i := slices.IndexFunc(list, func(x Variant) bool { return x.short() == v }); i >= 0 {
		return list[i], nil
	}
	all := append([]Variant{Auto}, list...)
	var accepted []string
	for i, x := range all {
		name := string(x)
		if j := slices.IndexFunc(all, func(y Variant) bool { return y.short() == x.short() }); x != Auto && x != Seed004 && i == j {
			name += fmt.Sprintf(" (%s)", x.short())
		}
		accepted = append(accepted, name)
	}
	return "", diag.Usagef("%s: %q is no variant of attention of %s and head dimension %d on %s; need %s%s", diag.Field("Variant"), text, p.In, p.HeadDim, p.Chip.Name,
		strings.Join(accepted, ", "), diag.DidYouMean(isa.Nearest(string(v), names(all), 1)))
}
