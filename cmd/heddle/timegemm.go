package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/verify"
)

// timeGEMM is heddle time gemm.
type timeGEMM struct {
	timeFlags
	gemmCommand
	run   runFlags
	table bool // --compare
}

func gemmTimeCommand(s *streams) *cobra.Command {
	var f timeGEMM
	return f.command(s)
}

// command makes the command for f.
func (f *timeGEMM) command(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gemm [-m M] [-n N] [-k K] [--dtype TYPE] [--layout nn|nt|tn|tt]",
		Short: "Model how long a matrix multiplication (GEMM) takes",
		Long: gemmLong + `

time gemm compiles the kernel that 'heddle build gemm' does for the same problem, and
models how long it takes.

` + timeLong,
		Example: `  heddle time gemm -m 8192 -n 8192 -k 8192
  heddle time gemm -m 4096 -n 4096 -k 4096 --dtype fp8 --product MI300X --annotate
  heddle time gemm -m 4096 -n 4096 -k 4096 --against "--cache-swizzle off"
  heddle time gemm -m 4096 -n 4096 -k 4096 --compare
  heddle time gemm --json --sensitivity`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return inFlags(f.time(s, cmd)) },
	}
	f.gemmFlags.add(cmd)
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of random inputs")
	group(cmd, groupData)
	addTimeSimulation(cmd, &f.run)
	group(cmd, groupSimulation)
	f.timeFlags.add(cmd)
	cmd.Flags().StringVar(&f.against, "against", "", "also time the problem with other `FLAGS`, such as \"--cache-swizzle off\", and say where the difference is")
	flags := cmd.Flags()
	flags.BoolVar(&f.table, "compare", false, "compare the kernel with variants of it: tiles of other algorithms, loads through registers, no swizzles, workgroups in rows")
	return cmd
}

// time runs the command.
func (f *timeGEMM) time(s *streams, cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.constants {
		return f.listConstants(s, f.gemmFlags.target.chip)
	}
	if f.table {
		for _, name := range []string{"against", "annotate", "sensitivity", "waves", "issue", "trace", "pprof", "html", "svg", "att"} {
			if cmd.Flags().Changed(name) {
				return usagef("--compare cannot be combined with --%s: time the variant by itself", name)
			}
		}
		return f.compareVariants(s, cmd)
	}
	var t, other timer
	if err := f.load(&t, s, cmd); err != nil {
		return f.failed(s, err)
	}
	if f.against == "" {
		return t.print()
	}
	g, changed, err := f.changed(s, cmd)
	if err != nil {
		return err
	}
	g.timeFlags = *g.quiet()
	if err := g.load(&other, s, changed); err != nil {
		return f.failed(s, err)
	}
	for _, d := range other.timed { // which else may have the title of t's
		d.report.Problem += ", " + f.against
	}
	return t.compare(&other)
}

// changed is the command with the flags of --against after its own.
func (f *timeGEMM) changed(s *streams, cmd *cobra.Command) (*timeGEMM, *cobra.Command, error) {
	g := new(timeGEMM)
	other := g.command(s)
	var args []string
	cmd.Flags().Visit(func(x *pflag.Flag) {
		if x.Name == "against" {
			return
		}
		if list, ok := x.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				args = append(args, "--"+x.Name+"="+v)
			}
			return
		}
		args = append(args, "--"+x.Name+"="+x.Value.String())
	})
	if err := other.ParseFlags(append(args, strings.Fields(f.against)...)); err != nil {
		return nil, nil, usagef("--against %q: %w", f.against, flagError(other, err))
	}
	if rest := other.Flags().Args(); len(rest) > 0 {
		return nil, nil, usagef("--against %q takes flags only: unexpected %q", f.against, rest[0])
	}
	return g, other, g.check()
}

// load compiles and times the problem.
func (f *timeGEMM) load(t *timer, s *streams, cmd *cobra.Command) error {
	t.timeFlags, t.streams = &f.timeFlags, s
	p, files, err := f.prepare(cmd, t)
	if err != nil {
		return err
	}
	g, _, err := f.compile(s, p)
	if err != nil {
		return err
	}
	return f.simulate(t, g, files)
}

// prepare makes the problem.
func (f *timeGEMM) prepare(cmd *cobra.Command, t *timer) (*gemm.Problem, *gemmFiles, error) {
	if err := f.timeFlags.target(cmd, &f.gemmFlags.target); err != nil {
		return nil, nil, err
	}
	if _, err := f.productFor(f.gemmFlags.target.chip); err != nil {
		return nil, nil, err
	}
	if err := t.checkOutputs([]string{f.a, f.b}); err != nil {
		return nil, nil, err
	}
	files, err := f.read(cmd)
	if err != nil {
		return nil, nil, err
	}
	p, err := f.problem(cmd, files)
	return p, files, err
}

// simulate times a compiled problem.
func (f *timeGEMM) simulate(t *timer, g *verify.GEMM, files *gemmFiles) error {
	p := g.Problem
	var o verify.GEMMOptions
	var err error
	if o.Sim, err = f.run.simOptions(); err != nil {
		return err
	}
	o.Sim.MaxInstructions += 64 * uint64(p.K)
	t.problem, t.flop = fmt.Sprintf("%d x %d x %d, %s -> %s", p.M, p.N, p.K, types(p), p.Out.Name), float64(flop(p))
	t.uneven = g.Plan.Uneven()
	o.Simulate = func(device *sim.Device, l sim.Launch) (*sim.Report, error) {
		err := t.dispatch(device, g.Object, l, true) // no step's instructions depend on another one's results
		t.uneven = false
		return nil, err
	}
	_, err = g.Simulate(f.inputs(p, files, false), o)
	return err
}

// types names the types of A and B.
func types(p *gemm.Problem) string {
	if p.A == p.B {
		return p.A.Name
	}
	return p.A.Name + " x " + p.B.Name
}
