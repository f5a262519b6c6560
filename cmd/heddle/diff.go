package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/hsaco"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/inspect"
)

// diffFlags are the flags of heddle diff.
type diffFlags struct {
	run        runFlags
	random     int
	atol, rtol float64
	noCycles   bool
	product    string
	asJSON     bool
}

func diffCommand(s *streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]...",
		Short: "Compare the results of two code objects of one kernel",
		Long: `diff runs a kernel of two code objects, assembly or MLIR files, with the same launch,
and compares all memory that the two leave, bit for bit (all NaNs are equal), or within
--atol and --rtol. It prints the first element that differs and which instruction wrote it
in each, and what changed: registers, LDS, waits, the instructions that were executed, and
the cycles that 'heddle time' models.

The launch is that of 'heddle run': flags or --launch. Arguments of the form rand are
tried with their own values, with edge values of their types (zeros, infinities, NaNs,
subnormal numbers, the ends of the ranges), and with other random values. --sweep runs
all of that for ranges of sizes. A run that ends with an error in both is the same.

Exit codes: 0 the same; 1 they differ; 2 wrong usage, or there was nothing to compare.`,
		Example: `  heddle diff old.hsaco new.hsaco --launch kernel.launch.json
  heddle diff old.s new.s --mcpu gfx950 --grid '{ceildiv(n,256)}' --block 256 --arg 'rand:f32[{n}]' --arg 'zero:f32[{n}]' --arg f32:2 --arg 'i32:{n}' --sweep n=1..300`,
		Args: exactly(2, "OLD and NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := f.diff(s, cmd, args)
			switch {
			case err == nil, errors.Is(err, errDiffer):
				return err
			case errors.Is(err, errReported):
				return errTrouble
			}
			return usageError{inFlags(err)} // its exit code is that of all trouble
		},
	}
	f.run.target.flag(cmd, "the target, if a file names none or several")
	flags := cmd.Flags()
	flags.AddFlagSet(f.run.launchFlags())
	var all cobra.Command
	f.run.add(&all)
	for _, name := range []string{"schedule", "engine", "soffset-check", "barriers", "max-instructions", "workers", "sweep"} {
		flags.AddFlag(all.Flags().Lookup(name))
	}
	flags.IntVar(&f.random, "random", 2, "sets of other random inputs to try for each size: `N`")
	flags.Float64Var(&f.atol, "atol", 0, "absolute tolerance")
	flags.Float64Var(&f.rtol, "rtol", 0, "relative tolerance")
	flags.BoolVar(&f.noCycles, "no-cycles", false, "do not model cycles")
	flags.StringVar(&f.product, "product", "", "what to model cycles of (default: as for 'heddle time')")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// inputs are one set of inputs of a size.
type inputs struct {
	edge bool
	seed uint64 // of random ones; 0 for those that are given
}

func (x inputs) String() string {
	switch {
	case x.edge:
		return "edge values"
	case x.seed == 0:
		return "the inputs as given"
	}
	return fmt.Sprintf("random inputs %d", x.seed)
}

// side is one of the two files.
type side struct {
	name   string // "OLD"
	file   string
	code   launch.Code
	warned bool // warnings of the assembler have been printed
}

// trial is a run of both sides.
type trial struct {
	point  launch.Point
	inputs inputs
}

// ran is what the run of one side left.
type ran struct {
	job    *launch.Job
	result *launch.Result
	failed *sim.RunError // nil if it came to its end
}

// differ compares runs of the two sides.
type differ struct {
	*diffFlags
	streams *streams
	cmd     *cobra.Command
	sweep   launch.Sweep
	sides   [2]side
}

// diff runs the command.
func (f *diffFlags) diff(s *streams, cmd *cobra.Command, args []string) error {
	if f.random < 0 {
		return usagef("--random: %d is not a number of inputs", f.random)
	}
	if f.run.schedule == scheduleTimed {
		return usagef("--schedule timed: two kernels have two orders of time, in which they may rightly differ; compare them in others")
	}
	d := &differ{diffFlags: f, streams: s, cmd: cmd, sides: [2]side{{name: "OLD", file: args[0]}, {name: "NEW", file: args[1]}}}
	var err error
	if d.sweep, err = launch.ParseSweep(f.run.sweep); err != nil {
		return usagef("--sweep: %w", err)
	}
	for i := range d.sides {
		x := &d.sides[i]
		if x.file == "-" {
			return usagef("%s is read more than once: give a file, not standard input", x.name)
		}
		if x.code, err = f.run.read(s, x.file); err != nil {
			return err
		}
	}
	doc, err := d.all()
	if err != nil {
		return s.reportModule(err)
	}
	if err := d.changes(doc); err != nil {
		return err
	}
	if f.asJSON {
		err = s.writeJSON(doc)
	} else {
		err = doc.print(s)
	}
	switch {
	case err != nil:
		return err
	case doc.Differ > 0:
		return errDiffer
	case doc.Failed == doc.Runs:
		return errors.New("every run ends with an error, the same in both: nothing was compared")
	}
	return nil
}

// trials are the inputs of each size. Without random arguments there is nothing to vary.
func (d *differ) trials() ([]inputs, error) {
	_, plan, err := d.plan(d.sweep.First())
	if err != nil {
		return nil, err
	}
	if plan.Vary(1, false) == 0 {
		return []inputs{{}}, nil
	}
	list := []inputs{{}, {edge: true, seed: 1}}
	for n := range d.random {
		list = append(list, inputs{seed: uint64(n + 1)})
	}
	return list, nil
}

// all makes all runs.
func (d *differ) all() (*diffDocument, error) {
	list, err := d.trials()
	if err != nil {
		return nil, err
	}
	doc := &diffDocument{Schema: diffSchema, Old: d.sides[0].file, New: d.sides[1].file, Names: d.sweep.Names(), Inputs: len(list)}
	bar := d.streams.progress("diff")
	bar.unit = "sizes"
	defer bar.end()
	failures := failureList{list: []sweepFailure{}}
	done := 0
	for p := range d.sweep.Points() {
		var first *sweepFailure
		for _, in := range list {
			x, err := d.compare(doc, trial{p, in})
			if err != nil {
				if len(p) > 0 {
					err = fmt.Errorf("%s: %w", pointText(d.sweep, p), err)
				}
				return nil, err
			}
			if first == nil {
				first = x
			}
		}
		failures.add(p, first)
		done++
		bar.update(done, d.sweep.Len())
	}
	doc.Differences = failures.list
	return doc, nil
}

// compare makes the runs of a trial. The failure is nil if the two are the same.
func (d *differ) compare(doc *diffDocument, t trial) (*sweepFailure, error) {
	var both [2]*ran
	for i := range d.sides {
		r, err := d.execute(&d.sides[i], t, nil)
		if err != nil {
			return nil, err
		}
		both[i] = r
	}
	doc.Runs++
	old, new := both[0], both[1]
	doc.Target, doc.OldTarget = new.job.Device.Chip().Name, ""
	if t := old.job.Device.Chip().Name; t != doc.Target {
		doc.OldTarget = t
	}
	switch {
	case old.failed != nil && new.failed != nil:
		doc.Failed++
		doc.FailedText = old.failed.Error()
		return nil, nil
	case old.failed != nil || new.failed != nil:
		doc.Differ++
		x := &difference{Values: t.point, Inputs: t.inputs.String(), Old: &diffSide{}, New: &diffSide{}}
		x.Old.fail(old.failed)
		x.New.fail(new.failed)
		doc.first(x)
		return &sweepFailure{Kind: ruleFault, Message: x.text(), key: ruleFault}, nil
	}
	elements, list, err := new.job.Differences(old.job, d.atol, d.rtol)
	if err != nil {
		return nil, err
	}
	doc.Elements += elements
	if len(list) == 0 {
		return nil, nil
	}
	doc.Differ++
	m := &list[0]
	x := newDifference(t, m)
	if doc.First == nil {
		if err := d.writers(t, m, x); err != nil {
			return nil, err
		}
	}
	doc.first(x)
	key, _, _ := strings.Cut(m.Name, " (") // the rest depends on the size
	return &sweepFailure{Kind: "differs", Message: x.text(), key: key}, nil
}

// writers finds what wrote the first element that differs.
func (d *differ) writers(t trial, m *launch.Differing, x *difference) error {
	for i, at := range []uint64{m.Other, m.Addr} {
		w := inspect.NewLastWrite(at, m.Size)
		if _, err := d.execute(&d.sides[i], t, w.Observe); err != nil {
			return err
		}
		*[]**inspect.Write{&x.Old.Write, &x.New.Write}[i] = w.Last()
	}
	return nil
}

// plan is the launch of a size, and the flags that say how to run it.
func (d *differ) plan(p launch.Point) (*runFlags, *launch.File, error) {
	g := d.run
	if err := g.expand(d.sweep.At(p)); err != nil {
		return nil, nil, err
	}
	plan, err := g.plan(d.cmd)
	return &g, plan, err
}

// execute runs one side. No file is written.
func (d *differ) execute(x *side, t trial, observe func(*hsaco.Object, *sim.Launch)) (*ran, error) {
	g, plan, err := d.plan(t.point)
	if err != nil {
		return nil, err
	}
	o, err := g.options(d.cmd)
	if err != nil {
		return nil, err
	}
	plan.Expect = nil
	if t.inputs != (inputs{}) {
		plan.Vary(t.inputs.seed, t.inputs.edge)
	}
	r := &ran{}
	o.Code, o.Observe = x.code, observe
	o.Simulate = func(device *sim.Device, _ *launch.Program, l sim.Launch, _ bool) (*sim.Report, error) {
		return device.Run(l)
	}
	if !x.warned {
		o.Warn = func(warnings error) { d.streams.diagnose(warnings.Error()) }
		x.warned = true
	}
	if r.job, err = g.load(plan, o); err != nil {
		return nil, err
	}
	r.job.Device.Align(dataAlign)
	r.result, err = r.job.Run()
	if err != nil && !errors.As(err, &r.failed) {
		return nil, err
	}
	return r, nil
}

// dataAlign is where data begin, so that they have the same addresses beside code of different sizes.
const dataAlign = 1 << 32

// errDiffer ends diff when the two differ, errTrouble when it could not compare them and has said why.
var (
	errDiffer  = fmt.Errorf("they differ: %w", errReported)
	errTrouble = fmt.Errorf("trouble: %w", errReported)
)
