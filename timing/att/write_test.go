package att

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/timing"
)

// ofTrace is a Result of the model that has issued everything as a trace says, each shader engine on a
// compute unit.
func ofTrace(r *Replay) (*timing.Result, []timing.Issue) {
	res := &timing.Result{Program: r.Program}
	for w := range r.Trace.Waves {
		tw := &r.Trace.Waves[w]
		res.Waves = append(res.Waves, timing.Wave{CU: tw.SE, SIMD: tw.SIMD, Slot: tw.Slot, Begin: tw.Begin, End: tw.End})
	}
	return res, slices.Concat(asMeasured(r).Issues...)
}

// TestWriteRead: what Write wrote is read back as the same issues.
func TestWriteRead(t *testing.T) {
	r := ownReplay(t, false)
	res, issues := ofTrace(r)
	slices.Reverse(issues) // their order does not matter
	dir := t.TempDir()
	if err := Write(dir, res, issues); err != nil {
		t.Fatal(err)
	}
	list, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, want := list[0], ownTrace(t)
	for i := range want.Waves {
		want.Waves[i].CU = 1 // the compute unit stands as a shader engine
	}
	if diff := cmp.Diff(want.Waves, got.Waves); diff != "" {
		t.Error(diff)
	}
	for i := range want.Lines {
		want.Lines[i].Object = codeObject
	}
	if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
		t.Error(diff)
	}
	// Both waves of the compute unit, and nothing else.
	if len(got.Occupancy) != 4 || got.Untraced() != 0 {
		t.Errorf("occupancy %+v", got.Occupancy)
	}
}

// TestWriteFields: the files have the fields of those that rocprofv3 writes (ROCm 7.2), in their types;
// TestRewrite compares whole bundles.
func TestWriteFields(t *testing.T) {
	r := ownReplay(t, false)
	res, issues := ofTrace(r)
	dir := t.TempDir()
	if err := Write(dir, res, issues); err != nil {
		t.Fatal(err)
	}
	read := func(name string) map[string]any {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var v map[string]any
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, want := range map[string]string{
		"filenames.json":       "counter_names gfxip gfxv global_begin_time version wave_filenames",
		"code.json":            "code header version",
		"occupancy.json":       "1 dispatches version",
		"se1_sm0_sl2_wv0.json": "duration name num_insts num_stitched wave",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(read(name))), " "); got != want {
			t.Errorf("%s has %s, want %s", name, got, want)
		}
	}
	wave := read("se1_sm0_sl2_wv0.json")["wave"].(map[string]any)
	if got, want := strings.Join(slices.Sorted(maps.Keys(wave)), " "), "begin cu end id instructions simd slot timeline waitcnt"; got != want {
		t.Errorf("a wave has %s, want %s", got, want)
	}
	text := func(v any) string {
		b, _ := json.Marshal(v)
		return string(b)
	}
	// Rows as in ownWave0, whose clocks are those of a card.
	if got, want := text(wave["instructions"]), "[[1032,1,0,4,1],[1036,9,404,404,2],[1440,4,8,12,3],[1452,9,800,800,4],[2252,6,0,4,5],[2256,9,8,8,6],[2264,9,44,44,7],[2308,8,0,4,8],[2320,4,0,4,9],[2324,11,0,336,10]]"; got != want {
		t.Errorf("instructions %s\nwant %s", got, want)
	}
	// States: idle until the first, issue, wait, stall.
	if got, want := text(wave["timeline"]), "[[1,32],[2,4],[3,404],[4,8],[2,4],[3,800],[2,4],[3,8],[3,44],[2,16],[3,336]]"; got != want {
		t.Errorf("timeline %s\nwant %s", got, want)
	}
	// The wait on line 2 is for line 1, that on 4 for 3.
	if got, want := text(wave["waitcnt"]), "[[2,[[1,0]]],[4,[[3,0]]]]"; got != want {
		t.Errorf("waitcnt %s\nwant %s", got, want)
	}
	code := read("code.json")["code"].([]any)
	// Text, 0, line, source, code object, address, hits, latency, stall, idle, over both waves.
	if got, want := text(code[0]), `["; own",0,0,"",1,256,0,0,0,0]`; got != want {
		t.Errorf("code %s\nwant %s", got, want)
	}
	if got, want := text(code[3]), `["global_load_dword v1, v0, s[0:1]",0,3,"",1,268,2,48,40,0]`; got != want {
		t.Errorf("code %s\nwant %s", got, want)
	}
	if got, want := text(read("occupancy.json")["1"]), "[[1000,1,0,2,1,1],[1004,1,1,2,1,1],[2660,1,0,2,0,1],[2700,1,1,2,0,1]]"; got != want {
		t.Errorf("occupancy %s\nwant %s", got, want)
	}
	names := read("filenames.json")
	if got, want := text(names["wave_filenames"]), `{"1":{"0":{"2":{"0":["se1_sm0_sl2_wv0.json",1000,2660]}},"1":{"2":{"0":["se1_sm1_sl2_wv0.json",1004,2700]}}}}`; got != want {
		t.Errorf("wave_filenames %s\nwant %s", got, want)
	}
	if names["gfxip"] != 9.0 || names["gfxv"] != "vega" {
		t.Errorf("gfxip %v, gfxv %v", names["gfxip"], names["gfxv"])
	}
}

// TestWriteRefuses: issues that are not of the result are an error, and write nothing.
func TestWriteRefuses(t *testing.T) {
	r := ownReplay(t, false)
	res, issues := ofTrace(r)
	issues[0].Wave = 7
	dir := filepath.Join(t.TempDir(), "out")
	if err := Write(dir, res, issues); err == nil || !strings.Contains(err.Error(), "the result has 2 waves") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the directory was made")
	}
}

// TestSlotsAreUsedAgain: waves that follow each other in a slot are numbered, and one ends before the
// next begins.
func TestSlotsAreUsedAgain(t *testing.T) {
	r := ownReplay(t, false)
	res, _ := ofTrace(r)
	res.Waves[1].SIMD, res.Waves[1].Begin = 0, 2660
	w, err := newWriter(res, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"se1_sm0_sl2_wv0.json", "se1_sm0_sl2_wv1.json"}; !slices.Equal(w.names, want) {
		t.Errorf("files %q, want %q", w.names, want)
	}
	b, _ := json.Marshal(w.occupancyFile().(map[string]any)["1"])
	if want := "[[1000,1,0,2,1,1],[2660,1,0,2,0,1],[2660,1,0,2,1,1],[2700,1,0,2,0,1]]"; string(b) != want {
		t.Errorf("occupancy %s, want %s", b, want)
	}
}
