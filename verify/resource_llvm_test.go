//go:build llvm

package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/verify/corpus"
)

// TestResourceWordsLLVM: LLVM's code for the same kernels has the same words.
func TestResourceWordsLLVM(t *testing.T) {
	for _, chip := range arch.Chips {
		for i := range resourceCases {
			c := &resourceCases[i]
			t.Run(chip.Name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				file := &corpus.Case{Name: fmt.Sprintf("k%d", i), File: filepath.Join(dir, "k.mlir")}
				if err := os.WriteFile(file.File, []byte(c.text()), 0o666); err != nil {
					t.Fatal(err)
				}
				object, err := compileLLVM(file, chip, dir, nil)
				if err == nil {
					err = c.check(object, chip, mostRecordsLLVM)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}
