package sanitize_test

import (
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/simtest"
)

// BenchmarkUndefined runs the applications of the corpus with the check and
// without.
func BenchmarkUndefined(b *testing.B) {
	chip := &arch.GFX950
	objects := archived(b, chip)
	for _, level := range []string{"O0", "O3"} {
		for _, check := range []string{"none", "undefined", "all"} {
			b.Run(level+"/"+check, func(b *testing.B) {
				l, err := simtest.Load(chip, objects["apps-"+level])
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					for _, r := range simtest.RowsOf(chip, level) {
						if r.File == "apps" {
							_, _ = corpusRun(b, l, r, check, sim.Options{Workers: 1})
						}
					}
				}
			})
		}
	}
}
