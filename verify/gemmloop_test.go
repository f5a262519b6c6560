package verify_test

import (
	"regexp"
	"strconv"
	"strings"
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
		if all := n[mach.ClassMatrix] * config.Waves(); all < 512 {
			t.Errorf("%s: the loop has %d matrix instructions in all waves", c.chip.Name, all)
		}
	}
}

// TestStraightLoop: the loop straight moves nothing between registers, and waits for the loads of a step while those
// of later ones are under way; a load of half of a cache line is followed by that of the other half.
func TestStraightLoop(t *testing.T) {
	half := regexp.MustCompile(`buffer_load_dwordx4 v\[\d+:\d+\], (v\d+, s\[\d+:\d+\], s\d+ offen)(?: offset:(\d+))?`)
	for _, chip := range []*arch.Chip{&arch.GFX942, &arch.GFX950} {
		p := rateProblem(t, chip.Name, "bf16", "bf16", 64, 4096, 16384)
		g, err := planned(p, gemm.Config{BM: 64, BN: 32, BK: 64, WavesM: 1, WavesN: 1, WavesK: 4, Matrix: 16, Stages: 3, Schedule: gemm.Straight})
		if err != nil {
			t.Fatal(err)
		}
		stats := g.Built.Kernels[0].Code.Stats
		if len(stats.Loops) != 1 {
			t.Fatalf("%s: %d loops", chip.Name, len(stats.Loops))
		}
		if n := stats.Loops[0].InstrCounts[mach.ClassVALU]; n > 0 {
			t.Errorf("%s: the loop has %d vector instructions", chip.Name, n)
		}
		text := string(g.Built.Assembly())
		for _, wait := range regexp.MustCompile(`s_waitcnt vmcnt\(0\)`).FindAllString(text[:strings.LastIndex(text, "s_cbranch_scc1")], -1) {
			t.Errorf("%s: %s up to the end of the loop", chip.Name, wait)
		}
		loads := half.FindAllStringSubmatch(text, -1)
		if len(loads) < 48 || len(loads)%2 != 0 {
			t.Fatalf("%s: %d loads", chip.Name, len(loads))
		}
		for i := 0; i < len(loads); i += 2 {
			first, _ := strconv.Atoi(loads[i][2]) // no offset is 0
			second, _ := strconv.Atoi(loads[i+1][2])
			if loads[i][1] != loads[i+1][1] || second-first != arch.CacheLine/2 {
				t.Fatalf("%s: %s is followed by %s", chip.Name, loads[i][0], loads[i+1][0])
			}
		}
	}
}
