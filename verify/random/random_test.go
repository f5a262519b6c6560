package random

import (
	"flag"
	"testing"
	"time"

	"heddle/arch"
	"heddle/long"
)

var programs = flag.Int("random.programs", 0, "programs of each chip; 0 takes 80, with -long 300")
var firstSeed = flag.Uint64("random.seed", 0, "the first seed")

// sizeOf is the size of the test program of a seed.
func sizeOf(seed uint64) int { return []int{10, 20, 40, 80, 160, 300}[seed%6] }

func TestPrograms(t *testing.T) {
	count := *programs
	if count == 0 {
		count = long.Count(80, 300)
	}
	for _, chip := range arch.Chips {
		start, failed := time.Now(), 0
		var slowest time.Duration
		var which uint64
		bytes := 0
		for i := range count {
			seed := *firstSeed + uint64(i)
			p := New(seed, chip, sizeOf(seed))
			began := time.Now()
			_, err := p.Interpret()
			if d := time.Since(began); d > slowest {
				slowest, which = d, seed
			}
			bytes += len(p.Text)
			if err != nil {
				t.Errorf("%s: %v", p, err)
				if failed++; failed == 10 {
					t.FailNow()
				}
			}
		}
		t.Logf("%s: %d programs of %d bytes in %v, the slowest took %v (seed %d)", chip.Name, count, bytes/count, time.Since(start), slowest, which)
	}
}
