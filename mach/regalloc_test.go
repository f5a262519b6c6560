package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

// tryAllocate runs a program before and behind allocation and compares what
// it stores.
func tryAllocate(t testing.TB, f *Func, b budget) error {
	if err := f.Verify(); err != nil {
		t.Fatalf("the generator is wrong: %v\n%s", err, dump(f))
	}
	before := newMachine(t, f, 1).run()
	if again := newMachine(t, f, 77).run(); sameLog(before, again) != nil {
		t.Fatalf("the program depends on noise: %v\n%s", sameLog(before, again), dump(f))
	}
	text := dump(f)
	if err := allocateWithin(f, b, true); err != nil {
		return err
	}
	if err := f.Verify(); err != nil {
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
	for seed := range uint64(long.Count(30, 150)) {
		chip := arch.Chips[seed%2]
		f := randomProgram(seed, chip, 10+int(seed%40), 20+int(seed%30), seed%3 == 0)
		if err := tryAllocate(t, f, budgetOf(f)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// Programs that fit nowhere near the registers that there are.
func TestAllocateSpills(t *testing.T) {
	for seed := range uint64(long.Count(24, 120)) {
		chip := arch.Chips[seed%2]
		mfma := seed%4 == 0
		f := randomProgram(seed, chip, 20+int(seed%150), 20+int(seed%7)*100, mfma)
		b := budget{vgprs: 12 + int(seed%5)*12, agprs: int(seed%3) * 20, sgprs: 16 + int(seed/5%3)*10, waves: 1}
		if mfma {
			b.vgprs = max(b.vgprs, 60)
		}
		if err := tryAllocate(t, f, b); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, b, err)
		}
		if testing.Verbose() {
			t.Logf("seed %d: %+v, %d bytes of scratch", seed, f.Spills, f.ScratchBytes)
		}
	}
}
