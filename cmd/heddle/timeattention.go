package main

import (
	"github.com/spf13/cobra"

	"heddle/sim"
	"heddle/verify"
)

// timeAttention is heddle time attention.
type timeAttention struct {
	timeFlags
	attentionCommand
	run runFlags
}

func attentionTimeCommand(s *streams) *cobra.Command {
	var f timeAttention
	cmd := &cobra.Command{
		Use:   "attention [--heads N] [--seqlen-q N] [--seqlen-k N] [--head-dim N] [--dtype TYPE] [--causal]",
		Short: "Model how long attention (forward) takes",
		Long: attentionLong + `

time attention compiles the kernel that 'heddle build attention' does for the same problem,
and models how long it takes. Rates count 2*(head-dim + head-dim-v) operations for each
score that is not masked.

` + timeLong,
		Example: `  heddle time attention --heads 64 --kv-heads 8 --seqlen-q 8192
  heddle time attention --heads 40 --seqlen-q 32130 --dtype fp8 --product MI355X
  heddle time attention --seqlen-q 4096 --causal --json --sensitivity`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return inFlags(f.time(s, cmd)) },
	}
	f.attentionFlags.add(cmd)
	addTimeSimulation(cmd, &f.run)
	group(cmd, groupSimulation)
	f.timeFlags.add(cmd)
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
	t := timer{timeFlags: &f.timeFlags, streams: s}
	if err := f.load(&t, cmd); err != nil {
		return f.failed(s, err)
	}
	return t.print()
}

// load compiles and times the problem.
func (f *timeAttention) load(t *timer, cmd *cobra.Command) error {
	if err := f.timeFlags.target(cmd, &f.attentionFlags.target); err != nil {
		return err
	}
	if _, err := f.productFor(f.attentionFlags.target.chip); err != nil {
		return err
	}
	if err := t.checkOutputs(nil); err != nil {
		return err
	}
	p, kind, err := f.problem(cmd)
	if err != nil {
		return err
	}
	f.build.emit = "hsaco"
	a, _, err := f.compile(t.streams, p)
	if err != nil {
		return err
	}
	o := verify.AttentionOptions{}
	if o.Sim, err = f.run.simOptions(); err != nil {
		return err
	}
	o.Sim.MaxInstructions += 64 * uint64(p.SeqK)
	t.problem, t.flop = attentionText(p), p.FLOP()
	t.uneven = p.Causal || p.Window != nil || p.Packed()
	o.Simulate = func(device *sim.Device, l sim.Launch) (*sim.Report, error) {
		return nil, t.dispatch(device, a.Object, l, true)
	}
	_, err = a.Simulate(p.Random(f.seed, kind), o)
	return err
}
