package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/hsaco"
	"heddle/sim"
	"heddle/verify"
)

// gemmObject is somebody's code object, whose kernels are to compute the product.
type gemmObject struct {
	file string
	job  *job // nil without --object
}

// launchFlags are those of run that say how --object is launched.
var launchFlags = []string{"kernel", "grid", "global", "block", "lds", "scratch", "arg", "launch"}

// addObject adds --object, and how it is launched.
func (f *gemmRun) addObject(cmd *cobra.Command, run *pflag.FlagSet) {
	flags := cmd.Flags()
	flags.StringVar(&f.object.file, "object", "", "do not compile: execute this `FILE` (code object, assembly or MLIR) and check what it computes")
	for _, name := range launchFlags {
		flag := *run.Lookup(name)
		flag.Shorthand = ""
		flag.Usage = "with --object: " + flag.Usage
		flags.AddFlag(&flag)
	}
}

// checkObjectFlags refuses flags that have no meaning with --object, or without.
func (f *gemmRun) checkObjectFlags(cmd *cobra.Command) error {
	refused, why := launchFlags, "it says how --object FILE is launched, which is not given"
	if f.object.file != "" {
		refused, why = []string{"output", "emit", "explain", "workgroups", "split-k", "cache-swizzle"}, "--object FILE is compiled already, and is executed whole"
	}
	for _, name := range refused {
		if cmd.Flags().Changed(name) {
			return usagef("--%s: %s", name, why)
		}
	}
	return nil
}

// loadObject reads the code object and its launch. The problem is for its target
// unless --mcpu says otherwise.
func (f *gemmRun) loadObject(s *streams, cmd *cobra.Command) error {
	if cmd.Flags().Changed("mcpu") {
		f.sim.target = f.target
	}
	if f.sim.launch == "" && !slices.ContainsFunc(launchFlags, cmd.Flags().Changed) {
		beside := f.object.file + ".launch.json"
		if _, err := os.Stat(beside); err != nil {
			return usagef("--object %s: there is no %s, which would say how it is launched; need --launch FILE, or --grid, --block and an --arg for each argument: @a, @b, @d for the matrices, i32:N and the like", f.object.file, beside)
		}
		f.sim.launch = beside
	}
	main, err := f.sim.read(s, f.object.file)
	if err != nil {
		return err
	}
	plan, err := f.sim.plan(cmd)
	if err != nil {
		return err
	}
	f.sim.workgroups = "all"
	j := &job{flags: &f.sim, streams: s, plan: plan}
	if err := j.load(main); err != nil {
		return err
	}
	f.object.job = j
	if chip := main.object.Chip; f.target.chip != chip {
		if cmd.Flags().Changed("mcpu") {
			return usagef("--mcpu %s: %s is for %s", f.target.chip.Name, f.object.file, chip.Name)
		}
		return f.target.Set(chip.Name)
	}
	return nil
}

// tensors makes the tensors of the problem buffers of the launch.
func (f *gemmRun) tensors() error {
	plan := f.object.job.plan
	if plan.Buffers == nil {
		plan.Buffers = map[string]*bufferSpec{}
	}
	names := f.problem.Tensors()
	for _, name := range names {
		m, _ := f.problem.Tensor(name)
		plan.Buffers[name] = &bufferSpec{Arg: fmt.Sprintf("zero:%s[%s]", elementFor(f.problem.Chip, m.Type).name, extent(m))}
	}
	if !plan.uses("d") {
		return usagef("--object %s: no argument of the launch is @d, so that nothing can be written to D; the tensors of the problem are @%s", f.object.file, strings.Join(names, ", @"))
	}
	return nil
}

// uses reports whether an argument or a buffer holds the address of a buffer.
func (l *launchFile) uses(name string) bool {
	is := func(a launchArg) bool {
		to, _, _ := strings.Cut(a.Arg, "+")
		return to == "@"+name
	}
	for _, d := range l.Dispatches {
		if slices.ContainsFunc(d.Args, is) {
			return true
		}
	}
	for _, b := range l.Buffers {
		if slices.ContainsFunc(b.List, is) || slices.ContainsFunc(b.Put, is) {
			return true
		}
	}
	return false
}

// runObject simulates the launch on the tensors of the problem.
func (f *gemmRun) runObject(s *streams, files *gemmFiles, options sim.Options) error {
	j := f.object.job
	if err := f.tensors(); err != nil {
		return err
	}
	for _, d := range j.plan.Dispatches {
		if err := j.fit(d); err != nil {
			return err
		}
	}
	j.sanitizer = f.sanitizer
	in := f.inputs(f.problem, files, true)
	var err error
	f.chosen = "all"
	simulate := func() error {
		f.result, err = verify.SimulateGEMM(f.problem, j.device, in, func(memory map[string]sim.Buffer) error {
			j.given = memory
			if err := j.makeBuffers(); err != nil {
				return err
			}
			for _, d := range j.plan.Dispatches {
				if err := j.dispatch(d, options); err != nil {
					return err
				}
			}
			return nil
		})
		return err
	}
	if err := timed(&f.host.Simulate, simulate); err != nil && !errors.As(err, &f.failed) {
		return err
	}
	f.result.Steps = j.results
	if f.sanitizer != nil {
		f.result.Findings = f.sanitizer.Findings()
	}
	f.gemm = &verify.GEMM{Problem: f.problem, Object: j.programs[0].object}
	f.compare(s, in)
	return nil
}

// checked is the object that sanitizers look at.
func (f *gemmRun) checked() *hsaco.Object {
	if f.object.job != nil {
		return f.object.job.programs[0].object
	}
	return f.gemm.Object
}
