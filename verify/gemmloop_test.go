package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/mach"
)

// TestGEMMLoop: the loop over K has, beside matrix instructions and the accesses
// to memory, an addition for each of the bases of addresses in LDS, few scalar
// instructions, and no copies or wait states.
func TestGEMMLoop(t *testing.T) {
	for _, chip := range arch.Chips {
		g := benchGEMM(t, chip, 1024)
		stats := g.Built.Kernels[0].Code.Stats
		if len(stats.Loops) != 1 {
			t.Fatalf("%s: %d loops", chip.Name, len(stats.Loops))
		}
		n := stats.Loops[0].InstrCounts
		for _, x := range []struct {
			class mach.InstrClass
			most  int
		}{
			{mach.ClassVALU, 9}, {mach.ClassSALU, 8}, {mach.ClassNop, 0}, {mach.ClassBarrier, 1}, {mach.ClassBranch, 1}, {mach.ClassWait, 12},
		} {
			if n[x.class] > x.most {
				t.Errorf("%s: the loop has %d instructions %v, and %d are enough", chip.Name, n[x.class], x.class, x.most)
			}
		}
		if n[mach.ClassMatrix] < 16 {
			t.Errorf("%s: the loop has %d matrix instructions", chip.Name, n[mach.ClassMatrix])
		}
	}
}
