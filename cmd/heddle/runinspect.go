package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/sim/sanitize"
)

// optionalValue is a flag that may be without a value: --count, or --count=line. It is not of the type
// "string" to pflag, so normalizeArgs leaves the argument after it alone: that is the FILE.
type optionalValue struct {
	text  string
	check func(text string) error
}

func (v *optionalValue) String() string { return v.text }
func (v *optionalValue) Type() string   { return "value" }

// Set notes the value if it is one.
func (v *optionalValue) Set(text string) error {
	v.text = text
	return v.check(text)
}

// How --count adds up.
const (
	countInstructions = "instruction"
	countLines        = "line"
)

// traceAll is --trace without a filter, breakFinding the --break at what a check finds.
const (
	traceAll     = "all"
	breakFinding = "finding"
)

// inspectHelp describes the flags of inspection.
const inspectHelp = `--count, --trace, --break and --dump look inside (docs/debugging.md). --count and
--trace print on standard output; their values follow a "=".
` + inspect.FilterHelp

// inspection is what looks inside a run, as the flags ask for.
type inspection struct {
	count, trace optionalValue
	at           string // --break
	dump         bool

	traced, stop *inspect.Filter // nil without --trace, and --break at a place
	counter      *inspect.Counter
	tracer       *inspect.Tracer
	breaker      *inspect.Breaker
	found        func() int // how much the checks have found, nil but for --break finding
	history      *inspect.History
	out          *bufio.Writer // of the tracer
	object       *hsaco.Object // of the dispatch under way
}

// inspectFlagNames are the flags of inspection.
var inspectFlagNames = []string{"count", "trace", "break", "dump"}

// add adds the flags to a command.
func (x *inspection) add(cmd *cobra.Command) {
	x.count.check = amongst(countInstructions, countLines)
	x.trace.check = func(text string) (err error) {
		x.traced, err = filterOf(text, traceAll)
		return err
	}
	flags := cmd.Flags()
	flags.Var(&x.count, "count", "print how often each instruction was executed, its active lanes, LDS conflict cycles and bytes; `BY` is instruction, or line for source lines")
	flags.Lookup("count").NoOptDefVal = countInstructions
	flags.Var(&x.trace, "trace", "print what instructions read, write and touch as they are executed: all of them, or those of `FILTER`")
	flags.Lookup("trace").NoOptDefVal = traceAll
	flags.StringVar(&x.at, "break", "", "stop before the first instruction that fits `FILTER`, or after the first finding of a check if it is finding, and print the state of the wave")
	flags.BoolVar(&x.dump, "dump", false, "after an error, print registers, LDS and the last instructions of the wave")
}

// filterOf reads a filter, which may be a word for everything.
func filterOf(text, everything string) (*inspect.Filter, error) {
	if text == everything {
		return &inspect.Filter{}, nil
	}
	return inspect.ParseFilter(text)
}

// amongst checks that a flag has one of some values.
func amongst(values ...string) func(string) error {
	return func(text string) error {
		if slices.Contains(values, text) {
			return nil
		}
		return fmt.Errorf("%q is not one of %s", text, strings.Join(values, ", "))
	}
}

// separated adds to an error about a surplus argument that it may be the value of a flag, which wants a "=".
func (x *inspection) separated(arg string, err error) error {
	flag := ""
	switch {
	case x.trace.text == traceAll:
		flag = "trace"
	case x.count.text == countInstructions:
		flag = "count"
	default:
		return err
	}
	return usagef("%w\nIf it is the value of --%s: --%s=%s", err, flag, flag, arg)
}

// read checks the flags.
func (x *inspection) read(f *runFlags) (err error) {
	if x.traced != nil && f.asJSON {
		return usagef("--trace prints text: leave out --json")
	}
	if (x.traced != nil || x.count.text != "") && f.files.toStdout() {
		return usagef("--trace and --count print on standard output: write --sarif and --junit to files")
	}
	switch {
	case x.at == "" && !f.given("break"):
	case x.at != breakFinding:
		if slices.Contains(strings.Split(x.at, ","), breakFinding) {
			return usagef("--break %s: finding stands alone", x.at)
		}
		if x.stop, err = inspect.ParseFilter(x.at); err != nil {
			return usagef("--break: %w", err)
		}
	case f.check == "" || f.check == "none":
		return usagef("--break finding needs --check")
	}
	return nil
}

// begin makes what the flags ask for, to look at kernels of the objects. The tracer writes to w, and the
// sanitizer is nil without checks.
func (x *inspection) begin(s *streams, w io.Writer, sanitizer *sanitize.Sanitizer, objects ...*hsaco.Object) error {
	for _, asked := range []struct {
		flag   string
		filter *inspect.Filter
	}{{"trace", x.traced}, {"break", x.stop}} {
		if asked.filter == nil {
			continue
		}
		if err := asked.filter.Check(objects...); err != nil {
			return usagef("--%s: %w", asked.flag, err)
		}
	}
	if x.count.text != "" {
		x.counter = &inspect.Counter{}
	}
	if s.quiet = x.traced != nil; s.quiet {
		x.out = bufio.NewWriterSize(w, 64<<10)
		x.tracer = inspect.NewTracer(x.out, x.traced)
	}
	switch {
	case x.stop != nil:
		x.breaker = inspect.NewBreaker(x.stop)
	case x.at == breakFinding:
		x.found = sanitizer.Found
		x.breaker = inspect.NewFindingBreaker(x.found)
	}
	if x.dump || x.at != "" {
		x.history = &inspect.History{}
	}
	return nil
}

// observe adds to the observers of a dispatch of a kernel of the object.
func (x *inspection) observe(object *hsaco.Object, l *sim.Launch) {
	x.object = object
	if x.breaker != nil {
		x.breaker.Observe(object, l)
	}
	if x.tracer != nil {
		x.tracer.Observe(object, l, x.history != nil || x.counter != nil)
	}
	// These can leave the run its cores if there is nobody else, so only the last may be alone.
	if x.history != nil {
		x.history.Observe(object, l, x.counter != nil)
	}
	if x.counter != nil {
		x.counter.Observe(object, l)
	}
}

// end ends the trace of a run that ended with an error or nil, and returns the error to report.
func (x *inspection) end(s *streams, err error) error {
	if x.out != nil {
		if failed := errors.Join(x.tracer.Err(), x.out.Flush()); failed != nil {
			return failed // whatever else it is, the output is not what was asked for
		}
	}
	if note := x.unstopped(err); note != "" {
		s.diagnose("heddle: note: " + note)
	}
	if err == nil && x.tracer != nil && !x.tracer.Printed() {
		s.diagnose("heddle: note: nothing that was executed fits --trace=" + x.trace.text)
	}
	return err
}

// unstopped says why --break has not stopped a run that ended with an error or nil, "" if it has.
func (x *inspection) unstopped(err error) string {
	stop := (*inspect.Stop)(nil)
	switch {
	case x.breaker == nil || errors.As(err, &stop):
		return ""
	case x.stop != nil:
		return "no wave came to --break " + x.at
	case x.found() > 0:
		return "--break finding: what the checks found is of no instruction that could be stopped at"
	}
	return "--break finding: the checks found nothing"
}

// stateAt returns the state at an error, nil if no flag asks for it.
func (x *inspection) stateAt(at *sim.RunError) *inspect.Dump {
	if x.history == nil || at == nil {
		return nil
	}
	return inspect.NewDump(x.object, at, x.history)
}

// counts is what --count has counted, nil without it.
func (x *inspection) counts() []inspect.Kernel {
	if x.counter == nil {
		return nil
	}
	kernels := x.counter.Kernels()
	if x.count.text == countLines {
		for i := range kernels {
			kernels[i] = kernels[i].ByLine()
		}
	}
	return kernels
}

// writeCounts prints the tables of --count on standard output, or nothing without it.
func (s *streams) writeCounts(kernels []inspect.Kernel) error {
	if kernels == nil {
		return nil
	}
	return s.write(func(w *bufio.Writer) error { return inspect.WriteCounts(w, kernels) })
}

// reportFailed reports the error at an instruction that ended a run: the positions of all waves of the
// workgroup and, if flags ask for it, the state of the wave.
func (s *streams) reportFailed(x *inspection, at *sim.RunError) error {
	kind := "error"
	if stop := (*inspect.Stop)(nil); errors.As(at.Err, &stop) {
		kind = "note"
	}
	s.diagnose("heddle: " + kind + ": " + at.Error() + "\n" + strings.TrimSuffix(at.Positions(), "\n"))
	if state := x.stateAt(at); state != nil {
		return state.Write(s.err, x.stop)
	}
	return nil
}
