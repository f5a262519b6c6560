package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGeneratedFiles: the committed z*.go are what the TSV files give.
func TestGeneratedFiles(t *testing.T) {
	files, err := generate(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate in isa", name)
		}
	}
	committed, err := filepath.Glob("../z*.go")
	if err != nil || len(committed) != len(files) {
		t.Errorf("%d generated files are committed, %d are made", len(committed), len(files))
	}
}

// TestMeanings: every instruction has a line that says what it does.
func TestMeanings(t *testing.T) {
	meaning, err := readPairs("meaning.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var tables [][]*line
	for _, target := range targets {
		lines, err := readTable(target + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, lines)
	}
	ops := opNames(tables)
	for _, op := range ops {
		if meaning[op] == "" {
			t.Errorf("meaning.tsv says nothing about %s", op)
		}
	}
	if len(meaning) != len(ops) {
		t.Errorf("meaning.tsv has %d lines for %d instructions", len(meaning), len(ops))
	}
}
