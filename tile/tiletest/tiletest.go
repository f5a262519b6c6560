// Package tiletest helps to test kernels written in tile:
//
//	func TestDouble(t *testing.T) {
//		tiletest.Each(t, func(t *testing.T, chip *arch.Chip) {
//			x, y := tile.Random(1, 64*256), make([]float32, 64*256)
//			tiletest.Run(t, tile.Launch{Chip: chip, Waves: 4, Grid: [3]uint32{4}}, double, x, y)
//			tiletest.Near(t, "y", y, func(i int) float64 { return 2 * float64(x[i]) }, 0, 0)
//		})
//	}
package tiletest

import (
	"math"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/tile"
)

// Each runs f as a subtest for each chip.
func Each(t *testing.T, f func(t *testing.T, chip *arch.Chip)) {
	t.Helper()
	for _, chip := range arch.Chips {
		t.Run(chip.Name, func(t *testing.T) { f(t, chip) })
	}
}

// Run runs a kernel with tile.Run: unless the launch says otherwise, with all checks that are on by
// default, round robin, with memory as late as it may be, and in a random order. An error fails the test.
func Run(t testing.TB, on tile.Launch, kernel func(*tile.Kernel), args ...any) *tile.Report {
	t.Helper()
	if on.Schedules == nil {
		on.Schedules, on.Seed = []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate, sim.ScheduleRandom}, 1
	}
	report, err := tile.Run(on, kernel, args...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Orders runs f as a subtest for each of two orders of workgroups, from the first to the last and from
// the last to the first. Sums of floats to which workgroups add atomically are different in the two, and
// should be near to what is wanted of them in both:
//
//	tiletest.Orders(t, tile.Launch{Chip: chip, Waves: 4, Grid: [3]uint32{16}}, func(t *testing.T, on tile.Launch) {
//		sum := make([]float32, 64)
//		tiletest.Run(t, on, columnSums, x, sum)
//		tiletest.Near(t, "sum", sum, want, 1e-5, 1e-5)
//	})
func Orders(t *testing.T, on tile.Launch, f func(t *testing.T, on tile.Launch)) {
	t.Helper()
	for _, order := range []struct {
		name     string
		reversed bool
	}{{"first to last", false}, {"last to first", true}} {
		on.Reversed = order.reversed
		t.Run(order.name, func(t *testing.T) { f(t, on) })
	}
}

// Near fails the test if a result differs from what is wanted of it, a reference in float64, by more
// than atol + rtol·|want|.
func Near[T tile.Number](t testing.TB, name string, got []T, want func(i int) float64, atol, rtol float64) {
	t.Helper()
	wrong := 0
	for i, g := range got {
		w := want(i)
		d := math.Abs(float64(g) - w)
		if !(d <= atol+rtol*math.Abs(w)) && !(math.IsNaN(w) && g != g) && float64(g) != w {
			if wrong++; wrong <= 5 {
				t.Errorf("%s[%d] is %g, want %g", name, i, float64(g), w)
			}
		}
	}
	if wrong > 5 {
		t.Errorf("%s: %d of %d elements are wrong", name, wrong, len(got))
	}
}
