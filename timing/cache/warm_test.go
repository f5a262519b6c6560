package cache

import (
	"testing"

	"heddle/arch"
	"heddle/timing"
)

// TestTouchCode: code that was there before is fetched at once, by every compute unit.
func TestTouchCode(t *testing.T) {
	for _, chip := range arch.Chips {
		s, err := New(Config{Model: &chip.Model.Memory, CUs: 8, XCDs: 8})
		if err != nil {
			t.Fatal(err)
		}
		const first, bytes = 0x1700, 3000
		if done := s.Fetch(0, 0, first); done == 0 {
			t.Errorf("%s: a cold fetch takes no time", chip.Name)
		}
		s.TouchCode(first, bytes)
		for line := uint64(first); line < first+bytes; line += arch.CacheLine {
			for cu := 2; cu < 8; cu++ {
				if done := s.Fetch(5000, cu, line&^(arch.CacheLine-1)); done > timing.Cycle(5000) {
					t.Errorf("%s: compute unit %d has line %#x at %d", chip.Name, cu, line, done)
				}
			}
		}
		if done := s.Fetch(6000, 0, first+1<<16); done <= 6000 {
			t.Errorf("%s: a line that was not touched is there", chip.Name)
		}
	}
}
