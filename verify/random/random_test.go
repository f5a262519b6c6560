package random

import (
	"flag"
	"testing"
	"time"

	"heddle/arch"
)

var programs = flag.Int("random.programs", 300, "programs of each chip")
var firstSeed = flag.Uint64("random.seed", 0, "the first seed")

// sizes are those of test programs.
func sizeOf(seed uint64) int { return []int{10, 30, 60, 100, 200, 300}[seed%6] }

func TestPrograms(t *testing.T) {
	for _, chip := range arch.Chips {
		start, failed := time.Now(), 0
		var slowest time.Duration
		bytes := 0
		for i := range *programs {
			seed := *firstSeed + uint64(i)
			p := New(seed, chip, sizeOf(seed))
			began := time.Now()
			_, err := p.Interpret()
			slowest = max(slowest, time.Since(began))
			bytes += len(p.Text)
			if err != nil {
				t.Errorf("%s: %v", p, err)
				if failed++; failed == 10 {
					t.FailNow()
				}
			}
		}
		t.Logf("%s: %d programs of %d bytes in %v, the slowest took %v", chip.Name, *programs, bytes / *programs, time.Since(start), slowest)
	}
}
