//go:build llvm

package host

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestCompiled: the kernels of testdata are what clang makes of their sources.
func TestCompiled(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("sh", "testdata/make.sh", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.s"))
	if len(files) != 5 {
		t.Errorf("%d files", len(files))
	}
	for _, file := range files {
		got, err := os.ReadFile(file)
		want, err2 := os.ReadFile(filepath.Join("testdata", filepath.Base(file)))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what testdata/make.sh makes: %v %v", filepath.Base(file), err, err2)
		}
	}
}
