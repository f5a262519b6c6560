package att

import (
	"fmt"

	"heddle/timing"
)

// Collector keeps the issues of a run of the model that was not one of Replay.Run: a whole dispatch,
// with all workgroups of an XCD.
type Collector struct {
	waves [][]collected
}

// collected is an issue.
type collected struct {
	at     timing.Cycle
	inst   int32
	length int32
}

// Observe is for timing.Launch.
func (c *Collector) Observe(i *timing.Issue) {
	for len(c.waves) <= i.Wave {
		c.waves = append(c.waves, nil)
	}
	c.waves[i.Wave] = append(c.waves[i.Wave], collected{i.At, int32(i.Inst), int32(i.Length)})
}

// Modelled gives each wave of the trace the issues of a wave of the run that executed the same
// instructions, as if both had begun together. If there are several, the waves of the trace take them in
// turn. Waves of a workgroup of the trace may come to be compared with waves of several.
func (c *Collector) Modelled(r *Replay, result *timing.Result) (*Modelled, error) {
	m := &Modelled{Issues: make([][]timing.Issue, len(r.Streams)), Ends: make([]timing.Cycle, len(r.Streams))}
	bySum := map[uint64][]int{}
	for w := range min(len(c.waves), len(result.Waves)) {
		s := timing.Stream{Ops: make([]timing.Op, len(c.waves[w]))}
		for i := range s.Ops {
			s.Ops[i].Inst = c.waves[w][i].inst
		}
		key := sum(&s)
		bySum[key] = append(bySum[key], w)
	}
	next := map[uint64]int{}
	for w, s := range r.Streams {
		key := sum(s)
		same := bySum[key]
		if len(same) == 0 {
			tw := &r.Trace.Waves[w]
			return nil, fmt.Errorf("no timed workgroup of the launch has a wave like that of shader engine %d, SIMD %d, slot %d, which issued %d instructions", tw.SE, tw.SIMD, tw.Slot, len(s.Ops))
		}
		from := same[next[key]%len(same)]
		next[key]++
		shift := r.begin(w) - result.Waves[from].Begin
		issues := make([]timing.Issue, len(s.Ops))
		for i, x := range c.waves[from] {
			issues[i] = timing.Issue{Wave: from, Seq: i, Inst: int(x.inst), At: x.at + shift, Length: timing.Cycle(x.length)}
		}
		m.Issues[w], m.Ends[w] = issues, result.Waves[from].End+shift
	}
	return m, nil
}
