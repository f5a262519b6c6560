//go:build llvm

package asm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestModuleLLVM checks that the expectations of TestModule are what llvm-mc
// gives.
func TestModuleLLVM(t *testing.T) {
	files, _ := filepath.Glob("testdata/module/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := make(map[string][]byte)
		for _, x := range archive.Files {
			if name, ok := strings.CutSuffix(x.Name, ".s"); ok {
				src[name] = x.Data
				continue
			}
			name := strings.TrimSuffix(x.Name, ".want")
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+name, func(t *testing.T) {
				obj, msg := llvmMC(t, src[name], chipOf(src[name]).Name)
				if msg != "" {
					t.Fatal(msg)
				}
				if d := cmp.Diff(dumpModule(objectModule(t, obj)), string(x.Data)); d != "" {
					t.Errorf("-llvm +ours:\n%s", d)
				}
			})
		}
	}
}

// TestDebugModuleLLVM assembles the sources of the line table tests as whole
// files: llvm-mc gives the same module, or refuses what is refused here.
func TestDebugModuleLLVM(t *testing.T) {
	files, _ := filepath.Glob("testdata/dwarf/*.s")
	if len(files) == 0 {
		t.Fatal("no test data")
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			obj, msg := llvmMC(t, src, chipOf(src).Name)
			r, err := Assemble(src, Options{File: "in.s", Dir: wd, Chip: chipOf(src), likeMC: true})
			if (err != nil) != (msg != "") {
				t.Fatalf("llvm: %s\nours: %v", msg, err)
			}
			if err != nil {
				return
			}
			if d := cmp.Diff(dumpModule(objectModule(t, obj)), dumpModule(r.Module)); d != "" {
				t.Errorf("-llvm +ours:\n%s", d)
			}
		})
	}
}
