//go:build llvm

package asm

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestDisasmGolden checks that the committed outputs are those of the
// llvm-objdump-22 that is installed.
func TestDisasmGolden(t *testing.T) {
	for _, file := range disasmObjects(t) {
		cmd := exec.Command("llvm-objdump-22", "-d", filepath.Base(file))
		cmd.Dir = disasmDir
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if string(out) != readGzip(t, file+".txt.gz") {
			t.Errorf("%s.txt.gz is not what llvm-objdump-22 -d prints", file)
		}
	}
}
