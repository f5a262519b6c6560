package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/examples/gallery"
)

// TestNewModules: each kind is a module that the go tool accepts without a network; one is built and run.
func TestNewModules(t *testing.T) {
	heddle, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	gotool := func(kind string, args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = filepath.Join(dir, kind)
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: go %s: %v\n%s", kind, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	for _, k := range gallery.Kinds() {
		var errs strings.Builder
		if code := run([]string{"new", k.Name, filepath.Join(dir, k.Name), "--heddle", heddle}, strings.NewReader(""), io.Discard, &errs); code != exitOK {
			t.Fatalf("%s: exit code %d: %s", k.Name, code, errs.String())
		}
		gotool(k.Name, "list", "-deps", "-test", ".")
	}
	out := gotool("rmsnorm", "run", ".", "-chip", "gfx950", "-o", "out")
	if !strings.HasPrefix(out, "gfx950: ") || !strings.Contains(out, "0 findings") || !strings.Contains(out, "greatest error") {
		t.Errorf("printed %q", out)
	}
	for _, file := range []string{"rmsnorm-gfx950.hsaco", "rmsnorm-gfx950.mlir"} {
		if _, err := os.Stat(filepath.Join(dir, "rmsnorm", "out", file)); err != nil {
			t.Error(err)
		}
	}
	if out := gotool("rmsnorm", "vet", "."); out != "" {
		t.Errorf("vet: %s", out)
	}
}
