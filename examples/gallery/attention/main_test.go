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
		if worst > 0.004 || report.Scratch > 0 {
			t.Errorf("the greatest error is %g; %s", worst, report)
		}
		if want := chip.LDSBytes >> 16; report.Occupancy.WavesPerSIMD < want {
			t.Errorf("want %d waves a SIMD; %s", want, report)
		}
	})
}
