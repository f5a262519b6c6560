package main

import (
	"os"
	"strings"
	"testing"
)

// TestDebuggingDoc runs the commands of docs/debugging.md and compares what they print.
func TestDebuggingDoc(t *testing.T) {
	const path = "docs/debugging.md"
	t.Chdir("../..")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now := commandBlock.ReplaceAllStringFunc(string(b), func(block string) string {
		command, _, _ := strings.Cut(strings.TrimPrefix(block, "    $ "), "\n")
		got, code := printed(t, command)
		if stopped := strings.Contains(got, "error:") || strings.Contains(got, ": stopped "); stopped != (code == exitRejected) {
			t.Errorf("%s: exit code %d", command, code)
		}
		text := "    $ " + command + "\n"
		for line := range strings.Lines(got) {
			text += strings.TrimRight("    "+line, " \n") + "\n"
		}
		return text + "\n"
	})
	if now == string(b) {
		return
	}
	if *updateDoc {
		if err := os.WriteFile(path, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not what the commands print; go test ./cmd/heddle -run TestDebuggingDoc -update writes\n%s", path, now)
}
