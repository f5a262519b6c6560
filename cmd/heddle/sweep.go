package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/diag"
	"heddle/ir/interp"
	"heddle/launch"
	"heddle/sim"
)

const sweepSchema = "heddle.sweep/v1"

// sweepJSON is the output of --sweep --json.
type sweepJSON struct {
	Schema string   `json:"schema"`
	Names  []string `json:"names"`
	Runs   int      `json:"runs"`
	Failed int      `json:"failed"`
	// Failures are runs that fail in the same way and follow each other.
	Failures []sweepFailure `json:"failures"`
}

// sweepFailure is what is wrong with runs that follow each other.
type sweepFailure struct {
	From launch.Point `json:"from"` // values of the names, in their order
	To   launch.Point `json:"to"`
	Runs int          `json:"runs"`
	// Kind is a rule of the checks, or fault, expect, compare, differs, or error for what could not be run.
	Kind string `json:"kind"`
	// Message is that of the first run, with its place.
	Message string `json:"message"`

	key string // what is the same in those that belong together
}

// sweeper makes the runs of a sweep.
type sweeper struct {
	sweep launch.Sweep
	// run makes one run; the failure is nil if it passes. The error ends the sweep.
	run func(p launch.Point) (*sweepFailure, error)
}

// sweepConflicts are flags for one run.
var sweepConflicts = append([]string{"sarif", "junit", "explain", "d", "output", "emit"}, inspectFlagNames...)

// parseSweep reads --sweep, and refuses flags that are for one run.
func (f *runFlags) parseSweep(cmd *cobra.Command) (launch.Sweep, error) {
	sweep, err := launch.ParseSweep(f.sweep)
	if err != nil {
		return nil, usagef("--sweep: %w", err)
	}
	if sweep.Len() == 1 {
		return sweep, nil
	}
	for _, name := range sweepConflicts {
		if cmd.Flags().Changed(name) {
			return nil, usagef("--%s is for one run: give --sweep one value for each name, such as --sweep %s=%d", name, sweep[0].Name, sweep[0].Values[0])
		}
	}
	return sweep, nil
}

// all makes all runs and reports them.
func (w *sweeper) all(s *streams, asJSON bool) error {
	doc := sweepJSON{Schema: sweepSchema, Names: w.sweep.Names(), Runs: w.sweep.Len()}
	failures := failureList{list: []sweepFailure{}}
	bar := s.progress("sweep")
	bar.unit = "runs"
	defer bar.end()
	done := 0
	for p := range w.sweep.Points() {
		x, err := w.run(p)
		if err != nil {
			return fmt.Errorf("%s: %w", pointText(w.sweep, p), err)
		}
		if failures.add(p, x); x != nil {
			doc.Failed++
		}
		done++
		bar.update(done, doc.Runs)
	}
	doc.Failures = failures.list
	bar.end()
	var err error
	if asJSON {
		err = s.writeJSON(doc)
	} else {
		err = s.write(func(out *bufio.Writer) error { return w.write(out, &doc) })
	}
	if err == nil && doc.Failed > 0 {
		err = errReported
	}
	return err
}

// failureList gathers the failures of runs, in their order.
type failureList struct {
	list    []sweepFailure
	failing bool // the last run
}

// add adds the failure of a run, nil if it passed.
func (l *failureList) add(p launch.Point, x *sweepFailure) {
	last := len(l.list) - 1
	switch {
	case x == nil:
	case l.failing && l.list[last].key == x.key && sameRow(l.list[last].From, p):
		l.list[last].To = p
		l.list[last].Runs++
	default:
		x.From, x.To, x.Runs = p, p, 1
		l.list = append(l.list, *x)
	}
	l.failing = x != nil
}

// sameRow reports whether two points differ in the last value only.
func sameRow(p, q launch.Point) bool { return slices.Equal(p[:len(p)-1], q[:len(q)-1]) }

// shownFailures are printed; the others are in the JSON.
const shownFailures = 40

// write prints which runs fail.
func (w *sweeper) write(out io.Writer, doc *sweepJSON) error {
	verdict := "all ok"
	if doc.Failed > 0 {
		verdict = fmt.Sprintf("%d ok, %d failed", doc.Runs-doc.Failed, doc.Failed)
	}
	fmt.Fprintf(out, "sweep of %s: %s, %s\n", strings.Join(doc.Names, ", "), diag.Count(doc.Runs, "run"), verdict)
	writeFailures(out, w.sweep, doc.Failures)
	if len(doc.Failures) > 0 {
		var flags []string
		for i, a := range w.sweep {
			flags = append(flags, fmt.Sprintf("--sweep %s=%d", a.Name, doc.Failures[0].From[i]))
		}
		fmt.Fprintf(out, "  for all of the first: %s\n", strings.Join(flags, " "))
	}
	return nil
}

// writeFailures prints the failures of a sweep.
func writeFailures(out io.Writer, sweep launch.Sweep, list []sweepFailure) {
	told := map[string]bool{}
	for i := range list[:min(shownFailures, len(list))] {
		x := &list[i]
		message := x.Message
		if told[x.key] {
			message = "the same"
		}
		told[x.key] = true
		where := pointText(sweep, x.From)
		if x.Runs > 1 {
			where = fmt.Sprintf("%s..%d (%d runs)", where, x.To[len(x.To)-1], x.Runs)
		}
		fmt.Fprintf(out, "  %s: %s: %s\n", where, x.Kind, message)
	}
	if n := len(list) - shownFailures; n > 0 {
		fmt.Fprintf(out, "  and %s; --json has them\n", diag.Count(n, "further range"))
	}
}

// pointText is a point as "m=3, n=4".
func pointText(sweep launch.Sweep, p launch.Point) string {
	var parts []string
	for i, a := range sweep {
		parts = append(parts, fmt.Sprintf("%s=%d", a.Name, p[i]))
	}
	return strings.Join(parts, ", ")
}

// failure is the first thing that is wrong with a run, nil if nothing is.
func (x *runOutcome) failure() *sweepFailure {
	if e := x.failed; e != nil {
		place := fmt.Sprintf("%s:%#x", x.object, e.Addr)
		if e.File != "" {
			place = fmt.Sprintf("%s:%d", e.File, e.Line)
		}
		return &sweepFailure{Kind: ruleFault, Message: fmt.Sprintf("%s: %s: %v", place, e.Text, e.Err), key: ruleFault + place}
	}
	for _, o := range x.report().Objects {
		for _, c := range o.Cases {
			if len(c.Findings) == 0 {
				continue
			}
			f := c.Findings[0]
			place := strings.TrimPrefix(c.Name, ruleExpect+" ")
			switch {
			case f.File != "":
				place = fmt.Sprintf("%s:%d", f.File, f.Line)
			case f.Text != "":
				place = fmt.Sprintf("%s:%#x", o.Name, f.Addr)
			}
			same, _, _ := strings.Cut(place, " = ") // the file may depend on the values
			return &sweepFailure{Kind: f.Rule, Message: place + ": " + f.Message, key: f.Rule + same}
		}
	}
	return nil
}

// notRun is a run that ended before there was anything to judge.
func notRun(err error, text string) *sweepFailure {
	if !errors.Is(err, errReported) {
		text = err.Error()
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(text), "heddle: error: "), "\n")
	kind := "error"
	if fault := (*interp.Fault)(nil); errors.As(err, &fault) {
		kind = ruleFault
	}
	place, _, _ := strings.Cut(first, " ")
	return &sweepFailure{Kind: kind, Message: first, key: kind + place}
}

// silent are streams for runs whose reports nobody reads; the text gets what they print.
func silent(text *bytes.Buffer) *streams {
	return &streams{in: strings.NewReader(""), out: io.Discard, err: text, quiet: true}
}

// expand sets the flags that describe the launch for a run of a sweep.
func (f *runFlags) expand(x *launch.Setting) error {
	f.setting = x
	f.args, f.expect = slices.Clone(f.args), slices.Clone(f.expect)
	texts := map[string][]*string{"grid": {&f.grid}, "global": {&f.global}, "block": {&f.block}, "workload": {&f.workload}}
	for i := range f.args {
		texts["arg"] = append(texts["arg"], &f.args[i])
	}
	for i := range f.expect {
		texts["expect"] = append(texts["expect"], &f.expect[i])
	}
	for _, flag := range []string{"grid", "global", "block", "workload", "arg", "expect"} {
		for _, text := range texts[flag] {
			full, err := x.Expand(*text)
			if err != nil {
				return usagef("--%s: %w", flag, err)
			}
			*text = full
		}
	}
	return nil
}

// sweepFile runs a file for each point.
func (f *runFlags) sweepFile(s *streams, cmd *cobra.Command, file string) error {
	sweep, err := f.parseSweep(cmd)
	if err != nil {
		return err
	}
	at := func(p launch.Point) (*runFlags, error) {
		g := *f
		g.sweep = nil
		return &g, g.expand(sweep.At(p))
	}
	if sweep.Len() == 1 {
		g, err := at(sweep.First())
		if err != nil {
			return err
		}
		return g.run(s, cmd, file)
	}
	var code *launch.Code // read once
	first := true
	w := &sweeper{sweep: sweep, run: func(p launch.Point) (*sweepFailure, error) {
		g, err := at(p)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		quiet := silent(&text)
		r, err := g.execute(quiet, cmd, func(plan *launch.File) (launch.Code, error) {
			if code == nil {
				c, err := g.code(s, plan, file)
				if err != nil {
					return c, err
				}
				code = &c
			}
			return *code, nil
		})
		if usage := (usageError{}); first && (errors.As(err, &usage) || errors.As(inFlags(err), &usage)) {
			return nil, inFlags(err)
		}
		first = false
		var at *sim.RunError
		switch {
		case errors.As(err, &at):
			return r.judge(at).failure(), nil
		case err != nil:
			return notRun(inFlags(err), text.String()), nil
		}
		return r.judge(nil).failure(), nil
	}}
	return w.all(s, f.asJSON)
}

// sweepFlags runs a command whose problem is given by flags once for each point, if --sweep asks for
// several; otherwise it only sets the flags. run runs a copy of the command with the flags as they are,
// and says what it showed, nil if it came to nothing.
func (f *runFlags) sweepFlags(s *streams, cmd *cobra.Command, run func(*streams, *launch.Setting) (*runOutcome, error)) (done bool, err error) {
	if len(f.sweep) == 0 {
		return false, nil
	}
	sweep, err := f.parseSweep(cmd)
	if err != nil {
		return true, err
	}
	for _, a := range sweep {
		if flag := cmd.Flags().Lookup(a.Name); flag == nil || flag.Value.Type() != "int64" && flag.Value.Type() != "uint64" {
			return true, usagef("--sweep %s: there is no flag --%s for a size", a.Name, a.Name)
		}
	}
	set := func(p launch.Point) (*launch.Setting, error) {
		for i, a := range sweep {
			if err := cmd.Flags().Set(a.Name, fmt.Sprint(p[i])); err != nil {
				return nil, usagef("--sweep %s=%d: %w", a.Name, p[i], err)
			}
		}
		return sweep.At(p), nil
	}
	if sweep.Len() == 1 {
		x, err := set(sweep.First())
		if err == nil {
			err = f.expand(x)
		}
		return err != nil, err
	}
	w := &sweeper{sweep: sweep, run: func(p launch.Point) (*sweepFailure, error) {
		at, err := set(p)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		x, err := run(silent(&text), at)
		if x == nil {
			return notRun(cmp.Or(err, errReported), text.String()), nil
		}
		return x.failure(), nil
	}}
	return true, w.all(s, f.asJSON)
}
