package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"heddle/long"
)

// TestGenerated: the files in the package are what the generator writes now.
func TestGenerated(t *testing.T) {
	if !long.On() {
		t.Skip("takes long; .ci/run generates too and compares")
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what gen writes: run go generate in sim/lanes", name)
		}
	}
	there, err := filepath.Glob("../z*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if name := filepath.Base(path); files[name] == nil {
			t.Errorf("gen does not write %s", path)
		}
	}
}
