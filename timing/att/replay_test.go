package att

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"heddle/timing"
)

func ownReplay(t testing.TB, stalls bool) *Replay {
	t.Helper()
	r, err := NewReplay(ownTrace(t), ReplayOptions{Target: lastTarget(), Stalls: stalls})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReplay: streams have the waves' instructions in order, and the listing's accesses.
func TestReplay(t *testing.T) {
	r := ownReplay(t, false)
	if r.Program.Kernel != "own" || len(r.Program.Insts) != 10 || r.Program.Insts[0].File != "own.s" || r.Program.Insts[1].Line != 5 {
		t.Errorf("program %s, %d instructions, first at %s:%d", r.Program.Kernel, len(r.Program.Insts), r.Program.Insts[0].File, r.Program.Insts[0].Line)
	}
	s := r.Streams[0]
	for i, op := range s.Ops {
		if int(op.Inst) != i {
			t.Errorf("op %d is of instruction %d", i, op.Inst)
		}
	}
	// s_load_dwordx2 8 bytes; dwords of 64 lanes.
	want := []timing.Access{
		{Space: timing.Scalar, Bytes: 8},
		{Space: timing.Global, Bytes: 256},
		{Space: timing.Global, Write: true, Bytes: 256},
	}
	for i := range want {
		want[i].Latency = s.Accesses[i].Latency
	}
	if diff := cmp.Diff(want, s.Accesses); diff != "" {
		t.Error(diff)
	}
}

// TestLatencies: a wait that stalled shows the latency of the last access that it covered: from its
// issue to the wait's.
func TestLatencies(t *testing.T) {
	r := ownReplay(t, false)
	var got [][]timing.Cycle
	for _, s := range r.Streams {
		var list []timing.Cycle
		for i := range s.Accesses {
			list = append(list, s.Accesses[i].Latency)
		}
		got = append(got, list)
		if s.Held != nil {
			t.Error("stalls are given, but nobody asked for them")
		}
	}
	want := [][]timing.Cycle{
		// s_load at 1032, its wait over in 1436; load at 1448, wait 2248; store at 2320, and s_endpgm
		// ends 16 cycles after it is acknowledged: 2660 - 16 - 2320.
		{404, 800, 324},
		{400, 800, 368},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantKinds := []Kind{Started, Memory, Core, Memory, Core, Core, Barrier, Core, Core, Ended}
	if diff := cmp.Diff(wantKinds, r.Kinds[0]); diff != "" {
		t.Error(diff)
	}
}

// TestHiddenLatencies: of loads that no wait shows it is only known when they were done: they get 0.8
// of that time, at most 400 cycles (facts silicon/timing_rules.md, "Given in all runs").
func TestHiddenLatencies(t *testing.T) {
	r := ofListing(t, []string{"global_load_dword v1, v0, s[0:1]", "global_load_dword v2, v0, s[0:1]", "global_load_dword v3, v0, s[0:1]", "s_waitcnt vmcnt(1)", "s_nop 0", "s_waitcnt vmcnt(0)", "s_endpgm"},
		// clock, stall, duration: the first wait stalls until 1200, the second does not.
		[][3]int64{{100, 0, 4}, {500, 0, 4}, {904, 0, 4}, {908, 296, 296}, {1204, 4, 4}, {1208, 4, 4}, {1212, 0, 20}})
	var got []timing.Cycle
	for _, a := range r.Streams[0].Accesses {
		got = append(got, a.Latency)
	}
	// The first wait was over in 1200: the second load took 700, the first at most 1100, and 0.8 of it is
	// more than 400. The third was done in 1208: 0.8 x 304 = 243.2, in slots of 4: 240.
	if want := []timing.Cycle{400, 700, 240}; !slices.Equal(got, want) {
		t.Errorf("latencies %d, want %d", got, want)
	}
}

// TestHeld: stalls of vector memory from 28 cycles on and gaps from 24 on are given, others not.
func TestHeld(t *testing.T) {
	r := ofListing(t, []string{"s_nop 0", "global_load_dword v1, v0, s[0:1]", "global_load_dword v2, v0, s[0:1]", "v_mov_b32_e32 v3, 0", "v_mov_b32_e32 v4, 0", "s_endpgm"},
		[][3]int64{{100, 4, 4}, {108, 24, 28}, {136, 28, 32}, {188, 4, 8}, {220, 0, 4}, {224, 0, 20}})
	// The first begins 100 cycles after its wave: more than the 36 of a warm start. Gaps: 188 - 168 = 20
	// and 220 - 196 = 24.
	if want := []timing.Cycle{100, 0, 28, 0, 24, 0}; !slices.Equal(r.Streams[0].Held, want) {
		t.Errorf("held %d, want %d", r.Streams[0].Held, want)
	}
	if want := []Kind{Started, Core, Stalled, Core, Stalled, Ended}; !slices.Equal(r.Kinds[0], want) {
		t.Errorf("kinds %d, want %d", r.Kinds[0], want)
	}
}

// ofListing is a Replay, stalls given, of one wave that begins in cycle 0 and issues each instruction
// of a listing once; times are clock, stall and duration as a trace has them.
func ofListing(t *testing.T, code []string, times [][3]int64) *Replay {
	t.Helper()
	tr := &Trace{Name: "listing"}
	lines := &listing{byNumber: map[int64]int32{}}
	w := Wave{}
	addr := uint64(0)
	for i, text := range code {
		inst, syntax := lastTarget().Parse(text, nil)
		if syntax != nil {
			t.Fatal(text, syntax)
		}
		tr.Lines = append(tr.Lines, Line{Text: text, Addr: addr})
		addr += uint64(inst.Size())
		lines.byNumber[int64(i)] = int32(i)
	}
	lines.texts = tr.Lines
	for i, c := range times {
		s, err := newStep([]int64{c[0], 0, c[1], c[2], int64(i)}, lines)
		if err != nil {
			t.Fatal(err)
		}
		w.Steps = append(w.Steps, s)
		w.End = s.End()
	}
	tr.Waves = []Wave{w}
	r, err := NewReplay(tr, ReplayOptions{Target: lastTarget(), Stalls: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGroups: waves that leave all barriers within 8 cycles of each other are a workgroup; others, and
// waves without barriers, are not.
func TestGroups(t *testing.T) {
	if r := ownReplay(t, false); len(r.Units) != 1 || cmp.Diff([][]int{{0, 1}}, r.Units[0].Groups) != "" || r.Streams[1].Wave != 1 {
		t.Errorf("the waves that left their barrier in 2308 and 2304 are no workgroup: %+v", r.Units)
	}
	files := ownFiles()
	late := strings.NewReplacer("[2292,9,12,12,7]", "[2292,9,8,8,7]").Replace(ownWave1)
	files["se1_sm1_sl2_wv0.json"] = &fstest.MapFile{Data: []byte(late)}
	tr, err := ReadFS(files)
	if err != nil {
		t.Fatal(err)
	}
	tr.Waves[1].Steps[6].At = 2292
	r, err := NewReplay(tr, ReplayOptions{Target: lastTarget()})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]int{{0}, {1}}, r.Units[0].Groups); diff != "" {
		t.Errorf("the waves left their barriers 12 cycles apart: %s", diff)
	}
}

// TestTarget: the chip is found by the instructions, and asked for where they are those of several.
func TestTarget(t *testing.T) {
	tr := &Trace{Lines: []Line{{Text: "s_nop 0"}}}
	if _, err := tr.Target(); err == nil || !strings.Contains(err.Error(), "say which it is") {
		t.Errorf("s_nop: %v", err)
	}
	tr.Lines = append(tr.Lines, Line{Text: "v_permlane32_swap_b32_e32 v1, v2", Addr: 4})
	if got, err := tr.Target(); err != nil || got != lastTarget() {
		t.Errorf("v_permlane32_swap: %v, %v", got, err)
	}
	tr.Lines = append(tr.Lines, Line{Text: "v_nonsense v1", Addr: 8})
	if _, err := tr.Target(); err == nil || !strings.Contains(err.Error(), `at 0x8, "v_nonsense v1"`) {
		t.Errorf("v_nonsense: %v", err)
	}
}
