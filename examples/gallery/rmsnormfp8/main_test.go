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
		// Between 448 - 32 and 448, the greatest number of fp8, lies nothing: 16/448 is half of that.
		if worst > 0.0358 || report.Scratch > 0 {
			t.Errorf("the greatest error is %g; %s", worst, report)
		}
	})
}
