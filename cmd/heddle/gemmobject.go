package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/launch"
	"heddle/sim"
	"heddle/verify"
)

// gemmObject is a code object of other origin whose kernels compute the product.
type gemmObject struct {
	file string
	plan *launch.File
	job  *launch.Job // nil without --object
}

// launchFlags are the flags of run that say how to launch --object.
var launchFlags = []string{"kernel", "grid", "global", "block", "lds", "scratch", "arg", "launch"}

// addObject adds --object and its launch flags.
func (f *gemmRun) addObject(cmd *cobra.Command, run *pflag.FlagSet) {
	flags := cmd.Flags()
	flags.StringVar(&f.object.file, "object", "", "instead of compiling a GEMM, execute `FILE` (code object, assembly or MLIR) and check its results")
	for _, name := range launchFlags {
		flag := *run.Lookup(name)
		flag.Shorthand = ""
		flag.Usage = "with --object: " + flag.Usage
		flags.AddFlag(&flag)
	}
}

// checkObjectFlags rejects flags that have no meaning with, or without, --object.
func (f *gemmRun) checkObjectFlags(cmd *cobra.Command) error {
	refused, why := launchFlags, "it says how to launch --object FILE, which is not given"
	if f.object.file != "" {
		refused, why = []string{"output", "emit", "explain", "workgroups", "split-k", "cache-swizzle"}, "--object FILE is compiled already, and all of it is executed"
	}
	for _, name := range refused {
		if cmd.Flags().Changed(name) {
			return usagef("--%s: %s", name, why)
		}
	}
	return nil
}

// loadObject reads the code object and its launch. The problem is for its target
// unless --mcpu is given.
func (f *gemmRun) loadObject(s *streams, cmd *cobra.Command) error {
	if cmd.Flags().Changed("mcpu") {
		f.sim.target = f.target
	}
	if f.sim.launch == "" && !slices.ContainsFunc(launchFlags, cmd.Flags().Changed) {
		beside := f.object.file + ".launch.json"
		if _, err := os.Stat(f.object.file); err != nil && f.object.file != "-" {
			return launch.FileError(f.object.file, err)
		}
		if _, err := os.Stat(beside); err != nil {
			return usagef("--object %s: there is no launch file %s; need --launch FILE, or --grid, --block and an --arg for each argument: @a, @b, @d for the matrices, i32:N and so on", f.object.file, beside)
		}
		f.sim.launch = beside
	}
	f.sim.workgroups = "all"
	o, err := f.sim.options(cmd)
	if err != nil {
		return err
	}
	if o.Code, err = f.sim.read(s, f.object.file); err != nil {
		return err
	}
	if f.object.plan, err = f.sim.plan(cmd); err != nil {
		return err
	}
	f.object.plan.Expect = nil // the problem defines the expected results
	o.Warn = func(warnings error) { s.diagnose(warnings.Error()) }
	if f.object.job, err = f.object.plan.Load(o); err != nil {
		return s.reportModule(err)
	}
	if chip := f.object.job.Device.Chip(); f.target.chip != chip {
		if cmd.Flags().Changed("mcpu") {
			return usagef("--mcpu %s: %s is for %s", f.target.chip.Name, f.object.file, chip.Name)
		}
		return f.target.Set(chip.Name)
	}
	return nil
}

// tensors adds the tensors of the problem to the launch as buffers.
func (f *gemmRun) tensors() error {
	names := f.problem.Tensors()
	for _, name := range names {
		m, _ := f.problem.Tensor(name)
		f.object.plan.SetBuffer(launch.Buffer{Name: name, Arg: fmt.Sprintf("zero:%s[%s]", elementFor(f.problem.Chip, m.Type).Name, extent(m))})
	}
	if !f.object.plan.Uses("d") {
		return usagef("--object %s: no argument of the launch is @d, so nothing can be written to D; the tensors of the problem are @%s", f.object.file, strings.Join(names, ", @"))
	}
	return nil
}

// runObject simulates the launch on the tensors of the problem.
func (f *gemmRun) runObject(s *streams, files *gemmFiles, options sim.Options) error {
	j := f.object.job
	if err := f.tensors(); err != nil {
		return err
	}
	var end func()
	j.Options.Sim = options
	j.Options.Progress, end = s.bars()
	in := f.inputs(f.problem, files, true)
	var ran *launch.Result
	var err error
	f.chosen = "all"
	if err := f.sim.inspect.begin(s, s.out, j.Sanitizer, j.Programs[0].Object); err != nil {
		return err
	}
	simulate := func() error {
		f.result, err = verify.SimulateGEMM(f.problem, j.Device, in, func(memory map[string]sim.Buffer) (err error) {
			j.Memory = memory
			ran, err = j.Run()
			end()
			err = f.sim.inspect.end(s, err)
			return err
		})
		return err
	}
	if err := timed(&f.host.Simulate, simulate); err != nil && !errors.As(err, &f.failed) {
		return err
	}
	f.result.Steps, f.result.Findings = ran.Reports, ran.Findings
	f.gemm = &verify.GEMM{Problem: f.problem, Object: j.Programs[0].Object}
	f.compare(s, in)
	return nil
}
