package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/attention"
	"heddle/long"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// TestAttentionCases: the kernels of random problems and edge cases give what the reference does, with all
// checks on and no finding, and write nothing else; a few of each chip unless the test is long.
func TestAttentionCases(t *testing.T) {
	const seed = 1
	for n, chip := range arch.Chips {
		random, edges := attention.Random(chip, seed, 150), attention.EdgeCases(chip)
		t.Logf("%s: %d random cases of seed %d, %d edge cases", chip.Name, len(random), seed, len(edges))
		for i, c := range append(random, edges...) {
			if !long.On() && i%29 != 3*n {
				continue
			}
			t.Run(chip.Name+"/"+c.Name, func(t *testing.T) { attentionCase(t, c) })
		}
	}
}

// attentionCase runs a case under all checks.
func attentionCase(t *testing.T, c attention.Case) {
	t.Helper()
	p := &c.Problem
	flags := c.Flags()
	plan, err := p.Plan(p.Choose())
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	a, err := verify.CompileAttention(p, plan, build.Options{})
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: a.Object})
	if err != nil {
		t.Fatal(err)
	}
	in := p.Random(c.Seed, c.Kind)
	run, err := a.Simulate(in, verify.AttentionOptions{Sanitizer: s})
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	for _, f := range run.Findings[:min(len(run.Findings), 2)] {
		t.Errorf("%s: %s: %s", flags, f.Check, f.Message)
	}
	for _, s := range run.Strays[:min(len(run.Strays), 2)] {
		t.Errorf("%s: %v", flags, s)
	}
	if err := a.Compare(in, run, nil).Check(c.Limits()); err != nil {
		t.Errorf("%s: %v", flags, err)
	}
}
