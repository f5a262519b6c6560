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

// TestHiddenLatencies: a load that no wait shows takes as long as the one before it that a wait shows, or else the
// first of these, but it is done in its turn and before the wait that covers it.
func TestHiddenLatencies(t *testing.T) {
	loads := []string{"global_load_dword v1, v0, s[0:1]", "global_load_dword v2, v0, s[0:1]", "global_load_dword v3, v0, s[0:1]"}
	end := []string{"s_nop 0", "s_waitcnt vmcnt(0)", "s_endpgm"}
	for _, c := range []struct {
		name  string
		code  []string
		times [][3]int64 // clock, stall, duration
		want  []timing.Cycle
	}{
		// The first wait was over in 1200: the second load took 700. So did the first. The third would have been
		// done in 1604, but was in 1208.
		{"shown", slices.Concat(loads, []string{"s_waitcnt vmcnt(1)"}, end),
			[][3]int64{{100, 0, 4}, {500, 0, 4}, {904, 0, 4}, {908, 296, 296}, {1204, 4, 4}, {1208, 4, 4}, {1212, 0, 20}}, []timing.Cycle{700, 700, 304}},
		// The wait could be for the LDS, as its access began less than 192 cycles before: 0.8 of the bounds, at most
		// 400, but not before the load before.
		{"beside the LDS", slices.Concat(loads, []string{"ds_read_b32 v4, v5", "s_waitcnt vmcnt(1) lgkmcnt(0)"}, end),
			[][3]int64{{100, 0, 4}, {500, 0, 4}, {904, 0, 4}, {1100, 0, 4}, {1104, 100, 100}, {1204, 4, 4}, {1208, 4, 4}, {1212, 0, 20}}, []timing.Cycle{400, 400, 240, 0}},
		// With 192 cycles it could not.
		{"long after the LDS", slices.Concat(loads, []string{"ds_read_b32 v4, v5", "s_waitcnt vmcnt(1) lgkmcnt(0)"}, end),
			[][3]int64{{100, 0, 4}, {500, 0, 4}, {904, 0, 4}, {1008, 0, 4}, {1012, 192, 192}, {1204, 4, 4}, {1208, 4, 4}, {1212, 0, 20}}, []timing.Cycle{700, 700, 304, 0}},
	} {
		var got []timing.Cycle
		for _, a := range ofListing(t, c.code, c.times).Streams[0].Accesses {
			got = append(got, a.Latency)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: latencies %d, want %d", c.name, got, c.want)
		}
	}
}

// TestFullQueue: if the queue has been full, loads are done whose lines leave no places to those that have left it.
func TestFullQueue(t *testing.T) {
	chip := *lastTarget().Chip
	m := &chip.Model
	m.Memory.L1Sets.Value, m.Memory.L1Ways.Value, m.Memory.L1WideLatency.Value, m.Core.VMEMQueue.Value = 2, 8, 100, 2
	wide := timing.Access{Bytes: 1024}
	loads := make([]vectorLoad, 6)
	for i := range loads {
		loads[i] = vectorLoad{access: &wide, issued: timing.Cycle(4 * i), bound: 2000}
	}
	loads[5].issued, loads[5].queued = 900, true
	full(&chip, loads)
	// Of 16 places the third and fourth load have 8 each when the sixth issues; the first two are done, whose
	// data come 100 later at most.
	for i, want := range []timing.Cycle{1000, 1000, 2000, 2000, 2000, 2000} {
		if loads[i].bound != want {
			t.Errorf("load %d is done by %d, want %d", i, loads[i].bound, want)
		}
	}
}

// TestConflicts: what every access with a mnemonic takes longer than alone are its bank conflicts.
func TestConflicts(t *testing.T) {
	var code []string
	var times [][3]int64
	clock := int64(100)
	add := func(text string, stall, duration int64) {
		code, times = append(code, text), append(times, [3]int64{clock, stall, duration})
		clock += duration
	}
	for i := range int64(20) {
		// A write of two dwords has its data in 60 cycles: 12 to issue, 4 for the banks, 44. These take 72 and more,
		//
		add("ds_write2_b32 v1, v2, v3 offset1:1", 0, 12)
		add("s_waitcnt lgkmcnt(0)", 60+i%3*4, 60+i%3*4)
		// A read takes 48; one of them does.
		add("ds_read_b32 v4, v5", 0, 4)
		add("s_waitcnt lgkmcnt(0)", 44+i*4, 44+i*4)
	}
	add("s_endpgm", 0, 20)
	r := ofListing(t, code, times, 1)
	for i, a := range r.Streams[0].Accesses {
		if want := []int{12, 0}[i%2]; a.Conflicts != want || i%2 == 0 && a.Data != 4+12 {
			t.Fatalf("access %d has %d conflicts in %d cycles, want %d", i, a.Conflicts, a.Data, want)
		}
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
// of a listing once, on SIMD 0 or the given one; times are clock, stall and duration as a trace has them.
func ofListing(t *testing.T, code []string, times [][3]int64, simd ...int) *Replay {
	t.Helper()
	tr := &Trace{Name: "listing"}
	lines := &listing{byNumber: map[int64]int32{}}
	w := Wave{}
	if len(simd) > 0 {
		w.SIMD = simd[0]
	}
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
