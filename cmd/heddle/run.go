package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/isa"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// runFlags are the flags of heddle run.
type runFlags struct {
	target                     target
	kernel, launch, workgroups string
	grid, global, block        string
	workload                   string // from which MLIR computes the grid
	lds, scratch               uint32
	args, expect               []string
	atol, rtol                 float64
	schedule, soffset, barrier string
	engine, check, suppress    string
	budget, seed               uint64
	workers                    int
	interp                     bool
	against                    string // what to compare with: interp
	asJSON                     bool
	explain                    string
}

func runCommand(s *streams) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run FILE [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]...",
		Short: "Simulate kernels of a code object, of assembly or of MLIR",
		Long: `run loads a code object (a relocatable one is linked first), assembles FILE.s, or
compiles FILE.mlir for --mcpu, and executes a kernel on the simulator: every
instruction, to the bit where the hardware's behaviour is known ('heddle isa --fidelity' says where it is not).
FILE may be - for standard input: a code object or MLIR, told apart by what is in
it.

--arg gives the explicit arguments in order; hidden ones are filled in:
  in:x.npy[:TYPE]          the contents of a file
  out:y.npy:f32[1024]      memory with undefined contents, written to a file afterwards
  inout:x.npy:y.npy[:TYPE] both
  zero:f32[64,64]          zeros
  rand:f16[4096][:seed=1][:lo=-1][:hi=1]   random numbers, made when they are touched
  i32:5  f32:1.5           a number by value
  raw:HEX                  bytes by value: a structure
Types are i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 fp8 bf8 fp8fnuz bf8fnuz
fp6 bf6 fp4 e8m0. bf16 travels as u16 files, fp8 and smaller as u8 files of the
bytes as they lie in memory, with the type given.

For MLIR and for what 'heddle build' made of it the types of the parameters are
known. Arguments are compared with them, and short forms do: rand, zero, out:y.npy and
plain numbers. --block may be left out where the kernel says it. Outputs that no
kernel wrote all of are named behind the report.

--launch takes all this from a file instead, with several dispatches that share
buffers; README.md has its schema, and 'heddle build' writes one. Without FILE the
launch file's object is run.

--check looks for what a card could answer otherwise: loads used before their
wait, missing wait states, undefined values, races, accesses out of bounds. The
exit code is 1 if it finds something; docs/sanitizers.md explains the checks.

--expect ARG=ref.npy compares an argument (its position from 0, or its name)
with a file after the run: |got - want| <= atol + rtol*|want|. The exit code is
1 if one of them differs.

--against interp runs the same dispatches of FILE.mlir by the interpreter, too, and
compares every buffer bit for bit; a NaN equals any NaN where the parameter has
floats. --atol and --rtol allow what they allow for --expect. The exit code is 1 if
anything differs, or if the interpreter finds a mistake in the kernel.

--interp runs a kernel of FILE.mlir directly, without compiling it: the generic
form of MLIR, lane by lane. It needs --mcpu; the arguments are those that a
compiled kernel takes (docs/mlir-abi.md), and --block may be left out if the
kernel says its size. Undefined values and behaviour are errors with their place.`,
		Example: `  heddle run saxpy.hsaco --grid 4 --block 256 --arg in:x.npy --arg inout:y.npy:out.npy --arg f32:2 --expect 1=ref.npy
  heddle run kernel.s --mcpu gfx950 --global 1000 --block 64 --arg zero:f32[1000]
  heddle run --launch gemm.hsaco.launch.json --workgroups corners
  heddle run saxpy.mlir --mcpu gfx950 --grid 4 --arg rand:f32[1000] --arg zero:f32[1000] --arg f32:2 --arg i32:1000 --check all --against interp
  heddle run saxpy.mlir --interp --mcpu gfx950 --grid 4 --arg in:x.npy --arg inout:y.npy:out.npy --arg f32:2`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && f.launch != "" {
				return nil
			}
			return exactly(1, "a FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			file := ""
			if len(args) > 0 {
				file = args[0]
			} else if l, err := readLaunch(f.launch); err != nil {
				return err
			} else if file = cmp.Or(l.Object, l.Dispatches[0].Object); file == "" {
				return usagef("%s names no \"object\": give a FILE", f.launch)
			}
			if f.interp {
				return f.interpret(s, cmd, file)
			}
			return f.run(s, cmd, file)
		},
	}
	flags := cmd.Flags()
	f.target.flag(cmd, "the target, where FILE does not say or has several")
	flags.AddFlagSet(f.launchFlags())
	flags.StringArrayVar(&f.expect, "expect", nil, "compare an argument with a file: `ARG=ref.npy`")
	flags.Float64Var(&f.atol, "atol", 0, "absolute tolerance of --expect and --against")
	flags.Float64Var(&f.rtol, "rtol", 0, "relative tolerance of --expect and --against")
	flags.StringVar(&f.against, "against", "", "run MLIR by the interpreter, too, and compare all buffers: `interp`")
	flags.StringVar(&f.workgroups, "workgroups", "all", "execute only these: "+sim.WorkgroupForms)
	flags.Uint64Var(&f.seed, "seed", 1, "the seed `N` of --workgroups random:N")
	flags.BoolVar(&f.interp, "interp", false, "FILE is MLIR: run its operations directly")
	explainFlag(cmd, &f.explain)
	f.add(cmd)
	cmd.AddCommand(gemmRunCommand(s))
	return cmd
}

// launchFlags are the flags that say what is launched, and how.
func (f *runFlags) launchFlags() *pflag.FlagSet {
	flags := pflag.NewFlagSet("launch", pflag.ContinueOnError)
	flags.StringVarP(&f.kernel, "kernel", "k", "", "the kernel's `NAME`; may be left out if there is one only")
	flags.StringVar(&f.grid, "grid", "", "workgroups in `X,Y,Z`")
	flags.StringVar(&f.global, "global", "", "work-items in `X,Y,Z`; need not be multiples of the block")
	flags.StringVar(&f.workload, "workload", "", "numbers `N,...` of the dispatch, from which a kernel of IREE or Wave computes its grid")
	flags.StringVar(&f.block, "block", "", "work-items of a workgroup in `X,Y,Z`")
	flags.Uint32Var(&f.lds, "lds", 0, "dynamic LDS in `BYTES`")
	flags.Uint32Var(&f.scratch, "scratch", 0, "scratch of a lane in `BYTES`, if more than the kernel asks for")
	flags.StringArrayVar(&f.args, "arg", nil, "the next argument `ARG`")
	flags.StringVar(&f.launch, "launch", "", "take dispatches and buffers from a JSON `FILE`")
	return flags
}

// add adds the flags of all commands that simulate.
func (f *runFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.schedule, "schedule", "round-robin", "order of waves and of memory: round-robin, run, prompt, late, random:SEED")
	flags.StringVar(&f.check, "check", "none", "sanitizers: all, none, or a list of "+strings.Join(sanitize.CheckNames(), ", "))
	flags.StringVar(&f.suppress, "suppress", "", "leave out the findings that a `FILE` lists: a line has the check, the place, and # with the reason")
	flags.StringVar(&f.engine, "engine", "fast", "what executes instructions: plain, avx2, avx512, or fast for the best that the CPU has; results are the same")
	flags.StringVar(&f.soffset, "soffset-check", "in", "whether soffset takes part in the range check of buffers: in or out")
	flags.StringVar(&f.barrier, "barriers", "strict", "a wave that ends before a barrier others wait at: strict is an error, hardware lets them pass")
	flags.Uint64Var(&f.budget, "max-instructions", sim.DefaultMaxInstructions, "instruction budget of a wave; with --interp, of operations of all lanes, 2^34 if not given")
	flags.IntVar(&f.workers, "workers", 0, "workgroups to execute at the same time (default one a core)")
	jsonFlag(cmd, &f.asJSON)
}

// job is what a run command does.
type job struct {
	flags     *runFlags
	streams   *streams
	device    *sim.Device
	plan      *launchFile
	programs  []*program // the FILE's, then those of dispatches with an object of their own
	buffers   map[string]*runArg
	given     map[string]sim.Buffer // buffers that exist already
	shared    []*runArg             // in the order of their names
	results   []*sim.Report
	checks    []comparison
	kernels   []*sim.Kernel
	args      [][]*runArg  // of each dispatch
	against   *againstJSON // nil without --against
	unwritten []unwrittenJSON

	sanitizer    *sanitize.Sanitizer // nil without --check
	suppressions *sanitize.Suppressions
}

// run executes the command.
func (f *runFlags) run(s *streams, cmd *cobra.Command, file string) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	p, err := f.read(s, file)
	if err != nil {
		return err
	}
	plan, err := f.plan(cmd)
	if err != nil {
		return err
	}
	if err := f.checkAgainst(p, plan); err != nil {
		return err
	}
	j := &job{flags: f, streams: s, plan: plan}
	if err := j.load(p); err != nil {
		return err
	}
	if j.sanitizer, j.suppressions, err = f.sanitizer(p.object); err != nil {
		return err
	}
	for _, d := range plan.Dispatches {
		if err := j.fit(d); err != nil {
			return err
		}
	}
	if err := j.makeBuffers(); err != nil {
		return err
	}
	if err := j.checkExpectations(plan); err != nil {
		return err
	}
	for _, d := range plan.Dispatches {
		if err := j.dispatch(d, options); err != nil {
			return j.failed(err)
		}
	}
	if err := j.compareWithInterpreter(plan); err != nil {
		return err
	}
	return j.finish(plan)
}

// options reads the flags that say how to simulate.
func (f *runFlags) options() (sim.Options, error) {
	o := sim.Options{MaxInstructions: f.budget, Workers: f.workers}
	var err error
	if o.Engine, err = sim.ParseEngine(f.engine); err != nil {
		return o, usagef("--engine: %w", err)
	}
	name, seed, seeded := strings.Cut(f.schedule, ":")
	switch name {
	case "round-robin":
	case "run":
		o.Schedule = sim.ScheduleRun
	case "prompt":
		o.Schedule = sim.SchedulePrompt
	case "late":
		o.Schedule = sim.ScheduleLate
	case "random":
		o.Schedule = sim.ScheduleRandom
		if o.Seed, err = strconv.ParseUint(seed, 0, 64); err != nil {
			return o, usagef("--schedule %s: random needs a seed, as in random:1", f.schedule)
		}
	default:
		return o, usagef("--schedule %q is not one of round-robin, run, prompt, late, random:SEED", f.schedule)
	}
	if seeded && name != "random" {
		return o, usagef("--schedule %s takes no seed", name)
	}
	switch f.soffset {
	case "in":
	case "out":
		o.SoffsetUnchecked = true
	default:
		return o, usagef("--soffset-check %q is neither in nor out", f.soffset)
	}
	switch f.barrier {
	case "strict":
	case "hardware":
		o.LenientBarriers = true
	default:
		return o, usagef("--barriers %q is neither strict nor hardware", f.barrier)
	}
	if f.workers < 0 {
		return o, usagef("--workers: %d is no number of workgroups; need 1 or more, or 0 for one a core", f.workers)
	}
	if f.budget == 0 {
		return o, usagef("--max-instructions is at least 1")
	}
	return o, nil
}

const gridMissing = "the size of the grid is missing: --grid X,Y,Z workgroups or --global X,Y,Z work-items"

// plan is the launch file, or one made of the flags.
func (f *runFlags) plan(cmd *cobra.Command) (*launchFile, error) {
	if f.launch != "" {
		for _, name := range []string{"kernel", "grid", "global", "workload", "block", "lds", "arg"} {
			if cmd.Flags().Changed(name) {
				return nil, usagef("--launch says it all: --%s cannot be given besides", name)
			}
		}
		l, err := readLaunch(f.launch)
		if err != nil {
			return nil, err
		}
		return l, f.addExpectations(l)
	}
	d := dispatch{Kernel: f.kernel, LDS: f.lds}
	if f.grid != "" && f.global != "" {
		return nil, usagef("--grid and --global are two ways to say one thing: give one")
	}
	var err error
	for _, size := range []struct {
		flag, text string
		to         *[]uint32
	}{{"grid", f.grid, &d.Grid}, {"global", f.global, &d.Global}, {"block", f.block, &d.Block}} {
		if size.text == "" {
			continue
		}
		if *size.to, err = parseSizes(size.text); err != nil {
			return nil, usagef("--%s: %w", size.flag, err)
		}
	}
	if f.workload != "" {
		for _, w := range strings.Split(f.workload, ",") {
			n, err := strconv.ParseInt(strings.TrimSpace(w), 10, 64)
			if err != nil {
				return nil, usagef("--workload %q is not a list of numbers", f.workload)
			}
			d.Workload = append(d.Workload, n)
		}
	}
	for _, a := range f.args {
		d.Args = append(d.Args, launchArg{Arg: a})
	}
	l := &launchFile{Dispatches: []*dispatch{&d}}
	return l, f.addExpectations(l)
}

// addExpectations adds those of --expect to the plan.
func (f *runFlags) addExpectations(l *launchFile) error {
	for _, e := range f.expect {
		name, file, ok := strings.Cut(e, "=")
		if !ok || name == "" || file == "" {
			return usagef("--expect %q is not ARG=ref.npy", e)
		}
		l.Expect = append(l.Expect, expectation{Arg: name, File: file, ATol: f.atol, RTol: f.rtol})
	}
	return nil
}

// parseSizes reads "X", "X,Y" or "X,Y,Z".
func parseSizes(s string) ([]uint32, error) {
	parts := strings.Split(s, ",")
	if len(parts) > 3 {
		return nil, fmt.Errorf("%q has more than three sizes", s)
	}
	var sizes []uint32
	for _, p := range parts {
		n, err := strconv.ParseUint(strings.TrimSpace(p), 10, 32)
		if err != nil || n == 0 {
			return nil, fmt.Errorf("%q in %q is not a size from 1 to 4294967295", p, s)
		}
		sizes = append(sizes, uint32(n))
	}
	return sizes, nil
}

// threeSizes fills up with ones; no sizes at all are zeros.
func threeSizes(sizes []uint32) ([3]uint32, error) {
	if len(sizes) > 3 {
		return [3]uint32{}, fmt.Errorf("%v has more than three sizes", sizes)
	}
	var v [3]uint32
	if len(sizes) > 0 {
		v = [3]uint32{1, 1, 1}
		copy(v[:], sizes)
	}
	return v, nil
}

// finish writes the outputs, compares, and reports.
func (j *job) finish(plan *launchFile) error {
	for _, a := range j.shared {
		if err := a.save(); err != nil {
			return err
		}
	}
	j.unwritten = unwritten(j.shared)
	passed := true
	for i := range plan.Expect {
		c, err := j.expectation(&plan.Expect[i])
		if err != nil {
			return err
		}
		j.checks = append(j.checks, c)
		passed = passed && c.Passed
	}
	found, err := j.writeFindings()
	if err != nil {
		return err
	}
	if err := j.print(nil); err != nil {
		return err
	}
	if !passed || found || j.against != nil && !j.against.Passed {
		return errReported
	}
	return nil
}

// expectation compares one argument with its file.
func (j *job) expectation(e *expectation) (comparison, error) {
	if e.Buffer != "" {
		a, _, err := bufferRef("@"+e.Buffer, j.buffers)
		if err != nil {
			return comparison{}, err
		}
		return compare(e.Buffer, a, e.File, e.ATol, e.RTol)
	}
	last := j.args[len(j.args)-1]
	i, err := position(e.Arg, j.kernels[len(j.kernels)-1], len(last))
	if err != nil {
		return comparison{}, err
	}
	if last[i].tensor.elem == nil {
		return comparison{}, fmt.Errorf("argument %s has no type to compare as", e.Arg)
	}
	return compare(cmp.Or(e.given, e.Arg), last[i], e.File, e.ATol, e.RTol)
}

// checkExpectations finds mistakes in what is expected before anything runs.
func (j *job) checkExpectations(plan *launchFile) error {
	last := plan.Dispatches[len(plan.Dispatches)-1]
	for i := range plan.Expect {
		e := &plan.Expect[i]
		if _, err := readNPY(e.File); err != nil {
			return err
		}
		if e.Buffer != "" {
			if _, _, err := bufferRef("@"+e.Buffer, j.buffers); err != nil {
				return plan.in(fmt.Sprintf("expect[%d]", i), err)
			}
			continue
		}
		k, err := j.kernel(last)
		if err != nil {
			return err
		}
		if _, err := position(e.Arg, k, len(last.Args)); err != nil {
			return err
		}
	}
	return nil
}

// position finds one of a kernel's n explicit arguments by number or by the
// name that the metadata gives it.
func position(name string, k *sim.Kernel, n int) (int, error) {
	if i, err := strconv.Atoi(name); err == nil {
		if i < 0 || i >= n {
			return 0, usagef("--expect %s: %d arguments are given, the first is 0", name, n)
		}
		return i, nil
	}
	var names []string
	if m := k.Metadata(); m != nil {
		for i := range m.Args {
			if strings.HasPrefix(m.Args[i].ValueKind, "hidden_") {
				continue
			}
			if is := m.Args[i].Name; (is == name || is == name+".aligned") && len(names) < n {
				return len(names), nil
			}
			names = append(names, m.Args[i].Name)
		}
	}
	return 0, usagef("--expect %s: kernel %s has no argument of that name; it has %s%s", name, k.Name(), strings.Join(names, ", "), didYouMean(isa.Nearest(name, names, 1)))
}

// failed reports an error of a dispatch: for one at an instruction, where all
// the waves of the workgroup stand.
func (j *job) failed(err error) error {
	var at *sim.RunError
	if !errors.As(err, &at) {
		return err
	}
	if _, err := j.writeFindings(); err != nil {
		return err
	}
	if j.flags.asJSON {
		if err := j.print(at); err != nil {
			return err
		}
	}
	j.writeEarly()
	j.streams.diagnose("heddle: error: " + at.Error() + "\n" + strings.TrimSuffix(at.Positions(), "\n"))
	return errReported
}
