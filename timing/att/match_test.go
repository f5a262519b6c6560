package att

import (
	"slices"
	"strings"
	"testing"

	"heddle/timing"
)

// recorded is what a simulator would have recorded of the kernel of ownTrace: waves with the same
// instructions, accesses with lines, in workgroups of two.
func recorded(r *Replay, groups int) (list []*timing.Group) {
	for g := range groups {
		group := &timing.Group{Workgroup: g}
		for w := range 2 {
			s := &timing.Stream{Workgroup: g, Wave: w, Ops: slices.Clone(r.Streams[0].Ops), Accesses: slices.Clone(r.Streams[0].Accesses)}
			for i := range s.Accesses {
				s.Accesses[i].Latency = 0
				s.Accesses[i].Lines = []timing.Line{{Addr: uint64(g*0x1000 + w*0x100)}}
			}
			group.Streams = append(group.Streams, s)
		}
		list = append(list, group)
	}
	return list
}

// TestMatch: waves of a workgroup get the accesses of those of one recorded workgroup, and keep their
// latencies.
func TestMatch(t *testing.T) {
	r := ownReplay(t, false)
	if err := r.Match(r.Program, recorded(r, 3)); err != nil {
		t.Fatal(err)
	}
	for w, s := range r.Streams {
		if got, want := s.Accesses[1].Lines[0].Addr, uint64(w*0x100); got != want || s.Accesses[1].Latency != 800 {
			t.Errorf("wave %d: line %#x, latency %d; want %#x and 800", w, got, s.Accesses[1].Latency, want)
		}
	}
	if c := Compare(r, asMeasured(r)); !c.Recorded {
		t.Error("the comparison does not say that addresses were recorded")
	}
}

// TestMatchRefuses: another way through the kernel, and another kernel, are errors that say where.
func TestMatchRefuses(t *testing.T) {
	r := ownReplay(t, false)
	groups := recorded(r, 1)
	for _, s := range groups[0].Streams {
		s.Ops = append(s.Ops[:4:4], s.Ops[5:]...)
	}
	if err := r.Match(r.Program, groups); err == nil || !strings.Contains(err.Error(), "shader engine 1, SIMD 0, slot 2, which issued 10 instructions: the nearest leaves it before instruction 4, at 0x118") {
		t.Errorf("%v", err)
	}
	other := *r.Program
	other.Insts = slices.Clone(other.Insts)
	other.Insts[5] = other.Insts[4]
	if err := r.Match(&other, recorded(r, 1)); err == nil || !strings.Contains(err.Error(), `the trace has "s_nop 1" at 0x11c`) {
		t.Errorf("%v", err)
	}
	other.Insts = other.Insts[:3]
	if err := r.Match(&other, recorded(r, 1)); err == nil || !strings.Contains(err.Error(), "has 3 instructions, that of the trace 10") {
		t.Errorf("%v", err)
	}
}

// TestCollector: the waves of a trace take turns among those of a run that executed the same, each as if
// it had begun with the modelled one.
func TestCollector(t *testing.T) {
	r := ownReplay(t, false)
	var c Collector
	res := &timing.Result{Program: r.Program}
	for w := range 2 {
		res.Waves = append(res.Waves, timing.Wave{Begin: timing.Cycle(500 * w), End: timing.Cycle(500*w + 2000)})
		for i, op := range r.Streams[0].Ops {
			c.Observe(&timing.Issue{Wave: w, Seq: i, Inst: int(op.Inst), At: timing.Cycle(500*w + 100*i + w), Length: 4})
		}
	}
	m, err := c.Modelled(r, res)
	if err != nil {
		t.Fatal(err)
	}
	// Waves begin in 1000 and 1004; instruction 3 comes 300 cycles later, in the second run 301.
	if a, b := m.Issues[0][3].At, m.Issues[1][3].At; a != 1300 || b != 1305 || m.Ends[0] != 3000 || m.Ends[1] != 3004 || m.Given {
		t.Errorf("issues in %d and %d, ends %d", a, b, m.Ends)
	}
	c.waves = c.waves[:0]
	if _, err := c.Modelled(r, res); err == nil || !strings.Contains(err.Error(), "no timed workgroup of the launch has a wave like that") {
		t.Errorf("%v", err)
	}
}
