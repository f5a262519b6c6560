package report

import (
	"io"
	"testing"
)

// BenchmarkOutputs writes about 80000 issues.
func BenchmarkOutputs(b *testing.B) {
	r := toy{text: toyLoop, iterations: 130, workgroups: 7, latency: 300}.run(b)
	for _, out := range writers {
		b.Run(out.name, func(b *testing.B) {
			for b.Loop() {
				if err := out.write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(r.Issues)), "issues")
		})
	}
}
