package vet_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/long"
	"heddle/sim/simtest"
	"heddle/vet"
)

var corpusDir = filepath.Join("..", "sim", "testdata", "corpus")

// check checks a code object.
func check(t testing.TB, raw []byte) *vet.Report {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := vet.Object(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// isError is for vet.WriteText.
func isError(r vet.Rank) bool { return r == vet.RankError }

// TestCorpus: what clang makes has no errors, and no code that cannot be followed.
func TestCorpus(t *testing.T) {
	ranks, kernels, instructions := map[string]int{}, 0, 0
	for n, chip := range arch.Chips {
		objects, err := simtest.Archived(corpusDir, chip)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range slices.Sorted(maps.Keys(objects)) {
			if !long.Some(n+i, 4) {
				continue
			}
			r := check(t, objects[name])
			for _, k := range r.Kernels {
				kernels, instructions = kernels+1, instructions+k.Instructions
				for _, f := range k.Findings {
					ranks[f.Rule+" "+f.Rank.String()]++
				}
			}
			var text bytes.Buffer
			if err := vet.WriteText(&text, name, r.Kernels, isError); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 0 {
				t.Errorf("%s %s:\n%s", chip.Name, name, &text)
			}
		}
	}
	t.Logf("%d kernels, %d instructions: %v", kernels, instructions, ranks)
}
