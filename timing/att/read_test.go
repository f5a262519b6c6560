package att

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"heddle/isa"
	"heddle/timing"
)

// lastTarget is the target of the cards that the traces are of.
func lastTarget() *isa.Target {
	all := isa.Targets()
	return all[len(all)-1]
}

// A trace of a kernel of our own in the form of rocprofv3: two waves of a workgroup, the second on the
// next SIMD, and a third that another compute unit ran and the trace does not have.
const (
	ownCode = `{"code":[["; own",0,0,"",3,256,0,0,0,0],
["s_load_dwordx2 s[0:1], s[0:1], 0x0",0,1,"own.s:4",3,256,2,8,0,0],
["s_waitcnt lgkmcnt(0)",0,2,"own.s:5",3,264,2,0,0,0],
["global_load_dword v1, v0, s[0:1]",0,3,"",3,268,2,0,0,0],
["s_waitcnt vmcnt(0)",0,4,"",3,276,2,0,0,0],
["v_add_f32_e32 v1, v1, v1",0,5,"",3,280,2,0,0,0],
["s_nop 1",0,6,"",3,284,2,0,0,0],
["s_barrier",0,7,"",3,288,2,0,0,0],
["s_cbranch_scc1 65530",0,8,"",3,292,2,0,0,0],
["global_store_dword v0, v1, s[0:1]",0,9,"",3,296,2,0,0,0],
["s_endpgm",0,10,"",3,304,2,0,0,0]],"version":"3.0.0"}`
	ownNames = `{"gfxip":9,"wave_filenames":{"1":{"0":{"2":{"0":["se1_sm0_sl2_wv0.json",1000,2660]}},"1":{"2":{"0":["se1_sm1_sl2_wv0.json",1004,2700]}}}}}`
	// clock, category, stall, duration, line.
	ownWave0 = `{"wave":{"begin":1000,"end":2660,"cu":1,"simd":0,"slot":2,"instructions":[
[1032,1,0,4,1],[1036,9,404,404,2],[1440,4,8,12,3],[1452,9,800,800,4],[2252,6,0,4,5],[2256,9,8,8,6],[2264,9,44,44,7],[2308,8,0,4,8],[2320,4,0,4,9],[2324,11,0,336,10]]}}`
	ownWave1 = `{"wave":{"begin":1004,"end":2700,"cu":1,"simd":1,"slot":2,"instructions":[
[1036,1,0,4,1],[1040,9,400,400,2],[1440,4,32,36,3],[1476,9,800,800,4],[2276,6,4,8,5],[2284,9,8,8,6],[2292,9,12,12,7],[2304,8,0,4,8],[2316,4,0,4,9],[2320,11,0,380,10]]}}`
	ownOccupancy = `{"1":[[1000,1,0,2,1,1],[1004,1,1,2,1,1],[1008,4,0,2,1,1],[1012,1,3,0,1,1],[2660,1,0,2,0,1]],"dispatches":{"1":"own"},"version":"3.0.0"}`
)

func ownFiles() fstest.MapFS {
	return fstest.MapFS{
		"code.json": {Data: []byte(ownCode)}, "filenames.json": {Data: []byte(ownNames)}, "occupancy.json": {Data: []byte(ownOccupancy)},
		"se1_sm0_sl2_wv0.json": {Data: []byte(ownWave0)}, "se1_sm1_sl2_wv0.json": {Data: []byte(ownWave1)},
	}
}

func ownTrace(t testing.TB) *Trace {
	t.Helper()
	tr, err := ReadFS(ownFiles())
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestRead: every instruction of a wave arrives with its issue, stall and length. Issue is clock +
// stall; s_waitcnt and s_barrier issue in the last slot of what the tool calls their stall, s_nop in
// the first.
func TestRead(t *testing.T) {
	tr := ownTrace(t)
	if len(tr.Lines) != 10 || tr.Lines[0] != (Line{Text: "s_load_dwordx2 s[0:1], s[0:1], 0x0", Addr: 256, Object: 3, Kernel: "own", Source: "own.s:4"}) {
		t.Errorf("lines: %+v", tr.Lines)
	}
	want := []Wave{
		{SE: 1, CU: 1, SIMD: 0, Slot: 2, Begin: 1000, End: 2660, Steps: []Step{
			{0, 1032, 0, 4}, {1, 1436, 400, 4}, {2, 1448, 8, 4}, {3, 2248, 796, 4}, {4, 2252, 0, 4}, {5, 2256, 0, 8}, {6, 2304, 40, 4}, {7, 2308, 0, 4}, {8, 2320, 0, 4}, {9, 2324, 0, 336}}},
		{SE: 1, CU: 1, SIMD: 1, Slot: 2, Begin: 1004, End: 2700, Steps: []Step{
			{0, 1036, 0, 4}, {1, 1436, 396, 4}, {2, 1472, 32, 4}, {3, 2272, 796, 4}, {4, 2280, 4, 4}, {5, 2284, 0, 8}, {6, 2300, 8, 4}, {7, 2304, 0, 4}, {8, 2316, 0, 4}, {9, 2320, 0, 380}}},
	}
	if diff := cmp.Diff(want, tr.Waves); diff != "" {
		t.Error(diff)
	}
	// Three waves started on the traced compute unit, two are in the trace.
	if n := tr.Untraced(); n != 1 {
		t.Errorf("%d waves untraced, want 1", n)
	}
}

// TestReadErrors: nonsense is refused with the file and the place in it.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ file, old, new, want string }{
		{"code.json", `{"code"`, `{"code`, "code.json: invalid character"},
		{"code.json", `["s_nop 1",0,6,"",3,284,2,0,0,0]`, `["s_nop 1",0,6,""]`, "code.json: code[6] has 4 fields"},
		{"code.json", `["s_nop 1",0,6,"",3,284`, `["s_nop 1",0,6,"",3,"284"`, `code.json: code[6]: its address (field 5) is "284"`},
		{"code.json", `["s_nop 1",0,6`, `["s_nop 1",0,5`, "code.json: two instructions have line number 5"},
		{"filenames.json", `"wave_filenames":{"1"`, `"wave_filenames":{"x"`, `filenames.json: wave_filenames.x.0.2.0: "x" is not a number`},
		{"filenames.json", `"se1_sm0_sl2_wv0.json"`, `"../se1_sm0_sl2_wv0.json"`, `is not the name of a file in the trace's directory`},
		{"filenames.json", `["se1_sm0_sl2_wv0.json",1000,2660]`, `[]`, "filenames.json: wave_filenames.1.0.2.0 does not begin with the name of a file"},
		{"filenames.json", `{"0":["se1_sm0`, `{"99999999":["se1_sm0`, "is not a number of a shader engine"},
		{"se1_sm0_sl2_wv0.json", `[1032,1,0,4,1]`, `[1032,1,0,4]`, "se1_sm0_sl2_wv0.json: wave.instructions[0]: 4 numbers"},
		{"se1_sm0_sl2_wv0.json", `[1032,1,0,4,1]`, `[1032,1,0,4,77]`, "wave.instructions[0]: code.json has no line number 77"},
		{"se1_sm0_sl2_wv0.json", `[1032,1,0,4,1]`, `[1032,1,-8,4,1]`, "wave.instructions[0]: clock 1032, stall -8"},
		{"se1_sm0_sl2_wv0.json", `[1032,1,0,4,1]`, `[9223372036854775807,1,9223372036854775807,4,1]`, "wave.instructions[0]: clock"},
		{"se1_sm0_sl2_wv0.json", `[1440,4,8,12,3]`, `[1040,4,8,12,3]`, "wave.instructions[2]: it issued before the one above it"},
		{"se1_sm0_sl2_wv0.json", `[1032,1,0,4,1]`, `[1032,1,0,4,"1"]`, "wave.instructions is a string; a whole number is accepted"},
		{"se1_sm0_sl2_wv0.json", `"cu":1`, `"cu":-1`, "wave.cu is -1"},
		{"se1_sm0_sl2_wv0.json", `"simd":0`, `"simd":3`, "filenames.json says 0 and 2"},
		{"se1_sm0_sl2_wv0.json", `"end":2660`, `"end":2`, "wave.begin is 1000 and wave.end 2"},
		{"occupancy.json", `[1000,1,0,2,1,1]`, `[1000,1,0]`, "occupancy.json: 1[0] has 3 numbers"},
		{"occupancy.json", `[1000,1,0,2,1,1]`, `[1000,-1,0,2,1,1]`, "occupancy.json: 1[0] is out of range"},
	} {
		files := ownFiles()
		text := strings.Replace(string(files[c.file].Data), c.old, c.new, 1)
		if text == string(files[c.file].Data) {
			t.Fatalf("%s has no %s", c.file, c.old)
		}
		files[c.file].Data = []byte(text)
		if _, err := ReadFS(files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s instead of %s: %v; want %s", c.file, c.new, c.old, err, c.want)
		}
	}
	files := ownFiles()
	delete(files, "se1_sm1_sl2_wv0.json")
	if _, err := ReadFS(files); err == nil || !strings.Contains(err.Error(), "se1_sm1_sl2_wv0.json") {
		t.Errorf("without a wave's file: %v", err)
	}
	delete(files, "code.json")
	if _, err := ReadFS(files); err == nil || !strings.Contains(err.Error(), "code.json") {
		t.Errorf("without code.json: %v", err)
	}
	files = ownFiles()
	files["code.json"].Data = make([]byte, maxJSON+1)
	if _, err := ReadFS(files); err == nil || !strings.Contains(err.Error(), "code.json: larger than") {
		t.Errorf("a file that would take too much memory: %v", err)
	}
	files = ownFiles()
	delete(files, "occupancy.json")
	if _, err := ReadFS(files); err != nil {
		t.Errorf("without occupancy.json, which says nothing of the waves: %v", err)
	}
}

// TestReadCSVErrors: nonsense is refused with the line.
func TestReadCSVErrors(t *testing.T) {
	const head = "file,kernel,se,simd,wave,n,pc,instruction,issue_cycle_rel_wavestart,stall_start\n"
	for _, c := range []struct{ rows, want string }{
		{"", ""},
		{"a,b,0,0,0,0,0x100,s_nop 0,4,\na,b,0,0,0,1,0x104,s_endpgm,8,\n", ""},
		{"a,b,0,0,0,0,0x100,s_nop 0,4\n", "wrong number of fields"},
		{"a,b,0,0,0,0,start,s_nop 0,4,\n", `line 2: pc is "start"`},
		{"a,b,0,0,0,0,0x100,s_nop 0,four,\n", `line 2: issue_cycle_rel_wavestart is "four"`},
		{"a,b,0,-1,0,0,0x100,s_nop 0,4,\n", `line 2: simd is "-1"`},
		{"a,b,0,0,0,0,0x100,s_nop 0,4,8\n", `line 2: stall_start is "8"`},
		{"a,b,0,0,0,0,0x100,s_nop 0,4,\na,b,0,0,0,2,0x104,s_endpgm,8,\n", "line 3: n is 2; the next of this wave is 1"},
		{"a,b,0,0,0,0,0x100,s_nop 0,4,\na,b,0,0,0,1,0x104,s_endpgm,0,\n", "line 3: it issued in cycle 0, before"},
		{"a,b,0,0,0,0,0x100,s_nop 0,4,\na,b,0,0,0,1,0x100,s_endpgm,8,\n", `line 3: at 0x100 is "s_endpgm" here and "s_nop 0" above`},
	} {
		_, err := ReadCSV(strings.NewReader(head + c.rows))
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v; want %q", c.rows, err, c.want)
		}
	}
	if _, err := ReadCSV(strings.NewReader("file,kernel\n")); err == nil || !strings.Contains(err.Error(), `no column is called "se"`) {
		t.Errorf("without columns: %v", err)
	}
}

// FuzzRead: no file makes a reader panic or hang, and what it accepts can be replayed and written.
func FuzzRead(f *testing.F) {
	f.Add([]byte(ownCode), []byte(ownNames), []byte(ownWave0), []byte(ownOccupancy))
	f.Add([]byte(`{"code":[["s_endpgm",0,1,null,1,0]]}`), []byte(ownNames), []byte(`{"wave":{"begin":0,"end":0,"slot":2,"instructions":[[0,9,4,4,1]]}}`), []byte(`{"0":[]}`))
	f.Fuzz(func(t *testing.T, code, names, wave, occupancy []byte) {
		files := fstest.MapFS{"code.json": {Data: code}, "filenames.json": {Data: names}, "occupancy.json": {Data: occupancy},
			"se1_sm0_sl2_wv0.json": {Data: wave}, "se1_sm1_sl2_wv0.json": {Data: []byte(ownWave1)}}
		tr, err := ReadFS(files)
		if err != nil {
			return
		}
		if target, _ := tr.Target(); target == nil {
			return
		}
		replayTrace(tr)
	})
}

// FuzzReadCSV is FuzzRead for tables.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("file,kernel,se,simd,wave,n,pc,instruction,issue_cycle_rel_wavestart,stall_start\na,b,0,0,0,0,0x100,s_nop 0,4,\na,b,0,0,0,1,0x104,s_endpgm,8,4\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := ReadCSV(strings.NewReader(string(b)))
		if err != nil {
			return
		}
		for _, tr := range list {
			replayTrace(tr)
		}
	})
}

// replayTrace takes a trace through all that needs no model.
func replayTrace(tr *Trace) {
	r, err := NewReplay(tr, ReplayOptions{Target: lastTarget(), Stalls: true})
	if err != nil {
		return
	}
	m := &Modelled{}
	for w := range tr.Waves {
		m.Ends = append(m.Ends, tr.Waves[w].End)
		var issues []timing.Issue
		for _, s := range tr.Waves[w].Steps {
			issues = append(issues, timing.Issue{At: s.At, Length: s.Length})
		}
		m.Issues = append(m.Issues, issues)
	}
	Compare(r, m)
}
