package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/gemm"
	"heddle/tile"
	"heddle/tiling"
)

// tileFlags say what the choice of tiles would: each flag takes the place of one of its results.
type tileFlags struct {
	tile, waves, schedule, load, order, phases, lds, reduce string
	matrix, stages, pieces                                  int
	streamK                                                 bool
	flags                                                   *pflag.FlagSet
}

// tileFlagNames are the flags.
var tileFlagNames = []string{"tile", "wave-split", "matrix", "stages", "loop", "phases", "pieces", "stream-k", "reduce", "load", "order", "lds-swizzle"}

// given are those of the flags that the command has.
func (f *tileFlags) given() (names []string) {
	for _, name := range tileFlagNames {
		if f.flags.Changed(name) {
			names = append(names, dashed(name))
		}
	}
	return names
}

// The values of --load, --order and --lds-swizzle, the default first.
var (
	loadNames  = []string{"direct", "registers"}
	orderNames = []string{"xcd", "rows"}
	ldsNames   = []string{"on", "off"}
)

// add adds the flags to a command.
func (f *tileFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.flags = flags
	flags.StringVar(&f.tile, "tile", "", "tile of a workgroup, `MxNxK`, such as 256x256x64 (default: chosen)")
	flags.StringVar(&f.waves, "wave-split", "", "waves that share the tile, `MxN`, such as 2x2, or 1x1x8 for the loop straight (default: chosen)")
	flags.IntVar(&f.matrix, "matrix", 0, "rows and columns of the matrix instructions' results: 16 or 32 (default: chosen)")
	flags.IntVar(&f.stages, "stages", 0, "buffers of the tiles in LDS: 1 to 16 (default: chosen)")
	flags.StringVar(&f.schedule, "loop", "", "main loop: "+strings.Join(scheduleNames(), ", ")+" (default: chosen)")
	flags.StringVar(&f.phases, "phases", "", "parts of a step of rotate and ping-pong, `MxK` or MxNxK: of the rows, of the columns and of k, such as 2x1 (default: chosen)")
	flags.IntVar(&f.pieces, "pieces", 0, "parts of a tile's rows and columns that rotate and ping-pong load one by one, neighbouring workgroups in different order (default: chosen)")
	flags.BoolVar(&f.streamK, "stream-k", false, "divide K of the last tiles, which do not fill the chip, among its compute units")
	flags.StringVar(&f.reduce, "reduce", "", "who adds the parts of --split-k and --stream-k: last for the last workgroup of a tile to arrive, kernel for a second kernel (default: chosen)")
	flags.StringVar(&f.load, "load", "", "how tiles come to LDS: direct, where alignment allows it, or through registers (default: chosen)")
	flags.StringVar(&f.order, "order", "", "which tile a workgroup computes: xcd for neighbours on one XCD, rows for the order of the grid (default: chosen)")
	flags.StringVar(&f.lds, "lds-swizzle", "", "swizzle of tiles in LDS, which avoids bank conflicts: on, off to see what it is worth (default: on)")
}

func scheduleNames() (list []string) {
	for _, s := range gemm.Schedules {
		list = append(list, string(s))
	}
	return list
}

func reduceNames() (list []string) {
	for _, r := range gemm.Reduces {
		list = append(list, string(r))
	}
	return list
}

// config is the configuration of a problem: the one that is chosen of those that the flags leave.
func (f *tileFlags) config(p *gemm.Problem) (gemm.Config, error) {
	if len(f.given()) == 0 {
		return gemm.Choose(p), nil
	}
	possible, err := f.allows()
	if err != nil {
		return gemm.Config{}, err
	}
	if err := f.change(new(gemm.Config)); err != nil {
		return gemm.Config{}, err
	}
	choose := gemm.ChooseOf
	if f.tile != "" {
		choose = gemm.ChooseNamed
	}
	c := choose(p, func(t tiling.Tile) bool {
		c := gemm.ConfigOf(t)
		return possible(t) && !(f.streamK && t.SplitK > 1) && f.change(&c) == nil && c.Check(p) == nil
	})
	given := c
	if err := sizes("tile", f.tile, &given.BM, &given.BN, &given.BK); err != nil {
		return c, err
	}
	straight := f.schedule == string(gemm.Straight)
	switch {
	case given != c: // nothing like it is among the choices
		c = p.Plainly()
		c.BM, c.BN, c.BK = given.BM, given.BN, given.BK
		c = c.Shared(p).Directly(p)
		if f.phases != "" || f.pieces != 0 {
			c.Schedule = gemm.Rotate
		}
	case c.Schedule == gemm.Straight && f.schedule != "" && !straight:
		c = p.Plainly() // its waves divide K, which another loop's do not
	}
	if straight && c.WavesK <= 1 {
		c.WavesM, c.WavesN, c.WavesK = 1, 1, 4
	}
	if straight && f.load == "" {
		c.Direct = false
	}
	if err := f.change(&c); err != nil {
		return c, err
	}
	if f.matrix == 0 && (c.BM < c.WavesM*c.Matrix || c.BN < c.WavesN*c.Matrix) {
		c.Matrix = 16
	}
	return c, inFlags(c.Check(p))
}

// change sets in a configuration what the flags say, but for the tile.
func (f *tileFlags) change(c *gemm.Config) error {
	if err := f.split(c); err != nil {
		return err
	}
	phases := []*int{&c.PhasesM, &c.PhasesK}
	if strings.Count(f.phases, "x") == 2 {
		phases = []*int{&c.PhasesM, &c.PhasesN, &c.PhasesK}
	}
	if err := sizes("phases", f.phases, phases...); err != nil {
		return err
	}
	for _, x := range []struct {
		flag  string
		value int
		to    *int
	}{{"matrix", f.matrix, &c.Matrix}, {"stages", f.stages, &c.Stages}, {"pieces", f.pieces, &c.Pieces}} {
		if !f.flags.Changed(x.flag) {
			continue
		}
		if x.value < 1 {
			return usagef("--%s: %d; need 1 or more", x.flag, x.value)
		}
		*x.to = x.value
	}
	if f.flags.Changed("stream-k") {
		if c.StreamK = f.streamK; f.streamK {
			c.SplitK = 0
		}
	}
	for _, x := range []struct {
		flag, value string
		names       []string
		set         func()
	}{
		{"loop", f.schedule, scheduleNames(), func() { c.Schedule = gemm.Schedule(f.schedule) }},
		{"reduce", f.reduce, reduceNames(), func() { c.Reduce = gemm.Reduce(f.reduce) }},
		{"load", f.load, loadNames, func() { c.Direct = f.load == loadNames[0] }},
		{"order", f.order, orderNames, func() { c.RowMajor = f.order != orderNames[0] }},
		{"lds-swizzle", f.lds, ldsNames, func() { c.RowMajorLDS = f.lds != ldsNames[0] }},
	} {
		if x.value == "" {
			continue
		}
		if !slices.Contains(x.names, x.value) {
			return usagef("--%s: unknown %q; need %s%s", x.flag, x.value, strings.Join(x.names, ", "), diag.DidYouMean(isa.Nearest(x.value, x.names, 1)))
		}
		x.set()
	}
	return nil
}

// refused says of a kernel that the flags ask for, and that cannot be made, which flags these are.
func (f *tileFlags) refused(c gemm.Config, err error) error {
	var e *tile.Error
	names := f.given()
	if !errors.As(err, &e) || len(names) == 0 {
		return err
	}
	return usagef("%s: there is no kernel of %s: %s", strings.Join(names, ", "), c, e.Message)
}

// split reads --wave-split, which may also divide K.
func (f *tileFlags) split(c *gemm.Config) error {
	if f.waves == "" {
		return nil
	}
	waves := []*int{&c.WavesM, &c.WavesN}
	if c.WavesK = 0; strings.Count(f.waves, "x") == 2 {
		waves = append(waves, &c.WavesK)
	}
	return sizes("wave-split", f.waves, waves...)
}

// sizes reads the sizes of a flag.
func sizes(flag, text string, to ...*int) error {
	if text == "" {
		return nil
	}
	list := strings.Split(text, "x")
	for i, s := range list {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || len(list) != len(to) {
			return usagef("--%s: %q; need %d numbers with x between them, such as %s", flag, text, len(to), strings.TrimSuffix(strings.Repeat("2x", len(to)), "x"))
		}
		if i < len(to) {
			*to[i] = n
		}
	}
	return nil
}
