package verify_test

import (
	"bytes"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// TestGEMMParts: the last workgroup of a tile and a second kernel add parts of K to the same bytes, in whatever
// order workgroups run, without a finding. The shapes have rows and columns that end inside of tiles, fewer rows
// than a tile has, batches, few and many parts, and steps of rows.
func TestGEMMParts(t *testing.T) {
	for i, c := range []struct {
		dtype      string
		m, n, k    int64
		batch      int64
		layout     gemm.Layout
		bm, bn, bk int
		parts      int64 // 0: stream-K
		straight   bool
	}{
		{"bf16", 100, 90, 200, 1, gemm.NT, 64, 64, 32, 3, false},
		{"fp8", 33, 100, 1300, 2, gemm.NN, 64, 32, 128, 11, false},
		{"i8", 3, 70, 700, 1, gemm.NT, 16, 16, 64, 2, true},
		{"f64", 65, 33, 520, 1, gemm.TT, 32, 32, 16, 5, false},
		{"bf16", 200, 136, 150, 1, gemm.NT, 128, 64, 32, 0, false},
		{"mxfp8", 40, 40, 512, 1, gemm.NT, 32, 32, 128, 2, false},
		{"f16", 130, 260, 130, 1, gemm.TN, 128, 128, 32, 2, false},
	} {
		p := gemm.Problem{Chip: arch.Chips[i%len(arch.Chips)], M: c.m, N: c.n, K: c.k, Batch: c.batch, Layout: c.layout, Alpha: 1, SplitK: c.parts, A: typeNamed(t, c.dtype), B: typeNamed(t, c.dtype)}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		config := gemm.Config{BM: c.bm, BN: c.bn, BK: c.bk, WavesM: 1, WavesN: 2, Matrix: 16, StreamK: c.parts == 0}
		if c.straight {
			config.WavesN, config.WavesK, config.Schedule = 1, 4, gemm.Straight
		}
		if c.bn < 2*config.Matrix {
			config.WavesN = 1
		}
		in := p.Random(7).Inputs()
		var first []byte
		for _, config.Reduce = range gemm.Reduces {
			if err := config.Check(&p); err != nil {
				t.Fatal(err)
			}
			plan, err := p.Plan(config)
			if err != nil {
				t.Fatal(err)
			}
			if want := map[gemm.Reduce]int{gemm.ReduceLast: 1, gemm.ReduceKernel: 2}[config.Reduce]; len(plan.Steps) != want || (plan.Counters > 0) != (want == 1) {
				t.Fatalf("%d: %s has %d launches and %d bytes of counters", i, config.Reduce, len(plan.Steps), plan.Counters)
			}
			g, err := verify.CompileGEMM(&p, plan, build.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range []sim.Options{{}, {Schedule: sim.ScheduleLate, Reversed: true}, {Schedule: sim.ScheduleRandom, Seed: 3}} {
				checker, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: g.Object})
				if err != nil {
					t.Fatal(err)
				}
				run, err := g.Simulate(in, verify.GEMMOptions{Sim: way, Sanitizer: checker})
				if err != nil {
					t.Fatalf("%d: %s, %+v: %v", i, config, way, err)
				}
				if err := judgeRun(g, in, run); err != nil {
					t.Errorf("%d: %s, %+v: %v", i, config, way, err)
				}
				d, _ := p.Tensor("d")
				out := make([]byte, d.Bytes())
				if run.D(0, out); first != nil && !bytes.Equal(out, first) {
					t.Errorf("%d: %s, %+v: other bytes", i, config, way)
				}
				first = out
			}
		}
	}
}
