package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/long"
)

// TestRates: the default kernels of large products reach a share of the peak of the matrix cores, and those
// of few rows a share of the memory's bandwidth that the timing model has. Modelled cycles of all dispatches,
// without launches; data are where an earlier launch of the same kernel left them.
func TestRates(t *testing.T) {
	if !long.On() {
		t.Skip("with -long")
	}
	for _, c := range []struct {
		chip, in, out string
		size          int64
		least         float64 // of the peak
	}{
		{"gfx950", "bf16", "bf16", 4096, 0.80},
		{"gfx942", "bf16", "bf16", 4096, 0.80},
		{"gfx950", "bf16", "bf16", 8192, 0.90},
		{"gfx942", "bf16", "bf16", 8192, 0.90},
		{"gfx950", "fp8", "f32", 8192, 0.88},
		{"gfx950", "fp8", "bf16", 8192, 0.88},
	} {
		p := rateProblem(t, c.chip, c.in, c.out, c.size, c.size, c.size)
		m := &p.Chip.Model.Clock
		flops := m.FLOPs16.Value
		if p.A.Bits == 8 {
			flops = m.FLOPs8.Value
		}
		cycles := rateCycles(t, p)
		share := 2 * float64(c.size*c.size*c.size) / (flops * float64(arch.DefaultProduct(p.Chip).CUs)) / cycles
		t.Logf("%s %s -> %s %d^3: %.0f cycles, %.1f %% of the peak", c.chip, c.in, c.out, c.size, cycles, 100*share)
		if share < c.least {
			t.Errorf("%s %s %d^3: %.3f of the peak; want %.2f", c.chip, c.in, c.size, share, c.least)
		}
	}
	for _, chip := range []string{"gfx950", "gfx942"} {
		for _, size := range [][2]int64{{4096, 4096}, {8192, 8192}, {16384, 16384}, {8192, 57344}} {
			for _, m := range []int64{1, 8, 16, 32, 64} {
				decodeRate(t, chip, m, size[0], size[1])
			}
		}
	}
}

// decodeRate times a product of few rows.
func decodeRate(t *testing.T, chip string, m, n, k int64) {
	t.Helper()
	p := rateProblem(t, chip, "bf16", "bf16", m, n, k)
	card := arch.DefaultProduct(p.Chip)
	cycles := rateCycles(t, p)
	bytes := 2 * float64(m*k+n*k+m*n)
	share := bytes / cycles * float64(card.BoostMHz) * 1e6 / (card.HBMBandwidth * p.Chip.Model.Memory.HBMReadShare.Value)
	t.Logf("%s %dx%dx%d: %.0f cycles, %.0f %% of the bandwidth of HBM", chip, m, n, k, cycles, 100*share)
	const least = 0.85
	if share < least {
		t.Errorf("%s %dx%dx%d: %.3f of the bandwidth of HBM; want %.2f", chip, m, n, k, share, least)
	}
}

func rateProblem(t *testing.T, chip, in, out string, m, n, k int64) *gemm.Problem {
	t.Helper()
	c, ok := arch.Lookup(chip)
	if !ok {
		t.Fatalf("no chip %s", chip)
	}
	p := &gemm.Problem{Chip: c, M: m, N: n, K: k, A: typeNamed(t, in), B: typeNamed(t, in), Out: typeNamed(t, out), Layout: gemm.NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// rateCycles are those of all dispatches of the default kernel.
func rateCycles(t *testing.T, p *gemm.Problem) (cycles float64) {
	t.Helper()
	for _, m := range modelled(t, p, gemm.Choose(p)) {
		cycles += float64(m.Cycles)
	}
	return cycles
}

// TestPlacesOfLoads: a loop whose waves load much directly to LDS, 64 times a turn, keeps matrix cores as busy as one
// whose waves are twice as many: it does not have a scalar register for each place.
func TestPlacesOfLoads(t *testing.T) {
	p := rateProblem(t, "gfx942", "bf16", "bf16", 1408, 2048, 2048)
	cycles := func(wavesN int) float64 {
		c := gemm.Config{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: wavesN, Matrix: 32, Stages: 2, Direct: true, Schedule: gemm.Rotate}
		return float64(modelled(t, p, c)[0].Cycles)
	}
	if four, eight := cycles(2), cycles(4); four > 1.05*eight {
		t.Errorf("4 waves take %.0f cycles, 8 waves %.0f", four, eight)
	}
}
