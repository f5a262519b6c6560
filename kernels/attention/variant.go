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
	// Auto is the variant with the smallest bound (Bound).
	Auto Variant = "auto"
)

// sizes are those of the results of matrix instructions.
var sizes = []int{32, 16}

// shape is what a variant's instruction multiplies: size x size results, depth products each.
func (v Variant) shape() (size, depth int) {
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
// head dimension, results of 32 x 32 first, and the deepest last.
func (p *Problem) Variants() (list []Variant) {
	elem := p.In.Elem(p.Chip)
	for _, size := range sizes {
		for _, depth := range tile.Depths(p.Chip, elem, elem, size) {
			if p.HeadDim%int64(p.step(size, depth)) == 0 {
				list = append(list, Variant(fmt.Sprintf("%[1]dx%[1]dx%d", size, depth)))
			}
		}
	}
	return list
}

// step divides the number of elements along which an instruction multiplies: 64 keys, say.
func (p *Problem) step(size, depth int) int {
	elem := p.In.Elem(p.Chip)
	return tile.StepOf(p.Chip, elem, elem, size, depth)
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
		if j := slices.IndexFunc(all, func(y Variant) bool { return y.short() == x.short() }); i > 0 && i == j {
			name += fmt.Sprintf(" (%s)", x.short())
		}
		accepted = append(accepted, name)
	}
	return "", diag.Usagef("%s: %q is no variant of attention of %s and head dimension %d on %s; need %s%s", diag.Field("Variant"), text, p.In, p.HeadDim, p.Chip.Name,
		strings.Join(accepted, ", "), diag.DidYouMean(isa.Nearest(string(v), names(all), 1)))
}
