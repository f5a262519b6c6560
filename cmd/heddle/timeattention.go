package main

import (
	"github.com/spf13/cobra"

	"heddle/kernels/attention"
	"heddle/sim"
	"heddle/verify"
)

// timeAttention is heddle time attention.
type timeAttention struct {
	timeFlags
	attentionCommand
	run   runFlags
	table bool // --compare
}

func attentionTimeCommand(s *streams) *cobra.Command {
	var f timeAttention
	cmd := &cobra.Command{
		Use:   "attention [--heads N] [--seqlen-q N] [--seqlen-k N] [--head-dim N] [--dtype TYPE] [--causal]",
		Short: "Model how long attention (forward) takes",
		Long: attentionLong + `

time attention compiles the kernel that 'heddle build attention' does for the same problem,
and models how long it takes. Rates count 2*(head-dim + head-dim-v) operations for each
score that is not masked. With --variant it also says what bounds that variant, and with
--compare it times all variants beside their bounds.

` + timeLong,
		Example: `  heddle time attention --heads 64 --kv-heads 8 --seqlen-q 8192
  heddle time attention --heads 40 --seqlen-q 32130 --dtype fp8 --product MI355X
  heddle time attention --dtype fp8 --heads 40 --seqlen-q 32130 --compare
  heddle time attention --dtype fp8 --heads 40 --seqlen-q 4096 --variant seed004
  heddle time attention --seqlen-q 4096 --causal --json --sensitivity`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return inFlags(f.time(s, cmd)) },
	}
	f.attentionFlags.add(cmd)
	addTimeSimulation(cmd, &f.run)
	group(cmd, groupSimulation)
	f.timeFlags.add(cmd)
	cmd.Flags().BoolVar(&f.table, "compare", false, "compare all variants (--variant), each with its bound")
	return cmd
}

// time runs the command.
func (f *timeAttention) time(s *streams, cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.constants {
		return f.listConstants(s, f.attentionFlags.target.chip)
	}
	if f.table {
		for _, name := range []string{"variant", "annotate", "sensitivity", "waves", "issue", "trace", "pprof", "html", "svg", "att"} {
			if cmd.Flags().Changed(name) {
				return usagef("--compare cannot be combined with --%s: time the variant by itself", name)
			}
		}
		return f.compareVariants(s, cmd)
	}
	t := timer{timeFlags: &f.timeFlags, streams: s}
	x, err := f.load(&t, cmd)
	if err != nil {
		return f.failed(s, err)
	}
	if err := t.print(); err != nil || f.asJSON || !cmd.Flags().Changed("variant") {
		return err
	}
	return s.write(x.writeBound)
}

// load compiles and times the problem.
func (f *timeAttention) load(t *timer, cmd *cobra.Command) (*attentionVariant, error) {
	p, kind, err := f.prepare(t, cmd)
	if err != nil {
		return nil, err
	}
	return f.timeVariant(t, p, kind)
}

// prepare makes the problem, and the kind of its inputs.
func (f *timeAttention) prepare(t *timer, cmd *cobra.Command) (*attention.Problem, attention.Kind, error) {
	if err := f.timeFlags.target(cmd, &f.attentionFlags.target); err != nil {
		return nil, "", err
	}
	if _, err := f.productFor(f.attentionFlags.target.chip); err != nil {
		return nil, "", err
	}
	if err := t.checkOutputs(nil); err != nil {
		return nil, "", err
	}
	return f.problem(cmd)
}

// timeVariant compiles and times the variant of the flags.
func (f *timeAttention) timeVariant(t *timer, p *attention.Problem, kind attention.Kind) (*attentionVariant, error) {
	f.build.emit = "hsaco"
	a, _, err := f.compile(t.streams, p)
	if err != nil {
		return nil, err
	}
	o := verify.AttentionOptions{}
	if o.Sim, err = f.run.simOptions(); err != nil {
		return nil, err
	}
	o.Sim.MaxInstructions += 64 * uint64(p.SeqK)
	t.problem, t.flop = attentionText(p), p.FLOP()
	t.alike = a.Plan.Alike(p)
	t.uneven = t.alike == 0
	o.Simulate = func(device *sim.Device, l sim.Launch) (*sim.Report, error) {
		return nil, t.dispatch(device, a.Object, l, true)
	}
	if _, err = a.Simulate(p.Random(f.seed, kind), o); err != nil {
		return nil, err
	}
	for i := range t.timed {
		t.timed[i].reads = a.Plan.Reads
	}
	product, err := f.productFor(p.Chip)
	if err != nil {
		return nil, err
	}
	return boundOf(p, a.Plan.Config, product, t.sum()), nil
}
