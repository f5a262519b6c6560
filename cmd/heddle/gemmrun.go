package main

import (
	"bytes"
	"cmp"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"heddle/kernels/gemm"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

func gemmRunCommand(s *streams) *cobra.Command {
	var f gemmRun
	cmd := &cobra.Command{
		Use:   "gemm [-m M] [-n N] [-k K] [--dtype TYPE] [--layout nn|nt|tn|tt]",
		Short: "Compile a matrix multiplication (GEMM), simulate it and check its results",
		Long: gemmLong + `

run gemm chooses a kernel, compiles it, executes it on the simulator, and compares
each element of D with a float64 reference, within an error bound derived from how
the hardware sums. The exit code is 1 if an element exceeds its bound, if the kernel
wrote outside D, or if a check finds something.

Inputs without a file are random. Of a problem of more than 20 GFLOP or 131072
workgroups only a sample of workgroups is executed: corners, edges, and some others.
--d and --workgroups all execute all of them.

--object FILE executes kernels of any origin instead, on the same inputs and with the
same comparison. Arguments and launch files name the matrices @a, @b, @c and @d, a
bias @bias, and scales @scale_a and @scale_b. Without --launch and --arg, the launch
file is FILE.launch.json.`,
		Example: `  heddle run gemm
  heddle run gemm -m 300 -n 200 -k 100 --dtype f16 --layout nn --bias --act gelu --check all
  heddle run gemm --a a.npy --b b.npy --d d.npy --layout nn
  heddle run gemm -m 32768 -n 57344 -k 256 --out f32 --workgroups corners
  heddle run gemm -m 64 -n 64 -k 64 --object mine.s --grid 64 --block 64 --arg @a --arg @b --arg @d --arg i32:64`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(s, cmd) },
	}
	f.gemmFlags.add(cmd)
	f.gemmFlags.addData(cmd)
	f.sim.add(cmd)
	group(cmd, groupSimulation)
	f.build.addOutput(cmd)
	group(cmd, groupOutput)
	f.addObject(cmd, f.sim.launchFlags())
	group(cmd, groupObject)
	return cmd
}

// gemmRun is the state of run gemm.
type gemmRun struct {
	gemmCommand
	sim    runFlags
	object gemmObject

	problem   *gemm.Problem
	gemm      *verify.GEMM
	sanitizer *sanitize.Sanitizer
	result    *verify.GEMMRun
	verdict   *gemm.Report // nil if the simulation failed
	// sensitivity says what errors the comparison would notice.
	sensitivity gemm.Sensitivity
	failed      *sim.RunError  // why the simulation failed
	addresses   *addressesJSON // nil without --explain
	toStderr    bool           // the report goes to standard error
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

// timed runs f and adds its wall-clock time.
func timed(to *float64, f func() error) error {
	start := time.Now()
	defer func() { *to += time.Since(start).Seconds() }()
	return f()
}

// run runs the command, or once for each value of --sweep.
func (f *gemmRun) run(s *streams, cmd *cobra.Command) error {
	done, err := f.sim.sweepFlags(s, cmd, func(s *streams, x *launch.Setting) (*runOutcome, error) {
		g := *f
		g.sim.asJSON = false
		if err := g.sim.expand(x); err != nil {
			return nil, err
		}
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
func (f *gemmRun) once(s *streams, cmd *cobra.Command) error {
	files, err := f.read(cmd)
	if err != nil {
		return err
	}
	if err := f.checkObjectFlags(cmd); err != nil {
		return err
	}
	if f.object.file != "" {
		if err := f.loadObject(s, cmd); err != nil {
			return inFlags(err)
		}
	}
	if f.problem, err = f.gemmFlags.problem(cmd, files); err != nil {
		return err
	}
	if f.sim.schedule == scheduleTimed {
		return usagef("--schedule timed is not for gemm: write the kernel and its launch file with 'heddle build gemm', and run them")
	}
	options, err := f.sim.simOptions()
	if err != nil {
		return err
	}
	f.toStderr = f.sim.files.toStdout()
	if !cmd.Flags().Changed("max-instructions") { // a loop over K may be that long
		options.MaxInstructions += 64 * uint64(f.problem.K)
	}
	if err := f.checkD(); err != nil {
		return err
	}
	if f.object.job != nil {
		f.sanitizer = f.object.job.Sanitizer
		err = inFlags(f.runObject(s, files, options))
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
		return notWritten // the only document
	}
	if err := f.print(s); err != nil {
		return err
	}
	if err := f.sim.writeResults(s, f.judge); err != nil {
		return err
	}
	return cmp.Or(notWritten, f.outcome(s))
}

// runOwn compiles and simulates our own kernels.
func (f *gemmRun) runOwn(s *streams, cmd *cobra.Command, files *gemmFiles, options sim.Options) error {
	output, err := f.outputName(cmd)
	if err != nil {
		return err
	}
	if output == "" {
		f.build.debug = true // for --count=line, and places of findings; a file that is written has what -g asks for
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
	if f.sanitizer, err = f.sim.sanitizer(f.gemm.Object); err != nil {
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
	if err := f.sim.inspect.begin(s, f.reportTo(s).out, f.sanitizer, f.gemm.Object); err != nil {
		return err
	}
	err = timed(&f.host.Simulate, func() error { return f.simulate(s, in, sample, options) })
	err = f.sim.inspect.end(s, err)
	if err != nil && !errors.As(err, &f.failed) {
		return err
	}
	f.compare(s, in)
	return nil
}

// compare compares the part of D that was computed.
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

// outputName is the output file; empty if neither --emit nor -o is given. If the
// output goes to standard output, the report goes to standard error.
func (f *gemmRun) outputName(cmd *cobra.Command) (string, error) {
	if !cmd.Flags().Changed("output") && !cmd.Flags().Changed("emit") {
		return "", nil
	}
	name, err := f.build.outputName(cmd, gemmName(f.problem)+".mlir")
	if name == "-" && f.sim.files.toStdout() {
		return "", usagef("%s: standard output cannot take both --emit %s and --sarif or --junit: give -o", cmd.CommandPath(), f.build.emit)
	}
	if f.toStderr = f.toStderr || name == "-"; f.toStderr && f.sim.asJSON {
		return "", usagef("%s: standard output cannot take both --json and --emit %s: give -o", cmd.CommandPath(), f.build.emit)
	}
	return name, err
}

// By default a problem of up to maxWhole operations and maxGroups workgroups is
// simulated completely; a sample of a larger one has about sampleFLOP operations.
const maxWhole, maxGroups, sampleFLOP = 20e9, 1 << 17, 10e9

// whole reports whether the problem is small enough to be simulated completely.
func (f *gemmRun) whole() bool {
	groups := uint64(0)
	for i := range f.gemm.Plan.Steps {
		g := f.gemm.Plan.Steps[i].Grid
		groups += uint64(g[0]) * uint64(g[1]) * uint64(g[2])
	}
	return flop(f.problem) <= maxWhole && groups <= maxGroups
}

// chosenSample is the reported choice of workgroups for a sampled problem.
const chosenSample = "sample"

// sample chooses the workgroups to simulate; nil means all.
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
		return nil, usagef("--d needs all workgroups, not --workgroups %s", f.workgroups)
	}
	sample, err := f.gemm.Choose(f.workgroups, f.seed)
	if err != nil {
		return nil, usagef("--workgroups: %w", err)
	}
	return sample, nil
}

// simulate runs the kernels.
func (f *gemmRun) simulate(s *streams, in *gemm.Inputs, sample *verify.Sample, options sim.Options) (err error) {
	next, end := s.bars()
	defer end()
	f.result, err = f.gemm.Simulate(in, verify.GEMMOptions{Sim: options, Sanitizer: f.sanitizer, Sample: sample, Observe: func(l *sim.Launch) { f.sim.inspect.observe(f.gemm.Object, l) },
		Progress: func(step *gemm.Step) func(done, all int) { return next(step.Kernel) }})
	return err
}

// passed reports whether the run, the checks and the comparison found no error.
func (f *gemmRun) passed() bool {
	return f.failed == nil && len(f.result.Findings) == 0 && f.verdict.Bad == 0 && f.result.StrayCount == 0
}

// outcome reports errors on standard error.
func (f *gemmRun) outcome(s *streams) error {
	if f.passed() {
		return nil
	}
	if err := f.sim.printFindings(s, gemmName(f.problem), f.result.Findings); err != nil {
		return err
	}
	switch v := f.verdict; {
	case f.failed != nil:
		if err := s.reportFailed(&f.sim.inspect, f.failed); err != nil {
			return err
		}
	case v.Bad > 0:
		s.diagnose("heddle: error: " + badText(v))
	case f.result.StrayCount > 0:
		s.diagnose("heddle: error: " + strayText(f.result.StrayCount, f.result.Strays))
	}
	return errReported
}
