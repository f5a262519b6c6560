package att

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/timing"
)

// asMeasured is a run of the model that issued everything as the trace says.
func asMeasured(r *Replay) *Modelled {
	m := &Modelled{Given: true}
	for w := range r.Trace.Waves {
		tw := &r.Trace.Waves[w]
		var issues []timing.Issue
		for i := range tw.Steps {
			s := &tw.Steps[i]
			issues = append(issues, timing.Issue{Wave: w, Seq: i, Inst: int(r.Streams[w].Ops[i].Inst), Ready: s.At - s.Stall, At: s.At, Length: s.Length})
		}
		m.Issues, m.Ends = append(m.Issues, issues), append(m.Ends, tw.End)
	}
	return m
}

// loopTrace is a wave that goes round a loop of two instructions four times, with iterations of 100, 104
// and 120 cycles between the branches.
func loopTrace() *Trace {
	tr := &Trace{Name: "loop", Lines: []Line{
		{Text: "v_mov_b32_e32 v1, 0", Addr: 0, Kernel: "loop"}, {Text: "s_cbranch_scc1 65534", Addr: 4, Kernel: "loop"}, {Text: "s_endpgm", Addr: 8, Kernel: "loop"}}}
	w := Wave{Begin: 0}
	for i, branch := range []timing.Cycle{100, 200, 304, 424} {
		mov := branch - 8
		if i == 0 {
			mov = 30
		}
		w.Steps = append(w.Steps, Step{Line: 0, At: mov, Length: 4}, Step{Line: 1, At: branch, Length: 4})
	}
	w.Steps = append(w.Steps, Step{Line: 2, At: 428, Length: 20})
	w.End = 448
	tr.Waves = []Wave{w}
	return tr
}

// TestCompareExact: a model that does what the card did has no error anywhere.
func TestCompareExact(t *testing.T) {
	for _, tr := range append(tinygrad(t), ownTrace(t)) {
		r, err := NewReplay(tr, ReplayOptions{Target: lastTarget()})
		if err != nil {
			t.Fatal(err)
		}
		m := asMeasured(r)
		c := Compare(r, m)
		if c.Exact != 1 || c.Wave.Max != 0 || c.Core.Max != 0 || c.Iterations.Max != 0 || c.Core.Count == 0 {
			t.Errorf("%s: %.3f exact, waves %+v, core %+v, iterations %+v", tr.Name, c.Exact, c.Wave, c.Core, c.Iterations)
		}
		for _, p := range c.Pairs {
			if p.Missing != 0 || p.Exact != p.Count || p.Measured != p.Modelled {
				t.Errorf("%s: %+v", tr.Name, p)
			}
		}
	}
}

// TestCompareLoop: iterations go from one taken branch to the next, and errors have the sign of
// modelled - measured.
func TestCompareLoop(t *testing.T) {
	r, err := NewReplay(loopTrace(), ReplayOptions{Target: lastTarget()})
	if err != nil {
		t.Fatal(err)
	}
	m := asMeasured(r)
	// The model's branches are at 100, 190, 304, 424: iterations of 90, 114, 120.
	m.Issues[0][3].At = 190
	c := Compare(r, m)
	if len(c.Loops) != 1 {
		t.Fatalf("%d loops", len(c.Loops))
	}
	l := c.Loops[0]
	if l.Address != 4 || l.Begin != 0 || l.Iterations != 3 || l.Instructions != 2 || l.MFMA != 0 ||
		l.Measured != (Spread{100, 100, 104, 120}) || l.Modelled != (Spread{90, 90, 114, 120}) {
		t.Errorf("%+v", l)
	}
	// Medians 104 and 114. Each: 10 %, 10/104, 0.
	if math.Abs(l.Error-100*10.0/104) > 1e-9 || math.Abs(l.Each.Median-100*10.0/104) > 1e-9 || math.Abs(l.Each.Max-10) > 1e-9 {
		t.Errorf("error %v, each %+v", l.Error, l.Each)
	}
	// The same shows in the pair. The gaps of 24 cycles and more, before the first branch and after the
	// others, are cold fetches, and not core.
	if len(c.Pairs) != 1 || c.Pairs[0].First != "VALU" || c.Pairs[0].Second != "BR" || c.Pairs[0].Count != 3 || c.Pairs[0].Exact != 2 || c.Pairs[0].Missing != 10 {
		t.Errorf("%+v", c.Pairs)
	}
	if len(c.Sites) == 0 || c.Sites[0].Measured-c.Sites[0].Modelled != 10 || c.Sites[0].Address != 4 || c.Sites[0].Before != "VALU" {
		t.Errorf("sites %+v", c.Sites)
	}
}

// TestCompareWaits: the time of an instruction that stays is its last slot, wherever the model says that
// it began.
func TestCompareWaits(t *testing.T) {
	r := ownReplay(t, false)
	m := asMeasured(r)
	for w := range m.Issues {
		nop := &m.Issues[w][5]
		nop.At, nop.Length = nop.At+4, nop.Length-4
	}
	if c := Compare(r, m); c.Exact != 1 {
		t.Errorf("%.3f exact; only the begin of s_nop differs", c.Exact)
	}
}

// TestWriteText: what a user reads.
func TestWriteText(t *testing.T) {
	r, err := NewReplay(loopTrace(), ReplayOptions{Target: lastTarget()})
	if err != nil {
		t.Fatal(err)
	}
	m := asMeasured(r)
	m.Issues[0][3].At = 190
	var b strings.Builder
	if err := Compare(r, m).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	const want = `loop: loop on gfx950, 1 compute unit, 1 wave, 9 instructions
addresses unknown, bank conflicts as waits show them; latencies of loads from the trace; all stalls modelled

                   count  measured  modelled  ratio  median error     p90     max
      whole waves      1       448       448  1.000         0.0 %   0.0 %   0.0 %
             core      1        24        14  0.583        41.7 %  41.7 %  41.7 %
  loop iterations      3       324       324  1.000         9.6 %  10.0 %  10.0 %

core, what is neither a wait for memory nor a barrier, is 5 % of the time; 66.7 % of its issue distances are exact

loops: cycles of an iteration
  branch  iterations  instructions  MFMA  measured min  median  max  modelled min  median  max   error   each
     0x4           3             2     0           100     104  120            90     114  120  +9.6 %  9.6 %

issue distances of instructions that follow each other
  first  second  count   exact  measured min  mode  median  modelled min  mode  median  missing cycles
   VALU      BR      3  66.7 %             8     8       8            -2     8       8              10

largest differences
  address  after  class  count  exact  measured  modelled  missing cycles
      0x4   VALU     BR      3      2        24        14              10
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
