package record

import (
	"math/bits"

	"heddle/sim"
	"heddle/timing"
)

// Scratch says where the scratch of waves is in memory, which the simulator does not: one wave's after
// the other, and in it a word of each lane beside those of the others.
type Scratch struct {
	// Wave is the scratch of a wave in bytes, and Slots how many waves have some of their own: as many
	// as can be resident.
	Wave, Slots uint64
	// Waves is the number of waves of a workgroup.
	Waves uint64
}

// scratchBase is above all allocations of the simulator, and scratchElement the bytes of a lane that
// stay together (facts isa/encodings.md §11).
const (
	scratchBase    = 1 << 46
	scratchElement = 4
)

// fill makes t the word at offset at of the access, in each lane.
func (s *Scratch) fill(t *timing.Touch, e *sim.Event, a *sim.Access, at int) {
	slot := uint64(e.Workgroup)*s.Waves + uint64(e.Wave)
	base := uint64(scratchBase) + slot%max(s.Slots, 1)*s.Wave
	for m := a.Lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		offset := a.Addr(l) + uint64(at)
		t.Addrs[l] = base + offset/scratchElement*scratchElement*uint64(len(t.Addrs)) + uint64(l)*scratchElement + offset%scratchElement
	}
	t.Exec, t.Size, t.Write = a.Lanes, min(a.Size-at, scratchElement), a.Write
}
