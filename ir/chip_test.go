package ir

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
)

// chipModules are the golden modules that say in their second line which chips
// have what is in them.
func chipModules(t *testing.T) map[string][]string {
	files, err := filepath.Glob("testdata/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string][]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(string(text), "\n// mcpu: ")
		if line == "" {
			continue
		}
		line, _, _ = strings.Cut(line, "\n")
		modules[f] = strings.Fields(line)
	}
	return modules
}

// TestChipModules reads, verifies and prints the golden modules of amdgpu,
// rocdl and stream, and verifies them for each chip.
func TestChipModules(t *testing.T) {
	modules := chipModules(t)
	if len(modules) < 50 {
		t.Fatalf("only %d golden modules say for which chips they are", len(modules))
	}
	seen := map[string]bool{}
	for file, chips := range modules {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		if err := Verify(m, Options{}); err != nil {
			t.Error(err)
		}
		m.Op.Walk(func(op *Operation) bool {
			seen[op.Name()] = true
			return true
		})
		printed := string(m.Print(PrintOptions{}))
		again, err := Parse(file, printed)
		if err != nil {
			t.Errorf("%s printed:\n%v", file, err)
			continue
		}
		if d := Diff(m, again); d != "" {
			t.Errorf("%s read, printed and read again: %s", file, d)
		}
		for _, c := range arch.Chips {
			err := Verify(m, Options{Chip: c})
			switch want := slices.Contains(chips, c.Name); {
			case want && err != nil:
				t.Errorf("for %s: %v", c.Name, err)
			case !want && err == nil:
				t.Errorf("%s is accepted for %s", file, c.Name)
			}
		}
	}
	for _, d := range []*Dialect{&amdgpuDialect, &rocdlDialect, &streamDialect, &ireeInputDialect} {
		for i := range d.Ops() {
			if !seen[d.Ops()[i].Name] {
				t.Errorf("no golden module has %s", d.Ops()[i].Name)
			}
		}
	}
}
