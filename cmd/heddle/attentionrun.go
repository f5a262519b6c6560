package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"heddle/kernels/attention"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

func attentionRunCommand(s *streams) *cobra.Command {
	var f attentionRun
	cmd := &cobra.Command{
		Use:   "attention [--heads N] [--seqlen-q N] [--seqlen-k N] [--head-dim N] [--dtype TYPE] [--causal]",
		Short: "Compile attention (forward), simulate it and check its results",
		Long: attentionLong + `

run attention compiles the kernel, executes it on the simulator, and compares each
element of O, and of the log-sum-exp with --lse, with a float64 reference, within a
bound derived from how P is rounded. Of up to 2^30 products, it also compares each bit with
a scalar model of the same algorithm: the same order of tiles, the same roundings. The exit
code is 1 if a bound is exceeded, a bit differs, the kernel wrote outside its results, or a
check finds something.

Inputs are random. Of a problem of more than 20 GFLOP only a sample of workgroups is
executed: the first and last rows of the first and last heads, and some others.
--workgroups all executes all of them.`,
		Example: `  heddle run attention
  heddle run attention --dtype fp8 --heads 4 --kv-heads 1 --seqlen-q 300 --causal --lse --check all
  heddle run attention --cu-seqlens 0,100,130 --window 64,0 --alibi
  heddle run attention --heads 40 --seqlen-q 32130 --dtype fp8 --workgroups random:2`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(s, cmd) },
	}
	f.attentionFlags.add(cmd)
	cmd.Flags().StringVar(&f.workgroups, "workgroups", "", "workgroups to execute: all, corners, random:N, or a list of linear ids such as 0,7,9-12 (default: depends on the size)")
	f.sim.add(cmd)
	group(cmd, groupSimulation)
	return cmd
}

// attentionRun is the state of run attention.
type attentionRun struct {
	attentionCommand
	sim        runFlags
	workgroups string

	problem   *attention.Problem
	inputs    attention.Kind
	compiled  *verify.Attention
	sanitizer *sanitize.Sanitizer
	result    *verify.AttentionRun
	verdict   *attention.Report    // nil if the simulation failed
	bits      *attention.Exactness // nil if not compared with the scalar model
	unmodeled string               // why not
	limits    attention.Limits
	failed    *sim.RunError // why the simulation failed
	chosen    string        // workgroups
	host      hostTimes
}

// run runs the command, or once for each value of --sweep.
func (f *attentionRun) run(s *streams, cmd *cobra.Command) error {
	done, err := f.sim.sweepFlags(s, cmd, func(s *streams, _ *launch.Setting) (*runOutcome, error) {
		g := *f
		g.sim.asJSON = false
		err := g.once(s, cmd)
		if g.verdict == nil && g.failed == nil {
			return nil, err
		}
		return g.judge(), err
	})
	if done || err != nil {
		return err
	}
	return f.once(s, cmd)
}

// once runs the command once.
func (f *attentionRun) once(s *streams, cmd *cobra.Command) (err error) {
	if f.problem, f.inputs, err = f.attentionFlags.problem(cmd); err != nil {
		return err
	}
	if f.sim.schedule == scheduleTimed {
		return usagef("--schedule timed is not for attention: write the kernel and its launch file with 'heddle build attention', and run them")
	}
	options, err := f.sim.simOptions()
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-instructions") { // a loop over keys may be that long
		options.MaxInstructions += 64 * uint64(f.problem.SeqK)
	}
	f.build.emit, f.build.debug = "hsaco", true // for --count=line, and places of findings
	err = timed(&f.host.Compile, func() (err error) {
		f.compiled, _, err = f.compile(s, f.problem)
		return err
	})
	if err != nil {
		return s.reportModule(err)
	}
	if f.sanitizer, err = f.sim.sanitizer(f.compiled.Object); err != nil {
		return err
	}
	if err := f.sim.inspect.begin(s, s.out, f.sanitizer, f.compiled.Object); err != nil {
		return err
	}
	o := verify.AttentionOptions{Sim: options, Sanitizer: f.sanitizer, Observe: func(l *sim.Launch) { f.sim.inspect.observe(f.compiled.Object, l) }}
	if o.Workgroups, err = f.sample(); err != nil {
		return err
	}
	in := f.problem.Random(f.seed, f.inputs)
	err = timed(&f.host.Simulate, func() (err error) {
		bar := s.progress("attention")
		defer bar.end()
		o.Sim.Progress = bar.update
		f.result, err = f.compiled.Simulate(in, o)
		return err
	})
	err = f.sim.inspect.end(s, err)
	if err != nil && !errors.As(err, &f.failed) {
		return err
	}
	f.compare(s, in)
	if err := f.print(s); err != nil {
		return err
	}
	if err := f.sim.writeResults(s, f.judge); err != nil {
		return err
	}
	return f.outcome(s)
}

// sample chooses the workgroups to simulate; nil means all.
func (f *attentionRun) sample() (ids []int, err error) {
	switch f.chosen = f.workgroups; f.workgroups {
	case "all":
		return nil, nil
	case "":
		if f.chosen = "all"; f.problem.FLOP() <= maxWhole && f.compiled.Plan.Grid[0] <= maxGroups {
			return nil, nil
		}
		if ids = f.compiled.Typical(f.seed, sampleFLOP); ids != nil {
			f.chosen = chosenSample
		}
		return ids, nil
	}
	if ids, err = f.compiled.Choose(f.workgroups, f.seed); err != nil {
		return nil, usagef("--workgroups: %w", err)
	}
	return ids, nil
}

// compare compares the rows that were computed.
func (f *attentionRun) compare(s *streams, in *attention.Inputs) {
	if f.failed != nil {
		return
	}
	c := attention.Case{Problem: *f.problem, Kind: f.inputs}
	f.limits = c.Limits()
	_ = timed(&f.host.Compare, func() error {
		bar := s.progress("comparing")
		bar.unit = "rows"
		f.verdict = f.compiled.Compare(in, f.result, bar.update)
		bar.end()
		f.compareBits(s, in)
		return nil
	})
}

// compareBits compares the rows with the scalar model, if that does not take long.
func (f *attentionRun) compareBits(s *streams, in *attention.Inputs) {
	if f.sim.approx != "" && f.sim.approx != "none" {
		f.unmodeled = "it has exact exponentials, which --approx " + f.sim.approx + " does not give"
		return
	}
	if n := f.problem.ModelProducts(f.compiled.Plan.Config, f.result.Rows); n > maxModeled {
		f.unmodeled = fmt.Sprintf("it would compute %.3g products, more than %.3g", n, float64(maxModeled))
		return
	}
	bar := s.progress("comparing bits")
	defer bar.end()
	bar.unit = "rows"
	bits, err := f.compiled.CompareBits(in, f.result, bar.update)
	if err != nil {
		f.unmodeled = err.Error()
		return
	}
	f.bits = bits
}

// maxModeled is how many products the scalar model computes: those of 3 seconds on two cores.
const maxModeled = 1 << 30

// passed reports whether the run, the checks and the comparison found no error.
func (f *attentionRun) passed() bool {
	return f.failed == nil && len(f.result.Findings) == 0 && f.verdict.Check(f.limits) == nil && f.exact() == nil && f.result.StrayCount == 0
}

// exact returns an error if bits differ from the scalar model's.
func (f *attentionRun) exact() error {
	if f.bits == nil {
		return nil
	}
	return f.bits.Check()
}

// outcome reports errors on standard error.
func (f *attentionRun) outcome(s *streams) error {
	if f.passed() {
		return nil
	}
	if err := f.sim.printFindings(s, attentionName(f.problem), f.result.Findings); err != nil {
		return err
	}
	switch {
	case f.failed != nil:
		if err := s.reportFailed(&f.sim.inspect, f.failed); err != nil {
			return err
		}
	case f.verdict.Check(f.limits) != nil:
		s.diagnose("heddle: error: " + f.verdict.Check(f.limits).Error())
	case f.exact() != nil:
		s.diagnose("heddle: error: " + f.exact().Error())
	case f.result.StrayCount > 0:
		s.diagnose("heddle: error: " + strayText(f.result.StrayCount, f.result.Strays))
	}
	return errReported
}
