package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/gemm"
)

// tileFlags say what the choice of tiles would: each flag takes the place of one of its results.
type tileFlags struct {
	tile, waves, schedule, load, order, phases, lds string
	matrix, stages, pieces                          int
	streamK                                         bool
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
	flags.StringVar(&f.tile, "tile", "", "tile of a workgroup, `MxNxK`, such as 256x256x64 (default: chosen)")
	flags.StringVar(&f.waves, "wave-split", "", "waves that share the tile, `MxN`, such as 2x2, or 1x1x8 for the loop straight (default: chosen)")
	flags.IntVar(&f.matrix, "matrix", 0, "rows and columns of the matrix instructions' results: 16 or 32 (default: chosen)")
	flags.IntVar(&f.stages, "stages", 0, "buffers of the tiles in LDS: 1 to 16 (default: chosen)")
	flags.StringVar(&f.schedule, "loop", "", "main loop: "+strings.Join(scheduleNames(), ", ")+" (default: chosen)")
	flags.StringVar(&f.phases, "phases", "", "parts of a step of rotate and ping-pong, `MxK`: of the rows and of k, such as 2x1 (default: chosen)")
	flags.IntVar(&f.pieces, "pieces", 0, "parts of a tile's rows and columns that rotate and ping-pong load one by one, neighbouring workgroups in different order (default: chosen)")
	flags.BoolVar(&f.streamK, "stream-k", false, "divide K of the last tiles, which do not fill the chip, among its compute units")
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

// config is the configuration of a problem: the chosen one, changed by the flags.
func (f *tileFlags) config(p *gemm.Problem) (gemm.Config, error) {
	allowed, err := f.allows()
	if err != nil {
		return gemm.Config{}, err
	}
	c := gemm.ChooseOf(p, allowed)
	if c.Schedule == gemm.Straight && f.schedule != "" && f.schedule != string(gemm.Straight) {
		c = p.Plainly() // its waves divide K, which another loop's do not
	}
	given := c
	if err := sizes("tile", f.tile, &given.BM, &given.BN, &given.BK); err != nil {
		return c, err
	}
	if given != c { // nothing like it is among the choices
		plain := p.Plainly()
		plain.BM, plain.BN, plain.BK = given.BM, given.BN, given.BK
		c = plain.Shared(p)
	}
	if err := f.split(&c); err != nil {
		return c, err
	}
	if err := sizes("phases", f.phases, &c.PhasesM, &c.PhasesK); err != nil {
		return c, err
	}
	if f.matrix != 0 {
		c.Matrix = f.matrix
	}
	if f.stages != 0 {
		c.Stages = f.stages
	}
	if f.pieces != 0 {
		c.Pieces = f.pieces
	}
	c.StreamK = c.StreamK || f.streamK
	for _, x := range []struct {
		flag, value string
		names       []string
		set         func()
	}{
		{"loop", f.schedule, scheduleNames(), func() { c.Schedule = gemm.Schedule(f.schedule) }},
		{"load", f.load, loadNames, func() { c.Direct = f.load == loadNames[0] }},
		{"order", f.order, orderNames, func() { c.RowMajor = f.order != orderNames[0] }},
		{"lds-swizzle", f.lds, ldsNames, func() { c.RowMajorLDS = f.lds != ldsNames[0] }},
	} {
		if x.value == "" {
			continue
		}
		known := false
		for _, name := range x.names {
			known = known || name == x.value
		}
		if !known {
			return c, usagef("--%s: unknown %q; need %s%s", x.flag, x.value, strings.Join(x.names, ", "), diag.DidYouMean(isa.Nearest(x.value, x.names, 1)))
		}
		x.set()
	}
	return c, inFlags(c.Check(p))
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
