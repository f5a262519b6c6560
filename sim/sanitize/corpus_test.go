package sanitize_test

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

var corpusDir = filepath.Join("..", "testdata", "corpus")

func archived(t testing.TB, chip *arch.Chip) map[string][]byte {
	t.Helper()
	objects, err := simtest.Archived(corpusDir, chip)
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

// TestCorpus: what clang makes has no findings.
func TestCorpus(t *testing.T) {
	for n, chip := range arch.Chips {
		objects := archived(t, chip)
		for i, level := range simtest.Levels {
			t.Run(chip.Name+"/"+level, func(t *testing.T) { corpusLevel(t, chip, level, objects, sim.Options{}, n+i, 4) })
		}
	}
}

var (
	corpusSchedules = flag.Int("corpus-schedules", 0, "check the corpus under the late schedule and this many random ones as well")
	corpusChecks    = flag.String("corpus-checks", "all", "the check that the corpus must pass")
)

// TestCorpusSchedules is TestCorpus under other schedules, if asked for.
func TestCorpusSchedules(t *testing.T) {
	var schedules []sim.Options
	if *corpusSchedules > 0 {
		schedules = append(schedules, sim.Options{Schedule: sim.ScheduleLate})
	}
	for i := range *corpusSchedules {
		schedules = append(schedules, sim.Options{Schedule: sim.ScheduleRandom, Seed: uint64(i + 1)})
	}
	for _, chip := range arch.Chips {
		objects := archived(t, chip)
		for _, o := range schedules {
			for _, level := range simtest.Levels {
				t.Run(fmt.Sprintf("%s/%s/%d:%d", chip.Name, level, o.Schedule, o.Seed), func(t *testing.T) { corpusLevel(t, chip, level, objects, o, 0, 1) })
			}
		}
	}
}

// corpusLevel checks the rows of a level; by default one in every so many,
// beginning with first.
func corpusLevel(t *testing.T, chip *arch.Chip, level string, objects map[string][]byte, options sim.Options, first, every int) {
	devices := map[string]*simtest.Loaded{}
	for i, r := range simtest.RowsOf(chip, level) {
		if !long.Some(i+first, every) {
			continue
		}
		l := devices[r.File]
		if l == nil {
			var err error
			if l, err = simtest.Load(chip, objects[r.File+"-"+level]); err != nil {
				t.Fatal(err)
			}
			devices[r.File] = l
		}
		found, err := corpusRun(t, l, r, *corpusChecks, options)
		if err != nil {
			t.Errorf("%s: %v", r.Name(), err)
		}
		if len(found) > 0 {
			var text bytes.Buffer
			if err := sanitize.WriteText(&text, r.File+"-"+level, found, 3); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s: %d findings\n%s", r.Name(), len(found), &text)
		}
	}
}

// corpusRun runs a row under a check.
func corpusRun(t testing.TB, l *simtest.Loaded, r simtest.Row, check string, options sim.Options) ([]sanitize.Finding, error) {
	s, err := sanitize.New(sanitize.Options{Checks: strings.Split(check, ","), Object: l.Object})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Run(r, options, s.Begin)
	s.Failed(err)
	return s.Findings(), err
}
