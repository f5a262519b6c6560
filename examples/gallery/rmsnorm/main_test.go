package main

import (
	"testing"

	"heddle/arch"
	"heddle/tile/tiletest"
)

func TestKernel(t *testing.T) {
	tiletest.Each(t, func(t *testing.T, chip *arch.Chip) {
		report, worst, err := run(chip)
		if err != nil {
			t.Fatal(err)
		}
		if worst > 1e-6 || report.Scratch > 0 {
			t.Errorf("the greatest error is %g; %s", worst, report)
		}
	})
}
