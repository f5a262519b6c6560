//go:build llvm

package ir

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

var (
	randomSeed    = flag.Uint64("ir.seed", 1, "seed of the random modules")
	randomModules = flag.Int("ir.modules", 500, "number of random modules to compare with mlir-opt")
)

const splitter = "// -----"

// mlirOpt runs mlir-opt-22 over texts, each a file of its own to it, and gives
// what it prints for each; "" where it reports an error.
func mlirOpt(t *testing.T, texts []string) (outputs []string, messages string) {
	t.Helper()
	var in bytes.Buffer
	for i, s := range texts {
		if i > 0 {
			in.WriteString(splitter + "\n")
		}
		// A chunk that fails prints nothing; a line of its own tells which it was.
		in.WriteString(s + "\n")
	}
	cmd := exec.Command("mlir-opt-22", "--allow-unregistered-dialect", "--mlir-print-op-generic", "--split-input-file", "-")
	cmd.Stdin = &in
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil && errs.Len() == 0 {
		t.Fatal(err)
	}
	return strings.Split(out.String(), splitter+"\n"), errs.String()
}

// compareLLVM has mlir-opt read what we print; what it prints must be the same
// module to us, and print the same.
func compareLLVM(t *testing.T, names []string, modules []*Module) {
	t.Helper()
	const batch = 250
	for from := 0; from < len(modules); from += batch {
		to := min(from+batch, len(modules))
		var texts []string
		for _, m := range modules[from:to] {
			texts = append(texts, string(m.Print(PrintOptions{})))
		}
		outputs, messages := mlirOpt(t, texts)
		for i, text := range texts {
			if messages != "" || len(outputs) != len(texts) {
				// Somewhere in the batch: find out where.
				one, msg := mlirOpt(t, texts[i:i+1])
				if msg != "" {
					t.Errorf("%s: mlir-opt refuses\n%s\n%s", names[from+i], text, msg)
					continue
				}
				compareOutput(t, names[from+i], modules[from+i], text, one[0])
				continue
			}
			compareOutput(t, names[from+i], modules[from+i], text, outputs[i])
		}
		if t.Failed() {
			return
		}
	}
}

func compareOutput(t *testing.T, name string, m *Module, text, output string) {
	t.Helper()
	back, err := Parse(name, output)
	if err != nil {
		t.Errorf("%s: cannot read what mlir-opt prints:\n%s\n%v", name, output, err)
		return
	}
	if d := Diff(m, back); d != "" {
		t.Errorf("%s: mlir-opt prints another module: %s\nours:\n%s\nits:\n%s", name, d, text, output)
		return
	}
	first := back.Print(PrintOptions{})
	if string(first) != text {
		t.Errorf("%s: printed\n%s\nand after mlir-opt\n%s", name, text, first)
	}
	again, err := Parse(name, string(first))
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if !bytes.Equal(again.Print(PrintOptions{}), first) {
		t.Errorf("%s: printed differently a second time", name)
	}
	if err := Verify(back, Options{}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// TestRandomLLVM compares random modules with mlir-opt.
func TestRandomLLVM(t *testing.T) {
	t.Logf("seed %d, %d modules", *randomSeed, *randomModules)
	g := newGenerator(*randomSeed)
	list := candidates()
	const batch = 250
	for done := 0; done < *randomModules && !t.Failed(); done += batch {
		var names []string
		var modules []*Module
		for i := range min(batch, *randomModules-done) {
			m, err := g.module(list, 12)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, fmt.Sprintf("random module %d of seed %d", done+i, *randomSeed))
			modules = append(modules, m)
		}
		compareLLVM(t, names, modules)
	}
}
