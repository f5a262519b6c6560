package isa_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var mutate = flag.Bool("mutate", false, "run TestMutatedFacts, which takes some minutes")

// factMutations are facts of isa, each with a mistake in it: what stands in a
// file, each once, and what is put in its place. Each must fail the subtest of
// that name of TestInstructionFacts in each of factPackages.
var factMutations = []struct {
	name, file string
	edits      []string
}{
	{"vmcnt limit", "zhazards.go", []string{"MaxVMCount   = 63", "MaxVMCount   = 62"}},
	{"lgkmcnt limit", "zhazards.go", []string{"MaxLGKMCount = 15", "MaxLGKMCount = 14"}},
	{"waitcnt packing", "waitcnt.go", []string{"v>>14<<4", "v>>12&3<<4", "vm>>4<<14", "vm>>4<<12"}},
	{"row_shr", "lanes.go", []string{"return lane - k, n >= k", "return lane - k - 1, n >= k+1"}},
	{"quad_perm", "lanes.go", []string{"int(ctrl>>(2*(lane&3))&3)", "int(ctrl>>(2*(lane&1))&3)"}},
	{"row_bcast", "lanes.go", []string{"return row - 1, lane > 15", "return row - 2, lane > 15"}},
	{"ds_swizzle rotation", "lanes.go", []string{"if offset>>10&1 != 0", "if offset>>10&1 == 0"}},
	{"ds_swizzle bit masks", "lanes.go", []string{"(i&low | middle) ^ high", "(i&low | middle) | high"}},
	{"branch target", "branch.go", []string{"addr + branchSize +", "addr + 2*branchSize +", "(distance - branchSize)", "(distance - 2*branchSize)"}},
}

// factPackages use the facts: mach to insert waits and to encode branches (of
// lane moves, it only emits what is run by sim), sim and sim/sanitize all of
// them.
var factPackages = []string{"heddle/mach", "heddle/sim", "heddle/sim/sanitize"}

// TestMutatedFacts: a mistake in a fact fails a test of each package that uses
// it, whose expectations are not isa's.
func TestMutatedFacts(t *testing.T) {
	if !*mutate {
		t.Skip("without -mutate")
	}
	for _, m := range factMutations {
		t.Run(m.name, func(t *testing.T) {
			text, err := os.ReadFile(m.file)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(m.edits); i += 2 {
				if n := strings.Count(string(text), m.edits[i]); n != 1 {
					t.Fatalf("%s has %q %d times", m.file, m.edits[i], n)
				}
			}
			failed := failedFacts(t, m.file, strings.NewReplacer(m.edits...).Replace(string(text)))
			for _, p := range factPackages {
				if !failed[p+" TestInstructionFacts/"+strings.ReplaceAll(m.name, " ", "_")] {
					t.Errorf("%s: no test of %s fails", m.name, p)
				}
			}
		})
	}
}

// failedFacts runs the tests of the facts with another text of a file of isa and
// returns those that fail, as "package test".
func failedFacts(t *testing.T, file, text string) map[string]bool {
	t.Helper()
	original, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	mutant, overlay := filepath.Join(t.TempDir(), file), filepath.Join(t.TempDir(), "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutant}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{mutant: []byte(text), overlay: replace} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{"test", "-json", "-vet=off", "-overlay", overlay, "-run", "^TestInstructionFacts$"}, factPackages...)
	out, _ := exec.Command("go", args...).Output() // fails if a test does
	failed := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		var e struct{ Action, Package, Test string }
		if json.Unmarshal([]byte(line), &e) == nil && e.Action == "fail" {
			name := e.Test
			if i := strings.LastIndex(name, "#"); i > 0 { // one of several of a name
				name = name[:i]
			}
			failed[e.Package+" "+name] = true
		}
	}
	return failed
}
