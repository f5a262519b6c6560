package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/hsaco"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// runFlags are the flags of heddle run.
type runFlags struct {
	target                     target
	kernel, launch, workgroups string
	grid, global, block        string
	workload                   string // the numbers from which MLIR computes the grid
	lds, scratch               uint32
	args, expect               []string
	atol, rtol                 float64
	schedule, soffset, barrier string
	approx                     string
	engine, check, suppress    string
	budget, seed               uint64
	workers, findings          int
	interp, keepGoing          bool
	against                    string // what to compare with: interp
	asJSON                     bool
	explain                    string
	inspect                    inspection
	files                      findingFiles
	sweep                      []string
	setting                    *launch.Setting // of a run of --sweep
	flags                      *pflag.FlagSet  // of the command, nil if it has none of these
}

func runCommand(s *streams) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run FILE [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]...",
		Short: "Simulate kernels from a code object, assembly or MLIR",
		Long: `run loads a code object (linking a relocatable one first), assembles FILE.s, or
compiles FILE.mlir for --mcpu, and simulates a kernel, every instruction of it, exact
to the bit where the hardware's behaviour is known ('heddle isa --fidelity' lists where
it is not). FILE may be - for standard input, which may be a code object or MLIR.

--arg gives the explicit arguments in order; hidden ones are filled in:
  in:x.npy[:TYPE]          the contents of a file; of standard input with in:-
  out:y.npy:f32[1024]      memory with undefined contents, written to a file afterwards
  inout:x.npy:y.npy[:TYPE] both
  zero:f32[64,64]          zeros
  rand:f16[4096][:seed=1][:lo=-1][:hi=1]   random numbers, generated when first accessed
  edge:f16[4096][:seed=1][:lo=-1][:hi=1]   edge values of the type in random order: zeros, infinities, …
  i32:5  f32:1.5           a number by value
  raw:HEX                  bytes by value, such as a structure
Types are i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 fp8 bf8 fp8fnuz bf8fnuz
fp6 bf6 fp4 e8m0. bf16 is stored in u16 files, fp8 and smaller types in u8 files with
their bytes in memory; give the type.

For MLIR, and for code objects of 'heddle build', the parameter types are known:
arguments are checked against them, and short forms suffice: rand, zero, out:y.npy
and plain numbers. --block may be left out if the kernel states it. The report ends
with the outputs that the kernels wrote only in part.

--launch reads all this from a launch file instead, with several dispatches that share
buffers. docs/launch.md has its schema, and 'heddle build' writes one. Without FILE,
the launch file's object is run.

--check runs sanitizers, which report results that are right only by luck: loads used
before their wait, missing wait states, undefined values, races, accesses out of
bounds. The exit code is 1 if they find something; docs/sanitizers.md explains them.

--expect ARG=ref.npy compares an argument (its position from 0, or its name) with a
file after the run: |got - want| <= atol + rtol*|want|. The exit code is 1 if an
argument differs.

--against interp also runs the dispatches of FILE.mlir in the MLIR interpreter and
compares every buffer bit for bit; for parameters of floats, all NaNs are equal.
--atol and --rtol set tolerances, as for --expect. The exit code is 1 if anything
differs, or if the interpreter finds an error in the kernel.

--sweep NAME=VALUES runs the launch once for each value, or for each combination if it
is given several times, and prints which runs fail; values are 1..300, 1..300:7 or
1,2,64..512:64. NAME is that of a scalar argument; or write expressions of names in
braces, in arguments and sizes: --arg rand:f32[{n}] --grid {ceildiv(n,256)}. With one
value it is an ordinary run. The exit code is 1 if a run fails.

--interp runs a kernel of FILE.mlir in the interpreter only, lane by lane, without
compiling it. It needs --mcpu; arguments are those of the compiled kernel
(docs/mlir-abi.md), and --block may be left out if the kernel states it. Undefined
values and undefined behaviour are errors with their position.

` + inspectHelp,
		Example: `  heddle run saxpy.hsaco --grid 4 --block 256 --arg in:x.npy --arg inout:y.npy:out.npy --arg f32:2 --expect 1=ref.npy
  heddle run kernel.s --mcpu gfx950 --global 1000 --block 64 --arg zero:f32[1000]
  heddle run --launch gemm.hsaco.launch.json --workgroups corners
  heddle run saxpy.mlir --mcpu gfx950 --grid 4 --arg rand:f32[1000] --arg zero:f32[1000] --arg f32:2 --arg i32:1000 --check all --against interp
  heddle run saxpy.hsaco --grid 2 --arg rand:f32[300] --arg zero:f32[300] --arg 2 --arg 300 --sweep n=1..300 --check all
  heddle run saxpy.mlir --interp --mcpu gfx950 --grid 4 --arg in:x.npy --arg inout:y.npy:out.npy --arg f32:2`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && f.launch != "" {
				return nil
			}
			if len(args) > 1 {
				return f.inspect.separated(args[1], exactly(1, "a FILE")(cmd, args))
			}
			return exactly(1, "a FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return inFlags(f.run(s, cmd, strings.Join(args, "")))
		},
	}
	flags := cmd.Flags()
	f.target.flag(cmd, "the target, if FILE names none or several")
	flags.AddFlagSet(f.launchFlags())
	flags.StringArrayVar(&f.expect, "expect", nil, "compare an argument with a file: `ARG=ref.npy`")
	flags.Float64Var(&f.atol, "atol", 0, "absolute tolerance of --expect and --against")
	flags.Float64Var(&f.rtol, "rtol", 0, "relative tolerance of --expect and --against")
	flags.StringVar(&f.against, "against", "", "also run MLIR in the interpreter and compare all buffers: `interp`")
	flags.StringVar(&f.workgroups, "workgroups", "all", "workgroups to execute: "+sim.WorkgroupForms)
	flags.Uint64Var(&f.seed, "seed", 1, "the seed `N` of --workgroups random:N")
	flags.BoolVar(&f.interp, "interp", false, "run FILE, which is MLIR, in the interpreter without compiling it")
	explainFlag(cmd, &f.explain)
	f.add(cmd)
	cmd.AddCommand(gemmRunCommand(s), attentionRunCommand(s))
	return cmd
}

// launchFlags are the flags that describe a launch.
func (f *runFlags) launchFlags() *pflag.FlagSet {
	flags := pflag.NewFlagSet("launch", pflag.ContinueOnError)
	flags.StringVarP(&f.kernel, "kernel", "k", "", "the kernel's `NAME`; may be left out if there is only one")
	flags.StringVar(&f.grid, "grid", "", "grid size in workgroups, `X,Y,Z`")
	flags.StringVar(&f.global, "global", "", "grid size in work-items, `X,Y,Z`; need not be a multiple of the block")
	flags.StringVar(&f.workload, "workload", "", "workload `N,...`, from which a kernel of IREE or Wave computes its grid")
	flags.StringVar(&f.block, "block", "", "workgroup size in work-items, `X,Y,Z`")
	flags.Uint32Var(&f.lds, "lds", 0, "dynamic LDS in `BYTES`")
	flags.Uint32Var(&f.scratch, "scratch", 0, "scratch per lane in `BYTES`, if more than the kernel requests")
	flags.StringArrayVar(&f.args, "arg", nil, "the next argument, `ARG`")
	flags.StringVar(&f.launch, "launch", "", "read dispatches and buffers from a launch file, `FILE`")
	return flags
}

// add adds the flags common to all commands that simulate.
func (f *runFlags) add(cmd *cobra.Command) {
	f.flags = cmd.Flags()
	flags := cmd.Flags()
	flags.StringVar(&f.schedule, "schedule", "round-robin", "order of waves and memory operations: round-robin, run, prompt, late, random:SEED, or timed by the model of heddle time")
	flags.StringVar(&f.approx, "approx", "none", "results of rcp, rsq, sqrt, exp, log, sin and cos: none for rounded exact ones, worst for those furthest off within the documented error, or random:SEED for any within it")
	flags.StringVar(&f.check, "check", "none", "sanitizers: all, none, or a list of "+strings.Join(sanitize.CheckNames(), ", ")+"; all,-hazards leaves one out, all,-hazards/trans-use a rule")
	flags.IntVar(&f.findings, "findings", sanitize.DefaultLimit, "show at most `N` findings, the most important first; 0 for all")
	flags.StringVar(&f.suppress, "suppress", "", "ignore the findings listed in `FILE`: on each line a check or CHECK/RULE, a position, and # with the reason")
	flags.StringVar(&f.engine, "engine", "fast", "implementation of instructions: plain, avx2, avx512, or fast for the best one on this CPU; results are the same")
	flags.StringVar(&f.soffset, "soffset-check", "in", "whether the range check of buffers includes soffset: in or out")
	flags.StringVar(&f.barrier, "barriers", "strict", "if a wave ends before a barrier that others wait at: strict is an error, hardware lets them pass")
	flags.BoolVar(&f.keepGoing, "keep-going", false, "after errors that a card would not stop at, go on: --check has to find them; implies --barriers hardware")
	flags.Uint64Var(&f.budget, "max-instructions", sim.DefaultMaxInstructions, "instruction limit per wave; with --interp, operation limit of all lanes, 2^34 if not given")
	flags.IntVar(&f.workers, "workers", 0, "workgroups to execute at the same time (default one per core)")
	flags.StringArrayVar(&f.sweep, "sweep", nil, "run for each of the values `NAME=VALUES`, such as m=1..300, m=1..300:7 or m=1,2,64..512:64, and say which fail")
	f.inspect.add(cmd)
	f.files.add(cmd)
	jsonFlag(cmd, &f.asJSON)
	for flag, values := range map[string][]string{
		"schedule": {"round-robin", "run", "prompt", "late", "random:1", scheduleTimed},
		"check":    append([]string{"all", "none"}, sanitize.CheckNames()...),
		"approx":   {"none", "worst", "random:1"},
		"count":    {countInstructions, countLines},
		"break":    {breakFinding}, "soffset-check": {"in", "out"}, "barriers": {"strict", "hardware"}, "engine": {"fast", "plain", "avx2", "avx512"},
	} {
		completed(cmd, flag, values)
	}
}

// run executes the command for a file, or for the launch file's object if file is empty.
func (f *runFlags) run(s *streams, cmd *cobra.Command, file string) error {
	if len(f.sweep) > 0 {
		return f.sweepFile(s, cmd, file)
	}
	r, err := f.execute(s, cmd, func(plan *launch.File) (launch.Code, error) {
		if file != "-" {
			giveStdin(s, plan)
		}
		return f.code(s, plan, file)
	})
	if r == nil {
		return err
	}
	return r.report(err)
}

// code reads the file, or the launch file's object if file is empty.
func (f *runFlags) code(s *streams, plan *launch.File, file string) (c launch.Code, err error) {
	if file, err = f.object(plan, file); err != nil {
		return c, err
	}
	return f.read(s, file)
}

// execute runs the launch. Errors up to the loading of the code have no reporter.
func (f *runFlags) execute(s *streams, cmd *cobra.Command, code func(*launch.File) (launch.Code, error)) (*reporter, error) {
	o, err := f.options(cmd)
	if err != nil {
		return nil, err
	}
	plan, err := f.plan(cmd)
	if err != nil {
		return nil, err
	}
	if o.Code, err = code(plan); err != nil {
		return nil, err
	}
	var end func()
	o.Progress, end = s.bars()
	defer end()
	o.Warn = func(warnings error) { s.diagnose(warnings.Error()) }
	r := &reporter{flags: f, streams: s, printed: s.printing(f.asJSON)}
	o.Print = r.printed.streams()
	if f.schedule == scheduleTimed {
		again, err := f.plan(cmd)
		if err == nil {
			err = f.timed(again, &o)
		}
		if err != nil {
			return nil, s.failed(err)
		}
	}
	if r.job, err = f.load(plan, o); err != nil {
		return r, err
	}
	if r.addresses, err = r.explain(); err != nil {
		return nil, err
	}
	if err := r.inspect(); err != nil {
		return nil, err
	}
	r.result, err = r.job.Run()
	end()
	if failed := r.printed.out.Flush(); failed != nil {
		return nil, failed
	}
	return r, f.inspect.end(s, err)
}

// load loads the code of a launch, with the values of scalar arguments that a sweep gives.
func (f *runFlags) load(plan *launch.File, o launch.Options) (*launch.Job, error) {
	job, err := plan.Load(o)
	if err != nil || f.setting == nil {
		return job, err
	}
	return job, job.SetScalars(f.setting.Unused(), f.setting)
}

// giveStdin lets the first argument that names the file - read standard input.
func giveStdin(s *streams, plan *launch.File) {
	for i := range plan.Dispatches[0].Args {
		a := &plan.Dispatches[0].Args[i]
		if kind, rest, _ := strings.Cut(a.Arg, ":"); (kind == "in" || kind == "inout") && (rest == "-" || strings.HasPrefix(rest, "-:")) {
			a.Stdin = s.in
			return
		}
	}
}

// object is FILE, or else the object that the launch file names.
func (f *runFlags) object(plan *launch.File, file string) (string, error) {
	if file = cmp.Or(file, plan.Object, plan.Dispatches[0].Object); file == "" {
		return "", usagef("%s names no \"object\": give a FILE", f.launch)
	}
	return file, nil
}

// read reads FILE.
func (f *runFlags) read(s *streams, file string) (launch.Code, error) {
	b, err := s.readInput(file)
	c := launch.Code{Name: file, Bytes: b}
	if file == "-" {
		c.Name = stdinName
	}
	switch {
	case err != nil, f.interp:
	case file == "-" && len(bytes.TrimSpace(b)) == 0:
		err = errors.New("standard input is empty: a code object or MLIR is expected")
	case file == "-" && !c.IsMLIR() && !bytes.ContainsRune(b, 0):
		err = errors.New("standard input is neither a code object nor MLIR: assemble assembly with 'heddle asm - -o FILE.hsaco' first")
	case f.explain != "" && !c.IsMLIR():
		err = usagef("--explain %s explains how MLIR is compiled, but %s is compiled already", f.explain, c.Name)
	}
	return c, err
}

// simulatorFlags are the flags of run that have no meaning without the simulator.
var simulatorFlags = []string{"scratch", "schedule", "approx", "check", "suppress", "findings", "engine", "soffset-check", "barriers", "keep-going", "workers", "explain", "sarif", "junit"}

// options reads the flags that say how to run.
func (f *runFlags) options(cmd *cobra.Command) (o launch.Options, err error) {
	o = launch.Options{Target: f.target.text, Scratch: f.scratch, Workgroups: f.workgroups, Seed: f.seed, Explain: f.explain != "",
		Interpret: f.interp, Against: f.against != "", ATol: f.atol, RTol: f.rtol}
	if f.against != "" && f.against != "interp" {
		return o, usagef("--against %q: only interp is known", f.against)
	}
	if f.interp {
		for _, name := range slices.Concat(simulatorFlags, inspectFlagNames) {
			if cmd.Flags().Changed(name) {
				return o, usagef("--%s is for code objects: the interpreter does not simulate a machine", name)
			}
		}
		if cmd.Flags().Changed("max-instructions") {
			o.MaxOperations = f.budget
		}
		return o, f.target.must(cmd, " --interp")
	}
	if err := checkExplain(f.explain); err != nil {
		return o, err
	}
	if o.Sim, err = f.simOptions(); err != nil {
		return o, err
	}
	o.Observe = f.inspect.observe
	o.Checks, o.Suppress, err = f.checks()
	return o, err
}

// checks reads --check and --suppress; without names there are no checks.
func (f *runFlags) checks() (names []string, suppress *sanitize.Suppressions, err error) {
	if f.check == "" || f.check == "none" {
		if f.suppress != "" {
			return nil, nil, usagef("--suppress %s has no effect without --check", f.suppress)
		}
		if f.given("findings") {
			return nil, nil, usagef("--findings %d has no effect without --check", f.findings)
		}
		return nil, nil, nil
	}
	if f.suppress != "" {
		b, err := launch.ReadFile(f.suppress)
		if err != nil {
			return nil, nil, err
		}
		if suppress, err = sanitize.ReadSuppressions(bytes.NewReader(b), f.suppress); err != nil {
			return nil, nil, err
		}
	}
	if names = strings.Split(f.check, ","); slices.Contains(names, "none") {
		return nil, nil, usagef("--check %s: none cannot be combined with other checks", f.check)
	}
	return names, suppress, nil
}

// given reports whether the command line has a flag.
func (f *runFlags) given(flag string) bool { return f.flags != nil && f.flags.Changed(flag) }

// checksFor reports whether --check makes a check.
func (f *runFlags) checksFor(check string) bool {
	names, _, err := f.checks()
	return err == nil && sanitize.Chosen(names, check)
}

// sanitizer returns the sanitizer for --check, nil for none.
func (f *runFlags) sanitizer(object *hsaco.Object) (*sanitize.Sanitizer, error) {
	names, suppress, err := f.checks()
	if names == nil || err != nil {
		return nil, err
	}
	s, err := sanitize.New(sanitize.Options{Checks: names, Suppress: suppress, Object: object})
	if err != nil {
		return nil, usagef("--check: %w", err)
	}
	return s, nil
}

// simOptions reads the flags for the simulator.
func (f *runFlags) simOptions() (sim.Options, error) {
	o := sim.Options{MaxInstructions: f.budget, Workers: f.workers}
	var err error
	if o.Engine, err = sim.ParseEngine(f.engine); err != nil {
		return o, usagef("--engine: %w", err)
	}
	if o.Approx, err = sim.ParseApprox(f.approx); err != nil {
		return o, usagef("--approx: %w", err)
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
	case scheduleTimed:
		o.Schedule = sim.ScheduleTimed
	case "random":
		o.Schedule = sim.ScheduleRandom
		if o.Seed, err = strconv.ParseUint(seed, 0, 64); err != nil {
			return o, usagef("--schedule %s: random needs a seed, as in random:1", f.schedule)
		}
	default:
		return o, usagef("--schedule %q is not one of round-robin, run, prompt, late, random:SEED, timed", f.schedule)
	}
	if seeded && name != "random" {
		return o, usagef("--schedule %s does not take a seed", name)
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
	if f.keepGoing {
		if !f.checksFor("bounds") || !f.checksFor("barriers") {
			return o, usagef("--keep-going needs --check bounds,barriers, or all: nothing else would say what is wrong")
		}
		o.KeepGoing, o.LenientBarriers = true, true
	}
	if f.workers < 0 {
		return o, usagef("--workers: %d is not a number of workgroups; need 1 or more, or 0 for one per core", f.workers)
	}
	if f.findings < 0 {
		return o, usagef("--findings: %d is not a number of findings; need 1 or more, or 0 for all", f.findings)
	}
	if f.budget == 0 {
		return o, usagef("--max-instructions must be at least 1")
	}
	if err := f.files.check(f.asJSON, f.launch, f.suppress); err != nil {
		return o, err
	}
	return o, f.inspect.read(f)
}

// plan is the launch file, or one made from the flags.
func (f *runFlags) plan(cmd *cobra.Command) (*launch.File, error) {
	if f.launch != "" {
		for _, name := range []string{"kernel", "grid", "global", "workload", "block", "lds", "arg"} {
			if cmd.Flags().Changed(name) {
				return nil, usagef("--%s cannot be combined with --launch: the launch file says it", name)
			}
		}
		read := launch.Read
		if f.setting != nil {
			read = func(name string) (*launch.File, error) { return launch.ReadAt(name, f.setting) }
		}
		l, err := read(f.launch)
		if err != nil {
			return nil, err
		}
		return l, f.addExpectations(l)
	}
	d := launch.Dispatch{Kernel: f.kernel, LDS: f.lds}
	if f.grid != "" && f.global != "" {
		return nil, usagef("--grid and --global both give the size of the grid: give only one")
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
		d.Args = append(d.Args, launch.Arg{Arg: a})
	}
	l := &launch.File{Dispatches: []*launch.Dispatch{&d}}
	return l, f.addExpectations(l)
}

// addExpectations adds the expectations of --expect to the plan.
func (f *runFlags) addExpectations(l *launch.File) error {
	for _, e := range f.expect {
		name, file, ok := strings.Cut(e, "=")
		if !ok || name == "" || file == "" {
			return usagef("--expect %q is not ARG=ref.npy", e)
		}
		l.Expect = append(l.Expect, launch.Expectation{Arg: name, File: file, ATol: f.atol, RTol: f.rtol})
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
