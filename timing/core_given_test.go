package timing

import (
	"slices"
	"testing"

	"heddle/isa"
)

// TestReserve: lines on their way hold places of the L1, and loads wait for them at the head of the queue.
func TestReserve(t *testing.T) {
	lines := func(first uint64) (list []Line) {
		for i := range uint64(8) {
			list = append(list, Line{Addr: (first + i) * 128, Halves: 3})
		}
		return list
	}
	for _, c := range []struct {
		name    string
		reserve bool
		line    []uint64 // first line of each load; nil: unknown
		want    []Cycle
	}{
		// The queue holds one load. The path takes the first at once, the second 16 later, when the third issues,
		// and the third 16 after that, when the fourth does.
		{"no places", false, nil, []Cycle{0, 4, 16, 32, 48}},
		// The two first ones hold the 16 places. The third gets those of the first when its data are in the L1, 112
		// before the 500 at which they are in the registers: at 388. The fourth follows it 16 later.
		{"places", true, nil, []Cycle{0, 4, 16, 32, 388 + 16}},
		{"lines that differ", true, []uint64{0, 8, 16, 24, 32}, []Cycle{0, 4, 16, 32, 388 + 16}},
		{"the same lines", true, []uint64{0, 0, 0, 0, 0}, []Cycle{0, 4, 16, 32, 48}},
	} {
		d := directed{text: repeat(5, "buffer_load_dwordx4 v[4:7], v1, s[0:3], 0 offen"), quick: true, edit: func(_ *lab, _ int, s *Stream) {
			for i := range c.line {
				s.Accesses[i].Lines = lines(c.line[i])
			}
		}}
		l := d.lab(t, isa.GFX950)
		m := &l.chip.Model
		m.Memory.L1Sets.Value, m.Memory.L1Ways.Value, m.Memory.L1WideLatency.Value, m.Core.VMEMQueue.Value = 1, 16, 112, 1
		l.memory.(*Given).Reserve = c.reserve
		l.run(t)
		if got := l.times()[0]; !slices.Equal(got, c.want) {
			t.Errorf("%s: issue at %d, want %d", c.name, got, c.want)
		}
	}
}
