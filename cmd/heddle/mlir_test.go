package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// docs/run.md shows what the commands print.
func TestRunDocInterp(t *testing.T) {
	t.Chdir("../..")
	doc, err := os.ReadFile("docs/run.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
	}{
		{"run examples/matmul.mlir --interp --mcpu gfx950 --grid 1 --arg rand:f16[64,64]:seed=1 --arg rand:f16[64,64]:seed=2 --arg zero:f32[64,64]", exitOK},
		{"run examples/saxpy.mlir --interp --mcpu gfx950 --grid 4 --arg rand:f32[1000] --arg out:y.npy:f32[1000] --arg f32:2 --arg i32:1000", exitRejected},
	} {
		var out, msg bytes.Buffer
		if code := run(strings.Fields(c.args), strings.NewReader(""), &out, &msg); code != c.code {
			t.Errorf("heddle %s: exit code %d\n%s", c.args, code, &msg)
		}
		for _, line := range strings.Split(strings.TrimSpace(msg.String()), "\n") {
			if !strings.Contains(string(doc), "    "+line+"\n") {
				t.Errorf("docs/run.md has no line\n    %s", line)
			}
		}
	}
}

// The command in the first lines of every example does what it says.
func TestMLIRExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.mlir")
	if err != nil || len(files) < 3 {
		t.Fatalf("examples: %q, %v", files, err)
	}
	t.Chdir("../..")
	for _, file := range files {
		file = strings.TrimPrefix(file, "../../")
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, command, ok := strings.Cut(string(b), "//\theddle ")
		if !ok {
			t.Fatalf("%s: no command", file)
		}
		command, _, _ = strings.Cut(strings.ReplaceAll(command, "\\\n//", " "), "\n")
		args := strings.Fields(command)
		for i, a := range args {
			if rest, ok := strings.CutPrefix(a, "out:"); ok { // not into the tree
				args[i] = "out:" + filepath.Join(t.TempDir(), rest)
			}
		}
		var out, msg bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &msg); code != exitOK {
			t.Errorf("heddle %s: exit code %d\n%s", strings.Join(args, " "), code, &msg)
		}
		out.Reset()
		if code := run([]string{"mlir", file, "--mcpu", "gfx942"}, strings.NewReader(""), &out, &msg); code != exitOK || out.Len() == 0 {
			t.Errorf("heddle mlir %s: exit code %d\n%s", file, code, &msg)
		}
	}
}
