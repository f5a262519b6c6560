//go:build llvm

package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/timing/report"
	"heddle/verify"
	"heddle/verify/corpus"
)

// TestCompareLLVM is the row of heddle time gemm --compare that the command cannot have: the MLIR of a default
// kernel by LLVM's code generator, in the same model. LLVM 22 has no loads directly to LDS that are waited for
// later: what it gets is the same tile through registers, and the plain loop of a smaller one, for which it has
// registers enough. The same MLIR by Heddle is beside them.
func TestCompareLLVM(t *testing.T) {
	for i, c := range []struct {
		chip    *arch.Chip
		typ     string
		m, n, k int64
	}{
		{&arch.GFX950, "bf16", 1024, 1024, 1024},
		{&arch.GFX950, "bf16", 4096, 4096, 4096}, {&arch.GFX950, "fp8", 4096, 4096, 4096}, {&arch.GFX942, "bf16", 4096, 4096, 4096},
		{&arch.GFX950, "bf16", 2048, 2048, 2048},
	} {
		if i > 0 && !long.On() {
			break
		}
		t.Run(fmt.Sprintf("%s %s %dx%dx%d", c.chip.Name, c.typ, c.m, c.n, c.k), func(t *testing.T) {
			typ := gemmType(c.typ)
			p := &gemm.Problem{Chip: c.chip, M: c.m, N: c.n, K: c.k, A: typ, B: typ, Layout: gemm.NT, Alpha: 1}
			if err := p.Normalize(); err != nil {
				t.Fatal(err)
			}
			best := gemm.Choose(p)
			ours := timedGEMM(t, compiled(t, p, best))
			t.Logf("heddle, %s: %d cycles", best, ours.Grid.Cycles)
			same := best
			same.Direct = false
			for _, c := range []gemm.Config{same, p.Plainly()} {
				g := compiled(t, p, c)
				t.Logf("heddle, %s: %s", c, compareLine(ours, timedGEMM(t, g)))
				for i, m := range []middle{nil, {"opt-22", "-O3"}} {
					theirs := llvmGEMM(t, g, c, m)
					r := timedGEMM(t, theirs)
					t.Logf("that by %s: %s; %d registers are spilled", ways[i+1], compareLine(ours, r), theirs.Object.Kernels[0].Metadata.VGPRSpillCount)
					if ours.Grid.Cycles > r.Grid.Cycles {
						t.Errorf("%d cycles, by %s %d", ours.Grid.Cycles, ways[i+1], r.Grid.Cycles)
					}
				}
			}
		})
	}
}

// llvmGEMM is the kernel of the same module by LLVM.
func llvmGEMM(t *testing.T, g *verify.GEMM, c gemm.Config, m middle) *verify.GEMM {
	t.Helper()
	plan, err := g.Problem.Plan(c)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "gemm.mlir")
	if err := os.WriteFile(file, plan.Module.Print(ir.PrintOptions{}), 0o666); err != nil {
		t.Fatal(err)
	}
	object, err := compileLLVM(&corpus.Case{Name: "gemm", File: file}, g.Problem.Chip, t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	theirs := *g
	if theirs.Object, err = hsaco.Open(object, g.Problem.Chip.Name); err != nil {
		t.Fatal(err)
	}
	return &theirs
}

// compareLine is a row of the comparison.
func compareLine(ours, r *report.Report) string {
	return fmt.Sprintf("%d cycles, %.2f; MFMA in the loop %.1f %%, %.0f cycles of LDS conflicts, %d VGPRs, %d bytes of LDS, %d waves a SIMD: %s", r.Grid.Cycles,
		float64(r.Grid.Cycles)/float64(ours.Grid.Cycles), 100*report.LoopMFMA(r), report.ConflictCycles(r), r.Occupancy.VGPRs, r.Occupancy.LDSBytes, r.Occupancy.WavesPerSIMD, report.Why(ours, r))
}
