package sim_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// The corpus: kernels in OpenCL C that clang-22 compiled (testdata/corpus), run
// and compared with references in Go (package simtest).
// corpus_llvm_test.go builds the objects.
var corpusDir = filepath.Join("testdata", "corpus")

// archived reads the built code objects of a chip: by "file-level".
func archived(t testing.TB, chip *arch.Chip) map[string][]byte {
	t.Helper()
	objects, err := simtest.Archived(corpusDir, chip)
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

// TestCorpus runs the committed code objects.
func TestCorpus(t *testing.T) {
	for _, chip := range arch.Chips {
		runCorpus(t, chip, archived(t, chip), sim.Options{})
	}
}

// runCorpus runs every row on the objects of one chip, which are named as in
// the archive.
func runCorpus(t *testing.T, chip *arch.Chip, objects map[string][]byte, options sim.Options) {
	for i, level := range simtest.Levels {
		t.Run(chip.Name+"/"+level, func(t *testing.T) { runLevel(t, chip, level, objects, options, i, 2) })
	}
}

// runLevel runs every row as one level compiled it; each object is loaded into
// a device of its own. By default it runs one in every so many rows, beginning
// with first.
func runLevel(t *testing.T, chip *arch.Chip, level string, objects map[string][]byte, options sim.Options, first, every int) {
	devices := map[string]*simtest.Loaded{}
	for i, r := range simtest.RowsOf(chip, level) {
		if !long.Some(i+first, every) {
			continue
		}
		t.Run(r.Name(), func(t *testing.T) {
			l := devices[r.File]
			if l == nil {
				l = loadCorpus(t, chip, objects[r.File+"-"+level])
				devices[r.File] = l
			}
			if _, err := l.Run(r, options, nil); err != nil {
				t.Error(err)
			} else if e := l.Report.Early; e != nil {
				t.Error("the compiler waits where it must, but", e)
			}
		})
	}
}

func loadCorpus(t testing.TB, chip *arch.Chip, code []byte) *simtest.Loaded {
	t.Helper()
	l, err := simtest.Load(chip, code)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestCorpusComplete: every kernel of every code object has a row.
func TestCorpusComplete(t *testing.T) {
	for _, chip := range arch.Chips {
		rows := map[string]bool{}
		for _, r := range simtest.RowsOf(chip, "O3") {
			rows[r.File+"/"+r.Kernel] = true
		}
		for name, code := range archived(t, chip) {
			object, err := hsaco.Open(code, chip.Name)
			if err != nil {
				t.Fatal(err)
			}
			file, _, _ := strings.Cut(name, "-")
			for _, k := range object.Kernels {
				if !rows[file+"/"+k.Name] {
					t.Errorf("%s %s: kernel %s has no row", chip.Name, name, k.Name)
				}
			}
		}
	}
}

// TestCorpusWorkers: memory holds the same bytes on any number of cores, also
// where the order of atomics matters.
func TestCorpusWorkers(t *testing.T) {
	for n, chip := range arch.Chips {
		objects := archived(t, chip)
		for i, r := range simtest.RowsOf(chip, "O3") {
			if !long.Some(n+i, 3) {
				continue
			}
			l := loadCorpus(t, chip, objects[r.File+"-O3"])
			var first [][]byte
			for workers := 1; workers <= 3; workers++ {
				after, err := l.Run(r, sim.Options{Workers: workers}, nil)
				if err != nil {
					t.Fatalf("%s %s: %v", chip.Name, r.Name(), err)
				}
				if workers == 1 {
					first = after
				} else if !slices.EqualFunc(after, first, bytes.Equal) {
					t.Errorf("%s %s: other memory with %d workers than with one", chip.Name, r.Name(), workers)
				}
			}
		}
	}
}

// TestCorpusSchedules runs the corpus with memory accesses that land early, late
// and at random: every result stays right.
func TestCorpusSchedules(t *testing.T) {
	for n, s := range []struct {
		name    string
		level   string
		options sim.Options
	}{
		{"run", "O3", sim.Options{Schedule: sim.ScheduleRun, Workers: 2}},
		{"prompt", "O2", sim.Options{Schedule: sim.SchedulePrompt, Workers: 2}},
		{"late", "O3", sim.Options{Schedule: sim.ScheduleLate, Workers: 1}},
		{"late", "O0", sim.Options{Schedule: sim.ScheduleLate, Workers: 2}},
		{"random", "O1", sim.Options{Schedule: sim.ScheduleRandom, Seed: 1, Workers: 2}},
		{"random", "O0", sim.Options{Schedule: sim.ScheduleRandom, Seed: 2, Workers: 1}},
	} {
		for i, chip := range arch.Chips {
			t.Run(s.name+"/"+chip.Name+"/"+s.level, func(t *testing.T) {
				runLevel(t, chip, s.level, archived(t, chip), s.options, n+2*i, 8)
			})
		}
	}
}
