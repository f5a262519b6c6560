package vet_test

import (
	"bytes"
	"testing"

	"heddle/build"
	"heddle/long"
	"heddle/verify/corpus"
	"heddle/vet"
)

// TestOwn: what heddle compiles has no errors either.
func TestOwn(t *testing.T) {
	cases, err := corpus.Read("../verify/testdata/kernels")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		for n, chip := range c.Chips {
			if !long.Some(i+n, 8) {
				continue
			}
			m, err := c.Module(chip)
			if err != nil {
				t.Fatal(err)
			}
			r, err := build.MLIR(m, build.Options{Chip: chip})
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := vet.WriteText(&text, c.File, check(t, r.Object).Kernels, isError); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 0 {
				t.Errorf("%s:\n%s", chip.Name, &text)
			}
		}
	}
}
