package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/layout"
	"heddle/tiling"
	"heddle/timing"
	"heddle/timing/report"
)

// compareSchema identifies a compareDocument.
const compareSchema = "heddle.time.compare/v1"

// compareDocument is a kernel of a GEMM and variants of it, the kernel first.
type compareDocument struct {
	Schema   string       `json:"schema"`
	Problem  string       `json:"problem"`
	Target   string       `json:"target"`
	Product  string       `json:"product"`
	Variants []compareRow `json:"variants"`
}

// compareRow is a variant. Without a kernel it has only Name, Tiles if there are any, and Why.
type compareRow struct {
	Name         string       `json:"name"`
	Tiles        string       `json:"tiles,omitempty"`
	Changed      string       `json:"changed,omitempty"`      // what of the tiles is different from those that were chosen
	CacheSwizzle bool         `json:"cacheSwizzle,omitempty"` // a buffer resource has one
	Cycles       timing.Cycle `json:"cycles,omitempty"`       // of all dispatches
	Ratio        float64      `json:"ratio,omitempty"`        // of cycles to those of the first row
	// The rest is that of the first dispatch. LoopMFMA is the share of the hottest loop's time in which the
	// matrix cores work, Conflicts for how many cycles bank conflicts keep the LDS of a compute unit busy.
	LoopMFMA        float64 `json:"loopMFMA"`
	Conflicts       float64 `json:"ldsConflictCycles"`
	VGPRs           int     `json:"vgprs,omitempty"`
	SpilledVGPRs    int     `json:"spilledVGPRs,omitempty"`
	LDSBytes        int     `json:"ldsBytes"`
	WavesPerSIMD    int     `json:"wavesPerSIMD,omitempty"`
	WorkgroupsPerCU int     `json:"workgroupsPerCU,omitempty"`
	Why             string  `json:"why"` // it differs from the first row, or there is no kernel
}

// variant is a way to compute the problem.
type variant struct {
	name    string
	p       *gemm.Problem
	configs []gemm.Config // the first with a kernel counts
	changed string
	why     string // there is none, or none of its own
}

// variantKernel is what distinguishes kernels of a problem.
type variantKernel struct {
	c       gemm.Config
	swizzle gemm.CacheSwizzle
}

// timedVariant is a variant that was timed, to be used for others that are the same.
type timedVariant struct {
	row    compareRow
	report *report.Report // of the first dispatch
}

// compareVariants runs the command with --compare.
func (f *timeGEMM) compareVariants(s *streams, cmd *cobra.Command) error {
	t := timer{timeFlags: f.quiet(), streams: s}
	p, files, err := f.prepare(cmd, &t)
	if err != nil {
		return err
	}
	card, err := f.productFor(p.Chip)
	if err != nil {
		return err
	}
	ours, err := f.tiles.config(p)
	if err != nil {
		return err
	}
	list, err := variantsOf(p, ours, card)
	if err != nil {
		return err
	}
	doc := compareDocument{Schema: compareSchema, Problem: describe(p), Target: p.Chip.Name, Product: card.Name}
	done := map[variantKernel]*timedVariant{}
	var first *timedVariant
	for i, v := range list {
		x, err := f.timeVariant(s, v, files, fmt.Sprintf(" (%s, %d of %d)", v.name, i+1, len(list)), done)
		if err != nil {
			return f.failed(s, err)
		}
		if first == nil {
			if first = x; x.report == nil {
				return f.failed(s, errors.New(x.row.Why))
			}
		}
		doc.Variants = append(doc.Variants, x.against(first))
	}
	if f.asJSON {
		return s.writeJSON(doc)
	}
	return s.write(doc.write)
}

// describe is a problem in a few words.
func describe(p *gemm.Problem) string {
	return fmt.Sprintf("%d x %d x %d, %s -> %s, %s", p.M, p.N, p.K, types(p), p.Out.Name, p.Layout)
}

// variantsOf are the variants of a problem whose kernel has the tiles ours.
func variantsOf(p *gemm.Problem, ours gemm.Config, card *arch.Product) ([]variant, error) {
	list := []variant{{name: "heddle", p: p, configs: []gemm.Config{ours}}}
	for _, mode := range []tiling.Mode{tiling.IREE, tiling.Seed} {
		v, err := modeVariant(mode, p, card)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	list = append(list, loadVariants(p, ours)...)
	plain := ours
	plain.RowMajorLDS = true
	lds := variant{name: "LDS swizzle off", p: p, configs: []gemm.Config{plain}}
	if ours.Schedule == gemm.Straight {
		lds = variant{name: lds.name, why: "the operands do not pass through the LDS"}
	}
	off := *p
	off.CacheSwizzle = gemm.SwizzleOff
	cache := variant{name: "cache swizzle off", p: &off, configs: []gemm.Config{ours}}
	if !cacheSwizzled(p) {
		cache = variant{name: cache.name, why: "it is off: no row has a stride that it helps (docs/buffers.md)"}
	}
	rows := ours
	rows.RowMajor = true
	return append(list, lds, cache, variant{name: "workgroups in rows", p: p, configs: []gemm.Config{rows}}), nil
}

// cacheSwizzled reports whether a resource of the problem has a cache swizzle.
func cacheSwizzled(p *gemm.Problem) bool {
	return slices.ContainsFunc(p.Tensors(), func(name string) bool { return p.CacheSwizzleBytes(name) != 0 })
}

// modeVariant has the tile of another algorithm, or the nearest that there is a kernel for.
func modeVariant(mode tiling.Mode, p *gemm.Problem, card *arch.Product) (variant, error) {
	v := variant{name: "tile of " + mode.String(), p: p}
	target, err := tiling.TargetNamed(card.Name)
	if err != nil {
		return v, err
	}
	x, err := p.TilingProduct(card)
	if err != nil {
		return v, err
	}
	r, err := tiling.Choose(mode, target, p.TilingProblem(false), tiling.Options{Direct: true})
	if err != nil {
		v.why = err.Error()
		return v, nil
	}
	tile, changed, err := r.Tile()
	if err != nil {
		v.why = err.Error()
		return v, nil
	}
	tile, more := x.Fit(tile)
	v.changed = strings.Trim(changed+"; "+more, "; ")
	v.configs = append(v.configs, gemm.ConfigOf(tile))
	if tile.Direct {
		tile.Direct = false
		v.configs = append(v.configs, gemm.ConfigOf(tile))
	}
	return v, nil
}

// loadVariants load tiles otherwise than ours.
func loadVariants(p *gemm.Problem, ours gemm.Config) []variant {
	const direct, registers = "direct to LDS", "through registers"
	if ours.Schedule == gemm.Straight {
		other := gemm.ChooseOf(p, func(t tiling.Tile) bool { return t.WavesK <= 1 && t.Direct })
		return []variant{{name: direct, p: p, configs: []gemm.Config{other, p.Plainly()}}}
	}
	if !ours.Direct {
		other := gemm.ChooseOf(p, func(t tiling.Tile) bool { return t.WavesK <= 1 && t.Direct })
		if !other.Direct {
			return []variant{{name: direct, why: "the rows are not aligned for it, or no such tile fits the LDS"}}
		}
		return []variant{{name: direct, p: p, configs: []gemm.Config{other}}}
	}
	same := ours
	same.Direct = false
	list := []variant{{name: registers, p: p, configs: []gemm.Config{same}}}
	if other := gemm.ChooseOf(p, func(t tiling.Tile) bool { return t.WavesK <= 1 && !t.Direct }); !other.Direct {
		list = append(list, variant{name: registers + ", own tile", p: p, configs: []gemm.Config{other}})
	}
	return list
}

// timeVariant compiles and times the first of a variant's configurations that has a kernel.
func (f *timeGEMM) timeVariant(s *streams, v variant, files *gemmFiles, which string, done map[variantKernel]*timedVariant) (*timedVariant, error) {
	x := &timedVariant{row: compareRow{Name: v.name, Why: v.why, Changed: v.changed}}
	for i, c := range v.configs {
		if i > 0 {
			x.row.Changed = strings.Trim(x.row.Changed+"; no kernel for "+v.configs[i-1].String(), "; ")
		}
		x.row.Tiles, x.row.CacheSwizzle = c.String(), cacheSwizzled(v.p)
		if c.RowMajor {
			x.row.Tiles += ", workgroups in rows"
		}
		key := variantKernel{c, v.p.CacheSwizzle}
		if same := done[key]; same != nil {
			name, changed := x.row.Name, x.row.Changed
			*x = *same
			x.row.Name, x.row.Changed = name, changed
			return x, nil
		}
		if err := c.Check(v.p); err != nil {
			x.row.Why = "no kernel: " + inFlags(err).Error()
			continue
		}
		g, _, err := f.compileAs(s, v.p, func() (gemm.Config, error) { return c, nil })
		if err != nil {
			x.row.Why = "no kernel: " + strings.SplitN(err.Error(), "\n", 2)[0]
			continue
		}
		t := timer{timeFlags: f.quiet(), streams: s, which: which}
		if err := f.simulate(&t, g, files); err != nil {
			return nil, err
		}
		x.report, x.row.Why = t.timed[0].report, ""
		for _, k := range g.Built.Kernels[:1] {
			x.row.SpilledVGPRs = k.Func.Spills.VGPRs
		}
		x.row.Cycles = t.sum().Cycles
		done[key] = x
		break
	}
	return x, nil
}

// against completes a row.
func (x *timedVariant) against(first *timedVariant) compareRow {
	row, r := x.row, x.report
	if r == nil {
		return row
	}
	row.Ratio = float64(row.Cycles) / float64(first.row.Cycles)
	row.LoopMFMA, row.Conflicts = report.LoopMFMA(r), report.ConflictCycles(r)
	row.VGPRs, row.LDSBytes = r.Occupancy.VGPRs, r.Occupancy.LDSBytes
	row.WavesPerSIMD, row.WorkgroupsPerCU = r.Occupancy.WavesPerSIMD, r.Occupancy.WorkgroupsPerCU
	switch {
	case x == first:
	case r == first.report:
		row.Why = "the same kernel"
	case row.SpilledVGPRs > first.row.SpilledVGPRs:
		row.Why = fmt.Sprintf("%d registers are spilled; %s", row.SpilledVGPRs, report.Why(first.report, r))
	default:
		row.Why = report.Why(first.report, r)
	}
	return row
}

// write prints the table, and a line on each variant.
func (d *compareDocument) write(w *bufio.Writer) error {
	fmt.Fprintf(w, "%s on %s (%s)\nAll figures are modelled.\n\n", d.Problem, d.Product, d.Target)
	rows := [][]string{{"variant", "cycles", "to heddle", "MFMA in loop", "LDS conflicts", "VGPRs", "LDS", "waves a SIMD"}}
	for i := range d.Variants {
		v := &d.Variants[i]
		if v.Cycles == 0 {
			rows = append(rows, []string{v.Name, "-", "-", "-", "-", "-", "-", "-"})
			continue
		}
		share := "-" // no loop
		if v.LoopMFMA > 0 {
			share = fmt.Sprintf("%.1f %%", 100*v.LoopMFMA)
		}
		rows = append(rows, []string{v.Name, fmt.Sprint(v.Cycles), fmt.Sprintf("%.2f", v.Ratio), share, fmt.Sprintf("%.0f", v.Conflicts),
			fmt.Sprint(v.VGPRs), fmt.Sprint(v.LDSBytes), fmt.Sprint(v.WavesPerSIMD)})
	}
	w.WriteString(layout.Table(rows))
	fmt.Fprintln(w)
	for i := range d.Variants {
		v := &d.Variants[i]
		text := v.Name
		if v.Tiles != "" {
			text += ": " + v.Tiles
		}
		if v.Changed != "" {
			text += " (" + v.Changed + ")"
		}
		fmt.Fprintln(w, text)
		if v.Why != "" {
			fmt.Fprintf(w, "  %s\n", v.Why)
		}
	}
	fmt.Fprintln(w, "\nLDS conflicts: cycles of a compute unit's LDS. The same MLIR by LLVM's code generator is a test, since heddle runs no\nother program: go test -tags llvm ./verify -run TestCompareLLVM -v")
	return nil
}
