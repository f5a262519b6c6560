package att

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/timing"
)

// Modelled is what the model did with the waves of a Replay.
type Modelled struct {
	// Issues are those of each wave of the trace, Issues[w][i] that of Steps[i]. Cycles count as those
	// of the trace do. By and Wave are as the model gave them.
	Issues [][]timing.Issue
	// Ends says when each wave ended.
	Ends []timing.Cycle
	// Given says that the latencies of loads were those of the trace.
	Given bool
}

// Run replays the traced compute units one after another, each with a memory of its own that memory
// makes; nil stands for the latencies of the trace. Waves begin where and when they did in the trace.
func (r *Replay) Run(memory func() (timing.Memory, error)) (*Modelled, error) {
	m := &Modelled{Given: memory == nil, Issues: make([][]timing.Issue, len(r.Streams)), Ends: make([]timing.Cycle, len(r.Streams))}
	for i := range r.Units {
		if err := r.runUnit(&r.Units[i], memory, m); err != nil {
			return nil, fmt.Errorf("compute unit %d of shader engine %d: %w", r.Units[i].CU, r.Units[i].SE, err)
		}
	}
	return m, nil
}

// begin is when the model lets a wave begin. If the waves of a trace cannot be compared, all begin
// together, shortly before their first instructions: a cold cache of instructions is not replayed.
func (r *Replay) begin(wave int) timing.Cycle {
	w := &r.Trace.Waves[wave]
	if r.Trace.Apart && len(w.Steps) > 0 {
		return max(w.Steps[0].At-w.Steps[0].Stall-startWarm, 0)
	}
	return w.Begin
}

// startWarm is from the begin of a wave to its first issue if the instructions are at hand (facts
// silicon/timing_rules.md, "wave start -> first issue").
const startWarm = 28

// runUnit replays the waves of a compute unit.
func (r *Replay) runUnit(u *Unit, memory func() (timing.Memory, error), m *Modelled) error {
	origin := r.begin(u.Groups[0][0])
	for _, w := range u.Waves {
		origin = min(origin, r.begin(w))
	}
	// offset is what is added to the model's cycles to get those of the trace's wave.
	offset := func(w int) timing.Cycle {
		if r.Trace.Apart {
			return r.begin(w)
		}
		return origin
	}
	groups := make([]*timing.Group, len(u.Groups))
	for i, waves := range u.Groups {
		g := &timing.Group{Workgroup: r.Streams[waves[0]].Workgroup}
		for _, w := range waves {
			tw := &r.Trace.Waves[w]
			g.Streams = append(g.Streams, r.Streams[w])
			g.Place = append(g.Place, timing.Place{SIMD: tw.SIMD, Slot: tw.Slot, Begin: r.begin(w) - offset(w)})
		}
		groups[i] = g
	}
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(groups[a].Place[0].Begin, groups[b].Place[0].Begin) })
	var mem timing.Memory = &timing.Given{Program: r.Program, Reserve: !r.stalls}
	if memory != nil {
		var err error
		if mem, err = memory(); err != nil {
			return err
		}
	}
	// The model numbers waves as it meets them.
	byModel := map[int][]timing.Issue{}
	next := 0
	result, err := timing.Run(&timing.Launch{
		Program: r.Program,
		Next: func(int) (*timing.Group, error) {
			if next == len(groups) {
				return nil, nil
			}
			next++
			return groups[order[next-1]], nil
		},
		CUs: 1, XCDs: 1, Memory: mem,
		Observe: func(i *timing.Issue) { byModel[i.Wave] = append(byModel[i.Wave], *i) },
	})
	if err != nil {
		return err
	}
	for k := range result.Waves {
		mw := &result.Waves[k]
		w, err := r.traced(u, mw)
		if err != nil {
			return err
		}
		issues := byModel[k]
		if len(issues) != len(r.Streams[w].Ops) {
			return fmt.Errorf("the model issued %d of the %d instructions of a wave", len(issues), len(r.Streams[w].Ops))
		}
		by := offset(w)
		for i := range issues {
			issues[i].At += by
			issues[i].Ready += by
		}
		m.Issues[w], m.Ends[w] = issues, mw.End+by
	}
	return nil
}

// traced finds the wave of the trace that a wave of the model is.
func (r *Replay) traced(u *Unit, mw *timing.Wave) (int, error) {
	for _, waves := range u.Groups {
		if r.Streams[waves[0]].Workgroup == mw.Workgroup && mw.Wave < len(waves) {
			return waves[mw.Wave], nil
		}
	}
	return 0, fmt.Errorf("the model timed wave %d of workgroup %d, which it was not given", mw.Wave, mw.Workgroup)
}
