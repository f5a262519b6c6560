package vet_test

import (
	"os"
	"testing"
)

// TestMasksThatBecomeOne: while it is asked whether lanes are among others, values turn out to be equal, and become one.
// The code object is one of TestRandomLLVM's with seed 2, compiled by clang-22.
func TestMasksThatBecomeOne(t *testing.T) {
	raw, err := os.ReadFile("testdata/masks.hsaco")
	if err != nil {
		t.Fatal(err)
	}
	if r := check(t, raw); len(r.Kernels) == 0 {
		t.Errorf("no answer: %+v", r)
	}
}
