package verify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/verify"
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
	c.WavesM, c.WavesN, c.WavesK = power(0, 2), power(0, 2), 0
	c.PhasesM, c.PhasesN, c.PhasesK, c.Pieces = 0, 0, 0, 0
	if p.A.Bits != 64 {
		c.Matrix = power(4, 5)
	}
	c.Stages, c.Direct, c.RowMajor = 1+r.IntN(3), r.IntN(2) == 0, r.IntN(2) == 0
	if c.StreamK = r.IntN(3) == 0; c.StreamK || p.SplitK > 1 {
		c.Reduce = append(gemm.Reduces, "")[r.IntN(3)]
	}
	if p.A.Scaled {
		return c
	}
	c.Schedule = []gemm.Schedule{gemm.Simple, gemm.Rotate, gemm.Rotate, gemm.Rotate, gemm.PingPong}[r.IntN(5)]
	if c.Schedule != gemm.Simple {
		c.PhasesM, c.PhasesN, c.PhasesK, c.Pieces = power(0, 2), power(0, 1), power(0, 1), power(0, 2)
	}
	return c
}

// TestGEMMStreamK checks a grid of more tiles than the chip has compute units, the last of which are
// divided, whole and in samples.
func TestGEMMStreamK(t *testing.T) {
	for i, chip := range arch.Chips {
		p := gemm.Problem{Chip: chip, M: 610, N: 630, K: int64(150 + 42*i), Layout: gemm.NT, Alpha: 1, A: typeNamed(t, "bf16"), B: typeNamed(t, "bf16"), Bias: true}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		config := gemm.Config{BM: 32, BN: 32, BK: 32, WavesM: 1, WavesN: 1, Matrix: 32, Schedule: gemm.Rotate, PhasesM: 1, PhasesK: 1, StreamK: true}
		if err := judgeGEMM(&gemmCase{p: p, config: &config}); err != nil {
			t.Errorf("%s: %v", chip.Name, err)
		}
		plan, err := p.Plan(config)
		if err != nil {
			t.Fatal(err)
		}
		g, err := verify.CompileGEMM(&p, plan, build.Options{})
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, n := range plan.Steps[0].Grid {
			last = max(last, int(n)-1)
		}
		for _, ids := range [][]int{{0}, {last}, {0, 3, 5, last - 7}} {
			sample := g.Of(ids)
			if err := checkSample(g, sample, len(ids)); err != nil {
				t.Errorf("%s, workgroups %d: %v", chip.Name, ids, err)
			}
		}
		if sample := g.Typical(1, 1<<20); sample == nil {
			t.Errorf("%s: no sample", chip.Name)
		} else if err := checkSample(g, sample, 8); err != nil {
			t.Errorf("%s: %v", chip.Name, err)
		}
	}
}

// checkSample runs a sample, which has some tiles at least.
func checkSample(g *verify.GEMM, sample *verify.Sample, atLeast int) error {
	if len(sample.Parts) < atLeast {
		return fmt.Errorf("%d tiles of %d at least", len(sample.Parts), atLeast)
	}
	in := g.Problem.Random(3).Inputs()
	run, err := g.Simulate(in, verify.GEMMOptions{Sample: sample})
	if err != nil {
		return err
	}
	return judgeRun(g, in, run)
}
