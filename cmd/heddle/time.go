package main

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
	"heddle/launch"
	"heddle/sim"
	"heddle/timing/record"
)

// timeFlags are the flags of heddle time that say what to model and what to show.
type timeFlags struct {
	product             string
	set                 []string
	caches              string
	everything          bool
	sensitivity         bool
	annotate            bool
	asJSON, waves       bool
	issue, trace, pprof string
	html, svg, att      string
	against             string
	constants           bool
}

const timeLong = `Everything that time prints is modelled: how long a kernel would take on a card, from
what its waves execute on the simulator. docs/timing.md says what is modelled, where
the constants come from, and how far the model was off where it was compared.

The workgroups of one XCD are timed, or enough of them to estimate the rest; the report
says how many. Cycles come first, then the time at the highest clock, then at the clock
that the model expects under the product's power limit.`

func timeCommand(s *streams) *cobra.Command {
	var f timeFile
	cmd := &cobra.Command{
		Use:   "time FILE [--kernel NAME] --grid X,Y,Z --block X,Y,Z [--arg ARG]...",
		Short: "Model how long kernels take, and what they wait for",
		Long: timeLong + `

FILE is a code object, assembly or MLIR; it, --launch and the flags that describe a
launch are those of 'heddle run'. Of several dispatches each is timed. Files named by
the launch are read but not written.`,
		Example: `  heddle time gemm -m 8192 -n 8192 -k 8192
  heddle time saxpy.hsaco --grid 1024 --block 256 --arg rand:f32[262144] --arg zero:f32[262144] --arg f32:2 --annotate
  heddle time --launch gemm.hsaco.launch.json --product MI300X --json
  heddle time kernel.s --mcpu gfx950 --grid 256 --block 256 --set l2.latency=300
  heddle time --constants --product MI355X
  heddle time old.hsaco --launch l.json --against new.hsaco`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.constants && len(args) > 0:
				return usagef("--constants takes no FILE: unexpected %q", args[0])
			case len(args) == 0 && (f.run.launch != "" || f.constants):
				return nil
			}
			return exactly(1, "a FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return inFlags(f.time(s, cmd, strings.Join(args, "")))
		},
	}
	f.run.target.flag(cmd, "the target, if neither FILE nor --product names it, or FILE has several")
	cmd.Flags().AddFlagSet(f.run.launchFlags())
	addTimeSimulation(cmd, &f.run)
	f.add(cmd)
	cmd.Flags().StringVar(&f.against, "against", "", "also time the kernels of `FILE` with the same launch, and say where the difference is")
	cmd.AddCommand(gemmTimeCommand(s), attentionTimeCommand(s))
	return cmd
}

// addTimeSimulation adds the flags of run about the simulation that matter for time.
func addTimeSimulation(cmd *cobra.Command, run *runFlags) {
	var all cobra.Command
	run.add(&all)
	for _, name := range []string{"engine", "soffset-check", "barriers", "max-instructions", "workers"} {
		cmd.Flags().AddFlag(all.Flags().Lookup(name))
	}
}

// add adds the flags to a command.
func (f *timeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.product, "product", "", "what the kernel would run on: "+strings.Join(productNames(), ", ")+" (default: the one with the most compute units that has the target)")
	flags.StringArrayVar(&f.set, "set", nil, "give a constant of the model another value: `NAME=VALUE`, such as l2.latency=300")
	flags.BoolVar(&f.constants, "constants", false, "only list the constants of the model for --product or --mcpu: names, values, how they are known, and where they are from")
	flags.StringVar(&f.caches, "caches", record.Warm.String(), "what is in the caches at the start: warm for what an earlier launch of the kernel leaves; rotated for its code, and data of launches with other buffers; flushed for its code, and other data that were written; cold for nothing")
	flags.BoolVar(&f.everything, "everything", false, "execute all workgroups, for kernels whose workgroups wait for each other")
	flags.BoolVar(&f.annotate, "annotate", false, "print the disassembly with cycles, stalls and LDS conflicts, too")
	flags.BoolVar(&f.sensitivity, "sensitivity", false, "say which constants of the model change the cycles of this kernel")
	flags.BoolVar(&f.waves, "waves", false, "with --json: begin and end of each timed wave")
	flags.StringVar(&f.issue, "issue", "", "write each issue of an instruction as a line of `FILE.csv`")
	flags.StringVar(&f.trace, "trace", "", "write a trace for Perfetto to `FILE`")
	flags.StringVar(&f.pprof, "pprof", "", "write a profile for 'go tool pprof' to `FILE`")
	flags.StringVar(&f.html, "html", "", "write a page for a browser to `FILE`")
	flags.StringVar(&f.svg, "svg", "", "draw an iteration of the main loop on a SIMD to `FILE`")
	flags.StringVar(&f.att, "att", "", "write the files that ROCprof Compute Viewer opens to `DIR`")
	jsonFlag(cmd, &f.asJSON)
	completed(cmd, "product", productNames())
}

// check reports flags that do not go together, before there is any work.
func (f *timeFlags) check() error {
	switch {
	case f.waves && !f.asJSON:
		return usagef("--waves is for --json")
	case f.annotate && f.asJSON:
		return usagef("--annotate: --json has what each instruction cost")
	case f.against != "" && f.annotate:
		return usagef("--against cannot be combined with --annotate: time each of both")
	case f.against != "" && f.sensitivity:
		return usagef("--against cannot be combined with --sensitivity: time each of both")
	}
	if _, err := record.ParseStart(f.caches); err != nil {
		return usagef("--caches: %w", err)
	}
	for _, name := range f.set {
		if _, _, err := setting(name); err != nil {
			return err
		}
	}
	p, err := f.productFor(nil)
	if p != nil && err == nil {
		_, err = f.chip(p)
	}
	return err
}

// setting parses a value of --set.
func setting(s string) (name string, value float64, err error) {
	name, text, ok := strings.Cut(s, "=")
	if value, err = strconv.ParseFloat(text, 64); !ok || err != nil || math.IsInf(value, 0) || !(value >= 0) {
		return "", 0, usagef("--set %s: need NAME=VALUE with a number that is not negative, such as l2.latency=300", s)
	}
	return name, value, nil
}

// productFor returns the product for a chip, which is nil if it is not known yet: then nil without
// --product.
func (f *timeFlags) productFor(chip *arch.Chip) (*arch.Product, error) {
	if f.product == "" {
		if p := arch.DefaultProduct(chip); p != nil || chip == nil {
			return p, nil
		}
		return nil, usagef("no product has the chip %s: nothing says how fast it would be", chip.Name)
	}
	p, err := arch.ProductNamed(f.product)
	if err != nil {
		return nil, usagef("--product: %w", err)
	}
	if chip != nil && p.Chip.Name != chip.Name {
		return nil, usagef("--product %s: it has a %s, the kernel is for %s", p.Name, p.Chip.Name, chip.Name)
	}
	return p, nil
}

// target sets the target that a product means, if --mcpu is not given.
func (f *timeFlags) target(cmd *cobra.Command, to *target) error {
	p, err := f.productFor(nil)
	if err != nil || p == nil || cmd.Flags().Changed("mcpu") {
		return err
	}
	return to.Set(p.Chip.Name)
}

// chip returns the chip of a product with the constants of --set.
func (f *timeFlags) chip(p *arch.Product) (*arch.Chip, error) {
	chip := *p.Chip
	for _, s := range f.set {
		name, value, err := setting(s)
		if err != nil {
			return nil, err
		}
		if err := chip.Model.Set(name, value); err != nil {
			var names []string
			for _, c := range chip.Model.Constants() {
				names = append(names, c.Name)
			}
			return nil, usagef("--set: %w%s", err, diag.DidYouMean(isa.Nearest(name, names, 1+len(name)/4)))
		}
	}
	if err := record.CheckModel(&chip.Model); err != nil {
		return nil, usagef("--set: %w", err)
	}
	return &chip, nil
}

// timeFile is heddle time FILE.
type timeFile struct {
	timeFlags
	run runFlags
}

// time runs the command.
func (f *timeFile) time(s *streams, cmd *cobra.Command, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.constants {
		return f.listConstants(s, f.run.target.chip)
	}
	t := timer{timeFlags: &f.timeFlags, streams: s}
	err := f.load(&t, cmd, file)
	if err == nil && f.against != "" {
		other := timer{timeFlags: f.quiet(), streams: s}
		if err = f.load(&other, cmd, f.against); err == nil {
			return t.compare(&other)
		}
	}
	if err != nil {
		return f.failed(s, err)
	}
	return t.print()
}

// quiet are the flags for what is only compared with: no files are written.
func (f *timeFlags) quiet() *timeFlags {
	q := *f
	q.issue, q.trace, q.pprof, q.html, q.svg, q.att, q.sensitivity = "", "", "", "", "", "", false
	return &q
}

// failed reports an error of the simulation or the compilation.
func (s *streams) failed(err error) error {
	var at *sim.RunError
	if !errors.As(err, &at) {
		return s.reportModule(err)
	}
	s.diagnose("heddle: error: " + at.Error() + "\n" + strings.TrimSuffix(at.Positions(), "\n"))
	return errReported
}

// failed reports an error of what was timed, and what may help.
func (f *timeFlags) failed(s *streams, err error) error {
	reported := s.failed(err)
	if errors.Is(err, sim.ErrEndless) && !f.everything {
		s.diagnose("heddle: note: only workgroups that are to be timed were executed; if they wait for others, give --everything")
	}
	return reported
}

// load times the dispatches of a file.
func (f *timeFile) load(t *timer, cmd *cobra.Command, file string) error {
	if err := f.target(cmd, &f.run.target); err != nil {
		return err
	}
	plan, err := f.run.plan(cmd)
	if err != nil {
		return err
	}
	if file, err = f.run.object(plan, file); err != nil {
		return err
	}
	inputs := []string{file, f.run.launch, f.against}
	for _, d := range plan.Dispatches {
		inputs = append(inputs, d.Object)
	}
	if err := t.checkOutputs(inputs); err != nil {
		return err
	}
	code, err := f.run.read(t.streams, file)
	if err != nil {
		return err
	}
	return f.loadCode(t, cmd, code)
}

// loadCode times the dispatches of code.
func (f *timeFile) loadCode(t *timer, cmd *cobra.Command, code launch.Code) error {
	o, err := f.run.options(cmd)
	if err != nil {
		return err
	}
	plan, err := f.run.plan(cmd)
	if err != nil {
		return err
	}
	plan.Expect = nil
	o.Code = code
	o.Warn = func(warnings error) { t.streams.diagnose(warnings.Error()) }
	o.Simulate = func(device *sim.Device, of *launch.Program, l sim.Launch, last bool) (*sim.Report, error) {
		t.file, t.sources = of.Name, map[string][]byte{}
		if !slices.Contains(of.Bytes, 0) {
			t.sources[of.Name] = of.Bytes
		}
		return nil, t.dispatch(device, of.Object, l, last)
	}
	job, err := f.run.load(plan, o)
	if err == nil {
		_, err = job.Run()
	}
	return err
}
