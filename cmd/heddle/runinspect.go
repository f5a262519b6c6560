package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/inspect"
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

// inspection is what looks inside a run, as the flags ask for.
type inspection struct {
	count optionalValue

	counter *inspect.Counter // nil without --count
}

// inspectFlagNames are the flags of inspection.
var inspectFlagNames = []string{"count"}

// add adds the flags to a command.
func (x *inspection) add(cmd *cobra.Command) {
	x.count.check = amongst(countInstructions, countLines)
	flags := cmd.Flags()
	flags.Var(&x.count, "count", "print how often each instruction was executed, its active lanes, LDS conflict cycles and bytes; `BY` is instruction, or line for source lines")
	flags.Lookup("count").NoOptDefVal = countInstructions
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

// prepare makes what the flags ask for.
func (x *inspection) prepare() {
	if x.count.text != "" {
		x.counter = &inspect.Counter{}
	}
}

// observe adds to the observers of a dispatch of a kernel of the object.
func (x *inspection) observe(object *hsaco.Object, l *sim.Launch) {
	if x.counter != nil {
		x.counter.Observe(object, l)
	}
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
