package sanitize_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// BenchmarkChecks: what checks cost, on the larger kernels of the corpus.
func BenchmarkChecks(b *testing.B) {
	chip := &arch.GFX942
	l, err := simtest.Load(chip, archived(b, chip)["apps-O3"])
	if err != nil {
		b.Fatal(err)
	}
	for _, checks := range []string{"", "barriers", "waits", "hazards", "undefined", "races", "bounds", "waits,hazards,barriers", "all"} {
		name := checks
		if checks == "" {
			name = "no-observer"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, r := range simtest.RowsOf(chip, "O3") {
					if r.File == "apps" {
						benchmarkRow(b, l, r, checks)
					}
				}
			}
		})
	}
}

func benchmarkRow(b *testing.B, l *simtest.Loaded, r simtest.Row, checks string) {
	begin := func(*sim.Launch) {}
	if checks != "" {
		s, err := sanitize.New(sanitize.Options{Checks: strings.Split(checks, ","), Object: l.Object})
		if err != nil {
			b.Fatal(err)
		}
		begin = s.Begin
	}
	if _, err := l.Run(r, sim.Options{Workers: 1}, begin); err != nil {
		b.Fatal(err)
	}
}
