//go:build llvm

package asm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
)

// TestTry compares the files of HEDDLE_TRY with llvm-mc.
func TestTry(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("HEDDLE_TRY"))
	for _, f := range files {
		src, _ := os.ReadFile(f)
		chip := &arch.GFX950
		if strings.Contains(string(src), "gfx942") {
			chip = &arch.GFX942
		}
		obj, msg := llvmMC(t, src, chip.Name)
		r, err := Assemble(src, Options{File: f, Chip: chip, Dir: os.Getenv("PWD"), likeMC: true})
		if msg != "" || err != nil {
			t.Logf("%s:\nllvm: %s\nours: %v", f, msg, err)
			continue
		}
		if d := cmp.Diff(dumpModule(objectModule(t, obj)), dumpModule(r.Module)); d != "" {
			t.Errorf("%s: %s", f, d)
		}
	}
}
