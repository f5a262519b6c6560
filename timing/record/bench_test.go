package record

import (
	"testing"

	"heddle/arch"
)

// BenchmarkTime times a matrix multiplication of 2048: recording, model and memory together.
func BenchmarkTime(b *testing.B) {
	product := arch.DefaultProduct(arch.Chips[len(arch.Chips)-1])
	g, launch, device := matrix(b, product.Chip, 2048)
	instructions := int64(0)
	for b.Loop() {
		m, err := Time(device, launch, g.Object, Options{Product: product})
		if err != nil {
			b.Fatal(err)
		}
		instructions += m.Executed
	}
	b.ReportMetric(float64(instructions)/b.Elapsed().Seconds()/1e6, "Minst/s")
}
