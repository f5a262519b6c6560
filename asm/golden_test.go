package asm

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"heddle/arch"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// chipOf is the chip for a test source: that of its .amdgcn_target, or gfx950.
func chipOf(src []byte) *arch.Chip {
	if bytes.Contains(src, []byte("gfx942")) {
		return &arch.GFX942
	}
	return &arch.GFX950
}

// eachCase calls f for the NAME.s files of the txtar archives in a directory,
// with the expectation after each; with -update f's result becomes the
// expectation.
func eachCase(t *testing.T, dir, want string, f func(t *testing.T, src []byte) string) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		expected := make(map[string]string)
		for _, x := range archive.Files {
			expected[x.Name] = string(x.Data)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		for _, x := range archive.Files {
			name, ok := strings.CutSuffix(x.Name, ".s")
			if !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+name, func(t *testing.T) {
				got := f(t, x.Data)
				out.Files = append(out.Files, x, txtar.File{Name: name + want, Data: []byte(got)})
				if d := cmp.Diff(expected[name+want], got); d != "" && !*update {
					t.Errorf("-want +got:\n%s", d)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(out), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestModule assembles sources and compares the modules.
func TestModule(t *testing.T) {
	eachCase(t, "module", ".want", func(t *testing.T, src []byte) string {
		r, err := Assemble(src, Options{File: "in.s", Chip: chipOf(src), likeMC: true})
		if err != nil {
			t.Fatal(err)
		}
		return dumpModule(r.Module)
	})
}

// TestErrors checks the messages for sources that are refused.
func TestErrors(t *testing.T) {
	eachCase(t, "errors", ".want", func(t *testing.T, src []byte) string {
		_, err := Assemble(src, Options{File: "in.s", Chip: chipOf([]byte{})})
		if err == nil {
			t.Error("no error")
			return ""
		}
		return err.Error() + "\n"
	})
}
