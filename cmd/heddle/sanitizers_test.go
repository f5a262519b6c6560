package main

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/sim/sanitize"
)

var updateDoc = flag.Bool("update", false, "write what the commands of docs/sanitizers.md print to it")

// inExamples changes to a directory with a copy of examples, and returns
// docs/sanitizers.md and its absolute path.
func inExamples(t *testing.T) (doc, path string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(root, "docs", "sanitizers.md")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return string(b), path
}

// codeBlock is lines that are indented by four spaces.
var codeBlock = regexp.MustCompile(`(?m)^    .*\n(?:(?:    .*)?\n)*?(?:    .*\n)*`)

// runReport is what heddle run says about a run, which the document leaves out.
var runReport = regexp.MustCompile(`(?m)^\w+: \d+ workgroups?, .*\n(?:  .*\n)*`)

// printed returns what a command line prints, and its exit code.
func printed(t *testing.T, command string) (string, int) {
	t.Helper()
	command, ok := strings.CutPrefix(command, "heddle ")
	if !ok {
		t.Fatalf("the command %q is not heddle's", command)
	}
	var both bytes.Buffer
	code := run(strings.Fields(command), strings.NewReader(""), &both, &both)
	return runReport.ReplaceAllString(both.String(), ""), code
}

// TestSanitizerDoc runs the commands of docs/sanitizers.md and compares what
// they print with what stands there. Its other blocks are code of the examples.
func TestSanitizerDoc(t *testing.T) {
	doc, path := inExamples(t)
	code := exampleCode(t)
	now := codeBlock.ReplaceAllStringFunc(doc, func(block string) string {
		text := strings.ReplaceAll("\n"+block, "\n    ", "\n")[1:]
		if strings.HasPrefix(text, "go test ") {
			return block
		}
		shown, is := strings.CutPrefix(text, "$ ")
		if !is {
			if !strings.Contains(code, normal(text)) {
				t.Errorf("no example has the lines\n%s", text)
			}
			return block
		}
		command, rest, _ := strings.Cut(shown, "\n")
		if name, is := strings.CutPrefix(command, "cat "); is {
			if err := os.WriteFile(name, []byte(rest), 0o666); err != nil {
				t.Fatal(err)
			}
			return block
		}
		for strings.HasSuffix(command, `\`) {
			more, after, _ := strings.Cut(rest, "\n")
			command, rest = strings.TrimSuffix(command, `\`)+more, after
		}
		got, _ := printed(t, command)
		if got != rest {
			t.Errorf("%s prints\n%s\nwant, as docs/sanitizers.md says,\n%s", command, got, rest)
		}
		head := strings.TrimSuffix(text, rest)
		return strings.TrimSuffix(strings.ReplaceAll("    "+strings.ReplaceAll(head+got, "\n", "\n    "), "    \n", "\n"), "    ")
	})
	if *updateDoc && now != doc {
		if err := os.WriteFile(path, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// exampleCode is all examples for sanitizers, as normal makes them.
func exampleCode(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, name := range exampleNames(t) {
		b, err := os.ReadFile("examples/sanitizers/" + name + ".s")
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(normal(string(b)))
	}
	return all.String()
}

// normal is lines of assembly with single spaces and without comments.
func normal(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if words := strings.Fields(line); len(words) > 0 {
			b.WriteString(strings.Join(words, " ") + "\n")
		}
	}
	return b.String()
}

// exampleNames are the files in examples/sanitizers.
func exampleNames(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(os.DirFS("examples/sanitizers"), "*.s")
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = strings.TrimSuffix(files[i], ".s")
	}
	slices.Sort(files)
	return files
}

// TestSanitizerExamples: there is an example for each check; the check finds
// something in it, on both targets and under every schedule, and no check finds
// anything once it is repaired.
func TestSanitizerExamples(t *testing.T) {
	doc, _ := inExamples(t)
	names := exampleNames(t)
	if want := slices.Sorted(slices.Values(sanitize.CheckNames())); !slices.Equal(names, want) {
		t.Fatalf("examples for %q, want %q", names, want)
	}
	for _, name := range names {
		file := "examples/sanitizers/" + name + ".s"
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, command, _ := strings.Cut(string(b), "//	heddle ")
		command, _, _ = strings.Cut("heddle "+command, "\n")
		if !strings.Contains(strings.ReplaceAll(doc, " \\\n         ", ""), "    $ "+command+"\n") {
			t.Errorf("%s: docs/sanitizers.md does not have the command %q", file, command)
		}
		const broken, repaired = ".set	FIXED, 0	", ".set	FIXED, 1	"
		if strings.Count(string(b), broken) != 1 {
			t.Fatalf("%s does not have one line with %q", file, broken)
		}
		other := strings.TrimSuffix(file, ".s") + "-repaired.s"
		if err := os.WriteFile(other, bytes.Replace(b, []byte(broken), []byte(repaired), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, target := range []string{"gfx942", "gfx950"} {
			for _, schedule := range []string{"round-robin", "run", "prompt", "late", "random:1", "random:2"} {
				flags := " --mcpu " + target + " --schedule " + schedule
				text, code := printed(t, command+flags)
				if code != exitRejected || !strings.Contains(text, ": ["+name+"] ") {
					t.Errorf("%s: exit code %d\n%s", command+flags, code, text)
				}
				checks := "all,hazards-manual,bounds-buffer"
				if name == "lds-unused" {
					checks += ",lds-unused" // others have stores that nobody is to read
				}
				flags += " --check " + checks
				text, code = printed(t, strings.Replace(command, file, other, 1)+flags)
				if code != exitOK || text != "checks ("+checks+"): 0 findings\n" {
					t.Errorf("repaired, %s: exit code %d\n%s", command+flags, code, text)
				}
			}
		}
	}
}
