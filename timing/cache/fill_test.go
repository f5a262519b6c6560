package cache

import (
	"testing"

	"heddle/arch"
	"heddle/timing"
)

// TestFill: what is read takes the place of lines that were written, which then go to the HBM; without
// Fill, nothing is written there.
func TestFill(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, written := range []float64{-1, 0, 0.5, 1} {
			s, err := New(Config{Model: &chip.Model.Memory, CUs: 1, XCDs: 8})
			if err != nil {
				t.Fatal(err)
			}
			if written >= 0 {
				s.Fill(written)
			}
			const lines = 4096
			now := timing.Cycle(0)
			for i := range uint64(lines) {
				now, _ = s.Vector(now, 0, &timing.Access{Space: timing.Global, Bytes: arch.CacheLine, Lines: []timing.Line{{Addr: i * arch.CacheLine, Halves: 3}}})
			}
			var hbm timing.Traffic
			for _, l := range s.Traffic() {
				if l.Level == "HBM" {
					hbm = l
				}
			}
			want := max(written, 0) * lines * arch.CacheLine
			if got := float64(hbm.WrittenBytes); got < 0.95*want || got > 1.05*want {
				t.Errorf("%s, %v written: %v bytes go to the HBM, want about %v", chip.Name, written, got, want)
			}
		}
	}
}
