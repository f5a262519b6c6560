package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestReadmeRun runs the README's example and compares with what it prints
// there.
func TestReadmeRun(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example := "../../examples/saxpy.s"
	for _, c := range []struct {
		args string
		code int
		want string // first line of it
	}{
		{"--global 1000 --block 256 --arg rand:f32[1000] --arg zero:f32[1000] --arg f32:2 --arg i32:1000", 0, "saxpy: "},
		{"--grid 4 --block 256 --arg rand:f32[1024] --arg zero:f32[1000] --arg f32:2 --arg i32:1024", 1, "heddle: error: kernel saxpy, "},
	} {
		var out, errs bytes.Buffer
		if code := run(append([]string{"run", example, "--mcpu", "gfx950"}, strings.Fields(c.args)...), strings.NewReader(""), &out, &errs); code != c.code {
			t.Errorf("%s: exit code %d, want %d\n%s", c.args, code, c.code, &errs)
		}
		for _, line := range strings.Split(strings.TrimSpace(errs.String()), "\n")[:1] {
			line = strings.ReplaceAll(line, "../../", "")
			if !strings.HasPrefix(line, c.want) || !strings.Contains(string(readme), line) {
				t.Errorf("%s prints a line that README.md does not have:\n%s", c.args, line)
			}
		}
	}
}
