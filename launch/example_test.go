package launch_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModule builds and runs the program of examples/module, which is a module of
// its own: it is short, and needs nothing that this one does not have.
func TestModule(t *testing.T) {
	dir := filepath.Join("..", "examples", "module")
	text, err := os.ReadFile(filepath.Join(dir, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n > 30 {
		t.Errorf("the program has %d lines; 30 have to do", n)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "ok: 1000 elements") {
		t.Errorf("%v\n%s\n'go mod tidy' in %s follows a change of dependencies", err, out, dir)
	}
}
