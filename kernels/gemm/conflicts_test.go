package gemm_test

import (
	"slices"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/long"
)

// TestNoConflicts: in every configuration that Choose gives, no store to LDS and
// no load from there has a bank conflict: by ranks, and by counting the words of
// each bank in each phase.
func TestNoConflicts(t *testing.T) {
	seen := map[string]bool{}
	number, accesses := 0, 0
	for _, chip := range arch.Chips {
		for _, pair := range gemmtest.Pairs(chip) {
			for _, letters := range gemmtest.Layouts(mustType(t, pair.A)) {
				for p := range gemmtest.Tiles(chip, pair, letters) {
					if number++; !long.Some(number, 11) {
						continue
					}
					c := gemm.Choose(p)
					name := chip.Name + " " + pair.A + " " + pair.B + " " + letters.String() + ": " + c.String()
					if seen[name] {
						continue
					}
					seen[name] = true
					plan, err := p.Plan(c)
					if err != nil {
						t.Fatal(err)
					}
					for _, l := range plan.LDS {
						ranks, ways := l.Tile.Conflicts(), l.Tile.Ways()
						if slices.Max(ranks) != 1 || slices.Max(ways) != 1 {
							t.Errorf("%s: %s has ways %v by ranks, %v by counting", name, l.Name, ranks, ways)
						}
						accesses += len(ranks)
					}
				}
			}
		}
	}
	t.Logf("%d configurations, %d uses of tiles in LDS", len(seen), accesses)
}

func mustType(t *testing.T, name string) *gemm.Type {
	t.Helper()
	typ, err := gemm.TypeByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

// TestNoConflictsRotating: nor in the loops that rotate, whose tiles come to LDS directly where that is
// possible.
func TestNoConflictsRotating(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, pair := range gemmtest.Pairs(chip) {
			for _, letters := range gemmtest.Layouts(mustType(t, pair.A)) {
				p := &gemm.Problem{Chip: chip, A: mustType(t, pair.A), B: mustType(t, pair.B), Layout: letters, M: 1024, N: 1024, K: 1024, Alpha: 1}
				if err := p.Normalize(); err != nil {
					t.Fatal(err)
				}
				c := gemm.Config{BM: 128, BN: 128, BK: min(1024/p.A.Bits, 128), WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Schedule: gemm.Rotate, PhasesM: 2, PhasesK: 1, Direct: true}
				plan, err := p.Plan(c)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range plan.LDS {
					if ways := l.Tile.Ways(); slices.Max(ways) != 1 {
						t.Errorf("%s %s %s %s: %s has ways %v", chip.Name, pair.A, pair.B, letters, l.Name, ways)
					}
				}
			}
		}
	}
}
