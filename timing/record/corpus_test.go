package record

import (
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// TestCorpus: each kernel that clang compiled can be timed; all time of a wave is accounted for, and
// the same launch takes the same time again.
func TestCorpus(t *testing.T) {
	dir := filepath.Join("..", "..", "sim", "testdata", "corpus")
	for _, chip := range arch.Chips {
		objects, err := simtest.Archived(dir, chip)
		if err != nil {
			t.Fatal(err)
		}
		for n, level := range simtest.Levels {
			for i, r := range simtest.RowsOf(chip, level) {
				if !long.Some(i+n, 16) {
					continue
				}
				t.Run(chip.Name+"/"+level+"/"+r.Name(), func(t *testing.T) { timeRow(t, chip, objects[r.File+"-"+level], r) })
			}
		}
	}
}

// timeRow times a kernel of the corpus twice.
func timeRow(t *testing.T, chip *arch.Chip, code []byte, r simtest.Row) {
	var was *Timing
	for range 2 {
		loaded, err := simtest.Load(chip, code) // memory as at the beginning
		if err != nil {
			t.Fatal(err)
		}
		var got *Timing
		// It runs again after it was timed, with what it left in memory: that run says nothing.
		loaded.Run(r, sim.Options{}, func(l *sim.Launch) {
			got, err = Time(loaded.Device, *l, loaded.Object, Options{Product: arch.DefaultProduct(chip), Everything: true})
		})
		if err != nil {
			t.Fatal(err)
		}
		if got == nil || got.Result.Cycles <= 0 {
			t.Fatalf("no time: %+v", got)
		}
		life, sum := int64(0), int64(0)
		for _, w := range got.Result.Waves {
			life += int64(w.End - w.Begin)
		}
		for i := range got.Result.Sites {
			s := &got.Result.Sites[i]
			sum += s.Length
			for _, stall := range s.Stalls {
				sum += stall
			}
		}
		if sum != life {
			t.Errorf("instructions and stalls take %d cycles, waves %d", sum, life)
		}
		if was != nil && (was.Result.Cycles != got.Result.Cycles || was.Cycles != got.Cycles) {
			t.Errorf("%d and %d cycles", was.Result.Cycles, got.Result.Cycles)
		}
		was = got
	}
}
