//go:build llvm

package asm

import (
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
