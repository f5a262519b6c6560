package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
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

// TestWhy: the line names the longest cause, and the count behind it.
func TestWhy(t *testing.T) {
	plain, faster := toyReport(t), fasterToy(t)
	more, rounds := toyReport(t), toyReport(t)
	more.Traffic = slices.Clone(plain.Traffic)
	for i := range more.Traffic {
		if more.Traffic[i].Level == "L2" {
			more.Traffic[i].ReadBytes *= 3
		}
	}
	conflicts := toy{text: toyLoop, iterations: 10, workgroups: 3, latency: 300, conflicts: 400}.run(t)
	for _, r := range []*Report{more, rounds} {
		r.Grid.Cycles *= 2
	}
	rounds.Grid.Workgroups, rounds.Grid.WorkgroupsTogether = int64(rounds.Product.CUs)+1, int64(rounds.Product.CUs)
	for _, c := range []struct {
		a, b *Report
		want string
	}{
		{plain, faster, "-67718 cycles for vector memory (s_waitcnt vmcnt): loads take 319 cycles and begin 281 before their use"},
		{faster, plain, "+67718 cycles for vector memory (s_waitcnt vmcnt): loads take 810 cycles and begin 357 before their use"},
		{plain, toyReport(t), "the same within 1.0 %"},
		{plain, more, "+74113 cycles for vector memory (s_waitcnt vmcnt): 2.9 times the bytes through L2"},
		{faster, conflicts, "+896878 cycles for the LDS or scalar memory (s_waitcnt lgkmcnt): bank conflicts take 768000 cycles of the LDS, ours 0"},
		{plain, rounds, "257 workgroups keep 50 % of the compute units busy, ours 100 %"},
	} {
		if got := Why(c.a, c.b); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
