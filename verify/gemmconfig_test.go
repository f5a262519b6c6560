package verify_test

import (
	"math/rand/v2"
	"testing"

	"heddle/kernels/gemm"
	"heddle/long"
)

// TestGEMMConfigs checks random configurations, of which the choice of tiles makes few, on random
// problems.
func TestGEMMConfigs(t *testing.T) {
	seed, count := *gemmSeed, long.Count(12, 300)
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 18))
	var cases []*gemmCase
	refused := 0
	for n := uint64(0); len(cases) < count; n++ {
		c := randomGEMM(t, seed<<32+n, 0)
		if c.p.M*c.p.N*c.p.K*c.p.Batch > 1<<23 {
			continue
		}
		config := randomConfig(r, &c.p)
		inLDS := (config.BM + config.BN) * config.BK * config.Stages * max(c.p.A.Bits, c.p.B.Bits) / 8
		if config.Check(&c.p) != nil || inLDS > c.p.Chip.LDSBytes {
			continue
		}
		if _, err := c.p.Plan(config); err != nil { // registers, LDS
			refused++
			continue
		}
		c.config = &config
		cases = append(cases, c)
	}
	if refused > 4*count {
		t.Errorf("%d configurations refused, %d accepted", refused, count)
	}
	judgeGEMMs(t, cases)
}

// randomConfig draws a configuration.
func randomConfig(r *rand.Rand, p *gemm.Problem) gemm.Config {
	power := func(from, to int) int { return 1 << (from + r.IntN(to-from+1)) }
	c := gemm.Choose(p)
	c.BM, c.BN, c.BK = power(4, 8), power(4, 8), c.BK*power(0, 1)/power(0, 1)
	c.WavesM, c.WavesN = power(0, 2), power(0, 2)
	if p.A.Bits != 64 {
		c.Matrix = power(4, 5)
	}
	c.Stages, c.Direct, c.RowMajor = 1+r.IntN(3), r.IntN(2) == 0, r.IntN(2) == 0
	if p.A.Scaled {
		return c
	}
	c.Schedule = []gemm.Schedule{gemm.Simple, gemm.Rotate, gemm.Rotate, gemm.Rotate, gemm.PingPong}[r.IntN(5)]
	c.PhasesM, c.PhasesK, c.Pieces = power(0, 2), power(0, 1), power(0, 2)
	return c
}
