package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/timing"
)

// modelled replays the toy's kernel in the timing model, with latencies given, and reports it.
func modelled(t testing.TB, iterations, workgroups int) *Report {
	t.Helper()
	p := program(t, toyLoop)
	var body, end int
	for n := range p.Insts {
		if _, ok := p.Insts[n].Inst.BranchTarget(p.Insts[n].Addr); ok {
			end = n
		}
		if body == 0 && p.Insts[n].Line == 14 {
			body = n
		}
	}
	stream := func(workgroup, wave int) *timing.Stream {
		s := &timing.Stream{Workgroup: workgroup, Wave: wave}
		add := func(from, to int) {
			for n := from; n < to; n++ {
				op := timing.Op{Inst: int32(n), Access: -1}
				a := timing.Access{Bytes: 1024}
				switch p.Insts[n].Inst.Row.Unit {
				case isa.UnitLDS:
					a.Space, a.Data, a.Conflicts = timing.LDS, 24, 8
				case isa.UnitSMEM:
					a.Space = timing.Scalar
				case isa.UnitVMEM:
				default:
					s.Ops = append(s.Ops, op)
					continue
				}
				op.Access = int32(len(s.Accesses))
				s.Accesses, s.Ops = append(s.Accesses, a), append(s.Ops, op)
			}
		}
		add(0, body)
		for range iterations {
			add(body, end+1)
		}
		add(end+1, len(p.Insts))
		return s
	}
	var recorder Recorder
	type served struct{ wave, seq int }
	done := map[served]timing.Cycle{}
	next := 0
	result, err := timing.Run(&timing.Launch{
		Program: p, CUs: 2, PerCU: 2, Memory: &timing.Given{Program: p, VectorLatency: 790, ScalarLatency: 200},
		Observe: recorder.Issue, Served: func(wave, seq int, at timing.Cycle) { done[served{wave, seq}] = at },
		Next: func(int) (*timing.Group, error) {
			if next == workgroups {
				return nil, nil
			}
			g := &timing.Group{Workgroup: next}
			for wave := range 4 {
				g.Streams = append(g.Streams, stream(next, wave))
			}
			next++
			return g, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range recorder.Issues {
		i := &recorder.Issues[n]
		i.Done = max(i.Done, done[served{i.Wave, i.Seq}])
	}
	r := toyReport(t)
	r.Result, r.Issues, r.Dropped = result, recorder.Issues, recorder.Dropped
	r.Grid = Grid{Cycles: result.Cycles, Workgroups: int64(workgroups), Timed: int64(workgroups)}
	return r
}

// TestModel: a run of the model itself gives a report whose parts agree: each wave's cycles are those of its
// sites, the trace has all of its issues, and the hottest loop waits for the loads that are given.
func TestModel(t *testing.T) {
	r := modelled(t, 20, 6)
	all, ready := allCycles(r.Result.Sites), int64(0)
	first := map[int]bool{}
	for _, i := range r.Issues {
		if !first[i.Wave] {
			first[i.Wave] = true
			ready += int64(r.Result.Waves[i.Wave].End - i.Ready)
		}
	}
	if all != ready {
		t.Errorf("sites have %d cycles, waves %d", all, ready)
	}
	var b bytes.Buffer
	if err := Perfetto(&b, r); err != nil {
		t.Fatal(err)
	}
	tracks, _ := readTrace(t, b.Bytes())
	slices := 0
	for _, track := range tracks {
		if strings.HasPrefix(track.name, "wave") {
			for _, s := range track.slices {
				if s.depth == 1 && !strings.HasPrefix(s.name, "wait") {
					slices++
				}
			}
		}
	}
	if slices != len(r.Issues) {
		t.Errorf("%d slices of instructions, %d issues", slices, len(r.Issues))
	}
	views := loopViews(r.Result)
	if len(views) != 1 {
		t.Fatalf("%d loops", len(views))
	}
	w := views[0].longestWait(r.Result)
	if w == nil || w.cause != timing.WaitVM || w.latency < 790 || w.lead >= w.latency {
		t.Errorf("the wait for loads that take 790 cycles: %+v", w)
	}
	text := fmt.Sprint(sentences(r, &views[0]))
	if !strings.Contains(text, "for the load at line 1") {
		t.Error(text)
	}
}
