package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/gemm"
	"heddle/tiling"
	"heddle/timing/estimate"
)

// tileCommand is heddle tile: the choice of tiles.
func tileCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tile gemm|contraction",
		Short: "Choose tile sizes and say why",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q for '%s'%s", args[0], cmd.CommandPath(), diag.DidYouMean(cmd.SuggestionsFor(args[0])))
			}
			return usagef("%s needs a command: gemm or contraction", cmd.CommandPath())
		},
	}
	cmd.AddCommand(tileGEMMCommand(s), tileContractionCommand(s))
	return cmd
}

// tileGEMM is heddle tile gemm.
type tileGEMM struct {
	gemmFlags
	mode, product, rank string
	accumulate          bool
	why, table, asJSON  bool
}

// The values of --rank-by: the first is the default.
const (
	rankLimits   = "limits"
	rankMeasured = "measured"
)

func tileGEMMCommand(s *streams) *cobra.Command {
	var f tileGEMM
	cmd := &cobra.Command{
		Use:   "gemm [-m M] [-n N] [-k K] [--dtype TYPE] [--layout nn|nt|tn|tt] [--mode auto|iree|seed]",
		Short: "Choose the tiles of a matrix multiplication (GEMM) and say why",
		Long: `tile gemm chooses how a matrix multiplication is cut into tiles, and says why.

Modes: auto tries all tiles that fit the chip and ranks them by an estimate of their
time; iree is the algorithm of IREE's compiler (August 2026); seed is that with the MN
tiles doubled for direct-to-LDS loads, whose alignment is preferred. iree and seed take
figures of the chip from IREE's tables, where some differ from hardware. With --mcpu and
without --product they choose as for a target whose compute units are not known.

--tile, --wave-split, --matrix, --stages, --load and --split-k leave auto only tiles that
are so. For iree and seed, --stages are those of the loop over K (0 for none), and --load
registers does without direct-to-LDS loads.

Times are modelled, in two ways: from the limits of the chip's parts, and from a form
fitted to times that others measured (docs/timing.md, closed estimate). Both are of our
GEMM with the tile, which has powers of two only.`,
		Example: `  heddle tile gemm -m 4096 -n 4096 -k 4096 --why
  heddle tile gemm -m 2048 -n 2048 -k 2048 --mode iree --product MI355X --why
  heddle tile gemm -m 8192 -n 8192 -k 8192 --dtype fp8 --table
  heddle tile gemm -m 16 -n 4096 -k 14336 --mcpu gfx942 --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return inFlags(f.choose(s, cmd)) },
	}
	f.gemmFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.mode, "mode", tiling.Auto.String(), "how tiles are chosen: auto, iree or seed")
	flags.StringVar(&f.product, "product", "", "the card: "+strings.Join(productNames(), ", ")+" (default: the one with the most compute units that has the target)")
	flags.BoolVar(&f.accumulate, "accumulate", false, "sums start from D in memory, for iree and seed: they pass through LDS")
	flags.StringVar(&f.rank, "rank-by", rankLimits, "what auto ranks tiles by: limits of the chip's parts, or measured times")
	group(cmd, groupTiles)
	flags.BoolVar(&f.why, "why", false, "print the reason for each step")
	flags.BoolVar(&f.table, "table", false, "compare all modes")
	jsonFlag(cmd, &f.asJSON)
	group(cmd, groupOutput)
	for _, name := range notForTiles {
		if err := flags.MarkHidden(name); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	for flag, values := range map[string][]string{"mode": modeNames(), "product": productNames(), "rank-by": {rankLimits, rankMeasured}} {
		completed(cmd, flag, values)
	}
	return cmd
}

func productNames() (names []string) {
	for _, p := range arch.Products {
		names = append(names, p.Name)
	}
	return names
}

func modeNames() (names []string) {
	for _, m := range tiling.Modes {
		names = append(names, m.String())
	}
	return names
}

// choose runs the command.
func (f *tileGEMM) choose(s *streams, cmd *cobra.Command) error {
	modes, err := f.modes(cmd)
	if err != nil {
		return err
	}
	card, err := f.card(cmd)
	if err != nil {
		return err
	}
	files, err := f.read(cmd)
	if err != nil {
		return err
	}
	p, err := f.problem(cmd, files)
	if err != nil {
		return err
	}
	times, err := newTileTimes(p, card)
	if err != nil {
		return err
	}
	report := tileReport{Schema: tileSchema, Problem: tileProblemOf(p), Target: p.Chip.Name, Product: card.Name, CUs: card.CUs, MHz: card.BoostMHz}
	for _, m := range modes {
		c, err := f.choice(cmd, m, p, times)
		if err != nil {
			return err
		}
		report.Choices = append(report.Choices, *c)
	}
	switch {
	case f.asJSON:
		return s.writeJSON(report)
	case f.table:
		return s.write(report.writeTable)
	}
	return s.write(func(w *bufio.Writer) error { return report.write(w, f.why) })
}

// notForTiles are flags of the other GEMM commands that no choice of tiles depends on, and onlyAuto those
// that only auto heeds.
var (
	notForTiles = []string{"loop", "phases", "order", "lds-swizzle"}
	onlyAuto    = []string{"tile", "wave-split", "matrix"}
)

// allows is what the flags leave of tiles.
func (f *tileFlags) allows() (func(tiling.Tile) bool, error) {
	var c gemm.Config
	if err := sizes("tile", f.tile, &c.BM, &c.BN, &c.BK); err != nil {
		return nil, err
	}
	if err := f.split(&c); err != nil {
		return nil, err
	}
	c.Matrix, c.Stages = f.matrix, f.stages
	return func(t tiling.Tile) bool {
		for _, x := range [][2]int{{c.BM, t.BM}, {c.BN, t.BN}, {c.BK, t.BK}, {c.WavesM, t.WavesM}, {c.WavesN, t.WavesN}, {c.WavesK, t.WavesK}, {c.Matrix, t.Matrix}, {c.Stages, t.Stages}} {
			if x[0] != 0 && x[0] != x[1] {
				return false
			}
		}
		return f.load == "" || t.Direct == (f.load == loadNames[0])
	}, nil
}

// modes are the modes that are asked for.
func (f *tileGEMM) modes(cmd *cobra.Command) ([]tiling.Mode, error) {
	i := slices.Index(modeNames(), f.mode)
	switch {
	case i < 0:
		return nil, usagef("--mode: unknown mode %q; need auto, iree or seed%s", f.mode, diag.DidYouMean(isa.Nearest(f.mode, modeNames(), 1)))
	case f.table && cmd.Flags().Changed("mode"):
		return nil, usagef("--table compares all modes; give either it or --mode")
	case f.table && f.why && !f.asJSON:
		return nil, usagef("--why: --table has no room for reasons; give --json, or --mode instead of --table")
	case f.rank != rankLimits && f.rank != rankMeasured:
		return nil, usagef("--rank-by: unknown %q; need %s or %s%s", f.rank, rankLimits, rankMeasured, diag.DidYouMean(isa.Nearest(f.rank, []string{rankLimits, rankMeasured}, 1)))
	case f.tiles.load != "" && !slices.Contains(loadNames, f.tiles.load):
		return nil, usagef("--load: unknown %q; need %s%s", f.tiles.load, strings.Join(loadNames, " or "), diag.DidYouMean(isa.Nearest(f.tiles.load, loadNames, 1)))
	case cmd.Flags().Changed("stages") && (f.tiles.stages < 0 || f.tiles.stages > tiling.MaxStages):
		return nil, usagef("--stages: %d; need 0 to %d", f.tiles.stages, tiling.MaxStages)
	}
	for _, name := range notForTiles {
		if cmd.Flags().Changed(name) {
			return nil, usagef("--%s: the choice of tiles does not depend on it", name)
		}
	}
	if f.table {
		return tiling.Modes, nil
	}
	mode := tiling.Modes[i]
	if mode == tiling.Auto && f.accumulate {
		return nil, usagef("--accumulate is for --mode iree and seed: no kernel of ours reads D")
	}
	for _, name := range onlyAuto {
		if mode != tiling.Auto && cmd.Flags().Changed(name) {
			return nil, usagef("--%s is for --mode auto: %s chooses it", name, mode)
		}
	}
	return []tiling.Mode{mode}, nil
}

// card is the product that times are for, and sets the target that it means.
func (f *tileGEMM) card(cmd *cobra.Command) (*arch.Product, error) {
	time := timeFlags{product: f.product}
	if err := time.target(cmd, &f.target); err != nil {
		return nil, err
	}
	return time.productFor(f.target.chip)
}

// tileTimes estimates times of a problem on a card.
type tileTimes struct {
	card     *arch.Product
	product  *tiling.Product
	plain    tiling.Estimate
	problem  estimate.Problem
	measured *estimate.Estimator
}

func newTileTimes(p *gemm.Problem, card *arch.Product) (*tileTimes, error) {
	x, err := p.TilingProduct(card)
	if err != nil {
		return nil, err
	}
	format := strings.TrimPrefix(p.A.Name, "mx")
	if p.A.IsInt() {
		format = "i8"
	}
	e, err := estimate.New(p.Chip, card, strings.Replace(format, "bf8", "fp8", 1), "")
	if err != nil {
		return nil, err
	}
	t := &tileTimes{card: card, product: x, plain: x.Plain(), measured: e}
	t.problem = estimate.Problem{M: int(p.M), N: int(p.N), K: int(p.K), Batch: int(p.Batch),
		ABits: float64(p.A.Bits) + x.ScaleBits, BBits: float64(p.B.Bits) + x.ScaleBits, CBits: float64(p.Out.Bits)}
	return t, nil
}

// seconds is the estimate from measured times.
func (t *tileTimes) seconds(c tiling.Candidate) float64 {
	s, err := t.measured.Seconds(&t.problem, &estimate.Tile{
		M: c.BM, N: c.BN, K: c.BK, SplitK: c.SplitK, Rows: c.Matrix, WavesM: c.WavesM, WavesN: c.WavesN, Stages: c.Stages, Occupancy: c.Occupancy,
	})
	if err != nil {
		panic("BUG: " + err.Error()) // sizes are checked
	}
	return s
}

// rank is the estimate that auto ranks by, in cycles at the highest clock.
func (t *tileTimes) rank(by string) tiling.Estimate {
	if by == rankLimits {
		return t.plain
	}
	return func(c tiling.Candidate) float64 { return t.seconds(c) * float64(t.card.BoostMHz) * 1e6 }
}

// fill adds what is known of a tile: cycles, times, registers.
func (t *tileTimes) fill(c *tileChoice, tile tiling.Tile) {
	c.Tile = [3]int{tile.BM, tile.BN, tile.BK}
	c.Waves = [2]int{tile.WavesM, tile.WavesN}
	c.Matrix, c.Stages, c.Direct, c.SplitK = tile.Matrix, tile.Stages, tile.Direct, tile.SplitK
	candidate, err := t.product.Candidate(tile)
	if err != nil {
		c.Limit = err.Error()
		return
	}
	c.Registers, c.Occupancy, c.Accumulators, c.LDSBytes, c.Workgroups = candidate.Registers, candidate.Occupancy, candidate.Accumulators, candidate.LDSBytes, candidate.Workgroups
	cycles := t.plain(candidate)
	c.Cycles = int64(cycles)
	c.Microseconds = cycles / float64(t.card.BoostMHz)
	c.Measured = t.seconds(candidate) * 1e6
}

// choice is the choice of a mode.
func (f *tileGEMM) choice(cmd *cobra.Command, m tiling.Mode, p *gemm.Problem, times *tileTimes) (*tileChoice, error) {
	c := &tileChoice{Mode: m.String()}
	if m == tiling.Auto {
		can, err := f.tiles.allows()
		if err != nil {
			return nil, err
		}
		possible := p.Can()
		if f.tiles.tile != "" {
			possible = p.CanNamed()
		}
		o := tiling.PickOptions{Estimate: times.rank(f.rank), Can: func(t tiling.Tile) bool { return can(t) && possible(t) }}
		if cmd.Flags().Changed("split-k") {
			o.SplitK = int(p.SplitK)
		}
		picked, err := tiling.Pick(times.product, o)
		if err != nil {
			return nil, fmt.Errorf("no tile: %w", err)
		}
		times.fill(c, picked.Best().Tile)
		c.Why, c.Limits = picked.Trace, picked.Limits
		return c, nil
	}
	name := times.card.Name
	if cmd.Flags().Changed("mcpu") && f.product == "" {
		name = p.Chip.Name
	}
	t, err := tiling.TargetNamed(name)
	if err != nil {
		return nil, usagef("--mode %s: %w", m, err)
	}
	o := tiling.Options{Direct: f.tiles.load != loadNames[1]}
	if cmd.Flags().Changed("stages") {
		o.Stages = &f.tiles.stages
	}
	r, err := tiling.Choose(m, t, p.TilingProblem(f.accumulate), o)
	if err != nil {
		return nil, err
	}
	c.Why, c.IREE = r.Trace, ireeOf(r)
	tile, changed, err := r.Tile()
	if err != nil {
		c.Limit = err.Error()
		return c, nil
	}
	tile, more := times.product.Fit(tile)
	c.Rounded = strings.Trim(changed+"; "+more, "; ")
	times.fill(c, tile)
	return c, nil
}
