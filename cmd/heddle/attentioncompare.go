package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/attention"
	"heddle/layout"
	"heddle/timing"
)

// attentionCompareSchema identifies an attentionVariants.
const attentionCompareSchema = "heddle.time.attention.compare/v1"

// attentionVariants are the variants of a problem, in the order of attention.Problem.Variants.
type attentionVariants struct {
	Schema   string             `json:"schema"`
	Problem  string             `json:"problem"`
	Target   string             `json:"target"`
	Product  string             `json:"product"`
	Chosen   attention.Variant  `json:"chosen"` // by --variant auto
	Variants []attentionVariant `json:"variants"`
}

// attentionVariant is a variant that was timed, and its bound. Parts, Unneeded and Bound are cycles of a SIMD
// for 64 scores (attention.Demand).
type attentionVariant struct {
	Variant     attention.Variant `json:"variant"`
	Tiles       string            `json:"tiles"`
	Parts       []boundPartJSON   `json:"parts"`
	Unneeded    []boundPartJSON   `json:"unneeded,omitempty"`
	Bound       float64           `json:"bound"`
	Unit        string            `json:"unit"`        // that binds
	BoundPaired float64           `json:"boundPaired"` // if two waves always share slots of the vector ALU where they may
	BoundCycles float64           `json:"boundCycles"` // for all scores
	Cycles      timing.Cycle      `json:"cycles"`
	OfBound     float64           `json:"ofBound"` // BoundCycles / Cycles
	BoostTFLOPS float64           `json:"boostTflops"`
	TFLOPS      float64           `json:"tflops"` // at the modelled clock
}

// boundPartJSON is a part of a unit's time for 64 scores, and for all.
type boundPartJSON struct {
	Unit   string  `json:"unit"`
	What   string  `json:"what"`
	Cycles float64 `json:"cycles"`
	Whole  float64 `json:"whole"`
}

// boundOf is a configuration with its bound and the time that was modelled.
func boundOf(p *attention.Problem, c attention.Config, product *arch.Product, sum *timeDocuments) *attentionVariant {
	d, simds := p.Demand(c), product.CUs*p.Chip.SIMDs
	x := &attentionVariant{Variant: c.Variant, Tiles: c.String(), BoundCycles: p.Cycles(c, simds), Cycles: sum.Cycles, TFLOPS: sum.TFLOPS}
	x.Bound, x.Unit = d.Bound()
	x.BoundPaired = d.Paired()
	whole := func(list []attention.Part) (parts []boundPartJSON) {
		for _, part := range list {
			if part.Cycles > 0 {
				parts = append(parts, boundPartJSON{part.Unit, part.What, part.Cycles, part.Cycles / x.Bound * x.BoundCycles})
			}
		}
		return parts
	}
	x.Parts, x.Unneeded = whole(d.Parts()), whole(p.Unneeded(c))
	x.OfBound = x.BoundCycles / float64(x.Cycles)
	x.BoostTFLOPS = p.FLOP() / sum.SecondsAtBoost / 1e12
	return x
}

// compareVariants runs the command with --compare.
func (f *timeAttention) compareVariants(s *streams, cmd *cobra.Command) error {
	p, kind, err := f.prepare(&timer{timeFlags: f.quiet(), streams: s}, cmd)
	if err != nil {
		return err
	}
	product, err := f.productFor(p.Chip)
	if err != nil {
		return err
	}
	doc := attentionVariants{Schema: attentionCompareSchema, Problem: attentionText(p), Target: p.Chip.Name, Product: product.Name, Chosen: p.Choose().Variant}
	list := p.Variants()
	for i, v := range list {
		t := timer{timeFlags: f.quiet(), streams: s, which: fmt.Sprintf(" (%s, %d of %d)", v, i+1, len(list))}
		f.variant = string(v)
		x, err := f.timeVariant(&t, p, kind)
		if err != nil {
			return f.failed(s, err)
		}
		doc.Variants = append(doc.Variants, *x)
	}
	if f.asJSON {
		return s.writeJSON(doc)
	}
	return s.write(doc.write)
}

// unitCycles are the sums of the parts of units.
func (x *attentionVariant) unitCycles() (units []string, cycles map[string]float64) {
	cycles = map[string]float64{}
	for _, part := range x.Parts {
		if cycles[part.Unit] == 0 {
			units = append(units, part.Unit)
		}
		cycles[part.Unit] += part.Cycles
	}
	return units, cycles
}

// write prints the table, and under it what each bound is made of.
func (d *attentionVariants) write(w *bufio.Writer) error {
	fmt.Fprintf(w, "%s (%s)\nAll figures are modelled. Bounds are cycles of a SIMD for 64 scores.\n\n", d.Problem, d.Product)
	units, _ := d.Variants[0].unitCycles()
	rows := [][]string{append(append([]string{"variant"}, units...), "bound", "bound, all", "cycles", "of bound", "TFLOP/s at boost")}
	for i := range d.Variants {
		x := &d.Variants[i]
		name := string(x.Variant)
		if x.Variant == d.Chosen {
			name += " (auto)"
		}
		row, cycles := []string{name}, map[string]float64(nil)
		_, cycles = x.unitCycles()
		for _, unit := range units {
			text := fmt.Sprintf("%.2f", cycles[unit])
			if unit == x.Unit {
				text += " *"
			}
			row = append(row, text)
		}
		rows = append(rows, append(row, fmt.Sprintf("%.2f", x.Bound), fmt.Sprintf("%.0f", x.BoundCycles), fmt.Sprint(x.Cycles), fmt.Sprintf("%.1f %%", 100*x.OfBound), fmt.Sprintf("%.0f", x.BoostTFLOPS)))
	}
	w.WriteString(layout.Table(rows))
	fmt.Fprintln(w, "* binds")
	for i := range d.Variants {
		fmt.Fprintln(w)
		if err := d.Variants[i].writeBound(w); err != nil {
			return err
		}
	}
	return nil
}

// writeBound says what a bound is made of.
func (x *attentionVariant) writeBound(w *bufio.Writer) error {
	fmt.Fprintf(w, "Bound of %s (%s), in cycles of a SIMD for 64 scores; docs/attention.md derives it\n", x.Variant, x.Tiles)
	units, cycles := x.unitCycles()
	for _, unit := range units {
		var parts []string
		for _, part := range x.Parts {
			if part.Unit == unit {
				parts = append(parts, fmt.Sprintf("%s %.2f", part.What, part.Cycles))
			}
		}
		binds := ""
		if unit == x.Unit {
			binds = ", which binds"
		}
		fmt.Fprintf(w, "  %-12s %6.2f%s: %s\n", unit, cycles[unit], binds, strings.Join(parts, ", "))
	}
	fmt.Fprintf(w, "  all scores: %.0f cycles; modelled %d, the bound is %.1f %% of that\n", x.BoundCycles, x.Cycles, 100*x.OfBound)
	if x.BoundPaired < x.Bound {
		fmt.Fprintf(w, "  %.2f, %.0f cycles for all scores, if two waves shared slots of the vector ALU wherever they may\n", x.BoundPaired, x.BoundPaired/x.Bound*x.BoundCycles)
	}
	if len(x.Unneeded) == 0 {
		return nil
	}
	fmt.Fprintln(w, "  of that is not needed with 64 keys a step and without conflicts:")
	for _, part := range x.Unneeded {
		fmt.Fprintf(w, "  %-12s %6.2f, %11.0f cycles for all scores: %s\n", part.Unit, part.Cycles, part.Whole, part.What)
	}
	return nil
}
