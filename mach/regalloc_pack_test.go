package mach

import (
	"testing"

	"heddle/arch"
)

// Of the programs that have exactly as many registers as are live at once, and find no places for
// them in any order, some do in further tries; all compute what they should.
func TestPacked(t *testing.T) {
	scattered, packed := 0, 0
	for seed := range uint64(40) {
		program := func() *Func {
			return randomProgram(seed, arch.Chips[seed%2], 60+int(seed), 60+int(seed%7)*10, false)
		}
		f := program()
		b := budget{vgprs: f.Chip.VGPRs, sgprs: f.Chip.SGPRs, waves: 1}
		b.fill(f.Chip)
		b.vgprs, _ = prepared(f, b, &spiller{f: f}).pressure(FileV)
		b.fill(f.Chip)
		found := false
		for by := range webOrders {
			_, homeless := attempt(f, b, &spiller{f: f}, by)
			found = found || len(homeless) == 0
		}
		if found {
			continue
		}
		scattered++
		if err := tryAllocate(t, program(), b); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		f = program()
		if err := allocateWithin(f, b, true); err != nil {
			t.Fatal(err)
		}
		if f.Spills.VGPRs == 0 {
			packed++
		}
	}
	if packed < 3 || scattered < 10 {
		t.Errorf("%d of %d scattered programs find places", packed, scattered)
	}
}
