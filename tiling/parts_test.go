package tiling

import "testing"

// TestAdding: who adds parts of a sum in less time, as modelled (the comment of Adding has the figures).
func TestAdding(t *testing.T) {
	for _, c := range []struct {
		card     string
		m, n, k  int64
		bm, bn   int
		each     int64
		near     bool
		lastAdds bool
	}{
		{"MI355X", 512, 512, 8192, 128, 128, 8, false, false},
		{"MI355X", 512, 2112, 7168, 128, 128, 2, false, true},
		{"MI355X", 1024, 1024, 8192, 256, 256, 8, false, false},
		{"MI355X", 2048, 2048, 4096, 128, 256, 2, false, true},
		{"MI300X", 128, 2560, 2560, 64, 64, 4, true, true},
		{"MI300X", 384, 480, 9216, 64, 64, 6, false, true},
	} {
		x := on(t, c.card, c.m, c.n, c.k, bf16)
		if got := x.PartsNear(c.bm, c.bn); got != c.near {
			t.Errorf("%s %dx%dx%d: parts of a tile in one XCD: %v", c.card, c.m, c.n, c.k, got)
		}
		p := Parts{Tiles: x.groups(c.bm, c.bn), Each: c.each, Bytes: float64(4 * c.bm * c.bn), Near: c.near}
		last, kernel := x.Adding(p)
		if got := last < kernel; got != c.lastAdds {
			t.Errorf("%s %dx%dx%d, %d tiles of %dx%d in %d parts: %.0f cycles for the last workgroups, %.0f for a second kernel", c.card, c.m, c.n, c.k, p.Tiles, c.bm, c.bn, c.each, last, kernel)
		}
	}
}

// TestLeaving: results that the L2s hold at the end of a launch leave them; those of earlier rounds have left where
// more was loaded since.
func TestLeaving(t *testing.T) {
	of := func(m, n, k int64) float64 {
		x := on(t, "MI355X", m, n, k, bf16).prepared()
		c, err := x.Candidate(Tile{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 32, Stages: 2, Direct: true, SplitK: 1})
		if err != nil {
			t.Fatal(err)
		}
		machine := x.machine()
		return x.leaving(&machine, &c, float64(ceil(c.Workgroups, int64(machine.cus))))
	}
	one, two, many, short := of(2048, 2048, 4096), of(4096, 2048, 4096), of(16384, 2048, 4096), of(4096, 4096, 64)
	if two != 2*one || many != two || short <= one {
		t.Errorf("%.0f cycles after one tile for each compute unit, %.0f after two at once, %.0f after four times as many, %.0f after one step of K", one, two, many, short)
	}
}
