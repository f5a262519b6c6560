package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/mach"
	"heddle/tiling"
)

// TestGEMMLoop: the loop over K of a large tile has, beside matrix instructions and the accesses to
// memory, no vector instructions, few scalar ones, no copies and no wait states.
func TestGEMMLoop(t *testing.T) {
	for _, c := range []struct {
		chip   *arch.Chip
		scalar int
	}{{&arch.GFX942, 24}, {&arch.GFX950, 40}} {
		p := benchGEMM(t, c.chip, 4096).Problem
		config := gemm.ChooseOf(p, func(tile tiling.Tile) bool { return tile.BM == 256 && tile.BN == 256 })
		config.StreamK = false // which has a loop more
		g, err := planned(p, config)
		if err != nil {
			t.Fatal(err)
		}
		stats := g.Built.Kernels[0].Code.Stats
		if len(stats.Loops) != 1 {
			t.Fatalf("%s: %d loops", c.chip.Name, len(stats.Loops))
		}
		n := stats.Loops[0].InstrCounts
		for _, x := range []struct {
			class mach.InstrClass
			most  int
		}{
			{mach.ClassVALU, 0}, {mach.ClassSALU, c.scalar}, {mach.ClassNop, 0}, {mach.ClassBarrier, 16}, {mach.ClassBranch, 1}, {mach.ClassWait, 32},
		} {
			if n[x.class] > x.most {
				t.Errorf("%s: the loop has %d instructions %v, and %d are enough", c.chip.Name, n[x.class], x.class, x.most)
			}
		}
		if n[mach.ClassMatrix] < 128 {
			t.Errorf("%s: the loop has %d matrix instructions", c.chip.Name, n[mach.ClassMatrix])
		}
	}
}
