package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestGenerated regenerates the kernels and compares.
func TestGenerated(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate in sim/lanes", name)
		}
	}
}

// TestRegisters: AVX2 has 16 registers, the allocator does not know that.
func TestRegisters(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	const name = "zmemory_amd64.s"
	function := ""
	for _, line := range bytes.Split(files[name], []byte("\n")) {
		if bytes.HasPrefix(line, []byte("TEXT")) {
			function = string(line)
		}
		if bytes.Contains([]byte(function), []byte("AVX2(SB)")) && beyondAVX2.Match(line) {
			t.Fatalf("%s has %s", function, line)
		}
	}
}

var beyondAVX2 = regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K\d)\b`)
