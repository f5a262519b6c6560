package ir

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/*.golden and errors.golden")

const divider = "// -----\n"

// goldenModules gives the texts of a file of testdata; they are divided as
// mlir-opt's --split-input-file has it.
func goldenModules(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), divider)
}

// goldenFiles are the files of modules that are right.
func goldenFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasPrefix(filepath.Base(f), "errors") })
}

// withoutComments drops the lines that only say what a module is there for.
func withoutComments(text string) string {
	var lines []string
	for _, l := range strings.SplitAfter(text, "\n") {
		if s := strings.TrimSpace(l); s != "" && !strings.HasPrefix(s, "//") {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "")
}

// TestGolden reads, verifies and prints the modules of testdata. A file
// without a .golden file is in the form that is printed.
func TestGolden(t *testing.T) {
	used := map[string]bool{}
	count := 0
	for _, file := range goldenFiles(t) {
		golden := strings.TrimSuffix(file, ".mlir") + ".golden"
		texts := goldenModules(t, file)
		var printed, same []string
		for _, text := range texts {
			count++
			m, err := Parse(file, text)
			if err != nil {
				t.Errorf("%v\nin\n%s", err, text)
				continue
			}
			if err := Verify(m, Options{}); err != nil {
				t.Errorf("%v\nin\n%s", err, text)
				continue
			}
			m.Op.Walk(func(op *Operation) bool {
				used[op.Name()] = true
				return true
			})
			out := string(m.Print(PrintOptions{Locations: true}))
			printed = append(printed, out)
			same = append(same, withoutComments(text))
			checkRoundTrip(t, file, m)
		}
		if _, err := os.Stat(golden); err == nil || *update && !slices.Equal(printed, same) {
			compareGolden(t, golden, strings.Join(printed, divider))
		} else {
			compareLines(t, file, strings.Join(same, divider), strings.Join(printed, divider))
		}
	}
	t.Logf("%d modules", count)
	for _, d := range Dialects() {
		for i := range d.Ops() {
			if n := d.Ops()[i].Name; !used[n] {
				t.Errorf("no module of testdata has %s", n)
			}
		}
	}
}

func compareGolden(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	compareLines(t, golden, string(want), got)
}

func compareLines(t *testing.T, golden, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			t.Errorf("%s:%d:\nwant %s\ngot  %s", golden, i+1, a[i], append(b, "")[min(i, len(b))])
			return
		}
	}
	t.Errorf("%s: more is printed", golden)
}

// TestErrors compares the diagnostics of modules that are wrong.
func TestErrors(t *testing.T) {
	files, _ := filepath.Glob("testdata/errors*.mlir")
	for _, file := range files {
		var out strings.Builder
		for i, text := range goldenModules(t, file) {
			if i > 0 {
				out.WriteString(divider)
			}
			m, err := Parse("x.mlir", text)
			if err == nil {
				err = Verify(m, Options{})
			}
			if err == nil {
				t.Errorf("%s: no error in\n%s", file, text)
				continue
			}
			out.WriteString(err.Error() + "\n")
		}
		compareGolden(t, strings.TrimSuffix(file, ".mlir")+".golden", out.String())
	}
}
