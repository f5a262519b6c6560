package main

import (
	"bufio"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/gemm"
	"heddle/tiling"
)

// tileContraction is heddle tile contraction.
type tileContraction struct {
	target, mode, dtype, bType, acc, layout string
	op, pipeline                            string
	scaled, accumulate, direct, why, asJSON bool
	stages                                  int
	splitK, fused                           int64
}

// The values of --op and --pipeline, by the numbers that package tiling gives them.
var (
	contractionOps       = []string{"contraction", "im2col", "conv"}
	contractionPipelines = []string{"tile-and-fuse", "vector-distribute"}
)

func tileContractionCommand(s *streams) *cobra.Command {
	var f tileContraction
	cmd := &cobra.Command{
		Use:   "contraction LOOP... [--dtype TYPE] [--target NAME] [--mode iree|seed]",
		Short: "Choose the tiles of a contraction or convolution as IREE's compiler does, and say why",
		Long: `tile contraction chooses the tiles of a contraction with any number of loops, by IREE's
algorithm or with the changes of seed 001.

LOOPs are the loops, outermost first: a letter and a size, or ? for one that is not
known. b is batch, m and n index the result and A or B, k is summed over, and w is a
loop over the filter of a convolution that stays one. Scaled contractions have two k at
the end: blocks, and elements of a block.

The target is a chip, whose number of compute units is then not known, or a product.
Element types are: ` + strings.Join(elementNames(), " ") + `.`,
		Example: `  heddle tile contraction m16 m96 m64 n40 k40 --dtype bf16 --target gfx950 --why
  heddle tile contraction n2 m64 n32 n32 k1152 --op im2col --dtype f32 --target mi300x
  heddle tile contraction m1024 n1024 k512 k32 --scaled --dtype f4`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("contraction needs loops, such as m1024 n1024 k512")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return f.choose(s, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target, "target", targetNames()[len(targetNames())-1], "chip or product: "+strings.Join(targetNames(), ", "))
	flags.StringVar(&f.mode, "mode", tiling.IREE.String(), "how tiles are chosen: iree or seed")
	flags.StringVar(&f.dtype, "dtype", "bf16", "`TYPE` of A and B")
	flags.StringVar(&f.bType, "b-type", "", "`TYPE` of B, if A and B differ")
	flags.StringVar(&f.acc, "acc", "", "`TYPE` of the sums (default: f32, i32 for integers, f64 for f64)")
	flags.StringVar(&f.layout, "layout", "nt", "nn, nt, tn or tt: t for an A whose innermost index is not k, and for a B whose innermost index is not n")
	flags.StringVar(&f.op, "op", contractionOps[0], "what it was: contraction; im2col for a convolution made a contraction; conv for one that stays")
	flags.StringVar(&f.pipeline, "pipeline", contractionPipelines[0], "how a kernel is made: "+strings.Join(contractionPipelines, " or "))
	flags.BoolVar(&f.scaled, "scaled", false, "A and B have a scale for each block")
	flags.BoolVar(&f.accumulate, "accumulate", false, "sums start from the result in memory")
	flags.BoolVar(&f.direct, "direct", true, "load directly to LDS where that is possible")
	flags.IntVar(&f.stages, "stages", -1, "stages of the loop over k, `N` (default 2; 0 for conv and vector-distribute)")
	flags.Int64Var(&f.splitK, "split-k", 1, "parts of k")
	flags.Int64Var(&f.fused, "fused", 1, "products with the same A that are computed together")
	flags.BoolVar(&f.why, "why", false, "print the reason for each step")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

func elementNames() (names []string) {
	for _, t := range tiling.Types {
		names = append(names, t.Name)
	}
	return names
}

func targetNames() (names []string) {
	for _, t := range tiling.Targets() {
		names = append(names, t.Name)
	}
	return names
}

// choose runs the command.
func (f *tileContraction) choose(s *streams, args []string) error {
	p, err := f.problem(args)
	if err != nil {
		return err
	}
	mode := slices.Index(modeNames(), f.mode)
	if mode <= int(tiling.Auto) {
		return usagef("--mode: unknown mode %q; need iree or seed%s", f.mode, diag.DidYouMean(isa.Nearest(f.mode, modeNames()[1:], 1)))
	}
	t, err := tiling.TargetNamed(f.target)
	if err != nil {
		return usagef("--target: %w%s", err, diag.DidYouMean(isa.Nearest(strings.ToLower(f.target), targetNames(), 2)))
	}
	o := tiling.Options{Direct: f.direct}
	if f.stages >= 0 {
		o.Stages = &f.stages
	}
	pipeline, err := oneOf("pipeline", f.pipeline, contractionPipelines)
	if err != nil {
		return err
	}
	o.Pipeline = tiling.Pipeline(pipeline)
	r, err := tiling.Choose(tiling.Modes[mode], t, p, o)
	if err != nil {
		return usageError{err}
	}
	c := tileChoice{Mode: f.mode, IREE: ireeOf(r), Why: r.Trace}
	if f.asJSON {
		return s.writeJSON(struct {
			Schema  string        `json:"schema"`
			Problem string        `json:"problem"`
			Target  string        `json:"target"`
			Mode    string        `json:"mode"`
			IREE    *ireeChoice   `json:"iree"`
			Why     []tiling.Step `json:"why"`
		}{tileSchema, p.String(), t.Name, f.mode, c.IREE, r.Trace})
	}
	return s.write(func(w *bufio.Writer) error {
		w.WriteString(p.String() + "\n")
		c.write(w, nil, f.why)
		return nil
	})
}

// oneOf is the place of a flag's value among those that there are.
func oneOf(flag, value string, values []string) (int, error) {
	i := slices.Index(values, value)
	if i < 0 {
		return 0, usagef("--%s: unknown %q; need %s%s", flag, value, strings.Join(values, ", "), diag.DidYouMean(isa.Nearest(value, values, 2)))
	}
	return i, nil
}

// problem is the contraction.
func (f *tileContraction) problem(args []string) (*tiling.Problem, error) {
	op, err := oneOf("op", f.op, contractionOps)
	if err != nil {
		return nil, err
	}
	layout, err := gemm.ParseLayout(f.layout)
	if err != nil {
		return nil, usagef("--layout: %w", err)
	}
	p := &tiling.Problem{Op: tiling.Op(op), TransA: layout.TransA(), TransB: layout.TransB(), Scaled: f.scaled, Accumulate: f.accumulate, SplitK: f.splitK, Fused: f.fused}
	for _, x := range []struct {
		flag, name string
		to         *tiling.Type
	}{{"dtype", f.dtype, &p.A}, {"b-type", f.bType, &p.B}, {"acc", f.acc, &p.Acc}} {
		if x.name == "" {
			continue
		}
		if *x.to, err = tiling.TypeNamed(x.name); err != nil {
			return nil, usagef("--%s: %w%s", x.flag, err, diag.DidYouMean(isa.Nearest(x.name, elementNames(), 1)))
		}
	}
	if f.bType == "" {
		p.B = p.A
	}
	if f.acc == "" {
		p.Acc = tiling.SumType(p.A)
	}
	for _, arg := range args {
		d, err := loop(arg)
		if err != nil {
			return nil, err
		}
		p.Dims = append(p.Dims, d)
	}
	if err := p.Check(); err != nil {
		return nil, usageError{err}
	}
	return p, nil
}

// loop reads a loop: a letter and a size.
func loop(arg string) (tiling.Dim, error) {
	d := tiling.Dim{Size: tiling.Dynamic}
	kind, size := -1, ""
	if arg != "" {
		kind, size = strings.IndexByte("bmnkw", arg[0]), arg[1:]
	}
	var err error
	if size != "?" {
		d.Size, err = strconv.ParseInt(size, 10, 64)
	}
	if kind < 0 || err != nil || d.Size < 1 && size != "?" {
		return d, usagef("%q: need a letter, b, m, n, k or w, and a size, or ? for one that is not known: such as m1024", arg)
	}
	d.Kind = tiling.Kind(kind)
	return d, nil
}
