package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRunDoc runs the examples of docs/run.md and compares with what it prints
// there.
func TestRunDoc(t *testing.T) {
	doc, err := os.ReadFile("../../docs/run.md")
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
			if !strings.HasPrefix(line, c.want) || !strings.Contains(string(doc), line) {
				t.Errorf("%s prints a line that docs/run.md does not have:\n%s", c.args, line)
			}
		}
	}
}

// TestRunRelocatable: what clang -c makes is linked on the way.
func TestRunRelocatable(t *testing.T) {
	object := "../../hsaco/testdata/read/v6.o"
	y := filepath.Join(t.TempDir(), "y.npy")
	args := []string{"run", object, "--kernel", "scale", "--grid", "1", "--block", "64", "--arg", "out:" + y + ":f32[128]", "--arg", "f32:2"}
	if code, out, errs := heddle(args...); code != exitOK || !strings.Contains(errs, "scale: 1 workgroup") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	for flag, want := range map[string]string{"": "v6.o: gfx950, code object version 6, relocatable\n", "--link": "v6.o: gfx950, code object version 6, shared object\n"} {
		args := []string{"objdump", object}
		if flag != "" {
			args = append(args, flag)
		}
		if code, out, errs := heddle(args...); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: code %d\n%s%s", flag, code, out, errs)
		}
	}
	b, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "b.o")
	if err := os.WriteFile(broken, b[:len(b)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := heddle("run", broken, "--grid", "1", "--block", "1"); code != exitRejected || !strings.Contains(errs, "b.o: ") {
		t.Errorf("code %d\n%s", code, errs)
	}
}
