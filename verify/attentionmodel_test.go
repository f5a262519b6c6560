package verify_test

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/kernels/attention"
	"heddle/long"
	"heddle/verify"
)

// TestAttentionModel: kernels of all variants give bit for bit what the scalar model of the algorithm does: for random
// problems and edge cases, a few of each chip unless the test is long.
func TestAttentionModel(t *testing.T) {
	for n, chip := range arch.Chips {
		cases := append(attention.Random(chip, 1, 150), attention.EdgeCases(chip)...)
		for i, c := range cases {
			for j, v := range c.Problem.Variants() {
				if v != c.Problem.Choose().Variant && c.Problem.HeadDim > 192 && c.Problem.In != attention.FP8 {
					continue // some of these have no registers
				}
				if long.On() || i%29 == 3*n || (i+7*j)%41 == n {
					t.Run(fmt.Sprintf("%s/%s/%s", chip.Name, c.Name, v), func(t *testing.T) { attentionBits(t, c, v) })
				}
			}
		}
	}
}

// attentionBits compares a kernel's results with the scalar model's.
func attentionBits(t *testing.T, c attention.Case, v attention.Variant) {
	t.Helper()
	a := compileAttention(t, &c, v)
	in := c.Problem.Random(c.Seed, c.Kind)
	run, err := a.Simulate(in, verify.AttentionOptions{})
	if err != nil {
		t.Fatalf("%s: %v", c.Flags(), err)
	}
	e, err := a.CompareBits(in, run, nil)
	if err == nil {
		err = e.Check()
	}
	if err != nil {
		t.Errorf("%s: %v", c.Flags(), err)
	}
}
