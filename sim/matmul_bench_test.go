package sim_test

import (
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/lanes"
	"heddle/sim/simtest"
)

// matmul loads the kernel of testdata/corpus/matmul.cl, as clang -O3 compiled
// it, with matrices of n rows.
func matmul(t testing.TB, n int) *simtest.Matmul {
	t.Helper()
	l := loadCorpus(t, &arch.GFX942, archived(t, &arch.GFX942)["matmul-O3"])
	p, err := simtest.NewMatmul(l, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMatmul: the product is the same, bit for bit, in every engine.
func TestMatmul(t *testing.T) {
	p := matmul(t, 256)
	for _, e := range append(cpuEngines(), sim.EnginePlain) {
		if _, err := p.Run(sim.Options{Engine: e}); err != nil {
			t.Fatal(err)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%v: %v", e, err)
		}
	}
}

// cpuEngines are the engines with kernels that the CPU has.
func cpuEngines() []sim.Engine {
	return []sim.Engine{sim.EngineAVX2, sim.EngineAVX512}[:lanes.Best()]
}

// BenchmarkMatmul measures the product of two matrices of 1024 x 1024 on two
// cores.
func BenchmarkMatmul(b *testing.B) {
	p := matmul(b, 1024)
	for _, e := range cpuEngines() {
		b.Run(e.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := p.Run(sim.Options{Engine: e, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			if err := p.Check(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
