package verify_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/sim"
	"heddle/verify/corpus"
)

// Scheduling pays: over the corpus a wave's time by the rough model gets
// shorter, it executes no more instructions, and nothing spills for it. With -v
// it prints a table.
func TestSchedulePays(t *testing.T) {
	cases, err := corpus.Read("testdata/kernels")
	if err != nil {
		t.Fatal(err)
	}
	chip := &arch.GFX950
	var table strings.Builder
	fmt.Fprintf(&table, "%-28s %8s %8s %6s %6s %5s %5s %6s %6s %5s %5s\n", "kernel", "clocks", "", "instr", "", "waits", "", "states", "", "VGPRs", "")
	time, instructions, kernels := 0.0, 0.0, 0.0
	for _, c := range cases {
		if !c.On(chip) {
			continue
		}
		was, is := underClock(t, c, chip, "schedule"), underClock(t, c, chip)
		fmt.Fprintf(&table, "%-28s %8d %8d %6d %6d %5d %5d %6d %6d %5d %5d\n", c.Name, was.now, is.now, was.instructions, is.instructions,
			was.waits, is.waits, was.states, is.states, was.VGPRs+was.AGPRs, is.VGPRs+is.AGPRs)
		if is.VGPRSpills > was.VGPRSpills || is.SGPRSpills > was.SGPRSpills {
			t.Errorf("%s: %d VGPRs and %d SGPRs are spilled, %d and %d without scheduling", c.Name, is.VGPRSpills, is.SGPRSpills, was.VGPRSpills, was.SGPRSpills)
		}
		time += math.Log(float64(is.now) / float64(was.now))
		instructions += math.Log(float64(is.instructions) / float64(was.instructions))
		kernels++
	}
	time, instructions = math.Exp(time/kernels), math.Exp(instructions/kernels)
	t.Logf("\n%stime %.3f, instructions %.3f of those without scheduling, in geometric mean", table.String(), time, instructions)
	if time > 0.9 || instructions > 1 {
		t.Errorf("scheduling leaves %.3f of the time and %.3f of the instructions", time, instructions)
	}
}

// underClock compiles and runs a kernel under the clock.
func underClock(t *testing.T, c *corpus.Case, chip *arch.Chip, disable ...string) *clock {
	t.Helper()
	m, err := c.Module(chip)
	if err != nil {
		t.Fatal(err)
	}
	o := build.Options{Chip: chip}
	o.Passes.Disable = disable
	r, err := build.MLIR(m, o)
	if err != nil {
		t.Fatal(err)
	}
	k := newClock(chip)
	result, err := c.Simulate(r.Object, chip, sim.Options{Observers: []sim.Observer{k}, Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	k.Resources = result.Resources
	return k
}
