package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (go test -update writes it):\n%s", file, diff)
	}
}

// TestText compares the report of the toy with what it should look like.
func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := Text(&b, toyReport(t), false); err != nil {
		t.Fatal(err)
	}
	golden(t, "toy.txt", b.Bytes())
}

// TestAnnotate: the listing of the toy, and no line of it beyond 120 columns.
func TestAnnotate(t *testing.T) {
	var b bytes.Buffer
	if err := Annotate(&b, toyReport(t), false); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	golden(t, "toy.annotated.txt", b.Bytes())
}

// TestJSON: the document of the toy, with all of its parts.
func TestJSON(t *testing.T) {
	b, err := json.MarshalIndent(JSON(toyReport(t), Parts{Waves: true, Instructions: true}), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "toy.json", append(b, '\n'))
	var short map[string]any
	b, _ = json.Marshal(JSON(toyReport(t), Parts{}))
	if err := json.Unmarshal(b, &short); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"waves", "instructions"} {
		if short[part] != nil {
			t.Errorf("%s are there without being asked for", part)
		}
	}
	for _, field := range []string{"cycles", "seconds", "secondsAtBoost", "tflops", "mfmaBusy", "occupancy", "loops"} {
		if short[field] == nil {
			t.Errorf("%s is missing", field)
		}
	}
}

// TestAgainst: two kernels side by side. The other one's loads come back earlier, and its LDS has no conflicts.
func TestAgainst(t *testing.T) {
	var b bytes.Buffer
	if err := Against(&b, toyReport(t), fasterToy(t), false); err != nil {
		t.Fatal(err)
	}
	golden(t, "toy.against.txt", b.Bytes())
	b.Reset()
	if err := Against(&b, toyReport(t), toyReport(t), false); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "Both take the same cycles") {
		t.Errorf("a kernel against itself:\n%s", b.String())
	}
}
