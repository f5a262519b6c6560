package cache

import (
	"testing"

	"heddle/arch"
)

// BenchmarkVector: line requests a second, of loads that miss the L1 and hit the L2, and of loads that
// stream from the HBM.
func BenchmarkVector(b *testing.B) {
	for _, x := range []struct {
		name   string
		kernel *stream
	}{
		{"L2", sweep(1<<20, 8, false)},
		{"HBM", arrays(38, 16, 8, 16, 64, 1, false)},
	} {
		b.Run(x.name, func(b *testing.B) {
			lines := int64(0)
			for b.Loop() {
				s := must(Config{Model: &model(&arch.GFX942).Memory, CUs: 38, XCDs: 8})
				_, n := x.kernel.run(s)
				lines += n / arch.CacheLine
			}
			b.ReportMetric(float64(lines)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
