package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
