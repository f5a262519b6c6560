package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

func gemmRunCommand(s *streams) *cobra.Command {
	var f gemmRun
	cmd := &cobra.Command{
		Use:   "gemm [-m M] [-n N] [-k K] [--dtype TYPE] [--layout nn|nt|tn|tt]",
		Short: "Compile a product of matrices, simulate it and check its results",
		Long: gemmLong + `

run gemm chooses a kernel, compiles it, executes it on the simulator, and compares
each element of D with what float64 arithmetic says, within a bound that is derived
from what the hardware does to a sum. The exit code is 1 if an element is beyond its
bound, if anything else was written, or if a check finds something.

Inputs are random unless files say otherwise. A problem of more than 20 GFLOP (or
131072 workgroups) is sampled: the workgroups at the corners and edges, and some others. --d and
--workgroups all execute the whole of it.

--object FILE takes kernels of any origin in place of ours: they are executed on the
same inputs and compared in the same way. Arguments and launch files name the
matrices @a, @b, @c and @d, a bias @bias, and scales @scale_a and @scale_b; without
--launch and --arg, FILE.launch.json says how to launch it.`,
		Example: `  heddle run gemm
  heddle run gemm -m 300 -n 200 -k 100 --dtype f16 --layout nn --bias --act gelu --check all
  heddle run gemm --a a.npy --b b.npy --d d.npy --layout nn
  heddle run gemm -m 32768 -n 57344 -k 256 --out f32 --workgroups corners
  heddle run gemm -m 64 -n 64 -k 64 --object mine.s --grid 64 --block 64 --arg @a --arg @b --arg @d --arg i32:64`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(s, cmd) },
	}
	f.gemmFlags.add(cmd)
	f.sim.add(cmd)
	f.build.addOutput(cmd)
	f.addObject(cmd, f.sim.launchFlags())
	return cmd
}

// gemmRun is what run gemm does.
type gemmRun struct {
	gemmCommand
	sim    runFlags
	object gemmObject

	problem   *gemm.Problem
	gemm      *verify.GEMM
	sanitizer *sanitize.Sanitizer
	result    *verify.GEMMRun
	verdict   *gemm.Report // nil if the simulation failed
	// sensitivity is what the comparison could find.
	sensitivity gemm.Sensitivity
	failed      *sim.RunError  // how it did
	addresses   *addressesJSON // nil without --explain
	toStderr    bool           // the report
	chosen      string         // workgroups
	host        hostTimes
}

// hostTimes are wall-clock times in seconds.
type hostTimes struct {
	Compile  float64 `json:"compileSeconds"`
	Inputs   float64 `json:"inputSeconds"`
	Simulate float64 `json:"simulateSeconds"`
	Compare  float64 `json:"compareSeconds"`
}

// timed runs f and adds the time that it takes.
func timed(to *float64, f func() error) error {
	start := time.Now()
	defer func() { *to += time.Since(start).Seconds() }()
	return f()
}

// run is the command.
func (f *gemmRun) run(s *streams, cmd *cobra.Command) error {
	files, err := f.read(cmd)
	if err != nil {
		return err
	}
	if err := f.checkObjectFlags(cmd); err != nil {
		return err
	}
	if f.object.file != "" {
		if err := f.loadObject(s, cmd); err != nil {
			return err
		}
	}
	if f.problem, err = f.gemmFlags.problem(cmd, files); err != nil {
		return err
	}
	options, err := f.sim.options()
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-instructions") { // a loop over K may be that long
		options.MaxInstructions += 64 * uint64(f.problem.K)
	}
	if err := f.checkD(); err != nil {
		return err
	}
	if f.object.job != nil {
		if f.sanitizer, _, err = f.sim.sanitizer(f.checked()); err == nil {
			err = f.runObject(s, files, options)
		}
	} else {
		err = f.runOwn(s, cmd, files, options)
	}
	if err != nil {
		return err
	}
	var notWritten error
	if f.d != "" && f.failed == nil {
		notWritten = f.writeD(f.problem, f.result.D)
	}
	if notWritten != nil && f.sim.asJSON {
		return notWritten // as the one document
	}
	if err := f.print(s); err != nil {
		return err
	}
	return cmp.Or(notWritten, f.outcome(s))
}

// runOwn compiles the kernels and simulates them.
func (f *gemmRun) runOwn(s *streams, cmd *cobra.Command, files *gemmFiles, options sim.Options) error {
	output, err := f.outputName(cmd)
	if err != nil {
		return err
	}
	var text *bytes.Buffer
	err = timed(&f.host.Compile, func() (err error) {
		f.gemm, text, err = f.compile(s, f.problem)
		return err
	})
	if err != nil {
		return s.reportModule(err)
	}
	if f.addresses, err = s.explain(f.build.explain, f.sim.asJSON, f.gemm.Built); err != nil {
		return err
	}
	if f.sanitizer, _, err = f.sim.sanitizer(f.checked()); err != nil {
		return err
	}
	sample, err := f.sample()
	if err != nil {
		return err
	}
	if output != "" {
		if err := f.write(s, &buildReport{}, f.gemm, text, output); err != nil {
			return err
		}
	}
	var in *gemm.Inputs
	_ = timed(&f.host.Inputs, func() error {
		in = f.inputs(f.problem, files, sample == nil)
		return nil
	})
	err = timed(&f.host.Simulate, func() error { return f.simulate(s, in, sample, options) })
	if err != nil && !errors.As(err, &f.failed) {
		return err
	}
	f.compare(s, in)
	return nil
}

// compare compares what of D was computed.
func (f *gemmRun) compare(s *streams, in *gemm.Inputs) {
	if f.failed != nil {
		return
	}
	_ = timed(&f.host.Compare, func() error {
		bar := s.progress("comparing")
		bar.unit = "elements"
		verdict := f.gemm.Compare(in, f.result, bar.update)
		bar.end()
		f.verdict = &verdict
		f.sensitivity = f.problem.Sensitivity(in, f.result.Sample.Parts[0])
		return nil
	})
}

// outputName is the file for what --emit asks for; empty if neither it nor -o is
// given. What goes to standard output sends the report to standard error.
func (f *gemmRun) outputName(cmd *cobra.Command) (string, error) {
	if !cmd.Flags().Changed("output") && !cmd.Flags().Changed("emit") {
		return "", nil
	}
	name, err := f.build.outputName(cmd, gemmName(f.problem)+".mlir")
	if f.toStderr = name == "-"; f.toStderr && f.sim.asJSON {
		return "", usagef("%s: standard output cannot take both --json and --emit %s: give -o", cmd.CommandPath(), f.build.emit)
	}
	return name, err
}

// A problem is simulated whole up to maxWhole operations and maxGroups workgroups
// unless flags say otherwise; a sample of a larger one has about sampleFLOP.
const maxWhole, maxGroups, sampleFLOP = 20e9, 1 << 17, 10e9

// whole reports whether the problem is small enough to be simulated whole.
func (f *gemmRun) whole() bool {
	groups := uint64(0)
	for i := range f.gemm.Plan.Steps {
		g := f.gemm.Plan.Steps[i].Grid
		groups += uint64(g[0]) * uint64(g[1]) * uint64(g[2])
	}
	return flop(f.problem) <= maxWhole && groups <= maxGroups
}

// chosenSample is the choice of workgroups for a problem that is not simulated
// whole.
const chosenSample = "sample"

// sample chooses the workgroups to simulate; nil is all.
func (f *gemmRun) sample() (*verify.Sample, error) {
	f.chosen = cmp.Or(f.workgroups, "all")
	switch {
	case f.workgroups == "all", f.workgroups == "" && (f.whole() || f.d != ""):
		return nil, nil
	case f.workgroups == "":
		sample := f.gemm.Typical(f.seed, sampleFLOP)
		if sample != nil {
			f.chosen = chosenSample
		}
		return sample, nil
	case f.d != "":
		return nil, usagef("--d: it needs all workgroups, not --workgroups %s", f.workgroups)
	}
	sample, err := f.gemm.Choose(f.workgroups, f.seed)
	if err != nil {
		return nil, usagef("--workgroups: %w", err)
	}
	return sample, nil
}

// simulate runs the kernels.
func (f *gemmRun) simulate(s *streams, in *gemm.Inputs, sample *verify.Sample, options sim.Options) (err error) {
	bar := s.progress("")
	o := verify.GEMMOptions{Sim: options, Sanitizer: f.sanitizer, Sample: sample, Progress: func(step *gemm.Step) func(done, all int) {
		bar.end()
		bar = s.progress(step.Kernel)
		return bar.update
	}}
	f.result, err = f.gemm.Simulate(in, o)
	bar.end()
	return err
}

// passed reports whether nothing is wrong.
func (f *gemmRun) passed() bool {
	return f.failed == nil && len(f.result.Findings) == 0 && f.verdict.Bad == 0 && f.result.StrayCount == 0
}

// outcome says what is wrong on standard error.
func (f *gemmRun) outcome(s *streams) error {
	if f.passed() {
		return nil
	}
	if len(f.result.Findings) > 0 && !f.sim.asJSON {
		var text strings.Builder
		if err := sanitize.WriteText(&text, gemmName(f.problem), f.result.Findings); err != nil {
			return err
		}
		s.diagnose(strings.TrimSuffix(text.String(), "\n"))
	}
	switch v := f.verdict; {
	case f.failed != nil:
		s.diagnose("heddle: error: " + f.failed.Error() + "\n" + strings.TrimSuffix(f.failed.Positions(), "\n"))
	case v.Bad > 0:
		s.diagnose(fmt.Sprintf("heddle: error: %d of %d elements of D are further from the exact value than their bound", v.Bad, v.Elements))
	case f.result.StrayCount > 0:
		s.diagnose(fmt.Sprintf("heddle: error: %s written that no result has to be in, the first at byte %d of %s",
			count(uint64(f.result.StrayCount), "byte"), f.result.Strays[0].Offset, f.result.Strays[0].Tensor))
	}
	return errReported
}
