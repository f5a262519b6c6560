package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"heddle/codegen"
	"heddle/diag"
	"heddle/isa"
	"heddle/mach"
	"heddle/pass"
)

// passFlags are the flags for debugging the compiler, common to all commands that compile.
type passFlags struct {
	dumpAfter, disable []string
	bisect             string
	shuffle            uint64
	verify, time       bool

	times *pass.Times // if time
}

func (f *passFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.dumpAfter, "dump-after", nil, "print the kernel after `PASS`, or after every pass ('all'), to standard error")
	flags.StringSliceVar(&f.disable, "disable-pass", nil, "do not run `PASS` (for tests: without some passes, code may be wrong)")
	flags.StringVar(&f.bisect, "bisect", "", "optimise only at positions whose hash ends in these `BITS`, and print them")
	flags.Uint64Var(&f.shuffle, "shuffle", 0, "randomly reorder what may be reordered, with this `SEED`")
	flags.BoolVar(&f.verify, "verify-passes", false, "check the kernel after every pass")
	flags.BoolVar(&f.time, "time-passes", false, "print the time of each pass to standard error")
}

// options returns the options of the passes. The machine IR just after instruction
// selection is written to selected, if it is not nil.
func (f *passFlags) options(s *streams, selected *bytes.Buffer) (pass.Options, error) {
	o := pass.Options{Disable: f.disable, Verify: f.verify, Shuffle: f.shuffle}
	if err := f.check(); err != nil {
		return o, err
	}
	if f.bisect != "" {
		o.Bisect = &pass.Bisect{Suffix: f.bisect, Trace: func(pass, place string) { fmt.Fprintf(s.err, "%s: %s\n", pass, place) }}
	}
	if f.time {
		f.times = &pass.Times{Now: time.Now}
		o.Times = f.times
	}
	if len(f.dumpAfter) == 0 && selected == nil {
		return o, nil
	}
	o.Dump = func(name string, u pass.Unit) {
		if slices.Contains(f.dumpAfter, name) || slices.Contains(f.dumpAfter, "all") {
			comment := "//"
			if _, machine := u.(*mach.Func); machine {
				comment = ";"
			}
			fmt.Fprintf(s.err, "%s after %s\n", comment, name)
			_ = u.Print(s.err)
		}
		if selected != nil && name == mach.Selection {
			_ = u.Print(selected)
		}
	}
	return o, nil
}

// check rejects unknown passes and passes that cannot be disabled.
func (f *passFlags) check() error {
	if strings.Trim(f.bisect, "01") != "" {
		return usagef("--bisect %q is not a string of 0 and 1", f.bisect)
	}
	var names []string
	essential := []string{"all"}
	for _, s := range codegen.Steps() {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
		if s.Need == pass.Essential {
			essential = append(essential, s.Name)
		}
	}
	for _, name := range append(slices.Clone(f.dumpAfter), f.disable...) {
		if name != "all" && !slices.Contains(names, name) {
			return usagef("unknown pass %q; passes are %s%s", name, strings.Join(names, ", "), diag.DidYouMean(isa.Nearest(name, names, 1)))
		}
	}
	for _, name := range f.disable {
		if slices.Contains(essential, name) {
			return usagef("--disable-pass %s: the pass is required", name)
		}
	}
	return nil
}

// passTimesJSON is the JSON output of --time-passes.
type passTimesJSON struct {
	Schema string         `json:"schema"`
	Passes []passTimeJSON `json:"passes"`
	Total  float64        `json:"milliseconds"`
}

type passTimeJSON struct {
	Name  string  `json:"name"`
	Runs  int     `json:"runs"`
	Time  float64 `json:"milliseconds"`
	Share float64 `json:"share"` // of the total, 0 to 1
}

// report prints the times if they were taken, or returns them for --json.
func (f *passFlags) report(s *streams, asJSON bool) (*passTimesJSON, error) {
	switch {
	case f.times == nil:
		return nil, nil
	case !asJSON:
		return nil, f.times.Print(s.err)
	}
	total := f.times.Total()
	out := &passTimesJSON{Schema: "heddle.passtimes/v1", Total: total.Seconds() * 1000}
	for _, r := range f.times.Rows() {
		out.Passes = append(out.Passes, passTimeJSON{r.Name, r.Runs, r.Wall.Seconds() * 1000, float64(r.Wall) / float64(max(total, 1))})
	}
	return out, nil
}
