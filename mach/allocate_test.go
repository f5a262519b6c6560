package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

// tryAllocate runs a program before and behind allocation and compares what
// it stores.
func tryAllocate(t testing.TB, f *Func) error {
	if err := f.Verify(false); err != nil {
		t.Fatalf("the generator is wrong: %v\n%s", err, dump(f))
	}
	before := newMachine(t, f, 1).run()
	if again := newMachine(t, f, 77).run(); sameLog(before, again) != nil {
		t.Fatalf("the program depends on noise: %v\n%s", sameLog(before, again), dump(f))
	}
	text := dump(f)
	if err := allocate(f, &Options{Verify: true}); err != nil {
		return err
	}
	if err := f.Verify(true); err != nil {
		return fmt.Errorf("%w\n%s", err, dump(f))
	}
	after := newMachine(t, f, 5).run()
	if err := sameLog(before, after); err != nil {
		return fmt.Errorf("%w\n%s\n%s", err, text, dump(f))
	}
	return nil
}

func dump(f *Func) string {
	var s strings.Builder
	f.Print(&s)
	return s.String()
}

func TestAllocateRandom(t *testing.T) {
	for seed := range uint64(300) {
		chip := arch.Chips[seed%2]
		f := randomProgram(seed, chip, 10+int(seed%40), 20+int(seed%30), seed%3 == 0)
		if err := tryAllocate(t, f); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestAllocateSpills(t *testing.T) {
	for seed := range uint64(200) {
		chip := arch.Chips[seed%2]
		f := randomProgram(seed, chip, 60+int(seed%100), 60+int(seed%7)*40, seed%4 == 0)
		f.WavesPerSIMD = []int{8, 4, 2, 1}[seed%4]
		if err := tryAllocate(t, f); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if testing.Verbose() {
			t.Logf("seed %d: %+v, %d bytes of scratch", seed, f.Spills, f.ScratchBytes)
		}
	}
}
